//! What the client can do, asked once, and what the server offers.

use serde_json::{Value, json};
use tower_lsp::ls_types::*;

use super::commands::COMMANDS;
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
}

/// Reads the abilities from what the client says at the start. What is missing or odd counts as not there: one odd
/// field is no reason to refuse the client, so nothing is read that is not needed.
pub fn negotiate(capabilities: &Value) -> Caps {
    let has = |path: &str| capabilities.pointer(path) == Some(&Value::Bool(true));
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
                    code_action_kinds: Some(vec![CodeActionKind::QUICKFIX]),
                    ..CodeActionOptions::default()
                })
            }),
            code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
            execute_command_provider: Some(ExecuteCommandOptions {
                commands: COMMANDS.iter().map(|&command| command.to_owned()).collect(),
                ..ExecuteCommandOptions::default()
            }),
            experimental: Some(json!({ "sokText": true, "sokStatus": true })),
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
            "workspace": {
                "applyEdit": true, "configuration": true, "codeLens": {"refreshSupport": true},
                "didChangeConfiguration": {"dynamicRegistration": true}, "workspaceEdit": {"documentChanges": true},
            },
            "textDocument": {
                "publishDiagnostics": {"relatedInformation": true},
                "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}}},
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
        };
        assert_eq!(caps, all);
        let utf16 = negotiate(&json!({"general": {"positionEncodings": ["utf-16", "utf-32"]}}));
        assert_eq!(utf16.encoding, Encoding::Utf16);
    }
}
