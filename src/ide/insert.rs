//! Putting a solution into the document.

use super::{Answer, Shown, Snapshot, Solved, show};
use crate::analysis::StoredState;
use crate::level::{Move, write_moves};
use crate::syntax::{Notation, Stored};
use crate::text::{Edit, Span};

/// Moves are wrapped at so many letters, as other programs do.
pub const MOVES_PER_LINE: usize = 70;

/// What can be done with a known solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Offer {
    Insert,
    /// A stored solution is longer, or broken.
    Replace,
    /// The file has one that is as good.
    Stored,
}

/// Whether the file has a solution as good as `solved`, a worse or broken one, or none.
pub fn offer(snapshot: &Snapshot, level: usize, solved: &Solved) -> Offer {
    let best = (solved.pushes, solved.moves.len());
    let states = &snapshot.levels[level].facts.facts.stored;
    let is_good =
        |state: &StoredState| matches!(state, StoredState::Solves { pushes, moves } if (*pushes, *moves) <= best);
    if states.iter().any(is_good) {
        return Offer::Stored;
    }
    if replaceable(states).is_some() { Offer::Replace } else { Offer::Insert }
}

fn replaceable(states: &[StoredState]) -> Option<usize> {
    states.iter().position(|state| !matches!(state, StoredState::Unjudged))
}

/// The edits that put the answer's solution below the level's notes, or in place of a worse or broken one.
///
/// Empty when the answer is no solution, when nothing needs to be moved, or when the file has one as good already. The block is a title line
/// `Solution 33/8` (moves/pushes) and the moves in the notation's own letters.
pub fn insert_solution(snapshot: &Snapshot, level: usize, answer: &Answer) -> Vec<Edit> {
    let Some(pose) = &snapshot.levels[level].facts.pose else { return Vec::new() };
    let Shown::Solved(solved) = show(answer, pose, &snapshot.reading(level).puzzle) else { return Vec::new() };
    // Collections in XML are only read.
    if solved.moves.is_empty() || snapshot.file.container.is_some() {
        return Vec::new();
    }
    let node = &snapshot.file.levels[level];
    let letters = write_moves(&solved.moves, node.notation.info().moves);
    let title = title(node.notation, solved.moves.len(), solved.pushes);
    match offer(snapshot, level, &solved) {
        Offer::Stored => Vec::new(),
        Offer::Replace => {
            let states = &snapshot.levels[level].facts.facts.stored;
            replaceable(states)
                .map(|index| replace(snapshot, &node.solutions[index], &title, &letters))
                .into_iter()
                .collect()
        }
        Offer::Insert => vec![below_notes(snapshot, level, &title, &letters)],
    }
}

/// The title line of a solution. On sliding boards nothing is pushed.
fn title(notation: Notation, moves: usize, pushes: usize) -> String {
    match notation {
        Notation::Tiles => format!("Solution {moves}"),
        _ => format!("Solution {moves}/{pushes}"),
    }
}

/// A block of moves below a level's notes.
fn below_notes(snapshot: &Snapshot, level: usize, title: &str, letters: &str) -> Edit {
    let at = snapshot.file.levels[level].notes_end as usize;
    let end = line_end_at(&snapshot.text, at);
    let mut block = format!("{end}{end}{title}{end}{}", wrap(letters, end));
    if !next_line_is_blank(&snapshot.text, at) {
        block.push_str(end);
    }
    Edit { span: Span::at(at), new_text: block }
}

/// The edits that store moves known to solve a level, in the notation's own letters, before what is stored already.
pub(super) fn put_moves(snapshot: &Snapshot, level: usize, moves: &[Move], pushes: usize) -> Vec<Edit> {
    let notation = snapshot.file.levels[level].notation;
    let letters = write_moves(moves, notation.info().moves);
    let title = title(notation, moves.len(), pushes);
    vec![below_notes(snapshot, level, &title, &letters)]
}

fn replace(snapshot: &Snapshot, stored: &Stored, title: &str, letters: &str) -> Edit {
    let end = line_end_at(&snapshot.text, stored.moves.start as usize);
    if let Some(line) = stored.title {
        return Edit { span: line.cover(stored.moves), new_text: format!("{title}{end}{}", wrap(letters, end)) };
    }
    // Moves behind a key on the key's own line stay one line; others are wrapped.
    let before = &snapshot.text[..stored.moves.start as usize];
    let own_line = before.is_empty() || before.ends_with(['\n', '\r']);
    let new_text = if own_line { wrap(letters, end) } else { letters.to_string() };
    Edit { span: stored.moves, new_text }
}

pub(super) fn wrap(letters: &str, end: &str) -> String {
    let lines: Vec<&str> = (0..letters.len())
        .step_by(MOVES_PER_LINE)
        .map(|start| &letters[start..letters.len().min(start + MOVES_PER_LINE)])
        .collect();
    lines.join(end)
}

/// The line end that the file uses: its first.
pub(super) fn line_end(text: &str) -> &'static str {
    match text.find(['\n', '\r']) {
        Some(at) if text[at..].starts_with("\r\n") => "\r\n",
        Some(at) if text[at..].starts_with('\r') => "\r",
        _ => "\n",
    }
}

/// The line end of the lines around a place: the one before it, for a file put together from several may mix them.
fn line_end_at(text: &str, at: usize) -> &'static str {
    let before = &text[..at];
    match before.rfind(['\n', '\r']) {
        Some(last) if before[last..].starts_with('\r') => "\r",
        Some(last) if before[..last].ends_with('\r') => "\r\n",
        Some(_) => "\n",
        None => line_end(text),
    }
}

/// True when the line behind the one that ends at `at` is blank or missing.
fn next_line_is_blank(text: &str, at: usize) -> bool {
    let rest = &text[at..];
    let rest = rest.strip_prefix("\r\n").or_else(|| rest.strip_prefix(['\n', '\r'])).unwrap_or(rest);
    let line = rest.split(['\n', '\r']).next().unwrap_or("");
    line.trim().is_empty()
}
