//! How soon a change is looked at.
//!
//! Typing is looked at as it comes. When changes rain down (a macro, a tool, replace in many places), each would cost
//! an analysis that nobody reads, so then there is a rest after each.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// So many changes within [`WINDOW`] are no typing.
const MANY: usize = 8;
const WINDOW: Duration = Duration::from_millis(32);
/// From one analysis to the next while it rains.
const REST: Duration = Duration::from_millis(30);

#[derive(Default, Debug)]
pub struct Pace {
    arrivals: VecDeque<Instant>,
    last: Option<Instant>,
}

impl Pace {
    pub fn arrived(&mut self, now: Instant) {
        if self.arrivals.len() == MANY {
            self.arrivals.pop_front();
        }
        self.arrivals.push_back(now);
    }

    /// How long to wait from now on before the next analysis.
    pub fn rest(&self, now: Instant) -> Duration {
        let rains = self.arrivals.len() == MANY && self.arrivals.front().is_some_and(|&first| now - first < WINDOW);
        match self.last {
            Some(last) if rains => (last + REST).saturating_duration_since(now),
            _ => Duration::ZERO,
        }
    }

    pub fn began(&mut self, now: Instant) {
        self.last = Some(now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many analyses changes at the given distance get, and how late the last one is looked at.
    fn analyses(changes: u32, apart: Duration) -> (u32, Duration) {
        let start = Instant::now();
        let (mut pace, mut count, mut due) = (Pace::default(), 0, None);
        for n in 0..changes {
            let now = start + apart * n;
            if due.is_some_and(|due| due <= now) {
                pace.began(due.unwrap());
                (count, due) = (count + 1, None);
            }
            pace.arrived(now);
            due = due.or(Some(now + pace.rest(now)));
        }
        (count + 1, due.unwrap() - (start + apart * (changes - 1)))
    }

    #[test]
    fn typing_is_looked_at_at_once() {
        assert_eq!(analyses(100, Duration::from_millis(50)), (100, Duration::ZERO));
        assert_eq!(analyses(100, Duration::from_millis(5)), (100, Duration::ZERO));
    }

    #[test]
    fn rain_is_not_looked_at_drop_by_drop() {
        for apart in [Duration::from_micros(1), Duration::from_millis(1), Duration::from_millis(2)] {
            let (count, late) = analyses(500, apart);
            assert!(count <= 50, "{count}");
            assert!(late <= REST);
        }
    }
}
