//! The board as the search sees it: neighbours, targets and what can be said of each cell before the search.

use super::budget::{Budget, Limit, Stop};
use super::options::Options;
use super::pairs::Pairs;
use super::table::{FAR, Table};
use crate::level::{Arena, NONE};

/// One cell beyond the last stands for every wall, so that neighbours need no test.
pub(super) const WALLS_AROUND: usize = 1;

/// Up to this many cells the sides of a box are told apart; their table grows with the square.
const PLAYER_AWARE_CELLS: usize = 3000;

/// The direction opposite to `dir` in the order of [`crate::level::Dir::ALL`].
pub(super) fn opposite(dir: usize) -> usize {
    3 - dir
}

/// What does not change during a search.
#[derive(Debug)]
pub(super) struct Field<'a> {
    pub arena: &'a Arena,
    /// For each cell its neighbours in the order of `Dir::ALL`; a wall is the cell after the last.
    pub around: Vec<[u16; 4]>,
    /// The eight cells around each, clockwise from above.
    pub ring: Vec<[u16; 8]>,
    pub is_target: Vec<bool>,
    /// Fewest pushes of a box alone to each target.
    pub table: Table,
    /// What two boxes cost beyond their single distances.
    pub pairs: Option<Pairs>,
    /// By cell: the directions (bits) in which a box there can be pushed, alone on the board, and still be solved.
    pub pushes: Vec<u8>,
    /// The cells from which a box alone can reach a target, ascending. All others are dead.
    pub live: Vec<u16>,
    /// By cell: its place in `live`, or [`NONE`].
    pub live_index: Vec<u16>,
}

impl<'a> Field<'a> {
    pub fn new(arena: &'a Arena, options: &Options, budget: &Budget, stop: &Stop) -> Result<Field<'a>, Limit> {
        let cells = arena.len();
        let wall = cells as u16;
        let around = arena.neighbours.iter().map(|cells| cells.map(|cell| if cell == NONE { wall } else { cell }));
        let mut is_target = vec![false; cells + WALLS_AROUND];
        arena.targets.iter().for_each(|&cell| is_target[usize::from(cell)] = true);
        let player_aware = options.player_aware && cells <= PLAYER_AWARE_CELLS;
        if Table::bytes(cells, arena.targets.len(), player_aware) > budget.memory / 4 {
            return Err(Limit::Size);
        }
        let mut field = Field {
            arena,
            around: around.collect(),
            ring: Vec::new(),
            is_target,
            table: Table::default(),
            pairs: None,
            pushes: vec![0; cells + WALLS_AROUND],
            live: Vec::new(),
            live_index: vec![NONE; cells],
        };
        field.ring = (0..wall).map(|cell| field.ring(cell)).collect();
        field.table = Table::to_targets(&field, &[], player_aware, stop)?;
        field.find_pushes();
        if options.pairs && player_aware {
            field.pairs = Pairs::to_targets(&field, budget.memory / 8, stop)?;
        }
        Ok(field)
    }

    /// Bytes of the tables.
    pub fn bytes(&self) -> usize {
        let pairs = self.pairs.as_ref().map_or(0, Pairs::bytes);
        Table::bytes(self.len(), self.arena.targets.len(), self.table.is_player_aware()) + pairs
    }

    /// The number of cells.
    pub fn len(&self) -> usize {
        self.around.len()
    }

    /// The words of a set of live cells.
    pub fn key_words(&self) -> usize {
        self.live.len().div_ceil(64).max(1)
    }

    /// The occupied cells of a board without boxes: only the walls.
    pub fn empty(&self) -> Vec<bool> {
        let mut occupied = vec![false; self.len() + WALLS_AROUND];
        occupied[self.len()] = true;
        occupied
    }

    /// The occupied cells with `boxes` on the board.
    pub fn occupied(&self, boxes: &[u16]) -> Vec<bool> {
        let mut occupied = self.empty();
        boxes.iter().for_each(|&cell| occupied[usize::from(cell)] = true);
        occupied
    }

    pub fn step(&self, cell: u16, dir: usize) -> u16 {
        self.around[usize::from(cell)][dir]
    }

    pub fn is_wall(&self, cell: u16) -> bool {
        usize::from(cell) == self.len()
    }

    /// True when a box on `cell` with the player on `player` can still reach a target, all other boxes taken away.
    pub fn is_alive(&self, cell: u16, player: u16) -> bool {
        self.table.costs(self.table.row(cell, player)).iter().any(|&cost| cost != FAR)
    }

    /// True when no solution ever pushes a box from `cell` in direction `dir`.
    pub fn is_dead_push(&self, cell: u16, dir: usize) -> bool {
        self.pushes[usize::from(cell)] & 1 << dir == 0
    }

    /// The eight cells around one. A corner between two walls counts as a wall: it joins nothing.
    fn ring(&self, cell: u16) -> [u16; 8] {
        const CLOCKWISE: [usize; 4] = [0, 2, 3, 1];
        let mut ring = [self.len() as u16; 8];
        for side in 0..4 {
            let (dir, next) = (CLOCKWISE[side], CLOCKWISE[(side + 1) % 4]);
            let (first, second) = (self.step(cell, dir), self.step(cell, next));
            ring[2 * side] = first;
            ring[2 * side + 1] = match (self.is_wall(first), self.is_wall(second)) {
                (false, _) => self.step(first, next),
                (true, false) => self.step(second, dir),
                (true, true) => continue,
            };
        }
        ring
    }

    fn find_pushes(&mut self) {
        for cell in 0..self.len() as u16 {
            let mut is_live = self.is_target[usize::from(cell)];
            for dir in 0..4 {
                let (player, to) = (self.step(cell, opposite(dir)), self.step(cell, dir));
                if !self.is_wall(player) && !self.is_wall(to) && self.is_alive(to, cell) {
                    self.pushes[usize::from(cell)] |= 1 << dir;
                    is_live = true;
                }
            }
            if is_live {
                self.live_index[usize::from(cell)] = self.live.len() as u16;
                self.live.push(cell);
            }
        }
    }
}

/// Polls the stop flag each time a certain amount of work was done.
#[derive(Default, Debug)]
pub(super) struct Pace {
    work: usize,
}

impl Pace {
    /// About a millisecond's worth of steps.
    const STEPS: usize = 1 << 18;

    pub fn check(&mut self, work: usize, stop: &Stop) -> Result<(), Limit> {
        self.work += work;
        if self.work < Pace::STEPS {
            return Ok(());
        }
        self.work = 0;
        if stop.is_set() { Err(Limit::Stopped) } else { Ok(()) }
    }
}
