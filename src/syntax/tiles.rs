//! Reads sliding puzzles: number literals, rows of numbers, and strings of digits.

use super::lines::split;
use super::numbers::{self, Number};
use super::read::{MAX_SIDE, foreign};
use super::{Level, Problem, ProblemKind, Puzzle, Reading, literal};
use crate::text::Span;
use crate::tiles::Tiles;

/// `board` is the puzzle's place in `text`, the level's text.
pub(crate) fn read(text: &str, level: &Level, board: Span) -> Reading {
    let mut problems = Vec::new();
    let rows = grid(text, board, &mut problems);
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    let height = rows.len();
    if width > MAX_SIDE || height > MAX_SIDE {
        problems.push(Problem { kind: ProblemKind::TooLarge { width, height }, span: Span::at(board.start as usize) });
        return foreign(problems);
    }
    let mut start = Vec::with_capacity(width * height);
    let mut places = Vec::with_capacity(width * height);
    let expected = rows.first().map_or(0, Vec::len);
    for row in &rows {
        let found = row.len();
        let (Some(first), Some(last)) = (row.first(), row.last()) else { continue };
        if found != expected {
            let kind = ProblemKind::RowLength { found, expected };
            problems.push(Problem { kind, span: first.1.cover(last.1) });
        }
        for &(number, place) in row {
            start.push(number);
            places.push(place);
        }
        for _ in found..width {
            // No number stands here; one that no puzzle has keeps the set from looking complete.
            start.push(u32::MAX);
            places.push(Span::at(last.1.end as usize));
        }
    }
    let goal = goal(text, level).filter(|goal| goal.len() == start.len());
    let count = start.len() as u32;
    let goal = goal.unwrap_or_else(|| (1..count).chain((count > 0).then_some(0)).collect());
    Reading { puzzle: Puzzle::Tiles(Tiles { width, height, start, goal }), places, problems }
}

/// The wanted order from the level's `Goal:` key.
fn goal(text: &str, level: &Level) -> Option<Vec<u32>> {
    let span = |span: Span| {
        let start = span.start.checked_sub(level.span.start)?;
        Some(Span { start, end: span.end.checked_sub(level.span.start)? })
    };
    let key = level.keys.iter().find(|key| {
        let name = span(key.name).and_then(|name| text.get(name.range()));
        name.is_some_and(|name| name.eq_ignore_ascii_case("goal"))
    })?;
    let value = span(key.value)?;
    text.get(value.range())?;
    let rows = grid(text, value, &mut Vec::new());
    Some(rows.into_iter().flatten().map(|(number, _)| number).collect())
}

/// The numbers in a part of a text, row by row.
fn grid(text: &str, part: Span, problems: &mut Vec<Problem>) -> Vec<Vec<Number>> {
    let source = &text[part.range()];
    if source.contains(['[', '{']) {
        let literal = literal::lex(source, literal::first(source), source.len());
        let rows = literal.groups.iter().map(|group| {
            let number = |leaf: &literal::Leaf| {
                let place = leaf.span.shifted(part.start as usize);
                let word = &source[leaf.span.range()];
                let number =
                    if matches!(word, "x" | "X" | "" | " " | "_") { 0 } else { word.parse().unwrap_or(u32::MAX) };
                (number, place)
            };
            group.iter().map(number).collect()
        });
        return rows.collect();
    }
    let mut rows: Vec<Vec<Number>> = Vec::new();
    for line in split(source) {
        let line = line.trimmed(source).shifted(part.start as usize);
        match numbers::numbers(text, line) {
            Some(row) if !row.is_empty() => rows.push(row),
            Some(_) => {}
            None => problems.extend(unknown(text, line)),
        }
    }
    if let [row] = &mut rows[..] {
        if let [(_, place)] = row[..] {
            *row = numbers::digits(text, place);
        }
        if let Some((width, _)) = numbers::size(row.len()) {
            return row.chunks(width).map(<[Number]>::to_vec).collect();
        }
    }
    rows
}

fn unknown(text: &str, line: Span) -> Option<Problem> {
    let strange = |&(_, letter): &(usize, char)| !letter.is_ascii_digit() && letter > ' ' && letter != ',';
    let (at, found) = text[line.range()].char_indices().find(strange)?;
    let start = line.start as usize + at;
    let kind = ProblemKind::UnknownCharacter { found, meant: None };
    Some(Problem { kind, span: Span::new(start, start + found.len_utf8()) })
}
