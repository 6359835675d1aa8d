//! Decides each level's notation: once per level, with a vote of the file, never per character.

use super::blocks::{Block, Shape, span};
use super::lines::{ALIAS, AT, BIG_B, BIG_S, BIG_T, BLANK, DOT, FLOOR, KIND, Kinds, Raw, XSB_ROW};
use super::{Dialect, Hints, Notation};
use std::cmp::Ordering;

/// How sure the characters of one block are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Evidence {
    Sure(Notation),
    /// The characters fit both `xsb` and `sbt`; the one named is the likelier.
    Either(Notation),
}

/// The notation and dialect of each block. `forced` is the setting or the file's own `Notation:` key.
pub(crate) fn notations(
    text: &str,
    lines: &[Raw],
    blocks: &[Block],
    hints: &Hints,
    forced: Option<Notation>,
) -> Vec<(Notation, Dialect)> {
    let rows = |block: &Block| &lines[block.first..=block.last];
    let dialects = blocks.iter().map(|block| match block.shape {
        Shape::Gym => Dialect::Gym,
        Shape::Pusher => Dialect::Pusher,
        Shape::Nethack => Dialect::Nethack,
        Shape::Rows => spacing(text, rows(block)),
        _ => Dialect::Plain,
    });
    let mut dialects: Vec<Dialect> = dialects.collect();
    vote_hexoban(text, lines, blocks, &mut dialects);
    let evidence = blocks.iter().zip(&dialects).map(|(block, dialect)| match (block.shape, *dialect) {
        (_, Dialect::Hexoban) => Evidence::Sure(Notation::Foreign),
        (Shape::Rows, _) => evidence(text, rows(block), &text[span(lines, block).range()], hints.prefer_xsb),
        (shape, _) => Evidence::Sure(of_shape(shape)),
    });
    let evidence: Vec<Evidence> = evidence.collect();
    let votes = |wanted: &[Notation]| {
        let fits = |it: &&Evidence| matches!(it, Evidence::Sure(notation) if wanted.contains(notation));
        evidence.iter().filter(fits).count()
    };
    let majority = votes(&[Notation::Sbt, Notation::Poj, Notation::Array]).cmp(&votes(&[Notation::Xsb]));
    let decide = |index: usize| match (forced, evidence[index]) {
        (Some(forced), _) => force(blocks[index].shape, forced),
        (None, Evidence::Sure(notation)) => notation,
        (None, Evidence::Either(likely)) => match (hints.last.get(index), majority) {
            (Some(&last @ (Notation::Xsb | Notation::Sbt)), _) => last,
            (_, Ordering::Greater) => Notation::Sbt,
            (_, Ordering::Less) => Notation::Xsb,
            (_, Ordering::Equal) => likely,
        },
    };
    (0..blocks.len()).map(|index| (decide(index), dialects[index])).collect()
}

/// In a file of mostly Hexoban a board with a slip in its pattern is Hexoban too, unless it has plain walls.
fn vote_hexoban(text: &str, lines: &[Raw], blocks: &[Block], dialects: &mut [Dialect]) {
    let hexoban = dialects.iter().filter(|&&dialect| dialect == Dialect::Hexoban).count();
    if hexoban * 2 <= dialects.len() {
        return;
    }
    for (block, dialect) in blocks.iter().zip(dialects) {
        if block.shape == Shape::Rows && !text[span(lines, block).range()].contains("###") {
            *dialect = Dialect::Hexoban;
        }
    }
}

/// The forced notation, as far as the shape of a block lets it be read so.
fn force(shape: Shape, forced: Notation) -> Notation {
    match (shape, forced) {
        (_, Notation::Foreign) => Notation::Foreign,
        (Shape::Rows, Notation::Sbt | Notation::Poj | Notation::Array) => Notation::Sbt,
        (Shape::Literal { numbers: false }, Notation::Tiles) => Notation::Tiles,
        (shape, _) => of_shape(shape),
    }
}

fn of_shape(shape: Shape) -> Notation {
    match shape {
        Shape::Rows | Shape::Gym | Shape::Pusher | Shape::Nethack => Notation::Xsb,
        Shape::Poj => Notation::Poj,
        Shape::Literal { numbers: false } => Notation::Array,
        Shape::Literal { numbers: true } | Shape::Numbers => Notation::Tiles,
        Shape::Glyphs => Notation::Glyphs,
        Shape::Mf8 => Notation::Mf8,
    }
}

/// What the squares of plain rows say. `S` and `T` are of `sbt` only; `@`, `$` and the small letters of `xsb` only.
fn evidence(text: &str, rows: &[Raw], block: &str, prefer_xsb: bool) -> Evidence {
    let kinds = rows.iter().fold(0, |kinds, row| kinds | row.kinds);
    const SBT: Kinds = BIG_S | BIG_T;
    const XSB: Kinds = AT | ALIAS;
    match (kinds & SBT != 0, kinds & XSB != 0) {
        (true, false) => Evidence::Sure(Notation::Sbt),
        (false, true) => Evidence::Sure(Notation::Xsb),
        (true, true) => {
            let count = |wanted: Kinds| block.bytes().filter(|&byte| KIND[byte as usize] & wanted != 0).count();
            // Beside other letters of `sbt`, `B` is most likely one too.
            match count(SBT | BIG_B).cmp(&count(XSB)) {
                Ordering::Greater => Evidence::Sure(Notation::Sbt),
                Ordering::Less => Evidence::Sure(Notation::Xsb),
                Ordering::Equal => Evidence::Either(Notation::Xsb),
            }
        }
        (false, false) => {
            let inner = |row: &Raw| text[row.trimmed(text).range()].bytes().any(|it| matches!(it, b' ' | b'-' | b'_'));
            let floor = kinds & (BLANK | FLOOR) != 0 && rows.iter().any(inner);
            let dotted = kinds & DOT != 0 && kinds & !XSB_ROW == 0;
            Evidence::Either(if dotted && !floor && !prefer_xsb { Notation::Sbt } else { Notation::Xsb })
        }
    }
}

/// Whether the squares of the rows stand apart: with the rows in line (a blank between squares), or shifted against
/// each other as in Hexoban. Ends at the first two squares side by side, which most boards have in their first row.
fn spacing(text: &str, rows: &[Raw]) -> Dialect {
    if rows.first().is_some_and(|row| row.text(text).contains("##")) {
        return Dialect::Plain;
    }
    let (mut straight, mut shifted) = (true, true);
    let mut first = None;
    let mut squares = 0;
    for (y, row) in rows.iter().enumerate() {
        for (x, byte) in row.text(text).bytes().enumerate() {
            let kind = KIND[byte as usize];
            let &mut (x0, y0) = match kind & (BLANK | FLOOR) {
                0 => first.get_or_insert((x, y)),
                FLOOR => {
                    // A written floor counts as a square where squares stand in line; Hexoban fills gaps with it.
                    straight &= first.is_some_and(|(x0, _)| (x + x0) % 2 == 0);
                    continue;
                }
                _ => continue,
            };
            squares += 1;
            straight &= (x + x0) % 2 == 0;
            shifted &= (x + x0 + y + y0) % 2 == 0;
            if !straight && !shifted {
                return Dialect::Plain;
            }
        }
    }
    match (rows.len() >= 3, straight, shifted) {
        (true, true, false) if squares >= 12 => Dialect::Spaced,
        (true, false, true) if squares >= 6 => Dialect::Hexoban,
        _ => Dialect::Plain,
    }
}
