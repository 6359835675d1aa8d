//! The level: board, rules of play, moves and their replay. Knows nothing of text.

mod arena;
mod board;
mod metrics;
mod moves;
mod normal;
mod replay;

pub(crate) use arena::walk;
pub use arena::{Arena, Fault, NONE, arena, enclosed};
pub use board::{Board, Cell, Edge, cell_name};
pub use metrics::{Metrics, metrics};
pub use moves::{Dir, Move, Style, count_moves, parse_letter, write_moves};
pub use normal::{Normal, Part, SYMMETRIES, Symmetry, normal_form};
pub use replay::{Replay, Stop, replay};
