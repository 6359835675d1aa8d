//! What belongs to the square under the caret: a box and the targets it can reach, a target and its boxes.

use super::Snapshot;
use super::place::Place;
use crate::analysis::alone;
use crate::level::arena;
use crate::syntax::Puzzle;
use crate::text::Span;

/// More boxes than these are not asked one by one where they can get.
const MOST_BOXES: usize = 60;

/// The places to be marked, the one under the caret first. Empty where nothing belongs together.
pub fn highlights(snapshot: &Snapshot, offset: usize) -> Vec<Span> {
    let Some(Place::Cell { level, cell, span }) = snapshot.place(offset) else { return Vec::new() };
    let reading = snapshot.reading(level);
    let Puzzle::Sokoban(board) = &reading.puzzle else { return Vec::new() };
    let content = board.cells[cell];
    let Ok(arena) = arena(board) else { return Vec::new() };
    let Some(number) = arena.cell_at(cell) else { return Vec::new() };
    let reaches = |from: u16| alone(&arena, from).unwrap_or_default();
    let others: Vec<u16> = if content.is_box() {
        let pushes = reaches(number);
        let is_reached = |&target: &u16| pushes.get(target as usize).is_some_and(Option::is_some);
        arena.targets.iter().copied().filter(is_reached).collect()
    } else if content.is_target() && arena.boxes.len() <= MOST_BOXES {
        let gets_here = |&from: &u16| reaches(from).get(number as usize).is_some_and(Option::is_some);
        arena.boxes.iter().copied().filter(gets_here).collect()
    } else {
        return Vec::new();
    };
    let start = snapshot.file.levels[level].span.start as usize;
    let place = |cell: u16| reading.places[arena.board_cell[cell as usize] as usize].shifted(start);
    let others = others.into_iter().filter(|&other| other != number).map(place);
    std::iter::once(span).chain(others.filter(|span| !span.is_empty())).collect()
}
