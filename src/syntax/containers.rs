//! Levels in XML: `.slc` (two families, of which one has a DTD and one a schema) and SokoSolve's `.ssx`.

use super::lines::{Raw, trim};
use super::xml::{Node, attribute, local, nodes};
use super::{Container, Dialect, File, Key, Level, Line, LineClass, Notation, Stored, StoredKind, Title};
use crate::text::Span;

/// The elements of a container.
struct Names {
    notation: Notation,
    /// The element that has a title, as an attribute or as an element in it.
    level: &'static str,
    /// The element that holds rows: the same, or one in it.
    board: &'static str,
    row: &'static str,
}

const SLC: Names = Names { notation: Notation::Slc, level: "Level", board: "Level", row: "L" };
const SSX: Names = Names { notation: Notation::Ssx, level: "Puzzle", board: "Map", row: "Row" };

/// The elements that say something of the whole collection.
const KEYS: [&str; 8] = ["Title", "Name", "Description", "Email", "Url", "License", "Comments", "Comment"];

/// The name of the element that holds a row of a board.
pub(crate) fn row_element(notation: Notation) -> &'static str {
    if notation == Notation::Ssx { SSX.row } else { SLC.row }
}

/// Reads a container. Linear in the length of the text; its lines tile it as in every other file.
pub(crate) fn file(text: &str, lines: &[Raw], container: Container) -> File {
    let mut file = File { container: Some(container), ..File::default() };
    match container {
        Container::Slc => Walk::new(text, &SLC).run(&mut file),
        Container::Ssx => Walk::new(text, &SSX).run(&mut file),
        Container::Xml => {}
    }
    let mut boards = file.levels.iter().map(|level| level.board).peekable();
    for line in lines {
        while boards.peek().is_some_and(|board| board.end <= line.start) {
            boards.next();
        }
        let in_board = boards.peek().is_some_and(|board| board.start < line.end);
        let class = match (in_board, line.is_blank()) {
            (true, _) => LineClass::Board,
            (_, true) => LineClass::Blank,
            _ => LineClass::Note,
        };
        file.lines.push(Line { span: Span { start: line.start, end: line.next }, class });
    }
    file
}

/// What has been seen so far of the level that is being read.
struct Walk<'a> {
    text: &'a str,
    names: &'static Names,
    /// Where the level's element begins, until its first board is read.
    level: Option<u32>,
    board: Option<u32>,
    title: Option<Span>,
    rows: Option<Span>,
    keys: Vec<Key>,
    solutions: Vec<Stored>,
    /// The element whose text is wanted: its name and where its text begins.
    wanted: Option<(Span, usize)>,
}

impl<'a> Walk<'a> {
    fn new(text: &'a str, names: &'static Names) -> Walk<'a> {
        let (level, board, title, rows, wanted) = (None, None, None, None, None);
        Walk { text, names, level, board, title, rows, keys: Vec::new(), solutions: Vec::new(), wanted }
    }

    fn run(mut self, file: &mut File) {
        for node in nodes(self.text) {
            match node {
                Node::Open { tag, span } => {
                    let name = local(&tag);
                    self.open(name, span);
                    self.attributes(&tag, span, file);
                }
                Node::Close { name, span } => self.close(&name, span, file),
                Node::Text { .. } | Node::Reference { .. } => {}
            }
        }
        // Without an end tag the level is the author's unfinished last one.
        if self.level.is_some() || self.board.is_some() {
            self.finish(self.text.trim_end().len() as u32, file);
        }
    }

    fn open(&mut self, name: &str, span: Span) {
        if name == self.names.level || name == self.names.board {
            if name == self.names.level {
                self.level = Some(span.start);
                self.title = None;
                self.keys.clear();
            }
            if name == self.names.board {
                self.solutions.clear();
                self.board = Some(span.start);
            }
            self.rows = None;
            self.wanted = None;
            return;
        }
        if name == self.names.row && self.board.is_some() {
            self.rows = Some(self.rows.map_or(span, |rows| rows.cover(span)));
        }
        let in_level = self.level.is_some() || self.board.is_some();
        if name == "Steps" || name == "Name" && in_level || KEYS.contains(&name) && !in_level {
            let start = span.start as usize + 1;
            self.wanted = Some((Span::new(start, start + name.len()), span.end as usize));
        }
    }

    fn attributes(&mut self, tag: &quick_xml::events::BytesStart<'_>, span: Span, file: &mut File) {
        let name = local(tag);
        let wanted = match name {
            "Level" if self.level == Some(span.start) => ["Id", "Copyright"],
            "LevelCollection" if self.level.is_none() => ["Copyright", ""],
            "Author" if self.level.is_none() => ["Name", "Email"],
            _ => return,
        };
        for attribute_name in wanted {
            let Some(value) = attribute(self.text, tag, attribute_name) else { continue };
            if attribute_name == "Id" {
                self.title = self.one_line(value);
                continue;
            }
            // The name stands before the value, with `=` and a quote between.
            let before = &self.text[span.start as usize..value.start as usize];
            let Some(at) = before.rfind(attribute_name) else { continue };
            let start = span.start as usize + at;
            let key = Key { name: Span::new(start, start + attribute_name.len()), value, open: false };
            if self.level.is_some() { self.keys.push(key) } else { file.keys.push(key) }
        }
    }

    fn one_line(&self, span: Span) -> Option<Span> {
        let span = trim(self.text, span);
        (!span.is_empty() && !self.text[span.range()].contains(['\n', '\r', '<'])).then_some(span)
    }

    fn close(&mut self, name: &str, span: Span, file: &mut File) {
        if let Some((key, start)) = self.wanted.take_if(|(key, _)| self.text[key.range()] == *name) {
            let value = trim(self.text, Span::new(start, (span.start as usize).max(start)));
            match name {
                "Steps" if !value.is_empty() && self.board.is_some() => {
                    self.solutions.push(Stored { title: None, moves: value, kind: StoredKind::Solution });
                }
                "Steps" => {}
                // The first name is the level's, later ones are those of its solutions.
                "Name" if self.level.is_some() => self.title = self.title.or(self.one_line(value)),
                "Name" if self.board.is_some() => {}
                _ => file.keys.push(Key { name: key, value, open: false }),
            }
        }
        if let Some(rows) = self.rows.filter(|_| name == self.names.row) {
            self.rows = Some(rows.cover(span));
        }
        let ends = name == self.names.board && self.board.is_some() || name == self.names.level && self.level.is_some();
        if ends {
            self.finish(span.end, file);
        }
        if name == self.names.level {
            (self.level, self.title) = (None, None);
        }
    }

    /// Takes in the level that ends at `end`.
    fn finish(&mut self, end: u32, file: &mut File) {
        let (level, board) = (self.level.take(), self.board.take());
        let start = level.or(board).unwrap_or(end);
        let span = Span { start, end: end.max(start) };
        let rows = self.rows.take();
        let notes_end = rows.unwrap_or(span).end;
        // Moves stand behind their board; elsewhere they are not this board's.
        self.solutions.retain(|stored| stored.moves.start >= notes_end);
        file.levels.push(Level {
            span,
            // A level without rows is one that is not drawn yet.
            notation: if rows.is_some() { self.names.notation } else { Notation::Foreign },
            title: self.title.take().map(|text| Title { text, line: text }),
            board: rows.unwrap_or(span),
            keys: std::mem::take(&mut self.keys),
            notes_end,
            solutions: std::mem::take(&mut self.solutions),
            dialect: Dialect::Plain,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::lines::split;

    fn names(text: &str, container: Container) -> Vec<&str> {
        let levels = file(text, &split(text), container).levels;
        levels.iter().map(|level| level.title.as_ref().map_or("", |title| &text[title.text.range()])).collect()
    }

    #[test]
    fn levels_are_found_and_named() {
        let slc = "<SokobanLevels><LevelCollection><Level Id=\"One\" Width=\"5\"><L>#####</L></Level>\n<Level Id=\"\"></Level>\
                   <Level><L>#</L>";
        assert_eq!(names(slc, Container::Slc), ["One", "", ""]);
        let ssx =
            "<Puzzles><Puzzle ID=\"1\"><PuzzleDescription><Name>Lagoon</Name></PuzzleDescription></Puzzle></Puzzles>";
        assert_eq!(names(ssx, Container::Ssx), ["Lagoon"]);
        assert!(file(slc, &split(slc), Container::Xml).levels.is_empty());
    }
}
