//! How much a search may spend, and how it is stopped from outside.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The most a search may spend. It is deterministic for a given budget and one thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// States expanded.
    pub nodes: u64,
    /// Bytes of its tables, roughly the memory the search adds to the process.
    pub memory: usize,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { nodes: u64::MAX, memory: 1 << 30 }
    }
}

/// What ended a search before it knew the answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Limit {
    /// The [`Stop`] was set from outside: cancelled, or out of time.
    Stopped,
    Nodes,
    Memory,
    /// The board is larger than the search takes on.
    Size,
}

/// A flag by which the outside ends a search. Clones share the flag. A search polls it at least every few
/// milliseconds; whoever owns a clock (the core does not) sets it when time is up.
#[derive(Clone, Default, Debug)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
