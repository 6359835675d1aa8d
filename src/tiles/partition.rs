//! How tiles are grouped for pattern databases.

use super::grid::Grid;
use super::pattern;

/// Groups of tiles, each tile in one: as large as fit in a table of `entries`, of tiles whose homes are close
/// together, as these are most in each other's way. Empty when the tables do not fit in `memory` bytes, or would be of
/// no use.
pub(super) fn groups(grid: &Grid, entries: usize, memory: usize) -> Vec<Vec<usize>> {
    let count = grid.cells.len();
    if count > pattern::CELLS {
        return Vec::new();
    }
    let size = (1..count).take_while(|&size| count.pow(size as u32) <= entries).count();
    let groups = (count - 1).div_ceil(size.max(1));
    if size < 3 || groups > pattern::GROUPS || pattern::bytes(count, size, groups) > memory {
        return Vec::new();
    }
    let ways = [row_by_row(grid), column_by_column(grid)];
    let split = |order: Vec<usize>| improved(order.chunks(size).map(<[usize]>::to_vec).collect(), grid.width);
    let best = ways.map(split).into_iter().max_by_key(|groups| total(groups, grid.width));
    best.unwrap_or_default()
}

fn row_by_row(grid: &Grid) -> Vec<usize> {
    (0..grid.cells.len()).filter(|&cell| cell != grid.home).collect()
}

fn column_by_column(grid: &Grid) -> Vec<usize> {
    let cells = (0..grid.width).flat_map(|x| (0..grid.height).map(move |y| y * grid.width + x));
    cells.filter(|&cell| cell != grid.home).collect()
}

/// Swaps tiles between groups as long as that brings close ones together.
fn improved(mut groups: Vec<Vec<usize>>, width: usize) -> Vec<Vec<usize>> {
    let places: Vec<(usize, usize)> =
        groups.iter().enumerate().flat_map(|(g, group)| (0..group.len()).map(move |i| (g, i))).collect();
    loop {
        let before = total(&groups, width);
        for &(g, i) in &places {
            for &(h, j) in places.iter().filter(|place| place.0 > g) {
                let (a, b) = (groups[g][i], groups[h][j]);
                let now = pull(a, &groups[g], width) + pull(b, &groups[h], width);
                let then = pull(a, &groups[h], width) + pull(b, &groups[g], width) - 2 * closeness(a, b, width);
                if then > now {
                    (groups[g][i], groups[h][j]) = (b, a);
                }
            }
        }
        if total(&groups, width) <= before {
            return groups;
        }
    }
}

fn total(groups: &[Vec<usize>], width: usize) -> i64 {
    groups
        .iter()
        .flatten()
        .map(|&cell| pull(cell, groups.iter().find(|g| g.contains(&cell)).map_or(&[], |g| g), width))
        .sum()
}

fn pull(cell: usize, group: &[usize], width: usize) -> i64 {
    group.iter().filter(|&&other| other != cell).map(|&other| closeness(cell, other, width)).sum()
}

/// How much two tiles matter to each other: less with the square of the distance of their homes.
fn closeness(a: usize, b: usize, width: usize) -> i64 {
    let (dx, dy) = ((a % width).abs_diff(b % width), (a / width).abs_diff(b / width));
    1000 / ((dx * dx + dy * dy).max(1) as i64)
}
