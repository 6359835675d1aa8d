//! Measures the search on files of levels, and what each of its techniques is worth.
//!
//! ```text
//! cargo bench --bench solver -- FILE… [--limit S] [--memory MIB] [--levels A-B] [--moves] [--first] [--without NAME]… [--ablation]
//! ```
//!
//! Times are CPU seconds of the searching thread, measured from the board to the verdict; the limit is in the same
//! seconds. `--first` ends a level as soon as the fewest pushes are proved (or refuted). `--ablation` runs the whole
//! set once with everything and once without each technique.

#![allow(clippy::print_stdout, reason = "a program that prints a table")]

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use sok::level::{Arena, Board, Fault, arena};
use sok::solve::{Budget, Objective, Options, Outcome, Progress, Stop, Verdict, solve_with};

struct Setting {
    files: Vec<String>,
    limit: f64,
    memory: usize,
    levels: Option<(usize, usize)>,
    objective: Objective,
    first: bool,
    verbose: bool,
    options: Options,
    ablation: bool,
}

fn main() {
    let setting = match arguments() {
        Ok(setting) => setting,
        Err(message) => {
            println!("{message}");
            std::process::exit(2);
        }
    };
    let mut levels = Vec::new();
    for file in &setting.files {
        match std::fs::read(file) {
            Ok(bytes) => levels.extend(read_levels(&String::from_utf8_lossy(&bytes))),
            Err(error) => println!("{file}: {error}"),
        }
    }
    if let Some((first, last)) = setting.levels {
        levels =
            levels.into_iter().enumerate().filter(|(i, _)| (first..=last).contains(&(i + 1))).map(|x| x.1).collect();
    }
    println!("{} levels, {} s CPU each, {} MiB", levels.len(), setting.limit, setting.memory >> 20);
    if !setting.ablation {
        let sum = measure(&levels, &setting, &setting.options, true);
        println!("{}\n{}", Sum::HEADER, sum.row("all"));
        return;
    }
    println!("{}", Sum::HEADER);
    println!("{}", measure(&levels, &setting, &setting.options, false).row("everything"));
    for &name in Options::NAMES {
        let mut options = setting.options;
        if let Some(switch) = options.switch(name) {
            *switch = false;
        }
        println!("{}", measure(&levels, &setting, &options, false).row(&format!("without {name}")));
    }
}

fn arguments() -> Result<Setting, String> {
    let mut setting = Setting {
        files: Vec::new(),
        limit: 10.0,
        memory: 4 << 30,
        levels: None,
        objective: Objective::Pushes,
        first: false,
        verbose: false,
        options: Options::default(),
        ablation: false,
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} needs a value"));
        let number = |text: String| text.parse::<f64>().map_err(|error| format!("{text}: {error}"));
        match argument.as_str() {
            "--limit" => setting.limit = number(value()?)?,
            "--memory" => setting.memory = (number(value()?)? as usize) << 20,
            "--levels" => {
                let text = value()?;
                let (first, last) = text.split_once('-').unwrap_or((&text, &text));
                setting.levels = Some((number(first.into())? as usize, number(last.into())? as usize));
            }
            "--moves" => setting.objective = Objective::Moves,
            "--first" => setting.first = true,
            "--verbose" => setting.verbose = true,
            "--ablation" => setting.ablation = true,
            "--without" => {
                let name = value()?;
                *setting.options.switch(&name).ok_or(format!("no switch {name}"))? = false;
            }
            // Cargo passes this one.
            "--bench" => {}
            _ if argument.starts_with("--") => return Err(format!("unknown option {argument}")),
            _ => setting.files.push(argument),
        }
    }
    Ok(setting)
}

/// The boards of a file of levels: runs of lines that hold a wall and nothing but board characters.
fn read_levels(text: &str) -> Vec<String> {
    let is_row = |line: &str| line.contains('#') && line.chars().all(|c| "#@+$*. -_".contains(c));
    let mut levels = vec![String::new()];
    for line in text.lines().map(str::trim_end) {
        if is_row(line) {
            let _ = writeln!(levels.last_mut().expect("never empty"), "{line}");
        } else if levels.last().is_some_and(|level| !level.is_empty()) {
            levels.push(String::new());
        }
    }
    levels.retain(|level| !level.is_empty());
    levels
}

#[derive(Default)]
struct Sum {
    levels: usize,
    solved: usize,
    pushes: usize,
    moves: usize,
    unsolvable: usize,
    second: usize,
    seconds: f64,
    all_seconds: f64,
    nodes: u64,
    /// The most resident memory that a level took, in MiB.
    memory: usize,
}

impl Sum {
    const HEADER: &str = "set                    levels solved min.pushes min.moves unsolvable <=1s   s(proved)     s(all)      nodes  MiB";

    fn row(&self, name: &str) -> String {
        format!(
            "{name:22} {:6} {:6} {:10} {:9} {:10} {:4} {:11.2} {:10.2} {:10} {:4}",
            self.levels,
            self.solved,
            self.pushes,
            self.moves,
            self.unsolvable,
            self.second,
            self.seconds,
            self.all_seconds,
            self.nodes,
            self.memory
        )
    }
}

fn measure(levels: &[String], setting: &Setting, options: &Options, prints: bool) -> Sum {
    let mut sum = Sum::default();
    let first = setting.levels.map_or(1, |(first, _)| first);
    if prints {
        println!("level  boxes cells  verdict     pushes  moves  bound  proved(s) total(s)       nodes  MiB");
    }
    for (number, level) in levels.iter().enumerate() {
        let number = number + first;
        sum.levels += 1;
        let arena = match arena(&Board::from_xsb(level)) {
            Ok(arena) => arena,
            Err(fault) => {
                if prints {
                    println!("{number:5}  invalid: {}", name(&fault));
                }
                continue;
            }
        };
        let run = run(&arena, setting, options, number);
        let (verdict, pushes, moves, proved) = match &run.outcome.verdict {
            Verdict::Solved(solution) => {
                sum.solved += 1;
                sum.pushes += usize::from(solution.pushes_proved);
                sum.moves += usize::from(solution.pushes_proved && solution.moves_proved);
                let word = match (solution.pushes_proved, solution.moves_proved) {
                    (true, true) => "minimum",
                    (true, false) => "min.pushes",
                    _ => "solved",
                };
                (word.to_string(), solution.pushes, solution.moves.len(), solution.pushes_proved)
            }
            Verdict::Unsolvable(reason) => {
                sum.unsolvable += 1;
                (format!("unsolvable {:?} {}", reason.kind, reason.boxes.len()), 0, 0, true)
            }
            Verdict::Unknown(limit) => (format!("{limit:?}"), 0, 0, false),
        };
        let seconds = run.proved_after.unwrap_or(run.seconds);
        if proved {
            sum.second += usize::from(seconds <= 1.0);
            sum.seconds += seconds;
        }
        sum.all_seconds += run.seconds;
        sum.nodes += run.outcome.nodes;
        let memory = peak_mib();
        sum.memory = sum.memory.max(memory);
        if prints {
            println!(
                "{number:5}  {:5} {:5}  {verdict:10} {pushes:7} {moves:6} {:6} {seconds:10.3} {:8.3} {:11} {memory:4}",
                arena.boxes.len(),
                arena.len(),
                run.outcome.lower_bound,
                run.seconds,
                run.outcome.nodes
            );
        }
    }
    sum
}

fn name(fault: &Fault) -> String {
    let text = format!("{fault:?}");
    text.split([' ', '{']).next().unwrap_or_default().to_string()
}

struct Run {
    outcome: Outcome,
    seconds: f64,
    proved_after: Option<f64>,
}

fn run(arena: &Arena, setting: &Setting, options: &Options, number: usize) -> Run {
    // "5" resets the peak of resident memory.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
    let stop = Stop::default();
    let over = Arc::new(AtomicBool::new(false));
    let clock = Clock::start();
    let watch = {
        let (stop, over, clock, limit) = (stop.clone(), over.clone(), clock, setting.limit);
        std::thread::spawn(move || {
            while !over.load(Ordering::Relaxed) {
                if clock.seconds() >= limit {
                    stop.set();
                    return;
                }
                std::thread::park_timeout(Duration::from_millis(10));
            }
        })
    };
    let mut proved_after = None;
    let budget = Budget { nodes: u64::MAX, memory: setting.memory };
    let mut bound = 0;
    let mut report = |progress: Progress| {
        if setting.verbose && progress.lower_bound > bound {
            bound = progress.lower_bound;
            println!("{number:5}  >= {bound} after {:.2} s, {} nodes", clock.seconds(), progress.nodes);
        }
        let known =
            progress.best.map(|(pushes, moves)| if setting.objective == Objective::Pushes { pushes } else { moves });
        if proved_after.is_none() && known.is_some_and(|best| progress.lower_bound >= best) {
            proved_after = Some(clock.seconds());
            if setting.first {
                stop.set();
            }
        }
    };
    let outcome = solve_with(arena, setting.objective, options, &budget, &stop, &mut report);
    let seconds = clock.seconds();
    over.store(true, Ordering::Relaxed);
    watch.thread().unpark();
    let _ = watch.join();
    Run { outcome, seconds, proved_after }
}

/// CPU time of the main thread where the system tells it, else wall time.
#[derive(Clone, Copy)]
struct Clock {
    wall: Instant,
    cpu: Option<f64>,
}

impl Clock {
    fn start() -> Clock {
        Clock { wall: Instant::now(), cpu: main_thread_seconds() }
    }

    fn seconds(&self) -> f64 {
        match (self.cpu, main_thread_seconds()) {
            (Some(start), Some(now)) => now - start,
            _ => self.wall.elapsed().as_secs_f64(),
        }
    }
}

fn main_thread_seconds() -> Option<f64> {
    let text = std::fs::read_to_string(format!("/proc/self/task/{}/schedstat", std::process::id())).ok()?;
    Some(text.split(' ').next()?.parse::<f64>().ok()? * 1e-9)
}

/// Peak of resident memory since the last reset; 0 where the system does not tell.
fn peak_mib() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM"));
    line.and_then(|line| line.split_whitespace().nth(1))
        .and_then(|kib| kib.parse::<usize>().ok())
        .map_or(0, |kib| kib / 1024)
}
