//! The verdicts found so far, by puzzle. Bounded: those not asked for the longest go first.

use std::cell::Cell;
use std::cmp::Reverse;
use std::sync::Arc;
use std::time::Duration;

use rustc_hash::FxHashMap;

use crate::ide::{Answer, PuzzleKey};
use crate::solve::{Outcome, Verdict};
use crate::tiles;

/// Far more than what is open at a time, in a few tens of MiB.
const MOST: usize = 50_000;

#[derive(Default, Debug)]
pub struct Answers {
    entries: FxHashMap<PuzzleKey, Entry>,
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
            let best = better(&entry.answer, answer);
            let is_news = best != *entry.answer;
            if is_news {
                entry.answer = Arc::new(best);
            }
            return is_news;
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

/// The better of two answers about one puzzle, with the better of their lower bounds: each is proved.
fn better(old: &Answer, new: Answer) -> Answer {
    if old.is_final() || new.is_final() {
        return if old.is_final() { old.clone() } else { new };
    }
    match (old, new) {
        (Answer::Sokoban { outcome: old, .. }, Answer::Sokoban { outcome: new, reason }) => {
            let lower_bound = old.lower_bound.max(new.lower_bound);
            let outcome = if worth(&new.verdict) > worth(&old.verdict) { new } else { old.clone() };
            Answer::Sokoban { outcome: Outcome { lower_bound, ..outcome }, reason }
        }
        (
            &Answer::Tiles(tiles::Answer::Unknown { lower_bound: old, .. }),
            Answer::Tiles(tiles::Answer::Unknown { limit, lower_bound: new }),
        ) => Answer::Tiles(tiles::Answer::Unknown { limit, lower_bound: old.max(new) }),
        (_, new) => new,
    }
}

/// Orders what searches that were cut short have found: the more, the better.
fn worth(verdict: &Verdict) -> Option<(bool, Reverse<(usize, usize)>)> {
    match verdict {
        Verdict::Solved(solution) => Some((solution.pushes_proved, Reverse((solution.pushes, solution.moves.len())))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Dir, Move};
    use crate::solve::{Limit, Solution};

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

    /// A solution of so many pushes, not proved minimal.
    fn solved(pushes: usize, lower_bound: usize) -> Answer {
        let moves = vec![Move { dir: Dir::Right, push: true }; pushes];
        let solution = Solution { moves, pushes, pushes_proved: false, moves_proved: false };
        let outcome = Outcome { verdict: Verdict::Solved(solution), lower_bound, nodes: 1 };
        Answer::Sokoban { outcome, reason: Vec::new() }
    }

    fn searched(lower_bound: usize) -> Answer {
        let outcome = Outcome { verdict: Verdict::Unknown(Limit::Stopped), lower_bound, nodes: 1 };
        Answer::Sokoban { outcome, reason: Vec::new() }
    }

    #[test]
    fn the_best_of_several_searches_is_kept() {
        assert_eq!(better(&solved(9, 3), searched(5)), solved(9, 5));
        assert_eq!(better(&searched(5), solved(9, 3)), solved(9, 5));
        assert_eq!(better(&solved(9, 5), solved(8, 3)), solved(8, 5));
        assert_eq!(better(&solved(8, 3), solved(9, 5)), solved(8, 5));
        assert_eq!(better(&searched(5), searched(4)), searched(5));
        assert_eq!(better(&unknown(5), unknown(4)), unknown(5));
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
