//! Iterative deepening with estimates (IDA*).

use super::distance::Distance;
use super::grid::{Cell, Grid, NONE};
use super::pattern::Patterns;
use super::{Meter, partition};
use crate::level::Dir;
use crate::solve::Limit;

/// An estimate of the moves that are still needed. It never exceeds them and is 0 on the solved board only.
pub(super) trait Estimate {
    /// What is kept for a board, so that the next board's estimate is cheap.
    type State: Copy;

    fn first(&self, cells: &[Cell]) -> Self::State;

    /// The state after `tile` has moved `from` a cell `to` the blank's. `cells` is the board before. An estimate
    /// that exceeds `room` may stop short there.
    fn next(&self, before: &Self::State, cells: &[Cell], tile: Cell, from: Cell, to: Cell, room: u32) -> Self::State;

    fn value(state: &Self::State) -> u32;
}

/// After how many nodes the next better estimate takes over, and how many entries each of its tables may have. On
/// 4 x 4 the tables of the first take a few tenths of a second, those of the second some seconds: as long as a search
/// that may be expected to gain by them.
const STAGES: [(u64, usize); 2] = [(50_000, 1 << 20), (32_000_000, 1 << 24)];

/// The fewest moves. Memory is that of the estimates' tables, at most `memory` bytes.
pub(super) fn search(grid: &Grid, memory: usize, meter: &mut Meter) -> Result<Vec<Dir>, Limit> {
    let sizes = STAGES.map(|(nodes, entries)| (nodes, partition::size(grid.cells.len(), entries, memory)));
    let mut stages = sizes.into_iter().filter(|&(_, size)| size > 0).peekable();
    let until = |stage: Option<&(u64, usize)>| stage.map_or(u64::MAX, |&(nodes, _)| nodes);
    if let Some(moves) = deepen(grid, &Distance::new(grid), until(stages.peek()), meter)? {
        return Ok(moves);
    }
    while let Some((_, size)) = stages.next() {
        let patterns = Patterns::build(grid, &partition::groups(grid, size), meter)?;
        if let Some(moves) = deepen(grid, &patterns, until(stages.peek()), meter)? {
            return Ok(moves);
        }
    }
    Err(Limit::Nodes)
}

/// Searches with rising bounds. `None` when the meter has reached `until` nodes.
fn deepen<E: Estimate>(grid: &Grid, estimate: &E, until: u64, meter: &mut Meter) -> Result<Option<Vec<Dir>>, Limit> {
    let mut probe = Probe {
        estimate,
        neighbours: grid.neighbours(),
        home: grid.home as Cell,
        cells: grid.cells.clone(),
        frames: Vec::new(),
    };
    let first = estimate.first(&grid.cells);
    meter.raise(E::value(&first) as usize);
    loop {
        let bound = meter.lower_bound.unwrap_or(0);
        probe.cells.clone_from(&grid.cells);
        match probe.within(first, grid.blank as Cell, bound as u32, until, meter)? {
            Within::Found(moves) => return Ok(Some(moves)),
            Within::Spent => return Ok(None),
            Within::Nothing { next } => meter.raise(next as usize),
        }
    }
}

enum Within {
    Found(Vec<Dir>),
    /// No solution within the bound, and none with fewer moves than `next`.
    Nothing {
        next: u32,
    },
    Spent,
}

struct Probe<'a, E: Estimate> {
    estimate: &'a E,
    neighbours: Vec<[Cell; 4]>,
    home: Cell,
    cells: Vec<Cell>,
    /// The boards from the start to the present one.
    frames: Vec<Frame<E::State>>,
}

#[derive(Clone, Copy)]
struct Frame<S> {
    state: S,
    blank: Cell,
    /// The direction to try next, as an index.
    dir: u8,
    /// The direction that would take back the last move.
    back: u8,
}

impl<E: Estimate> Probe<'_, E> {
    /// Depth-first through all ways of at most `bound` moves that do not take a move back at once.
    fn within(
        &mut self,
        first: E::State,
        blank: Cell,
        bound: u32,
        until: u64,
        meter: &mut Meter,
    ) -> Result<Within, Limit> {
        let mut next_bound = u32::MAX;
        if E::value(&first) == 0 {
            return Ok(Within::Found(Vec::new()));
        }
        self.frames.clear();
        self.frames.push(Frame { state: first, blank, dir: 0, back: 4 });
        let mut depth = 0;
        while let Some(frame) = self.frames.last_mut() {
            let dir = frame.dir;
            if dir == 4 {
                let left = frame.blank as usize;
                self.frames.pop();
                if let Some(before) = self.frames.last() {
                    depth -= 1;
                    self.cells[left] = self.cells[before.blank as usize];
                    self.cells[before.blank as usize] = self.home;
                }
                continue;
            }
            frame.dir += 1;
            let (from, to) = (self.neighbours[frame.blank as usize][dir as usize], frame.blank);
            if dir == frame.back || from == NONE {
                continue;
            }
            let tile = self.cells[from as usize];
            let room = bound - depth - 1;
            let state = self.estimate.next(&frame.state, &self.cells, tile, from, to, room);
            let value = E::value(&state);
            if value > room {
                next_bound = next_bound.min(depth + 1 + value);
                continue;
            }
            if meter.nodes >= until {
                return Ok(Within::Spent);
            }
            meter.spend()?;
            self.cells[to as usize] = tile;
            self.cells[from as usize] = self.home;
            self.frames.push(Frame { state, blank: from, dir: 0, back: 3 - dir });
            depth += 1;
            if value == 0 {
                return Ok(Within::Found(self.moves()));
            }
        }
        Ok(Within::Nothing { next: next_bound })
    }

    /// The moves that led to the present board.
    fn moves(&self) -> Vec<Dir> {
        let dirs = self.frames.iter().take(self.frames.len() - 1).map(|frame| frame.dir as usize - 1);
        dirs.map(|dir| Dir::ALL[dir]).collect()
    }
}
