//! The table of notations: what each is called and how it writes a board.

use crate::level::Style;

/// How a level is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Notation {
    Xsb,
    Sbt,
    Poj,
    Array,
    Glyphs,
    Tiles,
    /// A level of an XML collection, its rows in `<L>`.
    Slc,
    /// A level of SokoSolve's XML, its rows in `<Row>`.
    Ssx,
    /// A board in `[soko]` tags.
    Mf8,
    /// Another geometry or container: recognised, named and left alone.
    Foreign,
}

/// One row of the table.
#[derive(Clone, Copy, Debug)]
pub struct NotationInfo {
    pub notation: Notation,
    pub name: &'static str,
    /// The characters of floor, wall, target, box, player, box on target, player on target.
    pub glyphs: [char; 7],
    /// The letters in which solutions are written.
    pub moves: Style,
    /// True when what lies off the grid is wall.
    pub walled: bool,
}

/// Every notation, in the order of [`Notation`].
pub const NOTATIONS: [NotationInfo; 10] = {
    const XSB: [char; 7] = [' ', '#', '.', '$', '@', '*', '+'];
    const SBT: [char; 7] = ['.', '#', 'T', 'B', 'S', '*', '+'];
    const fn row(
        notation: Notation,
        name: &'static str,
        glyphs: [char; 7],
        moves: Style,
        walled: bool,
    ) -> NotationInfo {
        NotationInfo { notation, name, glyphs, moves, walled }
    }
    [
        row(Notation::Xsb, "xsb", XSB, Style::Lurd, false),
        row(Notation::Sbt, "sbt", SBT, Style::Nsew, true),
        row(Notation::Poj, "poj", SBT, Style::Nsew, true),
        row(Notation::Array, "array", SBT, Style::Nsew, true),
        row(Notation::Glyphs, "glyphs", ['□', '■', '◎', '●', '♂', '*', '+'], Style::Lurd, true),
        row(Notation::Tiles, "tiles", XSB, Style::Lurd, true),
        row(Notation::Slc, "slc", XSB, Style::Lurd, false),
        row(Notation::Ssx, "ssx", ['.', '#', 'O', 'X', 'P', '$', '*'], Style::Lurd, false),
        row(Notation::Mf8, "mf8", ['_', 'H', '.', '$', 'a', '*', 'x'], Style::Lurd, false),
        row(Notation::Foreign, "foreign", XSB, Style::Lurd, false),
    ]
};

impl Notation {
    pub fn info(self) -> &'static NotationInfo {
        &NOTATIONS[self as usize]
    }

    /// The notation of a name (`xsb`, `sbt`, …), in any case.
    pub fn from_name(name: &str) -> Option<Notation> {
        NOTATIONS.iter().find(|info| info.name.eq_ignore_ascii_case(name)).map(|info| info.notation)
    }
}
