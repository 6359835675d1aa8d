//! Breadth-first search from both ends, for boards so small that every state may be kept.

use rustc_hash::FxHashMap;

use super::Meter;
use super::grid::{Grid, NONE};
use crate::level::Dir;
use crate::solve::{Budget, Limit};

/// The most cells. Of the 10!/2 states of 2 x 5 the search from both ends expands a sixth at worst.
const CELLS: usize = 10;

/// Bytes for one state, generously: it is kept in a table and in a layer, both of which grow by doubling.
const STATE: usize = 40;

/// Whether the search suits the board and keeps within the budget's memory.
pub(super) fn fits(grid: &Grid, budget: &Budget) -> bool {
    let count = grid.cells.len();
    count <= CELLS && (2..=count).product::<usize>() / 2 * STATE <= budget.memory
}

/// One end of the search: all states up to some distance from it.
struct Side {
    /// The last layer, which is to be expanded next.
    layer: Vec<u64>,
    /// The direction of the blank's last move towards each state, as an index; [`FIRST`] for the end itself.
    seen: FxHashMap<u64, u8>,
    depth: usize,
}

const FIRST: u8 = 4;

/// The fewest moves. Takes time and memory in proportion to the states that are nearer than half of the solution.
pub(super) fn search(grid: &Grid, meter: &mut Meter) -> Result<Vec<Dir>, Limit> {
    let start = pack(grid.cells.iter().map(|&cell| cell as usize));
    let goal = pack(0..grid.cells.len());
    meter.raise(0);
    if start == goal {
        return Ok(Vec::new());
    }
    let board = Board { neighbours: grid.neighbours(), home: grid.home as u64 };
    let side = |end| Side { layer: vec![end], seen: FxHashMap::from_iter([(end, FIRST)]), depth: 0 };
    let (mut front, mut back) = (side(start), side(goal));
    loop {
        meter.raise(front.depth + back.depth + 1);
        let (near, far) = if front.layer.len() <= back.layer.len() { (&mut front, &back) } else { (&mut back, &front) };
        if let Some(meeting) = board.expand(near, far, meter)? {
            let mut moves = board.way(&front, meeting);
            moves.reverse();
            moves.extend(board.way(&back, meeting).into_iter().map(Dir::opposite));
            return Ok(moves);
        }
    }
}

/// Four bits a cell.
fn pack(cells: impl DoubleEndedIterator<Item = usize>) -> u64 {
    cells.rev().fold(0, |state, cell| state << 4 | cell as u64)
}

struct Board {
    neighbours: Vec<[u16; 4]>,
    /// What the blank is called.
    home: u64,
}

impl Board {
    fn blank(&self, state: u64) -> usize {
        (0..self.neighbours.len()).find(|cell| state >> (4 * cell) & 15 == self.home).unwrap_or(0)
    }

    /// The state after the blank at `blank` has moved.
    fn moved(&self, state: u64, blank: usize, dir: usize) -> Option<u64> {
        let next = self.neighbours[blank][dir];
        if next == NONE {
            return None;
        }
        let difference = (state >> (4 * blank) ^ state >> (4 * next)) & 15;
        Some(state ^ difference << (4 * blank) ^ difference << (4 * next))
    }

    /// Takes `near` one layer further. `Some` is a state that `far` has reached too.
    fn expand(&self, near: &mut Side, far: &Side, meter: &mut Meter) -> Result<Option<u64>, Limit> {
        let mut layer = Vec::new();
        for &state in &near.layer {
            meter.spend()?;
            let blank = self.blank(state);
            for dir in 0..4 {
                let Some(next) = self.moved(state, blank, dir) else { continue };
                if near.seen.contains_key(&next) {
                    continue;
                }
                near.seen.insert(next, dir as u8);
                if far.seen.contains_key(&next) {
                    return Ok(Some(next));
                }
                layer.push(next);
            }
        }
        near.layer = layer;
        near.depth += 1;
        Ok(None)
    }

    /// The moves that led from a side's end to `state`, the last one first.
    fn way(&self, side: &Side, mut state: u64) -> Vec<Dir> {
        let mut moves = Vec::new();
        while let Some(&dir) = side.seen.get(&state) {
            let Some(&dir) = Dir::ALL.get(dir as usize) else { break };
            moves.push(dir);
            let Some(before) = self.moved(state, self.blank(state), dir.opposite().index()) else { break };
            state = before;
        }
        moves
    }
}
