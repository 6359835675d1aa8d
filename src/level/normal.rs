//! The normal form of a board: one representative for all boards that are the same puzzle.
//!
//! Two boards are the same when a rotation or reflection makes them equal, after everything that the player cannot
//! reach is left out. Used for comparing and as a key of results, never for rewriting what an author drew.

use super::{Board, Cell, Dir, arena::walk};

/// One of the eight symmetries of the square: reflect (swap left and right) first, then turn clockwise.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Symmetry {
    pub mirror: bool,
    /// Quarter turns clockwise, 0 to 3.
    pub turns: u8,
}

/// All eight symmetries, the identity first.
pub const SYMMETRIES: [Symmetry; 8] = {
    let mut all = [Symmetry { mirror: false, turns: 0 }; 8];
    let mut i = 0;
    while i < 8 {
        all[i] = Symmetry { mirror: i >= 4, turns: (i % 4) as u8 };
        i += 1;
    }
    all
};

impl Symmetry {
    /// Where a direction points after the symmetry.
    pub fn dir(self, dir: Dir) -> Dir {
        let mirrored = match dir {
            Dir::Left if self.mirror => Dir::Right,
            Dir::Right if self.mirror => Dir::Left,
            other => other,
        };
        (0..self.turns).fold(mirrored, |dir, _| match dir {
            Dir::Up => Dir::Right,
            Dir::Right => Dir::Down,
            Dir::Down => Dir::Left,
            Dir::Left => Dir::Up,
        })
    }

    /// The symmetry that undoes this one.
    pub fn inverse(self) -> Symmetry {
        // A reflection followed by turns is a reflection, and undoes itself.
        if self.mirror { self } else { Symmetry { mirror: false, turns: (4 - self.turns) % 4 } }
    }

    /// The board after the symmetry.
    pub fn board(self, board: &Board) -> Board {
        let (width, height) =
            if self.turns.is_multiple_of(2) { (board.width, board.height) } else { (board.height, board.width) };
        let mut cells = vec![Cell::FLOOR; board.cells.len()];
        for y in 0..board.height {
            for x in 0..board.width {
                let (nx, ny) = self.place(x, y, board.width, board.height);
                cells[ny * width + nx] = board.cells[y * board.width + x];
            }
        }
        Board { width, height, cells, edge: board.edge }
    }

    /// Where the cell (`x`, `y`) of a `width` by `height` board lands.
    pub fn place(self, x: usize, y: usize, width: usize, height: usize) -> (usize, usize) {
        let x = if self.mirror { width - 1 - x } else { x };
        match self.turns {
            0 => (x, y),
            1 => (height - 1 - y, x),
            2 => (width - 1 - x, height - 1 - y),
            _ => (y, width - 1 - x),
        }
    }
}

/// A board's normal form.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Normal {
    /// Width and height as four bytes each, then the cells. Equal for equal puzzles, and only for those.
    pub bytes: Vec<u8>,
    /// The symmetry that leads from the board to its normal form. Moves are led along by [`Symmetry::dir`].
    pub symmetry: Symmetry,
    /// The part of the board that the form shows.
    pub part: Part,
}

/// A rectangle of a board: its top left cell and its size.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Part {
    pub left: usize,
    pub top: usize,
    pub width: usize,
    pub height: usize,
}

impl Normal {
    /// The normal form as a board. Everything the player cannot reach is wall.
    pub fn board(&self) -> Board {
        let (width, height) = self.size();
        let cells = self.bytes[8..].iter().map(|&flags| Cell(flags)).collect();
        Board { width, height, cells, edge: super::Edge::Wall }
    }

    /// Where a cell of the normal form stands on the board it was made from, which is `board_width` cells wide.
    pub fn origin(&self, cell: usize, board_width: usize) -> usize {
        let (width, height) = self.size();
        let (x, y) = self.symmetry.inverse().place(cell % width, cell / width, width, height);
        (self.part.top + y) * board_width + self.part.left + x
    }

    fn size(&self) -> (usize, usize) {
        let turned = !self.symmetry.turns.is_multiple_of(2);
        let Part { width, height, .. } = self.part;
        if turned { (height, width) } else { (width, height) }
    }
}

/// The normal form of a board with exactly one player in a closed area; of any other board, the board itself.
///
/// Everything outside the player's area becomes wall and the frame is trimmed. With `exact_player` false, the player
/// is moved to the first cell it can reach, as duplicates are judged; with true it stays, as moves need.
pub fn normal_form(board: &Board, exact_player: bool) -> Normal {
    let players = board.find(Cell::is_player);
    let Some((inner, player, part)) = (match players[..] {
        [player] => inside(board, player),
        _ => None,
    }) else {
        let bytes = [&frame(board.width, board.height)[..], &board.cells.iter().map(|cell| cell.0).collect::<Vec<_>>()];
        let part = Part { left: 0, top: 0, width: board.width, height: board.height };
        return Normal { bytes: bytes.concat(), symmetry: Symmetry::default(), part };
    };
    let forms = SYMMETRIES.map(|symmetry| {
        let mut turned = symmetry.board(&inner);
        if !exact_player {
            let (x, y) = symmetry.place(player % inner.width, player / inner.width, inner.width, inner.height);
            let at = y * turned.width + x;
            settle_player(&mut turned, at);
        }
        let mut bytes = frame(turned.width, turned.height).to_vec();
        bytes.extend(turned.cells.iter().map(|cell| cell.0));
        Normal { bytes, symmetry, part }
    });
    let mut best = forms[0].clone();
    for form in forms {
        if form.bytes < best.bytes {
            best = form;
        }
    }
    best
}

fn frame(width: usize, height: usize) -> [u8; 8] {
    let mut bytes = [0; 8];
    bytes[..4].copy_from_slice(&(width as u32).to_le_bytes());
    bytes[4..].copy_from_slice(&(height as u32).to_le_bytes());
    bytes
}

/// The player's area alone, everything else wall, the frame trimmed; and the player's place in it.
fn inside(board: &Board, player: usize) -> Option<(Board, usize, Part)> {
    let (inside, leaks) = walk(board, player);
    if !leaks.is_empty() {
        return None;
    }
    let cells: Vec<usize> = (0..inside.len()).filter(|&cell| inside[cell]).collect();
    let columns = || cells.iter().map(|cell| cell % board.width);
    let (left, right) = (columns().min()?, columns().max()?);
    let (top, bottom) = (cells.first()? / board.width, cells.last()? / board.width);
    let (width, height) = (right - left + 1, bottom - top + 1);
    let at = |cell: usize| (cell / board.width - top) * width + cell % board.width - left;
    let mut inner = Board { width, height, cells: vec![Cell::WALL; width * height], edge: super::Edge::Wall };
    for &cell in &cells {
        inner.cells[at(cell)] = board.cells[cell];
    }
    Some((inner, at(player), Part { left, top, width, height }))
}

/// Moves the player to the first cell, in reading order, that it can walk to past the boxes.
fn settle_player(board: &mut Board, player: usize) {
    let mut seen = vec![false; board.cells.len()];
    let mut stack = vec![player];
    seen[player] = true;
    while let Some(cell) = stack.pop() {
        for dir in Dir::ALL {
            let Some(next) = board.step(cell, dir.step()) else { continue };
            if !seen[next] && !board.cells[next].is_wall() && !board.cells[next].is_box() {
                seen[next] = true;
                stack.push(next);
            }
        }
    }
    let first = seen.iter().position(|&seen| seen).unwrap_or(player);
    board.cells[player].0 &= !Cell::PLAYER.0;
    board.cells[first].0 |= Cell::PLAYER.0;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::replay;

    const BOARD: &str = "#######\n#@$ . #\n#   ###\n#####";

    #[test]
    fn all_eight_forms_of_a_board_are_one() {
        let board = Board::from_xsb(BOARD);
        let normal = normal_form(&board, true).bytes;
        for symmetry in SYMMETRIES {
            assert_eq!(normal_form(&symmetry.board(&board), true).bytes, normal, "{symmetry:?}");
        }
    }

    #[test]
    fn every_symmetry_is_undone_by_its_inverse() {
        let board = Board::from_xsb(BOARD);
        for symmetry in SYMMETRIES {
            assert_eq!(symmetry.inverse().board(&symmetry.board(&board)), board);
            for dir in Dir::ALL {
                assert_eq!(symmetry.inverse().dir(symmetry.dir(dir)), dir);
            }
        }
    }

    #[test]
    fn cells_of_the_normal_form_lead_back_to_the_board() {
        for symmetry in SYMMETRIES {
            let board = symmetry.board(&Board::from_xsb(BOARD));
            let normal = normal_form(&board, true);
            let form = normal.board();
            for (cell, &stands) in form.cells.iter().enumerate().filter(|(_, cell)| !cell.is_wall()) {
                assert_eq!(board.cells[normal.origin(cell, board.width)], stands, "{symmetry:?}");
            }
            assert_eq!(form.find(Cell::is_box).len(), 1);
        }
    }

    #[test]
    fn a_solution_turned_with_its_board_still_solves_it() {
        let board = Board::from_xsb(BOARD);
        let moves = [Dir::Right, Dir::Right];
        for symmetry in SYMMETRIES {
            let result = replay(&symmetry.board(&board), moves.map(|dir| symmetry.dir(dir)));
            assert!(result.solved, "{symmetry:?}");
        }
    }

    #[test]
    fn the_players_place_in_its_area_and_decoration_do_not_matter_for_duplicates() {
        let other = Board::from_xsb("#######\n# $ . #\n#  @###\n#####");
        let decorated = Board::from_xsb("  ##\n#######\n#@$ . #\n#   ###\n#####*");
        let board = Board::from_xsb(BOARD);
        assert_eq!(normal_form(&board, false).bytes, normal_form(&other, false).bytes);
        assert_ne!(normal_form(&board, true).bytes, normal_form(&other, true).bytes);
        assert_eq!(normal_form(&board, true).bytes, normal_form(&decorated, true).bytes);
    }
}
