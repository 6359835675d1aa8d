//! No false alarm: what the structure alone calls unsolvable is compared with an exhaustive search on random boards.

#[path = "support/numbers.rs"]
mod numbers;
#[path = "support/oracle.rs"]
mod oracle;

use numbers::Random;
use oracle::Answer;
use sok::analysis::{Code, check, frozen_groups, live_cells};
use sok::level::{Board, Cell, arena};
use sok::syntax::{Dialect, Level, Notation, Puzzle, Reading};
use sok::text::Span;

/// How many boards are tried; each is small enough to be searched to its end.
const BOARDS: usize = 12_000;

/// A random board inside a wall, with as many boxes as targets.
fn random_board(numbers: &mut Random) -> Board {
    let mut below = |bound: usize| numbers.below(bound);
    let (width, height) = (5 + below(4), 4 + below(4));
    let mut cells = vec![Cell::WALL; width * height];
    for y in 1..height - 1 {
        for x in 1..width - 1 {
            cells[y * width + x] = if below(100) < 18 { Cell::WALL } else { Cell::FLOOR };
        }
    }
    let boxes = 1 + below(3);
    let place = |flag: Cell, taken: u8, cells: &mut Vec<Cell>, below: &mut dyn FnMut(usize) -> usize| {
        for _ in 0..200 {
            let cell = below(width * height);
            if cells[cell].0 & (taken | flag.0 | Cell::WALL.0) == 0 {
                cells[cell].0 |= flag.0;
                return;
            }
        }
    };
    for _ in 0..boxes {
        place(Cell::TARGET, 0, &mut cells, &mut below);
        place(Cell::BOX, 0, &mut cells, &mut below);
    }
    place(Cell::PLAYER, Cell::BOX.0, &mut cells, &mut below);
    Board { width, height, cells, ..Board::default() }
}

/// True when some sequence of moves puts every box on a target.
fn solvable(board: &Board) -> bool {
    oracle::solve(board, false, usize::MAX) != Some(Answer::Unsolvable)
}

#[test]
fn what_the_structure_calls_unsolvable_has_no_solution() {
    let mut numbers = Random::new(1);
    let (mut alarms, mut frozen, mut hopeless) = (0, 0, 0);
    for _ in 0..BOARDS {
        let board = random_board(&mut numbers);
        let places = vec![Span::default(); board.cells.len()];
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
        let facts = check("", &level, &reading);
        let claims = facts
            .findings
            .iter()
            .any(|finding| matches!(finding.code, Code::DeadSquare | Code::FrozenBox | Code::UnreachableBox));
        assert!(!claims || facts.unsolvable || facts.obstacle.is_some(), "{board:?}");
        if facts.unsolvable {
            alarms += 1;
            assert!(!solvable(&board), "false alarm: {:?}\n{board:?}", facts.obstacle);
        } else if facts.obstacle.is_none() && !solvable(&board) {
            hopeless += 1;
        }
        if let Ok(arena) = arena(&board) {
            frozen += usize::from(!frozen_groups(&arena, &live_cells(&arena)).is_empty());
        }
    }
    // The test is worth something only if the boards exercise the rules.
    assert!(alarms > BOARDS / 10 && frozen > BOARDS / 50, "{alarms} alarms, {frozen} frozen, {hopeless} others");
}
