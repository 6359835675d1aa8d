//! What the formatter does, rule by rule, and what it leaves alone.

use crate::{apply, snapshot};
use sok::ide::{Floor, format, format_level, format_range};
use sok::text::Span;

fn formatted(text: &str, floor: Floor) -> String {
    let snapshot = snapshot(text);
    apply(&snapshot, &format(&snapshot, floor))
}

/// Formats with line ends of every kind, and once more: the second time nothing changes.
#[track_caller]
fn check_floor(floor: Floor, text: &str, expected: &str) {
    for end in ["\n", "\r\n", "\r"] {
        let (text, expected) = (text.replace('\n', end), expected.replace('\n', end));
        assert_eq!(formatted(&text, floor), expected, "from\n{text}");
        assert_eq!(formatted(&expected, floor), expected, "a second time");
    }
}

#[track_caller]
fn check(text: &str, expected: &str) {
    check_floor(Floor::Own, text, expected);
}

#[track_caller]
fn keeps(text: &str) {
    check(text, text);
}

#[test]
fn blanks_at_the_ends_of_rows_go() {
    check("Mine  \n\n#####  \n#@$.#\t\n#####\nNote:  \n", "Mine  \n\n#####\n#@$.#\n#####\nNote:  \n");
    check("S.BT \n.... \n", "S.BT\n....\n");
    check("2 4 \nSB.T  \n....\n0 0\n", "2 4 \nSB.T\n....\n0 0\n");
    check("■■■■■ \n■♂●◎■\n■■■■■\n", "■■■■■\n■♂●◎■\n■■■■■\n");
}

#[test]
fn an_indent_of_all_rows_goes() {
    check("   ####\n   #  ##\n ###@$.#\n #######\n", "  ####\n  #  ##\n###@$.#\n#######\n");
    check("\t#####\n\t#@$.#\n\t#####\n", "#####\n#@$.#\n#####\n");
    check("  SB.T\n  ....\n", "SB.T\n....\n");
    check("  #####\n  #@$.#\n  #####\n  -\n  #####\n", "#####\n#@$.#\n#####\n-\n#####\n");
}

#[test]
fn floor_is_written_alike_inside_and_outside() {
    check("######\n#@ -.#\n# -$ #\n#    #\n######\n", "######\n#@  .#\n#  $ #\n#    #\n######\n");
    check(
        "__#####\n__#@--#\n###$- #\n#.-  -#\n#####_#\n  __###\n",
        "__#####\n__#@--#\n###$--#\n#.----#\n#####-#\n____###\n",
    );
    check("-#####\n##@ .#\n# $  #\n######\n", "-#####\n##@ .#\n# $  #\n######\n");
    check("#####\n#@\t.#\n#  $#\n#####\n", "#####\n#@ .#\n#  $#\n#####\n");
    keeps("#####\n#@ -.\n# $ -#\n#####\n");
    keeps("__####\n###--#__\n#@$-.###\n####--#_\n__#--##_\n__####__\n");
    keeps("#########\n#@ #--#__\n# $#--#__\n#  #--#__\n# .######\n######___\n");
}

#[test]
fn a_setting_names_the_floor() {
    let level = "__####\n###- #\n#@$ .#\n######\n";
    check_floor(Floor::Blank, level, "  ####\n###  #\n#@$ .#\n######\n");
    check_floor(Floor::Dash, level, "--####\n###--#\n#@$-.#\n######\n");
    check_floor(Floor::Underscore, level, "__####\n###__#\n#@$_.#\n######\n");
    check_floor(Floor::Blank, "#####\n#@$.#\n#####\n--\n#####\n", "#####\n#@$.#\n#####\n--\n#####\n");
    check_floor(Floor::Blank, "__#####\n__#@$.#\n__#####\n", "#####\n#@$.#\n#####\n");
}

#[test]
fn letters_beside_signs_become_signs() {
    check("######\n#pb$.#\n#o   #\n######\n", "######\n#@$$.#\n#.   #\n######\n");
    keeps("######\n#pbb.#\n#.   #\n######\n");
    keeps("#####\n#@$o#\n#####\n");
}

#[test]
fn long_moves_are_wrapped() {
    let board = "######\n#@ $.#\n######\n";
    let walk = "rl".repeat(50);
    check(
        &format!("{board}\nSolution\n{walk}rR\n"),
        &format!("{board}\nSolution\n{}\n{}rR\n", &walk[..70], &walk[70..]),
    );
    keeps(&format!("{board}\nSolution\n{}\n{}rR\n", &walk[..3], &walk[3..50]));
    keeps(&format!("{board}\nSolution\n{walk}3rR\n"));
    keeps(&format!("{board}\nSolution: {walk}rR\n"));
}

#[test]
fn levels_and_solutions_begin_behind_a_blank_line() {
    let board = "######\n#@ $.#\n######\n";
    check(&format!("; 1\n{board}; 2\n{board}; 3\n{board}"), &format!("; 1\n{board}\n; 2\n{board}\n; 3\n{board}"));
    check(&format!("{board}Author: me\nSolution 2/1\nrR\n"), &format!("{board}Author: me\n\nSolution 2/1\nrR\n"));
    keeps("1 4\nSB.T\n1 4\nSB.T\n0 0\n");
    keeps(&format!("{board}\nA heading\nof three\nlines\n{board}"));
}

#[test]
fn a_file_ends_with_a_line_end() {
    check("#####\n#@$.#\n#####", "#####\n#@$.#\n#####\n");
    check("#####\n#@$.#\n##### ", "#####\n#@$.#\n#####\n");
    keeps("only words");
    keeps("");
}

#[test]
fn what_is_not_read_without_a_doubt_is_left() {
    keeps("  #####  \n  #@$x#\n  #  .#  \n  #####\n");
    keeps("Game: Hexoban\n\n  # # #  \n # @ $ # \n  # . #\n   # #\n");
    keeps("> #####  \n> #@$.#\n> #####\n");
    keeps("5#|#@$.#|5#  \n");
    keeps("# # # # #\n# @ $ . #  \n# # # # #\n# # # # #\n");
    keeps("[soko=5,3]\nHHHHH  \nHa$.H\nHHHHH\n[/soko]\n");
    keeps("[[1,2,3],[4,0,5]] \n");
    keeps(
        "<?xml version=\"1.0\"?>\n<SokobanLevels><LevelCollection><Level Id=\"1\"><L>#### </L></Level></LevelCollection>\n</SokobanLevels>",
    );
}

#[test]
fn only_the_levels_asked_for_are_formatted() {
    let text = "One\n\n##### \n#@$.#\n#####\n\nTwo\n\n##### \n#@$.#\n#####\n\nThree\n\n##### \n#@$.#\n#####";
    let snapshot = snapshot(text);
    let second = "One\n\n##### \n#@$.#\n#####\n\nTwo\n\n#####\n#@$.#\n#####\n\nThree\n\n##### \n#@$.#\n#####";
    assert_eq!(apply(&snapshot, &format_level(&snapshot, 1, Floor::Own)), second);
    let at = text.find("Two").expect("a title");
    assert_eq!(apply(&snapshot, &format_range(&snapshot, Span::new(at, at + 1), Floor::Own)), second);
    assert!(format_range(&snapshot, Span::at(at - 1), Floor::Own).is_empty(), "between two levels");
}
