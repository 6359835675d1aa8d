//! `sok solve`: levels in, solutions out, in the order of the input.

use super::input::{self, Input, STDIN};
use super::run_jobs::{self, Limits};
use super::{complain, printable, replace};
use crate::analysis::{count, from_reason};
use crate::ide::{Answer, Job, Shown, Solved, insert_solution, show};
use crate::level::write_moves;
use crate::shelf::Shelf;
use crate::solve::Objective;
use crate::syntax::{Notation, Puzzle};
use crate::text::{Decoded, LineIndex, apply_edits, decode, encode};
use anyhow::{Context, Error, Result, bail};
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

#[derive(Args, Debug)]
pub struct Options {
    /// Level files or folders; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// What is to be as few as possible first
    #[arg(long, value_enum, default_value_t = Minimize::Pushes)]
    minimize: Minimize,
    /// Seconds for each level
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = run_jobs::seconds)]
    time_limit: f64,
    /// Memory for each search, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 2048, value_parser = clap::value_parser!(u64).range(16..=1_048_576))]
    memory_limit: u64,
    /// Searches at a time; as many as there are cores, if not given
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u64).range(0..=256))]
    jobs: u64,
    /// Only the level with this number in its file
    #[arg(long, value_name = "N")]
    level: Option<usize>,
    /// Search afresh, without looking up earlier results
    #[arg(long)]
    no_cache: bool,
    #[arg(long, value_enum, default_value_t = Output::Human)]
    output: Output,
    /// Put the solutions into the files
    #[arg(long)]
    write: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
enum Minimize {
    Pushes,
    Moves,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
enum Output {
    /// For reading
    Human,
    /// One JSON object a line, one line a level
    Jsonl,
    /// As POJ 1475 asks for it
    Poj,
}

/// One level's result, as `--output jsonl` writes it.
#[derive(Serialize, Clone, PartialEq, Debug)]
struct Record {
    file: String,
    level: usize,
    title: Option<String>,
    line: usize,
    notation: &'static str,
    status: Status,
    pushes: Option<usize>,
    moves: Option<usize>,
    pushes_proved: Option<bool>,
    moves_proved: Option<bool>,
    lower_bound: Option<usize>,
    solution: Option<String>,
    seconds: f64,
    nodes: u64,
    reason: Option<String>,
}

#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
enum Status {
    Optimal,
    Solved,
    Unsolvable,
    Unknown,
    Invalid,
}

pub fn run(options: &Options) -> Result<u8> {
    let objective = match options.minimize {
        Minimize::Pushes => Objective::Pushes,
        Minimize::Moves => Objective::Moves,
    };
    let limits = Limits::new(options.time_limit, options.memory_limit, options.jobs);
    let shelf = if options.no_cache { None } else { Shelf::of_user().map(Shelf::patient) };
    if options.write && options.files.iter().any(|name| name == STDIN) {
        bail!("--write needs files; standard input cannot be written back");
    }
    let names = input::expand(&options.files)?;
    if options.write {
        replace::sweep(&names);
    }
    let mut all_solved = true;
    let mut all_done = true;
    let mut maze = 0;
    let mut out = io::stdout().lock();
    // The answers of the file that is being written out; files come one after the other.
    let mut answers: Vec<Option<Answer>> = Vec::new();
    let places = names.iter().flat_map(|name| places(options, name, objective));
    run_jobs::in_order(places, None, &limits, shelf.as_ref(), |place: Result<Place>, found| -> Result<()> {
        let Place { page, level, is_last } = match place {
            Ok(place) => place,
            Err(error) => {
                complain(&error);
                all_done = false;
                return Ok(());
            }
        };
        if let Some(level) = level {
            let (answer, seconds) = found.map_or((None, 0.0), |(answer, seconds)| (Some(answer), seconds));
            let record = record(&page.input, &page.lines, level, answer.as_ref(), seconds);
            all_solved &= matches!(record.status, Status::Optimal | Status::Solved);
            maze += 1;
            // At once: programs that write to one file shall not mix their lines.
            let mut lines = Vec::new();
            match options.output {
                Output::Jsonl => writeln!(lines, "{}", serde_json::to_string(&record)?)?,
                Output::Poj => write_poj(&mut lines, maze, &record)?,
                Output::Human => write_human(&mut lines, &record)?,
            }
            out.write_all(&lines)?;
            out.flush()?;
            if options.write {
                answers.push(answer);
            }
        }
        if is_last
            && options.write
            && let Err(error) = write_back(&page.input, &page.levels, &std::mem::take(&mut answers))
        {
            complain(&error);
            all_done = false;
        }
        Ok(())
    })?;
    Ok(if all_done { u8::from(!all_solved) } else { 2 })
}

/// A file that was read, for as long as one of its levels is not done.
struct Page {
    input: Input,
    lines: LineIndex,
    levels: Vec<usize>,
}

/// One level of a file; none for a file without levels.
struct Place {
    page: Arc<Page>,
    level: Option<usize>,
    is_last: bool,
}

/// Reads a file and gives its levels' jobs, one after the other.
fn places<'a>(
    options: &'a Options,
    name: &'a str,
    objective: Objective,
) -> Box<dyn Iterator<Item = (Option<Job>, Result<Place, Error>)> + Send + 'a> {
    let page = input::read(name).and_then(|input| {
        if options.write && input.snapshot.file.container.is_some() {
            bail!("{name}: solutions are not written into collections in XML");
        }
        let levels = chosen(options, &input)?;
        let lines = LineIndex::new(&input.snapshot.text);
        Ok(Arc::new(Page { input, lines, levels }))
    });
    let page = match page {
        Ok(page) => page,
        Err(error) => return Box::new(std::iter::once((None, Err(error)))),
    };
    let count = page.levels.len();
    if count == 0 {
        return Box::new(std::iter::once((None, Ok(Place { page, level: None, is_last: true }))));
    }
    Box::new((0..count).map(move |index| {
        let level = page.levels[index];
        let mut job = page.input.snapshot.job(level);
        if let Some(job) = &mut job {
            job.objective = objective;
        }
        (job, Ok(Place { page: Arc::clone(&page), level: Some(level), is_last: index + 1 == count }))
    }))
}

fn chosen(options: &Options, input: &Input) -> Result<Vec<usize>> {
    let count = input.snapshot.levels.len();
    match options.level {
        None => Ok((0..count).collect()),
        Some(number) if (1..=count).contains(&number) => Ok(vec![number - 1]),
        Some(number) => bail!("{}: there is no level {number}; the file has {count}", input.name),
    }
}

fn record(input: &Input, lines: &LineIndex, level: usize, answer: Option<&Answer>, seconds: f64) -> Record {
    let snapshot = &input.snapshot;
    let node = &snapshot.file.levels[level];
    let facts = &snapshot.levels[level].facts;
    let mut record = Record {
        file: input.name.clone(),
        level: level + 1,
        title: node.title.as_ref().map(|title| snapshot.text[title.text.range()].to_string()),
        line: lines.line_of(node.board.start as usize) + 1,
        notation: node.notation.info().name,
        status: Status::Invalid,
        pushes: None,
        moves: None,
        pushes_proved: None,
        moves_proved: None,
        lower_bound: None,
        solution: None,
        seconds,
        nodes: 0,
        reason: None,
    };
    let (Some(answer), Some(pose)) = (answer, &facts.pose) else {
        record.reason = Some(facts.facts.obstacle.clone().unwrap_or_else(|| "not judged by square rules".to_string()));
        if facts.facts.unsolvable {
            record.status = Status::Unsolvable;
        }
        return record;
    };
    let reading = snapshot.reading(level);
    if let Answer::Sokoban { outcome, .. } = answer {
        record.nodes = outcome.nodes;
    }
    match show(answer, pose, &reading.puzzle) {
        Shown::Solved(solved) => fill(&mut record, &solved, node.notation),
        Shown::Unsolvable(why) => {
            record.status = Status::Unsolvable;
            record.reason = Some(match (why, &reading.puzzle) {
                (Some((kind, cells)), Puzzle::Sokoban(board)) => from_reason(&reading, board, kind, &cells).1,
                _ => "parity".to_string(),
            });
        }
        Shown::Unknown { lower_bound } => {
            record.status = Status::Unknown;
            record.lower_bound = Some(lower_bound);
            record.reason = Some(answer.limit_in_words().to_string());
        }
    }
    record
}

fn fill(record: &mut Record, solved: &Solved, notation: Notation) {
    let tiles = notation == Notation::Tiles;
    record.status = if solved.pushes_proved && solved.moves_proved { Status::Optimal } else { Status::Solved };
    record.pushes = (!tiles).then_some(solved.pushes);
    record.pushes_proved = (!tiles).then_some(solved.pushes_proved);
    record.moves = Some(solved.moves.len());
    record.moves_proved = Some(solved.moves_proved);
    record.lower_bound = Some(solved.lower_bound);
    record.solution = Some(write_moves(&solved.moves, notation.info().moves));
}

fn write_human(out: &mut impl Write, record: &Record) -> io::Result<()> {
    let title = record.title.as_ref().map_or(String::new(), |title| format!(" \"{}\"", printable(title)));
    write!(out, "{}:{}: level {}{title}: ", printable(&record.file), record.line, record.level)?;
    let reason = printable(record.reason.as_deref().unwrap_or_default());
    let bound = record.lower_bound.unwrap_or_default();
    match record.status {
        Status::Invalid => writeln!(out, "not searched: {reason}"),
        Status::Unsolvable => writeln!(out, "unsolvable: {reason}"),
        Status::Unknown => writeln!(out, "no verdict ({reason}); at least {bound}"),
        Status::Optimal | Status::Solved => {
            let moves = count(record.moves.unwrap_or_default(), "move");
            let pushes = record.pushes.map(|pushes| count(pushes, "push") + " · ").unwrap_or_default();
            let note = match (record.pushes_proved, record.moves_proved) {
                (Some(false), _) => format!(" (not proved minimal; at least {bound})"),
                (_, Some(false)) => " (moves not proved minimal)".to_string(),
                _ => String::new(),
            };
            writeln!(out, "{pushes}{moves}{note}")?;
            writeln!(out, "    {}", record.solution.as_deref().unwrap_or_default())
        }
    }
}

fn write_poj(out: &mut impl Write, maze: usize, record: &Record) -> io::Result<()> {
    let answer = match record.status {
        Status::Optimal | Status::Solved => record.solution.as_deref().unwrap_or_default(),
        Status::Unsolvable => "Impossible.",
        Status::Unknown | Status::Invalid => "Unknown.",
    };
    write!(out, "Maze #{maze}\n{answer}\n\n")
}

/// Puts the solutions into the file, which is replaced in one step or not at all.
fn write_back(input: &Input, levels: &[usize], answers: &[Option<Answer>]) -> Result<()> {
    let Some(path) = &input.path else { return Ok(()) };
    let mut edits = Vec::new();
    for (&level, answer) in levels.iter().zip(answers) {
        if let Some(answer) = answer {
            edits.extend(insert_solution(&input.snapshot, level, answer));
        }
    }
    if edits.is_empty() {
        return Ok(());
    }
    let text = apply_edits(&input.snapshot.text, &edits);
    write_over(path, &input.decoded, text).with_context(|| format!("cannot write {}", path.display()))
}

/// Replaces the text of a file that still holds what was read from it.
fn write_over(path: &Path, old: &Decoded, text: String) -> Result<()> {
    // Searches take their time, and the author may go on writing meanwhile.
    if decode(&std::fs::read(path)?) != *old {
        bail!("it has been changed since it was read");
    }
    replace::replace(path, &encode(&Decoded { text, ..old.clone() }))?;
    Ok(())
}
