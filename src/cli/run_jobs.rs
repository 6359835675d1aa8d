//! Runs searches on threads, within limits, and hands the answers on in the order of the jobs.

use crate::ide::{Answer, Job};
use crate::shelf::{Kept, Shelf};
use crate::solve::{Budget, Stop};
use crate::timer::stop_after;
use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::sync::Mutex;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// New results are put on disk this often.
const FLUSH: Duration = Duration::from_millis(200);
/// A search may nest deeply.
const STACK: usize = 16 << 20;

#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub time: Duration,
    pub budget: Budget,
    pub threads: usize,
}

impl Limits {
    /// `threads` 0 stands for as many as there are cores.
    pub fn new(seconds: f64, mebibytes: u64, threads: u64) -> Limits {
        let budget = Budget { nodes: u64::MAX, memory: (mebibytes as usize) << 20 };
        let cores = || thread::available_parallelism().map_or(1, usize::from);
        let threads = if threads == 0 { cores() } else { threads as usize };
        Limits { time: Duration::from_secs_f64(seconds), budget, threads }
    }
}

/// Seconds as an argument: positive, and within what a clock can count.
pub fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 1e9 => Ok(seconds),
        _ => Err("a number of seconds above 0 is needed".to_string()),
    }
}

/// So many results wait for a shelf that is busy, or cannot be written at all.
const MOST_WAITING: usize = 10_000;
/// The last results are worth so many attempts.
const ATTEMPTS: usize = 5;

/// A place in the order, with what belongs to it and what was found.
type Found<T> = (usize, T, Option<(Answer, f64)>);

/// The searches that run, one for each thread.
struct Crew {
    is_over: Stop,
    searches: Vec<Mutex<Stop>>,
}

impl Crew {
    fn new(threads: usize) -> Crew {
        Crew { is_over: Stop::default(), searches: (0..threads).map(|_| Mutex::default()).collect() }
    }

    /// The flag of a thread's next search.
    fn begin(&self, thread: usize) -> Stop {
        let stop = Stop::default();
        if let Ok(mut search) = self.searches[thread].lock() {
            *search = stop.clone();
        }
        // After it can be seen: a search is stopped from here or from there.
        if self.is_over.is_set() {
            stop.set();
        }
        stop
    }

    fn give_up(&self) {
        self.is_over.set();
        self.searches.iter().filter_map(|search| search.lock().ok()).for_each(|search| search.set());
    }
}

/// Takes jobs one after the other as threads are free, and calls `done` for each in order, with what belongs to it,
/// the answer and its seconds. A place without a job is handed on as it is. Results that the shelf has are not searched
/// again; new ones are put there before they are handed on, so that what was once said is known to the next run.
///
/// When `done` fails, the searches that still run are stopped and the failure is returned. On a terminal a bar shows
/// how far it is; `total` is the number of places, if that is known.
pub fn in_order<T: Send>(
    jobs: impl Iterator<Item = (Option<Job>, T)> + Send,
    total: Option<usize>,
    limits: &Limits,
    shelf: Option<&Shelf>,
    mut done: impl FnMut(T, Option<(Answer, f64)>) -> Result<()>,
) -> Result<()> {
    let jobs = Mutex::new(jobs.enumerate());
    let next = || jobs.lock().ok().and_then(|mut jobs| jobs.next());
    let crew = Crew::new(limits.threads);
    let (sender, receiver) = channel::<(Found<T>, Option<Kept>)>();
    let bar = bar(total);
    let worker = |thread: usize, sender: Sender<_>| {
        while let Some((index, (job, place))) = next() {
            let done = job.map(|job| run_one(&job, limits, shelf, &crew.begin(thread)));
            let (found, news) = match done {
                Some((answer, seconds, news)) => (Some((answer, seconds)), news),
                None => (None, None),
            };
            if crew.is_over.is_set() || sender.send(((index, place, found), news)).is_err() {
                return;
            }
        }
    };
    thread::scope(|scope| {
        for thread in 0..limits.threads {
            let (sender, worker) = (sender.clone(), &worker);
            thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || worker(thread, sender))?;
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut wanted = 0;
        let mut pile: Vec<Kept> = Vec::new();
        let mut flushed = Instant::now();
        let mut is_running = true;
        while is_running {
            match receiver.recv_timeout(FLUSH) {
                Ok(((index, place, found), news)) => {
                    pile.extend(news);
                    bar.inc(1);
                    early.insert(index, (place, found));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => is_running = false,
            }
            if !pile.is_empty() {
                if is_running && flushed.elapsed() < FLUSH {
                    continue;
                }
                put_away(&mut pile, shelf, if is_running { 1 } else { ATTEMPTS });
                flushed = Instant::now();
            }
            while let Some((place, found)) = early.remove(&wanted) {
                wanted += 1;
                if let Err(error) = bar.suspend(|| done(place, found)) {
                    crew.give_up();
                    bar.finish_and_clear();
                    return Err(error);
                }
            }
        }
        bar.finish_and_clear();
        Ok(())
    })
}

/// Puts the results on the shelf. What does not get there, because others are busy with it, stays for the next time.
fn put_away(pile: &mut Vec<Kept>, shelf: Option<&Shelf>, attempts: usize) {
    let is_kept = shelf.is_some_and(|shelf| (0..attempts).any(|_| shelf.keep(pile)));
    if is_kept || pile.len() > MOST_WAITING {
        pile.clear();
    }
}

fn bar(total: Option<usize>) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let (bar, template) = match total {
        Some(total) => (ProgressBar::new(total as u64), "{bar:30} {pos} of {len} levels, {elapsed}, {eta} to go"),
        None => (ProgressBar::new_spinner(), "{spinner} {pos} levels, {elapsed}"),
    };
    bar.enable_steady_tick(Duration::from_millis(200));
    bar.set_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}

/// The answer, its seconds, and what is worth keeping of it.
fn run_one(job: &Job, limits: &Limits, shelf: Option<&Shelf>, stop: &Stop) -> (Answer, f64, Option<Kept>) {
    let known = shelf.and_then(|shelf| shelf.find(&[(job.key, job.objective)]).pop());
    if let Some(known) = known
        // What memory ended may go on with more of it.
        && (known.answer.is_final() || known.time >= limits.time && !known.answer.ended_by_memory())
    {
        return (known.answer, 0.0, None);
    }
    let alarm = stop_after(limits.time, stop);
    let start = Instant::now();
    let answer = job.run(&limits.budget, stop, &mut |_| {});
    drop(alarm);
    let time = start.elapsed();
    let kept = Kept { key: job.key, objective: job.objective, answer: answer.clone(), time: limits.time };
    (answer, time.as_secs_f64(), shelf.map(|_| kept))
}
