//! Positions (line and character) and byte offsets, one into the other, in the three encodings of the protocol.
//!
//! Nothing here fails: what lies past the end of a line or of the text is taken as that end, and what lies inside a
//! character or inside a `\r\n` is rounded down. There are two backends that agree: one on a [`Rope`], for applying
//! edits, and one on a text with its [`LineIndex`], for the many conversions of one snapshot.

use ropey::Rope;

use super::{Line, Span, lines};

/// What the characters of a [`Position`] are counted in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Encoding {
    /// Bytes.
    Utf8,
    /// 16-bit units: two for a character outside the basic plane.
    #[default]
    Utf16,
    /// Unicode characters.
    Utf32,
}

/// A place in a text: a line and a character in it, both from 0, the character in units of an [`Encoding`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Position {
    pub line: u32,
    pub character: u32,
}

impl Position {
    pub fn new(line: u32, character: u32) -> Position {
        Position { line, character }
    }
}

/// Bytes between two marks of a [`LineIndex`]: what one conversion has to count through at most.
const BLOCK: usize = 256;

/// Where the lines of one text start, and how its characters add up.
///
/// Built in one pass; every conversion then takes a binary search and, on lines that are not plain ASCII, a count
/// through at most 512 bytes, however long the line is. The text goes with every call and must be the one that the
/// index was built from (under 4 GiB); another text gives wrong answers, but no panic.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LineIndex {
    lines: Vec<Entry>,
    /// The characters before each `BLOCK` bytes. Empty when the whole text is ASCII.
    marks: Vec<Mark>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Entry {
    start: u32,
    /// Bytes of the line end.
    line_end: u8,
    ascii: bool,
}

/// How many characters start before a place, and how many of them take two UTF-16 units.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Mark {
    chars: u32,
    astral: u32,
}

impl LineIndex {
    /// The index of `text`. Takes time in proportion to the text, and 8 bytes a line.
    pub fn new(text: &str) -> LineIndex {
        LineIndex::of(text, lines(text))
    }

    /// The same for a text that was cut into lines before: `cut` are the lines with their ends, which tile the text.
    /// Where the last of them is several lines (somebody stopped counting), they are looked for anew.
    pub fn of_lines(text: &str, cut: impl DoubleEndedIterator<Item = Span> + Clone) -> LineIndex {
        let bytes = text.as_bytes();
        let line = |span: Span| {
            let line_end = match bytes[span.range()] {
                [.., b'\r', b'\n'] => 2,
                [.., b'\n' | b'\r'] => 1,
                _ => 0,
            };
            Line { start: span.start as usize, end: span.end as usize - line_end, next: span.end as usize }
        };
        let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
        let last = cut.clone().next_back().map(line);
        if last.is_some_and(|last| bytes[last.content().range()].iter().any(is_end)) {
            return LineIndex::new(text);
        }
        let end = Line { start: text.len(), end: text.len(), next: text.len() };
        let behind = bytes.last().is_none_or(is_end).then_some(end);
        LineIndex::of(text, cut.map(line).chain(behind))
    }

    fn of(text: &str, lines: impl Iterator<Item = Line>) -> LineIndex {
        // Most texts are, and one long look is faster than many short ones.
        let all_ascii = text.is_ascii();
        let entry = |line: Line| Entry {
            start: line.start as u32,
            line_end: (line.next - line.end) as u8,
            ascii: all_ascii || text.as_bytes()[line.start..line.end].is_ascii(),
        };
        // A guess: to grow costs copies.
        let mut index = Vec::with_capacity(text.len() / 16);
        index.extend(lines.map(entry));
        let mut marks = Vec::new();
        if !all_ascii {
            let mut mark = Mark::default();
            marks.reserve(text.len() / BLOCK + 1);
            for block in text.as_bytes().chunks(BLOCK) {
                marks.push(mark);
                mark = mark.after(block);
            }
            marks.push(mark);
        }
        LineIndex { lines: index, marks }
    }

    /// How many lines there are: at least one.
    pub fn line_count(&self) -> usize {
        self.lines.len().max(1)
    }

    /// The line with the given number, from 0, or `None` past the last one.
    pub fn line(&self, text: &str, line: usize) -> Option<Line> {
        let entry = self.lines.get(line)?;
        let next = self.lines.get(line + 1).map_or(text.len(), |next| next.start as usize);
        Some(Line { start: entry.start as usize, end: next.saturating_sub(entry.line_end as usize), next })
    }

    /// The number of the line that holds the byte `offset`; the last line past the end.
    pub fn line_of(&self, offset: usize) -> usize {
        self.lines.partition_point(|line| line.start as usize <= offset).saturating_sub(1)
    }

    /// The position of the byte `offset`.
    pub fn position(&self, text: &str, offset: usize, encoding: Encoding) -> Position {
        let number = self.line_of(offset);
        let Some(line) = self.line(text, number) else { return Position::default() };
        let offset = floor(text, offset.min(line.end));
        let character = if encoding == Encoding::Utf8 || self.lines[number].ascii {
            offset.saturating_sub(line.start)
        } else {
            let units = |at| self.before(text.as_bytes(), at).units(at, encoding);
            units(offset).saturating_sub(units(line.start))
        };
        Position { line: number as u32, character: character as u32 }
    }

    /// The byte offset of `position`.
    pub fn offset(&self, text: &str, position: Position, encoding: Encoding) -> usize {
        let number = position.line as usize;
        let Some(line) = self.line(text, number) else { return text.len() };
        let character = position.character as usize;
        if encoding == Encoding::Utf8 || self.lines[number].ascii {
            return floor(text, line.start.saturating_add(character).min(line.end));
        }
        let bytes = text.as_bytes();
        let wanted = self.before(bytes, line.start).units(line.start, encoding).saturating_add(character);
        // The last mark that lies in the line and not after the wanted unit; the line's start when there is none.
        let first = line.start / BLOCK + 1;
        let last = (line.end / BLOCK + 1).min(self.marks.len());
        let inside = self.marks.get(first..last).unwrap_or_default();
        let passed = inside.partition_point(|mark| mark.units(0, encoding) <= wanted);
        let from = if passed == 0 { line.start } else { (first + passed - 1) * BLOCK };
        let mut units = self.before(bytes, from).units(from, encoding);
        for (at, &byte) in bytes.iter().enumerate().take(line.end).skip(from) {
            units += unit_width(byte, encoding);
            if units > wanted {
                return at;
            }
        }
        line.end
    }

    /// The characters that start before the byte `offset`.
    fn before(&self, bytes: &[u8], offset: usize) -> Mark {
        let block = offset / BLOCK;
        let Some(mark) = self.marks.get(block) else { return Mark::default() };
        mark.after(bytes.get(block * BLOCK..offset).unwrap_or_default())
    }
}

impl Mark {
    fn after(self, bytes: &[u8]) -> Mark {
        let chars = bytes.iter().filter(|&&byte| starts_char(byte)).count();
        let astral = bytes.iter().filter(|&&byte| byte >= 0xf0).count();
        Mark { chars: self.chars + chars as u32, astral: self.astral + astral as u32 }
    }

    fn units(self, bytes: usize, encoding: Encoding) -> usize {
        match encoding {
            Encoding::Utf8 => bytes,
            Encoding::Utf16 => self.chars as usize + self.astral as usize,
            Encoding::Utf32 => self.chars as usize,
        }
    }
}

fn starts_char(byte: u8) -> bool {
    byte & 0xc0 != 0x80
}

/// The units that a character adds, all of them at its first byte.
fn unit_width(byte: u8, encoding: Encoding) -> usize {
    match encoding {
        Encoding::Utf8 => 1,
        Encoding::Utf16 => usize::from(starts_char(byte)) + usize::from(byte >= 0xf0),
        Encoding::Utf32 => usize::from(starts_char(byte)),
    }
}

/// The last character boundary at or before `offset`.
fn floor(text: &str, offset: usize) -> usize {
    let offset = offset.min(text.len());
    (0..=offset).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// The position of the byte `offset` of a rope. Logarithmic in the text.
pub fn rope_position(rope: &Rope, offset: usize, encoding: Encoding) -> Position {
    let at = rope.byte_to_char(offset.min(rope.len_bytes()));
    let number = rope.char_to_line(at);
    let (start, end) = rope_line(rope, number);
    let at = at.min(end);
    let character = match encoding {
        Encoding::Utf8 => rope.char_to_byte(at) - rope.char_to_byte(start),
        Encoding::Utf16 => rope.char_to_utf16_cu(at) - rope.char_to_utf16_cu(start),
        Encoding::Utf32 => at - start,
    };
    Position { line: number as u32, character: character as u32 }
}

/// The byte offset of `position` in a rope. Logarithmic in the text.
pub fn rope_offset(rope: &Rope, position: Position, encoding: Encoding) -> usize {
    rope.char_to_byte(rope_char(rope, position, encoding))
}

/// The index of the character at `position`, as ropes count.
pub(super) fn rope_char(rope: &Rope, position: Position, encoding: Encoding) -> usize {
    let number = position.line as usize;
    if number >= rope.len_lines() {
        return rope.len_chars();
    }
    let (start, end) = rope_line(rope, number);
    let character = position.character as usize;
    let at = match encoding {
        Encoding::Utf8 => {
            let byte = rope.char_to_byte(start).saturating_add(character);
            rope.byte_to_char(byte.min(rope.len_bytes()))
        }
        Encoding::Utf16 => {
            let unit = rope.char_to_utf16_cu(start).saturating_add(character);
            rope.utf16_cu_to_char(unit.min(rope.len_utf16_cu()))
        }
        Encoding::Utf32 => start.saturating_add(character),
    };
    at.min(end)
}

/// The first and the past-the-last character of an existing line's content.
fn rope_line(rope: &Rope, number: usize) -> (usize, usize) {
    let start = rope.line_to_char(number);
    if number + 1 >= rope.len_lines() {
        return (start, rope.len_chars());
    }
    let next = rope.line_to_char(number + 1);
    let ends_with = |end: usize, wanted: char| end > start && rope.char(end - 1) == wanted;
    let end = match () {
        () if !ends_with(next, '\n') => next - 1,
        () if ends_with(next - 1, '\r') => next - 2,
        () => next - 1,
    };
    (start, end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::cuts_line_end;
    use proptest::prelude::*;

    const ENCODINGS: [Encoding; 3] = [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32];

    /// Offset of a position, character by character.
    fn naive_offset(text: &str, position: Position, encoding: Encoding) -> usize {
        let Some(line) = lines(text).nth(position.line as usize) else { return text.len() };
        let mut left = position.character as usize;
        for (at, c) in text[line.start..line.end].char_indices() {
            let width = match encoding {
                Encoding::Utf8 => c.len_utf8(),
                Encoding::Utf16 => c.len_utf16(),
                Encoding::Utf32 => 1,
            };
            if width > left {
                return line.start + at;
            }
            left -= width;
        }
        line.end
    }

    fn check_text(text: &str) {
        let rope = Rope::from_str(text);
        let index = LineIndex::new(text);
        assert_eq!(index.line_count(), rope.len_lines(), "{text:?}");
        let cut: Vec<Span> = lines(text).map(Line::full).filter(|line| !line.is_empty()).collect();
        assert_eq!(LineIndex::of_lines(text, cut.iter().copied()), index);
        // As if somebody had stopped counting.
        let rest = cut.get(1).map(|second| Span::new(second.start as usize, text.len()));
        let few = cut.iter().take(1).copied().chain(rest).collect::<Vec<_>>();
        assert_eq!(LineIndex::of_lines(text, few.into_iter()), index);
        for encoding in ENCODINGS {
            for offset in 0..=text.len() + 2 {
                let position = index.position(text, offset, encoding);
                assert_eq!(position, rope_position(&rope, offset, encoding), "{text:?} {offset} {encoding:?}");
                let back = index.offset(text, position, encoding);
                if text.is_char_boundary(offset) && !cuts_line_end(text, offset) {
                    assert_eq!(back, offset, "{text:?} {encoding:?}");
                } else {
                    assert!(back < offset, "{text:?} {offset} {encoding:?}");
                }
            }
        }
    }

    fn check_positions(text: &str, step: usize) {
        let rope = Rope::from_str(text);
        let index = LineIndex::new(text);
        let longest = lines(text).map(|line| line.end - line.start).max().unwrap_or(0);
        let characters = (0..longest + 3).step_by(step).chain([u32::MAX as usize]);
        for (encoding, character) in ENCODINGS.into_iter().flat_map(|e| characters.clone().map(move |c| (e, c))) {
            for line in (0..index.line_count() as u32 + 2).chain([u32::MAX]) {
                let position = Position::new(line, character as u32);
                let offset = naive_offset(text, position, encoding);
                assert_eq!(index.offset(text, position, encoding), offset, "{text:?} {position:?} {encoding:?}");
                assert_eq!(rope_offset(&rope, position, encoding), offset, "{text:?} {position:?} {encoding:?}");
            }
        }
    }

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
            assert_eq!(LineIndex::new(text).line_count(), count, "{text:?}");
            assert_eq!(Rope::from_str(text).len_lines(), count, "{text:?}");
            check_text(text);
        }
    }

    #[test]
    fn characters_of_every_width() {
        for text in ["", "é", "你好", "📦", "e\u{301}📦\r\n", "a\rb\n\r\n你\u{85}📦x\n\n", "\u{feff}#@$.#\n"]
        {
            check_text(text);
            check_positions(text, 1);
        }
    }

    #[test]
    fn inside_a_surrogate_pair_rounds_down() {
        let text = "a📦b";
        let index = LineIndex::new(text);
        let at = |character| index.offset(text, Position::new(0, character), Encoding::Utf16);
        assert_eq!([at(0), at(1), at(2), at(3), at(4), at(5)], [0, 1, 1, 5, 6, 6]);
    }

    #[test]
    fn long_lines_across_marks() {
        let text = "a你📦".repeat(3 * BLOCK) + "\r\n" + &"□■\u{301}".repeat(BLOCK) + "\n📦";
        check_text(&text);
        check_positions(&text, 7);
    }

    #[test]
    fn another_text_is_wrong_but_no_panic() {
        let index = LineIndex::new("📦 你\n\nlonger\r\n".repeat(100).as_str());
        for text in ["", "é", "ab\n", "你"] {
            for n in 0..2000 {
                index.position(text, n, Encoding::Utf16);
                index.offset(text, Position::new(n as u32, 3), Encoding::Utf32);
            }
        }
    }

    proptest! {
        #[test]
        fn backends_agree(text in "[a #é你📦\u{301}\u{85}\r\n]{0,40}") {
            check_text(&text);
            check_positions(&text, 1);
        }
    }
}
