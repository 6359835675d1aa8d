//! Bugs that other readers of level files had, by what went wrong. None of them may come back here.

use super::{boards, check, check_levels, file, levels, notations, reading, titles};
use expect_test::expect;
use sok::level::Cell;
use sok::syntax::{Hints, LineClass, Notation, ProblemKind, Puzzle, parse, print};

const BOARD: &str = "#####\n#@$.#\n#####\n";

fn cells(text: &str, test: impl Fn(Cell) -> bool) -> usize {
    match reading(text, &file(text).levels[0]).puzzle {
        Puzzle::Sokoban(board) => board.find(test).len(),
        _ => 0,
    }
}

#[test]
fn blank_lines_of_every_line_end_separate_levels() {
    for end in ["\n", "\r\n", "\r"] {
        let text = format!("{BOARD}\n{BOARD}\n\n{BOARD}").replace('\n', end);
        assert_eq!(boards(&text), [BOARD; 3], "{end:?}");
    }
    assert_eq!(boards("#####\r\n#@$.#\n#####\r\r#####\n#@$.#\r#####"), [BOARD; 2], "mixed line ends");
}

#[test]
fn unequal_counts_are_kept_as_they_are() {
    let text = "; Credits: me\n\n#######\n#@$$$.#\n#   . #\n#######\n; Licence: ask\n";
    assert_eq!((cells(text, Cell::is_box), cells(text, Cell::is_target)), (3, 2));
    assert_eq!(print(text, &parse(text, &Hints::default())), text, "with the credits");
}

#[test]
fn a_player_on_a_target_is_both() {
    let text = "#####\n#+$ #\n#####";
    assert_eq!((cells(text, Cell::is_player), cells(text, Cell::is_target)), (1, 1));
}

#[test]
fn another_alphabet_is_recognised_and_converted() {
    assert_eq!(boards("+ + +\n+ * +\n+ + +"), ["###\n#@#\n###\n"]);
    assert_eq!(boards("+ + + + +\n+ * @ X +\n+ + + + +"), [BOARD]);
}

#[test]
fn a_board_may_start_with_a_box_on_its_target() {
    assert_eq!(boards("######\n#@*$.#\n######"), ["######\n#@*$.#\n######\n"]);
}

#[test]
fn a_plain_xsb_collection_loads() {
    let text = format!("{BOARD}\n").repeat(60);
    assert_eq!(boards(&text), vec![BOARD; 60]);
}

#[test]
fn a_board_may_be_far_wider_than_a_screen() {
    let text = format!("{0}\n#@$.{1}#\n{0}\n", "#".repeat(140), " ".repeat(135));
    assert_eq!(boards(&text)[0].lines().next().map(str::len), Some(140));
}

#[test]
fn every_target_counts_and_none_is_lost() {
    let text = "#######\n#SBBTT#\n#.....#\n#######";
    assert_eq!((cells(text, Cell::is_box), cells(text, Cell::is_target)), (2, 2));
    let text = "#######\n#SBB..#\n#..T..#\n#######";
    assert_eq!((cells(text, Cell::is_box), cells(text, Cell::is_target)), (2, 1));
}

#[test]
fn blank_lines_behind_a_header_are_harmless() {
    assert_eq!(boards(&format!("A header\n\n{BOARD}")), [BOARD]);
    assert_eq!(boards(&format!("\n\nTitle: x\n\n\n\n{BOARD}\n\n\n")), [BOARD]);
}

#[test]
fn boxes_and_boxes_on_targets_are_not_mixed_up() {
    let text = "#####\n#*$@#\n#. .#\n#####\n";
    assert_eq!(boards(text), [text]);
}

#[test]
fn blanks_in_the_top_row_are_kept() {
    let text = "##  ##\n#@$. #\n######\n";
    assert_eq!(boards(text), [text]);
}

#[test]
fn comments_alone_are_no_level() {
    assert_eq!(boards(&format!("; hi\n\n{BOARD}")), [BOARD]);
    assert_eq!(notations("; hi\n; ###\n; # #\n; ###\n"), []);
}

#[test]
fn a_title_of_two_lines_is_the_first() {
    assert_eq!(titles(&format!("Name\nby me\n\n{BOARD}")), [Some("Name")]);
    assert_eq!(titles(&format!("Name\r\nby me\r\n\r\n{BOARD}")), [Some("Name")]);
}

#[test]
fn one_blank_more_or_less_is_not_evened_out() {
    let text = "#####\n #@$.#\n#####\n";
    assert_eq!(boards(text), [text]);
}

#[test]
fn a_solution_key_is_no_other_field() {
    check_levels(
        &format!("{BOARD}Title: One\nDate: 2001\nSolution: R\nAuthor: Me\n"),
        expect![[r#"
            One (xsb)
              #####
              #@$.#
              #####
              Title: "One"
              Date: "2001"
              Author: "Me"
              (no title) = "R"
        "#]],
    );
}

#[test]
fn lines_that_are_no_board_are_notes() {
    check(
        "; 11\n'name'\n#####\n#@$.#\n#####\n%%% what is this?\n~~~\n\n",
        expect![[r#"
            Comment      |; 11
            Title        |'name'
            Board        |#####
            Board        |#@$.#
            Board        |#####
            Note         |%%% what is this?
            Note         |~~~
            Blank        |

            name (xsb)
              #####
              #@$.#
              #####
        "#]],
    );
}

#[test]
fn a_comment_of_two_lines_comes_back() {
    let text = format!("{BOARD}Comment:\nfirst\nsecond\nComment-End:\n");
    let file = file(&text);
    let key = &file.levels[0].keys[0];
    assert_eq!((&text[key.value.range()], key.open), ("first\nsecond", false));
}

#[test]
fn malformed_run_lengths_do_no_harm() {
    for row in ["3", "2(#", "#3", "2)#", "((#", "#|3|#", "()#", "0#", "99999999999999999999#"] {
        for text in [format!("{row}\n{row}\n{row}"), format!("####\n{row}\n####"), format!("#|#|{row}|#")] {
            levels(&text);
        }
    }
    let text = "####|#2(@|####";
    let problems = reading(text, &file(text).levels[0]).problems;
    assert!(matches!(problems[..], [ref it] if matches!(it.kind, ProblemKind::Rle(_)) && it.span.range() == (7..8)));
}

#[test]
fn packed_rows_keep_their_breaks() {
    assert_eq!(boards("4#|#@#|4#"), ["####\n#@#\n####\n"]);
    assert_eq!(boards("4#|\n#@#|\n4#|\n"), ["####\n#@#\n####\n"]);
}

#[test]
fn blank_lines_around_a_board_are_no_rows() {
    assert_eq!(boards(&format!("\n \n{BOARD}\n\t\n\n")), [BOARD]);
    assert_eq!(boards(&format!("---\n{BOARD}---\n___\n")), [BOARD]);
}

#[test]
fn the_second_line_of_a_note_is_no_title_even_at_the_start_of_the_file() {
    assert_eq!(titles(&format!("note\ntitle?\n{BOARD}")), [None]);
    assert_eq!(titles(&format!("title\n{BOARD}")), [Some("title")]);
}

#[test]
fn quoted_mail_is_read_once() {
    let quoted: String =
        format!("A title\n\n{BOARD}\nSolution\nR\n").lines().map(|line| format!(">{line}\n")).collect();
    check(
        &quoted,
        expect![[r#"
            Title        |>A title
            Blank        |>
            Board        |>#####
            Board        |>#@$.#
            Board        |>#####
            Blank        |>
            SolutionTitle|>Solution
            Moves        |>R

            A title (xsb)
              #####
              #@$.#
              #####
              >Solution = "R"
        "#]],
    );
    assert_eq!(boards("> > #####\n> > #@$.#\n> > #####"), [BOARD]);
}

#[test]
fn keys_stand_at_the_start_of_a_line() {
    let text = format!("{BOARD}Read on. The title: foo\nThis solution is nice\nSubtitle: x\n");
    assert_eq!(titles(&text), [None]);
    assert_eq!(file(&text).levels[0].solutions, []);
    assert_eq!(titles(&format!("Title Level: 03\n\n{BOARD}")), [Some("Title Level: 03")]);
}

#[test]
fn an_empty_row_inside_a_board_stays_a_row() {
    for row in ["-", "_", " -", "-  _ -"] {
        let text = format!("#####\n#@$.#\n{row}\n#   #\n#####\n");
        assert_eq!(boards(&text), ["#####\n#@$.#\n\n#   #\n#####\n"], "{row:?}");
        let classes: Vec<LineClass> = file(&text).lines.iter().map(|line| line.class).collect();
        assert_eq!(classes, [LineClass::Board; 5]);
    }
}

#[test]
fn a_title_of_two_players_is_a_title() {
    assert_eq!(titles(&format!("+|+\n\n{BOARD}")), [Some("+|+")]);
}

#[test]
fn letters_are_aliases_only_where_the_level_is_xsb() {
    assert_eq!(notations("#####\n#pbo#\n#####\n\n#####\n#SBT#\n#####\n"), [Notation::Xsb, Notation::Sbt]);
    assert_eq!(boards("#####\n#PBb#\n#####\n"), ["#####\n#+*$#\n#####\n"]);
}

#[test]
fn a_file_without_a_last_line_end_keeps_its_last_row() {
    assert_eq!(boards(BOARD.trim_end()), [BOARD]);
}

#[test]
fn a_tab_is_one_floor_square() {
    assert_eq!(boards("######\n#@\t$.#\n######"), ["######\n#@ $.#\n######\n"]);
}
