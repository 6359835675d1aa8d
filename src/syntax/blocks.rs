//! Finds the lines that make up boards. What lies between them is the work of `assemble`.
//!
//! A block is recognised by its shape alone. Which of the notations of that shape it is written in takes a vote of
//! the file and is decided in `detect`. Every line is looked at a bounded number of times.

use super::keys;
use super::lines::{
    ALIAS, AT, BIG_B, BIG_S, BIG_T, BLANK, BRACKET, DIGIT, DOT, EX, FLOOR, HIGH, KIND, OTHER, PAREN, PIPE, PLUS, RLE,
    Raw, SBT_ROW, STAR, WALL, XSB_ROW,
};
use super::{glyphs, literal, numbers, rle};
use crate::text::Span;

/// The outer form of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    /// Plain rows: `xsb` or `sbt`.
    Rows,
    /// A header line with height and width, then rows.
    Poj,
    /// Brackets with cells or numbers in them.
    Literal { numbers: bool },
    /// Rows of symbols such as `□■●◎♂`.
    Glyphs,
    /// Rows of numbers.
    Numbers,
    /// Rows whose squares are written one blank apart, or with `+` for a wall.
    Gym,
}

/// The lines of one board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Block {
    pub first: usize,
    /// The last line, inclusive.
    pub last: usize,
    pub shape: Shape,
}

/// A `Comment:` block: its lines hold no boards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CommentBlock {
    pub first: usize,
    /// The last line, inclusive.
    pub last: usize,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Found {
    pub blocks: Vec<Block>,
    pub comments: Vec<CommentBlock>,
}

pub(crate) fn find(text: &str, lines: &[Raw], lenient: bool) -> Found {
    let mut found = Found::default();
    if is_container(text) {
        return found;
    }
    let mut at = 0;
    // Lines before this one were tried as a literal in vain.
    let mut literal_from = 0;
    while at < lines.len() {
        let line = &lines[at];
        if line.is_blank() {
            at += 1;
            continue;
        }
        if let Some(end) = comment_block(text, lines, at) {
            found.comments.push(CommentBlock { first: at, last: end });
            at = end + 1;
            continue;
        }
        if line.has(BRACKET) && at >= literal_from {
            match literal::scan(text, lines, at) {
                literal::Scan::Board { last, numbers } => {
                    found.blocks.push(Block { first: at, last, shape: Shape::Literal { numbers } });
                    at = last + 1;
                    continue;
                }
                literal::Scan::No { tried } => literal_from = tried,
            }
        }
        let block = if line.has(HIGH) {
            glyphs::block(text, lines, at).map(|last| (last, Shape::Glyphs))
        } else if line.only(DIGIT | BLANK) && header(text, line).is_some() {
            poj(text, lines, at).map(|last| (last, Shape::Poj))
        } else {
            None
        };
        let block = block.or_else(|| numbers::block(text, lines, at).map(|last| (last, Shape::Numbers)));
        let block = block.or_else(|| gym(text, lines, at).map(|last| (last, Shape::Gym)));
        if let Some((last, shape)) = block {
            found.blocks.push(Block { first: at, last, shape });
            at = last + 1;
            continue;
        }
        at = rows(text, lines, at, lenient, &mut found.blocks);
    }
    found
}

/// XML level sets are recognised and left alone.
fn is_container(text: &str) -> bool {
    let start = text.trim_start();
    ["<?xml", "<!DOCTYPE", "<SokobanLevels", "<SokobanLibrary"].iter().any(|tag| start.starts_with(tag))
}

/// The last line of the `Comment:` block that begins here. Without a `Comment-End:` there is no block.
fn comment_block(text: &str, lines: &[Raw], at: usize) -> Option<usize> {
    let key = keys::key(text, &lines[at])?;
    if !text[key.name.range()].eq_ignore_ascii_case("comment") || !key.value.is_empty() {
        return None;
    }
    for (index, line) in lines.iter().enumerate().skip(at + 1) {
        let body = line.text(text).trim_ascii_start();
        if starts_with(body, "comment-end") {
            return Some(index);
        }
        if starts_with(body, "comment:") {
            return None;
        }
    }
    None
}

fn starts_with(text: &str, word: &str) -> bool {
    text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
}

/// Height and width from a `poj` header line.
pub(crate) fn header(text: &str, line: &Raw) -> Option<(usize, usize)> {
    if !line.only(DIGIT | BLANK) {
        return None;
    }
    let mut words = line.text(text).split_ascii_whitespace();
    let (height, width) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    words.next().is_none().then_some((height, width))
}

/// The last line of the maze whose header stands here.
fn poj(text: &str, lines: &[Raw], at: usize) -> Option<usize> {
    let (height, width) = header(text, &lines[at])?;
    let mut kinds = 0;
    let mut last = at;
    for (index, line) in lines.iter().enumerate().skip(at + 1) {
        if line.is_blank() || header(text, line).is_some() {
            break;
        }
        let promised = index - at <= height;
        let fits = line.only(SBT_ROW | BLANK) || promised && looks_like_sbt(text, line, width);
        if !fits {
            break;
        }
        kinds |= line.kinds;
        last = index;
    }
    let named = kinds & (BIG_S | BIG_T | BIG_B) != 0;
    let foreign = kinds & AT != 0 && kinds & (BIG_S | BIG_T) == 0;
    let open = kinds & BLANK == 0 && lines.get(at + 1).is_some_and(|row| (row.end - row.body) as usize == width);
    (last > at && !foreign && (named || open)).then_some(last)
}

/// A row with a few characters that `sbt` lacks.
fn looks_like_sbt(text: &str, line: &Raw, width: usize) -> bool {
    let row = line.text(text).trim_ascii();
    let right = row.bytes().filter(|&byte| KIND[byte as usize] & SBT_ROW != 0).count();
    row.len() <= width + 4 && right * 3 >= row.len() * 2
}

/// What a line is among plain rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Row {
    /// Not a row.
    No,
    /// Only floor, with at least one `-` or `_`: a row between others.
    Floor,
    /// Begins with a wall or a box on a target.
    Strict,
    /// Other squares first.
    Loose,
    /// With counts, parentheses or `|`; how many rows.
    Packed(usize),
    /// A wall at both ends and something unknown between: a row only beside others.
    Dirty,
}

fn row(text: &str, line: &Raw) -> Row {
    if line.only(BLANK | FLOOR) {
        return if line.has(FLOOR) { Row::Floor } else { Row::No };
    }
    if line.only(XSB_ROW | BIG_S | BIG_T) {
        return if matches!(line.first(text), b'#' | b'*' | b'B') { Row::Strict } else { Row::Loose };
    }
    if !line.has(WALL | STAR | FLOOR) {
        return Row::No;
    }
    if line.only(XSB_ROW | BIG_S | BIG_T | RLE) {
        if rle::is_row(line.text(text)) {
            let rows = line.text(text).split('|').filter(|row| !row.trim_ascii().is_empty()).count();
            return Row::Packed(rows);
        }
        let walls = line.text(text).bytes().filter(|&byte| byte == b'#').count();
        let packed = walls >= 2 && line.has(PIPE | PAREN);
        return if packed && line.first(text) != b'|' { Row::Packed(1) } else { dirty(text, line) };
    }
    dirty(text, line)
}

fn dirty(text: &str, line: &Raw) -> Row {
    if !line.has(WALL) {
        return Row::No;
    }
    let body = line.text(text).trim_ascii();
    if body.len() < 3 || !body.starts_with('#') || !body.ends_with('#') {
        return Row::No;
    }
    let (mut right, mut all) = (0, 0);
    for letter in body.chars() {
        all += 1;
        let known = u8::try_from(letter).is_ok_and(|byte| KIND[byte as usize] & (XSB_ROW | BIG_S | BIG_T) != 0);
        right += usize::from(known);
    }
    if right * 2 > all { Row::Dirty } else { Row::No }
}

/// Takes in the rows that begin here, if they do, and returns where to go on.
fn rows(text: &str, lines: &[Raw], at: usize, lenient: bool, blocks: &mut Vec<Block>) -> usize {
    let mut end = at;
    let (mut kinds, mut proper, mut packed, mut loose) = (0, 0, false, 0);
    let mut last = None;
    let mut first = None;
    while let Some(line) = lines.get(end) {
        let row = row(text, line);
        match row {
            Row::No => break,
            Row::Floor if first.is_none() => break,
            Row::Floor => {}
            _ if first.is_none() && !can_be_outer(line, row) => break,
            _ => {
                first = first.or(Some(end));
                proper += match row {
                    Row::Packed(rows) => rows,
                    _ => 1,
                };
                packed |= matches!(row, Row::Packed(_));
                loose += usize::from(row == Row::Loose);
                kinds |= line.kinds;
                if can_be_outer(line, row) {
                    last = Some(end);
                }
            }
        }
        end += 1;
    }
    let (Some(first), Some(last)) = (first, last) else { return at.max(end) + usize::from(end == at) };
    let letters = [BIG_S, BIG_T, BIG_B].iter().filter(|&&kind| kinds & kind != 0).count();
    let open = kinds & !SBT_ROW == 0 && (letters == 3 || letters == 2 && proper >= 2) && kinds & (DOT | WALL) != 0;
    let walled = kinds & WALL != 0 && (proper >= 3 || proper == 2 && (kinds & !(WALL | BLANK) != 0 || !packed));
    let boxes = kinds & STAR != 0 && kinds & (AT | PLUS) != 0 && proper >= 3 && loose == 0;
    if open || walled || boxes || (lenient && proper >= 1 && kinds & WALL != 0) {
        blocks.push(Block { first, last, shape: Shape::Rows });
    }
    end
}

/// True for a row that may be a board's first or last: a word such as `Bob` may not.
fn can_be_outer(line: &Raw, row: Row) -> bool {
    match row {
        Row::Dirty => false,
        _ => line.has(WALL | AT | PLUS | STAR | DOT) || !line.has(ALIAS | BLANK | FLOOR),
    }
}

/// The last line of rows such as `+ + + +` or `+*@-X+`, where `+` is the wall.
fn gym(text: &str, lines: &[Raw], at: usize) -> Option<usize> {
    const GYM: u32 = BLANK | FLOOR | PLUS | STAR | AT | EX | OTHER;
    let top = &lines[at];
    if !top.only(PLUS | BLANK) || !top.has(PLUS) {
        return None;
    }
    let outer = |line: &Raw| {
        let body = line.text(text).trim_ascii();
        body.len() >= 3 && body.starts_with('+') && body.ends_with('+')
    };
    let rows = lines[at..].iter().take_while(|line| line.only(GYM) && outer(line)).count();
    (rows >= 2).then_some(at + rows - 1)
}

/// The span of a block without the last line's end.
pub(crate) fn span(lines: &[Raw], block: &Block) -> Span {
    Span { start: lines[block.first].start, end: lines[block.last].end }
}
