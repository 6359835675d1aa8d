//! The outline: one entry for each level, its parts below it.

use super::{Lookup, Snapshot, State, title_of};
use crate::analysis::{StoredState, count};
use crate::syntax::Notation;
use crate::text::Span;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SymbolKind {
    Level,
    Board,
    Solution,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    pub kind: SymbolKind,
    pub name: String,
    pub detail: String,
    /// All of it.
    pub span: Span,
    /// What is marked when one goes to it; within `span`.
    pub selection: Span,
    pub children: Vec<Symbol>,
}

/// The levels of a document, in order.
pub fn symbols(snapshot: &Snapshot, lookup: Lookup<'_>) -> Vec<Symbol> {
    (0..snapshot.levels.len()).map(|level| symbol(snapshot, level, lookup)).collect()
}

fn symbol(snapshot: &Snapshot, level: usize, lookup: Lookup<'_>) -> Symbol {
    let node = &snapshot.file.levels[level];
    let leaf = |kind, name: String, detail: String, span| Symbol {
        kind,
        name,
        detail,
        span,
        selection: span,
        children: Vec::new(),
    };
    let mut children = vec![leaf(SymbolKind::Board, "Board".to_string(), size(snapshot, level), node.board)];
    let states = &snapshot.levels[level].facts.facts.stored;
    for (index, stored) in node.solutions.iter().enumerate() {
        let name = match stored.title {
            Some(title) => snapshot.text[title.range()].trim().to_string(),
            None => "Moves".to_string(),
        };
        let detail = match states.get(index) {
            Some(StoredState::Solves { moves, .. }) if node.notation == Notation::Tiles => count(*moves, "move"),
            Some(StoredState::Solves { pushes, moves }) => {
                format!("{} · {}", count(*pushes, "push"), count(*moves, "move"))
            }
            Some(StoredState::Incomplete { .. }) => "does not solve the level".to_string(),
            Some(StoredState::Breaks { index, .. } | StoredState::Unread { index, .. }) => {
                format!("breaks at move {}", index + 1)
            }
            Some(StoredState::Unjudged) | None => String::new(),
        };
        let span = stored.title.map_or(stored.moves, |title| title.cover(stored.moves));
        let name = if name.is_empty() { "Moves".to_string() } else { name };
        children.push(leaf(SymbolKind::Solution, name, detail, span));
    }
    let selection = node.title.map(|title| title.text).filter(|text| !text.is_empty() && within(*text, node.span));
    let name = snapshot.name(level);
    Symbol {
        kind: SymbolKind::Level,
        name: if name.trim().is_empty() { format!("Level {}", level + 1) } else { name },
        detail: detail(snapshot, level, lookup),
        span: node.span,
        selection: selection.unwrap_or(node.board),
        children: children.into_iter().filter(|child| within(child.span, node.span)).collect(),
    }
}

fn within(inner: Span, outer: Span) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// `8 × 7 · 3 boxes`.
pub(super) fn size(snapshot: &Snapshot, level: usize) -> String {
    match snapshot.levels[level].facts.size {
        (0, _, _) => snapshot.file.levels[level].dialect.name().to_string(),
        (width, height, 0) => format!("{width} × {height}"),
        (width, height, boxes) => format!("{width} × {height} · {}", count(boxes, "box")),
    }
}

fn detail(snapshot: &Snapshot, level: usize, lookup: Lookup<'_>) -> String {
    let facts = &snapshot.levels[level].facts.facts;
    let result = match (&facts.obstacle, snapshot.key(level).and_then(lookup)) {
        (Some(obstacle), _) => obstacle.clone(),
        (None, Some(State::Known(answer))) => title_of(&answer).trim_end_matches(" · keep solving").to_string(),
        (None, _) => return size(snapshot, level),
    };
    format!("{} · {result}", size(snapshot, level))
}
