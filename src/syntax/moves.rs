//! The letters of stored moves, with their places.
//!
//! Must not judge them: whether a move is possible is for the replay to say.

use crate::level::{Style, parse_letter};
use crate::text::Span;

/// A run of moves may grow to this many letters by repetition (`99(99(r))`).
const LIMIT: usize = 1_000_000;

/// The letters of moves, each with the place where it is written. Repetitions are unrolled: `3r` is three `r` at one
/// place, `2(rD)` is `rDrD`. Blanks, line ends, mail quotes and `\` are skipped, and so is what stands in `[ ]` and
/// `{ }` (jumps). Any other character is a letter too, so that a reader can name what is wrong. `*` ends the moves:
/// what follows it has been taken back.
pub fn moves(text: &str, span: Span) -> Vec<(char, Span)> {
    let mut out: Vec<(char, Span)> = Vec::new();
    let Some(part) = text.get(span.range()) else { return out };
    let mut count: Option<usize> = None;
    // For each open parenthesis: where its letters begin, and how often they are to be repeated.
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut jump = false;
    let mut line_start = false;
    for (at, letter) in part.char_indices() {
        let place = Span::new(span.start as usize + at, span.start as usize + at + letter.len_utf8());
        let quote = line_start && letter == '>';
        line_start = matches!(letter, '\n' | '\r') || quote;
        match letter {
            _ if quote => {}
            '[' | '{' => jump = true,
            ']' | '}' => jump = false,
            _ if jump => {}
            '*' => break,
            '0'..='9' => {
                let digit = letter as usize - '0' as usize;
                count = Some((count.unwrap_or(0) * 10 + digit).min(LIMIT));
            }
            '(' => open.push((out.len(), count.take().unwrap_or(1))),
            ')' => {
                count = None;
                if let Some((start, times)) = open.pop() {
                    repeat(&mut out, start, times);
                }
            }
            '\\' | ',' => {}
            _ if letter <= ' ' => {}
            _ => {
                let times = count.take().unwrap_or(1);
                let room = LIMIT.saturating_sub(out.len());
                out.extend(std::iter::repeat_n((letter, place), times.min(room)));
            }
        }
    }
    out
}

/// Makes the letters from `start` on stand `times` in a row.
fn repeat(out: &mut Vec<(char, Span)>, start: usize, times: usize) {
    let length = out.len() - start;
    if times == 0 {
        out.truncate(start);
        return;
    }
    let room = LIMIT.saturating_sub(out.len()).checked_div(length).unwrap_or(0);
    for _ in 0..(times - 1).min(room) {
        out.extend_from_within(start..start + length);
    }
}

/// The spelling of stored letters. The two have no letter in common, so one look at the first known letter decides.
pub fn spelling(letters: &[(char, Span)]) -> Option<Style> {
    letters.iter().find_map(|&(letter, _)| {
        [Style::Lurd, Style::Nsew].into_iter().find(|&style| parse_letter(letter, style).is_some())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(text: &str) -> String {
        moves(text, Span::new(0, text.len())).into_iter().map(|(letter, _)| letter).collect()
    }

    #[test]
    fn repetitions_are_unrolled() {
        assert_eq!(letters("3r4U"), "rrrUUUU");
        assert_eq!(letters("2(3(dr)R)"), "drdrdrRdrdrdrR");
    }

    #[test]
    fn jumps_line_ends_and_moves_taken_back_are_left_out() {
        assert_eq!(letters("[rr]U\n>d \\\r\nl{uu}R"), "UdlR");
        assert_eq!(letters("ruLdldL*urrr"), "ruLdldL");
    }

    #[test]
    fn the_letters_tell_their_spelling() {
        let spelling = |text: &str| spelling(&moves(text, Span::new(0, text.len())));
        assert_eq!(
            (spelling("urDL"), spelling("nnWE"), spelling("xS")),
            (Some(Style::Lurd), Some(Style::Nsew), Some(Style::Nsew))
        );
        assert_eq!(spelling("??"), None);
    }

    #[test]
    fn a_bomb_is_bounded() {
        assert!(moves("9999(9999(9999r))", Span::new(0, 17)).len() <= LIMIT);
    }

    #[test]
    fn each_letter_knows_its_place() {
        assert_eq!(
            moves("..2rD", Span::new(2, 5)),
            [('r', Span::new(3, 4)), ('r', Span::new(3, 4)), ('D', Span::new(4, 5))]
        );
    }
}
