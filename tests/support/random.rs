//! Small random boards and changed levels, the same for the same seed everywhere.

#[path = "numbers.rs"]
mod numbers;

pub use numbers::Random;

use sok::level::{Board, Cell, Edge};

/// A board of up to six boxes: two of three drawn at random, the others levels that somebody drew, changed at random.
pub fn board(seed: u64) -> Board {
    let mut random = Random::new(seed);
    (0..8).for_each(|_| _ = random.below(2));
    loop {
        let board = if random.below(3) == 0 { changed(&mut random) } else { drawn(&mut random) };
        if let Some(board) = board {
            return board;
        }
    }
}

/// A small level of Microban by David W. Skinner, with some of its boxes and some things put elsewhere.
fn changed(random: &mut Random) -> Option<Board> {
    let levels: Vec<&str> = include_str!("../data/microban.xsb").split("\n; ").collect();
    let rows = levels[random.below(levels.len())].lines().filter(|line| line.contains('#') && !line.contains(':'));
    let mut board = Board { edge: Edge::Wall, ..Board::from_xsb(&rows.collect::<Vec<_>>().join("\n")) };
    if board.cells.is_empty() || board.cells.len() > 72 {
        return None;
    }
    let take = |board: &mut Board, random: &mut Random, what: Cell| {
        let places = board.find(|cell| cell.0 & what.0 != 0);
        let place = *places.get(random.below(places.len().max(1)))?;
        board.cells[place].0 &= !what.0;
        Some(place)
    };
    let kept = 1 + random.below(6);
    while board.find(Cell::is_box).len() > kept {
        take(&mut board, random, Cell::BOX)?;
        take(&mut board, random, Cell::TARGET)?;
    }
    for _ in 0..random.below(5) {
        match random.below(4) {
            0 => put(&mut board, random, Cell::WALL, 1, usize::MAX, false)?,
            1 => _ = take(&mut board, random, Cell::WALL)?,
            2 => {
                take(&mut board, random, Cell::TARGET)?;
                put(&mut board, random, Cell::TARGET, 1, usize::MAX, false)?;
            }
            _ => {
                take(&mut board, random, Cell::BOX)?;
                let player = board.find(Cell::is_player).first().copied()?;
                put(&mut board, random, Cell::BOX, 1, player, true)?;
            }
        }
    }
    // A wall may have come down on something.
    for cell in &mut board.cells {
        if cell.is_wall() {
            *cell = Cell::WALL;
        }
    }
    (board.find(Cell::is_player).len() == 1).then_some(board)
}

fn drawn(random: &mut Random) -> Option<Board> {
    let boxes = 1 + random.below(6);
    let (width, height) = match boxes {
        1 => (4 + random.below(5), 4 + random.below(4)),
        2 => (4 + random.below(4), 3 + random.below(4)),
        3 => (3 + random.below(4), 3 + random.below(3)),
        _ => (3 + random.below(3), 3 + random.below(3)),
    };
    let mut board = Board { width, height, cells: vec![Cell::FLOOR; width * height], edge: Edge::Wall };
    let walls = random.below(10) * width * height / 24;
    for _ in 0..walls {
        board.cells[random.below(width * height)] = Cell::WALL;
    }
    let floor = board.find(|cell| cell == Cell::FLOOR);
    if floor.len() < 2 * boxes + 1 {
        return None;
    }
    let player = floor[random.below(floor.len())];
    let pulls = random.below(2) == 0;
    put(&mut board, random, Cell::TARGET, boxes, player, pulls)?;
    if pulls {
        for cell in board.find(Cell::is_target) {
            board.cells[cell].0 |= Cell::BOX.0;
        }
        let player = pull(&mut board, random, player);
        board.cells[player].0 |= Cell::PLAYER.0;
    } else {
        put(&mut board, random, Cell::BOX, boxes, player, true)?;
        board.cells[player].0 |= Cell::PLAYER.0;
    }
    Some(board)
}

/// Puts things on cells that have none; not under the player if it is `kept` free.
fn put(board: &mut Board, random: &mut Random, what: Cell, count: usize, player: usize, kept: bool) -> Option<()> {
    for _ in 0..count {
        let free = board.find(|cell| !cell.is_wall() && cell.0 & what.0 == 0);
        let free: Vec<usize> = free.into_iter().filter(|&cell| !kept || cell != player).collect();
        if free.is_empty() {
            return None;
        }
        board.cells[free[random.below(free.len())]].0 |= what.0;
    }
    Some(())
}

/// Walks at random, pulling boxes along when it can. Returns where the player ends.
fn pull(board: &mut Board, random: &mut Random, mut player: usize) -> usize {
    for _ in 0..20 + random.below(200) {
        let (dx, dy) = [(0, -1), (-1, 0), (1, 0), (0, 1)][random.below(4)];
        let free = |board: &Board, cell: usize| !board.cells[cell].is_wall() && !board.cells[cell].is_box();
        let Some(to) = board.step(player, (dx, dy)).filter(|&to| free(board, to)) else { continue };
        if let Some(behind) = board.step(player, (-dx, -dy))
            && board.cells[behind].is_box()
            && random.below(4) != 0
        {
            board.cells[behind].0 &= !Cell::BOX.0;
            board.cells[player].0 |= Cell::BOX.0;
        }
        player = to;
    }
    player
}
