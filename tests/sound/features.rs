//! What holds for every feature on every text at every place: no panic, and places that an editor can use.

use sok::analysis::Weights;
use sok::ide::*;
use sok::level::Cell;
use sok::syntax::Hints;
use sok::text::{Edit, Span, apply_edits};
use std::sync::Arc;

use super::edits::fresh;

fn assert_span(text: &str, span: Span, what: &str) {
    let (start, end) = (span.start as usize, span.end as usize);
    assert!(start <= end && end <= text.len(), "{what}: {span:?} of {} bytes", text.len());
    assert!(text.is_char_boundary(start) && text.is_char_boundary(end), "{what}: {span:?} cuts a character");
}

fn assert_edits(text: &str, edits: &[Edit], what: &str) {
    edits.iter().for_each(|edit| assert_span(text, edit.span, what));
    for pair in edits.windows(2) {
        assert!(pair[0].span.end <= pair[1].span.start, "{what}: edits out of order or over each other: {edits:?}");
        assert!(pair[0].span != pair[1].span, "{what}: two edits at one place: {edits:?}");
    }
}

fn assert_symbol(text: &str, symbol: &Symbol) {
    assert_span(text, symbol.span, "symbol");
    assert_span(text, symbol.selection, "symbol's selection");
    assert!(symbol.span.start <= symbol.selection.start && symbol.selection.end <= symbol.span.end, "{symbol:?}");
    assert!(!symbol.name.trim().is_empty(), "{symbol:?}");
    for child in &symbol.children {
        assert!(symbol.span.start <= child.span.start && child.span.end <= symbol.span.end, "{symbol:?}");
        assert_symbol(text, child);
    }
}

/// Tokens are sorted, disjoint, not empty, each within one line.
fn assert_tokens(text: &str, tokens: &[Token]) {
    for token in tokens {
        assert_span(text, token.span, "token");
        assert!(!token.span.is_empty(), "an empty token: {token:?}");
        assert!(!text[token.span.range()].contains(['\n', '\r']), "over a line end: {token:?}");
    }
    for pair in tokens.windows(2) {
        assert!(pair[0].span.end <= pair[1].span.start, "{pair:?}");
    }
}

pub fn assert_places(snapshot: &Snapshot, offset: usize) {
    let (text, weights) = (&*snapshot.text, Weights::default());
    let unknown = |_| None;
    if let Some(hover) = hover(snapshot, offset, &unknown, &weights) {
        assert_span(text, hover.span, "hover");
        assert!(hover.span.touches(offset), "the caret {offset} is not at {:?}", hover.span);
        assert!(!hover.markdown.is_empty());
    }
    let around = selections(snapshot, offset);
    assert!(around.last().is_some_and(|last| *last == Span::new(0, text.len())), "{around:?}");
    for span in &around {
        assert_span(text, *span, "selection");
        assert!(span.touches(offset), "{span:?} around {offset}");
    }
    for pair in around.windows(2) {
        let holds = pair[1].start <= pair[0].start && pair[0].end <= pair[1].end;
        assert!(holds && pair[0] != pair[1], "selections do not nest: {around:?}");
    }
    highlights(snapshot, offset).iter().for_each(|span| assert_span(text, *span, "highlight"));
    for item in completions(snapshot, offset) {
        assert_span(text, item.span, "completion");
        assert!(item.span.end as usize == offset, "{item:?} at {offset}");
        assert!(!text[item.span.range()].contains(['\n', '\r']), "a completion over lines: {item:?}");
    }
    if let Some(span) = title_at(snapshot, offset) {
        assert_span(text, span, "title");
        if let Ok(edits) = rename_title(snapshot, offset, "Another 1") {
            assert_edits(text, &edits, "rename");
            let renamed = fresh(&apply_edits(text, &edits));
            assert_eq!(renamed.levels.len(), snapshot.levels.len());
            assert_eq!(
                title_at(&renamed, span.start as usize).map(|span| &renamed.text[span.range()]),
                Some("Another 1")
            );
        }
    }
    assert_edits(text, &new_row(snapshot, offset), "new row");
    if let Some((level, _)) = caret(snapshot, offset) {
        assert!(level < snapshot.levels.len());
    }
    let _ = snapshot.place(offset);
}

fn assert_whole(snapshot: &Snapshot, (one, other): (usize, usize)) {
    let (text, weights) = (&*snapshot.text, Weights::default());
    let unknown = |_| None;
    let all = Span::new(0, text.len());
    let part = Span::new(one.min(other), one.max(other));
    for (span, _) in folds(snapshot) {
        assert_span(text, span, "fold");
        assert!(text[span.range()].contains(['\n', '\r']), "a fold of one line");
    }
    symbols(snapshot, &unknown).iter().for_each(|symbol| assert_symbol(text, symbol));
    let full = tokens(snapshot, all);
    assert_tokens(text, &full);
    let touching: Vec<Token> =
        full.iter().copied().filter(|token| token.span.start <= part.end && part.start <= token.span.end).collect();
    assert_eq!(tokens(snapshot, part), touching, "the tokens of {part:?} in {text:?}");
    for (span, target) in links(snapshot) {
        assert_span(text, span, "link");
        assert!(target.contains(':') && !span.is_empty());
    }
    for (offset, label) in inlays(snapshot, all) {
        assert_span(text, Span::at(offset), "inlay");
        let rest = &text[offset..];
        assert!(rest.is_empty() || rest.starts_with(['\n', '\r']), "a hint within a line");
        assert!(!label.is_empty());
        let in_board = snapshot
            .file
            .levels
            .iter()
            .any(|level| level.board.start as usize <= offset && offset <= level.board.end as usize);
        assert!(!in_board, "a hint in a board: {text:?}");
    }
    for found in diagnostics(snapshot, &unknown, &weights) {
        assert_span(text, found.span, "finding");
        found.related.iter().for_each(|(span, _)| assert_span(text, *span, "related place"));
    }
    for fix in fixes(snapshot, part, &unknown, &weights) {
        assert_edits(text, &fix.edits, &fix.title);
        assert!(!fix.edits.is_empty());
    }
    for lens in lenses(snapshot, &unknown) {
        assert_span(text, lens.span, "lens");
        assert!(!lens.span.is_empty(), "{lens:?}");
    }
    assert_eq!(lenses(snapshot, &unknown).count(), 3 * snapshot.levels.len());
    for floor in [Floor::Own, Floor::Blank, Floor::Dash, Floor::Underscore] {
        let edits = format(snapshot, floor);
        assert_edits(text, &edits, "format");
        let next = Hints { last: snapshot.notations(), ..Hints::default() };
        let formatted = analyse(Arc::from(apply_edits(text, &edits)), &next, Some(snapshot), &|_| false);
        assert_eq!(format(&formatted, floor), [], "formatted twice: {text:?}, then {:?}", formatted.text);
        assert_edits(text, &format_range(snapshot, part, floor), "format a part");
    }
}

fn assert_levels(snapshot: &Snapshot, (x, y): (i32, i32)) {
    let text = &*snapshot.text;
    for level in 0..snapshot.levels.len() {
        if let Some(view) = view(snapshot, level, &|_| None, &Weights::default()) {
            assert_eq!(view.places.len(), view.width * view.height);
            view.places.iter().for_each(|&place| assert_span(text, place, "square"));
            view.stored.iter().for_each(|stored| assert_span(text, stored.span, "stored moves"));
            let inside = |cell: &usize| *cell < view.places.len();
            assert!(view.findings.iter().all(|mark| mark.cells.iter().all(inside)));
        }
        if let Some(played) = play(snapshot, level, "rRlLuUdDxx rrdd") {
            assert!(played.rows.iter().all(|row| row.chars().count() == played.rows[0].chars().count()));
        }
        if let Ok(edits) = insert_moves(snapshot, level, "R") {
            assert_edits(text, &edits, "played moves");
        }
        let strokes = [(0, 0, Cell::WALL), (x, y, Cell::BOX), (1, 1, Cell::PLAYER), (x, y, Cell::TARGET)];
        let strokes = strokes.map(|(x, y, content)| Stroke { x, y, content });
        if let Ok(edits) = draw(snapshot, level, &strokes) {
            assert_edits(text, &edits, "draw");
        }
        for rewrite in &REWRITES {
            if (rewrite.applies_to)(snapshot, level)
                && let Ok(edits) = (rewrite.edits)(snapshot, level)
            {
                assert_edits(text, &edits, rewrite.id);
            }
        }
    }
}

/// All features: at two places, on what lies between, and with a stroke of the brush at a square.
pub fn assert_sound(text: &str, (one, other): (usize, usize), stroke: (i32, i32)) {
    let snapshot = fresh(text);
    assert_places(&snapshot, one);
    assert_places(&snapshot, other);
    assert_whole(&snapshot, (one, other));
    assert_levels(&snapshot, stroke);
}
