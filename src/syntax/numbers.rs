//! Sliding puzzles written as rows of numbers, as `283104765` or as `2 3 4 1 5 x 7 6 8`.

use super::lines::{BLANK, COMMA, DIGIT, EX, PIPE, Raw};
use crate::text::Span;

/// A number and its place; `x` is the blank, 0.
pub(crate) type Number = (u32, Span);

/// The numbers of a line, or `None` when it holds anything else.
pub(crate) fn numbers(text: &str, line: Span) -> Option<Vec<Number>> {
    let part = &text[line.range()];
    let mut out = Vec::new();
    let mut at = 0;
    let bytes = part.as_bytes();
    while at < bytes.len() {
        let start = at;
        match bytes[at] {
            b'0'..=b'9' => {
                while at < bytes.len() && bytes[at].is_ascii_digit() {
                    at += 1;
                }
                let number = part[start..at].parse().ok()?;
                out.push((number, Span::new(line.start as usize + start, line.start as usize + at)));
            }
            b'x' | b'X' => {
                at += 1;
                out.push((0, Span::new(line.start as usize + start, line.start as usize + at)));
            }
            b',' | b'|' | 0..=b' ' => at += 1,
            _ => return None,
        }
    }
    Some(out)
}

/// The digits of a string such as `283104765`, each a number of its own.
pub(crate) fn digits(text: &str, line: Span) -> Vec<Number> {
    let part = &text[line.range()];
    let digit = |(at, letter): (usize, char)| {
        let number = if matches!(letter, 'x' | 'X') { 0 } else { letter.to_digit(10)? };
        Some((number, Span::new(line.start as usize + at, line.start as usize + at + 1)))
    };
    part.char_indices().filter_map(digit).collect()
}

/// How many of the numbers are in place in a set of 0 to n-1, once each.
fn fitting(numbers: &[Number]) -> usize {
    let mut seen = vec![false; numbers.len()];
    let mut fits = |number: u32| seen.get_mut(number as usize).is_some_and(|seen| !std::mem::replace(seen, true));
    numbers.iter().filter(|&&(number, _)| fits(number)).count()
}

/// True when the numbers are 0 to n-1, once each.
fn is_permutation(numbers: &[Number]) -> bool {
    fitting(numbers) == numbers.len()
}

/// True for a puzzle with a slip or two in it. A table of other numbers is none.
fn is_nearly(numbers: &[Number]) -> bool {
    fitting(numbers) * 4 >= numbers.len() * 3
}

/// Width and height of a puzzle that is written on one line.
pub(crate) fn size(count: usize) -> Option<(usize, usize)> {
    match count {
        6 => Some((3, 2)),
        8 => Some((4, 2)),
        9 => Some((3, 3)),
        10 => Some((5, 2)),
        12 => Some((4, 3)),
        15 => Some((5, 3)),
        16 => Some((4, 4)),
        20 => Some((5, 4)),
        25 => Some((5, 5)),
        _ => None,
    }
}

/// The last line of the puzzle that begins here.
pub(crate) fn block(text: &str, lines: &[Raw], at: usize) -> Option<usize> {
    const ROW: u32 = DIGIT | BLANK | COMMA | EX | PIPE;
    if !lines[at].only(ROW) || !lines[at].has(DIGIT) {
        return None;
    }
    // The rest of a table that was none of ours is not looked at again.
    let inner = |line: &Raw| line.only(ROW) && text[line.trimmed(text).range()].contains([' ', ',', '\t']);
    if at > 0 && inner(&lines[at - 1]) {
        return None;
    }
    let rows = lines[at..].iter().take(101).take_while(|line| line.only(ROW) && line.has(DIGIT | EX)).count();
    // A table larger than any sliding puzzle, which is not worth the counting.
    if rows > 100 {
        return None;
    }
    if rows == 1 {
        let line = lines[at].trimmed(text);
        if line.len() > 200 {
            return None;
        }
        let numbers = numbers(text, line)?;
        let one_word = numbers.len() == 1 && matches!(line.len(), 6 | 8 | 9);
        let is_puzzle = match (one_word, lines[at].has(EX)) {
            (true, _) => is_permutation(&digits(text, line)),
            (false, true) => size(numbers.len()).is_some() && is_nearly(&numbers),
            (false, false) => size(numbers.len()).is_some() && is_permutation(&numbers),
        };
        return is_puzzle.then_some(at);
    }
    let mut all = Vec::new();
    let mut width = None;
    for (index, line) in lines[at..at + rows].iter().enumerate() {
        let row = numbers(text, line.trimmed(text))?;
        let width = *width.get_or_insert(row.len());
        // The last row may still be growing.
        let growing = width >= 3 && index + 1 == rows && row.len() < width;
        if !(2..=100).contains(&width) || row.len() != width && !growing {
            return None;
        }
        all.extend(row);
    }
    is_nearly(&all).then(|| at + rows - 1)
}
