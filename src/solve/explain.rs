//! Why a board is unsolvable: few boxes that fail by themselves, and the plainest rule that shows it.
//!
//! Taking boxes away never makes a board harder: a solution of the whole, with the pushes of some boxes left out,
//! solves the rest. So a set of boxes that has no solution alone, with all targets to choose from, explains the
//! whole board. It is made small by leaving out one box after the other as long as it stays unsolvable.

use super::budget::Stop;
use super::field::Field;
use super::freeze::frozen;
use super::options::Options;
use super::search::{Allowance, Search, State};
use super::table::FAR;
use super::{Reason, ReasonKind};

/// Nodes for one set of boxes, and for all of them together: a moment's work.
const NODES_EACH: u64 = 5_000;
const NODES_IN_ALL: u64 = 30_000;
const MEMORY: usize = 64 << 20;

/// Explains a board that was proved unsolvable. Deterministic, and quick: a bounded number of nodes.
pub(super) fn explain(field: &Field, options: &Options, stop: &Stop) -> Reason {
    let (boxes, player) = (&field.arena.boxes, field.arena.player);
    if let Some(&cell) = boxes.iter().find(|&&cell| !field.is_alive(cell, player)) {
        return Reason { kind: ReasonKind::DeadSquare, boxes: vec![cell] };
    }
    let stuck = stuck(field, boxes);
    let core = if !stuck.is_empty() {
        stuck
    } else if let Some(short) = short_of_targets(field, boxes) {
        short
    } else {
        boxes.clone()
    };
    let core = reduce(field, core, options, stop);
    let kind = if core.len() == 1 {
        ReasonKind::DeadSquare
    } else if !self::stuck(field, &core).is_empty() {
        ReasonKind::Freeze
    } else if short_of_targets(field, &core).is_some() {
        ReasonKind::Matching
    } else if core.len() < boxes.len() {
        ReasonKind::Pattern
    } else {
        ReasonKind::Search
    };
    Reason { kind, boxes: core }
}

/// Leaves out boxes, first to last, while the rest is proved unsolvable.
fn reduce(field: &Field, mut core: Vec<u16>, options: &Options, stop: &Stop) -> Vec<u16> {
    // Small searches: what takes long to begin does not pay.
    let options = &Options { clusters: false, ..*options };
    let mut left = NODES_IN_ALL;
    let mut place = 0;
    while place < core.len() && core.len() > 1 && left > 0 && !stop.is_set() {
        let mut fewer = core.clone();
        fewer.remove(place);
        let allowance = Allowance { nodes: NODES_EACH.min(left), memory: MEMORY, stop };
        let Ok(mut search) = Search::forward(field, &fewer, options, 1, MEMORY, stop) else { return core };
        let state = search.advance(allowance, None);
        // Assigning the boxes for the first time is cubic work.
        let setup = 1 + (core.len() as u64 / 16).pow(3);
        left = left.saturating_sub(search.expanded + setup);
        if state == Ok(State::Exhausted) && search.found.is_none() {
            core = fewer;
        } else {
            place += 1;
        }
    }
    core
}

/// The boxes that can never move, if one of them is off target; else none.
fn stuck(field: &Field, boxes: &[u16]) -> Vec<u16> {
    let mut stuck = Vec::new();
    frozen(field, &mut field.occupied(boxes), boxes, &mut stuck);
    if stuck.iter().all(|&cell| field.is_target[usize::from(cell)]) {
        stuck.clear();
    }
    stuck
}

/// Boxes that can reach fewer targets than they are, if there are any (Hall 1935): those met by a search for an
/// augmenting path that does not exist (Kuhn 1955). Cubic in the boxes.
fn short_of_targets(field: &Field, boxes: &[u16]) -> Option<Vec<u16>> {
    let mut owner: Vec<Option<usize>> = vec![None; field.arena.targets.len()];
    for first in 0..boxes.len() {
        let mut met = vec![first];
        let mut from: Vec<Option<usize>> = vec![None; owner.len()];
        let mut next = 0;
        let mut free = None;
        while next < met.len() && free.is_none() {
            let costs = field.table.costs(field.table.row(boxes[met[next]], field.arena.player));
            for target in 0..owner.len() {
                if costs[target] == FAR || from[target].is_some() {
                    continue;
                }
                from[target] = Some(met[next]);
                match owner[target] {
                    None => free = Some(target),
                    Some(other) => met.push(other),
                }
                if free.is_some() {
                    break;
                }
            }
            next += 1;
        }
        let Some(mut target) = free else {
            let mut short: Vec<u16> = met.iter().map(|&index| boxes[index]).collect();
            short.sort_unstable();
            return Some(short);
        };
        // Hand each target on the path to the box that asked for it; that box gives up its own.
        while let Some(index) = from[target] {
            let given_up = owner.iter().position(|&owner| owner == Some(index));
            owner[target] = Some(index);
            match given_up {
                Some(given_up) => target = given_up,
                None => break,
            }
        }
    }
    None
}
