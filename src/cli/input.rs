//! What the command line reads: files, folders and standard input.

use crate::ide::{Snapshot, analyse};
use crate::syntax::Hints;
use crate::text::{Decoded, decode};
use anyhow::{Context, Result, bail};
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The name of standard input.
pub const STDIN: &str = "-";

/// The file name endings that are read when a folder is given.
const ENDINGS: [&str; 4] = ["sok", "xsb", "sokoban", "slc"];

/// The largest file that is read, in bytes.
const LARGEST: u64 = 50 << 20;

/// One file, read and analysed.
#[derive(Debug)]
pub struct Input {
    /// As it was given, or below the folder that was given.
    pub name: String,
    /// `None` for standard input.
    pub path: Option<PathBuf>,
    pub decoded: Decoded,
    pub snapshot: Snapshot,
}

/// The files that `names` stand for, folders replaced by the level files in them, in order.
pub fn expand(names: &[String]) -> Result<Vec<String>> {
    let mut files = Vec::new();
    for name in names {
        if name == STDIN || !Path::new(name).is_dir() {
            files.push(name.clone());
        } else {
            let before = files.len();
            walk(Path::new(name), &mut files)?;
            if files.len() == before {
                bail!("{name}: no level files (.sok, .xsb, .sokoban, .slc) in this folder");
            }
        }
    }
    Ok(files)
}

fn walk(folder: &Path, files: &mut Vec<String>) -> Result<()> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<PathBuf>>>()?;
    paths.sort();
    for path in paths {
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        let kind = fs::symlink_metadata(&path).with_context(|| format!("cannot read {}", path.display()))?;
        // Links to folders are not followed: they may lead round in a circle.
        if kind.is_dir() && !hidden {
            walk(&path, files)?;
        } else if !kind.is_dir() && has_ending(&path) {
            files.push(path.to_string_lossy().into_owned());
        }
    }
    Ok(())
}

fn has_ending(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known)))
}

/// Reads and analyses one file.
pub fn read(name: &str) -> Result<Input> {
    let bytes = if name == STDIN {
        let mut bytes = Vec::new();
        std::io::stdin().take(LARGEST + 1).read_to_end(&mut bytes).context("cannot read standard input")?;
        bytes
    } else {
        let length = fs::metadata(name).with_context(|| format!("cannot read {name}"))?.len();
        if length > LARGEST {
            bail!("{name}: {} MB are more than the {} MB that are read", length >> 20, LARGEST >> 20);
        }
        fs::read(name).with_context(|| format!("cannot read {name}"))?
    };
    if bytes.len() as u64 > LARGEST {
        bail!("standard input is longer than the {} MB that are read", LARGEST >> 20);
    }
    let decoded = decode(&bytes);
    let prefer_xsb = name != STDIN && has_ending(Path::new(name));
    let hints = Hints { prefer_xsb, ..Hints::default() };
    let snapshot = analyse(Arc::from(decoded.text.as_str()), &hints, None, &|_| false);
    let path = (name != STDIN).then(|| PathBuf::from(name));
    Ok(Input { name: if name == STDIN { "<stdin>".to_string() } else { name.to_string() }, path, decoded, snapshot })
}
