//! `sok check`: what is wrong with level files.

use super::input::{self, Input};
use super::run_jobs::{self, Limits};
use crate::analysis::{Severity, Strictness, Weights};
use crate::ide::{Diagnostic, PuzzleKey, State, diagnostics};
use crate::text::{Encoding, LineIndex, Span};
use anyhow::Result;
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::Arc;

#[derive(Args, Debug)]
pub struct Options {
    /// Level files or folders; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    #[arg(long, value_enum, default_value_t = Output::Human)]
    output: Output,
    /// Judge the structure only
    #[arg(long)]
    no_solve: bool,
    /// Seconds for each level's search
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, value_parser = run_jobs::seconds)]
    time_limit: f64,
    /// How strictly to judge: draft, normal or publish
    #[arg(long, value_name = "LEVEL", default_value = "normal", value_parser = strictness)]
    strictness: Strictness,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
enum Output {
    /// For reading
    Human,
    /// One array of findings
    Json,
}

fn strictness(text: &str) -> Result<Strictness, String> {
    Strictness::from_name(text).ok_or_else(|| "one of draft, normal, publish is needed".to_string())
}

/// One finding, as `--output json` writes it. Lines and columns count from 1, columns in characters.
#[derive(Serialize, Debug)]
struct Record {
    file: String,
    level: usize,
    code: &'static str,
    severity: &'static str,
    message: String,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
    related: Vec<Related>,
}

#[derive(Serialize, Debug)]
struct Related {
    message: String,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
}

pub fn run(options: &Options) -> Result<u8> {
    let limits = Limits::new(options.time_limit, 1024, 1);
    let mut out = io::stdout().lock();
    let mut records = Vec::new();
    let weights = Weights::from(options.strictness);
    let (mut levels, mut worst) = (0, Severity::Hint);
    for name in input::expand(&options.files)? {
        let input = input::read(&name)?;
        levels += input.snapshot.levels.len();
        let verdicts = if options.no_solve { HashMap::new() } else { search(&input, &limits)? };
        let lookup = |key: PuzzleKey| verdicts.get(&key).cloned();
        let lines = LineIndex::new(&input.snapshot.text);
        for diagnostic in diagnostics(&input.snapshot, &lookup, &weights) {
            worst = worst.max(diagnostic.severity);
            let record = record(&input, &lines, &diagnostic);
            if options.output == Output::Human {
                write_human(&mut out, &input, &lines, &record)?;
            }
            records.push(record);
        }
    }
    match options.output {
        Output::Json => writeln!(out, "{}", serde_json::to_string_pretty(&records)?)?,
        Output::Human => writeln!(out, "{}", summary(levels, &records))?,
    }
    Ok(u8::from(worst == Severity::Error))
}

fn search(input: &Input, limits: &Limits) -> Result<HashMap<PuzzleKey, State>> {
    let jobs: Vec<_> = (0..input.snapshot.levels.len()).map(|level| input.snapshot.job(level)).collect();
    let keys: Vec<_> = jobs.iter().map(|job| job.as_ref().map(|job| job.key)).collect();
    let mut verdicts = HashMap::new();
    run_jobs::in_order(jobs, limits, |index, found| {
        if let (Some(key), Some((answer, _))) = (keys[index], found) {
            verdicts.insert(key, State::Known(Arc::new(answer)));
        }
        Ok(())
    })?;
    Ok(verdicts)
}

fn record(input: &Input, lines: &LineIndex, diagnostic: &Diagnostic) -> Record {
    let place = |span: Span| {
        let at = |offset: u32| lines.position(&input.snapshot.text, offset as usize, Encoding::Utf32);
        (at(span.start), at(span.end))
    };
    let (start, end) = place(diagnostic.span);
    let related = diagnostic.related.iter().map(|(span, message)| {
        let (start, end) = place(*span);
        Related {
            message: message.clone(),
            line: start.line + 1,
            column: start.character + 1,
            end_line: end.line + 1,
            end_column: end.character + 1,
        }
    });
    Record {
        file: input.name.clone(),
        level: diagnostic.level + 1,
        code: diagnostic.code.name(),
        severity: diagnostic.severity.name(),
        message: diagnostic.message.clone(),
        line: start.line + 1,
        column: start.character + 1,
        end_line: end.line + 1,
        end_column: end.character + 1,
        related: related.collect(),
    }
}

/// The finding's line, the line of the text it stands on, and carets under the place.
fn write_human(out: &mut impl Write, input: &Input, lines: &LineIndex, record: &Record) -> io::Result<()> {
    let Record { file, line, column, severity, code, message, .. } = record;
    writeln!(out, "{file}:{line}:{column}: {severity}[{code}]: {message}")?;
    let Some(row) = lines.line(&input.snapshot.text, *line as usize - 1) else { return Ok(()) };
    let quoted: String = input.snapshot.text[row.content().range()].chars().take(120).collect();
    let length = quoted.chars().count() as u32;
    let end = if record.end_line == *line { record.end_column } else { length + 1 };
    let carets = end.min(length + 1).saturating_sub(*column).max(1);
    let margin = " ".repeat(line.to_string().len());
    writeln!(out, "{line} | {}", quoted.trim_end())?;
    writeln!(out, "{margin} | {}{}", " ".repeat(*column as usize - 1), "^".repeat(carets as usize))
}

fn summary(levels: usize, records: &[Record]) -> String {
    use crate::analysis::count;
    let number = |severity: Severity| records.iter().filter(|record| record.severity == severity.name()).count();
    format!(
        "{}: {}, {}, {}",
        count(levels, "level"),
        count(number(Severity::Error), "error"),
        count(number(Severity::Warning), "warning"),
        count(number(Severity::Information) + number(Severity::Hint), "hint")
    )
}
