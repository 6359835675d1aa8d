//! What two boxes cost beyond their single distances, because they are in each other's way.
//!
//! For every pair of live cells and every part of the floor the player may be in, a search by pulls from each pair
//! of targets gives the exact pushes for two boxes alone. The least excess over their single distances, whatever
//! targets they end on, is their *penalty*; where no pair of targets can be reached the pair is a deadlock. This
//! takes in the linear conflicts of Junghanns and Schaeffer (2001) and much else.
//!
//! Penalties of pairs without a common box may be added to the cheapest assignment: in a solution in which boxes
//! `a` and `b` end on `s` and `t`, their own pushes number at least the cheaper of the two ways to assign `s` and
//! `t` to them, plus the penalty; and exchanging `s` and `t` where that is cheaper still leaves an assignment.

use super::budget::{Limit, Stop};
use super::field::{Field, Pace, opposite};
use super::reach::Reach;
use super::table::{FAR, Table};

/// The two boxes alone cannot be solved.
pub(super) const DEAD_PAIR: u8 = u8::MAX;

/// Parts of the floor around two boxes.
const SIDES: usize = 8;

/// No more than this many steps of precomputation (pairs of cells times pairs of targets).
const MAX_WORK: usize = 6_000_000;

/// Where boxes come to or from.
#[derive(Clone, Copy)]
enum End {
    Targets,
    Starts,
}

/// Penalties by pair of live cells and cell of the player.
#[derive(Debug)]
pub(super) struct Pairs {
    cells: usize,
    penalty: Vec<u8>,
}

impl Pairs {
    /// `None` for boards too large for it, and where there are no two targets. Memory: one byte for each pair of
    /// live cells and cell of the player, at most `memory`.
    pub fn to_targets(field: &Field, memory: usize, stop: &Stop) -> Result<Option<Pairs>, Limit> {
        Pairs::new(field, &field.table, End::Targets, memory, stop)
    }

    /// The same for a search that pulls boxes back: from pairs of boxes of the start, with the distances `starts`.
    pub fn from_starts(field: &Field, starts: &Table, memory: usize, stop: &Stop) -> Result<Option<Pairs>, Limit> {
        Pairs::new(field, starts, End::Starts, memory, stop)
    }

    fn new(field: &Field, table: &Table, end: End, memory: usize, stop: &Stop) -> Result<Option<Pairs>, Limit> {
        let ends = match end {
            End::Targets => &field.arena.targets,
            End::Starts => &field.arena.boxes,
        };
        let (live, targets) = (field.live.len(), ends.len());
        let pairs = live * live.saturating_sub(1) / 2;
        let work = pairs.saturating_mul(targets * targets.saturating_sub(1) / 2);
        if targets < 2 || work > MAX_WORK || pairs.saturating_mul(field.len() + 4 * SIDES) > memory {
            return Ok(None);
        }
        let cells = field.len();
        let mut builder = Builder {
            field,
            table,
            side: vec![u8::MAX; pairs * cells],
            penalty: vec![DEAD_PAIR; pairs * SIDES],
            pushes: vec![FAR; pairs * SIDES],
            entrance: vec![0; pairs * SIDES],
            queue: Vec::new(),
        };
        builder.find_sides(stop)?;
        for one in 0..targets {
            for other in 0..one {
                if stop.is_set() {
                    return Err(Limit::Stopped);
                }
                match end {
                    End::Targets => builder.pull_from(ends[one], ends[other]),
                    End::Starts => builder.push_from(ends[one], ends[other]),
                }
                builder.lower_penalties(one, other);
            }
        }
        Ok(Some(builder.finish()))
    }

    pub fn bytes(&self) -> usize {
        self.penalty.len()
    }

    /// The penalty of boxes on two live cells, given by their places in `Field::live`.
    pub fn penalty(&self, one: u16, other: u16, player: u16) -> u8 {
        self.penalty[pair_of(one, other) * self.cells + usize::from(player)]
    }
}

/// The number of an unordered pair of different live cells.
fn pair_of(one: u16, other: u16) -> usize {
    let (low, high) = if one < other { (one, other) } else { (other, one) };
    usize::from(high) * (usize::from(high) - 1) / 2 + usize::from(low)
}

struct Builder<'a> {
    field: &'a Field<'a>,
    /// The single distances.
    table: &'a Table,
    /// By pair and cell of the player: the part of the floor.
    side: Vec<u8>,
    /// By pair and part.
    penalty: Vec<u8>,
    /// By pair and part: pushes to the two targets at hand.
    pushes: Vec<u16>,
    /// By pair and part: one of its cells.
    entrance: Vec<u16>,
    /// Live cells of both boxes and the part of the player.
    queue: Vec<(u16, u16, u8)>,
}

impl Builder<'_> {
    fn find_sides(&mut self, stop: &Stop) -> Result<(), Limit> {
        let field = self.field;
        let cells = field.len();
        let mut reach = Reach::new(field);
        let mut pace = Pace::default();
        let mut occupied = field.empty();
        for high in 1..field.live.len() {
            for low in 0..high {
                pace.check(cells, stop)?;
                let pair = pair_of(low as u16, high as u16);
                let boxes = [field.live[low], field.live[high]];
                boxes.iter().for_each(|&cell| occupied[usize::from(cell)] = true);
                let row = &mut self.side[pair * cells..][..cells];
                let mut count = 0;
                for &cell in &boxes {
                    for start in field.around[usize::from(cell)] {
                        if occupied[usize::from(start)] || row[usize::from(start)] != u8::MAX {
                            continue;
                        }
                        reach.flood(field, &occupied, start);
                        reach.cells.iter().for_each(|&reached| row[usize::from(reached)] = count);
                        self.entrance[pair * SIDES + usize::from(count)] = start;
                        count += 1;
                    }
                }
                boxes.iter().for_each(|&cell| occupied[usize::from(cell)] = false);
            }
        }
        Ok(())
    }

    /// From boxes on two targets, the player anywhere.
    fn pull_from(&mut self, one: u16, other: u16) {
        let (one, other) = (self.field.live_index[usize::from(one)], self.field.live_index[usize::from(other)]);
        let row = &self.side[pair_of(one, other) * self.field.len()..][..self.field.len()];
        let sides = row.iter().filter(|&&side| side != u8::MAX).max().copied().unwrap_or(0);
        self.spread(one, other, 0..=sides, End::Targets);
    }

    /// From two boxes of the start, the player where it starts.
    fn push_from(&mut self, one: u16, other: u16) {
        let (one, other) = (self.field.live_index[usize::from(one)], self.field.live_index[usize::from(other)]);
        let side = self.side[pair_of(one, other) * self.field.len() + usize::from(self.field.arena.player)];
        if side == u8::MAX {
            self.queue.clear();
            return;
        }
        self.spread(one, other, side..=side, End::Starts);
    }

    /// Breadth-first search from two live cells and some parts of the floor: by pulls from targets, by pushes from
    /// starts.
    fn spread(&mut self, one: u16, other: u16, sides: std::ops::RangeInclusive<u8>, end: End) {
        let field = self.field;
        let cells = field.len();
        self.pushes.fill(FAR);
        self.queue.clear();
        for side in sides {
            self.pushes[pair_of(one, other) * SIDES + usize::from(side)] = 0;
            self.queue.push((one, other, side));
        }
        let mut next = 0;
        while next < self.queue.len() {
            let (one, other, side) = self.queue[next];
            next += 1;
            let pair = pair_of(one, other);
            let pushes = self.pushes[pair * SIDES + usize::from(side)] + 1;
            for (moved, still) in [(one, other), (other, one)] {
                let cell = field.live[usize::from(moved)];
                let blocked = field.live[usize::from(still)];
                for dir in 0..4 {
                    let to = field.step(cell, dir);
                    if field.is_wall(to) || to == blocked {
                        continue;
                    }
                    // Where the player stands, and where it stands then.
                    let (player, then) = match end {
                        End::Targets => (to, field.step(to, dir)),
                        End::Starts => (field.step(cell, opposite(dir)), cell),
                    };
                    let place = field.live_index[usize::from(to)];
                    if field.is_wall(player)
                        || field.is_wall(then)
                        || then == blocked
                        || place == crate::level::NONE
                        || self.side[pair * cells + usize::from(player)] != side
                    {
                        continue;
                    }
                    let reached = pair_of(place, still);
                    let side = self.side[reached * cells + usize::from(then)];
                    let known = &mut self.pushes[reached * SIDES + usize::from(side)];
                    if *known == FAR {
                        *known = pushes;
                        self.queue.push((place, still, side));
                    }
                }
            }
        }
    }

    /// Takes the positions just met, and their excess over single distances, into account.
    fn lower_penalties(&mut self, one: usize, other: usize) {
        let field = self.field;
        for &(first, second, side) in &self.queue {
            let index = pair_of(first, second) * SIDES + usize::from(side);
            let player = self.entrance[index];
            let costs = |place: u16| self.table.costs(self.table.row(field.live[usize::from(place)], player));
            let (first, second) = (costs(first), costs(second));
            let sum = |a: u16, b: u16| u32::from(a).saturating_add(u32::from(b));
            let apart = sum(first[one], second[other]).min(sum(first[other], second[one]));
            let excess = u32::from(self.pushes[index]).saturating_sub(apart);
            self.penalty[index] = self.penalty[index].min(excess.min(u32::from(DEAD_PAIR) - 1) as u8);
        }
    }

    fn finish(mut self) -> Pairs {
        let cells = self.field.len();
        for (pair, row) in self.side.chunks_mut(cells).enumerate() {
            for side in row {
                *side = if *side == u8::MAX { 0 } else { self.penalty[pair * SIDES + usize::from(*side)] };
            }
        }
        Pairs { cells, penalty: self.side }
    }
}

/// The most boxes that can have a conflict.
pub(super) const MOST: usize = 8;

/// A penalty and the boxes that pay it, by their places in the list of boxes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Conflict {
    pub penalty: u8,
    count: u8,
    boxes: [u16; MOST],
}

impl Conflict {
    /// Of at most `MOST` boxes.
    pub fn new(penalty: u8, boxes: &[u16]) -> Conflict {
        let mut places = [u16::MAX; MOST];
        places[..boxes.len()].copy_from_slice(boxes);
        Conflict { penalty, count: boxes.len() as u8, boxes: places }
    }

    pub fn boxes(&self) -> &[u16] {
        &self.boxes[..usize::from(self.count)]
    }

    pub fn has(&self, index: u16) -> bool {
        self.boxes().contains(&index)
    }
}

/// Sums tried for the dearest set of conflicts.
const TRIES: usize = 200;

/// The largest sum of penalties that share no box, as far as a short search finds it.
///
/// Sorts `conflicts`; `is_used` is working memory with a place for each box.
pub(super) fn disjoint_sum(conflicts: &mut [Conflict], is_used: &mut [bool]) -> u32 {
    match conflicts {
        [] => 0,
        [only] => only.penalty.into(),
        _ => {
            conflicts.sort_unstable_by(|one, other| other.penalty.cmp(&one.penalty).then(one.cmp(other)));
            is_used.fill(false);
            let all = conflicts.iter().map(|conflict| u32::from(conflict.penalty)).sum();
            let mut best = 0;
            take(conflicts, all, 0, &mut best, is_used, &mut TRIES.clone());
            best
        }
    }
}

/// With or without the first conflict, the dearest first, as long as it may beat `best`. `rest` is the sum of all.
fn take(conflicts: &[Conflict], rest: u32, sum: u32, best: &mut u32, is_used: &mut [bool], tries: &mut usize) {
    *best = sum.max(*best);
    let Some((first, others)) = conflicts.split_first() else { return };
    if sum + rest <= *best || *tries == 0 {
        return;
    }
    *tries -= 1;
    let rest = rest - u32::from(first.penalty);
    if first.boxes().iter().all(|&index| !is_used[usize::from(index)]) {
        first.boxes().iter().for_each(|&index| is_used[usize::from(index)] = true);
        take(others, rest, sum + u32::from(first.penalty), best, is_used, tries);
        first.boxes().iter().for_each(|&index| is_used[usize::from(index)] = false);
    }
    take(others, rest, sum, best, is_used, tries);
}
