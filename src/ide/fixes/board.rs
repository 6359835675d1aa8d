//! Fixes that draw on the board.

use std::collections::VecDeque;

use super::draw::Sheet;
use super::{Case, Way};
use crate::analysis::{Sides, live_with_targets};
use crate::level::{Board, Cell, Dir, Edge, arena, enclosed, walk};
use crate::syntax::{Notation, ProblemKind, Puzzle};
use crate::text::{Edit, Span};

/// On larger boards it is not tried out square by square where something fits.
const MOST_SQUARES: usize = 1_000;

fn sheet<'a>(case: &Case<'a>) -> Option<Sheet<'a>> {
    Sheet::new(case.snapshot, case.level)
}

fn with(board: &Board, cell: usize, content: Cell) -> Board {
    let mut board = board.clone();
    board.cells[cell] = content;
    board
}

/// Free floor on a board that is small enough to try out.
fn free(board: &Board) -> Vec<usize> {
    if board.cells.len() > MOST_SQUARES { Vec::new() } else { board.find(|cell| cell == Cell::FLOOR) }
}

pub fn put_player(case: &Case<'_>) -> Option<Way> {
    let sheet = sheet(case)?;
    let objects = sheet.board.find(|cell| cell.is_box() || cell.is_target());
    // The first square from which the player can get at most of what there is to play with. Squares that can be
    // walked between are as good as each other.
    let mut seen = vec![false; sheet.board.cells.len()];
    let mut best: Option<(usize, usize)> = None;
    for cell in free(&sheet.board) {
        if seen[cell] {
            continue;
        }
        let (inside, leaks) = walk(&sheet.board, cell);
        seen.iter_mut().zip(&inside).for_each(|(seen, inside)| *seen |= inside);
        let score = objects.iter().filter(|&&object| inside[object]).count();
        if leaks.is_empty() && best.is_none_or(|(most, _)| score > most) {
            best = Some((score, cell));
        }
    }
    let (_, cell) = best?;
    let title = format!("Put the player on {}", sheet.board.name(cell));
    Some((title, vec![sheet.put(cell, Cell::PLAYER)?]))
}

/// The free squares that the player can walk to when there are no boxes.
fn within_reach(board: &Board) -> Option<Vec<usize>> {
    let player = *board.find(Cell::is_player).first()?;
    let inside = enclosed(board, player)?;
    Some(free(board).into_iter().filter(|&cell| inside[cell]).collect())
}

pub fn put_box(case: &Case<'_>) -> Option<Way> {
    let sheet = sheet(case)?;
    let board = &sheet.board;
    let is_open = |cell: usize, dir: Dir| board.step(cell, dir.step()).is_some_and(|next| !board.cells[next].is_wall());
    // A box in a corner would be stuck at once; best is a square from which it can be pushed in every direction.
    let ways = |&cell: &usize| {
        let open = |dir: Dir| is_open(cell, dir) && is_open(cell, dir.opposite());
        usize::from(open(Dir::Up)) + usize::from(open(Dir::Left))
    };
    let cells = within_reach(board)?;
    let best = cells.iter().map(ways).max().filter(|&best| best > 0)?;
    let cell = cells.into_iter().find(|cell| ways(cell) == best)?;
    Some((format!("Put a box on {}", board.name(cell)), vec![sheet.put(cell, Cell::BOX)?]))
}

pub fn put_target(case: &Case<'_>) -> Option<Way> {
    let sheet = sheet(case)?;
    let cells = within_reach(&sheet.board)?;
    let &first = cells.first()?;
    // If one of the squares makes a level that can be played, that one. Where the target is changes nothing else.
    let playable = arena(&with(&sheet.board, first, Cell::TARGET)).ok().and_then(|arena| {
        let sides = Sides::of(&arena);
        let is_playable = |&cell: &usize| {
            arena.cell_at(cell).is_some_and(|target| {
                let live = live_with_targets(&arena, &[target], &sides);
                arena.boxes.iter().all(|&cell| live[cell as usize])
            })
        };
        cells.iter().copied().find(is_playable)
    });
    let cell = playable.unwrap_or(first);
    Some((format!("Put a target on {}", sheet.board.name(cell)), vec![sheet.put(cell, Cell::TARGET)?]))
}

pub fn keep_player(case: &Case<'_>) -> Option<Way> {
    let sheet = sheet(case)?;
    let kept = sheet.cell_at(case.finding.span)?;
    let others: Vec<usize> = sheet.board.find(Cell::is_player).into_iter().filter(|&cell| cell != kept).collect();
    let edits = sheet.put_all(&others, |cell| Cell(cell.0 & !Cell::PLAYER.0))?;
    Some((format!("Keep the player on {} and take away the others", sheet.board.name(kept)), edits))
}

/// A single wall that closes the board, if there is one, and walls on all gaps.
pub fn wall_leaks(case: &Case<'_>) -> Vec<Way> {
    let Some(sheet) = sheet(case) else { return Vec::new() };
    let board = &sheet.board;
    let mut ways = Vec::new();
    let Some(&player) = board.find(Cell::is_player).first() else { return ways };
    let objects = board.find(|cell| cell.is_box() || cell.is_target());
    let score = |&cell: &usize| {
        let inside = enclosed(&with(board, cell, Cell::WALL), player)?;
        let objects = objects.iter().filter(|&&object| inside[object]).count();
        Some((objects, inside.iter().filter(|&&inside| inside).count()))
    };
    // Whatever closes the board stands on every way out, so also on this one.
    let one = way_out(board, player).into_iter().filter_map(|cell| Some((score(&cell)?, cell))).max();
    if let Some((_, cell)) = one {
        let edits = sheet.put(cell, Cell::WALL).into_iter().collect();
        ways.push((format!("Draw a wall on {}", board.name(cell)), edits));
    }
    let leaks = leaks(board, player);
    if leaks.iter().all(|&cell| board.cells[cell] == Cell::FLOOR) && one.is_none_or(|(_, cell)| leaks != [cell]) {
        let edits = sheet.put_all(&leaks, |_| Cell::WALL).unwrap_or_default();
        ways.push(("Draw a wall on every gap".to_string(), edits));
    }
    ways
}

/// The free squares on a shortest way of the player out of the board, if the board is small enough to try them out.
fn way_out(board: &Board, player: usize) -> Vec<usize> {
    if board.cells.len() > MOST_SQUARES {
        return Vec::new();
    }
    let mut before = vec![None; board.cells.len()];
    before[player] = Some(player);
    let mut queue = VecDeque::from([player]);
    while let Some(cell) = queue.pop_front() {
        let steps = Dir::ALL.map(|dir| board.step(cell, dir.step()));
        if steps.contains(&None) && board.edge == Edge::Open {
            let back = |&cell: &usize| before[cell].filter(|&last| last != cell);
            return std::iter::successors(Some(cell), back).filter(|&cell| board.cells[cell] == Cell::FLOOR).collect();
        }
        for next in steps.into_iter().flatten() {
            if before[next].is_none() && !board.cells[next].is_wall() {
                before[next] = Some(cell);
                queue.push_back(next);
            }
        }
    }
    Vec::new()
}

fn leaks(board: &Board, player: usize) -> Vec<usize> {
    match arena(&with_player_only(board, player)) {
        Err(crate::level::Fault::Open { leaks }) => leaks,
        _ => Vec::new(),
    }
}

/// The board with one player, one box and one target, so that only its walls can be at fault.
fn with_player_only(board: &Board, player: usize) -> Board {
    let keep = |cell: Cell| if cell.is_wall() { Cell::WALL } else { Cell::BOX_ON_TARGET };
    let mut cells: Vec<Cell> = board.cells.iter().map(|&cell| keep(cell)).collect();
    cells[player] = Cell::PLAYER;
    Board { cells, edge: Edge::Open, ..board.clone() }
}

pub fn known_character(case: &Case<'_>) -> Option<Way> {
    let reading = case.snapshot.reading(case.level);
    let offset = case.snapshot.file.levels[case.level].span.start as usize;
    let problem = reading.problems.iter().find(|problem| problem.span.shifted(offset) == case.finding.span)?;
    let ProblemKind::UnknownCharacter { meant, .. } = problem.kind else { return None };
    let sheet = sheet(case)?;
    let glyph = meant.unwrap_or_else(|| sheet.glyph(Cell::FLOOR));
    let title = match glyph {
        ' ' => "Replace with floor (a blank)".to_string(),
        _ => format!("Replace with `{glyph}`"),
    };
    Some((title, vec![Edit { span: case.finding.span, new_text: glyph.to_string() }]))
}

/// The usual signs for all that is written with letters.
pub fn one_spelling(case: &Case<'_>) -> Option<Way> {
    let sheet = sheet(case).filter(|sheet| sheet.level.notation == Notation::Xsb)?;
    let text = &case.snapshot.text;
    let letters = |&cell: &usize| "pPbBmMo".contains(&text[sheet.place(cell).range()]);
    let cells: Vec<usize> = (0..sheet.board.cells.len())
        .filter(|&cell| !sheet.place(cell).is_empty() && sheet.board.cells[cell] != Cell::FLOOR)
        .filter(letters)
        .collect();
    let edits = sheet.put_all(&cells, |cell| cell)?;
    Some(("Write the usual signs instead of letters".to_string(), edits))
}

pub fn wall_here(case: &Case<'_>, title: &str) -> Option<Way> {
    let sheet = sheet(case)?;
    let cell = sheet.cell_at(case.finding.span)?;
    Some((title.to_string(), vec![sheet.put(cell, Cell::WALL)?]))
}

/// Walls on the finding's place and the places that belong to it.
pub fn wall_all(case: &Case<'_>, title: &str) -> Option<Way> {
    let sheet = sheet(case)?;
    let places = std::iter::once(case.finding.span).chain(case.finding.related.iter().map(|(span, _)| *span));
    let cells: Vec<usize> = places.map(|place| sheet.cell_at(place)).collect::<Option<_>>()?;
    Some((title.to_string(), sheet.put_all(&cells, |_| Cell::WALL)?))
}

/// Takes away the walls that enclose nothing: blanks in their place, nothing at the end of a row, and no row at all
/// where nothing is left at the top or the bottom.
pub fn take_walls(case: &Case<'_>) -> Option<Way> {
    let sheet = sheet(case)?;
    let arena = arena(&sheet.board).ok()?;
    let walls = crate::analysis::redundant_walls(&sheet.board, &arena);
    let reading = case.snapshot.reading(case.level);
    let Puzzle::Sokoban(board) = &reading.puzzle else { return None };
    // Packed rows have no single squares to take away.
    sheet.put_all(&walls, |_| Cell::FLOOR)?;
    let mut rows: Vec<(Span, String)> = Vec::new();
    for y in 0..board.height {
        let cells = y * board.width..(y + 1) * board.width;
        let line = line_of(case, sheet.place(cells.start));
        let mut new = case.snapshot.text[line.range()].to_string();
        for cell in cells.rev().filter(|cell| walls.binary_search(cell).is_ok()) {
            let place = sheet.place(cell);
            let at = (place.start - line.start) as usize..(place.end - line.start) as usize;
            new.replace_range(at, " ");
        }
        if walls.iter().any(|&cell| cell / board.width == y) {
            new.truncate(new.trim_end_matches([' ', '\t']).len());
        }
        rows.push((line, new));
    }
    let is_empty = |row: &(Span, String)| row.1.trim_matches([' ', '\t', '-', '_']).is_empty();
    let first = rows.iter().position(|row| !is_empty(row))?;
    let last = rows.iter().rposition(|row| !is_empty(row))?;
    let mut edits = Vec::new();
    for (y, (line, new)) in rows.iter().enumerate() {
        if y < first {
            edits.push(Edit { span: Span { start: line.start, end: rows[y + 1].0.start }, new_text: String::new() });
        } else if y > last {
            edits.push(Edit { span: Span { start: rows[y - 1].0.end, end: line.end }, new_text: String::new() });
        } else if *new != case.snapshot.text[line.range()] {
            // An empty line would cut the board in two.
            let new_text = if new.is_empty() { "-".to_string() } else { new.clone() };
            edits.push(Edit { span: *line, new_text });
        }
    }
    Some(("Take away the walls that enclose nothing".to_string(), edits))
}

/// The line that holds a place, without its end.
fn line_of(case: &Case<'_>, place: Span) -> Span {
    let text = &case.snapshot.text;
    let start = text[..place.start as usize].rfind(['\n', '\r']).map_or(0, |end| end + 1);
    let end = text[place.start as usize..].find(['\n', '\r']).map_or(text.len(), |end| place.start as usize + end);
    Span::new(start, end)
}
