//! One box by itself: where it can be pushed when all others are away.

use crate::level::{Arena, NONE};
use std::collections::VecDeque;

/// On larger areas the answer would take too long for a hover.
const MOST_CELLS: usize = 1_500;

/// For each cell the fewest pushes that bring the box at `from` there, with all other boxes taken away and the player
/// starting where it stands; `None` where it cannot be brought. `None` as a whole on an area that is too large.
///
/// Breadth-first over the box's cell and the side of it that the player is on: exact for a lone box. Quadratic in the
/// cells at worst.
pub fn alone(arena: &Arena, from: u16) -> Option<Vec<Option<u32>>> {
    if arena.len() > MOST_CELLS {
        return None;
    }
    let mut seen = vec![[false; 4]; arena.len()];
    let mut pushes = vec![None; arena.len()];
    pushes[from as usize] = Some(0);
    let mut walk = Walk { mark: vec![0; arena.len()], round: 0, stack: Vec::new() };
    let mut queue = VecDeque::new();
    let arrive = |cell: u16, player: u16, count: u32, seen: &mut Vec<[bool; 4]>, walk: &mut Walk| {
        let sides = walk.sides(arena, cell, player);
        let fresh = |&side: &usize| sides[side] && !seen[cell as usize][side];
        let new: Vec<usize> = (0..4).filter(fresh).collect();
        new.iter().for_each(|&side| seen[cell as usize][side] = true);
        new.into_iter().map(move |side| (cell, side, count))
    };
    queue.extend(arrive(from, arena.player, 0, &mut seen, &mut walk));
    while let Some((cell, side, count)) = queue.pop_front() {
        let to = arena.neighbours[cell as usize][3 - side];
        if to == NONE {
            continue;
        }
        pushes[to as usize].get_or_insert(count + 1);
        queue.extend(arrive(to, cell, count + 1, &mut seen, &mut walk));
    }
    Some(pushes)
}

/// Floods with marks that need no clearing.
struct Walk {
    mark: Vec<u32>,
    round: u32,
    stack: Vec<u16>,
}

impl Walk {
    /// The sides of a box at `cell` that a player at `player` can walk to.
    fn sides(&mut self, arena: &Arena, cell: u16, player: u16) -> [bool; 4] {
        self.round += 1;
        self.mark[cell as usize] = self.round;
        if player != cell {
            self.mark[player as usize] = self.round;
            self.stack.push(player);
        }
        while let Some(at) = self.stack.pop() {
            for next in arena.neighbours[at as usize].into_iter().filter(|&next| next != NONE) {
                if self.mark[next as usize] != self.round {
                    self.mark[next as usize] = self.round;
                    self.stack.push(next);
                }
            }
        }
        arena.neighbours[cell as usize].map(|next| next != NONE && self.mark[next as usize] == self.round)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Board, arena};

    fn numbers(rows: &str) -> Vec<Option<u32>> {
        let arena = arena(&Board::from_xsb(rows)).expect("a sound board");
        alone(&arena, arena.boxes[0]).expect("a small board")
    }

    #[test]
    fn the_player_must_get_behind_the_box() {
        // In a corridor the player cannot get round: the box goes to the right only.
        assert_eq!(numbers("######\n# @$.#\n######"), [None, None, Some(0), Some(1)]);
        // With a way round it goes both ways.
        let both = numbers("######\n#@$ .#\n#    #\n######");
        assert_eq!(both[..4], [Some(1), Some(0), Some(1), Some(2)]);
    }
}
