//! Finds the moves that a file stores: solutions, snapshots, saved games.
//!
//! Any line of move letters is moves; what announces itself as a solution may have slips, so that they can be named.
//! The letters of `n s e w` are those of many words, so they need an announcement or a notation that is written so.

use super::LineClass;
use super::assemble::Page;
use super::keys::{announces_moves, key};
use super::lines::{BACKSLASH, BIG_S, BLANK, BRACKET, DIGIT, KIND, Kinds, LURD, NSEW, PAREN, Raw, STAR};

const LURD_LINE: Kinds = LURD | DIGIT | PAREN | BRACKET | STAR | BLANK | BACKSLASH;
const NSEW_LINE: Kinds = NSEW | BIG_S | DIGIT | PAREN | BLANK | BACKSLASH;

/// A run of moves.
pub(crate) struct Run {
    pub title: Option<usize>,
    pub last: usize,
}

/// The moves that begin at line `at`, a note, if they do. `notes` is where the notes before it begin, `to` where the
/// next board or the end stands; `nsew` says that the level's own notation writes moves so.
pub(crate) fn find(page: &Page, at: usize, notes: usize, to: usize, board_follows: bool, nsew: bool) -> Option<Run> {
    let line = &page.lines[at];
    let title = title(page, notes, at);
    let announced = title.filter(|&title| announces_moves(page.body(title)));
    let words = |line: &Raw| is_lurd(line.kinds) || (nsew || announced.is_some()) && is_nsew(line.kinds);
    let begins = words(line) || announced == at.checked_sub(1) && announced.is_some() && is_nearly(page, at);
    if !begins || announced.is_none() && board_follows && is_title(page, at, to) {
        return None;
    }
    let more = |&line: &usize| {
        page.classes[line] == LineClass::Note
            && (words(&page.lines[line]) || announced.is_some() && is_nearly(page, line))
    };
    let last = (at + 1..to).take_while(more).last().unwrap_or(at);
    Some(Run { title, last })
}

/// True for a part of a line that is moves in either spelling.
pub(crate) fn is_moves(text: &str) -> bool {
    let kinds = text.bytes().fold(0, |kinds, byte| kinds | KIND[byte as usize]);
    is_lurd(kinds) || is_nsew(kinds)
}

fn is_lurd(kinds: Kinds) -> bool {
    kinds & !LURD_LINE == 0 && kinds & LURD != 0
}

fn is_nsew(kinds: Kinds) -> bool {
    kinds & !NSEW_LINE == 0 && kinds & (NSEW | BIG_S) != 0
}

/// True for one word of mostly move letters: moves with a slip in them.
fn is_nearly(page: &Page, line: usize) -> bool {
    let body = page.body(line);
    let count = |allowed: Kinds| body.bytes().filter(|&byte| KIND[byte as usize] & allowed != 0).count();
    let near = |letters: usize| letters * 4 >= body.len() * 3;
    !body.contains([' ', '\t', ':']) && body.len() >= 4 && (near(count(LURD)) || near(count(NSEW | BIG_S)))
}

/// The title of moves at line `at`, among the notes before them.
fn title(page: &Page, notes: usize, at: usize) -> Option<usize> {
    let line = page.last_full(notes, at)?;
    let body = page.body(line);
    if !matches!(page.classes[line], LineClass::Note | LineClass::Comment) {
        return None;
    }
    if announces_moves(body) && key(page.text, &page.lines[line]).is_none_or(|key| key.value.is_empty()) {
        return Some(line);
    }
    let alone = line == notes || page.is_blank(line - 1);
    (page.classes[line] == LineClass::Note && !body.contains(':') && alone).then_some(line)
}

/// True for a short word such as `Dull` that stands where a board's title stands.
fn is_title(page: &Page, at: usize, to: usize) -> bool {
    let word = page.body(at);
    if word.len() >= 8 || !word.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        return false;
    }
    let name = word.len() >= 4 && word[1..].bytes().all(|byte| byte.is_ascii_lowercase());
    let before = at == 0 || page.is_blank(at - 1);
    before && (at + 1 == to || name && at + 2 == to && page.is_blank(at + 1))
}
