//! What is to be said about the solutions that a file stores.

use super::{Code, Finding, StoredState, count, judge_slides, judge_stored};
use crate::level::{Board, Stop, Style, parse_letter, replay};
use crate::syntax::{self, Level, Puzzle, Reading, Stored};
use crate::text::Span;

/// The numbers in the title of a solution: `Solution 33/8`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TitleNumbers {
    pub moves: usize,
    pub pushes: usize,
    /// Of both numbers with the stroke.
    pub span: Span,
}

/// The letters of a stored solution with their places, relative to the level, and how they are spelt.
pub fn letters(own: &str, level: &Level, stored: &Stored) -> (Vec<(char, Span)>, Style) {
    let span = near(level, stored.moves);
    let letters = syntax::moves(own, span);
    let style = syntax::spelling(&letters).unwrap_or(level.notation.info().moves);
    (letters, style)
}

fn near(level: &Level, span: Span) -> Span {
    Span { start: span.start - level.span.start, end: span.end - level.span.start }
}

/// Replays every stored solution of a level. The findings' spans are relative to `own`, the level's own text.
pub fn check_solutions(own: &str, level: &Level, reading: &Reading) -> (Vec<StoredState>, Vec<Finding>) {
    let (mut states, mut findings) = (Vec::new(), Vec::new());
    for stored in &level.solutions {
        let (letters, style) = letters(own, level, stored);
        let title = stored.title.map(|title| near(level, title));
        let name = title.map_or("", |title| &own[title.range()]);
        let pulls = own[near(level, stored.moves).range()].contains(['[', '{']);
        let state = match &reading.puzzle {
            // Moves of the reverse mode and of several players are not played here.
            _ if pulls || is_about(name, "reverse") => StoredState::Unjudged,
            Puzzle::Sokoban(board) => judge_stored(board, &letters, style),
            Puzzle::Tiles(tiles) => judge_slides(tiles, &letters, style),
            Puzzle::Foreign => StoredState::Unjudged,
        };
        findings.extend(faults(&letters, &state, is_snapshot(name)));
        if let (Puzzle::Sokoban(board), StoredState::Solves { pushes, moves }) = (&reading.puzzle, &state) {
            findings.extend(capitals(board, &letters, style));
            let numbers = title.and_then(|title| title_numbers(own, title));
            findings.extend(numbers.and_then(|numbers| wrong_numbers(numbers, *moves, *pushes)));
        }
        states.push(state);
    }
    (states, findings)
}

fn is_about(title: &str, word: &str) -> bool {
    let title = title.trim_start_matches([';', ' ', '\t']);
    title.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
}

/// A saved position need not be a solved one.
fn is_snapshot(title: &str) -> bool {
    ["snapshot", "savegame", "reverse"].iter().any(|word| is_about(title, word))
}

fn finding(code: Code, span: Span, message: String) -> Finding {
    Finding { code, severity: code.rule().severity, span, message, related: Vec::new() }
}

fn faults(letters: &[(char, Span)], state: &StoredState, snapshot: bool) -> Option<Finding> {
    let (first, last) = (letters.first()?, letters.last()?);
    match state {
        // Without a player the board says so already.
        StoredState::Solves { .. } | StoredState::Unjudged | StoredState::Breaks { stop: Stop::NoPlayer, .. } => None,
        StoredState::Incomplete { .. } if snapshot => None,
        StoredState::Incomplete { left } => {
            let message = format!("the moves end with {} off target", count(*left, "box"));
            Some(finding(Code::SolutionIncomplete, first.1.cover(last.1), message))
        }
        StoredState::Breaks { index, span, stop } => {
            let what = match stop {
                Stop::Wall => "the player would walk into a wall",
                _ => "the box cannot be pushed",
            };
            Some(finding(Code::SolutionIllegal, *span, format!("the solution breaks at move {}: {what}", index + 1)))
        }
        StoredState::Unread { index, span } => {
            let letter = letters.get(*index).map_or(' ', |(letter, _)| *letter);
            let message =
                format!("the solution breaks at move {}: `{}` is no move", index + 1, letter.escape_default());
            Some(finding(Code::SolutionIllegal, *span, message))
        }
    }
}

/// Marks the first letter whose case is wrong.
fn capitals(board: &Board, letters: &[(char, Span)], style: Style) -> Option<Finding> {
    let dirs = letters.iter().filter_map(|&(letter, _)| parse_letter(letter, style));
    let played = replay(board, dirs);
    let wrong = |&(step, (letter, _)): &(&crate::level::Move, &(char, Span))| step.push != letter.is_ascii_uppercase();
    let mut odd = played.moves.iter().zip(letters).filter(wrong);
    let (step, &(letter, span)) = odd.next()?;
    let (is, written) = if step.push { ("a push", "a move") } else { ("no push", "a push") };
    let more = odd.count();
    let others = if more > 0 { format!(", and {} more", count(more, "letter")) } else { String::new() };
    Some(finding(Code::SolutionCase, span, format!("`{letter}` is {is} and is written as {written}{others}")))
}

/// The first two numbers of a solution's title that stand as `moves/pushes`. `title` is a span of `text`.
pub fn title_numbers(text: &str, title: Span) -> Option<TitleNumbers> {
    let line = &text[title.range()];
    let bytes = line.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    for (stroke, _) in line.match_indices('/') {
        let from = (0..stroke).rev().take_while(|&at| digit(at)).last();
        let to = (stroke + 1..bytes.len()).take_while(|&at| digit(at)).last();
        if let (Some(from), Some(to)) = (from, to) {
            let (moves, pushes) = (line[from..stroke].parse().ok()?, line[stroke + 1..=to].parse().ok()?);
            let start = title.start as usize;
            return Some(TitleNumbers { moves, pushes, span: Span::new(start + from, start + to + 1) });
        }
    }
    None
}

fn wrong_numbers(said: TitleNumbers, moves: usize, pushes: usize) -> Option<Finding> {
    let right = (said.moves, said.pushes) == (moves, pushes);
    // Some write them the other way round; that misleads nobody, since pushes are never more than moves.
    let turned = (said.moves, said.pushes) == (pushes, moves);
    let message = format!(
        "the title says {} and {}; played, the solution takes {moves} and {pushes}",
        count(said.moves, "move"),
        count(said.pushes, "push")
    );
    (!right && !turned).then(|| finding(Code::SolutionCount, said.span, message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_a_title() {
        let numbers = |title: &str| title_numbers(title, Span::new(0, title.len())).map(|it| (it.moves, it.pushes));
        assert_eq!(numbers("Solution 33/8"), Some((33, 8)));
        assert_eq!(numbers("Solution/Moves 517/155"), Some((517, 155)));
        assert_eq!(numbers("Best Solution 230/97/3/4 (YASS 2.86)"), Some((230, 97)));
        assert_eq!(numbers("Solution 1"), None);
        assert_eq!(numbers("Solution 99999999999999999999999/1"), None);
    }
}
