//! Everywhere that one box can be brought while all others stand still: a *macro move*.
//!
//! A breadth-first search over (cell of the box, region of the player). Forward by pushes that do not lose the box,
//! backward by pulls.

use super::field::{Field, opposite};
use super::path::Pushes;
use super::position::Position;
use super::reach::Reach;
use super::search::Direction;
use super::store::Store;
use crate::level::Dir;

/// A place for the box, and how it got there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub cell: u16,
    /// The cell on which the player then stands.
    pub player: u16,
    /// The smallest cell of the player's region.
    pub region: u16,
    /// How many cells the player then reaches.
    pub room: u16,
    /// Fewest pushes, or pulls.
    pub pushes: u16,
    /// The place before, by its number in [`Carry::places`]; the start is number 0.
    pub before: u16,
}

/// Working memory of the search, and its result.
#[derive(Debug)]
pub(super) struct Carry {
    reach: Reach,
    /// By cell: the sides (bits) on which the player was with the box there.
    met: Vec<u8>,
    queue: Vec<Place>,
    /// The start, and all other places in order of pushes.
    pub places: Vec<Place>,
}

impl Carry {
    pub fn new(field: &Field) -> Carry {
        Carry { reach: Reach::new(field), met: vec![0; field.is_target.len()], queue: Vec::new(), places: Vec::new() }
    }

    /// Fills `places` for the box on `cell`. Takes a flood for each place; `occupied` is left as it was.
    pub fn find(&mut self, field: &Field, occupied: &mut [bool], cell: u16, player: u16, direction: Direction) {
        self.find_from(field, occupied, (cell, 0b1111), player, direction);
    }

    /// The same when the box may leave its `cell` only in some directions (bits).
    pub fn find_from(
        &mut self,
        field: &Field,
        occupied: &mut [bool],
        (cell, first): (u16, u8),
        player: u16,
        direction: Direction,
    ) {
        self.met.fill(0);
        self.places.clear();
        self.queue.clear();
        self.queue.push(Place { cell, player, region: 0, room: 0, pushes: 0, before: 0 });
        occupied[usize::from(cell)] = false;
        let mut next = 0;
        while next < self.queue.len() && self.places.len() < usize::from(u16::MAX) {
            let place = self.queue[next];
            next += 1;
            if next > 1 && self.met[usize::from(place.cell)] & self.side_of(field, place) != 0 {
                continue;
            }
            occupied[usize::from(place.cell)] = true;
            let region = self.reach.flood(field, occupied, place.player);
            occupied[usize::from(place.cell)] = false;
            let number = self.places.len() as u16;
            self.places.push(Place { region, room: self.reach.cells.len() as u16, ..place });
            for dir in 0..4 {
                let beside = field.step(place.cell, dir);
                if !self.reach.contains(beside) {
                    continue;
                }
                self.met[usize::from(place.cell)] |= 1 << dir;
                let pushes = place.pushes + 1;
                let moved = match direction {
                    Direction::Forward => {
                        let push = opposite(dir);
                        let to = field.step(place.cell, push);
                        let is_good = !occupied[usize::from(to)]
                            && !field.is_dead_push(place.cell, push)
                            && (number > 0 || first & 1 << push != 0);
                        is_good.then_some((to, place.cell))
                    }
                    Direction::Backward => {
                        let player = field.step(beside, dir);
                        self.reach.contains(player).then_some((beside, player))
                    }
                };
                if let Some((cell, player)) = moved {
                    self.queue.push(Place { cell, player, region: 0, room: 0, pushes, before: number });
                }
            }
        }
        occupied[usize::from(cell)] = true;
    }

    /// The cells of the box on its way to place number `place`, from the start to there.
    pub fn way(&self, mut place: u16) -> Vec<u16> {
        let mut cells = vec![self.places[usize::from(place)].cell];
        while place != 0 {
            place = self.places[usize::from(place)].before;
            cells.push(self.places[usize::from(place)].cell);
        }
        cells.reverse();
        cells
    }

    /// The side of the box on which the player stands, right beside it, as a bit.
    fn side_of(&self, field: &Field, place: Place) -> u8 {
        (0..4).filter(|&dir| field.step(place.cell, dir) == place.player).map(|dir| 1 << dir).sum()
    }
}

/// The pushes of the macro move that turns one position of a store into another. `position` is working memory.
pub(super) fn way_between(
    field: &Field,
    store: &Store,
    before: u32,
    after: u32,
    carry: &mut Carry,
    position: &mut Position,
) -> Option<Pushes> {
    let key = store.key(after);
    let has_box = |cell: u16| {
        let index = usize::from(field.live_index[usize::from(cell)]);
        key.get(index / 64).is_some_and(|word| word & 1 << (index % 64) != 0)
    };
    position.load(field, store.key(before));
    let (player, region) = (store.node(before).player(), store.node(after).player());
    let moved = position.boxes.iter().copied().find(|&cell| !has_box(cell));
    // If all boxes stand as before, one of them let the player pass and came back.
    let boxes = moved.map_or_else(|| position.boxes.clone(), |cell| vec![cell]);
    boxes.into_iter().find_map(|cell| {
        carry.find(field, &mut position.occupied, cell, player, Direction::Forward);
        let is_end = |place: &Place| {
            place.region == region && if moved.is_some() { has_box(place.cell) } else { place.cell == cell }
        };
        let end = carry.places.iter().skip(1).position(is_end)? + 1;
        carry.way(end as u16).windows(2).map(|step| push(field, step[0], step[1])).collect()
    })
}

fn push(field: &Field, from: u16, to: u16) -> Option<(u16, Dir)> {
    Dir::ALL.into_iter().find(|dir| field.step(from, dir.index()) == to).map(|dir| (from, dir))
}
