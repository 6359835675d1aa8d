//! Shows the progress of a search that was asked for, and lets the client end it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::time::{Instant, interval_at, timeout};
use tower_lsp::ls_types::ProgressToken;

use super::lock;
use super::searches::Asked;
use super::state::{PATIENCE, Shared};
use crate::solve::Progress;

const INTERVAL: Duration = Duration::from_millis(500);

/// Follows the search to its end. The search does not depend on it: a client that shows no progress has it too.
pub async fn follow(shared: Arc<Shared>, asked: Asked, name: String) {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let Asked { id, mut ended } = asked;
    if !shared.caps().progress {
        return;
    }
    let key = format!("sok/keep-solving/{}", NEXT.fetch_add(1, Ordering::Relaxed));
    let token = ProgressToken::String(key.clone());
    let created = timeout(PATIENCE, shared.client.create_work_done_progress(token.clone())).await;
    if !matches!(created, Ok(Ok(()))) {
        tracing::warn!("the client does not show progress");
        return;
    }
    lock(&shared.progress).insert(key.clone(), id);
    let progress = shared.client.progress(token, format!("Solving {name}")).with_cancel_button().begin().await;
    let mut ticks = interval_at(Instant::now() + INTERVAL, INTERVAL);
    let mut last = String::new();
    loop {
        tokio::select! {
            _ = &mut ended => break,
            _ = ticks.tick() => {
                let words = shared.searches.progress(id).map(|progress| in_words(&progress)).unwrap_or_default();
                if words != last {
                    progress.report_with_message(words.clone(), Some(true)).await;
                    last = words;
                }
            }
        }
    }
    lock(&shared.progress).remove(&key);
    progress.finish().await;
}

fn in_words(progress: &Progress) -> String {
    let bound = progress.lower_bound;
    match progress.best {
        Some((pushes, moves)) => format!("at least {bound}; found {pushes} pushes · {moves} moves"),
        None => format!("at least {bound}"),
    }
}
