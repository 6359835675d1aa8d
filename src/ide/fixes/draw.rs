//! Drawing on a board: a square's new content as an edit of the text.

use crate::ide::Snapshot;
use crate::ide::signs::glyph;
use crate::level::{Board, Cell};
use crate::syntax::{Dialect, Level, Notation, Puzzle, Reading};
use crate::text::{Edit, Span};

/// A board of the text, to be drawn on.
pub struct Sheet<'a> {
    pub level: &'a Level,
    pub board: Board,
    text: &'a str,
    reading: Reading,
}

impl<'a> Sheet<'a> {
    /// `None` when the level has no board of squares.
    pub fn new(snapshot: &'a Snapshot, level: usize) -> Option<Sheet<'a>> {
        let reading = snapshot.reading(level);
        let Puzzle::Sokoban(board) = &reading.puzzle else { return None };
        let (board, level) = (board.clone(), &snapshot.file.levels[level]);
        Some(Sheet { level, board, text: &snapshot.text, reading })
    }

    /// A cell's place in the file.
    pub fn place(&self, cell: usize) -> Span {
        self.reading.places[cell].shifted(self.level.span.start as usize)
    }

    /// The cell at a place of the file.
    pub fn cell_at(&self, place: Span) -> Option<usize> {
        (0..self.board.cells.len()).find(|&cell| self.place(cell) == place)
    }

    /// The character that the level's notation has for a square.
    pub fn glyph(&self, cell: Cell) -> char {
        // Floor as it is written on this board.
        let is_floor = cell == Cell::FLOOR && self.level.notation == Notation::Xsb;
        let plain = self.level.dialect != Dialect::Gym;
        if is_floor && plain { self.floor() } else { glyph(self.level, cell) }
    }

    fn floor(&self) -> char {
        let written = |cell: usize| self.text[self.place(cell).range()].chars().next();
        let floors = self.board.find(|cell| cell == Cell::FLOOR);
        floors.into_iter().filter_map(written).find(|glyph| matches!(glyph, ' ' | '-' | '_')).unwrap_or(' ')
    }

    /// Puts `content` on a square. `None` where the square has no place of its own in the text, as in a packed row.
    pub fn put(&self, cell: usize, content: Cell) -> Option<Edit> {
        let place = self.place(cell);
        let glyph = self.glyph(content);
        let x = cell % self.board.width;
        let row = cell - x;
        if !place.is_empty() {
            let is_single = self.text[place.range()].chars().count() == 1;
            let is_own = (row..row + self.board.width).all(|other| other == cell || self.place(other) != place);
            return (is_single && is_own).then(|| Edit { span: place, new_text: glyph.to_string() });
        }
        // Behind the end of a short row, up to which there is floor.
        let plain = self.level.notation == Notation::Xsb && self.level.dialect == Dialect::Plain;
        let written = (row..cell).rev().find(|&before| !self.place(before).is_empty());
        let from = written.map_or(row, |written| written + 1);
        let packed = written.is_some_and(|written| written > row && self.place(written) == self.place(written - 1));
        (plain && !packed).then(|| {
            let gap = self.floor().to_string().repeat(cell - from);
            // Blanks that stand there already give way.
            let rest = self.text[place.start as usize..].split(['\n', '\r']).next().unwrap_or_default();
            let blanks = if rest.trim().is_empty() { rest.len() } else { 0 };
            let span = Span::new(place.start as usize, place.start as usize + blanks);
            Edit { span, new_text: format!("{gap}{glyph}") }
        })
    }

    /// Puts several squares behind the end of one short row, as one edit. `cells` ascend.
    pub fn extend_row(&self, cells: &[(usize, Cell)]) -> Option<Edit> {
        let &(first, content) = cells.first()?;
        let mut edit = self.put(first, content)?;
        let mut at = first;
        for &(cell, content) in &cells[1..] {
            let gap = self.floor().to_string().repeat(cell - at - 1);
            edit.new_text = format!("{}{gap}{}", edit.new_text, self.glyph(content));
            at = cell;
        }
        Some(edit)
    }

    /// Puts the same on many squares; `None` if one of them cannot be drawn on. `cells` ascend.
    pub fn put_all(&self, cells: &[usize], content: impl Fn(Cell) -> Cell) -> Option<Vec<Edit>> {
        let new = |cell: usize| (cell, content(self.board.cells[cell]));
        let mut edits = Vec::new();
        let mut rest = cells;
        while let Some((&first, others)) = rest.split_first() {
            if !self.place(first).is_empty() {
                edits.push(self.put(first, new(first).1)?);
                rest = others;
                continue;
            }
            // What is put behind the end of one row is one insertion.
            let is_beside = |&&cell: &&usize| self.place(cell) == self.place(first);
            let count = rest.iter().take_while(is_beside).count();
            let beyond: Vec<(usize, Cell)> = rest[..count].iter().map(|&cell| new(cell)).collect();
            edits.push(self.extend_row(&beyond)?);
            rest = &rest[count..];
        }
        Some(edits)
    }
}
