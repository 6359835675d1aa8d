//! A board as it is drawn: which characters stand for each square, and what stands around and between them.
//!
//! A picture can be drawn again with its squares in other places, in the author's own characters and spelling.

use super::Snapshot;
use super::insert::line_end;
use crate::level::{Board, Cell, Edge, Part, Symmetry};
use crate::syntax::{Dialect, Level, Notation, Puzzle};
use crate::text::{Edit, Span, lines, minimal};

/// A board with the characters of each of its squares; none for a square that is not written.
#[derive(Clone, Debug)]
pub(super) struct Picture<'a> {
    pub board: Board,
    pub squares: Vec<&'a str>,
    pub frame: Frame<'a>,
}

/// How rows are set.
#[derive(Clone, Debug)]
pub(super) enum Frame<'a> {
    Rows {
        /// The blanks that every row begins with.
        margin: &'a str,
        /// The line of a `poj` maze that gives its size.
        header: Option<&'a str>,
        /// Between rows.
        between: &'a str,
        packed: bool,
        /// What floor is written with where a row must not end in blanks.
        floor: &'a str,
    },
    /// What stands before the first square, between squares, between rows and behind the last square.
    Literal { before: &'a str, between: String, rows: String, after: &'a str },
}

/// A level's picture, or why it has none that could be drawn anew.
pub(super) fn picture(snapshot: &Snapshot, level: usize) -> Result<Picture<'_>, String> {
    let node = &snapshot.file.levels[level];
    if node.dialect != Dialect::Plain {
        return Err(format!("a board in the spelling `{}` is only read", node.dialect.name()));
    }
    let (board, places) = board(snapshot, level)?;
    let own = &snapshot.text[node.span.range()];
    let squares: Vec<&str> = places.iter().map(|place| &own[with_selectors(own, *place).range()]).collect();
    let frame = if node.notation == Notation::Array {
        literal(&snapshot.text[node.board.range()], &board, &places, node)?
    } else {
        rows(snapshot, node, &board, &squares)?
    };
    Ok(Picture { board, squares, frame })
}

/// A level's board with the places of its cells, if every character of it can be read.
pub(super) fn board(snapshot: &Snapshot, level: usize) -> Result<(Board, Vec<Span>), String> {
    let reading = snapshot.reading(level);
    match reading.puzzle {
        Puzzle::Tiles(_) => Err("a sliding puzzle has no boxes".to_owned()),
        Puzzle::Foreign => Err("this board is not read".to_owned()),
        Puzzle::Sokoban(_) if !reading.problems.is_empty() => {
            Err("the board has characters or rows that cannot be read".to_owned())
        }
        Puzzle::Sokoban(board) if board.cells.is_empty() => Err("the board has no squares".to_owned()),
        Puzzle::Sokoban(board) => Ok((board, reading.places)),
    }
}

/// A symbol with the selectors behind it, which say how it is drawn.
fn with_selectors(text: &str, place: Span) -> Span {
    let silent = |letter: &char| matches!(letter, '\u{fe0e}' | '\u{fe0f}' | '\u{200d}');
    if place.is_empty() {
        return place;
    }
    let more: usize = text[place.end as usize..].chars().take_while(silent).map(char::len_utf8).sum();
    Span { start: place.start, end: place.end + more as u32 }
}

fn rows<'a>(snapshot: &'a Snapshot, node: &Level, board: &Board, squares: &[&'a str]) -> Result<Frame<'a>, String> {
    let text = &snapshot.text[node.board.range()];
    let mut rows: Vec<&str> = lines(text).map(|line| &text[line.content().range()]).collect();
    if rows.iter().any(|row| row.starts_with('>')) {
        return Err("a board in quoted mail is left as it is".to_owned());
    }
    let header = (node.notation == Notation::Poj && !rows.is_empty()).then(|| rows.remove(0));
    let margin = |row: &&'a str| &row[..row.len() - row.trim_start_matches(|letter: char| letter <= ' ').len()];
    let is_full = |row: &&&str| row.contains(|letter: char| letter > ' ' && letter != '-' && letter != '_');
    let margin = rows.iter().filter(is_full).map(margin).min_by_key(|margin| margin.len()).unwrap_or_default();
    let packed = node.notation == Notation::Xsb && is_packed(text);
    // Blanks before run-length code are squares.
    let margin = if packed { "" } else { margin };
    let end = line_end(if text.contains(['\n', '\r']) { text } else { &snapshot.text });
    let between = if packed && text.contains('|') { "|" } else { end };
    let floor = match board.edge {
        Edge::Open => "-",
        Edge::Wall => usual(squares, |index| board.cells[index] == Cell::FLOOR).unwrap_or(plain_floor(node.notation)),
    };
    Ok(Frame::Rows { margin, header, between, packed, floor })
}

/// True for rows with run-length code. A board's rows hold no digits otherwise.
pub(super) fn is_packed(board: &str) -> bool {
    board.contains(|letter: char| letter.is_ascii_digit() || matches!(letter, '|' | '(' | ')'))
}

fn plain_floor(notation: Notation) -> &'static str {
    if notation == Notation::Glyphs { "□" } else { "." }
}

/// What most of the chosen squares are written with, blanks aside.
pub(super) fn usual<'a>(squares: &[&'a str], chosen: impl Fn(usize) -> bool) -> Option<&'a str> {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for (index, &square) in squares.iter().enumerate() {
        if !chosen(index) || square.trim().is_empty() {
            continue;
        }
        match counts.iter_mut().find(|(known, _)| *known == square) {
            Some((_, count)) => *count += 1,
            None => counts.push((square, 1)),
        }
    }
    let most = counts.iter().map(|&(_, count)| count).max()?;
    counts.iter().find(|&&(_, count)| count == most).map(|&(square, _)| square)
}

fn literal<'a>(text: &'a str, board: &Board, places: &[Span], node: &Level) -> Result<Frame<'a>, String> {
    let from = (node.board.start - node.span.start) as usize;
    let slice = |start: usize, end: usize| text.get(start.saturating_sub(from)..end.saturating_sub(from));
    let part = |before: &Span, after: &Span| slice(before.end as usize, after.start as usize);
    let odd = || "the brackets of this board are not understood".to_owned();
    let (Some(first), Some(last)) = (places.first(), places.last()) else { return Err(odd()) };
    let before = slice(from, first.start as usize).ok_or_else(odd)?;
    let after = slice(last.end as usize, from + text.len()).ok_or_else(odd)?;
    let open = before.rfind(['[', '{', '(']).ok_or_else(odd)?;
    let close = after.find([']', '}', ')']).ok_or_else(odd)?;
    // What a board of one column or one row does not show is made of what stands before and behind it.
    let between = match places.get(1).filter(|_| board.width > 1) {
        Some(second) => part(first, second).ok_or_else(odd)?.to_owned(),
        None => format!("{},{}", &after[..close], &before[open + 1..]),
    };
    let rows = match places.get(board.width).filter(|_| board.height > 1) {
        Some(second) => part(&places[board.width - 1], second).ok_or_else(odd)?.to_owned(),
        None => format!("{},{}", &after[..=close], &before[open..]),
    };
    Ok(Frame::Literal { before, between, rows, after })
}

impl<'a> Picture<'a> {
    /// The picture after a symmetry.
    pub fn turned(&self, symmetry: Symmetry) -> Picture<'a> {
        let board = symmetry.board(&self.board);
        let mut squares = vec![""; self.squares.len()];
        for (cell, square) in self.squares.iter().enumerate() {
            let (width, height) = (self.board.width, self.board.height);
            let (x, y) = symmetry.place(cell % width, cell / width, width, height);
            squares[y * board.width + x] = square;
        }
        Picture { board, squares, frame: self.frame.clone() }
    }

    /// A part of the picture.
    pub fn cropped(&self, part: Part) -> Picture<'a> {
        let squares = cells_of(part, self.board.width).map(|cell| self.squares[cell]).collect();
        Picture { board: crop(&self.board, part), squares, frame: self.frame.clone() }
    }

    /// The text of the board's lines.
    pub fn draw(&self) -> String {
        match &self.frame {
            Frame::Literal { before, between, rows, after } => {
                let lines: Vec<String> = self.rows().map(|(_, squares)| squares.join(between)).collect();
                format!("{before}{}{after}", lines.join(rows))
            }
            Frame::Rows { margin, header, between, packed, floor } => {
                let open = self.board.edge == Edge::Open;
                let cropped = if open { self.cropped(outline(&self.board)) } else { self.clone() };
                let rows = cropped.rows().map(|(cells, squares)| match (open, packed) {
                    (true, true) => packed_row(&plain_row(cells, squares).replace(|letter: char| letter <= ' ', "-")),
                    (true, false) => plain_row(cells, squares),
                    (false, _) => full_row(squares, floor),
                });
                let mut rows: Vec<String> = rows.map(|row| format!("{margin}{row}")).collect();
                if *between == "|" {
                    rows.iter_mut().skip(1).for_each(|row| *row = row.split_off(margin.len()));
                }
                if let Some(header) = header {
                    rows.insert(0, resized(header, cropped.board.height, cropped.board.width));
                }
                rows.join(between)
            }
        }
    }

    fn rows(&self) -> impl Iterator<Item = (&[Cell], &[&'a str])> {
        let width = self.board.width.max(1);
        self.board.cells.chunks(width).zip(self.squares.chunks(width))
    }
}

/// The character that a notation writes for a cell.
pub(super) fn glyph(notation: Notation, cell: Cell) -> char {
    let [floor, wall, target, chest, player, chest_on_target, player_on_target] = notation.info().glyphs;
    match (cell.is_wall(), cell.is_target(), cell.is_box(), cell.is_player()) {
        (true, ..) => wall,
        (_, true, true, _) => chest_on_target,
        (_, true, _, true) => player_on_target,
        (_, true, ..) => target,
        (_, _, true, _) => chest,
        (_, _, _, true) => player,
        _ => floor,
    }
}

/// A row without blanks at its end; a row of floor alone shows at least one square.
fn plain_row(cells: &[Cell], squares: &[&str]) -> String {
    let row: String = squares.iter().map(|square| if square.is_empty() { " " } else { square }).collect();
    let row = row.trim_ascii_end();
    let is_blank = row.is_empty() && cells.iter().all(|&cell| cell == Cell::FLOOR);
    if is_blank { "-".to_owned() } else { row.to_owned() }
}

fn full_row(squares: &[&str], floor: &str) -> String {
    squares.iter().map(|square| if square.trim().is_empty() { floor } else { square }).collect()
}

/// A row in run-length code, with runs of three squares and more counted.
pub(super) fn packed_row(row: &str) -> String {
    let squares: Vec<char> = row.chars().collect();
    let runs = squares.chunk_by(|one, other| one == other);
    runs.map(|run| if run.len() >= 3 { format!("{}{}", run.len(), run[0]) } else { run.iter().collect() }).collect()
}

/// A header line with other numbers in it.
fn resized(header: &str, height: usize, width: usize) -> String {
    let mut numbers = [height, width].into_iter();
    let mut out = String::new();
    for part in header.split_inclusive(|letter: char| letter <= ' ') {
        let word = part.trim();
        match (!word.is_empty()).then(|| numbers.next()).flatten() {
            Some(number) => out.push_str(&part.replacen(word, &number.to_string(), 1)),
            None => out.push_str(part),
        }
    }
    out
}

/// The smallest part of a board that holds everything but floor; the whole board when there is nothing else.
pub(super) fn outline(board: &Board) -> Part {
    bounds(board, |cell| board.cells[cell] != Cell::FLOOR)
}

/// The smallest part that holds every chosen cell; the whole board when none is chosen.
pub(super) fn bounds(board: &Board, chosen: impl Fn(usize) -> bool) -> Part {
    let cells: Vec<usize> = (0..board.cells.len()).filter(|&cell| chosen(cell)).collect();
    let columns = || cells.iter().map(|cell| cell % board.width);
    let (Some(left), Some(right), Some(first), Some(last)) =
        (columns().min(), columns().max(), cells.first(), cells.last())
    else {
        return Part { left: 0, top: 0, width: board.width, height: board.height };
    };
    let (top, bottom) = (first / board.width, last / board.width);
    Part { left, top, width: right - left + 1, height: bottom - top + 1 }
}

fn cells_of(part: Part, width: usize) -> impl Iterator<Item = usize> {
    (part.top..part.top + part.height)
        .flat_map(move |y| (part.left..part.left + part.width).map(move |x| y * width + x))
}

pub(super) fn crop(board: &Board, part: Part) -> Board {
    let cells = cells_of(part, board.width).map(|cell| board.cells[cell]).collect();
    Board { width: part.width, height: part.height, cells, edge: board.edge }
}

/// The board without the empty rows and columns around it, where what lies around it is empty too.
pub(super) fn trimmed(board: &Board) -> Board {
    if board.edge == Edge::Wall { board.clone() } else { crop(board, outline(board)) }
}

/// The edits that put `new` in place of a part of the text, sparing what is the same.
pub(super) fn replace(text: &str, span: Span, new: &str) -> Vec<Edit> {
    let edits = minimal(&text[span.range()], new).into_iter();
    edits.map(|edit| Edit { span: edit.span.shifted(span.start as usize), ..edit }).collect()
}
