//! What no level shows by itself: levels that are alike, a board cut in two, and the file's head.

use super::snapshot::LevelEntry;
use crate::analysis::{Code, Finding, check_keys, ignored};
use crate::level::{Board, Cell, Fault, arena};
use crate::syntax::{self, Dialect, File, Hints, Level, LineClass, Notation, Puzzle};
use crate::text::Span;
use std::collections::HashMap;
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
    for upper in 1..file.levels.len() {
        all.findings.extend(split_board(text, file, levels, upper - 1).map(|finding| (upper - 1, finding)));
    }
    all.findings.sort_by_key(|(level, finding)| (*level, finding.span));
    all
}

fn is_named(text: &str, name: Span, wanted: &str) -> bool {
    text[name.range()].eq_ignore_ascii_case(wanted)
}

fn finding(code: Code, span: Span, message: String) -> Finding {
    Finding { code, severity: code.rule().severity, span, message, related: Vec::new() }
}

/// The first line of a level's board.
pub(super) fn first_row(text: &str, level: &Level) -> Span {
    let board = &text[level.board.range()];
    let length = board.find(['\n', '\r']).unwrap_or(board.len());
    Span::new(level.board.start as usize, level.board.start as usize + length)
}

fn alike(text: &str, file: &File, levels: &[LevelEntry], findings: &mut Vec<(usize, Finding)>) {
    let (mut boards, mut titles) = (HashMap::new(), HashMap::new());
    for (index, (level, entry)) in file.levels.iter().zip(levels).enumerate() {
        if let Some(pose) = &entry.facts.pose {
            match boards.entry(pose.key) {
                Entry::Vacant(place) => _ = place.insert(index),
                Entry::Occupied(place) => {
                    let first = *place.get();
                    let message = format!("this is the same level as {}, turned or not", called(text, file, first));
                    let related = vec![(first_row(text, &file.levels[first]), "the first one".to_string())];
                    let found = finding(Code::DuplicateLevel, first_row(text, level), message);
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
                let related = vec![(span, "the first one".to_string())];
                findings.push((index, Finding { related, ..finding(Code::DuplicateTitle, title.text, message) }));
            }
            Entry::Occupied(_) => {}
        }
    }
}

/// `level 3`, `level 3 (Title)`.
fn called(text: &str, file: &File, level: usize) -> String {
    match &file.levels[level].title {
        Some(title) => format!("level {} ({})", level + 1, &text[title.text.range()]),
        None => format!("level {}", level + 1),
    }
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
        findings.push((index, finding(Code::MixedNotation, span, message)));
    }
}

/// The empty lines below level `upper`, if its board and the next one are faulty apart and sound together.
fn split_board(text: &str, file: &File, levels: &[LevelEntry], upper: usize) -> Option<Finding> {
    let pair = [upper, upper + 1];
    let is_faulty = |&index: &usize| {
        let (level, facts) = (&file.levels[index], &levels[index].facts.facts);
        level.notation == Notation::Xsb
            && level.dialect == Dialect::Plain
            && facts.obstacle.is_some()
            && !facts.unsolvable
    };
    let [above, below] = pair.map(|index| &file.levels[index]);
    if !pair.iter().all(is_faulty) || below.title.is_some() || below.span.start != below.board.start {
        return None;
    }
    let gap = empty_lines(file, above.board.end, below.board.start)?;
    let [one, other] = [above, below].map(|level| syntax::read(&text[level.span.range()], level).puzzle);
    let (Puzzle::Sokoban(one), Puzzle::Sokoban(other)) = (one, other) else { return None };
    let message = match () {
        () if is_sound(&stacked(&one, 0, &other)) => {
            "this empty line cuts a board in two; without it the board is whole"
        }
        () if is_sound(&stacked(&one, gap.len(), &other)) => {
            "this empty line cuts a board in two for every reader; with a `-` in it the board is whole"
        }
        () => return None,
    };
    Some(finding(Code::SplitBoard, gap[0], message.to_string()))
}

/// True when a board is enclosed and has its player, whatever else is wrong with it.
fn is_sound(board: &Board) -> bool {
    use Fault::{CountMismatch, UnreachableBoxes, UnreachableTargets};
    matches!(arena(board), Ok(_) | Err(CountMismatch { .. } | UnreachableBoxes { .. } | UnreachableTargets { .. }))
}

/// The lines between two places of the file, if they are few and all empty.
pub(super) fn empty_lines(file: &File, from: u32, to: u32) -> Option<Vec<Span>> {
    let first = file.lines.partition_point(|line| line.span.start < from);
    let lines: Vec<_> = file.lines[first..].iter().take_while(|line| line.span.start < to).collect();
    let few = (1..=MOST_EMPTY_LINES).contains(&lines.len());
    (few && lines.iter().all(|line| line.class == LineClass::Blank))
        .then(|| lines.iter().map(|line| line.span).collect())
}

/// One board above the other, with rows of floor between them.
fn stacked(one: &Board, rows: usize, other: &Board) -> Board {
    let (width, height) = (one.width.max(other.width), one.height + rows + other.height);
    let mut cells = vec![Cell::FLOOR; width * height];
    for (board, top) in [(one, 0), (other, one.height + rows)] {
        for (index, &cell) in board.cells.iter().enumerate() {
            cells[(top + index / board.width) * width + index % board.width] = cell;
        }
    }
    Board { width, height, cells, edge: one.edge }
}
