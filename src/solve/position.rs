//! Boxes on the field while a search looks at them: three views kept in step.

use super::field::{Field, opposite};
use super::reach::Reach;
use super::store::{Key, toggle};

/// A push: the box by its place in the list of boxes, and the direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Push {
    pub index: u16,
    pub dir: u8,
}

/// Where the boxes stand.
#[derive(Clone, Debug)]
pub(super) struct Position {
    /// Ascending after `load`; `shift` changes entries in place.
    pub boxes: Vec<u16>,
    /// By cell, and true for the one cell that stands for all walls.
    pub occupied: Vec<bool>,
    /// Bits over the live cells.
    pub key: Key,
}

impl Position {
    /// `boxes` must stand on live cells.
    pub fn new(field: &Field, boxes: &[u16]) -> Position {
        let mut key = vec![0; field.key_words()];
        boxes.iter().for_each(|&cell| toggle(&mut key, field.live_index[usize::from(cell)]));
        Position { boxes: boxes.to_vec(), occupied: field.occupied(boxes), key }
    }

    pub fn load(&mut self, field: &Field, key: &[u64]) {
        self.boxes.iter().for_each(|&cell| self.occupied[usize::from(cell)] = false);
        self.boxes.clear();
        for (place, &word) in key.iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                self.boxes.push(field.live[place * 64 + rest.trailing_zeros() as usize]);
                rest &= rest - 1;
            }
        }
        self.boxes.iter().for_each(|&cell| self.occupied[usize::from(cell)] = true);
        self.key.copy_from_slice(key);
    }

    /// Moves a box to a free live cell. Returns where it was; shifting it back there undoes it.
    pub fn shift(&mut self, field: &Field, index: u16, to: u16) -> u16 {
        let from = std::mem::replace(&mut self.boxes[usize::from(index)], to);
        self.occupied[usize::from(from)] = false;
        self.occupied[usize::from(to)] = true;
        toggle(&mut self.key, field.live_index[usize::from(from)]);
        toggle(&mut self.key, field.live_index[usize::from(to)]);
        from
    }

    pub fn is_solved(&self, field: &Field) -> bool {
        self.boxes.iter().all(|&cell| field.is_target[usize::from(cell)])
    }

    /// The cell to which the push brings its box.
    pub fn goal_of(&self, field: &Field, push: Push) -> u16 {
        field.step(self.boxes[usize::from(push.index)], usize::from(push.dir))
    }

    /// The pulls that undo a push, each box in turn: the box follows the player in direction `dir`.
    pub fn pulls(&self, field: &Field, reach: &Reach, pulls: &mut Vec<Push>) {
        pulls.clear();
        for (index, &cell) in self.boxes.iter().enumerate() {
            for dir in 0..4 {
                let to = field.step(cell, dir);
                if reach.contains(to) && reach.contains(field.step(to, dir)) {
                    pulls.push(Push { index: index as u16, dir: dir as u8 });
                }
            }
        }
    }

    /// The pushes that the rules allow and that do not lose their box for ever, each box in turn.
    pub fn pushes(&self, field: &Field, reach: &Reach, pushes: &mut Vec<Push>) {
        pushes.clear();
        for (index, &cell) in self.boxes.iter().enumerate() {
            for dir in 0..4 {
                if !field.is_dead_push(cell, dir)
                    && reach.contains(field.step(cell, opposite(dir)))
                    && !self.occupied[usize::from(field.step(cell, dir))]
                {
                    pushes.push(Push { index: index as u16, dir: dir as u8 });
                }
            }
        }
    }
}
