//! Commands, settings, and clients that can do little.

use serde_json::{Value, json};

use crate::support::{EASY, Server, is_publish};

/// All that a client without abilities may be sent: answers and diagnostics.
#[test]
fn a_client_without_abilities_is_asked_nothing() {
    let mut server = Server::ready(json!({}));
    server.open("untitled:a", 1, EASY);
    server.lenses_until("untitled:a", |titles| titles.first().is_some_and(|title| title.contains("push")));
    let refused = server.call("workspace/executeCommand", command("sok.insertSolution", 1));
    assert_eq!(refused.expect_err("it cannot edit")["code"], -32803);
    server.replace("untitled:a", 2, "####\n");
    server.diagnostics("untitled:a", 2);
    for message in server.drain() {
        assert!(is_publish(&message), "{message}");
    }
    server.end();
}

fn command(name: &str, version: i64) -> Value {
    json!({ "command": name, "arguments": [{ "uri": "untitled:a", "version": version, "level": 0 }] })
}

const EDITS: &str = "workspace/applyEdit";

fn editing() -> Value {
    json!({ "workspace": { "applyEdit": true, "workspaceEdit": { "documentChanges": true } } })
}

#[test]
fn commands_for_what_is_gone_change_nothing() {
    let mut server = Server::ready(editing());
    server.open("untitled:a", 7, EASY);
    server.lenses_until("untitled:a", |titles| titles.first().is_some_and(|title| title.contains("push")));
    for name in ["sok.insertSolution", "sok.keepSolving"] {
        let stale = server.call("workspace/executeCommand", command(name, 6)).expect_err("it is stale");
        assert_eq!(stale["code"], -32801);
        assert!(stale["message"].as_str().is_some_and(|message| message.contains("changed")), "{stale}");
        let missing = json!({ "command": name, "arguments": [{ "uri": "untitled:a", "version": 7, "level": 3 }] });
        assert_eq!(server.call("workspace/executeCommand", missing).expect_err("no such level")["code"], -32801);
        let unknown = json!({ "command": name, "arguments": [{ "uri": "untitled:b", "level": 0 }] });
        assert_eq!(server.call("workspace/executeCommand", unknown).expect_err("not open")["code"], -32801);
        for odd in [json!([]), json!([7]), json!([{ "uri": 7 }])] {
            let odd = json!({ "command": name, "arguments": odd });
            assert_eq!(server.call("workspace/executeCommand", odd).expect_err("senseless")["code"], -32602);
        }
    }
    let other = json!({ "command": "sok.other", "arguments": [] });
    assert_eq!(server.call("workspace/executeCommand", other).expect_err("unknown")["code"], -32803);
    assert!(server.drain().iter().all(|message| message["method"] != EDITS));
    server.end();
}

#[test]
fn settings_from_the_start_from_asking_and_from_being_told() {
    let settings = |server: &mut Server| server.status("settings")["strictness"].clone();

    let mut server = Server::start();
    let options = json!({ "strictness": "publish" });
    server.shake_hands(json!({ "capabilities": {}, "initializationOptions": options }));
    assert_eq!(settings(&mut server), "publish");
    server.notify("workspace/didChangeConfiguration", json!({ "settings": { "sok": { "strictness": "draft" } } }));
    assert_eq!(settings(&mut server), "draft");
    // Nothing said is no change.
    server.notify("workspace/didChangeConfiguration", json!({ "settings": null }));
    assert_eq!(settings(&mut server), "draft");
    server.end();

    let mut server = Server::start();
    server.settings = json!({ "strictness": "draft" });
    server.shake_hands(json!({ "capabilities": { "workspace": { "configuration": true } } }));
    server.status_until("settings", |settings| settings["strictness"] == "draft");
    server.settings = json!({ "strictness": "publish" });
    server.notify("workspace/didChangeConfiguration", json!({ "settings": null }));
    server.status_until("settings", |settings| settings["strictness"] == "publish");
    server.end();
}

#[test]
fn a_change_of_settings_is_seen_without_a_restart() {
    let mut server = Server::ready(json!({}));
    server.open("untitled:a", 1, "; no player\n#####\n#$ .#\n#####\n");
    let severity = |server: &mut Server| {
        let found = server.diagnostics("untitled:a", 1);
        found.iter().find(|one| one["code"] == "missing-player").expect("it is missing")["severity"].clone()
    };
    assert_eq!(severity(&mut server), 1);
    server.notify("workspace/didChangeConfiguration", json!({ "settings": { "strictness": "draft" } }));
    assert_eq!(severity(&mut server), 3);
    server.end();
}

#[test]
fn a_setting_that_makes_no_sense_is_said_once() {
    let mut server = Server::ready(json!({}));
    let settings = json!({ "strictness": "high", "solve": { "timeLimit": "long" } });
    server.notify("workspace/didChangeConfiguration", json!({ "settings": settings }));
    let message = server.wait_for_note("window/logMessage")["message"].take();
    let message = message.as_str().expect("words");
    assert!(message.contains("sok.strictness") && message.contains("sok.solve.timeLimit"), "{message}");
    assert!(server.drain().iter().all(|message| message["method"] != "window/logMessage"));
    assert_eq!(server.status("settings")["strictness"], "normal");
    server.end();
}

#[test]
fn only_a_client_with_a_board_is_offered_to_play() {
    let last = |server: &mut Server| {
        server.open("untitled:a", 1, EASY);
        let lenses = server.lenses("untitled:a");
        lenses.last().expect("a lens")["command"].clone()
    };
    let mut server = Server::ready(json!({ "experimental": { "commands": ["sok.openBoard", "sok.playHere"] } }));
    let play = last(&mut server);
    assert_eq!(play["title"], "Play");
    assert_eq!(play["command"], "sok.playHere");
    let target = &play["arguments"][0];
    assert_eq!([&target["uri"], &target["version"], &target["level"]], [&json!("untitled:a"), &json!(1), &json!(0)]);
    // Its board is told of the verdict that comes without an edit.
    server.wait_for_note("sok/news");
    server.end();

    let mut server = Server::ready(json!({ "experimental": { "commands": ["another.command"] } }));
    assert_ne!(last(&mut server)["title"], "Play");
    server.end();
}

#[test]
fn a_collection_in_xml_is_shown_and_judged_and_never_changed() {
    let mut server = Server::ready(editing());
    let uri = "file:///set.slc";
    let rows: String = ["#####", "#@$.#", "#####"].iter().map(|row| format!("<L>{row}</L>\n")).collect();
    server.open(
        uri,
        1,
        &format!(
            "<SokobanLevels><LevelCollection>\n<Level Id=\"One\">\n{rows}</Level>\n</LevelCollection></SokobanLevels>\n"
        ),
    );
    server.lenses_until(uri, |titles| titles.first().is_some_and(|title| title == "1 push · 1 move"));
    let level = json!({ "textDocument": { "uri": uri }, "level": 0 });
    assert_eq!(server.call("sok/board", level).expect("a board")["rows"], json!(["#####", "#@$.#", "#####"]));
    let strokes = json!([{ "x": 1, "y": 1, "square": " " }]);
    let draw = json!({ "textDocument": { "uri": uri }, "level": 0, "strokes": strokes });
    let mut refused = vec![server.call("sok/draw", draw)];
    for command in ["sok.insertSolution", "sok.insertMoves", "sok.rewrite"] {
        let target = json!({ "uri": uri, "level": 0, "moves": "r", "id": "mirror" });
        refused.push(server.call("workspace/executeCommand", json!({ "command": command, "arguments": [target] })));
    }
    for answer in refused {
        assert_eq!(answer.expect_err("it is only read")["code"], -32803);
    }
    assert!(server.drain().iter().all(|message| message["method"] != EDITS));
    server.end();
}
