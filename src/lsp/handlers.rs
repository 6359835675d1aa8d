//! The requests. Each handler reads what is asked, has the core answer from the documents as they were when the
//! request arrived, and writes the answer in the protocol's terms.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use serde_json::{Value, json};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::*;
use tower_lsp::{ClientSocket, LanguageServer, LspService};

use super::commands::{self, INSERT_SOLUTION, KEEP_SOLVING};
use super::gate::arrival;
use super::state::Shared;
use super::world::{Analysis, Doc, uri_of};
use super::{caps, convert};
use crate::ide;

#[derive(Debug)]
pub struct Backend {
    shared: Arc<Shared>,
}

/// The service, the client's end of it, and what it shares with the rest of the server.
pub fn service() -> (LspService<Backend>, ClientSocket, Arc<Shared>) {
    let service = LspService::build(|client| Backend { shared: Shared::new(client) })
        .custom_method("sok/text", Backend::text)
        .custom_method("sok/status", Backend::status);
    #[cfg(debug_assertions)]
    let service = service
        .custom_method("sok/debug/panic", Backend::debug_panic)
        .custom_method("sok/debug/spin", Backend::debug_spin)
        .custom_method("sok/debug/delay", Backend::debug_delay);
    let (service, socket) = service.finish();
    let shared = Arc::clone(&service.inner().shared);
    (service, socket, shared)
}

impl LanguageServer for Backend {
    async fn initialize(&self, _: InitializeParams) -> Result<InitializeResult> {
        Ok(caps::offer(&self.shared.caps()))
    }

    async fn initialized(&self, _: InitializedParams) {
        self.shared.ready();
    }

    async fn shutdown(&self) -> Result<()> {
        Ok(())
    }

    async fn code_lens(&self, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
        let lenses = |shared: &Shared, doc: &Doc, analysis: &Analysis| {
            let states = shared.searches.states(&analysis.snapshot);
            let lenses = ide::lenses(&analysis.snapshot, &|key| states.get(&key).cloned());
            convert::lenses(doc, analysis, lenses)
        };
        Ok(self.about(params.text_document.uri.as_str(), lenses).await)
    }

    async fn code_action(&self, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
        let wants = |kind: &CodeActionKind| {
            let only = params.context.only.as_ref();
            only.is_none_or(|only| only.iter().any(|wanted| convert::is_kind(kind, wanted)))
        };
        if !wants(&CodeActionKind::QUICKFIX) {
            return Ok(Some(Vec::new()));
        }
        let (range, caps) = (params.range, self.shared.caps());
        let actions = move |shared: &Shared, doc: &Doc, analysis: &Analysis| {
            let states = shared.searches.states(&analysis.snapshot);
            let span = convert::span(analysis, range);
            let lookup = |key| states.get(&key).cloned();
            let fixes = ide::fixes(&analysis.snapshot, span, &lookup, &shared.settings().weights);
            convert::fixes(doc, analysis, fixes, &caps)
        };
        Ok(self.about(params.text_document.uri.as_str(), actions).await)
    }

    async fn execute_command(&self, params: ExecuteCommandParams) -> Result<Option<Value>> {
        let run = match params.command.as_str() {
            INSERT_SOLUTION => commands::insert,
            KEEP_SOLVING => commands::keep_solving,
            _ => return Err(convert::request_failed("there is no such command")),
        };
        let target = commands::target(&params.arguments)?;
        let doc = commands::document(&arrival().world, &target)?;
        let shared = Arc::clone(&self.shared);
        let work = move || commands::place(Arc::clone(&doc), shared.analysis(&doc), &target);
        run(&self.shared, &self.work_out(work).await?)?;
        Ok(None)
    }
}

impl Backend {
    /// Answers a question about a document, off the threads that carry messages. `None` when the document is not
    /// open, or is out of sync.
    async fn about<T: Send + 'static>(
        &self,
        uri: &str,
        answer: impl FnOnce(&Shared, &Doc, &Analysis) -> T + Send + 'static,
    ) -> Option<T> {
        let doc = Arc::clone(arrival().world.get(uri).filter(|doc| doc.in_sync)?);
        let shared = Arc::clone(&self.shared);
        Some(self.work_out(move || answer(&shared, &doc, &shared.analysis(&doc))).await)
    }

    /// Runs what takes time. A panic in it goes on here, and ends this request only.
    async fn work_out<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> T {
        match self.shared.work_out(work).await {
            Ok(done) => done,
            Err(failure) => match failure.try_into_panic() {
                Ok(panic) => std::panic::resume_unwind(panic),
                // The runtime is ending, and the answer reaches nobody.
                Err(_) => std::future::pending().await,
            },
        }
    }

    // Beyond the protocol; docs/lsp-extensions.md says what they are for.

    async fn text(&self, params: Value) -> Result<Value> {
        let world = arrival().world;
        let doc = uri_of(&params).and_then(|uri| world.get(uri));
        let text = |doc: &Arc<Doc>| json!({ "version": doc.document.version, "text": doc.document.text(), "inSync": doc.in_sync });
        Ok(doc.map(text).unwrap_or_default())
    }

    async fn status(&self) -> Result<Value> {
        let counts = &self.shared.counts;
        Ok(json!({
            "documents": self.shared.world().docs().count(),
            "searches": self.shared.searches.running(),
            "analyses": counts.analyses.load(Relaxed),
            "published": counts.published.load(Relaxed),
            "refreshes": counts.refreshes.load(Relaxed),
            "settings": self.shared.settings().to_json(),
        }))
    }
}

/// Faults on purpose, so that tests can see how the server takes them. Not in released builds.
#[cfg(debug_assertions)]
impl Backend {
    async fn debug_panic(&self) -> Result<Value> {
        self.work_out(|| panic!("as it was asked to")).await
    }

    /// Computes for so many milliseconds, or until it is cancelled.
    async fn debug_spin(&self, params: Value) -> Result<Value> {
        let milliseconds = params["milliseconds"].as_u64().unwrap_or_default();
        let stop = arrival().cancel.stop;
        let end = std::time::Instant::now() + std::time::Duration::from_millis(milliseconds);
        let spin = move || {
            while std::time::Instant::now() < end && !stop.is_set() {
                std::hint::spin_loop();
            }
        };
        self.work_out(spin).await;
        Ok(json!("done"))
    }

    /// Has every analysis take so many milliseconds longer.
    async fn debug_delay(&self, params: Value) -> Result<Value> {
        let milliseconds = params["milliseconds"].as_u64().unwrap_or_default();
        self.shared.counts.delay.store(milliseconds, Relaxed);
        Ok(Value::Null)
    }
}
