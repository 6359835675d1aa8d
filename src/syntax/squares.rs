//! What the characters of each alphabet stand for.
//!
//! Each function gives the square, or as an error the character that was probably meant, if that is clear.

use crate::level::Cell;

pub(crate) fn xsb(letter: char) -> Result<Cell, Option<char>> {
    Ok(match letter {
        '#' => Cell::WALL,
        '-' | '_' => Cell::FLOOR,
        '@' | 'p' | 'm' => Cell::PLAYER,
        '+' | 'P' | 'M' => Cell::PLAYER_ON_TARGET,
        '$' | 'b' => Cell::BOX,
        '*' | 'B' => Cell::BOX_ON_TARGET,
        '.' | 'o' => Cell::TARGET,
        _ if letter <= ' ' => Cell::FLOOR,
        'S' | '&' | '＠' => return Err(Some('@')),
        'T' | 'O' | 'G' | '．' => return Err(Some('.')),
        'W' | 'w' | 'H' | '%' | '＃' => return Err(Some('#')),
        '＄' | '€' | '£' => return Err(Some('$')),
        '＊' => return Err(Some('*')),
        '＋' => return Err(Some('+')),
        '\u{a0}' | '\u{3000}' | '~' => return Err(Some(' ')),
        '–' | '—' => return Err(Some('-')),
        _ => return Err(None),
    })
}

pub(crate) fn sbt(letter: char) -> Result<Cell, Option<char>> {
    Ok(match letter {
        '#' => Cell::WALL,
        '.' => Cell::FLOOR,
        'S' => Cell::PLAYER,
        'B' => Cell::BOX,
        'T' => Cell::TARGET,
        '*' => Cell::BOX_ON_TARGET,
        '+' => Cell::PLAYER_ON_TARGET,
        '@' | 's' | 'p' | 'P' => return Err(Some('S')),
        '$' | 'b' => return Err(Some('B')),
        't' | 'G' | 'g' => return Err(Some('T')),
        'W' | 'w' | '＃' => return Err(Some('#')),
        '-' | '_' | '．' | '。' | '\u{a0}' | '\u{3000}' => return Err(Some('.')),
        _ if letter <= ' ' => return Err(Some('.')),
        _ => return Err(None),
    })
}

/// `+` wall, `*` player, `@` box, `$` box on target, `X` target, `%` player on target.
pub(crate) fn gym(letter: char) -> Result<Cell, Option<char>> {
    Ok(match letter {
        '+' => Cell::WALL,
        '-' | '_' => Cell::FLOOR,
        '*' => Cell::PLAYER,
        '%' => Cell::PLAYER_ON_TARGET,
        '@' => Cell::BOX,
        '$' => Cell::BOX_ON_TARGET,
        'X' => Cell::TARGET,
        'x' => return Err(Some('X')),
        _ if letter <= ' ' => Cell::FLOOR,
        _ => return Err(None),
    })
}

/// SokoSolve: `.` is floor and `~` what lies outside; `*` is the player and `$` a box, each on a target.
pub(crate) fn ssx(letter: char) -> Result<Cell, Option<char>> {
    Ok(match letter {
        '#' => Cell::WALL,
        '.' | '~' => Cell::FLOOR,
        'P' => Cell::PLAYER,
        '*' => Cell::PLAYER_ON_TARGET,
        'X' => Cell::BOX,
        '$' => Cell::BOX_ON_TARGET,
        'O' => Cell::TARGET,
        'p' => return Err(Some('P')),
        'x' => return Err(Some('X')),
        'o' | '0' => return Err(Some('O')),
        '-' | '_' => return Err(Some('.')),
        _ if letter <= ' ' => Cell::FLOOR,
        _ => return Err(None),
    })
}

/// Boards in `[soko]` tags: `H` wall, `a` player, `x` player on a target.
pub(crate) fn mf8(letter: char) -> Result<Cell, Option<char>> {
    Ok(match letter {
        'H' => Cell::WALL,
        '_' | '-' => Cell::FLOOR,
        'a' => Cell::PLAYER,
        'x' | 'X' => Cell::PLAYER_ON_TARGET,
        '$' => Cell::BOX,
        '*' => Cell::BOX_ON_TARGET,
        '.' => Cell::TARGET,
        'h' | '#' => return Err(Some('H')),
        'A' | '@' => return Err(Some('a')),
        '+' => return Err(Some('x')),
        _ if letter <= ' ' => Cell::FLOOR,
        _ => return Err(None),
    })
}

/// The maps of pusher.exe: `X` wall, `*` box, `&` box on a target.
pub(crate) fn pusher(letter: char) -> Result<Cell, Option<char>> {
    Ok(match letter {
        'X' => Cell::WALL,
        '@' => Cell::PLAYER,
        '+' => Cell::PLAYER_ON_TARGET,
        '*' => Cell::BOX,
        '&' => Cell::BOX_ON_TARGET,
        '.' => Cell::TARGET,
        '$' => return Err(Some('*')),
        'x' | '#' => return Err(Some('X')),
        _ if letter <= ' ' => Cell::FLOOR,
        _ => return Err(None),
    })
}

/// The maps of NetHack: `-` and `|` walls, `0` boulder, `^` hole; stairs and doors are floor.
pub(crate) fn nethack(letter: char) -> Result<Cell, Option<char>> {
    Ok(match letter {
        '-' | '|' => Cell::WALL,
        '.' | '<' | '>' | '+' => Cell::FLOOR,
        '@' => Cell::PLAYER,
        '0' => Cell::BOX,
        '^' => Cell::TARGET,
        'O' => return Err(Some('0')),
        _ if letter <= ' ' => Cell::FLOOR,
        _ => return Err(None),
    })
}
