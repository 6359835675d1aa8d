//! The verdicts found so far, by puzzle. Bounded: those not asked for the longest go first.

use std::cell::Cell;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use crate::ide::{Answer, PuzzleKey};

/// Far more than what is open at a time, in a few tens of MiB.
const MOST: usize = 50_000;

#[derive(Default, Debug)]
pub struct Answers {
    entries: HashMap<PuzzleKey, Entry>,
    /// Counts uses, as a clock for [`Entry::used`].
    clock: Cell<u64>,
}

#[derive(Debug)]
struct Entry {
    answer: Arc<Answer>,
    /// How long its search was allowed to take.
    time: Duration,
    used: Cell<u64>,
}

impl Answers {
    pub fn get(&self, puzzle: PuzzleKey) -> Option<Arc<Answer>> {
        let entry = self.entries.get(&puzzle)?;
        entry.used.set(self.tick());
        Some(Arc::clone(&entry.answer))
    }

    /// True when a search of the given length would not find out more.
    pub fn suffices(&self, puzzle: PuzzleKey, time: Duration) -> bool {
        self.entries.get(&puzzle).is_some_and(|entry| entry.answer.is_final() || entry.time >= time)
    }

    /// Keeps an answer, unless a better one is known. True if it is another than before.
    pub fn put(&mut self, puzzle: PuzzleKey, answer: Answer, time: Duration) -> bool {
        let used = Cell::new(self.tick());
        if let Some(entry) = self.entries.get_mut(&puzzle) {
            entry.time = entry.time.max(time);
            entry.used = used;
            if *entry.answer == answer || entry.answer.is_final() {
                return false;
            }
            entry.answer = Arc::new(answer);
            return true;
        }
        if self.entries.len() >= MOST {
            self.forget_the_oldest();
        }
        self.entries.insert(puzzle, Entry { answer: Arc::new(answer), time, used });
        true
    }

    fn forget_the_oldest(&mut self) {
        let mut uses: Vec<u64> = self.entries.values().map(|entry| entry.used.get()).collect();
        uses.sort_unstable();
        let middle = uses[uses.len() / 2];
        self.entries.retain(|_, entry| entry.used.get() > middle);
    }

    fn tick(&self) -> u64 {
        self.clock.set(self.clock.get() + 1);
        self.clock.get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::Limit;
    use crate::tiles;

    fn unknown(lower_bound: usize) -> Answer {
        Answer::Tiles(tiles::Answer::Unknown { limit: Limit::Stopped, lower_bound })
    }

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_verdict_is_not_lost_to_a_lesser_one() {
        let mut answers = Answers::default();
        let puzzle = PuzzleKey([1, 2]);
        assert!(!answers.suffices(puzzle, SECOND));
        assert!(answers.put(puzzle, unknown(3), SECOND));
        assert!(answers.suffices(puzzle, SECOND) && !answers.suffices(puzzle, 2 * SECOND));
        assert!(!answers.put(puzzle, unknown(3), 2 * SECOND));
        assert!(answers.suffices(puzzle, 2 * SECOND));
        assert!(answers.put(puzzle, Answer::Tiles(tiles::Answer::Unsolvable), SECOND));
        assert!(!answers.put(puzzle, unknown(3), SECOND));
        assert!(answers.suffices(puzzle, 9 * SECOND));
    }

    #[test]
    fn what_is_in_use_stays() {
        let mut answers = Answers::default();
        let used = PuzzleKey([0, 0]);
        answers.put(used, unknown(0), SECOND);
        for n in 1..=2 * MOST as u64 {
            answers.put(PuzzleKey([n, 1]), unknown(0), SECOND);
            assert!(answers.get(used).is_some());
        }
        assert!(answers.entries.len() <= MOST);
    }
}
