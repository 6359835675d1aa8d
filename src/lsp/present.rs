//! What the core says, in the protocol's types. See `convert` for places and findings.

use serde_json::{Value, json};
use tower_lsp::ls_types::*;

use super::caps::Caps;
use super::commands::fingerprint;
use super::convert::{range, strict_edit};
use super::uri;
use super::world::{Analysis, Doc};
use crate::ide;
use crate::text::{Edit, Span};

pub fn edits(analysis: &Analysis, edits: Vec<Edit>) -> Vec<TextEdit> {
    edits.into_iter().map(|edit| TextEdit { range: range(analysis, edit.span), new_text: edit.new_text }).collect()
}

pub fn hover(analysis: &Analysis, hover: ide::Hover, caps: &Caps) -> Hover {
    let contents = HoverContents::Markup(markup(hover.markdown, caps.markdown));
    Hover { contents, range: Some(range(analysis, hover.span)) }
}

fn markup(text: String, markdown: bool) -> MarkupContent {
    if markdown {
        return MarkupContent { kind: MarkupKind::Markdown, value: text };
    }
    MarkupContent { kind: MarkupKind::PlainText, value: plain(&text) }
}

/// Markdown without its signs, for clients that show it as it is.
fn plain(markdown: &str) -> String {
    let lines = markdown.lines().filter(|line| *line != "```");
    lines.map(|line| line.replace("**", "").replace('`', "")).collect::<Vec<_>>().join("\n")
}

pub fn symbols(analysis: &Analysis, symbols: Vec<ide::Symbol>) -> Vec<DocumentSymbol> {
    symbols.into_iter().map(|symbol| self::symbol(analysis, symbol)).collect()
}

// The field `deprecated` is itself deprecated, and has to be given all the same.
#[expect(deprecated)]
fn symbol(analysis: &Analysis, symbol: ide::Symbol) -> DocumentSymbol {
    DocumentSymbol {
        name: symbol.name,
        detail: Some(symbol.detail).filter(|detail| !detail.is_empty()),
        kind: kind(symbol.kind),
        tags: None,
        deprecated: None,
        range: range(analysis, symbol.span),
        selection_range: range(analysis, symbol.selection),
        children: Some(symbols(analysis, symbol.children)).filter(|children| !children.is_empty()),
    }
}

pub fn kind(kind: ide::SymbolKind) -> SymbolKind {
    match kind {
        ide::SymbolKind::Level => SymbolKind::CLASS,
        ide::SymbolKind::Board => SymbolKind::ARRAY,
        ide::SymbolKind::Solution => SymbolKind::EVENT,
    }
}

/// For clients that know no outline with levels in it: the levels alone. An address that is not strict is escaped.
pub fn flat_symbols(doc: &Doc, analysis: &Analysis, symbols: Vec<ide::Symbol>) -> Value {
    let uri = uri::plain(&doc.uri).unwrap_or_else(|| doc.uri.clone());
    let flat = |symbol: ide::Symbol| {
        let location = json!({ "uri": uri, "range": range(analysis, symbol.span) });
        json!({ "name": symbol.name, "kind": kind(symbol.kind), "location": location })
    };
    symbols.into_iter().map(flat).collect()
}

pub fn folds(analysis: &Analysis, folds: Vec<(Span, ide::FoldKind)>) -> Vec<FoldingRange> {
    let fold = |(span, kind)| {
        let Range { start, end } = range(analysis, span);
        let kind = matches!(kind, ide::FoldKind::Comment).then_some(FoldingRangeKind::Comment);
        FoldingRange { start_line: start.line, end_line: end.line, kind, ..FoldingRange::default() }
    };
    folds.into_iter().map(fold).collect()
}

/// Spans from the smallest to the largest, each held by the next.
pub fn selection(analysis: &Analysis, spans: Vec<Span>) -> SelectionRange {
    let mut chain: Option<SelectionRange> = None;
    for span in spans.into_iter().rev() {
        chain = Some(SelectionRange { range: range(analysis, span), parent: chain.map(Box::new) });
    }
    chain.unwrap_or_else(|| SelectionRange { range: range(analysis, Span::at(0)), parent: None })
}

pub fn highlights(analysis: &Analysis, spans: Vec<Span>) -> Vec<DocumentHighlight> {
    let mark = |(index, span)| {
        let kind = if index == 0 { DocumentHighlightKind::WRITE } else { DocumentHighlightKind::READ };
        DocumentHighlight { range: range(analysis, span), kind: Some(kind) }
    };
    spans.into_iter().enumerate().map(mark).collect()
}

pub fn links(analysis: &Analysis, links: Vec<(Span, String)>) -> Vec<DocumentLink> {
    let link = |(span, target): (Span, String)| {
        let target = Some(target.parse().ok()?);
        Some(DocumentLink { range: range(analysis, span), target, tooltip: None, data: None })
    };
    links.into_iter().filter_map(link).collect()
}

pub fn completions(analysis: &Analysis, found: Vec<ide::Completion>, caps: &Caps) -> Vec<CompletionItem> {
    let item = |completion: ide::Completion| {
        let kind = match completion.kind {
            ide::CompletionKind::Key => CompletionItemKind::PROPERTY,
            ide::CompletionKind::Value => CompletionItemKind::VALUE,
            ide::CompletionKind::Skeleton => CompletionItemKind::SNIPPET,
        };
        let snippet = completion.snippet.filter(|_| caps.snippets);
        let format = if snippet.is_some() { InsertTextFormat::SNIPPET } else { InsertTextFormat::PLAIN_TEXT };
        let new_text = snippet.unwrap_or(completion.new_text);
        let edit = TextEdit { range: range(analysis, completion.span), new_text };
        let about = markup(completion.about, caps.markdown_completions);
        CompletionItem {
            label: completion.label,
            kind: Some(kind),
            documentation: (!about.value.is_empty()).then_some(Documentation::MarkupContent(about)),
            insert_text_format: Some(format),
            text_edit: Some(CompletionTextEdit::Edit(edit)),
            ..CompletionItem::default()
        }
    };
    found.into_iter().map(item).collect()
}

pub fn inlays(analysis: &Analysis, hints: Vec<(usize, String)>) -> Vec<InlayHint> {
    let hint = |(offset, label): (usize, String)| InlayHint {
        position: range(analysis, Span::at(offset)).start,
        label: InlayHintLabel::String(label),
        kind: None,
        text_edits: None,
        tooltip: None,
        padding_left: Some(true),
        padding_right: None,
        data: None,
    };
    hints.into_iter().map(hint).collect()
}

pub fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend {
        token_types: ide::TOKEN_TYPES.iter().map(|(name, _)| SemanticTokenType::new(name)).collect(),
        token_modifiers: ide::TOKEN_MODIFIERS.iter().map(|(name, _)| SemanticTokenModifier::new(name)).collect(),
    }
}

/// Tokens as the protocol counts them: from the one before.
pub fn tokens(analysis: &Analysis, tokens: &[ide::Token]) -> Vec<SemanticToken> {
    let mut before = Position::default();
    let relative = |token: &ide::Token| {
        let Range { start, end } = range(analysis, token.span);
        let delta_line = start.line - before.line;
        let delta_start = if delta_line == 0 { start.character - before.character } else { start.character };
        before = start;
        SemanticToken {
            delta_line,
            delta_start,
            length: end.character.saturating_sub(start.character),
            token_type: token.kind as u32,
            token_modifiers_bitset: token.modifiers,
        }
    };
    tokens.iter().map(relative).collect()
}

/// The one edit that makes the new tokens of the old ones; none if they are the same.
pub fn token_edits(old: &[SemanticToken], new: &[SemanticToken]) -> Vec<SemanticTokensEdit> {
    /// Numbers that the protocol has for one token.
    const NUMBERS: u32 = 5;
    let head = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let tail = old[head..].iter().rev().zip(new[head..].iter().rev()).take_while(|(a, b)| a == b).count();
    let (removed, added) = (old.len() - head - tail, &new[head..new.len() - tail]);
    if removed == 0 && added.is_empty() {
        return Vec::new();
    }
    vec![SemanticTokensEdit {
        start: head as u32 * NUMBERS,
        delete_count: removed as u32 * NUMBERS,
        data: (!added.is_empty()).then(|| added.to_vec()),
    }]
}

// The view of a board.

pub fn view(doc: &Doc, analysis: &Analysis, view: &ide::View, caret: Option<ide::Caret>) -> Value {
    let places: Vec<Value> = view.places.iter().map(|&span| place(analysis, span)).collect();
    let marks = view.findings.iter().map(|mark| {
        json!({ "code": mark.code.name(), "severity": mark.severity.name(), "message": mark.message, "cells": mark.cells })
    });
    let stored = view.stored.iter().map(|stored| {
        let range = range(analysis, stored.span);
        json!({ "title": stored.title, "moves": stored.moves, "solves": stored.solves, "range": range })
    });
    let mut all = json!({
        "uri": doc.uri, "version": analysis.version,
        "level": view.level, "levels": analysis.snapshot.levels.len(), "name": view.name,
        "fingerprint": fingerprint(analysis, view.level),
        "width": view.width, "height": view.height,
        "places": places, "findings": marks.collect::<Vec<_>>(),
        "verdict": view.verdict, "solution": view.solution, "stored": stored.collect::<Vec<_>>(),
        "caret": caret.map(|caret| match caret {
            ide::Caret::Cell(cell) => json!({ "cell": cell }),
            ide::Caret::Move { stored, count } => json!({ "stored": stored, "count": count }),
        }),
    });
    let content = match &view.content {
        ide::Content::Squares { rows, inside, dead } => {
            let bits = |bits: &[bool]| bits.iter().map(|&bit| if bit { '1' } else { '0' }).collect::<String>();
            json!({ "kind": "squares", "rows": rows, "inside": bits(inside), "dead": bits(dead) })
        }
        ide::Content::Numbers { start, goal } => json!({ "kind": "numbers", "start": start, "goal": goal }),
    };
    if let (Some(all), Value::Object(content)) = (all.as_object_mut(), content) {
        all.extend(content);
    }
    all
}

/// A square's place as `[line, start, end]`; null where it is not written.
fn place(analysis: &Analysis, span: Span) -> Value {
    if span.is_empty() {
        return Value::Null;
    }
    let Range { start, end } = range(analysis, span);
    json!([start.line, start.character, end.character])
}

pub fn played(played: &ide::Played) -> Value {
    json!({
        "rows": played.rows, "numbers": played.numbers, "moves": played.moves, "pushes": played.pushes,
        "solved": played.solved, "legal": played.legal,
    })
}

/// A refactoring to be worked out when it is chosen.
pub fn offered(
    doc: &Doc,
    analysis: &Analysis,
    level: usize,
    rewrite: &ide::Rewrite,
    caps: &Caps,
) -> Option<CodeAction> {
    let action = CodeAction {
        title: rewrite.title.to_owned(),
        kind: Some(CodeActionKind::REFACTOR_REWRITE),
        ..CodeAction::default()
    };
    if caps.resolves_actions {
        let data = json!({ "uri": doc.uri, "version": analysis.version, "level": level, "id": rewrite.id });
        return Some(CodeAction { data: Some(data), ..action });
    }
    let edits = (rewrite.edits)(&analysis.snapshot, level).ok().filter(|edits| !edits.is_empty())?;
    Some(CodeAction { edit: Some(strict_edit(doc, analysis, edits, caps)), ..action })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn token(delta_line: u32) -> SemanticToken {
        SemanticToken { delta_line, delta_start: 0, length: 1, token_type: 0, token_modifiers_bitset: 0 }
    }

    /// Applies an edit as a client does, on the plain numbers.
    fn applied(old: &[SemanticToken], edits: &[SemanticTokensEdit]) -> Vec<SemanticToken> {
        let mut all = old.to_vec();
        for edit in edits {
            let (start, count) = (edit.start as usize / 5, edit.delete_count as usize / 5);
            all.splice(start..start + count, edit.data.clone().unwrap_or_default());
        }
        all
    }

    #[test]
    fn an_edit_makes_the_new_tokens_of_the_old() {
        let lists: [&[u32]; 6] = [&[], &[1], &[1, 2, 3], &[1, 3], &[2, 3], &[1, 2, 2, 3]];
        for old in lists {
            for new in lists {
                let [old, new] = [old, new].map(|list| list.iter().map(|&line| token(line)).collect::<Vec<_>>());
                assert_eq!(applied(&old, &token_edits(&old, &new)), new);
            }
        }
    }
}
