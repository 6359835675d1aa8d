//! Alphabets of single programs.

use super::{boards, check_levels, file, notations, titles};
use expect_test::expect;
use sok::syntax::{Dialect, Notation};

fn dialects(text: &str) -> Vec<Dialect> {
    file(text).levels.iter().map(|level| level.dialect).collect()
}

#[test]
fn boards_in_tags() {
    let text = "A name\n\n[soko=6,4]\nHHHHHH\nHa$._H\n_xH*-H\nHHHHHH\n[/soko]\n\nTwo\n\n[SOKO=5,3]\nHHHHH\nHa$.H\nHHHHH\n[/SOKO]\nAuthor: Me\n\nSolution 1/1\nR\n";
    check_levels(
        text,
        expect![[r#"
            A name (mf8)
              ######
              #@$. #
               +#* #
              ######
            Two (mf8)
              #####
              #@$.#
              #####
              Author: "Me"
              Solution 1/1 = "R"
        "#]],
    );
    assert_eq!(boards("[soko=5,3]\nHHHHH\nHa$#H\nHHHHH\n"), ["#####\n#@$ #\n#####\n"], "no end tag, and a slip");
}

#[test]
fn maps_of_pusher() {
    let map = "    XXXXX\n    X   X\n    X*  X\n  XXX  &XX\n  X  @ . X\n  XXXXXXXX\n";
    let text = format!("Maze: 1\nSize X: 10\n\n{map}\n*************************************\nMaze: 2\n\n{map}");
    assert_eq!(boards(&text), ["  #####\n  #   #\n  #$  #\n###  *##\n#  @ . #\n########\n"; 2]);
    assert_eq!(dialects(&text), [Dialect::Pusher; 2]);
    assert_eq!(notations("XXX\nXX\nX\n"), [], "numerals are no map");
    assert_eq!(notations("X X\nX.X\nX X\n"), [], "without a player and a box it may be anything");
}

#[test]
fn maps_of_nethack_keep_unequal_numbers() {
    let map = "-------- ------\n|@|>...---....|\n|^|-.00....0..|\n|^||..--------|\n|-||-----\n|....|\n------\n";
    check_levels(
        &format!("; drawn after a game\n\n{map}"),
        expect![[r#"
            drawn after a game (xsb)
              ######## ######
              #@#    ###    #
              #.## $$    $  #
              #.##  #########
              #########
              #    #
              ######
        "#]],
    );
    assert_eq!(dialects(map), [Dialect::Nethack]);
    for table in ["---\n| a | 0 |\n---\n", "-----\n-----\n-----\n", "---\n|.|\n---\n", "+---+\n| 0 |\n+---+\n"] {
        assert_eq!(notations(table), [], "{table}");
    }
}

#[test]
fn a_key_of_the_game_may_be_written_with_an_equals_sign() {
    let board = "#####\n#@$.#\n#####\n";
    assert_eq!(dialects(&format!("Game = Trioban\n\n{board}")), [Dialect::Trioban]);
    assert_eq!(titles(&format!("Game = Trioban\n\n{board}")), [None]);
    assert_eq!(notations(&format!("Games = many\n\n{board}")), [Notation::Xsb]);
}

#[test]
fn several_players_that_take_turns_are_another_game() {
    let board = "#######\n#@$. @#\n#######\n";
    assert_eq!(dialects(&format!("{board}\nSolution\n{{rrrr}}l{{llll}}R\n")), [Dialect::Multiban]);
    assert_eq!(dialects(&format!("{board}Game: Multiban\n")), [Dialect::Multiban]);
    assert_eq!(dialects(&format!("{board}\nSolution\nR\n")), [Dialect::Plain], "else the second is a slip");
}

#[test]
fn a_slip_in_one_of_many_hexoban_boards() {
    let good = "--#-#-#\n-#-@-$-#\n--#-.-#\n---#-#\n";
    let slip = "#------\n--#-#-#\n-#-@-$-#\n--#-.-#\n---##\n";
    let text = format!("A\n\n{good}\nB\n\n{good}\nC\n\n{slip}");
    assert_eq!(dialects(&text), [Dialect::Hexoban; 3]);
}
