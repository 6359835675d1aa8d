//! The part of a board that counts: the area the player could walk with all boxes taken away.

use super::{Board, Cell, Dir, Edge};

/// "No cell": the neighbour beyond a wall.
pub const NONE: u16 = u16::MAX;

/// A board that can be played, reduced to the player's area. What a search works on.
///
/// Cells are numbered in reading order from 0; `board_cell` leads back to the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arena {
    /// For each cell its neighbours in the order of [`Dir::ALL`], [`NONE`] where there is a wall.
    pub neighbours: Vec<[u16; 4]>,
    /// Ascending; as many as `boxes`.
    pub targets: Vec<u16>,
    /// Ascending.
    pub boxes: Vec<u16>,
    pub player: u16,
    /// The index in `Board::cells` of each cell, ascending.
    pub board_cell: Vec<u32>,
}

impl Arena {
    /// The number of cells.
    pub fn len(&self) -> usize {
        self.neighbours.len()
    }

    pub fn is_empty(&self) -> bool {
        self.neighbours.is_empty()
    }

    pub fn is_solved(&self) -> bool {
        self.boxes == self.targets
    }

    /// The cell of an index in `Board::cells`; `None` outside the player's area. Takes the logarithm of the cells.
    pub fn cell_at(&self, index: usize) -> Option<u16> {
        self.board_cell.binary_search_by_key(&index, |&cell| cell as usize).ok().map(|cell| cell as u16)
    }
}

/// Why a board is not searched. Cells are indices in `Board::cells`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    NoPlayer,
    ExtraPlayers {
        players: Vec<usize>,
    },
    NoBox,
    NoTarget,
    /// The player can walk out: the cells on the grid's rim from which it does.
    Open {
        leaks: Vec<usize>,
    },
    /// The boxes and targets that count differ in number.
    CountMismatch {
        boxes: usize,
        targets: usize,
    },
    /// Boxes off target that the player can never reach. The board is unsolvable, by proof.
    UnreachableBoxes {
        boxes: Vec<usize>,
    },
    /// Targets without a box that the player can never reach, and that leave too few for the boxes inside.
    /// The board is unsolvable, by proof.
    UnreachableTargets {
        targets: Vec<usize>,
    },
    /// More cells than a search can number.
    TooLarge {
        cells: usize,
    },
}

impl Fault {
    /// True when the board is well formed and the fault proves that it has no solution.
    pub fn is_proof(&self) -> bool {
        matches!(self, Fault::UnreachableBoxes { .. } | Fault::UnreachableTargets { .. })
    }
}

/// The largest area a search takes on, in cells.
pub const MAX_CELLS: usize = 16_000;

/// The playable area of a board, or the first fault that rules out a search.
///
/// Counts are taken inside the player's area. Boxes on targets outside are decoration and do not count; a box off
/// target outside can never be moved, so the board is unsolvable. Takes time linear in the board's cells.
pub fn arena(board: &Board) -> Result<Arena, Fault> {
    let players = board.find(Cell::is_player);
    let player = match players[..] {
        [] => return Err(Fault::NoPlayer),
        [player] => player,
        _ => return Err(Fault::ExtraPlayers { players }),
    };
    let boxes = board.find(Cell::is_box);
    let targets = board.find(Cell::is_target);
    if boxes.is_empty() {
        return Err(Fault::NoBox);
    }
    if targets.is_empty() {
        return Err(Fault::NoTarget);
    }
    let (inside, leaks) = walk(board, player);
    if !leaks.is_empty() {
        return Err(Fault::Open { leaks });
    }
    let outside = |cells: &[usize], test: fn(Cell) -> bool| -> Vec<usize> {
        cells.iter().copied().filter(|&cell| !inside[cell] && test(board.cells[cell])).collect()
    };
    let lost_boxes = outside(&boxes, |cell| !cell.is_target());
    let lost_targets = outside(&targets, |cell| !cell.is_box());
    let inner_boxes = boxes.iter().filter(|&&cell| inside[cell]).count();
    let inner_targets = targets.iter().filter(|&&cell| inside[cell]).count();
    // Boxes and targets that are not decoration: with equal sums the author meant the board to be complete.
    let (all_boxes, all_targets) = (inner_boxes + lost_boxes.len(), inner_targets + lost_targets.len());
    if !lost_boxes.is_empty() && (all_boxes == all_targets || inner_boxes == inner_targets) {
        return Err(Fault::UnreachableBoxes { boxes: lost_boxes });
    }
    if inner_boxes != inner_targets {
        return Err(if all_boxes == all_targets {
            Fault::UnreachableTargets { targets: lost_targets }
        } else {
            Fault::CountMismatch { boxes: all_boxes, targets: all_targets }
        });
    }
    let cells: Vec<usize> = (0..inside.len()).filter(|&cell| inside[cell]).collect();
    if cells.len() > MAX_CELLS {
        return Err(Fault::TooLarge { cells: cells.len() });
    }
    Ok(number(board, player, &cells))
}

/// The cells the player could walk on if there were no boxes, and those from which it would leave the board.
///
/// On a board with a wall for an edge there are none of the latter. Leaks are in reading order.
pub(crate) fn walk(board: &Board, player: usize) -> (Vec<bool>, Vec<usize>) {
    let mut inside = vec![false; board.cells.len()];
    let mut leaks = Vec::new();
    let mut stack = vec![player];
    inside[player] = true;
    while let Some(cell) = stack.pop() {
        let mut leaks_here = false;
        for dir in Dir::ALL {
            match board.step(cell, dir.step()) {
                Some(next) if !board.cells[next].is_wall() && !inside[next] => {
                    inside[next] = true;
                    stack.push(next);
                }
                Some(_) => {}
                None => leaks_here = board.edge == Edge::Open,
            }
            if leaks_here {
                leaks.push(cell);
                break;
            }
        }
    }
    leaks.sort_unstable();
    (inside, leaks)
}

/// The squares that can be walked to from `from` when there are no boxes; `None` if one can walk out of the board.
pub fn enclosed(board: &Board, from: usize) -> Option<Vec<bool>> {
    if board.cells.get(from).is_none_or(|cell| cell.is_wall()) {
        return None;
    }
    let (inside, leaks) = walk(board, from);
    leaks.is_empty().then_some(inside)
}

fn number(board: &Board, player: usize, cells: &[usize]) -> Arena {
    let mut index = vec![NONE; board.cells.len()];
    for (number, &cell) in cells.iter().enumerate() {
        index[cell] = number as u16;
    }
    let neighbours = cells
        .iter()
        .map(|&cell| Dir::ALL.map(|dir| board.step(cell, dir.step()).map_or(NONE, |next| index[next])))
        .collect();
    let select = |test: fn(Cell) -> bool| -> Vec<u16> {
        cells.iter().filter(|&&cell| test(board.cells[cell])).map(|&cell| index[cell]).collect()
    };
    Arena {
        neighbours,
        targets: select(Cell::is_target),
        boxes: select(Cell::is_box),
        player: index[player],
        board_cell: cells.iter().map(|&cell| cell as u32).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(rows: &str) -> Fault {
        arena(&Board::from_xsb(rows)).expect_err("a fault")
    }

    #[test]
    fn a_closed_board_is_reduced_to_its_inside() {
        let arena = arena(&Board::from_xsb("#####\n#@$.#\n#####")).unwrap();
        assert_eq!(arena.len(), 3);
        assert_eq!((arena.player, &arena.boxes[..], &arena.targets[..]), (0, &[1u16][..], &[2u16][..]));
        assert_eq!(arena.neighbours[1], [NONE, 0, 2, NONE]);
    }

    #[test]
    fn what_is_missing_is_named() {
        assert_eq!(fault("#####\n# $.#\n#####"), Fault::NoPlayer);
        assert_eq!(fault("#####\n#@@ #\n#####"), Fault::ExtraPlayers { players: vec![6, 7] });
        assert_eq!(fault("#####\n#@ .#\n#####"), Fault::NoBox);
        assert_eq!(fault("#####\n#@$ #\n#####"), Fault::NoTarget);
        assert_eq!(fault("######\n#@$$.#\n######"), Fault::CountMismatch { boxes: 2, targets: 1 });
    }

    #[test]
    fn an_open_wall_names_the_cells_where_it_leaks() {
        assert_eq!(fault("#####\n#@$. \n#####"), Fault::Open { leaks: vec![9] });
        let walled = Board { edge: Edge::Wall, ..Board::from_xsb("@$.") };
        assert!(arena(&walled).is_ok());
    }

    #[test]
    fn outside_the_walls_boxes_on_targets_are_decoration() {
        assert_eq!(arena(&Board::from_xsb("#########\n#@$.#*  #\n#########")).unwrap().boxes.len(), 1);
        assert_eq!(fault("#########\n#@$.#$ .#\n#########"), Fault::UnreachableBoxes { boxes: vec![14] });
        assert_eq!(fault("########\n#@$$.#.#\n########"), Fault::UnreachableTargets { targets: vec![14] });
    }
}
