//! PI-corral pruning (Brian Damgaard): when part of the board is closed off and can only be opened from one side,
//! nothing else need be tried first.
//!
//! A *corral* is an area that the player cannot reach, with the boxes around it. Suppose that of these boxes every
//! first push still possible leads into the area and can be made by the player right now, and that the area must be
//! opened some time, because one of its boxes or targets is not done. Then some solution with fewest pushes makes
//! one of these pushes now:
//!
//! Take a shortest solution and the first push `p` in it of a box of the corral. Until then no box and no player
//! enters the area, so `p` is one of the pushes that are possible now. Make it first. The box is then inside, where
//! the pushes before `p` have no business, and the player is where the box was, next to where it stood before, so
//! all those pushes are as possible as they were. Their end, too, is the same position.
//!
//! The argument moves a push to the front; the walks change. It holds for pushes only, not for moves.

use super::field::{Field, opposite};
use super::position::{Position, Push};
use super::reach::Reach;

/// No region: a wall, a box, or a cell that the player reaches.
const NO_REGION: u16 = u16::MAX;

/// Working memory for finding corrals.
#[derive(Debug)]
pub(super) struct Corrals {
    /// By cell: the number of its region, of those the player cannot reach.
    region: Vec<u16>,
    /// By region: its cells, as a range of `cells`.
    ranges: Vec<(usize, usize)>,
    cells: Vec<u16>,
    /// By cell: the box there belongs to the corral.
    in_corral: Vec<bool>,
    /// By region: it belongs to the corral.
    in_area: Vec<bool>,
    members: Vec<u16>,
    best: Vec<Push>,
}

impl Corrals {
    pub fn new(field: &Field) -> Corrals {
        let cells = field.is_target.len();
        Corrals {
            region: vec![NO_REGION; cells],
            ranges: Vec::new(),
            cells: Vec::new(),
            in_corral: vec![false; cells],
            in_area: Vec::new(),
            members: Vec::new(),
            best: Vec::new(),
        }
    }

    /// If a corral allows it, reduces `pushes` to those into it: the corral with the fewest. No pushes at all mean
    /// that the position is lost. Linear in the cells when there is no corral.
    pub fn prune(&mut self, field: &Field, position: &Position, reach: &Reach, pushes: &mut Vec<Push>) {
        if reach.cells.len() + position.boxes.len() == field.len() {
            return;
        }
        self.find_regions(field, position, reach);
        let mut fewest = pushes.len();
        let mut found = false;
        for seed in 0..self.ranges.len() {
            if self.close(field, position, reach, seed) && self.must_be_opened(field, position) {
                self.collect(field, reach, position, fewest);
                if self.best.len() < fewest {
                    fewest = self.best.len();
                    pushes.clone_from(&self.best);
                    found = true;
                }
            }
            self.members.iter().for_each(|&cell| self.in_corral[usize::from(cell)] = false);
            if found && fewest <= 1 {
                return;
            }
        }
    }

    fn find_regions(&mut self, field: &Field, position: &Position, reach: &Reach) {
        self.region.fill(NO_REGION);
        self.ranges.clear();
        self.cells.clear();
        for &cell in &position.boxes {
            for start in field.around[usize::from(cell)] {
                if position.occupied[usize::from(start)]
                    || reach.contains(start)
                    || self.region[usize::from(start)] != NO_REGION
                {
                    continue;
                }
                let number = self.ranges.len() as u16;
                let first = self.cells.len();
                self.region[usize::from(start)] = number;
                self.cells.push(start);
                let mut next = first;
                while next < self.cells.len() {
                    for neighbour in field.around[usize::from(self.cells[next])] {
                        let index = usize::from(neighbour);
                        if !position.occupied[index] && self.region[index] == NO_REGION {
                            self.region[index] = number;
                            self.cells.push(neighbour);
                        }
                    }
                    next += 1;
                }
                self.ranges.push((first, self.cells.len()));
            }
        }
    }

    /// Grows a corral around the region `seed` until it has no dealings with the rest. False when it cannot be
    /// closed: one of its boxes can be pushed outwards.
    fn close(&mut self, field: &Field, position: &Position, reach: &Reach, seed: usize) -> bool {
        self.members.clear();
        self.in_area.clear();
        self.in_area.resize(self.ranges.len(), false);
        self.add_region(field, position, seed as u16);
        loop {
            let (members, regions) = (self.members.len(), self.in_area.iter().filter(|&&is_in| is_in).count());
            for place in 0..members {
                let cell = self.members[place];
                for dir in 0..4 {
                    if !field.is_dead_push(cell, dir) && !self.settle(field, position, reach, cell, dir) {
                        return false;
                    }
                }
            }
            if self.members.len() == members && self.in_area.iter().filter(|&&is_in| is_in).count() == regions {
                return true;
            }
        }
    }

    /// Looks at one push of a box of the corral. False when it leads out; otherwise whatever it depends on outside
    /// joins the corral.
    fn settle(&mut self, field: &Field, position: &Position, reach: &Reach, cell: u16, dir: usize) -> bool {
        let (behind, to) = (field.step(cell, opposite(dir)), field.step(cell, dir));
        if self.in_corral[usize::from(behind)] || self.in_corral[usize::from(to)] || self.is_inside(behind) {
            // Not before another box of the corral is pushed.
            return true;
        }
        if position.occupied[usize::from(to)] {
            self.add_box(to);
            return true;
        }
        if !reach.contains(to) && !self.is_inside(to) {
            self.add_region(field, position, self.region[usize::from(to)]);
            return true;
        }
        if position.occupied[usize::from(behind)] {
            self.add_box(behind);
            return true;
        }
        if !reach.contains(behind) {
            self.add_region(field, position, self.region[usize::from(behind)]);
            return true;
        }
        self.is_inside(to)
    }

    fn is_inside(&self, cell: u16) -> bool {
        match self.region[usize::from(cell)] {
            NO_REGION => false,
            region => self.in_area[usize::from(region)],
        }
    }

    fn add_box(&mut self, cell: u16) {
        self.in_corral[usize::from(cell)] = true;
        self.members.push(cell);
    }

    /// Adds a region and all boxes beside it.
    fn add_region(&mut self, field: &Field, position: &Position, region: u16) {
        self.in_area[usize::from(region)] = true;
        let (first, end) = self.ranges[usize::from(region)];
        for place in first..end {
            for neighbour in field.around[usize::from(self.cells[place])] {
                if position.occupied[usize::from(neighbour)]
                    && !field.is_wall(neighbour)
                    && !self.in_corral[usize::from(neighbour)]
                {
                    self.add_box(neighbour);
                }
            }
        }
    }

    /// True when a box of the corral is off target, or a target inside has no box though all targets need one.
    fn must_be_opened(&self, field: &Field, position: &Position) -> bool {
        let all_targets_count = position.boxes.len() == field.arena.targets.len();
        self.members.iter().any(|&cell| !field.is_target[usize::from(cell)])
            || all_targets_count && field.arena.targets.iter().any(|&cell| self.is_inside(cell))
    }

    /// The pushes of the corral's boxes that the player can make: all lead inside. Gives up at `limit`.
    fn collect(&mut self, field: &Field, reach: &Reach, position: &Position, limit: usize) {
        self.best.clear();
        for (index, &cell) in position.boxes.iter().enumerate() {
            if !self.in_corral[usize::from(cell)] {
                continue;
            }
            for dir in 0..4 {
                if !field.is_dead_push(cell, dir)
                    && reach.contains(field.step(cell, opposite(dir)))
                    && self.is_inside(field.step(cell, dir))
                {
                    self.best.push(Push { index: index as u16, dir: dir as u8 });
                }
            }
            if self.best.len() >= limit {
                return;
            }
        }
    }
}
