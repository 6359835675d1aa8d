//! `sok`: Sokoban level files, understood.
//!
//! The crate is a pure core with two thin shells. Imports point to the left only (a test sees to it):
//!
//! ```text
//! text → level → solve, tiles → syntax → analysis → ide → lsp, cli
//! ```
//!
//! * [`text`]: spans, positions, documents and edits.
//! * [`level`]: the board, its rules, moves and replay, symmetries.
//! * [`solve`]: the exact search for Sokoban boards.
//! * [`tiles`]: the sliding puzzle (board, rules, exact search).
//! * [`syntax`]: lossless reading of level files in every notation.
//! * [`analysis`]: findings about a level, from one table.
//! * [`ide`]: editor features as plain data (offsets, labels, edits).
//! * [`lsp`] and [`cli`]: the shells, with [`shelf`] (results on disk) and [`timer`] between them. Only they know
//!   protocols, files, threads and time.
//!
//! Everything left of the shells is deterministic: it does no I/O, starts no threads and reads no clock.

// Boards and answers for tests are the same inside the crate and outside.
#[cfg(test)]
extern crate self as sok;

pub mod analysis;
pub mod cli;
pub mod config;
pub mod ide;
pub mod level;
pub mod lsp;
pub mod shelf;
pub mod solve;
pub mod syntax;
pub mod text;
pub mod tiles;
pub mod timer;
