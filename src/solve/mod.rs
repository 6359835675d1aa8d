//! The exact search for Sokoban boards. Knows nothing of text, files, threads or time.

mod budget;

pub use budget::{Budget, Limit, Stop};

use crate::level::{Arena, Move};

/// What *minimum* means.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Objective {
    /// Fewest pushes, and among those fewest moves (POJ 1475).
    #[default]
    Pushes,
    /// Fewest moves, and among those fewest pushes.
    Moves,
}

/// A solution and what is proved about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    pub moves: Vec<Move>,
    pub pushes: usize,
    /// Under [`Objective::Pushes`]: no solution has fewer pushes. Under [`Objective::Moves`]: among the solutions
    /// with fewest moves, none has fewer pushes.
    pub pushes_proved: bool,
    /// Under [`Objective::Pushes`]: among the solutions with fewest pushes, none has fewer moves. Under
    /// [`Objective::Moves`]: no solution has fewer moves.
    pub moves_proved: bool,
}

/// The four verdicts: minimum proved, solved, unsolvable (proved), unknown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// `pushes_proved && moves_proved` is the minimum; otherwise solved, and the flags say what is proved.
    Solved(Solution),
    /// Proved: no sequence of moves solves the board. The boxes (cells of the arena) are a set that already fails.
    Unsolvable(Reason),
    /// The limit that ended the search before it knew.
    Unknown(Limit),
}

/// Why a board is unsolvable: the smallest set of boxes found that fails, and the cheapest rule that shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    pub kind: ReasonKind,
    /// Ascending cells of the arena.
    pub boxes: Vec<u16>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ReasonKind {
    /// One box that no sequence of pushes can bring to any target, even alone.
    DeadSquare,
    /// Boxes that block each other for ever, at least one off target.
    Freeze,
    /// These n boxes can reach fewer than n targets.
    Matching,
    /// A set of boxes, fewer than all, that search proved unsolvable by themselves.
    Pattern,
    /// The search was exhausted.
    Search,
}

/// What a search ended with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    pub verdict: Verdict,
    /// Proved: no solution has fewer pushes (under [`Objective::Moves`]: fewer moves) than this.
    pub lower_bound: usize,
    /// States expanded.
    pub nodes: u64,
}

/// What is known while a search runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    pub lower_bound: usize,
    /// Pushes and moves of the best solution so far.
    pub best: Option<(usize, usize)>,
    pub nodes: u64,
}

/// Searches `arena` for a minimal solution, within `budget` and until `stop` is set.
///
/// `report` is called whenever the lower bound or the best solution improves, and at times in between.
pub fn solve(
    arena: &Arena,
    objective: Objective,
    budget: &Budget,
    stop: &Stop,
    report: &mut dyn FnMut(Progress),
) -> Outcome {
    let _ = (arena, objective, budget, stop, report);
    Outcome { verdict: Verdict::Unknown(Limit::Stopped), lower_bound: 0, nodes: 0 }
}
