//! Files as programs write them and people send them, put together from the habits of many.

use super::{boards, check, check_levels, file, titles};
use expect_test::expect;
use sok::syntax::{LineClass, StoredKind};

const BOARD: &str = "#####\n#@$.#\n#####\n";

#[test]
fn a_file_with_everything_in_it() {
    check(
        "::::::::::::::::::::::::::\n:: Sokoban               ::\n::     File Format 0.19  ::\n::  Title ... see legend ::\n\
         :: ####   a board is no ::\n:: #@.#   board in here  ::\n:: ####                  ::\n::::::::::::::::::::::::::\n\
         Date Created: 2020-01-02  03:04:05\nDate of Last Change: 2020-01-03  03:04:05\n::::::::::::::::::::::::::\n\n\
         Some words about the set,\nin two lines.\n\nCollection: A set\nAuthor: me\nview: not of a set\n\n\
         First\n\n#####\n#@$.#\n#####\nA note.\n\nAuthor: you\nTime: 00:01:00\n\nSolution/Moves 1/1\nR\n\nSolver: a program\n\n\
         SaveGame 1/1\nR*\n\nA note to the game.\n\nSecond\n\n######\n#    #\n-\n#@ $.#\n######\n\
         boxorder: 1 2\nGoalorder: 2 1\nID: 17\nA line with a : colon\n",
        expect![[r##"
            Comment      |::::::::::::::::::::::::::
            Comment      |:: Sokoban               ::
            Comment      |::     File Format 0.19  ::
            Comment      |::  Title ... see legend ::
            Comment      |:: ####   a board is no ::
            Comment      |:: #@.#   board in here  ::
            Comment      |:: ####                  ::
            Comment      |::::::::::::::::::::::::::
            Key          |Date Created: 2020-01-02  03:04:05
            Key          |Date of Last Change: 2020-01-03  03:04:05
            Comment      |::::::::::::::::::::::::::
            Blank        |
            Note         |Some words about the set,
            Note         |in two lines.
            Blank        |
            Key          |Collection: A set
            Key          |Author: me
            Key          |view: not of a set
            Blank        |
            Title        |First
            Blank        |
            Board        |#####
            Board        |#@$.#
            Board        |#####
            Note         |A note.
            Blank        |
            Key          |Author: you
            Key          |Time: 00:01:00
            Blank        |
            SolutionTitle|Solution/Moves 1/1
            Moves        |R
            Blank        |
            Key          |Solver: a program
            Blank        |
            SolutionTitle|SaveGame 1/1
            Moves        |R*
            Blank        |
            Note         |A note to the game.
            Blank        |
            Title        |Second
            Blank        |
            Board        |######
            Board        |#    #
            Board        |-
            Board        |#@ $.#
            Board        |######
            Key          |boxorder: 1 2
            Key          |Goalorder: 2 1
            Key          |ID: 17
            Note         |A line with a : colon

            Date Created: "2020-01-02  03:04:05"
            Date of Last Change: "2020-01-03  03:04:05"
            Collection: "A set"
            Author: "me"
            view: "not of a set"
            First (xsb)
              #####
              #@$.#
              #####
              Author: "you"
              Time: "00:01:00"
              Solver: "a program"
              Solution/Moves 1/1 = "R"
              SaveGame 1/1 = "R*"
            Second (xsb)
              ######
              #    #

              #@ $.#
              ######
              boxorder: "1 2"
              Goalorder: "2 1"
              ID: "17"
        "##]],
    );
}

#[test]
fn words_before_a_solution_are_not_its_title() {
    let text = format!(
        "{BOARD}\nabout the solution:\nThis solution is a fine one :-)\n\nSolution:\n\nSolution/Moves 1/1/1/1/1\nR\n\nwords after it\nthis solution is really fine!\n\nSolution 1/1 (by a program)\nR\n"
    );
    let level = &file(&text).levels[0];
    let titles: Vec<_> = level.solutions.iter().map(|stored| stored.title.map(|title| &text[title.range()])).collect();
    assert_eq!(titles, [Some("Solution/Moves 1/1/1/1/1"), Some("Solution 1/1 (by a program)")]);
}

#[test]
fn a_note_between_two_games_becomes_the_title_of_the_second() {
    let text = format!("{BOARD}\nR\n\nA note on the first game, or so it seems.\n\nr\n\nl*r\n");
    let file = file(&text);
    let stored = &file.levels[0].solutions;
    let titles: Vec<_> = stored.iter().map(|stored| stored.title.map(|title| &text[title.range()])).collect();
    assert_eq!(titles, [None, Some("A note on the first game, or so it seems."), None]);
    assert!(stored.iter().all(|stored| stored.kind == StoredKind::Unnamed));
}

#[test]
fn a_note_behind_the_last_game_becomes_the_next_title() {
    let text = format!("One\n\n{BOARD}\nSnapshot1\nR\n\nA note, as the author sees it\n\n{BOARD}\nAnd another\n");
    assert_eq!(titles(&text), [Some("One"), Some("A note, as the author sees it")]);
    assert_eq!(file(&text).levels[0].solutions[0].kind, StoredKind::Snapshot);
}

#[test]
fn an_indented_line_below_a_title_makes_it_a_note() {
    assert_eq!(titles(&format!("a title\n\tand a line below it\n{BOARD}")), [None]);
}

#[test]
fn indented_boards_are_the_boards_they_are() {
    let indented: String = BOARD.lines().map(|row| format!("\t{row}\n")).collect();
    assert_eq!(boards(&format!("One\n\n{indented}\nTITLE: Two\n")), [BOARD]);
    assert_eq!(titles(&format!("One\n\n{indented}\nTITLE: Two\n")), [Some("Two")]);
}

#[test]
fn titles_like_rows_and_run_lengths_are_titles() {
    for title in ["#50 (3)", "| 1234 some words 98343 lu", "3-5-8", "12", "+|+", "Level 2 of 5", "'quoted'"] {
        let text = format!("{BOARD}\n{title}\n\n{BOARD}");
        assert_eq!(titles(&text), [None, Some(title.trim_matches('\''))], "{title}");
    }
}

#[test]
fn packed_boards_on_one_line_and_on_many() {
    let board = "   #\n\n  ###\n\n #####\n\n#######\n#@$  .#\n#######\n";
    for packed in [
        "3-#|2-|--3#|-|-5#|-|7#|#@$--.#|7#",
        "3-#|\n2-|\n--3#|\n-|\n-5#|\n-|\n7#|\n#@$--.#|\n7#|\n",
        "   #\n3-|\n  ###\n-\n #####\n-\n#######\n#@$  .#\n#######\n",
        "3(-)#|-|2-3(#)|_|-2(2(#))#|--|7#|#@$2(-).#|7#|",
    ] {
        assert_eq!(boards(&format!("A title\n\n{packed}\n\nSolution\n4R\n")), [board], "{packed}");
    }
}

#[test]
fn moves_are_unrolled_over_lines_and_brackets() {
    // A line is cut at its 70th letter, be that inside a count.
    let text = "#####\n#@$.#\n#####\n\nBest Solution 230/97\nu3l3uL12R 2(3(dr)R)\\\nl1\n0RdrU\n";
    let moves = sok::syntax::moves(text, file(text).levels[0].solutions[0].moves);
    let letters: String = moves.iter().map(|(letter, _)| letter).collect();
    assert_eq!(letters, format!("ullluuuL{}drdrdrRdrdrdrRl{}drU", "R".repeat(12), "R".repeat(10)));
}

#[test]
fn quoted_mail_with_bars_of_several_depths() {
    for quote in [">", "> ", ">>", "> > "] {
        let text = format!("A title\n\n  ####\n###  ##\n#@$ . #\n#######\n\nSolution\n2R\n");
        let quoted: String = text.lines().map(|line| format!("{quote}{line}\n")).collect();
        assert_eq!(boards(&quoted), ["  ####\n###  ##\n#@$ . #\n#######\n"], "{quote:?}");
        assert_eq!(titles(&quoted), [Some("A title")]);
        assert_eq!(file(&quoted).levels[0].solutions.len(), 1);
    }
}

#[test]
fn a_file_of_words_holds_no_level() {
    let text = "dfgdf\n#d#\n#fdsfd\nsds\nds\nlurd\nasdjfödsajkd\n";
    assert_eq!(file(text).levels, []);
}

#[test]
fn tags_around_a_board_are_not_its_title() {
    assert_eq!(titles(&format!("One\n\n<board>\n{BOARD}</board>\n")), [None]);
    assert_eq!(boards(&format!("One\n\n<board>\n{BOARD}</board>\n")), [BOARD]);
}

#[test]
fn solutions_that_are_none_are_keys() {
    for value in ["undefined", "none", "see below", "1-4u"] {
        let text = format!("{BOARD}Solution: {value}\n");
        let level = &file(&text).levels[0];
        assert_eq!((level.solutions.len(), level.keys.len()), (0, 1), "{value}");
    }
    check_levels(
        &format!("{BOARD}Solution: 1-1r1,2-1l1\n\n{BOARD}\nSolution\n1-1r1\n\n{BOARD}\nSolution 3/0\nhjKL\n"),
        expect![[r##"
            (no title) (xsb)
              #####
              #@$.#
              #####
              (no title) = "1-1r1,2-1l1"
            (no title) (xsb)
              #####
              #@$.#
              #####
              Solution = "1-1r1"
            (no title) (xsb)
              #####
              #@$.#
              #####
              Solution 3/0 = "hjKL"
        "##]],
    );
}

#[test]
fn moves_before_any_board_are_no_level() {
    let text = format!("A set\n\nSolution\nlurd\n\nOne\n\n{BOARD}");
    let file = file(&text);
    assert_eq!((file.levels.len(), file.levels[0].solutions.len()), (1, 0));
    assert!(file.lines.iter().any(|line| line.class == LineClass::Moves));
}

#[test]
fn a_comment_without_an_end_is_marked_and_swallows_nothing() {
    let text = format!(
        "{BOARD}Comment:\nwords\n\nTwo\n\n{BOARD}Comment: fine\n\nThree\n\n{BOARD}Comment:\nwords\nComment-End:\n"
    );
    let file = file(&text);
    let open: Vec<Vec<bool>> =
        file.levels.iter().map(|level| level.keys.iter().map(|key| key.open).collect()).collect();
    assert_eq!(open, [[true], [false], [false]]);
}

#[test]
fn a_comment_ends_with_or_without_a_colon() {
    for end in ["Comment-End:", "comment-end", "COMMENT-END :", "Comment-end: of it"] {
        let text = format!("{BOARD}Comment:\nwords\n\n{BOARD}{end}\n\nTwo\n\n{BOARD}");
        let file = file(&text);
        assert_eq!(file.levels.len(), 2, "{end}");
        let key = &file.levels[0].keys[0];
        assert_eq!((&text[key.value.range()], key.open), (format!("words\n\n{}", BOARD.trim_end()).as_str(), false));
    }
    assert_eq!(file(&format!("{BOARD}Comment:\nwords\nComment-ending\n\n{BOARD}")).levels.len(), 2);
}

#[test]
fn comments_may_stand_between_lines_of_moves() {
    let text = format!("{BOARD}\nSolution\nrl\n// back again\nrR\n// the end\n\nTwo\n\n{BOARD}");
    let level = &file(&text).levels[0];
    let letters: String = sok::syntax::moves(&text, level.solutions[0].moves).iter().map(|it| it.0).collect();
    assert_eq!((level.solutions.len(), letters.as_str()), (1, "rlrR"));
}
