//! Editor features as plain data: byte offsets, labels, edits. Written as for an ideal editor; knows no protocol.
//!
//! A [`Snapshot`] is everything known of one version of one document without a search. Verdicts live outside, by
//! [`PuzzleKey`], because they outlive versions and documents: every function that needs them takes a [`Lookup`].

mod across;
mod complete;
mod convert;
mod diagnostics;
mod fixes;
mod format;
mod highlight;
mod hover;
mod insert;
mod keys;
mod lenses;
mod meaning;
mod picture;
mod place;
mod puzzle;
mod ranges;
mod rewrite;
mod signs;
mod snapshot;
mod solutions;
mod svg;
mod symbols;
mod tokens;
mod told;
mod transform;
mod typing;
mod view;

pub use across::{Across, first_row};
pub use complete::{Completion, CompletionKind, completions};
pub use convert::{Converted, TARGETS, convert_file, convert_level};
pub use diagnostics::{Diagnostic, diagnostics, gravest, level_diagnostics};
pub use fixes::{Fix, fixes};
pub use format::{FORMAT_RULES, Floor, FormatRule, format, format_level, format_range};
pub use highlight::highlights;
pub use hover::{Hover, hover};
pub use insert::{Offer, insert_solution, offer};
pub use keys::{KEYS, KeyInfo, key_info};
pub use lenses::{Action, LENSES_PER_LEVEL, Lens, lenses, title_of};
pub use place::Place;
pub use puzzle::{Answer, Job, PuzzleKey, Shown, Solved, show};
pub use ranges::{FoldKind, folds, selections};
pub use rewrite::{REWRITES, Rewrite, rewrite};
pub use signs::picture;
pub use snapshot::{LevelEntry, LevelFacts, Snapshot, analyse};
pub use svg::{svg, text as text_picture};
pub use symbols::{Symbol, SymbolKind, symbols};
pub use tokens::{TOKEN_MODIFIERS, TOKEN_TYPES, Token, TokenModifier, TokenType, tokens};
pub use told::Told;
pub use transform::turn;
pub use typing::{inlays, links, new_row, rename as rename_title, title_at};
pub use view::{Caret, Content, Mark, Played, StoredView, Stroke, View, caret, draw, insert_moves, play, view};

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
