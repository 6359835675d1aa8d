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
        };
        let mut carry = Carry::new(field);
        for step in (0..eyes.plan.steps.len()).rev() {
            eyes.look_ahead(field, &mut carry, step, stop)?;
        }
        Ok(eyes)
    }

    /// The boxes in place after so many steps.
    fn in_place(&self, steps: usize) -> &Key {
        steps.checked_sub(1).map_or(&self.empty, |last| &self.plan.steps[last].key)
    }

    /// Finds what serves a step, and what is in its way or in that of a later one.
    fn look_ahead(&mut self, field: &Field, carry: &mut Carry, step: usize, stop: &Stop) -> Result<(), Limit> {
        self.in_the_way[step] = self.in_the_way[step + 1].clone();
        let to = self.plan.steps[step].to;
        if self.plan.steps[step].from.is_some() {
            return Ok(());
        }
        let mut occupied = field.empty();
        for cell in cells_of(field, self.in_place(step)) {
            occupied[usize::from(cell)] = true;
        }
        if occupied[usize::from(to)] {
            return Ok(());
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
            if stop.is_set() {
                return Err(Limit::Stopped);
            }
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
        Ok(())
    }

    /// The features of a position with so many parts of the floor.
    pub fn features(&self, position: &Position, parts: usize) -> Features {
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
            parts: parts.min(usize::from(MOST)) as u8,
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
        let mut matching = Serving { wants: [0; 64], box_of: [0; 64], free: to_come, tried: 0 };
        let mut count = 0;
        let mut useless = 0;
        for (word, mut bits) in loose.enumerate() {
            while bits != 0 {
                let live = word * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                if count == 64 || self.plan.steps.len() > 64 {
                    return 0;
                }
                matching.wants[count] = self.serves[live] & to_come;
                matching.tried = 0;
                useless += u32::from(!matching.augment(count));
                count += 1;
            }
        }
        useless
    }
}

/// A matching of loose boxes to steps still to come, as bits.
struct Serving {
    /// By box: the steps it would do for.
    wants: [u64; 64],
    /// By step that is not free: its box.
    box_of: [u8; 64],
    free: u64,
    tried: u64,
}

impl Serving {
    /// Finds a step for a box, moving others to other steps if need be (Kuhn's algorithm).
    fn augment(&mut self, number: usize) -> bool {
        let free = self.wants[number] & self.free;
        if free != 0 {
            let step = free.trailing_zeros() as usize;
            self.free &= !(1 << step);
            self.box_of[step] = number as u8;
            return true;
        }
        loop {
            let rest = self.wants[number] & !self.tried;
            if rest == 0 {
                return false;
            }
            let step = rest.trailing_zeros() as usize;
            self.tried |= 1 << step;
            if self.augment(usize::from(self.box_of[step])) {
                self.box_of[step] = number as u8;
                return true;
            }
        }
    }
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
