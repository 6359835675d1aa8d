//! What holds for edits one after the other, whatever they are.

use sok::analysis::Weights;
use sok::ide::{Snapshot, analyse, diagnostics};
use sok::syntax::{Hints, print};
use sok::text::{Change, Document, Encoding, LineIndex};
use std::sync::Arc;

pub fn fresh(text: &str) -> Snapshot {
    analyse(Arc::from(text), &Hints::default(), None, &|_| false)
}

/// The nearest place between characters at or before `at`.
pub fn boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// One edit: where, how many bytes it removes, what it puts in.
pub type Step<'a> = (usize, usize, &'a str);

/// Makes the edits in a document, as an editor does, and in a plain text. After each, the document is the text, and
/// what is known of it is what a fresh reading says.
pub fn assert_followed<'a>(start: &str, steps: impl IntoIterator<Item = Step<'a>>) {
    let mut text = start.to_owned();
    let mut document = Document::new(start, 0);
    let mut snapshot = fresh(start);
    for (version, (at, removed, added)) in (1..).zip(steps) {
        let start = boundary(&text, at);
        let end = boundary(&text, start + removed).max(start);
        assert_same_place(&mut document, &text, (start, end), added, version);
        text.replace_range(start..end, added);
        assert_eq!(document.text(), text);
        snapshot = analyse(Arc::from(text.as_str()), &Hints::default(), Some(&snapshot), &|_| false);
        assert_known(&snapshot, &text);
    }
}

/// Makes the edit by positions, unless it is at a place that no position names: within a line end.
fn assert_same_place(document: &mut Document, text: &str, (start, end): (usize, usize), added: &str, version: i32) {
    let index = LineIndex::new(text);
    let place = |offset| index.position(text, offset, Encoding::Utf16);
    let found = |offset| index.offset(text, place(offset), Encoding::Utf16);
    if (found(start), found(end)) == (start, end) {
        let change = Change { range: Some((place(start), place(end))), text: added.to_owned() };
        assert_eq!(document.apply(&[change], version, Encoding::Utf16), Ok(()));
    } else {
        let whole = [&text[..start], added, &text[end..]].concat();
        assert_eq!(document.apply(&[Change { range: None, text: whole }], version, Encoding::Utf16), Ok(()));
    }
}

fn assert_known(snapshot: &Snapshot, text: &str) {
    let fresh = fresh(text);
    assert_eq!(snapshot.file, fresh.file);
    assert_eq!(print(text, &snapshot.file), text);
    for level in 0..fresh.levels.len() {
        let (kept, read) = (&snapshot.levels[level].facts, &fresh.levels[level].facts);
        assert_eq!((&kept.facts, kept.size), (&read.facts, read.size));
        assert_eq!(snapshot.key(level), fresh.key(level));
    }
    let found = |snapshot: &Snapshot| diagnostics(snapshot, &|_| None, &Weights::default());
    assert_eq!(found(snapshot), found(&fresh));
}
