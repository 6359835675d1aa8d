//! The measures by which people compare solutions.

use super::{Board, Cell, Move};

/// Measures of a list of moves, as JSoko and YASC define them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Metrics {
    /// Steps of the player, pushes included.
    pub moves: usize,
    pub pushes: usize,
    /// Runs of pushes of one box in one direction; the player walking in between ends a run.
    pub box_lines: usize,
    /// How often another box is pushed than before; the first push counts.
    pub box_changes: usize,
    /// Runs of pushes without a step in between that is none.
    pub pushing_sessions: usize,
    /// Runs of steps in one direction.
    pub player_lines: usize,
}

/// Measures moves that are known to be legal on `board`. Linear in the moves.
pub fn metrics(board: &Board, moves: &[Move]) -> Metrics {
    let mut all = Metrics { moves: moves.len(), ..Metrics::default() };
    let [mut player] = board.find(Cell::is_player)[..] else { return all };
    // Where the box stands that was pushed last.
    let mut pushed: Option<usize> = None;
    let mut before: Option<Move> = None;
    for &step in moves {
        let Some(to) = board.step(player, step.dir.step()) else { break };
        let same_dir = before.is_some_and(|before| before.dir == step.dir);
        let after_push = before.is_some_and(|before| before.push);
        all.player_lines += usize::from(!same_dir);
        if step.push {
            all.pushes += 1;
            all.pushing_sessions += usize::from(!after_push);
            all.box_lines += usize::from(!(after_push && same_dir));
            all.box_changes += usize::from(pushed != Some(to));
            pushed = board.step(to, step.dir.step());
        }
        player = to;
        before = Some(step);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Style, parse_letter, replay};

    fn measured(board: &Board, letters: &str) -> Metrics {
        let played = replay(board, letters.chars().filter_map(|letter| parse_letter(letter, Style::Lurd)));
        assert!(played.stop.is_none());
        metrics(board, &played.moves)
    }

    #[test]
    fn each_measure_by_its_definition() {
        // Two boxes on a row, pushed one after the other with a walk between.
        let board = Board::from_xsb("########\n#@$ $ ..\n#      #\n########");
        let board = Board { edge: crate::level::Edge::Wall, ..board };
        let measures = measured(&board, "drruRRdlllluR");
        assert_eq!((measures.moves, measures.pushes), (13, 3));
        assert_eq!((measures.box_lines, measures.box_changes, measures.pushing_sessions), (2, 2, 2));
        assert_eq!(measures.player_lines, 8, "d, rr, u, RR, d, llll, u, R");
    }
}
