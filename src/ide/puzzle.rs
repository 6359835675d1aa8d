//! From a level to the puzzle it poses, and from an answer back to the level as it is drawn.
//!
//! Answers are kept in the normal form, so that a level turned, mirrored, moved to another file or changed back
//! needs no second search.

use crate::level::{Arena, Board, Dir, Move, Normal, Part, Symmetry, arena, normal_form, replay};
use crate::solve::{self, Budget, Limit, Objective, Outcome, Progress, ReasonKind, Stop, Verdict};
use crate::syntax::Puzzle;
use crate::tiles::{self, Tiles};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Which puzzle a level is: equal for all levels that are the same up to symmetry and what the player cannot reach.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct PuzzleKey(pub [u64; 2]);

/// How a level's drawing relates to its puzzle's normal form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pose {
    pub key: PuzzleKey,
    symmetry: Symmetry,
    part: Part,
}

/// A search to be run.
#[derive(Clone, Debug)]
pub struct Job {
    pub key: PuzzleKey,
    pub objective: Objective,
    task: Task,
}

#[derive(Clone, Debug)]
enum Task {
    Sokoban(Arena),
    Tiles(Tiles),
}

/// What a search found, in the normal form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// With the reason's boxes as cells of the normal form's board.
    Sokoban {
        outcome: Outcome,
        reason: Vec<usize>,
    },
    Tiles(tiles::Answer),
}

/// A solution, turned to the level as it is drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solved {
    /// For a sliding puzzle the steps of the blank, none of them a push.
    pub moves: Vec<Move>,
    pub pushes: usize,
    pub pushes_proved: bool,
    pub moves_proved: bool,
    pub lower_bound: usize,
}

/// An answer, turned to the level as it is drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shown {
    Solved(Solved),
    /// With the kind of proof and the boxes as cells of the board; `None` for a sliding puzzle's parity.
    Unsolvable(Option<(ReasonKind, Vec<usize>)>),
    Unknown {
        lower_bound: usize,
    },
}

impl Pose {
    pub(super) fn of(puzzle: &Puzzle) -> Option<Pose> {
        match puzzle {
            Puzzle::Sokoban(board) => {
                let normal = normal_form(board, true);
                Some(Pose { key: key_of(0, &normal.bytes), symmetry: normal.symmetry, part: normal.part })
            }
            Puzzle::Tiles(tiles) => Some(Pose {
                key: key_of(1, tiles),
                symmetry: Symmetry::default(),
                part: Part { left: 0, top: 0, width: tiles.width, height: tiles.height },
            }),
            Puzzle::Foreign => None,
        }
    }
}

/// 128 bits of a keyed hash: two puzzles share a key by chance about once in 2^64 pairs.
fn key_of(kind: u8, puzzle: &(impl Hash + ?Sized)) -> PuzzleKey {
    PuzzleKey([0u8, 1].map(|half| {
        let mut hasher = DefaultHasher::new();
        (half, kind).hash(&mut hasher);
        puzzle.hash(&mut hasher);
        hasher.finish()
    }))
}

impl Job {
    /// `None` when the board cannot be searched.
    pub fn new(puzzle: Puzzle) -> Option<Job> {
        match puzzle {
            Puzzle::Sokoban(board) => {
                let normal = normal_form(&board, true);
                let key = key_of(0, &normal.bytes);
                let task = Task::Sokoban(arena(&normal.board()).ok()?);
                Some(Job { key, objective: Objective::default(), task })
            }
            Puzzle::Tiles(tiles) => {
                let key = key_of(1, &tiles);
                Some(Job { key, objective: Objective::default(), task: Task::Tiles(tiles) })
            }
            Puzzle::Foreign => None,
        }
    }

    /// Searches until the answer is known, the budget is spent or `stop` is set.
    pub fn run(&self, budget: &Budget, stop: &Stop, report: &mut dyn FnMut(Progress)) -> Answer {
        match &self.task {
            Task::Sokoban(arena) => {
                let outcome = solve::solve(arena, self.objective, budget, stop, report);
                let reason = match &outcome.verdict {
                    Verdict::Unsolvable(reason) => {
                        reason.boxes.iter().map(|&cell| arena.board_cell[cell as usize] as usize).collect()
                    }
                    _ => Vec::new(),
                };
                Answer::Sokoban { outcome, reason }
            }
            Task::Tiles(tiles) => {
                let mut bound = |lower_bound| report(Progress { lower_bound, best: None, nodes: 0 });
                Answer::Tiles(tiles::solve(tiles, budget, stop, &mut bound))
            }
        }
    }
}

impl Answer {
    /// What ended the search, when it ended without a verdict.
    pub fn limit_in_words(&self) -> &'static str {
        let limit = match self {
            Answer::Sokoban { outcome: Outcome { verdict: Verdict::Unknown(limit), .. }, .. } => limit,
            Answer::Tiles(tiles::Answer::Unknown { limit, .. }) => limit,
            _ => return "",
        };
        match limit {
            Limit::Stopped => "time limit",
            Limit::Nodes => "node limit",
            Limit::Memory => "memory limit",
            Limit::Size => "too large to search",
        }
    }

    /// True when the memory was at its end before the time was.
    pub fn ended_by_memory(&self) -> bool {
        let limit = match self {
            Answer::Sokoban { outcome: Outcome { verdict: Verdict::Unknown(limit), .. }, .. } => limit,
            Answer::Tiles(tiles::Answer::Unknown { limit, .. }) => limit,
            _ => return false,
        };
        *limit == Limit::Memory
    }

    /// True when a search with more time could not say more.
    pub fn is_final(&self) -> bool {
        match self {
            Answer::Sokoban { outcome, .. } => match &outcome.verdict {
                Verdict::Solved(solution) => solution.pushes_proved && solution.moves_proved,
                Verdict::Unsolvable(_) => true,
                Verdict::Unknown(_) => false,
            },
            Answer::Tiles(answer) => !matches!(answer, tiles::Answer::Unknown { .. }),
        }
    }
}

/// Turns an answer to the level as it is drawn.
///
/// A Sokoban solution is replayed on the level's own board; one that does not solve it (which would be a fault of
/// ours) is not shown: the level is then without a verdict.
pub fn show(answer: &Answer, pose: &Pose, puzzle: &Puzzle) -> Shown {
    match (answer, puzzle) {
        (Answer::Sokoban { outcome, reason }, Puzzle::Sokoban(board)) => show_sokoban(outcome, reason, pose, board),
        (Answer::Tiles(tiles::Answer::Minimum(dirs)), _) => Shown::Solved(Solved {
            moves: dirs.iter().map(|&dir| Move { dir, push: false }).collect(),
            pushes: 0,
            pushes_proved: true,
            moves_proved: true,
            lower_bound: dirs.len(),
        }),
        (Answer::Tiles(tiles::Answer::Unsolvable), _) => Shown::Unsolvable(None),
        (Answer::Tiles(tiles::Answer::Unknown { lower_bound, .. }), _) => Shown::Unknown { lower_bound: *lower_bound },
        _ => Shown::Unknown { lower_bound: 0 },
    }
}

fn show_sokoban(outcome: &Outcome, reason: &[usize], pose: &Pose, board: &Board) -> Shown {
    let lower_bound = outcome.lower_bound;
    match &outcome.verdict {
        Verdict::Solved(solution) => {
            let back = pose.symmetry.inverse();
            let dirs: Vec<Dir> = solution.moves.iter().map(|step| back.dir(step.dir)).collect();
            let played = replay(board, dirs);
            if !played.solved || played.stop.is_some() || played.pushes != solution.pushes {
                return Shown::Unknown { lower_bound };
            }
            Shown::Solved(Solved {
                moves: played.moves,
                pushes: solution.pushes,
                pushes_proved: solution.pushes_proved,
                moves_proved: solution.moves_proved,
                lower_bound,
            })
        }
        Verdict::Unsolvable(why) => {
            let normal = Normal { bytes: Vec::new(), symmetry: pose.symmetry, part: pose.part };
            let mut cells: Vec<usize> = reason.iter().map(|&cell| normal.origin(cell, board.width)).collect();
            cells.sort_unstable();
            Shown::Unsolvable(Some((why.kind, cells)))
        }
        Verdict::Unknown(_) => Shown::Unknown { lower_bound },
    }
}
