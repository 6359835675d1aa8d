//! Stored moves, read as far as text can be: which letters, in which spelling, and what was taken back.
//!
//! Must not judge them: whether a move is possible is for the replay to say.

use super::moves::{Letters, letters, spelling};
use super::{Stored, StoredKind};
use crate::level::{Dir, Style, parse_letter};
use crate::text::Span;

/// How stored moves are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Spelling {
    /// A letter for each move.
    Letters(Style),
    /// `1-4u1,4-4l1`: where the player walks to, then a direction and how many steps.
    Runs,
}

/// What stored moves say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Script {
    pub kind: StoredKind,
    /// `None` when no letter of any spelling is there.
    pub spelling: Option<Spelling>,
    /// Every letter with its place, repetitions unrolled; without the paths of jumps. A letter that is not of the
    /// spelling is kept, so that it can be named. Empty for [`Spelling::Runs`].
    pub letters: Vec<(char, Span)>,
    /// So many letters are played; those behind them were taken back (`*` marks the place).
    pub played: usize,
    /// `[…]` and `{…}`, in order. Moves that begin with `[` are played backwards, pulling (reverse mode).
    pub jumps: Vec<Jump>,
    /// For [`Spelling::Runs`] only.
    pub runs: Vec<Run>,
}

/// A way that the player is set over without playing it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Jump {
    /// How many letters stand before it.
    pub at: usize,
    /// True for `{…}`: the way from one player to the one that moves next.
    pub to_other_player: bool,
    /// With the brackets.
    pub span: Span,
    /// The letters between the brackets.
    pub path: Vec<(char, Span)>,
}

/// Steps in one direction, which push what stands in the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    /// Column and row, both from 0, to which the player walks before; `None` goes on from where it stands.
    pub from: Option<(usize, usize)>,
    pub dir: Dir,
    pub count: usize,
    pub span: Span,
}

impl Script {
    /// From the first letter or run to the last.
    pub fn whole(&self) -> Option<Span> {
        let runs = self.runs.first().zip(self.runs.last()).map(|(first, last)| first.span.cover(last.span));
        let letters = self.letters.first().zip(self.letters.last()).map(|(first, last)| first.1.cover(last.1));
        runs.or(letters)
    }

    /// The directions of plain letters, up to the first that is none. None at all where the player is set over.
    pub fn dirs(&self) -> impl Iterator<Item = Dir> + '_ {
        let style = match self.spelling {
            Some(Spelling::Letters(style)) if self.jumps.is_empty() => Some(style),
            _ => None,
        };
        self.letters.iter().map_while(move |&(letter, _)| parse_letter(letter, style?))
    }

    /// True for moves that are played backwards from the solved board.
    pub fn is_reverse(&self) -> bool {
        self.jumps.first().is_some_and(|jump| !jump.to_other_player && jump.at == 0)
    }

    /// True for moves of several players.
    pub fn has_players(&self) -> bool {
        self.jumps.iter().any(|jump| jump.to_other_player)
    }

    /// The first letter that the spelling lacks: its index among the letters.
    pub fn first_unknown(&self) -> Option<usize> {
        let Some(Spelling::Letters(style)) = self.spelling else { return None };
        self.letters.iter().position(|&(letter, _)| parse_letter(letter, style).is_none())
    }
}

/// Reads stored moves of a text. Linear in their length, repetitions unrolled; bounded like [`super::moves`].
pub fn script(text: &str, stored: &Stored) -> Script {
    let part = text.get(stored.moves.range()).unwrap_or_default();
    let mut script = Script {
        kind: stored.kind,
        spelling: None,
        letters: Vec::new(),
        played: 0,
        jumps: Vec::new(),
        runs: Vec::new(),
    };
    if let Some(runs) = runs(part, stored.moves.start as usize) {
        script.spelling = Some(Spelling::Runs);
        script.runs = runs;
        return script;
    }
    let Letters { letters, played, jumps } = letters(text, stored.moves);
    script.spelling = spelling(&letters).map(Spelling::Letters);
    script.played = played.unwrap_or(letters.len());
    script.letters = letters;
    script.jumps = jumps;
    script
}

/// No run is longer, and there are no more runs, than so many.
const MOST: usize = 1_000_000;

/// Reads `1-4u1,4-4l1,u2` as a whole, or not at all. `offset` is where it stands.
pub(crate) fn runs(text: &str, offset: usize) -> Option<Vec<Run>> {
    let mut runs = Vec::new();
    let mut at = offset;
    let mut walked = false;
    for part in text.split(',') {
        let start = at + (part.len() - part.trim_ascii_start().len());
        let run = run(part.trim_ascii(), start)?;
        walked |= run.from.is_some();
        if runs.len() < MOST {
            runs.push(run);
        }
        at += part.len() + 1;
    }
    walked.then_some(runs)
}

fn run(part: &str, start: usize) -> Option<Run> {
    let letter = part.find(|letter: char| letter.is_ascii_alphabetic())?;
    let from = match &part[..letter] {
        "" => None,
        place => {
            let (x, y) = place.split_once('-')?;
            Some((number(x)?, number(y)?))
        }
    };
    let dir = parse_letter(part[letter..].chars().next()?, Style::Lurd)?;
    let count = number(&part[letter + 1..])?;
    Some(Run { from, dir, count, span: Span::new(start, start + part.len()) })
}

fn number(digits: &str) -> Option<usize> {
    let short = !digits.is_empty() && digits.len() <= 6 && digits.bytes().all(|byte| byte.is_ascii_digit());
    short.then(|| digits.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Script {
        script(text, &Stored { title: None, moves: Span::new(0, text.len()), kind: StoredKind::Unnamed })
    }

    #[test]
    fn each_spelling_is_known_by_its_letters() {
        let spelling = |text: &str| read(text).spelling;
        assert_eq!(spelling("urDL"), Some(Spelling::Letters(Style::Lurd)));
        assert_eq!(spelling("nnWE"), Some(Spelling::Letters(Style::Nsew)));
        assert_eq!(spelling("llkJ"), Some(Spelling::Letters(Style::Vi)));
        assert_eq!(spelling("LL"), Some(Spelling::Letters(Style::Lurd)), "without h, j or k, l is left");
        assert_eq!(spelling("1-4u1,l2"), Some(Spelling::Runs));
        assert_eq!(spelling("??"), None);
        assert_eq!(spelling("l2,u3"), Some(Spelling::Letters(Style::Lurd)), "no place is named");
    }

    #[test]
    fn an_unknown_letter_is_named() {
        let script = read("nlurxd");
        assert_eq!(script.spelling, Some(Spelling::Letters(Style::Lurd)), "the spelling of most of the letters");
        assert_eq!(script.first_unknown(), Some(0));
        assert_eq!(read("lurd").first_unknown(), None);
    }

    #[test]
    fn runs_know_where_they_begin() {
        let script = read("1-4u1, 10-3l2,r12");
        let runs: Vec<_> = script.runs.iter().map(|run| (run.from, run.dir, run.count, run.span.range())).collect();
        assert_eq!(
            runs,
            [(Some((1, 4)), Dir::Up, 1, 0..5), (Some((10, 3)), Dir::Left, 2, 7..13), (None, Dir::Right, 12, 14..17)]
        );
        for text in ["1-4u", "1-u1", "1-4x1", "1-4u1,,", "undefined", "1-4u1;2-2l1", "1-1u9999999"] {
            assert_ne!(read(text).spelling, Some(Spelling::Runs), "{text}");
        }
    }

    #[test]
    fn jumps_and_players_keep_their_paths() {
        let script = read("[rr]U{d2l}R");
        let letters = |letters: &[(char, Span)]| -> String { letters.iter().map(|&(letter, _)| letter).collect() };
        assert_eq!(letters(&script.letters), "UR");
        let jumps: Vec<_> =
            script.jumps.iter().map(|jump| (jump.at, jump.to_other_player, letters(&jump.path))).collect();
        assert_eq!(jumps, [(0, false, "rr".to_owned()), (1, true, "dll".to_owned())]);
        assert_eq!(script.jumps[1].span.range(), 5..10);
        assert!(script.is_reverse() && script.has_players());
        assert!(read("[]U").is_reverse() && !read("U[r]").is_reverse() && !read("{r}U").is_reverse());
    }

    #[test]
    fn what_was_taken_back_is_kept_apart() {
        let script = read("ruLdldL*urrr");
        assert_eq!((script.letters.len(), script.played), (11, 7));
        assert_eq!((read("*rr").letters.len(), read("*rr").played), (2, 0));
    }
}
