//! Boards drawn as text, in a level's own signs.

use crate::level::{Board, Cell};
use crate::syntax::{Dialect, Level};
use crate::tiles::Tiles;

/// The character that a level's notation has for a square.
pub fn glyph(level: &Level, cell: Cell) -> char {
    let index = match (cell.is_wall(), cell.is_target(), cell.is_box(), cell.is_player()) {
        (true, ..) => 1,
        (_, true, true, _) => 5,
        (_, true, _, true) => 6,
        (_, true, ..) => 2,
        (_, _, true, _) => 3,
        (_, _, _, true) => 4,
        _ => 0,
    };
    match level.dialect {
        Dialect::Gym => ['-', '+', 'X', '@', '*', '$', '%'][index],
        _ => level.notation.info().glyphs[index],
    }
}

/// A board, a line for each row.
pub fn picture(level: &Level, board: &Board) -> String {
    let row = |y: usize| (0..board.width).map(|x| glyph(level, board.cells[y * board.width + x])).collect::<String>();
    (0..board.height).map(|y| row(y).trim_end().to_string()).collect::<Vec<_>>().join("\n")
}

/// A sliding puzzle's numbers, a line for each row.
pub fn numbers(tiles: &Tiles, order: &[u32]) -> String {
    let width = order.iter().map(|number| number.to_string().len()).max().unwrap_or(1);
    let line = |row: &[u32]| row.iter().map(|number| format!("{number:>width$}")).collect::<Vec<_>>().join(" ");
    order.chunks(tiles.width.max(1)).map(line).collect::<Vec<_>>().join("\n")
}
