//! One version of one document, analysed.

use super::across::{Across, across};
use super::puzzle::{Job, Pose, PuzzleKey};
use super::tokens::Token;
use super::told::Memo;
use crate::analysis::{Facts, check};
use crate::level::{Board, Cell};
use crate::syntax::{self, File, Hints, Level, Notation, Puzzle, Reading};
use crate::text::Span;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, OnceLock};

/// Everything known of one version of a document without a search. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Snapshot {
    pub text: Arc<str>,
    pub file: Arc<File>,
    /// One for each level of the file.
    pub levels: Vec<LevelEntry>,
    /// What is to be said about levels beside each other, and about the file's head.
    pub across: Arc<Across>,
    /// What the text was read with, so that a rewritten text can be read in the same way.
    pub hints: Hints,
}

#[derive(Clone, Debug)]
pub struct LevelEntry {
    pub facts: Arc<LevelFacts>,
    /// The puzzle this level was before the last edits, if its verdict was known then: shown until the new one is.
    pub before: Option<PuzzleKey>,
}

/// What one level's own text says. Spans are relative to the level, so that it outlives edits elsewhere.
#[derive(Debug)]
pub struct LevelFacts {
    pub facts: Facts,
    /// How the level's puzzle relates to its key; `None` when there is nothing to search.
    pub pose: Option<Pose>,
    /// The same for levels of the same text and puzzle: a level that still has it is as it was seen, wherever it is now.
    pub fingerprint: u64,
    /// Columns, rows and boxes of the board.
    pub size: (usize, usize, usize),
    /// What was worked out last from a verdict on this level.
    pub(super) told: Memo,
    /// The tokens of the level's board and moves, once they were asked for.
    pub(super) tokens: OnceLock<Arc<[Token]>>,
}

/// Analyses a text. Levels whose own text and shape are as in `previous` keep their facts: an edit costs the
/// analysis of the levels it touches, and one pass over the text. `known` tells whether a puzzle's verdict is known.
pub fn analyse(
    text: Arc<str>,
    hints: &Hints,
    previous: Option<&Snapshot>,
    known: &dyn Fn(PuzzleKey) -> bool,
) -> Snapshot {
    let file = Arc::new(syntax::parse(&text, hints));
    let count = file.levels.len();
    let old_count = previous.map_or(0, |old| old.levels.len());
    let same = |index: usize, old_index: usize| {
        previous.is_some_and(|old| {
            let (level, old_level) = (&file.levels[index], &old.file.levels[old_index]);
            text[level.span.range()] == old.text[old_level.span.range()] && same_shape(level, old_level)
        })
    };
    let shorter = count.min(old_count);
    let head = (0..shorter).take_while(|&index| same(index, index)).count();
    let tail = (0..shorter - head).take_while(|&back| same(count - 1 - back, old_count - 1 - back)).count();
    let entry = |index: usize| {
        let unchanged = if index < head {
            Some(index)
        } else if index >= count - tail {
            Some(old_count - (count - index))
        } else {
            None
        };
        if let (Some(old_index), Some(old)) = (unchanged, previous) {
            return old.levels[old_index].clone();
        }
        // A level between the unchanged ones is the edited one if as many were there before.
        let edited = previous.filter(|_| count == old_count).map(|old| &old.levels[index]);
        let before = edited.and_then(|old| {
            let key = old.facts.pose.as_ref().map(|pose| pose.key);
            key.filter(|&key| known(key)).or(old.before)
        });
        LevelEntry { facts: Arc::new(facts(&text, &file.levels[index])), before }
    };
    let levels: Vec<LevelEntry> = (0..count).map(entry).collect();
    let across = Arc::new(across(&text, &file, &levels, hints));
    Snapshot { text, file, levels, across, hints: hints.clone() }
}

impl Snapshot {
    /// The level whose lines hold `offset`, or the last one before it.
    pub fn level_at(&self, offset: usize) -> Option<usize> {
        let after = self.file.levels.partition_point(|level| level.span.start as usize <= offset);
        after.checked_sub(1)
    }

    /// The levels that a range touches.
    pub fn levels_in(&self, range: Span) -> std::ops::Range<usize> {
        let levels = &self.file.levels;
        let first = levels.partition_point(|level| level.span.end < range.start);
        let after = levels.partition_point(|level| level.span.start <= range.end);
        // What stands between two levels belongs to the one above.
        let first = if first == after { first.saturating_sub(1) } else { first };
        first..after.max(first)
    }

    /// A level's board and the places of its cells (relative to the level), read afresh from the text.
    pub fn reading(&self, level: usize) -> Reading {
        let level = &self.file.levels[level];
        syntax::read(&self.text[level.span.range()], level)
    }

    pub fn key(&self, level: usize) -> Option<PuzzleKey> {
        self.levels[level].facts.pose.as_ref().map(|pose| pose.key)
    }

    /// The level with a fingerprint, if there is exactly one.
    pub fn level_with(&self, fingerprint: u64) -> Option<usize> {
        let mut found = (0..self.levels.len()).filter(|&level| self.levels[level].facts.fingerprint == fingerprint);
        found.next().filter(|_| found.next().is_none())
    }

    /// What a search for this level works on.
    pub fn job(&self, level: usize) -> Option<Job> {
        self.key(level)?;
        Job::new(self.reading(level).puzzle)
    }

    /// A level's name: its title, or its number in the file.
    pub fn name(&self, level: usize) -> String {
        let levels = &self.file.levels;
        match &levels[level].title {
            Some(title) => self.text[title.text.range()].to_string(),
            None if levels[level].notation == Notation::Poj => {
                let before = levels[..level].iter().filter(|other| other.notation == Notation::Poj).count();
                format!("Maze #{}", before + 1)
            }
            None => format!("Level {}", level + 1),
        }
    }

    /// The notation of each level, to be kept while a level is half typed.
    pub fn notations(&self) -> Vec<Notation> {
        self.file.levels.iter().map(|level| level.notation).collect()
    }
}

fn facts(text: &str, level: &Level) -> LevelFacts {
    let own = &text[level.span.range()];
    let reading = syntax::read(own, level);
    let facts = check(own, level, &reading);
    let size = size(&reading.puzzle);
    let pose = if facts.obstacle.is_none() { Pose::of(&reading.puzzle) } else { None };
    let fingerprint = fingerprint(own, pose.as_ref());
    LevelFacts { facts, pose, fingerprint, size, told: Memo::default(), tokens: OnceLock::new() }
}

fn fingerprint(own: &str, pose: Option<&Pose>) -> u64 {
    let mut hasher = DefaultHasher::new();
    // Line ends, and blank lines behind the level, are no part of it.
    own.trim_end().lines().for_each(|line| line.hash(&mut hasher));
    pose.map(|pose| pose.key).hash(&mut hasher);
    hasher.finish()
}

fn size(puzzle: &Puzzle) -> (usize, usize, usize) {
    match puzzle {
        Puzzle::Sokoban(board @ Board { width, height, .. }) => (*width, *height, board.find(Cell::is_box).len()),
        Puzzle::Tiles(tiles) => (tiles.width, tiles.height, 0),
        Puzzle::Foreign => (0, 0, 0),
    }
}

/// True when two levels of equal text are cut up alike, so that they have the same facts.
pub(super) fn same_shape(one: &Level, other: &Level) -> bool {
    one.notation == other.notation && one.dialect == other.dialect && shape(one).eq(shape(other))
}

/// Every place that a level's facts depend on, relative to the level.
fn shape(level: &Level) -> impl Iterator<Item = (u32, u32)> + '_ {
    let keys = level.keys.iter().flat_map(|key| [Some(key.name), Some(key.value), key.open.then_some(key.name)]);
    let stored = level.solutions.iter().flat_map(|stored| [Some(stored.moves), stored.title]);
    let title = level.title.map(|title| title.text);
    let all = [Some(level.board), title].into_iter().chain(keys).chain(stored);
    all.map(|span| match span {
        // A title may stand outside of its level's lines.
        Some(span) => (span.start.wrapping_sub(level.span.start), span.end.wrapping_sub(level.span.start)),
        None => (u32::MAX, 0),
    })
}
