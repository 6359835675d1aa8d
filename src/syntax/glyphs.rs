//! Boards drawn with symbols: `■□●◎♂`, and ASCII squares in full width.

use super::lines::{HIGH, Raw};
use crate::level::Cell;

/// What a symbol stands for, or `None` for one that is no square. `．` is floor where the letters Ｓ Ｂ Ｔ are used.
pub(crate) fn cell(symbol: char) -> Option<Cell> {
    Some(match symbol {
        '■' | '█' | '▓' | '▒' | '▉' | '⬛' | '◼' | '＃' | '🧱' | '墙' => Cell::WALL,
        '□' | '⬜' | '◻' | '▢' | '░' | '·' | '・' | '\u{3000}' | '－' | '＿' | ' ' => Cell::FLOOR,
        '◎' | '○' | '◇' | '☆' | '⊙' | '．' | '.' | 'Ｔ' | '🎯' => Cell::TARGET,
        '●' | '◆' | '＄' | '$' | 'Ｂ' | '📦' => Cell::BOX,
        '♂' | '♀' | '☺' | '☻' | '＠' | '@' | 'Ｓ' | '人' | '🧍' => Cell::PLAYER,
        '★' | '◉' | '＊' | '*' => Cell::BOX_ON_TARGET,
        '＋' | '+' => Cell::PLAYER_ON_TARGET,
        '#' => Cell::WALL,
        _ => return None,
    })
}

/// A selector that follows a symbol and is no square of its own.
pub(crate) fn is_silent(symbol: char) -> bool {
    matches!(symbol, '\u{fe0e}' | '\u{fe0f}' | '\u{200d}')
}

/// The last line of the block of symbols that begins here.
pub(crate) fn block(text: &str, lines: &[Raw], at: usize) -> Option<usize> {
    if !row(text, &lines[at]) {
        return None;
    }
    let rows = lines[at..].iter().take_while(|line| row(text, line)).count();
    let walled =
        |line: &Raw| line.text(text).chars().any(|letter| letter > '\u{7f}' && cell(letter) == Some(Cell::WALL));
    (rows >= 2 && lines[at..at + rows].iter().any(walled)).then(|| at + rows - 1)
}

/// A line of symbols, with at most a few characters that are none.
fn row(text: &str, line: &Raw) -> bool {
    if !line.has(HIGH) {
        return false;
    }
    let (mut symbols, mut strange) = (0, 0);
    for letter in line.text(text).trim().chars() {
        match cell(letter) {
            Some(_) if letter > '\u{7f}' => symbols += 1,
            Some(_) => {}
            None if is_silent(letter) => {}
            None => strange += 1,
        }
    }
    symbols >= 2 && symbols >= strange * 2
}
