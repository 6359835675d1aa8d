//! Freeze deadlocks at the start position: boxes that block each other for ever.

use crate::level::{Arena, NONE};

/// Groups of neighbouring boxes that can never be pushed to any good, with at least one off target.
///
/// A box is blocked along an axis when one neighbour is a wall or a blocked box, or when both are dead squares. The
/// largest set of boxes that are all blocked along both axes by walls, dead squares and one another is frozen: the
/// first of them to move would have to move onto a dead square, and then it can never reach a target. So if one of
/// them is off target, the level has no solution. (Sokoban Wiki, "How to detect deadlocks": freeze deadlocks.)
/// Takes time quadratic in the boxes at worst. `live` is what [`super::live_cells`] gives.
pub fn frozen_groups(arena: &Arena, live: &[bool]) -> Vec<Vec<u16>> {
    let mut frozen = vec![false; arena.len()];
    for &cell in &arena.boxes {
        frozen[cell as usize] = true;
    }
    loop {
        let before = frozen.clone();
        for &cell in &arena.boxes {
            let [up, left, right, down] = arena.neighbours[cell as usize];
            frozen[cell as usize] &= blocked(up, down, &frozen, live) && blocked(left, right, &frozen, live);
        }
        if frozen == before {
            break;
        }
    }
    let mut groups = Vec::new();
    let mut grouped = vec![false; arena.len()];
    for &cell in &arena.boxes {
        if !frozen[cell as usize] || grouped[cell as usize] {
            continue;
        }
        let mut group = vec![cell];
        grouped[cell as usize] = true;
        let mut next = 0;
        while next < group.len() {
            for near in arena.neighbours[group[next] as usize] {
                if near != NONE && frozen[near as usize] && !grouped[near as usize] {
                    grouped[near as usize] = true;
                    group.push(near);
                }
            }
            next += 1;
        }
        group.sort_unstable();
        if group.iter().any(|cell| arena.targets.binary_search(cell).is_err()) {
            groups.push(group);
        }
    }
    groups
}

fn blocked(one: u16, other: u16, frozen: &[bool], live: &[bool]) -> bool {
    let stands = |cell: u16| cell == NONE || frozen[cell as usize];
    let dead = |cell: u16| cell != NONE && !live[cell as usize];
    stands(one) || stands(other) || (dead(one) && dead(other))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::live_cells;
    use crate::level::{Board, arena};

    fn frozen(rows: &str) -> Vec<Vec<String>> {
        let board = Board::from_xsb(rows);
        let arena = arena(&board).unwrap();
        frozen_groups(&arena, &live_cells(&arena))
            .iter()
            .map(|group| group.iter().map(|&cell| board.name(arena.board_cell[cell as usize] as usize)).collect())
            .collect()
    }

    #[test]
    fn a_block_of_four_off_target_is_frozen() {
        assert_eq!(frozen("########\n#@     #\n#  $$  #\n#  $$..#\n#    ..#\n########"), [["D3", "E3", "D4", "E4"]]);
    }

    #[test]
    fn a_block_on_targets_is_no_deadlock() {
        assert!(frozen("######\n#@   #\n# **$#\n# **.#\n######").is_empty());
    }

    #[test]
    fn two_boxes_between_walls_freeze_each_other() {
        assert_eq!(frozen("#######\n#@    #\n#  $$##\n#  ##.#\n#    .#\n#######"), [["D3", "E3"]]);
        assert_eq!(frozen("#######\n#@    #\n#  ####\n#  $$ #\n#  ##.#\n#    .#\n#######"), [["D4", "E4"]]);
    }
}
