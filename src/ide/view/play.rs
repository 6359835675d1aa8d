//! Playing a level: the rules are the replay's, so that what is played here is what a stored solution is judged by.

use crate::ide::Snapshot;
use crate::ide::insert::put_moves;
use crate::ide::lenses::ONLY_READ;
use crate::level::{Board, Dir, Move, Style, parse_letter, replay, write_moves};
use crate::syntax::{Puzzle, Script};
use crate::text::Edit;
use crate::tiles::{Tiles, slide};

/// More moves than these are not played for a view.
const MOST_MOVES: usize = 100_000;

/// A level behind some moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// Rows in `xsb`, all of the same length; none on a sliding board.
    pub rows: Vec<String>,
    /// The numbers of a sliding board; none on others.
    pub numbers: Vec<u32>,
    /// The moves that could be made, in `l u r d`, pushes in capitals.
    pub moves: String,
    pub pushes: usize,
    pub solved: bool,
    /// False when the last move asked for could not be made.
    pub legal: bool,
}

/// Plays letters of `l u r d` in either case from the start of a level. On a sliding board they say where the blank
/// goes. `None` if the level cannot be played.
pub fn play(snapshot: &Snapshot, level: usize, moves: &str) -> Option<Played> {
    if level >= snapshot.levels.len() {
        return None;
    }
    let dirs: Vec<Dir> = letters(moves).collect();
    match snapshot.reading(level).puzzle {
        Puzzle::Sokoban(board) => Some(play_board(&board, dirs)),
        Puzzle::Tiles(tiles) => play_tiles(&tiles, &dirs),
        Puzzle::Foreign => None,
    }
}

fn play_board(board: &Board, dirs: Vec<Dir>) -> Played {
    let played = replay(board, dirs);
    let row = |y: usize| (0..board.width).map(|x| char::from(played.board.cells[y * board.width + x])).collect();
    Played {
        rows: (0..board.height).map(row).collect(),
        numbers: Vec::new(),
        moves: write_moves(&played.moves, Style::Lurd),
        pushes: played.pushes,
        solved: played.solved && !played.moves.is_empty(),
        legal: played.stop.is_none(),
    }
}

fn play_tiles(tiles: &Tiles, dirs: &[Dir]) -> Option<Played> {
    let slid = slide(tiles, dirs)?;
    Some(Played {
        rows: Vec::new(),
        moves: write_moves(&slides(&dirs[..slid.made]), Style::Lurd),
        pushes: 0,
        solved: slid.left == 0 && slid.made > 0,
        legal: slid.made == dirs.len(),
        numbers: slid.numbers,
    })
}

/// Moves of a blank, which pushes nothing.
fn slides(dirs: &[Dir]) -> Vec<Move> {
    dirs.iter().map(|&dir| Move { dir, push: false }).collect()
}

fn letters(moves: &str) -> impl Iterator<Item = Dir> + '_ {
    moves.chars().filter_map(|letter| parse_letter(letter, Style::Lurd)).take(MOST_MOVES)
}

/// Stored moves as the view plays them; empty for those that are not plain letters.
pub(super) fn letters_of(script: &Script, puzzle: &Puzzle) -> String {
    let dirs = script.dirs().take(MOST_MOVES);
    match puzzle {
        Puzzle::Sokoban(board) => write_moves(&replay(board, dirs).moves, Style::Lurd),
        Puzzle::Tiles(tiles) => {
            play_tiles(tiles, &dirs.collect::<Vec<_>>()).map_or_else(String::new, |played| played.moves)
        }
        Puzzle::Foreign => String::new(),
    }
}

/// The edits that store moves that somebody played, as a solution of the level. Whether others are better is for the
/// person who played them to judge.
pub fn insert_moves(snapshot: &Snapshot, level: usize, moves: &str) -> Result<Vec<Edit>, &'static str> {
    const UNSOLVED: &str = "these moves do not solve the level as it stands in the text";
    if level >= snapshot.levels.len() {
        return Err("there is no such level any more");
    }
    if snapshot.file.container.is_some() {
        return Err(ONLY_READ);
    }
    let dirs: Vec<Dir> = letters(moves).collect();
    let (made, pushes) = match snapshot.reading(level).puzzle {
        Puzzle::Sokoban(board) => {
            let played = replay(&board, dirs);
            if played.stop.is_some() || !played.solved {
                return Err(UNSOLVED);
            }
            (played.moves, played.pushes)
        }
        Puzzle::Tiles(tiles) => {
            let solves = slide(&tiles, &dirs).is_some_and(|slid| slid.left == 0 && slid.made == dirs.len());
            if !solves {
                return Err(UNSOLVED);
            }
            (slides(&dirs), 0)
        }
        Puzzle::Foreign => return Err("this level cannot be played"),
    };
    if made.is_empty() {
        return Err(UNSOLVED);
    }
    Ok(put_moves(snapshot, level, &made, pushes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ide::analyse;
    use crate::syntax::Hints;
    use crate::text::apply_edits;

    fn snapshot(text: &str) -> Snapshot {
        analyse(text.into(), &Hints::default(), None, &|_| false)
    }

    #[test]
    fn a_sliding_board_is_played_by_its_blank() {
        let snapshot = snapshot("[[1,2,3],[4,0,5]]\n");
        let played = play(&snapshot, 0, "ur").expect("it can be played");
        assert_eq!((played.numbers, played.solved, played.legal), (vec![1, 3, 0, 4, 2, 5], false, true));
        let off = play(&snapshot, 0, "dd").expect("it can be played");
        assert_eq!((off.moves.as_str(), off.legal), ("", false));
        let played = play(&snapshot, 0, "r").expect("it can be played");
        assert_eq!((played.moves.as_str(), played.pushes, played.solved), ("r", 0, true));

        let edits = insert_moves(&snapshot, 0, "r").expect("it solves");
        assert_eq!(apply_edits(&snapshot.text, &edits), "[[1,2,3],[4,0,5]]\n\nSolution 1\nr\n");
        assert!(insert_moves(&snapshot, 0, "rd").is_err());
        assert!(insert_moves(&snapshot, 0, "").is_err());
    }

    #[test]
    fn moves_that_do_not_solve_are_not_stored() {
        let snapshot = snapshot("######\n#@ $.#\n######\n");
        for moves in ["", "r", "rrr", "l"] {
            assert!(insert_moves(&snapshot, 0, moves).is_err(), "{moves}");
        }
        let edits = insert_moves(&snapshot, 0, "rr").expect("it solves");
        assert_eq!(apply_edits(&snapshot.text, &edits), "######\n#@ $.#\n######\n\nSolution 2/1\nrR\n");
    }
}
