//! What is to be said about a level: findings with exact places, made from one table of rules.
//!
//! Structure ([`check`]) is judged without any search, in time close to linear in the board, so that it can run at
//! every keystroke. What a search found out is turned into a finding by [`from_reason`].

mod alone;
mod check;
mod freeze;
mod live;
mod rules;
mod runs;
mod solutions;
mod stored;
mod tidy;
mod words;
mod writing;

pub use alone::alone;
pub use check::{Facts, check, from_reason, whole};
pub use freeze::frozen_groups;
pub use live::{Sides, live_cells, live_with_targets};
pub use rules::{Code, RULES, Rule, Severity, Strictness, Weights};
pub use solutions::{check_solutions, wrong_capitals};
pub use stored::{StoredState, judge_slides, judge_stored};
pub use tidy::{Use, redundant_walls, use_of};
pub use words::{cells_in_words, count};
pub use writing::{check_keys, check_writing, ignored};

use std::borrow::Cow;

use crate::text::Span;

/// Places with a word each. There can be many on many levels, so a word that is always the same is not copied.
pub type Related = Vec<(Span, Cow<'static, str>)>;

/// One thing that is to be said about a level. Spans are relative to the start of the level's span.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    pub code: Code,
    pub severity: Severity,
    pub span: Span,
    pub message: String,
    /// Other places that belong to it, each with a word of its own.
    pub related: Related,
}

impl Finding {
    /// A finding with the weight that its rule gives it.
    pub fn new(code: Code, span: Span, message: String) -> Finding {
        Finding { code, severity: code.rule().severity, span, message, related: Vec::new() }
    }
}
