//! An answer that shares nothing with the search: Dijkstra's algorithm over every move of the player.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use sok::level::{Board, Cell};

/// Steps in columns and rows.
const STEPS: [(isize, isize); 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];

/// The minimum costs of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// (pushes, moves), or (moves, pushes) if moves come first.
    Minimum(usize, usize),
    Unsolvable,
}

/// The answer for `board`, or `None` when it has more than `limit` positions.
///
/// A position is the player's cell and the set of boxes; a step is one move. Nothing is pruned.
pub fn solve(board: &Board, moves_first: bool, limit: usize) -> Option<Answer> {
    let player = board.find(Cell::is_player)[0];
    let boxes = board.find(Cell::is_box);
    let mut best: HashMap<(usize, Vec<usize>), (usize, usize)> = HashMap::new();
    let mut heap = BinaryHeap::new();
    best.insert((player, boxes.clone()), (0, 0));
    heap.push(Reverse(((0, 0), player, boxes)));
    while let Some(Reverse((cost, player, boxes))) = heap.pop() {
        if best[&(player, boxes.clone())] < cost {
            continue;
        }
        if boxes.iter().all(|&cell| board.cells[cell].is_target()) {
            return Some(Answer::Minimum(cost.0, cost.1));
        }
        if best.len() > limit {
            return None;
        }
        for step in STEPS {
            let Some(to) = floor(board, player, step) else { continue };
            let mut next_boxes = boxes.clone();
            let mut push = 0;
            if let Ok(index) = boxes.binary_search(&to) {
                match floor(board, to, step) {
                    Some(beyond) if boxes.binary_search(&beyond).is_err() => next_boxes[index] = beyond,
                    _ => continue,
                }
                next_boxes.sort_unstable();
                push = 1;
            }
            let next_cost = if moves_first { (cost.0 + 1, cost.1 + push) } else { (cost.0 + push, cost.1 + 1) };
            let known = best.entry((to, next_boxes.clone())).or_insert((usize::MAX, usize::MAX));
            if next_cost < *known {
                *known = next_cost;
                heap.push(Reverse((next_cost, to, next_boxes)));
            }
        }
    }
    Some(Answer::Unsolvable)
}

fn floor(board: &Board, cell: usize, step: (isize, isize)) -> Option<usize> {
    board.step(cell, step).filter(|&next| !board.cells[next].is_wall())
}
