//! `sok render`: a level as a picture.

use super::input;
use crate::ide::{svg, text_picture};
use anyhow::{Context, Result, anyhow, bail};
use clap::{Args, ValueEnum};
use resvg::{tiny_skia, usvg};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// No side of a picture has more pixels.
const MOST_PIXELS: f32 = 16_384.0;

#[derive(Args, Debug)]
pub struct Options {
    /// A level file; `-` is standard input
    #[arg(value_name = "FILE")]
    file: String,
    #[arg(long, value_enum, default_value_t = Format::Svg)]
    format: Format,
    /// The number of the level in its file
    #[arg(long, value_name = "N", default_value_t = 1)]
    level: usize,
    /// How many times larger than 32 pixels a square
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0)]
    scale: f32,
    /// The file to write; standard output, if not given
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
enum Format {
    Svg,
    Png,
    /// In the signs of the level's notation
    Text,
}

pub fn run(options: &Options) -> Result<u8> {
    let same = |path: &Path| {
        let [picture, levels] = [path, Path::new(&options.file)].map(|path| fs::canonicalize(path).ok());
        picture.is_some() && picture == levels
    };
    if options.output.as_deref().is_some_and(same) {
        bail!("{}: the picture would take the place of the levels", options.file);
    }
    let input = input::read(&options.file)?;
    let count = input.snapshot.levels.len();
    if !(1..=count).contains(&options.level) {
        bail!("{}: there is no level {}; the file has {count}", input.name, options.level);
    }
    let level = options.level - 1;
    let nothing = || anyhow!("{}: level {} has no board that can be drawn", input.name, options.level);
    let bytes = match options.format {
        Format::Svg => svg(&input.snapshot, level).ok_or_else(nothing)?.into_bytes(),
        Format::Png => png(&svg(&input.snapshot, level).ok_or_else(nothing)?, options.scale)?,
        Format::Text => (text_picture(&input.snapshot, level).ok_or_else(nothing)? + "\n").into_bytes(),
    };
    match &options.output {
        Some(path) => fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))?,
        None => {
            let mut out = io::stdout().lock();
            out.write_all(&bytes)?;
            out.flush()?;
        }
    }
    Ok(0)
}

fn png(svg: &str, scale: f32) -> Result<Vec<u8>> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).context("the picture cannot be drawn")?;
    let (width, height) = (tree.size().width() * scale, tree.size().height() * scale);
    if !(scale > 0.0 && width >= 1.0 && height >= 1.0 && width <= MOST_PIXELS && height <= MOST_PIXELS) {
        bail!("a picture of {width} x {height} pixels cannot be made; choose another --scale");
    }
    let mut pixels = tiny_skia::Pixmap::new(width as u32, height as u32).context("the picture is too large")?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().context("the picture cannot be written as PNG")
}
