//! The search for fewest moves, and among those fewest pushes.
//!
//! A position here has the player on its very cell: right behind the box it pushed last. A successor is a walk and
//! the push that ends it. Costs are pairs (moves, pushes) in dictionary order; the pushes still needed are a lower
//! bound on both.

use super::bound::Bound;
use super::budget::{Budget, Limit, Stop};
use super::field::{Field, opposite};
use super::open::Open;
use super::options::Options;
use super::position::Position;
use super::reach::{Reach, Walk};
use super::scout::Companion;
use super::search::{Allowance, small};
use super::store::{DEAD, NO_NODE, Node, Store};

/// Positions between two turns of the scout, before its first, and that it expands in a turn.
const SLICE: u64 = 1 << 10;
const SCOUT_START: u64 = 1 << 14;
const SCOUT_SLICE: u64 = 1 << 7;

/// How a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// The position of the store in which all boxes are on targets.
    Solved(u32),
    /// Every position was met and none is solved.
    Exhausted,
    Limit(Limit),
}

/// A search after its end.
#[derive(Debug)]
pub(super) struct Walked {
    pub store: Store,
    pub end: End,
    /// Proved: no solution has fewer moves.
    pub lower_bound: usize,
    pub expanded: u64,
}

/// Moves in the upper half, pushes in the lower: compares like the pair.
fn cost(moves: u32, pushes: u32) -> u32 {
    moves << 16 | pushes
}

fn moves(cost: u32) -> u32 {
    cost >> 16
}

fn pushes(cost: u32) -> u32 {
    cost & 0xffff
}

/// Searches from the arena's start. `report` is told of better lower bounds on the moves. `scout` goes along, when the
/// search takes long.
pub(super) fn search(
    field: &Field,
    options: &Options,
    budget: &Budget,
    stop: &Stop,
    scout: &mut Companion,
    report: &mut dyn FnMut(usize, u64),
) -> Walked {
    let mut walked = Walked { store: Store::new(field), end: End::Exhausted, lower_bound: 0, expanded: 0 };
    if let Err(limit) = run(field, options, budget, stop, scout, report, &mut walked) {
        walked.end = End::Limit(limit);
    }
    walked
}

fn run(
    field: &Field,
    options: &Options,
    budget: &Budget,
    stop: &Stop,
    scout: &mut Companion,
    report: &mut dyn FnMut(usize, u64),
    walked: &mut Walked,
) -> Result<(), Limit> {
    let start = field.arena.player;
    if field.arena.boxes.iter().any(|&cell| !field.is_alive(cell, start)) {
        return Ok(());
    }
    let tables = budget.memory / 8;
    let memory = budget.memory.saturating_sub(field.bytes() + tables);
    let mut bound = Bound::new(field, &field.table, field.pairs.as_ref(), options, tables);
    let mut position = Position::new(field, &field.arena.boxes);
    let Some(estimate) = bound.enter(&mut position, start, stop)? else { return Ok(()) };
    let mut open = Open::default();
    let first = Node::new(NO_NODE, 0, small(estimate)?, start);
    if let Err(slot) = walked.store.find(&position.key, start) {
        let id = walked.store.insert(slot, &position.key, first);
        open.push(usize::from(first.bound), usize::from(first.bound), id);
    }
    let mut reach = Reach::new(field);
    let mut walk = Walk::new(field);
    let mut options = Vec::new();

    while let Some((total, least_pushes, id)) = open.pop(false) {
        let node = *walked.store.node(id);
        let expected =
            (moves(node.cost) as usize + usize::from(node.bound), pushes(node.cost) as usize + usize::from(node.bound));
        if node.is_closed() || expected != (total, least_pushes) {
            continue;
        }
        if total > walked.lower_bound {
            walked.lower_bound = total;
            report(total, walked.expanded);
        }
        if stop.is_set() {
            return Err(Limit::Stopped);
        }
        if walked.expanded.is_multiple_of(SLICE) && walked.expanded >= SCOUT_START {
            let nodes = SCOUT_SLICE.min(budget.nodes.saturating_sub(walked.expanded + scout.expanded()));
            let memory = memory.saturating_sub(walked.store.bytes() + open.bytes()).min(memory / 4);
            scout.advance(Allowance { nodes, memory, stop })?;
        }
        if walked.expanded + scout.expanded() >= budget.nodes {
            return Err(Limit::Nodes);
        }
        if walked.store.bytes() + open.bytes() + scout.bytes() > memory {
            // The proof needs the memory more.
            scout.give_up();
        }
        if walked.store.bytes() + open.bytes() > memory || walked.store.len() >= NO_NODE as usize {
            return Err(Limit::Memory);
        }
        walked.store.node_mut(id).set_closed(true);
        walked.expanded += 1;
        position.load(field, walked.store.key(id));
        if position.is_solved(field) {
            walked.end = End::Solved(id);
            return Ok(());
        }
        reach.flood(field, &position.occupied, node.player());
        walk.from(field, &position.occupied, node.player());
        bound.enter(&mut position, node.player(), stop)?;
        position.pushes(field, &reach, &mut options);
        for &push in &options {
            let behind = field.step(position.boxes[usize::from(push.index)], opposite(usize::from(push.dir)));
            let Some(way) = walk.to(behind) else { continue };
            let next_moves = small(moves(node.cost) + u32::from(way) + 1)?;
            let next_cost = cost(u32::from(next_moves), pushes(node.cost) + 1);
            let to = position.goal_of(field, push);
            let from = position.shift(field, push.index, to);
            match walked.store.find(&position.key, from) {
                Ok(known) => {
                    let next = walked.store.node_mut(known);
                    if next.bound != DEAD && next_cost < next.cost {
                        next.cost = next_cost;
                        next.parent = id;
                        next.set_closed(false);
                        enqueue(&mut open, next, known);
                    }
                }
                Err(slot) => {
                    let estimate = bound.successor(&mut position, usize::from(push.index), from, stop)?;
                    let bound = match estimate {
                        None => DEAD,
                        Some(estimate) => small(estimate)?,
                    };
                    let next = Node::new(id, next_cost, bound, from);
                    let known = walked.store.insert(slot, &position.key, next);
                    if bound != DEAD {
                        enqueue(&mut open, &next, known);
                    }
                }
            }
            position.shift(field, push.index, from);
        }
    }
    Ok(())
}

fn enqueue(open: &mut Open, node: &Node, id: u32) {
    let bound = usize::from(node.bound);
    open.push(moves(node.cost) as usize + bound, pushes(node.cost) as usize + bound, id);
}
