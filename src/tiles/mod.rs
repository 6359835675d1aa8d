//! The sliding puzzle: board, rules, exact search. Knows nothing of text, files, threads or time.

use crate::level::Dir;
use crate::solve::{Budget, Limit, Stop};

/// A sliding puzzle: `width * height` numbers in reading order, 0 is the blank.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Tiles {
    pub width: usize,
    pub height: usize,
    pub start: Vec<u32>,
    /// The wanted order; by default 1 to n-1, then the blank.
    pub goal: Vec<u32>,
}

/// What a search for the fewest moves ended with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The directions in which the blank moves, fewest first: proved minimal.
    Minimum(Vec<Dir>),
    /// Proved by parity: the board is an odd permutation of its goal.
    Unsolvable,
    /// Start and goal do not hold the numbers 0 to n-1 once each.
    Invalid,
    /// A limit ended the search; no solution has fewer moves than the bound.
    Unknown { limit: Limit, lower_bound: usize },
}

/// Searches for the fewest moves. `report` is called with the proved lower bound whenever it rises.
pub fn solve(tiles: &Tiles, budget: &Budget, stop: &Stop, report: &mut dyn FnMut(usize)) -> Answer {
    let _ = (tiles, budget, stop, report);
    Answer::Unknown { limit: Limit::Stopped, lower_bound: 0 }
}
