//! One version of one document, analysed.

use super::puzzle::{Job, Pose, PuzzleKey};
use crate::analysis::{self, Facts, check};
use crate::level::{Board, Cell};
use crate::syntax::{self, File, Hints, Level, Notation, Puzzle, Reading};
use crate::text::Span;
use std::sync::Arc;

/// Everything known of one version of a document without a search. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Snapshot {
    pub text: Arc<str>,
    pub file: Arc<File>,
    /// One for each level of the file.
    pub levels: Vec<LevelEntry>,
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
#[derive(Clone, Debug)]
pub struct LevelFacts {
    pub facts: Facts,
    /// How the level's puzzle relates to its key; `None` when there is nothing to search.
    pub pose: Option<Pose>,
    /// Columns, rows and boxes of the board.
    pub size: (usize, usize, usize),
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
    let levels = (0..count).map(entry).collect();
    Snapshot { text, file, levels, hints: hints.clone() }
}

impl Snapshot {
    /// The level whose lines hold `offset`, or the last one before it.
    pub fn level_at(&self, offset: usize) -> Option<usize> {
        let after = self.file.levels.partition_point(|level| level.span.start as usize <= offset);
        after.checked_sub(1)
    }

    /// A level's board and the places of its cells (relative to the level), read afresh from the text.
    pub fn reading(&self, level: usize) -> Reading {
        let level = &self.file.levels[level];
        syntax::read(&self.text[level.span.range()], level)
    }

    pub fn key(&self, level: usize) -> Option<PuzzleKey> {
        self.levels[level].facts.pose.as_ref().map(|pose| pose.key)
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
    let stored: Vec<Vec<(char, Span)>> = level
        .solutions
        .iter()
        .map(|stored| {
            let start = level.span.start;
            let span = Span { start: stored.moves.start - start, end: stored.moves.end - start };
            syntax::moves(own, span)
        })
        .collect();
    let facts = check(&reading, level.notation, &stored);
    let size = size(&reading.puzzle);
    let pose = if facts.obstacle.is_none() { Pose::of(&reading.puzzle) } else { None };
    LevelFacts { facts, pose, size }
}

fn size(puzzle: &Puzzle) -> (usize, usize, usize) {
    match puzzle {
        Puzzle::Sokoban(board @ Board { width, height, .. }) => (*width, *height, board.find(Cell::is_box).len()),
        Puzzle::Tiles(tiles) => (tiles.width, tiles.height, 0),
        Puzzle::Foreign => (0, 0, 0),
    }
}

/// True when two levels of equal text are cut up alike, so that they have the same facts.
fn same_shape(one: &Level, other: &Level) -> bool {
    let shift = |level: &Level, span: Span| (span.start - level.span.start, span.end - level.span.start);
    one.notation == other.notation
        && shift(one, one.board) == shift(other, other.board)
        && one.solutions.len() == other.solutions.len()
        && one.solutions.iter().zip(&other.solutions).all(|(a, b)| shift(one, a.moves) == shift(other, b.moves))
}

/// The severity table is applied when findings are shown, so that a change of settings costs no analysis.
pub(super) fn weigh(finding: &analysis::Finding, strictness: analysis::Strictness) -> analysis::Severity {
    finding.code.severity(finding.severity, strictness)
}
