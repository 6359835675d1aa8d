//! Editor features as plain data: byte offsets, labels, edits. Written as for an ideal editor; knows no protocol.
//!
//! A [`Snapshot`] is everything known of one version of one document without a search. Verdicts live outside, by
//! [`PuzzleKey`], because they outlive versions and documents: every function that needs them takes a [`Lookup`].

mod convert;
mod diagnostics;
mod format;
mod insert;
mod lenses;
mod meaning;
mod picture;
mod puzzle;
mod rewrite;
mod snapshot;
mod solutions;
mod transform;

pub use convert::{Converted, TARGETS, convert_file, convert_level};
pub use diagnostics::{Diagnostic, diagnostics};
pub use format::{FORMAT_RULES, Floor, FormatRule, format, format_level, format_range};
pub use insert::{Offer, insert_solution, offer};
pub use lenses::{Action, Lens, lenses};
pub use puzzle::{Answer, Job, PuzzleKey, Shown, Solved, show};
pub use rewrite::{REWRITES, Rewrite, rewrite};
pub use snapshot::{LevelEntry, LevelFacts, Snapshot, analyse};
pub use transform::turn;

use crate::solve::Progress;
use std::sync::Arc;

/// What is known about a puzzle's verdict.
#[derive(Clone, Debug)]
pub enum State {
    /// Its turn has not come.
    Waiting,
    Searching(Progress),
    Known(Arc<Answer>),
}

/// Finds a puzzle's verdict; `None` when nobody asked for one.
pub type Lookup<'a> = &'a dyn Fn(PuzzleKey) -> Option<State>;
