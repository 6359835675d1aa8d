//! Titles and keys, in every habit of heading levels.

use super::{check, check_levels, titles};
use expect_test::expect;

const BOARD: &str = "#####\n#@$.#\n#####\n";

/// `{}` is a board.
fn with_boards(pattern: &str) -> String {
    pattern.replace("{}", BOARD)
}

#[track_caller]
fn titled(pattern: &str, expected: &[Option<&str>]) {
    assert_eq!(titles(&with_boards(pattern)), expected, "{pattern:?}");
}

#[test]
fn the_line_above_a_board_is_its_title() {
    titled("One\n\n{}\nTwo\n{}", &[Some("One"), Some("Two")]);
    titled("1\n{}\n2\n{}", &[Some("1"), Some("2")]);
    titled("Header\n\n\nOne\n\n\n{}\n\nTwo\n\n{}", &[Some("One"), Some("Two")]);
    titled("{}\n{}", &[None, None]);
}

#[test]
fn a_line_below_another_note_is_no_title() {
    titled("Two lines\nof text\n\n{}\n", &[None]);
    titled("{}\nA note\nof two lines\n\n{}", &[None, None]);
}

#[test]
fn semicolons_above_a_board() {
    titled("; 1\n{}\n; 2\n{}", &[Some("1"), Some("2")]);
    titled("; 1\n\n{}\n; 2\n\n{}", &[Some("1"), Some("2")]);
    titled(";Level 1\n{};Level 2\n{}", &[Some("Level 1"), Some("Level 2")]);
    titled("; A set\n\n; by somebody\n;\n; 1\n\n{}\n\n; 2 'Named'\n\n{}", &[Some("1"), Some("2 'Named'")]);
    titled("; a comment\n; of two lines\n{}", &[None]);
    titled(";dh-101.xsb\n{}", &[Some("dh-101.xsb")]);
}

#[test]
fn semicolons_below_a_board_by_the_vote_of_the_file() {
    titled("; A set\n; of levels\n\n{}; 1\n; Copyright: me\n\n{}; 2\n; Copyright: me\n", &[Some("1"), Some("2")]);
    titled("{}; 1\n\n{}; 2\n", &[Some("1"), Some("2")]);
    titled("; 1\n\n{}; a comment\n\n; 2\n\n{}; another\n", &[Some("1"), Some("2")]);
    titled("{}; alone\n", &[Some("alone")]);
}

#[test]
fn a_quoted_name_below_a_number() {
    check_levels(
        &with_boards("; 11\n'Corner'\n{}\n; 12\n'Tunnel'\n{}"),
        expect![[r#"
            Corner (xsb)
              #####
              #@$.#
              #####
            Tunnel (xsb)
              #####
              #@$.#
              #####
        "#]],
    );
    let text = with_boards("; 11\n'Corner'\n{}\n; 12\n'Tunnel'\n{}");
    let starts: Vec<&str> = super::file(&text).levels.iter().map(|level| &text[level.span.range()][..4]).collect();
    assert_eq!(starts, ["; 11", "; 12"], "the number belongs to its level");
}

#[test]
fn a_title_key_beats_the_line_above() {
    check(
        &with_boards("Collection: Both\n\n1\n{}Title: One\nAuthor: Me\n\n2\n{}Title : Two\n"),
        expect![[r#"
            Key          |Collection: Both
            Blank        |
            Title        |1
            Board        |#####
            Board        |#@$.#
            Board        |#####
            Key          |Title: One
            Key          |Author: Me
            Blank        |
            Title        |2
            Board        |#####
            Board        |#@$.#
            Board        |#####
            Key          |Title : Two

            Collection: "Both"
            One (xsb)
              #####
              #@$.#
              #####
              Title: "One"
              Author: "Me"
            Two (xsb)
              #####
              #@$.#
              #####
              Title: "Two"
        "#]],
    );
}

#[test]
fn keys_above_their_boards_by_the_vote_of_the_file() {
    check(
        &with_boards("Title: One\nAuthor: Me\n{}\nTitle: Two\n{}\nTitle: Three\n{}"),
        expect![[r#"
            Key          |Title: One
            Key          |Author: Me
            Board        |#####
            Board        |#@$.#
            Board        |#####
            Blank        |
            Key          |Title: Two
            Board        |#####
            Board        |#@$.#
            Board        |#####
            Blank        |
            Key          |Title: Three
            Board        |#####
            Board        |#@$.#
            Board        |#####

            One (xsb)
              #####
              #@$.#
              #####
              Title: "One"
              Author: "Me"
            Two (xsb)
              #####
              #@$.#
              #####
              Title: "Two"
            Three (xsb)
              #####
              #@$.#
              #####
              Title: "Three"
        "#]],
    );
}

#[test]
fn keys_of_the_collection_stand_before_the_first_board() {
    check_levels(
        &with_boards("Title: The set\nAuthor: Me\n\n{}Title: A level\n"),
        expect![[r#"
            Title: "The set"
            Author: "Me"
            A level (xsb)
              #####
              #@$.#
              #####
              Title: "A level"
        "#]],
    );
}

#[test]
fn a_title_may_hold_a_colon_but_no_known_key() {
    titled("{}\nLevel 3: The End\n\n{}", &[None, Some("Level 3: The End")]);
    titled("{}\nAuthor: Me\n\n{}", &[None, None]);
    titled("{}\nhttp://example.org\n\n{}", &[None, Some("http://example.org")]);
}

#[test]
fn the_first_title_is_no_macro() {
    titled("Width=50\n\n{}", &[None]);
    titled("; a = b\n\n{}", &[Some("a = b")]);
    titled("{}\na = b\n\n{}", &[None, Some("a = b")]);
}

#[test]
fn numbers_and_signs_in_titles_are_no_boards() {
    for title in ["#50 (3)", "30-8-55", "12", "#12", "3-5-8", "*** 7 ***", "Bob", "boom", "+|+", "$ 5 *"] {
        titled(&format!("{title}\n\n{{}}"), &[Some(title)]);
        titled(&format!("{{}}\n{title}\n\n{{}}"), &[None, Some(title)]);
    }
    titled("Bob\n{}", &[Some("Bob")]);
    titled("#50 (3)\n{}", &[Some("#50 (3)")]);
}

#[test]
fn rules_are_no_titles() {
    titled("{}\n-----\n\n{}", &[None, None]);
    titled("* * *\n\n{}", &[None]);
}

#[test]
fn comment_blocks() {
    check(
        &with_boards(
            "{}Comment:\nA first line.\n\n  A third, with a board:\n####\n#  #\n####\nComment-End:\n\nNext\n\n{}",
        ),
        expect![[r#"
            Board        |#####
            Board        |#@$.#
            Board        |#####
            Key          |Comment:
            Key          |A first line.
            Key          |
            Key          |  A third, with a board:
            Key          |####
            Key          |#  #
            Key          |####
            Key          |Comment-End:
            Blank        |
            Title        |Next
            Blank        |
            Board        |#####
            Board        |#@$.#
            Board        |#####

            (no title) (xsb)
              #####
              #@$.#
              #####
              Comment: "A first line.\n\n  A third, with a board:\n####\n#  #\n####"
            Next (xsb)
              #####
              #@$.#
              #####
        "#]],
    );
}

#[test]
fn a_comment_that_does_not_end_stops_at_the_next_board() {
    check(
        &with_boards("{}Comment:\nA line.\n\nNext\n\n{}Comment: one line\n"),
        expect![[r#"
            Board        |#####
            Board        |#@$.#
            Board        |#####
            Key          |Comment:
            Note         |A line.
            Blank        |
            Title        |Next
            Blank        |
            Board        |#####
            Board        |#@$.#
            Board        |#####
            Key          |Comment: one line

            (no title) (xsb)
              #####
              #@$.#
              #####
              Comment: "" (not ended)
            Next (xsb)
              #####
              #@$.#
              #####
              Comment: "one line"
        "#]],
    );
}

#[test]
fn a_header_of_double_colons_is_comment() {
    check(
        &with_boards(
            "::::::::::\n:: Sokoban ::\n::::::::::\nDate Created: today\n::::::::::\n\nFirst\n\n{}Rating: 5\n",
        ),
        expect![[r#"
            Comment      |::::::::::
            Comment      |:: Sokoban ::
            Comment      |::::::::::
            Key          |Date Created: today
            Comment      |::::::::::
            Blank        |
            Title        |First
            Blank        |
            Board        |#####
            Board        |#@$.#
            Board        |#####
            Key          |Rating: 5

            Date Created: "today"
            First (xsb)
              #####
              #@$.#
              #####
              Rating: "5"
        "#]],
    );
}
