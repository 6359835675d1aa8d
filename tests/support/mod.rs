//! A small client that drives the real server over its standard streams.
//!
//! It checks on the way what must hold in every session: the output is frames and nothing else, and every request is
//! answered at most once. Waiting is always for a condition, with a deadline generous enough for a busy machine.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// After this, what has not happened does not happen.
pub const DEADLINE: Duration = Duration::from_secs(30);

pub struct Server {
    pub child: Child,
    input: Option<ChildStdin>,
    output: Receiver<Result<(Instant, Value), String>>,
    log: Receiver<String>,
    /// Messages that arrived and that nobody asked for yet.
    backlog: VecDeque<Value>,
    next_id: i64,
    /// When the message that arrived last was there, before it was taken apart.
    pub arrived: Instant,
    /// Whether requests of the server are answered.
    pub answers: bool,
    /// What `workspace/configuration` is answered with.
    pub settings: Value,
}

impl Server {
    /// Starts the server, with nothing said yet.
    pub fn start() -> Server {
        Server::start_with(|_| {})
    }

    pub fn start_with(prepare: impl FnOnce(&mut Command)) -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sok"));
        command.env("SOK_CACHE", "");
        command.arg("lsp").env_remove("SOK_LOG").env_remove("RUST_LOG");
        prepare(&mut command);
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the server's binary");
        let mut output = BufReader::new(child.stdout.take().expect("its output"));
        let mut log = child.stderr.take().expect("its log");
        let (send, receive) = channel();
        thread::spawn(move || {
            while let Some(message) = read_frame(&mut output).transpose() {
                let is_error = message.is_err();
                if send.send(message).is_err() || is_error {
                    return;
                }
            }
        });
        let (send_log, receive_log) = channel();
        thread::spawn(move || {
            let mut text = Vec::new();
            let _ = log.read_to_end(&mut text);
            let _ = send_log.send(String::from_utf8_lossy(&text).into_owned());
        });
        Server {
            input: child.stdin.take(),
            child,
            output: receive,
            log: receive_log,
            backlog: VecDeque::new(),
            next_id: 1,
            arrived: Instant::now(),
            answers: true,
            settings: Value::Null,
        }
    }

    /// Starts the server and shakes hands, as a client with the given abilities.
    pub fn ready(capabilities: Value) -> Server {
        let mut server = Server::start();
        server.shake_hands(json!({ "processId": null, "rootUri": null, "capabilities": capabilities }));
        server
    }

    pub fn shake_hands(&mut self, params: Value) -> Value {
        let result = self.call("initialize", params).expect("an answer to initialize");
        self.notify("initialized", json!({}));
        result
    }

    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        // A server that has ended meanwhile shows in what it does not answer.
        let _ = input.write_all(bytes).and_then(|()| input.flush());
    }

    pub fn send(&mut self, message: &Value) {
        self.send_bytes(&frame(message));
    }

    pub fn notify(&mut self, method: &str, params: Value) {
        self.send(&note(method, params));
    }

    /// Sends a request; the answer is asked for with [`Server::answer`].
    pub fn request(&mut self, method: &str, params: Value) -> i64 {
        let id = self.take_id();
        self.send(&request(id, method, params));
        id
    }

    pub fn take_id(&mut self) -> i64 {
        self.next_id += 1;
        self.next_id
    }

    /// Waits for the answer to a request: its result, or its error.
    pub fn answer(&mut self, id: i64) -> Result<Value, Value> {
        let message = self.wait_for(|message| message["id"] == id && message.get("method").is_none());
        match message.get("error") {
            Some(error) => Err(error.clone()),
            None => Ok(message["result"].clone()),
        }
    }

    pub fn call(&mut self, method: &str, params: Value) -> Result<Value, Value> {
        let id = self.request(method, params);
        self.answer(id)
    }

    pub fn status(&mut self, name: &str) -> Value {
        self.call("sok/status", Value::Null).expect("a status")[name].clone()
    }

    /// Asks for the status again and again, until one of its numbers is as wished for.
    pub fn status_until(&mut self, name: &str, fits: impl Fn(&Value) -> bool) {
        let deadline = Instant::now() + DEADLINE;
        loop {
            let status = self.status(name);
            if fits(&status) {
                return;
            }
            assert!(Instant::now() < deadline, "{name} stays {status}");
        }
    }

    /// Waits for the first message that fits, among those not asked for yet, and takes it out.
    pub fn wait_for(&mut self, mut fits: impl FnMut(&Value) -> bool) -> Value {
        let deadline = Instant::now() + DEADLINE;
        let mut at = 0;
        loop {
            while at < self.backlog.len() {
                if fits(&self.backlog[at]) {
                    return self.backlog.remove(at).expect("it is there");
                }
                at += 1;
            }
            assert!(self.receive(deadline), "the server did not send what was waited for; it sent {:?}", self.backlog);
        }
    }

    pub fn wait_for_note(&mut self, method: &str) -> Value {
        self.wait_for(|message| message["method"] == method)["params"].take()
    }

    /// Waits for the server to announce a progress, and returns its token.
    pub fn wait_for_note_token(&mut self) -> Value {
        self.wait_for_note("window/workDoneProgress/create")["token"].take()
    }

    /// Waits for the diagnostics of a version of a document.
    pub fn diagnostics(&mut self, uri: &str, version: i64) -> Vec<Value> {
        let message = self.wait_for(|message| {
            is_publish(message) && message["params"]["uri"] == uri && message["params"]["version"] == version
        });
        message["params"]["diagnostics"].as_array().expect("a list").clone()
    }

    /// Asks for the lenses again and again, until they are as wished for.
    pub fn lenses_until(&mut self, uri: &str, mut fits: impl FnMut(&[String]) -> bool) -> Vec<Value> {
        let deadline = Instant::now() + DEADLINE;
        loop {
            let lenses = self.lenses(uri);
            let titles = titles(&lenses);
            if fits(&titles) {
                return lenses;
            }
            assert!(Instant::now() < deadline, "the lenses stay {titles:?}");
            thread::sleep(Duration::from_millis(10));
        }
    }

    pub fn lenses(&mut self, uri: &str) -> Vec<Value> {
        let lenses = self.call("textDocument/codeLens", json!({ "textDocument": { "uri": uri } }));
        lenses.expect("lenses").as_array().expect("a list of lenses").clone()
    }

    pub fn open(&mut self, uri: &str, version: i64, text: &str) {
        let item = json!({ "uri": uri, "languageId": "sokoban", "version": version, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": item }));
    }

    /// Replaces the whole text.
    pub fn replace(&mut self, uri: &str, version: i64, text: &str) {
        self.change(uri, version, json!([{ "text": text }]));
    }

    pub fn change(&mut self, uri: &str, version: i64, changes: Value) {
        self.send(&change(uri, version, changes));
    }

    pub fn close(&mut self, uri: &str) {
        self.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
    }

    /// The server's text of a document, its version, and whether it takes it to be the client's.
    pub fn text(&mut self, uri: &str) -> Value {
        self.call("sok/text", json!({ "textDocument": { "uri": uri } })).expect("an answer")
    }

    /// Everything that has arrived up to the answer to one more request.
    pub fn drain(&mut self) -> Vec<Value> {
        self.status("documents");
        self.backlog.drain(..).collect()
    }

    /// Ends the input without a word.
    pub fn end_input(&mut self) {
        self.input = None;
    }

    /// Waits for the end of the process and returns its exit status.
    pub fn exit_status(&mut self) -> i32 {
        let deadline = Instant::now() + DEADLINE;
        loop {
            if let Some(status) = self.child.try_wait().expect("a process to wait for") {
                return status.code().expect("an exit status, not a signal");
            }
            assert!(Instant::now() < deadline, "the server lives on");
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Says goodbye as the protocol wants it. Returns what was logged.
    pub fn end(mut self) -> String {
        self.call("shutdown", Value::Null).expect("an answer to shutdown");
        self.send(&json!({ "jsonrpc": "2.0", "method": "exit" }));
        assert_eq!(self.exit_status(), 0);
        while self.receive(Instant::now() + DEADLINE) {}
        self.log.recv_timeout(DEADLINE).expect("the log's end")
    }

    /// Takes one message into the backlog. False at the end of the output.
    fn receive(&mut self, deadline: Instant) -> bool {
        let left = deadline.saturating_duration_since(Instant::now());
        let message = match self.output.recv_timeout(left) {
            Ok(Ok((arrived, message))) => {
                self.arrived = arrived;
                message
            }
            Ok(Err(error)) => panic!("the output is no sequence of frames: {error}"),
            Err(RecvTimeoutError::Disconnected | RecvTimeoutError::Timeout) => return false,
        };
        if let (Some(method), Some(id), true) = (message["method"].as_str(), message.get("id"), self.answers) {
            let result = match method {
                "workspace/configuration" => json!([self.settings]),
                "workspace/applyEdit" => json!({ "applied": true }),
                _ => Value::Null,
            };
            self.send(&json!({ "jsonrpc": "2.0", "id": id, "result": result }));
        }
        self.backlog.push_back(message);
        true
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A message as it goes over the wire.
pub fn frame(message: &Value) -> Vec<u8> {
    let body = message.to_string();
    format!("Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
}

pub fn note(method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "method": method, "params": params })
}

pub fn request(id: i64, method: &str, params: Value) -> Value {
    if params.is_null() {
        return json!({ "jsonrpc": "2.0", "id": id, "method": method });
    }
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
}

pub fn change(uri: &str, version: i64, changes: Value) -> Value {
    let document = json!({ "uri": uri, "version": version });
    note("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }))
}

/// One change of a part of a text.
pub fn part(start: (u32, u32), end: (u32, u32), text: &str) -> Value {
    let place = |(line, character)| json!({ "line": line, "character": character });
    json!({ "range": { "start": place(start), "end": place(end) }, "text": text })
}

pub fn is_publish(message: &Value) -> bool {
    message["method"] == "textDocument/publishDiagnostics"
}

pub fn titles(lenses: &[Value]) -> Vec<String> {
    lenses.iter().map(|lens| lens["command"]["title"].as_str().expect("a title").to_owned()).collect()
}

pub fn codes(diagnostics: &[Value]) -> Vec<&str> {
    diagnostics.iter().map(|diagnostic| diagnostic["code"].as_str().expect("a code")).collect()
}

/// Reads one frame. `None` at the end, an error for anything that is none.
fn read_frame(output: &mut impl BufRead) -> Result<Option<(Instant, Value)>, String> {
    let mut length = None;
    loop {
        let mut line = String::new();
        let count = output.read_line(&mut line).map_err(|error| error.to_string())?;
        if count == 0 && length.is_none() {
            return Ok(None);
        }
        match (line.as_str(), length) {
            ("\r\n", Some(length)) => {
                let mut body = vec![0; length];
                output.read_exact(&mut body).map_err(|error| format!("a cut body: {error}"))?;
                let arrived = Instant::now();
                let message = serde_json::from_slice(&body).map_err(|error| format!("a body: {error}"))?;
                return Ok(Some((arrived, message)));
            }
            (line, None) => {
                let value = line.strip_prefix("Content-Length: ").ok_or(format!("{line:?}"))?;
                length = Some(value.trim_end().parse().map_err(|_| format!("{line:?}"))?);
            }
            (line, Some(_)) => return Err(format!("{line:?}")),
        }
    }
}

/// A level that no search ends within the time of a test: many boxes in the open.
pub const HARD: &str = "\
; Hard
######################
#                    #
# $ $ $ $  ##        #
#  $ $ $ $  #  ....  #
# $ $ $ $      ....  #
#  $ $ $ $  #  ....  #
# $ $ $ $  ##  ....  #
#     @    ##  ....  #
######################
";

/// A level that takes one push.
pub const EASY: &str = "\
; Easy
#####
#@$.#
#####
";

/// How many lenses a level has in every state, for a client that cannot play.
pub const LENSES_PER_LEVEL: usize = 2;
