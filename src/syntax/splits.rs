//! Places where an empty line may have cut a board in two.

use super::blocks::{Block, Shape};
use super::lines::{RLE, Raw, WALL, XSB_ROW};
use crate::text::Span;

/// Rows with nothing but empty lines between them. Each may be a board, or both the parts of one: that takes a look at
/// them together, which [`read_rows`](super::read_rows) gives. Of three parts in a row, the second is the `lower` of
/// one split and the `upper` of the next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Split {
    /// The rows above, without the last line end. At least one of `upper` and `lower` is a level's board.
    pub upper: Span,
    /// The empty lines between, with their line ends.
    pub gap: Span,
    pub lower: Span,
}

/// Every such place, in order. Linear.
pub(crate) fn find(text: &str, lines: &[Raw], blocks: &[Block]) -> Vec<Split> {
    let mut splits = Vec::new();
    for (index, block) in blocks.iter().enumerate() {
        if block.shape != Shape::Rows {
            continue;
        }
        let above = index.checked_sub(1).map(|above| blocks[above]);
        let first = above.map_or(0, |above| above.last + 1);
        let to = blocks.get(index + 1).map_or(lines.len(), |next| next.first);
        // Rows that are too few to be a board of their own.
        if let Some(stray) = stray_above(text, lines, first, block.first) {
            splits.push(split(lines, stray, (block.first, block.last)));
        } else if let Some(above) = above
            && above.shape == Shape::Rows
            && (first..block.first).all(|line| lines[line].is_blank())
            && first < block.first
        {
            splits.push(split(lines, (above.first, above.last), (block.first, block.last)));
        }
        if let Some(stray) = stray_below(text, lines, block.last + 1, to) {
            splits.push(split(lines, (block.first, block.last), stray));
        }
    }
    splits
}

type Lines = (usize, usize);

fn split(lines: &[Raw], upper: Lines, lower: Lines) -> Split {
    let rows = |(first, last): Lines| Span { start: lines[first].start, end: lines[last].end };
    let gap = Span { start: lines[upper.1].next, end: lines[lower.0].start };
    Split { upper: rows(upper), gap, lower: rows(lower) }
}

/// A line of squares between walls, which by itself is text.
fn is_row(text: &str, line: &Raw) -> bool {
    let body = &text[line.trimmed(text).range()];
    line.has(WALL) && line.only(XSB_ROW | RLE) && body.len() >= 3 && body.starts_with('#') && body.ends_with('#')
}

fn stray_below(text: &str, lines: &[Raw], from: usize, to: usize) -> Option<Lines> {
    let first = (from..to).find(|&line| !lines[line].is_blank())?;
    let count = (first..to).take_while(|&line| is_row(text, &lines[line])).count();
    let ends = (first + count..to).next().is_none_or(|line| lines[line].is_blank());
    (first > from && count > 0 && ends).then(|| (first, first + count - 1))
}

fn stray_above(text: &str, lines: &[Raw], from: usize, to: usize) -> Option<Lines> {
    let last = (from..to).rev().find(|&line| !lines[line].is_blank())?;
    let count = (from..=last).rev().take_while(|&line| is_row(text, &lines[line])).count();
    let first = (last + 1).checked_sub(count)?;
    let begins = first == 0 || lines[first - 1].is_blank();
    (last + 1 < to && count > 0 && begins).then_some((first, last))
}
