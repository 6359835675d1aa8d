//! Finds the moves that a file stores: solutions, snapshots, saved games.
//!
//! Any line of move letters is moves; what announces itself as a solution may have slips, so that they can be named.
//! The letters of `n s e w` are those of many words, so they need an announcement or a notation that is written so.

use super::assemble::Page;
use super::keys::{announces_moves, key};
use super::lines::{BACKSLASH, BIG_S, BLANK, BRACKET, DIGIT, KIND, Kinds, LURD, NSEW, PAREN, Raw, STAR};
use super::{LineClass, StoredKind, script};
use crate::text::Span;

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
    let words = |line: &Raw| {
        is_lurd(line.kinds)
            || (nsew || announced.is_some()) && is_nsew(line.kinds)
            || announced.is_some() && is_rare(line.text(page.text))
    };
    let begins = words(line) || announced == at.checked_sub(1) && announced.is_some() && is_nearly(page, at);
    if !begins || announced.is_none() && board_follows && is_title(page, at, to) {
        return None;
    }
    let moves = |line: usize| {
        page.classes[line] == LineClass::Note
            && (words(&page.lines[line]) || announced.is_some() && is_nearly(page, line))
    };
    let comment = |line: usize| page.classes[line] == LineClass::Comment && page.body(line).starts_with("//");
    let more = (at + 1..to).take_while(|&line| moves(line) || comment(line));
    let last = more.filter(|&line| moves(line)).last().unwrap_or(at);
    Some(Run { title, last })
}

/// True for text that programs take for moves wherever it stands: letters of `l u r d`, counts and brackets only, such
/// as `Dull`.
pub fn is_moves(text: &str) -> bool {
    is_lurd(kinds(text))
}

/// True for a part of a line that is moves in any spelling.
pub(crate) fn is_any_moves(text: &str) -> bool {
    is_moves(text) || is_nsew(kinds(text)) || is_rare(text)
}

/// The numbers that a title of moves gives, with their places: moves, pushes and whatever follows, as in
/// `Solution 132/41` or `Best Solution 230/97`. A number alone is given too, if the title ends with it; it may be the
/// number of the solution. Empty when there is none.
pub fn title_numbers(text: &str, title: Span) -> Vec<(u64, Span)> {
    let Some(part) = text.get(title.range()) else { return Vec::new() };
    let mut group: Vec<(u64, Span)> = Vec::new();
    let mut at = 0;
    for word in part.split_inclusive(char::is_whitespace) {
        let trimmed = word.trim_end();
        let start = title.start as usize + at;
        at += word.len();
        let numbers = joined_numbers(trimmed.trim_end_matches(['.', ',', ':', ';', ')']), start);
        let last = at >= part.trim_end().len();
        if numbers.len() >= 2 || last && !numbers.is_empty() {
            group = numbers;
            break;
        }
    }
    group
}

/// The numbers of `132/41`; none when anything else is in the word.
fn joined_numbers(word: &str, start: usize) -> Vec<(u64, Span)> {
    let open = word.len() - word.trim_start_matches('(').len();
    let mut at = start + open;
    let mut numbers = Vec::new();
    for digits in word[open..].split('/') {
        if digits.is_empty() || digits.len() > 9 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Vec::new();
        }
        numbers.extend(digits.parse().ok().map(|number| (number, Span::new(at, at + digits.len()))));
        at += digits.len() + 1;
    }
    numbers
}

/// What moves below such a title are meant to be.
pub(crate) fn kind(title: Option<&str>) -> StoredKind {
    const SNAPSHOTS: [&str; 3] = ["snapshot", "reverse mode snapshot", "savegame"];
    let title = title.unwrap_or_default().trim_start_matches([';', ' ']);
    let begins = |word: &str| title.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    match () {
        () if SNAPSHOTS.into_iter().any(begins) => StoredKind::Snapshot,
        () if announces_moves(title) => StoredKind::Solution,
        () => StoredKind::Unnamed,
    }
}

fn kinds(text: &str) -> Kinds {
    text.bytes().fold(0, |kinds, byte| kinds | KIND[byte as usize])
}

/// Spellings whose letters are those of many words: `h j k l`, and runs such as `1-4u1,4-4l1`.
fn is_rare(text: &str) -> bool {
    let vi = |letter: char| {
        matches!(letter.to_ascii_lowercase(), 'h' | 'j' | 'k' | 'l' | '0'..='9' | '(' | ')' | ' ' | '\\')
    };
    let text = text.trim_ascii();
    let has_vi = text.contains(['h', 'j', 'k', 'H', 'J', 'K']);
    has_vi && text.chars().all(vi) || script::runs(text, 0).is_some()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_a_title() {
        let numbers = |title: &str| -> Vec<(u64, String)> {
            let numbers = title_numbers(&format!("{title}\nR 7/7"), Span::new(0, title.len()));
            numbers.into_iter().map(|(number, span)| (number, title[span.range()].to_owned())).collect()
        };
        let two = |a: u64, b: u64| vec![(a, a.to_string()), (b, b.to_string())];
        assert_eq!(numbers("Solution 132/41"), two(132, 41));
        assert_eq!(numbers("Best Solution 230/97"), two(230, 97));
        assert_eq!(numbers("Solution/Moves 517/155"), two(517, 155));
        assert_eq!(numbers("; Solution (12/3)"), two(12, 3));
        assert_eq!(numbers("Solution 40/10/5/3/5 (YASS 2.33)").len(), 5);
        assert_eq!(numbers("Solution 2"), [(2, "2".to_owned())]);
        for none in ["Solution", "Solution/Moves (Built-in)", "Solution no. 2 of mine", "Solution 1/x", "Solution 3//4"]
        {
            assert_eq!(numbers(none), [], "{none}");
        }
    }

    #[test]
    fn titles_say_what_moves_are_meant_to_be() {
        assert_eq!(kind(Some("Best Solution 230/97")), StoredKind::Solution);
        assert_eq!(kind(Some("; solution")), StoredKind::Solution);
        assert_eq!(kind(Some("SaveGame 30/13")), StoredKind::Snapshot);
        assert_eq!(kind(Some("Reverse Mode Snapshot")), StoredKind::Snapshot);
        assert_eq!((kind(Some("By hand")), kind(None)), (StoredKind::Unnamed, StoredKind::Unnamed));
    }

    #[test]
    fn words_of_move_letters_are_moves_to_a_program() {
        assert!(is_moves("Dull") && is_moves("3(lr)") && is_moves("[]U*d"));
        assert!(!is_moves("News") && !is_moves("12") && !is_moves("hull") && !is_moves(""));
        assert!(is_any_moves("1-4u1,4-4l1") && is_any_moves("hjkL") && is_any_moves("nsew"));
        assert!(!is_any_moves("undefined") && !is_any_moves("none"));
    }
}
