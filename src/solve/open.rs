//! The positions still to be expanded, in buckets by their costs.

/// A priority queue for small integer costs: lowest total first, among those the lowest rest, among those the newest.
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
    len: usize,
}

impl Open {
    pub fn push(&mut self, total: usize, rest: usize, id: u32) {
        if self.buckets.len() <= total {
            self.buckets.resize_with(total + 1, Vec::new);
        }
        let bucket = &mut self.buckets[total];
        if bucket.len() <= rest {
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
    pub fn pop(&mut self) -> Option<(usize, usize, u32)> {
        while let Some(bucket) = self.buckets.get_mut(self.total) {
            while let Some(ids) = bucket.get_mut(self.rest) {
                if let Some(id) = ids.pop() {
                    self.len -= 1;
                    return Some((self.total, self.rest, id));
                }
                self.rest += 1;
            }
            *bucket = Vec::new();
            self.total += 1;
            self.rest = 0;
        }
        None
    }

    /// Bytes in use, at most: lists grow by doubling.
    pub fn bytes(&self) -> usize {
        self.len * size_of::<u32>() * 2
    }
}
