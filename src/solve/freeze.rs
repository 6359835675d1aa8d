//! Boxes that can never move again.
//!
//! A box is blocked on an axis when both pushes along it run into a wall or lose the box, or when a box that can
//! never move stands beside it on that axis. The largest set of boxes that block each other on both axes is frozen:
//! none of them can be the first to move. One of them off target means that the position is lost. ("Freeze
//! deadlock", Sokoban Wiki, *How to detect deadlocks*.)

use super::field::{Field, opposite};

/// The two directions of each axis, as bits and as indices: vertical and horizontal.
const AXES: [(u8, usize); 2] = [(0b1001, 0), (0b0110, 1)];

/// Collects into `frozen` the boxes that can never move. Quadratic in the boxes at worst, usually linear.
///
/// The result is the same whatever order the boxes are in, but is sorted only if they are.
pub(super) fn frozen(field: &Field, occupied: &mut [bool], boxes: &[u16], frozen: &mut Vec<u16>) {
    // `occupied` doubles as the set of boxes still thought frozen; it is restored at the end.
    frozen.clear();
    frozen.extend_from_slice(boxes);
    let mut count = frozen.len() + 1;
    while frozen.len() < count {
        count = frozen.len();
        frozen.retain(|&cell| {
            let stays = is_blocked(field, occupied, cell);
            occupied[usize::from(cell)] = stays;
            stays
        });
    }
    boxes.iter().for_each(|&cell| occupied[usize::from(cell)] = true);
}

/// True when the box on `cell` is blocked on both axes if all `occupied` cells stay so for ever.
pub(super) fn is_blocked(field: &Field, occupied: &[bool], cell: u16) -> bool {
    AXES.iter().all(|&(axis, dir)| {
        field.pushes[usize::from(cell)] & axis == 0
            || occupied[usize::from(field.step(cell, dir))]
            || occupied[usize::from(field.step(cell, opposite(dir)))]
    })
}
