//! Boards written as array literals: JSON, Python, C++ and Java spellings, pasted from anywhere.
//!
//! A small lexer that knows brackets, quotes of every kind and numbers. It follows brackets over lines, but never
//! over an empty one, so that a literal that is still being typed cannot swallow the rest of the file.

use super::lines::{BRACKET, KIND, Raw, SBT_ROW, XSB_ROW, split};
use super::rle::Square;
use crate::text::Span;

/// Brackets nested more deeply are no board.
const MAX_DEPTH: usize = 32;
/// Cells behind this many are not read; a board has a million at most.
const MAX_LEAVES: usize = 2_000_000;

/// What a line with brackets turned out to be.
pub(crate) enum Scan {
    Board {
        last: usize,
        numbers: bool,
    },
    /// No literal begins before line `tried`.
    No {
        tried: usize,
    },
}

/// A literal, cut into its innermost brackets.
#[derive(Debug, Default)]
pub(crate) struct Literal {
    /// The cells in each innermost bracket, without quotes; never an empty list.
    pub groups: Vec<Vec<Leaf>>,
    /// Where the last bracket or cell ends.
    pub end: usize,
    /// True when every bracket is closed.
    pub closed: bool,
    pub depth: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Leaf {
    pub span: Span,
    pub number: bool,
}

/// Tries to read a literal that begins in line `at`.
pub(crate) fn scan(text: &str, lines: &[Raw], at: usize) -> Scan {
    let Some(start) = start(text, &lines[at]) else { return Scan::No { tried: at + 1 } };
    let literal = lex(text, start, text.len());
    let last = lines[at..].partition_point(|line| (line.next as usize) < literal.end) + at;
    let last = last.min(lines.len() - 1);
    let leaves = || literal.groups.iter().flatten();
    let numbers = leaves().filter(|leaf| leaf.number).count();
    let strings = leaves().count() - numbers;
    let is_board = if numbers > strings {
        literal.depth >= 2 && numbers >= 2 || literal.groups.len() >= 2 && literal.closed
    } else {
        strings >= 1 && looks_like_board(text, &literal)
    };
    if is_board { Scan::Board { last, numbers: numbers > strings } } else { Scan::No { tried: last + 1 } }
}

fn looks_like_board(text: &str, literal: &Literal) -> bool {
    let (mut right, mut all) = (0, 0);
    for leaf in literal.groups.iter().flatten() {
        for byte in text[leaf.span.range()].bytes() {
            all += 1;
            right += usize::from(KIND[byte as usize] & (XSB_ROW | SBT_ROW) != 0);
        }
    }
    all >= 2 && right * 3 >= all * 2
}

/// Where the literal of a board's first line begins.
pub(crate) fn first(text: &str) -> usize {
    split(text).first().and_then(|line| start(text, line)).unwrap_or(0)
}

/// Where the literal of this line begins: at a bracket with a bracket, quote or digit behind it, and before it
/// nothing but `grid =`, `new char[][]` and the like.
fn start(text: &str, line: &Raw) -> Option<usize> {
    if !line.has(BRACKET) {
        return None;
    }
    let body = line.text(text);
    for (at, letter) in body.char_indices() {
        if !matches!(letter, '[' | '{') {
            continue;
        }
        let rest = body[at + 1..].trim_ascii_start();
        if is_object(rest) {
            continue;
        }
        let inner = rest.is_empty()
            || rest.starts_with(['[', '{', '"', '\'', '`', '‘', '’', '“', '”', '&'])
            || rest.starts_with(|digit: char| digit.is_ascii_digit())
            || rest.starts_with("vector")
            || rest.starts_with("new ")
            || (rest.starts_with(['#', '.', 'S', 'B', 'T', '@', '$'])
                && rest[1..].trim_ascii_start().starts_with([',', ']', '}']));
        if !inner {
            // `char[][] grid = …`: the pair of brackets belongs to the type.
            if rest.starts_with(']') {
                continue;
            }
            return None;
        }
        let before = body[..at].trim_ascii();
        let fits = before.is_empty() || before.ends_with(['=', ':', '(', ']', '*', '>']) || before.ends_with("return");
        // A member of a JSON document is a board only when its rows are lists.
        let member = before.ends_with("\":") && !rest.starts_with(['[', '{']);
        return (fits && !member).then_some(line.body as usize + at);
    }
    None
}

/// True for what stands behind the brace of a JSON object: a name in quotes and a colon.
fn is_object(rest: &str) -> bool {
    let name = rest.strip_prefix('"').and_then(|name| name.split_once('"'));
    name.is_some_and(|(_, value)| value.trim_ascii_start().starts_with(':'))
}

/// Reads the literal at `start`, up to an empty line or `limit` at most. Linear.
pub(crate) fn lex(text: &str, start: usize, limit: usize) -> Literal {
    let mut lexer = Lexer { text, at: start, limit, line_start: false };
    let mut literal = Literal { end: start, ..Literal::default() };
    let (mut depth, mut leaves) = (0, 0);
    let mut group: Vec<Leaf> = Vec::new();
    while let Some(token) = lexer.next() {
        match token {
            Token::Open if depth == 0 && literal.depth >= 2 || depth == MAX_DEPTH => break,
            Token::Open => {
                depth += 1;
                literal.depth = literal.depth.max(depth);
                flush(&mut literal, &mut group);
            }
            Token::Close if depth == 0 => continue,
            Token::Close => {
                depth -= 1;
                flush(&mut literal, &mut group);
                literal.closed = depth == 0;
            }
            Token::Leaf(leaf) if depth > 0 && leaves < MAX_LEAVES => {
                leaves += 1;
                group.push(leaf);
            }
            Token::Leaf(_) => break,
        }
        literal.end = lexer.at;
    }
    flush(&mut literal, &mut group);
    literal.closed &= depth == 0;
    literal
}

/// The rows of squares, each with its end: each innermost bracket, or each string where strings are longer than one
/// character.
pub(crate) fn rows(text: &str, literal: &Literal, offset: usize) -> Vec<(Vec<Square>, usize)> {
    let squares = |leaf: &Leaf| {
        let start = leaf.span.start as usize + offset;
        let square = move |(at, letter): (usize, char)| (letter, Span::new(start + at, start + at + letter.len_utf8()));
        text[leaf.span.range()].char_indices().map(square)
    };
    let mut rows = Vec::new();
    for group in &literal.groups {
        let long = group.iter().filter(|leaf| text[leaf.span.range()].chars().nth(1).is_some()).count();
        let parts = if long * 2 >= group.len() { 1 } else { group.len() };
        rows.extend(group.chunks(parts).map(|part| {
            let end = part.last().map_or(0, |leaf| leaf.span.end as usize);
            (part.iter().flat_map(squares).collect(), offset + end)
        }));
    }
    rows
}

fn flush(literal: &mut Literal, group: &mut Vec<Leaf>) {
    if !group.is_empty() {
        literal.groups.push(std::mem::take(group));
    }
}

enum Token {
    Open,
    Close,
    Leaf(Leaf),
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    limit: usize,
    line_start: bool,
}

impl Lexer<'_> {
    /// The next token, or `None` at the limit or at something that is no part of a literal.
    fn next(&mut self) -> Option<Token> {
        loop {
            let rest = self.text.get(self.at..self.limit)?;
            let letter = rest.chars().next()?;
            let line_start = std::mem::replace(&mut self.line_start, false);
            match letter {
                '\n' | '\r' if line_start => return None,
                '\n' | '\r' => {
                    self.line_start = true;
                    self.at += if rest.starts_with("\r\n") { 2 } else { 1 };
                }
                // The margin of a comment or of quoted mail.
                '*' if line_start && !rest.starts_with("*/") && !bare(rest) => self.at += 1,
                '>' if line_start => {
                    self.line_start = true;
                    self.at += 1;
                }
                _ if letter <= ' ' || letter == '\u{a0}' => {
                    self.line_start = line_start;
                    self.at += letter.len_utf8();
                }
                ',' | ';' => self.at += 1,
                '[' if rest[1..].starts_with(']') => self.at += 2,
                '[' | '{' | '(' => {
                    self.at += 1;
                    return Some(Token::Open);
                }
                ']' | '}' | ')' => {
                    self.at += 1;
                    return Some(Token::Close);
                }
                '/' if rest.starts_with("//") => self.at += rest.find(['\n', '\r']).unwrap_or(rest.len()),
                '0'..='9' => {
                    let length = rest.bytes().take_while(u8::is_ascii_digit).count();
                    return Some(self.leaf(0, length, 0, true));
                }
                '"' | '\'' | '`' => return self.quoted(rest, letter.len_utf8(), &[letter]),
                '‘' | '’' => return self.quoted(rest, letter.len_utf8(), &['‘', '’', '\'']),
                '“' | '”' => return self.quoted(rest, letter.len_utf8(), &['“', '”', '"']),
                '&' => {
                    let entity = ["&quot;", "&#34;", "&#39;", "&apos;"].into_iter().find(|&it| rest.starts_with(it))?;
                    let inner = &rest[entity.len()..];
                    let length = inner.find(['&', '\n', '\r'])?;
                    if !inner[length..].starts_with(entity) {
                        return None;
                    }
                    return Some(self.leaf(entity.len(), length, entity.len(), false));
                }
                _ if bare(rest) => return Some(self.leaf(0, letter.len_utf8(), 0, false)),
                _ if letter.is_ascii_alphabetic() => {
                    let word =
                        |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'<' | b'>' | b'.' | b':' | b'_');
                    let length = rest.bytes().take_while(|byte| word(byte)).count();
                    if !rest[length..].trim_ascii_start().starts_with(['[', '{', '(', 'c']) {
                        return None;
                    }
                    self.at += length;
                }
                _ => return None,
            }
        }
    }

    /// A leaf behind `before` bytes, with `after` bytes of quote behind it.
    fn leaf(&mut self, before: usize, length: usize, after: usize, number: bool) -> Token {
        let span = Span::new(self.at + before, self.at + before + length);
        self.at += before + length + after;
        Token::Leaf(Leaf { span, number })
    }

    fn quoted(&mut self, rest: &str, before: usize, ends: &[char]) -> Option<Token> {
        let inner = &rest[before..];
        let length = inner.find(|letter| ends.contains(&letter) || matches!(letter, '\n' | '\r'))?;
        let end = inner[length..].chars().next()?;
        let number = length > 0 && inner[..length].bytes().all(|byte| byte.is_ascii_digit());
        ends.contains(&end).then(|| self.leaf(before, length, end.len_utf8(), number))
    }
}

/// True for a cell that is written without quotes: one character and then a comma or bracket.
fn bare(rest: &str) -> bool {
    rest.starts_with(['#', '.', 'S', 'B', 'T', '@', '$', '*', '+'])
        && rest[1..].trim_ascii_start().starts_with([',', ']', '}'])
}
