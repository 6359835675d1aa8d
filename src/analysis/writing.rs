//! What is to be said about the text around a board: its title, keys and comments, and the letters it is written in.

use super::{Code, Finding};
use crate::syntax::{Dialect, Key, Level, Notation, Puzzle, Reading, is_moves};
use crate::text::Span;

/// Keys that say one thing about the level, in lower case. Others may stand once for each solution.
const ONCE: [&str; 13] = [
    "title",
    "author",
    "authors",
    "collection",
    "set",
    "copyright",
    "email",
    "license",
    "difficulty",
    "game",
    "notation",
    "goal",
    "id",
];

/// Judges the text of one level. `own` is the level's own text; the findings' spans are relative to it.
pub fn check_writing(own: &str, level: &Level, reading: &Reading) -> Vec<Finding> {
    let start = level.span.start;
    let near = |span: Span| Span { start: span.start - start, end: span.end - start };
    let mut findings = Vec::new();
    if let Some(title) = &level.title
        && title.line.start >= start
        // Behind `Title:`, `;` or a quotation mark nobody takes it for moves.
        && own[near(title.line).range()].trim_start().starts_with(&own[near(title.text).range()])
        && is_moves(&own[near(title.text).range()])
    {
        let name = &own[near(title.text).range()];
        let message = format!("other programs read the title `{name}` as moves");
        findings.push(Finding::new(Code::TitleIsMoves, near(title.text), message));
    }
    let keys: Vec<Key> = level.keys.iter().filter(|key| key.name.start >= start).cloned().collect();
    let keys: Vec<Key> =
        keys.into_iter().map(|key| Key { name: near(key.name), value: near(key.value), ..key }).collect();
    check_keys(own, &keys, &mut findings);
    if level.notation == Notation::Xsb && level.dialect == Dialect::Plain {
        findings.extend(mixed_letters(own, reading));
    }
    findings
}

/// Judges the keys of a level or of a file's head. The keys' spans and the findings' are relative to `text`.
pub fn check_keys(text: &str, keys: &[Key], findings: &mut Vec<Finding>) {
    for (index, key) in keys.iter().enumerate() {
        let name = &text[key.name.range()];
        let value = &text[key.value.range()];
        let same = |other: &&Key| text[other.name.range()].eq_ignore_ascii_case(name);
        if key.open {
            let message = "this comment has no `Comment-End:`; programs differ in where it ends".to_string();
            findings.push(Finding::new(Code::UnterminatedComment, key.name, message));
        } else if let Some(first) = keys[..index].iter().find(same)
            && ONCE.iter().any(|once| name.eq_ignore_ascii_case(once))
        {
            let message = format!("`{name}` is given twice; some programs take the last one, some refuse the level");
            let related = vec![(first.name.cover(first.value), "the first one".into())];
            findings.push(Finding { related, ..Finding::new(Code::Metadata, key.name, message) });
        } else if name.eq_ignore_ascii_case("notation") && !is_notation(value) {
            let message = format!("there is no notation `{value}`; xsb, sbt, poj, array, glyphs and tiles are known");
            findings.push(Finding::new(Code::Metadata, key.value, message));
        } else if value.is_empty() && name.eq_ignore_ascii_case("title") {
            findings.push(Finding::new(Code::Metadata, key.name, "this title is empty".to_string()));
        }
    }
}

fn is_notation(value: &str) -> bool {
    value.eq_ignore_ascii_case("auto") || Notation::from_name(value).is_some_and(|found| found != Notation::Foreign)
}

/// Signs and letters for the same things on one board: the rarer of the two are named.
fn mixed_letters(own: &str, reading: &Reading) -> Option<Finding> {
    let Puzzle::Sokoban(_) = &reading.puzzle else { return None };
    let (mut signs, mut letters): (Vec<Span>, Vec<Span>) = (Vec::new(), Vec::new());
    let (mut dots, mut rings): (Vec<Span>, Vec<Span>) = (Vec::new(), Vec::new());
    for &place in &reading.places {
        match own[place.range()].chars().next_back() {
            Some('@' | '+' | '$' | '*') => signs.push(place),
            Some('p' | 'P' | 'b' | 'B' | 'm' | 'M') => letters.push(place),
            Some('.') => dots.push(place),
            Some('o') => rings.push(place),
            _ => {}
        }
    }
    let rarer = |one: Vec<Span>, other: Vec<Span>| if other.len() > one.len() { one } else { other };
    let mixed = |one: &Vec<Span>, other: &Vec<Span>| !one.is_empty() && !other.is_empty();
    let odd = match () {
        () if mixed(&signs, &letters) => rarer(signs, letters),
        () if mixed(&dots, &rings) => rarer(dots, rings),
        () => return None,
    };
    let first = *odd.first()?;
    let found = &own[first.range()];
    let message = format!("`{found}` and other ways of writing the same are mixed on this board");
    let related = odd[1..].iter().take(16).map(|&span| (span, format!("`{}`", &own[span.range()]).into())).collect();
    Some(Finding { related, ..Finding::new(Code::MixedNotation, first, message) })
}

/// The codes that a comment in `text` turns off: `; sok: ignore unused-floor, decoration`. Names that are no codes
/// come back with their places.
pub fn ignored(text: &str) -> (Vec<Code>, Vec<Span>) {
    const WORDS: &str = "sok: ignore ";
    let (mut codes, mut unknown) = (Vec::new(), Vec::new());
    for (at, _) in text.match_indices(WORDS) {
        let line_start = text[..at].rfind(['\n', '\r']).map_or(0, |end| end + 1);
        let lead = text[line_start..at].trim_matches([' ', '\t', ';', '/', ':', '>']);
        if !lead.is_empty() {
            continue;
        }
        let from = at + WORDS.len();
        let line = text[from..].split(['\n', '\r']).next().unwrap_or_default();
        let mut place = from;
        for part in line.split(',') {
            let name = part.trim();
            let start = place + (part.len() - part.trim_start().len());
            place += part.len() + 1;
            match Code::from_name(name) {
                Some(code) => codes.push(code),
                None => unknown.push(Span::new(start, start + name.len())),
            }
        }
    }
    (codes, unknown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_turns_findings_off_by_name() {
        let text = "#####\n; sok: ignore unused-floor, decoration\n;sok: ignore nonsense\nwe sok: ignore metadata\n";
        let (codes, unknown) = ignored(text);
        assert_eq!(codes, [Code::UnusedFloor, Code::Decoration]);
        assert_eq!(unknown.iter().map(|span| &text[span.range()]).collect::<Vec<_>>(), ["nonsense"]);
    }
}
