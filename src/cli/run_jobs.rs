//! Runs searches on threads, within limits, and hands the answers on in the order of the jobs.

use crate::ide::{Answer, Job};
use crate::solve::{Budget, Stop};
use crate::timer::stop_after;
use anyhow::Result;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub time: Duration,
    pub budget: Budget,
    pub threads: usize,
}

impl Limits {
    pub fn new(seconds: f64, mebibytes: u64, threads: u64) -> Limits {
        let budget = Budget { nodes: u64::MAX, memory: (mebibytes as usize) << 20 };
        Limits { time: Duration::from_secs_f64(seconds), budget, threads: threads as usize }
    }
}

/// Seconds as an argument: positive, and within what a clock can count.
pub fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 1e9 => Ok(seconds),
        _ => Err("a number of seconds above 0 is needed".to_string()),
    }
}

/// Runs every job that there is and calls `done` for each place in order, with the answer and its seconds.
///
/// When `done` fails, the searches that still run are stopped and the failure is returned.
pub fn in_order(
    jobs: Vec<Option<Job>>,
    limits: &Limits,
    mut done: impl FnMut(usize, Option<(Answer, f64)>) -> Result<()>,
) -> Result<()> {
    let next = AtomicUsize::new(0);
    let give_up = Stop::default();
    let (sender, receiver) = channel();
    thread::scope(|scope| {
        for _ in 0..limits.threads.min(jobs.len()) {
            let (sender, next, jobs, give_up) = (sender.clone(), &next, &jobs, &give_up);
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= jobs.len() || give_up.is_set() {
                        return;
                    }
                    let found = jobs[index].as_ref().map(|job| run_one(job, limits));
                    if sender.send((index, found)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut wanted = 0;
        for (index, found) in receiver {
            early.insert(index, found);
            while let Some(found) = early.remove(&wanted) {
                if let Err(error) = done(wanted, found) {
                    give_up.set();
                    return Err(error);
                }
                wanted += 1;
            }
        }
        Ok(())
    })
}

fn run_one(job: &Job, limits: &Limits) -> (Answer, f64) {
    let stop = Stop::default();
    let alarm = stop_after(limits.time, &stop);
    let start = Instant::now();
    let answer = job.run(&limits.budget, &stop, &mut |_| {});
    drop(alarm);
    (answer, start.elapsed().as_secs_f64())
}
