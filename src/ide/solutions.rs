//! Stored solutions as text: turned, respelled, wrapped anew, put in order, sorted out.

use super::Snapshot;
use super::insert::{MOVES_PER_LINE, line_end, wrap};
use super::meaning::keys;
use super::picture::replace;
use super::transform::checked;
use crate::analysis::StoredState;
use crate::level::{Dir, Move, Style, Symmetry, parse_letter, write_moves};
use crate::syntax::{Key, LineClass, Stored, moves, spelling};
use crate::text::{Edit, Span};

/// The letters with their directions changed; whatever is no direction stays, and pushes stay capitals.
pub(super) fn mapped(letters: &str, from: Style, to: Style, turn: impl Fn(Dir) -> Dir) -> String {
    let one = |letter: char| match parse_letter(letter, from) {
        Some(dir) => write_moves(&[Move { dir: turn(dir), push: letter.is_uppercase() }], to),
        None => letter.to_string(),
    };
    letters.chars().map(one).collect()
}

/// The letters in their own spelling, or in `style` if they show none, with their directions changed.
pub(super) fn respelled(letters: &str, style: Style, turn: impl Fn(Dir) -> Dir) -> String {
    let own = spelling_of(letters).unwrap_or(style);
    mapped(letters, own, own, turn)
}

pub(super) fn spelling_of(letters: &str) -> Option<Style> {
    spelling(&letters.chars().map(|letter| (letter, Span::default())).collect::<Vec<_>>())
}

/// A part of the text that holds moves, turned. Jumps are turned too; counts, brackets and line ends stay.
pub(super) fn turned_letters(text: &str, span: Span, style: Style, symmetry: Symmetry) -> String {
    let own = spelling(&moves(text, span)).unwrap_or(style);
    mapped(&text[span.range()], own, own, |dir| symmetry.dir(dir))
}

/// The edits that wrap one run of moves at 70 letters; none if it is so wrapped, shares its line with a key, or
/// holds more than letters. With `long_only`, lines are left alone unless one is longer.
pub(super) fn rewrapped(text: &str, stored: &Stored, long_only: bool) -> Vec<Edit> {
    let written = &text[stored.moves.range()];
    let own_line = text[..stored.moves.start as usize].ends_with(['\n', '\r']) || stored.moves.start == 0;
    let plain = written.chars().all(|letter| letter.is_ascii_alphabetic() || letter.is_ascii_whitespace());
    let long = written.split(['\n', '\r']).any(|line| line.len() > MOVES_PER_LINE);
    if !own_line || !plain || long_only && !long {
        return Vec::new();
    }
    let letters: String = written.split_ascii_whitespace().collect();
    replace(text, stored.moves, &wrap(&letters, line_end(if long_only { text } else { line_ends(text, written) })))
}

/// The text whose line ends are to be kept to.
fn line_ends<'a>(text: &'a str, part: &'a str) -> &'a str {
    if part.contains(['\n', '\r']) { part } else { text }
}

/// Wraps every stored run of moves of a level at 70 letters a line.
///
/// # Errors
/// Says that there is nothing to wrap.
pub fn rewrap(snapshot: &Snapshot, level: usize) -> Result<Vec<Edit>, String> {
    let stored = &snapshot.file.levels[level].solutions;
    let edits: Vec<Edit> = stored.iter().flat_map(|stored| rewrapped(&snapshot.text, stored, false)).collect();
    if edits.is_empty() {
        return Err("the stored moves are wrapped already".to_owned());
    }
    checked(snapshot, level, edits, &|_| {})
}

/// Puts a level's stored solutions in order: fewest pushes first, then fewest moves; what does not solve the level
/// follows in its old order.
///
/// # Errors
/// Says that they are in order, or that they cannot be told apart.
pub fn sort(snapshot: &Snapshot, level: usize) -> Result<Vec<Edit>, String> {
    let states = states(snapshot, level);
    let mut order: Vec<usize> = (0..states.len()).collect();
    order.sort_by_key(|&index| match states[index] {
        StoredState::Solves { pushes, moves } => (pushes, moves),
        _ => (usize::MAX, usize::MAX),
    });
    if order.is_sorted() {
        return Err("the stored solutions are in order".to_owned());
    }
    let text = &snapshot.text;
    let blocks = blocks(snapshot, level);
    let moved = blocks.iter().zip(&order);
    let edits = moved.flat_map(|(block, &from)| replace(text, *block, &text[blocks[from].range()])).collect();
    let node = &snapshot.file.levels[level];
    let within = |block: &Span, key: &Key| block.start <= key.name.start && key.name.end <= block.end;
    let free = node.keys.iter().filter(|key| !blocks.iter().any(|block| within(block, key)));
    let (blocks, within) = (&blocks, &within);
    let moved = order.iter().flat_map(|&from| node.keys.iter().filter(move |key| within(&blocks[from], key)));
    let moved: Vec<Key> = free.chain(moved).cloned().collect();
    checked(snapshot, level, edits, &|meaning| {
        meaning.stored = order.iter().map(|&index| meaning.stored[index].clone()).collect();
        meaning.keys = keys(text, &moved);
    })
}

/// Which stored solutions an action takes away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Drop {
    /// Another has no more pushes and no more moves, and fewer of one.
    Worse,
    /// The same moves stand above.
    Duplicates,
    /// A move cannot be made.
    Illegal,
}

/// The numbers of a level's stored solutions that are to be dropped. Snapshots, which lead only part of the way, are
/// never worse than anything.
pub fn dropped(snapshot: &Snapshot, level: usize, what: Drop) -> Vec<usize> {
    let states = states(snapshot, level);
    let stored = &snapshot.file.levels[level].solutions;
    let letters = |index: usize| -> Vec<char> {
        moves(&snapshot.text, stored[index].moves).into_iter().map(|(letter, _)| letter.to_ascii_lowercase()).collect()
    };
    let cost = |state: &StoredState| match state {
        StoredState::Solves { pushes, moves } => Some((*pushes, *moves)),
        _ => None,
    };
    let is_dropped = |&index: &usize| match what {
        Drop::Illegal => matches!(&states[index], StoredState::Breaks { stop, .. }
            if *stop != crate::level::Stop::NoPlayer),
        Drop::Duplicates => (0..index).any(|above| states[above] == states[index] && letters(above) == letters(index)),
        Drop::Worse => cost(&states[index]).is_some_and(|(pushes, moves)| {
            let better = |&(p, m): &(usize, usize)| p <= pushes && m <= moves && (p, m) != (pushes, moves);
            states.iter().filter_map(cost).any(|other| better(&other))
        }),
    };
    (0..states.len()).filter(is_dropped).collect()
}

/// Takes stored solutions out of a level, with their titles and what programs note below them.
///
/// # Errors
/// Says that there are none to drop.
pub fn drop(snapshot: &Snapshot, level: usize, what: Drop) -> Result<Vec<Edit>, String> {
    let dropped = dropped(snapshot, level, what);
    if dropped.is_empty() {
        return Err("there is no such solution".to_owned());
    }
    let node = &snapshot.file.levels[level];
    let kept = node.keys.iter().filter(|key| {
        let blocks = dropped.iter().map(|&index| own_lines(snapshot, &node.solutions[index]));
        !blocks.into_iter().any(|block| block.start <= key.name.start && key.name.end <= block.end)
    });
    let kept: Vec<Key> = kept.cloned().collect();
    let edits = dropped.iter().map(|&index| {
        let block = own_lines(snapshot, &node.solutions[index]);
        // The line end before it goes too, and the blank lines above.
        let start = snapshot.text[..block.start as usize].trim_ascii_end().len();
        Edit { span: Span::new(start, block.end as usize), new_text: String::new() }
    });
    checked(snapshot, level, edits.collect(), &|meaning| {
        let mut index = 0..;
        meaning.stored.retain(|_| !index.next().is_some_and(|index| dropped.contains(&index)));
        meaning.keys = keys(&snapshot.text, &kept);
    })
}

/// What each stored solution is worth; empty if they are not judged.
pub(super) fn states(snapshot: &Snapshot, level: usize) -> &[StoredState] {
    let states = &snapshot.levels[level].facts.facts.stored;
    if states.len() == snapshot.file.levels[level].solutions.len() { states } else { &[] }
}

/// From the first line of each stored solution to the last full line before the next, or to the level's end.
fn blocks(snapshot: &Snapshot, level: usize) -> Vec<Span> {
    let node = &snapshot.file.levels[level];
    let starts: Vec<u32> = node.solutions.iter().map(|stored| own_lines(snapshot, stored).start).collect();
    let ends = starts.iter().skip(1).copied().chain([node.span.end]);
    let block = |(&start, end): (&u32, u32)| {
        let length = snapshot.text[start as usize..end as usize].trim_ascii_end().len();
        Span::new(start as usize, start as usize + length)
    };
    starts.iter().zip(ends).map(block).collect()
}

/// The keys that programs write below a solution.
const NOTES: [&str; 8] = [
    "time",
    "solver",
    "optimizer",
    "optimality",
    "solution name",
    "own solution",
    "solution comment",
    "solution comment end",
];

/// The lines of a stored solution, its title and the keys right below that are about it, without the last line's end.
fn own_lines(snapshot: &Snapshot, stored: &Stored) -> Span {
    let lines = &snapshot.file.lines;
    let at = |offset: u32| lines.partition_point(|line| line.span.end <= offset);
    let first = at(stored.title.map_or(stored.moves.start, |title| title.start));
    let mut last = at(stored.moves.end.saturating_sub(1));
    while let Some(line) = lines.get(last + 1) {
        let text = &snapshot.text[line.span.range()];
        let name = text.split(':').next().unwrap_or_default().trim();
        if line.class != LineClass::Key || !NOTES.iter().any(|known| known.eq_ignore_ascii_case(name)) {
            break;
        }
        last += 1;
    }
    let start = lines[first].span.start as usize;
    let end = lines[last].span.end as usize;
    Span::new(start, start + snapshot.text[start..end].trim_end_matches(['\n', '\r']).len())
}
