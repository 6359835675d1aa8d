//! A level as an SVG picture.

use super::Snapshot;
use super::signs::{numbers, picture};
use crate::level::{Board, Cell, arena};
use crate::syntax::Puzzle;
use crate::tiles::Tiles;
use std::fmt::Write;

/// The side of one square, in the picture's units.
pub const SQUARE: usize = 32;

/// A level as a picture; `None` for what has no board of squares or numbers.
pub fn svg(snapshot: &Snapshot, level: usize) -> Option<String> {
    let name = snapshot.name(level);
    match &snapshot.reading(level).puzzle {
        Puzzle::Sokoban(board) => Some(squares(board, &name)),
        Puzzle::Tiles(tiles) => Some(slides(tiles, &name)),
        Puzzle::Foreign => None,
    }
}

/// A level as plain text, in its own notation's signs.
pub fn text(snapshot: &Snapshot, level: usize) -> Option<String> {
    match &snapshot.reading(level).puzzle {
        Puzzle::Sokoban(board) => Some(picture(&snapshot.file.levels[level], board)),
        Puzzle::Tiles(tiles) => Some(numbers(tiles, &tiles.start)),
        Puzzle::Foreign => None,
    }
}

fn head(width: usize, height: usize, name: &str) -> String {
    let (width, height) = (width * SQUARE, height * SQUARE);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\">\n<title>{}</title>\n",
        escaped(name)
    )
}

fn escaped(text: &str) -> String {
    let plain: String = text.chars().filter(|letter| *letter >= ' ').collect();
    plain.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn squares(board: &Board, name: &str) -> String {
    let mut out = head(board.width, board.height, name);
    // Where the player cannot get there is no floor to be seen.
    let inside: Option<Vec<bool>> = arena(board).ok().map(|arena| {
        let mut inside = vec![false; board.cells.len()];
        arena.board_cell.iter().for_each(|&cell| inside[cell as usize] = true);
        inside
    });
    for (cell, &content) in board.cells.iter().enumerate() {
        let (x, y) = (cell % board.width * SQUARE, cell / board.width * SQUARE);
        let is_floor = inside.as_ref().map_or(content != Cell::FLOOR, |inside| inside[cell]);
        if content.is_wall() {
            rect(&mut out, x, y, 0, "#5b6472");
            // A lighter upper edge lets rows of walls be told apart.
            let _ = writeln!(out, "<path d=\"M{x} {y}h{SQUARE}v4h-{SQUARE}z\" fill=\"#79828f\"/>");
            continue;
        }
        if is_floor || content != Cell::FLOOR {
            rect(&mut out, x, y, 0, "#efe9dd");
        }
        let middle = |at: usize| at + SQUARE / 2;
        if content.is_target() {
            let (x, y) = (middle(x), middle(y));
            let _ = writeln!(
                out,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"6\" fill=\"none\" stroke=\"#b3541e\" stroke-width=\"3\"/>"
            );
        }
        if content.is_box() {
            let fill = if content.is_target() { "#4b8b4f" } else { "#c98a3a" };
            let edge = if content.is_target() { "#2f6334" } else { "#8a5a1d" };
            let (left, top, side) = (x + 4, y + 4, SQUARE - 8);
            let _ = writeln!(
                out,
                "<rect x=\"{left}\" y=\"{top}\" width=\"{side}\" height=\"{side}\" rx=\"3\" fill=\"{fill}\" \
                 stroke=\"{edge}\" stroke-width=\"2\"/>"
            );
            let (from, to) = (4, side - 4);
            let _ = writeln!(
                out,
                "<path d=\"M{0} {1}L{2} {3}M{2} {1}L{0} {3}\" stroke=\"{edge}\" stroke-width=\"2\"/>",
                left + from,
                top + from,
                left + to,
                top + to
            );
        }
        if content.is_player() {
            let (x, y) = (middle(x), middle(y));
            let _ = writeln!(
                out,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"11\" fill=\"#2f6fb0\" stroke=\"#1d466f\" stroke-width=\"2\"/>"
            );
            let _ = writeln!(out, "<circle cx=\"{x}\" cy=\"{}\" r=\"4\" fill=\"#efe9dd\"/>", y - 2);
        }
    }
    out.push_str("</svg>\n");
    out
}

fn rect(out: &mut String, x: usize, y: usize, round: usize, fill: &str) {
    let _ = writeln!(
        out,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\" rx=\"{round}\" fill=\"{fill}\"/>"
    );
}

fn slides(tiles: &Tiles, name: &str) -> String {
    let mut out = head(tiles.width, tiles.height, name);
    for (cell, number) in tiles.start.iter().enumerate().take(tiles.width * tiles.height) {
        let (x, y) = (cell % tiles.width * SQUARE, cell / tiles.width * SQUARE);
        if *number == 0 {
            rect(&mut out, x, y, 0, "#d8d2c4");
            continue;
        }
        rect(&mut out, x, y, 0, "#d8d2c4");
        let (left, top, side) = (x + 1, y + 1, SQUARE - 2);
        let _ = writeln!(
            out,
            "<rect x=\"{left}\" y=\"{top}\" width=\"{side}\" height=\"{side}\" rx=\"4\" fill=\"#efe9dd\" \
             stroke=\"#8a5a1d\"/>"
        );
        digits(&mut out, *number, x, y);
    }
    out.push_str("</svg>\n");
    out
}

/// Seven strokes a digit: a picture with them needs no fonts, and looks the same everywhere.
fn digits(out: &mut String, number: u32, x: usize, y: usize) {
    const STROKES: [&str; 7] = ["M0 0h6", "M6 0v6", "M6 6v6", "M0 12h6", "M0 6v6", "M0 0v6", "M0 6h6"];
    // Top, upper right, lower right, bottom, lower left, upper left, middle.
    const LIT: [u8; 10] = [
        0b011_1111, 0b000_0110, 0b101_1011, 0b100_1111, 0b110_0110, 0b110_1101, 0b111_1101, 0b000_0111, 0b111_1111,
        0b110_1111,
    ];
    let text = number.to_string();
    let width = text.len() * 10 - 4;
    let left = x as isize + (SQUARE as isize - width as isize) / 2;
    for (index, digit) in text.bytes().enumerate() {
        let lit = LIT[usize::from(digit - b'0')];
        let path: String = (0..7).filter(|stroke| lit >> stroke & 1 == 1).map(|stroke| STROKES[stroke]).collect();
        let _ = writeln!(
            out,
            "<path transform=\"translate({} {})\" d=\"{path}\" fill=\"none\" stroke=\"#3b2a12\" stroke-width=\"2\" \
             stroke-linecap=\"round\"/>",
            left + index as isize * 10,
            y + (SQUARE - 12) / 2
        );
    }
}
