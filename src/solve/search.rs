//! One search for fewest pushes, from the start by pushes or from the end by pulls: A* (Hart, Nilsson and Raphael
//! 1968), which can be paused and told of solutions found elsewhere.

use super::bound::Bound;
use super::budget::{Limit, Stop};
use super::corral::Corrals;
use super::field::Field;
use super::open::Open;
use super::options::Options;
use super::pairs::Pairs;
use super::position::{Position, Push};
use super::reach::Reach;
use super::store::{DEAD, NO_NODE, Node, Store};
use super::table::Table;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Direction {
    /// By pushes, from the start.
    Forward,
    /// By pulls, from the solved positions: all boxes on targets, the player in any region.
    Backward,
}

/// Where a search found a solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Found {
    /// Its own goal, a position of its store.
    Goal(u32),
    /// A position of its store that the other search knows under the second number.
    Meeting(u32, u32),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum State {
    Running,
    /// There is no solution with fewer pushes than `Search::upper`.
    Exhausted,
}

/// What a search may still spend.
#[derive(Clone, Copy, Debug)]
pub(super) struct Allowance<'a> {
    pub nodes: u64,
    /// Bytes for the store and the open list.
    pub memory: usize,
    pub stop: &'a Stop,
}

/// A search between two steps.
#[derive(Debug)]
pub(super) struct Search<'a> {
    field: &'a Field<'a>,
    pub direction: Direction,
    /// How much the bound counts against the pushes made. With 1 positions are met in order of their lower bounds;
    /// with more the search is drawn to solutions and proves nothing before it is exhausted.
    weight: usize,
    bound: Bound<'a>,
    corrals: Option<Corrals>,
    pub store: Store,
    open: Open,
    in_turns: bool,
    position: Position,
    reach: Reach,
    next_reach: Reach,
    steps: Vec<Push>,
    /// The position to meet, as boxes and region, when searching backward.
    origin: (Vec<u64>, u16),
    /// Proved: no solution has fewer pushes. Stays 0 in a weighted search.
    pub lower_bound: usize,
    /// The pushes of the best solution known; only better ones are looked for.
    pub upper: usize,
    /// The last solution found: it has `upper` pushes.
    pub found: Option<Found>,
    pub expanded: u64,
}

impl<'a> Search<'a> {
    /// From `boxes` (all, or some of the arena's) to any targets.
    pub fn forward(
        field: &'a Field<'a>,
        boxes: &[u16],
        options: &Options,
        weight: usize,
        tables: usize,
        stop: &Stop,
    ) -> Result<Search<'a>, Limit> {
        let player = field.arena.player;
        // Dead boxes have no place in a position.
        let alive: &[u16] = if boxes.iter().all(|&cell| field.is_alive(cell, player)) { boxes } else { &[] };
        // What is quick to expand suits a search that proves nothing better.
        let options = &Options { clusters: options.clusters && weight == 1, ..*options };
        let bound = Bound::new(field, &field.table, field.pairs.as_ref(), options, tables);
        let mut search = Search::empty(field, Direction::Forward, weight, bound, alive, options);
        search.corrals = options.corrals.then(|| Corrals::new(field));
        if alive.len() == boxes.len() {
            search.add_start(player, stop)?;
        }
        Ok(search)
    }

    /// From all boxes on targets back to the start. `starts` and `pairs` hold the distances from there.
    pub fn backward(
        field: &'a Field<'a>,
        starts: &'a Table,
        pairs: Option<&'a Pairs>,
        options: &Options,
        stop: &Stop,
    ) -> Result<Search<'a>, Limit> {
        let options =
            Options { freeze: false, clusters: false, pairs: options.pairs && options.backward_pairs, ..*options };
        let bound = Bound::new(field, starts, pairs, &options, 0);
        let mut search = Search::empty(field, Direction::Backward, 1, bound, &field.arena.targets, &options);
        let start = Position::new(field, &field.arena.boxes);
        let player = search.reach.flood(field, &start.occupied, field.arena.player);
        search.origin = (start.key, player);
        let mut is_met = search.position.occupied.clone();
        for player in 0..field.len() as u16 {
            if !is_met[usize::from(player)] {
                search.add_start(player, stop)?;
                search.reach.cells.iter().for_each(|&cell| is_met[usize::from(cell)] = true);
            }
        }
        Ok(search)
    }

    fn empty(
        field: &'a Field<'a>,
        direction: Direction,
        weight: usize,
        bound: Bound<'a>,
        boxes: &[u16],
        options: &Options,
    ) -> Search<'a> {
        Search {
            field,
            direction,
            weight,
            bound,
            corrals: None,
            store: Store::new(field),
            open: Open::default(),
            // A proof has to empty the lowest total anyway; what looks nearest to the end may end it early.
            in_turns: options.in_turns && (weight > 1 || direction == Direction::Backward),
            position: Position::new(field, boxes),
            reach: Reach::new(field),
            next_reach: Reach::new(field),
            steps: Vec::new(),
            origin: (Vec::new(), 0),
            lower_bound: 0,
            upper: usize::MAX,
            found: None,
            expanded: 0,
        }
    }

    /// Opens the position on the board with the player in the region of `player`.
    fn add_start(&mut self, player: u16, stop: &Stop) -> Result<(), Limit> {
        let region = self.reach.flood(self.field, &self.position.occupied, player);
        if let Err(slot) = self.store.find(&self.position.key, region)
            && let Some(estimate) = self.bound.enter(&mut self.position, player, stop)?
        {
            let node = Node::new(NO_NODE, 0, small(estimate)?, region);
            let id = self.store.insert(slot, &self.position.key, node);
            self.look_for_goal(id, 0, None);
            self.enqueue(id);
        }
        Ok(())
    }

    /// Expands up to `allowance.nodes` positions. `other` is the store of the search coming the other way.
    ///
    /// Ends as soon as it can prove that there is nothing better than `upper`.
    pub fn advance(&mut self, allowance: Allowance, other: Option<&Store>) -> Result<State, Limit> {
        let last = self.expanded.saturating_add(allowance.nodes);
        loop {
            // Before the next position is taken out: the search may go on after more memory was found.
            if allowance.stop.is_set() {
                return Err(Limit::Stopped);
            }
            if self.bytes() > allowance.memory || self.store.len() >= NO_NODE as usize {
                return Err(Limit::Memory);
            }
            let Some((total, rest, id)) = self.open.pop(self.in_turns) else { return Ok(State::Exhausted) };
            let node = *self.store.node(id);
            if node.is_closed() || usize::from(node.bound) != rest || self.total(&node) != total {
                continue;
            }
            if self.weight == 1 {
                self.lower_bound = self.lower_bound.max(total);
            }
            if node.cost as usize + rest >= self.upper {
                if self.weight == 1 {
                    return Ok(State::Exhausted);
                }
                continue;
            }
            if self.expanded == last {
                self.enqueue(id);
                return Ok(State::Running);
            }
            self.store.node_mut(id).set_closed(true);
            self.expanded += 1;
            self.expand(id, &node, allowance.stop, other)?;
        }
    }

    pub fn is_weighted(&self) -> bool {
        self.weight > 1
    }

    /// True when the two come from different ends and prove bounds.
    pub fn meets(&self, other: &Search) -> bool {
        self.direction != other.direction && !self.is_weighted()
    }

    /// Bytes of the store and the open list.
    pub fn bytes(&self) -> usize {
        self.store.bytes() + self.open.bytes()
    }

    fn expand(&mut self, id: u32, node: &Node, stop: &Stop, other: Option<&Store>) -> Result<(), Limit> {
        let field = self.field;
        self.position.load(field, self.store.key(id));
        self.reach.flood(field, &self.position.occupied, node.player());
        self.bound.enter(&mut self.position, node.player(), stop)?;
        match self.direction {
            Direction::Forward => self.position.pushes(field, &self.reach, &mut self.steps),
            Direction::Backward => self.position.pulls(field, &self.reach, &mut self.steps),
        }
        if let Some(corrals) = &mut self.corrals {
            corrals.prune(field, &self.position, &self.reach, &mut self.steps);
        }
        let cost = node.cost + 1;
        small(cost)?;
        for place in 0..self.steps.len() {
            // Here too: with hundreds of boxes one position takes long.
            if stop.is_set() {
                return Err(Limit::Stopped);
            }
            let step = self.steps[place];
            let to = self.position.goal_of(field, step);
            let from = self.position.shift(field, step.index, to);
            let player = match self.direction {
                Direction::Forward => from,
                Direction::Backward => field.step(to, usize::from(step.dir)),
            };
            let occupied = &self.position.occupied;
            let region = match self.reach.after(field, occupied, from, to) {
                Some(region) => region,
                None => self.next_reach.flood(field, occupied, player),
            };
            debug_assert_eq!(region, self.next_reach.flood(field, occupied, player));
            match self.store.find(&self.position.key, region) {
                Ok(known) => {
                    let next = self.store.node_mut(known);
                    if next.bound != DEAD && cost < next.cost {
                        next.cost = cost;
                        next.parent = id;
                        next.set_closed(false);
                        self.look_for_goal(known, cost, other);
                        self.enqueue(known);
                    }
                }
                Err(slot) => {
                    let index = usize::from(step.index);
                    let bound = match self.bound.successor(&mut self.position, index, region, stop)? {
                        None => DEAD,
                        // A push costs one: what was needed before it, less one, is needed after it (pathmax).
                        Some(estimate) => small(estimate)?.max(node.bound.saturating_sub(1)),
                    };
                    let next = Node::new(id, cost, bound, region);
                    let known = self.store.insert(slot, &self.position.key, next);
                    if bound != DEAD {
                        self.look_for_goal(known, cost, other);
                        self.enqueue(known);
                    }
                }
            }
            self.position.shift(field, step.index, from);
        }
        Ok(())
    }

    /// Notes a solution through the position on the board, if it is a goal or the other search knows it.
    fn look_for_goal(&mut self, id: u32, cost: u32, other: Option<&Store>) {
        let player = self.store.node(id).player();
        let is_goal = match self.direction {
            Direction::Forward => self.position.is_solved(self.field),
            Direction::Backward => player == self.origin.1 && self.position.key == self.origin.0,
        };
        if is_goal && (cost as usize) < self.upper {
            self.upper = cost as usize;
            self.found = Some(Found::Goal(id));
            return;
        }
        if let Some(other) = other
            && let Ok(met) = other.find(&self.position.key, player)
            && other.node(met).bound != DEAD
            && ((cost + other.node(met).cost) as usize) < self.upper
        {
            self.upper = (cost + other.node(met).cost) as usize;
            self.found = Some(Found::Meeting(id, met));
        }
    }

    /// Puts a position on the open list, unless it cannot lead to a better solution.
    fn enqueue(&mut self, id: u32) {
        let node = self.store.node(id);
        let bound = usize::from(node.bound);
        if node.cost as usize + bound < self.upper {
            let total = self.total(node);
            self.open.push(total, bound, id);
        }
    }

    fn total(&self, node: &Node) -> usize {
        node.cost as usize + self.weight * usize::from(node.bound)
    }
}

/// Costs are kept in 16 bits; a board that needs more is too large.
pub(super) fn small(cost: u32) -> Result<u16, Limit> {
    u16::try_from(cost).ok().filter(|&cost| cost < u16::MAX / 2).ok_or(Limit::Size)
}
