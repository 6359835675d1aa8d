//! What users of other servers have reported, each as a session that must go well. `docs/reliability.md` lists them.

use serde_json::{Value, json};

use crate::support::{EASY, HARD, LENSES_PER_LEVEL, Server, is_publish, part, titles};

/// Every question about a document, with a place in its first level.
fn questions(uri: &str) -> Vec<(&'static str, Value)> {
    let document = json!({ "uri": uri });
    let at = json!({ "textDocument": document, "position": { "line": 2, "character": 2 } });
    let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 9, "character": 0 } });
    let of = |more: Value| {
        let mut params = json!({ "textDocument": document });
        let fields = more.as_object().expect("fields").clone();
        params.as_object_mut().expect("fields").extend(fields);
        params
    };
    let options = json!({ "tabSize": 4, "insertSpaces": true });
    vec![
        ("textDocument/hover", at.clone()),
        ("textDocument/documentHighlight", at.clone()),
        ("textDocument/completion", of(json!({ "position": { "line": 4, "character": 0 } }))),
        ("textDocument/prepareRename", at.clone()),
        ("textDocument/rename", of(json!({ "position": { "line": 0, "character": 3 }, "newName": "Other" }))),
        ("textDocument/onTypeFormatting", of(json!({ "position": at["position"], "ch": "\n", "options": options }))),
        ("textDocument/documentSymbol", of(json!({}))),
        ("textDocument/foldingRange", of(json!({}))),
        ("textDocument/documentLink", of(json!({}))),
        ("textDocument/codeLens", of(json!({}))),
        ("textDocument/selectionRange", of(json!({ "positions": [at["position"]] }))),
        ("textDocument/inlayHint", of(json!({ "range": range }))),
        ("textDocument/semanticTokens/full", of(json!({}))),
        ("textDocument/semanticTokens/range", of(json!({ "range": range }))),
        ("textDocument/formatting", of(json!({ "options": options }))),
        ("textDocument/rangeFormatting", of(json!({ "range": range, "options": options }))),
        ("textDocument/codeAction", of(json!({ "range": range, "context": { "diagnostics": [] } }))),
        ("sok/board", at.clone()),
        ("sok/play", of(json!({ "level": 0, "moves": "r" }))),
        ("sok/draw", of(json!({ "level": 0, "strokes": [{ "x": 1, "y": 1, "square": "+" }] }))),
    ]
}

/// Those that a sound, formatted level has no answer to.
const SILENT: [&str; 4] = ["prepareRename", "onTypeFormatting", "documentLink", "ormatting"];

fn abilities() -> Value {
    json!({ "textDocument": { "codeAction": { "codeActionLiteralSupport": { "codeActionKind": { "valueSet": [""] } } } } })
}

/// Report 21, and with the last addresses report 20.
#[test]
fn every_feature_under_every_address() {
    let mut server = Server::start();
    server.shake_hands(json!({ "rootUri": null, "capabilities": abilities() }));
    for uri in [
        "file:///levels/a.sok",
        "untitled:Untitled-1",
        "git:/levels/a.sok?ref=HEAD",
        "vscode-notebook-cell:/levels/a.ipynb#ch0",
        "inmemory://model/1",
        "file:///c%3A/Levels/my%20level%23%25.sok",
        "file:///levels/%C3%BC%E4%BD%A0.sok",
        "file:///levels/ü 你 [1].sok",
        "file:///c:/Levels/my level.sok",
    ] {
        server.open(uri, 1, EASY);
        server.diagnostics(uri, 1);
        for (method, params) in questions(uri) {
            let answer = server.call(method, params).unwrap_or_else(|error| panic!("{method} of {uri}: {error}"));
            let is_silent = SILENT.iter().any(|silent| method.contains(silent));
            assert!(is_silent || !is_nothing(&answer), "{method} of {uri}: {answer}");
        }
        server.close(uri);
    }
    server.end();
}

fn is_nothing(answer: &Value) -> bool {
    answer.is_null() || answer.as_array().is_some_and(Vec::is_empty) || *answer == json!({})
}

/// Report 20: replies name the document as the client does.
#[test]
fn replies_spell_the_address_as_the_client_does() {
    for uri in
        ["file:///c%3A/Levels/my%20level.sok", "file:///C:/Levels/my%20level.sok", "file:///c:/Levels/%23%25%C3%BC.sok"]
    {
        let mut server = Server::ready(abilities());
        server.open(uri, 1, EASY);
        server.lenses_until(uri, |titles| titles[1] == "Insert solution");
        let mut named = 0;
        for (method, params) in questions(uri) {
            let answer = server.call(method, params).expect("an answer");
            named += count_names(&answer, uri, method);
        }
        // Rename, symbols, lenses, actions, the view and a drawing.
        assert!(named >= 6, "{named}");
        server.end();
    }
}

/// How often an answer names the document; under any other name it is wrong.
fn count_names(value: &Value, uri: &str, method: &str) -> usize {
    match value {
        Value::Object(fields) => fields
            .iter()
            .map(|(name, value)| match (name.as_str(), value) {
                ("uri", name) => {
                    assert_eq!(name, uri, "{method}");
                    1
                }
                ("changes", Value::Object(changes)) => {
                    assert!(changes.keys().all(|name| name == uri), "{method}: {value}");
                    changes.len()
                }
                (_, value) => count_names(value, uri, method),
            })
            .sum(),
        Value::Array(items) => items.iter().map(|item| count_names(item, uri, method)).sum(),
        _ => 0,
    }
}

/// Report 12: very long lines and very many levels. The deadline of every wait is the limit.
#[test]
fn huge_documents_are_answered() {
    let long = format!("; {}\n{EASY}", "x".repeat(5_000_000));
    let wide = format!("{}\n#@$.#\n", "#".repeat(5_000_000));
    let many = format!("{EASY}\n").repeat(10_000);
    let mut server = Server::ready(abilities());
    for (version, text) in [long, wide, many].iter().enumerate() {
        server.open("untitled:huge", version as i64, text);
        for method in ["hover", "completion", "documentHighlight"] {
            let at = json!({ "textDocument": { "uri": "untitled:huge" }, "position": { "line": 2, "character": 2 } });
            server.call(&format!("textDocument/{method}"), at).expect("an answer");
        }
        server.change("untitled:huge", 100 + version as i64, json!([part((0, 0), (0, 0), ";")]));
        server.diagnostics("untitled:huge", 100 + version as i64);
        server.close("untitled:huge");
    }
    server.end();
}

/// Report 24: a client that asks again at every refresh comes to rest, and nothing new is no reason for one.
#[test]
fn refreshes_come_to_rest() {
    let refreshes = ["workspace/codeLens/refresh", "workspace/diagnostic/refresh", "workspace/semanticTokens/refresh"];
    let mut server = Server::ready(json!({
        "textDocument": { "diagnostic": {} },
        "workspace": {
            "codeLens": { "refreshSupport": true }, "diagnostics": { "refreshSupport": true },
            "semanticTokens": { "refreshSupport": true },
        },
    }));
    let uri = "untitled:a";
    server.open(uri, 1, EASY);
    server.lenses_until(uri, |titles| titles[1] == "Insert solution");
    let ask = |server: &mut Server| {
        let document = json!({ "textDocument": { "uri": uri } });
        for method in ["textDocument/codeLens", "textDocument/diagnostic", "textDocument/semanticTokens/full"] {
            server.call(method, document.clone()).expect("an answer");
        }
    };
    // As long as one is asked for, answer it as an editor does; then ask often without anything new.
    let mut rounds = 0;
    let is_refresh = |message: &Value| refreshes.iter().any(|name| message["method"] == *name);
    let mut quiet = 0;
    while quiet < 20 {
        ask(&mut server);
        std::thread::sleep(std::time::Duration::from_millis(20));
        let asked = server.drain().iter().filter(|message| is_refresh(message)).count();
        quiet = if asked == 0 { quiet + 1 } else { 0 };
        rounds += asked;
        assert!(rounds <= 10, "a storm of refreshes");
    }
    server.end();
}

/// Report 24: a client that cannot refresh is not asked to.
#[test]
fn no_refresh_for_a_client_without_it() {
    let mut server = Server::ready(json!({ "textDocument": { "diagnostic": {} } }));
    server.open("untitled:a", 1, EASY);
    server.lenses_until("untitled:a", |titles| titles[1] == "Insert solution");
    assert!(server.drain().iter().all(is_publish));
    server.end();
}

/// Report 25: a client may refuse an edit; nothing else comes of it.
#[test]
fn an_edit_that_the_client_refuses() {
    let mut server = Server::start();
    server.answers = false;
    server.shake_hands(json!({ "capabilities": { "workspace": { "applyEdit": true } } }));
    server.open("untitled:a", 1, EASY);
    server.lenses_until("untitled:a", |titles| titles[1] == "Insert solution");
    let run =
        json!({ "command": "sok.insertSolution", "arguments": [{ "uri": "untitled:a", "version": 1, "level": 0 }] });
    for answer in [
        json!({ "result": { "applied": false, "failureReason": "the file is locked" } }),
        json!({ "result": null }),
        json!({ "error": { "code": -32603, "message": "no" } }),
    ] {
        assert_eq!(server.call("workspace/executeCommand", run.clone()), Ok(Value::Null));
        let id = server.wait_for(|message| message["method"] == "workspace/applyEdit")["id"].take();
        let mut reply = json!({ "jsonrpc": "2.0", "id": id });
        reply.as_object_mut().expect("fields").extend(answer.as_object().expect("fields").clone());
        server.send(&reply);
        assert_eq!(server.text("untitled:a")["text"], EASY);
    }
    server.end();
}

/// Report 27: findings are either published or asked for, whatever a client can do.
#[test]
fn findings_come_one_way() {
    for (pull, refresh) in [(false, false), (false, true), (true, false), (true, true)] {
        let mut capabilities = json!({ "workspace": { "diagnostics": { "refreshSupport": refresh } } });
        if pull {
            capabilities["textDocument"] = json!({ "diagnostic": { "dynamicRegistration": true } });
        }
        let mut server = Server::start();
        let offered = server.shake_hands(json!({ "capabilities": capabilities }));
        let pulls = !offered["capabilities"]["diagnosticProvider"].is_null();
        assert_eq!(pulls, pull && refresh);
        server.open("untitled:a", 1, "####\n# $.#\n####\n");
        if pulls {
            let report = server.call("textDocument/diagnostic", json!({ "textDocument": { "uri": "untitled:a" } }));
            assert!(!report.expect("a report")["items"].as_array().expect("findings").is_empty());
            server.change("untitled:a", 2, json!([part((0, 0), (0, 0), "#")]));
            server.status_until("analyses", |count| count.as_u64() >= Some(2));
            server.close("untitled:a");
        } else {
            assert!(!server.diagnostics("untitled:a", 1).is_empty());
        }
        assert!(!server.drain().iter().any(is_publish), "pull {pull}, refresh {refresh}");
        server.end();
    }
}

/// Report 23: lenses stay as many, and move with the lines, while a level is broken and put right.
#[test]
fn lenses_move_with_their_lines() {
    let mut server = Server::ready(json!({}));
    let uri = "untitled:a";
    server.open(uri, 1, &format!("{EASY}\n{HARD}"));
    let rows = |lenses: &[Value]| -> Vec<u64> {
        lenses.iter().filter_map(|lens| lens["range"]["start"]["line"].as_u64()).collect()
    };
    assert_eq!(rows(&server.lenses(uri)), [0, 0, 5, 5]);
    for (version, change, expected) in [
        (2, part((2, 2), (2, 3), ""), [0, 0, 5, 5]),
        (3, part((0, 0), (0, 0), "\n\n"), [2, 2, 7, 7]),
        (4, part((4, 2), (4, 2), "$"), [2, 2, 7, 7]),
    ] {
        server.change(uri, version, json!([change]));
        let lenses = server.lenses(uri);
        assert_eq!(rows(&lenses), expected, "version {version}: {:?}", titles(&lenses));
        assert_eq!(lenses.len(), 2 * LENSES_PER_LEVEL);
    }
    server.end();
}

/// Report 30: unknown notifications and settings of any kind end nothing.
#[test]
fn odd_settings_and_notifications() {
    let mut server = Server::ready(json!({}));
    for params in [json!({ "value": "verbose" }), json!({ "value": "off" }), json!({ "value": 7 }), json!({})] {
        server.notify("$/setTrace", params);
    }
    for method in ["$/unheard", "textDocument/didSave", "textDocument/willSave", "workspace/didRenameFiles", "unheard"]
    {
        server.notify(method, json!({ "textDocument": { "uri": "untitled:a" } }));
    }
    for settings in
        [json!(null), json!(7), json!([]), json!("x"), json!({ "sok": 7 }), json!({ "sok": { "solve": [] } })]
    {
        server.notify("workspace/didChangeConfiguration", json!({ "settings": settings }));
    }
    server.open("untitled:a", 1, EASY);
    server.diagnostics("untitled:a", 1);
    assert_eq!(server.status("settings")["strictness"], "normal");
    server.end();
}
