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
    /// After how many moves, and pushes, that was so for the first time.
    pub solved_after: Option<(usize, usize)>,
}

/// Plays `dirs` on `board` until the end or the first illegal move. Never fails.
pub fn replay(board: &Board, dirs: impl IntoIterator<Item = Dir>) -> Replay {
    let mut board = board.clone();
    let mut moves = Vec::new();
    let mut pushes = 0;
    let players = board.find(Cell::is_player);
    let mut stop = None;
    let mut left = board.cells.iter().filter(|cell| cell.is_box() && !cell.is_target()).count();
    let mut solved_after = (left == 0).then_some((0, 0));
    if let [start] = players[..] {
        let mut player = start;
        for dir in dirs {
            match step(&mut board, &mut player, dir) {
                Ok(push) => {
                    pushes += usize::from(push);
                    moves.push(Move { dir, push });
                    if let Some(to) = board.step(player, dir.step()).filter(|_| push) {
                        // The box came from where the player is now.
                        left += usize::from(board.cells[player].is_target());
                        left -= usize::from(board.cells[to].is_target());
                        if left == 0 {
                            solved_after.get_or_insert((moves.len(), pushes));
                        }
                    }
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
    Replay { board, moves, stop, pushes, solved: left == 0, solved_after }
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
    fn what_follows_the_solving_push_does_not_undo_it() {
        let board = Board::from_xsb("#######\n#@$.  #\n#######");
        let played = replay(&board, [Right, Right, Right]);
        assert!(!played.solved && played.stop.is_none());
        assert_eq!(played.solved_after, Some((1, 1)));
        assert_eq!(replay(&board, [Left]).solved_after, None);
        assert_eq!(replay(&Board::from_xsb("####\n#@*#\n####"), []).solved_after, Some((0, 0)));
    }

    #[test]
    fn a_board_without_a_player_cannot_be_played() {
        assert_eq!(replay(&Board::from_xsb("###\n# #\n###"), [Up]).stop, Some(Stop::NoPlayer));
    }
}
