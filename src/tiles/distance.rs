//! An estimate without tables: how far the tiles are from home, and which are in each other's way.

use super::deepen::Estimate;
use super::grid::{Cell, Grid, SIDE, steps};

/// Taxicab distance plus linear conflicts: of tiles that stand in their home line in the wrong order, all but a
/// longest ordered selection must leave the line and come back, two moves each.
pub(super) struct Distance {
    width: usize,
    height: usize,
    home: Cell,
}

impl Distance {
    pub fn new(grid: &Grid) -> Distance {
        Distance { width: grid.width, height: grid.height, home: grid.home as Cell }
    }

    fn row(&self, y: usize, cells: impl Fn(usize) -> Cell) -> u32 {
        let place = |x| self.at_home(cells(y * self.width + x), |cell| (cell / self.width == y, cell % self.width));
        conflicts((0..self.width).filter_map(place))
    }

    fn column(&self, x: usize, cells: impl Fn(usize) -> Cell) -> u32 {
        let place = |y| self.at_home(cells(y * self.width + x), |cell| (cell % self.width == x, cell / self.width));
        conflicts((0..self.height).filter_map(place))
    }

    /// The place in its home line of a tile that stands in this line.
    fn at_home(&self, tile: Cell, line: impl Fn(usize) -> (bool, usize)) -> Option<usize> {
        let (here, place) = line(tile as usize);
        (here && tile != self.home).then_some(place)
    }
}

/// Twice the number of places that must be left out to make the rest ascend.
fn conflicts(places: impl Iterator<Item = usize>) -> u32 {
    // The least end of an ascending selection of each length.
    let mut ends = [0; SIDE];
    let (mut count, mut longest) = (0, 0);
    for place in places {
        let length = ends[..longest].partition_point(|&end| end < place);
        ends[length] = place;
        longest = longest.max(length + 1);
        count += 1;
    }
    2 * (count - longest as u32)
}

impl Estimate for Distance {
    type State = u32;

    fn first(&self, cells: &[Cell]) -> u32 {
        let read = |cell: usize| cells[cell];
        let tiles = cells.iter().enumerate().filter(|&(_, &tile)| tile != self.home);
        let taxicab: usize = tiles.map(|(cell, &tile)| steps(cell, tile as usize, self.width)).sum();
        let rows: u32 = (0..self.height).map(|y| self.row(y, read)).sum();
        let columns: u32 = (0..self.width).map(|x| self.column(x, read)).sum();
        taxicab as u32 + rows + columns
    }

    fn next(&self, before: &u32, cells: &[Cell], tile: Cell, from: Cell, to: Cell, _room: u32) -> u32 {
        let (from, to, width) = (from as usize, to as usize, self.width);
        let old = |cell: usize| cells[cell];
        let new = |cell: usize| match cell {
            _ if cell == from => self.home,
            _ if cell == to => tile,
            _ => cells[cell],
        };
        // Along a line the order stays; only the two lines across can change.
        let (lost, gained) = if from / width == to / width {
            let (a, b) = (from % width, to % width);
            (self.column(a, old) + self.column(b, old), self.column(a, new) + self.column(b, new))
        } else {
            let (a, b) = (from / width, to / width);
            (self.row(a, old) + self.row(b, old), self.row(a, new) + self.row(b, new))
        };
        let tile = tile as usize;
        before + gained + steps(to, tile, width) as u32 - lost - steps(from, tile, width) as u32
    }

    fn value(state: &u32) -> u32 {
        *state
    }
}
