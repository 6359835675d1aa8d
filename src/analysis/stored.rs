//! Stored solutions, judged by replay.

use crate::level::{Board, Dir, Stop, Style, parse_letter, replay};
use crate::text::Span;
use crate::tiles::Tiles;

/// What a stored solution is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoredState {
    /// It solves the board with so many pushes and moves.
    Solves { pushes: usize, moves: usize },
    /// It can be played to the end but leaves so many boxes off target (or numbers out of place).
    Incomplete { left: usize },
    /// Move number `index` (from 0), written at `span`, cannot be made.
    Breaks { index: usize, span: Span, stop: Stop },
    /// The character at `span`, the place of move number `index`, is no move. Up to there it can be played.
    Unread { index: usize, span: Span },
    /// Not judged: it is in a notation of moves that is only recognised.
    Unjudged,
}

/// Plays letters (each with its place) on a board. Only directions count: a push written as a move is still a push.
pub fn judge_stored(board: &Board, letters: &[(char, Span)], style: Style) -> StoredState {
    let dirs = dirs(letters, style);
    if dirs.is_empty() {
        return StoredState::Unjudged;
    }
    let played = replay(board, dirs.iter().copied());
    let span_of = |index: usize| letters.get(index).map_or(Span::default(), |(_, span)| *span);
    if let Some(stop) = played.stop {
        let index = played.moves.len();
        return StoredState::Breaks { index, span: span_of(index), stop };
    }
    if dirs.len() < letters.len() {
        return StoredState::Unread { index: dirs.len(), span: span_of(dirs.len()) };
    }
    if played.solved {
        return StoredState::Solves { pushes: played.pushes, moves: played.moves.len() };
    }
    let left = played.board.find(|cell| cell.is_box() && !cell.is_target()).len();
    StoredState::Incomplete { left }
}

/// Slides along letters, which say where the blank goes. `Incomplete` counts the numbers out of place.
pub fn judge_slides(tiles: &Tiles, letters: &[(char, Span)], style: Style) -> StoredState {
    let dirs = dirs(letters, style);
    if dirs.is_empty() {
        return StoredState::Unjudged;
    }
    let Some(mut blank) = tiles.start.iter().position(|&number| number == 0) else { return StoredState::Unjudged };
    let mut numbers = tiles.start.clone();
    for (index, dir) in dirs.iter().enumerate() {
        let (dx, dy) = dir.step();
        let x = (blank % tiles.width).checked_add_signed(dx).filter(|&x| x < tiles.width);
        let y = (blank / tiles.width).checked_add_signed(dy).filter(|&y| y < tiles.height);
        let (Some(x), Some(y)) = (x, y) else {
            return StoredState::Breaks { index, span: letters[index].1, stop: Stop::Wall };
        };
        numbers.swap(blank, y * tiles.width + x);
        blank = y * tiles.width + x;
    }
    if let Some((_, span)) = letters.get(dirs.len()) {
        return StoredState::Unread { index: dirs.len(), span: *span };
    }
    match numbers.iter().zip(&tiles.goal).filter(|(number, wanted)| number != wanted).count() {
        0 => StoredState::Solves { pushes: 0, moves: dirs.len() },
        left => StoredState::Incomplete { left },
    }
}

/// The directions up to the first letter that is none.
fn dirs(letters: &[(char, Span)], style: Style) -> Vec<Dir> {
    letters.iter().map_while(|&(letter, _)| parse_letter(letter, style)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(moves: &str) -> Vec<(char, Span)> {
        moves.char_indices().map(|(at, letter)| (letter, Span::new(at, at + 1))).collect()
    }

    #[test]
    fn a_stored_solution_is_played_by_its_directions() {
        let board = Board::from_xsb("######\n#@$ .#\n######");
        let judge = |moves| judge_stored(&board, &letters(moves), Style::Lurd);
        assert_eq!(judge("RR"), StoredState::Solves { pushes: 2, moves: 2 });
        assert_eq!(judge("rr"), StoredState::Solves { pushes: 2, moves: 2 }, "case does not matter");
        assert_eq!(judge("R"), StoredState::Incomplete { left: 1 });
        assert_eq!(judge("RRR"), StoredState::Breaks { index: 2, span: Span::new(2, 3), stop: Stop::Blocked });
        assert_eq!(judge("u"), StoredState::Breaks { index: 0, span: Span::new(0, 1), stop: Stop::Wall });
        assert_eq!(judge("R?R"), StoredState::Unread { index: 1, span: Span::new(1, 2) });
        assert_eq!(judge("u?"), StoredState::Breaks { index: 0, span: Span::new(0, 1), stop: Stop::Wall });
        assert_eq!(judge("??"), StoredState::Unjudged);
    }

    #[test]
    fn a_sliding_puzzles_path_is_the_blanks() {
        let tiles = Tiles { width: 3, height: 2, start: vec![1, 2, 3, 4, 0, 5], goal: vec![1, 2, 3, 4, 5, 0] };
        let judge = |moves| judge_slides(&tiles, &letters(moves), Style::Lurd);
        assert_eq!(judge("r"), StoredState::Solves { pushes: 0, moves: 1 });
        assert_eq!(judge("l"), StoredState::Incomplete { left: 3 });
        assert_eq!(judge("d"), StoredState::Breaks { index: 0, span: Span::new(0, 1), stop: Stop::Wall });
    }
}
