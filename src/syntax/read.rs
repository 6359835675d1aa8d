//! Reads one level's board from that level's own text.
//!
//! Depends on nothing else, so that an edit of one level costs the reading of one level. Boards are bounded in size.

use super::containers::row_element;
use super::lines::{BLANK, FLOOR, KIND, Raw, split};
use super::poj::header;
use super::rle::{self, Square, Unrolled};
use super::xml::{Node, local, nodes};
use super::{Dialect, Level, Notation, Problem, ProblemKind, Puzzle, Reading, glyphs, literal, squares, tiles};
use crate::level::{Board, Cell, Edge};
use crate::text::Span;

/// The longest side of a board that is read.
pub const MAX_SIDE: usize = 1000;

/// Of a board that is wrong everywhere, only the first problems are told.
const MAX_PROBLEMS: usize = 500;

/// Reads a level's board. `text` is the level's own text, `&file_text[level.span.range()]`.
pub fn read(text: &str, level: &Level) -> Reading {
    let start = (level.board.start.saturating_sub(level.span.start)) as usize;
    let end = (level.board.end.saturating_sub(level.span.start)) as usize;
    let Some(board) = text.get(start..end) else { return foreign(Vec::new()) };
    let reader = Reader { board, offset: start, problems: Vec::new() };
    match level.notation {
        Notation::Foreign => foreign(Vec::new()),
        Notation::Tiles => tiles::read(text, level, Span::new(start, end)),
        Notation::Array => reader.array(),
        Notation::Glyphs => reader.glyphs(),
        Notation::Xsb if level.dialect == Dialect::Gym => reader.gym(),
        Notation::Xsb if level.dialect == Dialect::Pusher => reader.drawn(squares::pusher),
        Notation::Xsb if level.dialect == Dialect::Nethack => reader.drawn(squares::nethack),
        Notation::Mf8 => reader.drawn(squares::mf8),
        Notation::Slc => reader.elements(row_element(level.notation), squares::xsb),
        Notation::Ssx => reader.elements(row_element(level.notation), squares::ssx),
        Notation::Xsb | Notation::Sbt | Notation::Poj => reader.rows(level.notation, level.dialect == Dialect::Spaced),
    }
}

/// Reads rows of any place of a text as one board, such as both sides of a [`Split`](super::Split). Empty lines are
/// rows of floor. Places are relative to the start of `span`.
pub fn read_rows(text: &str, span: Span, notation: Notation) -> Reading {
    let Some(board) = text.get(span.range()) else { return foreign(Vec::new()) };
    Reader { board, offset: 0, problems: Vec::new() }.rows(notation, false)
}

pub(crate) fn foreign(problems: Vec<Problem>) -> Reading {
    Reading { puzzle: Puzzle::Foreign, places: Vec::new(), problems }
}

struct Reader<'a> {
    board: &'a str,
    /// Where the board begins in the level's text.
    offset: usize,
    problems: Vec<Problem>,
}

/// One row as it is written; and where it ends.
struct Row {
    squares: Vec<Square>,
    end: usize,
}

impl Reader<'_> {
    fn problem(&mut self, kind: ProblemKind, span: Span) {
        if self.problems.len() < MAX_PROBLEMS {
            self.problems.push(Problem { kind, span });
        }
    }

    fn too_large(mut self, width: usize, height: usize) -> Reading {
        let end = self.board.find(['\n', '\r']).unwrap_or(self.board.len()).min(MAX_SIDE);
        let end = (0..=end).rev().find(|&end| self.board.is_char_boundary(end)).unwrap_or(0);
        let span = Span::new(self.offset, self.offset + end);
        self.problem(ProblemKind::TooLarge { width, height }, span);
        foreign(self.problems)
    }

    /// `xsb`, `sbt` and `poj`.
    fn rows(mut self, notation: Notation, spaced: bool) -> Reading {
        let mut lines = split(self.board);
        let mut promised = None;
        if notation == Notation::Poj && !lines.is_empty() {
            let head = lines.remove(0);
            promised = header(self.board, &head).map(|size| (size, head.trimmed(self.board).shifted(self.offset)));
        }
        let packed = |line: &Raw| notation == Notation::Xsb && rle::is_packed(line.kinds);
        let margin = lines.iter().filter(|line| !line.only(BLANK | FLOOR) && !packed(line));
        let margin = margin.map(|line| self.leading(line)).min().unwrap_or(0);
        let long = lines.iter().filter(|line| !packed(line)).map(|line| line.trimmed(self.board).len()).max();
        let long = long.unwrap_or(0);
        if lines.len() > MAX_SIDE || long > 4 * MAX_SIDE {
            return self.too_large(long, lines.len());
        }
        let mut unrolled = Unrolled::default();
        let mut rows = Vec::with_capacity(lines.len());
        for line in &lines {
            if packed(line) {
                unrolled.add(line.text(self.board).trim_ascii_end(), self.offset + line.body as usize);
                rows.extend(unrolled.rows.drain(..).map(|(squares, end)| Row { squares, end }));
                continue;
            }
            let mut row = self.plain(line, margin.min(self.leading(line)));
            if spaced {
                row.squares = row.squares.into_iter().step_by(2).collect();
            }
            rows.push(row);
        }
        for (kind, span) in unrolled.problems {
            self.problem(kind, span);
        }
        if let Some(((height, width), head)) = promised {
            self.check_promise(&rows, height, width, head);
        }
        let dotted = rows.iter().flat_map(|row| &row.squares).any(|&(letter, _)| letter == '.');
        let cell = |letter: char| match notation {
            Notation::Xsb => squares::xsb(letter),
            _ if letter <= ' ' && !dotted => Ok(Cell::FLOOR),
            _ => squares::sbt(letter),
        };
        self.build(rows, cell, if notation == Notation::Xsb { Edge::Open } else { Edge::Wall })
    }

    fn leading(&self, line: &Raw) -> usize {
        line.text(self.board).bytes().take_while(|&byte| KIND[byte as usize] & BLANK != 0).count()
    }

    /// The characters of a line behind the margin; blanks at its end are kept out.
    fn plain(&self, line: &Raw, margin: usize) -> Row {
        let text = line.text(self.board);
        let length = text.trim_ascii_end().len().max(margin);
        let start = self.offset + line.body as usize;
        let place = |(at, letter): (usize, char)| (letter, Span::new(start + at, start + at + letter.len_utf8()));
        let squares = text[..length].char_indices().skip(margin).map(place).collect();
        Row { squares, end: start + length }
    }

    fn check_promise(&mut self, rows: &[Row], height: usize, width: usize, head: Span) {
        for row in rows {
            let found = row.squares.len();
            if found != width {
                let start = row.squares.first().map_or(row.end, |&(_, span)| span.start as usize);
                self.problem(ProblemKind::RowLength { found, expected: width }, Span::new(start, row.end));
            }
        }
        if rows.len() < height {
            self.problem(ProblemKind::MissingRows { found: rows.len(), expected: height }, head);
        }
        if rows.len() > height {
            self.problem(ProblemKind::ExtraRows { found: rows.len(), expected: height }, head);
        }
    }

    fn glyphs(self) -> Reading {
        let lines = split(self.board);
        let long = lines.iter().map(|line| line.trimmed(self.board).len()).max().unwrap_or(0);
        if lines.len() > MAX_SIDE || long > 8 * MAX_SIDE {
            return self.too_large(long / '■'.len_utf8(), lines.len());
        }
        let margin = lines.iter().map(|line| self.leading(line)).min().unwrap_or(0);
        let rows: Vec<Row> = lines
            .iter()
            .map(|line| {
                let mut row = self.plain(line, margin);
                row.squares.retain(|&(letter, _)| !glyphs::is_silent(letter));
                row
            })
            .collect();
        let lettered = rows.iter().flat_map(|row| &row.squares).any(|&(letter, _)| matches!(letter, 'Ｓ' | 'Ｔ'));
        let cell = |letter: char| match letter {
            '．' if lettered => Ok(Cell::FLOOR),
            _ => glyphs::cell(letter).ok_or(None),
        };
        self.build(rows, cell, Edge::Wall)
    }

    fn array(mut self) -> Reading {
        let literal = literal::lex(self.board, literal::first(self.board), self.board.len());
        let rows = literal::rows(self.board, &literal, self.offset);
        let rows: Vec<Row> = rows.into_iter().map(|(squares, end)| Row { squares, end }).collect();
        if let Some(expected) = rows.first().map(|row| row.squares.len()) {
            for row in &rows {
                let found = row.squares.len();
                if let (true, Some(&(_, first))) = (found != expected, row.squares.first()) {
                    let span = first.cover(Span::at(row.end));
                    self.problem(ProblemKind::RowLength { found, expected }, span);
                }
            }
        }
        let any = |wanted: &[char]| rows.iter().flat_map(|row| &row.squares).any(|(letter, _)| wanted.contains(letter));
        let is_xsb = any(&['@', '$']) && !any(&['S', 'T']);
        self.build(rows, if is_xsb { squares::xsb } else { squares::sbt }, Edge::Wall)
    }

    fn gym(self) -> Reading {
        let lines = split(self.board);
        let spaced = lines
            .iter()
            .all(|line| line.text(self.board).trim_ascii().bytes().skip(1).step_by(2).all(|byte| byte <= b' '));
        let long = lines.iter().map(|line| line.trimmed(self.board).len()).max().unwrap_or(0);
        if lines.len() > MAX_SIDE || long > 4 * MAX_SIDE {
            return self.too_large(long, lines.len());
        }
        let margin = lines.iter().map(|line| self.leading(line)).min().unwrap_or(0);
        let rows = lines.iter().map(|line| {
            let mut row = self.plain(line, margin);
            if spaced {
                row.squares = row.squares.into_iter().step_by(2).collect();
            }
            row
        });
        let rows = rows.collect();
        self.build(rows, squares::gym, Edge::Open)
    }

    /// Plain rows in an alphabet of their own, without the tags that may stand around them.
    fn drawn(self, cell: impl Fn(char) -> Result<Cell, Option<char>>) -> Reading {
        let mut lines = split(self.board);
        lines.retain(|line| !line.text(self.board).trim_ascii_start().starts_with('['));
        let long = lines.iter().map(|line| line.trimmed(self.board).len()).max().unwrap_or(0);
        if lines.len() > MAX_SIDE || long > 4 * MAX_SIDE {
            return self.too_large(long, lines.len());
        }
        let margin = lines.iter().map(|line| self.leading(line)).min().unwrap_or(0);
        let rows = lines.iter().map(|line| self.plain(line, margin)).collect();
        self.build(rows, cell, Edge::Open)
    }

    /// Rows in XML elements of that name. Blanks in them count.
    fn elements(self, name: &str, cell: impl Fn(char) -> Result<Cell, Option<char>>) -> Reading {
        let mut rows: Vec<Row> = Vec::new();
        let mut inside = false;
        for node in nodes(self.board) {
            let (letter, span) = match node {
                Node::Open { tag, span } => {
                    inside |= local(&tag) == name;
                    if local(&tag) == name {
                        rows.push(Row { squares: Vec::new(), end: self.offset + span.end as usize });
                    }
                    continue;
                }
                Node::Close { name: closed, .. } => {
                    inside &= closed != name;
                    continue;
                }
                Node::Text { span } => (None, span),
                Node::Reference { letter, span } => (Some(letter.unwrap_or(char::REPLACEMENT_CHARACTER)), span),
            };
            let Some(row) = rows.last_mut().filter(|_| inside) else { continue };
            let span = span.shifted(self.offset);
            row.end = span.end as usize;
            match letter {
                Some(letter) => row.squares.push((letter, span)),
                None => {
                    let start = span.start as usize;
                    let letters = self.board[start - self.offset..row.end - self.offset].char_indices();
                    let letters = letters.filter(|(_, letter)| !matches!(letter, '\n' | '\r'));
                    let place =
                        |(at, letter): (usize, char)| (letter, Span::new(start + at, start + at + letter.len_utf8()));
                    row.squares.extend(letters.map(place));
                }
            }
        }
        self.build(rows, cell, Edge::Open)
    }

    /// Fills the grid. `cell` says what a character is, or what was probably meant.
    fn build(mut self, rows: Vec<Row>, cell: impl Fn(char) -> Result<Cell, Option<char>>, edge: Edge) -> Reading {
        let width = rows.iter().map(|row| row.squares.len()).max().unwrap_or(0);
        let height = rows.len();
        if width > MAX_SIDE || height > MAX_SIDE {
            return self.too_large(width, height);
        }
        let mut cells = Vec::with_capacity(width * height);
        let mut places = Vec::with_capacity(width * height);
        for row in &rows {
            for &(found, span) in &row.squares {
                cells.push(cell(found).unwrap_or_else(|meant| {
                    self.problem(ProblemKind::UnknownCharacter { found, meant }, span);
                    Cell::FLOOR
                }));
                places.push(span);
            }
            for _ in row.squares.len()..width {
                cells.push(Cell::FLOOR);
                places.push(Span::at(row.end));
            }
        }
        let board = Board { width, height, cells, edge };
        self.problems.sort_by_key(|problem| problem.span);
        Reading { puzzle: Puzzle::Sokoban(board), places, problems: self.problems }
    }
}
