//! The one layer before the handlers, where things happen in the order in which they arrive.
//!
//! The transport calls [`Gate::call`] for one message after the other. What must not be reordered is done right
//! there, with nothing to wait for: documents are opened, changed and closed, settings taken over, requests cancelled.
//! Every request gets the documents as they are at that moment, and runs as a task of its own: a slow one holds up
//! nobody, a panic in one is an error of that one, and a cancelled one is answered at once.
//!
//! Nothing in `call` may wait, and nothing may panic: it runs on the task that reads the input.

use std::borrow::Cow;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};

use serde_json::{Value, json};
use tokio::sync::Notify;
use tower::Service;
use tower_lsp::jsonrpc::{Error, Id, Request, Response};

use super::convert::sight;
use super::frames::UNREADABLE;
use super::lock;
use super::state::Shared;
use super::uri;
use super::world::{World, uri_of};
use super::written;
use crate::solve::Stop;

/// What a request knows of the moment of its arrival.
#[derive(Clone, Default, Debug)]
pub struct Arrival {
    pub world: World,
    pub cancel: Cancel,
}

tokio::task_local! {
    static ARRIVAL: Arrival;
}

/// The arrival of the request whose handler this is called from.
pub fn arrival() -> Arrival {
    ARRIVAL.try_with(Arrival::clone).unwrap_or_default()
}

/// Set when the client no longer wants the answer.
#[derive(Clone, Default, Debug)]
pub struct Cancel {
    pub stop: Stop,
    woken: Arc<Notify>,
}

impl Cancel {
    fn set(&self) {
        self.stop.set();
        self.woken.notify_one();
    }

    async fn wait(&self) {
        while !self.stop.is_set() {
            self.woken.notified().await;
        }
    }
}

type Running = Arc<Mutex<HashMap<Id, Cancel>>>;

#[derive(Debug)]
pub struct Gate<S> {
    inner: S,
    shared: Arc<Shared>,
    running: Running,
}

type Reply<E> = Pin<Box<dyn Future<Output = Result<Option<Response>, E>> + Send>>;

impl<S> Gate<S> {
    pub fn new(inner: S, shared: Arc<Shared>) -> Gate<S> {
        Gate { inner, shared, running: Running::default() }
    }
}

impl<S> Service<Request> for Gate<S>
where
    S: Service<Request, Response = Option<Response>>,
    S::Future: Send + 'static,
    S::Error: Send + 'static,
{
    type Response = Option<Response>;
    type Error = S::Error;
    type Future = Reply<S::Error>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request) -> Reply<S::Error> {
        let (method, id, params) = request.into_parts();
        let null = Value::Null;
        let given = params.as_ref().unwrap_or(&null);
        match method.as_ref() {
            "textDocument/didOpen" | "textDocument/didChange" | "textDocument/didClose" => {
                self.sync(&method, given);
                return no_reply();
            }
            "workspace/didChangeConfiguration" => {
                self.shared.settings_pushed(given.get("settings").unwrap_or(&null));
                return no_reply();
            }
            "window/workDoneProgress/cancel" => {
                self.shared.cancel_progress(given.get("token").unwrap_or(&null));
                return no_reply();
            }
            UNREADABLE => {
                if given == &Value::Bool(true) {
                    self.shared.lose_sync();
                }
                return reply(Response::from_error(Id::Null, Error::parse_error()));
            }
            "$/cancelRequest" => self.cancel(given.get("id").unwrap_or(&null)),
            // What some clients send for an answer that says nothing. It has a number of the server's, so that
            // an answer to it would be taken for one to another request of the client.
            "" => return no_reply(),
            "exit" => self.shared.leave.notify_one(),
            "initialize" => {
                self.shared.begin(given);
                let plain = Request::build(method).params(json!({ "capabilities": {} }));
                return self.spawn(id, plain);
            }
            "shutdown" => {
                self.shared.end();
                // Some clients send parameters, and the transport would refuse them.
                return self.spawn(id, Request::build(method));
            }
            name => {
                if name.starts_with("$/")
                    && let Some(id) = id
                {
                    return reply(Response::from_error(id, Error::method_not_found()));
                }
                if let Some((uri, lines)) = sight(given) {
                    self.shared.seen(uri, lines);
                }
                let request = Request::build(written::name_of(name).map_or_else(|| method.clone(), Cow::from));
                return self.spawn(id, with_params(request, params.map(with_plain_address)));
            }
        }
        let request = with_params(Request::build(method), params).finish();
        Box::pin(self.inner.call(request))
    }
}

fn with_params(
    request: tower_lsp::jsonrpc::RequestBuilder,
    params: Option<Value>,
) -> tower_lsp::jsonrpc::RequestBuilder {
    match params {
        Some(params) => request.params(params),
        None => request,
    }
}

/// Spells the document's address so that every reader of addresses takes it; it stays the same document.
fn with_plain_address(mut params: Value) -> Value {
    if let Some(plain) = uri_of(&params).and_then(uri::plain) {
        params["textDocument"]["uri"] = plain.into();
    }
    params
}

fn no_reply<E: Send + 'static>() -> Reply<E> {
    Box::pin(std::future::ready(Ok(None)))
}

fn reply<E: Send + 'static>(response: Response) -> Reply<E> {
    Box::pin(std::future::ready(Ok(Some(response))))
}

impl<S> Gate<S>
where
    S: Service<Request, Response = Option<Response>>,
    S::Future: Send + 'static,
    S::Error: Send + 'static,
{
    /// Brings the documents up to date. A panic on the way would end the session, so it is caught, and the document
    /// is taken to be out of sync.
    fn sync(&self, method: &str, params: &Value) {
        let done = catch_unwind(AssertUnwindSafe(|| self.shared.sync(method, params)));
        if done.is_err() {
            tracing::error!("{method} failed; the document is out of sync until it is opened again");
            self.shared.lose_sync();
        }
    }

    fn cancel(&self, id: &Value) {
        let id = serde_json::from_value::<Id>(id.clone()).ok();
        if let Some(cancel) = id.and_then(|id| lock(&self.running).get(&id).cloned()) {
            cancel.set();
        }
    }

    /// Runs a handler as a task of its own, with its arrival about it.
    fn spawn(&mut self, id: Option<Id>, request: tower_lsp::jsonrpc::RequestBuilder) -> Reply<S::Error> {
        let arrival = Arrival { world: self.shared.world(), cancel: Cancel::default() };
        let Some(id) = id else {
            let work = self.inner.call(request.finish());
            tokio::spawn(ARRIVAL.scope(arrival, work));
            return no_reply();
        };
        let cancel = arrival.cancel.clone();
        let work = self.inner.call(request.id(id.clone()).finish());
        let task = tokio::spawn(ARRIVAL.scope(arrival, work));
        let abort = task.abort_handle();
        let outbox = Arc::clone(&self.shared.outbox);
        let entry = Entry::new(&self.running, id.clone(), cancel.clone());
        Box::pin(async move {
            let _entry = entry;
            tokio::select! {
                // What was computed after the cancelling was cut short, and is no answer.
                done = task => if cancel.stop.is_set() {
                    if let Ok(Ok(Some(response))) = &done && let Some(answer) = response.result() {
                        outbox.forget(answer);
                    }
                    Ok(Some(Response::from_error(id, Error::request_cancelled())))
                } else {
                    done.unwrap_or_else(|failure| {
                        tracing::error!("a request failed: {failure}");
                        Ok(Some(Response::from_error(id, failed())))
                    })
                },
                () = cancel.wait() => {
                    abort.abort();
                    Ok(Some(Response::from_error(id, Error::request_cancelled())))
                }
            }
        })
    }
}

fn failed() -> Error {
    Error {
        message: "this request failed by a fault of the server; its log says more".into(),
        ..Error::internal_error()
    }
}

/// A request among the running ones, for as long as it runs.
struct Entry {
    running: Running,
    id: Id,
}

impl Entry {
    fn new(running: &Running, id: Id, cancel: Cancel) -> Entry {
        lock(running).insert(id.clone(), cancel);
        Entry { running: Arc::clone(running), id }
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        lock(&self.running).remove(&self.id);
    }
}
