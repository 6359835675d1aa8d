//! No false alarm: what the structure alone calls unsolvable, and each finding that calls boxes lost, is compared with
//! an exhaustive search on random boards.

#[path = "support/oracle.rs"]
mod oracle;
#[path = "support/random.rs"]
mod random;
#[path = "support/truth.rs"]
mod truth;

use std::collections::BTreeMap;

use oracle::Answer;
use sok::analysis::{Code, Finding, check};
use sok::level::Board;
use sok::syntax::{Dialect, Level, Notation, Puzzle, Reading};
use sok::text::Span;
use truth::POSITIONS;

/// False only when no sequence of moves puts every box on a target; `None` when that takes too long to find out.
fn solvable(board: &Board) -> Option<bool> {
    oracle::solve(board, false, POSITIONS).map(|answer| answer != Answer::Unsolvable)
}

/// The boxes that a finding calls lost. Each stands at the place in the text that has its cell's number.
fn lost(finding: &Finding) -> Vec<usize> {
    match finding.code {
        // The others that are named with them are lost each for itself.
        Code::DeadSquare | Code::UnreachableBox => vec![finding.span.start as usize],
        Code::FrozenBox => {
            let others = finding.related.iter().map(|(place, _)| place.start as usize);
            std::iter::once(finding.span.start as usize).chain(others).collect()
        }
        _ => Vec::new(),
    }
}

#[test]
fn what_the_structure_calls_unsolvable_has_no_solution() {
    let boards = truth::count(12_000);
    let mut claims = BTreeMap::new();
    let (mut alarms, mut hopeless) = (0, 0);
    for seed in 0..boards {
        let board = random::board(seed);
        let places = (0..board.cells.len()).map(|cell| Span::new(cell, cell + 1)).collect();
        let reading = Reading { puzzle: Puzzle::Sokoban(board.clone()), places, problems: Vec::new() };
        let level = Level {
            span: Span::default(),
            notation: Notation::Xsb,
            title: None,
            board: Span::default(),
            keys: Vec::new(),
            notes_end: 0,
            solutions: Vec::new(),
            dialect: Dialect::Plain,
        };
        let facts = check(&" ".repeat(board.cells.len()), &level, &reading);
        for finding in &facts.findings {
            let boxes = lost(finding);
            if boxes.is_empty() {
                continue;
            }
            assert!(facts.unsolvable || facts.obstacle.is_some(), "seed {seed}\n{board:?}");
            if let Some(solvable) = solvable(&truth::with_boxes_alone(&board, &boxes)) {
                assert!(!solvable, "seed {seed}, false alarm: {}\n{board:?}", finding.message);
                *claims.entry(finding.code).or_insert(0) += 1;
            }
        }
        match solvable(&board) {
            Some(true) => assert!(!facts.unsolvable, "seed {seed}, false alarm: {:?}\n{board:?}", facts.obstacle),
            Some(false) if facts.unsolvable => alarms += 1,
            Some(false) => hopeless += 1,
            None => {}
        }
    }
    // The test is worth something only if the boards exercise the rules.
    let told = format!("{alarms} alarms, {hopeless} others, {claims:?}");
    assert!(alarms > boards / 10, "{told}");
    for code in [Code::DeadSquare, Code::UnreachableBox, Code::FrozenBox] {
        assert!(claims.get(&code).is_some_and(|&count| count > boards / 100), "{told}");
    }
}
