//! Stored solutions, judged by replay.

use crate::level::{Board, Dir, Stop, parse_letter, replay};
use crate::syntax::{Script, Spelling, StoredKind};
use crate::text::Span;
use crate::tiles::{Tiles, slide};

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
    /// Not judged: a game that was broken off, or moves in a spelling that is only recognised.
    Unjudged,
}

/// Plays stored moves on a board. Only directions count: a push written as a move is still a push. Moves that are not
/// meant to solve the level are judged only if they do, or if they break.
pub fn judge_stored(board: &Board, script: &Script) -> StoredState {
    let letters = in_play(script);
    let Some(dirs) = dirs(script, letters) else { return StoredState::Unjudged };
    let played = replay(board, dirs.iter().copied());
    let span_of = |index: usize| letters.get(index).map_or(Span::default(), |(_, span)| *span);
    let state = if let Some(stop) = played.stop {
        let index = played.moves.len();
        StoredState::Breaks { index, span: span_of(index), stop }
    } else if dirs.len() < letters.len() {
        StoredState::Unread { index: dirs.len(), span: span_of(dirs.len()) }
    } else if played.solved {
        StoredState::Solves { pushes: played.pushes, moves: played.moves.len() }
    } else {
        StoredState::Incomplete { left: played.board.find(|cell| cell.is_box() && !cell.is_target()).len() }
    };
    meant(script.kind, state)
}

/// Slides along stored letters, which say where the blank goes. `Incomplete` counts the numbers out of place.
pub fn judge_slides(tiles: &Tiles, script: &Script) -> StoredState {
    let letters = in_play(script);
    let Some(dirs) = dirs(script, letters) else { return StoredState::Unjudged };
    let Some(slid) = slide(tiles, &dirs) else { return StoredState::Unjudged };
    if let Some(&(_, span)) = letters.get(slid.made).filter(|_| slid.made < dirs.len()) {
        return meant(script.kind, StoredState::Breaks { index: slid.made, span, stop: Stop::Wall });
    }
    let state = match slid.left {
        _ if dirs.len() < letters.len() => StoredState::Unread { index: dirs.len(), span: letters[dirs.len()].1 },
        0 => StoredState::Solves { pushes: 0, moves: dirs.len() },
        left => StoredState::Incomplete { left },
    };
    meant(script.kind, state)
}

/// The letters that are to be played: a solution's all, a game's up to where it stands.
pub(super) fn in_play(script: &Script) -> &[(char, Span)] {
    match script.kind {
        StoredKind::Solution => &script.letters,
        StoredKind::Snapshot | StoredKind::Unnamed => &script.letters[..script.played],
    }
}

/// The directions of plain letters, up to the first that is none. Pulls, several players and runs are not played here.
fn dirs(script: &Script, letters: &[(char, Span)]) -> Option<Vec<Dir>> {
    let Some(Spelling::Letters(style)) = script.spelling else { return None };
    if !script.jumps.is_empty() {
        return None;
    }
    let dirs: Vec<Dir> = letters.iter().map_while(|&(letter, _)| parse_letter(letter, style)).collect();
    Some(dirs)
}

/// A game that was broken off is no fault, and a line of letters without a title may be anything.
fn meant(kind: StoredKind, state: StoredState) -> StoredState {
    match (kind, &state) {
        (StoredKind::Solution, _) | (_, StoredState::Solves { .. }) => state,
        (StoredKind::Unnamed, StoredState::Breaks { .. } | StoredState::Unread { .. }) => state,
        _ => StoredState::Unjudged,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::{Stored, script};

    fn stored(moves: &str, kind: StoredKind) -> Script {
        script(moves, &Stored { title: None, moves: Span::new(0, moves.len()), kind })
    }

    fn solution(moves: &str) -> Script {
        stored(moves, StoredKind::Solution)
    }

    #[test]
    fn a_stored_solution_is_played_by_its_directions() {
        let board = Board::from_xsb("######\n#@$ .#\n######");
        let judge = |moves| judge_stored(&board, &solution(moves));
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
    fn every_spelling_is_played() {
        let board = Board::from_xsb("######\n#@ $.#\n######");
        let judge = |moves| judge_stored(&board, &solution(moves));
        for moves in ["rR", "eE", "2e"] {
            assert_eq!(judge(moves), StoredState::Solves { pushes: 1, moves: 2 }, "{moves}");
        }
        let board = Board::from_xsb("######\n# .$@#\n#    #\n######");
        assert_eq!(judge_stored(&board, &solution("jhhkhjlllkH")), StoredState::Solves { pushes: 1, moves: 11 });
        assert_eq!(judge_stored(&board, &solution("jkH")), StoredState::Solves { pushes: 1, moves: 3 });
    }

    #[test]
    fn only_solutions_must_solve() {
        let board = Board::from_xsb("######\n#@$ .#\n######");
        for kind in [StoredKind::Snapshot, StoredKind::Unnamed] {
            assert_eq!(judge_stored(&board, &stored("R", kind)), StoredState::Unjudged);
            assert_eq!(judge_stored(&board, &stored("RR", kind)), StoredState::Solves { pushes: 2, moves: 2 });
            assert_eq!(judge_stored(&board, &stored("R*R", kind)), StoredState::Unjudged, "one push was taken back");
        }
        assert_eq!(judge_stored(&board, &solution("R*R")), StoredState::Solves { pushes: 2, moves: 2 });
        assert_eq!(judge_stored(&board, &solution("[]L")), StoredState::Unjudged, "pulls are not played");
    }

    #[test]
    fn a_sliding_puzzles_path_is_the_blanks() {
        let tiles = Tiles { width: 3, height: 2, start: vec![1, 2, 3, 4, 0, 5], goal: vec![1, 2, 3, 4, 5, 0] };
        let judge = |moves| judge_slides(&tiles, &solution(moves));
        assert_eq!(judge("r"), StoredState::Solves { pushes: 0, moves: 1 });
        assert_eq!(judge("l"), StoredState::Incomplete { left: 3 });
        assert_eq!(judge("d"), StoredState::Breaks { index: 0, span: Span::new(0, 1), stop: Stop::Wall });
    }
}
