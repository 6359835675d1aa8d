//! Finds the lines that make up boards. What lies between them is the work of `assemble`.
//!
//! A block is recognised by its shape alone. Which of the notations of that shape it is written in takes a vote of
//! the file and is decided in `detect`. Every line is looked at a bounded number of times.

use super::lines::{BRACKET, COLON, DIGIT, HIGH, Raw};
use super::{Container, dialects, glyphs, keys, literal, numbers, poj, rows};
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
    /// Rows with `+` for a wall.
    Gym,
    /// Rows with `X` for a wall.
    Pusher,
    /// Rows with `-` and `|` for walls.
    Nethack,
    /// `[soko=…]` to `[/soko]`.
    Mf8,
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
    /// The `Comment-End:` line.
    pub last: usize,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Found {
    pub blocks: Vec<Block>,
    pub comments: Vec<CommentBlock>,
}

/// Finds the blocks of a file. `lone`: a single row of `sbt` is a board.
pub(crate) fn find(text: &str, lines: &[Raw], lone: bool) -> Found {
    let mut found = Found::default();
    let mut at = 0;
    // No literal begins before this line.
    let mut literal_from = 0;
    while at < lines.len() {
        let line = &lines[at];
        if line.is_blank() {
            at += 1;
            continue;
        }
        if line.has(COLON)
            && let Some(last) = comment_block(text, lines, at)
        {
            found.comments.push(CommentBlock { first: at, last });
            at = last + 1;
            continue;
        }
        let shaped = if line.has(BRACKET) && at >= literal_from {
            dialects::mf8(text, lines, at).map(|last| (last, Shape::Mf8)).or_else(|| {
                match literal::scan(text, lines, at) {
                    literal::Scan::Board { last, numbers } => Some((last, Shape::Literal { numbers })),
                    literal::Scan::No { tried } => {
                        literal_from = tried;
                        None
                    }
                }
            })
        } else if line.has(HIGH) {
            glyphs::block(text, lines, at).map(|last| (last, Shape::Glyphs))
        } else if line.has(DIGIT) {
            let maze = poj::block(text, lines, at).map(|last| (last, Shape::Poj));
            maze.or_else(|| numbers::block(text, lines, at).map(|last| (last, Shape::Numbers)))
        } else {
            dialects::block(text, lines, at)
        };
        if let Some((last, shape)) = shaped {
            found.blocks.push(Block { first: at, last, shape });
            at = last + 1;
            continue;
        }
        let scan = rows::scan(text, lines, at, lone);
        found.blocks.extend(scan.board.map(|(first, last)| Block { first, last, shape: Shape::Rows }));
        at = scan.next;
    }
    found
}

/// Which container a text is, if it is XML.
pub(crate) fn container(text: &str) -> Option<Container> {
    let start = text.trim_ascii_start();
    if !["<?xml", "<!DOCTYPE", "<!--", "<SokobanLevels", "<SokobanLibrary"].iter().any(|tag| start.starts_with(tag)) {
        return None;
    }
    let end = (0..=start.len().min(2000)).rev().find(|&end| start.is_char_boundary(end))?;
    let head = &start[..end];
    Some(match () {
        () if head.contains("<SokobanLevels") || head.contains("SokobanLev.") => Container::Slc,
        () if head.contains("<SokobanLibrary") => Container::Ssx,
        () => Container::Xml,
    })
}

/// The `Comment-End:` line of the `Comment:` block that begins here. Without one there is no block: it must not
/// swallow the levels that follow.
fn comment_block(text: &str, lines: &[Raw], at: usize) -> Option<usize> {
    if !is_comment_begin(text, &lines[at]) {
        return None;
    }
    for (index, line) in lines.iter().enumerate().skip(at + 1) {
        if is_comment_end(text, line) {
            return Some(index);
        }
        if line.has(COLON) && is_comment_begin(text, line) {
            return None;
        }
    }
    None
}

fn is_comment_begin(text: &str, line: &Raw) -> bool {
    let key = keys::key(text, line);
    key.is_some_and(|key| key.value.is_empty() && text[key.name.range()].eq_ignore_ascii_case("comment"))
}

/// With or without a colon, as readers take it.
fn is_comment_end(text: &str, line: &Raw) -> bool {
    const END: &str = "comment-end";
    let body = &text[line.trimmed(text).range()];
    body.get(..END.len()).is_some_and(|start| start.eq_ignore_ascii_case(END))
        && matches!(body[END.len()..].trim_ascii_start().bytes().next(), None | Some(b':'))
}

/// The span of a block without the last line's end.
pub(crate) fn span(lines: &[Raw], block: &Block) -> Span {
    Span { start: lines[block.first].start, end: lines[block.last].end }
}
