//! From one notation to another: one level in its place, or a whole file.
//!
//! Boards keep their puzzle and stored solutions their moves; titles, keys and notes stay where they stand. What the
//! other notation cannot express is an error that names it. No solution is lost silently.

use super::Snapshot;
use super::insert::line_end;
use super::meaning::{Meaning, means};
use super::picture::{board, crop, glyph, outline, replace, trimmed};
use super::solutions::{mapped, spelling_of};
use crate::level::{Board, Cell, Edge, Style, walk};
use crate::syntax::{self, Dialect, Hints, LineClass, Notation, Puzzle, Stored, moves, spelling};
use crate::text::{Edit, Span, apply_edits};

/// The notations that boards can be converted to.
pub const TARGETS: [Notation; 5] = [Notation::Xsb, Notation::Sbt, Notation::Poj, Notation::Array, Notation::Glyphs];

/// A converted file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Converted {
    pub text: String,
    /// What the notation has no place for, in words: `3 titles`.
    pub left_out: Vec<String>,
}

/// True for a level that is written so already.
pub fn is_in(snapshot: &Snapshot, level: usize, to: Notation) -> bool {
    let node = &snapshot.file.levels[level];
    node.notation == to && node.dialect == Dialect::Plain
}

/// The edits that write one level in another notation. None when it is written so already.
///
/// # Errors
/// Says what cannot be expressed, or why the result would be read otherwise.
pub fn convert_level(snapshot: &Snapshot, level: usize, to: Notation) -> Result<Vec<Edit>, String> {
    if is_in(snapshot, level, to) {
        return Ok(Vec::new());
    }
    let change = change(snapshot, level, to)?;
    let (text, node) = (&snapshot.text, &snapshot.file.levels[level]);
    let mut new = change.rows;
    let class = |line: usize| snapshot.file.lines.get(line).map(|line| line.class);
    let first = snapshot.file.lines.partition_point(|line| line.span.end <= node.board.start);
    let last = snapshot.file.lines.partition_point(|line| line.span.start < node.board.end);
    let end = line_end(text);
    if first > 0 && class(first - 1) == Some(LineClass::Board) {
        new.insert_str(0, end);
    }
    if class(last) == Some(LineClass::Board) {
        new.push_str(end);
    }
    let mut edits = replace(text, node.board, &new);
    edits.extend(change.solutions);
    let wanted = |_: usize, meaning: &mut Meaning| expect(meaning, &change.board, to);
    for last in [snapshot.notations(), Vec::new()] {
        let hints = Hints { last, ..snapshot.hints.clone() };
        if !means(snapshot, &edits, &hints, &|index| index == level, &wanted) {
            let name = to.info().name;
            let forced = snapshot.file.keys.iter().any(|key| text[key.name.range()].eq_ignore_ascii_case("notation"));
            let why = if forced || snapshot.hints.forced.is_some() {
                "the file's notation is set"
            } else {
                "among the lines around it"
            };
            return Err(format!("{why}, and the board would not be read as {name}"));
        }
    }
    Ok(edits)
}

/// The whole file in another notation. A file of `poj` is what the judges read and holds boards alone; all others
/// keep everything.
///
/// # Errors
/// Names the first level that cannot be converted, and why.
pub fn convert_file(snapshot: &Snapshot, to: Notation) -> Result<Converted, String> {
    let levels = snapshot.levels.len();
    if levels == 0 {
        return Err("there is no level to convert".to_owned());
    }
    let named = |level: usize, why: String| format!("{} ({}): {why}", snapshot.name(level), place(snapshot, level));
    let changes: Vec<Option<Change>> = (0..levels)
        .map(|level| match is_in(snapshot, level, to) {
            true => Ok(None),
            false => change(snapshot, level, to).map(Some).map_err(|why| named(level, why)),
        })
        .collect::<Result<_, String>>()?;
    if to == Notation::Poj {
        return mazes(snapshot, &changes);
    }
    let wanted = |level: usize, meaning: &mut Meaning| {
        if let Some(change) = &changes[level] {
            expect(meaning, &change.board, to);
            if meaning.title.is_none() && change.was_maze {
                meaning.title = Some(snapshot.name(level));
            }
        }
    };
    for head in [false, true] {
        let edits = file_edits(snapshot, &changes, to, head);
        let hints = Hints { forced: None, last: Vec::new(), ..snapshot.hints.clone() };
        if means(snapshot, &edits, &hints, &|level| changes[level].is_some(), &wanted) {
            return Ok(Converted { text: apply_edits(&snapshot.text, &edits), left_out: Vec::new() });
        }
    }
    Err(format!("the converted file would not be read as the same levels in {}", to.info().name))
}

/// What becomes of one level.
struct Change {
    /// The board's new lines.
    rows: String,
    board: Board,
    /// Ascending edits.
    solutions: Vec<Edit>,
    was_maze: bool,
}

fn change(snapshot: &Snapshot, level: usize, to: Notation) -> Result<Change, String> {
    let name = to.info().name;
    let (board, _) = board(snapshot, level).map_err(|why| format!("{why}; it cannot be written in {name}"))?;
    let walled = to.info().walled;
    let base = if walled && board.edge == Edge::Open { closed(&board)? } else { board };
    let with_wall = |all_around: bool| {
        let board = opened(&base, all_around);
        if walled { closed(&board) } else { Ok(board) }
    };
    let end = line_end(&snapshot.text);
    let mut board = if !walled && base.edge == Edge::Wall { with_wall(false)? } else { base.clone() };
    let mut rows = lines_of(&board, to).join(end);
    // A board that is not known for one by itself gets as much wall as it takes.
    for all_around in [false, true] {
        if base.edge == Edge::Open || is_recognised(&rows) {
            break;
        }
        board = with_wall(all_around)?;
        rows = lines_of(&board, to).join(end);
    }
    let node = &snapshot.file.levels[level];
    let style = to.info().moves;
    let solutions: Vec<Vec<Edit>> =
        node.solutions.iter().map(|stored| respell(&snapshot.text, stored, style)).collect::<Result<_, _>>()?;
    Ok(Change { rows, board, solutions: solutions.concat(), was_maze: node.notation == Notation::Poj })
}

fn expect(meaning: &mut Meaning, board: &Board, to: Notation) {
    meaning.notation = to;
    meaning.dialect = Dialect::Plain;
    meaning.puzzle = Puzzle::Sokoban(trimmed(board));
    for (_, letters) in &mut meaning.stored {
        let from = spelling_of(letters).unwrap_or(to.info().moves);
        *letters = mapped(letters, from, to.info().moves, |dir| dir);
    }
}

/// Stored moves in another spelling.
fn respell(text: &str, stored: &Stored, style: Style) -> Result<Vec<Edit>, String> {
    let written = &text[stored.moves.range()];
    let Some(from) = spelling(&moves(text, stored.moves)).filter(|&from| from != style) else { return Ok(Vec::new()) };
    if style == Style::Nsew && written.contains(['[', ']', '{', '}', '<', '>', '*']) {
        return Err("a snapshot with jumps or taken-back moves has no spelling in n, s, e, w".to_owned());
    }
    Ok(replace(text, stored.moves, &mapped(written, from, style, |dir| dir)))
}

/// A board with an open edge as one whose edge is wall: what the player cannot reach becomes wall, decoration stays.
fn closed(board: &Board) -> Result<Board, String> {
    let mut inside = vec![false; board.cells.len()];
    let players = board.find(Cell::is_player);
    for &player in &players {
        let (area, leaks) = walk(board, player);
        if let Some(&leak) = leaks.first() {
            return Err(format!(
                "the wall is open at {}, and there is no open edge in that notation",
                board.name(leak)
            ));
        }
        inside.iter_mut().zip(area).for_each(|(inside, here)| *inside |= here);
    }
    let mut board = Board { edge: Edge::Wall, ..board.clone() };
    for (cell, square) in board.cells.iter_mut().enumerate() {
        if !players.is_empty() && !inside[cell] && *square == Cell::FLOOR {
            *square = Cell::WALL;
        }
    }
    Ok(board)
}

/// A board with a wall drawn where the player could otherwise walk off the grid, or all around it.
fn opened(board: &Board, all_around: bool) -> Board {
    let board = &Board { edge: Edge::Wall, ..board.clone() };
    let players = board.find(Cell::is_player);
    let mut inside = vec![false; board.cells.len()];
    for &player in &players {
        inside.iter_mut().zip(walk(board, player).0).for_each(|(inside, here)| *inside |= here);
    }
    let (width, height) = (board.width + 2, board.height + 2);
    let mut cells = vec![Cell::FLOOR; width * height];
    for (cell, &square) in board.cells.iter().enumerate() {
        let (x, y) = (cell % board.width + 1, cell / board.width + 1);
        cells[y * width + x] = square;
        if !all_around && !inside[cell] && (!players.is_empty() || square.is_wall()) {
            continue;
        }
        for (nx, ny) in (y - 1..=y + 1).flat_map(|ny| (x - 1..=x + 1).map(move |nx| (nx, ny))) {
            if nx == 0 || ny == 0 || nx + 1 == width || ny + 1 == height {
                cells[ny * width + nx] = Cell::WALL;
            }
        }
    }
    let board = Board { width, height, cells, edge: Edge::Open };
    crop(&board, outline(&board))
}

/// True for lines that are taken for a board wherever they stand. Few rows are known by their walls alone.
fn is_recognised(rows: &str) -> bool {
    let file = syntax::parse(rows, &Hints::default());
    matches!(&file.levels[..], [level] if level.board == Span::new(0, rows.len()))
}

/// The lines of a board.
fn lines_of(board: &Board, to: Notation) -> Vec<String> {
    let rows = board.cells.chunks(board.width.max(1));
    let plain = rows.map(|row| row.iter().map(|&cell| glyph(to, cell)).collect::<String>());
    match to {
        Notation::Xsb => {
            plain.map(|row| if row.trim().is_empty() { "-".into() } else { row.trim_end().into() }).collect()
        }
        Notation::Poj => std::iter::once(format!("{} {}", board.height, board.width)).chain(plain).collect(),
        Notation::Array => {
            let quoted = |row: String| row.chars().map(|square| format!("\"{square}\"")).collect::<Vec<_>>().join(",");
            let last = board.height - 1;
            let line = |(y, row): (usize, String)| {
                let (open, close) = (if y == 0 { "[[" } else { " [" }, if y == last { "]]" } else { "]," });
                format!("{open}{}{close}", quoted(row))
            };
            plain.enumerate().map(line).collect()
        }
        _ => plain.collect(),
    }
}

/// A file of mazes: each with its header, and the end mark.
fn mazes(snapshot: &Snapshot, changes: &[Option<Change>]) -> Result<Converted, String> {
    let end = line_end(&snapshot.text);
    let mut text = String::new();
    for (level, change) in changes.iter().enumerate() {
        match change {
            Some(change) => text.push_str(&change.rows),
            None => text.push_str(&snapshot.text[snapshot.file.levels[level].board.range()]),
        }
        text.push_str(end);
    }
    text.push_str(&format!("0 0{end}"));
    let file = syntax::parse(&text, &Hints::default());
    let read = file.levels.iter().map(|level| syntax::read(&text[level.span.range()], level).puzzle);
    let wanted = changes.iter().enumerate().map(|(level, change)| match change {
        Some(change) => Puzzle::Sokoban(change.board.clone()),
        None => snapshot.reading(level).puzzle,
    });
    if !read.eq(wanted) {
        return Err("the converted file would not be read as the same mazes".to_owned());
    }
    let levels = &snapshot.file.levels;
    let count = |class: LineClass| snapshot.file.lines.iter().filter(|line| line.class == class).count();
    let notes = snapshot
        .file
        .lines
        .iter()
        .filter(|line| line.class == LineClass::Note && !is_end_mark(&snapshot.text[line.span.range()]));
    let left_out = [
        (levels.iter().filter(|level| level.title.is_some()).count(), "title"),
        (count(LineClass::Key) + count(LineClass::Comment) + notes.count(), "line of notes"),
        (levels.iter().map(|level| level.solutions.len()).sum(), "stored solution"),
    ];
    let words = |&(count, what): &(usize, &str)| match (count, what) {
        (1, what) => format!("1 {what}"),
        (count, "line of notes") => format!("{count} lines of notes"),
        (count, what) => format!("{count} {what}s"),
    };
    Ok(Converted { text, left_out: left_out.iter().filter(|(count, _)| *count > 0).map(words).collect() })
}

fn is_end_mark(line: &str) -> bool {
    line.split_ascii_whitespace().eq(["0", "0"])
}

/// The edits of a whole file. With `head`, the notation is named at its top.
fn file_edits(snapshot: &Snapshot, changes: &[Option<Change>], to: Notation, head: bool) -> Vec<Edit> {
    let (text, file) = (&snapshot.text, &snapshot.file);
    let end = line_end(text);
    let name = to.info().name;
    let mut edits = Vec::new();
    let key = file.keys.iter().rfind(|key| text[key.name.range()].eq_ignore_ascii_case("notation"));
    match key {
        Some(key) => edits.push(Edit { span: key.value, new_text: name.to_owned() }),
        None if head => edits.push(Edit { span: Span::at(0), new_text: format!("Notation: {name}{end}{end}") }),
        None => {}
    }
    let mut had_mazes = false;
    for (level, change) in changes.iter().enumerate() {
        let node = &file.levels[level];
        let Some(change) = change else { continue };
        had_mazes |= change.was_maze;
        let line = file.lines.partition_point(|line| line.span.end <= node.board.start);
        let above = line.checked_sub(1).map(|line| file.lines[line].class);
        let mut lead = String::new();
        if change.was_maze && node.title.is_none() {
            if above.is_some_and(|class| class != LineClass::Blank) {
                lead.push_str(end);
            }
            lead.push_str(&format!("{}{end}{end}", snapshot.name(level)));
        } else if above == Some(LineClass::Board) {
            lead.push_str(end);
        }
        if lead.is_empty() {
            edits.extend(replace(text, node.board, &change.rows));
        } else {
            edits.push(Edit { span: node.board, new_text: lead + &change.rows });
        }
        edits.extend(change.solutions.iter().cloned());
    }
    if had_mazes {
        let marks = file.lines.iter().filter(|line| {
            matches!(line.class, LineClass::Note | LineClass::Title) && is_end_mark(&text[line.span.range()])
        });
        edits.extend(marks.map(|line| Edit { span: line.span, new_text: String::new() }));
    }
    edits.sort_by_key(|edit| edit.span);
    edits
}

/// Where a level stands, in words.
fn place(snapshot: &Snapshot, level: usize) -> String {
    let start = snapshot.file.levels[level].board.start;
    format!("line {}", snapshot.file.lines.partition_point(|line| line.span.end <= start) + 1)
}
