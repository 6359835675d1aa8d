//! Boards as the searches see them, and what can be said without search.

use super::Tiles;
use crate::level::Dir;

/// The name of a cell, and of the tile that belongs there.
pub(super) type Cell = u16;

/// No cell.
pub(super) const NONE: Cell = Cell::MAX;

/// A board with both sides 2 or longer that can be solved. Every tile bears the number of the cell where it belongs,
/// whatever the goal, and so does the blank: solved means `cells[i] == i`.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    pub width: usize,
    pub height: usize,
    pub cells: Vec<Cell>,
    /// Where the blank is.
    pub blank: usize,
    /// Where the blank belongs.
    pub home: usize,
}

/// The longest side of a board that is searched.
pub(super) const SIDE: usize = 64;

/// What a puzzle is.
pub(super) enum Kind {
    Invalid,
    Unsolvable,
    /// Solved by these moves at least, and no others: a single row or column, or a board that is solved.
    Solved(Vec<Dir>),
    /// Too large to be searched, and how far the tiles are from home.
    Large(usize),
    Plane(Grid),
}

impl Grid {
    /// The cells next to each cell, in the order of [`Dir::ALL`]; [`NONE`] off the board.
    pub fn neighbours(&self) -> Vec<[Cell; 4]> {
        let neighbours = |cell| Dir::ALL.map(|dir| step(cell, dir, self.width, self.height));
        let named = |next: Option<usize>| next.map_or(NONE, |cell| cell as Cell);
        (0..self.cells.len()).map(|cell| neighbours(cell).map(named)).collect()
    }
}

/// Reads a puzzle. Takes time in proportion to its cells.
pub(super) fn read(tiles: &Tiles) -> Kind {
    let Tiles { width, height, start, goal } = tiles;
    let count = start.len();
    if width.checked_mul(*height) != Some(count) || goal.len() != count || count == 0 {
        return Kind::Invalid;
    }
    let (Some(places), Some(homes)) = (places(start), places(goal)) else { return Kind::Invalid };
    let (blank, home) = (places[0], homes[0]);
    if *width == 1 || *height == 1 {
        // The blank can only be pushed along: the tiles keep their order.
        let order = |numbers: &[u32]| numbers.iter().copied().filter(|&number| number != 0).collect::<Vec<_>>();
        if order(start) != order(goal) {
            return Kind::Unsolvable;
        }
        let dir = match (*height == 1, home < blank) {
            (true, true) => Dir::Left,
            (true, false) => Dir::Right,
            (false, true) => Dir::Up,
            (false, false) => Dir::Down,
        };
        return Kind::Solved(vec![dir; home.abs_diff(blank)]);
    }
    // Every move swaps the blank with a tile and takes it one step: both parities change together.
    let belongs: Vec<usize> = start.iter().map(|&number| homes[number as usize]).collect();
    if is_odd(&belongs) != (steps(blank, home, *width) % 2 == 1) {
        return Kind::Unsolvable;
    }
    if *width > SIDE || *height > SIDE {
        let far = (0..count).filter(|&cell| cell != blank).map(|cell| steps(cell, belongs[cell], *width)).sum();
        return if far == 0 { Kind::Solved(Vec::new()) } else { Kind::Large(far) };
    }
    let cells = belongs.iter().map(|&cell| cell as Cell).collect();
    Kind::Plane(Grid { width: *width, height: *height, cells, blank, home })
}

/// Where each number is, or `None` when they are not 0 to n-1 once each.
fn places(numbers: &[u32]) -> Option<Vec<usize>> {
    let mut places = vec![usize::MAX; numbers.len()];
    for (cell, &number) in numbers.iter().enumerate() {
        let place = places.get_mut(number as usize)?;
        if *place != usize::MAX {
            return None;
        }
        *place = cell;
    }
    Some(places)
}

/// Whether a permutation is odd: it is when an odd number of its cycles are of even length.
fn is_odd(permutation: &[usize]) -> bool {
    let mut seen = vec![false; permutation.len()];
    let mut odd = false;
    for first in 0..permutation.len() {
        let (mut at, mut length) = (first, 0);
        while !seen[at] {
            seen[at] = true;
            at = permutation[at];
            length += 1;
        }
        odd ^= length > 0 && length % 2 == 0;
    }
    odd
}

/// The taxicab distance of two cells.
pub(super) fn steps(a: usize, b: usize, width: usize) -> usize {
    (a % width).abs_diff(b % width) + (a / width).abs_diff(b / width)
}

fn step(cell: usize, dir: Dir, width: usize, height: usize) -> Option<usize> {
    let (dx, dy) = dir.step();
    let x = (cell % width).checked_add_signed(dx).filter(|&x| x < width)?;
    let y = (cell / width).checked_add_signed(dy).filter(|&y| y < height)?;
    Some(y * width + x)
}

/// Whether the blank's moves lead from start to goal. `tiles` must be valid.
pub(super) fn leads(tiles: &Tiles, moves: &[Dir]) -> bool {
    let mut numbers = tiles.start.clone();
    let Some(mut blank) = numbers.iter().position(|&number| number == 0) else { return false };
    for &dir in moves {
        let Some(next) = step(blank, dir, tiles.width, tiles.height) else { return false };
        numbers.swap(blank, next);
        blank = next;
    }
    numbers == tiles.goal
}
