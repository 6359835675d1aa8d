//! What a level's verdict says, worked out once for each verdict.
//!
//! Replaying a solution and finding its places in the text takes long on a file of thousands of levels, so it is
//! remembered with the level: what is shown again and again is made once.

use super::{Answer, Offer, Shown, Snapshot, Solved, offer, show};
use crate::analysis::{Code, Finding, StoredState, cells_in_words, count, from_reason, use_of, whole};
use crate::level::{Board, arena};
use crate::syntax::{Puzzle, Reading};
use crate::text::Span;
use std::sync::{Arc, Mutex, PoisonError};

/// At most so many places are named with one finding.
const MOST_PLACES: usize = 100;

/// What a verdict says about a level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    pub shown: Shown,
    /// The few words of a lens, when the level cannot be solved: `D5 and E5 block each other`.
    pub why: Option<String>,
    /// Relative to the level.
    pub findings: Vec<Finding>,
    /// Whether the file has the solution; `None` when there is none.
    pub offer: Option<Offer>,
}

/// The last thing told, with the verdict that it was made from.
#[derive(Default, Debug)]
pub(super) struct Memo(Mutex<Option<(Arc<Answer>, Arc<Told>)>>);

impl Snapshot {
    /// What `answer` says about a level; `None` for a level that is not searched.
    pub fn told(&self, level: usize, answer: &Arc<Answer>) -> Option<Arc<Told>> {
        let facts = &self.levels[level].facts;
        facts.pose.as_ref()?;
        let mut memo = facts.told.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((known, told)) = &*memo
            && Arc::ptr_eq(known, answer)
        {
            return Some(Arc::clone(told));
        }
        let told = Arc::new(tell(self, level, answer)?);
        *memo = Some((Arc::clone(answer), Arc::clone(&told)));
        Some(told)
    }
}

fn tell(snapshot: &Snapshot, level: usize, answer: &Answer) -> Option<Told> {
    let pose = snapshot.levels[level].facts.pose.as_ref()?;
    let reading = snapshot.reading(level);
    let shown = show(answer, pose, &reading.puzzle);
    let mut told = Told { shown, why: None, findings: Vec::new(), offer: None };
    match (&told.shown, &reading.puzzle) {
        (Shown::Unsolvable(Some((kind, cells))), Puzzle::Sokoban(board)) => {
            let (findings, why) = from_reason(&reading, board, *kind, cells);
            told.findings = findings;
            told.why = Some(why);
        }
        (Shown::Unsolvable(_), _) => {
            let message = "no sliding leads from this board to its goal (parity)".to_string();
            told.findings.push(Finding::new(Code::TileParity, whole(&reading), message));
            told.why = Some("parity".to_string());
        }
        (Shown::Solved(solved), puzzle) => {
            told.offer = Some(offer(snapshot, level, solved));
            if let Puzzle::Sokoban(board) = puzzle {
                told.findings = longer_than(snapshot, level, (solved.pushes, solved.moves.len()));
                if solved.pushes_proved && solved.moves_proved {
                    told.findings.extend(left_alone(&reading, board, solved));
                }
            }
        }
        (Shown::Unknown { .. }, _) => {}
    }
    Some(told)
}

/// A hint at each stored solution that is longer than the best known one.
fn longer_than(snapshot: &Snapshot, level: usize, best: (usize, usize)) -> Vec<Finding> {
    let offset = snapshot.file.levels[level].span.start;
    let stored = &snapshot.file.levels[level].solutions;
    let states = &snapshot.levels[level].facts.facts.stored;
    let mut findings = Vec::new();
    for (stored, state) in stored.iter().zip(states) {
        let StoredState::Solves { pushes, moves } = state else { continue };
        if (*pushes, *moves) <= best {
            continue;
        }
        let place = stored.title.unwrap_or(stored.moves);
        let span = Span { start: place.start - offset, end: place.end - offset };
        let message = format!(
            "this solution takes {} and {}; {} and {} are possible",
            count(*pushes, "push"),
            count(*moves, "move"),
            best.0,
            best.1
        );
        findings.push(Finding::new(Code::SolutionNotMinimal, span, message));
    }
    findings
}

/// Hints at what the best solution makes no use of.
fn left_alone(reading: &Reading, board: &Board, solved: &Solved) -> Vec<Finding> {
    let Ok(arena) = arena(board) else { return Vec::new() };
    if solved.moves.is_empty() {
        return Vec::new();
    }
    let left = use_of(board, &arena, &solved.moves);
    let place = |cell: usize| reading.places.get(cell).copied().unwrap_or_default();
    let mut findings = Vec::new();
    let mut tell = |code, cells: &[usize], word: &'static str, message: String| {
        let Some((&first, others)) = cells.split_first() else { return };
        let related = others.iter().take(MOST_PLACES);
        let related = related.map(|&cell| (place(cell), word.into())).collect();
        findings.push(Finding { related, ..Finding::new(code, place(first), message) });
    };
    let names = cells_in_words(board, &left.unused_floor);
    let squares = count(left.unused_floor.len(), "floor square");
    tell(Code::UnusedFloor, &left.unused_floor, "floor", format!("the best solution leaves {squares} unused: {names}"));
    let names = cells_in_words(board, &left.unmoved_boxes);
    let message = if left.unmoved_boxes.len() == 1 {
        format!("the best solution never moves this box ({names})")
    } else {
        format!("the best solution never moves the boxes {names}")
    };
    tell(Code::UnmovedBox, &left.unmoved_boxes, "box", message);
    findings
}
