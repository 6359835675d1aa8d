//! Semantic tokens: what each piece of the text is, so that themes can colour it.

use super::Snapshot;
use super::snapshot::LevelEntry;
use crate::analysis::live_cells;
use crate::level::{Board, arena};
use crate::syntax::{Level, LineClass, Puzzle, Reading};
use crate::text::Span;
use std::sync::Arc;

macro_rules! names {
    ($(#[$doc:meta])* $list:ident $type:ident { $($name:ident $text:literal $about:literal)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum $type { $($name),* }

        /// The name and the explanation of each, in the order of the type.
        pub const $list: &[(&str, &str)] = &[$(($text, $about)),*];
    };
}

names! {
    /// What a token is. Clients learn the names at the start.
    TOKEN_TYPES TokenType {
        Wall "wall" "A wall of a board."
        Floor "floor" "Floor of a board."
        Target "target" "A target without box or player."
        Box "box" "A box."
        Player "player" "The player."
        Tile "number" "A number of a sliding puzzle."
        Push "push" "A move that pushes a box."
        Step "move" "A move that pushes nothing."
        Title "levelTitle" "The title of a level."
        SolutionTitle "solutionTitle" "The title of stored moves."
        Key "property" "The name of a key."
        Value "string" "The value of a key."
        Comment "comment" "A comment."
    }
}

names! {
    /// What is more to be said of a token; each is a bit.
    TOKEN_MODIFIERS TokenModifier {
        OnTarget "onTarget" "A box or the player on a target."
        Dead "dead" "Floor from which no box can be brought to a target."
        Outside "outside" "What the player can never reach."
    }
}

/// One token, on one line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Token {
    pub span: Span,
    pub kind: TokenType,
    /// A bit for each [`TokenModifier`].
    pub modifiers: u32,
}

impl TokenModifier {
    pub fn bit(self) -> u32 {
        1 << self as u32
    }
}

/// The tokens that touch `range`, ordered, without overlap, each within one line. Squares that are alike and side by
/// side are one token. What a level's own text says is worked out once for each of its versions.
pub fn tokens(snapshot: &Snapshot, range: Span) -> Vec<Token> {
    let file = &snapshot.file;
    let mut all = Vec::new();
    let first = file.lines.partition_point(|line| line.span.end <= range.start);
    for line in file.lines[first..].iter().take_while(|line| line.span.start <= range.end) {
        let kind = match line.class {
            LineClass::Comment => TokenType::Comment,
            LineClass::SolutionTitle => TokenType::SolutionTitle,
            _ => continue,
        };
        let length = snapshot.text[line.span.range()].trim_end().len();
        let span = Span::new(line.span.start as usize, line.span.start as usize + length);
        all.push(Token { span, kind, modifiers: 0 });
    }
    for key in &file.keys {
        key_tokens(snapshot, key, &mut all);
    }
    for level in snapshot.levels_in(range) {
        let node = &file.levels[level];
        if let Some(title) = node.title {
            all.push(Token { span: title.text, kind: TokenType::Title, modifiers: 0 });
        }
        node.keys.iter().for_each(|key| key_tokens(snapshot, key, &mut all));
        let start = node.span.start as usize;
        let own = level_tokens(snapshot, level);
        all.extend(own.iter().map(|token| Token { span: token.span.shifted(start), ..*token }));
    }
    all.retain(|token| !token.span.is_empty() && token.span.start <= range.end && range.start <= token.span.end);
    // Where two things stand at one place (a `;` line that is a title), the one that says more stays.
    all.sort_by_key(|token| (token.span.start, token.kind));
    let mut clean: Vec<Token> = Vec::with_capacity(all.len());
    for token in all {
        match clean.last_mut() {
            Some(last) if token.span.start < last.span.end => {
                if token.kind < last.kind && token.span.start > last.span.start {
                    last.span.end = token.span.start;
                    clean.push(token);
                }
            }
            _ => clean.push(token),
        }
    }
    clean
}

fn key_tokens(snapshot: &Snapshot, key: &crate::syntax::Key, all: &mut Vec<Token>) {
    all.push(Token { span: key.name, kind: TokenType::Key, modifiers: 0 });
    // The lines of a comment block, one by one.
    let start = key.value.start as usize;
    let mut at = start;
    for line in snapshot.text[key.value.range()].split_inclusive(['\n', '\r']) {
        let span = Span::new(at, at + line.trim_end().len());
        all.push(Token { span, kind: TokenType::Value, modifiers: 0 });
        at += line.len();
    }
}

/// The tokens of a level's board and moves, relative to the level.
fn level_tokens(snapshot: &Snapshot, level: usize) -> Arc<[Token]> {
    let LevelEntry { facts, .. } = &snapshot.levels[level];
    let make = || {
        let node = &snapshot.file.levels[level];
        let own = &snapshot.text[node.span.range()];
        let mut tokens = board_tokens(own, &snapshot.reading(level));
        tokens.extend(move_tokens(own, node));
        tokens.sort_unstable();
        tokens.into()
    };
    Arc::clone(facts.tokens.get_or_init(make))
}

fn board_tokens(own: &str, reading: &Reading) -> Vec<Token> {
    let board = match &reading.puzzle {
        Puzzle::Sokoban(board) => board,
        Puzzle::Tiles(_) => {
            let token = |&span: &Span| Token { span, kind: TokenType::Tile, modifiers: 0 };
            return reading.places.iter().map(token).collect();
        }
        Puzzle::Foreign => return Vec::new(),
    };
    let (inside, dead) = areas(board);
    let mut tokens: Vec<Token> = Vec::new();
    for (cell, &span) in reading.places.iter().enumerate() {
        let content = board.cells[cell];
        let (kind, on_target) = match (content.is_wall(), content.is_target(), content.is_box(), content.is_player()) {
            (true, ..) => (TokenType::Wall, false),
            (_, on_target, true, _) => (TokenType::Box, on_target),
            (_, on_target, _, true) => (TokenType::Player, on_target),
            (_, true, ..) => (TokenType::Target, false),
            _ => (TokenType::Floor, false),
        };
        let mut modifiers = 0;
        if on_target {
            modifiers |= TokenModifier::OnTarget.bit();
        }
        if !content.is_wall() && inside.as_ref().is_some_and(|inside| !inside[cell]) {
            modifiers |= TokenModifier::Outside.bit();
        } else if kind != TokenType::Wall && dead[cell] {
            modifiers |= TokenModifier::Dead.bit();
        }
        let outside_floor = kind == TokenType::Floor && modifiers == TokenModifier::Outside.bit();
        if span.is_empty() || outside_floor || own[span.range()].contains(['\n', '\r']) {
            continue;
        }
        match tokens.last_mut() {
            // A packed row gives one place to many squares.
            Some(last) if last.span == span => {}
            Some(last) if last.span.end == span.start && last.kind == kind && last.modifiers == modifiers => {
                last.span.end = span.end;
            }
            _ => tokens.push(Token { span, kind, modifiers }),
        }
    }
    tokens
}

/// The player's area, if the board has one, and the floor on which a box is lost.
fn areas(board: &Board) -> (Option<Vec<bool>>, Vec<bool>) {
    let mut dead = vec![false; board.cells.len()];
    let Ok(arena) = arena(board) else { return (None, dead) };
    let mut inside = vec![false; board.cells.len()];
    for (&cell, live) in arena.board_cell.iter().zip(live_cells(&arena)) {
        inside[cell as usize] = true;
        dead[cell as usize] =
            !live && !board.cells[cell as usize].is_target() && !board.cells[cell as usize].is_player();
    }
    (Some(inside), dead)
}

fn move_tokens(own: &str, level: &Level) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    for stored in &level.solutions {
        let moves = stored.relative_to(level.span.start).moves;
        for (at, letter) in own[moves.range()].char_indices().filter(|(_, letter)| letter.is_ascii_alphabetic()) {
            let start = moves.start as usize + at;
            let kind = if letter.is_ascii_uppercase() { TokenType::Push } else { TokenType::Step };
            match tokens.last_mut() {
                Some(last) if last.span.end as usize == start && last.kind == kind => last.span.end += 1,
                _ => tokens.push(Token { span: Span::new(start, start + 1), kind, modifiers: 0 }),
            }
        }
    }
    tokens
}
