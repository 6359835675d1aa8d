//! The search from the start by pushes: A* (Hart, Nilsson and Raphael 1968) for fewest pushes.

use super::bound::Bound;
use super::budget::{Budget, Limit, Stop};
use super::corral::Corrals;
use super::field::Field;
use super::open::Open;
use super::options::Options;
use super::position::Position;
use super::reach::Reach;
use super::store::{DEAD, NO_NODE, Node, Store};

/// How a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// The position of the store in which all boxes are on targets, reached with fewest pushes.
    Solved(u32),
    /// Every position was met and none is solved.
    Exhausted,
    Limit(Limit),
}

/// A search that can be looked at after it ended.
#[derive(Debug)]
pub(super) struct Forward {
    pub store: Store,
    pub end: End,
    /// Proved: no solution has fewer pushes.
    pub lower_bound: usize,
    pub expanded: u64,
}

/// Searches from `boxes` (all, or some of the arena's) with the player on `player`.
///
/// `report` is told of each better lower bound, and now and then in between, with the positions expanded so far.
pub(super) fn search(
    field: &Field,
    boxes: &[u16],
    player: u16,
    options: &Options,
    budget: &Budget,
    stop: &Stop,
    report: &mut dyn FnMut(usize, u64),
) -> Forward {
    let mut forward = Forward { store: Store::new(field), end: End::Exhausted, lower_bound: 0, expanded: 0 };
    if let Err(limit) = run(field, boxes, player, options, budget, stop, report, &mut forward) {
        forward.end = End::Limit(limit);
    }
    forward
}

/// Positions between two reports.
const REPORT_EVERY: u64 = 1 << 14;

#[expect(clippy::too_many_arguments, reason = "the body of `search`, apart from it for the sake of `?`")]
fn run(
    field: &Field,
    start: &[u16],
    player: u16,
    options: &Options,
    budget: &Budget,
    stop: &Stop,
    report: &mut dyn FnMut(usize, u64),
    forward: &mut Forward,
) -> Result<(), Limit> {
    if start.iter().any(|&cell| !field.is_alive(cell, player)) {
        return Ok(());
    }
    let mut bound = Bound::new(field, options, budget.memory / 8);
    let mut reach = Reach::new(field);
    let mut open = Open::default();
    let mut position = Position::new(field, start);
    let Some(estimate) = bound.enter(&mut position, player, stop)? else { return Ok(()) };
    let first = Node::new(NO_NODE, 0, small(estimate)?, reach.flood(field, &position.occupied, player));
    if let Err(slot) = forward.store.find(&position.key, first.player()) {
        let id = forward.store.insert(slot, &position.key, first);
        open.push(usize::from(first.bound), usize::from(first.bound), id);
    }
    let mut next_reach = Reach::new(field);
    let mut pushes = Vec::new();
    let mut corrals = Corrals::new(field);

    while let Some((total, rest, id)) = open.pop() {
        let node = *forward.store.node(id);
        if node.is_closed() || usize::from(node.bound) != rest || node.cost as usize + rest != total {
            continue;
        }
        if total > forward.lower_bound {
            forward.lower_bound = total;
            report(total, forward.expanded);
        }
        check(forward, &open, budget, stop)?;
        forward.store.node_mut(id).set_closed(true);
        forward.expanded += 1;
        if forward.expanded.is_multiple_of(REPORT_EVERY) {
            report(forward.lower_bound, forward.expanded);
        }
        position.load(field, forward.store.key(id));
        if position.is_solved(field) {
            forward.end = End::Solved(id);
            return Ok(());
        }
        reach.flood(field, &position.occupied, node.player());
        bound.enter(&mut position, node.player(), stop)?;
        position.pushes(field, &reach, &mut pushes);
        if options.corrals {
            corrals.prune(field, &position, &reach, &mut pushes);
        }
        for &push in &pushes {
            let to = position.goal_of(field, push);
            let from = position.shift(field, push.index, to);
            let player = next_reach.flood(field, &position.occupied, from);
            let cost = node.cost + 1;
            match forward.store.find(&position.key, player) {
                Ok(known) => {
                    let next = forward.store.node_mut(known);
                    if next.bound != DEAD && cost < next.cost {
                        next.cost = cost;
                        next.parent = id;
                        next.set_closed(false);
                        open.push(cost as usize + usize::from(next.bound), usize::from(next.bound), known);
                    }
                }
                Err(slot) => {
                    let estimate = bound.successor(&mut position, usize::from(push.index), from, stop)?;
                    let bound = match estimate {
                        None => DEAD,
                        // A push costs one: what was needed before it, less one, is needed after it (pathmax).
                        Some(estimate) => small(estimate)?.max(node.bound.saturating_sub(1)),
                    };
                    let next = Node::new(id, cost, bound, player);
                    let known = forward.store.insert(slot, &position.key, next);
                    if bound != DEAD {
                        open.push(cost as usize + usize::from(bound), usize::from(bound), known);
                    }
                }
            }
            position.shift(field, push.index, from);
        }
    }
    Ok(())
}

/// Costs are kept in 16 bits; a board that needs more is too large.
pub(super) fn small(cost: u32) -> Result<u16, Limit> {
    u16::try_from(cost).ok().filter(|&cost| cost < u16::MAX / 2).ok_or(Limit::Size)
}

pub(super) fn check(forward: &Forward, open: &Open, budget: &Budget, stop: &Stop) -> Result<(), Limit> {
    if stop.is_set() {
        return Err(Limit::Stopped);
    }
    if forward.expanded >= budget.nodes {
        return Err(Limit::Nodes);
    }
    if forward.store.bytes() + open.bytes() > budget.memory || forward.store.len() >= NO_NODE as usize {
        return Err(Limit::Memory);
    }
    Ok(())
}
