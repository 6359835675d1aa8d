//! The level files of the workspace that are not open: read in the background, for duplicates, symbols and reports.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tower_lsp::ls_types::*;

use super::convert::MOST_DIAGNOSTICS;
use super::sight::{Found, Sight};
use super::state::Shared;
use super::uri::{self, Key};
use super::world::{Analysis, Doc, World};
use super::{convert, lock, present};
use crate::analysis::{Code, Weights};
use crate::ide::{self, PuzzleKey, Snapshot};
use crate::syntax::Hints;
use crate::text::{Encoding, LineIndex, Span, decode};

/// The endings of the files that are read.
const ENDINGS: [&str; 3] = ["sok", "xsb", "sokoban"];
/// So many files are read at most, none of them larger, and no more in all.
const MOST_FILES: usize = 2_000;
const LARGEST: u64 = 5 << 20;
const MOST_BYTES: u64 = 50 << 20;
/// Folders that hold nothing of the author's.
const SKIPPED: [&str; 2] = ["node_modules", "target"];

/// What is known of the workspace's files.
#[derive(Default, Debug)]
pub struct Folder {
    roots: Vec<PathBuf>,
    files: HashMap<Key, File>,
    /// Where each puzzle is to be found.
    puzzles: HashMap<PuzzleKey, Vec<(Key, usize)>>,
    bytes: u64,
}

/// A file that was read. Its text is not kept.
#[derive(Debug)]
struct File {
    uri: String,
    name: String,
    bytes: u64,
    levels: Vec<Entry>,
    found: Found,
}

#[derive(Debug)]
struct Entry {
    name: String,
    key: Option<PuzzleKey>,
    range: Range,
}

impl Folder {
    pub fn new(roots: Vec<PathBuf>) -> Folder {
        Folder { roots, ..Folder::default() }
    }

    fn forget(&mut self, key: &Key) {
        if let Some(file) = self.files.remove(key) {
            self.bytes -= file.bytes;
            for puzzle in file.levels.iter().filter_map(|entry| entry.key) {
                if let Some(places) = self.puzzles.get_mut(&puzzle) {
                    places.retain(|(other, _)| other != key);
                }
            }
        }
    }

    fn take(&mut self, key: Key, file: File) {
        self.forget(&key);
        if self.files.len() >= MOST_FILES || self.bytes + file.bytes > MOST_BYTES {
            return;
        }
        self.bytes += file.bytes;
        for (level, entry) in file.levels.iter().enumerate() {
            if let Some(puzzle) = entry.key {
                self.puzzles.entry(puzzle).or_default().push((key.clone(), level));
            }
        }
        self.files.insert(key, file);
    }
}

/// The folders of the workspace, from what the client says at the start.
pub fn roots(params: &Value) -> Vec<PathBuf> {
    let folders = params.get("workspaceFolders").and_then(Value::as_array);
    let uris = folders.into_iter().flatten().filter_map(|folder| folder.get("uri").and_then(Value::as_str));
    let mut roots: Vec<PathBuf> = uris.filter_map(uri::path).collect();
    if roots.is_empty() {
        roots.extend(params.get("rootUri").and_then(Value::as_str).and_then(uri::path));
    }
    roots
}

/// The level files below the given folders, the same ones in the same order every time.
fn list(roots: &[PathBuf]) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut stack: Vec<PathBuf> = roots.to_vec();
    while let Some(folder) = stack.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        paths.sort();
        for path in paths {
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            // Links are not followed: they may lead round in a circle.
            let Ok(kind) = fs::symlink_metadata(&path).map(|data| data.file_type()) else { continue };
            if kind.is_dir() && !name.starts_with('.') && !SKIPPED.contains(&name.as_str()) {
                stack.push(path);
            } else if kind.is_file() && is_level_file(&path) {
                files.push(path);
            }
            if files.len() >= MOST_FILES {
                return files;
            }
        }
    }
    files
}

fn is_level_file(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known)))
}

fn read(path: &Path, uri: String, encoding: Encoding, weights: &Weights, caps: &super::caps::Caps) -> Option<File> {
    let bytes = fs::metadata(path).ok()?.len();
    if bytes > LARGEST {
        return None;
    }
    let text: Arc<str> = decode(&fs::read(path).ok()?).text.into();
    let hints = Hints::of_extension(&Key::new(&uri).extension());
    let snapshot = ide::analyse(Arc::clone(&text), &hints, None, &|_| false);
    let index = LineIndex::new(&text);
    let analysis = Analysis { id: 0, version: 0, snapshot, index, encoding };
    let snapshot = &analysis.snapshot;
    let entry = |level: usize| Entry {
        name: snapshot.name(level),
        key: snapshot.key(level),
        range: convert::range(&analysis, anchor(snapshot, level)),
    };
    let levels = (0..snapshot.levels.len()).map(entry).collect();
    let found = ide::gravest(snapshot, &|_| None, weights, MOST_DIAGNOSTICS);
    let found = Found::of(&convert::diagnostics(&uri, &analysis, found, caps));
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    Some(File { uri, name, bytes, levels, found })
}

/// Where one goes to for a level: its title or its board.
fn anchor(snapshot: &Snapshot, level: usize) -> Span {
    let node = &snapshot.file.levels[level];
    node.title.map_or(node.board, |title| title.line)
}

impl Shared {
    /// Reads the workspace's level files, apart from everything else.
    pub fn read_folder(self: &Arc<Shared>) {
        let roots = lock(&self.folder).roots.clone();
        if roots.is_empty() {
            return;
        }
        let shared = Arc::clone(self);
        tokio::spawn(async move {
            let reader = Arc::clone(&shared);
            let _ = shared.work_out(move || list(&roots).iter().for_each(|path| reader.read_file(path))).await;
            shared.files_are_news();
        });
    }

    fn read_file(&self, path: &Path) {
        let uri = uri::of_path(path);
        let key = Key::new(&uri);
        let file = read(path, uri, self.caps().encoding, &self.settings().weights, &self.caps());
        let mut folder = lock(&self.folder);
        match file {
            Some(file) => folder.take(key, file),
            None => folder.forget(&key),
        }
    }

    /// Files of the workspace were changed, made or deleted.
    pub fn files_changed(self: &Arc<Shared>, changes: &[FileEvent]) {
        for change in changes {
            let Some(path) = uri::path(change.uri.as_str()).filter(|path| is_level_file(path)) else { continue };
            if change.typ == FileChangeType::DELETED {
                lock(&self.folder).forget(&Key::new(&uri::of_path(&path)));
            } else {
                self.read_file(&path);
            }
        }
        self.files_are_news();
    }

    /// Has the open documents looked at again: their levels may have twins elsewhere now.
    fn files_are_news(self: &Arc<Shared>) {
        let puzzles: HashSet<PuzzleKey> = lock(&self.folder).puzzles.keys().copied().collect();
        self.wake_holders(&puzzles);
        self.findings_changed.notify_one();
    }

    /// Findings about levels of a document that other files of the workspace hold too.
    pub fn twins(&self, doc: &Doc, analysis: &Analysis, weights: &Weights) -> Vec<ide::Diagnostic> {
        let code = Code::DuplicateLevel;
        let folder = lock(&self.folder);
        let Some(severity) = weights.of(code, code.rule().severity).filter(|_| !folder.files.is_empty()) else {
            return Vec::new();
        };
        let snapshot = &analysis.snapshot;
        let mut found = Vec::new();
        for level in 0..snapshot.levels.len() {
            let facts = &snapshot.levels[level].facts.facts;
            let is_ignored = facts.ignored.contains(&code) || snapshot.across.ignored.contains(&code);
            let Some(places) = snapshot.key(level).and_then(|key| folder.puzzles.get(&key)).filter(|_| !is_ignored)
            else {
                continue;
            };
            let Some((key, other)) = places.iter().find(|(key, _)| *key != doc.key) else { continue };
            let Some(file) = folder.files.get(key) else { continue };
            let message = format!(
                "{} has the same level, turned or not: level {} ({})",
                file.name,
                other + 1,
                file.levels[*other].name
            );
            let span = ide::first_row(snapshot, level);
            found.push(ide::Diagnostic { level, code, severity, span, message, related: Vec::new() });
            if found.len() >= MOST_DIAGNOSTICS {
                break;
            }
        }
        found
    }

    /// The levels of the workspace whose names hold the letters of `query` in order, as the protocol's flat list.
    pub fn levels_named(self: &Arc<Shared>, world: &World, query: &str) -> Value {
        const MOST: usize = 500;
        let mut all: Vec<Value> = Vec::new();
        let mut add = |name: &str, container: &str, uri: &str, range: Range| {
            if all.len() < MOST && fits(name, query) {
                let location = json!({ "uri": uri, "range": range });
                let kind = present::kind(ide::SymbolKind::Level);
                all.push(json!({ "name": name, "kind": kind, "containerName": container, "location": location }));
            }
        };
        let mut open: HashSet<Key> = HashSet::new();
        let mut docs: Vec<&Arc<Doc>> = world.docs().filter(|doc| doc.in_sync).collect();
        docs.sort_by(|a, b| a.uri.cmp(&b.uri));
        for doc in docs {
            open.insert(doc.key.clone());
            let analysis = self.analysis(doc);
            let uri = uri::plain(&doc.uri).unwrap_or_else(|| doc.uri.clone());
            for level in 0..analysis.snapshot.levels.len() {
                let range = convert::range(&analysis, anchor(&analysis.snapshot, level));
                add(&analysis.snapshot.name(level), uri.rsplit('/').next().unwrap_or_default(), &uri, range);
            }
        }
        let folder = lock(&self.folder);
        let mut files: Vec<_> = folder.files.iter().filter(|(key, _)| !open.contains(*key)).collect();
        files.sort_by(|(_, a), (_, b)| a.uri.cmp(&b.uri));
        for (_, file) in files {
            file.levels.iter().for_each(|entry| add(&entry.name, &file.name, &file.uri, entry.range));
        }
        all.into()
    }

    /// Reports about all files, open or not; a file whose report the client has is only named.
    pub fn reports(self: &Arc<Shared>, world: &World, previous: &[PreviousResultId]) -> Reports {
        let known: HashMap<Key, &str> =
            previous.iter().map(|known| (Key::new(known.uri.as_str()), known.value.as_str())).collect();
        let item = |uri: String, version: Option<i32>, key: &Key, found: &Found| WorkspaceReport {
            uri,
            version,
            report: report(found, known.get(key).copied()),
        };
        let mut items = Vec::new();
        let mut told: HashSet<Key> = HashSet::new();
        for doc in world.docs().filter(|doc| doc.in_sync) {
            told.insert(doc.key.clone());
            let found = Found::of(&Sight::new(self, doc).diagnostics());
            let uri = uri::plain(&doc.uri).unwrap_or_else(|| doc.uri.clone());
            items.push(item(uri, Some(doc.document.version), &doc.key, &found));
        }
        let folder = lock(&self.folder);
        for (key, file) in folder.files.iter().filter(|(key, _)| !told.contains(*key)) {
            items.push(item(file.uri.clone(), None, key, &file.found));
        }
        // What is gone has nothing to be said about.
        for gone in previous {
            let key = Key::new(gone.uri.as_str());
            if !told.contains(&key) && !folder.files.contains_key(&key) {
                items.push(item(gone.uri.to_string(), None, &key, &Found::nothing()));
            }
        }
        Reports { items }
    }
}

/// True when the letters of `query` stand in `name` in their order, in any case.
fn fits(name: &str, query: &str) -> bool {
    let mut letters = name.chars().flat_map(char::to_lowercase);
    query.chars().flat_map(char::to_lowercase).all(|wanted| letters.any(|letter| letter == wanted))
}

/// The answer about the whole workspace.
#[derive(Serialize, Debug)]
pub struct Reports {
    items: Vec<WorkspaceReport>,
}

#[derive(Serialize, Debug)]
struct WorkspaceReport {
    uri: String,
    version: Option<i32>,
    #[serde(flatten)]
    report: Report,
}

/// One document's report: in full, or only that nothing is new.
#[derive(Serialize, Debug)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Report {
    Unchanged {
        result_id: String,
    },
    Full {
        #[serde(skip_serializing_if = "Option::is_none")]
        result_id: Option<String>,
        items: Box<RawValue>,
    },
}

pub fn report(found: &Found, previous: Option<&str>) -> Report {
    if previous.is_some_and(|previous| previous == found.id && !found.id.is_empty()) {
        return Report::Unchanged { result_id: found.id.clone() };
    }
    let result_id = Some(found.id.clone()).filter(|id| !id.is_empty());
    Report::Full { result_id, items: found.diagnostics.clone() }
}
