//! From the protocol's types to the core's and back. Nothing else knows both.

use std::borrow::Cow;
use std::ops::Range as Lines;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tower_lsp::jsonrpc;
use tower_lsp::ls_types::*;

use super::caps::Caps;
use super::commands::{INSERT_SOLUTION, KEEP_SOLVING, PLAY, fingerprint};
use super::uri;
use super::world::{Analysis, Doc, uri_of};
use crate::analysis::Severity;
use crate::ide;
use crate::text::{self, Edit, Span};

/// One change of a text, as the client sends it.
///
/// Of its own, because a range that is there and cannot be read must be an error.
#[derive(Deserialize)]
pub struct ContentChange {
    range: Option<WireRange>,
    text: String,
}

#[derive(Deserialize)]
struct WireRange {
    start: WirePosition,
    end: WirePosition,
}

#[derive(Deserialize)]
struct WirePosition {
    line: u32,
    character: u32,
}

pub fn change(change: ContentChange) -> text::Change {
    let place = |position: WirePosition| text::Position::new(position.line, position.character);
    text::Change { range: change.range.map(|range| (place(range.start), place(range.end))), text: change.text }
}

/// The document that a request is about, and the lines of it that the client seems to look at.
pub fn sight(params: &Value) -> Option<(&str, Lines<u32>)> {
    let line = |path: &str| params.pointer(path)?.as_u64()?.try_into().ok();
    let uri = uri_of(params)?;
    if let (Some(first), Some(last)) = (line("/range/start/line"), line("/range/end/line")) {
        return Some((uri, first..u32::saturating_add(last, 1)));
    }
    // Where the caret or the mouse is, half a screen up and down can be seen.
    let at: u32 = line("/position/line")?;
    Some((uri, at.saturating_sub(HALF_A_SCREEN)..at.saturating_add(HALF_A_SCREEN)))
}

const HALF_A_SCREEN: u32 = 25;

pub fn range(analysis: &Analysis, span: Span) -> Range {
    let place = |offset| {
        let position = analysis.index.position(&analysis.snapshot.text, offset, analysis.encoding);
        Position::new(position.line, position.character)
    };
    Range::new(place(span.start as usize), place(span.end as usize))
}

/// A range of the client as a place of the text.
pub fn span(analysis: &Analysis, range: Range) -> Span {
    let place = |position: Position| {
        let position = text::Position::new(position.line, position.character);
        analysis.index.offset(&analysis.snapshot.text, position, analysis.encoding)
    };
    let (start, end) = (place(range.start), place(range.end));
    Span::new(start.min(end), end)
}

/// True for a kind of action that is wanted, such as `refactor.rewrite` when `refactor` is.
pub fn is_kind(kind: &CodeActionKind, wanted: &CodeActionKind) -> bool {
    let (kind, wanted) = (kind.as_str(), wanted.as_str());
    wanted.is_empty() || kind == wanted || kind.strip_prefix(wanted).is_some_and(|rest| rest.starts_with('.'))
}

/// More than anybody reads, and little enough to be sent at every keystroke.
pub const MOST_DIAGNOSTICS: usize = 1000;
const MOST_RELATED: usize = 20;

/// Findings about the document of that address, in the protocol's type, with a word about those left out.
pub fn diagnostics(
    uri: &str,
    analysis: &Analysis,
    (found, left_out): (Vec<ide::Diagnostic>, usize),
    caps: &Caps,
) -> Vec<Diagnostic> {
    let uri = uri::plain(uri).unwrap_or_else(|| uri.to_owned());
    let uri = Uri::from_str(&uri).ok().filter(|_| caps.related_information);
    let related = |found: &mut ide::Diagnostic| {
        // Editors do not list hints, so that nobody would see what belongs to them.
        let uri = uri.clone().filter(|_| !found.related.is_empty() && found.severity > Severity::Hint)?;
        let place = |(span, word): (Span, Cow<'static, str>)| DiagnosticRelatedInformation {
            location: Location::new(uri.clone(), range(analysis, span)),
            message: word.into_owned(),
        };
        Some(std::mem::take(&mut found.related).into_iter().take(MOST_RELATED).map(place).collect())
    };
    let convert = |mut found: ide::Diagnostic| {
        let related_information = related(&mut found);
        Diagnostic { related_information, ..diagnostic(analysis, found) }
    };
    let mut diagnostics: Vec<Diagnostic> = found.into_iter().map(convert).collect();
    if left_out > 0 {
        diagnostics.push(Diagnostic {
            severity: Some(DiagnosticSeverity::INFORMATION),
            source: Some("sok".to_owned()),
            message: format!("{left_out} more findings in this file are not shown"),
            ..Diagnostic::default()
        });
    }
    diagnostics
}

fn diagnostic(analysis: &Analysis, found: ide::Diagnostic) -> Diagnostic {
    Diagnostic {
        range: range(analysis, found.span),
        severity: Some(severity(found.severity)),
        code: Some(NumberOrString::String(found.code.name().to_owned())),
        source: Some("sok".to_owned()),
        message: found.message,
        ..Diagnostic::default()
    }
}

/// Fixes as quick fixes with their edits: they are small, so there is nothing to resolve.
pub fn fixes(doc: &Doc, analysis: &Analysis, fixes: Vec<ide::Fix>, caps: &Caps) -> Vec<CodeActionOrCommand> {
    let convert = |fix: ide::Fix| {
        CodeActionOrCommand::CodeAction(CodeAction {
            title: fix.title,
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(vec![diagnostic(analysis, fix.finding)]),
            edit: Some(strict_edit(doc, analysis, fix.edits, caps)),
            is_preferred: Some(fix.preferred),
            ..CodeAction::default()
        })
    };
    fixes.into_iter().map(convert).collect()
}

fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Hint => DiagnosticSeverity::HINT,
        Severity::Information => DiagnosticSeverity::INFORMATION,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Error => DiagnosticSeverity::ERROR,
    }
}

/// A lens as the protocol writes it. There are thousands in a long file, so that its parts are not values of their own.
#[derive(Serialize, Debug)]
pub struct Lens<'a> {
    range: Range,
    command: LensCommand<'a>,
}

#[derive(Serialize, Debug)]
struct LensCommand<'a> {
    title: String,
    /// Without a command, the title is shown and cannot be clicked.
    command: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    arguments: Option<[LensTarget<'a>; 1]>,
}

#[derive(Serialize, Debug)]
struct LensTarget<'a> {
    uri: &'a str,
    version: i32,
    level: usize,
    fingerprint: String,
}

/// Lenses with all that they need: there is nothing to resolve, so that nothing flickers.
pub fn lenses<'a>(
    doc: &'a Doc,
    analysis: &'a Analysis,
    lenses: impl Iterator<Item = ide::Lens> + 'a,
    caps: &'a Caps,
) -> impl Iterator<Item = Lens<'a>> + 'a {
    // A lens that does nothing is worse than none.
    let shown = lenses.filter(|lens| caps.plays || lens.action != Some(ide::Action::Play));
    shown.map(|lens| {
        let command = lens.action.map(|action| match action {
            ide::Action::InsertSolution => INSERT_SOLUTION,
            ide::Action::KeepSolving => KEEP_SOLVING,
            ide::Action::Play => PLAY,
        });
        let target = |_| {
            let fingerprint = fingerprint(analysis, lens.level);
            [LensTarget { uri: &doc.uri, version: analysis.version, level: lens.level, fingerprint }]
        };
        let arguments = command.map(target);
        let command = LensCommand { title: lens.title, command: command.unwrap_or_default(), arguments };
        Lens { range: range(analysis, lens.span), command }
    })
}

/// Edits of one version of a document, as a workspace edit, with the address as the client spells it.
pub fn workspace_edit(doc: &Doc, analysis: &Analysis, edits: Vec<Edit>, caps: &Caps) -> Value {
    workspace_edit_of(&doc.uri, analysis, edits, caps)
}

/// The same in the protocol's type, which takes strict addresses only: another is escaped.
pub fn strict_edit(doc: &Doc, analysis: &Analysis, edits: Vec<Edit>, caps: &Caps) -> WorkspaceEdit {
    let uri = uri::plain(&doc.uri).unwrap_or_else(|| doc.uri.clone());
    serde_json::from_value(workspace_edit_of(&uri, analysis, edits, caps)).unwrap_or_default()
}

fn workspace_edit_of(uri: &str, analysis: &Analysis, edits: Vec<Edit>, caps: &Caps) -> Value {
    let edit = |edit: Edit| TextEdit { range: range(analysis, edit.span), new_text: edit.new_text };
    let edits: Vec<TextEdit> = edits.into_iter().map(edit).collect();
    if caps.versioned_edits {
        let document = json!({ "uri": uri, "version": analysis.version });
        json!({ "documentChanges": [{ "textDocument": document, "edits": edits }] })
    } else {
        json!({ "changes": { uri: edits } })
    }
}

/// The answer to a request whose document is another by now. Clients do not show it to people.
pub fn content_modified(message: &'static str) -> jsonrpc::Error {
    jsonrpc::Error { message: message.into(), ..jsonrpc::Error::content_modified() }
}

/// The answer to a request that is understood and cannot be fulfilled now. Clients show it to people.
pub fn request_failed(message: impl Into<Cow<'static, str>>) -> jsonrpc::Error {
    jsonrpc::Error { code: jsonrpc::ErrorCode::ServerError(-32803), message: message.into(), data: None }
}
