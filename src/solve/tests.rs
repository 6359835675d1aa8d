//! What single parts of the search claim, against an exhaustive search on random small boards.

#[path = "../../tests/support/oracle.rs"]
mod oracle;
#[path = "../../tests/support/random.rs"]
pub(crate) mod random;

use super::clusters::{Clusters, DEAD};
use super::features::Eyes;
use super::fess::{Fess, Style};
use super::field::Field;
use super::plan::Plan;
use super::pocket::Pockets;
use super::position::Position;
use super::reach::Reach;
use super::search::{Allowance, State};
use super::table::FAR;
use super::{Budget, Options, Stop};
use crate::level::{Board, Cell, arena};
use oracle::Answer;
use random::Random;

const BOARDS: u64 = 10_000;
/// Boards with more positions than this are left out: the exhaustive search would take too long.
const POSITIONS: usize = 3_000;

/// Calls `look` with each random board that a search would begin with: none of its boxes is dead.
fn for_each_board(mut look: impl FnMut(u64, &Board, &Field)) {
    let stop = Stop::default();
    for seed in 0..BOARDS {
        let board = random::board(seed);
        let Ok(arena) = arena(&board) else { continue };
        let field = Field::new(&arena, &Options::default(), &Budget::default(), &stop).unwrap();
        if arena.boxes.iter().all(|&cell| field.is_alive(cell, arena.player)) {
            look(seed, &board, &field);
        }
    }
}

/// Fewest pushes by the exhaustive search: `Some(None)` if unsolvable, `None` if there are too many positions.
fn fewest_pushes(board: &Board) -> Option<Option<usize>> {
    Some(match oracle::solve(board, false, POSITIONS)? {
        Answer::Minimum(pushes, _) => Some(pushes),
        Answer::Unsolvable => None,
    })
}

/// The board with its boxes and its player on other cells.
fn with(board: &Board, field: &Field, boxes: &[u16], player: u16) -> Board {
    let mut board = board.clone();
    board.cells.iter_mut().for_each(|cell| cell.0 &= !(Cell::BOX.0 | Cell::PLAYER.0));
    let cell = |cell: u16| field.arena.board_cell[usize::from(cell)] as usize;
    boxes.iter().for_each(|&place| board.cells[cell(place)].0 |= Cell::BOX.0);
    board.cells[cell(player)].0 |= Cell::PLAYER.0;
    board
}

#[test]
fn a_region_after_a_push_or_a_pull_is_what_a_flood_finds() {
    let (mut told, mut flooded) = (0, 0);
    for_each_board(|seed, _, field| {
        let mut position = Position::new(field, &field.arena.boxes);
        let (mut reach, mut next) = (Reach::new(field), Reach::new(field));
        reach.flood(field, &position.occupied, field.arena.player);
        let (mut pushes, mut pulls) = (Vec::new(), Vec::new());
        position.pushes(field, &reach, &mut pushes);
        position.pulls(field, &reach, &mut pulls);
        let pulls = pulls.into_iter().map(|pull| (pull, true));
        for (step, is_pull) in pushes.into_iter().map(|push| (push, false)).chain(pulls) {
            let to = position.goal_of(field, step);
            if usize::from(field.live_index[usize::from(to)]) >= field.live.len() {
                continue;
            }
            let from = position.shift(field, step.index, to);
            let player = if is_pull { field.step(to, usize::from(step.dir)) } else { from };
            match reach.after(field, &position.occupied, from, to) {
                Some(region) => {
                    told += 1;
                    assert_eq!(region, next.flood(field, &position.occupied, player), "seed {seed}, {step:?}");
                }
                None => flooded += 1,
            }
            position.shift(field, step.index, from);
        }
    });
    assert!(told > 5_000 && flooded > 1_000, "{told} told, {flooded} not");
}

/// The cheapest assignment of the boxes to different targets, by trying all.
fn cheapest(field: &Field, boxes: &[u16], player: u16, taken: u64) -> Option<usize> {
    let Some((&first, others)) = boxes.split_first() else { return Some(0) };
    let costs = field.table.costs(field.table.row(first, player)).iter().enumerate();
    let free = costs.filter(|&(target, &cost)| cost != FAR && taken & 1 << target == 0);
    free.filter_map(|(target, &cost)| Some(usize::from(cost) + cheapest(field, others, player, taken | 1 << target)?))
        .min()
}

/// Calls `look` with positions on from each start by random pushes: that closes parts and brings boxes together. Stops
/// when it returns false, for what is lost remains so.
fn for_each_position(mut look: impl FnMut(&Board, &Field, &Position, &Reach) -> bool) {
    for_each_board(|seed, board, field| {
        let mut random = Random::new(seed + 1);
        let mut position = Position::new(field, &field.arena.boxes);
        let mut player = field.arena.player;
        let (mut reach, mut pushes) = (Reach::new(field), Vec::new());
        for _ in 0..8 {
            reach.flood(field, &position.occupied, player);
            position.pushes(field, &reach, &mut pushes);
            if !look(&with(board, field, &position.boxes, player), field, &position, &reach) || pushes.is_empty() {
                return;
            }
            let push = pushes[random.below(pushes.len())];
            player = position.shift(field, push.index, position.goal_of(field, push));
        }
    });
}

#[test]
fn no_cluster_is_dearer_than_its_solution() {
    let stop = Stop::default();
    let (mut dear, mut dead) = (0, 0);
    for_each_position(|board, field, position, reach| {
        let player = reach.cells[0];
        let all: Vec<u16> = (0..position.boxes.len() as u16).collect();
        let excess = Clusters::new(field, 1 << 20).excess_of(&position.boxes, &all, player, 0, &stop);
        if excess > 0
            && let Some(fewest) = fewest_pushes(board)
        {
            dead += usize::from(excess == DEAD);
            assert!(excess < DEAD || fewest.is_none(), "not dead\n{board:?}");
            if let Some(fewest) = fewest {
                dear += 1;
                let least = cheapest(field, &position.boxes, player, 0).unwrap() + usize::from(excess);
                assert!(least <= fewest, "{fewest} pushes, not {least}\n{board:?}");
            }
        }
        excess < DEAD
    });
    assert!(dear > 100 && dead > 500, "{dear} dear, {dead} dead");
}

#[test]
fn no_closed_part_is_lost_that_can_be_solved() {
    let mut lost = 0;
    for_each_position(|board, field, position, reach| {
        let is_lost = Pockets::new(field).is_lost(field, position, reach);
        if is_lost && let Some(fewest) = fewest_pushes(board) {
            lost += 1;
            assert_eq!(fewest, None, "{board:?}");
        }
        !is_lost
    });
    assert!(lost > 100, "{lost} lost");
}

/// The pushes of the solution that the search by features finds within a limit.
fn within(field: &Field, style: Style, limit: usize) -> Option<usize> {
    let stop = Stop::default();
    let eyes = Eyes::new(field, Plan::new(field, &stop).unwrap(), &stop).unwrap();
    let mut fess = Fess::new(field, eyes, style, &Options::default(), 1 << 20, limit, &stop).unwrap();
    let allowance = Allowance { nodes: u64::MAX, memory: 1 << 28, stop: &stop };
    let state = fess.advance(allowance).unwrap();
    let id = fess.solved;
    assert!(id.is_some() || state == State::Exhausted);
    id.map(|id| fess.path(id).unwrap().len())
}

#[test]
fn a_search_with_a_limit_finds_what_there_is_within_it() {
    let mut solved = 0;
    for_each_board(|seed, board, field| {
        let style = [Style::Even, Style::Eager, Style::Deep, Style::Coarse][seed as usize % 4];
        match fewest_pushes(board) {
            None => {}
            Some(None) => assert_eq!(within(field, style, usize::from(u16::MAX)), None, "seed {seed}\n{board:?}"),
            Some(Some(fewest)) => {
                solved += 1;
                assert_eq!(within(field, style, fewest), Some(fewest), "seed {seed}\n{board:?}");
                if let Some(less) = fewest.checked_sub(1) {
                    assert_eq!(within(field, style, less), None, "seed {seed}\n{board:?}");
                }
            }
        }
    });
    assert!(solved > 2_000, "{solved} solved");
}
