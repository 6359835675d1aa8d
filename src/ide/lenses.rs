//! The line above a level: its verdict, its solution at one click, and the board to play on.
//!
//! Every level has the same number of lenses in every state, so that nothing jumps while one types.

use super::across::first_row;
use super::{Answer, Lookup, Offer, Shown, Snapshot, State};
use crate::analysis::count;
use crate::solve::Progress;
use crate::text::Span;
use std::sync::Arc;

/// How many lenses a level has.
pub const LENSES_PER_LEVEL: usize = 3;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lens {
    pub level: usize,
    /// The level's title line above the board, or else the board's first line. Never empty.
    pub span: Span,
    pub title: String,
    pub action: Option<Action>,
}

/// What a click on a lens does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    InsertSolution,
    KeepSolving,
    /// Shows the board to be played. Editors do that, not the server.
    Play,
}

/// The lenses of every level, in order.
pub fn lenses<'a>(snapshot: &'a Snapshot, lookup: Lookup<'a>) -> impl Iterator<Item = Lens> + 'a {
    (0..snapshot.levels.len()).flat_map(move |level| {
        let span = anchor(snapshot, level);
        let (verdict, solution) = titles(snapshot, level, lookup);
        // A broken level can be looked at, too: the board says what it lacks.
        let play = ("Play".to_string(), Some(Action::Play));
        let shown: [Title; LENSES_PER_LEVEL] = [verdict, solution, play];
        shown.map(|(title, action)| Lens { level, span, title, action })
    })
}

fn anchor(snapshot: &Snapshot, level: usize) -> Span {
    let node = &snapshot.file.levels[level];
    match &node.title {
        Some(title) if title.line.start < node.board.start => title.line,
        _ => first_row(snapshot, level),
    }
}

type Title = (String, Option<Action>);

const NO_SOLUTION_YET: &str = "no solution yet";
/// Why nothing is written into a file whose levels stand in XML.
pub(super) const ONLY_READ: &str = "collections in XML are only read";

fn titles(snapshot: &Snapshot, level: usize, lookup: Lookup<'_>) -> (Title, Title) {
    let entry = &snapshot.levels[level];
    let nothing = || (NO_SOLUTION_YET.to_string(), None);
    if let Some(obstacle) = &entry.facts.facts.obstacle {
        let solution = if entry.facts.facts.unsolvable { "no solution".to_string() } else { nothing().0 };
        let prefix = if entry.facts.facts.unsolvable { "unsolvable: " } else { "" };
        return ((format!("{prefix}{obstacle}"), None), (solution, None));
    }
    let Some(key) = snapshot.key(level) else {
        return (("recognised, not judged".to_string(), None), nothing());
    };
    match lookup(key) {
        Some(State::Known(answer)) => known(snapshot, level, &answer),
        other => match entry.before.and_then(lookup) {
            // The last verdict stays, marked as old, until the new one is there.
            Some(State::Known(answer)) => ((old_title(&answer), None), nothing()),
            _ => match other {
                Some(State::Searching(progress)) => ((solving(&progress, is_tiles(snapshot, level)), None), nothing()),
                Some(_) => (("solving…".to_string(), None), nothing()),
                None => (("solve".to_string(), Some(Action::KeepSolving)), nothing()),
            },
        },
    }
}

fn is_tiles(snapshot: &Snapshot, level: usize) -> bool {
    snapshot.file.levels[level].notation == crate::syntax::Notation::Tiles
}

fn known(snapshot: &Snapshot, level: usize, answer: &Arc<Answer>) -> (Title, Title) {
    let Some(told) = snapshot.told(level, answer) else { return Default::default() };
    match &told.shown {
        Shown::Solved(solved) => {
            let solution = match told.offer {
                _ if solved.moves.is_empty() => ("already solved".to_string(), None),
                _ if snapshot.file.container.is_some() => (ONLY_READ.to_string(), None),
                Some(Offer::Insert) => ("Insert solution".to_string(), Some(Action::InsertSolution)),
                Some(Offer::Replace) => ("Replace solution".to_string(), Some(Action::InsertSolution)),
                Some(Offer::Stored) | None => ("the best known solution is in the file".to_string(), None),
            };
            let action = (!answer.is_final()).then_some(Action::KeepSolving);
            ((title_of(answer), action), solution)
        }
        Shown::Unsolvable(_) => {
            let title = match told.why.as_deref() {
                Some("no solution") | None => "unsolvable".to_string(),
                Some(why) => format!("unsolvable: {why}"),
            };
            ((title, None), ("no solution".to_string(), None))
        }
        Shown::Unknown { .. } => ((title_of(answer), Some(Action::KeepSolving)), (NO_SOLUTION_YET.to_string(), None)),
    }
}

/// An answer's numbers, independent of how the level is drawn.
pub fn title_of(answer: &Answer) -> String {
    use crate::{solve::Verdict, tiles};
    match answer {
        Answer::Sokoban { outcome, .. } => match &outcome.verdict {
            Verdict::Solved(solution) => {
                let (pushes, moves) = (count(solution.pushes, "push"), count(solution.moves.len(), "move"));
                match (solution.pushes_proved, solution.moves_proved) {
                    (true, true) => format!("{pushes} · {moves}"),
                    (true, false) => format!("{pushes} · ≤ {moves} · keep solving"),
                    _ => format!("≤ {pushes} (≥ {}) · keep solving", outcome.lower_bound),
                }
            }
            Verdict::Unsolvable(_) => "unsolvable".to_string(),
            Verdict::Unknown(_) => {
                format!("no verdict within the limit (≥ {}) · keep solving", count(outcome.lower_bound, "push"))
            }
        },
        Answer::Tiles(tiles::Answer::Minimum(dirs)) => count(dirs.len(), "move"),
        Answer::Tiles(tiles::Answer::Unknown { lower_bound, .. }) => {
            format!("no verdict within the limit (≥ {}) · keep solving", count(*lower_bound, "move"))
        }
        Answer::Tiles(_) => "unsolvable".to_string(),
    }
}

fn old_title(answer: &Answer) -> String {
    format!("{} (before the last edit)", title_of(answer).trim_end_matches(" · keep solving"))
}

fn solving(progress: &Progress, tiles: bool) -> String {
    let unit = if tiles { "move" } else { "push" };
    match progress.best {
        Some((pushes, _)) => format!("solving… ≤ {} (≥ {})", count(pushes, unit), progress.lower_bound),
        None if progress.lower_bound > 0 => format!("solving… ≥ {}", count(progress.lower_bound, unit)),
        None => "solving…".to_string(),
    }
}
