//! From pushes to moves, and the last check of every solution.

use super::field::Field;
use super::reach::Walk;
use super::store::{NO_NODE, Store};
use crate::level::{Arena, Board, Cell, Dir, Edge, Move, replay};

/// The boxes' cells, pushed box first: from where and in which direction.
pub(super) type Pushes = Vec<(u16, Dir)>;

/// The pushes that lead to position `id` of a store whose parents are one push back.
pub(super) fn pushes_to(field: &Field, store: &Store, mut id: u32) -> Pushes {
    let mut pushes = Vec::new();
    loop {
        let parent = store.node(id).parent;
        if parent == NO_NODE {
            pushes.reverse();
            return pushes;
        }
        pushes.extend(push_between(field, store.key(parent), store.key(id)));
        id = parent;
    }
}

/// The push that turns one set of boxes into another.
pub(super) fn push_between(field: &Field, before: &[u64], after: &[u64]) -> Option<(u16, Dir)> {
    let from = first_only_in(field, before, after)?;
    let to = first_only_in(field, after, before)?;
    let dir = Dir::ALL.into_iter().find(|dir| field.step(from, dir.index()) == to)?;
    Some((from, dir))
}

fn first_only_in(field: &Field, one: &[u64], other: &[u64]) -> Option<u16> {
    let place = one.iter().zip(other).position(|(one, other)| one & !other != 0)?;
    Some(field.live[place * 64 + (one[place] & !other[place]).trailing_zeros() as usize])
}

/// The moves that make `pushes`, with shortest walks between them. `None` when a walk is blocked.
pub(super) fn moves_for(field: &Field, pushes: &Pushes) -> Option<Vec<Dir>> {
    let mut occupied = field.occupied(&field.arena.boxes);
    let mut player = field.arena.player;
    let mut walk = Walk::new(field);
    let mut moves = Vec::new();
    for &(from, dir) in pushes {
        let behind = field.step(from, dir.opposite().index());
        // Distances to where the player must stand lead it there downhill.
        walk.from(field, &occupied, behind);
        while player != behind {
            let steps = walk.to(player)?;
            let dir = Dir::ALL
                .into_iter()
                .find(|dir| walk.to(field.step(player, dir.index())).is_some_and(|next| next < steps))?;
            moves.push(dir);
            player = field.step(player, dir.index());
        }
        moves.push(dir);
        occupied[usize::from(from)] = false;
        occupied[usize::from(field.step(from, dir.index()))] = true;
        player = from;
    }
    Some(moves)
}

/// Plays `moves` by the rules of the game, apart from everything the search believes. `None` unless they solve it.
pub(super) fn verified(arena: &Arena, moves: &[Dir]) -> Option<Vec<Move>> {
    let result = replay(&board_of(arena), moves.iter().copied());
    (result.solved && result.stop.is_none()).then_some(result.moves)
}

/// A board that has the arena as its inside.
fn board_of(arena: &Arena) -> Board {
    let last = arena.board_cell.last().map_or(0, |&cell| cell as usize);
    let below = (0..arena.len()).find_map(|cell| {
        let below = arena.neighbours[cell][Dir::Down.index()];
        arena.board_cell.get(usize::from(below)).map(|&below| (below - arena.board_cell[cell]) as usize)
    });
    let width = below.unwrap_or(last + 1);
    let height = last / width + 1;
    let mut cells = vec![Cell::WALL; width * height];
    arena.board_cell.iter().for_each(|&cell| cells[cell as usize] = Cell::FLOOR);
    let mut put = |cell: u16, what: Cell| cells[arena.board_cell[usize::from(cell)] as usize].0 |= what.0;
    arena.targets.iter().for_each(|&cell| put(cell, Cell::TARGET));
    arena.boxes.iter().for_each(|&cell| put(cell, Cell::BOX));
    put(arena.player, Cell::PLAYER);
    Board { width, height, cells, edge: Edge::Wall }
}
