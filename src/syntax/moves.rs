//! The letters of stored moves, with their places.
//!
//! Must not judge them: whether a move is possible is for the replay to say.

use super::Jump;
use crate::level::{Style, parse_letter};
use crate::text::Span;

/// A run of moves may grow to this many letters by repetition (`99(99(r))`).
const LIMIT: usize = 1_000_000;

/// The letters of moves, each with the place where it is written. Repetitions are unrolled: `3r` is three `r` at one
/// place, `2(rD)` is `rDrD`. Blanks, line ends, mail quotes and `\` are skipped, and so is what stands in `[ ]` and
/// `{ }` (jumps; once `< >` too), and comments behind `//`. Any other character is a letter too, so that a reader can name what is wrong. `*` ends the moves:
/// what follows it has been taken back.
pub fn moves(text: &str, span: Span) -> Vec<(char, Span)> {
    let Letters { mut letters, played, .. } = letters(text, span);
    letters.truncate(played.unwrap_or(letters.len()));
    letters
}

/// All that moves are made of.
#[derive(Debug, Default)]
pub(crate) struct Letters {
    pub letters: Vec<(char, Span)>,
    /// How many letters stand before `*`, if there is one.
    pub played: Option<usize>,
    pub jumps: Vec<Jump>,
}

/// Reads moves with their jumps and with what has been taken back. Linear in what they unroll to.
pub(crate) fn letters(text: &str, span: Span) -> Letters {
    let mut all = Letters::default();
    let Some(part) = text.get(span.range()) else { return all };
    let mut count: Option<usize> = None;
    // For each open parenthesis: where its letters begin, and how often they are to be repeated.
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut jump: Option<Jump> = None;
    // The letters of all jumps together are bounded too.
    let mut walked = 0;
    let mut line_start = false;
    let mut comment = false;
    for (at, letter) in part.char_indices() {
        let place = Span::new(span.start as usize + at, span.start as usize + at + letter.len_utf8());
        let quote = line_start && letter == '>';
        let line_end = matches!(letter, '\n' | '\r');
        line_start = line_end || quote;
        comment = !line_end && (comment || part[at..].starts_with("//"));
        match letter {
            _ if quote || comment => {}
            '[' | '{' | '<' => {
                all.jumps.extend(jump.take());
                let to_other_player = letter == '{';
                jump = Some(Jump { at: all.letters.len(), to_other_player, span: place, path: Vec::new() });
                count = None;
            }
            ']' | '}' | '>' => {
                if let Some(mut jump) = jump.take() {
                    jump.span = jump.span.cover(place);
                    all.jumps.push(jump);
                }
                count = None;
            }
            '*' if jump.is_none() => {
                all.played.get_or_insert(all.letters.len());
            }
            '0'..='9' => {
                let digit = letter as usize - '0' as usize;
                count = Some((count.unwrap_or(0) * 10 + digit).min(LIMIT));
            }
            '(' if jump.is_none() => open.push((all.letters.len(), count.take().unwrap_or(1))),
            ')' if jump.is_none() => {
                count = None;
                if let Some((start, times)) = open.pop() {
                    repeat(&mut all.letters, start, times);
                }
            }
            '\\' | ',' => {}
            _ if letter <= ' ' => {}
            _ => {
                let times = count.take().unwrap_or(1);
                let used = if jump.is_some() { walked } else { all.letters.len() };
                let times = times.min(LIMIT.saturating_sub(used));
                match &mut jump {
                    None => all.letters.extend(std::iter::repeat_n((letter, place), times)),
                    Some(jump) => {
                        walked += times;
                        jump.path.extend(std::iter::repeat_n((letter, place), times));
                    }
                }
            }
        }
    }
    all.jumps.extend(jump);
    all
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

/// The spelling that most of the stored letters fit; `None` when no letter fits any. `h`, `j` and `k` are of the third
/// only, and tell it from the first, with which it shares `l`.
pub fn spelling(letters: &[(char, Span)]) -> Option<Style> {
    let fitting = |style: Style| letters.iter().filter(|&&(letter, _)| parse_letter(letter, style).is_some()).count();
    let counts = [Style::Lurd, Style::Nsew, Style::Vi].map(|style| (style, fitting(style)));
    let best = counts.iter().map(|&(_, count)| count).max().filter(|&count| count > 0)?;
    counts.into_iter().find(|&(_, count)| count == best).map(|(style, _)| style)
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
    fn comments_between_lines_are_left_out() {
        assert_eq!(letters("rU // a lurd\n//ll\r\n<rr>d\n> L"), "rUdL");
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
