//! Formatting: small, safe changes to how levels are written. Boards, solutions, titles and notes keep their meaning.
//!
//! What a formatter may do is in one table, [`FORMAT_RULES`]. It changes only levels that are read without a doubt,
//! and hands out no edit before the result has been read again. Formatting a formatted text changes nothing.

use super::Snapshot;
use super::insert::line_end;
use super::meaning::{means, next_hints};
use super::picture::{board, is_packed, replace};
use super::solutions::rewrapped;
use super::transform::{area, outside};
use crate::level::{Board, Cell};
use crate::syntax::{Dialect, Level, LineClass, Notation};
use crate::text::{Edit, Span, lines};
use std::ops::Range;

/// One thing that the formatter does.
#[derive(Clone, Copy, Debug)]
pub struct FormatRule {
    pub name: &'static str,
    pub what: &'static str,
    pub why: &'static str,
}

/// Everything that the formatter does, and nothing else.
pub const FORMAT_RULES: [FormatRule; 7] = [
    FormatRule {
        name: "trailing-blanks",
        what: "Blanks at the end of a board's rows are taken away.",
        why: "They are no squares, and editors and mail programs drop them anyway.",
    },
    FormatRule {
        name: "margin",
        what: "Blanks that all rows of a board begin with are taken away.",
        why: "An indent is no part of a board, and some programs take it for floor.",
    },
    FormatRule {
        name: "floor",
        what: "In a closed board of xsb all floor that the player can reach is written with one of blank, `-`, `_`, all \
               floor outside with one, and all floor in closed rooms with one: those which the level uses most. A \
               setting can name one for all.",
        why: "Mixed floor hides gaps. Many sets write `-` inside and `_` outside; such a habit is kept.",
    },
    FormatRule {
        name: "letters",
        what: "Where a board of xsb has both signs and letters, as `$` and `b`, the letters become signs.",
        why: "Most programs know the signs only. A board all in letters is left as it is.",
    },
    FormatRule {
        name: "moves",
        what: "Stored moves with a line of more than 70 letters are wrapped at 70.",
        why: "It is what other programs write. Moves beside a key, and moves with counts or jumps, are left.",
    },
    FormatRule {
        name: "blank-lines",
        what: "A blank line is put between a level and the board, key or moves right above it, and above a solution's \
               title.",
        why: "Without it readers take the title for a note of what stands above.",
    },
    FormatRule {
        name: "final-line-end",
        what: "The last line of a file gets a line end.",
        why: "Some readers lose a last row without one.",
    },
];

/// What floor is written with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Floor {
    /// With what the level itself uses most.
    #[default]
    Own,
    Blank,
    Dash,
    Underscore,
}

impl Floor {
    fn letter(self) -> Option<u8> {
        match self {
            Floor::Own => None,
            Floor::Blank => Some(b' '),
            Floor::Dash => Some(b'-'),
            Floor::Underscore => Some(b'_'),
        }
    }
}

/// The edits that format a whole document: ascending, disjoint, none without effect.
pub fn format(snapshot: &Snapshot, floor: Floor) -> Vec<Edit> {
    let mut edits = format_levels(snapshot, 0..snapshot.levels.len(), floor);
    let text = &snapshot.text;
    let whole = snapshot.file.container.is_none() && !snapshot.levels.is_empty();
    if whole && !text.ends_with(['\n', '\r']) {
        let line_end = line_end(text);
        match edits.last_mut() {
            Some(last) if last.span.end as usize == text.len() => last.new_text.push_str(line_end),
            _ => edits.push(Edit { span: Span::at(text.len()), new_text: line_end.to_owned() }),
        }
    }
    edits
}

/// The edits that format the levels which a part of the document touches.
pub fn format_range(snapshot: &Snapshot, part: Span, floor: Floor) -> Vec<Edit> {
    let levels = &snapshot.file.levels;
    let first = levels.partition_point(|level| level.span.end < part.start);
    let last = levels.partition_point(|level| level.span.start <= part.end);
    format_levels(snapshot, first..last.max(first), floor)
}

/// The edits that format one level.
pub fn format_level(snapshot: &Snapshot, level: usize, floor: Floor) -> Vec<Edit> {
    format_levels(snapshot, level..level + 1, floor)
}

fn format_levels(snapshot: &Snapshot, levels: Range<usize>, floor: Floor) -> Vec<Edit> {
    let groups: Vec<Vec<Edit>> = levels.map(|level| level_edits(snapshot, level, floor)).collect();
    let groups: Vec<Vec<Edit>> = groups.into_iter().filter(|edits| !edits.is_empty()).collect();
    safe(snapshot, &groups)
}

/// The edits after which every level means what it did. Where a group of edits does not fit into its surroundings, the
/// others are made without it.
fn safe(snapshot: &Snapshot, groups: &[Vec<Edit>]) -> Vec<Edit> {
    let keeps = |edits: &[Edit]| means(snapshot, edits, &next_hints(snapshot), &|_| false, &|_, _| {});
    let edits = groups.concat();
    if edits.is_empty() || keeps(&edits) {
        return edits;
    }
    if groups.len() == 1 {
        return Vec::new();
    }
    let (front, back) = groups.split_at(groups.len() / 2);
    let front = safe(snapshot, front);
    let both = [&front[..], &safe(snapshot, back)].concat();
    if keeps(&both) { both } else { front }
}

/// True when there is something to format in a level. Reads the level's own text, and no more.
pub(super) fn is_uneven(snapshot: &Snapshot, level: usize) -> bool {
    !level_edits(snapshot, level, Floor::Own).is_empty()
}

fn level_edits(snapshot: &Snapshot, level: usize, floor: Floor) -> Vec<Edit> {
    let node = &snapshot.file.levels[level];
    let reading = snapshot.reading(level);
    if node.notation == Notation::Foreign || node.dialect != Dialect::Plain || !reading.problems.is_empty() {
        return Vec::new();
    }
    let text = &snapshot.text;
    let mut edits = Vec::new();
    if level > 0 && [level - 1, level].iter().all(|&at| snapshot.file.levels[at].notation != Notation::Poj) {
        let touching = [LineClass::Board, LineClass::Moves, LineClass::Key];
        edits.extend(blank_above(snapshot, node.span.start, &touching));
    }
    if let Ok((board, places)) = board(snapshot, level)
        && let Some(rows) = rows(text, node, &board, &places, floor)
    {
        edits.extend(replace(text, node.board, &rows));
    }
    let full = [LineClass::Board, LineClass::Moves, LineClass::Key, LineClass::Note, LineClass::Comment];
    for stored in &node.solutions {
        edits.extend(stored.title.and_then(|title| blank_above(snapshot, title.start, &full)));
        edits.extend(rewrapped(text, stored, true));
    }
    edits
}

/// A blank line above the line that begins at `start`, if a line of one of the `classes` stands there.
fn blank_above(snapshot: &Snapshot, start: u32, classes: &[LineClass]) -> Option<Edit> {
    let lines = &snapshot.file.lines;
    let line = lines.partition_point(|line| line.span.end <= start);
    let above = lines.get(line.checked_sub(1)?)?;
    // In quoted mail a blank line would need its quote.
    let quoted = snapshot.text[above.span.range()].starts_with('>');
    let fits = classes.contains(&above.class) && !quoted && lines[line].span.start == start;
    // Its line end once more: a `\n` behind a lone `\r` would be no line.
    let end = line_end(&snapshot.text[above.span.range()]);
    fits.then(|| Edit { span: Span::at(start as usize), new_text: end.to_owned() })
}

/// The board's lines, formatted; `None` for a board that is left as it is.
fn rows(text: &str, node: &Level, board: &Board, places: &[Span], floor: Floor) -> Option<String> {
    let own = &text[node.board.range()];
    if !matches!(node.notation, Notation::Xsb | Notation::Sbt | Notation::Poj | Notation::Glyphs)
        || own.split(['\n', '\r']).any(|line| line.starts_with('>'))
        || node.notation == Notation::Xsb && is_packed(own)
    {
        return None;
    }
    let mut own = own.to_owned();
    if node.notation == Notation::Xsb {
        let from = node.board.start - node.span.start;
        let places: Vec<Option<usize>> =
            places.iter().map(|place| (!place.is_empty()).then(|| (place.start - from) as usize)).collect();
        own = signs(own, board, &places)?;
        own = floors(own, board, &places, floor)?;
    }
    Some(set(&own, node.notation))
}

/// Letters as signs, if the board has both.
fn signs(own: String, board: &Board, places: &[Option<usize>]) -> Option<String> {
    let mut bytes = own.into_bytes();
    let written: Vec<(usize, u8, Cell)> = places
        .iter()
        .zip(&board.cells)
        .filter_map(|(place, &cell)| place.map(|place| (place, bytes[place], cell)))
        .collect();
    let has = |wanted: &[u8]| written.iter().any(|(_, byte, _)| wanted.contains(byte));
    // A target has no letter of its own in the format's text, so `.` beside letters is no mixture.
    if has(b"pPmMbB") && has(b"@+$*") || has(b"o") && has(b".") {
        for &(place, _, cell) in written.iter().filter(|(_, byte, _)| byte.is_ascii_alphabetic()) {
            bytes[place] = char::from(cell) as u8;
        }
    }
    String::from_utf8(bytes).ok()
}

/// Floor written alike: what the player can reach, what lies outside, and what lies in closed rooms.
fn floors(own: String, board: &Board, places: &[Option<usize>], floor: Floor) -> Option<String> {
    // A board that is not closed yet has no inside.
    let inside = match (area(board), floor) {
        (Ok(inside), _) => inside,
        (Err(_), Floor::Own) => return Some(own),
        (Err(_), _) => vec![false; board.cells.len()],
    };
    let walls: Vec<bool> = board.cells.iter().map(|cell| cell.is_wall()).collect();
    let outside = outside(board, &walls);
    let side = |cell: usize| {
        if inside[cell] {
            0
        } else if outside[cell] {
            1
        } else {
            2
        }
    };
    let is_floor = |cell: usize| board.cells[cell] == Cell::FLOOR;
    let is_empty = |row: usize| (row * board.width..(row + 1) * board.width).all(is_floor);
    let empty: Vec<bool> = (0..board.height).map(is_empty).collect();
    let mut bytes = own.into_bytes();
    let letter = |byte: u8| if byte <= b' ' { b' ' } else { byte };
    let usual = |wanted_side: usize| {
        let counts = [b'-', b'_', b' '].map(|wanted| {
            let counted = |&cell: &usize| {
                side(cell) == wanted_side
                    && is_floor(cell)
                    && !empty[cell / board.width]
                    && places[cell].is_some_and(|place| letter(bytes[place]) == wanted)
            };
            ((0..places.len()).filter(counted).count(), wanted)
        });
        // Of two that are used as often, the plainer one.
        counts.iter().max_by_key(|(count, _)| *count).map_or(b' ', |&(_, wanted)| wanted)
    };
    let chosen = [0, 1, 2].map(|side| floor.letter().unwrap_or_else(|| usual(side)));
    for cell in (0..places.len()).filter(|&cell| is_floor(cell)) {
        let Some(place) = places[cell] else { continue };
        let wanted = chosen[side(cell)];
        // A row of floor alone must show that it is one.
        if wanted != b' ' || !empty[cell / board.width] {
            bytes[place] = wanted;
        }
    }
    String::from_utf8(bytes).ok()
}

/// Rows without a common margin and without blanks at their ends.
fn set(own: &str, notation: Notation) -> String {
    let blanks = |row: &str| row.len() - row.trim_start_matches(|letter: char| letter <= ' ').len();
    let header = usize::from(notation == Notation::Poj);
    let rows = || lines(own).skip(header).map(|line| &own[line.content().range()]);
    let is_full = |row: &&str| row.contains(|letter: char| letter > ' ' && letter != '-' && letter != '_');
    let margin = rows().filter(is_full).map(blanks).min().unwrap_or(0);
    let mut out = String::with_capacity(own.len());
    for (index, line) in lines(own).enumerate() {
        let row = &own[line.content().range()];
        let row = if index < header { row } else { row[margin.min(blanks(row))..].trim_ascii_end() };
        out.push_str(row);
        out.push_str(&own[line.end..line.next]);
    }
    out
}
