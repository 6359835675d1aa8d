//! The sliding puzzle: board, rules, exact search. Knows nothing of text, files, threads or time.
//!
//! What decides a board, in this order:
//!
//! * `grid`: shape and numbers; then whether it can be solved at all. With both sides 2 or longer a parity decides
//!   (W. W. Johnson, W. E. Story, "Notes on the 15 puzzle", 1879); on a single line the tiles never change their order.
//! * `breadth`: boards of up to ten cells are searched from both ends at once (I. Pohl, 1971).
//! * `deepen`: larger ones by iterative deepening (IDA*; R. E. Korf, 1985), which needs next to no memory, under
//!   estimates that are exchanged for better and dearer ones as the search grows: `distance` (taxicab distance and
//!   linear conflicts; O. Hansson, A. Mayer, M. Yung, 1992), then `pattern` (additive pattern databases; A. Felner,
//!   R. E. Korf, S. Hanan, 2004), built for the goal at hand.
//!
//! Boards of 3 x 4 and most of 4 x 4 are solved within a second; from 5 x 5 on only easy ones are, and the others end
//! with a lower bound.

mod breadth;
mod deepen;
mod distance;
mod grid;
mod partition;
mod pattern;
mod slide;

pub use slide::{Slid, slide};

use crate::level::Dir;
use crate::solve::{Budget, Limit, Stop};
use grid::Kind;

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
    /// Proved without search: the board is an odd permutation of its goal, or a single line in another order.
    Unsolvable,
    /// Start and goal do not hold the numbers 0 to n-1 once each, or are not `width * height` numbers.
    Invalid,
    /// A limit ended the search; no solution has fewer moves than the bound.
    Unknown { limit: Limit, lower_bound: usize },
}

/// Searches for the fewest moves. `report` is called with the proved lower bound whenever it rises.
///
/// The answer depends on the board and the budget only, unless `stop` is set. The budget's nodes are states of the
/// search; the tables of its estimates are built within the budget's memory, or done without. `stop` is polled every
/// few hundred microseconds.
pub fn solve(tiles: &Tiles, budget: &Budget, stop: &Stop, report: &mut dyn FnMut(usize)) -> Answer {
    let grid = match grid::read(tiles) {
        Kind::Invalid => return Answer::Invalid,
        Kind::Unsolvable => return Answer::Unsolvable,
        Kind::Solved(moves) => return checked(tiles, moves),
        Kind::Large(lower_bound) => {
            report(lower_bound);
            return Answer::Unknown { limit: Limit::Size, lower_bound };
        }
        Kind::Plane(grid) => grid,
    };
    let mut meter = Meter { nodes: 0, most: budget.nodes, stop, lower_bound: None, report };
    let found = if breadth::fits(&grid, budget) {
        breadth::search(&grid, &mut meter)
    } else {
        deepen::search(&grid, budget.memory, &mut meter)
    };
    match found {
        Ok(moves) => checked(tiles, moves),
        Err(limit) => Answer::Unknown { limit, lower_bound: meter.lower_bound.unwrap_or(0) },
    }
}

/// The answer, after the moves were tried on the board itself.
fn checked(tiles: &Tiles, moves: Vec<Dir>) -> Answer {
    if grid::leads(tiles, &moves) {
        return Answer::Minimum(moves);
    }
    // A defect of the search. Nothing it claims may leave, the bound neither.
    debug_assert!(false, "{moves:?} does not solve {tiles:?}");
    Answer::Unknown { limit: Limit::Stopped, lower_bound: 0 }
}

/// What a search has spent and proved.
struct Meter<'a> {
    nodes: u64,
    most: u64,
    stop: &'a Stop,
    lower_bound: Option<usize>,
    report: &'a mut dyn FnMut(usize),
}

impl Meter<'_> {
    /// Counts one state.
    fn spend(&mut self) -> Result<(), Limit> {
        if self.nodes >= self.most {
            return Err(Limit::Nodes);
        }
        if self.nodes.is_multiple_of(1024) {
            self.poll()?;
        }
        self.nodes += 1;
        Ok(())
    }

    fn poll(&self) -> Result<(), Limit> {
        if self.stop.is_set() { Err(Limit::Stopped) } else { Ok(()) }
    }

    /// Notes that no solution has fewer moves than `bound`.
    fn raise(&mut self, bound: usize) {
        if self.lower_bound.is_none_or(|known| known < bound) {
            self.lower_bound = Some(bound);
            (self.report)(bound);
        }
    }
}
