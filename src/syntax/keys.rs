//! `Key: value` lines, and the titles of stored moves.

use super::Key;
use super::lines::{COLON, OTHER, Raw, trim};
use crate::text::Span;

/// The keys that readers give a meaning to, in lower case.
pub(crate) const KNOWN: [&str; 43] = [
    "title",
    "author",
    "authors",
    "collection",
    "set",
    "date",
    "date created",
    "date of last change",
    "copyright",
    "email",
    "e-mail",
    "homepage",
    "website",
    "web site",
    "url",
    "author comment",
    "description",
    "license",
    "difficulty",
    "note",
    "notes",
    "comment",
    "comments",
    "comment-end",
    "view",
    "game",
    "puzzle type",
    "goalorder",
    "boxorder",
    "id",
    "time",
    "solver",
    "optimizer",
    "optimality",
    "solution name",
    "own solution",
    "solution comment",
    "solution comment end",
    "notation",
    "goal",
    "limit",
    "solution",
    "file format",
];

/// No key is longer.
const LONGEST: usize = 40;

/// The key of a line that begins with one. `http://…` is none.
pub(crate) fn key(text: &str, line: &Raw) -> Option<Key> {
    if line.has(COLON) { separated(text, line, b':') } else { None }
}

/// `Game = Hexoban`, the one key that is written so too.
pub(crate) fn game(text: &str, line: &Raw) -> Option<Key> {
    if !line.has(OTHER) || !line.text(text).trim_ascii_start().get(..4)?.eq_ignore_ascii_case("game") {
        return None;
    }
    separated(text, line, b'=').filter(|key| text[key.name.range()].eq_ignore_ascii_case("game"))
}

fn separated(text: &str, line: &Raw, sign: u8) -> Option<Key> {
    let body = line.body as usize;
    let bytes = &text.as_bytes()[body..line.end as usize];
    let start = bytes.iter().position(|&byte| byte > b' ')?;
    let letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b' ' | b'-' | b'_' | b'/' | b'\'');
    let length = bytes[start..].iter().take(LONGEST).position(|&byte| !letter(byte))?;
    let colon = start + length;
    if bytes[colon] != sign || !bytes[start].is_ascii_alphabetic() || bytes[colon + 1..].starts_with(b"//") {
        return None;
    }
    let name = trim(text, Span::new(body + start, body + colon));
    let value = trim(text, Span::new(body + colon + 1, line.end as usize));
    Some(Key { name, value, open: false })
}

/// The key that readers know by this name, in small letters, or `None`. `Author` and `authors` are one key.
pub fn known_key(name: &str) -> Option<&'static str> {
    let known = KNOWN.iter().find(|known| known.eq_ignore_ascii_case(name)).copied()?;
    Some(match known {
        "authors" => "author",
        "e-mail" => "email",
        "website" | "web site" | "url" => "homepage",
        "notes" => "note",
        "comments" => "comment",
        _ => known,
    })
}

pub(crate) fn is_known(name: &str) -> bool {
    name.len() < LONGEST && KNOWN.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// True for a title that announces moves: `Solution 33/8`, `Best Solution`, `SaveGame`.
pub(crate) fn announces_moves(title: &str) -> bool {
    const WORDS: [&str; 6] = ["solution", "best solution", "snapshot", "reverse mode snapshot", "savegame", "maze #"];
    let title = title.trim_start_matches([';', ' ']);
    WORDS.iter().any(|word| title.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word)))
}
