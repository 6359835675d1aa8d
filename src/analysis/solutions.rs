//! What is to be said about the solutions that a file stores.

use super::stored::in_play;
use super::{Code, Finding, StoredState, count, judge_slides, judge_stored};
use crate::level::{Board, Stop, parse_letter, replay};
use crate::syntax::{self, Level, Puzzle, Reading, Script, Spelling};
use crate::text::Span;

/// Replays every stored solution of a level. The findings' spans are relative to `own`, the level's own text.
pub fn check_solutions(own: &str, level: &Level, reading: &Reading) -> (Vec<StoredState>, Vec<Finding>) {
    let (mut states, mut findings) = (Vec::new(), Vec::new());
    for stored in &level.solutions {
        let stored = stored.relative_to(level.span.start);
        let script = syntax::script(own, &stored);
        let state = match &reading.puzzle {
            Puzzle::Sokoban(board) => judge_stored(board, &script),
            Puzzle::Tiles(tiles) => judge_slides(tiles, &script),
            Puzzle::Foreign => StoredState::Unjudged,
        };
        findings.extend(faults(&script, &state));
        if let (Puzzle::Sokoban(board), StoredState::Solves { pushes, moves }) = (&reading.puzzle, &state) {
            findings.extend(capitals(board, &script));
            findings.extend(stored.title.and_then(|title| wrong_numbers(own, title, *moves, *pushes)));
        }
        states.push(state);
    }
    (states, findings)
}

fn faults(script: &Script, state: &StoredState) -> Option<Finding> {
    let whole = script.whole()?;
    match state {
        // Without a player the board says so already.
        StoredState::Solves { .. } | StoredState::Unjudged | StoredState::Breaks { stop: Stop::NoPlayer, .. } => None,
        StoredState::Incomplete { left } => {
            let message = format!("the moves end with {} off target", count(*left, "box"));
            Some(Finding::new(Code::SolutionIncomplete, whole, message))
        }
        StoredState::Breaks { index, span, stop } => {
            let what = match stop {
                Stop::Wall => "the player would walk into a wall",
                _ => "the box cannot be pushed",
            };
            Some(Finding::new(
                Code::SolutionIllegal,
                *span,
                format!("the solution breaks at move {}: {what}", index + 1),
            ))
        }
        StoredState::Unread { index, span } => {
            let letter = script.letters.get(*index).map_or(' ', |(letter, _)| *letter);
            let message =
                format!("the solution breaks at move {}: `{}` is no move", index + 1, letter.escape_default());
            Some(Finding::new(Code::SolutionIllegal, *span, message))
        }
    }
}

/// Marks the first letter whose case is wrong.
fn capitals(board: &Board, script: &Script) -> Option<Finding> {
    let wrong = wrong_capitals(board, script);
    let &(index, push) = wrong.first()?;
    let (letter, span) = script.letters[index];
    let (is, written) = if push { ("a push", "a move") } else { ("no push", "a push") };
    let more = wrong.len() - 1;
    let others = if more > 0 { format!(", and {} more", count(more, "letter")) } else { String::new() };
    Some(Finding::new(Code::SolutionCase, span, format!("`{letter}` is {is} and is written as {written}{others}")))
}

/// The letters whose case does not say what the move is: their indexes, and whether the move is a push.
pub fn wrong_capitals(board: &Board, script: &Script) -> Vec<(usize, bool)> {
    let Some(Spelling::Letters(style)) = script.spelling else { return Vec::new() };
    let letters = in_play(script);
    let played = replay(board, letters.iter().map_while(|&(letter, _)| parse_letter(letter, style)));
    let cased = played.moves.iter().zip(letters).enumerate();
    cased
        .filter(|(_, (step, (letter, _)))| step.push != letter.is_ascii_uppercase())
        .map(|(index, (step, _))| (index, step.push))
        .collect()
}

/// Compares the first two numbers of a title, `moves/pushes`, with what was played.
fn wrong_numbers(own: &str, title: Span, moves: usize, pushes: usize) -> Option<Finding> {
    let numbers = syntax::title_numbers(own, title);
    let [(said_moves, first), (said_pushes, second), ..] = numbers[..] else { return None };
    let said = (said_moves as usize, said_pushes as usize);
    // Some write them the other way round; that misleads nobody, since pushes are never more than moves.
    if said == (moves, pushes) || said == (pushes, moves) {
        return None;
    }
    let message = format!(
        "the title says {} and {}; played, the solution takes {moves} and {pushes}",
        count(said.0, "move"),
        count(said.1, "push")
    );
    Some(Finding::new(Code::SolutionCount, first.cover(second), message))
}
