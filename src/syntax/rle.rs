//! Run-length encoded rows: `3#|#.#|3(#-)#`.
//!
//! Unrolling is bounded: a few bytes must not become a gigabyte.

use super::ProblemKind;
use super::lines::{BIG_S, BIG_T, DIGIT, KIND, PAREN, PIPE, XSB_ROW};
use crate::text::Span;

/// The most squares that a board's rows may unroll to.
pub(crate) const MAX_SQUARES: usize = 1_000_000;
const MAX_COUNT: usize = 99_999;
const MAX_DEPTH: usize = 255;

/// True when a line is a well-formed row or list of rows that begins with a wall or a box on a target.
pub(crate) fn is_row(line: &str) -> bool {
    let mut depth = 0;
    let mut digits = false;
    let (mut first, mut floor) = (0, false);
    for byte in line.bytes() {
        let kind = KIND[byte as usize];
        if kind & DIGIT != 0 {
            digits = true;
            continue;
        }
        match byte {
            b'(' => depth += 1,
            b')' if depth == 0 || digits => return false,
            b')' => depth -= 1,
            b'|' if digits || depth > 0 => return false,
            b'|' if first == 0 && !floor => return false,
            b'|' => {}
            b'-' | b'_' => floor = true,
            byte if byte <= b' ' => {}
            byte if first == 0 => first = byte,
            _ => {}
        }
        digits = false;
    }
    // A packed row of floor only, such as `2-|`, is a row too.
    depth == 0 && !digits && (first == 0 && floor || matches!(first, b'#' | b'*' | b'B'))
}

/// One unrolled square: what is written, and where.
pub(crate) type Square = (char, Span);

/// Unrolls the packed rows in `line` (an offset and its text). Rows are added to `rows`; errors to `problems`.
/// `room` is how many squares may still be added.
pub(crate) fn unroll(
    line: &str,
    offset: usize,
    room: &mut usize,
    rows: &mut Vec<Vec<Square>>,
    problems: &mut Vec<(ProblemKind, Span)>,
) {
    let mut row: Vec<Square> = Vec::new();
    let mut open: Vec<(usize, usize, usize)> = Vec::new();
    let mut count: Option<(usize, usize)> = None;
    let mut problem = |text: &str, start: usize, end: usize| {
        problems.push((ProblemKind::Rle(text.to_owned()), Span::new(offset + start, offset + end)));
    };
    let mut ended = false;
    let mut full = false;
    for (at, letter) in line.char_indices() {
        let end = at + letter.len_utf8();
        ended = false;
        if let Some(digit) = letter.to_digit(10) {
            let (start, number) = count.unwrap_or((at, 0));
            count = Some((start, (number * 10 + digit as usize).min(MAX_COUNT + 1)));
            continue;
        }
        let counted = count.take();
        let times = match counted {
            Some((start, 0)) => {
                problem("a count of zero", start, at);
                1
            }
            Some((start, number)) if number > MAX_COUNT => {
                problem("a count over 99999", start, at);
                1
            }
            Some((start, _)) if matches!(letter, '|' | ')') => {
                problem("a count with nothing to repeat", start, at);
                1
            }
            Some((_, number)) => number,
            None => 1,
        };
        match letter {
            '(' if open.len() >= MAX_DEPTH => problem("parentheses nested too deeply", at, end),
            '(' => open.push((row.len(), times, at)),
            ')' => match open.pop() {
                Some((start, times, from)) => {
                    let length = row.len() - start;
                    if length.saturating_mul(times - 1) > *room {
                        if !full {
                            problem("unrolls to more squares than a board may have", from, end);
                        }
                        full = true;
                    } else {
                        *room -= length * (times - 1);
                        for _ in 1..times {
                            row.extend_from_within(start..start + length);
                        }
                    }
                }
                None => problem("a closing parenthesis without an opening one", at, end),
            },
            '|' => {
                for (_, _, from) in open.drain(..) {
                    problem("an opening parenthesis that is not closed in its row", from, from + 1);
                }
                rows.push(std::mem::take(&mut row));
                ended = true;
            }
            _ => {
                if times > *room {
                    if !full {
                        problem("unrolls to more squares than a board may have", at, end);
                    }
                    full = true;
                } else {
                    *room -= times;
                    row.extend(std::iter::repeat_n((letter, Span::new(offset + at, offset + end)), times));
                }
            }
        }
    }
    if let Some((start, _)) = count {
        problem("a count with nothing to repeat", start, line.len());
    }
    for (_, _, from) in open.drain(..) {
        problem("an opening parenthesis that is not closed in its row", from, from + 1);
    }
    if !ended {
        rows.push(row);
    }
}

/// True when a row must be unrolled to be read.
pub(crate) fn is_packed(kinds: u32) -> bool {
    kinds & (DIGIT | PAREN | PIPE) != 0 && kinds & !(XSB_ROW | BIG_S | BIG_T | DIGIT | PAREN | PIPE) == 0
}
