//! Finds boards in alphabets of their own, by shapes that no other notation has.

use super::blocks::Shape;
use super::lines::{AT, BLANK, EX, FLOOR, Kinds, OTHER, PIPE, PLUS, Raw, STAR};

/// The last line and the shape of the board that begins here.
pub(crate) fn block(text: &str, lines: &[Raw], at: usize) -> Option<(usize, Shape)> {
    let top = &lines[at];
    let shape = |last: Option<usize>, shape: Shape| last.map(|last| (last, shape));
    if top.has(PLUS) {
        return shape(gym(text, lines, at), Shape::Gym);
    }
    if top.only(EX | BLANK) {
        return shape(pusher(text, lines, at), Shape::Pusher);
    }
    if top.only(FLOOR | BLANK) {
        return shape(nethack(text, lines, at), Shape::Nethack);
    }
    None
}

/// How many rows begin here; `None` inside a run of rows, which was looked at from its beginning.
fn run(lines: &[Raw], at: usize, row: impl Fn(&Raw) -> bool) -> Option<usize> {
    let begins = at == 0 || !row(&lines[at - 1]);
    begins.then(|| lines[at..].iter().take_while(|line| row(line)).count())
}

/// The last line of rows between walls of `X`, with a player and a box in them.
fn pusher(text: &str, lines: &[Raw], at: usize) -> Option<usize> {
    let row = |line: &Raw| {
        let body = line.text(text).trim_ascii();
        body.starts_with('X') && body.ends_with('X') && body.bytes().all(|byte| b"X @*&.+".contains(&byte))
    };
    let rows = run(lines, at, row)?;
    let has = |letters: &[char]| lines[at..at + rows].iter().any(|line| line.text(text).contains(letters));
    (rows >= 3 && has(&['@', '+']) && has(&['*', '&'])).then(|| at + rows - 1)
}

/// The last line of rows between walls of `-` and `|`, with a boulder and a hole or a player in them.
fn nethack(text: &str, lines: &[Raw], at: usize) -> Option<usize> {
    if !text[lines[at].trimmed(text).range()].contains("---") {
        return None;
    }
    let row = |line: &Raw| {
        let body = line.text(text).trim_ascii();
        body.starts_with(['-', '|'])
            && body.ends_with(['-', '|'])
            && body.bytes().all(|byte| b"-| .<>+@0^".contains(&byte))
    };
    let rows = run(lines, at, row)?;
    let board = &lines[at..at + rows];
    let has = |letters: &[char]| board.iter().any(|line| line.text(text).contains(letters));
    (rows >= 3 && board.iter().any(|line| line.has(PIPE)) && has(&['0']) && has(&['^', '@'])).then(|| at + rows - 1)
}

/// The last line of rows such as `+ + + +` or `+*@-X+`, where `+` is the wall.
fn gym(text: &str, lines: &[Raw], at: usize) -> Option<usize> {
    const GYM: Kinds = BLANK | FLOOR | PLUS | STAR | AT | EX | OTHER;
    let top = &lines[at];
    if !top.only(PLUS | BLANK) || !top.has(PLUS) {
        return None;
    }
    let outer = |line: &Raw| {
        let body = line.text(text).trim_ascii();
        body.len() >= 3 && body.starts_with('+') && body.ends_with('+')
    };
    let rows = lines[at..].iter().take_while(|line| line.only(GYM) && outer(line)).count();
    (rows >= 2).then(|| at + rows - 1)
}

/// The last line of a board in the tags of a Chinese forum. A missing end tag is no reason to read on.
pub(crate) fn mf8(text: &str, lines: &[Raw], at: usize) -> Option<usize> {
    let tag = "[soko";
    let starts = |line: &Raw, tag: &str| {
        let body = line.text(text).trim_ascii_start();
        body.get(..tag.len()).is_some_and(|start| start.eq_ignore_ascii_case(tag))
    };
    if !starts(&lines[at], tag) {
        return None;
    }
    let rows = lines[at..].iter().take_while(|line| !line.is_blank() && !starts(line, "[/soko")).count();
    let end = lines.get(at + rows).is_some_and(|line| starts(line, "[/soko"));
    Some(at + rows - usize::from(!end))
}
