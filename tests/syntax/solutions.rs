//! Stored solutions and snapshots, below boards of every notation.

use super::{check, check_levels, file};
use expect_test::expect;
use sok::syntax::moves;

#[test]
fn a_solution_below_a_board() {
    check(
        "One\n\n######\n#@ $.#\n######\n\nSolution 2/1\nrR\n\nTwo\n\n#####\n#@$.#\n#####\n\nSolution 1/1\nR\n",
        expect![[r#"
            Title        |One
            Blank        |
            Board        |######
            Board        |#@ $.#
            Board        |######
            Blank        |
            SolutionTitle|Solution 2/1
            Moves        |rR
            Blank        |
            Title        |Two
            Blank        |
            Board        |#####
            Board        |#@$.#
            Board        |#####
            Blank        |
            SolutionTitle|Solution 1/1
            Moves        |R

            One (xsb)
              ######
              #@ $.#
              ######
              Solution 2/1 = "rR"
            Two (xsb)
              #####
              #@$.#
              #####
              Solution 1/1 = "R"
        "#]],
    );
}

#[test]
fn compass_letters_below_boards_of_every_notation() {
    let moves = "nnWWeesswwwnN".repeat(12);
    let wrapped = moves.as_bytes().chunks(70).map(|line| String::from_utf8_lossy(line)).collect::<Vec<_>>().join("\n");
    let boards = [
        "######\n#T####\n#..B.#\n#...S#\n######",
        "[[\"#\",\"T\",\"#\"],[\"#\",\"B\",\"#\"],[\"#\",\"S\",\"#\"]]",
        "3 3\n#T#\n#B#\n#S#",
        "#####\n#@$.#\n#####",
        "■■■■■\n■♂●◎■\n■■■■■",
        "[[1,2,3],[4,0,5]]",
    ];
    for first in boards {
        for second in boards {
            let text = format!("{first}\n\nSolution 156/12\n{wrapped}\n\n{second}\n\nSolution 156/12\n{wrapped}\n");
            let file = file(&text);
            assert_eq!(file.levels.len(), 2, "{text}");
            for level in &file.levels {
                assert_eq!(level.solutions.len(), 1, "{text}");
                let letters: String = moves_of(&text, level.solutions[0].moves);
                assert_eq!(letters, moves);
                assert_eq!(&text[..level.notes_end as usize].lines().last(), &text[level.board.range()].lines().last());
            }
        }
    }
}

fn moves_of(text: &str, span: sok::text::Span) -> String {
    moves(text, span).into_iter().map(|(letter, _)| letter).collect()
}

#[test]
fn a_solution_does_not_cut_a_poj_file_apart() {
    check(
        "1 7\nSB....T\n\nSolution 5/5\nEEEEE\n\n1 7\nSB..#.T\n2 3\nSBT\n...\n\nSolution 1/1\nE\n\n0 0\n",
        expect![[r#"
            Board        |1 7
            Board        |SB....T
            Blank        |
            SolutionTitle|Solution 5/5
            Moves        |EEEEE
            Blank        |
            Board        |1 7
            Board        |SB..#.T
            Board        |2 3
            Board        |SBT
            Board        |...
            Blank        |
            SolutionTitle|Solution 1/1
            Moves        |E
            Blank        |
            Note         |0 0

            (no title) (poj)
              @$    .
              Solution 5/5 = "EEEEE"
            (no title) (poj)
              @$  # .
            (no title) (poj)
              @$.

              Solution 1/1 = "E"
        "#]],
    );
}

#[test]
fn several_solutions_their_names_and_notes() {
    check_levels(
        "#####\n#@$.#\n#####\nA note.\n\nSolution/Moves 1/1\nR\n\nBest Solution 1/1\nR\nSolver: by hand\n\nSavegame\n3l\\\n2(dr)\n\nLURD\n",
        expect![[r#"
            (no title) (xsb)
              #####
              #@$.#
              #####
              Solver: "by hand"
              Solution/Moves 1/1 = "R"
              Best Solution 1/1 = "R"
              Savegame = "3l\\\n2(dr)"
              (no title) = "LURD"
        "#]],
    );
}

#[test]
fn a_solution_as_a_key() {
    check(
        "#####\n#@$.#\n#####\nTitle: One\nSolution: R\n\n#####\n#@$.#\n#####\nSolution:\nR\n\n#####\n#@$.#\n#####\nSolution: none\n",
        expect![[r#"
            Board        |#####
            Board        |#@$.#
            Board        |#####
            Key          |Title: One
            Moves        |Solution: R
            Blank        |
            Board        |#####
            Board        |#@$.#
            Board        |#####
            SolutionTitle|Solution:
            Moves        |R
            Blank        |
            Board        |#####
            Board        |#@$.#
            Board        |#####
            Key          |Solution: none

            One (xsb)
              #####
              #@$.#
              #####
              Title: "One"
              (no title) = "R"
            (no title) (xsb)
              #####
              #@$.#
              #####
              Solution: = "R"
            (no title) (xsb)
              #####
              #@$.#
              #####
              Solution: "none"
        "#]],
    );
}

#[test]
fn an_announced_solution_may_have_slips() {
    check_levels(
        "#####\n#@$.#\n#####\n\nSolution 8/1\nrruxldRR\n\nRetired lurker\n",
        expect![[r#"
            (no title) (xsb)
              #####
              #@$.#
              #####
              Solution 8/1 = "rruxldRR"
        "#]],
    );
}

#[test]
fn words_are_no_moves_where_they_stand_for_something_else() {
    let board = "#####\n#@$.#\n#####\n";
    check_levels(
        &format!("Dull\n{board}\nNews\n\nRudder\n\n{board}\nlurd\n{board}"),
        expect![[r#"
            Dull (xsb)
              #####
              #@$.#
              #####
            Rudder (xsb)
              #####
              #@$.#
              #####
            lurd (xsb)
              #####
              #@$.#
              #####
        "#]],
    );
}

#[test]
fn compass_words_are_notes_in_xsb() {
    let text = "#####\n#@$.#\n#####\n\nnews\n\nSolution 1/1\nE\n";
    let file = file(text);
    let solutions: Vec<String> = file.levels[0].solutions.iter().map(|it| moves_of(text, it.moves)).collect();
    assert_eq!(solutions, ["E"]);
}

#[test]
fn reverse_mode_and_moves_taken_back() {
    check_levels(
        "#####\n#@$.#\n#####\n\nReverse Mode Snapshot\n[]U[rr]d\n\nSnapshot\nruLdldL*urrr\n",
        expect![[r#"
            (no title) (xsb)
              #####
              #@$.#
              #####
              Reverse Mode Snapshot = "[]U[rr]d"
              Snapshot = "ruLdldL*urrr"
        "#]],
    );
}

#[test]
fn a_solution_goes_behind_the_notes() {
    let text = "One\n\n#####\n#@$.#\n#####\nAuthor: Me\nA note.\n\nSolution 1/1\nR\n\nTwo\n#####\n#@$.#\n#####\n";
    let file = file(text);
    let ends: Vec<&str> =
        file.levels.iter().map(|level| &text[level.span.start as usize..level.notes_end as usize]).collect();
    assert_eq!(ends, ["One\n\n#####\n#@$.#\n#####\nAuthor: Me\nA note.", "Two\n#####\n#@$.#\n#####"]);
}
