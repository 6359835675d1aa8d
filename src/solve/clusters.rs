//! What a few boxes close together cost beyond their single distances: proved by small searches when first met, and
//! remembered.
//!
//! As with pairs, the *excess* of a set of boxes is the least, over the targets it may end on, of the pushes it needs
//! alone on the board less its cheapest assignment to them; and the excesses of sets without a common box may be added
//! to the cheapest assignment of all boxes. Here a search with all pushes of these boxes that are no further astray
//! than some slack is exhausted: then the excess is larger than the slack, by two at least, since the pushes of a box
//! to a cell are always odd or always even in number. (In the spirit of the pattern searches of Junghanns and
//! Schaeffer 2001.)
//!
//! A box that gets away from all others of the set is taken off the board. That makes nothing harder, so what is then
//! exhausted holds all the more, and most searches end after a few pushes.

use rustc_hash::{FxHashMap, FxHashSet};

use super::budget::Stop;
use super::field::{Field, opposite};
use super::pairs::{Conflict, MOST, disjoint_sum};
use super::reach::Reach;
use super::table::FAR;

/// Positions that one search may meet; then it is given up.
const POSITIONS: usize = 2000;
/// Positions that may be met at first, and more of them for each position of the search that asks.
const FIRST_CREDIT: u64 = 20_000;
const CREDIT: u64 = 3;
/// More of them each time that an excess is found.
const REWARD: u64 = 20;
/// After so many clusters were looked at, one in `WORTH` must have shown an excess, else no more are looked at.
const TRIAL: u64 = 50_000;
const WORTH: u64 = 100;
/// The boxes cannot be solved.
pub(super) const DEAD: u8 = u8::MAX;
/// More excess than this is not looked for.
const MOST_EXCESS: u8 = 8;
/// The cell of a box that is out of the way.
const GONE: u16 = u16::MAX;

/// Cells of the boxes, in order and padded, the player, and the excess known before.
type Cluster = ([u16; MOST], u16, u8);

/// Positions of a cluster: cell of each box and the pushes it has made.
type State = [(u16, u16); MOST];

/// All clusters met.
#[derive(Debug)]
pub(super) struct Clusters<'a> {
    field: &'a Field<'a>,
    /// By pair of cells: close together.
    near: Vec<bool>,
    known: FxHashMap<Cluster, u8>,
    occupied: Vec<bool>,
    reach: Reach,
    met: FxHashSet<(State, u16)>,
    stack: Vec<(State, u16)>,
    next_reach: Reach,
    /// Working memory for conflicts.
    inner: Vec<Conflict>,
    is_used: Vec<bool>,
    /// Positions met so far, and how many may be.
    spent: u64,
    credit: u64,
    /// Clusters looked at, and those that showed an excess.
    asked: u64,
    found: u64,
    /// Clusters that may be remembered.
    capacity: usize,
}

impl<'a> Clusters<'a> {
    /// `memory`: the bytes that may be remembered.
    pub fn new(field: &'a Field<'a>, memory: usize) -> Clusters<'a> {
        let mut near = vec![false; field.len() * field.len()];
        for cell in 0..field.len() {
            self::near(field, cell as u16)
                .into_iter()
                .for_each(|other| near[cell * field.len() + usize::from(other)] = true);
        }
        Clusters {
            field,
            near,
            known: FxHashMap::default(),
            occupied: field.empty(),
            reach: Reach::new(field),
            met: FxHashSet::default(),
            stack: Vec::new(),
            inner: Vec::new(),
            is_used: Vec::new(),
            spent: 0,
            credit: FIRST_CREDIT,
            asked: 0,
            found: 0,
            capacity: memory / (2 * size_of::<(Cluster, u8)>()),
            next_reach: Reach::new(field),
        }
    }

    /// Allows for more work, as another position is searched.
    pub fn earn(&mut self) {
        self.credit += CREDIT;
    }

    fn is_near(&self, one: u16, other: u16) -> bool {
        self.near[usize::from(one) * self.field.len() + usize::from(other)]
    }

    /// Adds the excess of box `index` and those close to it to `conflicts`, if it is more than those account for.
    /// False when they are dead. `cluster` becomes the list of the boxes looked at.
    pub fn add_conflict(
        &mut self,
        boxes: &[u16],
        index: usize,
        player: u16,
        conflicts: &mut Vec<Conflict>,
        cluster: &mut Vec<u16>,
        stop: &Stop,
    ) -> bool {
        cluster.clear();
        cluster.push(index as u16);
        let mut next = 0;
        while next < cluster.len() && cluster.len() < MOST {
            let cell = boxes[usize::from(cluster[next])];
            for (other, &place) in boxes.iter().enumerate() {
                if self.is_near(cell, place) && !cluster.contains(&(other as u16)) {
                    cluster.push(other as u16);
                    if cluster.len() == MOST {
                        break;
                    }
                }
            }
            next += 1;
        }
        if cluster.len() < 3 || self.asked > TRIAL && self.found * WORTH < self.asked {
            return true;
        }
        self.asked += 1;
        self.inner.clear();
        let inner = conflicts.iter().filter(|conflict| conflict.boxes().iter().all(|place| cluster.contains(place)));
        self.inner.extend(inner);
        self.is_used.resize(boxes.len(), false);
        let known = disjoint_sum(&mut self.inner, &mut self.is_used).min(MOST_EXCESS.into()) as u8;
        let excess = self.excess_of(boxes, cluster, player, known, stop);
        if excess <= known {
            return true;
        }
        self.found += 1;
        self.credit += REWARD;
        if excess == DEAD {
            return false;
        }
        // As few boxes as show it, so that others are free for other conflicts.
        let mut needed = cluster.clone();
        let mut place = needed.len();
        while place > 0 && needed.len() > 2 {
            place -= 1;
            let dropped = needed.remove(place);
            let rest = self.excess_of(boxes, &needed, player, excess - 2, stop);
            if rest == DEAD {
                return false;
            }
            if rest < excess {
                needed.insert(place, dropped);
            }
        }
        conflicts.push(Conflict::new(excess, &needed));
        true
    }

    /// At least the excess of some boxes; more than `known` if that can be shown.
    pub fn excess_of(&mut self, boxes: &[u16], cluster: &[u16], player: u16, known: u8, stop: &Stop) -> u8 {
        let mut cells = [GONE; MOST];
        for (cell, &index) in cells.iter_mut().zip(cluster) {
            *cell = boxes[usize::from(index)];
        }
        cells[..cluster.len()].sort_unstable();
        let key = (cells, player, known);
        if let Some(&excess) = self.known.get(&key) {
            return excess;
        }
        if self.spent > self.credit || self.known.len() >= self.capacity {
            return 0;
        }
        let cells = &cells[..cluster.len()];
        let mut excess = known;
        if self.find(cells, player, Some(known), stop) == Some(false) {
            excess += 2;
            if self.find(cells, player, None, stop) == Some(false) {
                excess = DEAD;
            } else {
                while excess < MOST_EXCESS && self.find(cells, player, Some(excess), stop) == Some(false) {
                    excess += 2;
                }
            }
        }
        // A search that was stopped proves nothing, and nothing need be remembered of it.
        if !stop.is_set() {
            self.known.insert(key, excess);
        }
        excess
    }

    /// Whether there is a solution, with at most `slack` pushes beyond the single distances if so asked. `None` when
    /// the search was given up.
    fn find(&mut self, cells: &[u16], player: u16, slack: Option<u8>, stop: &Stop) -> Option<bool> {
        let field = self.field;
        let count = cells.len();
        let rows: Vec<u32> = cells.iter().map(|&cell| field.table.row(cell, player)).collect();
        let mut start = [(GONE, 0); MOST];
        cells.iter().enumerate().for_each(|(index, &cell)| start[index].0 = cell);
        self.met.clear();
        self.stack.clear();
        self.stack.push((start, player));
        let mut next_reach = std::mem::replace(&mut self.next_reach, Reach::new(field));
        let answer = loop {
            let Some((state, player)) = self.stack.pop() else { break Some(false) };
            if stop.is_set() {
                break None;
            }
            let state = &state[..count];
            if self.is_end(state, &rows, slack) {
                break Some(true);
            }
            self.put(state, true);
            self.reach.flood(field, &self.occupied, player);
            // The pushes beyond single distances so far, without those of one box.
            let detours = |without: usize| -> u16 {
                let others = (0..count).filter(|&index| index != without);
                others.map(|index| detour(field, state[index], player, rows[index])).fold(0, u16::saturating_add)
            };
            for index in 0..count {
                let (cell, pushes) = state[index];
                if cell == GONE {
                    continue;
                }
                let before = slack.map(|_| detours(index));
                for dir in 0..4 {
                    let to = field.step(cell, dir);
                    if field.is_dead_push(cell, dir)
                        || self.occupied[usize::from(to)]
                        || !self.reach.contains(field.step(cell, opposite(dir)))
                    {
                        continue;
                    }
                    let pushes = if slack.is_some() { pushes + 1 } else { 0 };
                    let is_possible = match (slack, before) {
                        (Some(slack), Some(before)) => {
                            before.saturating_add(detour(field, (to, pushes), cell, rows[index])) <= slack.into()
                        }
                        _ => field.is_alive(to, cell),
                    };
                    if !is_possible {
                        continue;
                    }
                    let mut next = [(GONE, 0); MOST];
                    next[..count].copy_from_slice(state);
                    next[index] = (to, pushes);
                    self.part(&mut next[..count], cell, &rows, slack.is_some());
                    self.put(state, false);
                    self.put(&next[..count], true);
                    let region = next_reach.flood(field, &self.occupied, cell);
                    self.put(&next[..count], false);
                    self.put(state, true);
                    if self.met.insert((next, region)) {
                        self.stack.push((next, cell));
                    }
                }
            }
            self.put(state, false);
            if self.met.len() > POSITIONS {
                break None;
            }
        };
        self.next_reach = next_reach;
        self.spent += self.met.len() as u64 + 1;
        answer
    }

    fn put(&mut self, state: &[(u16, u16)], is_there: bool) {
        for &(cell, _) in state {
            if cell != GONE {
                self.occupied[usize::from(cell)] = is_there;
            }
        }
    }

    /// Takes away the boxes that are close to no other: they are out of the way, and what goes with them goes without
    /// them. Of each its detour stays.
    fn part(&self, state: &mut [(u16, u16)], player: u16, rows: &[u32], counts: bool) {
        for index in 0..state.len() {
            let (cell, _) = state[index];
            if cell != GONE
                && !state.iter().any(|&(other, _)| other != GONE && other != cell && self.is_near(cell, other))
            {
                state[index] = (GONE, if counts { detour(self.field, state[index], player, rows[index]) } else { 0 });
            }
        }
    }

    fn is_end(&self, state: &[(u16, u16)], rows: &[u32], slack: Option<u8>) -> bool {
        let field = self.field;
        if !state.iter().all(|&(cell, _)| cell == GONE || field.is_target[usize::from(cell)]) {
            return false;
        }
        let Some(slack) = slack else { return true };
        if state.iter().any(|&(cell, _)| cell == GONE) {
            return true;
        }
        let column = |cell: u16| field.arena.targets.iter().position(|&target| target == cell).unwrap_or(0);
        let columns: Vec<usize> = state.iter().map(|&(cell, _)| column(cell)).collect();
        let cost = |row: usize, place: usize| u32::from(field.table.costs(rows[row])[columns[place]]);
        let total: u32 = state.iter().map(|&(_, pushes)| u32::from(pushes)).sum();
        total <= cheapest(&cost, 0, state.len(), 0).saturating_add(slack.into())
    }
}

/// The pushes that a box has made beyond a shortest way to any target: `rows` is where it started. A box that is gone
/// has its detour in place of its pushes.
fn detour(field: &Field, (cell, pushes): (u16, u16), player: u16, row: u32) -> u16 {
    if cell == GONE {
        return pushes;
    }
    let costs = field.table.costs(field.table.row(cell, player)).iter().zip(field.table.costs(row));
    costs
        .filter(|&(&now, _)| now != FAR)
        .map(|(&now, &before)| (now + pushes).saturating_sub(before))
        .min()
        .unwrap_or(FAR)
}

/// The cheapest assignment of the rows from `row` on to the places not in `taken`.
fn cheapest(cost: &dyn Fn(usize, usize) -> u32, row: usize, count: usize, taken: u32) -> u32 {
    if row == count {
        return 0;
    }
    (0..count)
        .filter(|place| taken & 1 << place == 0)
        .map(|place| cost(row, place).saturating_add(cheapest(cost, row + 1, count, taken | 1 << place)))
        .min()
        .unwrap_or(0)
}

/// The cells within two steps.
fn near(field: &Field, cell: u16) -> Vec<u16> {
    let mut near = Vec::new();
    for first in field.around[usize::from(cell)] {
        if field.is_wall(first) {
            continue;
        }
        near.push(first);
        near.extend(field.around[usize::from(first)].iter().filter(|&&next| !field.is_wall(next) && next != cell));
    }
    near.sort_unstable();
    near.dedup();
    near
}
