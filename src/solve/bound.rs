//! The lower bound of a position, and that of its successors at the cost of a repair.

use rustc_hash::FxHashMap;

use super::budget::{Limit, Stop};
use super::clusters::Clusters;
use super::field::Field;
use super::freeze::{frozen, is_blocked};
use super::matching::{Matching, Scratch};
use super::options::Options;
use super::pairs::{Conflict, DEAD_PAIR, Pairs, disjoint_sum};
use super::position::Position;
use super::store::{Key, toggle};
use super::table::{FAR, Table};

/// More boxes than this are bounded by their nearest targets: repairing the matching costs the square.
const MATCHING_BOXES: usize = 512;

/// A position with its successors as far as bounds go. Knows the distance tables for all sets of frozen boxes seen.
#[derive(Debug)]
pub(super) struct Bound<'a> {
    field: &'a Field<'a>,
    /// The distances without frozen boxes.
    base: &'a Table,
    pairs: Option<&'a Pairs>,
    clusters: Option<Clusters<'a>>,
    /// Working memory for it.
    cluster: Vec<u16>,
    matching: bool,
    freeze: bool,
    frozen_walls: bool,
    player_aware: bool,
    /// Index of the table in use for the current position.
    current: usize,
    /// For each box of the current position its row in that table; padded with absent boxes to one per target.
    rows: Vec<u32>,
    frozen: Vec<u16>,
    assigned: Matching,
    /// The pairs of boxes that are in each other's way, and working memory to add them up.
    conflicts: Vec<Conflict>,
    next_conflicts: Vec<Conflict>,
    is_used: Vec<bool>,
    /// The same for the successor being looked at.
    next_rows: Vec<u32>,
    next_frozen: Vec<u16>,
    next_assigned: Matching,
    scratch: Scratch,
    /// Tables with frozen boxes as walls: number `i` of `tables` is `i + 1` here, 0 is `base`.
    tables: Vec<Table>,
    by_frozen: FxHashMap<Key, usize>,
    /// Bytes left for more tables.
    memory: usize,
}

/// A bound, or the proof that there is no solution.
pub(super) type Estimate = Option<u32>;

impl<'a> Bound<'a> {
    pub fn new(
        field: &'a Field<'a>,
        base: &'a Table,
        pairs: Option<&'a Pairs>,
        options: &Options,
        memory: usize,
    ) -> Bound<'a> {
        let size = field.arena.targets.len();
        Bound {
            field,
            base,
            pairs: pairs.filter(|_| options.pairs),
            clusters: (options.clusters && pairs.is_some()).then(|| Clusters::new(field, memory / 4)),
            cluster: Vec::new(),
            matching: options.matching && size <= MATCHING_BOXES,
            freeze: options.freeze,
            frozen_walls: options.frozen_walls && options.freeze,
            player_aware: options.player_aware,
            current: 0,
            rows: Vec::new(),
            frozen: Vec::new(),
            assigned: Matching::new(size),
            conflicts: Vec::new(),
            next_conflicts: Vec::new(),
            is_used: vec![false; size],
            next_rows: Vec::new(),
            next_frozen: Vec::new(),
            next_assigned: Matching::new(size),
            scratch: Scratch::default(),
            tables: Vec::new(),
            by_frozen: FxHashMap::default(),
            memory: memory - memory / 4,
        }
    }

    /// Takes up a position, to estimate its successors. Returns its own bound.
    pub fn enter(&mut self, position: &mut Position, player: u16, stop: &Stop) -> Result<Estimate, Limit> {
        let Position { boxes, occupied, .. } = position;
        self.frozen.clear();
        if self.freeze {
            frozen(self.field, occupied, boxes, &mut self.frozen);
            if self.frozen.iter().any(|&cell| !self.field.is_target[usize::from(cell)]) {
                return Ok(None);
            }
        }
        self.current = if self.frozen_walls { self.table_for(&self.frozen.clone(), stop)? } else { 0 };
        let size = self.field.arena.targets.len();
        let table = table(self.base, &self.tables, self.current);
        self.rows.clear();
        self.rows.extend(boxes.iter().map(|&cell| table.row(cell, player)));
        self.rows.resize(size, table.absent_row());
        let total = assign(table, &self.rows, self.matching, &mut self.assigned, &mut self.scratch);
        self.conflicts.clear();
        let Some(pairs) = self.pairs else { return Ok(total) };
        let mut is_alive = (1..boxes.len())
            .all(|index| add_conflicts(self.field, pairs, boxes, index, 0..index, player, &mut self.conflicts));
        if let Some(clusters) = &mut self.clusters {
            clusters.earn();
            self.is_used.fill(false);
            for index in 0..boxes.len() {
                if is_alive && !self.is_used[index] {
                    is_alive =
                        clusters.add_conflict(boxes, index, player, &mut self.conflicts, &mut self.cluster, stop);
                    self.cluster.iter().for_each(|&place| self.is_used[usize::from(place)] = true);
                }
            }
        }
        self.next_conflicts.clone_from(&self.conflicts);
        Ok(total.filter(|_| is_alive).map(|total| total + self.excess(self.current, boxes, player)))
    }

    /// The bound after box number `index` of the entered position was pushed, with the player on `player`.
    pub fn successor(
        &mut self,
        position: &mut Position,
        index: usize,
        player: u16,
        stop: &Stop,
    ) -> Result<Estimate, Limit> {
        let Position { boxes, occupied, .. } = position;
        let cell = boxes[index];
        if self.freeze && is_blocked(self.field, occupied, cell) {
            frozen(self.field, occupied, boxes, &mut self.next_frozen);
            if self.next_frozen.iter().any(|&cell| !self.field.is_target[usize::from(cell)]) {
                return Ok(None);
            }
            if self.frozen_walls && self.next_frozen.len() > self.frozen.len() {
                return self.reassign(boxes, index, player, stop);
            }
        }
        let table = table(self.base, &self.tables, self.current);
        let row = table.row(cell, player);
        // Only this row changes: the player walked and pushed around all other boxes, so it is on the same side of
        // each of them, and of each pair of them, as before.
        let old = std::mem::replace(&mut self.rows[index], row);
        let total = if self.matching {
            self.next_assigned.copy_from(&self.assigned);
            let is_possible = self.next_assigned.update(index, &self.rows, table.all(), &mut self.scratch);
            is_possible.then(|| self.next_assigned.total(&self.rows, table.all()))
        } else {
            nearest(table, &self.rows)
        };
        self.rows[index] = old;
        let Some(total) = total.filter(|_| self.find_conflicts(boxes, index, player, stop)) else { return Ok(None) };
        Ok(Some(total + self.excess(self.current, boxes, player)))
    }

    /// Lists the conflicts of a successor. False when two boxes are dead together.
    fn find_conflicts(&mut self, boxes: &[u16], index: usize, player: u16, stop: &Stop) -> bool {
        self.next_conflicts.clear();
        let Some(pairs) = self.pairs else { return true };
        let moved = index as u16;
        self.next_conflicts.extend(self.conflicts.iter().filter(|conflict| !conflict.has(moved)));
        let is_alive = add_conflicts(self.field, pairs, boxes, index, 0..index, player, &mut self.next_conflicts)
            && add_conflicts(self.field, pairs, boxes, index, index + 1..boxes.len(), player, &mut self.next_conflicts);
        match &mut self.clusters {
            Some(clusters) if is_alive => {
                clusters.add_conflict(boxes, index, player, &mut self.next_conflicts, &mut self.cluster, stop)
            }
            _ => is_alive,
        }
    }

    /// What the listed conflicts add to the assignment in the table numbered `index`.
    fn excess(&mut self, index: usize, boxes: &[u16], player: u16) -> u32 {
        if index > 0 && !self.next_conflicts.is_empty() {
            // Penalties count from the distances without frozen boxes: they hold where those have not grown.
            let table = table(self.base, &self.tables, index);
            let base = self.base;
            let has_grown = |place: u16| {
                let cell = boxes[usize::from(place)];
                table.has_grown(table.row(cell, player), base.costs(base.row(cell, player)))
            };
            self.next_conflicts.retain(|conflict| !conflict.boxes().iter().any(|&place| has_grown(place)));
        }
        disjoint_sum(&mut self.next_conflicts, &mut self.is_used)
    }

    /// The bound of a successor in which more boxes are frozen: with a table of its own.
    fn reassign(&mut self, boxes: &[u16], moved: usize, player: u16, stop: &Stop) -> Result<Estimate, Limit> {
        let next_frozen = std::mem::take(&mut self.next_frozen);
        let index = self.table_for(&next_frozen, stop);
        self.next_frozen = next_frozen;
        let index = index?;
        let table = table(self.base, &self.tables, index);
        self.next_rows.clear();
        self.next_rows.extend(boxes.iter().map(|&cell| table.row(cell, player)));
        self.next_rows.resize(self.rows.len(), table.absent_row());
        self.next_assigned.copy_from(&self.assigned);
        let total = assign(table, &self.next_rows, self.matching, &mut self.next_assigned, &mut self.scratch);
        let Some(total) = total.filter(|_| self.find_conflicts(boxes, moved, player, stop)) else { return Ok(None) };
        Ok(Some(total + self.excess(index, boxes, player)))
    }

    /// The number of the table for a set of frozen boxes; the field's own when there is no memory for another.
    fn table_for(&mut self, frozen: &[u16], stop: &Stop) -> Result<usize, Limit> {
        if frozen.is_empty() {
            return Ok(0);
        }
        let mut key = vec![0; self.field.key_words()];
        frozen.iter().for_each(|&cell| toggle(&mut key, self.field.live_index[usize::from(cell)]));
        if let Some(&index) = self.by_frozen.get(&key) {
            return Ok(index);
        }
        let bytes = Table::bytes(self.field.len(), self.field.arena.targets.len(), self.player_aware);
        if bytes > self.memory {
            return Ok(0);
        }
        self.memory -= bytes;
        self.tables.push(Table::to_targets(self.field, frozen, self.base.is_player_aware(), stop)?);
        self.by_frozen.insert(key, self.tables.len());
        Ok(self.tables.len())
    }
}

fn table<'t>(base: &'t Table, tables: &'t [Table], index: usize) -> &'t Table {
    if index == 0 { base } else { &tables[index - 1] }
}

fn assign(table: &Table, rows: &[u32], matching: bool, assigned: &mut Matching, scratch: &mut Scratch) -> Estimate {
    if !matching {
        return nearest(table, rows);
    }
    assigned.solve(rows, table.all(), scratch).then(|| assigned.total(rows, table.all()))
}

/// The sum over the boxes of the pushes to the nearest target.
fn nearest(table: &Table, rows: &[u32]) -> Estimate {
    let nearest = |&row: &u32| table.costs(row).iter().copied().min().filter(|&cost| cost != FAR).map(u32::from);
    rows.iter().map(nearest).sum()
}

/// Adds the conflicts of box `index` with others. False when it is dead together with one of them.
fn add_conflicts(
    field: &Field,
    pairs: &Pairs,
    boxes: &[u16],
    index: usize,
    others: std::ops::Range<usize>,
    player: u16,
    conflicts: &mut Vec<Conflict>,
) -> bool {
    let place = |index: usize| field.live_index[usize::from(boxes[index])];
    let own = place(index);
    for other in others {
        match pairs.penalty(own, place(other), player) {
            0 => {}
            DEAD_PAIR => return false,
            penalty => conflicts.push(Conflict::new(penalty, &[index as u16, other as u16])),
        }
    }
    true
}
