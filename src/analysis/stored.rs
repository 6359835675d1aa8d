//! Stored solutions, judged by replay.

use super::runs::{self, Steps};
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
    let Some(Steps { steps, unreached }) = steps(board, script) else { return StoredState::Unjudged };
    if steps.is_empty() && unreached.is_none() {
        return StoredState::Unjudged;
    }
    let played = replay(board, steps.iter().map(|&(dir, _)| dir));
    let index = played.moves.len();
    let state = if let Some(stop) = played.stop {
        let span = steps.get(index).map_or(Span::default(), |&(_, span)| span);
        StoredState::Breaks { index, span, stop }
    } else if let Some(span) = unreached {
        StoredState::Breaks { index, span, stop: Stop::Wall }
    } else if let Some(span) = unread(script, steps.len()) {
        StoredState::Unread { index, span }
    } else if played.solved {
        StoredState::Solves { pushes: played.pushes, moves: played.moves.len() }
    } else if let Some((moves, pushes)) = played.solved_after.filter(|&(moves, _)| moves > 0) {
        // A game ends with the push that solves it; moves behind that which can be played do no harm.
        StoredState::Solves { pushes, moves }
    } else {
        StoredState::Incomplete { left: played.board.find(|cell| cell.is_box() && !cell.is_target()).len() }
    };
    meant(script.kind, state)
}

/// Slides along stored letters, which say where the blank goes. `Incomplete` counts the numbers out of place.
pub fn judge_slides(tiles: &Tiles, script: &Script) -> StoredState {
    let Some(steps) = letters(script) else { return StoredState::Unjudged };
    let dirs: Vec<Dir> = steps.iter().map(|&(dir, _)| dir).collect();
    let Some(slid) = slide(tiles, &dirs) else { return StoredState::Unjudged };
    if let Some(&(_, span)) = steps.get(slid.made) {
        return meant(script.kind, StoredState::Breaks { index: slid.made, span, stop: Stop::Wall });
    }
    if let Some(span) = unread(script, steps.len()) {
        return meant(script.kind, StoredState::Unread { index: steps.len(), span });
    }
    let state = match slid.left {
        0 => StoredState::Solves { pushes: 0, moves: steps.len() },
        left => StoredState::Incomplete { left },
    };
    meant(script.kind, state)
}

fn steps(board: &Board, script: &Script) -> Option<Steps> {
    match script.spelling? {
        Spelling::Runs => runs::steps(board, &script.runs),
        Spelling::Letters(_) => Some(Steps { steps: letters(script)?, unreached: None }),
    }
}

/// The letters that are to be played: a solution's all, a game's up to where it stands.
pub(super) fn in_play(script: &Script) -> &[(char, Span)] {
    match script.kind {
        StoredKind::Solution => &script.letters,
        StoredKind::Snapshot | StoredKind::Unnamed => &script.letters[..script.played],
    }
}

/// The first letter that is no move, if `count` letters were.
fn unread(script: &Script, count: usize) -> Option<Span> {
    let is_letters = matches!(script.spelling, Some(Spelling::Letters(_)));
    in_play(script).get(count).filter(|_| is_letters).map(|(_, span)| *span)
}

/// The directions of plain letters, up to the first that is none. Pulls and several players are not played.
fn letters(script: &Script) -> Option<Vec<(Dir, Span)>> {
    let Some(Spelling::Letters(style)) = script.spelling else { return None };
    if !script.jumps.is_empty() {
        return None;
    }
    let step = |&(letter, span): &(char, Span)| Some((parse_letter(letter, style)?, span));
    Some(in_play(script).iter().map_while(step).collect())
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
        let roomy = Board::from_xsb("#######\n#@$ . #\n#######");
        let went_on = judge_stored(&roomy, &solution("RRRl"));
        assert_eq!(went_on, StoredState::Solves { pushes: 2, moves: 2 }, "the game was over before the third push");
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
    fn runs_walk_to_their_places() {
        let board = Board::from_xsb("#######\n#  .  #\n#  $  #\n# $ .@#\n#     #\n#######");
        let judge = |moves| judge_stored(&board, &solution(moves));
        // Below the upper box and up; then left of the lower box and two to the right.
        assert_eq!(judge("3-3u1,1-3r2"), StoredState::Solves { pushes: 3, moves: 2 + 1 + 3 + 2 });
        assert_eq!(judge("3-3u1"), StoredState::Incomplete { left: 1 });
        assert_eq!(judge("l2,u1,1-3r2"), StoredState::Solves { pushes: 3, moves: 2 + 1 + 3 + 2 });
        assert_eq!(judge("3-3u1,0-0r2"), StoredState::Breaks { index: 3, span: Span::new(6, 11), stop: Stop::Wall });
        assert_eq!(judge("3-3u9"), StoredState::Breaks { index: 3, span: Span::new(0, 5), stop: Stop::Blocked });
        assert_eq!(judge("99-3u1"), StoredState::Breaks { index: 0, span: Span::new(0, 6), stop: Stop::Wall });
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
