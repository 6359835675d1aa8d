//! A board as the author drew it: a grid of cells.

/// What stands on one square: a set of flags. No flag is floor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Cell(pub u8);

impl Cell {
    pub const FLOOR: Cell = Cell(0);
    pub const WALL: Cell = Cell(1);
    pub const TARGET: Cell = Cell(2);
    pub const BOX: Cell = Cell(4);
    pub const PLAYER: Cell = Cell(8);
    pub const BOX_ON_TARGET: Cell = Cell(2 | 4);
    pub const PLAYER_ON_TARGET: Cell = Cell(2 | 8);

    pub fn is_wall(self) -> bool {
        self.0 & Cell::WALL.0 != 0
    }

    pub fn is_target(self) -> bool {
        self.0 & Cell::TARGET.0 != 0
    }

    pub fn is_box(self) -> bool {
        self.0 & Cell::BOX.0 != 0
    }

    pub fn is_player(self) -> bool {
        self.0 & Cell::PLAYER.0 != 0
    }
}

/// The canonical `xsb` character, for debugging and for drawing.
impl From<Cell> for char {
    fn from(cell: Cell) -> char {
        match (cell.is_wall(), cell.is_target(), cell.is_box(), cell.is_player()) {
            (true, ..) => '#',
            (_, true, true, _) => '*',
            (_, true, _, true) => '+',
            (_, true, ..) => '.',
            (_, _, true, _) => '$',
            (_, _, _, true) => '@',
            _ => ' ',
        }
    }
}

impl std::fmt::Debug for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", char::from(*self))
    }
}

/// What lies off the grid.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Edge {
    /// The open: a player who can walk there makes the board invalid (`xsb`).
    #[default]
    Open,
    /// A wall (`sbt`, `poj`, `array`, `glyphs`).
    Wall,
}

/// A rectangular grid of cells, row by row. Rows that were shorter in the text are padded with floor.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct Board {
    pub width: usize,
    pub height: usize,
    /// `width * height` cells; the cell in column `x` of row `y` is `cells[y * width + x]`.
    pub cells: Vec<Cell>,
    pub edge: Edge,
}

impl Board {
    /// Reads canonical `xsb` rows (`#@+$*.` and space); any other character is floor. For tests and tools.
    pub fn from_xsb(rows: &str) -> Board {
        let rows: Vec<&str> = rows.lines().collect();
        let width = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
        let mut cells = vec![Cell::FLOOR; width * rows.len()];
        for (y, row) in rows.iter().enumerate() {
            for (x, glyph) in row.chars().enumerate() {
                cells[y * width + x] = match glyph {
                    '#' => Cell::WALL,
                    '@' => Cell::PLAYER,
                    '+' => Cell::PLAYER_ON_TARGET,
                    '$' => Cell::BOX,
                    '*' => Cell::BOX_ON_TARGET,
                    '.' => Cell::TARGET,
                    _ => Cell::FLOOR,
                };
            }
        }
        Board { width, height: rows.len(), cells, edge: Edge::Open }
    }

    /// The board as `xsb` rows, one line each, trailing floor trimmed.
    pub fn to_xsb(&self) -> String {
        let mut out = String::new();
        for y in 0..self.height {
            let row: String = (0..self.width).map(|x| char::from(self.cells[y * self.width + x])).collect();
            out.push_str(row.trim_end());
            out.push('\n');
        }
        out
    }

    /// The index of the neighbour of `cell` one step in direction (`dx`, `dy`), or `None` off the grid.
    pub fn step(&self, cell: usize, (dx, dy): (isize, isize)) -> Option<usize> {
        let x = (cell % self.width).checked_add_signed(dx)?;
        let y = (cell / self.width).checked_add_signed(dy)?;
        (x < self.width && y < self.height).then_some(y * self.width + x)
    }

    /// The cells for which `test` holds, in reading order.
    pub fn find(&self, test: impl Fn(Cell) -> bool) -> Vec<usize> {
        (0..self.cells.len()).filter(|&cell| test(self.cells[cell])).collect()
    }

    /// The name of a cell as level authors write it: `D5`.
    pub fn name(&self, cell: usize) -> String {
        cell_name(cell % self.width, cell / self.width)
    }
}

impl std::fmt::Debug for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}x{} {:?}\n{}", self.width, self.height, self.edge, self.to_xsb())
    }
}

/// Column letters and row number from the top left, both from 1: (0, 0) is `A1`, (26, 0) is `AA1`.
pub fn cell_name(x: usize, y: usize) -> String {
    let mut letters = Vec::new();
    let mut rest = x + 1;
    while rest > 0 {
        rest -= 1;
        letters.push(b'A' + (rest % 26) as u8);
        rest /= 26;
    }
    letters.reverse();
    format!("{}{}", String::from_utf8_lossy(&letters), y + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_named_like_a_spreadsheet() {
        assert_eq!(cell_name(0, 0), "A1");
        assert_eq!(cell_name(3, 4), "D5");
        assert_eq!(cell_name(25, 9), "Z10");
        assert_eq!(cell_name(26, 0), "AA1");
        assert_eq!(cell_name(701, 0), "ZZ1");
        assert_eq!(cell_name(702, 0), "AAA1");
    }

    #[test]
    fn xsb_rows_round_trip() {
        let rows = "#####\n#@$.#\n# *+#\n#####\n";
        assert_eq!(Board::from_xsb(rows).to_xsb(), rows);
    }
}
