//! Where the player can walk: the flood fill that everything else is built on.

use super::field::{Field, WALLS_AROUND};

const FREE: u8 = 0;
const REACHED: u8 = 2;
const ELSEWHERE: u8 = 3;

/// By the free ones (bits) of the eight cells around a cell, clockwise from above: they join its free neighbours.
const IS_JOINED: [bool; 256] = {
    let mut is_joined = [false; 256];
    let mut free = 0;
    while free < 256 {
        // Neighbours after which the ring is cut before the next one. Two of them: two runs.
        let (mut ends, mut place) = (0, 0);
        while place < 8 {
            let next = (free >> ((place + 1) % 8)) & (free >> ((place + 2) % 8)) & 1;
            ends += (free >> place) & 1 & !next;
            place += 2;
        }
        is_joined[free] = ends <= 1;
        free += 1;
    }
    is_joined
};

/// The cells the player can reach, and the queue to find them. Kept between floods to save allocations.
#[derive(Clone, Debug)]
pub(super) struct Reach {
    mark: Vec<u8>,
    /// The reached cells in breadth-first order.
    pub cells: Vec<u16>,
    smallest: u16,
}

impl Reach {
    pub fn new(field: &Field) -> Reach {
        Reach { mark: vec![FREE; field.len() + WALLS_AROUND], cells: Vec::with_capacity(field.len()), smallest: 0 }
    }

    /// Floods from `player` around the occupied cells. Returns the smallest cell reached, which names the region:
    /// two players in one region are the same position.
    ///
    /// `occupied` has one entry for each cell and a last, true one that stands for all walls. Linear in the cells.
    pub fn flood(&mut self, field: &Field, occupied: &[bool], player: u16) -> u16 {
        for (mark, &blocked) in self.mark.iter_mut().zip(occupied) {
            *mark = u8::from(blocked);
        }
        self.cells.clear();
        self.cells.push(player);
        self.mark[usize::from(player)] = REACHED;
        let mut smallest = player;
        let mut next = 0;
        while next < self.cells.len() {
            let cell = self.cells[next];
            next += 1;
            for neighbour in field.around[usize::from(cell)] {
                let mark = &mut self.mark[usize::from(neighbour)];
                if *mark == FREE {
                    *mark = REACHED;
                    smallest = smallest.min(neighbour);
                    self.cells.push(neighbour);
                }
            }
        }
        self.smallest = smallest;
        smallest
    }

    /// What a flood would return after the player of this region pushed or pulled a box from `from` to the neighbour
    /// `to`, where it is now; `None` when only a flood can tell. Takes a few steps.
    ///
    /// The region gains `from` and nothing else if all free cells around that are in it. It loses `to` and nothing
    /// else if the free ones of the eight cells around that join its free neighbours: a way through `to` can go round.
    pub fn after(&self, field: &Field, occupied: &[bool], from: u16, to: u16) -> Option<u16> {
        let is_new = |&cell: &u16| !occupied[usize::from(cell)] && !self.contains(cell);
        if self.smallest == to || field.around[usize::from(from)].iter().any(is_new) {
            return None;
        }
        let is_split = || {
            let ring = field.ring[usize::from(to)].iter().enumerate();
            let free = ring.fold(0, |free, (place, &cell)| free | (usize::from(!occupied[usize::from(cell)]) << place));
            !IS_JOINED[free]
        };
        if self.contains(to) && is_split() {
            return None;
        }
        Some(self.smallest.min(from))
    }

    /// How many regions there are besides the one just flooded, given the number of free cells. Linear in the cells
    /// unless there is none.
    pub fn other_regions(&mut self, field: &Field, free: usize) -> usize {
        let own = self.cells.len();
        let mut regions = 0;
        while self.cells.len() < free {
            let Some(start) = self.mark.iter().position(|&mark| mark == FREE) else { break };
            regions += 1;
            let mut next = self.cells.len();
            self.cells.push(start as u16);
            self.mark[start] = ELSEWHERE;
            while next < self.cells.len() {
                for neighbour in field.around[usize::from(self.cells[next])] {
                    let mark = &mut self.mark[usize::from(neighbour)];
                    if *mark == FREE {
                        *mark = ELSEWHERE;
                        self.cells.push(neighbour);
                    }
                }
                next += 1;
            }
        }
        self.cells.truncate(own);
        regions
    }

    /// False for walls.
    pub fn contains(&self, cell: u16) -> bool {
        self.mark[usize::from(cell)] == REACHED
    }
}

/// Walking distances of the player, for solutions in which moves count.
#[derive(Clone, Debug)]
pub(super) struct Walk {
    pub steps: Vec<u16>,
    queue: Vec<u16>,
}

impl Walk {
    /// The player cannot get there.
    pub const NEVER: u16 = u16::MAX;

    pub fn new(field: &Field) -> Walk {
        Walk { steps: vec![Walk::NEVER; field.len() + WALLS_AROUND], queue: Vec::with_capacity(field.len()) }
    }

    /// Sets `steps` to the steps from `player` to every cell. Linear in the cells.
    pub fn from(&mut self, field: &Field, occupied: &[bool], player: u16) {
        self.steps.fill(Walk::NEVER);
        self.steps[usize::from(player)] = 0;
        self.queue.clear();
        self.queue.push(player);
        let mut next = 0;
        while next < self.queue.len() {
            let cell = self.queue[next];
            next += 1;
            let steps = self.steps[usize::from(cell)] + 1;
            for neighbour in field.around[usize::from(cell)] {
                let index = usize::from(neighbour);
                if !occupied[index] && self.steps[index] == Walk::NEVER {
                    self.steps[index] = steps;
                    self.queue.push(neighbour);
                }
            }
        }
    }

    pub fn to(&self, cell: u16) -> Option<u16> {
        Some(self.steps[usize::from(cell)]).filter(|&steps| steps != Walk::NEVER)
    }
}
