//! What can be written at a place: keys, their values, codes, and levels to begin with.

use super::Snapshot;
use super::keys::KEYS;
use crate::analysis::RULES;
use crate::syntax::{LineClass, NOTATIONS, Notation};
use crate::text::Span;
use std::collections::BTreeSet;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CompletionKind {
    Key,
    Value,
    Skeleton,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Completion {
    pub kind: CompletionKind,
    pub label: String,
    pub about: String,
    /// What it takes the place of.
    pub span: Span,
    pub new_text: String,
    /// The same with places to fill in, for clients that know snippets: `${1:title}`.
    pub snippet: Option<String>,
}

/// A level to begin with: its name, and the lines of its board.
struct Skeleton {
    name: &'static str,
    about: &'static str,
    rows: &'static str,
}

const SKELETONS: &[Skeleton] = &[
    Skeleton {
        name: "level: small room",
        about: "A room with one box.",
        rows: "#######\n#     #\n#  $  #\n# @ . #\n#     #\n#######",
    },
    Skeleton {
        name: "level: large room",
        about: "A room with four boxes.",
        rows: "############\n#          #\n#  $    .  #\n#  $    .  #\n#  $    .  #\n#  $    .  #\n#    @     #\n############",
    },
    Skeleton {
        name: "level: two rooms",
        about: "Two rooms with a door between them.",
        rows: "###########\n#    #    #\n# $  #  . #\n#  @     .#\n# $  #    #\n#    #    #\n###########",
    },
];

/// What fits at `offset`. Nothing within a board or among moves, where every character counts.
pub fn completions(snapshot: &Snapshot, offset: usize) -> Vec<Completion> {
    let text = &snapshot.text;
    let offset = offset.min(text.len());
    let index = snapshot.file.lines.partition_point(|line| line.span.start as usize <= offset).saturating_sub(1);
    let class = snapshot.file.lines.get(index).map(|line| line.class);
    // A line that begins below the last line end is not among the lines while it is empty.
    let fresh = text[..offset].ends_with(['\n', '\r']) && offset == text.len();
    if !fresh && matches!(class, Some(LineClass::Board | LineClass::Moves | LineClass::SolutionTitle)) {
        return Vec::new();
    }
    let start = text[..offset].rfind(['\n', '\r']).map_or(0, |end| end + 1);
    let before = &text[start..offset];
    if let Some(codes) = before.find("sok: ignore ").filter(|_| before.trim_start().starts_with([';', ':'])) {
        let from = before[codes..].rfind([' ', ',']).map_or(offset, |at| start + codes + at + 1);
        return rules(Span::new(from, offset));
    }
    if let Some((name, value)) = before.split_once(':') {
        let from = offset - value.trim_start().len();
        return values(snapshot, name.trim(), Span::new(from, offset));
    }
    let word = before.trim_start();
    if !word.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b' ')) {
        return Vec::new();
    }
    let span = Span::new(offset - word.len(), offset);
    let mut all: Vec<Completion> = KEYS.iter().map(|key| self::key(key.name, key.about, span)).collect();
    if before == word {
        all.extend(SKELETONS.iter().map(|skeleton| level(snapshot, skeleton, span)));
    }
    all
}

fn key(name: &str, about: &str, span: Span) -> Completion {
    let new_text = if name == "Comment-End" { format!("{name}:") } else { format!("{name}: ") };
    let (label, about) = (name.to_string(), about.to_string());
    Completion { kind: CompletionKind::Key, label, about, span, new_text, snippet: None }
}

fn level(snapshot: &Snapshot, skeleton: &Skeleton, span: Span) -> Completion {
    let end = super::insert::line_end(&snapshot.text);
    let rows = skeleton.rows.replace('\n', end);
    let title = format!("Level {}", snapshot.levels.len() + 1);
    Completion {
        kind: CompletionKind::Skeleton,
        label: skeleton.name.to_string(),
        about: format!("{}\n\n```\n{}\n```", skeleton.about, skeleton.rows),
        span,
        new_text: format!("{title}{end}{end}{rows}{end}"),
        // `$` begins a place in a snippet; the boxes must not.
        snippet: Some(format!("${{1:{title}}}{end}{end}{}{end}$0", rows.replace('$', "\\$"))),
    }
}

fn value(label: &str, about: &str, span: Span) -> Completion {
    let (label, about) = (label.to_string(), about.to_string());
    Completion { kind: CompletionKind::Value, new_text: label.clone(), label, about, span, snippet: None }
}

fn rules(span: Span) -> Vec<Completion> {
    RULES.iter().map(|rule| value(rule.name, rule.title, span)).collect()
}

/// The values of a key: those that are known, or those that the file has already.
fn values(snapshot: &Snapshot, name: &str, span: Span) -> Vec<Completion> {
    if name.eq_ignore_ascii_case("notation") {
        // Those in which a level can be written.
        use Notation::{Foreign, Mf8, Slc, Ssx};
        let known = NOTATIONS.iter().filter(|info| !matches!(info.notation, Foreign | Mf8 | Slc | Ssx));
        return known.map(|info| value(info.name, "", span)).collect();
    }
    if !["author", "collection", "set", "copyright", "email", "homepage"].contains(&name.to_lowercase().as_str()) {
        return Vec::new();
    }
    let keys = snapshot.file.keys.iter().chain(snapshot.file.levels.iter().flat_map(|level| &level.keys));
    let same = keys.filter(|key| snapshot.text[key.name.range()].eq_ignore_ascii_case(name));
    let other = same.filter(|key| !key.value.touches(span.end as usize));
    let values: BTreeSet<&str> = other.map(|key| &snapshot.text[key.value.range()]).collect();
    values.into_iter().filter(|value| !value.is_empty()).take(50).map(|known| value(known, "", span)).collect()
}
