//! Drawing on a level: strokes become edits of the text, and nothing but the squares that were drawn changes.

use crate::ide::Snapshot;
use crate::ide::fixes::Sheet;
use crate::ide::insert::line_end;
use crate::ide::lenses::ONLY_READ;
use crate::level::Cell;
use crate::syntax::{Dialect, Notation};
use crate::text::{Edit, Span};

/// One square to be drawn. Columns and rows count from the board's top left; outside of it the board grows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stroke {
    pub x: i32,
    pub y: i32,
    pub content: Cell,
}

/// A board does not grow by more than this at once.
const MOST_GROWTH: i32 = 50;

/// The edits that put strokes into the text. The last of several strokes on one square counts. A second player takes
/// the first one's place.
pub fn draw(snapshot: &Snapshot, level: usize, strokes: &[Stroke]) -> Result<Vec<Edit>, &'static str> {
    const PACKED: &str = "this board is packed; expand it to draw on it";
    if level >= snapshot.levels.len() {
        return Err("there is no such level any more");
    }
    if snapshot.file.container.is_some() {
        return Err(ONLY_READ);
    }
    let sheet = Sheet::new(snapshot, level).ok_or("this level has no squares to draw on")?;
    let (width, height) = (sheet.board.width as i32, sheet.board.height as i32);
    let inside = |stroke: &Stroke| (0..width).contains(&stroke.x) && (0..height).contains(&stroke.y);
    let mut cells: Vec<(usize, Cell)> = Vec::new();
    let mut grown: Vec<Stroke> = Vec::new();
    for stroke in strokes {
        if inside(stroke) {
            let cell = (stroke.y * width + stroke.x) as usize;
            cells.retain(|(other, _)| *other != cell);
            cells.push((cell, stroke.content));
        } else {
            grown.retain(|other| (other.x, other.y) != (stroke.x, stroke.y));
            grown.push(*stroke);
        }
    }
    if strokes.iter().any(|stroke| stroke.content.is_player()) {
        for cell in sheet.board.find(Cell::is_player) {
            if cells.iter().all(|(other, _)| *other != cell) {
                cells.push((cell, Cell(sheet.board.cells[cell].0 & !Cell::PLAYER.0)));
            }
        }
    }
    cells.retain(|&(cell, content)| sheet.board.cells[cell] != content);
    if grown.is_empty() {
        let mut edits = Vec::new();
        cells.sort_by_key(|(cell, _)| *cell);
        // Behind the end of a short row, several strokes are one insertion.
        let (written, beyond): (Vec<_>, Vec<_>) = cells.iter().partition(|(cell, _)| !sheet.place(*cell).is_empty());
        for &(cell, content) in &written {
            edits.push(sheet.put(cell, content).ok_or(PACKED)?);
        }
        let mut rows: Vec<usize> = beyond.iter().map(|(cell, _)| cell / width as usize).collect();
        rows.dedup();
        for row in rows {
            let of_row: Vec<(usize, Cell)> =
                beyond.iter().copied().filter(|(cell, _)| cell / width as usize == row).collect();
            edits.push(sheet.extend_row(&of_row).ok_or(PACKED)?);
        }
        edits.sort_by_key(|edit| edit.span);
        return Ok(edits);
    }
    let reach = |value: i32, size: i32| (-MOST_GROWTH..size + MOST_GROWTH).contains(&value);
    if grown.iter().any(|stroke| !reach(stroke.x, width) || !reach(stroke.y, height)) {
        return Err("this is too far from the board");
    }
    let plain = sheet.level.notation == Notation::Xsb && sheet.level.dialect == Dialect::Plain;
    if !plain {
        return Err("a board in this notation does not grow by drawing");
    }
    let board = sheet.level.board;
    if snapshot.text[board.range()].contains(|letter: char| letter.is_ascii_digit() || letter == '|') {
        return Err(PACKED);
    }
    Ok(vec![Edit { span: board, new_text: redrawn(snapshot, &sheet, &cells, &grown, board) }])
}

/// The whole board anew, larger than before. Squares that were not drawn keep their characters.
fn redrawn(snapshot: &Snapshot, sheet: &Sheet<'_>, cells: &[(usize, Cell)], grown: &[Stroke], board: Span) -> String {
    let (width, height) = (sheet.board.width as i32, sheet.board.height as i32);
    let least = |size: fn(&Stroke) -> i32| grown.iter().map(size).min().unwrap_or(0).min(0);
    let most =
        |size: fn(&Stroke) -> i32, now: i32| grown.iter().map(|stroke| size(stroke) + 1).max().unwrap_or(0).max(now);
    let (left, top) = (least(|stroke| stroke.x), least(|stroke| stroke.y));
    let (right, bottom) = (most(|stroke| stroke.x, width), most(|stroke| stroke.y, height));
    let floor = sheet.glyph(Cell::FLOOR);
    let glyph = |x: i32, y: i32| {
        if let Some(stroke) = grown.iter().find(|stroke| (stroke.x, stroke.y) == (x, y)) {
            return sheet.glyph(stroke.content);
        }
        if !(0..width).contains(&x) || !(0..height).contains(&y) {
            return floor;
        }
        let cell = (y * width + x) as usize;
        match cells.iter().find(|(other, _)| *other == cell) {
            Some(&(_, content)) => sheet.glyph(content),
            None => snapshot.text[sheet.place(cell).range()].chars().next().unwrap_or(floor),
        }
    };
    let row = |y: i32| {
        let row: String = (left..right).map(|x| glyph(x, y)).collect();
        let body = row.trim_end();
        // An empty line would cut the board in two.
        if body.is_empty() { "-".to_string() } else { body.to_string() }
    };
    let end = line_end(&snapshot.text[board.range()]);
    (top..bottom).map(row).collect::<Vec<_>>().join(end)
}
