//! One document's diagnostics, from its opening to its closing.
//!
//! A desk always looks at the newest version; those that came and went meanwhile are never looked at. What it tells
//! the client carries the version that it is about, and is told only while that version is the current one. The last
//! version is always looked at, and after the closing the last word is that there is nothing to say.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;
use tokio::sync::Notify;
use tower_lsp::ls_types::notification::Notification;

use super::lock;
use super::pace::Pace;
use super::sight::{Found, Sight};
use super::state::Shared;
use super::uri::Key;
use super::world::Doc;

#[derive(Default, Debug)]
pub struct Desk {
    woken: Notify,
    /// Set when there may be findings though nobody changed the text: a search has ended, a setting is another.
    news: AtomicBool,
    pace: Mutex<Pace>,
}

impl Desk {
    /// Has the desk look at its document. `changed` is when the client changed it, if that is why.
    pub fn wake(&self, changed: Option<Instant>) {
        match changed {
            Some(now) => lock(&self.pace).arrived(now),
            None => self.news.store(true, Ordering::Relaxed),
        }
        self.woken.notify_one();
    }
}

/// What the client was told last.
#[derive(Debug)]
struct Told {
    /// The number of the version that it was about.
    id: u64,
    /// The address as the client spells it.
    uri: String,
    version: i32,
    words: Box<RawValue>,
}

pub async fn run(shared: Arc<Shared>, key: Key, desk: Arc<Desk>) {
    let mut told: Option<Told> = None;
    loop {
        desk.woken.notified().await;
        let rest = lock(&desk.pace).rest(Instant::now());
        if !rest.is_zero() {
            tokio::time::sleep(rest).await;
        }
        lock(&desk.pace).began(Instant::now());
        match shared.world().find(&key).filter(|doc| doc.in_sync) {
            Some(doc) => {
                let news = desk.news.swap(false, Ordering::Relaxed);
                look_at(&shared, doc, news, &mut told).await;
                hand_on(&shared, doc).await;
            }
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

async fn look_at(shared: &Arc<Shared>, doc: &Arc<Doc>, news: bool, told: &mut Option<Told>) {
    if told.as_ref().is_some_and(|told| told.uri != doc.uri) {
        // It was opened again under another spelling; the client may keep the two apart.
        say_nothing(shared, told).await;
    }
    // A client that asks asks after an edit by itself. Only if there is something else is it told to ask again.
    let pulls = shared.caps().pulls_diagnostics;
    let work = {
        let (shared, doc) = (Arc::clone(shared), Arc::clone(doc));
        move || diagnose(&shared, &doc, news || !pulls)
    };
    let Ok(found) = shared.work_out(work).await else {
        tracing::error!("{}: the analysis failed", doc.key);
        return;
    };
    let Some(found) = found else { return };
    if pulls {
        // A client that asked before this was found out asks again when it is told to.
        if shared.is_current(doc) && shared.was_told_otherwise(doc, &found.id) {
            shared.findings_changed.notify_one();
        }
        return;
    }
    let (words, version) = (found.diagnostics, doc.document.version);
    let is_news =
        told.as_ref().is_none_or(|told| (told.id, told.version, told.words.get()) != (doc.id, version, words.get()));
    if is_news && shared.is_current(doc) {
        publish(shared, &doc.uri, Some(version), &words).await;
        *told = Some(Told { id: doc.id, uri: doc.uri.clone(), version, words });
    }
}

/// Analyses the document, and works out the diagnostics if they are wanted.
fn diagnose(shared: &Arc<Shared>, doc: &Arc<Doc>, wanted: bool) -> Option<Found> {
    let sight = Sight::new(shared, doc);
    wanted.then(|| Found::of(&sight.diagnostics()))
}

/// Hands the document's levels to the searches. After the findings, which somebody waits for.
async fn hand_on(shared: &Arc<Shared>, doc: &Arc<Doc>) {
    if !shared.is_current(doc) {
        return;
    }
    let work = {
        let (shared, doc) = (Arc::clone(shared), Arc::clone(doc));
        move || shared.searches.update(&doc.key, Some(shared.analysis(&doc)))
    };
    // An analysis that fails was reported when it was looked at.
    let _ = shared.work_out(work).await;
}

/// Takes back what was told, if anything was.
async fn say_nothing(shared: &Shared, told: &mut Option<Told>) {
    if let Some(told) = told.take() {
        publish(shared, &told.uri, None, &Found::nothing().diagnostics).await;
    }
}

/// The protocol's notification, with an address that keeps its spelling.
enum Publish {}

impl Notification for Publish {
    // A mark for what was written.
    type Params = Value;
    const METHOD: &'static str = "textDocument/publishDiagnostics";
}

#[derive(Serialize)]
struct Published<'a> {
    uri: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<i32>,
    diagnostics: &'a RawValue,
}

async fn publish(shared: &Shared, uri: &str, version: Option<i32>, diagnostics: &RawValue) {
    shared.counts.published.fetch_add(1, Ordering::Relaxed);
    let words = shared.outbox.write(&Published { uri, version, diagnostics });
    shared.client.send_notification::<Publish>(words.mark()).await;
}
