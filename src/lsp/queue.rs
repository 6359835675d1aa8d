//! Which puzzle is searched next, and what is known of each. Plain data: it starts nothing and reads no clock.
//!
//! First comes what was edited last, once its author rests; then what can be seen; then the rest of what is open. A
//! search whose puzzle is no longer in any open document is stopped. Answers are kept by puzzle, so that an undone
//! edit has its verdict back at once.

use std::cell::Cell;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustc_hash::{FxHashMap, FxHashSet};

use super::answers::Answers;
use super::uri::Key;
use super::world::Analysis;
use crate::config::Settings;
use crate::ide::{Answer, Job, LevelEntry, PuzzleKey, Snapshot, State};
use crate::shelf::Kept;
use crate::solve::{Budget, Progress, Stop};

/// How long an edited level must be left alone before it is searched.
pub const CALM: Duration = Duration::from_millis(500);

/// What an editor shows of a document that it opened, until more is known.
const FIRST_SCREEN: Range<u32> = 0..60;

/// How urgent a search is, the most urgent first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Rank {
    /// Somebody asked for it by name.
    Asked,
    Edited,
    Seen,
    Rest,
}

/// A search that was handed out.
#[derive(Clone, Debug)]
pub struct Run {
    pub id: u64,
    pub key: PuzzleKey,
    pub rank: Rank,
    pub stop: Stop,
    pub time: Duration,
    pub budget: Budget,
}

#[derive(Debug)]
pub struct Queue {
    docs: HashMap<Key, Wanted>,
    /// The lines of each document that its client showed an interest in last.
    seen: HashMap<Key, Range<u32>>,
    answers: Answers,
    running: Vec<Running>,
    /// Puzzles whose search failed by a fault of ours. They are not tried again.
    failed: FxHashSet<PuzzleKey>,
    /// Puzzles whose results were looked for on disk.
    looked_up: FxHashSet<PuzzleKey>,
    settings: Arc<Settings>,
    cores: usize,
    next_id: u64,
}

#[derive(Debug)]
struct Running {
    run: Run,
    progress: Progress,
    /// Stopped from outside, not by its time limit: what it found so far is no verdict within the limit.
    cancelled: bool,
}

/// An open document's part in the queue.
#[derive(Debug)]
struct Wanted {
    analysis: Arc<Analysis>,
    /// The levels that were edited, and when they became what they are.
    touched: FxHashMap<PuzzleKey, Touched>,
    /// The levels whose puzzles are still to be looked for on disk.
    unknown: Range<usize>,
    /// No level before this one is to be searched, unless it is seen again after its verdict was forgotten. Without
    /// it, each search of a long file would look at all of them.
    rest: Cell<usize>,
    /// The first level that was passed over because its puzzle is one that was edited elsewhere.
    held: Cell<Option<usize>>,
}

#[derive(Clone, Copy, Debug)]
struct Touched {
    at: Instant,
    level: usize,
}

/// What a worker is to do.
#[derive(Debug)]
pub enum Next {
    Search(Job, Run),
    /// Nothing, until this moment or until something changes.
    Wait(Option<Instant>),
}

/// Why a search that was asked for is not begun.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// There is nothing to search.
    Nothing,
    Running,
    /// Others that were asked for take all there is.
    Busy,
}

impl Queue {
    pub fn new(settings: Arc<Settings>, cores: usize) -> Queue {
        Queue {
            docs: HashMap::new(),
            seen: HashMap::new(),
            answers: Answers::default(),
            running: Vec::new(),
            failed: FxHashSet::default(),
            looked_up: FxHashSet::default(),
            settings,
            cores: cores.max(1),
            next_id: 1,
        }
    }

    /// Takes in a document's newest analysis; `None` when it was closed. True if a level was edited.
    pub fn update(&mut self, key: &Key, analysis: Option<Arc<Analysis>>, now: Instant) -> bool {
        let old = self.docs.remove(key);
        let mut edited = false;
        let mut gone = None;
        match (old, analysis) {
            (Some(old), Some(analysis)) => {
                let next = old.followed_by(analysis, now);
                gone = Some(next.gone);
                edited = next.edited;
                self.docs.insert(key.clone(), next.wanted);
            }
            (None, Some(analysis)) => _ = self.docs.insert(key.clone(), Wanted::new(analysis)),
            (_, None) => _ = self.seen.remove(key),
        }
        let docs = &self.docs;
        let is_wanted = |puzzle| docs.values().any(|wanted| keys(&wanted.analysis.snapshot).any(|key| key == puzzle));
        for running in &mut self.running {
            // Going through all puzzles takes long; most edits leave the one that is searched alone.
            let may_be_gone = gone.as_ref().is_none_or(|gone| gone.contains(&running.run.key));
            if may_be_gone && !is_wanted(running.run.key) {
                running.cancel();
            }
        }
        edited
    }

    /// A document as it was taken in last.
    pub fn analysis(&self, key: &Key) -> Option<Arc<Analysis>> {
        self.docs.get(key).map(|wanted| Arc::clone(&wanted.analysis))
    }

    /// Takes over settings. Searches that are no longer wanted are stopped.
    pub fn configure(&mut self, settings: Arc<Settings>) {
        if !settings.solve {
            self.running.iter_mut().filter(|running| running.run.rank != Rank::Asked).for_each(Running::cancel);
        }
        self.settings = settings;
        self.start_over();
    }

    /// Has every level looked at again: one that needed no search may need one now.
    fn start_over(&mut self) {
        for wanted in self.docs.values_mut() {
            (wanted.unknown, wanted.rest) = (0..wanted.analysis.snapshot.levels.len(), Cell::new(0));
        }
    }

    /// Takes in which lines of a document can be seen.
    pub fn see(&mut self, key: Key, lines: Range<u32>) {
        if self.docs.contains_key(&key) {
            self.seen.insert(key, lines);
        }
    }

    /// The puzzles that are to be looked for on disk before they are searched; each is named once.
    pub fn unknown(&mut self) -> Vec<PuzzleKey> {
        /// More than these are looked for later.
        const MOST: usize = 2_000;
        if !self.settings.cache {
            return Vec::new();
        }
        let mut unknown = Vec::new();
        for wanted in self.docs.values_mut() {
            while unknown.len() < MOST
                && let Some(level) = wanted.unknown.next()
            {
                unknown.extend(wanted.analysis.snapshot.key(level).filter(|key| !self.looked_up.contains(key)));
            }
        }
        if self.looked_up.len() > 100 * MOST {
            self.looked_up.clear();
        }
        self.looked_up.extend(&unknown);
        unknown.into_iter().filter(|&key| self.lacks(key)).collect()
    }

    /// Takes in results from the disk. Gives the puzzles whose verdict is another than before.
    pub fn recall(&mut self, kept: Vec<Kept>) -> Vec<PuzzleKey> {
        let mut news = Vec::new();
        for Kept { key, answer, time, .. } in kept {
            if self.answers.put(key, answer, time) {
                news.push(key);
            }
        }
        news
    }

    /// True while results may be put on disk.
    pub fn keeps_results(&self) -> bool {
        self.settings.cache
    }

    /// The search that is to be run now.
    pub fn next(&mut self, now: Instant) -> Next {
        if !self.settings.solve || self.running.len() >= self.cores {
            return Next::Wait(None);
        }
        loop {
            let (analysis, place) = match self.most_urgent(now) {
                Ok(found) => found,
                Err(soonest) => return Next::Wait(soonest),
            };
            let time = Duration::from_secs_f64(self.settings.solve_time_limit);
            // Of several searches that nobody asked for by name, none is to take most of the memory.
            let memory = self.settings.solve_memory_limit / 4.0;
            if let Some((job, run)) = self.begin(&analysis.snapshot, place.level, place.rank, time, memory) {
                return Next::Search(job, run);
            }
        }
    }

    /// The level to be searched next, or else when the next edited one has rested.
    fn most_urgent(&self, now: Instant) -> Result<(Arc<Analysis>, Place), Option<Instant>> {
        let mut soonest: Option<Instant> = None;
        let mut best: Option<(&Wanted, Place)> = None;
        for (key, wanted) in &self.docs {
            let mut offer = |rank, since, level| {
                let place = Place { rank, since: Reverse(since), level };
                if best.as_ref().is_none_or(|(_, best)| place < *best) {
                    best = Some((wanted, place));
                }
            };
            for (&puzzle, &Touched { at, level }) in &wanted.touched {
                if !self.lacks(puzzle) {
                    continue;
                }
                if at + CALM > now {
                    soonest = Some(soonest.map_or(at + CALM, |soonest| soonest.min(at + CALM)));
                } else {
                    offer(Rank::Edited, Some(at), level);
                }
            }
            let (snapshot, lacking) = (&wanted.analysis.snapshot, |level: &usize| self.lacks_level(wanted, *level));
            let seen = wanted.analysis.levels_among(self.seen.get(key).unwrap_or(&FIRST_SCREEN));
            seen.filter(lacking).take(1).for_each(|level| offer(Rank::Seen, None, level));
            let rest = (wanted.rest.get()..snapshot.levels.len()).find(lacking);
            wanted.rest.set(rest.unwrap_or(snapshot.levels.len()));
            rest.into_iter().for_each(|level| offer(Rank::Rest, None, level));
        }
        best.map(|(wanted, place)| (Arc::clone(&wanted.analysis), place)).ok_or(soonest)
    }

    /// Begins a search that was asked for by name, with the long limits.
    pub fn ask(&mut self, snapshot: &Snapshot, level: usize) -> Result<(Job, Run), Refusal> {
        let key = snapshot.key(level).ok_or(Refusal::Nothing)?;
        let is_asked = |running: &&Running| running.run.rank == Rank::Asked && !running.cancelled;
        let asked: Vec<PuzzleKey> = self.running.iter().filter(is_asked).map(|running| running.run.key).collect();
        if asked.contains(&key) {
            return Err(Refusal::Running);
        }
        if asked.len() >= (self.cores - 1).max(1) {
            return Err(Refusal::Busy);
        }
        // The same puzzle need not be searched twice at a time, and on a single core nothing beside.
        for running in &mut self.running {
            if running.run.key == key || self.cores == 1 {
                running.cancel();
            }
        }
        let time = Duration::from_secs_f64(self.settings.solve_long_time_limit);
        let memory = self.settings.solve_memory_limit;
        self.begin(snapshot, level, Rank::Asked, time, memory).ok_or(Refusal::Nothing)
    }

    fn begin(
        &mut self,
        snapshot: &Snapshot,
        level: usize,
        rank: Rank,
        time: Duration,
        mebibytes: f64,
    ) -> Option<(Job, Run)> {
        let key = snapshot.key(level)?;
        let Some(job) = snapshot.job(level) else {
            // A puzzle without a job is a fault of ours; without this it would be tried for ever.
            self.failed.insert(key);
            return None;
        };
        let budget = Budget { memory: (mebibytes * f64::from(1 << 20)) as usize, ..Budget::default() };
        let run = Run { id: self.next_id, key, rank, stop: Stop::default(), time, budget };
        self.next_id += 1;
        let progress = Progress { lower_bound: 0, best: None, nodes: 0 };
        self.running.push(Running { run: run.clone(), progress, cancelled: false });
        Some((job, run))
    }

    /// Stops a less urgent search when an edited level's rest is over. True if one was stopped.
    pub fn make_way(&mut self, now: Instant) -> bool {
        let due = self.docs.values().any(|wanted| {
            wanted.touched.iter().any(|(&puzzle, touched)| touched.at + CALM <= now && self.lacks(puzzle))
        });
        let mut stopped = false;
        for running in self.running.iter_mut().filter(|running| due && running.run.rank > Rank::Edited) {
            running.cancel();
            stopped = true;
        }
        stopped
    }

    pub fn report(&mut self, id: u64, progress: Progress) {
        if let Some(running) = self.running.iter_mut().find(|running| running.run.id == id) {
            running.progress = progress;
        }
    }

    /// Takes in what a search ended with; `None` when it failed. True if the puzzle's verdict is another than before.
    pub fn finish(&mut self, run: &Run, answer: Option<Answer>) -> bool {
        let place = self.running.iter().position(|running| running.run.id == run.id);
        let cancelled = place.is_some_and(|place| self.running.remove(place).cancelled);
        if cancelled {
            self.start_over();
        }
        let Some(answer) = answer else {
            self.failed.insert(run.key);
            return true;
        };
        // An ordinary search that was cut short says nothing; what one found that ran for long is worth keeping.
        if cancelled && run.rank != Rank::Asked && !answer.is_final() {
            return false;
        }
        self.answers.put(run.key, answer, if cancelled { Duration::ZERO } else { run.time })
    }

    /// Takes back a search that was handed out and could not be run.
    pub fn abandon(&mut self, id: u64) {
        self.running.retain(|running| running.run.id != id);
        self.start_over();
    }

    /// Stops the search with the given number.
    pub fn cancel(&mut self, id: u64) {
        self.running.iter_mut().filter(|running| running.run.id == id).for_each(Running::cancel);
    }

    pub fn cancel_all(&mut self) {
        self.docs.clear();
        self.running.iter_mut().for_each(Running::cancel);
    }

    pub fn progress(&self, id: u64) -> Option<Progress> {
        self.running.iter().find(|running| running.run.id == id).map(|running| running.progress)
    }

    pub fn answer(&self, puzzle: PuzzleKey) -> Option<Arc<Answer>> {
        self.answers.get(puzzle)
    }

    pub fn state(&self, puzzle: PuzzleKey) -> Option<State> {
        let running = self.running.iter().find(|running| running.run.key == puzzle && !running.cancelled);
        match (running, self.answers.get(puzzle)) {
            (Some(running), _) => Some(State::Searching(running.progress)),
            (None, Some(answer)) => Some(State::Known(answer)),
            (None, None) => (self.settings.solve && !self.failed.contains(&puzzle)).then_some(State::Waiting),
        }
    }

    /// How many searches run.
    pub fn running(&self) -> usize {
        self.running.len()
    }

    /// True for a level that is to be searched and is not, and was not edited.
    fn lacks_level(&self, wanted: &Wanted, level: usize) -> bool {
        let Some(puzzle) = wanted.analysis.snapshot.key(level) else { return false };
        let Some(touched) = wanted.touched.get(&puzzle) else { return self.lacks(puzzle) };
        if touched.level != level {
            wanted.held.set(Some(wanted.held.get().map_or(level, |held| held.min(level))));
        }
        false
    }

    /// True for a puzzle that is to be searched and is not.
    fn lacks(&self, puzzle: PuzzleKey) -> bool {
        let limit = Duration::from_secs_f64(self.settings.solve_time_limit);
        !self.answers.suffices(puzzle, limit)
            && !self.failed.contains(&puzzle)
            && self.running.iter().all(|running| running.run.key != puzzle)
    }
}

/// A document's part in the queue after an edit.
struct Followed {
    wanted: Wanted,
    /// The puzzles of the levels that are no longer as they were.
    gone: FxHashSet<PuzzleKey>,
    /// Whether a level was edited now.
    edited: bool,
}

impl Wanted {
    fn new(analysis: Arc<Analysis>) -> Wanted {
        let unknown = 0..analysis.snapshot.levels.len();
        Wanted { analysis, touched: FxHashMap::default(), unknown, rest: Cell::new(0), held: Cell::new(None) }
    }

    /// What is wanted of the next version. Apart from comparing the levels, takes time in proportion to those edited.
    fn followed_by(&self, analysis: Arc<Analysis>, now: Instant) -> Followed {
        let (old, next) = (&self.analysis.snapshot, &analysis.snapshot);
        // What an edit leaves alone at the start and at the end keeps its facts.
        let same = |(one, other): &(&LevelEntry, &LevelEntry)| Arc::ptr_eq(&one.facts, &other.facts);
        let head = old.levels.iter().zip(&next.levels).take_while(same).count();
        let pairs = old.levels[head..].iter().rev().zip(next.levels[head..].iter().rev());
        let tail = pairs.take_while(same).count();
        let (old_end, next_end) = (old.levels.len() - tail, next.levels.len() - tail);
        let gone: FxHashSet<PuzzleKey> = (head..old_end).filter_map(|level| old.key(level)).collect();
        let moved = |level: usize| match level {
            level if level < head => Some(level),
            level if level >= old_end => Some(level - old_end + next_end),
            _ => None,
        };
        let kept = self.touched.iter().filter_map(|(&key, touched)| Some((key, touched.at, moved(touched.level)?)));
        let mut touched: FxHashMap<PuzzleKey, Touched> =
            kept.map(|(key, at, level)| (key, Touched { at, level })).collect();
        let mut edited = false;
        for level in head..next_end {
            let Some(puzzle) = next.key(level) else { continue };
            let at = match self.touched.get(&puzzle) {
                Some(touched) => touched.at,
                None if gone.contains(&puzzle) => continue,
                None => now,
            };
            edited |= !self.touched.contains_key(&puzzle);
            touched.insert(puzzle, Touched { at, level });
        }
        let rest = [Some(self.rest.get()), self.held.get()].into_iter().flatten();
        let rest = Cell::new(rest.map(|level| moved(level).unwrap_or(head)).min().unwrap_or(0));
        let unknown = if self.unknown.is_empty() { head..next_end } else { 0..next.levels.len() };
        Followed { wanted: Wanted { analysis, touched, unknown, rest, held: Cell::new(None) }, gone, edited }
    }
}

/// The order in which searches are begun.
#[derive(PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Place {
    rank: Rank,
    since: Reverse<Option<Instant>>,
    level: usize,
}

impl Running {
    fn cancel(&mut self) {
        self.cancelled = true;
        self.run.stop.set();
    }
}

fn keys(snapshot: &Snapshot) -> impl Iterator<Item = PuzzleKey> + '_ {
    (0..snapshot.levels.len()).filter_map(|level| snapshot.key(level))
}

#[cfg(test)]
mod tests;
