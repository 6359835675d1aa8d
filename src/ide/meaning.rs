//! What a level says, apart from how it is written: what a rewriting keeps, or changes in just the way it means to.
//!
//! Where a board ends and what is a title depends on the lines around them, so no rewriting is handed out before its
//! result has been read again.

use super::Snapshot;
use super::picture::trimmed;
use crate::syntax::{self, Dialect, Hints, Key, Level, Notation, Puzzle, Stored};
use crate::text::{Edit, Span, apply_edits};

/// One level's meaning. Boards are without the empty rows and columns around them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Meaning {
    pub notation: Notation,
    pub dialect: Dialect,
    pub puzzle: Puzzle,
    pub problems: usize,
    pub title: Option<String>,
    pub keys: Vec<(String, String)>,
    /// Of each stored solution its title and its letters.
    pub stored: Vec<(Option<String>, String)>,
}

fn meaning(text: &str, level: &Level) -> Meaning {
    let reading = syntax::read(&text[level.span.range()], level);
    let puzzle = match reading.puzzle {
        Puzzle::Sokoban(board) => Puzzle::Sokoban(trimmed(&board)),
        other => other,
    };
    let stored = |stored: &Stored| {
        let title = stored.title.map(|title| text[title.range()].trim().to_owned());
        let letters = syntax::moves(text, stored.moves).into_iter().map(|(letter, _)| letter);
        (title, letters.collect())
    };
    Meaning {
        notation: level.notation,
        dialect: level.dialect,
        puzzle,
        problems: reading.problems.len(),
        title: level.title.map(|title| text[title.text.range()].to_owned()),
        keys: keys(text, &level.keys),
        stored: level.solutions.iter().map(stored).collect(),
    }
}

/// Names and values. The key that names the file's notation is left out: a conversion may change it.
pub(super) fn keys(text: &str, keys: &[Key]) -> Vec<(String, String)> {
    let pair = |key: &Key| (text[key.name.range()].to_owned(), text[key.value.range()].to_owned());
    keys.iter().map(pair).filter(|(name, _)| !name.eq_ignore_ascii_case("notation")).collect()
}

/// What the next version of the document will be read with.
pub(super) fn next_hints(snapshot: &Snapshot) -> Hints {
    Hints { last: snapshot.notations(), ..snapshot.hints.clone() }
}

/// Applies the edits and reads the result. True when every level means what it did, changed as `wanted` says for each
/// level that is `touched`. Linear in the length of the text.
pub(super) fn means(
    snapshot: &Snapshot,
    edits: &[Edit],
    hints: &Hints,
    touched: &dyn Fn(usize) -> bool,
    wanted: &dyn Fn(usize, &mut Meaning),
) -> bool {
    let text = apply_edits(&snapshot.text, edits);
    let file = syntax::parse(&text, hints);
    let old = &snapshot.file;
    if file.levels.len() != old.levels.len() || keys(&text, &file.keys) != keys(&snapshot.text, &old.keys) {
        return false;
    }
    old.levels.iter().zip(&file.levels).enumerate().all(|(index, (before, after))| {
        let same_text = snapshot.text[before.span.range()] == text[after.span.range()];
        if !touched(index) && same_text && moved_to_start(before) == moved_to_start(after) {
            return true;
        }
        let mut expected = meaning(&snapshot.text, before);
        if touched(index) {
            wanted(index, &mut expected);
        }
        expected == meaning(&text, after)
    })
}

/// The level as it would be at the start of a text.
fn moved_to_start(level: &Level) -> Level {
    let start = level.span.start;
    let to = |span: &mut Span| *span = Span { start: span.start - start, end: span.end - start };
    let mut level = level.clone();
    [&mut level.span, &mut level.board].into_iter().for_each(to);
    level.notes_end -= start;
    level.title.iter_mut().for_each(|title| [&mut title.text, &mut title.line].into_iter().for_each(to));
    level.keys.iter_mut().for_each(|key| [&mut key.name, &mut key.value].into_iter().for_each(to));
    for stored in &mut level.solutions {
        stored.title.iter_mut().chain([&mut stored.moves]).for_each(to);
    }
    level
}
