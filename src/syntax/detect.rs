//! Decides each level's notation: once per level, with a vote of the file, never per character.

use super::blocks::{Block, Shape, span};
use super::lines::{ALIAS, AT, BIG_S, BIG_T, BLANK, DOT, FLOOR, KIND, Kinds, Raw, XSB_ROW};
use super::{Hints, Notation};

/// How sure the characters of one block are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Evidence {
    Sure(Notation),
    /// The characters fit both `xsb` and `sbt`; the first is the likelier.
    Either(Notation),
}

/// The notation of each block. `forced` is the setting or the file's own `Notation:` key.
pub(crate) fn notations(
    text: &str,
    lines: &[Raw],
    blocks: &[Block],
    hints: &Hints,
    forced: Option<Notation>,
) -> Vec<Notation> {
    if let Some(forced) = forced {
        return blocks.iter().map(|block| force(block.shape, forced)).collect();
    }
    let evidence: Vec<Evidence> = blocks.iter().map(|block| evidence(text, lines, block, hints.prefer_xsb)).collect();
    let votes = |notation| evidence.iter().filter(|&&it| it == Evidence::Sure(notation)).count();
    let sbt = votes(Notation::Sbt) + votes(Notation::Poj) + votes(Notation::Array);
    let xsb = votes(Notation::Xsb);
    let decide = |(index, evidence): (usize, &Evidence)| match *evidence {
        Evidence::Sure(notation) => notation,
        Evidence::Either(likely) => match hints.last.get(index) {
            Some(&last @ (Notation::Xsb | Notation::Sbt)) => last,
            _ if sbt > xsb => Notation::Sbt,
            _ if xsb > sbt => Notation::Xsb,
            _ => likely,
        },
    };
    evidence.iter().enumerate().map(decide).collect()
}

/// The forced notation, as far as the shape of a block lets it be read so.
fn force(shape: Shape, forced: Notation) -> Notation {
    match (shape, forced) {
        (_, Notation::Foreign) => Notation::Foreign,
        (Shape::Rows, Notation::Xsb | Notation::Sbt) => forced,
        (Shape::Rows, Notation::Poj | Notation::Array) => Notation::Sbt,
        (Shape::Poj, Notation::Xsb) => Notation::Poj,
        (Shape::Literal { .. }, Notation::Tiles) => Notation::Tiles,
        (shape, _) => of_shape(shape),
    }
}

fn of_shape(shape: Shape) -> Notation {
    match shape {
        Shape::Rows | Shape::Gym => Notation::Xsb,
        Shape::Poj => Notation::Poj,
        Shape::Literal { numbers: false } => Notation::Array,
        Shape::Literal { numbers: true } | Shape::Numbers => Notation::Tiles,
        Shape::Glyphs => Notation::Glyphs,
    }
}

fn evidence(text: &str, lines: &[Raw], block: &Block, prefer_xsb: bool) -> Evidence {
    if block.shape != Shape::Rows {
        return Evidence::Sure(of_shape(block.shape));
    }
    if is_hexagonal(text, &lines[block.first..=block.last]) {
        return Evidence::Sure(Notation::Foreign);
    }
    let kinds: Kinds = lines[block.first..=block.last].iter().fold(0, |kinds, line| kinds | line.kinds);
    let (sbt, xsb) = (kinds & (BIG_S | BIG_T) != 0, kinds & (AT | ALIAS) != 0);
    match (sbt, xsb) {
        (true, false) => Evidence::Sure(Notation::Sbt),
        (false, true) => Evidence::Sure(Notation::Xsb),
        (true, true) => {
            let count = |wanted: Kinds| {
                let bytes = text[span(lines, block).range()].bytes();
                bytes.filter(|&byte| KIND[byte as usize] & wanted != 0).count()
            };
            let (sbt, xsb) = (count(BIG_S | BIG_T), count(AT | ALIAS));
            match sbt.cmp(&xsb) {
                std::cmp::Ordering::Greater => Evidence::Sure(Notation::Sbt),
                std::cmp::Ordering::Less => Evidence::Sure(Notation::Xsb),
                std::cmp::Ordering::Equal => Evidence::Either(Notation::Xsb),
            }
        }
        (false, false) => {
            let floor = kinds & (BLANK | FLOOR) != 0;
            let dotted = kinds & DOT != 0 && !floor && !prefer_xsb && kinds & !XSB_ROW == 0;
            Evidence::Either(if dotted { Notation::Sbt } else { Notation::Xsb })
        }
    }
}

/// True when the squares of each row stand one apart and rows are shifted against each other, as in Hexoban.
fn is_hexagonal(text: &str, rows: &[Raw]) -> bool {
    let mut parity = None;
    let mut squares = 0;
    for (y, row) in rows.iter().enumerate() {
        for (x, byte) in row.text(text).bytes().enumerate() {
            if KIND[byte as usize] & (BLANK | FLOOR) != 0 {
                continue;
            }
            squares += 1;
            if *parity.get_or_insert((x + y) % 2) != (x + y) % 2 {
                return false;
            }
        }
    }
    rows.len() >= 3 && squares >= 6
}
