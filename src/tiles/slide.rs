//! Sliding along given moves: the one judge of every path of the blank, whoever found it.

use super::Tiles;
use crate::level::Dir;

/// What became of the numbers under a list of moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slid {
    pub numbers: Vec<u32>,
    /// How many moves were made before the end or the first that would leave the board.
    pub made: usize,
    /// How many numbers are not where they belong.
    pub left: usize,
}

/// Moves the blank along `dirs`, until the end or the first move off the board. `None` where there is no blank.
pub fn slide(tiles: &Tiles, dirs: &[Dir]) -> Option<Slid> {
    let mut numbers = tiles.start.clone();
    let mut blank = numbers.iter().position(|&number| number == 0)?;
    let mut made = 0;
    for dir in dirs {
        let (dx, dy) = dir.step();
        let x = (blank % tiles.width).checked_add_signed(dx).filter(|&x| x < tiles.width);
        let y = (blank / tiles.width).checked_add_signed(dy).filter(|&y| y < tiles.height);
        let (Some(x), Some(y)) = (x, y) else { break };
        let to = y * tiles.width + x;
        if to >= numbers.len() {
            break;
        }
        numbers.swap(blank, to);
        blank = to;
        made += 1;
    }
    let left = numbers.iter().zip(&tiles.goal).filter(|(number, wanted)| number != wanted).count();
    Some(Slid { numbers, made, left })
}

#[cfg(test)]
mod tests {
    use super::*;
    use Dir::{Down, Left, Right, Up};

    fn tiles(start: &[u32]) -> Tiles {
        Tiles { width: 3, height: 2, start: start.to_vec(), goal: vec![1, 2, 3, 4, 5, 0] }
    }

    #[test]
    fn the_blank_changes_places_and_stays_on_the_board() {
        let board = tiles(&[1, 2, 3, 4, 0, 5]);
        assert_eq!(slide(&board, &[Right]), Some(Slid { numbers: vec![1, 2, 3, 4, 5, 0], made: 1, left: 0 }));
        assert_eq!(slide(&board, &[Left, Up]), Some(Slid { numbers: vec![0, 2, 3, 1, 4, 5], made: 2, left: 4 }));
        let off = slide(&board, &[Down, Right]).expect("there is a blank");
        assert_eq!((off.made, off.numbers), (0, board.start));
        assert_eq!(slide(&tiles(&[1, 2, 3, 4, 6, 5]), &[Up]), None);
    }
}
