//! What a caret stands on.

use super::Snapshot;
use crate::syntax::{Key, Script, Stored, script};
use crate::text::Span;

/// What is at a place of a document.
#[derive(Clone, Debug)]
pub enum Place {
    /// A square of a level's board.
    Cell {
        level: usize,
        cell: usize,
        span: Span,
    },
    /// A move of stored moves; `index` counts from 0 in the letters as they are played.
    Move {
        level: usize,
        stored: usize,
        index: usize,
        span: Span,
    },
    /// The title line of stored moves.
    SolutionTitle {
        level: usize,
        stored: usize,
        span: Span,
    },
    /// A key, at its name or its value; `None` is the head of the file.
    Key {
        level: Option<usize>,
        key: Key,
    },
    Title {
        level: usize,
        span: Span,
    },
}

impl Snapshot {
    /// What stands at `offset`; the character behind it is meant, or at the end of a line the one before.
    pub fn place(&self, offset: usize) -> Option<Place> {
        let key = |level: Option<usize>, keys: &[Key]| {
            let at = |key: &&Key| key.name.touches(offset) || key.value.touches(offset);
            keys.iter().find(at).map(|key| Place::Key { level, key: key.clone() })
        };
        if let Some(found) = key(None, &self.file.keys) {
            return Some(found);
        }
        for level in self.levels_in(Span::at(offset)) {
            let node = &self.file.levels[level];
            if let Some(title) = node.title.filter(|title| title.line.touches(offset)) {
                return Some(Place::Title { level, span: title.text });
            }
            if let Some(found) = key(Some(level), &node.keys) {
                return Some(found);
            }
            for (stored, moves) in node.solutions.iter().enumerate() {
                if let Some(span) = moves.title.filter(|title| title.touches(offset)) {
                    return Some(Place::SolutionTitle { level, stored, span });
                }
                if moves.moves.touches(offset)
                    && let Some(found) = self.move_at(level, stored, offset)
                {
                    return Some(found);
                }
            }
            if node.board.touches(offset)
                && let Some(found) = self.cell_at(level, offset)
            {
                return Some(found);
            }
        }
        None
    }

    fn cell_at(&self, level: usize, offset: usize) -> Option<Place> {
        let start = self.file.levels[level].span.start as usize;
        let reading = self.reading(level);
        let at = |span: &Span| {
            !span.is_empty() && span.start as usize + start <= offset && offset < span.end as usize + start
        };
        let ends = |span: &Span| !span.is_empty() && span.end as usize + start == offset;
        // Behind the last square of a row, the caret means that square.
        let cell = reading.places.iter().position(at).or_else(|| reading.places.iter().rposition(ends))?;
        Some(Place::Cell { level, cell, span: reading.places[cell].shifted(start) })
    }

    fn move_at(&self, level: usize, stored: usize, offset: usize) -> Option<Place> {
        let start = self.file.levels[level].span.start as usize;
        let script = self.script(level, stored);
        let near = offset.checked_sub(start)? as u32;
        // Of the moves that a count repeats, the last is meant: the board as it stands behind the letter.
        let at = |span: Span| span.start <= near && near < span.end;
        let index = script.letters.iter().rposition(|&(_, span)| at(span));
        let index = index.or_else(|| script.letters.iter().rposition(|&(_, span)| span.end == near))?;
        Some(Place::Move { level, stored, index, span: script.letters[index].1.shifted(start) })
    }

    /// Stored moves, read; places are relative to the level.
    pub fn script(&self, level: usize, stored: usize) -> Script {
        let node = &self.file.levels[level];
        let moves: &Stored = &node.solutions[stored];
        script(&self.text[node.span.range()], &moves.relative_to(node.span.start))
    }
}
