//! One board in every notation and spelling.

use super::{boards, check, check_levels, notations};
use expect_test::expect;
use sok::syntax::{Hints, Notation, parse};

/// The board that most of the spellings below draw.
const BOARD: &str = "######\n#.####\n#  $ #\n# ## #\n#   @#\n######\n";

#[track_caller]
fn draws(text: &str, notation: Notation) {
    assert_eq!(notations(text), [notation]);
    assert_eq!(boards(text), [BOARD]);
}

#[test]
fn xsb() {
    draws(BOARD, Notation::Xsb);
    draws("######\n#.####\n#--$-#\n#_##_#\n#---@#\n######", Notation::Xsb);
    draws("######\n#o####\n#  b #\n# ## #\n#   p#\n######", Notation::Xsb);
    draws("    ######\n    #.####\n    #  $ #\n    # ## #\n    #   @#\n    ######", Notation::Xsb);
    draws("> ######\n> #.####\n> #  $ #\n> # ## #\n> #   @#\n> ######", Notation::Xsb);
}

#[test]
fn run_length_encoding_and_row_separators() {
    draws("6#|#.4#|#2-$-#|#-2#-#|#3-@#|6#", Notation::Xsb);
    draws("6#|\n#.4#|\n#2-$-#|\n#-2#-#|\n#3-@#|\n6#|", Notation::Xsb);
    draws("######|#.####|#  $ #|# ## #|#   @#|######", Notation::Xsb);
    draws("######\n#.####\n#2-$-#\n#-2(#)-#\n#3(-)@#\n6#", Notation::Xsb);
    assert_eq!(boards("2(3(#-)#)\n2(3(#-)#)\n2(#)@"), ["# # # ## # # #\n# # # ## # # #\n##@\n"]);
}

#[test]
fn sbt() {
    draws("######\n#T####\n#..B.#\n#.##.#\n#...S#\n######", Notation::Sbt);
    assert_eq!(boards("#####\n#S.B#\n#..T#\n#####"), ["#####\n#@ $#\n#  .#\n#####\n"]);
    assert_eq!(boards("S..\n.B.\n..T"), ["@\n $\n  .\n"]);
    assert_eq!(boards("#####\n#+*B#\n#####\n#T..#"), ["#####\n#+*$#\n#####\n#.  #\n"]);
    assert_eq!(boards("S.B.T"), ["@ $ .\n"]);
}

#[test]
fn an_outer_wall_is_not_needed_where_off_grid_is_wall() {
    check(
        "An open board\n\n....T\n.S...\n#B###\n.....\n",
        expect![[r#"
            Title        |An open board
            Blank        |
            Board        |....T
            Board        |.S...
            Board        |#B###
            Board        |.....

            An open board (sbt)
                  .
               @
              #$###

        "#]],
    );
}

/// The board's rows in `sbt` letters: cells between `quotes`, rows between `brackets`, joined by `between`.
fn literal(brackets: (&str, &str), quotes: (&str, &str), between: &str) -> String {
    let cell = |letter: char| format!("{}{letter}{}", quotes.0, quotes.1);
    let row =
        |row: &str| format!("{}{}{}", brackets.0, row.chars().map(cell).collect::<Vec<_>>().join(","), brackets.1);
    ["######", "#T####", "#..B.#", "#.##.#", "#...S#", "######"].map(row).join(between)
}

#[test]
fn array() {
    const SQUARE: (&str, &str) = ("[", "]");
    let json = format!("[{}]", literal(SQUARE, ("\"", "\""), ","));
    draws(&json, Notation::Array);
    draws(&format!("grid = {json}"), Notation::Array);
    draws(&format!("Input: grid = {json}\nOutput: 3"), Notation::Array);
    draws(&format!("{{\"grid\": {json}}}"), Notation::Array);
    for quotes in [("'", "'"), ("‘", "’"), ("“", "”"), ("&quot;", "&quot;"), ("`", "`"), ("", "")] {
        for between in [",", ", ", ",\n", ",\r\n "] {
            draws(&format!("[{}]", literal(SQUARE, quotes, between)), Notation::Array);
        }
    }
    draws(
        &format!("[\n  {}\n]\n", literal(("[\n", "\n]"), ("  \"", "\""), ",\n").replace(",  ", ",\n  ")),
        Notation::Array,
    );
    let strings = ["######", "#T####", "#..B.#", "#.##.#", "#...S#", "######"].map(|row| format!("\"{row}\""));
    draws(&format!("[{}]", strings.join(",\n ")), Notation::Array);
}

#[test]
fn arrays_of_other_languages() {
    let braces = literal(("{", "}"), ("'", "'"), ",\n");
    draws(&format!("{{{braces}}};"), Notation::Array);
    draws(&format!("char[][] grid = {{{braces}}};"), Notation::Array);
    draws(&format!("char[][] grid = new char[][]{{{braces}}};"), Notation::Array);
    draws(&format!("char[][] grid = new char[][] {{\n{braces}\n}};"), Notation::Array);
    let vectors = literal(("vector<char>{", "}"), ("'", "'"), ",\n");
    draws(&format!("grid = {{{vectors}}};"), Notation::Array);
    draws(&format!("vector<vector<char>> grid = {{{vectors}}};"), Notation::Array);
    let javadoc = literal((" * [", "]"), ("\"", "\""), ",\n");
    draws(&format!("/*\n{javadoc},\n */"), Notation::Array);
}

#[test]
fn arrays_with_the_squares_of_xsb() {
    assert_eq!(boards("[[\"#\",\" \",\"@\"],[\"$\",\".\",\"*\"]]"), ["# @\n$.*\n"]);
}

#[test]
fn poj() {
    check(
        "1 7\nSB....T\n1 7\nSB..#.T\n0 0\n",
        expect![[r#"
            Board        |1 7
            Board        |SB....T
            Board        |1 7
            Board        |SB..#.T
            Note         |0 0

            (no title) (poj)
              @$    .
            (no title) (poj)
              @$  # .
        "#]],
    );
    draws("6 6\n######\n#T####\n#..B.#\n#.##.#\n#...S#\n######\n", Notation::Poj);
}

#[test]
fn the_mazes_of_a_poj_file_may_stand_apart_and_have_titles() {
    check_levels(
        "First\n1 3\nSBT\n\n\nSecond\n\n2 3\nSB.\n..T\n\n0 0\n",
        expect![[r#"
            First (poj)
              @$.
            Second (poj)
              @$
                .
        "#]],
    );
}

#[test]
fn glyphs() {
    draws("■■■■■■\n■◎■■■■\n■□□●□■\n■□■■□■\n■□□□♂■\n■■■■■■", Notation::Glyphs);
    draws("＃＃＃＃＃＃\n＃．＃＃＃＃\n＃　　＄　＃\n＃　＃＃　＃\n＃　　　＠＃\n＃＃＃＃＃＃", Notation::Glyphs);
    draws("＃＃＃＃＃＃\n＃Ｔ＃＃＃＃\n＃．．Ｂ．＃\n＃．＃＃．＃\n＃．．．Ｓ＃\n＃＃＃＃＃＃", Notation::Glyphs);
    draws("⬛⬛⬛⬛⬛⬛\n⬛🎯⬛⬛⬛⬛\n⬛⬜⬜📦⬜⬛\n⬛⬜⬛⬛⬜⬛\n⬛⬜⬜⬜🧍⬛\n⬛⬛⬛⬛⬛⬛", Notation::Glyphs);
    assert_eq!(boards("■■■■\n■*+■\n■★■■\n■■■■"), ["####\n#*+#\n#*##\n####\n"]);
}

#[test]
fn tiles() {
    check_levels(
        "[[4,1,2],[5,0,3]]\n\n283104765\nGoal: 123804765\n\n2 3 4 1 5 x 7 6 8\n\n1 2 3 4\n5 6 0 8\n9 10 7 11\n",
        expect![[r#"
            (no title) (tiles)
              [4, 1, 2]
              [5, 0, 3]
              goal [1, 2, 3, 4, 5, 0]
            (no title) (tiles)
              [2, 8, 3]
              [1, 0, 4]
              [7, 6, 5]
              goal [1, 2, 3, 8, 0, 4, 7, 6, 5]
              Goal: "123804765"
            (no title) (tiles)
              [2, 3, 4]
              [1, 5, 0]
              [7, 6, 8]
              goal [1, 2, 3, 4, 5, 6, 7, 8, 0]
            (no title) (tiles)
              [1, 2, 3, 4]
              [5, 6, 0, 8]
              [9, 10, 7, 11]
              goal [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0]
        "#]],
    );
}

#[test]
fn numbers_may_stand_in_quotes() {
    assert_eq!(notations("[[\"4\",\"1\",\"2\"],[\"5\",\"0\",\"3\"]]"), [Notation::Tiles]);
}

#[test]
fn numbers_with_a_slip_or_still_growing_are_a_puzzle() {
    for text in ["1 2 3\n4 5", "1 2 3\n4 5 5", "2 3 4 1 5 x 7 6 6", "[[1,2,3],[4,5,5]]", "[[1,2,3],[4,", "1 2 3\n4"] {
        assert_eq!(notations(text), [Notation::Tiles], "{text}");
    }
}

#[test]
fn numbers_that_are_no_puzzle_are_text() {
    for text in ["2013", "12", "Levels 1 2 3", "1 2\n1 2\n1 2", "12 5\n12 7\n", "20240131", "100000"] {
        assert_eq!(notations(text), [], "{text}");
    }
}

#[test]
fn boards_of_a_reasoning_dataset_mean_what_they_say() {
    let spaced = "+ + + + + +\n+ * @ - X +\n+ + + + + +";
    assert_eq!(boards(spaced), ["######\n#@$ .#\n######\n"]);
    assert_eq!(boards("++++++\n+*@-X+\n+%$--+\n++++++"), ["######\n#@$ .#\n#+*  #\n######\n"]);
}

#[test]
fn squares_with_a_blank_between_them() {
    assert_eq!(boards("# # # # #\n# @ $ . #\n# # # # #"), ["#####\n#@$.#\n#####\n"]);
    assert_eq!(boards("  # # # # #\n  #   $ . #\n  # @ # # #\n  # # #"), ["#####\n# $.#\n#@###\n###\n"]);
}

#[test]
fn other_geometries_are_named_and_left_alone() {
    let hexoban = "--#-#-#\n-#-@-$-#\n--#-.-#\n---#-#\n";
    check_levels(
        &format!("A\n\n{hexoban}\nB\n\n#####\n#@$.#\n#####\nGame: Trioban\n\nC\n\n#####\n#@$.#\n#####\n"),
        expect![[r#"
            A (foreign)
              hexoban
            B (foreign)
              trioban
              Game: "Trioban"
            C (xsb)
              #####
              #@$.#
              #####
        "#]],
    );
    assert_eq!(notations("Game: Octoban\n\n#####\n#@$.#\n#####\n"), [Notation::Foreign]);
    assert_eq!(
        notations("Game: Octoban\n\n#####\n#@$.#\n#####\nGame: Sokoban\n"),
        [Notation::Xsb],
        "a level's own key beats the file's"
    );
}

#[test]
fn the_file_votes_on_boards_that_fit_two_notations() {
    let open = "#####\n#..B#\n#####\n";
    let sbt = "#####\n#S.B#\n#..T#\n#####\n";
    let xsb = "#####\n#@$.#\n#####\n";
    assert_eq!(notations(&format!("{open}\n{sbt}")), [Notation::Sbt; 2]);
    assert_eq!(notations(&format!("{open}\n{xsb}")), [Notation::Xsb; 2]);
    assert_eq!(
        notations(&format!("{open}\n{xsb}\n{sbt}\n{sbt}")),
        [Notation::Sbt, Notation::Xsb, Notation::Sbt, Notation::Sbt]
    );
}

#[test]
fn a_half_typed_board_keeps_its_last_notation() {
    let half = "#####\n#..B";
    let with = |last: &[Notation], prefer_xsb| {
        let hints = Hints { last: last.to_vec(), prefer_xsb, ..Hints::default() };
        parse(half, &hints).levels[0].notation
    };
    assert_eq!(with(&[Notation::Sbt], true), Notation::Sbt);
    assert_eq!(with(&[Notation::Xsb], false), Notation::Xsb);
    assert_eq!(with(&[], true), Notation::Xsb);
    assert_eq!(with(&[], false), Notation::Sbt);
}

#[test]
fn a_setting_or_a_key_forces_a_notation() {
    let board = "#####\n#..B#\n#####\n";
    let forced = Hints { forced: Some(Notation::Sbt), prefer_xsb: true, ..Hints::default() };
    assert_eq!(parse(board, &forced).levels[0].notation, Notation::Sbt);
    assert_eq!(notations(&format!("Notation: sbt\n\n{board}")), [Notation::Sbt]);
    let key = format!("Notation: xsb\n\n{board}");
    assert_eq!(parse(&key, &forced).levels[0].notation, Notation::Xsb, "the file knows best");
}

#[test]
fn every_cell_has_its_place_in_the_text() {
    let check = |text: &str| {
        let file = super::file(text);
        let level = &file.levels[0];
        let reading = super::reading(text, level);
        let places = reading.places.iter().map(|place| &text[place.shifted(level.span.start as usize).range()]);
        places.collect::<Vec<_>>().join("|")
    };
    assert_eq!(check("Title\n\n ###\n #@$.#\n ###"), "#|#|#|||#|@|$|.|#|#|#|#||");
    assert_eq!(check("[['S', 'B'],\n ['T', '#']]"), "S|B|T|#");
    assert_eq!(check("3#|#@#|3#"), "#|#|#|#|@|#|#|#|#");
    assert_eq!(check("■■\n■♂"), "■|■|■|♂");
    assert_eq!(check("[[10,1],[0,3]]"), "10|1|0|3");
    assert_eq!(check("# # #\n# @ #\n# # #\n# # #"), "#|#|#|#|@|#|#|#|#|#|#|#");
}
