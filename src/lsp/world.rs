//! The open documents, as the client has them, and what was found out about each version.
//!
//! A [`World`] is a value: a clone is cheap and never changes, so that a request answers from the documents as they
//! were when it arrived. Only the gate makes new ones.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;

use super::state::Counts;
use super::uri::Key;
use super::{convert, lock};
use crate::ide::{self, PuzzleKey, Snapshot};
use crate::syntax::{Hints, Notation};
use crate::text::{Document, Encoding, LineIndex};

#[derive(Clone, Default, Debug)]
pub struct World {
    docs: Arc<HashMap<Key, Arc<Doc>>>,
}

/// One version of an open document.
#[derive(Debug)]
pub struct Doc {
    /// Different for every version, also of documents that are opened again, and higher for later ones.
    pub id: u64,
    pub key: Key,
    /// The address as the client spells it.
    pub uri: String,
    pub document: Document,
    /// False after a change that could not be applied: the text is no longer known to be the client's.
    pub in_sync: bool,
    life: Arc<Life>,
    analysis: OnceLock<Arc<Analysis>>,
}

/// What the versions of a document share, from its opening to its closing.
#[derive(Default, Debug)]
struct Life {
    /// The latest version that was analysed: the next analysis reuses its results.
    latest: Mutex<Option<Arc<Analysis>>>,
}

/// A version's analysis and what its positions are.
#[derive(Debug)]
pub struct Analysis {
    /// That of the document.
    pub id: u64,
    pub version: i32,
    pub snapshot: Snapshot,
    pub index: LineIndex,
    pub encoding: Encoding,
}

/// What an analysis depends on beside the text.
#[derive(Clone, Copy)]
pub struct Means<'a> {
    pub encoding: Encoding,
    pub forced: Option<Notation>,
    pub counts: &'a Counts,
    /// Whether a puzzle's verdict is known.
    pub known: &'a (dyn Fn(PuzzleKey) -> bool + Sync),
}

impl World {
    pub fn get(&self, uri: &str) -> Option<&Arc<Doc>> {
        self.docs.get(&Key::new(uri))
    }

    pub fn find(&self, key: &Key) -> Option<&Arc<Doc>> {
        self.docs.get(key)
    }

    pub fn docs(&self) -> impl Iterator<Item = &Arc<Doc>> {
        self.docs.values()
    }

    /// Takes in a document that was opened, or opened anew.
    pub fn open(&mut self, params: &Value) -> Result<Key, String> {
        let DidOpen { text_document: item } = read(params)?;
        let key = Key::new(&item.uri);
        let document = Document::new(&item.text, item.version);
        self.insert(Doc::new(key.clone(), item.uri, document, true, Arc::default()));
        Ok(key)
    }

    /// Applies the changes of a document. When that cannot be done, the document is out of sync from then on, until
    /// a change of the whole text or until it is opened again.
    pub fn change(&mut self, params: &Value, encoding: Encoding) -> Result<Key, Trouble> {
        let unknown = || Trouble { key: None, message: "it is not open".to_owned() };
        let doc = uri_of(params).and_then(|uri| self.get(uri)).ok_or_else(unknown)?;
        let key = doc.key.clone();
        let (mut document, mut in_sync) = (doc.document.clone(), doc.in_sync);
        let applied = read::<DidChange>(params).and_then(|change| {
            let version = change.text_document.version.unwrap_or(document.version);
            let changes: Vec<_> = change.content_changes.into_iter().map(convert::change).collect();
            if !in_sync && changes.iter().all(|change| change.range.is_some()) {
                document.version = version;
                return Ok(());
            }
            document.apply(&changes, version, encoding).map_err(|error| error.to_string())?;
            in_sync = true;
            Ok(())
        });
        if applied.is_err() {
            in_sync = false;
            let version = params.pointer("/textDocument/version").and_then(Value::as_i64);
            document.version = version.and_then(|version| version.try_into().ok()).unwrap_or(document.version);
        }
        let next = doc.next(document, in_sync);
        self.insert(next);
        applied.map(|()| key.clone()).map_err(|message| Trouble { key: Some(key), message })
    }

    pub fn close(&mut self, params: &Value) -> Result<Key, String> {
        let uri = uri_of(params).ok_or("there is no address")?;
        let key = Key::new(uri);
        match Arc::make_mut(&mut self.docs).remove(&key) {
            Some(_) => Ok(key),
            None => Err("it is not open".to_owned()),
        }
    }

    /// Takes every document to be out of sync: something was changed, and it is not known what.
    pub fn lose_all(&mut self) -> Vec<Key> {
        self.renew(|_| false)
    }

    /// Has every document analysed anew, though none has changed.
    pub fn renew_all(&mut self) -> Vec<Key> {
        self.renew(|doc| doc.in_sync)
    }

    fn renew(&mut self, in_sync: impl Fn(&Doc) -> bool) -> Vec<Key> {
        let renewed: Vec<Doc> = self.docs().map(|doc| doc.next(doc.document.clone(), in_sync(doc))).collect();
        let keys = renewed.iter().map(|doc| doc.key.clone()).collect();
        renewed.into_iter().for_each(|doc| self.insert(doc));
        keys
    }

    fn insert(&mut self, doc: Doc) {
        Arc::make_mut(&mut self.docs).insert(doc.key.clone(), Arc::new(doc));
    }
}

/// A change that could not be applied.
#[derive(Debug)]
pub struct Trouble {
    /// The document that is out of sync now, if there is such a document.
    pub key: Option<Key>,
    pub message: String,
}

impl Doc {
    fn new(key: Key, uri: String, document: Document, in_sync: bool, life: Arc<Life>) -> Doc {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let id = NEXT.fetch_add(1, Ordering::Relaxed);
        Doc { id, key, uri, document, in_sync, life, analysis: OnceLock::new() }
    }

    fn next(&self, document: Document, in_sync: bool) -> Doc {
        Doc::new(self.key.clone(), self.uri.clone(), document, in_sync, Arc::clone(&self.life))
    }

    /// What is to be known of this version. The first caller works it out, which takes time in proportion to the
    /// text; others wait for it.
    pub fn analysis(&self, means: &Means<'_>) -> Arc<Analysis> {
        let work = || {
            let previous = lock(&self.life.latest).clone();
            let analysis = Arc::new(self.analyse(previous.as_deref(), means));
            let mut latest = lock(&self.life.latest);
            if latest.as_ref().is_none_or(|latest| latest.id < self.id) {
                *latest = Some(Arc::clone(&analysis));
            }
            analysis
        };
        Arc::clone(self.analysis.get_or_init(work))
    }

    /// This version's analysis, if it was worked out already.
    pub fn analysed(&self) -> Option<&Arc<Analysis>> {
        self.analysis.get()
    }

    fn analyse(&self, previous: Option<&Analysis>, means: &Means<'_>) -> Analysis {
        means.counts.analyses.fetch_add(1, Ordering::Relaxed);
        let delay = means.counts.delay.load(Ordering::Relaxed);
        if delay > 0 {
            std::thread::sleep(Duration::from_millis(delay));
        }
        let previous = previous.map(|analysis| &analysis.snapshot);
        let text: Arc<str> = self.document.text().into();
        let hints = Hints {
            forced: means.forced,
            last: previous.map(Snapshot::notations).unwrap_or_default(),
            ..Hints::of_extension(&self.key.extension())
        };
        let snapshot = ide::analyse(text, &hints, previous, &|key| (means.known)(key));
        let index = LineIndex::of_lines(&snapshot.text, snapshot.file.lines.iter().map(|line| line.span));
        Analysis { id: self.id, version: self.document.version, snapshot, index, encoding: means.encoding }
    }
}

impl Analysis {
    /// The levels that have a line among the given ones.
    pub fn levels_among(&self, lines: &Range<u32>) -> Range<usize> {
        let levels = &self.snapshot.file.levels;
        let line = |offset: u32| self.index.line_of(offset as usize) as u32;
        let first = levels.partition_point(|level| line(level.span.end) < lines.start);
        let after = levels.partition_point(|level| line(level.span.start) < lines.end);
        first..after.max(first)
    }
}

/// The address of the document that a message is about.
pub fn uri_of(params: &Value) -> Option<&str> {
    params.pointer("/textDocument/uri").and_then(Value::as_str)
}

fn read<'a, T: Deserialize<'a>>(params: &'a Value) -> Result<T, String> {
    T::deserialize(params).map_err(|error| error.to_string())
}

// The three messages, read leniently in what does not matter and strictly in what does: a range that is there and
// cannot be read must never be taken for none, which would replace the whole text.

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct DidOpen {
    text_document: OpenedDocument,
}

#[derive(Deserialize)]
struct OpenedDocument {
    uri: String,
    #[serde(default)]
    version: i32,
    text: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct DidChange {
    text_document: ChangedDocument,
    content_changes: Vec<convert::ContentChange>,
}

#[derive(Deserialize)]
struct ChangedDocument {
    version: Option<i32>,
}
