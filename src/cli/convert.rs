//! `sok convert`: a level file in another notation, on standard output.

use super::input;
use crate::ide::{TARGETS, convert_file};
use crate::syntax::Notation;
use crate::text::{Decoded, encode};
use anyhow::{Result, anyhow};
use clap::Args;
use std::io::{self, Write};

#[derive(Args, Debug)]
pub struct Options {
    /// The notation to write: xsb, sbt, poj, array or glyphs
    #[arg(long, value_name = "NOTATION", value_parser = notation)]
    to: Notation,
    /// A level file; `-` is standard input
    #[arg(value_name = "FILE")]
    file: String,
}

fn notation(text: &str) -> Result<Notation, String> {
    let known = Notation::from_name(text).filter(|notation| TARGETS.contains(notation));
    known.ok_or_else(|| "one of xsb, sbt, poj, array, glyphs is needed".to_string())
}

pub fn run(options: &Options) -> Result<u8> {
    let input = input::read(&options.file)?;
    let converted = convert_file(&input.snapshot, options.to).map_err(|why| anyhow!("{}: {why}", input.name))?;
    let bytes = encode(&Decoded { text: converted.text, ..input.decoded });
    let mut out = io::stdout().lock();
    out.write_all(&bytes)?;
    out.flush()?;
    if !converted.left_out.is_empty() {
        let name = options.to.info().name;
        let _ = writeln!(io::stderr(), "sok: {name} has no place for {}", converted.left_out.join(", "));
    }
    Ok(0)
}
