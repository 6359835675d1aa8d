//! Documents: opened, changed, closed, under any address, and what is said about them meanwhile.

use serde_json::{Value, json};

use crate::support::{EASY, Server, change, codes, frame, is_publish, note, part};

#[test]
fn four_spellings_are_one_document() {
    let mut server = Server::ready(json!({}));
    let spelling = "file:///c%3A/Levels/my%20level.sok";
    server.open(spelling, 1, "a");
    for (version, other) in [
        (2, "file:///C:/Levels/my%20level.sok"),
        (3, "file:///c:/Levels/my%20level.sok"),
        (4, "file:///C%3a/Levels/my level.sok"),
    ] {
        server.change(other, version, json!([part((0, 0), (0, 0), "x")]));
        assert_eq!(server.text(other)["version"], version);
        // What the server says of itself carries the spelling that the client opened it with.
        server.diagnostics(spelling, version);
    }
    assert_eq!(server.text(spelling)["text"], "xxxa");
    server.close("file:///C:/Levels/my%20level.sok");
    assert_eq!(server.text(spelling), Value::Null);
    server.end();
}

#[test]
fn addresses_that_strict_readers_refuse() {
    let mut server = Server::ready(json!({}));
    for uri in ["file:///tmp/a[1] é.sok", "untitled:Untitled-1", "vscode-notebook-cell:/x.ipynb#ch0", "odd", ""] {
        server.open(uri, 1, EASY);
        server.diagnostics(uri, 1);
        assert_eq!(server.lenses(uri).len() % 2, 0, "{uri}");
        assert_eq!(server.text(uri)["text"], EASY);
        server.close(uri);
    }
    server.end();
}

#[test]
fn unknown_and_closed_documents_are_null() {
    let mut server = Server::ready(json!({}));
    server.open("untitled:a", 1, EASY);
    server.close("untitled:a");
    server.close("untitled:a");
    server.change("untitled:a", 2, json!([{ "text": "x" }]));
    for uri in ["untitled:a", "file:///never/opened.sok"] {
        let params = json!({ "textDocument": { "uri": uri } });
        assert_eq!(server.call("textDocument/codeLens", params), Ok(Value::Null));
        assert_eq!(server.text(uri), Value::Null);
    }
    let mut server_end = server.drain();
    server_end.retain(is_publish);
    assert!(server_end.last().is_none_or(|last| last["params"]["diagnostics"] == json!([])));
    server.end();
}

#[test]
fn a_change_that_makes_no_sense_is_noticed_and_mended() {
    let bad = [
        json!([{ "range": { "start": { "line": 0, "character": -1 }, "end": { "line": 0, "character": 0 } }, "text": "x" }]),
        json!([{ "range": { "start": { "line": 0 }, "end": { "line": 0, "character": 0 } }, "text": "x" }]),
        json!([{ "range": 7, "text": "x" }]),
        json!([part((0, 2), (0, 1), "x")]),
        json!([{ "text": 7 }]),
        json!("x"),
    ];
    let mut server = Server::ready(json!({}));
    let uri = "untitled:a";
    for changes in bad {
        server.open(uri, 1, "abc");
        server.diagnostics(uri, 1);
        server.change(uri, 2, changes.clone());
        let lost = server.text(uri);
        assert_eq!((&lost["text"], &lost["inSync"]), (&json!("abc"), &json!(false)), "{changes}");
        // Nothing is said about a text that is not the client's.
        let params = json!({ "textDocument": { "uri": uri } });
        assert_eq!(server.call("textDocument/codeLens", params), Ok(Value::Null));
        server.wait_for(|message| is_publish(message) && message["params"]["diagnostics"] == json!([]));
        server.change(uri, 3, json!([part((0, 0), (0, 0), "y")]));
        assert_eq!(server.text(uri)["inSync"], false);
        // The whole text mends it, also as one of several changes.
        server.change(uri, 4, json!([part((9, 9), (0, 0), "y"), { "text": "new" }, part((0, 3), (0, 3), "!")]));
        assert_eq!(server.text(uri), json!({ "version": 4, "text": "new!", "inSync": true }));
        server.diagnostics(uri, 4);
        // Opening it again does, too.
        server.change(uri, 5, changes);
        server.open(uri, 1, "again");
        assert_eq!(server.text(uri), json!({ "version": 1, "text": "again", "inSync": true }));
        server.close(uri);
        server.drain();
    }
    server.end();
}

#[test]
fn a_message_that_was_lost_may_have_been_a_change() {
    let mut server = Server::ready(json!({}));
    server.open("untitled:a", 1, "abc");
    let body = r#"{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"untitled:a""#;
    server.send_bytes(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    assert_eq!(server.text("untitled:a")["inSync"], false);
    server.replace("untitled:a", 3, "def");
    assert_eq!(server.text("untitled:a"), json!({ "version": 3, "text": "def", "inSync": true }));
    server.end();
}

#[test]
fn half_a_surrogate_pair_keeps_its_place() {
    let mut server = Server::ready(json!({}));
    server.open("untitled:a", 1, "ab");
    let body = change("untitled:a", 2, json!([part((0, 1), (0, 1), "?")])).to_string().replace('?', r"\ud83d");
    server.send_bytes(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    server.change("untitled:a", 3, json!([part((0, 2), (0, 2), "!")]));
    assert_eq!(server.text("untitled:a")["text"], "a\u{fffd}!b");
    server.end();
}

#[test]
fn positions_count_as_was_agreed() {
    for (offered, agreed, after) in [
        (json!(["utf-8", "utf-16"]), "utf-8", (0, 8)),
        (json!(["utf-16"]), "utf-16", (0, 4)),
        (json!(["utf-32"]), "utf-16", (0, 4)),
        (Value::Null, "utf-16", (0, 4)),
    ] {
        let mut server = Server::start();
        let capabilities = json!({ "general": { "positionEncodings": offered } });
        let result = server.shake_hands(json!({ "capabilities": capabilities }));
        assert_eq!(result["capabilities"]["positionEncoding"], agreed);
        server.open("untitled:a", 1, "é你📦x");
        // `é`, `你` and `📦` are 2, 3 and 4 bytes, and 1, 1 and 2 units.
        let start = if agreed == "utf-8" { (0, 5) } else { (0, 2) };
        let end = if agreed == "utf-8" { (0, 9) } else { after };
        server.change("untitled:a", 2, json!([part(start, end, "!")]));
        assert_eq!(server.text("untitled:a")["text"], "é你!x");
        server.end();
    }
}

#[test]
fn diagnostics_point_at_what_they_mean() {
    for encodings in [json!(["utf-8"]), json!(["utf-16"])] {
        let mut server = Server::ready(json!({ "general": { "positionEncodings": encodings } }));
        // A level without a player, after characters of every width, with every line end.
        for end in ["\n", "\r\n", "\r"] {
            let text = format!("; 你📦é{end}{end}#####{end}#$ .#{end}#####{end}");
            let uri = format!("untitled:{}", end.len() + usize::from(end == "\n"));
            server.open(&uri, 1, &text);
            let found = server.diagnostics(&uri, 1);
            let missing = found.iter().find(|one| one["code"] == "missing-player").expect("it is missing");
            let line = missing["range"]["start"]["line"].as_u64().expect("a line");
            assert!((2..=4).contains(&line), "{missing}");
            assert_eq!(missing["source"], "sok");
        }
        server.end();
    }
}

#[test]
fn too_many_findings_are_not_all_told() {
    let mut server = Server::ready(json!({}));
    server.open("untitled:a", 1, &"####\n# $.#\n####\n\n".repeat(3000));
    let found = server.diagnostics("untitled:a", 1);
    assert_eq!(found.len(), 1001);
    assert!(found.last().expect("a remark")["message"].as_str().expect("words").contains("more findings"));
    assert!(found[..1000].iter().all(|one| one["severity"] == 1));
    server.end();
}

#[test]
fn after_the_last_change_its_version_is_told() {
    let mut server = Server::ready(json!({}));
    server.open("untitled:a", 1, EASY);
    for version in 2..100 {
        // The same words each time: that nothing is new must not keep back the version.
        server.change("untitled:a", version, json!([part((0, 0), (0, 0), ""), part((0, 0), (0, 0), "")]));
        if version % 7 == 0 {
            server.diagnostics("untitled:a", version);
        }
    }
    server.diagnostics("untitled:a", 99);
    server.end();
}

#[cfg(debug_assertions)]
#[test]
fn no_version_is_told_once_a_newer_one_is_there() {
    let mut server = Server::ready(json!({}));
    server.call("sok/debug/delay", json!({ "milliseconds": 50 })).expect("an answer");
    let mut newest = 1;
    server.open("untitled:a", 1, EASY);
    for round in 0..5 {
        for step in 0..10 {
            newest = 10 * round + step + 2;
            server.change("untitled:a", newest, json!([part((0, 2), (0, 2), "x")]));
        }
        // The server has the newest version when it answers this; what it tells from then on is about that one.
        assert_eq!(server.text("untitled:a")["version"], newest);
        server.drain();
        let told = server.wait_for(is_publish);
        assert_eq!(told["params"]["version"], newest);
    }
    // Those in between were never looked at.
    let analyses = server.status("analyses").as_u64().expect("a count");
    assert!(analyses <= 15, "{analyses}");
    server.end();
}

#[cfg(debug_assertions)]
#[test]
fn the_last_word_about_a_closed_document_is_that_there_is_none() {
    let mut server = Server::ready(json!({}));
    let uri = "untitled:a";
    server.open(uri, 1, "####\n# $.#\n####\n");
    assert!(!server.diagnostics(uri, 1).is_empty());
    server.call("sok/debug/delay", json!({ "milliseconds": 200 })).expect("an answer");
    let before = server.status("analyses").as_u64().expect("a count");
    server.change(uri, 2, json!([part((0, 0), (0, 0), "#")]));
    server.status_until("analyses", |count| *count != before);
    // Its analysis runs.
    server.close(uri);
    let last = server.wait_for(is_publish);
    assert_eq!(last["params"], json!({ "uri": uri, "diagnostics": [] }));
    // Another document's analysis takes as long: by its end, nothing came after the last word.
    server.open("untitled:b", 1, "#");
    server.diagnostics("untitled:b", 1);
    assert!(server.drain().iter().all(|message| message["params"]["uri"] != uri));
    server.end();
}

#[test]
fn opened_again_with_a_lower_version() {
    let mut server = Server::ready(json!({}));
    let uri = "untitled:a";
    let mut bytes = Vec::new();
    server.open(uri, 40, "####\n# $.#\n####\n");
    assert!(codes(&server.diagnostics(uri, 40)).contains(&"missing-player"));
    bytes.extend(frame(&note("textDocument/didClose", json!({ "textDocument": { "uri": uri } }))));
    let item = json!({ "uri": uri, "languageId": "sokoban", "version": 1, "text": EASY });
    bytes.extend(frame(&note("textDocument/didOpen", json!({ "textDocument": item }))));
    server.send_bytes(&bytes);
    assert_eq!(server.text(uri)["version"], 1);
    assert!(!codes(&server.diagnostics(uri, 1)).contains(&"missing-player"));
    server.change(uri, 2, json!([part((0, 0), (0, 0), "x")]));
    server.diagnostics(uri, 2);
    server.end();
}

#[test]
fn a_rain_of_changes_costs_few_analyses() {
    let mut server = Server::ready(json!({}));
    let uri = "file:///big.sok";
    server.open(uri, 0, &format!("{EASY}\n").repeat(2000));
    server.diagnostics(uri, 0);
    let before = server.status("analyses").as_u64().expect("a count");
    let mut bytes = Vec::new();
    for version in 1..=500 {
        bytes.extend(frame(&change(uri, version, json!([part((1, 0), (1, 0), "#")]))));
    }
    server.send_bytes(&bytes);
    server.diagnostics(uri, 500);
    let analyses = server.status("analyses").as_u64().expect("a count") - before;
    assert!(analyses <= 50, "{analyses}");
    server.end();
}
