//! Several searches side by side on one core: what one finds bounds the others.
//!
//! The forward and the backward search each prove lower bounds, and look up each other's positions: where they meet
//! there is a solution. A weighted search, and after a while a scout, look for some solution early. As soon as one
//! lower bound reaches the best solution known, that solution is minimal.

use super::Progress;
use super::budget::{Budget, Limit, Stop};
use super::field::Field;
use super::options::Options;
use super::pairs::Pairs;
use super::path::{Pushes, moves_for, pushes_to};
use super::scout::Scout;
use super::search::{Allowance, Direction, Found, Search, State};
use super::table::Table;

/// Positions that a search expands at a time.
const SLICE: u64 = 1 << 10;
/// How much the bound counts in the search for some solution.
const WEIGHT: usize = 4;
/// Slices that the forward search has to itself first: enough for most small boards.
const HEAD_START: u64 = 4;
/// Turns before the scout sets out: most small boards are done by then.
const SCOUT_START: u64 = 16;
/// Turns before it gets its full share.
const SCOUT_SHARES: u64 = 64;
/// Positions that the scout expands at a time. Each takes as long as some eight of the others'.
const SCOUT_SLICE: u64 = 1 << 7;

/// What a team ended with.
#[derive(Debug)]
pub(super) struct Ended {
    /// The best solution found.
    pub best: Option<Pushes>,
    /// Proved: no solution has fewer pushes. With `best` that long it is minimal.
    pub lower_bound: usize,
    pub expanded: u64,
    /// What kept it from an answer. If nothing did and there is no solution, the board is unsolvable.
    pub limit: Option<Limit>,
}

/// Searches for a solution with fewest pushes.
pub(super) fn search(
    field: &Field,
    options: &Options,
    budget: &Budget,
    stop: &Stop,
    report: &mut dyn FnMut(Progress),
) -> Ended {
    let mut result = Ended { best: None, lower_bound: 0, expanded: 0, limit: None };
    if let Err(limit) = run(field, options, budget, stop, report, &mut result) {
        result.limit = Some(limit);
    }
    result
}

fn run(
    field: &Field,
    options: &Options,
    budget: &Budget,
    stop: &Stop,
    report: &mut dyn FnMut(Progress),
    result: &mut Ended,
) -> Result<(), Limit> {
    if field.arena.boxes.iter().any(|&cell| !field.is_alive(cell, field.arena.player)) {
        return Ok(());
    }
    let tables = budget.memory / 8;
    let memory = budget.memory.saturating_sub(2 * field.bytes() + tables);
    let starts = Table::from_starts(field, &field.table, stop)?;
    let pairs = match field.pairs.is_some() && options.backward && options.backward_pairs {
        true => Pairs::from_starts(field, &starts, budget.memory / 8, stop)?,
        false => None,
    };
    let memory = memory.saturating_sub(pairs.as_ref().map_or(0, Pairs::bytes));
    let mut members = Vec::new();
    if options.forward || !options.backward {
        members.push(Search::forward(field, &field.arena.boxes, options, 1, tables / 2, stop)?);
    }
    if options.backward {
        members.push(Search::backward(field, &starts, pairs.as_ref(), options, stop)?);
    }
    if options.anytime {
        members.push(Search::forward(field, &field.arena.boxes, options, WEIGHT, tables / 4, stop)?);
    }
    let mut scout = Scout::new(field, options, tables / 4);
    let mut turn = 0;
    let mut counts = None;
    loop {
        if is_scouts_turn(turn, &scout, result) {
            let used: usize = members.iter().map(Search::bytes).sum();
            let nodes = SCOUT_SLICE.min(budget.nodes.saturating_sub(result.expanded));
            let allowance = Allowance { nodes, memory: memory.saturating_sub(used).min(memory / 4), stop };
            let before = scout.expanded;
            let found = scout.advance(allowance, result.best.as_ref(), result.lower_bound);
            result.expanded += scout.expanded - before;
            if let Some(pushes) = found? {
                counts = moves_for(field, &pushes).map(|moves| (pushes.len(), moves.len()));
                if options.improve {
                    // What the weighted search is for, the scout now does better.
                    members.retain(|member| !member.is_weighted());
                }
                members.iter_mut().for_each(|member| member.upper = pushes.len());
                let is_minimal = pushes.len() <= result.lower_bound;
                result.best = Some(pushes);
                report(Progress { lower_bound: result.lower_bound, best: counts, nodes: result.expanded });
                if is_minimal {
                    return Ok(());
                }
            }
        }
        let place = whose_turn(turn, &members, result.best.is_some());
        turn += 1;
        let other = members.iter().position(|member| member.meets(&members[place]));
        let used: usize = members.iter().enumerate().filter(|&(at, _)| at != place).map(|(_, one)| one.bytes()).sum();
        let nodes = SLICE.min(budget.nodes.saturating_sub(result.expanded));
        let allowance = Allowance { nodes, memory: memory.saturating_sub(used + scout.bytes()), stop };
        let (member, other) = pick(&mut members, place, other);
        let other = other.map(|other| &*other);
        let before = member.expanded;
        let state = member.advance(allowance, other.map(|other| &other.store));
        result.expanded += member.expanded - before;
        let mut is_news = member.lower_bound > result.lower_bound;
        result.lower_bound = result.lower_bound.max(member.lower_bound);
        if let Some(found) = member.found.take() {
            let pushes = path(field, member, other, found);
            counts = moves_for(field, &pushes).map(|moves| (pushes.len(), moves.len()));
            result.best = Some(pushes);
            let upper = member.upper;
            members.iter_mut().for_each(|member| member.upper = upper);
            is_news = true;
        }
        // An exhausted weighted search proves as much as any.
        let is_over = state == Ok(State::Exhausted);
        if is_over && let Some(best) = &result.best {
            result.lower_bound = best.len();
        }
        if is_news || turn.is_multiple_of(16) {
            report(Progress { lower_bound: result.lower_bound, best: counts, nodes: result.expanded });
        }
        if is_over || result.best.as_ref().is_some_and(|best| best.len() <= result.lower_bound) {
            return Ok(());
        }
        if state == Err(Limit::Memory) && scout.bytes() > 0 {
            scout.give_up();
            continue;
        }
        if state == Err(Limit::Memory)
            && let Some(weighted) = members.iter().position(Search::is_weighted)
            && members.len() > 1
        {
            // The proof needs the memory more.
            members.remove(weighted);
            continue;
        }
        state?;
        if result.expanded >= budget.nodes {
            return Err(Limit::Nodes);
        }
    }
}

/// True when the scout goes first: every eighth time to begin with, then every time until there is a solution, then
/// every second time.
fn is_scouts_turn(turn: u64, scout: &Scout, result: &Ended) -> bool {
    let best = result.best.as_ref().map(Vec::len);
    let every = match best {
        _ if turn < SCOUT_SHARES => 8,
        None => 1,
        Some(_) => 2,
    };
    turn >= SCOUT_START && turn % every == every - 1 && !scout.is_idle(best, result.lower_bound)
}

/// Which member goes next. Of eight turns the weighted search has two, or one once there is a solution; of the rest
/// the proving search with the better lower bound has all but two.
fn whose_turn(turn: u64, members: &[Search], is_solved: bool) -> usize {
    if turn < HEAD_START {
        return 0;
    }
    let slot = turn % 8;
    let weighted = members.iter().position(Search::is_weighted);
    match weighted {
        Some(weighted) if slot == 7 || slot == 3 && !is_solved => return weighted,
        _ => {}
    }
    let bound = |place: usize| members.get(place).filter(|member| !member.is_weighted()).map(|one| one.lower_bound);
    match (bound(0), bound(1)) {
        (Some(first), Some(second)) => {
            let is_tied = first == second;
            let second_leads = if is_tied { slot % 2 == 1 } else { second > first };
            let is_for_the_other = !is_tied && slot % 4 == 1;
            usize::from(second_leads != is_for_the_other)
        }
        _ => 0,
    }
}

/// One member, and another if there is one.
fn pick<'m, 'f>(
    members: &'m mut [Search<'f>],
    place: usize,
    other: Option<usize>,
) -> (&'m mut Search<'f>, Option<&'m mut Search<'f>>) {
    match other {
        None => (&mut members[place], None),
        Some(other) if other < place => {
            let (low, high) = members.split_at_mut(place);
            (&mut high[0], Some(&mut low[other]))
        }
        Some(other) => {
            let (low, high) = members.split_at_mut(other);
            (&mut low[place], Some(&mut high[0]))
        }
    }
}

/// The pushes of a solution, from start to end.
fn path(field: &Field, member: &Search, other: Option<&Search>, found: Found) -> Pushes {
    let (own, met) = match found {
        Found::Goal(id) => (id, None),
        Found::Meeting(id, met) => (id, Some(met)),
    };
    let mut pushes = pushes_to(field, &member.store, own);
    if member.direction == Direction::Backward {
        pushes = reversed(field, pushes);
    }
    let (Some(other), Some(met)) = (other, met) else { return pushes };
    let rest = pushes_to(field, &other.store, met);
    match member.direction {
        Direction::Forward => {
            pushes.extend(reversed(field, rest));
            pushes
        }
        Direction::Backward => {
            let mut first = rest;
            first.extend(pushes);
            first
        }
    }
}

/// Turns pulls, last first, into pushes.
fn reversed(field: &Field, pulls: Pushes) -> Pushes {
    pulls.into_iter().rev().map(|(cell, dir)| (field.step(cell, dir.index()), dir.opposite())).collect()
}
