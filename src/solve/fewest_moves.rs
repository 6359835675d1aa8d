//! Among all solutions with a proved fewest number of pushes, one with the fewest moves.
//!
//! A position on such a solution is reached with as few pushes as it can be and has exactly the rest left, so it
//! belongs to one layer: its distance in pushes from the start. Three passes: forward, layer by layer, over all
//! positions that a lower bound does not rule out; backward, to keep those from which a solution in the rest of the
//! pushes exists; and forward again over the kept ones, now with the player's very cell, adding up moves.
//!
//! Rules that pick one of several equally short orders of pushes are no use here: another may have fewer moves.

use rustc_hash::FxHashMap;

use super::bound::Bound;
use super::budget::{Budget, Limit, Stop};
use super::field::{Field, opposite};
use super::options::Options;
use super::path::Pushes;
use super::position::{Position, Push};
use super::reach::{Reach, Walk};
use super::store::{DEAD, NO_NODE, Node, Store};
use crate::level::Dir;

/// A way to a position with the player right behind the last pushed box.
struct Step {
    /// Index into `Layers::store`.
    position: u32,
    player: u16,
    moves: u32,
    /// Index of the step before.
    before: u32,
    push: (u16, u8),
}

/// The pushes of a solution with `pushes` pushes, the fewest possible, and among those with fewest moves. `expanded`
/// counts positions on. `None` when there is no such solution (`pushes` was not the minimum).
pub(super) fn fewest_moves(
    field: &Field,
    pushes: usize,
    options: &Options,
    budget: &Budget,
    stop: &Stop,
    expanded: &mut u64,
) -> Result<Option<Pushes>, Limit> {
    let mut search = Layers {
        field,
        store: Store::new(field),
        layers: Vec::new(),
        position: Position::new(field, &field.arena.boxes),
        reach: Reach::new(field),
        next_reach: Reach::new(field),
        pushes: Vec::new(),
    };
    search.enumerate(pushes, options, budget, stop, expanded)?;
    search.keep_solving(stop)?;
    search.add_up_moves(budget, stop)
}

struct Layers<'a> {
    field: &'a Field<'a>,
    store: Store,
    layers: Vec<Vec<u32>>,
    position: Position,
    reach: Reach,
    next_reach: Reach,
    pushes: Vec<Push>,
}

impl Layers<'_> {
    /// Fills the layers with all positions that may lie on a solution with `total` pushes.
    fn enumerate(
        &mut self,
        total: usize,
        options: &Options,
        budget: &Budget,
        stop: &Stop,
        expanded: &mut u64,
    ) -> Result<(), Limit> {
        let field = self.field;
        let mut bound = Bound::new(field, &field.table, field.pairs.as_ref(), options, budget.memory / 8);
        let player = self.reach.flood(field, &self.position.occupied, field.arena.player);
        if let Err(slot) = self.store.find(&self.position.key, player) {
            self.layers.push(vec![self.store.insert(slot, &self.position.key, Node::new(NO_NODE, 0, 0, player))]);
        }
        for depth in 0..total {
            let mut next_layer = Vec::new();
            for place in 0..self.layers[depth].len() {
                if stop.is_set() {
                    return Err(Limit::Stopped);
                }
                if *expanded >= budget.nodes {
                    return Err(Limit::Nodes);
                }
                if self.store.bytes() > budget.memory || self.store.len() >= NO_NODE as usize {
                    return Err(Limit::Memory);
                }
                *expanded += 1;
                let id = self.layers[depth][place];
                let player = self.load(id);
                bound.enter(&mut self.position, player, stop)?;
                for at in 0..self.pushes.len() {
                    let push = self.pushes[at];
                    let to = self.position.goal_of(field, push);
                    let from = self.position.shift(field, push.index, to);
                    let player = self.next_reach.flood(field, &self.position.occupied, from);
                    if let Err(slot) = self.store.find(&self.position.key, player) {
                        let estimate = bound.successor(&mut self.position, usize::from(push.index), from, stop)?;
                        let fits = estimate.is_some_and(|rest| depth + 1 + rest as usize <= total);
                        let node = Node::new(id, depth as u32 + 1, if fits { 0 } else { DEAD }, player);
                        let next = self.store.insert(slot, &self.position.key, node);
                        if fits {
                            next_layer.push(next);
                        }
                    }
                    self.position.shift(field, push.index, from);
                }
            }
            self.layers.push(next_layer);
        }
        Ok(())
    }

    /// Closes, last layer first, the positions from which a solution in the rest of the pushes exists.
    fn keep_solving(&mut self, stop: &Stop) -> Result<(), Limit> {
        for depth in (0..self.layers.len()).rev() {
            let is_last = depth + 1 == self.layers.len();
            for id in std::mem::take(&mut self.layers[depth]) {
                if stop.is_set() {
                    return Err(Limit::Stopped);
                }
                self.load(id);
                let keeps = if is_last { self.position.is_solved(self.field) } else { self.has_kept_successor(depth) };
                if keeps {
                    self.store.node_mut(id).set_closed(true);
                    self.layers[depth].push(id);
                }
            }
        }
        Ok(())
    }

    fn has_kept_successor(&mut self, depth: usize) -> bool {
        (0..self.pushes.len()).any(|at| {
            let push = self.pushes[at];
            let to = self.position.goal_of(self.field, push);
            let from = self.position.shift(self.field, push.index, to);
            let next = self.find(from, depth + 1);
            self.position.shift(self.field, push.index, from);
            next.is_some()
        })
    }

    /// The kept position on the board, if it is one and of that layer.
    fn find(&mut self, player: u16, depth: usize) -> Option<u32> {
        let player = self.next_reach.flood(self.field, &self.position.occupied, player);
        self.store.find(&self.position.key, player).ok().filter(|&id| {
            let node = self.store.node(id);
            node.is_closed() && node.cost as usize == depth
        })
    }

    /// Dijkstra's algorithm over the kept positions: layers are in order of pushes already.
    fn add_up_moves(&mut self, budget: &Budget, stop: &Stop) -> Result<Option<Pushes>, Limit> {
        let field = self.field;
        let Some(&[start]) = self.layers.first().map(Vec::as_slice) else { return Ok(None) };
        let mut steps =
            vec![Step { position: start, player: field.arena.player, moves: 0, before: NO_NODE, push: (0, 0) }];
        let mut layer = 0..1;
        let mut walk = Walk::new(field);
        for depth in 0..self.layers.len() - 1 {
            let mut known: FxHashMap<(u32, u16), usize> = FxHashMap::default();
            for place in layer.clone() {
                if stop.is_set() {
                    return Err(Limit::Stopped);
                }
                if self.store.bytes() + (steps.len() + known.len()) * size_of::<Step>() > budget.memory {
                    return Err(Limit::Memory);
                }
                let Step { position, player, moves, .. } = steps[place];
                self.load(position);
                walk.from(field, &self.position.occupied, player);
                for at in 0..self.pushes.len() {
                    let push = self.pushes[at];
                    let cell = self.position.boxes[usize::from(push.index)];
                    let Some(way) = walk.to(field.step(cell, opposite(usize::from(push.dir)))) else { continue };
                    let moves = moves + u32::from(way) + 1;
                    let to = self.position.goal_of(field, push);
                    let from = self.position.shift(field, push.index, to);
                    let next = self.find(from, depth + 1);
                    self.position.shift(field, push.index, from);
                    let Some(next) = next else { continue };
                    let step =
                        Step { position: next, player: from, moves, before: place as u32, push: (from, push.dir) };
                    match known.get(&(next, from)) {
                        Some(&old) if steps[old].moves <= moves => {}
                        Some(&old) => steps[old] = step,
                        None => {
                            known.insert((next, from), steps.len());
                            steps.push(step);
                        }
                    }
                }
            }
            layer = layer.end..steps.len();
        }
        let Some(mut last) = layer.min_by_key(|&place| steps[place].moves) else { return Ok(None) };
        let mut pushes = Vec::new();
        while steps[last].before != NO_NODE {
            let (from, dir) = steps[last].push;
            pushes.push((from, Dir::ALL[usize::from(dir)]));
            last = steps[last].before as usize;
        }
        pushes.reverse();
        Ok(Some(pushes))
    }

    /// Puts a position on the board and lists its pushes. Returns its player.
    fn load(&mut self, id: u32) -> u16 {
        self.position.load(self.field, self.store.key(id));
        let player = self.store.node(id).player();
        self.reach.flood(self.field, &self.position.occupied, player);
        self.position.pushes(self.field, &self.reach, &mut self.pushes);
        player
    }
}
