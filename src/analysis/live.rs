//! Live squares: where a box can stand and still be brought to some target.

use crate::level::{Arena, NONE};

/// Up to this many cells the player's way round the box is taken into account, which costs a walk per cell.
const AWARE_CELLS: usize = 600;

/// Marks the cells from which a lone box, with the player on a side of its choice, can be pushed to some target.
///
/// A box on any other cell can never be brought to a target: removing the other boxes only makes it easier, and
/// letting the player choose its side does too. Found by pulling a box backwards from every target (Sokoban Wiki,
/// "How to detect deadlocks": dead squares). Linear in the cells; quadratic, but exact about the player's sides, on
/// small areas.
pub fn live_cells(arena: &Arena) -> Vec<bool> {
    live_with_targets(arena, &arena.targets, &Sides::of(arena))
}

/// On each cell of a small area, which sides of a box there the player can walk between. The same for all targets.
#[derive(Debug)]
pub struct Sides(Option<Vec<[u8; 4]>>);

impl Sides {
    pub fn of(arena: &Arena) -> Sides {
        Sides((arena.len() <= AWARE_CELLS).then(|| sides(arena)))
    }
}

/// [`live_cells`] as if the targets were these. Linear in the cells.
pub fn live_with_targets(arena: &Arena, targets: &[u16], Sides(aware): &Sides) -> Vec<bool> {
    let mut seen = vec![[false; 4]; arena.len()];
    let mut stack: Vec<(u16, usize)> = Vec::new();
    let mut reach = |cell: u16, side: usize, stack: &mut Vec<(u16, usize)>| {
        // With the player on one side of the box it may walk to the others: all those are reached too.
        for other in 0..4 {
            let same = other == side
                || aware.as_ref().is_none_or(|sides| sides[cell as usize][other] == sides[cell as usize][side]);
            if same && arena.neighbours[cell as usize][other] != NONE && !seen[cell as usize][other] {
                seen[cell as usize][other] = true;
                stack.push((cell, other));
            }
        }
    };
    for &target in targets {
        for side in 0..4 {
            if arena.neighbours[target as usize][side] != NONE {
                reach(target, side, &mut stack);
            }
        }
    }
    while let Some((cell, side)) = stack.pop() {
        // The player stands beside the box and pulls it to its own cell, stepping back.
        let to = arena.neighbours[cell as usize][side];
        if to != NONE && arena.neighbours[to as usize][side] != NONE {
            reach(to, side, &mut stack);
        }
    }
    let mut live: Vec<bool> = seen.iter().map(|sides| sides.contains(&true)).collect();
    for &target in targets {
        live[target as usize] = true;
    }
    live
}

/// For each cell with a box on it, which of its four sides the player can walk between: equal numbers are connected.
fn sides(arena: &Arena) -> Vec<[u8; 4]> {
    let mut mark = vec![usize::MAX; arena.len()];
    let mut stack = Vec::new();
    (0..arena.len())
        .map(|cell| {
            let mut sides = [u8::MAX; 4];
            let base = cell * 4;
            for (side, start) in arena.neighbours[cell].into_iter().enumerate() {
                if start == NONE {
                    continue;
                }
                if mark[start as usize] != usize::MAX && mark[start as usize] >= base {
                    sides[side] = (mark[start as usize] - base) as u8;
                    continue;
                }
                sides[side] = side as u8;
                mark[start as usize] = base + side;
                stack.push(start);
                while let Some(at) = stack.pop() {
                    for next in arena.neighbours[at as usize] {
                        let fresh = next != NONE && next as usize != cell;
                        if fresh && (mark[next as usize] == usize::MAX || mark[next as usize] < base) {
                            mark[next as usize] = base + side;
                            stack.push(next);
                        }
                    }
                }
            }
            sides
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Board, arena};

    fn live(rows: &str) -> String {
        let board = Board::from_xsb(rows);
        let arena = arena(&board).unwrap();
        let live = live_cells(&arena);
        let mut out: Vec<char> = board.cells.iter().map(|cell| if cell.is_wall() { '#' } else { ' ' }).collect();
        for (cell, &board_cell) in arena.board_cell.iter().enumerate() {
            out[board_cell as usize] = if live[cell] { '.' } else { 'x' };
        }
        out.chunks(board.width).map(|row| row.iter().collect::<String>() + "\n").collect()
    }

    #[test]
    fn corners_and_walls_without_targets_are_dead() {
        assert_eq!(live("######\n#@   #\n# $  #\n#   .#\n######"), "######\n#xxxx#\n#x...#\n#x...#\n######\n");
    }

    #[test]
    fn a_target_in_a_corner_keeps_its_walls_alive() {
        assert_eq!(live("#####\n#.  #\n# $ #\n#  @#\n#####"), "#####\n#..x#\n#..x#\n#xxx#\n#####\n");
    }

    /// The box can be pushed along the corridor, but the player cannot get round it to push it on.
    #[test]
    fn the_players_way_round_the_box_counts() {
        assert_eq!(live("#####\n# #@#\n# $.#\n#####"), "#####\n#x#x#\n#x..#\n#####\n");
        assert_eq!(live("########\n#@ $  .#\n########"), "########\n#x.....#\n########\n");
    }
}
