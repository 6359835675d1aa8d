//! The positions still to be expanded, in buckets by their costs.

/// A priority queue for small integer costs, by total and then by rest.
///
/// The lowest total always comes first, which is all that a proof needs. Among equal totals the newest entry with the
/// lowest rest comes first, as in A* with its usual tie-breaking. On request every other entry is taken from each
/// rest in turn instead (type-based exploration; Xie, Müller, Holte and Imai 2014): a position that looks almost
/// done may be lost in a way no rule sees, and so are its countless descendants.
///
/// Entries are never removed when they are superseded; the reader tells stale ones by comparing costs.
#[derive(Default, Debug)]
pub(super) struct Open {
    /// By total, then by rest.
    buckets: Vec<Vec<Vec<u32>>>,
    /// No bucket below this total has entries.
    total: usize,
    /// No bucket below this rest in the current total has entries.
    rest: usize,
    /// The rest whose turn it is.
    turn: usize,
    pops: u32,
    random: u32,
    len: usize,
    /// Lists of the third level, empty ones too.
    lists: usize,
}

impl Open {
    pub fn push(&mut self, total: usize, rest: usize, id: u32) {
        if self.buckets.len() <= total {
            self.buckets.resize_with(total + 1, Vec::new);
        }
        let bucket = &mut self.buckets[total];
        if bucket.len() <= rest {
            self.lists += rest + 1 - bucket.len();
            bucket.resize_with(rest + 1, Vec::new);
        }
        bucket[rest].push(id);
        self.len += 1;
        if total < self.total {
            self.total = total;
            self.rest = rest;
        } else if total == self.total {
            self.rest = self.rest.min(rest);
        }
    }

    /// The next entry with its total and rest.
    pub fn pop(&mut self, in_turns: bool) -> Option<(usize, usize, u32)> {
        while let Some(bucket) = self.buckets.get_mut(self.total) {
            while bucket.get(self.rest).is_some_and(Vec::is_empty) {
                self.rest += 1;
            }
            if self.rest < bucket.len() {
                self.pops = self.pops.wrapping_add(1);
                self.len -= 1;
                if in_turns && self.pops.is_multiple_of(2) {
                    return Some(self.pop_in_turn());
                }
                return bucket[self.rest].pop().map(|id| (self.total, self.rest, id));
            }
            self.lists -= bucket.len();
            *bucket = Vec::new();
            self.total += 1;
            self.rest = 0;
        }
        None
    }

    /// Any entry of the next rest in the current total, which has entries.
    fn pop_in_turn(&mut self) -> (usize, usize, u32) {
        let bucket = &mut self.buckets[self.total];
        loop {
            self.turn += 1;
            if self.turn >= bucket.len() {
                self.turn = self.rest;
            }
            let ids = &mut bucket[self.turn];
            if !ids.is_empty() {
                // A linear congruential step is random enough to pick one.
                self.random = self.random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let place = (self.random >> 8) as usize % ids.len();
                return (self.total, self.turn, ids.swap_remove(place));
            }
        }
    }

    /// Bytes in use, at most: lists grow by doubling.
    pub fn bytes(&self) -> usize {
        self.len * size_of::<u32>() * 2 + self.lists * size_of::<Vec<u32>>() * 2
    }
}
