//! The cheapest way to give every box a target of its own (Kuhn 1955; Munkres 1957), repaired box by box.
//!
//! The sum of its push distances is a lower bound on the pushes still needed (Junghanns and Schaeffer 2001), and
//! where no assignment exists the position is lost.

use super::table::FAR;

const FREE: u16 = u16::MAX;

/// An optimal assignment of rows (boxes) to columns (targets), with the prices that prove it.
///
/// Invariant: `row_price[i] + column_price[j] <= cost(i, j)` for all pairs, with equality on assigned ones.
#[derive(Clone, Default, Debug)]
pub(super) struct Matching {
    row_price: Vec<i32>,
    column_price: Vec<i32>,
    column_of: Vec<u16>,
    row_of: Vec<u16>,
}

/// Working memory of `Matching`, shared by all of a search.
#[derive(Clone, Default, Debug)]
pub(super) struct Scratch {
    slack: Vec<i32>,
    from: Vec<u16>,
    done: Vec<bool>,
}

impl Matching {
    pub fn new(size: usize) -> Matching {
        Matching {
            row_price: vec![0; size],
            column_price: vec![0; size],
            column_of: vec![FREE; size],
            row_of: vec![FREE; size],
        }
    }

    pub fn copy_from(&mut self, other: &Matching) {
        self.row_price.copy_from_slice(&other.row_price);
        self.column_price.copy_from_slice(&other.column_price);
        self.column_of.copy_from_slice(&other.column_of);
        self.row_of.copy_from_slice(&other.row_of);
    }

    /// Assigns all rows anew. False when that is impossible. Cubic in the size at worst; the column prices left from
    /// an earlier, similar assignment make it far cheaper, and any prices are a valid start.
    pub fn solve(&mut self, rows: &[u32], cost: &[u16], scratch: &mut Scratch) -> bool {
        self.column_of.fill(FREE);
        self.row_of.fill(FREE);
        for (row, &costs) in rows.iter().enumerate() {
            match self.cheapest_column(costs, cost) {
                None => return false,
                Some((column, price)) => {
                    self.row_price[row] = price;
                    if self.row_of[column] == FREE {
                        self.row_of[column] = row as u16;
                        self.column_of[row] = column as u16;
                    }
                }
            }
        }
        (0..rows.len()).all(|row| self.column_of[row] != FREE || self.augment(row, rows, cost, scratch))
    }

    /// Repairs the assignment after the costs of `row` changed: quadratic in the size. False when none is left.
    pub fn update(&mut self, row: usize, rows: &[u32], cost: &[u16], scratch: &mut Scratch) -> bool {
        let Some((column, price)) = self.cheapest_column(rows[row], cost) else { return false };
        self.row_price[row] = price;
        let old = usize::from(self.column_of[row]);
        let old_cost = cost[rows[row] as usize + old];
        if old == column || old_cost != FAR && i32::from(old_cost) - self.column_price[old] == price {
            return true;
        }
        self.row_of[old] = FREE;
        self.column_of[row] = FREE;
        self.augment(row, rows, cost, scratch)
    }

    /// The sum of the assigned costs.
    pub fn total(&self, rows: &[u32], cost: &[u16]) -> u32 {
        rows.iter()
            .zip(&self.column_of)
            .map(|(&row, &column)| u32::from(cost[row as usize + usize::from(column)]))
            .sum()
    }

    fn cheapest_column(&self, row: u32, cost: &[u16]) -> Option<(usize, i32)> {
        let mut best = None;
        let mut lowest = i32::MAX;
        for (column, (&cost, price)) in cost[row as usize..].iter().zip(&self.column_price).enumerate() {
            if cost != FAR && i32::from(cost) - price < lowest {
                lowest = i32::from(cost) - price;
                best = Some((column, lowest));
            }
        }
        best
    }

    /// One shortest augmenting path from the unassigned `row`, by Dijkstra's algorithm on reduced costs.
    fn augment(&mut self, row: usize, rows: &[u32], cost: &[u16], scratch: &mut Scratch) -> bool {
        let size = self.row_of.len();
        scratch.slack.clear();
        scratch.slack.resize(size, i32::MAX);
        scratch.done.clear();
        scratch.done.resize(size, false);
        scratch.from.clear();
        scratch.from.resize(size, FREE);
        let mut current = row;
        let mut distance = 0;
        let end = loop {
            let costs = &cost[rows[current] as usize..][..size];
            let base = distance - self.row_price[current];
            let (mut nearest, mut lowest) = (size, i32::MAX);
            let columns = costs.iter().zip(&self.column_price).zip(&mut scratch.slack).zip(&mut scratch.from);
            for ((column, (((&cost, &price), slack), from)), &done) in columns.enumerate().zip(&scratch.done) {
                if done {
                    continue;
                }
                if cost != FAR && base + i32::from(cost) - price < *slack {
                    *slack = base + i32::from(cost) - price;
                    *from = current as u16;
                }
                if *slack < lowest {
                    lowest = *slack;
                    nearest = column;
                }
            }
            if nearest == size {
                return false;
            }
            distance = lowest;
            scratch.done[nearest] = true;
            match self.row_of[nearest] {
                FREE => break nearest,
                next => current = usize::from(next),
            }
        };
        self.row_price[row] += distance;
        for column in 0..size {
            if scratch.done[column] && column != end {
                let change = distance - scratch.slack[column];
                self.column_price[column] -= change;
                self.row_price[usize::from(self.row_of[column])] += change;
            }
        }
        let mut column = end;
        loop {
            let from = usize::from(scratch.from[column]);
            let next = self.column_of[from];
            self.row_of[column] = from as u16;
            self.column_of[from] = column as u16;
            if from == row {
                return true;
            }
            column = usize::from(next);
        }
    }
}
