//! How tiles are grouped for pattern databases.

use super::grid::Grid;
use super::pattern;
use crate::level::{SYMMETRIES, Symmetry};

/// Groups for 4 x 4 with the blank's home in the last corner: those in common use for six tiles, and for five the ones
/// that needed the fewest nodes, of a dozen that were tried on forty random boards.
const FIFTEEN: [(usize, &str); 2] = [(5, "aabbabbbacccacc."), (6, "acccaabbaabbabb.")];

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

/// Groups of `size` tiles, the last one smaller, each tile in one. Tiles whose homes are close together are most in
/// each other's way, which a group's table sees; what happens between groups it does not.
pub(super) fn groups(grid: &Grid, size: usize) -> Vec<Vec<usize>> {
    if let Some(groups) = fifteen(grid, size) {
        return groups;
    }
    let Grid { width, height, home, .. } = *grid;
    let rows = (0..width * height).collect::<Vec<_>>();
    let columns = (0..width).flat_map(|x| (0..height).map(move |y| y * width + x)).collect();
    let split = |mut cells: Vec<usize>| {
        cells.retain(|&cell| cell != home);
        improved(cells.chunks(size).map(<[usize]>::to_vec).collect(), width)
    };
    let strength = |groups: &Vec<Vec<usize>>| groups.iter().map(|group| closeness(group, width)).sum::<usize>();
    [rows, columns].map(split).into_iter().max_by_key(strength).unwrap_or_default()
}

/// The known groups, turned so that the blank's home is in its corner.
fn fifteen(grid: &Grid, size: usize) -> Option<Vec<Vec<usize>>> {
    if (grid.width, grid.height) != (4, 4) {
        return None;
    }
    let (_, drawing) = FIFTEEN.into_iter().find(|drawn| drawn.0 == size)?;
    let image = SYMMETRIES.map(|symmetry| image(grid, symmetry)).into_iter().find(|image| image[15] == grid.home)?;
    let cells_of = |name| drawing.bytes().zip(&image).filter(move |drawn| drawn.0 == name).map(|drawn| *drawn.1);
    Some([b'a', b'b', b'c'].map(|name| cells_of(name).collect()).to_vec())
}

/// Swaps tiles between groups as long as that brings close ones together.
fn improved(mut groups: Vec<Vec<usize>>, width: usize) -> Vec<Vec<usize>> {
    let of_group = |(g, group): (usize, &Vec<usize>)| (0..group.len()).map(move |i| (g, i));
    let places: Vec<(usize, usize)> = groups.iter().enumerate().flat_map(of_group).collect();
    loop {
        let mut changed = false;
        for &(g, i) in &places {
            for &(h, j) in places.iter().filter(|place| place.0 > g) {
                let before = closeness(&groups[g], width) + closeness(&groups[h], width);
                let (a, b) = (groups[g][i], groups[h][j]);
                (groups[g][i], groups[h][j]) = (b, a);
                if closeness(&groups[g], width) + closeness(&groups[h], width) > before {
                    changed = true;
                } else {
                    (groups[g][i], groups[h][j]) = (a, b);
                }
            }
        }
        if !changed {
            return groups;
        }
    }
}

/// How close the homes of a group's tiles are: pairs count less with the square of their distance.
fn closeness(group: &[usize], width: usize) -> usize {
    let pair = |a: usize, b: usize| {
        let (dx, dy) = ((a % width).abs_diff(b % width), (a / width).abs_diff(b / width));
        1000 / (dx * dx + dy * dy).max(1)
    };
    (1..group.len()).map(|i| group[..i].iter().map(|&other| pair(group[i], other)).sum::<usize>()).sum()
}

/// Where each cell comes to lie under a symmetry of the board that leaves the blank's home in place, one under which
/// other tiles come together in the groups. `None` when there is none.
pub(super) fn other_side(grid: &Grid, groups: &[Vec<usize>]) -> Option<Vec<usize>> {
    let fits = |symmetry: &Symmetry| grid.width == grid.height || symmetry.turns.is_multiple_of(2);
    let images = SYMMETRIES.into_iter().filter(fits).map(|symmetry| image(grid, symmetry));
    let group_of = |cell: usize| groups.iter().position(|group| group.contains(&cell));
    // Pairs of one group that come from different ones.
    let news = |image: &Vec<usize>| {
        let pairs = groups.iter().flat_map(|group| group.iter().flat_map(move |&a| group.iter().map(move |&b| (a, b))));
        pairs.filter(|&(a, b)| group_of(image[a]) != group_of(image[b])).count()
    };
    images.filter(|image| image[grid.home] == grid.home).max_by_key(news).filter(|image| news(image) > 0)
}

/// Where a symmetry leads each cell. The board must have its shape again afterwards.
fn image(grid: &Grid, symmetry: Symmetry) -> Vec<usize> {
    let place = |cell: usize| symmetry.place(cell % grid.width, cell / grid.width, grid.width, grid.height);
    (0..grid.cells.len()).map(place).map(|(x, y)| y * grid.width + x).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(width: usize, height: usize, home: usize) -> Grid {
        let cells = (0..width * height).map(|cell| cell as u16).collect();
        Grid { width, height, cells, blank: home, home }
    }

    #[test]
    fn every_tile_is_in_one_group() {
        for (width, height) in [(2, 2), (3, 3), (2, 7), (4, 3), (4, 4), (5, 5), (8, 4)] {
            for home in 0..width * height {
                for entries in [1 << 20, 1 << 24] {
                    let grid = grid(width, height, home);
                    let size = size(width * height, entries, usize::MAX);
                    if size == 0 {
                        assert!(width * height < 4 || width * height > 30);
                        continue;
                    }
                    let groups = groups(&grid, size);
                    assert!(groups.len() <= pattern::GROUPS && groups.iter().all(|group| group.len() <= size));
                    let mut tiles = groups.concat();
                    tiles.push(home);
                    tiles.sort_unstable();
                    assert!(tiles.into_iter().eq(0..width * height), "{width} x {height}, {home}: {groups:?}");
                    if let Some(image) = other_side(&grid, &groups) {
                        let mut cells = image.clone();
                        cells.sort_unstable();
                        assert!(cells.into_iter().eq(0..width * height));
                        assert_eq!(image[home], home);
                    }
                }
            }
        }
    }

    #[test]
    fn known_groups_turn_with_the_blank() {
        assert_eq!(groups(&grid(4, 4, 15), 6)[2], [1, 2, 3]);
        assert_eq!(groups(&grid(4, 4, 0), 6)[2], [14, 13, 12]);
        assert_eq!(fifteen(&grid(4, 4, 5), 6), None);
    }

    #[test]
    fn tables_keep_within_memory() {
        assert_eq!(size(16, 1 << 20, 1 << 30), 5);
        assert_eq!(size(16, 1 << 24, 1 << 30), 6);
        assert_eq!(size(16, 1 << 24, 1 << 20), 0);
        assert_eq!(size(36, 1 << 24, 1 << 30), 0);
    }
}
