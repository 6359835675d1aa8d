//! One array of findings.

use super::Page;
use serde::Serialize;
use std::io::{self, Write};

/// Lines and columns count from 1, columns in characters.
#[derive(Serialize, Debug)]
struct Record<'a> {
    file: &'a str,
    level: usize,
    code: &'static str,
    severity: &'static str,
    message: &'a str,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
    related: Vec<Related<'a>>,
}

#[derive(Serialize, Debug)]
struct Related<'a> {
    message: &'a str,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
}

pub fn write(out: &mut impl Write, pages: &[Page]) -> io::Result<()> {
    let mut records = Vec::new();
    for page in pages {
        for found in &page.found {
            let place = page.place(found.span);
            let related = found.related.iter().map(|(span, message)| {
                let place = page.place(*span);
                Related {
                    message,
                    line: place.line,
                    column: place.column,
                    end_line: place.end_line,
                    end_column: place.end_column,
                }
            });
            records.push(Record {
                file: &page.input.name,
                level: found.level + 1,
                code: found.code.name(),
                severity: found.severity.name(),
                message: &found.message,
                line: place.line,
                column: place.column,
                end_line: place.end_line,
                end_column: place.end_column,
                related: related.collect(),
            });
        }
    }
    writeln!(out, "{}", serde_json::to_string_pretty(&records)?)
}
