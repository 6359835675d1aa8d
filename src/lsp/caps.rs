//! What the client can do, asked once, and what the server offers.

use serde_json::{Value, json};
use tower_lsp::ls_types::*;

use super::commands::{COMMANDS, PLAY};
use super::present;
use crate::text::Encoding;

/// The abilities of the client that the server makes use of. Without any, every feature still works.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Caps {
    pub encoding: Encoding,
    /// Answers `workspace/configuration`.
    pub configuration: bool,
    /// Wants to be asked before it tells of changed settings.
    pub registers_configuration: bool,
    pub lens_refresh: bool,
    pub progress: bool,
    pub apply_edit: bool,
    /// Takes edits that name the version of the document they are for.
    pub versioned_edits: bool,
    pub related_information: bool,
    /// Takes code actions as objects, not only as commands.
    pub action_literals: bool,
    /// Asks for an action's edit when it is chosen.
    pub resolves_actions: bool,
    /// Asks for diagnostics, and asks again when it is told to. Then nothing is published.
    pub pulls_diagnostics: bool,
    pub markdown: bool,
    /// The same for what is told of a completion.
    pub markdown_completions: bool,
    pub snippets: bool,
    /// Shows an outline with levels in it.
    pub nested_symbols: bool,
    /// Lets the server ask to be told of changed files.
    pub watches_files: bool,
    /// Has a board on which levels are played, and runs the command that shows it.
    pub plays: bool,
}

/// Reads the abilities from what the client says at the start. What is missing or odd counts as not there: one odd
/// field is no reason to refuse the client, so nothing is read that is not needed.
pub fn negotiate(capabilities: &Value) -> Caps {
    let has = |path: &str| capabilities.pointer(path) == Some(&Value::Bool(true));
    let lists = |path: &str, word: &str| {
        let list = capabilities.pointer(path).and_then(Value::as_array);
        list.is_some_and(|list| list.iter().any(|known| known == word))
    };
    let encodings = capabilities.pointer("/general/positionEncodings").and_then(Value::as_array);
    let utf8 = encodings.is_some_and(|encodings| encodings.iter().any(|encoding| encoding == "utf-8"));
    Caps {
        encoding: if utf8 { Encoding::Utf8 } else { Encoding::Utf16 },
        configuration: has("/workspace/configuration"),
        registers_configuration: has("/workspace/didChangeConfiguration/dynamicRegistration"),
        lens_refresh: has("/workspace/codeLens/refreshSupport"),
        progress: has("/window/workDoneProgress"),
        apply_edit: has("/workspace/applyEdit"),
        versioned_edits: has("/workspace/workspaceEdit/documentChanges"),
        related_information: has("/textDocument/publishDiagnostics/relatedInformation"),
        action_literals: capabilities.pointer("/textDocument/codeAction/codeActionLiteralSupport").is_some(),
        resolves_actions: has("/textDocument/codeAction/dataSupport")
            && lists("/textDocument/codeAction/resolveSupport/properties", "edit"),
        // What a search finds out is seen by clients that only ask after an edit when the next edit is made. Those
        // are better told.
        pulls_diagnostics: capabilities.pointer("/textDocument/diagnostic").is_some_and(Value::is_object)
            && has("/workspace/diagnostics/refreshSupport"),
        markdown: lists("/textDocument/hover/contentFormat", "markdown"),
        markdown_completions: lists("/textDocument/completion/completionItem/documentationFormat", "markdown"),
        snippets: has("/textDocument/completion/completionItem/snippetSupport"),
        nested_symbols: has("/textDocument/documentSymbol/hierarchicalDocumentSymbolSupport"),
        watches_files: has("/workspace/didChangeWatchedFiles/dynamicRegistration"),
        plays: lists("/experimental/commands", PLAY),
    }
}

/// What the server offers to a client with the given abilities.
pub fn offer(caps: &Caps) -> InitializeResult {
    let encoding = match caps.encoding {
        Encoding::Utf8 => PositionEncodingKind::UTF8,
        Encoding::Utf16 => PositionEncodingKind::UTF16,
        Encoding::Utf32 => PositionEncodingKind::UTF32,
    };
    let sync = TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::INCREMENTAL),
        ..TextDocumentSyncOptions::default()
    };
    InitializeResult {
        capabilities: ServerCapabilities {
            position_encoding: Some(encoding),
            text_document_sync: Some(sync.into()),
            code_action_provider: caps.action_literals.then(|| {
                CodeActionProviderCapability::Options(CodeActionOptions {
                    code_action_kinds: Some(vec![CodeActionKind::QUICKFIX, CodeActionKind::REFACTOR_REWRITE]),
                    resolve_provider: Some(caps.resolves_actions),
                    ..CodeActionOptions::default()
                })
            }),
            code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
            completion_provider: Some(CompletionOptions {
                trigger_characters: Some(vec![":".to_owned()]),
                ..CompletionOptions::default()
            }),
            diagnostic_provider: caps.pulls_diagnostics.then(|| {
                DiagnosticServerCapabilities::Options(DiagnosticOptions {
                    identifier: Some("sok".to_owned()),
                    inter_file_dependencies: true,
                    workspace_diagnostics: true,
                    ..DiagnosticOptions::default()
                })
            }),
            document_formatting_provider: Some(OneOf::Left(true)),
            document_highlight_provider: Some(OneOf::Left(true)),
            document_link_provider: Some(DocumentLinkOptions {
                resolve_provider: Some(false),
                work_done_progress_options: WorkDoneProgressOptions::default(),
            }),
            document_on_type_formatting_provider: Some(DocumentOnTypeFormattingOptions {
                first_trigger_character: "\n".to_owned(),
                more_trigger_character: None,
            }),
            document_range_formatting_provider: Some(OneOf::Left(true)),
            document_symbol_provider: Some(OneOf::Left(true)),
            folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
            hover_provider: Some(HoverProviderCapability::Simple(true)),
            inlay_hint_provider: Some(OneOf::Left(true)),
            rename_provider: Some(OneOf::Right(RenameOptions {
                prepare_provider: Some(true),
                work_done_progress_options: WorkDoneProgressOptions::default(),
            })),
            selection_range_provider: Some(SelectionRangeProviderCapability::Simple(true)),
            semantic_tokens_provider: Some(SemanticTokensServerCapabilities::SemanticTokensOptions(
                SemanticTokensOptions {
                    legend: present::legend(),
                    range: Some(true),
                    full: Some(SemanticTokensFullOptions::Delta { delta: Some(true) }),
                    ..SemanticTokensOptions::default()
                },
            )),
            workspace_symbol_provider: Some(OneOf::Left(true)),
            execute_command_provider: Some(ExecuteCommandOptions {
                commands: COMMANDS.iter().map(|&command| command.to_owned()).collect(),
                ..ExecuteCommandOptions::default()
            }),
            experimental: Some(
                json!({ "sokText": true, "sokStatus": true, "sokBoard": true, "sokPlay": true, "sokDraw": true }),
            ),
            ..ServerCapabilities::default()
        },
        server_info: Some(ServerInfo { name: "sok".to_owned(), version: Some(env!("CARGO_PKG_VERSION").to_owned()) }),
        ..InitializeResult::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_taken_for_granted() {
        for nothing in [json!({}), json!(null), json!({"workspace": 3, "general": {"positionEncodings": "utf-8"}})] {
            assert_eq!(negotiate(&nothing), Caps::default(), "{nothing}");
        }
    }

    #[test]
    fn abilities_are_seen() {
        let caps = negotiate(&json!({
            "general": {"positionEncodings": ["utf-16", "utf-8"]},
            "window": {"workDoneProgress": true},
            "experimental": {"commands": ["sok.playHere"]},
            "workspace": {
                "applyEdit": true, "configuration": true, "codeLens": {"refreshSupport": true},
                "diagnostics": {"refreshSupport": true}, "semanticTokens": {"refreshSupport": true},
                "didChangeConfiguration": {"dynamicRegistration": true}, "workspaceEdit": {"documentChanges": true},
                "didChangeWatchedFiles": {"dynamicRegistration": true},
            },
            "textDocument": {
                "publishDiagnostics": {"relatedInformation": true},
                "diagnostic": {},
                "hover": {"contentFormat": ["markdown"]},
                "completion": {"completionItem": {"snippetSupport": true, "documentationFormat": ["markdown"]}},
                "documentSymbol": {"hierarchicalDocumentSymbolSupport": true},
                "codeAction": {
                    "codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}},
                    "dataSupport": true, "resolveSupport": {"properties": ["edit"]},
                },
            },
        }));
        let all = Caps {
            encoding: Encoding::Utf8,
            configuration: true,
            registers_configuration: true,
            lens_refresh: true,
            progress: true,
            apply_edit: true,
            versioned_edits: true,
            related_information: true,
            action_literals: true,
            resolves_actions: true,
            pulls_diagnostics: true,
            markdown: true,
            markdown_completions: true,
            snippets: true,
            nested_symbols: true,
            watches_files: true,
            plays: true,
        };
        assert_eq!(caps, all);
        let utf16 = negotiate(&json!({"general": {"positionEncodings": ["utf-16", "utf-32"]}}));
        assert_eq!(utf16.encoding, Encoding::Utf16);
    }

    #[test]
    fn a_client_that_cannot_be_asked_to_pull_again_is_told() {
        let caps = negotiate(&json!({"textDocument": {"diagnostic": {"dynamicRegistration": true}}}));
        assert!(!caps.pulls_diagnostics);
        assert!(offer(&caps).capabilities.diagnostic_provider.is_none());
    }
}
