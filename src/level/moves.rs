//! Moves of the player, and how they are written.

/// A direction on the grid.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Dir {
    Up,
    Left,
    Right,
    Down,
}

impl Dir {
    pub const ALL: [Dir; 4] = [Dir::Up, Dir::Left, Dir::Right, Dir::Down];

    /// The index in [`Dir::ALL`]; `3 - index` is the opposite direction's.
    pub fn index(self) -> usize {
        self as usize
    }

    pub fn opposite(self) -> Dir {
        Dir::ALL[3 - self.index()]
    }

    /// The step in columns and rows.
    pub fn step(self) -> (isize, isize) {
        match self {
            Dir::Up => (0, -1),
            Dir::Left => (-1, 0),
            Dir::Right => (1, 0),
            Dir::Down => (0, 1),
        }
    }
}

/// One step of the player. Pushes are moves too.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    pub dir: Dir,
    pub push: bool,
}

/// Which letters spell the directions. Pushes are capitals in all of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Style {
    /// `l u r d`
    Lurd,
    /// `n s e w`
    Nsew,
    /// `h j k l`, as in the editor vi: left, down, up, right.
    Vi,
}

/// The small letters of a style, in the order of [`Dir::ALL`].
fn letters(style: Style) -> [char; 4] {
    match style {
        Style::Lurd => ['u', 'l', 'r', 'd'],
        Style::Nsew => ['n', 'w', 'e', 's'],
        Style::Vi => ['k', 'h', 'l', 'j'],
    }
}

/// The letters of `moves` in the given style.
pub fn write_moves(moves: &[Move], style: Style) -> String {
    let letters = letters(style);
    moves
        .iter()
        .map(|step| {
            let letter = letters[step.dir.index()];
            if step.push { letter.to_ascii_uppercase() } else { letter }
        })
        .collect()
}

/// The direction that a letter names (either case), or `None`.
pub fn parse_letter(letter: char, style: Style) -> Option<Dir> {
    let letters = letters(style);
    let letter = letter.to_ascii_lowercase();
    letters.iter().position(|&known| known == letter).map(|index| Dir::ALL[index])
}

/// Pushes and moves (pushes included) of a solution.
pub fn count_moves(moves: &[Move]) -> (usize, usize) {
    (moves.iter().filter(|step| step.push).count(), moves.len())
}
