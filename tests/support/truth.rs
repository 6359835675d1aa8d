//! What the comparisons with an exhaustive search share.

use sok::level::{Board, Cell};

/// Boards with more positions than this are left out: the exhaustive search would take too long.
pub const POSITIONS: usize = 6_000;

/// How many boards are tried, unless the one who calls wants more: `SOK_RANDOM_BOARDS=100000 cargo test --release`.
pub fn count(usual: u64) -> u64 {
    std::env::var("SOK_RANDOM_BOARDS").ok().and_then(|count| count.parse().ok()).unwrap_or(usual)
}

/// The board with these boxes alone. With fewer boxes than targets it is solved when each box has one.
pub fn with_boxes_alone(board: &Board, boxes: &[usize]) -> Board {
    let mut alone = board.clone();
    for cell in alone.find(Cell::is_box) {
        if !boxes.contains(&cell) {
            alone.cells[cell].0 &= !Cell::BOX.0;
        }
    }
    alone
}
