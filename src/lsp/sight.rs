//! What a request looks at: one version of one document, with the settings of this moment.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use rustc_hash::FxHasher;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};
use tower_lsp::ls_types::*;

use super::caps::Caps;
use super::convert::MOST_DIAGNOSTICS;
use super::state::Shared;
use super::world::{Analysis, Doc};
use super::written::Written;
use super::{convert, present};
use crate::config::Settings;
use crate::ide::{self, PuzzleKey, Snapshot, State, Stroke};
use crate::level::{Board, Cell};
use crate::text::{self, Edit, Span};

pub struct Sight {
    pub doc: Arc<Doc>,
    pub analysis: Arc<Analysis>,
    pub settings: Arc<Settings>,
    pub caps: Caps,
    shared: Arc<Shared>,
}

/// Findings as they are told, with a name for what they say.
#[derive(Debug)]
pub struct Found {
    pub id: String,
    pub diagnostics: Box<RawValue>,
}

impl Found {
    /// What is found where there is nothing to look at. It has no name.
    pub fn nothing() -> Found {
        Found { id: String::new(), ..Found::of(&[]) }
    }

    pub fn of(diagnostics: &[Diagnostic]) -> Found {
        let diagnostics = to_raw_value(diagnostics).unwrap_or_else(|_| RawValue::NULL.to_owned());
        let mut hasher = FxHasher::default();
        diagnostics.get().hash(&mut hasher);
        Found { id: format!("{:016x}", hasher.finish()), diagnostics }
    }
}

impl Sight {
    /// Takes time in proportion to the text, if the version was not analysed yet.
    pub fn new(shared: &Arc<Shared>, doc: &Arc<Doc>) -> Sight {
        let analysis = shared.analysis(doc);
        Sight {
            doc: Arc::clone(doc),
            settings: shared.settings(),
            caps: shared.caps(),
            shared: Arc::clone(shared),
            analysis,
        }
    }

    /// What is known of a puzzle at this moment.
    pub fn state(&self, puzzle: PuzzleKey) -> Option<State> {
        self.shared.searches.state(puzzle)
    }

    pub fn write(&self, answer: &impl Serialize) -> Written {
        self.shared.outbox.write(answer)
    }

    pub fn snapshot(&self) -> &Snapshot {
        &self.analysis.snapshot
    }

    pub fn offset(&self, position: Position) -> usize {
        let position = text::Position::new(position.line, position.character);
        self.analysis.index.offset(&self.snapshot().text, position, self.analysis.encoding)
    }

    /// The edit in the types of the protocol.
    pub fn workspace_edit(&self, edits: Vec<Edit>) -> WorkspaceEdit {
        convert::strict_edit(&self.doc, &self.analysis, edits, &self.caps)
    }

    /// What is to be said about the document, duplicates in other files included.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let lookup = |key| self.state(key);
        let (mut found, left_out) = ide::gravest(self.snapshot(), &lookup, &self.settings.weights, MOST_DIAGNOSTICS);
        let elsewhere = self.shared.twins(&self.doc, &self.analysis, &self.settings.weights);
        if !elsewhere.is_empty() {
            found.extend(elsewhere);
            found.sort_by_key(|diagnostic| (diagnostic.span, diagnostic.code));
        }
        convert::diagnostics(&self.doc.uri, &self.analysis, (found, left_out), &self.caps)
    }

    pub fn tokens(&self, range: Option<Range>) -> Vec<SemanticToken> {
        let all = Span::new(0, self.snapshot().text.len());
        let part = range.map_or(all, |range| convert::span(&self.analysis, range));
        present::tokens(&self.analysis, &ide::tokens(self.snapshot(), part))
    }

    pub fn actions(&self, range: Range, only: Option<&[CodeActionKind]>) -> Vec<CodeActionOrCommand> {
        let wants =
            |kind: CodeActionKind| only.is_none_or(|only| only.iter().any(|wanted| convert::is_kind(&kind, wanted)));
        let span = convert::span(&self.analysis, range);
        let mut actions = Vec::new();
        if wants(CodeActionKind::QUICKFIX) {
            let lookup = |key| self.state(key);
            let fixes = ide::fixes(self.snapshot(), span, &lookup, &self.settings.weights);
            actions.extend(convert::fixes(&self.doc, &self.analysis, fixes, &self.caps));
        }
        if wants(CodeActionKind::REFACTOR_REWRITE)
            && let Some(level) = self.snapshot().levels_in(span).next()
        {
            let fitting = ide::REWRITES.iter().filter(|rewrite| (rewrite.applies_to)(self.snapshot(), level));
            let offered =
                fitting.filter_map(|rewrite| present::offered(&self.doc, &self.analysis, level, rewrite, &self.caps));
            actions.extend(offered.map(CodeActionOrCommand::CodeAction));
        }
        actions
    }

    // The view of a board; docs/lsp-extensions.md has the messages.

    fn level(&self, params: &Value) -> Option<usize> {
        params.get("level").and_then(Value::as_u64).and_then(|level| usize::try_from(level).ok())
    }

    pub fn board(&self, params: &Value) -> Value {
        let position = params.get("position").and_then(|position| serde_json::from_value(position.clone()).ok());
        let (level, caret) = match (self.level(params), position) {
            (Some(level), _) => (level, None),
            (None, Some(position)) => match ide::caret(self.snapshot(), self.offset(position)) {
                Some(found) => found,
                None => return Value::Null,
            },
            (None, None) => (0, None),
        };
        let lookup = |key| self.state(key);
        match ide::view(self.snapshot(), level, &lookup, &self.settings.weights) {
            Some(view) => present::view(&self.doc, &self.analysis, &view, caret),
            None => Value::Null,
        }
    }

    pub fn play(&self, params: &Value) -> Value {
        let moves = params.get("moves").and_then(Value::as_str).unwrap_or_default();
        let played = self.level(params).and_then(|level| ide::play(self.snapshot(), level, moves));
        let Some(played) = played else { return Value::Null };
        let mut played = present::played(&played);
        played["version"] = self.analysis.version.into();
        played
    }

    /// The edit that draws strokes, or `{ "refused": why }`.
    pub fn draw(&self, params: &Value) -> Value {
        let refused = |why: &str| json!({ "refused": why });
        if params
            .get("version")
            .and_then(Value::as_i64)
            .is_some_and(|version| version != i64::from(self.analysis.version))
        {
            return refused("the document has changed since; try again");
        }
        let strokes: Option<Vec<Stroke>> =
            params.get("strokes").and_then(Value::as_array).and_then(|strokes| strokes.iter().map(stroke).collect());
        let (Some(level), Some(strokes)) = (self.level(params), strokes) else {
            return refused("there is nothing to draw");
        };
        match ide::draw(self.snapshot(), level, &strokes) {
            Ok(edits) => convert::workspace_edit(&self.doc, &self.analysis, edits, &self.caps),
            Err(why) => refused(why),
        }
    }
}

/// `{ "x": 3, "y": 2, "square": "$" }`, the square in `xsb`.
fn stroke(value: &Value) -> Option<Stroke> {
    let number = |name: &str| value.get(name)?.as_i64()?.try_into().ok();
    let square = value.get("square")?.as_str().filter(|square| square.chars().count() == 1)?;
    let content = Board::from_xsb(square).cells.first().copied().unwrap_or(Cell::FLOOR);
    Some(Stroke { x: number("x")?, y: number("y")?, content })
}
