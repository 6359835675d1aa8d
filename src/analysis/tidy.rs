//! What careful authors look for: walls that enclose nothing, floor and boxes that the solution leaves alone.

use crate::level::{Arena, Board, Cell, Dir, Edge, Move};

/// Walls outside that touch no square of the player's area, not even at a corner. Without them the area is enclosed
/// as before. Walls that lie among walls inside the level (the filling of a pillar) are not among them.
///
/// Cells of the board, ascending. Where everything off the grid is wall, rows need their walls to be of equal length,
/// so there are none. Takes time linear in the board.
pub fn redundant_walls(board: &Board, arena: &Arena) -> Vec<usize> {
    if board.edge == Edge::Wall {
        return Vec::new();
    }
    let mut touched = vec![false; board.cells.len()];
    for &cell in &arena.board_cell {
        for step in [(-1, -1), (0, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (0, 1), (1, 1)] {
            if let Some(near) = board.step(cell as usize, step) {
                touched[near] = true;
            }
        }
    }
    // What the outside reaches without crossing a wall that is needed.
    let on_rim = |cell: &usize| Dir::ALL.iter().any(|dir| board.step(*cell, dir.step()).is_none());
    let mut outside = vec![false; board.cells.len()];
    let mut stack: Vec<usize> = (0..board.cells.len()).filter(on_rim).filter(|&cell| !touched[cell]).collect();
    stack.iter().for_each(|&cell| outside[cell] = true);
    while let Some(cell) = stack.pop() {
        for next in Dir::ALL.iter().filter_map(|dir| board.step(cell, dir.step())) {
            if !touched[next] && !outside[next] {
                outside[next] = true;
                stack.push(next);
            }
        }
    }
    board.find(Cell::is_wall).into_iter().filter(|&cell| outside[cell]).collect()
}

/// What a solution does to a board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Use {
    /// Floor of the player's area on which neither the player nor a box ever stands. Cells of the board, ascending.
    pub unused_floor: Vec<usize>,
    /// Boxes of the player's area that are never pushed. Cells of the board, ascending.
    pub unmoved_boxes: Vec<usize>,
}

/// Plays a solution, which must be one of the board, and sees what it leaves alone.
pub fn use_of(board: &Board, arena: &Arena, moves: &[Move]) -> Use {
    let mut used = vec![false; board.cells.len()];
    let mut moved = vec![false; board.cells.len()];
    let Some(&[mut player]) = Some(&board.find(Cell::is_player)[..]).and_then(|found| found.first_chunk::<1>()) else {
        return Use::default();
    };
    used[player] = true;
    for step in moves {
        let Some(to) = board.step(player, step.dir.step()) else { break };
        if step.push {
            moved[to] = true;
            if let Some(beyond) = board.step(to, step.dir.step()) {
                used[beyond] = true;
            }
        }
        used[to] = true;
        player = to;
    }
    let area = || arena.board_cell.iter().map(|&cell| cell as usize);
    Use {
        unused_floor: area().filter(|&cell| !used[cell] && board.cells[cell] == Cell::FLOOR).collect(),
        unmoved_boxes: area().filter(|&cell| board.cells[cell] == Cell::BOX_ON_TARGET && !moved[cell]).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{arena, replay};

    /// The board with `x` at the given cells.
    fn marked(board: &Board, cells: &[usize]) -> String {
        let glyph = |cell: usize| if cells.contains(&cell) { 'x' } else { char::from(board.cells[cell]) };
        let rows = (0..board.height).map(|y| (0..board.width).map(|x| glyph(y * board.width + x)).collect::<String>());
        rows.map(|row| row.trim_end().to_string()).collect::<Vec<_>>().join("\n")
    }

    fn walls(rows: &str) -> String {
        let board = Board::from_xsb(rows);
        let cells = redundant_walls(&board, &arena(&board).expect("a sound board"));
        marked(&board, &cells)
    }

    #[test]
    fn corners_are_needed_and_what_lies_beyond_is_not() {
        assert_eq!(walls("#####\n#@$.#\n#####"), "#####\n#@$.#\n#####");
        assert_eq!(
            walls("########\n########\n##@$.###\n########\n#   #   "),
            "xxxxxxxx\nx#####xx\nx#@$.#xx\nx#####xx\nx   x"
        );
    }

    #[test]
    fn the_filling_of_a_pillar_stays() {
        let rows = "#########\n#@$ .   #\n# ##### #\n# ##### #\n# ##### #\n#       #\n#########";
        assert_eq!(walls(rows), rows);
    }

    #[test]
    fn what_a_solution_leaves_alone() {
        let board = Board::from_xsb("########\n#@$ . *#\n#      #\n########");
        let arena = arena(&board).unwrap();
        let moves = replay(&board, [Dir::Right, Dir::Right]).moves;
        let left = use_of(&board, &arena, &moves);
        assert_eq!(marked(&board, &left.unused_floor), "########\n#@$ .x*#\n#xxxxxx#\n########");
        assert_eq!(left.unmoved_boxes, board.find(|cell| cell == Cell::BOX_ON_TARGET));
    }
}
