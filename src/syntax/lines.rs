//! Cuts a text into lines and notes which kinds of characters each line holds. One pass over the bytes.
//!
//! Must not decide what a line means: that takes its neighbours, and is done in `blocks` and `assemble`.

use crate::text::Span;

/// One line. Offsets are bytes of the text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Raw {
    pub start: u32,
    /// Behind the `>` of quoted mail, and behind a byte order mark.
    pub body: u32,
    /// Before the line end.
    pub end: u32,
    /// Behind the line end.
    pub next: u32,
    /// The [`Kinds`] of characters from `body` to `end`.
    pub kinds: Kinds,
}

impl Raw {
    /// Blank, or with nothing but mail quotes.
    pub fn is_blank(&self) -> bool {
        self.only(BLANK)
    }

    pub fn only(&self, allowed: Kinds) -> bool {
        self.kinds & !allowed == 0
    }

    pub fn has(&self, kinds: Kinds) -> bool {
        self.kinds & kinds != 0
    }

    pub fn text<'a>(&self, text: &'a str) -> &'a str {
        &text[self.body as usize..self.end as usize]
    }

    /// The first byte that is neither blank nor floor, or 0.
    pub fn first(&self, text: &str) -> u8 {
        let bytes = &text.as_bytes()[self.body as usize..self.end as usize];
        bytes.iter().copied().find(|&byte| KIND[byte as usize] & (BLANK | FLOOR) == 0).unwrap_or(0)
    }

    /// Without the line end.
    pub fn content(&self) -> Span {
        Span { start: self.start, end: self.end }
    }

    /// Without quotes, surrounding blanks and line end.
    pub fn trimmed(&self, text: &str) -> Span {
        trim(text, Span { start: self.body, end: self.end })
    }
}

/// The span without blanks and controls at its ends.
pub(crate) fn trim(text: &str, span: Span) -> Span {
    let bytes = &text.as_bytes()[span.range()];
    let Some(first) = bytes.iter().position(|&byte| byte > b' ') else { return Span::at(span.start as usize) };
    let last = bytes.iter().rposition(|&byte| byte > b' ').unwrap_or(first);
    Span::new(span.start as usize + first, span.start as usize + last + 1)
}

/// A set of kinds of characters. Every byte is of exactly one kind.
pub(crate) type Kinds = u32;

/// Space and controls, but for line ends.
pub(crate) const BLANK: Kinds = 1;
/// `-` and `_`.
pub(crate) const FLOOR: Kinds = 1 << 1;
pub(crate) const WALL: Kinds = 1 << 2;
/// `@` and `$`.
pub(crate) const AT: Kinds = 1 << 3;
pub(crate) const PLUS: Kinds = 1 << 4;
pub(crate) const STAR: Kinds = 1 << 5;
pub(crate) const DOT: Kinds = 1 << 6;
/// The letters that stand for squares in `xsb`, but for `B`.
pub(crate) const ALIAS: Kinds = 1 << 7;
pub(crate) const BIG_B: Kinds = 1 << 8;
pub(crate) const BIG_S: Kinds = 1 << 9;
pub(crate) const BIG_T: Kinds = 1 << 10;
pub(crate) const DIGIT: Kinds = 1 << 11;
pub(crate) const PAREN: Kinds = 1 << 12;
pub(crate) const PIPE: Kinds = 1 << 13;
/// `l u r d` in either case.
pub(crate) const LURD: Kinds = 1 << 14;
/// `n s e w` in either case, but for `S`.
pub(crate) const NSEW: Kinds = 1 << 15;
/// `[ ] { } < >`
pub(crate) const BRACKET: Kinds = 1 << 16;
pub(crate) const COMMA: Kinds = 1 << 17;
pub(crate) const COLON: Kinds = 1 << 18;
pub(crate) const SEMICOLON: Kinds = 1 << 19;
pub(crate) const BACKSLASH: Kinds = 1 << 20;
/// `x` and `X`
pub(crate) const EX: Kinds = 1 << 21;
/// Anything beyond ASCII.
pub(crate) const HIGH: Kinds = 1 << 22;
pub(crate) const LETTER: Kinds = 1 << 23;
pub(crate) const OTHER: Kinds = 1 << 24;
/// `\n` and `\r`
const LINE_END: Kinds = 1 << 25;

/// Every square of `xsb`, with its aliases.
pub(crate) const XSB_ROW: Kinds = BLANK | FLOOR | WALL | AT | PLUS | STAR | DOT | ALIAS | BIG_B;
/// Every square of `sbt`.
pub(crate) const SBT_ROW: Kinds = WALL | DOT | BIG_B | BIG_S | BIG_T | STAR | PLUS;
pub(crate) const RLE: Kinds = DIGIT | PAREN | PIPE;

pub(crate) const KIND: [Kinds; 256] = {
    let mut table = [OTHER; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b'\n' | b'\r' => LINE_END,
            0..=b' ' => BLANK,
            b'-' | b'_' => FLOOR,
            b'#' => WALL,
            b'@' | b'$' => AT,
            b'+' => PLUS,
            b'*' => STAR,
            b'.' => DOT,
            b'p' | b'P' | b'b' | b'o' | b'm' | b'M' => ALIAS,
            b'B' => BIG_B,
            b'S' => BIG_S,
            b'T' => BIG_T,
            b'0'..=b'9' => DIGIT,
            b'(' | b')' => PAREN,
            b'|' => PIPE,
            b'l' | b'u' | b'r' | b'd' | b'L' | b'U' | b'R' | b'D' => LURD,
            b'n' | b's' | b'e' | b'w' | b'N' | b'E' | b'W' => NSEW,
            b'[' | b']' | b'{' | b'}' | b'<' | b'>' => BRACKET,
            b',' => COMMA,
            b':' => COLON,
            b';' => SEMICOLON,
            b'\\' => BACKSLASH,
            b'x' | b'X' => EX,
            0x80.. => HIGH,
            b'a'..=b'z' | b'A'..=b'Z' => LETTER,
            _ => OTHER,
        };
        byte += 1;
    }
    table
};

/// What follows so many lines is read as one line of text: no file of levels is so long, and memory has an end.
const MAX_LINES: usize = 2_000_000;

/// Some editors begin a text with it; it is no part of what the first line says.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The lines of a text, which end in `\n`, `\r\n` or `\r`. Together they tile it.
pub(crate) fn split(text: &str) -> Vec<Raw> {
    let bytes = text.as_bytes();
    // What the first lines are like says how many there will be.
    let sample = &bytes[..bytes.len().min(1 << 14)];
    let ends = sample.iter().filter(|&&byte| KIND[byte as usize] == LINE_END).count() + 1;
    let mut lines = Vec::with_capacity((bytes.len() * ends / sample.len().max(1) * 9 / 8).min(MAX_LINES));
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        if start == 0 && text.starts_with(BYTE_ORDER_MARK) {
            at = BYTE_ORDER_MARK.len_utf8();
        }
        if lines.len() == MAX_LINES {
            let (start, end) = (start as u32, bytes.len() as u32);
            lines.push(Raw { start, body: start, end, next: end, kinds: OTHER });
            break;
        }
        while bytes.get(at) == Some(&b'>') {
            at += if bytes[at + 1..].starts_with(b" >") { 2 } else { 1 };
        }
        let body = at;
        let mut kinds = 0;
        for &byte in &bytes[body..] {
            let kind = KIND[byte as usize];
            if kind == LINE_END {
                break;
            }
            kinds |= kind;
            at += 1;
        }
        let end = at;
        if bytes.get(at) == Some(&b'\r') {
            at += 1;
        }
        if bytes.get(at) == Some(&b'\n') && (at == end || bytes[at - 1] == b'\r') {
            at += 1;
        }
        lines.push(Raw { start: start as u32, body: body as u32, end: end as u32, next: at as u32, kinds });
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_three_line_ends_count_and_the_lines_tile_the_text() {
        let text = "a\nb\r\nc\rd\n\r\r\n\ne";
        let lines: Vec<&str> = split(text).iter().map(|line| &text[line.start as usize..line.next as usize]).collect();
        assert_eq!(lines, ["a\n", "b\r\n", "c\r", "d\n", "\r", "\r\n", "\n", "e"]);
    }

    #[test]
    fn a_flood_of_lines_ends_in_one_line() {
        let text = "\n".repeat(MAX_LINES + 5);
        let lines = split(&text);
        assert_eq!((lines.len(), lines[MAX_LINES].next as usize), (MAX_LINES + 1, text.len()));
    }

    #[test]
    fn mail_quotes_are_no_part_of_a_line() {
        let text = ">> #\n>\n> > #";
        let lines = split(text);
        assert_eq!((lines[0].text(text), lines[1].is_blank(), lines[2].text(text)), (" #", true, " #"));
    }
}
