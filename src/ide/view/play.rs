//! Playing a level: the rules are the replay's, so that what is played here is what a stored solution is judged by.

use crate::ide::Snapshot;
use crate::ide::insert::put_moves;
use crate::level::{Board, Dir, Style, parse_letter, replay, write_moves};
use crate::syntax::{Puzzle, Script, Spelling};
use crate::text::Edit;

/// More moves than these are not played for a view.
const MOST_MOVES: usize = 100_000;

/// A board behind some moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// Rows in `xsb`, all of the same length.
    pub rows: Vec<String>,
    /// The moves that could be made, in `l u r d`, pushes in capitals.
    pub moves: String,
    pub pushes: usize,
    pub solved: bool,
    /// False when the last move asked for could not be made.
    pub legal: bool,
}

/// Plays letters of `l u r d` in either case from the start of a level; `None` if it is no board of squares.
pub fn play(snapshot: &Snapshot, level: usize, moves: &str) -> Option<Played> {
    if level >= snapshot.levels.len() {
        return None;
    }
    let Puzzle::Sokoban(board) = snapshot.reading(level).puzzle else { return None };
    let dirs: Vec<Dir> = letters(moves).collect();
    let played = replay(&board, dirs);
    let row = |y: usize| (0..board.width).map(|x| char::from(played.board.cells[y * board.width + x])).collect();
    Some(Played {
        rows: (0..board.height).map(row).collect(),
        moves: write_moves(&played.moves, Style::Lurd),
        pushes: played.pushes,
        solved: played.solved && !played.moves.is_empty(),
        legal: played.stop.is_none(),
    })
}

fn letters(moves: &str) -> impl Iterator<Item = Dir> + '_ {
    moves.chars().filter_map(|letter| parse_letter(letter, Style::Lurd)).take(MOST_MOVES)
}

/// Stored moves as the view plays them; empty for those that are not plain letters.
pub(super) fn letters_of(script: &Script, board: &Board) -> String {
    let Some(Spelling::Letters(style)) = script.spelling else { return String::new() };
    if !script.jumps.is_empty() {
        return String::new();
    }
    let dirs = script.letters.iter().map_while(|&(letter, _)| parse_letter(letter, style)).take(MOST_MOVES);
    write_moves(&replay(board, dirs).moves, Style::Lurd)
}

/// The edits that store moves that somebody played, as a solution of the level. Whether others are better is for the
/// person who played them to judge.
pub fn insert_moves(snapshot: &Snapshot, level: usize, moves: &str) -> Result<Vec<Edit>, &'static str> {
    if level >= snapshot.levels.len() {
        return Err("there is no such level any more");
    }
    let Puzzle::Sokoban(board) = snapshot.reading(level).puzzle else { return Err("this level cannot be played") };
    let played = replay(&board, letters(moves));
    if played.stop.is_some() || !played.solved || played.moves.is_empty() {
        return Err("these moves do not solve the level as it stands in the text");
    }
    Ok(put_moves(snapshot, level, &played.moves, played.pushes))
}
