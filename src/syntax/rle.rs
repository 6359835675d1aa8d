//! Run-length encoded rows: `3#|#.#|3(#-)#`.
//!
//! Unrolling is bounded: a few bytes must not become a gigabyte.

use super::ProblemKind;
use super::lines::{BIG_S, BIG_T, DIGIT, KIND, Kinds, PAREN, PIPE, XSB_ROW};
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
            b'|' if digits || depth > 0 || first == 0 && !floor => return false,
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

/// True when a row must be unrolled to be read.
pub(crate) fn is_packed(kinds: Kinds) -> bool {
    const PACKED: Kinds = DIGIT | PAREN | PIPE;
    kinds & PACKED != 0 && kinds & !(XSB_ROW | BIG_S | BIG_T | PACKED) == 0
}

/// One unrolled square: what is written, and where.
pub(crate) type Square = (char, Span);

/// Unrolled rows, and what was wrong with them.
#[derive(Debug, Default)]
pub(crate) struct Unrolled {
    /// Each row with the place where it ends.
    pub rows: Vec<(Vec<Square>, usize)>,
    pub problems: Vec<(ProblemKind, Span)>,
    squares: usize,
    full: bool,
}

/// An open parenthesis: how many squares stand before it in its row, how often its group is to be repeated, and
/// where it stands.
struct Open {
    squares: usize,
    times: usize,
    at: usize,
}

impl Unrolled {
    /// Unrolls the packed rows of a line, which stands at `offset`.
    pub fn add(&mut self, line: &str, offset: usize) {
        let mut row: Vec<Square> = Vec::new();
        let mut open: Vec<Open> = Vec::new();
        let mut count: Option<(usize, usize)> = None;
        let end = offset + line.len();
        for (index, letter) in line.char_indices() {
            let at = offset + index;
            if let Some(digit) = letter.to_digit(10) {
                let (start, number) = count.unwrap_or((at, 0));
                count = Some((start, (number * 10 + digit as usize).min(MAX_COUNT + 1)));
                continue;
            }
            let times = self.times(count.take(), at, letter);
            match letter {
                '(' if open.len() == MAX_DEPTH => self.problem("parentheses nested too deeply", at, at + 1),
                '(' => open.push(Open { squares: row.len(), times, at }),
                ')' => match open.pop() {
                    Some(group) => self.repeat(&mut row, &group),
                    None => self.problem("a closing parenthesis without an opening one", at, at + 1),
                },
                '|' => {
                    self.close(&mut open);
                    self.rows.push((std::mem::take(&mut row), at));
                }
                _ if self.has_room(times, at) => {
                    let place = Span::new(at, at + letter.len_utf8());
                    row.extend(std::iter::repeat_n((letter, place), times));
                }
                _ => {}
            }
        }
        if let Some((start, _)) = count {
            self.problem("a count with nothing to repeat", start, end);
        }
        self.close(&mut open);
        if !line.ends_with('|') {
            self.rows.push((row, end));
        }
    }

    fn problem(&mut self, what: &str, start: usize, end: usize) {
        self.problems.push((ProblemKind::Rle(what.to_owned()), Span::new(start, end)));
    }

    /// How often the character at `at` is to be repeated, by the count before it.
    fn times(&mut self, count: Option<(usize, usize)>, at: usize, letter: char) -> usize {
        let Some((start, number)) = count else { return 1 };
        let slip = match number {
            0 => "a count of zero",
            _ if number > MAX_COUNT => "a count over 99999",
            _ if matches!(letter, '|' | ')') => "a count with nothing to repeat",
            _ => return number,
        };
        self.problem(slip, start, at);
        1
    }

    /// Takes room for that many squares more, if there is any.
    fn has_room(&mut self, squares: usize, at: usize) -> bool {
        let fits = squares <= MAX_SQUARES - self.squares;
        if fits {
            self.squares += squares;
        } else if !std::mem::replace(&mut self.full, true) {
            self.problem("unrolls to more squares than a board may have", at, at + 1);
        }
        fits
    }

    fn repeat(&mut self, row: &mut Vec<Square>, group: &Open) {
        let length = row.len() - group.squares;
        if self.has_room(length.saturating_mul(group.times - 1), group.at) {
            for _ in 1..group.times {
                row.extend_from_within(group.squares..group.squares + length);
            }
        }
    }

    fn close(&mut self, open: &mut Vec<Open>) {
        for group in open.drain(..) {
            self.problem("an opening parenthesis that is not closed in its row", group.at, group.at + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unrolled(line: &str) -> (Vec<String>, usize) {
        let mut unrolled = Unrolled::default();
        unrolled.add(line, 0);
        let rows = unrolled.rows.iter().map(|(row, _)| row.iter().map(|&(letter, _)| letter).collect()).collect();
        (rows, unrolled.problems.len())
    }

    #[test]
    fn counts_and_groups_are_unrolled() {
        assert_eq!(unrolled("2(3(#-)#)"), (vec!["#-#-#-##-#-#-#".to_owned()], 0));
        assert_eq!(unrolled("3#|#@#|3#|"), (vec!["###".to_owned(), "#@#".to_owned(), "###".to_owned()], 0));
    }

    #[test]
    fn an_expansion_over_the_limit_is_one_problem() {
        let (rows, problems) = unrolled("9999(9999(#))|9999(9999(#))|###");
        assert_eq!((rows[2].as_str(), problems), ("###", 1));
        assert!(rows.iter().map(String::len).sum::<usize>() <= MAX_SQUARES);
    }

    #[test]
    fn only_well_formed_lines_are_rows() {
        for line in ["3#", "3-#|", "2-|", "--#", "2(#-)", "#|#"] {
            assert!(is_row(line), "{line}");
        }
        for line in ["#3", "#50 (3)", "3-5-8", "|#|", "2)#", "(#", "#3|#"] {
            assert!(!is_row(line), "{line}");
        }
    }
}
