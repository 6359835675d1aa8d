//! Parts of the text that can be folded, and what is selected step by step around a caret.

use super::Snapshot;
use super::place::Place;
use crate::syntax::LineClass;
use crate::text::Span;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FoldKind {
    Level,
    Comment,
    Solution,
}

/// Lines that can be folded away behind their first one. Spans of more than one line.
pub fn folds(snapshot: &Snapshot) -> Vec<(Span, FoldKind)> {
    let file = &snapshot.file;
    let mut folds = Vec::new();
    for level in &file.levels {
        folds.push((level.span, FoldKind::Level));
        for stored in &level.solutions {
            let span = stored.title.map_or(stored.moves, |title| title.cover(stored.moves));
            folds.push((span, FoldKind::Solution));
        }
    }
    let keys = file.keys.iter().chain(file.levels.iter().flat_map(|level| &level.keys));
    folds.extend(keys.map(|key| (key.name.cover(key.value), FoldKind::Comment)));
    // A run of comment lines.
    let mut lines = file.lines.iter().peekable();
    while let Some(first) = lines.next() {
        if first.class != LineClass::Comment {
            continue;
        }
        let mut last = first;
        while let Some(next) = lines.next_if(|line| line.class == LineClass::Comment) {
            last = next;
        }
        folds.push((Span { start: first.span.start, end: last.span.end }, FoldKind::Comment));
    }
    let text = &snapshot.text;
    for (span, _) in &mut folds {
        let end = text[span.range()].trim_end_matches(['\n', '\r']).len();
        span.end = span.start + end as u32;
    }
    folds.retain(|(span, _)| text[span.range()].contains(['\n', '\r']));
    folds.sort_by_key(|(span, _)| (span.start, std::cmp::Reverse(span.end)));
    folds.dedup();
    folds
}

/// What holds the caret, from the smallest to the whole file: square, row, board, level, file. Each holds the one
/// before; none is there twice.
pub fn selections(snapshot: &Snapshot, offset: usize) -> Vec<Span> {
    let text = &snapshot.text;
    let offset = offset.min(text.len());
    let mut spans = Vec::new();
    match snapshot.place(offset) {
        Some(Place::Cell { span, .. } | Place::Move { span, .. } | Place::Title { span, .. }) => spans.push(span),
        Some(Place::Key { key, .. }) => {
            spans.extend([key.name, key.value].into_iter().find(|span| span.touches(offset)));
            spans.push(key.name.cover(key.value));
        }
        Some(Place::SolutionTitle { .. }) | None => {}
    }
    let line = snapshot.file.lines.partition_point(|line| line.span.start as usize <= offset).checked_sub(1);
    if let Some(line) = line {
        let span = snapshot.file.lines[line].span;
        let body = text[span.range()].trim_end_matches(['\n', '\r']);
        let blank = body.len() - body.trim_start().len();
        let start = span.start as usize;
        spans.push(Span::new(start + blank, start + body.trim_end().len().max(blank)));
        spans.push(Span::new(start, start + body.len()));
    }
    for level in snapshot.levels_in(Span::at(offset)) {
        let node = &snapshot.file.levels[level];
        let parts = node.solutions.iter().map(|stored| stored.moves);
        let titled = node.solutions.iter().filter_map(|stored| Some(stored.title?.cover(stored.moves)));
        spans.extend(parts.chain(titled).chain([node.board, node.span]).filter(|span| span.touches(offset)));
    }
    spans.push(Span::new(0, text.len()));
    spans.retain(|span| span.touches(offset));
    spans.sort_by_key(|span| span.len());
    let mut nested: Vec<Span> = Vec::new();
    for span in spans {
        let holds = |inner: &Span| span.start <= inner.start && inner.end <= span.end && span != *inner;
        if nested.last().is_none_or(holds) {
            nested.push(span);
        }
    }
    nested
}
