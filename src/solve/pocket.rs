//! Parts of the board that are closed off and can never be put right: corral deadlocks.
//!
//! Where the player cannot go, the boxes around are taken by themselves, all others away. A box that gets out, to where
//! the player is now, is taken away too. If a search shows that they still cannot all be brought to targets or out, the
//! whole position is lost: taking boxes away makes nothing harder. (Junghanns and Schaeffer 2001, *deadlock search*;
//! Sokoban Wiki, *corral deadlock*.) The search is short, and without an answer the position stays.

use rustc_hash::FxHashMap;

use super::field::Field;
use super::freeze::{frozen, is_blocked};
use super::position::{Position, Push};
use super::reach::Reach;
use super::store::{Key, NO_NODE, Node, Store, toggle};

/// Positions looked at for one set of boxes.
const MOST_POSITIONS: usize = 300;
/// Boxes in one set.
const MOST_BOXES: usize = 12;

/// Working memory, and what is known of sets of boxes met before.
#[derive(Debug)]
pub(super) struct Pockets {
    /// By boxes and region of the player, with only these boxes on the board: true when lost.
    known: FxHashMap<(Key, u16), bool>,
    seen: Vec<bool>,
    queue: Vec<u16>,
    around: Vec<u16>,
    is_outside: Vec<bool>,
    reach: Reach,
    next_reach: Reach,
    frozen: Vec<u16>,
    pushes: Vec<Push>,
    by_rest: Vec<Vec<u32>>,
}

impl Pockets {
    pub fn new(field: &Field) -> Pockets {
        let cells = field.is_target.len();
        Pockets {
            known: FxHashMap::default(),
            seen: vec![false; cells],
            queue: Vec::new(),
            around: Vec::new(),
            is_outside: vec![false; cells],
            reach: Reach::new(field),
            next_reach: Reach::new(field),
            frozen: Vec::new(),
            pushes: Vec::new(),
            by_rest: Vec::new(),
        }
    }

    /// Bytes of what is remembered, roughly.
    pub fn bytes(&self) -> usize {
        self.known.len() * 128
    }

    /// True when some part of the position is proved lost. `reach` holds the player's region.
    pub fn is_lost(&mut self, field: &Field, position: &Position, reach: &Reach) -> bool {
        if reach.cells.len() + position.boxes.len() == field.len() {
            return false;
        }
        self.seen.fill(false);
        for &cell in &position.boxes {
            for start in field.around[usize::from(cell)] {
                if !position.occupied[usize::from(start)] && !reach.contains(start) && !self.seen[usize::from(start)] {
                    self.collect(field, position, start);
                    let is_done = self.around.iter().all(|&cell| field.is_target[usize::from(cell)]);
                    if !is_done && self.around.len() <= MOST_BOXES && self.is_set_lost(field, reach) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// The boxes around the closed part with the cell `start`.
    fn collect(&mut self, field: &Field, position: &Position, start: u16) {
        self.around.clear();
        self.queue.clear();
        self.queue.push(start);
        self.seen[usize::from(start)] = true;
        let mut next = 0;
        while next < self.queue.len() {
            for cell in field.around[usize::from(self.queue[next])] {
                if field.is_wall(cell) {
                    continue;
                }
                if position.occupied[usize::from(cell)] {
                    if !self.around.contains(&cell) {
                        self.around.push(cell);
                    }
                } else if !self.seen[usize::from(cell)] {
                    self.seen[usize::from(cell)] = true;
                    self.queue.push(cell);
                }
            }
            next += 1;
        }
        self.around.sort_unstable();
    }

    fn is_set_lost(&mut self, field: &Field, reach: &Reach) -> bool {
        let start = Position::new(field, &self.around);
        let player = reach.cells[0];
        let region = self.reach.flood(field, &start.occupied, player);
        // A set that is lost is lost whatever is outside; one that is not may be with more boxes outside.
        let name = (start.key.clone(), region);
        if let Some(&is_lost) = self.known.get(&name) {
            return is_lost;
        }
        self.is_outside.fill(false);
        reach.cells.iter().for_each(|&cell| self.is_outside[usize::from(cell)] = true);
        let is_lost = self.search(field, start, region);
        self.known.insert(name, is_lost);
        is_lost
    }

    /// True when the boxes cannot all be brought to targets or out.
    fn search(&mut self, field: &Field, mut position: Position, region: u16) -> bool {
        let mut store = Store::new(field);
        self.by_rest.iter_mut().for_each(Vec::clear);
        let first = Node::new(NO_NODE, 0, 0, region);
        if let Err(slot) = store.find(&position.key, region) {
            let id = store.insert(slot, &position.key, first);
            self.open(field, &position, id);
        }
        while let Some(id) = self.by_rest.iter_mut().find_map(Vec::pop) {
            if store.len() > MOST_POSITIONS {
                return false;
            }
            position.load(field, store.key(id));
            if position.is_solved(field) {
                return false;
            }
            self.reach.flood(field, &position.occupied, store.node(id).player());
            position.pushes(field, &self.reach, &mut self.pushes);
            for at in 0..self.pushes.len() {
                let push = self.pushes[at];
                let to = position.goal_of(field, push);
                let from = position.shift(field, push.index, to);
                let is_out = self.is_outside[usize::from(to)] && !field.is_target[usize::from(to)];
                if is_out {
                    toggle(&mut position.key, field.live_index[usize::from(to)]);
                    position.occupied[usize::from(to)] = false;
                }
                if is_out || !self.is_frozen(field, &mut position, to) {
                    let region = self.next_reach.flood(field, &position.occupied, from);
                    if let Err(slot) = store.find(&position.key, region) {
                        let next = store.insert(slot, &position.key, Node::new(id, 0, 0, region));
                        self.open(field, &position, next);
                    }
                }
                if is_out {
                    toggle(&mut position.key, field.live_index[usize::from(to)]);
                    position.occupied[usize::from(to)] = true;
                }
                position.shift(field, push.index, from);
            }
        }
        true
    }

    fn open(&mut self, field: &Field, position: &Position, id: u32) {
        let on_board = |&&cell: &&u16| position.occupied[usize::from(cell)];
        let rest = position.boxes.iter().filter(on_board).filter(|&&cell| !field.is_target[usize::from(cell)]).count();
        if self.by_rest.len() <= rest {
            self.by_rest.resize_with(rest + 1, Vec::new);
        }
        self.by_rest[rest].push(id);
    }

    /// True when the box just pushed to `cell` froze a box off target.
    fn is_frozen(&mut self, field: &Field, position: &mut Position, cell: u16) -> bool {
        if !is_blocked(field, &position.occupied, cell) {
            return false;
        }
        let Position { boxes, occupied, .. } = position;
        frozen(field, occupied, boxes, &mut self.frozen);
        self.frozen.iter().any(|&cell| !field.is_target[usize::from(cell)])
    }
}
