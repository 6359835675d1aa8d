//! Bugs of other programs that show in what is said about a level: findings, and replayed solutions.

use sok::analysis::{Severity, StoredState, Weights};
use sok::ide::{Snapshot, analyse, diagnostics};
use sok::syntax::Hints;
use std::sync::Arc;

fn snapshot(text: &str) -> Snapshot {
    analyse(Arc::from(text), &Hints::default(), None, &|_| false)
}

/// Each finding as `code "marked text": message`.
fn findings(text: &str) -> Vec<String> {
    let all = diagnostics(&snapshot(text), &|_| None, &Weights::default());
    all.iter().map(|it| format!("{} {:?}: {}", it.code.name(), &text[it.span.range()], it.message)).collect()
}

fn codes(text: &str) -> Vec<&'static str> {
    diagnostics(&snapshot(text), &|_| None, &Weights::default()).iter().map(|it| it.code.name()).collect()
}

fn stored(text: &str) -> Vec<StoredState> {
    snapshot(text).levels.iter().flat_map(|level| level.facts.facts.stored.clone()).collect()
}

#[test]
fn unequal_numbers_are_both_told() {
    assert_eq!(findings("#######\n#@$$$.#\n#   . #\n#######\n"), ["count-mismatch \"#######\": 3 boxes, 2 targets"]);
    assert_eq!(findings("#SBB..T#\n########\n"), ["count-mismatch \"#SBB..T#\": 2 boxes, 1 target"]);
}

#[test]
fn a_board_without_boxes_is_named_and_does_no_harm() {
    assert_eq!(codes("#####\n#@ .#\n#####\n"), ["missing-box"]);
    assert_eq!(codes("#####\n#@  #\n#####\n"), ["missing-box", "missing-target"]);
}

#[test]
fn what_a_level_needs_is_checked() {
    assert_eq!(codes("#####\n# $.#\n#####\n"), ["missing-player"]);
    assert_eq!(codes("#####\n#@$ #\n#####\n"), ["missing-target"]);
    assert_eq!(codes("######\n#@$.@#\n######\n"), ["extra-player"; 2]);
    assert_eq!(codes("#####\n#@$.#\n#####\n"), [] as [&str; 0]);
}

#[test]
fn an_open_wall_is_found_where_it_is_open() {
    let text = "####\n#@$.\n####\n";
    assert_eq!(codes(text), ["open-boundary"]);
    assert!(findings(text)[0].starts_with("open-boundary \".\""), "{:?}", findings(text));
    assert_eq!(codes("    ####\n####   #\n#@$.   #\n########\n"), [] as [&str; 0]);
    assert!(codes("     ####\n####   #\n#@$.   #\n########\n").contains(&"open-boundary"), "a row shifted by one");
}

#[test]
fn a_level_is_solved_only_when_every_box_is_on_a_target() {
    assert_eq!(codes("########\n#+ $ * #\n#      #\n########\n"), [] as [&str; 0], "one target is under the player");
    assert_eq!(codes("######\n#@ * #\n######\n"), ["already-solved"]);
    let text = "########\n#+ $ * #\n#      #\n########\n\nSolution\nd\n";
    assert_eq!(stored(text), [StoredState::Incomplete { left: 1 }]);
}

#[test]
fn the_last_level_of_a_file_may_be_solved() {
    let text = "######\n#@ * #\n######\n\n######\n#@ * #\n######\n";
    assert_eq!(codes(text), ["already-solved", "already-solved", "duplicate-level"]);
}

#[test]
fn a_solution_of_another_board_breaks_at_its_first_impossible_move() {
    let text = "#######\n#@ $ .#\n#  $ .#\n#######\n\nSolution\nrrdRuldlurrR\n";
    // r R(push) - the third and fourth moves: down beside the lower box, then a push to the right is possible or not.
    let state = &stored(text)[0];
    let StoredState::Breaks { index, span, .. } = state else { panic!("{state:?}") };
    assert_eq!(&text[span.range()], &"rrdRuldlurrR"[*index..=*index]);
}

#[test]
fn a_push_without_a_box_is_a_move() {
    assert_eq!(stored("#####\n#   #\n#@$.#\n#####\n\nSolution\nUDR\n"), [StoredState::Solves { pushes: 1, moves: 3 }]);
    let text = "#####\n#@$.#\n#####\n\nSolution\nU\n";
    assert_eq!(
        findings(text),
        ["solution-illegal \"U\": the solution breaks at move 1: the player would walk into a wall"]
    );
}

#[test]
fn solutions_in_every_spelling_are_played_below_boards_of_every_notation() {
    let boards = [
        ("######\n#@ $.#\n######\n", ["rR", "eE", "2e", "RR"]),
        ("######\n#S.BT#\n######\n", ["rR", "eE", "2e", "EE"]),
        ("1 4\nS.BT\n", ["rR", "eE", "2e", "RR"]),
        ("[[\"S\",\".\",\"B\",\"T\"]]\n", ["rR", "eE", "2e", "RR"]),
        ("■■■■■■\n■♂□●◎■\n■■■■■■\n", ["rR", "eE", "2e", "RR"]),
        ("[soko=6,3]\nHHHHHH\nHa_$.H\nHHHHHH\n[/soko]\n", ["rR", "eE", "2e", "RR"]),
    ];
    for (board, solutions) in boards {
        for solution in solutions {
            for text in [format!("{board}\nSolution 2/1\n{solution}\n"), format!("{board}Solution: {solution}\n")] {
                assert_eq!(stored(&text), [StoredState::Solves { pushes: 1, moves: 2 }], "{text}");
            }
        }
    }
    let vi = "######\n# .$@#\n#    #\n######\n\nSolution\njkH\n";
    assert_eq!(stored(vi), [StoredState::Solves { pushes: 1, moves: 3 }]);
    let tiles = "[[1,2,3],[4,0,5]]\n\nSolution 1\ne\n";
    assert_eq!(stored(tiles), [StoredState::Solves { pushes: 0, moves: 1 }]);
}

#[test]
fn games_that_were_broken_off_are_no_faults() {
    let board = "######\n#@$ .#\n######\n";
    for game in ["Savegame\nR\n", "Snapshot\nR*R\n", "Reverse Mode Snapshot\n[]L\n", "Later\nR\n", "Solution\n[r]L\n"] {
        assert_eq!(stored(&format!("{board}\n{game}")), [StoredState::Unjudged], "{game}");
        assert_eq!(codes(&format!("{board}\n{game}")), [] as [&str; 0], "{game}");
    }
    assert_eq!(codes(&format!("{board}\nSolution\nR\n")), ["solution-incomplete"]);
}

#[test]
fn levels_of_several_players_and_other_geometries_are_not_judged() {
    let text = "#######\n#@$. @#\n#######\n\nSolution\n{rrrr}l{llll}R\n";
    assert_eq!(codes(text), [] as [&str; 0]);
    assert_eq!(codes("Game: Hexoban\n\n####\n#  #\n####\n"), [] as [&str; 0]);
}

#[test]
fn published_levels_are_not_faulted() {
    for text in [
        include_str!("../data/collections/microban.txt"),
        include_str!("../data/collections/microban2.txt"),
        include_str!("../data/collections/sasquatch.txt"),
        include_str!("../data/collections/holland.xsb"),
        include_str!("../data/collections/sokevo.sok"),
        include_str!("../data/collections/boxoban.txt"),
    ] {
        let all = diagnostics(&snapshot(text), &|_| None, &Weights::default());
        let wrong: Vec<_> = all.iter().filter(|it| it.severity == Severity::Error).collect();
        assert!(wrong.is_empty(), "{wrong:?}");
    }
}
