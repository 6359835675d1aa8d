//! Tells of verdicts: the diagnostics and the lenses that they change.
//!
//! Verdicts come one by one, hundreds in a second when a file of small levels was opened. They are told in batches,
//! and every batch costs the client one refresh at most.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::{sleep, timeout};
use tower_lsp::ls_types::notification::Notification;

use super::queue::Rank;
use super::searches::Found;
use super::state::{PATIENCE, Shared};

/// From a verdict that somebody waits for to its telling, and from one refresh to the next.
const SOON: Duration = Duration::from_millis(100);
/// The same for verdicts of levels that nobody looks at.
const LATER: Duration = Duration::from_millis(1000);

pub async fn tell(shared: Arc<Shared>, mut found: UnboundedReceiver<Found>) {
    while let Some(first) = found.recv().await {
        let mut batch = vec![first];
        let mut late = Box::pin(sleep(LATER));
        // Whoever waits for one of them need not wait for all.
        while batch.iter().all(|found| found.rank == Rank::Rest) {
            tokio::select! {
                next = found.recv() => match next {
                    Some(next) => batch.push(next),
                    None => break,
                },
                () = &mut late => break,
            }
        }
        if !late.is_elapsed() {
            sleep(SOON).await;
        }
        while let Ok(next) = found.try_recv() {
            batch.push(next);
        }
        let puzzles: HashSet<_> = batch.iter().map(|found| found.key).collect();
        shared.wake_holders(&puzzles);
        shared.lenses_changed.notify_one();
    }
}

/// Asks the client to ask for lenses again, one time after the other: a client that is slow is not asked twice.
pub async fn refresh_lenses(shared: Arc<Shared>) {
    loop {
        shared.lenses_changed.notified().await;
        if shared.caps().plays {
            shared.client.send_notification::<News>(json!({})).await;
            if !shared.caps().lens_refresh {
                sleep(SOON).await;
            }
        }
        if !shared.caps().lens_refresh {
            continue;
        }
        shared.counts.refreshes.fetch_add(1, Ordering::Relaxed);
        // Whether it does, or answers at all, is its own affair.
        let _ = timeout(PATIENCE, shared.client.code_lens_refresh()).await;
        sleep(SOON).await;
    }
}

/// Tells a client with a board view that what it shows may have changed without an edit.
enum News {}

impl Notification for News {
    type Params = Value;
    const METHOD: &'static str = "sok/news";
}

/// Asks a client that asks for findings to ask again, as often as for lenses.
pub async fn refresh_findings(shared: Arc<Shared>) {
    loop {
        shared.findings_changed.notified().await;
        if !shared.caps().pulls_diagnostics {
            continue;
        }
        shared.counts.refreshes.fetch_add(1, Ordering::Relaxed);
        let _ = timeout(PATIENCE, shared.client.workspace_diagnostic_refresh()).await;
        sleep(SOON).await;
    }
}
