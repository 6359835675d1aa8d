//! A document as its editor holds it: text, version, and the edits that lead from one version to the next.

use std::fmt;

use ropey::Rope;

use super::position::rope_char;
use super::{Encoding, Position};

/// A text and its version. A clone is cheap: clones share the text until one of them is edited.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Document {
    pub rope: Rope,
    pub version: i32,
}

/// One change of a document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// What is replaced, from the first position up to the second; `None` is the whole text.
    pub range: Option<(Position, Position)>,
    pub text: String,
}

/// A change that cannot be meant for the text it was applied to: the range ends before it starts.
///
/// The text is no longer known to be the editor's. A change of the whole text, or opening again, mends it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutOfSync {
    /// Which of the changes, from 0.
    pub change: usize,
    pub start: Position,
    pub end: Position,
}

impl fmt::Display for OutOfSync {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Counted from 1, as editors show it.
        let shown = |n: u32| u64::from(n) + 1;
        let (number, start, end) = (self.change.saturating_add(1), self.start, self.end);
        write!(f, "change {number} ends at line {}, character {}", shown(end.line), shown(end.character))?;
        write!(f, ", before it starts at line {}, character {}", shown(start.line), shown(start.character))
    }
}

impl std::error::Error for OutOfSync {}

impl Document {
    pub fn new(text: &str, version: i32) -> Document {
        Document { rope: Rope::from_str(text), version }
    }

    /// The whole text, copied together. Takes time in proportion to the text.
    pub fn text(&self) -> String {
        self.rope.to_string()
    }

    /// Applies the changes one after another, each to the text that the ones before it left, and sets the version.
    ///
    /// Positions past the end of a line or of the text are taken as that end. A change takes time in proportion to
    /// what it inserts and removes, and logarithmic in the text.
    ///
    /// # Errors
    ///
    /// [`OutOfSync`] when a range ends before it starts and no later change replaces the whole text. The document
    /// is then as it was before the first change, its version too.
    pub fn apply(&mut self, changes: &[Change], version: i32, encoding: Encoding) -> Result<(), OutOfSync> {
        // What comes before a change of the whole text has no effect.
        let first = changes.iter().rposition(|change| change.range.is_none()).unwrap_or(0);
        let mut rope = self.rope.clone();
        for (number, change) in changes.iter().enumerate().skip(first) {
            let Some((start, end)) = change.range else {
                rope = Rope::from_str(&change.text);
                continue;
            };
            if end < start {
                return Err(OutOfSync { change: number, start, end });
            }
            let from = rope_char(&rope, start, encoding);
            rope.remove(from..rope_char(&rope, end, encoding));
            rope.insert(from, &change.text);
        }
        self.rope = rope;
        self.version = version;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{LineIndex, lines};
    use proptest::prelude::*;

    fn change(start: (u32, u32), end: (u32, u32), text: &str) -> Change {
        let range = (Position::new(start.0, start.1), Position::new(end.0, end.1));
        Change { range: Some(range), text: text.to_owned() }
    }

    fn whole(text: &str) -> Change {
        Change { range: None, text: text.to_owned() }
    }

    fn after(text: &str, changes: &[Change]) -> String {
        let mut document = Document::new(text, 1);
        document.apply(changes, 2, Encoding::Utf16).unwrap();
        assert_eq!(document.version, 2);
        document.text()
    }

    #[test]
    fn changes_apply_one_after_another() {
        assert_eq!(after("ab\ncd\n", &[change((0, 2), (1, 0), ""), change((0, 4), (0, 4), "!")]), "abcd!\n");
        assert_eq!(after("", &[change((0, 0), (0, 0), "a\r\nb"), change((1, 1), (1, 1), "c")]), "a\r\nbc");
        assert_eq!(after("x", &[change((0, 0), (0, 1), ""), whole("new"), change((0, 0), (0, 1), "N")]), "New");
    }

    #[test]
    fn past_the_end_is_the_end() {
        assert_eq!(after("ab\r\nc", &[change((0, 9), (0, 99), "!")]), "ab!\r\nc");
        assert_eq!(after("ab\nc", &[change((7, 0), (9, 9), "!")]), "ab\nc!");
        assert_eq!(after("ab\nc", &[change((0, 0), (2, 0), "")]), "");
        assert_eq!(after("", &[change((3, 3), (4, 4), "x")]), "x");
    }

    #[test]
    fn line_ends_join_across_changes() {
        assert_eq!(after("a\nb", &[change((0, 1), (0, 1), "\r"), change((1, 0), (1, 0), ">")]), "a\r\n>b");
        assert_eq!(after("a\rb", &[change((1, 0), (1, 0), "\n"), change((1, 0), (1, 0), ">")]), "a\r\n>b");
        assert_eq!(after("a\r\nb", &[change((0, 1), (1, 0), "\r"), change((1, 0), (1, 0), ">")]), "a\r>b");
    }

    #[test]
    fn out_of_sync_changes_nothing() {
        let before = Document::new("ab\ncd", 4);
        let mut document = before.clone();
        let changes = [change((0, 0), (0, 1), "x"), change((1, 1), (1, 0), "y")];
        let error = document.apply(&changes, 5, Encoding::Utf16).unwrap_err();
        assert_eq!(document, before);
        assert_eq!(error.to_string(), "change 2 ends at line 2, character 1, before it starts at line 2, character 2");
        let mended = [changes[1].clone(), whole("fresh")];
        document.apply(&mended, 6, Encoding::Utf16).unwrap();
        assert_eq!((document.text().as_str(), document.version), ("fresh", 6));
    }

    #[test]
    fn the_extremes_of_the_protocol_are_no_panic() {
        let last = (u32::MAX, u32::MAX);
        for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
            let mut document = Document::new("ab\r\n你", i32::MAX);
            document.apply(&[change(last, last, "!")], i32::MIN, encoding).unwrap();
            assert_eq!(document.text(), "ab\r\n你!");
            let error = document.apply(&[change(last, (0, 0), "!")], 0, encoding).unwrap_err();
            assert!(!error.to_string().is_empty());
        }
    }

    fn position() -> impl Strategy<Value = Position> {
        (0..7u32, 0..9u32).prop_map(|(line, character)| Position::new(line, character))
    }

    const TEXT: &str = "[a#é你📦\u{301}\u{2028}\r\n]{0,12}";

    fn changes() -> impl Strategy<Value = Vec<Change>> {
        let range = prop::option::weighted(0.95, (position(), position()));
        let change = (range, TEXT).prop_map(|(range, text)| Change { range, text });
        prop::collection::vec(change, 1..=5)
    }

    proptest! {
        #[test]
        fn edits_equal_those_of_a_string(text in TEXT, changes in changes(), which in 0..3usize) {
            let encoding = [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32][which];
            let ordered: Vec<Change> = changes
                .into_iter()
                .map(|Change { range, text }| Change { range: range.map(|(a, b)| (a.min(b), a.max(b))), text })
                .collect();
            let mut model = text.clone();
            for change in &ordered {
                let Some((start, end)) = change.range else {
                    model = change.text.clone();
                    continue;
                };
                let index = LineIndex::new(&model);
                let (from, to) = (index.offset(&model, start, encoding), index.offset(&model, end, encoding));
                model.replace_range(from..to, &change.text);
            }
            let mut document = Document::new(&text, 0);
            document.apply(&ordered, 1, encoding).unwrap();
            prop_assert_eq!(document.rope.len_lines(), lines(&model).count());
            prop_assert_eq!(document.text(), model);
        }

        #[test]
        fn failures_leave_the_document(text in TEXT, changes in changes()) {
            let before = Document::new(&text, 0);
            let mut document = before.clone();
            if document.apply(&changes, 1, Encoding::Utf16).is_err() {
                prop_assert_eq!(document, before);
            }
        }
    }
}
