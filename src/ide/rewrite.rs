//! The table of what can be done with one level's text: refactorings and commands of an editor.

use super::Snapshot;
use super::convert::{convert_level, is_in};
use super::format::{Floor, format_level, is_uneven};
use super::picture::{self, is_packed, picture};
use super::solutions::{self, Unwanted, order, rewrap, rewrapped, unwanted};
use super::transform::{self, FLIP, MIRROR, ROTATE_LEFT, ROTATE_RIGHT, TRANSPOSE, turn};
use crate::level::Edge;
use crate::syntax::{Notation, Puzzle};
use crate::text::Edit;

/// One action on one level.
#[derive(Clone, Copy, Debug)]
pub struct Rewrite {
    pub id: &'static str,
    /// As a menu shows it.
    pub title: &'static str,
    /// True when the action makes sense for the level. Reads the level's own text, and no more.
    pub applies_to: fn(&Snapshot, usize) -> bool,
    /// The edits: ascending, disjoint, of the snapshot's text; none when the level is so already. Applied and read again, the level means what it did,
    /// but for what the action is for.
    ///
    /// # Errors
    /// Says in a few words why nothing can be done.
    pub edits: fn(&Snapshot, usize) -> Result<Vec<Edit>, String>,
}

/// Every action, in the order of a menu.
pub const REWRITES: [Rewrite; 20] = [
    row("format-level", "Format level", is_uneven, |at, level| Ok(format_level(at, level, Floor::Own))),
    row("rotate-left", "Rotate left", is_drawn, |at, level| turn(at, level, ROTATE_LEFT)),
    row("rotate-right", "Rotate right", is_drawn, |at, level| turn(at, level, ROTATE_RIGHT)),
    row("mirror", "Mirror left and right", is_drawn, |at, level| turn(at, level, MIRROR)),
    row("flip", "Flip top and bottom", is_drawn, |at, level| turn(at, level, FLIP)),
    row("transpose", "Transpose rows and columns", is_drawn, |at, level| turn(at, level, TRANSPOSE)),
    row("trim", "Trim walls and empty rows outside", is_enclosed, transform::trim),
    row("normalise", "Normalise: only the player's area", is_enclosed, transform::normalise),
    row("expand", "Expand run-length code", has_code, transform::expand),
    row("collapse", "Collapse to run-length code", is_plain_xsb, transform::collapse),
    row("rewrap-solutions", "Wrap solutions at 70 letters", is_ragged, rewrap),
    row("sort-solutions", "Sort solutions, best first", |at, level| !order(at, level).is_sorted(), solutions::sort),
    row(
        "remove-worse-solutions",
        "Remove worse solutions",
        |at, level| !unwanted(at, level, Unwanted::Worse).is_empty(),
        |at, level| solutions::remove(at, level, Unwanted::Worse),
    ),
    row(
        "remove-duplicate-solutions",
        "Remove duplicate solutions",
        |at, level| !unwanted(at, level, Unwanted::Duplicates).is_empty(),
        |at, level| solutions::remove(at, level, Unwanted::Duplicates),
    ),
    row(
        "remove-illegal-solutions",
        "Remove illegal solutions",
        |at, level| !unwanted(at, level, Unwanted::Illegal).is_empty(),
        |at, level| solutions::remove(at, level, Unwanted::Illegal),
    ),
    row(
        "convert-to-xsb",
        "Convert to xsb",
        |at, level| is_other(at, level, Notation::Xsb),
        |at, level| convert_level(at, level, Notation::Xsb),
    ),
    row(
        "convert-to-sbt",
        "Convert to sbt (S, B, T)",
        |at, level| is_other(at, level, Notation::Sbt),
        |at, level| convert_level(at, level, Notation::Sbt),
    ),
    row(
        "convert-to-poj",
        "Convert to poj (rows under their size)",
        |at, level| is_other(at, level, Notation::Poj),
        |at, level| convert_level(at, level, Notation::Poj),
    ),
    row(
        "convert-to-array",
        "Convert to an array",
        |at, level| is_other(at, level, Notation::Array),
        |at, level| convert_level(at, level, Notation::Array),
    ),
    row(
        "convert-to-glyphs",
        "Convert to glyphs (□■●◎♂)",
        |at, level| is_other(at, level, Notation::Glyphs),
        |at, level| convert_level(at, level, Notation::Glyphs),
    ),
];

const fn row(
    id: &'static str,
    title: &'static str,
    applies_to: fn(&Snapshot, usize) -> bool,
    edits: fn(&Snapshot, usize) -> Result<Vec<Edit>, String>,
) -> Rewrite {
    Rewrite { id, title, applies_to, edits }
}

/// The action of an id.
pub fn rewrite(id: &str) -> Option<&'static Rewrite> {
    REWRITES.iter().find(|row| row.id == id)
}

fn is_ragged(snapshot: &Snapshot, level: usize) -> bool {
    let mut stored = snapshot.file.levels[level].solutions.iter();
    stored.any(|stored| !rewrapped(&snapshot.text, stored, false).is_empty())
}

fn is_drawn(snapshot: &Snapshot, level: usize) -> bool {
    picture(snapshot, level).is_ok()
}

fn is_enclosed(snapshot: &Snapshot, level: usize) -> bool {
    picture(snapshot, level).is_ok_and(|picture| transform::area(&picture.board).is_ok())
}

fn has_code(snapshot: &Snapshot, level: usize) -> bool {
    let node = &snapshot.file.levels[level];
    let text = |span: crate::text::Span| &snapshot.text[span.range()];
    node.notation == Notation::Xsb && is_packed(text(node.board))
        || node.solutions.iter().any(|stored| text(stored.moves).contains(|letter: char| letter.is_ascii_digit()))
}

fn is_plain_xsb(snapshot: &Snapshot, level: usize) -> bool {
    let node = &snapshot.file.levels[level];
    !is_packed(&snapshot.text[node.board.range()])
        && picture(snapshot, level).is_ok_and(|picture| picture.board.edge == Edge::Open)
}

fn is_other(snapshot: &Snapshot, level: usize, to: Notation) -> bool {
    !is_in(snapshot, level, to)
        && matches!(snapshot.reading(level).puzzle, Puzzle::Sokoban(_))
        && picture::board(snapshot, level).is_ok()
}
