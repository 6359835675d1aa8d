//! What lenses and menus have the server do.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::request::Request;

use super::convert::{content_modified, request_failed, workspace_edit};
use super::keep;
use super::queue::Refusal;
use super::state::Shared;
use super::world::{Analysis, Doc, World};
use crate::ide::{self, Answer, State, insert_solution};
use crate::text;

pub const INSERT_SOLUTION: &str = "sok.insertSolution";
pub const INSERT_MOVES: &str = "sok.insertMoves";
pub const KEEP_SOLVING: &str = "sok.keepSolving";
pub const REWRITE: &str = "sok.rewrite";
/// Run by the client, where it says that it can.
pub const PLAY: &str = "sok.playHere";

/// Every command that the server runs.
pub const COMMANDS: &[&str] = &[INSERT_SOLUTION, INSERT_MOVES, KEEP_SOLVING, REWRITE];

/// The level that a command is about: by its number in the file, or by a line that it holds.
#[derive(Deserialize, Debug)]
pub struct Target {
    uri: String,
    /// The version that the level was seen in. Without one, the newest is meant.
    version: Option<i32>,
    level: Option<usize>,
    line: Option<u32>,
    /// What the level was like when it was seen. With it, edits elsewhere in the document do no harm.
    fingerprint: Option<String>,
    /// For [`INSERT_MOVES`]: letters of `l u r d`.
    #[serde(default)]
    moves: String,
    /// For [`REWRITE`]: which of the actions on a level.
    #[serde(default)]
    id: String,
}

/// What a level is like, in letters: not every client keeps large numbers exactly.
pub fn fingerprint(analysis: &Analysis, level: usize) -> String {
    format!("{:016x}", analysis.snapshot.levels[level].facts.fingerprint)
}

/// A command's document and level, as they are now.
pub struct Place {
    pub doc: Arc<Doc>,
    pub analysis: Arc<Analysis>,
    pub level: usize,
    moves: String,
    id: String,
}

pub fn target(arguments: &[Value]) -> Result<Target> {
    let first = arguments.first().ok_or_else(|| Error::invalid_params("the command needs to know which level"))?;
    Target::deserialize(first).map_err(|error| Error::invalid_params(error.to_string()))
}

/// The document, if it is still the one that the command was given for, or if [`place`] can see whether the level is.
pub fn document(world: &World, target: &Target) -> Result<Arc<Doc>> {
    let doc = world.get(&target.uri).filter(|doc| doc.in_sync);
    let doc = doc.ok_or_else(|| content_modified("the document is not open any more"))?;
    match target.version {
        Some(version) if version != doc.document.version && target.fingerprint.is_none() => Err(changed()),
        _ => Ok(Arc::clone(doc)),
    }
}

fn changed() -> Error {
    content_modified("the document has changed since; try again")
}

pub fn place(doc: Arc<Doc>, analysis: Arc<Analysis>, target: &Target) -> Result<Place> {
    let snapshot = &analysis.snapshot;
    let level = match &target.fingerprint {
        Some(seen) if target.version != Some(doc.document.version) => {
            let seen = u64::from_str_radix(seen, 16).map_err(|error| Error::invalid_params(error.to_string()))?;
            Some(snapshot.level_with(seen).ok_or_else(changed)?)
        }
        _ => target.level.or_else(|| {
            let start = text::Position::new(target.line?, 0);
            snapshot.level_at(analysis.index.offset(&snapshot.text, start, analysis.encoding))
        }),
    };
    match level.filter(|&level| level < snapshot.levels.len()) {
        Some(level) => Ok(Place { doc, analysis, level, moves: target.moves.clone(), id: target.id.clone() }),
        None => Err(content_modified("there is no level any more")),
    }
}

/// Puts the known solution of a level into its document, by way of the client.
pub fn insert(shared: &Arc<Shared>, place: &Place) -> Result<()> {
    let answer = known(shared, place)?;
    let edits = insert_solution(&place.analysis.snapshot, place.level, &answer);
    if edits.is_empty() {
        return Err(request_failed("there is no solution that the file does not have yet"));
    }
    apply(shared, place, "Insert solution", edits)
}

/// Puts moves that somebody played into the document, if they solve the level.
pub fn insert_moves(shared: &Arc<Shared>, place: &Place) -> Result<()> {
    let edits = ide::insert_moves(&place.analysis.snapshot, place.level, &place.moves).map_err(request_failed)?;
    apply(shared, place, "Insert solution", edits)
}

/// Turns, trims, converts, … a level.
pub fn rewrite(shared: &Arc<Shared>, place: &Place) -> Result<()> {
    let rewrite = ide::rewrite(&place.id).ok_or_else(|| request_failed("there is no such action"))?;
    let edits = (rewrite.edits)(&place.analysis.snapshot, place.level).map_err(request_failed)?;
    if edits.is_empty() {
        return Err(request_failed("there is nothing to change"));
    }
    apply(shared, place, rewrite.title, edits)
}

/// Has the client apply edits of the version that they were made for.
fn apply(shared: &Arc<Shared>, place: &Place, label: &'static str, edits: Vec<text::Edit>) -> Result<()> {
    let caps = shared.caps();
    if !caps.apply_edit {
        return Err(request_failed("this editor does not let the server edit"));
    }
    let edit = workspace_edit(&place.doc, &place.analysis, edits, &caps);
    let client = shared.client.clone();
    shared.ask_client("to apply an edit", async move {
        let params = json!({ "label": label, "edit": edit });
        let answer = client.send_request::<ApplyEdit>(params).await.map_err(|error| error.to_string())?;
        match answer.get("applied") {
            Some(Value::Bool(true)) => Ok(()),
            _ => Err(answer.get("failureReason").and_then(Value::as_str).unwrap_or("no reason given").to_owned()),
        }
    });
    Ok(())
}

fn known(shared: &Shared, place: &Place) -> Result<Arc<Answer>> {
    let key = place.analysis.snapshot.key(place.level);
    match key.and_then(|key| shared.searches.state(key)) {
        Some(State::Known(answer)) => Ok(answer),
        Some(_) => Err(request_failed("the level is being solved; try again when its solution is known")),
        None => Err(request_failed("there is nothing to solve; see what is said about the level")),
    }
}

/// Searches a level with the long limits. The answer to the command does not wait for it.
pub fn keep_solving(shared: &Arc<Shared>, place: &Place) -> Result<()> {
    let snapshot = &place.analysis.snapshot;
    match shared.searches.ask(snapshot, place.level) {
        Ok(asked) => {
            tokio::spawn(keep::follow(Arc::clone(shared), asked, snapshot.name(place.level)));
            shared.lenses_changed.notify_one();
            Ok(())
        }
        // It is what was wished for.
        Err(Refusal::Running) => Ok(()),
        Err(Refusal::Nothing) => Err(request_failed("there is nothing to solve; see what is said about the level")),
        Err(Refusal::Busy) => Err(request_failed("another level is being solved; cancel that first")),
    }
}

/// The protocol's request, with an address that keeps its spelling.
enum ApplyEdit {}

impl Request for ApplyEdit {
    type Params = Value;
    type Result = Value;
    const METHOD: &'static str = "workspace/applyEdit";
}
