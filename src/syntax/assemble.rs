//! Puts lines, boards, titles, keys and moves together to levels.

use super::blocks::{Found, Shape, header, span};
use super::keys::{announces_moves, is_known, key};
use super::lines::{Raw, SEMICOLON, trim};
use super::moves::{is_lurd, is_moves, is_nsew};
use super::{File, Key, Level, Line, LineClass, Notation, Stored, Title};
use crate::level::Style;
use crate::text::Span;

struct Assembler<'a> {
    text: &'a str,
    lines: &'a [Raw],
    classes: Vec<LineClass>,
    /// True when this file writes a level's `; title` below its board.
    below: bool,
}

/// The file: `found` are its boards, `notations` theirs.
pub(crate) fn assemble(text: &str, lines: &[Raw], found: &Found, notations: &[Notation]) -> File {
    let mut this = Assembler { text, lines, classes: vec![LineClass::Note; lines.len()], below: false };
    this.below = this.titles_are_below(found);
    for block in &found.comments {
        this.classes[block.first..=block.last].fill(LineClass::Key);
    }
    for block in &found.blocks {
        this.classes[block.first..=block.last].fill(LineClass::Board);
    }
    this.classify();
    let mut file = File::default();
    let mut title = this.gap(0, found, 0, None, &mut file.keys);
    for (index, block) in found.blocks.iter().enumerate() {
        let board = span(lines, block);
        let start = title.map_or(block.first, |title: Heading| title.first);
        let mut level = Level {
            span: Span::new(lines[start].start as usize, board.end as usize),
            notation: notations[index],
            title: title.map(|title| title.title),
            board,
            keys: Vec::new(),
            notes_end: board.end,
            solutions: Vec::new(),
            dialect: match block.shape {
                Shape::Gym => super::Dialect::Gym,
                _ => super::Dialect::Plain,
            },
        };
        let mut keys = Vec::new();
        title = this.gap(block.last + 1, found, index + 1, Some(&mut level), &mut keys);
        this.name(&mut level, &keys, block.last);
        level.keys = keys;
        file.levels.push(level);
    }
    let class =
        |(raw, class): (&Raw, &LineClass)| Line { span: Span { start: raw.start, end: raw.next }, class: *class };
    file.lines = lines.iter().zip(&this.classes).map(class).collect();
    file
}

/// A title above a board, and the first line that belongs to it.
#[derive(Clone, Copy)]
struct Heading {
    title: Title,
    first: usize,
}

impl Assembler<'_> {
    /// The class of every line that is no board, as far as the line alone tells.
    fn classify(&mut self) {
        for (index, line) in self.lines.iter().enumerate() {
            if self.classes[index] != LineClass::Note {
                continue;
            }
            self.classes[index] = if line.is_blank() {
                LineClass::Blank
            } else if self.is_comment(line) {
                LineClass::Comment
            } else if self.known_key(line).is_some() {
                LineClass::Key
            } else {
                LineClass::Note
            };
        }
    }

    fn is_comment(&self, line: &Raw) -> bool {
        let body = line.text(self.text).trim_ascii_start();
        body.starts_with(';') || body.starts_with("::") || body.starts_with("//")
    }

    fn known_key(&self, line: &Raw) -> Option<Key> {
        key(self.text, line).filter(|key| is_known(&self.text[key.name.range()]))
    }

    /// Reads what stands between two boards (or the ends of the file): keys, notes and moves of `level`, and the
    /// title of the next board.
    fn gap(
        &mut self,
        from: usize,
        found: &Found,
        next: usize,
        mut level: Option<&mut Level>,
        keys: &mut Vec<Key>,
    ) -> Option<Heading> {
        let to = found.blocks.get(next).map_or(self.lines.len(), |block| block.first);
        let nsew = level.as_ref().is_some_and(|level| level.notation.info().moves == Style::Nsew);
        let mut notes = from;
        let mut at = from;
        // The last line that belongs to the level so far.
        let mut end = from.checked_sub(1);
        while at < to {
            match self.classes[at] {
                LineClass::Key => {
                    at += self.keys(at, level.as_deref_mut(), keys);
                    continue;
                }
                LineClass::Note if self.begins_moves(at, notes, to, next < found.blocks.len(), nsew) => {
                    let title = self.moves_title(notes, at);
                    let last = self.moves_end(at, to, nsew || self.is_announced(title));
                    self.classes[at..=last].fill(LineClass::Moves);
                    if let Some(title) = title {
                        self.classes[title] = LineClass::SolutionTitle;
                    }
                    if let Some(level) = level.as_deref_mut() {
                        let first = self.lines[at].trimmed(self.text);
                        level.solutions.push(Stored {
                            title: title.map(|title| self.lines[title].content()),
                            moves: first.cover(self.lines[last].trimmed(self.text)),
                        });
                        if level.solutions.len() == 1 {
                            let before = (from..title.unwrap_or(at)).rev().find(|&line| !self.lines[line].is_blank());
                            if let Some(before) = before {
                                level.notes_end = self.lines[before].end;
                            }
                        }
                    }
                    end = Some(last);
                    at = last + 1;
                    notes = at;
                    continue;
                }
                _ => {}
            }
            at += 1;
        }
        let heading = match next < found.blocks.len() {
            true => self.heading(notes, to, next == 0, from),
            false => None,
        };
        let stop = heading.map_or(to, |heading| heading.first);
        if let Some(level) = level {
            let last = (from..stop).rev().find(|&line| !self.lines[line].is_blank() && !self.ends_poj(line, level));
            end = end.max(last);
            if let Some(end) = end {
                level.span.end = level.span.end.max(self.lines[end].end);
                if level.solutions.is_empty() {
                    level.notes_end = level.span.end;
                }
            }
        }
        heading
    }

    /// `0 0` below the last maze.
    fn ends_poj(&self, line: usize, level: &Level) -> bool {
        level.notation == Notation::Poj && header(self.text, &self.lines[line]) == Some((0, 0))
    }

    /// Takes in the key at line `at` with the lines of its block. Returns how many lines that are.
    fn keys(&mut self, at: usize, level: Option<&mut Level>, keys: &mut Vec<Key>) -> usize {
        let Some(mut key) = key(self.text, &self.lines[at]) else { return 1 };
        let name = &self.text[key.name.range()];
        let mut count = 1;
        if name.eq_ignore_ascii_case("comment") && key.value.is_empty() {
            let block = self.lines[at..].iter().zip(&self.classes[at..]).skip(1);
            let block = block.take_while(|(_, class)| **class == LineClass::Key);
            let end = block.into_iter().position(|(line, _)| {
                let body = line.text(self.text).trim_ascii_start();
                body.get(..11).is_some_and(|start| start.eq_ignore_ascii_case("comment-end"))
            });
            if let Some(end) = end {
                count = end + 2;
                if end > 0 {
                    let inner = Span { start: self.lines[at + 1].body, end: self.lines[at + end].end };
                    key.value = trim(self.text, inner);
                }
            }
        } else if name.eq_ignore_ascii_case("solution") && is_moves(&self.text[key.value.range()]) {
            self.classes[at] = LineClass::Moves;
            if let Some(level) = level {
                level.solutions.push(Stored { title: None, moves: key.value });
                if level.solutions.len() == 1 {
                    let before = (0..at).rev().find(|&line| !self.lines[line].is_blank());
                    level.notes_end = before.map_or(level.board.end, |line| self.lines[line].end);
                }
            }
            return 1;
        }
        keys.push(key);
        count
    }

    fn is_announced(&self, title: Option<usize>) -> bool {
        title.is_some_and(|title| announces_moves(self.lines[title].text(self.text)))
    }

    /// True when line `at` is the first of a run of moves.
    fn begins_moves(&self, at: usize, notes: usize, to: usize, board_follows: bool, nsew: bool) -> bool {
        let line = &self.lines[at];
        if is_lurd(line) {
            return !(board_follows && self.is_word_title(at, notes, to));
        }
        is_nsew(line) && (nsew || self.is_announced(self.moves_title(notes, at)))
    }

    /// True for a short word such as `DULL` that stands where a title stands.
    fn is_word_title(&self, at: usize, notes: usize, to: usize) -> bool {
        let word = &self.text[self.lines[at].trimmed(self.text).range()];
        if word.len() >= 8 || !word.bytes().all(|byte| byte.is_ascii_alphabetic()) {
            return false;
        }
        if self.is_announced(self.moves_title(notes, at)) {
            return false;
        }
        let before = at == 0 || self.lines[at - 1].is_blank();
        let name = word.len() >= 4 && word[1..].bytes().all(|byte| byte.is_ascii_lowercase());
        before && (at + 1 == to || name && at + 2 == to && self.lines[at + 1].is_blank())
    }

    /// The last line of the moves that begin at line `at`.
    fn moves_end(&self, at: usize, to: usize, nsew: bool) -> usize {
        let more = |line: &Raw| is_lurd(line) || (nsew && is_nsew(line));
        let count = self.lines[at..to].iter().take_while(|line| more(line)).count();
        at + count.max(1) - 1
    }

    /// The title line of moves at line `at`, among the notes before them.
    fn moves_title(&self, notes: usize, at: usize) -> Option<usize> {
        let line = (notes..at).rev().find(|&line| !self.lines[line].is_blank())?;
        let text = self.lines[line].text(self.text).trim_ascii();
        if announces_moves(text) && key(self.text, &self.lines[line]).is_none_or(|key| key.value.is_empty()) {
            return Some(line);
        }
        let alone = line == notes || self.lines[line - 1].is_blank();
        let fits = self.classes[line] == LineClass::Note && !text.contains(':') && alone;
        fits.then_some(line)
    }

    /// The title of the board at line `to`, among the notes from line `notes` on. `gap` is where the gap begins.
    fn heading(&mut self, notes: usize, to: usize, is_first: bool, gap: usize) -> Option<Heading> {
        let line = (notes..to).rev().find(|&line| !self.lines[line].is_blank())?;
        let text = self.lines[line].text(self.text).trim_ascii();
        let comment = text.starts_with(';');
        if text.starts_with("::") || announces_moves(text) && !text.starts_with("Maze #") {
            return None;
        }
        if self.below && comment && self.reaches(gap, line) {
            return None;
        }
        if !matches!(self.classes[line], LineClass::Note | LineClass::Comment) {
            return None;
        }
        // The title of the first board must not look like one of the header's macros.
        if is_first && !comment && text.contains('=') {
            return None;
        }
        if text.bytes().all(|byte| !byte.is_ascii_alphanumeric() && byte < 0x80)
            || header(self.text, &self.lines[line]) == Some((0, 0))
        {
            return None;
        }
        let quoted = text.len() > 2 && text.starts_with('\'') && text.ends_with('\'');
        let before = line.checked_sub(1).filter(|&before| before >= notes);
        let before_text = before.map_or("", |before| self.lines[before].text(self.text).trim_ascii());
        let alone = before.is_none_or(|before| {
            self.lines[before].is_blank()
                || before_text == ";"
                || (comment && !before_text.starts_with(';'))
                || (quoted && before_text.starts_with(';'))
        });
        if !alone {
            return None;
        }
        self.classes[line] = LineClass::Title;
        let first = match before {
            Some(before) if quoted && before_text.starts_with(';') && before_text != ";" => before,
            _ => line,
        };
        Some(Heading { title: self.title(line), first })
    }

    /// True when the lines from `from` to `line` are all `;` lines.
    fn reaches(&self, from: usize, line: usize) -> bool {
        self.lines[from..=line].iter().all(|line| line.text(self.text).trim_ascii_start().starts_with(';'))
    }

    fn title(&self, line: usize) -> Title {
        let mut text = self.lines[line].trimmed(self.text);
        let shown = &self.text[text.range()];
        let inner = shown.trim_start_matches(';');
        text = trim(self.text, Span { start: text.start + (shown.len() - inner.len()) as u32, end: text.end });
        let shown = &self.text[text.range()];
        if shown.len() > 2 && shown.starts_with('\'') && shown.ends_with('\'') {
            text = Span { start: text.start + 1, end: text.end - 1 };
        }
        Title { text, line: self.lines[line].content() }
    }

    /// The title that keys or comments below the board give a level.
    fn name(&mut self, level: &mut Level, keys: &[Key], board: usize) {
        let named = keys.iter().find(|key| self.text[key.name.range()].eq_ignore_ascii_case("title"));
        if let Some(key) = named.filter(|key| !key.value.is_empty()) {
            let line = self.lines.partition_point(|line| line.next <= key.name.start);
            level.title = Some(Title { text: key.value, line: self.lines[line].content() });
            return;
        }
        let below = board + 1;
        let Some(line) = self.lines.get(below) else { return };
        if level.title.is_some() || !line.text(self.text).starts_with(';') || line.end > level.span.end {
            return;
        }
        let only = level.span.end == line.end;
        if self.below || only {
            self.classes[below] = LineClass::Title;
            level.title = Some(self.title(below));
        }
    }

    /// The vote of the file: are `;` lines the titles of the boards above them?
    fn titles_are_below(&self, found: &Found) -> bool {
        let semicolon = |line: usize| {
            self.lines.get(line).is_some_and(|line| {
                line.kinds & SEMICOLON != 0 && line.text(self.text).trim_ascii_start().starts_with(';')
            })
        };
        let (mut above, mut below) = (0, 0);
        for (index, block) in found.blocks.iter().enumerate() {
            below += usize::from(semicolon(block.last + 1));
            let before = (0..block.first).rev().take(2).find(|&line| !self.lines[line].is_blank());
            above += usize::from(index == 0 && before.is_some_and(semicolon));
        }
        above == 0 && below * 2 > found.blocks.len()
    }
}
