//! From one notation to another.

use crate::{apply, check, refuses, snapshot};
use sok::ide::{TARGETS, convert_file};
use sok::syntax::Notation;

fn converted(text: &str, to: Notation) -> Result<String, String> {
    convert_file(&snapshot(text), to).map(|converted| converted.text)
}

#[track_caller]
fn check_file(to: Notation, text: &str, expected: &str) {
    for end in ["\n", "\r\n", "\r"] {
        let (text, expected) = (text.replace('\n', end), expected.replace('\n', end));
        assert_eq!(converted(&text, to), Ok(expected), "from\n{text}");
    }
}

const XSB: &str = "First\n\n  ####\n###  #\n#@$ .#\n######\nAuthor: me\n\nSolution 2/2\nRR\n";

#[test]
fn each_notation_has_its_squares_and_its_moves() {
    let around = |board: &str, moves: &str| format!("First\n\n{board}\nAuthor: me\n\nSolution 2/2\n{moves}\n");
    check("convert-to-sbt", XSB, &around("######\n###..#\n#SB.T#\n######", "EE"));
    check("convert-to-poj", XSB, &around("4 6\n######\n###..#\n#SB.T#\n######", "EE"));
    check("convert-to-glyphs", XSB, &around("■■■■■■\n■■■□□■\n■♂●□◎■\n■■■■■■", "RR"));
    check(
        "convert-to-array",
        "#####\n#@$.#\n#####\n",
        "[[\"#\",\"#\",\"#\",\"#\",\"#\"],\n [\"#\",\"S\",\"B\",\"T\",\"#\"],\n [\"#\",\"#\",\"#\",\"#\",\"#\"]]\n",
    );
    check("convert-to-xsb", XSB, XSB);
}

#[test]
fn a_board_without_an_outer_wall_gets_one() {
    check("convert-to-xsb", "SB.T\n\nSolution\nEE\n", "######\n#@$ .#\n######\n\nSolution\nRR\n");
    check("convert-to-xsb", "#SB.T#\n#....#\n", "######\n#@$ .#\n#    #\n######\n");
    check("convert-to-xsb", "S#\nB.\nT.\n", "###\n#@##\n#$ #\n#. #\n####\n");
    check("convert-to-xsb", "######\n#SB.T#\n######\n", "######\n#@$ .#\n######\n");
    // The box at the top is decoration, which alone makes no row of xsb.
    check("convert-to-xsb", "*..\n###\nSBT\n", "#####\n#*  #\n#####\n#@$.#\n#####\n");
    check("convert-to-xsb", "[[\"+\",\"B\",\".\",\"*\"]]\n", "######\n#+$ *#\n######\n");
}

#[test]
fn symbols_without_a_wall_get_one() {
    check("convert-to-glyphs", "SB.T\n....\n", "■■■■■■\n■♂●□◎■\n■□□□□■\n■■■■■■\n");
    check("convert-to-glyphs", "#SBT#\n", "■■■■■\n■♂●◎■\n■■■■■\n");
}

#[test]
fn spellings_that_are_only_read_become_plain() {
    check("convert-to-xsb", "# # # # #\n# @ $ . #\n# # # # #\n# # # # #\n", "#####\n#@$.#\n#####\n#####\n");
    check("convert-to-xsb", "+ + + + +\n+ * @ X +\n+ + + + +\n", "#####\n#@$.#\n#####\n");
}

#[test]
fn decoration_and_empty_rows_come_along() {
    check("convert-to-sbt", "##### #\n#@$.# *\n##### #\n", "#######\n#SBT##*\n#######\n");
    check("convert-to-xsb", "SBT\n###\n...\n###\n#*#\n", "#####\n#@$.#\n#####\n-\n ###\n #*#\n");
}

#[test]
fn what_cannot_be_expressed_is_named() {
    refuses("convert-to-xsb", "[[1,2,3],[4,0,5]]\n", "sliding puzzle");
    refuses("convert-to-sbt", "#####\n#@$.\n#####\n", "open at E2");
    refuses("convert-to-sbt", "#####\n#@$x#\n#  .#\n#####\n", "cannot be read");
    refuses("convert-to-sbt", "#####\n#@$.#\n#####\n\nSnapshot\nr*l\n", "taken-back");
    refuses("convert-to-xsb", "Notation: sbt\n\nSB.T\n....\n", "the file's notation is set");
    let two = "#####\n#@$.#\n#####\n\nSlides\n\n[[1,2,3],[4,0,5]]\n";
    assert_eq!(
        converted(two, Notation::Sbt).unwrap_err(),
        "Slides (line 7): a sliding puzzle has no boxes; it cannot be written in sbt"
    );
    assert!(converted("words\n", Notation::Xsb).unwrap_err().contains("no level"));
}

#[test]
fn a_file_keeps_its_header_titles_and_notes() {
    check_file(
        Notation::Sbt,
        "Collection: both\n; by me\n\nOne\n\n#####\n#@$.#\n#####\nComment:\nfree words\n\nComment-End:\n\nTwo\n\n####\n#+$#\n####\n",
        "Collection: both\n; by me\n\nOne\n\n#####\n#SBT#\n#####\nComment:\nfree words\n\nComment-End:\n\nTwo\n\n####\n#+B#\n####\n",
    );
    check_file(Notation::Xsb, "Notation: sbt\n\nSB.T\n....\n", "Notation: xsb\n\n######\n#@$ .#\n#    #\n######\n");
}

/// Boxes on targets and a player on one look alike in both notations; the file then says which it is.
#[test]
fn a_file_that_could_be_read_as_both_says_what_it_is() {
    check_file(Notation::Sbt, "####\n#+*#\n####\n", "Notation: sbt\n\n####\n#+*#\n####\n");
}

#[test]
fn mazes_become_levels_with_their_names() {
    check_file(
        Notation::Xsb,
        "1 4\nSB.T\n2 3\nSBT\n...\n0 0\n",
        "Maze #1\n\n######\n#@$ .#\n######\n\nMaze #2\n\n#####\n#@$.#\n#   #\n#####\n",
    );
}

#[test]
fn a_file_of_mazes_holds_boards_alone_and_says_what_it_left_out() {
    check_file(Notation::Poj, XSB, "4 6\n######\n###..#\n#SB.T#\n######\n0 0\n");
    let left_out = convert_file(&snapshot(XSB), Notation::Poj).map(|converted| converted.left_out);
    assert_eq!(left_out, Ok(["1 title", "1 line of notes", "1 stored solution"].map(String::from).to_vec()));
    check_file(Notation::Poj, "1 4\nSB.T\n0 0\n", "1 4\nSB.T\n0 0\n");
}

/// A maze between others keeps apart from them when it alone is converted.
#[test]
fn a_level_converted_alone_leaves_its_neighbours() {
    let text = "1 4\nSB.T\n2 3\nSBT\n...\n1 3\nSBT\n0 0\n";
    let snapshot = snapshot(text);
    let edits = sok::ide::convert_level(&snapshot, 1, Notation::Xsb).expect("edits");
    assert_eq!(apply(&snapshot, &edits), "1 4\nSB.T\n\n#####\n#@$.#\n#   #\n#####\n\n1 3\nSBT\n0 0\n");
}

#[test]
fn a_level_in_its_notation_needs_no_edit() {
    let texts = [XSB, "S.BT\n....\n", "1 4\nSB.T\n0 0\n", "[[\"S\",\"B\",\"T\"]]\n", "■■■■■\n■♂●◎■\n■■■■■\n"];
    for (text, to) in texts.iter().zip(TARGETS) {
        assert_eq!(converted(text, to).as_deref(), Ok(*text));
    }
}
