//! Finds a level's title: the line above its board, a `Title:` key, or a `;` line, by the habits of the file.

use super::assemble::Page;
use super::blocks::Block;
use super::keys::announces_moves;
use super::lines::trim;
use super::{Key, LineClass, Title, poj};
use crate::text::Span;

/// What stands above a board and belongs to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Heading {
    pub title: Option<Title>,
    /// The title's line.
    pub line: usize,
    /// The first line that belongs to the level.
    pub first: usize,
    pub keys: Vec<Key>,
}

/// Habits of a file that no single line shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Votes {
    /// `; title` stands below its board.
    pub below: bool,
    /// Keys stand above their board.
    pub keys_above: bool,
}

pub(crate) fn vote(page: &Page, blocks: &[Block]) -> Votes {
    let comment = |line: usize| {
        let body = if line < page.lines.len() { page.body(line) } else { "" };
        page.classes.get(line) == Some(&LineClass::Comment) && body.starts_with(';') && !is_directive(body)
    };
    let key = |line: usize| page.classes.get(line) == Some(&LineClass::Key);
    let (mut comments_below, mut comments_above, mut keys_below, mut keys_above) = (0, 0, 0, 0);
    let mut end = 0;
    for block in blocks {
        let first = block.first;
        // Whether a run of such lines ends above the board, and does not begin right below the one before.
        let run = |test: &dyn Fn(usize) -> bool, at: usize| {
            let start = (end..at).rev().take_while(|&line| test(line)).last();
            start.is_some_and(|start| start > end || end == 0)
        };
        let blank = first > end && page.is_blank(first - 1);
        comments_above += usize::from(run(&comment, first - usize::from(blank)));
        keys_above += usize::from(end > 0 && run(&key, first));
        end = block.last + 1;
        let touching = (end..page.lines.len()).take_while(|&line| comment(line)).count();
        let free = page.classes.get(end + touching).is_none_or(|&class| class != LineClass::Board);
        comments_below += usize::from(touching > 0 && free);
        keys_below += usize::from(key(end));
    }
    Votes { below: comments_below > comments_above, keys_above: keys_above > keys_below }
}

/// The first line of the keys that stand right above the board at line `to`.
pub(crate) fn keys_above(page: &Page, from: usize, to: usize) -> Option<usize> {
    let first = (from..to).rev().take_while(|&line| page.classes[line] == LineClass::Key).last()?;
    (first > from || from == 0).then_some(first)
}

/// The title above the board at line `to`, among the notes from line `notes` on.
///
/// It is the last line that is not blank, if a blank line or nothing stands before it. `gap` is where the lines
/// between the boards begin.
pub(crate) fn heading(
    page: &Page,
    notes: usize,
    to: usize,
    is_first: bool,
    gap: usize,
    votes: Votes,
) -> Option<Heading> {
    let line = page.last_full(notes, to)?;
    let body = page.body(line);
    let comment = body.starts_with(';');
    if !matches!(page.classes[line], LineClass::Note | LineClass::Comment) || body.starts_with("::") {
        return None;
    }
    if comment && votes.below && (is_first || (gap..line).all(|line| page.body(line).starts_with(';'))) {
        return None;
    }
    let maze = body.get(..6).is_some_and(|start| start.eq_ignore_ascii_case("maze #"));
    if announces_moves(body) && !maze {
        return None;
    }
    // A first title with `=` would be a macro of the header.
    if is_first && !comment && body.contains('=') {
        return None;
    }
    if is_directive(body) || is_rule(body) || is_tag(body) || poj::header(page.text, &page.lines[line]) == Some((0, 0))
    {
        return None;
    }
    let quoted = is_quoted(body);
    let before = line.checked_sub(1).filter(|&before| before >= notes);
    let above = before.map_or("", |before| page.body(before));
    let above = if is_directive(above) { "" } else { above };
    let numbered = quoted && above.starts_with(';') && above != ";";
    let alone = above.is_empty() || above == ";" || comment && !above.starts_with(';') || numbered;
    if !alone {
        return signed(page, notes, line);
    }
    // `; 11` above `'name'` belongs to the title.
    let first = if numbered { line - 1 } else { line };
    Some(Heading { title: Some(title(page, line)), line, first, keys: Vec::new() })
}

/// The title in two lines such as `Name` and `by Author`, of which the second is `line`.
fn signed(page: &Page, notes: usize, line: usize) -> Option<Heading> {
    let first = line.checked_sub(1).filter(|&first| first >= notes && page.classes[first] == LineClass::Note)?;
    let by = page.body(line).get(..3).is_some_and(|start| start.eq_ignore_ascii_case("by "));
    let alone = first == notes || page.is_blank(first - 1);
    let title = (by && alone && !is_rule(page.body(first))).then(|| title(page, first))?;
    Some(Heading { title: Some(title), line: first, first, keys: Vec::new() })
}

/// A comment that is meant for this program: `; sok: ignore unused-floor`. It names no level.
fn is_directive(body: &str) -> bool {
    body.trim_start_matches([';', ' ', '\t']).starts_with("sok: ")
}

/// A line of one sign over and over, such as `-----` or `* * *`.
fn is_rule(body: &str) -> bool {
    let mut signs = body.bytes().filter(|byte| !byte.is_ascii_whitespace());
    let first = signs.next().unwrap_or(b'-');
    b"-_=*~#.:;+`".contains(&first) && signs.all(|sign| sign == first)
}

/// The tags that one program puts around boards on the clipboard.
fn is_tag(body: &str) -> bool {
    body.eq_ignore_ascii_case("<board>") || body.eq_ignore_ascii_case("</board>")
}

fn is_quoted(text: &str) -> bool {
    text.len() > 2 && text.starts_with('\'') && text.ends_with('\'')
}

/// The title on a line, without `;` and single quotes.
fn title(page: &Page, line: usize) -> Title {
    let all = page.lines[line].trimmed(page.text);
    let marks = page.text[all.range()].bytes().take_while(|&byte| byte == b';').count();
    let mut text = trim(page.text, Span::new(all.start as usize + marks, all.end as usize));
    if is_quoted(&page.text[text.range()]) {
        text = Span { start: text.start + 1, end: text.end - 1 };
    }
    Title { text, line: page.lines[line].content() }
}

/// A level's title. A `Title:` key beats the line above the board; failing both, the `;` line right below it is
/// the title, if that is the file's habit or the level's only note. The level's lines are the first, its board's last
/// and the last.
pub(crate) fn name(
    page: &mut Page,
    keys: &[Key],
    heading: Option<&Heading>,
    (first, board, last): (usize, usize, usize),
    votes: Votes,
) -> Option<Title> {
    let is_title = |key: &&Key| page.text[key.name.range()].eq_ignore_ascii_case("title") && !key.value.is_empty();
    if let Some(key) = keys.iter().rev().find(is_title) {
        let line = first + page.lines[first..last].partition_point(|line| line.next <= key.name.start);
        return Some(Title { text: key.value, line: page.lines[line].content() });
    }
    if let Some(title) = heading.and_then(|heading| heading.title) {
        return Some(title);
    }
    let mut below = board + 1;
    while below <= last && is_directive(page.body(below)) {
        below += 1;
    }
    let is_comment = page.classes.get(below) == Some(&LineClass::Comment) && page.body(below).starts_with(';');
    // A line that belongs to the next level's heading is not this level's.
    if below > last || !is_comment || !(votes.below || last == below) || is_rule(page.body(below)) {
        return None;
    }
    page.classes[below] = LineClass::Title;
    Some(title(page, below))
}
