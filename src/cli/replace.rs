//! Files replaced in one step: whoever reads one sees the old text or the new one, also after a crash.
//!
//! The new text is written beside the file and renamed over it. A process that is killed meanwhile leaves its half
//! beside the file; the next one that writes in this folder takes it away. It knows by a lock, which the system takes
//! from a process that is gone, that nobody is writing there any more.

use std::collections::BTreeSet;
use std::fs::{self, File, Metadata, TryLockError};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// What a half-written file is called: `.NAME.0123456789abcdef.sok-new`.
const ENDING: &str = ".sok-new";
const DIGITS: usize = 16;

/// Replaces what the file holds. It keeps its rights and, where that is allowed, its owner; a link stays a link. A
/// file that is gone, is no regular file or may only be read is an error.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = fs::canonicalize(path)?;
    let old = fs::metadata(&path)?;
    if !old.is_file() {
        return Err(io::Error::new(ErrorKind::InvalidInput, "it is no regular file"));
    }
    // To rename over it would be allowed; its author does not want it changed.
    if old.permissions().readonly() {
        return Err(io::Error::new(ErrorKind::PermissionDenied, "it is read-only"));
    }
    let (beside, mut file) = create_beside(&path)?;
    let written = (|| {
        file.write_all(bytes)?;
        keep_owner(&file, &old);
        file.set_permissions(old.permissions())?;
        file.sync_all()?;
        fs::rename(&beside, &path)
    })();
    if written.is_err() {
        let _ = fs::remove_file(&beside);
    }
    written
}

/// Takes away what killed processes have left beside these files.
pub fn sweep(files: &[String]) {
    let folder = |file: &String| Some(fs::canonicalize(file).ok()?.parent()?.to_path_buf());
    let folders: BTreeSet<PathBuf> = files.iter().filter_map(folder).collect();
    for entry in folders.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten() {
        if !is_half(&entry.file_name().to_string_lossy()) || !entry.file_type().is_ok_and(|kind| kind.is_file()) {
            continue;
        }
        let Ok(file) = File::open(entry.path()) else { continue };
        // The lock is held until the file is gone, so that nobody begins to write into it.
        if file.try_lock().is_ok() {
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn is_half(name: &str) -> bool {
    let digits =
        name.strip_prefix('.').and_then(|name| name.strip_suffix(ENDING)).and_then(|name| name.rsplit_once('.'));
    digits.is_some_and(|(_, digits)| digits.len() == DIGITS && digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
}

/// A new file beside this one, locked.
fn create_beside(path: &Path) -> io::Result<(PathBuf, File)> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    loop {
        // The keys of a new hasher are random.
        let number = RandomState::new().hash_one(std::process::id());
        let beside = path.with_file_name(format!(".{name}.{number:0DIGITS$x}{ENDING}"));
        let file = match File::create_new(&beside) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
            other => other?,
        };
        // Another process may take it for a left-over one before it is locked.
        let is_taken = matches!(file.try_lock(), Err(TryLockError::WouldBlock));
        if !is_taken && beside.exists() {
            return Ok((beside, file));
        }
    }
}

#[cfg(unix)]
fn keep_owner(file: &File, old: &Metadata) {
    use std::os::unix::fs::{MetadataExt, fchown};
    if file.metadata().is_ok_and(|new| (new.uid(), new.gid()) != (old.uid(), old.gid())) {
        // Only the system's administrator may give files away.
        let _ = fchown(file, Some(old.uid()), Some(old.gid()));
    }
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &Metadata) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_nobody_writes_any_more_is_swept_away() {
        let folder = tempfile::tempdir().unwrap();
        let level = folder.path().join("a.sok");
        for name in ["a.sok", ".a.sok.0123456789abcdef.sok-new", ".a.sok.sok-new", "a.sok.0123456789abcdef.sok-new"] {
            fs::write(folder.path().join(name), "text").unwrap();
        }
        let (busy, file) = create_beside(&level).unwrap();
        sweep(&[level.to_string_lossy().into_owned()]);
        assert!(busy.exists(), "it is being written");
        assert!(!folder.path().join(".a.sok.0123456789abcdef.sok-new").exists());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 4, "files of other names are not ours");
        drop(file);
        sweep(&[level.to_string_lossy().into_owned()]);
        assert!(!busy.exists());
    }
}
