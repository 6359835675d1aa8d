//! Push distances of one box alone, told apart by the side on which the player stands.
//!
//! A box cuts the floor around it into at most four parts. From which of them the player starts decides which
//! pushes it can make, so distances are kept for pairs (cell of the box, part with the player), as in the "backout
//! conflicts" of Junghanns and Schaeffer (2001). With other boxes on the board nothing gets easier: the distances
//! are lower bounds.

use super::budget::{Limit, Stop};
use super::field::{Field, Pace, opposite};
use super::reach::Reach;

/// No sequence of pushes leads there.
pub(super) const FAR: u16 = u16::MAX;

/// The parts around a box: four that touch it, and one that stands for all others.
const SIDES: usize = 5;
const SEALED: u8 = 4;

/// For each cell and side of a box the fewest pushes to each target.
#[derive(Clone, Default, Debug)]
pub(super) struct Table {
    pub columns: usize,
    cells: usize,
    /// 1 when the sides are not told apart.
    sides: usize,
    /// By cell of the box and cell of the player.
    side: Vec<u8>,
    /// Rows of `columns`, by cell and side; a last row of zeros is for boxes that are not there.
    cost: Vec<u16>,
    /// By target: a box is frozen there.
    is_taken: Vec<bool>,
}

impl Table {
    /// Fewest pushes to each target with the `frozen` boxes as walls. A frozen box stays on its own target.
    ///
    /// Takes time and memory quadratic in the cells (linear when `player_aware` is false), times the targets.
    pub fn to_targets(field: &Field, frozen: &[u16], player_aware: bool, stop: &Stop) -> Result<Table, Limit> {
        let mut occupied = field.empty();
        frozen.iter().for_each(|&cell| occupied[usize::from(cell)] = true);
        let (sides, side) = if player_aware { (SIDES, sides(field, &mut occupied, stop)?) } else { (1, Vec::new()) };
        let columns = field.arena.targets.len();
        let cells = field.len();
        let cost = vec![FAR; (cells * sides + 1) * columns];
        let is_taken = field.arena.targets.iter().map(|&target| occupied[usize::from(target)]).collect();
        let mut table = Table { columns, cells, sides, side, cost, is_taken };
        for (column, &target) in field.arena.targets.iter().enumerate() {
            if stop.is_set() {
                return Err(Limit::Stopped);
            }
            if occupied[usize::from(target)] {
                (0..sides).for_each(|side| table.set(target, side, column, 0));
            } else {
                table.pull_from(field, &occupied, target, column);
            }
        }
        table.clear_last_row();
        Ok(table)
    }

    /// Fewest pushes from each box of the start to each cell, for a search that pulls boxes back. `same_sides` is any
    /// table without frozen boxes.
    pub fn from_starts(field: &Field, same_sides: &Table, stop: &Stop) -> Result<Table, Limit> {
        let columns = field.arena.boxes.len();
        let (cells, sides) = (same_sides.cells, same_sides.sides);
        let cost = vec![FAR; (cells * sides + 1) * columns];
        let is_taken = vec![false; columns];
        let mut table = Table { columns, cells, sides, side: same_sides.side.clone(), cost, is_taken };
        for (column, &start) in field.arena.boxes.iter().enumerate() {
            if stop.is_set() {
                return Err(Limit::Stopped);
            }
            table.push_from(field, start, column);
        }
        table.clear_last_row();
        Ok(table)
    }

    /// Bytes that a table of this size takes.
    pub fn bytes(cells: usize, columns: usize, player_aware: bool) -> usize {
        if player_aware { cells * cells + cells * SIDES * columns * 2 } else { cells * columns * 2 }
    }

    /// The row for a box on `cell` with the player on `player`, as an offset for `costs`.
    pub fn row(&self, cell: u16, player: u16) -> u32 {
        ((usize::from(cell) * self.sides + self.side_of(cell, player)) * self.columns) as u32
    }

    pub fn is_player_aware(&self) -> bool {
        self.sides > 1
    }

    /// The row of a box that does not exist: it is at every target for nothing.
    pub fn absent_row(&self) -> u32 {
        (self.cells * self.sides * self.columns) as u32
    }

    pub fn costs(&self, row: u32) -> &[u16] {
        &self.cost[row as usize..][..self.columns]
    }

    /// True when `row` differs from the costs without frozen boxes on a target that is not taken.
    pub fn has_grown(&self, row: u32, before: &[u16]) -> bool {
        self.costs(row).iter().zip(before).zip(&self.is_taken).any(|((now, before), taken)| now != before && !taken)
    }

    /// All costs, to be indexed by row + column.
    pub fn all(&self) -> &[u16] {
        &self.cost
    }

    fn side_of(&self, cell: u16, player: u16) -> usize {
        if self.sides == 1 { 0 } else { usize::from(self.side[usize::from(cell) * self.cells + usize::from(player)]) }
    }

    fn set(&mut self, cell: u16, side: usize, column: usize, cost: u16) {
        self.cost[(usize::from(cell) * self.sides + side) * self.columns + column] = cost;
    }

    fn get(&self, cell: u16, side: usize, column: usize) -> u16 {
        self.cost[(usize::from(cell) * self.sides + side) * self.columns + column]
    }

    fn clear_last_row(&mut self) {
        let last = self.cells * self.sides * self.columns;
        self.cost[last..].fill(0);
    }

    /// Breadth-first search by pulls from `target`, whatever side the player ends on.
    fn pull_from(&mut self, field: &Field, walls: &[bool], target: u16, column: usize) {
        let mut queue = Vec::new();
        for side in 0..self.sides {
            self.set(target, side, column, 0);
            queue.push((target, side));
        }
        let mut next = 0;
        while next < queue.len() {
            let (cell, side) = queue[next];
            next += 1;
            let cost = self.get(cell, side, column) + 1;
            for back in 0..4 {
                let from = field.around[usize::from(cell)][back];
                if walls[usize::from(from)] || self.side_of(cell, from) != side {
                    continue;
                }
                let player = field.around[usize::from(from)][back];
                if walls[usize::from(player)] {
                    continue;
                }
                let side = self.side_of(from, player);
                if self.get(from, side, column) == FAR {
                    self.set(from, side, column, cost);
                    queue.push((from, side));
                }
            }
        }
    }

    /// Breadth-first search by pushes from `start`. A box that has not moved has the player where it was at first,
    /// on the same side.
    fn push_from(&mut self, field: &Field, start: u16, column: usize) {
        let side = self.side_of(start, field.arena.player);
        self.set(start, side, column, 0);
        let mut queue = vec![(start, side)];
        let mut next = 0;
        while next < queue.len() {
            let (cell, side) = queue[next];
            next += 1;
            let cost = self.get(cell, side, column) + 1;
            for dir in 0..4 {
                let (player, to) = (field.step(cell, opposite(dir)), field.step(cell, dir));
                if field.is_wall(player) || field.is_wall(to) || self.side_of(cell, player) != side {
                    continue;
                }
                let side = self.side_of(to, cell);
                if self.get(to, side, column) == FAR {
                    self.set(to, side, column, cost);
                    queue.push((to, side));
                }
            }
        }
    }
}

/// For each cell of a box and each cell of the player the part of the floor the player is in.
fn sides(field: &Field, occupied: &mut [bool], stop: &Stop) -> Result<Vec<u8>, Limit> {
    let cells = field.len();
    let mut side = vec![SEALED; cells * cells];
    let mut reach = Reach::new(field);
    let mut pace = Pace::default();
    for cell in 0..cells {
        if occupied[cell] {
            continue;
        }
        occupied[cell] = true;
        let row = &mut side[cell * cells..][..cells];
        let mut count = 0;
        for neighbour in field.around[cell] {
            if occupied[usize::from(neighbour)] || row[usize::from(neighbour)] != SEALED {
                continue;
            }
            pace.check(cells, stop)?;
            reach.flood(field, occupied, neighbour);
            reach.cells.iter().for_each(|&reached| row[usize::from(reached)] = count);
            count += 1;
        }
        occupied[cell] = false;
    }
    Ok(side)
}
