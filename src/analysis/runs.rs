//! Stored moves that name places and directions (`1-4u1,4-4l1`), turned into single steps.

use crate::level::{Board, Dir, replay};
use crate::syntax::Run;
use crate::text::Span;
use std::collections::VecDeque;

/// Cells that are looked at for the ways of one solution, at most.
const MOST_WORK: usize = 50_000_000;

/// Single steps, each with the place where it is written.
#[derive(Default, Debug)]
pub(crate) struct Steps {
    pub steps: Vec<(Dir, Span)>,
    /// The run at which they end, because the player cannot reach its beginning.
    pub unreached: Option<Span>,
}

/// The steps up to the first run that cannot be played. `None` for what would take too long: the work is the number of
/// runs times the cells.
pub(crate) fn steps(board: &Board, runs: &[Run]) -> Option<Steps> {
    let longest = board.width.max(board.height);
    if runs.len().saturating_mul(board.cells.len() + longest) > MOST_WORK {
        return None;
    }
    let mut board = board.clone();
    let mut all = Steps::default();
    for run in runs {
        let mut own = match run.from {
            None => Vec::new(),
            Some((x, y)) => match way(&board, x, y) {
                Some(way) => way,
                None => {
                    all.unreached = Some(run.span);
                    break;
                }
            },
        };
        own.extend(std::iter::repeat_n(run.dir, run.count.min(longest)));
        let played = replay(&board, own.iter().copied());
        all.steps.extend(own.into_iter().map(|dir| (dir, run.span)));
        if played.stop.is_some() {
            break;
        }
        board = played.board;
    }
    Some(all)
}

/// A shortest way of the player to column `x` of row `y` that pushes nothing.
fn way(board: &Board, x: usize, y: usize) -> Option<Vec<Dir>> {
    if x >= board.width || y >= board.height {
        return None;
    }
    let start = *board.find(|cell| cell.is_player()).first()?;
    let goal = y * board.width + x;
    let mut came: Vec<Option<Dir>> = vec![None; board.cells.len()];
    let mut queue = VecDeque::from([start]);
    while let Some(at) = queue.pop_front() {
        if at == goal {
            let mut way = Vec::new();
            let mut at = at;
            while let (true, Some(dir)) = (at != start, came[at]) {
                way.push(dir);
                at = board.step(at, dir.opposite().step())?;
            }
            way.reverse();
            return Some(way);
        }
        for dir in Dir::ALL {
            let Some(to) = board.step(at, dir.step()) else { continue };
            let cell = board.cells[to];
            if to != start && came[to].is_none() && !cell.is_wall() && !cell.is_box() {
                came[to] = Some(dir);
                queue.push_back(to);
            }
        }
    }
    None
}
