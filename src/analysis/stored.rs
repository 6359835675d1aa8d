//! Stored solutions, judged by replay.

use crate::level::{Board, Dir, Stop, Style, parse_letter, replay};
use crate::text::Span;

/// What a stored solution is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoredState {
    /// It solves the board with so many pushes and moves.
    Solves { pushes: usize, moves: usize },
    /// It can be played to the end but leaves so many boxes off target.
    Incomplete { left: usize },
    /// Move number `index` (from 0), written at `span`, cannot be made.
    Breaks { index: usize, span: Span, stop: Stop },
    /// Not judged: it is a snapshot in a notation of moves that is only recognised.
    Unjudged,
}

/// Plays letters (each with its place) on a board. Only directions count: a push written as a move is still a push.
pub fn judge_stored(board: &Board, letters: &[(char, Span)], style: Style) -> StoredState {
    let mut dirs: Vec<Dir> = Vec::with_capacity(letters.len());
    for &(letter, _) in letters {
        match parse_letter(letter, style) {
            Some(dir) => dirs.push(dir),
            None => return StoredState::Unjudged,
        }
    }
    let played = replay(board, dirs.iter().copied());
    if let Some(stop) = played.stop {
        let index = played.moves.len();
        let span = letters.get(index).map_or(Span::default(), |(_, span)| *span);
        return StoredState::Breaks { index, span, stop };
    }
    if played.solved {
        return StoredState::Solves { pushes: played.pushes, moves: played.moves.len() };
    }
    let left = played.board.find(|cell| cell.is_box() && !cell.is_target()).len();
    StoredState::Incomplete { left }
}
