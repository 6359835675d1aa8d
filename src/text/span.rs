//! A range of bytes in a text.

use std::ops::Range;

/// A half-open range of byte offsets, `start..end`, in one text.
///
/// Offsets are 32 bits wide: documents are limited to 50 MB, and boards keep one span per cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Span {
    pub start: u32,
    pub end: u32,
}

impl Span {
    /// A span from byte offsets of a text that [`crate::text`] accepts (under 4 GiB).
    pub fn new(start: usize, end: usize) -> Span {
        Span { start: start as u32, end: end as u32 }
    }

    /// An empty span, a place between two bytes.
    pub fn at(offset: usize) -> Span {
        Span::new(offset, offset)
    }

    pub fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// True when `offset` lies in the span or at its end (where a caret still touches it).
    pub fn touches(self, offset: usize) -> bool {
        self.start as usize <= offset && offset <= self.end as usize
    }

    /// The span moved right by `offset` bytes.
    pub fn shifted(self, offset: usize) -> Span {
        Span::new(self.start as usize + offset, self.end as usize + offset)
    }

    /// The smallest span that holds both.
    pub fn cover(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

impl std::fmt::Debug for Span {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}
