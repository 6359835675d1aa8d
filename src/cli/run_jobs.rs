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
use std::sync::mpsc::channel;
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

/// A place in the order, with what belongs to it and what was found.
type Found<T> = (usize, Result<(T, Option<(Answer, f64)>)>);

/// Takes jobs one after the other as threads are free, and calls `done` for each in order, with what belongs to it,
/// the answer and its seconds. A place without a job is handed on as it is. Results that the shelf has are not searched
/// again; new ones are put there at once.
///
/// When a place fails or `done` does, the searches that still run are stopped and the failure is returned. On a terminal
/// a bar shows how far it is; `total` is the number of places, if that is known.
pub fn in_order<T: Send>(
    jobs: impl Iterator<Item = Result<(Option<Job>, T)>> + Send,
    total: Option<usize>,
    limits: &Limits,
    shelf: Option<&Shelf>,
    mut done: impl FnMut(T, Option<(Answer, f64)>) -> Result<()>,
) -> Result<()> {
    let jobs = Mutex::new(jobs.enumerate());
    let next = || jobs.lock().ok().and_then(|mut jobs| jobs.next());
    let give_up = Stop::default();
    let (sender, receiver) = channel::<(Found<T>, Option<Kept>)>();
    let bar = bar(total);
    let worker = |sender: std::sync::mpsc::Sender<_>| {
        while let Some((index, job)) = next() {
            if give_up.is_set() {
                return;
            }
            let mut news = None;
            let found = job.map(|(job, place)| {
                let found = job.map(|job| {
                    let (answer, seconds, fresh) = run_one(&job, limits, shelf, &give_up);
                    news = fresh;
                    (answer, seconds)
                });
                (place, found)
            });
            if sender.send(((index, found), news)).is_err() {
                return;
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..limits.threads {
            let sender = sender.clone();
            thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || worker(sender))?;
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut wanted = 0;
        let mut pile: Vec<Kept> = Vec::new();
        let mut flushed = Instant::now();
        let mut result = Ok(());
        'all: for ((index, found), news) in receiver {
            pile.extend(news);
            if !pile.is_empty() && flushed.elapsed() >= FLUSH {
                shelf.iter().for_each(|shelf| _ = shelf.keep(&pile));
                pile.clear();
                flushed = Instant::now();
            }
            bar.inc(1);
            early.insert(index, found);
            while let Some(found) = early.remove(&wanted) {
                wanted += 1;
                if let Err(error) = found.and_then(|(place, found)| bar.suspend(|| done(place, found))) {
                    give_up.set();
                    result = Err(error);
                    break 'all;
                }
            }
        }
        shelf.iter().for_each(|shelf| _ = shelf.keep(&pile));
        bar.finish_and_clear();
        result
    })
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
fn run_one(job: &Job, limits: &Limits, shelf: Option<&Shelf>, give_up: &Stop) -> (Answer, f64, Option<Kept>) {
    let known = shelf.and_then(|shelf| shelf.find(&[(job.key, job.objective)]).pop());
    if let Some(known) = known
        // What memory ended may go on with more of it.
        && (known.answer.is_final() || known.time >= limits.time && !known.answer.ended_by_memory())
    {
        return (known.answer, 0.0, None);
    }
    let stop = Stop::default();
    if give_up.is_set() {
        stop.set();
    }
    let alarm = stop_after(limits.time, &stop);
    let start = Instant::now();
    let answer = job.run(&limits.budget, &stop, &mut |_| {
        if give_up.is_set() {
            stop.set();
        }
    });
    drop(alarm);
    let time = start.elapsed();
    let kept = Kept { key: job.key, objective: job.objective, answer: answer.clone(), time: limits.time };
    let fresh = (shelf.is_some() && !give_up.is_set()).then_some(kept);
    (answer, time.as_secs_f64(), fresh)
}
