//! Playing moves on a board: the one judge of every solution, whoever found it.

use super::{Board, Cell, Dir, Move};

/// Why a replay ended before its last move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The player would walk into a wall or off the board.
    Wall,
    /// The box would be pushed into a wall, off the board or into another box.
    Blocked,
    /// The board does not have exactly one player.
    NoPlayer,
}

/// What became of a board under a list of moves.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The board after the last legal move.
    pub board: Board,
    /// The moves that were made, with pushes as they really happened.
    pub moves: Vec<Move>,
    /// Why move number `moves.len()` (from 0) was not possible, if one was not.
    pub stop: Option<Stop>,
    pub pushes: usize,
    /// True when every box of the board stands on a target at the end.
    pub solved: bool,
}

/// Plays `dirs` on `board` until the end or the first illegal move. Never fails.
pub fn replay(board: &Board, dirs: impl IntoIterator<Item = Dir>) -> Replay {
    let mut board = board.clone();
    let mut moves = Vec::new();
    let mut pushes = 0;
    let players = board.find(Cell::is_player);
    let mut stop = None;
    if let [start] = players[..] {
        let mut player = start;
        for dir in dirs {
            match step(&mut board, &mut player, dir) {
                Ok(push) => {
                    pushes += usize::from(push);
                    moves.push(Move { dir, push });
                }
                Err(why) => {
                    stop = Some(why);
                    break;
                }
            }
        }
    } else {
        stop = Some(Stop::NoPlayer);
    }
    let solved = board.cells.iter().all(|cell| !cell.is_box() || cell.is_target());
    Replay { board, moves, stop, pushes, solved }
}

/// One step; off the grid nothing can be walked on, whatever lies there.
fn step(board: &mut Board, player: &mut usize, dir: Dir) -> Result<bool, Stop> {
    let free = |cell: Option<usize>| cell.filter(|&cell| !board.cells[cell].is_wall());
    let to = free(board.step(*player, dir.step())).ok_or(Stop::Wall)?;
    let push = board.cells[to].is_box();
    if push {
        let beyond = free(board.step(to, dir.step())).filter(|&cell| !board.cells[cell].is_box());
        let beyond = beyond.ok_or(Stop::Blocked)?;
        board.cells[to].0 &= !Cell::BOX.0;
        board.cells[beyond].0 |= Cell::BOX.0;
    }
    board.cells[*player].0 &= !Cell::PLAYER.0;
    board.cells[to].0 |= Cell::PLAYER.0;
    *player = to;
    Ok(push)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Dir::{Down, Left, Right, Up};

    #[test]
    fn a_push_moves_the_box_and_is_counted() {
        let result = replay(&Board::from_xsb("#####\n#@$.#\n#####"), [Right]);
        assert!(result.solved && result.stop.is_none());
        assert_eq!((result.pushes, result.moves.len()), (1, 1));
        assert_eq!(result.board.to_xsb(), "#####\n# @*#\n#####\n");
    }

    #[test]
    fn walls_and_blocked_boxes_stop_the_replay() {
        let board = Board::from_xsb("######\n#@$$.#\n#    #\n######");
        assert_eq!(replay(&board, [Down, Up, Right]).stop, Some(Stop::Blocked));
        assert_eq!(replay(&board, [Left]).stop, Some(Stop::Wall));
        assert_eq!(replay(&board, [Down, Down]).moves.len(), 1);
    }

    #[test]
    fn a_target_under_the_player_stays_a_target() {
        let result = replay(&Board::from_xsb("#####\n#+ $#\n#####"), [Right, Left]);
        assert_eq!(result.board.to_xsb(), "#####\n#+ $#\n#####\n");
        assert!(!result.solved);
    }

    #[test]
    fn a_board_without_a_player_cannot_be_played() {
        assert_eq!(replay(&Board::from_xsb("###\n# #\n###"), [Up]).stop, Some(Stop::NoPlayer));
    }
}
