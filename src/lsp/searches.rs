//! The searches as they run: threads and clocks around the [`Queue`].
//!
//! One worker runs what nobody asked for by name, and leaves the other cores alone; a search that was asked for gets
//! a thread of its own. Nothing here waits for a search: stopping one sets its flag, and its thread is let go.

use std::io;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::oneshot;

use super::lock;
use super::queue::{CALM, Next, Queue, Rank, Refusal, Run};
use super::uri::Key;
use super::world::Analysis;
use crate::config::Settings;
use crate::ide::{Answer, Job, PuzzleKey, Snapshot, State};
use crate::shelf::{Kept, Shelf};
use crate::solve::{Objective, Progress};
use crate::timer::stop_after;

/// A search may nest deeply.
const STACK: usize = 16 << 20;

/// A handle of the searches; clones share them.
#[derive(Clone, Debug)]
pub struct Searches {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    queue: Mutex<Queue>,
    changed: Condvar,
    /// Results on disk, if there is a place for them.
    shelf: Option<Shelf>,
    pile: Mutex<Pile>,
    /// Held while results are being put on disk.
    writing: Mutex<()>,
    found: UnboundedSender<Found>,
}

/// Results that are still to be put on disk.
#[derive(Debug)]
struct Pile {
    results: Vec<Kept>,
    since: Instant,
}

/// Results are put on disk this often at most.
const FLUSH: Duration = Duration::from_millis(500);

/// A puzzle whose verdict is another than before.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    pub key: PuzzleKey,
    pub rank: Rank,
}

/// A search that was asked for by name.
#[derive(Debug)]
pub struct Asked {
    pub id: u64,
    /// Resolves when the search has ended.
    pub ended: oneshot::Receiver<()>,
}

impl Searches {
    /// Starts the worker. Verdicts are told through `found`.
    pub fn start(settings: Arc<Settings>, shelf: Option<Shelf>, found: UnboundedSender<Found>) -> Searches {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let queue = Mutex::new(Queue::new(settings, cores));
        let pile = Mutex::new(Pile { results: Vec::new(), since: Instant::now() });
        let searches = Searches {
            inner: Arc::new(Inner { queue, changed: Condvar::new(), shelf, pile, writing: Mutex::default(), found }),
        };
        let worker = searches.clone();
        if let Err(error) = spawn(move || worker.work()) {
            tracing::error!("no searches: {error}");
        }
        searches
    }

    /// Takes in a document's newest analysis; `None` when it was closed.
    pub fn update(&self, key: &Key, analysis: Option<Arc<Analysis>>) {
        let mut queue = lock(&self.inner.queue);
        let old = queue.analysis(key);
        let edited = queue.update(key, analysis, Instant::now());
        drop(queue);
        // To take a long file's analysis apart takes long, and nobody is to wait for that.
        drop(old);
        self.inner.changed.notify_all();
        if edited {
            let searches = self.clone();
            tokio::spawn(async move {
                tokio::time::sleep(CALM).await;
                if lock(&searches.inner.queue).make_way(Instant::now()) {
                    tracing::debug!("a search makes way for the edited level");
                }
                searches.inner.changed.notify_all();
            });
        }
    }

    pub fn configure(&self, settings: Arc<Settings>) {
        lock(&self.inner.queue).configure(settings);
        self.inner.changed.notify_all();
    }

    pub fn see(&self, key: Key, lines: Range<u32>) {
        lock(&self.inner.queue).see(key, lines);
    }

    /// Searches one level with the long limits.
    pub fn ask(&self, snapshot: &Snapshot, level: usize) -> Result<Asked, Refusal> {
        let (job, run) = lock(&self.inner.queue).ask(snapshot, level)?;
        let (end, ended) = oneshot::channel();
        let (searches, id) = (self.clone(), run.id);
        let search = move || {
            searches.run(&job, &run);
            // Nobody waiting is all right.
            let _ = end.send(());
        };
        if let Err(error) = spawn(search) {
            tracing::error!("no search: {error}");
            lock(&self.inner.queue).abandon(id);
            return Err(Refusal::Busy);
        }
        Ok(Asked { id, ended })
    }

    pub fn cancel(&self, id: u64) {
        lock(&self.inner.queue).cancel(id);
    }

    pub fn cancel_all(&self) {
        lock(&self.inner.queue).cancel_all();
    }

    pub fn progress(&self, id: u64) -> Option<Progress> {
        lock(&self.inner.queue).progress(id)
    }

    pub fn answer(&self, puzzle: PuzzleKey) -> Option<Arc<Answer>> {
        lock(&self.inner.queue).answer(puzzle)
    }

    pub fn running(&self) -> usize {
        lock(&self.inner.queue).running()
    }

    /// What is known of a puzzle now.
    pub fn state(&self, puzzle: PuzzleKey) -> Option<State> {
        lock(&self.inner.queue).state(puzzle)
    }

    fn work(&self) {
        let mut queue = lock(&self.inner.queue);
        loop {
            if let Some(shelf) = &self.inner.shelf {
                let unknown = queue.unknown();
                if !unknown.is_empty() {
                    drop(queue);
                    self.recall(shelf, &unknown);
                    queue = lock(&self.inner.queue);
                    continue;
                }
            }
            match queue.next(Instant::now()) {
                Next::Wait(_) if !lock(&self.inner.pile).results.is_empty() => {
                    drop(queue);
                    self.flush();
                    queue = lock(&self.inner.queue);
                }
                Next::Search(job, run) => {
                    drop(queue);
                    self.run(&job, &run);
                    queue = lock(&self.inner.queue);
                }
                Next::Wait(None) => {
                    queue = self.inner.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
                }
                Next::Wait(Some(until)) => {
                    let time = until.saturating_duration_since(Instant::now());
                    let waited = self.inner.changed.wait_timeout(queue, time);
                    queue = waited.unwrap_or_else(PoisonError::into_inner).0;
                }
            }
        }
    }

    /// Looks for results on disk.
    fn recall(&self, shelf: &Shelf, puzzles: &[PuzzleKey]) {
        let wanted: Vec<_> = puzzles.iter().map(|&key| (key, Objective::default())).collect();
        let kept = shelf.find(&wanted);
        if kept.is_empty() {
            return;
        }
        for key in lock(&self.inner.queue).recall(kept) {
            let _ = self.inner.found.send(Found { key, rank: Rank::Seen });
        }
    }

    /// Puts new results on disk. What cannot be put there now is not tried again: it can be found anew.
    pub fn flush(&self) {
        let _writing = lock(&self.inner.writing);
        let mut pile = lock(&self.inner.pile);
        let results = std::mem::take(&mut pile.results);
        pile.since = Instant::now();
        drop(pile);
        if let Some(shelf) = &self.inner.shelf {
            shelf.keep(&results);
        }
    }

    fn run(&self, job: &Job, run: &Run) {
        let alarm = stop_after(run.time, &run.stop);
        let mut report = |progress| lock(&self.inner.queue).report(run.id, progress);
        let answer = catch_unwind(AssertUnwindSafe(|| job.run(&run.budget, &run.stop, &mut report)));
        drop(alarm);
        if answer.is_err() {
            tracing::error!("the search of a level failed; it is not tried again");
        }
        let answer = answer.ok();
        let result = answer.clone().filter(|_| self.inner.shelf.is_some());
        let mut queue = lock(&self.inner.queue);
        let changed = queue.finish(run, answer);
        let keeps = queue.keeps_results();
        drop(queue);
        self.inner.changed.notify_all();
        if let Some(answer) = result.filter(|answer| keeps && (changed || answer.is_final())) {
            let kept = Kept { key: run.key, objective: job.objective, answer, time: run.time };
            let mut pile = lock(&self.inner.pile);
            pile.results.push(kept);
            let due = pile.since.elapsed() >= FLUSH;
            drop(pile);
            if due {
                self.flush();
            }
        }
        if changed {
            // The receiver is gone only when the server ends.
            let _ = self.inner.found.send(Found { key: run.key, rank: run.rank });
        }
    }
}

fn spawn(work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name("search".to_owned()).stack_size(STACK).spawn(work).map(drop)
}
