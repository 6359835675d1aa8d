//! A search for some solution, by feature space (FESS; Shoham and Schaeffer, IEEE Conference on Games 2020).
//!
//! Its moves bring one box anywhere it can get while the others stand still. Every position lies in a cell of a space
//! of features ([`Features`]). The search goes round the cells, each of which gives its lightest move not yet made. A
//! move costs nothing if an *advisor* proposes it and one otherwise; weights add up along the way. So it looks for
//! progress in every respect at once, and a lead that goes nowhere costs it one turn in each round.
//!
//! It proves nothing. What it leaves out is only what cannot be solved, or may be done first in any solution.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;

use super::bound::Bound;
use super::budget::{Limit, Stop};
use super::carry::{Carry, way_between};
use super::corral::Corrals;
use super::features::{Eyes, Features};
use super::field::Field;
use super::options::Options;
use super::path::Pushes;
use super::pocket::Pockets;
use super::position::{Position, Push};
use super::reach::Reach;
use super::search::{Allowance, Direction, State, small};
use super::store::{DEAD, NO_NODE, Node, Store};

/// What a search is keen on. Levels that one finds hard are often easy for another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Style {
    /// Goes round the cells, as in the paper.
    Even,
    /// Also has an advisor that brings boxes nearer to the target that the plan fills next.
    Eager,
    /// Eager, and gives every other turn to the cell that has got furthest.
    Deep,
    /// Deep, in a space with fewer cells: doors do not count, and of many parts it is all the same how many.
    Coarse,
}

/// A macro move, still to be made.
#[derive(Clone, Copy, Debug)]
struct Macro {
    node: u32,
    from: u16,
    to: u16,
    /// Where the player stands then.
    player: u16,
    pushes: u16,
}

/// A cell of the feature space: its moves, by weight.
#[derive(Default, Debug)]
struct Cell {
    moves: Vec<Vec<Macro>>,
    /// No moves are lighter.
    lightest: usize,
    waiting: usize,
}

impl Cell {
    fn is_empty(&self) -> bool {
        self.waiting == 0
    }
}

/// A macro move with what it leads to.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    option: Macro,
    features: Features,
    room: u16,
}

#[derive(Debug)]
pub(super) struct Fess<'a> {
    field: &'a Field<'a>,
    style: Style,
    eyes: Eyes,
    bound: Bound<'a>,
    corrals: Option<Corrals>,
    pockets: Option<Pockets>,
    carry: Carry,
    pub store: Store,
    /// By position: its weight.
    weights: Vec<u32>,
    cells: Vec<Cell>,
    /// The features of each cell.
    features: Vec<Features>,
    by_features: FxHashMap<Features, usize>,
    turn: usize,
    /// Moves waiting.
    waiting: usize,
    position: Position,
    reach: Reach,
    pushes: Vec<Push>,
    candidates: Vec<Candidate>,
    /// No solution with more pushes is of use.
    limit: usize,
    /// A solved position.
    pub solved: Option<u32>,
    pub expanded: u64,
}

impl<'a> Fess<'a> {
    pub fn new(
        field: &'a Field<'a>,
        eyes: Eyes,
        style: Style,
        options: &Options,
        tables: usize,
        limit: usize,
        stop: &Stop,
    ) -> Result<Fess<'a>, Limit> {
        let mut fess = Fess {
            field,
            style,
            eyes,
            bound: Bound::new(
                field,
                &field.table,
                field.pairs.as_ref(),
                &Options { clusters: false, ..*options },
                tables,
            ),
            corrals: options.corrals.then(|| Corrals::new(field)),
            pockets: options.pockets.then(|| Pockets::new(field)),
            carry: Carry::new(field),
            store: Store::new(field),
            weights: Vec::new(),
            cells: Vec::new(),
            features: Vec::new(),
            by_features: FxHashMap::default(),
            turn: 0,
            waiting: 0,
            position: Position::new(field, &field.arena.boxes),
            reach: Reach::new(field),
            pushes: Vec::new(),
            candidates: Vec::new(),
            limit,
            solved: None,
            expanded: 0,
        };
        let region = fess.reach.flood(field, &fess.position.occupied, field.arena.player);
        if let (Err(slot), Some(estimate)) =
            (fess.store.find(&fess.position.key, region), fess.bound.enter(&mut fess.position, region, stop)?)
        {
            let node = Node::new(NO_NODE, 0, small(estimate)?, region);
            let id = fess.store.insert(slot, &fess.position.key, node);
            fess.weights.push(0);
            if fess.position.is_solved(field) {
                fess.solved = Some(id);
            }
            fess.expand(id, stop)?;
        }
        Ok(fess)
    }

    /// Makes up to `allowance.nodes` moves. Ends when a solution is found (`solved`), or no move is left.
    pub fn advance(&mut self, allowance: Allowance) -> Result<State, Limit> {
        let last = self.expanded.saturating_add(allowance.nodes);
        while self.expanded < last && self.solved.is_none() {
            if allowance.stop.is_set() {
                return Err(Limit::Stopped);
            }
            if self.bytes() > allowance.memory || self.store.len() >= NO_NODE as usize {
                return Err(Limit::Memory);
            }
            let Some((option, weight)) = self.next() else { return Ok(State::Exhausted) };
            self.make(option, weight, allowance.stop)?;
        }
        Ok(State::Running)
    }

    pub fn bytes(&self) -> usize {
        self.store.bytes()
            + self.weights.len() * 8
            + self.waiting * 2 * size_of::<Macro>()
            + self.pockets.as_ref().map_or(0, Pockets::bytes)
    }

    /// The lightest move of the next cell that has any.
    fn next(&mut self) -> Option<(Macro, u32)> {
        if matches!(self.style, Style::Deep | Style::Coarse) && self.expanded.is_multiple_of(2) {
            let has_moves = |&cell: &usize| !self.cells[cell].is_empty();
            let furthest =
                (0..self.cells.len()).filter(has_moves).max_by_key(|&cell| self.features[cell].progress())?;
            return self.take(furthest);
        }
        for _ in 0..self.cells.len() {
            self.turn = (self.turn + 1) % self.cells.len();
            if let Some(taken) = self.take(self.turn) {
                return Some(taken);
            }
        }
        None
    }

    fn take(&mut self, cell: usize) -> Option<(Macro, u32)> {
        let cell = &mut self.cells[cell];
        while let Some(moves) = cell.moves.get_mut(cell.lightest) {
            if let Some(option) = moves.pop() {
                self.waiting -= 1;
                cell.waiting -= 1;
                return Some((option, cell.lightest as u32));
            }
            cell.lightest += 1;
        }
        None
    }

    /// Makes a move and looks at what can be done next.
    fn make(&mut self, option: Macro, weight: u32, stop: &Stop) -> Result<(), Limit> {
        let parent = *self.store.node(option.node);
        self.position.load(self.field, self.store.key(option.node));
        let Some(index) = self.position.boxes.iter().position(|&cell| cell == option.from) else { return Ok(()) };
        self.position.shift(self.field, index as u16, option.to);
        let region = self.reach.flood(self.field, &self.position.occupied, option.player);
        let cost = parent.cost + u32::from(option.pushes);
        small(cost)?;
        let id = match self.store.find(&self.position.key, region) {
            Ok(known) => {
                let node = self.store.node_mut(known);
                if self.limit == usize::MAX || node.bound == DEAD || cost >= node.cost {
                    return Ok(());
                }
                self.expanded += 1;
                node.cost = cost;
                node.parent = option.node;
                if cost as usize + usize::from(node.bound) > self.limit {
                    return Ok(());
                }
                self.bound.enter(&mut self.position, region, stop)?;
                self.weights[known as usize] = weight;
                known
            }
            Err(slot) => {
                self.expanded += 1;
                let estimate = self.bound.enter(&mut self.position, region, stop)?;
                let bound = match estimate {
                    Some(estimate) => small(estimate)?,
                    None => DEAD,
                };
                let id = self.store.insert(slot, &self.position.key, Node::new(option.node, cost, bound, region));
                self.weights.push(weight);
                if bound == DEAD || cost as usize + usize::from(bound) > self.limit {
                    return Ok(());
                }
                id
            }
        };
        if self.position.is_solved(self.field) {
            self.solved = Some(id);
            return Ok(());
        }
        // `reach` holds the region of the player.
        if let Some(pockets) = &mut self.pockets
            && pockets.is_lost(self.field, &self.position, &self.reach)
        {
            self.store.node_mut(id).bound = DEAD;
            return Ok(());
        }
        self.expand(id, stop)
    }

    /// Lists the moves of the position on the board, whose bound was entered.
    fn expand(&mut self, id: u32, stop: &Stop) -> Result<(), Limit> {
        let field = self.field;
        let player = self.store.node(id).player();
        self.reach.flood(field, &self.position.occupied, player);
        let room = self.reach.cells.len() as u16;
        let free = field.len() - self.position.boxes.len();
        let own = self.eyes.features(&self.position, 1 + self.reach.other_regions(field, free));
        self.position.pushes(field, &self.reach, &mut self.pushes);
        if let Some(corrals) = &mut self.corrals {
            corrals.prune(field, &self.position, &self.reach, &mut self.pushes);
        }
        self.candidates.clear();
        let mut at = 0;
        while at < self.pushes.len() {
            let index = self.pushes[at].index;
            let mut first = 0;
            while at < self.pushes.len() && self.pushes[at].index == index {
                first |= 1 << self.pushes[at].dir;
                at += 1;
            }
            if stop.is_set() {
                return Err(Limit::Stopped);
            }
            self.carry_one(id, index, first, player);
        }
        let coarse = Features { parts: own.parts.min(3), blocked_doors: 0, ..own };
        let cell = self.cell(if self.style == Style::Coarse { coarse } else { own });
        let weight = self.weights[id as usize] as usize;
        let advised = self.advised(own, player, room);
        for place in (0..self.candidates.len()).rev() {
            let option = self.candidates[place].option;
            self.wait(cell, weight + 1, option);
        }
        for place in advised {
            let option = self.candidates[place].option;
            self.wait(cell, weight, option);
        }
        Ok(())
    }

    /// Adds all moves of one box to the candidates.
    fn carry_one(&mut self, id: u32, index: u16, first: u8, player: u16) {
        let field = self.field;
        let from = self.position.boxes[usize::from(index)];
        self.carry.find_from(field, &mut self.position.occupied, (from, first), player, Direction::Forward);
        for number in 1..self.carry.places.len() {
            let place = self.carry.places[number];
            if place.cell == from && place.region == player {
                continue;
            }
            if place.cell != from {
                self.position.shift(field, index, place.cell);
            }
            let is_worth = match self.store.find(&self.position.key, place.region) {
                Err(_) => true,
                Ok(known) => {
                    self.limit < usize::MAX
                        && self.store.node(id).cost + u32::from(place.pushes) < self.store.node(known).cost
                }
            };
            if is_worth {
                let features = self.eyes.features(&self.position, usize::from(place.parts));
                let option = Macro { node: id, from, to: place.cell, player: place.player, pushes: place.pushes };
                self.candidates.push(Candidate { option, features, room: place.room });
            }
            if place.cell != from {
                self.position.shift(field, index, from);
            }
        }
    }

    /// The candidates that the advisors propose, best last. Each advisor proposes the one that gains most in its respect.
    fn advised(&self, own: Features, player: u16, room: u16) -> Vec<usize> {
        let next = self.eyes.next_target(self.field, own.packed).filter(|_| self.style != Style::Even);
        let far = |cell: u16, player: u16| {
            next.map_or(0, |column| i32::from(self.field.table.costs(self.field.table.row(cell, player))[column]))
        };
        let loose = self.position.boxes.iter().filter(|&&cell| !self.eyes.is_in_place(self.field, own.packed, cell));
        let nearest = loose.map(|&cell| far(cell, player)).min().unwrap_or(0);
        let less = |before: u8, after: u8| i32::from(before) - i32::from(after);
        let advisors: [&dyn Fn(&Candidate) -> i32; 6] = [
            &|one| nearest - far(one.option.to, one.option.player),
            &|one| i32::from(one.room) - i32::from(room),
            &|one| less(own.blocked_doors, one.features.blocked_doors),
            &|one| less(own.parts, one.features.parts),
            &|one| less(own.out_of_plan, one.features.out_of_plan),
            &|one| less(one.features.packed, own.packed),
        ];
        let best = |gain: &&dyn Fn(&Candidate) -> i32| {
            let gains = self.candidates.iter().enumerate().map(|(place, one)| (gain(one), one.option.pushes, place));
            gains.filter(|&(gain, ..)| gain > 0).max_by_key(|&(gain, pushes, place)| (gain, Reverse((pushes, place))))
        };
        advisors.iter().filter_map(best).map(|(.., place)| place).collect()
    }

    fn cell(&mut self, features: Features) -> usize {
        let next = self.cells.len();
        let cell = *self.by_features.entry(features).or_insert(next);
        if cell == next {
            self.cells.push(Cell::default());
            self.features.push(features);
        }
        cell
    }

    fn wait(&mut self, cell: usize, weight: usize, option: Macro) {
        let cell = &mut self.cells[cell];
        if cell.moves.len() <= weight {
            cell.moves.resize_with(weight + 1, Vec::new);
        }
        cell.lightest = cell.lightest.min(weight);
        cell.moves[weight].push(option);
        cell.waiting += 1;
        self.waiting += 1;
    }

    /// The pushes that lead to a position.
    pub fn path(&mut self, mut id: u32) -> Option<Pushes> {
        let mut ways = Vec::new();
        loop {
            let node = *self.store.node(id);
            if node.parent == NO_NODE {
                break;
            }
            ways.push(way_between(self.field, &self.store, node.parent, id, &mut self.carry, &mut self.position)?);
            id = node.parent;
        }
        ways.reverse();
        Some(ways.concat())
    }
}
