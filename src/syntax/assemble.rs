//! Puts lines, boards, titles, keys and moves together to levels.
//!
//! The order in a file is: header, then for each level its title, board, notes and solutions. No marks stand between
//! them, so what a line is depends on what follows it: a note above a board is that board's title.

use super::blocks::{CommentBlock, Found, span};
use super::keys::{is_known, key};
use super::lines::{COLON, OTHER, Raw, SEMICOLON, trim};
use super::titles::{self, Heading, Votes};
use super::{Dialect, File, Key, Level, Line, LineClass, Notation, Stored, StoredKind, poj, splits, stored};
use crate::level::Style;
use crate::text::Span;

/// The text, its lines, and what is known of them so far.
pub(crate) struct Page<'a> {
    pub text: &'a str,
    pub lines: &'a [Raw],
    pub classes: Vec<LineClass>,
    pub comments: &'a [CommentBlock],
}

impl Page<'_> {
    /// The line's text, without quotes and surrounding blanks.
    pub fn body(&self, line: usize) -> &str {
        &self.text[self.lines[line].trimmed(self.text).range()]
    }

    pub fn is_blank(&self, line: usize) -> bool {
        self.lines[line].is_blank()
    }

    /// The last line before `to` that is not blank, from line `from` on.
    pub fn last_full(&self, from: usize, to: usize) -> Option<usize> {
        (from..to).rev().find(|&line| !self.is_blank(line))
    }
}

/// The lines between two boards, or between a board and an end of the file.
#[derive(Clone, Copy)]
struct Gap {
    from: usize,
    /// The next board's first line, or the number of lines.
    to: usize,
    /// False behind the last board.
    board_follows: bool,
    /// False before the first board.
    board_before: bool,
}

/// What a gap holds.
#[derive(Default)]
struct Contents {
    keys: Vec<Key>,
    solutions: Vec<Stored>,
    /// The first line that belongs to a solution.
    first_solution: Option<usize>,
    /// The last line of what belongs to the level above.
    last: Option<usize>,
    /// What stands above the next board.
    heading: Option<Heading>,
}

/// The file: `found` are its boards, `notations` theirs.
pub(crate) fn assemble(text: &str, lines: &[Raw], found: &Found, notations: &[(Notation, Dialect)]) -> File {
    let starts = found.blocks.iter().map(|block| block.first).chain([lines.len()]);
    let ends = [0].into_iter().chain(found.blocks.iter().map(|block| block.last + 1));
    let gaps: Vec<Gap> = ends
        .zip(starts)
        .enumerate()
        .map(|(index, (from, to))| Gap { from, to, board_before: index > 0, board_follows: index < found.blocks.len() })
        .collect();
    let classes = classify(text, lines, found, &gaps);
    let mut page = Page { text, lines, classes, comments: &found.comments };
    let votes = titles::vote(&page, &found.blocks);
    let header = page.gap(gaps[0], None, votes);
    let levels = Vec::with_capacity(found.blocks.len());
    let splits = splits::find(text, lines, &found.blocks);
    let mut file = File { keys: header.keys, levels, splits, ..File::default() };
    let mut heading = header.heading;
    for ((block, gap), &(notation, dialect)) in found.blocks.iter().zip(&gaps[1..]).zip(notations) {
        let contents = page.gap(*gap, Some(notation), votes);
        let board = span(lines, block);
        let mut keys = contents.keys;
        keys.splice(0..0, heading.iter_mut().flat_map(|heading| std::mem::take(&mut heading.keys)));
        let first = heading.as_ref().map_or(block.first, |heading| heading.first);
        let last = contents.last.unwrap_or(block.last);
        let notes = contents.first_solution.map_or(Some(last), |line| page.last_full(block.last, line));
        let title = titles::name(&mut page, &keys, heading.as_ref(), (first, block.last, last), votes);
        file.levels.push(Level {
            span: Span { start: lines[first].start, end: lines[last].end },
            notation,
            title,
            board,
            keys,
            notes_end: notes.map_or(board.end, |line| lines[line].end),
            solutions: contents.solutions,
            dialect,
        });
        heading = contents.heading;
    }
    let class = |(raw, &class): (&Raw, &LineClass)| Line { span: Span { start: raw.start, end: raw.next }, class };
    file.lines = lines.iter().zip(&page.classes).map(class).collect();
    file
}

/// The class of every line, as far as the line alone and the boards tell.
fn classify(text: &str, lines: &[Raw], found: &Found, gaps: &[Gap]) -> Vec<LineClass> {
    let mut classes = vec![LineClass::Board; lines.len()];
    for gap in gaps {
        for at in gap.from..gap.to {
            // An unknown key of one word counts beside another key, or right below a board.
            let beside = at > 0 && matches!(classes[at - 1], LineClass::Key | LineClass::Board);
            classes[at] = class(text, &lines[at], beside);
        }
    }
    for block in &found.comments {
        classes[block.first..=block.last].fill(LineClass::Key);
    }
    classes
}

fn class(text: &str, line: &Raw, beside: bool) -> LineClass {
    if line.is_blank() {
        return LineClass::Blank;
    }
    if !line.has(SEMICOLON | COLON | OTHER) {
        return LineClass::Note;
    }
    let body = line.text(text).trim_ascii_start();
    if body.starts_with(';') || body.starts_with("::") || body.starts_with("//") {
        return LineClass::Comment;
    }
    let is_key = key(text, line).is_some_and(|key| {
        let name = &text[key.name.range()];
        is_known(name) || beside && !name.contains(' ') && !key.value.is_empty()
    });
    if is_key { LineClass::Key } else { LineClass::Note }
}

impl Page<'_> {
    /// Reads a gap. `notation` is that of the board above it.
    fn gap(&mut self, gap: Gap, notation: Option<Notation>, votes: Votes) -> Contents {
        let nsew = notation.is_some_and(|notation| notation.info().moves == Style::Nsew);
        let mut contents = Contents::default();
        let above = (votes.keys_above && gap.board_follows).then(|| titles::keys_above(self, gap.from, gap.to));
        let above = above.flatten();
        let to = above.unwrap_or(gap.to);
        // Where the notes begin among which a title is sought.
        let mut notes = gap.from;
        let mut at = gap.from;
        while at < to {
            if self.classes[at] == LineClass::Key {
                at += self.key(at, &mut contents);
                continue;
            }
            let found = match self.classes[at] {
                LineClass::Note => stored::find(self, at, notes, to, gap.board_follows, nsew),
                _ => None,
            };
            let Some(found) = found else {
                at += 1;
                continue;
            };
            self.classes[at..=found.last].fill(LineClass::Moves);
            if let Some(title) = found.title {
                self.classes[title] = LineClass::SolutionTitle;
            }
            let start = self.lines[at].trimmed(self.text);
            contents.solutions.push(Stored {
                title: found.title.map(|title| self.lines[title].content()),
                moves: start.cover(self.lines[found.last].trimmed(self.text)),
                kind: stored::kind(found.title.map(|title| self.body(title))),
            });
            contents.first_solution = contents.first_solution.or(Some(found.title.unwrap_or(at)));
            at = found.last + 1;
            notes = at;
        }
        if gap.board_follows {
            let heading = titles::heading(self, notes, to, !gap.board_before, gap.from, votes);
            contents.heading = match (heading, above) {
                (heading, None) => heading,
                (heading, Some(first)) => {
                    let mut own = Contents::default();
                    let mut at = first;
                    while at < gap.to {
                        at += self.key(at, &mut own);
                    }
                    // A line above keys is their level's title only if it touches them.
                    let title = heading.filter(|heading| heading.line + 1 == first);
                    let first = title.as_ref().map_or(first, |title| title.first);
                    let (title, line) = (title.as_ref().and_then(|it| it.title), first);
                    Some(Heading { title, line, first, keys: own.keys })
                }
            };
        }
        if let Some(heading) = &contents.heading
            && heading.title.is_some()
        {
            self.classes[heading.line] = LineClass::Title;
        }
        if gap.board_before {
            let stop = contents.heading.as_ref().map_or(gap.to, |heading| heading.first);
            let ends_poj = |line: usize| {
                notation == Some(Notation::Poj) && poj::header(self.text, &self.lines[line]) == Some((0, 0))
            };
            contents.last = (gap.from..stop).rev().find(|&line| !self.is_blank(line) && !ends_poj(line));
        }
        contents
    }

    /// Takes in the key at line `at` with the lines of its block. Returns how many lines that are.
    fn key(&mut self, at: usize, contents: &mut Contents) -> usize {
        let Some(mut key) = key(self.text, &self.lines[at]) else { return 1 };
        let name = &self.text[key.name.range()];
        let mut count = 1;
        if name.eq_ignore_ascii_case("comment") && key.value.is_empty() {
            // A block without an end is none: its lines are notes.
            match self.comments.binary_search_by_key(&at, |block| block.first) {
                Ok(index) => {
                    let end = self.comments[index].last;
                    count = end + 1 - at;
                    if end > at + 1 {
                        let inner = Span { start: self.lines[at + 1].body, end: self.lines[end - 1].end };
                        key.value = trim(self.text, inner);
                    }
                }
                Err(_) => key.open = true,
            }
        } else if name.eq_ignore_ascii_case("solution") {
            if stored::is_any_moves(&self.text[key.value.range()]) {
                self.classes[at] = LineClass::Moves;
                contents.solutions.push(Stored { title: None, moves: key.value, kind: StoredKind::Solution });
                contents.first_solution = contents.first_solution.or(Some(at));
                return 1;
            }
            // `Solution:` with nothing behind it is the title of the moves below.
            if key.value.is_empty() {
                self.classes[at] = LineClass::Note;
                return 1;
            }
        }
        contents.keys.push(key);
        count
    }
}
