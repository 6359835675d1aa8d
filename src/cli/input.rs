//! What the command line reads: files, folders and standard input.

use crate::ide::{Snapshot, analyse};
use crate::syntax::Hints;
use crate::text::{Decoded, decode};
use anyhow::{Context, Result, bail};
use std::collections::HashSet;
use std::fs::{self, File};
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

/// The files that `names` stand for: folders replaced by the level files in them, patterns such as `**/*.sok` by the
/// files that they fit, in order, each file once. What `.gitignore` and `.ignore` files leave out of a folder is left out here, too.
pub fn expand(names: &[String]) -> Result<Vec<String>> {
    let mut files = Vec::new();
    for name in names {
        let path = Path::new(name);
        let found = match () {
            () if name == STDIN || path.is_file() => vec![name.clone()],
            () if path.is_dir() => walk(path, &|_| true)?,
            // A name with such a sign that is no file is a pattern that the shell has left alone.
            () if name.contains(['*', '?', '[', '{']) => fitting(name)?,
            () => vec![name.clone()],
        };
        if found.is_empty() {
            bail!("{name}: no level files (.sok, .xsb, .sokoban, .slc) here");
        }
        files.extend(found);
    }
    let mut seen = HashSet::new();
    files.retain(|name| fs::canonicalize(name).map_or(true, |path| seen.insert(path)));
    Ok(files)
}

fn fitting(pattern: &str) -> Result<Vec<String>> {
    let glob = ignore::overrides::OverrideBuilder::new(".").add(pattern).and_then(|builder| builder.build());
    let glob = glob.with_context(|| format!("{pattern} is no pattern for files"))?;
    let files = walk(Path::new("."), &|path| glob.matched(path, false).is_whitelist())?;
    Ok(files.into_iter().map(|file| file.strip_prefix("./").map_or(file.clone(), str::to_string)).collect())
}

fn walk(folder: &Path, fits: &dyn Fn(&Path) -> bool) -> Result<Vec<String>> {
    let mut files = Vec::new();
    let walk = ignore::WalkBuilder::new(folder).require_git(false).sort_by_file_path(Ord::cmp).build();
    for entry in walk {
        let entry = entry.with_context(|| format!("cannot read {}", folder.display()))?;
        let is_file = entry.file_type().is_some_and(|kind| !kind.is_dir());
        if is_file && has_ending(entry.path()) && fits(entry.path()) {
            files.push(entry.path().to_string_lossy().into_owned());
        }
    }
    Ok(files)
}

fn has_ending(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known)))
}

/// Reads and analyses one file.
pub fn read(name: &str) -> Result<Input> {
    let shown = if name == STDIN { "<stdin>" } else { name };
    // A pipe or a device has no length that could be asked for before.
    let mut bytes = Vec::new();
    let done = match name {
        STDIN => std::io::stdin().take(LARGEST + 1).read_to_end(&mut bytes),
        _ => File::open(name).and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes)),
    };
    done.with_context(|| format!("cannot read {shown}"))?;
    if bytes.len() as u64 > LARGEST {
        bail!("{shown} is longer than the {} MB that are read", LARGEST >> 20);
    }
    let decoded = decode(&bytes);
    let extension = Path::new(name).extension().map(|ending| ending.to_string_lossy().to_lowercase());
    let hints = Hints::of_extension(extension.as_deref().unwrap_or(""));
    let snapshot = analyse(Arc::from(decoded.text.as_str()), &hints, None, &|_| false);
    let path = (name != STDIN).then(|| PathBuf::from(name));
    Ok(Input { name: shown.to_string(), path, decoded, snapshot })
}
