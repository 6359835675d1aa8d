//! Lines as editors count them: only `\n`, `\r\n` and a lone `\r` end a line.
//!
//! [`str::lines`] does not know a lone `\r`; Unicode's other line breaks (VT, FF, NEL, LS, PS) end no line here.

use super::Span;

/// One line of a text. Offsets are in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Line {
    pub start: usize,
    /// The end of the line's content, before its line end.
    pub end: usize,
    /// After the line end: where the next line starts. Equal to `end` on the last line.
    pub next: usize,
}

impl Line {
    /// The line without its line end.
    pub fn content(self) -> Span {
        Span::new(self.start, self.end)
    }

    /// The line with its line end.
    pub fn full(self) -> Span {
        Span::new(self.start, self.next)
    }
}

/// The lines of `text`, one more than there are line ends: an empty text is one empty line, and a final line end is
/// followed by an empty line.
///
/// ```
/// let lines: Vec<_> = sok::text::lines("ab\r\nc").map(|line| (line.start, line.end, line.next)).collect();
/// assert_eq!(lines, [(0, 2, 4), (4, 5, 5)]);
/// ```
pub fn lines(text: &str) -> impl Iterator<Item = Line> + '_ {
    let bytes = text.as_bytes();
    let mut from = Some(0);
    std::iter::from_fn(move || {
        let start = from?;
        let Some(length) = bytes[start..].iter().position(|byte| matches!(byte, b'\n' | b'\r')) else {
            from = None;
            return Some(Line { start, end: bytes.len(), next: bytes.len() });
        };
        let end = start + length;
        let next = end + if bytes[end..].starts_with(b"\r\n") { 2 } else { 1 };
        from = Some(next);
        Some(Line { start, end, next })
    })
}

/// True when `offset` lies between the two characters of one `\r\n`.
pub fn cuts_line_end(text: &str, offset: usize) -> bool {
    let bytes = text.as_bytes();
    offset > 0 && bytes.get(offset - 1) == Some(&b'\r') && bytes.get(offset) == Some(&b'\n')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_three_line_ends_count() {
        for (text, count) in [
            ("a\nb", 2),
            ("a\r\nb", 2),
            ("a\rb", 2),
            ("a\u{b}b", 1),
            ("a\u{c}b", 1),
            ("a\u{85}b", 1),
            ("a\u{2028}b", 1),
            ("a\u{2029}b", 1),
        ] {
            assert_eq!(lines(text).count(), count, "{text:?}");
        }
    }

    #[test]
    fn ends_of_text() {
        let ends = |text| lines(text).map(|line| (line.start, line.end, line.next)).collect::<Vec<_>>();
        assert_eq!(ends(""), [(0, 0, 0)]);
        assert_eq!(ends("a"), [(0, 1, 1)]);
        assert_eq!(ends("\r"), [(0, 0, 1), (1, 1, 1)]);
        assert_eq!(ends("\n\r\n"), [(0, 0, 1), (1, 1, 3), (3, 3, 3)]);
        assert_eq!(ends("\r\r\n"), [(0, 0, 1), (1, 1, 3), (3, 3, 3)]);
    }
}
