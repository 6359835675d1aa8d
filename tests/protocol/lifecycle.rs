//! The process ends when it should, as it should, and for nothing else.

use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::support::{HARD, Server, frame, note, request};

fn exit(server: &mut Server) {
    server.send(&json!({ "jsonrpc": "2.0", "method": "exit" }));
}

#[test]
fn shutdown_and_exit_end_it_though_the_input_stays_open() {
    let mut server = Server::ready(json!({}));
    // Some clients send parameters along.
    assert_eq!(server.call("shutdown", json!({})), Ok(Value::Null));
    exit(&mut server);
    assert_eq!(server.exit_status(), 0);
}

#[test]
fn requests_after_shutdown_are_refused() {
    let mut server = Server::ready(json!({}));
    server.call("shutdown", Value::Null).expect("an answer");
    let refused = server.call("sok/status", Value::Null).expect_err("no answer after shutdown");
    assert_eq!(refused["code"], -32600);
    exit(&mut server);
    assert_eq!(server.exit_status(), 0);
}

#[test]
fn exit_without_shutdown_is_a_failure() {
    let mut server = Server::ready(json!({}));
    exit(&mut server);
    assert_eq!(server.exit_status(), 1);
    let mut server = Server::start();
    exit(&mut server);
    assert_eq!(server.exit_status(), 1);
}

#[test]
fn the_end_of_the_input_ends_it() {
    let mut server = Server::ready(json!({}));
    server.end_input();
    assert_eq!(server.exit_status(), 1);
    let mut server = Server::ready(json!({}));
    server.call("shutdown", Value::Null).expect("an answer");
    server.end_input();
    assert_eq!(server.exit_status(), 0);
}

#[test]
fn the_end_of_the_input_ends_it_during_a_search() {
    let mut server = Server::ready(json!({}));
    server.open("untitled:hard", 1, HARD);
    server.status_until("searches", |count| *count != 0);
    server.end_input();
    assert_eq!(server.exit_status(), 1);
}

#[test]
fn the_end_of_the_input_ends_it_while_the_client_owes_an_answer() {
    let mut server = Server::start();
    server.answers = false;
    server.shake_hands(json!({ "capabilities": { "workspace": { "configuration": true } } }));
    server.wait_for(|message| message["method"] == "workspace/configuration");
    server.end_input();
    assert_eq!(server.exit_status(), 1);
}

#[cfg(debug_assertions)]
#[test]
fn it_ends_while_a_request_computes() {
    let mut server = Server::ready(json!({}));
    server.request("sok/debug/spin", json!({ "milliseconds": 3_600_000 }));
    server.status("documents");
    server.end_input();
    assert_eq!(server.exit_status(), 1);
    let mut server = Server::ready(json!({}));
    server.request("sok/debug/spin", json!({ "milliseconds": 3_600_000 }));
    assert_eq!(server.call("shutdown", Value::Null), Ok(Value::Null));
    exit(&mut server);
    assert_eq!(server.exit_status(), 0);
}

#[cfg(target_os = "linux")]
#[test]
fn it_ends_when_its_client_is_killed() {
    let mut client = Command::new("cat").stdin(Stdio::piped()).spawn().expect("a process");
    let mut server = Server::start();
    server.shake_hands(json!({ "processId": client.id(), "capabilities": {} }));
    server.status("documents");
    client.kill().expect("its end");
    client.wait().expect("its end");
    // The input stays open: only the process is gone.
    assert_eq!(server.exit_status(), 1);
}

#[test]
fn a_client_process_that_cannot_be_seen_is_not_missed() {
    let mut server = Server::start();
    server.shake_hands(json!({ "processId": 4_000_000_000u32, "capabilities": {} }));
    server.status("documents");
    server.end();
}

#[test]
fn a_body_that_is_no_message_is_answered_and_the_session_goes_on() {
    let mut server = Server::ready(json!({}));
    for body in ["{\"jsonrpc\":", "[]", "\"\"", "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"x\"}"] {
        server.send_bytes(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
        let answer = server.wait_for(|message| message.get("error").is_some());
        assert_eq!((&answer["id"], &answer["error"]["code"]), (&Value::Null, &json!(-32700)));
    }
    server.send_bytes(b"Content-Type: application/vscode-jsonrpc\r\ncontent-length: 2\r\n\r\n{}");
    server.wait_for(|message| message.get("error").is_some());
    // What is neither a request nor a whole answer is not answered: its number is the server's.
    server.send(&json!({ "jsonrpc": "2.0", "id": 77 }));
    assert!(server.drain().iter().all(|message| message["id"] != 77));
    server.end();
}

#[test]
fn the_output_is_frames_only_at_the_highest_log_level() {
    let mut server = Server::start_with(|command| {
        command.env("SOK_LOG", "trace");
    });
    server.shake_hands(json!({ "capabilities": {} }));
    server.open("untitled:a", 1, "####\n#@$.#\n####\n");
    server.diagnostics("untitled:a", 1);
    server.notify("textDocument/didChange", json!({ "nonsense": true }));
    server.notify("$/unknown", json!({}));
    assert_eq!(server.call("$/unknown", json!({})).expect_err("no such method")["code"], -32601);
    assert_eq!(server.call("unknown", json!({})).expect_err("no such method")["code"], -32601);
    // The client checks every byte of the output; what was logged went elsewhere.
    let log = server.end();
    assert!(log.contains("TRACE") || log.contains("DEBUG"), "{log}");
}

#[test]
fn a_request_before_the_handshake_is_refused() {
    let mut server = Server::start();
    assert_eq!(server.call("sok/status", Value::Null).expect_err("too early")["code"], -32002);
    server.shake_hands(json!({ "capabilities": {} }));
    assert_eq!(server.status("documents"), 0);
    server.end();
}

#[test]
fn an_odd_handshake_is_no_reason_to_refuse() {
    for params in [
        json!({ "capabilities": {}, "rootUri": "not an address at all", "trace": "loud", "processId": "x" }),
        json!({ "capabilities": { "general": 7, "textDocument": { "codeLens": "yes" } }, "rootUri": null }),
        json!({}),
    ] {
        let mut server = Server::start();
        let result = server.shake_hands(params);
        assert_eq!(result["capabilities"]["positionEncoding"], "utf-16");
        assert_eq!(result["capabilities"]["textDocumentSync"]["change"], 2);
        server.end();
    }
}

#[cfg(debug_assertions)]
#[test]
fn a_panic_is_an_error_of_one_request() {
    let mut server = Server::ready(json!({}));
    for _ in 0..10 {
        let error = server.call("sok/debug/panic", Value::Null).expect_err("a failure");
        assert_eq!(error["code"], -32603);
    }
    server.open("untitled:a", 1, "#");
    assert_eq!(server.text("untitled:a")["text"], "#");
    server.end();
}

#[cfg(debug_assertions)]
#[test]
fn cancelling_is_answered_at_once_and_stops_the_computing() {
    let mut server = Server::ready(json!({}));
    // Each of these would take an hour, and there are more of them than are computed at a time.
    let ids: Vec<i64> =
        (0..20).map(|_| server.request("sok/debug/spin", json!({ "milliseconds": 3_600_000 }))).collect();
    for id in &ids {
        server.notify("$/cancelRequest", json!({ "id": id }));
    }
    for id in ids {
        assert_eq!(server.answer(id).expect_err("it was cancelled")["code"], -32800);
    }
    // If one of them still ran, this would wait for it.
    for _ in 0..8 {
        assert_eq!(server.call("sok/debug/spin", json!({ "milliseconds": 1 })), Ok(json!("done")));
    }
    server.notify("$/cancelRequest", json!({ "id": 123_456 }));
    server.notify("$/cancelRequest", json!({ "id": "no such" }));
    server.notify("$/cancelRequest", json!({ "id": { "odd": true } }));
    assert_eq!(server.status("documents"), 0);
    server.end();
}

#[test]
fn a_client_that_never_answers_holds_up_nothing() {
    let mut server = Server::start();
    server.answers = false;
    let workspace = json!({
        "configuration": true, "codeLens": { "refreshSupport": true },
        "didChangeConfiguration": { "dynamicRegistration": true },
    });
    server.shake_hands(json!({ "capabilities": { "workspace": workspace, "window": { "workDoneProgress": true } } }));
    server.wait_for(|message| message["method"] == "workspace/configuration");
    let mut bytes = Vec::new();
    for version in 0..400 {
        bytes.extend(frame(&note("workspace/didChangeConfiguration", json!({ "settings": null }))));
        let item = json!({ "uri": "untitled:a", "languageId": "sokoban", "version": version, "text": "####" });
        bytes.extend(frame(&note("textDocument/didOpen", json!({ "textDocument": item }))));
    }
    let id = server.take_id();
    bytes.extend(frame(&request(id, "sok/text", json!({ "textDocument": { "uri": "untitled:a" } }))));
    server.send_bytes(&bytes);
    assert_eq!(server.answer(id).expect("an answer")["version"], 399);
    server.diagnostics("untitled:a", 399);
    server.end();
}
