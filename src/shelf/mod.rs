//! Results on disk, shared by the server and the command line: what was found once need not be searched again.
//!
//! The file is opened for each batch and closed again, so that several processes can use it in turn; one that finds
//! it busy waits a little and then does without. A file that cannot be read is set aside and a new one begun. Nothing
//! here is ever fatal: without a shelf, everything is searched anew.

mod record;

use std::cell::Cell;
use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use redb::{Database, DatabaseError, ReadOnlyDatabase, ReadableDatabase, ReadableTable, TableDefinition, TableError};

use crate::ide::{Answer, PuzzleKey};
use crate::solve::{self, Objective};

/// How long to wait for another process, how long when nobody waits for the answer, and how often to look.
const PATIENCE: Duration = Duration::from_millis(300);
const LONG_PATIENCE: Duration = Duration::from_secs(10);
const PAUSE: Duration = Duration::from_millis(5);

/// A result: of which puzzle, under which objective, found in how long.
#[derive(Clone, Debug)]
pub struct Kept {
    pub key: PuzzleKey,
    pub objective: Objective,
    pub answer: Answer,
    /// The time that the search was allowed, or took if it ended by itself.
    pub time: Duration,
}

/// Where results are kept. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Shelf {
    path: PathBuf,
    patience: Duration,
}

impl Shelf {
    /// The shelf in the user's cache folder, or in the folder that `SOK_CACHE` names; `None` if there is no such
    /// folder and none can be made, or if `SOK_CACHE` is empty.
    pub fn of_user() -> Option<Shelf> {
        let folder = match std::env::var_os("SOK_CACHE") {
            Some(folder) if folder.is_empty() => return None,
            Some(folder) => PathBuf::from(folder),
            None => dirs::cache_dir()?.join("sok"),
        };
        fs::create_dir_all(&folder).ok()?;
        Some(Shelf::at(&folder.join("results.redb")))
    }

    pub fn at(path: &Path) -> Shelf {
        Shelf { path: path.to_owned(), patience: PATIENCE }
    }

    /// This shelf, for work that would rather wait for other processes than search twice.
    pub fn patient(self) -> Shelf {
        Shelf { patience: LONG_PATIENCE, ..self }
    }

    /// The results of the given puzzles that are known. Empty when the shelf cannot be read now.
    pub fn find(&self, puzzles: &[(PuzzleKey, Objective)]) -> Vec<Kept> {
        // An empty file is one that another process has just begun.
        if puzzles.is_empty() || fs::metadata(&self.path).map_or(0, |file| file.len()) == 0 {
            return Vec::new();
        }
        let found = self.guarded(|| match self.patiently(|| ReadOnlyDatabase::open(&self.path)) {
            // What a killed process has left in the middle is put right by opening it to write.
            Err(DatabaseError::RepairAborted) => look_up(&self.patiently(|| Database::create(&self.path))?, puzzles),
            other => look_up(&other?, puzzles),
        });
        found.unwrap_or_default()
    }

    /// Keeps results, in one step: all of them or none. A final result is never replaced by one that is not. True if
    /// they were kept.
    pub fn keep(&self, results: &[Kept]) -> bool {
        if results.is_empty() {
            return true;
        }
        let kept = self.guarded(|| {
            let database = self.patiently(|| Database::create(&self.path))?;
            let write = database.begin_write()?;
            {
                let mut table = write.open_table(table(&name()))?;
                for result in results {
                    let key = bytes_of(result.key, result.objective);
                    let known = table.get(key.as_slice())?.and_then(|value| record::read(&key, value.value()));
                    let better = match known {
                        Some((old, time)) => !old.is_final() && (result.answer.is_final() || result.time >= time),
                        None => true,
                    };
                    if let Some(value) = record::write(&key, &result.answer, result.time).filter(|_| better) {
                        table.insert(key.as_slice(), value.as_slice())?;
                    }
                }
            }
            write.commit()?;
            Ok(())
        });
        kept.is_some()
    }

    /// Does something with the file; once more, with a new one, if it shows to be damaged. `None` when that is not
    /// possible now.
    fn guarded<T>(&self, work: impl Fn() -> Result<T, redb::Error>) -> Option<T> {
        for fresh in [false, true] {
            // A damaged file may show in a panic, too.
            match quietly(&work) {
                Ok(Ok(done)) => return Some(done),
                Ok(Err(redb::Error::DatabaseAlreadyOpen)) => {
                    tracing::debug!("the results on disk are in use");
                    return None;
                }
                Ok(Err(error)) if !is_damage(&error) || fresh => {
                    tracing::warn!("{}: {error}", self.path.display());
                    return None;
                }
                Ok(Err(error)) => tracing::warn!("{}: {error}", self.path.display()),
                Err(_) => tracing::warn!("{}: damaged", self.path.display()),
            }
            self.set_aside()?;
        }
        None
    }

    /// Opens the file when no other process is in the way.
    fn patiently<T>(&self, open: impl Fn() -> Result<T, DatabaseError>) -> Result<T, DatabaseError> {
        let start = Instant::now();
        loop {
            match open() {
                Err(DatabaseError::DatabaseAlreadyOpen) if start.elapsed() < self.patience => thread::sleep(PAUSE),
                other => return other,
            }
        }
    }

    /// Renames the file, so that it can be looked at and a new one begun.
    fn set_aside(&self) -> Option<()> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        let aside = self.path.with_extension(format!("damaged-{now}"));
        match fs::rename(&self.path, &aside) {
            Ok(()) => tracing::warn!("the damaged results are set aside as {}", aside.display()),
            Err(error) => {
                tracing::warn!("{}: {error}", self.path.display());
                return None;
            }
        }
        Some(())
    }
}

fn look_up(database: &impl ReadableDatabase, puzzles: &[(PuzzleKey, Objective)]) -> Result<Vec<Kept>, redb::Error> {
    let read = database.begin_read()?;
    let table = match read.open_table(table(&name())) {
        Err(TableError::TableDoesNotExist(_)) => return Ok(Vec::new()),
        other => other?,
    };
    let mut found = Vec::new();
    for &(key, objective) in puzzles {
        let bytes = bytes_of(key, objective);
        if let Some(value) = table.get(bytes.as_slice())? {
            let result = record::read(&bytes, value.value());
            found.extend(result.map(|(answer, time)| Kept { key, objective, answer, time }));
        }
    }
    Ok(found)
}

/// Runs something whose panics are no fault of ours, and are not reported.
fn quietly<T>(work: impl Fn() -> T) -> thread::Result<T> {
    thread_local!(static IS_QUIET: Cell<bool> = const { Cell::new(false) });
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if !IS_QUIET.get() {
                usual(panic);
            }
        }));
    });
    IS_QUIET.set(true);
    let done = panic::catch_unwind(AssertUnwindSafe(work));
    IS_QUIET.set(false);
    done
}

/// True for what a new file would cure.
fn is_damage(error: &redb::Error) -> bool {
    use std::io::ErrorKind::{InvalidData, UnexpectedEof};
    match error {
        redb::Error::Corrupted(_) | redb::Error::UpgradeRequired(_) | redb::Error::RepairAborted => true,
        redb::Error::TableTypeMismatch { .. } | redb::Error::TableIsMultimap(_) => true,
        redb::Error::Io(error) => matches!(error.kind(), InvalidData | UnexpectedEof),
        _ => false,
    }
}

/// Another version of the search may find other results, and other records have another form; they are kept apart.
fn name() -> String {
    format!("sealed answers {}", solve::VERSION)
}

fn table(name: &str) -> TableDefinition<'_, &'static [u8], &'static [u8]> {
    TableDefinition::new(name)
}

fn bytes_of(key: PuzzleKey, objective: Objective) -> Vec<u8> {
    let [high, low] = key.0.map(u64::to_be_bytes);
    let objective = match objective {
        Objective::Pushes => 0,
        Objective::Moves => 1,
    };
    [&high[..], &low, &[objective]].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::Limit;
    use crate::tiles;

    fn result(number: u64, answer: tiles::Answer, seconds: u64) -> Kept {
        let (key, objective) = (PuzzleKey([number, 7]), Objective::Pushes);
        Kept { key, objective, answer: Answer::Tiles(answer), time: Duration::from_secs(seconds) }
    }

    fn unknown(lower_bound: usize) -> tiles::Answer {
        tiles::Answer::Unknown { limit: Limit::Stopped, lower_bound }
    }

    fn found(shelf: &Shelf, number: u64) -> Option<Answer> {
        let puzzle = (PuzzleKey([number, 7]), Objective::Pushes);
        shelf.find(&[puzzle]).pop().map(|kept| kept.answer)
    }

    #[test]
    fn what_is_kept_is_found_and_a_proof_stays() {
        let folder = tempfile::tempdir().unwrap();
        let shelf = Shelf::at(&folder.path().join("results.redb"));
        assert_eq!(found(&shelf, 1), None);
        assert!(shelf.keep(&[result(1, unknown(3), 1), result(2, tiles::Answer::Unsolvable, 1)]));
        assert_eq!(found(&shelf, 1), Some(Answer::Tiles(unknown(3))));
        assert!(shelf.keep(&[result(1, unknown(2), 0), result(2, unknown(9), 99)]));
        assert_eq!(found(&shelf, 1), Some(Answer::Tiles(unknown(3))), "a shorter search knows less");
        assert_eq!(found(&shelf, 2), Some(Answer::Tiles(tiles::Answer::Unsolvable)), "a proof stays");
        let other = shelf.find(&[(PuzzleKey([2, 7]), Objective::Moves)]);
        assert!(other.is_empty(), "another objective is another question");
    }

    #[test]
    fn a_damaged_file_is_set_aside() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.redb");
        for damage in [&b"no database"[..], &[0; 10_000], &[]] {
            fs::write(&path, damage).unwrap();
            let shelf = Shelf::at(&path);
            assert_eq!(found(&shelf, 1), None);
            assert!(shelf.keep(&[result(1, tiles::Answer::Unsolvable, 1)]));
            assert_eq!(found(&shelf, 1), Some(Answer::Tiles(tiles::Answer::Unsolvable)));
        }
        // Cut short in the middle, as by a full disk.
        let whole = fs::read(&path).unwrap();
        fs::write(&path, &whole[..whole.len() / 2]).unwrap();
        let shelf = Shelf::at(&path);
        found(&shelf, 1);
        assert!(shelf.keep(&[result(3, tiles::Answer::Unsolvable, 1)]));
        assert_eq!(found(&shelf, 3), Some(Answer::Tiles(tiles::Answer::Unsolvable)));
    }

    #[test]
    fn a_busy_or_forbidden_file_is_done_without() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.redb");
        let shelf = Shelf::at(&path);
        let busy = Database::create(&path).unwrap();
        assert!(!shelf.keep(&[result(1, tiles::Answer::Unsolvable, 1)]));
        assert_eq!(found(&shelf, 1), None);
        drop(busy);
        assert!(shelf.keep(&[result(1, tiles::Answer::Unsolvable, 1)]));
        let nowhere = Shelf::at(&folder.path().join("no/such/folder/results.redb"));
        assert!(!nowhere.keep(&[result(1, tiles::Answer::Unsolvable, 1)]));
    }
}
