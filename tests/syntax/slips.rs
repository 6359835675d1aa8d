//! Boards with mistakes in them, and boards that are still being typed.

use super::{check, check_levels, file, notations};
use expect_test::expect;
use sok::syntax::{Notation, ProblemKind, Puzzle};

#[test]
fn an_unknown_character_is_named_with_what_was_meant() {
    check_levels(
        "#####\n#@$x#\n# T.#\n#####\n\n#####\n#s.B#\n#.@T#\n#####\n\n3 3\nSB.\n.-T\n#.?\n\n■■■■\n■♂x■\n■■■■\n",
        expect![[r#"
            (no title) (xsb)
              #####
              #@$ #
              #  .#
              #####
              ! unknown 'x' at "x"
              ! unknown 'T', meant '.' at "T"
            (no title) (sbt)
              #####
              #  $#
              #  .#
              #####
              ! unknown 's', meant 'S' at "s"
              ! unknown '@', meant 'S' at "@"
            (no title) (poj)
              @$
                .
              #
              ! unknown '-', meant '.' at "-"
              ! unknown '?' at "?"
            (no title) (glyphs)
              ####
              #@ #
              ####
              ! unknown 'x' at "x"
        "#]],
    );
}

#[test]
fn an_unknown_character_does_not_cut_a_board_in_two() {
    for row in ["#  x #", "#é   #", "x    #", "#    x"] {
        for at in 1..4 {
            let mut rows = vec!["######", "#@ $.#", "#    #", "######"];
            rows.insert(at, row);
            let text = rows.join("\n");
            assert_eq!(file(&text).levels.len(), 1, "{text}");
            assert_eq!(file(&text).levels[0].board.len(), text.len(), "{text}");
        }
    }
    assert_eq!(file("##x###\n#@ $.#\n######").levels[0].board.len(), 20);
    assert_eq!(file("######\n#@ $.#\n##x###").levels[0].board.len(), 20);
}

#[test]
fn text_beside_a_board_is_no_row() {
    for text in ["# of pushes: 5", "#12", "# comment", "Nothing", "(3)", "A # sign", "### Level A1 ###"] {
        let above = format!("{text}\n#####\n#@$.#\n#####");
        let below = format!("#####\n#@$.#\n#####\n{text}");
        assert_eq!(file(&above).levels[0].board.len(), 17, "{above}");
        assert_eq!(file(&below).levels[0].board.len(), 17, "{below}");
    }
}

#[test]
fn a_note_that_is_being_typed_below_a_board_leaves_the_board_alone() {
    for note in ["Solution 2/1", "Bob", "Title: x", "* a star", "; a comment", "$5", "...", "Push", "PB", "12"] {
        for (end, _) in note.char_indices().skip(1).filter(|&(end, _)| note != "..." || end < 3) {
            for board in ["#####\n#@$.#\n#####", "#####\n#SBT#\n#####"] {
                let text = format!("{board}\n{}", &note[..end]);
                assert_eq!(file(&text).levels[0].board.len(), board.len(), "{text}");
                let text = format!("{}\n{board}", &note[..end]);
                assert_eq!(file(&text).levels[0].board.len(), board.len(), "{text}");
            }
        }
    }
}

#[test]
fn rows_of_a_wrong_length_and_rows_that_are_missing() {
    check_levels(
        "2 3\nSBT\n..\n3 3\nSBT\n...\n1 3\nSBT\n...\n\n[[\"S\",\"B\"],[\"T\"]]\n\n[[1,2],[0]]\n",
        expect![[r#"
            (no title) (poj)
              @$.

              ! a row of 2, not 3 at ".."
            (no title) (poj)
              @$.

              ! 2 rows of 3 at "3 3"
            (no title) (poj)
              @$.

              ! 2 rows, not 1 at "1 3"
            (no title) (array)
              @$
              .
              ! a row of 1, not 2 at "T"
            (no title) (tiles)
              [1, 2]
              [0, 4294967295]
              goal [1, 2, 3, 0]
              ! a row of 1, not 2 at "0"
        "#]],
    );
}

#[test]
fn run_length_encoding_gone_wrong() {
    check_levels(
        "5#|#@$.3|5#\n\n5#|#@2($.#|5#\n\n5#|#@$.)#|5#\n\n5#|0#@$.#|5#\n",
        expect![[r#"
            (no title) (xsb)
              #####
              #@$.
              #####
              ! a count with nothing to repeat at "3"
            (no title) (xsb)
              #####
              #@$.#
              #####
              ! an opening parenthesis that is not closed in its row at "("
            (no title) (xsb)
              #####
              #@$.#
              #####
              ! a closing parenthesis without an opening one at ")"
            (no title) (xsb)
              #####
              #@$.#
              #####
              ! a count of zero at "0"
        "#]],
    );
}

#[test]
fn an_empty_line_ends_a_board_and_a_floor_row_does_not() {
    check(
        "#####\n#   #\n\n#@$.#\n#####\n\n#####\n#   #\n-\n#@$.#\n#####\n--\n\n",
        expect![[r#"
            Board        |#####
            Board        |#   #
            Blank        |
            Board        |#@$.#
            Board        |#####
            Blank        |
            Board        |#####
            Board        |#   #
            Board        |-
            Board        |#@$.#
            Board        |#####
            Note         |--
            Blank        |

            (no title) (xsb)
              #####
              #   #
            (no title) (xsb)
              #@$.#
              #####
            (no title) (xsb)
              #####
              #   #

              #@$.#
              #####
        "#]],
    );
}

#[test]
fn a_board_that_is_being_typed_is_a_level_from_its_second_row_on() {
    for board in [
        "#####\n#@$.#\n#####\n",
        "#####\n#S.B#\n#..T#\n#####\n",
        "[[\"#\",\"#\",\"#\"],\n[\"S\",\"B\",\"T\"],\n[\"#\",\"#\",\"#\"]]\n",
        "3 3\n###\nSBT\n###\n",
        "■■■\n■♂■\n■■■\n",
    ] {
        let second = board.find('\n').expect("a second row") + 4;
        for (end, _) in board.char_indices().filter(|&(end, _)| end > second) {
            assert_eq!(file(&board[..end]).levels.len(), 1, "{:?}", &board[..end]);
        }
    }
}

#[test]
fn a_literal_that_is_being_typed_does_not_swallow_what_follows() {
    let text = "[[\"S\",\"B\"],\n[\"T\",\n\n#####\n#@$.#\n#####\n";
    assert_eq!(notations(text), [Notation::Array, Notation::Xsb]);
}

#[test]
fn text_with_brackets_is_text() {
    for text in
        ["[1] a footnote", "{}", "[]", "[[]]", "see [here](there)", "[\"a\", \"b\"]", "x = [5]", "{rddd}Urr{uul}uLU"]
    {
        assert_eq!(notations(text), [], "{text}");
    }
}

#[test]
fn large_boards_are_refused_and_named() {
    let rows = |width: usize, height: usize| format!("{}\n", "#".repeat(width)).repeat(height);
    let kinds = |text: &str| -> Vec<ProblemKind> {
        let reading = super::reading(text, &file(text).levels[0]);
        assert_eq!(reading.puzzle, Puzzle::Foreign);
        reading.problems.into_iter().map(|problem| problem.kind).collect()
    };
    assert_eq!(kinds(&rows(1001, 3)), [ProblemKind::TooLarge { width: 1001, height: 3 }]);
    assert_eq!(kinds(&rows(3, 1001)), [ProblemKind::TooLarge { width: 3, height: 1001 }]);
    assert_eq!(kinds("9999#|###|###"), [ProblemKind::TooLarge { width: 9999, height: 3 }]);
    assert_eq!(super::boards(&rows(1000, 1000))[0].len(), 1_001_000);
}
