//! A level as a picture to look at, to play and to draw on. Everything is said in squares; the text stays the truth.

mod draw;
mod play;

pub use draw::{Stroke, draw};
pub use play::{Played, insert_moves, play};

use super::place::Place;
use super::{Lookup, Snapshot, State, level_diagnostics, title_of};
use crate::analysis::{Code, Severity, StoredState, Weights, live_cells};
use crate::level::{Board, Style, arena, write_moves};
use crate::syntax::Puzzle;
use crate::text::Span;

/// A level, ready to be drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    pub level: usize,
    pub name: String,
    pub width: usize,
    pub height: usize,
    pub content: Content,
    /// For each square its place in the document, empty where it is not written.
    pub places: Vec<Span>,
    pub findings: Vec<Mark>,
    /// The words of the level's first lens.
    pub verdict: String,
    /// The best known solution in `l u r d`, pushes in capitals.
    pub solution: Option<String>,
    pub stored: Vec<StoredView>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Content {
    /// Rows in `xsb`, floor as blanks, all of the same length. `inside` and `dead` say it for each square.
    Squares { rows: Vec<String>, inside: Vec<bool>, dead: Vec<bool> },
    /// The numbers of a sliding puzzle, and where they belong.
    Numbers { start: Vec<u32>, goal: Vec<u32> },
}

/// A finding and the squares it is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    pub code: Code,
    pub severity: Severity,
    pub message: String,
    pub cells: Vec<usize>,
}

/// Stored moves, as far as they can be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredView {
    pub title: String,
    /// In `l u r d`, pushes in capitals.
    pub moves: String,
    pub solves: bool,
    pub span: Span,
}

/// What of a level the caret is on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Caret {
    Cell(usize),
    /// Behind so many moves of a stored solution.
    Move {
        stored: usize,
        count: usize,
    },
}

/// The level at a place and what of it the caret is on.
pub fn caret(snapshot: &Snapshot, offset: usize) -> Option<(usize, Option<Caret>)> {
    let level = snapshot.level_at(offset).or_else(|| (!snapshot.levels.is_empty()).then_some(0))?;
    let on = match snapshot.place(offset) {
        Some(Place::Cell { level: at, cell, .. }) if at == level => Some(Caret::Cell(cell)),
        Some(Place::Move { level: at, stored, index, .. }) if at == level => {
            Some(Caret::Move { stored, count: index + 1 })
        }
        _ => None,
    };
    Some((level, on))
}

/// A level as it stands in the text; `None` where there is nothing to draw.
pub fn view(snapshot: &Snapshot, level: usize, lookup: Lookup<'_>, weights: &Weights) -> Option<View> {
    let node = snapshot.file.levels.get(level)?;
    let reading = snapshot.reading(level);
    let (width, height, content) = match &reading.puzzle {
        Puzzle::Sokoban(board) => (board.width, board.height, squares(board)),
        Puzzle::Tiles(tiles) => {
            let (start, goal) = (tiles.start.to_vec(), tiles.goal.to_vec());
            (tiles.width, tiles.height, Content::Numbers { start, goal })
        }
        Puzzle::Foreign => return None,
    };
    let start = node.span.start as usize;
    let places: Vec<Span> = reading.places.iter().map(|span| span.shifted(start)).collect();
    let cells_of = |span: Span| {
        let touched = |&cell: &usize| {
            let place = places[cell];
            !place.is_empty() && span.start <= place.start && place.end <= span.end
        };
        (0..places.len()).filter(touched).collect::<Vec<usize>>()
    };
    let marks = level_diagnostics(snapshot, level, lookup, weights).into_iter().map(|found| {
        let mut cells = cells_of(found.span);
        // What stands for the whole board is not a matter of the squares of its first row.
        if cells.len() > 1 && cells.len() == width {
            cells.clear();
        }
        cells.extend(found.related.iter().flat_map(|(span, _)| cells_of(*span)));
        cells.sort_unstable();
        cells.dedup();
        Mark { code: found.code, severity: found.severity, message: found.message, cells }
    });
    let marks = marks.collect();
    let answer = match snapshot.key(level).and_then(lookup) {
        Some(State::Known(answer)) => Some(answer),
        _ => None,
    };
    let told = answer.as_ref().and_then(|answer| snapshot.told(level, answer));
    let solution = told.and_then(|told| match &told.shown {
        super::Shown::Solved(solved) => Some(write_moves(&solved.moves, Style::Lurd)),
        _ => None,
    });
    let facts = &snapshot.levels[level].facts.facts;
    let verdict = match (&facts.obstacle, &answer) {
        (Some(obstacle), _) => obstacle.clone(),
        (None, Some(answer)) => title_of(answer).trim_end_matches(" · keep solving").to_string(),
        (None, None) => String::new(),
    };
    let stored = (0..node.solutions.len()).map(|index| stored_view(snapshot, level, index, &reading.puzzle)).collect();
    let name = snapshot.name(level);
    Some(View { level, name, width, height, content, places, findings: marks, verdict, solution, stored })
}

fn squares(board: &Board) -> Content {
    let row = |y: usize| (0..board.width).map(|x| char::from(board.cells[y * board.width + x])).collect();
    let (mut inside, mut dead) = (vec![false; board.cells.len()], vec![false; board.cells.len()]);
    if let Ok(arena) = arena(board) {
        for (&cell, live) in arena.board_cell.iter().zip(live_cells(&arena)) {
            inside[cell as usize] = true;
            dead[cell as usize] = !live;
        }
    }
    Content::Squares { rows: (0..board.height).map(row).collect(), inside, dead }
}

fn stored_view(snapshot: &Snapshot, level: usize, index: usize, puzzle: &Puzzle) -> StoredView {
    let stored = &snapshot.file.levels[level].solutions[index];
    let title = stored.title.map_or("Moves", |title| snapshot.text[title.range()].trim());
    let moves = play::letters_of(&snapshot.script(level, index), puzzle);
    let state = snapshot.levels[level].facts.facts.stored.get(index);
    StoredView {
        title: title.to_string(),
        moves,
        solves: matches!(state, Some(StoredState::Solves { .. })),
        span: stored.moves,
    }
}
