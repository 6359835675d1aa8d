//! `sok check`: what is wrong with level files.

mod github;
mod human;
mod json;
mod junit;
mod sarif;

use super::complain;
use super::input::{self, Input};
use super::run_jobs::{self, Limits};
use crate::analysis::{Code, RULES, Severity, Strictness, Weights};
use crate::config::severity;
use crate::ide::{Diagnostic, PuzzleKey, State, diagnostics, first_row};
use crate::shelf::Shelf;
use crate::text::{Encoding, LineIndex, Span};
use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::{self, Write};
use std::sync::Arc;

#[derive(Args, Debug)]
pub struct Options {
    /// Level files or folders; `-` is standard input
    #[arg(value_name = "FILE", required_unless_present = "explain")]
    files: Vec<String>,
    #[arg(long, value_enum, default_value_t = Output::Human)]
    output: Output,
    /// Judge the structure only
    #[arg(long)]
    no_solve: bool,
    /// Seconds for each level's search
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, value_parser = run_jobs::seconds)]
    time_limit: f64,
    /// Searches at a time; as many as there are cores, if not given
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u64).range(0..=256))]
    jobs: u64,
    /// Search afresh, without looking up earlier results
    #[arg(long)]
    no_cache: bool,
    /// How strictly to judge: draft, normal or publish
    #[arg(long, value_name = "LEVEL", default_value = "normal", value_parser = strictness)]
    strictness: Strictness,
    /// Weigh one finding: `unused-floor=off`; off, hint, information, warning or error
    #[arg(long, value_name = "CODE=SEVERITY", value_parser = wish)]
    severity: Vec<(Code, Option<Severity>)>,
    /// Show hints, too
    #[arg(long)]
    hints: bool,
    /// Explain a finding and show an example of it
    #[arg(long, value_name = "CODE", value_parser = code, conflicts_with = "files")]
    explain: Option<Code>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
enum Output {
    /// For reading
    Human,
    /// One array of findings
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Annotations of GitHub's workflows
    Github,
    /// JUnit's XML, a test case for each level
    Junit,
}

fn strictness(text: &str) -> Result<Strictness, String> {
    Strictness::from_name(text).ok_or_else(|| "one of draft, normal, publish is needed".to_string())
}

fn code(text: &str) -> Result<Code, String> {
    let known = || RULES.iter().map(|rule| rule.name).collect::<Vec<_>>().join(", ");
    Code::from_name(text).ok_or_else(|| format!("there is no such finding; known are {}", known()))
}

fn wish(text: &str) -> Result<(Code, Option<Severity>), String> {
    let (name, wanted) = text.split_once('=').ok_or("a code and a severity are needed, as in unused-floor=off")?;
    let wanted = severity(wanted).ok_or("one of off, hint, information, warning, error is needed")?;
    Ok((code(name)?, wanted))
}

/// A file and what is to be said about it.
struct Page {
    input: Input,
    lines: LineIndex,
    found: Vec<Diagnostic>,
}

/// A place in lines and columns, both from 1; columns in characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Place {
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
}

impl Page {
    fn place(&self, span: Span) -> Place {
        let at = |offset: u32| self.lines.position(&self.input.snapshot.text, offset as usize, Encoding::Utf32);
        let (start, end) = (at(span.start), at(span.end));
        Place {
            line: start.line + 1,
            column: start.character + 1,
            end_line: end.line + 1,
            end_column: end.character + 1,
        }
    }
}

pub fn run(options: &Options) -> Result<u8> {
    let mut out = io::stdout().lock();
    if let Some(code) = options.explain {
        human::explain(&mut out, code)?;
        return Ok(0);
    }
    let weights = Weights { strictness: options.strictness, wanted: options.severity.iter().copied().collect() };
    let names = input::expand(&options.files)?;
    if names.is_empty() {
        bail!("there are no level files to check");
    }
    let mut inputs = Vec::with_capacity(names.len());
    for name in &names {
        match input::read(name) {
            Ok(input) => inputs.push(input),
            Err(error) => complain(&error),
        }
    }
    if inputs.is_empty() {
        return Ok(2);
    }
    let all_read = inputs.len() == names.len();
    let verdicts = if options.no_solve { HashMap::new() } else { search(options, &inputs)? };
    let lookup = |key: PuzzleKey| verdicts.get(&key).cloned();
    let twins = twins(&inputs, &weights);
    let mut pages: Vec<Page> = Vec::with_capacity(inputs.len());
    for (input, twins) in inputs.into_iter().zip(twins) {
        let mut found = diagnostics(&input.snapshot, &lookup, &weights);
        found.extend(twins);
        found.sort_by_key(|diagnostic| (diagnostic.span, diagnostic.code));
        let lines = LineIndex::new(&input.snapshot.text);
        pages.push(Page { input, lines, found });
    }
    let worst = pages.iter().flat_map(|page| &page.found).map(|found| found.severity).max();
    match options.output {
        Output::Human => human::write(&mut out, &pages, options.hints, &lookup, &weights)?,
        Output::Json => json::write(&mut out, &pages)?,
        Output::Sarif => sarif::write(&mut out, &pages)?,
        Output::Github => github::write(&mut out, &pages)?,
        Output::Junit => junit::write(&mut out, &pages).context("cannot write the report")?,
    }
    out.flush()?;
    Ok(if all_read { u8::from(worst == Some(Severity::Error)) } else { 2 })
}

fn search(options: &Options, inputs: &[Input]) -> Result<HashMap<PuzzleKey, State>> {
    let limits = Limits::new(options.time_limit, 1024, options.jobs);
    let shelf = if options.no_cache { None } else { Shelf::of_user().map(Shelf::patient) };
    let levels = inputs.iter().flat_map(|input| (0..input.snapshot.levels.len()).map(move |level| (input, level)));
    // Levels that pose the same puzzle are searched once.
    let mut seen = std::collections::HashSet::new();
    let jobs = levels.filter_map(|(input, level)| {
        let key = input.snapshot.key(level)?;
        seen.insert(key).then(|| (input.snapshot.job(level), key))
    });
    let mut verdicts = HashMap::new();
    let total = inputs.iter().map(|input| input.snapshot.levels.len()).sum();
    run_jobs::in_order(jobs, Some(total), &limits, shelf.as_ref(), |key, found| {
        if let Some((answer, _)) = found {
            verdicts.insert(key, State::Known(Arc::new(answer)));
        }
        Ok(())
    })?;
    Ok(verdicts)
}

/// For each file the levels that an earlier file has too.
fn twins(inputs: &[Input], weights: &Weights) -> Vec<Vec<Diagnostic>> {
    let code = Code::DuplicateLevel;
    let mut first: HashMap<PuzzleKey, (usize, usize)> = HashMap::new();
    let mut all = Vec::with_capacity(inputs.len());
    for (file, input) in inputs.iter().enumerate() {
        let snapshot = &input.snapshot;
        let mut found = Vec::new();
        for level in 0..snapshot.levels.len() {
            let Some(key) = snapshot.key(level) else { continue };
            let (other, number) = match first.entry(key) {
                Entry::Vacant(place) => {
                    place.insert((file, level));
                    continue;
                }
                Entry::Occupied(place) => *place.get(),
            };
            let facts = &snapshot.levels[level].facts.facts;
            let is_ignored = facts.ignored.contains(&code) || snapshot.across.ignored.contains(&code);
            let Some(severity) = weights.of(code, code.rule().severity) else { continue };
            if other == file || is_ignored {
                continue;
            }
            let name = inputs[other].snapshot.name(number);
            let message =
                format!("{} has the same level, turned or not: level {} ({name})", inputs[other].name, number + 1);
            let span = first_row(snapshot, level);
            found.push(Diagnostic { level, code, severity, span, message, related: Vec::new() });
        }
        all.push(found);
    }
    all
}
