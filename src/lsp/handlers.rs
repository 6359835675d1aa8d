//! The requests. Each handler reads what is asked, has the core answer from the documents as they were when the
//! request arrived, and writes the answer in the protocol's terms.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use serde_json::{Value, json};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::*;
use tower_lsp::{ClientSocket, LanguageServer, LspService};

use super::commands::{self, INSERT_MOVES, INSERT_SOLUTION, KEEP_SOLVING, REWRITE};
use super::gate::arrival;
use super::sight::{Found, Sight};
use super::state::Shared;
use super::world::{Doc, uri_of};
use super::written::{Each, Written, name_of};
use super::{caps, convert, folder, present};
use crate::ide;

#[derive(Debug)]
pub struct Backend {
    shared: Arc<Shared>,
}

/// The service, the client's end of it, and what it shares with the rest of the server.
pub fn service() -> (LspService<Backend>, ClientSocket, Arc<Shared>) {
    let service = LspService::build(|client| Backend { shared: Shared::new(client) })
        .custom_method("sok/text", Backend::text)
        .custom_method("sok/status", Backend::status)
        .custom_method("sok/board", Backend::board)
        .custom_method("sok/play", Backend::play)
        .custom_method("sok/draw", Backend::draw);
    let written = |method: &str| name_of(method).unwrap_or_default();
    let service = service
        .custom_method(written("textDocument/codeLens"), Backend::code_lens)
        .custom_method(written("textDocument/documentSymbol"), Backend::document_symbol)
        .custom_method(written("textDocument/foldingRange"), Backend::folding_range)
        .custom_method(written("textDocument/semanticTokens/full"), Backend::semantic_tokens_full)
        .custom_method(written("textDocument/semanticTokens/full/delta"), Backend::semantic_tokens_full_delta)
        .custom_method(written("textDocument/diagnostic"), Backend::diagnostic)
        .custom_method(written("workspace/diagnostic"), Backend::workspace_diagnostic);
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

    async fn hover(&self, params: HoverParams) -> Result<Option<Hover>> {
        let at = params.text_document_position_params;
        let hover = move |sight: &Sight| {
            let (offset, lookup) = (sight.offset(at.position), |key| sight.state(key));
            let hover = ide::hover(sight.snapshot(), offset, &lookup, &sight.settings.weights)?;
            Some(present::hover(&sight.analysis, hover, &sight.caps))
        };
        Ok(self.look(&at.text_document, hover).await.flatten())
    }

    async fn symbol(&self, params: WorkspaceSymbolParams) -> Result<Option<WorkspaceSymbolResponse>> {
        let (shared, world) = (Arc::clone(&self.shared), arrival().world);
        let found = self.work_out(move || shared.levels_named(&world, &params.query)).await;
        Ok(serde_json::from_value(found).ok().map(WorkspaceSymbolResponse::Flat))
    }

    async fn selection_range(&self, params: SelectionRangeParams) -> Result<Option<Vec<SelectionRange>>> {
        let positions = params.positions;
        let ranges = move |sight: &Sight| {
            let range = |&position: &Position| {
                present::selection(&sight.analysis, ide::selections(sight.snapshot(), sight.offset(position)))
            };
            positions.iter().map(range).collect()
        };
        Ok(self.look(&params.text_document, ranges).await)
    }

    async fn document_highlight(&self, params: DocumentHighlightParams) -> Result<Option<Vec<DocumentHighlight>>> {
        let at = params.text_document_position_params;
        let marks = move |sight: &Sight| {
            let marks = ide::highlights(sight.snapshot(), sight.offset(at.position));
            present::highlights(&sight.analysis, marks)
        };
        Ok(self.look(&at.text_document, marks).await)
    }

    async fn document_link(&self, params: DocumentLinkParams) -> Result<Option<Vec<DocumentLink>>> {
        let links = |sight: &Sight| present::links(&sight.analysis, ide::links(sight.snapshot()));
        Ok(self.look(&params.text_document, links).await)
    }

    async fn completion(&self, params: CompletionParams) -> Result<Option<CompletionResponse>> {
        let at = params.text_document_position;
        let items = move |sight: &Sight| {
            let found = ide::completions(sight.snapshot(), sight.offset(at.position));
            CompletionResponse::Array(present::completions(&sight.analysis, found, &sight.caps))
        };
        Ok(self.look(&at.text_document, items).await)
    }

    async fn inlay_hint(&self, params: InlayHintParams) -> Result<Option<Vec<InlayHint>>> {
        let hints = move |sight: &Sight| {
            let range = convert::span(&sight.analysis, params.range);
            present::inlays(&sight.analysis, ide::inlays(sight.snapshot(), range))
        };
        Ok(self.look(&params.text_document, hints).await)
    }

    async fn semantic_tokens_range(
        &self,
        params: SemanticTokensRangeParams,
    ) -> Result<Option<SemanticTokensRangeResult>> {
        let tokens = move |sight: &Sight| sight.tokens(Some(params.range));
        let data = self.look(&params.text_document, tokens).await;
        Ok(data.map(|data| SemanticTokens { result_id: None, data }.into()))
    }

    async fn formatting(&self, params: DocumentFormattingParams) -> Result<Option<Vec<TextEdit>>> {
        let edits =
            |sight: &Sight| present::edits(&sight.analysis, ide::format(sight.snapshot(), sight.settings.floor));
        Ok(self.look(&params.text_document, edits).await)
    }

    async fn range_formatting(&self, params: DocumentRangeFormattingParams) -> Result<Option<Vec<TextEdit>>> {
        let edits = move |sight: &Sight| {
            let part = convert::span(&sight.analysis, params.range);
            present::edits(&sight.analysis, ide::format_range(sight.snapshot(), part, sight.settings.floor))
        };
        Ok(self.look(&params.text_document, edits).await)
    }

    async fn on_type_formatting(&self, params: DocumentOnTypeFormattingParams) -> Result<Option<Vec<TextEdit>>> {
        let at = params.text_document_position;
        let edits = move |sight: &Sight| {
            if !sight.settings.close_walls {
                return Vec::new();
            }
            present::edits(&sight.analysis, ide::new_row(sight.snapshot(), sight.offset(at.position)))
        };
        Ok(self.look(&at.text_document, edits).await)
    }

    async fn prepare_rename(&self, params: TextDocumentPositionParams) -> Result<Option<PrepareRenameResponse>> {
        let title = move |sight: &Sight| {
            let span = ide::title_at(sight.snapshot(), sight.offset(params.position))?;
            Some(PrepareRenameResponse::Range(convert::range(&sight.analysis, span)))
        };
        Ok(self.look(&params.text_document, title).await.flatten())
    }

    async fn rename(&self, params: RenameParams) -> Result<Option<WorkspaceEdit>> {
        let at = params.text_document_position;
        let edit = move |sight: &Sight| {
            let edits = ide::rename_title(sight.snapshot(), sight.offset(at.position), &params.new_name)?;
            Ok::<_, &'static str>(sight.workspace_edit(edits))
        };
        self.look(&at.text_document, edit).await.transpose().map_err(convert::request_failed)
    }

    async fn code_action(&self, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
        let actions = move |sight: &Sight| sight.actions(params.range, params.context.only.as_deref());
        Ok(self.look(&params.text_document, actions).await)
    }

    /// Works out the edit of a refactoring that was chosen.
    async fn code_action_resolve(&self, mut action: CodeAction) -> Result<CodeAction> {
        let Some(data) = action.data.take() else { return Ok(action) };
        let target = commands::target(std::slice::from_ref(&data))?;
        let doc = commands::document(&arrival().world, &target)?;
        let rewrite = data["id"].as_str().and_then(ide::rewrite);
        let rewrite = rewrite.ok_or_else(|| convert::request_failed("there is no such action"))?;
        let shared = Arc::clone(&self.shared);
        let edit = move || {
            let sight = Sight::new(&shared, &doc);
            let place = commands::place(Arc::clone(&doc), Arc::clone(&sight.analysis), &target)?;
            let edits = (rewrite.edits)(sight.snapshot(), place.level).map_err(convert::request_failed)?;
            Ok(sight.workspace_edit(edits))
        };
        action.edit = Some(self.work_out(edit).await?);
        Ok(action)
    }

    async fn did_change_watched_files(&self, params: DidChangeWatchedFilesParams) {
        let shared = Arc::clone(&self.shared);
        self.work_out(move || shared.files_changed(&params.changes)).await;
    }

    async fn execute_command(&self, params: ExecuteCommandParams) -> Result<Option<Value>> {
        let run = match params.command.as_str() {
            INSERT_SOLUTION => commands::insert,
            INSERT_MOVES => commands::insert_moves,
            KEEP_SOLVING => commands::keep_solving,
            REWRITE => commands::rewrite,
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
    async fn look<T: Send + 'static>(
        &self,
        document: &TextDocumentIdentifier,
        answer: impl FnOnce(&Sight) -> T + Send + 'static,
    ) -> Option<T> {
        let doc = Arc::clone(arrival().world.get(document.uri.as_str()).filter(|doc| doc.in_sync)?);
        let shared = Arc::clone(&self.shared);
        Some(self.work_out(move || answer(&Sight::new(&shared, &doc))).await)
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

    // The large answers; see `written`.

    async fn code_lens(&self, params: CodeLensParams) -> Result<Option<Written>> {
        let lenses = |sight: &Sight| {
            let lookup = |key| sight.state(key);
            let lenses = ide::lenses(sight.snapshot(), &lookup);
            sight.write(&Each::of(convert::lenses(&sight.doc, &sight.analysis, lenses, &sight.caps)))
        };
        Ok(self.look(&params.text_document, lenses).await)
    }

    async fn document_symbol(&self, params: DocumentSymbolParams) -> Result<Option<Written>> {
        let symbols = |sight: &Sight| {
            let symbols = ide::symbols(sight.snapshot(), &|key| sight.state(key));
            match sight.caps.nested_symbols {
                true => sight.write(&present::symbols(&sight.analysis, symbols)),
                false => sight.write(&present::flat_symbols(&sight.doc, &sight.analysis, symbols)),
            }
        };
        Ok(self.look(&params.text_document, symbols).await)
    }

    async fn folding_range(&self, params: FoldingRangeParams) -> Result<Option<Written>> {
        let folds = |sight: &Sight| sight.write(&present::folds(&sight.analysis, ide::folds(sight.snapshot())));
        Ok(self.look(&params.text_document, folds).await)
    }

    async fn semantic_tokens_full(&self, params: SemanticTokensParams) -> Result<Option<Written>> {
        let (shared, uri) = (Arc::clone(&self.shared), params.text_document.uri.clone());
        let tokens = move |sight: &Sight| {
            let data = sight.tokens(None);
            let result_id = Some(shared.remember_tokens(uri.as_str(), &data));
            sight.write(&SemanticTokens { result_id, data })
        };
        Ok(self.look(&params.text_document, tokens).await)
    }

    async fn semantic_tokens_full_delta(&self, params: SemanticTokensDeltaParams) -> Result<Option<Written>> {
        let (shared, uri) = (Arc::clone(&self.shared), params.text_document.uri.clone());
        let tokens = move |sight: &Sight| {
            let old = shared.recall_tokens(uri.as_str(), &params.previous_result_id);
            let data = sight.tokens(None);
            let result_id = Some(shared.remember_tokens(uri.as_str(), &data));
            match old {
                Some(old) => sight.write(&SemanticTokensDelta { result_id, edits: present::token_edits(&old, &data) }),
                None => sight.write(&SemanticTokens { result_id, data }),
            }
        };
        Ok(self.look(&params.text_document, tokens).await)
    }

    async fn diagnostic(&self, params: DocumentDiagnosticParams) -> Result<Written> {
        let (shared, previous) = (Arc::clone(&self.shared), params.previous_result_id);
        let report = move |sight: &Sight| {
            let found = Found::of(&sight.diagnostics());
            shared.told_when_asked(&sight.doc, &found.id);
            sight.write(&folder::report(&found, previous.as_deref()))
        };
        let report = self.look(&params.text_document, report).await;
        Ok(report.unwrap_or_else(|| self.shared.outbox.write(&folder::report(&Found::nothing(), None))))
    }

    async fn workspace_diagnostic(&self, params: WorkspaceDiagnosticParams) -> Result<Written> {
        let (shared, world) = (Arc::clone(&self.shared), arrival().world);
        let report = move || shared.outbox.write(&shared.reports(&world, &params.previous_result_ids));
        Ok(self.work_out(report).await)
    }

    // Beyond the protocol; docs/lsp-extensions.md says what they are for.

    async fn text(&self, params: Value) -> Result<Value> {
        let world = arrival().world;
        let doc = uri_of(&params).and_then(|uri| world.get(uri));
        let text = |doc: &Arc<Doc>| json!({ "version": doc.document.version, "text": doc.document.text(), "inSync": doc.in_sync });
        Ok(doc.map(text).unwrap_or_default())
    }

    /// The level at a position (or of a number), ready to be drawn.
    async fn board(&self, params: Value) -> Result<Value> {
        Ok(self.look_at(&params, |sight, params| sight.board(params)).await)
    }

    async fn play(&self, params: Value) -> Result<Value> {
        Ok(self.look_at(&params, |sight, params| sight.play(params)).await)
    }

    async fn draw(&self, params: Value) -> Result<Value> {
        let drawn = self.look_at(&params, |sight, params| sight.draw(params)).await;
        match drawn.get("refused").and_then(Value::as_str) {
            Some(why) => Err(convert::request_failed(why.to_owned())),
            None => Ok(drawn),
        }
    }

    /// Null when the document is not open.
    async fn look_at(&self, params: &Value, answer: fn(&Sight, &Value) -> Value) -> Value {
        let world = arrival().world;
        let Some(doc) = uri_of(params).and_then(|uri| world.get(uri)).filter(|doc| doc.in_sync) else {
            return Value::Null;
        };
        let (shared, doc, params) = (Arc::clone(&self.shared), Arc::clone(doc), params.clone());
        self.work_out(move || answer(&Sight::new(&shared, &doc), &params)).await
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
