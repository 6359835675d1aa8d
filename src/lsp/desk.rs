//! One document's diagnostics, from its opening to its closing.
//!
//! A desk always looks at the newest version; those that came and went meanwhile are never looked at. What it tells
//! the client carries the version that it is about, and is told only while that version is the current one. The last
//! version is always looked at, and after the closing the last word is that there is nothing to say.

use std::sync::{Arc, Mutex};
use std::time::Instant;

use tokio::sync::Notify;
use tower_lsp::ls_types::Diagnostic;
use tower_lsp::ls_types::notification::Notification;

use super::convert::Published;
use super::lock;
use super::pace::Pace;
use super::sight::{Found, Sight};
use super::state::Shared;
use super::uri::Key;
use super::world::Doc;

#[derive(Default, Debug)]
pub struct Desk {
    woken: Notify,
    pace: Mutex<Pace>,
}

impl Desk {
    /// Has the desk look at its document. `changed` is when the client changed it, if that is why.
    pub fn wake(&self, changed: Option<Instant>) {
        if let Some(now) = changed {
            lock(&self.pace).arrived(now);
        }
        self.woken.notify_one();
    }
}

/// What the client was told last: the version's number and the words.
type Told = Option<(u64, Published)>;

pub async fn run(shared: Arc<Shared>, key: Key, desk: Arc<Desk>) {
    let mut told: Told = None;
    loop {
        desk.woken.notified().await;
        let rest = lock(&desk.pace).rest(Instant::now());
        if !rest.is_zero() {
            tokio::time::sleep(rest).await;
        }
        lock(&desk.pace).began(Instant::now());
        match shared.world().find(&key).filter(|doc| doc.in_sync) {
            Some(doc) => look_at(&shared, doc, &mut told).await,
            None => {
                shared.searches.update(&key, None);
                say_nothing(&shared, &mut told).await;
                if shared.retire(&key) {
                    return;
                }
            }
        }
    }
}

async fn look_at(shared: &Arc<Shared>, doc: &Arc<Doc>, told: &mut Told) {
    if told.as_ref().is_some_and(|(_, told)| told.uri != doc.uri) {
        // It was opened again under another spelling; the client may keep the two apart.
        say_nothing(shared, told).await;
    }
    let work = {
        let (shared, doc) = (Arc::clone(shared), Arc::clone(doc));
        move || diagnose(&shared, &doc)
    };
    let Ok(diagnostics) = shared.work_out(work).await else {
        tracing::error!("{}: the analysis failed", doc.key);
        return;
    };
    if shared.caps().pulls_diagnostics {
        // A client that asked before this was found out asks again when it is told to.
        if shared.is_current(doc) && shared.was_told_otherwise(doc, &Found::of(diagnostics).id) {
            shared.findings_changed.notify_one();
        }
        return;
    }
    let words = Published { uri: doc.uri.clone(), version: Some(doc.document.version), diagnostics };
    let is_news = told.as_ref().is_none_or(|(id, told)| *id != doc.id || *told != words);
    if is_news && shared.is_current(doc) {
        publish(shared, words.clone()).await;
        *told = Some((doc.id, words));
    }
}

/// Works out the diagnostics, and hands the document's levels to the searches on the way.
fn diagnose(shared: &Arc<Shared>, doc: &Arc<Doc>) -> Vec<Diagnostic> {
    let analysis = shared.analysis(doc);
    if shared.is_current(doc) {
        shared.searches.update(&doc.key, Some(Arc::clone(&analysis)));
    }
    Sight::new(shared, doc).diagnostics()
}

/// Takes back what was told, if anything was.
async fn say_nothing(shared: &Shared, told: &mut Told) {
    if let Some((_, told)) = told.take() {
        publish(shared, Published { uri: told.uri, version: None, diagnostics: Vec::new() }).await;
    }
}

/// The protocol's notification, with an address that keeps its spelling.
enum Publish {}

impl Notification for Publish {
    type Params = Published;
    const METHOD: &'static str = "textDocument/publishDiagnostics";
}

async fn publish(shared: &Shared, words: Published) {
    shared.counts.published.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    shared.client.send_notification::<Publish>(words).await;
}
