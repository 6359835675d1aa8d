//! What no level shows by itself: levels that are alike, a board cut in two, and the file's head.

use super::snapshot::{LevelEntry, Snapshot};
use crate::analysis::{Code, Finding, check_keys, ignored};
use crate::level::{Board, Fault, arena};
use crate::syntax::{Dialect, File, Hints, Level, Notation, Puzzle, Split, read_rows};
use crate::text::Span;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::collections::hash_map::Entry;

/// More empty lines than these part two boards, whatever they look like together.
const MOST_EMPTY_LINES: usize = 2;

/// Findings about levels beside each other. Spans are places in the file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Across {
    /// Each with the number of its level, in the order of the levels.
    pub findings: Vec<(usize, Finding)>,
    /// The findings that the file's head turns off for all levels.
    pub ignored: Vec<Code>,
}

/// Looks over all levels. Takes time linear in their number and in the faulty levels' size.
pub(super) fn across(text: &str, file: &File, levels: &[LevelEntry], hints: &Hints) -> Across {
    let mut all = Across::default();
    let head = &text[..file.levels.first().map_or(text.len(), |level| level.span.start as usize)];
    all.ignored = ignored(head).0;
    let mut about_keys = Vec::new();
    check_keys(text, &file.keys, &mut about_keys);
    if !file.levels.is_empty() {
        all.findings.extend(about_keys.into_iter().map(|finding| (0, finding)));
    }
    alike(text, file, levels, &mut all.findings);
    let is_forced = hints.forced.is_some() || file.keys.iter().any(|key| is_named(text, key.name, "notation"));
    if !is_forced {
        odd_notations(file, hints, &mut all.findings);
    }
    for split in &file.splits {
        all.findings.extend(split_board(text, file, levels, split));
    }
    all.findings.sort_by_key(|(level, finding)| (*level, finding.span));
    all
}

fn is_named(text: &str, name: Span, wanted: &str) -> bool {
    text[name.range()].eq_ignore_ascii_case(wanted)
}

fn row_of(text: &str, level: &Level) -> Span {
    let board = &text[level.board.range()];
    let length = board.find(['\n', '\r']).unwrap_or(board.len());
    Span::new(level.board.start as usize, level.board.start as usize + length)
}

/// The first line of a level's board.
pub fn first_row(snapshot: &Snapshot, level: usize) -> Span {
    row_of(&snapshot.text, &snapshot.file.levels[level])
}

fn alike(text: &str, file: &File, levels: &[LevelEntry], findings: &mut Vec<(usize, Finding)>) {
    let count = levels.len();
    let mut boards = FxHashMap::with_capacity_and_hasher(count, FxBuildHasher);
    let mut titles = FxHashMap::with_capacity_and_hasher(count, FxBuildHasher);
    for (index, (level, entry)) in file.levels.iter().zip(levels).enumerate() {
        if let Some(pose) = &entry.facts.pose {
            match boards.entry(pose.key) {
                Entry::Vacant(place) => _ = place.insert(index),
                Entry::Occupied(place) => {
                    let first = *place.get();
                    let message = like(text, file, first);
                    let related = vec![(row_of(text, &file.levels[first]), "the first one".into())];
                    let found = Finding::new(Code::DuplicateLevel, row_of(text, level), message);
                    findings.push((index, Finding { related, ..found }));
                }
            }
        }
        let Some(title) = &level.title else { continue };
        match titles.entry(&text[title.text.range()]) {
            Entry::Vacant(place) => _ = place.insert(index),
            Entry::Occupied(place) if !place.key().is_empty() => {
                let first = *place.get();
                let message = format!("level {} has the same title", first + 1);
                let span = file.levels[first].title.map_or_else(Span::default, |title| title.text);
                let related = vec![(span, "the first one".into())];
                findings.push((index, Finding { related, ..Finding::new(Code::DuplicateTitle, title.text, message) }));
            }
            Entry::Occupied(_) => {}
        }
    }
}

/// A word about a level that is like an earlier one: `level 3`, `level 3 (Title)`.
fn like(text: &str, file: &File, level: usize) -> String {
    // Put together by hand: there may be thousands, at each edit.
    let title = file.levels[level].title.as_ref().map(|title| &text[title.text.range()]);
    let number = (level + 1).to_string();
    let (open, title, close) = title.map_or(("", "", ""), |title| (" (", title, ")"));
    ["this is the same level as level ", &number, open, title, close, ", turned or not"].concat()
}

/// Levels in the notation of the problem collections where other programs expect `xsb`.
fn odd_notations(file: &File, hints: &Hints, findings: &mut Vec<(usize, Finding)>) {
    let has = |notation: Notation| file.levels.iter().any(|level| level.notation == notation);
    if !(hints.only_xsb || hints.prefer_xsb && has(Notation::Xsb)) {
        return;
    }
    for (index, level) in file.levels.iter().enumerate().filter(|(_, level)| level.notation == Notation::Sbt) {
        let message = "this level is written with `S`, `B` and `T`; other programs read this file as `xsb`, where `.` \
                       is a target"
            .to_string();
        let span = Span::new(level.board.start as usize, level.board.start as usize + 1);
        findings.push((index, Finding::new(Code::MixedNotation, span, message)));
    }
}

/// The empty lines between rows whose levels are faulty apart and sound together.
fn split_board(text: &str, file: &File, levels: &[LevelEntry], split: &Split) -> Option<(usize, Finding)> {
    let is_part = |level: &Level| level.board.start >= split.upper.start && level.board.end <= split.lower.end;
    let after = file.levels.partition_point(|level| level.board.start < split.upper.start);
    let parts: Vec<usize> = (after..file.levels.len()).take_while(|&level| is_part(&file.levels[level])).collect();
    let &first = parts.first()?;
    let is_faulty = |&index: &usize| {
        let (level, facts) = (&file.levels[index], &levels[index].facts.facts);
        let plain = level.notation == Notation::Xsb && level.dialect == Dialect::Plain;
        plain && facts.obstacle.is_some() && !facts.unsolvable
    };
    let few = text[split.gap.range()].lines().count() <= MOST_EMPTY_LINES;
    if !few || !parts.iter().all(is_faulty) {
        return None;
    }
    let message = match split_in_words(text, split)? {
        Join::Without => "this empty line cuts a board in two; without it the board is whole",
        Join::Written => "this empty line cuts a board in two for every reader; with a `-` in it the board is whole",
    };
    Some((first, Finding::new(Code::SplitBoard, split.gap, message.to_string())))
}

/// How a board that was cut in two becomes whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Join {
    /// The empty line is too much.
    Without,
    /// The row is meant to be empty.
    Written,
}

/// What joins the rows on both sides of a split to one sound board, if anything does.
pub(super) fn split_in_words(text: &str, split: &Split) -> Option<Join> {
    let without = [split.upper, split.lower].map(|span| &text[span.range()]).join("\n");
    let joined = read_rows(&without, Span::new(0, without.len()), Notation::Xsb).puzzle;
    let apart = read_rows(text, split.upper.cover(split.lower), Notation::Xsb).puzzle;
    match (joined, apart) {
        (Puzzle::Sokoban(board), _) if is_sound(&board) => Some(Join::Without),
        (_, Puzzle::Sokoban(board)) if is_sound(&board) => Some(Join::Written),
        _ => None,
    }
}

/// True when a board is enclosed and has its player, whatever else is wrong with it.
fn is_sound(board: &Board) -> bool {
    use Fault::{CountMismatch, UnreachableBoxes, UnreachableTargets};
    matches!(arena(board), Ok(_) | Err(CountMismatch { .. } | UnreachableBoxes { .. } | UnreachableTargets { .. }))
}
