//! What the parts of the server share: the documents, the client's abilities, the settings, the searches.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::sync::{Notify, Semaphore, mpsc};
use tokio::task::JoinError;
use tower_lsp::Client;
use tower_lsp::ls_types::{ConfigurationItem, MessageType, Registration, SemanticToken};

use super::caps::{Caps, negotiate};
use super::desk::Desk;
use super::folder::{self, Folder};
use super::searches::Searches;
use super::uri::Key;
use super::world::{Analysis, Doc, Means, World};
use super::written::Outbox;
use super::{desk, lock, news, parent};
use crate::config::Settings;
use crate::ide::PuzzleKey;
use crate::shelf::Shelf;

/// How long the client may take to answer before nobody waits for it any more.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// Analyses and answers that are worked out at the same time. More would only compete.
pub const HANDS: usize = 4;

#[derive(Debug)]
pub struct Shared {
    pub client: Client,
    pub outbox: Arc<Outbox>,
    pub searches: Searches,
    /// Woken when every lens may be another.
    pub lenses_changed: Notify,
    /// Woken when a client that asks for findings is to ask again.
    pub findings_changed: Notify,
    /// The level files of the workspace.
    pub folder: Mutex<Folder>,
    /// What the client was told last when it asked for findings: the version's number and the report's name.
    pulled: Mutex<HashMap<Key, (u64, String)>>,
    token_names: AtomicU64,
    /// The tokens that each document's client was given last, with their name.
    tokens: Mutex<HashMap<Key, (String, Vec<SemanticToken>)>>,
    /// The searches that were asked for, by the token of their progress.
    pub progress: Mutex<HashMap<String, u64>>,
    /// Woken when the server is to end: the client took leave, or is gone.
    pub leave: Notify,
    pub counts: Counts,
    /// Held by whatever is worked out.
    hands: Arc<Semaphore>,
    world: Mutex<World>,
    caps: OnceLock<Caps>,
    settings: Mutex<Arc<Settings>>,
    /// Counts the changes of settings, so that a late answer does not undo a later change.
    settings_turn: AtomicU64,
    desks: Mutex<HashMap<Key, Arc<Desk>>>,
    saw_shutdown: AtomicBool,
}

/// How often things were done, for tests and for the curious.
#[derive(Default, Debug)]
pub struct Counts {
    pub analyses: AtomicU64,
    pub published: AtomicU64,
    pub refreshes: AtomicU64,
    /// Milliseconds that every analysis takes longer, to test what happens meanwhile.
    pub delay: AtomicU64,
}

impl Shared {
    /// Must be called from within a runtime: it starts the tasks that tell of verdicts.
    pub fn new(client: Client) -> Arc<Shared> {
        let settings = Arc::new(Settings::default());
        let (found, receiver) = mpsc::unbounded_channel();
        let shared = Arc::new(Shared {
            client,
            outbox: Arc::default(),
            searches: Searches::start(Arc::clone(&settings), Shelf::of_user(), found),
            lenses_changed: Notify::new(),
            findings_changed: Notify::new(),
            folder: Mutex::default(),
            pulled: Mutex::default(),
            token_names: AtomicU64::new(1),
            tokens: Mutex::default(),
            progress: Mutex::default(),
            leave: Notify::new(),
            counts: Counts::default(),
            hands: Arc::new(Semaphore::new(HANDS)),
            world: Mutex::default(),
            caps: OnceLock::new(),
            settings: Mutex::new(settings),
            settings_turn: AtomicU64::new(0),
            desks: Mutex::default(),
            saw_shutdown: AtomicBool::new(false),
        });
        tokio::spawn(news::tell(Arc::clone(&shared), receiver));
        tokio::spawn(news::refresh_lenses(Arc::clone(&shared)));
        tokio::spawn(news::refresh_findings(Arc::clone(&shared)));
        shared
    }

    // The life of the session.

    /// Takes in what the client says of itself. Only the first time counts.
    pub fn begin(self: &Arc<Shared>, params: &Value) {
        let caps = negotiate(params.get("capabilities").unwrap_or(&Value::Null));
        if self.caps.set(caps).is_err() {
            return;
        }
        *lock(&self.folder) = Folder::new(folder::roots(params));
        self.take_settings(params.get("initializationOptions").unwrap_or(&Value::Null));
        let process = params.get("processId").and_then(Value::as_u64).and_then(|id| u32::try_from(id).ok());
        if let Some(process) = process {
            let shared = Arc::clone(self);
            tokio::spawn(async move {
                parent::gone(process).await;
                tracing::warn!("the client's process has ended");
                shared.leave.notify_one();
            });
        }
    }

    /// What can only be asked of the client once it is ready.
    pub fn ready(self: &Arc<Shared>) {
        let caps = self.caps();
        if caps.registers_configuration {
            let shared = Arc::clone(self);
            self.ask_client("to be told of settings", async move {
                let registration = Registration {
                    id: "settings".to_owned(),
                    method: "workspace/didChangeConfiguration".to_owned(),
                    register_options: Some(json!({ "section": "sok" })),
                };
                shared.client.register_capability(vec![registration]).await.map_err(|error| error.to_string())
            });
        }
        if caps.configuration {
            self.pull_settings();
        }
        if caps.watches_files {
            let shared = Arc::clone(self);
            self.ask_client("to be told of files", async move {
                let watchers = json!([{ "globPattern": "**/*.{sok,xsb,sokoban}" }]);
                let registration = Registration {
                    id: "files".to_owned(),
                    method: "workspace/didChangeWatchedFiles".to_owned(),
                    register_options: Some(json!({ "watchers": watchers })),
                };
                shared.client.register_capability(vec![registration]).await.map_err(|error| error.to_string())
            });
        }
        self.read_folder();
    }

    /// The client is done.
    pub fn end(&self) {
        self.saw_shutdown.store(true, Ordering::Release);
        self.searches.cancel_all();
        self.searches.flush();
    }

    pub fn saw_shutdown(&self) -> bool {
        self.saw_shutdown.load(Ordering::Acquire)
    }

    pub fn caps(&self) -> Caps {
        self.caps.get().copied().unwrap_or_default()
    }

    /// Asks the client something, apart from every request: it may never answer.
    pub fn ask_client(&self, what: &'static str, ask: impl Future<Output = Result<(), String>> + Send + 'static) {
        tokio::spawn(async move {
            match tokio::time::timeout(PATIENCE, ask).await {
                Ok(Ok(())) => {}
                Ok(Err(error)) => tracing::warn!("the client refused {what}: {error}"),
                Err(_) => tracing::warn!("the client was asked {what} and did not answer"),
            }
        });
    }

    /// Runs what takes time, off the threads that carry messages.
    pub async fn work_out<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, JoinError> {
        // Nobody closes the semaphore. The work holds its place itself: it may go on when nobody waits for it.
        let hand = Arc::clone(&self.hands).acquire_owned().await.ok();
        let work = move || {
            let _hand = hand;
            work()
        };
        tokio::task::spawn_blocking(work).await
    }

    // Documents.

    pub fn world(&self) -> World {
        lock(&self.world).clone()
    }

    /// True while the document is open in this very version.
    pub fn is_current(&self, doc: &Doc) -> bool {
        lock(&self.world).find(&doc.key).is_some_and(|current| current.id == doc.id)
    }

    /// Brings the documents up to date with a notification of the client.
    pub fn sync(self: &Arc<Shared>, method: &str, params: &Value) {
        let mut world = lock(&self.world);
        let key = match method {
            "textDocument/didOpen" => world.open(params),
            "textDocument/didClose" => world.close(params),
            _ => world.change(params, self.caps().encoding).or_else(|trouble| {
                tracing::warn!("a change of a document cannot be applied: {}", trouble.message);
                trouble.key.ok_or(trouble.message)
            }),
        };
        drop(world);
        match key {
            Ok(key) => self.wake(key, Some(Instant::now())),
            Err(message) => tracing::warn!("{method} makes no sense: {message}"),
        }
    }

    /// Something was missed: no document is known to be as the client has it.
    pub fn lose_sync(self: &Arc<Shared>) {
        let keys = lock(&self.world).lose_all();
        keys.into_iter().for_each(|key| self.wake(key, None));
    }

    /// The client looks at these lines.
    pub fn seen(&self, uri: &str, lines: Range<u32>) {
        self.searches.see(Key::new(uri), lines);
    }

    /// Notes what the client is told about a version that it asks about.
    pub fn told_when_asked(&self, doc: &Doc, report: &str) {
        lock(&self.pulled).insert(doc.key.clone(), (doc.id, report.to_owned()));
    }

    /// True when the client asked about this very version and was told something else than `report`.
    pub fn was_told_otherwise(&self, doc: &Doc, report: &str) -> bool {
        lock(&self.pulled).get(&doc.key).is_some_and(|(id, told)| *id == doc.id && told != report)
    }

    /// Keeps the tokens that a client is given, and gives them a name by which it asks for what has changed since.
    pub fn remember_tokens(&self, uri: &str, tokens: &[SemanticToken]) -> String {
        let name = self.token_names.fetch_add(1, Ordering::Relaxed).to_string();
        lock(&self.tokens).insert(Key::new(uri), (name.clone(), tokens.to_vec()));
        name
    }

    pub fn recall_tokens(&self, uri: &str, name: &str) -> Option<Vec<SemanticToken>> {
        let tokens = lock(&self.tokens);
        tokens.get(&Key::new(uri)).filter(|(known, _)| known == name).map(|(_, tokens)| tokens.clone())
    }

    /// Has a document's desk look at it. `changed` is when the client changed it, if that is why.
    fn wake(self: &Arc<Shared>, key: Key, changed: Option<Instant>) {
        let mut desks = lock(&self.desks);
        let desk = desks.entry(key.clone()).or_insert_with(|| {
            let desk = Arc::new(Desk::default());
            tokio::spawn(desk::run(Arc::clone(self), key, Arc::clone(&desk)));
            desk
        });
        desk.wake(changed);
    }

    /// Gives up the desk of a document that is closed. False if it was opened again.
    pub fn retire(&self, key: &Key) -> bool {
        let mut desks = lock(&self.desks);
        let closed = lock(&self.world).find(key).is_none();
        if closed {
            desks.remove(key);
            lock(&self.tokens).remove(key);
            lock(&self.pulled).remove(key);
        }
        closed
    }

    /// Has the documents looked at again that hold one of the puzzles.
    pub fn wake_holders(self: &Arc<Shared>, puzzles: &HashSet<PuzzleKey>) {
        for doc in self.world().docs() {
            let holds = |analysis: &Analysis| {
                let snapshot = &analysis.snapshot;
                (0..snapshot.levels.len()).any(|level| snapshot.key(level).is_some_and(|key| puzzles.contains(&key)))
            };
            if doc.analysed().is_none_or(|analysis| holds(analysis)) {
                self.wake(doc.key.clone(), None);
            }
        }
    }

    /// What is to be known of a document. Takes time in proportion to its text.
    pub fn analysis(&self, doc: &Doc) -> Arc<Analysis> {
        doc.analysis(&Means {
            encoding: self.caps().encoding,
            forced: self.settings().notation,
            counts: &self.counts,
            known: &|puzzle| self.searches.answer(puzzle).is_some(),
        })
    }

    // Settings.

    pub fn settings(&self) -> Arc<Settings> {
        Arc::clone(&lock(&self.settings))
    }

    /// The client says that settings have changed, and perhaps to what.
    pub fn settings_pushed(self: &Arc<Shared>, pushed: &Value) {
        if self.caps().configuration {
            self.pull_settings();
        } else {
            self.settings_turn.fetch_add(1, Ordering::AcqRel);
            self.take_settings(pushed);
        }
    }

    fn pull_settings(self: &Arc<Shared>) {
        let turn = self.settings_turn.fetch_add(1, Ordering::AcqRel) + 1;
        let shared = Arc::clone(self);
        self.ask_client("for settings", async move {
            let item = ConfigurationItem { scope_uri: None, section: Some("sok".to_owned()) };
            let answer = shared.client.configuration(vec![item]).await.map_err(|error| error.to_string())?;
            if shared.settings_turn.load(Ordering::Acquire) == turn {
                shared.take_settings(answer.first().unwrap_or(&Value::Null));
            }
            Ok(())
        });
    }

    /// Takes over settings and has everything follow them. Nothing said changes nothing.
    fn take_settings(self: &Arc<Shared>, json: &Value) {
        if json.is_null() {
            return;
        }
        let (new, complaints) = Settings::read(json);
        if !complaints.is_empty() {
            let message = format!("sok: {}", complaints.join("; "));
            tracing::warn!("{message}");
            let shared = Arc::clone(self);
            tokio::spawn(async move { shared.client.log_message(MessageType::WARNING, message).await });
        }
        let new = Arc::new(new);
        let old = std::mem::replace(&mut *lock(&self.settings), Arc::clone(&new));
        if old == new {
            return;
        }
        self.searches.configure(Arc::clone(&new));
        let mut world = lock(&self.world);
        let keys = if old.notation == new.notation {
            world.docs().map(|doc| doc.key.clone()).collect()
        } else {
            world.renew_all()
        };
        drop(world);
        keys.into_iter().for_each(|key| self.wake(key, None));
        self.lenses_changed.notify_one();
    }

    /// The client no longer wants what shows this progress.
    pub fn cancel_progress(&self, token: &Value) {
        if let Some(&search) = token.as_str().and_then(|token| lock(&self.progress).get(token).copied()).as_ref() {
            self.searches.cancel(search);
        }
    }
}
