//! Finds boards of plain rows, `xsb` or `sbt`: which lines are rows, and when rows are a board.
//!
//! A published file must read as its readers read it, and a half-drawn board is a board already, so that its author
//! learns what is missing. Rows with a slip in them count as rows beside good ones.

use super::lines::{
    ALIAS, AT, BIG_B, BIG_S, BIG_T, BLANK, COLON, DIGIT, DOT, FLOOR, KIND, Kinds, PAREN, PIPE, PLUS, RLE, Raw, SBT_ROW,
    STAR, WALL, XSB_ROW,
};
use super::rle;

/// Every square of either alphabet.
const ROW: Kinds = XSB_ROW | BIG_S | BIG_T;

/// What a line is among plain rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Row {
    No,
    /// Only floor, with at least one `-` or `_`: a row between others.
    Floor,
    /// Begins with a wall or a box on a target.
    Strict,
    /// Other squares first.
    Loose,
    /// With counts, parentheses or `|`; how many rows.
    Packed(usize),
    /// With a few characters that are no squares.
    Dirty,
}

/// What was found at a line.
pub(crate) struct Scan {
    /// The first and last line of a board.
    pub board: Option<(usize, usize)>,
    /// The next line to look at.
    pub next: usize,
}

/// Takes in the rows that begin at line `at`. A `lone` row with letters is a board in a file that is known to be `sbt`.
pub(crate) fn scan(text: &str, lines: &[Raw], at: usize, lone: bool) -> Scan {
    let mut sum = Sum::default();
    let mut end = at;
    let (mut first, mut last) = (None, None);
    while let Some(line) = lines.get(end) {
        let mut row = row(text, line);
        if row == Row::No {
            let beside = match first {
                Some(_) => dirty(text, line, &lines[end - 1], sum.kinds),
                None => dirty_top(text, line, lines.get(end + 1)),
            };
            if !beside {
                break;
            }
            row = Row::Dirty;
        }
        if row == Row::Floor {
            if first.is_none() {
                break;
            }
        } else {
            let neighbour = if first.is_some() { lines.get(end - 1) } else { lines.get(end + 1) };
            let outer = can_be_outer(text, line, row, neighbour);
            if first.is_none() && !outer {
                break;
            }
            first = first.or(Some(end));
            sum.add(line, row);
            if outer {
                last = Some(end);
            }
        }
        end += 1;
    }
    let next = end.max(at + 1);
    let (Some(first), Some(last)) = (first, last) else { return Scan { board: None, next } };
    let is_board = sum.is_board(text, &lines[first..=last], lone);
    Scan { board: is_board.then_some((first, last)), next }
}

/// What the rows of a block add up to.
#[derive(Default)]
struct Sum {
    kinds: Kinds,
    /// Rows, counting those inside packed lines, without floor-only ones.
    rows: usize,
    lines: usize,
    loose: bool,
}

impl Sum {
    fn add(&mut self, line: &Raw, row: Row) {
        self.lines += 1;
        self.rows += if let Row::Packed(rows) = row { rows } else { 1 };
        self.loose |= row == Row::Loose;
        if row != Row::Dirty {
            self.kinds |= line.kinds;
        }
    }

    fn is_board(&self, text: &str, rows: &[Raw], lone: bool) -> bool {
        let has = |kinds: Kinds| self.kinds & kinds != 0;
        // Two rows are a board that is being drawn, but not two scraps beside a note.
        let drawn = || rows.iter().filter(|row| row.trimmed(text).len() >= 3).count() == 2;
        if has(WALL) && (self.rows >= 3 || self.rows == 2 && self.lines == 2 && drawn()) {
            return true;
        }
        // A board may have boxes for an outer wall.
        if has(STAR) && has(AT | PLUS) && self.rows >= 3 && !self.loose {
            return true;
        }
        // In `sbt` no wall is needed: off the grid is wall.
        let letters = [BIG_S, BIG_T, BIG_B].iter().filter(|&&kind| has(kind)).count();
        let plain = self.kinds & !(SBT_ROW | BLANK) == 0 && has(DOT | WALL);
        let enough = match self.rows {
            1 => letters == 3 || lone && letters > 0,
            2 => letters >= 2,
            _ => letters >= 1,
        };
        plain && enough && rows.iter().all(|row| !text[row.trimmed(text).range()].contains(|it: char| it <= ' '))
    }
}

fn row(text: &str, line: &Raw) -> Row {
    if line.only(BLANK | FLOOR) {
        return if line.has(FLOOR) { Row::Floor } else { Row::No };
    }
    if line.only(ROW) {
        return if matches!(line.first(text), b'#' | b'*' | b'B') { Row::Strict } else { Row::Loose };
    }
    if !line.only(ROW | RLE) || !line.has(WALL | STAR | FLOOR) {
        return Row::No;
    }
    let body = line.text(text);
    if rle::is_row(body) {
        return Row::Packed(body.split('|').filter(|row| !row.trim_ascii().is_empty()).count());
    }
    // A slip in a packed row is for the reader of rows to name.
    let walls = body.bytes().filter(|&byte| byte == b'#').count();
    let packed = walls >= 2 && line.has(PIPE | PAREN) && line.first(text) != b'|';
    if packed { Row::Packed(body.split('|').filter(|row| row.contains('#')).count()) } else { Row::No }
}

/// True for a row that may be a board's first or last: a word such as `Bob` may not, nor the first sign of a note
/// that is being typed.
fn can_be_outer(text: &str, line: &Raw, row: Row, neighbour: Option<&Raw>) -> bool {
    if row == Row::Dirty || line.has(WALL) {
        return true;
    }
    let length = line.trimmed(text).len();
    let as_wide = neighbour.is_some_and(|other| other.trimmed(text).len() == length);
    line.has(AT | PLUS | STAR | DOT) && (length >= 3 || as_wide) || as_wide && !line.has(ALIAS | BLANK | FLOOR)
}

/// How many characters of a trimmed line are squares, and how many there are.
fn squares(body: &str) -> (usize, usize) {
    let known = |letter: char| u8::try_from(letter).is_ok_and(|byte| KIND[byte as usize] & ROW != 0);
    body.chars().fold((0, 0), |(squares, all), letter| (squares + usize::from(known(letter)), all + 1))
}

/// True when a line below a row is a row with a slip.
fn dirty(text: &str, line: &Raw, above: &Raw, kinds: Kinds) -> bool {
    if line.is_blank() || line.has(COLON) {
        return false;
    }
    let body = line.text(text).trim_ascii();
    let (known, all) = squares(body);
    let walled = line.has(WALL) && all >= 3;
    if walled && body.starts_with('#') && known * 3 >= all * 2 {
        return true;
    }
    if walled && body.ends_with('#') && known * 4 >= all * 3 {
        return true;
    }
    let open = kinds & !SBT_ROW == 0 && !line.has(BLANK);
    open && known * 4 >= all * 3 && all == above.text(text).trim_ascii().chars().count()
}

/// True when a line above a row is a board's top wall with a slip in it.
fn dirty_top(text: &str, line: &Raw, below: Option<&Raw>) -> bool {
    if !line.has(WALL) || line.has(DIGIT | COLON) {
        return false;
    }
    let body = line.text(text).trim_ascii();
    let (known, all) = squares(body);
    let closed = body.starts_with('#') && body.ends_with('#') && body.contains("##");
    let spaced = || body.split_ascii_whitespace().any(|word| !word.contains('#'));
    closed
        && all >= 4
        && known * 5 >= all * 4
        && !spaced()
        && below.is_some_and(|below| matches!(row(text, below), Row::Strict | Row::Loose))
}
