//! Code actions: what the editor's light bulb offers.

use serde_json::{Value, json};

use crate::support::{Server, part};

const URI: &str = "file:///levels/a%20b.sok";

fn abilities() -> Value {
    json!({
        "textDocument": { "codeAction": { "codeActionLiteralSupport": { "codeActionKind": { "valueSet": [""] } } } },
        "workspace": { "workspaceEdit": { "documentChanges": true } },
    })
}

fn actions(server: &mut Server, line: u32, context: Value) -> Vec<Value> {
    let range = json!({ "start": { "line": line, "character": 0 }, "end": { "line": line, "character": 9 } });
    let params = json!({ "textDocument": { "uri": URI }, "range": range, "context": context });
    server.call("textDocument/codeAction", params).expect("actions").as_array().expect("a list").clone()
}

#[test]
fn a_finding_is_put_right_by_an_edit_of_the_version_it_was_found_in() {
    let mut server = Server::ready(abilities());
    server.open(URI, 3, "#####\n#@$ #\n#####\n");
    let offered = actions(&mut server, 0, json!({ "diagnostics": [] }));
    let action = offered.iter().find(|action| action["diagnostics"][0]["code"] == "missing-target").expect("a fix");
    assert_eq!((&action["kind"], &action["isPreferred"]), (&json!("quickfix"), &json!(true)));
    let change = &action["edit"]["documentChanges"][0];
    assert_eq!(change["textDocument"], json!({ "uri": URI, "version": 3 }));
    let edit = &change["edits"][0];
    server.change(URI, 4, json!([{ "range": edit["range"], "text": edit["newText"] }]));
    assert_eq!(server.text(URI)["text"], "#####\n#@$.#\n#####\n");
    assert_eq!(actions(&mut server, 0, json!({ "diagnostics": [], "only": ["quickfix"] })), [] as [Value; 0]);
    server.end();
}

/// A client that resolves gets the words first and the edit when one is chosen; the other gets both at once.
#[test]
fn a_level_is_turned_when_that_is_chosen() {
    for resolves in [false, true] {
        let mut abilities = abilities();
        if resolves {
            abilities["textDocument"]["codeAction"]["dataSupport"] = true.into();
            abilities["textDocument"]["codeAction"]["resolveSupport"] = json!({ "properties": ["edit"] });
        }
        let mut server = Server::ready(abilities);
        server.open(URI, 3, "#####\n#@$.#\n#####\n");
        let offered = actions(&mut server, 0, json!({ "diagnostics": [], "only": ["refactor"] }));
        let mirror = offered.iter().find(|action| action["title"] == "Mirror left and right").expect("an action");
        assert_eq!(mirror.get("edit").is_none(), resolves);
        let mirror =
            if resolves { server.call("codeAction/resolve", mirror.clone()).expect("an edit") } else { mirror.clone() };
        let change = &mirror["edit"]["documentChanges"][0];
        assert_eq!(change["textDocument"]["version"], 3);
        let edit = &change["edits"][0];
        server.change(URI, 4, json!([{ "range": edit["range"], "text": edit["newText"] }]));
        assert_eq!(server.text(URI)["text"], "#####\n#.$@#\n#####\n");
        if resolves {
            let stale = server.call("codeAction/resolve", offered[0].clone());
            assert_eq!(stale.expect_err("the version is old")["code"], -32801);
        }
        server.end();
    }
}

#[test]
fn only_the_kinds_that_are_asked_for() {
    let mut server = Server::ready(abilities());
    server.open(URI, 1, "#####\n#@$ #\n#####\n");
    let refactor = actions(&mut server, 0, json!({ "diagnostics": [], "only": ["source.organizeImports"] }));
    assert_eq!(refactor, [] as [Value; 0]);
    assert!(!actions(&mut server, 0, json!({ "diagnostics": [], "only": ["quickfix"] })).is_empty());
    server.end();
}

#[test]
fn an_edit_in_the_same_breath_is_seen() {
    let mut server = Server::ready(abilities());
    server.open(URI, 1, "#####\n#@$.#\n#####\n");
    server.change(URI, 2, json!([part((1, 3), (1, 4), "x")]));
    let offered = actions(&mut server, 1, json!({ "diagnostics": [] }));
    assert!(offered.iter().any(|action| action["title"] == "Replace with floor (a blank)"), "{offered:?}");
    server.end();
}
