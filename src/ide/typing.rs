//! What is done around the caret: renaming a title, a closed wall for a new row, links, hints at line ends.

use super::Snapshot;
use super::place::Place;
use super::symbols::size;
use crate::syntax::{Dialect, LineClass, Notation};
use crate::text::{Edit, Span};

/// The title at a place, to be renamed.
pub fn title_at(snapshot: &Snapshot, offset: usize) -> Option<Span> {
    match snapshot.place(offset)? {
        Place::Title { span, .. } if !span.is_empty() => Some(span),
        _ => None,
    }
}

/// Gives the title at a place another name, or says why that cannot be one.
pub fn rename(snapshot: &Snapshot, offset: usize, name: &str) -> Result<Vec<Edit>, &'static str> {
    let span = title_at(snapshot, offset).ok_or("only the title of a level can be renamed")?;
    let name = name.trim();
    if name.is_empty() {
        return Err("a title cannot be empty");
    }
    if name.contains(['\n', '\r']) {
        return Err("a title is one line");
    }
    // Read as the reader would: what it takes for something else is no title.
    let edit = Edit { span, new_text: name.to_string() };
    let text = crate::text::apply_edits(&snapshot.text, std::slice::from_ref(&edit));
    let hints = crate::syntax::Hints::default();
    let before = crate::syntax::parse(&snapshot.text, &hints).levels.len();
    let file = crate::syntax::parse(&text, &hints);
    let is_title = file.levels.iter().any(|level| level.title.is_some_and(|title| title.text.start == span.start));
    if file.levels.len() != before || !is_title {
        return Err("programs would not read this as a title");
    }
    Ok(vec![edit])
}

/// After Enter at the end of a row: a new row between the walls of the one above. `offset` is the caret, in the new,
/// empty line.
pub fn new_row(snapshot: &Snapshot, offset: usize) -> Vec<Edit> {
    let text = &snapshot.text;
    let Some(before) = text.get(..offset) else { return Vec::new() };
    let rest = text[offset..].split(['\n', '\r']).next().unwrap_or_default();
    let line_start = before.trim_end_matches([' ', '\t']);
    let above = line_start.strip_suffix("\r\n").or_else(|| line_start.strip_suffix(['\n', '\r']));
    let (Some(above), true) = (above, rest.trim().is_empty()) else { return Vec::new() };
    let row_start = above.rfind(['\n', '\r']).map_or(0, |end| end + 1);
    let row = &above[row_start..];
    let is_row = snapshot.file.levels.iter().any(|level| {
        let plain = level.notation == Notation::Xsb && level.dialect == Dialect::Plain;
        plain && level.board.touches(above.len()) && level.board.start as usize <= row_start
    });
    let body = row.trim();
    let is_closed = body.len() >= 3 && body.starts_with('#') && body.ends_with('#');
    let is_wall = body.bytes().all(|byte| byte == b'#');
    // A wall by itself is no board yet, and the first row of one.
    let is_alone = !snapshot.file.levels.iter().any(|level| level.span.touches(row_start));
    // Below a wall from end to end at the bottom, the board is done.
    if !(is_row || is_wall && is_alone)
        || !is_closed
        || body.contains(|letter: char| letter.is_ascii_digit() || letter == '|')
    {
        return Vec::new();
    }
    let first = snapshot.file.levels.iter().any(|level| level.board.start as usize == row_start);
    if is_wall && !first && !is_alone {
        return Vec::new();
    }
    let margin = &row[..row.len() - row.trim_start().len()];
    let floor = if body.contains('-') { "-" } else { " " };
    let new_text = format!("{margin}#{}#", floor.repeat(body.chars().count() - 2));
    vec![Edit { span: Span::new(line_start.len(), offset + rest.len()), new_text }]
}

/// Addresses of the web and of mail in the text around the boards, with where they lead.
pub fn links(snapshot: &Snapshot) -> Vec<(Span, String)> {
    let mut links = Vec::new();
    for line in &snapshot.file.lines {
        if matches!(line.class, LineClass::Board | LineClass::Moves | LineClass::Blank) {
            continue;
        }
        let text = &snapshot.text[line.span.range()];
        if !text.contains("://") && !text.contains('@') && !text.contains("www.") {
            continue;
        }
        let mut at = line.span.start as usize;
        for word in text.split_inclusive([' ', '\t', '\n', '\r', '<', '>', '"', '(', ')', '[', ']']) {
            let body =
                word.trim_end_matches([' ', '\t', '\n', '\r', '<', '>', '"', '(', ')', '[', ']', '.', ',', ';', ':']);
            if let Some(target) = target(body) {
                links.push((Span::new(at, at + body.len()), target));
            }
            at += word.len();
        }
    }
    links
}

fn target(word: &str) -> Option<String> {
    let is_plain = word.bytes().all(|byte| byte.is_ascii_graphic());
    if !is_plain {
        return None;
    }
    if ["http://", "https://", "ftp://"].iter().any(|scheme| word.len() > scheme.len() && word.starts_with(scheme)) {
        return Some(word.to_string());
    }
    if word.starts_with("www.") && word.len() > 6 {
        return Some(format!("https://{word}"));
    }
    let (name, host) = word.split_once('@')?;
    let is_name = |text: &str| {
        !text.is_empty()
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_' | b'+'))
    };
    let (first, last) = host.rsplit_once('.')?;
    let is_mail =
        is_name(name) && is_name(first) && last.len() >= 2 && last.bytes().all(|byte| byte.is_ascii_alphabetic());
    is_mail.then(|| format!("mailto:{word}"))
}

/// Hints behind the titles of levels: their size. Never within a board, whose columns they would shift.
pub fn inlays(snapshot: &Snapshot, range: Span) -> Vec<(usize, String)> {
    let levels = snapshot.levels_in(range);
    let hint = |level: usize| {
        let node = &snapshot.file.levels[level];
        let line = node.title.filter(|title| title.line.start < node.board.start)?.line;
        let here = line.start <= range.end && range.start <= line.end;
        (here && snapshot.levels[level].facts.size.0 > 0).then(|| (line.end as usize, size(snapshot, level)))
    };
    levels.filter_map(hint).collect()
}
