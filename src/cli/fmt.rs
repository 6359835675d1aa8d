//! `sok fmt`: level files, written evenly.

use super::input::{self, STDIN};
use super::{complain, replace};
use crate::ide::{Floor, format};
use crate::text::{Decoded, apply_edits, encode};
use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use std::io::{self, Write};

#[derive(Args, Debug)]
pub struct Options {
    /// Level files or folders; `-` formats standard input to standard output
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Change nothing; name the files that would change, and end with status 1 if there are any
    #[arg(long)]
    check: bool,
    /// What floor is written with
    #[arg(long, value_enum, default_value_t = FloorName::Own)]
    floor: FloorName,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
enum FloorName {
    /// What the level itself uses most, inside its walls and outside
    Own,
    Blank,
    Dash,
    Underscore,
}

pub fn run(options: &Options) -> Result<u8> {
    let floor = match options.floor {
        FloorName::Own => Floor::Own,
        FloorName::Blank => Floor::Blank,
        FloorName::Dash => Floor::Dash,
        FloorName::Underscore => Floor::Underscore,
    };
    let mut out = io::stdout().lock();
    let (mut changed, mut all_done) = (false, true);
    let names = input::expand(&options.files)?;
    if !options.check {
        replace::sweep(&names);
    }
    for name in names {
        let input = match input::read(&name) {
            Ok(input) => input,
            Err(error) => {
                complain(&error);
                all_done = false;
                continue;
            }
        };
        let edits = format(&input.snapshot, floor);
        changed |= !edits.is_empty();
        if options.check {
            if !edits.is_empty() {
                writeln!(out, "{}", input.name)?;
            }
            continue;
        }
        if edits.is_empty() && name != STDIN {
            continue;
        }
        let text = apply_edits(&input.snapshot.text, &edits);
        let bytes = encode(&Decoded { text, ..input.decoded });
        let Some(path) = &input.path else {
            out.write_all(&bytes)?;
            continue;
        };
        let written = replace::replace(path, &bytes).with_context(|| format!("cannot write {}", path.display()));
        if let Err(error) = written {
            complain(&error);
            all_done = false;
        }
    }
    out.flush()?;
    Ok(if all_done { u8::from(options.check && changed) } else { 2 })
}
