//! Makes a solution shorter: a search among the positions near it (plan neighbourhood graph search; Nakhost and
//! Müller, ICAPS 2010).
//!
//! All positions on the solution are starts, with the pushes made up to there. From them the search goes outward by
//! macro moves, breadth first, leaving out what cannot be part of a shorter solution. Where it comes back to the
//! solution with fewer pushes there is a shortcut. The shortcuts that do not overlap are taken, and it starts again.

use super::bound::Bound;
use super::budget::Limit;
use super::carry::{Carry, way_between};
use super::field::Field;
use super::options::Options;
use super::path::Pushes;
use super::position::{Position, Push};
use super::reach::Reach;
use super::search::{Allowance, Direction, State, small};
use super::store::{NO_NODE, Node, Store};

/// Positions looked at before the first shortcuts are taken. Doubled as long as there are none.
const FIRST_LOOK: u64 = 1 << 10;

/// From a position near the solution one macro move leads back to it.
#[derive(Clone, Copy, Debug)]
struct Shortcut {
    near: u32,
    /// The position of the solution, which is also the number of pushes made there so far.
    back: u32,
    gain: u32,
}

/// The search around one solution after the other.
#[derive(Debug)]
pub(super) struct Improver<'a> {
    field: &'a Field<'a>,
    bound: Bound<'a>,
    carry: Carry,
    position: Position,
    reach: Reach,
    steps: Vec<Push>,
    /// The best solution.
    pub pushes: Pushes,
    /// The positions of the solution come first, in order.
    store: Store,
    /// The next position to look at.
    next: u32,
    shortcuts: Vec<Shortcut>,
    /// Positions looked at around this solution, and how many there shall be.
    looked: u64,
    look: u64,
    pub expanded: u64,
}

impl<'a> Improver<'a> {
    /// `pushes` must be a solution.
    pub fn new(field: &'a Field<'a>, pushes: Pushes, options: &Options, tables: usize) -> Improver<'a> {
        let mut improver = Improver {
            field,
            bound: Bound::new(
                field,
                &field.table,
                field.pairs.as_ref(),
                &Options { clusters: false, ..*options },
                tables,
            ),
            carry: Carry::new(field),
            position: Position::new(field, &field.arena.boxes),
            reach: Reach::new(field),
            steps: Vec::new(),
            pushes,
            store: Store::new(field),
            next: 0,
            shortcuts: Vec::new(),
            looked: 0,
            look: FIRST_LOOK,
            expanded: 0,
        };
        improver.start();
        improver
    }

    /// Begins anew with a solution found elsewhere.
    pub fn take(&mut self, pushes: Pushes) {
        self.pushes = pushes;
        self.start();
    }

    pub fn bytes(&self) -> usize {
        self.store.bytes()
    }

    /// Looks at up to `allowance.nodes` positions. True when `pushes` became fewer. `Exhausted` when nothing near the
    /// solution is left to look at.
    pub fn advance(&mut self, allowance: Allowance) -> Result<(State, bool), Limit> {
        let last = self.expanded.saturating_add(allowance.nodes);
        while self.expanded < last {
            if allowance.stop.is_set() {
                return Err(Limit::Stopped);
            }
            if self.bytes() > allowance.memory || self.store.len() >= NO_NODE as usize {
                return Err(Limit::Memory);
            }
            let is_all = self.next as usize >= self.store.len();
            if is_all || self.looked >= self.look {
                if !self.shortcuts.is_empty() && self.take_shortcuts() {
                    self.start();
                    return Ok((State::Running, true));
                }
                if is_all {
                    return Ok((State::Exhausted, false));
                }
                self.look *= 2;
            }
            let id = self.next;
            self.next += 1;
            self.looked += 1;
            self.expanded += 1;
            self.expand(id, &allowance)?;
        }
        Ok((State::Running, false))
    }

    /// Puts the positions of the solution into a new store, leaving out what leads round to the same position.
    fn start(&mut self) {
        let field = self.field;
        loop {
            self.store = Store::new(field);
            self.next = 0;
            self.looked = 0;
            self.look = FIRST_LOOK;
            self.shortcuts.clear();
            let player = field.arena.player;
            self.position = Position::new(field, &field.arena.boxes);
            let mut parent = self.enter_store(NO_NODE, 0, player);
            let mut round = None;
            for place in 0..self.pushes.len() {
                let (from, dir) = self.pushes[place];
                let Some(index) = self.position.boxes.iter().position(|&cell| cell == from) else { return };
                self.position.shift(field, index as u16, field.step(from, dir.index()));
                let id = self.enter_store(parent, place as u32 + 1, from);
                if id as usize != place + 1 {
                    round = Some((id as usize, place + 1));
                    break;
                }
                parent = id;
            }
            match round {
                Some((first, last)) => drop(self.pushes.drain(first..last)),
                None => return,
            }
        }
    }

    fn enter_store(&mut self, parent: u32, cost: u32, player: u16) -> u32 {
        let region = self.reach.flood(self.field, &self.position.occupied, player);
        match self.store.find(&self.position.key, region) {
            Ok(id) => id,
            Err(slot) => self.store.insert(slot, &self.position.key, Node::new(parent, cost, 0, region)),
        }
    }

    fn expand(&mut self, id: u32, allowance: &Allowance) -> Result<(), Limit> {
        let field = self.field;
        let node = *self.store.node(id);
        let player = node.player();
        self.position.load(field, self.store.key(id));
        self.reach.flood(field, &self.position.occupied, player);
        self.position.pushes(field, &self.reach, &mut self.steps);
        if self.bound.enter(&mut self.position, player, allowance.stop)?.is_none() {
            return Ok(());
        }
        let mut before = None;
        for at in 0..self.steps.len() {
            let index = self.steps[at].index;
            if before.replace(index) != Some(index) {
                if allowance.stop.is_set() {
                    return Err(Limit::Stopped);
                }
                self.carry_one(id, &node, index, allowance)?;
            }
        }
        Ok(())
    }

    /// All moves of one box.
    fn carry_one(&mut self, id: u32, node: &Node, index: u16, allowance: &Allowance) -> Result<(), Limit> {
        let field = self.field;
        let length = self.pushes.len() as u32;
        let from = self.position.boxes[usize::from(index)];
        self.carry.find(field, &mut self.position.occupied, from, node.player(), Direction::Forward);
        for number in 1..self.carry.places.len() {
            let place = self.carry.places[number];
            let cost = node.cost + u32::from(place.pushes);
            if place.cell == from || cost >= length {
                continue;
            }
            self.position.shift(field, index, place.cell);
            match self.store.find(&self.position.key, place.region) {
                Ok(known) if known <= length => {
                    if cost < known {
                        self.shortcuts.push(Shortcut { near: id, back: known, gain: known - cost });
                    }
                }
                Ok(known) => {
                    let other = self.store.node_mut(known);
                    if cost < other.cost {
                        other.cost = cost;
                        other.parent = id;
                    }
                }
                Err(slot) => {
                    let estimate =
                        self.bound.successor(&mut self.position, usize::from(index), place.player, allowance.stop)?;
                    if estimate.is_some_and(|rest| cost + rest < length) {
                        small(cost)?;
                        self.store.insert(slot, &self.position.key, Node::new(id, cost, 0, place.region));
                    }
                }
            }
            self.position.shift(field, index, from);
        }
        Ok(())
    }

    /// Takes the shortcuts with the largest gains that do not overlap. True if the solution became shorter.
    fn take_shortcuts(&mut self) -> bool {
        let length = self.pushes.len();
        let mut shortcuts = std::mem::take(&mut self.shortcuts);
        shortcuts.sort_by_key(|one| (std::cmp::Reverse(one.gain), one.back, one.near));
        let mut taken: Vec<(usize, usize, Pushes)> = Vec::new();
        for shortcut in shortcuts {
            let first = self.leaves_at(shortcut.near);
            let last = shortcut.back as usize;
            if first >= last || taken.iter().any(|&(from, to, _)| first < to && from < last) {
                continue;
            }
            if let Some(way) = self.way(shortcut)
                && way.len() < last - first
            {
                taken.push((first, last, way));
            }
        }
        taken.sort_by_key(|&(first, ..)| std::cmp::Reverse(first));
        for (first, last, way) in taken {
            self.pushes.splice(first..last, way);
        }
        self.pushes.len() < length
    }

    /// Where the way to a position leaves the solution.
    fn leaves_at(&self, mut id: u32) -> usize {
        while id as usize > self.pushes.len() {
            id = self.store.node(id).parent;
        }
        id as usize
    }

    /// The pushes of a shortcut.
    fn way(&mut self, shortcut: Shortcut) -> Option<Pushes> {
        let mut ids = vec![shortcut.back, shortcut.near];
        let mut id = shortcut.near;
        while id as usize > self.pushes.len() {
            id = self.store.node(id).parent;
            ids.push(id);
        }
        ids.reverse();
        let mut pushes = Vec::new();
        for pair in ids.windows(2) {
            let way = way_between(self.field, &self.store, pair[0], pair[1], &mut self.carry, &mut self.position)?;
            pushes.extend(way);
        }
        Some(pushes)
    }
}
