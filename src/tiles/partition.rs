//! How tiles are grouped for pattern databases.

use super::Meter;
use super::grid::Grid;
use super::pattern;
use crate::level::SYMMETRIES;
use crate::solve::Limit;

/// How much each pair of tiles is in each other's way: the moves beyond their distances that they need, together and
/// in all places. A group's table sees what happens within the group only, so such pairs belong in one.
pub(super) struct Bonds {
    cells: usize,
    /// For each pair of tiles, in both orders.
    moves: Vec<i64>,
}

impl Bonds {
    /// Takes time with the fourth power of the cells: some milliseconds on the largest boards.
    pub fn new(grid: &Grid, meter: &Meter) -> Result<Bonds, Limit> {
        let count = grid.cells.len();
        let mut bonds = Bonds { cells: count, moves: vec![0; count * count] };
        for a in (0..count).filter(|&a| a != grid.home) {
            for b in (0..a).filter(|&b| b != grid.home) {
                let moves = pattern::detours(grid, [a, b], meter)?;
                bonds.moves[a * count + b] = moves;
                bonds.moves[b * count + a] = moves;
            }
        }
        Ok(bonds)
    }

    fn between(&self, tile: usize, group: &[usize]) -> i64 {
        group.iter().map(|&other| self.moves[tile * self.cells + other]).sum()
    }

    fn total(&self, groups: &[Vec<usize>]) -> i64 {
        groups.iter().flat_map(|group| group.iter().map(|&tile| self.between(tile, group))).sum()
    }

    /// Swaps tiles between groups as long as that makes the bonds within them stronger.
    fn improved(&self, mut groups: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
        let of_group = |(g, group): (usize, &Vec<usize>)| (0..group.len()).map(move |i| (g, i));
        let places: Vec<(usize, usize)> = groups.iter().enumerate().flat_map(of_group).collect();
        loop {
            let before = self.total(&groups);
            for &(g, i) in &places {
                for &(h, j) in places.iter().filter(|place| place.0 > g) {
                    let (a, b) = (groups[g][i], groups[h][j]);
                    let now = self.between(a, &groups[g]) + self.between(b, &groups[h]);
                    let swapped = self.between(a, &groups[h]) + self.between(b, &groups[g]);
                    if swapped - 2 * self.between(a, &[b]) > now {
                        (groups[g][i], groups[h][j]) = (b, a);
                    }
                }
            }
            if self.total(&groups) <= before {
                return groups;
            }
        }
    }
}

/// How many tiles a group may have so that its table has at most `entries`; 0 when the board is too large, the tables
/// do not fit in `memory` bytes, or they would be of no use.
pub(super) fn size(cells: usize, entries: usize, memory: usize) -> usize {
    if cells > pattern::CELLS {
        return 0;
    }
    let size = (1..cells).take_while(|&size| cells.pow(size as u32) <= entries).count();
    let groups = (cells - 1).div_ceil(size.max(1));
    let fits = size >= 3 && groups <= pattern::GROUPS && pattern::bytes(cells, size, groups) <= memory;
    if fits { size } else { 0 }
}

/// Groups of `size` tiles, the last one smaller, each tile in one.
pub(super) fn groups(grid: &Grid, bonds: &Bonds, size: usize) -> Vec<Vec<usize>> {
    let Grid { width, height, home, .. } = *grid;
    let rows = (0..width * height).collect::<Vec<_>>();
    let columns = (0..width).flat_map(|x| (0..height).map(move |y| y * width + x)).collect();
    let split = |mut cells: Vec<usize>| {
        cells.retain(|&cell| cell != home);
        bonds.improved(cells.chunks(size).map(<[usize]>::to_vec).collect())
    };
    [rows, columns].map(split).into_iter().max_by_key(|groups| bonds.total(groups)).unwrap_or_default()
}

/// Where each cell comes to lie under a symmetry of the board that leaves the blank's home in place, one under which
/// other tiles come together in the groups. `None` when there is none.
pub(super) fn other_side(grid: &Grid, groups: &[Vec<usize>]) -> Option<Vec<usize>> {
    let Grid { width, height, home, .. } = *grid;
    let group_of = |cell: usize| groups.iter().position(|group| group.contains(&cell));
    let images = SYMMETRIES.iter().filter(|symmetry| width == height || symmetry.turns.is_multiple_of(2));
    let images = images.map(|symmetry| {
        let image = |cell: usize| symmetry.place(cell % width, cell / width, width, height);
        (0..width * height).map(image).map(|(x, y)| y * width + x).collect::<Vec<usize>>()
    });
    // Pairs of one group that come from different ones.
    let new = |image: &Vec<usize>| {
        let pairs = groups.iter().flat_map(|group| group.iter().flat_map(move |&a| group.iter().map(move |&b| (a, b))));
        pairs.filter(|&(a, b)| group_of(image[a]) != group_of(image[b])).count()
    };
    images.filter(|image| image[home] == home).max_by_key(new).filter(|image| new(image) > 0)
}
