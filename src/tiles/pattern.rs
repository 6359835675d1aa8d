//! Additive pattern databases: the tiles are put in groups, and for each group a table holds how many moves of *its*
//! tiles bring them home from any places, when the other tiles are in nobody's way. The sums of the groups' numbers
//! never exceed the moves of the puzzle, as every move is one tile's.

use super::deepen::Estimate;
use super::grid::{Cell, Grid};
use super::{Meter, partition};
use crate::level::Dir;
use crate::solve::Limit;

/// The most cells of a board: their sets are kept in 32 bits.
pub(super) const CELLS: usize = 32;

/// Sets of the cells of smaller boards are kept in 16 bits: that makes the tables a third faster to build.
const SMALL: usize = 16;

/// The most groups of one board.
pub(super) const GROUPS: usize = 6;

/// Tables for one goal.
pub(super) struct Patterns {
    tables: Vec<Vec<u8>>,
    /// The ways in which a board is looked up, one or two; the higher sum counts.
    views: Vec<View>,
}

/// The board under a symmetry that leaves the goal as it is: the same tables then say something new.
struct View {
    /// Where each cell comes to lie.
    cells: Vec<u32>,
    /// For each tile the group that it comes to lie in, and what a step of one cell adds to the group's key. The
    /// blank is in no group.
    tiles: Vec<(u8, u32)>,
}

#[derive(Clone, Copy, Default)]
pub(super) struct State {
    looks: [Look; 2],
}

/// What one view shows.
#[derive(Clone, Copy, Default)]
struct Look {
    keys: [u32; GROUPS],
    values: [u8; GROUPS],
    sum: u32,
}

/// The most memory that the tables take while they are built, in bytes.
pub(super) fn bytes(cells: usize, size: usize, groups: usize) -> usize {
    let entries = cells.pow(size as u32);
    // One byte an entry in each table; and for the table at work the cells that are done, and its layers.
    entries * (groups + if cells <= SMALL { 2 } else { 4 } + 4)
}

impl Patterns {
    /// Builds the tables. A table takes time in proportion to its entries; stopping is polled.
    pub fn build(grid: &Grid, groups: &[Vec<usize>], meter: &Meter) -> Result<Patterns, Limit> {
        let count = grid.cells.len();
        let mut tiles = vec![(u8::MAX, 0); count];
        let mut tables = Vec::new();
        for (number, group) in groups.iter().enumerate() {
            for (place, &tile) in group.iter().enumerate() {
                tiles[tile] = (number as u8, weight(place, count));
            }
            tables.push(table(grid, group, meter)?);
        }
        let seen = |cells: Vec<usize>| View {
            tiles: cells.iter().map(|&cell| tiles[cell]).collect(),
            cells: cells.iter().map(|&cell| cell as u32).collect(),
        };
        let mut views = vec![seen((0..count).collect())];
        views.extend(partition::other_side(grid, groups).map(seen));
        Ok(Patterns { tables, views })
    }
}

/// What a tile's cell counts in its group's key: keys are numbers with a digit for each tile.
fn weight(place: usize, cells: usize) -> u32 {
    (cells as u32).pow(place as u32)
}

impl Estimate for Patterns {
    type State = State;

    fn first(&self, cells: &[Cell]) -> State {
        let mut state = State::default();
        for (view, look) in self.views.iter().zip(&mut state.looks) {
            for (cell, &tile) in cells.iter().enumerate() {
                let (group, weight) = view.tiles[tile as usize];
                if let Some(key) = look.keys.get_mut(group as usize) {
                    *key += view.cells[cell] * weight;
                }
            }
            for (group, table) in self.tables.iter().enumerate() {
                look.values[group] = table[look.keys[group] as usize];
                look.sum += u32::from(look.values[group]);
            }
        }
        state
    }

    fn next(&self, before: &State, _: &[Cell], tile: Cell, from: Cell, to: Cell, room: u32) -> State {
        let mut state = *before;
        for (view, look) in self.views.iter().zip(&mut state.looks) {
            let (group, weight) = view.tiles[tile as usize];
            let group = group as usize;
            let step = view.cells[to as usize].wrapping_sub(view.cells[from as usize]);
            let key = look.keys[group].wrapping_add(step.wrapping_mul(weight));
            let value = self.tables[group][key as usize];
            look.sum = look.sum + u32::from(value) - u32::from(look.values[group]);
            look.keys[group] = key;
            look.values[group] = value;
            if look.sum > room {
                break;
            }
        }
        state
    }

    fn value(state: &State) -> u32 {
        let [one, other] = state.looks;
        one.sum.max(other.sum)
    }
}

/// A group's tiles and the blank.
struct Node {
    key: u32,
    /// The cells that the blank can walk to.
    region: u32,
    /// The tiles' cells, five bits each.
    places: u64,
}

const BITS: usize = 5;

/// The table of one group: for each key the fewest moves of its tiles, whatever the others do.
///
/// Breadth-first from the goal. The blank's ways between the tiles cost nothing, so that all cells it can walk to are
/// one node.
fn table(grid: &Grid, group: &[usize], meter: &Meter) -> Result<Vec<u8>, Limit> {
    if grid.cells.len() <= SMALL {
        fill(grid, group, meter, |set| set as u16)
    } else {
        fill(grid, group, meter, |set| set)
    }
}

/// [`table`], with sets of cells kept in `S`.
fn fill<S: Copy + Into<u32>>(
    grid: &Grid,
    group: &[usize],
    meter: &Meter,
    narrow: fn(u32) -> S,
) -> Result<Vec<u8>, Limit> {
    let count = grid.cells.len();
    let weights: Vec<u32> = (0..group.len()).map(|place| weight(place, count)).collect();
    let neighbours: Vec<u32> = grid.neighbours().iter().map(set).collect();
    let entries = count.pow(group.len() as u32);
    let mut moves = vec![u8::MAX; entries];
    // For each key the cells of the blank that are done.
    let mut done = vec![narrow(0); entries];
    let walk = Walk::new(grid);
    let key: u32 = group.iter().zip(&weights).map(|(&cell, weight)| cell as u32 * weight).sum();
    let taken = group.iter().fold(0, |taken, cell| taken | 1u32 << cell);
    moves[key as usize] = 0;
    let region = walk.region(grid.home as u32, !taken);
    done[key as usize] = narrow(region);
    let places = group.iter().enumerate().fold(0, |places, (place, &cell)| places | (cell as u64) << (BITS * place));
    let mut layer = vec![Node { key, region, places }];
    let mut next = Vec::new();
    let mut depth = 0u8;
    while !layer.is_empty() {
        // No board that the tables are built for comes near the end of the range; it would still be a lower bound.
        depth = depth.saturating_add(1).min(u8::MAX - 1);
        for (turn, node) in layer.iter().enumerate() {
            if turn % 1024 == 0 {
                meter.poll()?;
            }
            let cell = |place: usize| (node.places >> (BITS * place)) as u32 & 31;
            let taken = (0..group.len()).fold(0u32, |taken, place| taken | 1 << cell(place));
            for (place, weight) in weights.iter().enumerate() {
                let from = cell(place);
                let mut free = neighbours[from as usize] & node.region;
                while free != 0 {
                    let to = free.trailing_zeros();
                    free &= free - 1;
                    let key = node.key + to * weight - from * weight;
                    let known: u32 = done[key as usize].into();
                    if known >> from & 1 == 1 {
                        continue;
                    }
                    let region = walk.region(from, !(taken ^ 1 << from ^ 1 << to));
                    done[key as usize] = narrow(known | region);
                    if known == 0 {
                        moves[key as usize] = depth;
                    }
                    let places = node.places ^ u64::from(from ^ to) << (BITS * place);
                    next.push(Node { key, region, places });
                }
            }
        }
        layer.clear();
        std::mem::swap(&mut layer, &mut next);
        layer.sort_unstable_by_key(|node: &Node| node.key);
    }
    Ok(moves)
}

/// The set of some neighbours.
fn set(cells: &[Cell; Dir::ALL.len()]) -> u32 {
    cells.iter().filter(|&&cell| (cell as usize) < CELLS).fold(0, |set, cell| set | 1 << cell)
}

/// Where the blank can walk, in sets of cells.
struct Walk {
    width: u32,
    board: u32,
    /// All cells but those of the first column, of the last column.
    not_first: u32,
    not_last: u32,
}

impl Walk {
    fn new(grid: &Grid) -> Walk {
        let cells = 0..grid.cells.len();
        let of = |wanted: &dyn Fn(usize) -> bool| {
            cells.clone().filter(|&cell| wanted(cell % grid.width)).fold(0, |set, cell| set | 1 << cell)
        };
        let board = of(&|_| true);
        let (not_first, not_last) = (of(&|x| x > 0), of(&|x| x + 1 < grid.width));
        Walk { width: grid.width as u32, board, not_first, not_last }
    }

    /// The cells that are connected with `start` through `free` ones.
    fn region(&self, start: u32, free: u32) -> u32 {
        let free = free & self.board;
        let mut region = 1u32 << start;
        loop {
            let sideways = (region << 1 & self.not_first) | (region >> 1 & self.not_last);
            let grown = (region | sideways | region << self.width | region >> self.width) & free;
            if grown == region {
                return region;
            }
            region = grown;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::Stop;
    use crate::tiles::deepen::Estimate;
    use crate::tiles::distance::Distance;
    use std::collections::HashMap;

    /// The distance from the goal of all boards.
    fn distances(goal: &Grid) -> HashMap<Vec<Cell>, u32> {
        let neighbours = goal.neighbours();
        let mut known = HashMap::from([(goal.cells.clone(), 0)]);
        let mut queue = std::collections::VecDeque::from([(goal.cells.clone(), 0)]);
        while let Some((cells, depth)) = queue.pop_front() {
            let blank = cells.iter().position(|&tile| tile as usize == goal.home).unwrap_or(0);
            for &next in neighbours[blank].iter().filter(|&&next| (next as usize) < cells.len()) {
                let mut cells = cells.clone();
                cells.swap(blank, next as usize);
                known.entry(cells.clone()).or_insert_with(|| {
                    queue.push_back((cells, depth + 1));
                    depth + 1
                });
            }
        }
        known
    }

    /// Both estimates hold for every board, their sums along moves are those of a fresh look, and their parity is that
    /// of the distance.
    #[test]
    fn estimates_never_exceed_the_distance() {
        for (width, height, home) in [(3, 2, 5), (2, 3, 2), (4, 2, 0), (2, 4, 5), (3, 3, 4), (3, 3, 8)] {
            let cells = (0..width * height).map(|cell| cell as Cell).collect();
            let goal = Grid { width, height, cells, blank: home, home };
            let (stop, mut report) = (Stop::default(), |_| {});
            let meter = Meter { nodes: 0, most: 0, stop: &stop, lower_bound: None, report: &mut report };
            let groups = partition::groups(&goal, 3);
            let patterns = Patterns::build(&goal, &groups, &meter).unwrap();
            let distance = Distance::new(&goal);
            let (neighbours, known) = (goal.neighbours(), distances(&goal));
            let mut better = 0;
            for (cells, &moves) in known.iter().step_by(if known.len() > 50_000 { 17 } else { 1 }) {
                let (state, plain) = (patterns.first(cells), distance.first(cells));
                let value = Patterns::value(&state);
                assert!(value <= moves && plain <= moves, "{cells:?}: {value}, {plain}, {moves}");
                assert_eq!((value % 2, plain % 2), (moves % 2, moves % 2));
                assert_eq!((value == 0, plain == 0), (moves == 0, moves == 0));
                better += usize::from(value > plain);
                let blank = cells.iter().position(|&tile| tile as usize == home).unwrap();
                for &from in neighbours[blank].iter().filter(|&&from| (from as usize) < cells.len()) {
                    let (tile, to) = (cells[from as usize], blank as Cell);
                    let mut moved = cells.clone();
                    moved.swap(from as usize, blank);
                    let next = patterns.next(&state, cells, tile, from, to, u32::MAX);
                    assert_eq!(Patterns::value(&next), Patterns::value(&patterns.first(&moved)));
                    assert_eq!(distance.next(&plain, cells, tile, from, to, u32::MAX), distance.first(&moved));
                }
            }
            assert!(better > 0);
        }
    }

    /// A group of all tiles but one, or of all, is the puzzle itself.
    #[test]
    fn one_group_of_all_is_exact() {
        let goal = Grid { width: 3, height: 2, cells: (0..6).collect(), blank: 1, home: 1 };
        let (stop, mut report) = (Stop::default(), |_| {});
        let meter = Meter { nodes: 0, most: 0, stop: &stop, lower_bound: None, report: &mut report };
        let patterns = Patterns::build(&goal, &[vec![0, 2, 3, 4, 5]], &meter).unwrap();
        for (cells, moves) in distances(&goal) {
            assert_eq!(Patterns::value(&patterns.first(&cells)), moves);
        }
    }

    #[test]
    fn a_stop_ends_the_building() {
        let goal = Grid { width: 4, height: 4, cells: (0..16).collect(), blank: 15, home: 15 };
        let (stop, mut report) = (Stop::default(), |_| {});
        stop.set();
        let meter = Meter { nodes: 0, most: 0, stop: &stop, lower_bound: None, report: &mut report };
        assert_eq!(Patterns::build(&goal, &partition::groups(&goal, 5), &meter).err(), Some(Limit::Stopped));
    }
}
