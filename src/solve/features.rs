//! What the search for some solution looks at in a position (the features of FESS; Shoham and Schaeffer 2020).

use std::cmp::Reverse;

use super::budget::{Limit, Stop};
use super::carry::Carry;
use super::field::Field;
use super::plan::Plan;
use super::position::Position;
use super::reach::Reach;
use super::search::Direction;
use super::store::{Key, toggle};

/// Features are counted up to here.
const MOST: u8 = 15;

/// A cell of the feature space.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct Features {
    /// Steps of the packing plan that are done.
    pub packed: u8,
    /// Boxes that stand in the way of the steps to come, or for which no step is left.
    pub out_of_plan: u8,
    /// Parts of the floor cut off from each other by boxes.
    pub parts: u8,
    /// Boxes off the plan on cells that join two parts of the empty floor.
    pub blocked_doors: u8,
}

impl Features {
    /// The larger, the nearer to the end.
    pub fn progress(self) -> impl Ord {
        (self.packed, Reverse(self.out_of_plan), Reverse(self.parts), Reverse(self.blocked_doors))
    }
}

/// What the features are computed from, and working memory.
#[derive(Clone, Debug)]
pub(super) struct Eyes {
    plan: Plan,
    /// By number of steps done: the cells on which a box is in the way of the steps to come.
    in_the_way: Vec<Key>,
    /// By live cell: the steps (bits) for which a box from there would do.
    serves: Vec<u64>,
    /// The cells that join two parts of the empty floor.
    doors: Key,
    empty: Key,
    mark: Vec<bool>,
    queue: Vec<u16>,
}

impl Eyes {
    /// Time: for each step of the plan some dozens of searches for one box.
    pub fn new(field: &Field, plan: Plan, stop: &Stop) -> Result<Eyes, Limit> {
        let empty = vec![0; field.key_words()];
        let mut eyes = Eyes {
            in_the_way: vec![empty.clone(); plan.steps.len() + 1],
            serves: vec![0; field.live.len()],
            doors: doors(field),
            plan,
            empty,
            mark: vec![false; field.is_target.len()],
            queue: Vec::new(),
        };
        let mut carry = Carry::new(field);
        for step in (0..eyes.plan.steps.len()).rev() {
            if stop.is_set() {
                return Err(Limit::Stopped);
            }
            eyes.look_ahead(field, &mut carry, step);
        }
        Ok(eyes)
    }

    /// The boxes in place after so many steps.
    fn in_place(&self, steps: usize) -> &Key {
        steps.checked_sub(1).map_or(&self.empty, |last| &self.plan.steps[last].key)
    }

    /// Finds what serves a step, and what is in its way or in that of a later one.
    fn look_ahead(&mut self, field: &Field, carry: &mut Carry, step: usize) {
        self.in_the_way[step] = self.in_the_way[step + 1].clone();
        let to = self.plan.steps[step].to;
        if self.plan.steps[step].from.is_some() {
            return;
        }
        let mut occupied = field.empty();
        for cell in cells_of(field, self.in_place(step)) {
            occupied[usize::from(cell)] = true;
        }
        if occupied[usize::from(to)] {
            return;
        }
        let mut way = Vec::new();
        for player in field.around[usize::from(to)] {
            if occupied[usize::from(player)] {
                continue;
            }
            carry.find(field, &mut occupied, to, player, Direction::Backward);
            occupied[usize::from(to)] = false;
            for place in &carry.places {
                let index = field.live_index[usize::from(place.cell)];
                if step < 64 && usize::from(index) < self.serves.len() {
                    self.serves[usize::from(index)] |= 1 << step;
                }
            }
            let out = carry.places.iter().position(|place| field.arena.boxes.contains(&place.cell));
            if let (true, Some(out)) = (way.is_empty(), out) {
                way = carry.way(out as u16);
            }
        }
        // Only a box on this way can close every way.
        for &cell in way.iter().skip(1).rev().skip(1) {
            occupied[usize::from(cell)] = true;
            let is_open = field.around[usize::from(to)].iter().any(|&player| {
                if occupied[usize::from(player)] {
                    return false;
                }
                carry.find(field, &mut occupied, to, player, Direction::Backward);
                occupied[usize::from(to)] = false;
                carry.places.iter().any(|place| field.arena.boxes.contains(&place.cell))
            });
            occupied[usize::from(cell)] = false;
            let index = field.live_index[usize::from(cell)];
            if !is_open && usize::from(index) < field.live.len() && !holds(&self.in_the_way[step], index) {
                toggle(&mut self.in_the_way[step], index);
            }
        }
    }

    /// The features of a position; `room` is the number of cells the player reaches.
    pub fn features(&mut self, field: &Field, position: &Position, player: u16, room: u16) -> Features {
        let packed = self.plan.packed(&position.key);
        let place = self.in_place(packed);
        let free = |(&key, &place): (&u64, &u64)| key & !place;
        let loose = position.key.iter().zip(place).map(free);
        let in_the_way = self.in_the_way[packed].iter();
        let blocking: u32 = loose.clone().zip(in_the_way).map(|(loose, way)| (loose & way).count_ones()).sum();
        let doors: u32 = loose.clone().zip(&self.doors).map(|(loose, doors)| (loose & doors).count_ones()).sum();
        let useless = self.useless(loose, packed);
        Features {
            packed: packed.min(255) as u8,
            out_of_plan: (blocking + useless).min(u32::from(MOST)) as u8,
            parts: self.parts(field, position, player, room),
            blocked_doors: doors.min(u32::from(MOST)) as u8,
        }
    }

    /// The column of the target that the plan fills next, after so many steps.
    pub fn next_target(&self, field: &Field, packed: u8) -> Option<usize> {
        let step = self.plan.steps.get(usize::from(packed))?;
        field.arena.targets.binary_search(&step.to).ok()
    }

    /// True when a box on `cell` is in place after so many steps.
    pub fn is_in_place(&self, field: &Field, packed: u8, cell: u16) -> bool {
        let index = usize::from(field.live_index[usize::from(cell)]);
        self.in_place(usize::from(packed)).get(index / 64).is_some_and(|word| word & 1 << (index % 64) != 0)
    }

    /// How many loose boxes have no step of their own to come.
    fn useless(&self, loose: impl Iterator<Item = u64>, packed: usize) -> u32 {
        let to_come = u64::MAX.checked_shl(packed as u32).unwrap_or(0);
        let mut of_step = [u64::MAX; 64];
        let mut wants = [0; 64];
        let mut count = 0;
        let mut useless = 0;
        for (word, mut bits) in loose.enumerate() {
            while bits != 0 {
                let live = word * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                if count == 64 || self.plan.steps.len() > 64 {
                    return 0;
                }
                wants[count] = self.serves[live] & to_come;
                let mut tried = 0;
                useless += u32::from(!augment(count, &wants, &mut of_step, &mut tried));
                count += 1;
            }
        }
        useless
    }

    /// Parts of the floor. Linear in the cells unless the player reaches all of them.
    fn parts(&mut self, field: &Field, position: &Position, player: u16, room: u16) -> u8 {
        let free = field.len() - position.boxes.len();
        if usize::from(room) == free {
            return 1;
        }
        self.mark.copy_from_slice(&position.occupied);
        let mut parts = 0;
        let mut seen = 0;
        let mut start = player;
        loop {
            parts += 1;
            self.mark[usize::from(start)] = true;
            self.queue.clear();
            self.queue.push(start);
            let mut next = 0;
            while next < self.queue.len() {
                for cell in field.around[usize::from(self.queue[next])] {
                    if !std::mem::replace(&mut self.mark[usize::from(cell)], true) {
                        self.queue.push(cell);
                    }
                }
                next += 1;
            }
            seen += self.queue.len();
            if seen >= free || parts >= MOST {
                return parts;
            }
            match self.mark.iter().position(|&is_marked| !is_marked) {
                Some(cell) => start = cell as u16,
                None => return parts,
            }
        }
    }
}

fn augment(row: usize, wants: &[u64; 64], of_step: &mut [u64; 64], tried: &mut u64) -> bool {
    let mut rest = wants[row] & !*tried;
    while rest != 0 {
        let step = rest.trailing_zeros() as usize;
        *tried |= 1 << step;
        if of_step[step] == u64::MAX || augment(of_step[step] as usize, wants, of_step, tried) {
            of_step[step] = row as u64;
            return true;
        }
        rest = wants[row] & !*tried;
    }
    false
}

fn holds(key: &[u64], index: u16) -> bool {
    key[usize::from(index) / 64] & 1 << (index % 64) != 0
}

fn cells_of(field: &Field, key: &[u64]) -> Vec<u16> {
    (0..field.live.len()).filter(|&index| holds(key, index as u16)).map(|index| field.live[index]).collect()
}

/// The live cells without which the empty floor falls apart.
fn doors(field: &Field) -> Key {
    let mut doors = vec![0; field.key_words()];
    let mut reach = Reach::new(field);
    let mut occupied = field.empty();
    for (index, &cell) in field.live.iter().enumerate() {
        occupied[usize::from(cell)] = true;
        let start = field.around[usize::from(cell)].into_iter().find(|&next| !field.is_wall(next));
        if let Some(start) = start {
            reach.flood(field, &occupied, start);
            // Corners of a single cell do not count.
            let (inside, all) = (reach.cells.len(), field.len() - 1);
            if inside > 2 && all - inside > 2 {
                toggle(&mut doors, index as u16);
            }
        }
        occupied[usize::from(cell)] = false;
    }
    doors
}
