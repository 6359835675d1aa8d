//! The language server. The only place that knows the protocol; every judgement is the core's.
//!
//! ```text
//! input → frames → gate → handlers → ide
//!                   │ (documents, settings, cancelling: in order of arrival)
//!                   └→ desk, one for each document: diagnostics of its newest version
//!                        └→ searches: verdicts → news: diagnostics and lenses that they change
//! ```
//!
//! * `serve`: the life of the process. * `frames`: the input as readable messages.
//! * `gate`: what must happen in order. * `world`: the open documents. * `state`: what everything shares.
//! * `handlers` and `commands`: the answers to requests. * `sight`: what a request looks at. * `folder`: the files of
//!   the workspace. * `convert` and `present`: the protocol's types and the core's.
//! * `desk`, `pace`: diagnostics. * `searches`, `queue`, `answers`: verdicts. * `news`, `keep`: telling
//!   of them.
//!
//! No request waits for the client, for an older request or for a search; see `docs/lsp-extensions.md` for what goes
//! beyond the protocol.

mod answers;
mod caps;
mod commands;
mod convert;
mod desk;
mod folder;
pub mod frames;
mod gate;
mod handlers;
mod keep;
mod news;
mod pace;
mod parent;
mod present;
mod queue;
mod searches;
mod serve;
mod sight;
mod state;
mod uri;
mod world;
mod written;

use std::sync::{Mutex, MutexGuard, PoisonError};

pub use commands::COMMANDS;
pub use serve::serve;

/// Locks what one panic must not make unusable: every value behind a lock here is whole between two statements.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
