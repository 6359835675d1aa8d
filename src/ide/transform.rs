//! Turning, trimming and packing one level's board, with its stored solutions. Everything else stays as it is.

use super::Snapshot;
use super::insert::{line_end, wrap};
use super::meaning::{Meaning, means, next_hints};
use super::picture::{Frame, Picture, bounds, crop, glyph, is_packed, outline, picture, replace, trimmed, usual};
use super::solutions::{respelled, turned_letters};
use crate::level::{Board, Cell, Edge, Part, Symmetry, walk};
use crate::syntax::{Puzzle, moves};
use crate::text::Edit;

pub const ROTATE_LEFT: Symmetry = Symmetry { mirror: false, turns: 3 };
pub const ROTATE_RIGHT: Symmetry = Symmetry { mirror: false, turns: 1 };
/// Left and right change places.
pub const MIRROR: Symmetry = Symmetry { mirror: true, turns: 0 };
/// Top and bottom change places.
pub const FLIP: Symmetry = Symmetry { mirror: true, turns: 2 };
/// Rows become columns.
pub const TRANSPOSE: Symmetry = Symmetry { mirror: true, turns: 3 };

/// Turns a level: its board, in the author's own characters, and every stored solution and snapshot.
///
/// # Errors
/// Says why the level cannot be turned: its board is not read, or a key names boxes by their order.
pub fn turn(snapshot: &Snapshot, level: usize, symmetry: Symmetry) -> Result<Vec<Edit>, String> {
    let picture = picture(snapshot, level)?;
    let node = &snapshot.file.levels[level];
    let ordered = node.keys.iter().map(|key| &snapshot.text[key.name.range()]).find(|name| {
        let name = name.to_ascii_lowercase();
        name == "goalorder" || name == "boxorder"
    });
    if let Some(name) = ordered {
        return Err(format!("the key `{name}` counts squares in the order of the board as it stands"));
    }
    let turned = picture.turned(symmetry);
    let mut edits = replace(&snapshot.text, node.board, &turned.draw());
    let style = node.notation.info().moves;
    for stored in &node.solutions {
        let letters = turned_letters(&snapshot.text, stored.moves, style, symmetry);
        edits.extend(replace(&snapshot.text, stored.moves, &letters));
    }
    checked(snapshot, level, edits, &|meaning| {
        meaning.puzzle = Puzzle::Sokoban(trimmed(&turned.board));
        for (_, letters) in &mut meaning.stored {
            *letters = respelled(letters, style, |dir| symmetry.dir(dir));
        }
    })
}

/// Takes away the walls, rows and columns that the board can do without: what does not touch the player's area.
/// Decoration stays.
///
/// # Errors
/// Says why the player's area is not known: there is not one player, or the wall is open.
pub fn trim(snapshot: &Snapshot, level: usize) -> Result<Vec<Edit>, String> {
    let picture = picture(snapshot, level)?;
    let area = area(&picture.board)?;
    let picture = if picture.board.edge == Edge::Wall { framed(&picture, &area) } else { bared(picture, &area) };
    redraw(snapshot, level, picture)
}

/// Reduces a level to its puzzle: trimmed, in the notation's first characters, with nothing outside the walls of the
/// player's area. How it is turned, and where the player stands, stays: solutions remain valid.
///
/// # Errors
/// As [`trim`].
pub fn normalise(snapshot: &Snapshot, level: usize) -> Result<Vec<Edit>, String> {
    let picture = picture(snapshot, level)?;
    let area = area(&picture.board)?;
    let notation = snapshot.file.levels[level].notation;
    let near = grown(&picture.board, &area);
    let open = picture.board.edge == Edge::Open;
    let mut board = picture.board.clone();
    for (cell, square) in board.cells.iter_mut().enumerate() {
        if !area[cell] {
            *square = if near[cell] || !open { Cell::WALL } else { Cell::FLOOR };
        }
    }
    let part = if open { outline(&board) } else { bounds(&board, |cell| near[cell]) };
    let board = crop(&board, part);
    let glyphs: Vec<String> = board.cells.iter().map(|&cell| glyph(notation, cell).to_string()).collect();
    let squares = glyphs.iter().map(String::as_str).collect();
    redraw(snapshot, level, Picture { board, squares, frame: picture.frame })
}

/// Writes out a board's run-length code, and that of its stored moves.
///
/// # Errors
/// Says that there is none, or that the board cannot be read.
pub fn expand(snapshot: &Snapshot, level: usize) -> Result<Vec<Edit>, String> {
    let node = &snapshot.file.levels[level];
    let text = &snapshot.text;
    let end = line_end(text);
    let mut edits = Vec::new();
    if is_packed(&text[node.board.range()])
        && let mut picture = picture(snapshot, level)?
        && let Frame::Rows { packed, between, .. } = &mut picture.frame
        && std::mem::replace(packed, false)
    {
        *between = end;
        edits = replace(text, node.board, &picture.draw());
    }
    for stored in &node.solutions {
        let written = &text[stored.moves.range()];
        let counted = written.contains(|letter: char| letter.is_ascii_digit());
        if counted && written.chars().all(|letter| letter.is_ascii_alphanumeric() || "() \t\r\n".contains(letter)) {
            let letters: String = moves(text, stored.moves).into_iter().map(|(letter, _)| letter).collect();
            edits.extend(replace(text, stored.moves, &wrap(&letters, end)));
        }
    }
    if edits.is_empty() {
        return Err("there is no run-length code in this level".to_owned());
    }
    checked(snapshot, level, edits, &|_| {})
}

/// Writes a board of `xsb` in run-length code, all rows on one line.
///
/// # Errors
/// Says that the notation has no such code, or that the board cannot be read.
pub fn collapse(snapshot: &Snapshot, level: usize) -> Result<Vec<Edit>, String> {
    let mut picture = picture(snapshot, level)?;
    if picture.board.edge == Edge::Wall {
        return Err("only boards of xsb have a run-length code".to_owned());
    }
    if let Frame::Rows { packed, between, .. } = &mut picture.frame {
        (*packed, *between) = (true, "|");
    }
    redraw(snapshot, level, picture)
}

/// The player's area: the cells that it could walk on if there were no boxes.
pub(super) fn area(board: &Board) -> Result<Vec<bool>, String> {
    let [player] = board.find(Cell::is_player)[..] else { return Err("the board needs exactly one player".to_owned()) };
    let (inside, leaks) = walk(board, player);
    match leaks.first() {
        Some(&leak) => Err(format!("the wall is open at {}", board.name(leak))),
        None => Ok(inside),
    }
}

/// The cells of an area and those around them.
fn grown(board: &Board, area: &[bool]) -> Vec<bool> {
    let mut near = area.to_vec();
    for cell in (0..area.len()).filter(|&cell| area[cell]) {
        for dy in -1..=1 {
            for dx in -1..=1 {
                if let Some(next) = board.step(cell, (dx, dy)) {
                    near[next] = true;
                }
            }
        }
    }
    near
}

/// Where off the grid is wall: the rows and columns of the area and of the wall around it, if one is drawn.
fn framed<'a>(picture: &Picture<'a>, area: &[bool]) -> Picture<'a> {
    let near = grown(&picture.board, area);
    let decoration = |cell: usize| picture.board.cells[cell].0 & !Cell::WALL.0 != 0;
    picture.cropped(bounds(&picture.board, |cell| near[cell] || decoration(cell)))
}

/// Without the walls outside that touch no square of the area.
fn bared<'a>(mut picture: Picture<'a>, area: &[bool]) -> Picture<'a> {
    let near = grown(&picture.board, area);
    let outside = outside(&picture.board, &near);
    let spare: Vec<bool> = (0..area.len()).map(|cell| outside[cell] && picture.board.cells[cell].is_wall()).collect();
    let floor = |cell: usize| outside[cell] && picture.board.cells[cell] == Cell::FLOOR;
    let void = usual(&picture.squares, floor).unwrap_or("");
    for cell in (0..spare.len()).filter(|&cell| spare[cell]) {
        picture.board.cells[cell] = Cell::FLOOR;
        picture.squares[cell] = void;
    }
    let part: Part = outline(&picture.board);
    picture.cropped(part)
}

/// The cells that can be reached from the rim without crossing what is `near` the player's area. What such cells
/// enclose, as the middle of a pillar, is no outside.
pub(super) fn outside(board: &Board, near: &[bool]) -> Vec<bool> {
    let rim = |cell: usize| {
        let (x, y) = (cell % board.width, cell / board.width);
        x == 0 || y == 0 || x + 1 == board.width || y + 1 == board.height
    };
    let mut seen: Vec<bool> = (0..near.len()).map(|cell| rim(cell) && !near[cell]).collect();
    let mut stack: Vec<usize> = (0..near.len()).filter(|&cell| seen[cell]).collect();
    while let Some(cell) = stack.pop() {
        for step in [(0, -1), (-1, 0), (1, 0), (0, 1)] {
            let Some(next) = board.step(cell, step).filter(|&next| !near[next] && !seen[next]) else { continue };
            seen[next] = true;
            stack.push(next);
        }
    }
    seen
}

/// The picture in the place of the board, without the blanks before it.
fn redraw(snapshot: &Snapshot, level: usize, mut picture: Picture) -> Result<Vec<Edit>, String> {
    if let Frame::Rows { margin, .. } = &mut picture.frame {
        *margin = "";
    }
    let edits = replace(&snapshot.text, snapshot.file.levels[level].board, &picture.draw());
    checked(snapshot, level, edits, &|meaning| meaning.puzzle = Puzzle::Sokoban(trimmed(&picture.board)))
}

/// The edits, if the text after them reads as it should.
pub(super) fn checked(
    snapshot: &Snapshot,
    level: usize,
    edits: Vec<Edit>,
    wanted: &dyn Fn(&mut Meaning),
) -> Result<Vec<Edit>, String> {
    let touched = |index: usize| index == level;
    if means(snapshot, &edits, &next_hints(snapshot), &touched, &|_, meaning| wanted(meaning)) {
        return Ok(edits);
    }
    Err("the result would not be read as the same level; nothing is changed".to_owned())
}
