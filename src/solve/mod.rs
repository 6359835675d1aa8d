//! The exact search for Sokoban boards. Knows nothing of text, files, threads or time.

mod bound;
mod budget;
mod carry;
mod clusters;
mod corral;
mod explain;
mod features;
mod fess;
mod fewest_moves;
mod field;
mod freeze;
mod improve;
mod matching;
mod open;
mod options;
mod pairs;
mod path;
mod plan;
mod pocket;
mod position;
mod reach;
mod scout;
mod search;
mod store;
mod table;
mod team;
#[cfg(test)]
pub(crate) mod tests;
mod walk;

pub use budget::{Budget, Limit, Stop};
pub use options::Options;

use crate::level::{Arena, Move};
use explain::explain;
use field::Field;

/// Raised whenever the search may answer otherwise than before, so that kept results are not mixed with new ones.
pub const VERSION: u32 = 2;

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
    solve_with(arena, objective, &Options::default(), budget, stop, report)
}

/// [`solve`] with some techniques switched off. The answers are the same.
pub fn solve_with(
    arena: &Arena,
    objective: Objective,
    options: &Options,
    budget: &Budget,
    stop: &Stop,
    report: &mut dyn FnMut(Progress),
) -> Outcome {
    let field = match Field::new(arena, options, budget, stop) {
        Ok(field) => field,
        Err(limit) => return Outcome { verdict: Verdict::Unknown(limit), lower_bound: 0, nodes: 0 },
    };
    match objective {
        Objective::Pushes => fewest_pushes(&field, options, budget, stop, report),
        Objective::Moves => moves_first(&field, options, budget, stop, report),
    }
}

fn fewest_pushes(
    field: &Field,
    options: &Options,
    budget: &Budget,
    stop: &Stop,
    report: &mut dyn FnMut(Progress),
) -> Outcome {
    let found = team::search(field, options, budget, stop, report);
    let mut outcome =
        Outcome { verdict: Verdict::Unknown(Limit::Stopped), lower_bound: found.lower_bound, nodes: found.expanded };
    let Some(pushes) = found.best else {
        outcome.verdict = match found.limit {
            Some(limit) => Verdict::Unknown(limit),
            None => Verdict::Unsolvable(explain(field, options, stop)),
        };
        return outcome;
    };
    let Some(moves) = played(field, &pushes) else { return outcome };
    let count = pushes.len();
    let is_minimal = count <= found.lower_bound;
    let best = Some((count, moves.len()));
    report(Progress { lower_bound: found.lower_bound, best, nodes: outcome.nodes });
    outcome.verdict =
        Verdict::Solved(Solution { moves, pushes: count, pushes_proved: is_minimal, moves_proved: false });
    if !is_minimal {
        return outcome;
    }
    let better = fewest_moves::fewest_moves(field, count, options, budget, stop, &mut outcome.nodes);
    if let Ok(Some(pushes)) = better
        && let Some(moves) = played(field, &pushes)
    {
        let solution = Solution { moves, pushes: count, pushes_proved: true, moves_proved: true };
        outcome.verdict = Verdict::Solved(solution);
    }
    outcome
}

fn moves_first(
    field: &Field,
    options: &Options,
    budget: &Budget,
    stop: &Stop,
    report: &mut dyn FnMut(Progress),
) -> Outcome {
    let mut scout = scout::Companion::new(field, options, budget.memory / 32);
    let mut tell = |lower_bound, nodes| report(Progress { lower_bound, best: None, nodes });
    let found = walk::search(field, options, budget, stop, &mut scout, &mut tell);
    let nodes = found.expanded + scout.expanded();
    let verdict = match found.end {
        walk::End::Limit(limit) => match scout.best.as_ref().and_then(|pushes| played(field, pushes)) {
            Some(moves) => {
                let pushes = moves.iter().filter(|step| step.push).count();
                report(Progress { lower_bound: found.lower_bound, best: Some((pushes, moves.len())), nodes });
                let moves_proved = moves.len() <= found.lower_bound;
                Verdict::Solved(Solution { moves, pushes, pushes_proved: false, moves_proved })
            }
            None => Verdict::Unknown(limit),
        },
        walk::End::Exhausted => Verdict::Unsolvable(explain(field, options, stop)),
        walk::End::Solved(last) => {
            let pushes = path::pushes_to(field, &found.store, last);
            match played(field, &pushes) {
                Some(moves) => {
                    Verdict::Solved(Solution { moves, pushes: pushes.len(), pushes_proved: true, moves_proved: true })
                }
                None => Verdict::Unknown(Limit::Stopped),
            }
        }
    };
    Outcome { verdict, lower_bound: found.lower_bound, nodes }
}

/// The moves for `pushes`, if they stand up to a replay.
fn played(field: &Field, pushes: &path::Pushes) -> Option<Vec<Move>> {
    path::verified(field.arena, &path::moves_for(field, pushes)?)
}
