//! Verdicts: searched beside everything else, shown by lenses, put in by a click.

use serde_json::{Value, json};

use crate::support::{EASY, HARD, Server, codes, part, titles};

const URI: &str = "untitled:a";

fn command(name: &str, lens: &Value) -> Value {
    assert_eq!(lens["command"]["command"], name, "{lens}");
    json!({ "command": name, "arguments": lens["command"]["arguments"] })
}

fn is_solved(titles: &[String]) -> bool {
    titles.first().is_some_and(|title| title.contains("push") && !title.contains("last edit"))
}

#[test]
fn a_solution_at_one_click() {
    let capabilities = json!({ "workspace": { "applyEdit": true, "workspaceEdit": { "documentChanges": true } } });
    let mut server = Server::ready(capabilities);
    server.open(URI, 5, EASY);
    let lenses = server.lenses_until(URI, is_solved);
    assert_eq!(titles(&lenses), ["1 push · 1 move", "Insert solution"]);
    assert_eq!(lenses[0]["range"]["start"]["line"], 0);
    let result = server.call("workspace/executeCommand", command("sok.insertSolution", &lenses[1]));
    assert_eq!(result, Ok(Value::Null));
    let edit = server.wait_for(|message| message["method"] == "workspace/applyEdit")["params"]["edit"].take();
    let change = &edit["documentChanges"][0];
    assert_eq!(change["textDocument"], json!({ "uri": URI, "version": 5 }));
    // As the editor would: the edits applied, and sent back.
    server.change(URI, 6, as_changes(&change["edits"]));
    let text = server.text(URI)["text"].take();
    assert_eq!(text, format!("{EASY}\nSolution 1/1\nR\n"));
    server.lenses_until(URI, |titles| titles[1].contains("in the file"));
    server.end();
}

/// Two levels with lenses of version 1, the second of which nobody touches.
const TWO: &str = "; One\n#####\n#@$.#\n#####\n\n; Two\n######\n#@ $.#\n######\n";

fn two_levels() -> (Server, Vec<Value>) {
    let capabilities = json!({ "workspace": { "applyEdit": true, "workspaceEdit": { "documentChanges": true } } });
    let mut server = Server::ready(capabilities);
    server.open(URI, 1, TWO);
    let lenses = server.lenses_until(URI, |titles| titles.iter().step_by(2).all(|title| title.contains("push")));
    (server, lenses)
}

#[test]
fn a_lens_seen_before_edits_elsewhere_still_does_what_it_says() {
    let (mut server, lenses) = two_levels();
    // The first level gets its solution, and a level is put above both: the second is the third now.
    server.change(URI, 2, json!([part((4, 0), (4, 0), "\nSolution 1/1\nR\n")]));
    server.change(URI, 3, json!([part((0, 0), (0, 0), "; New\n#######\n#@  $.#\n#######\n\n")]));
    assert_eq!(server.call("workspace/executeCommand", command("sok.insertSolution", &lenses[3])), Ok(Value::Null));
    let edit = server.wait_for(|message| message["method"] == "workspace/applyEdit")["params"]["edit"].take();
    let change = &edit["documentChanges"][0];
    assert_eq!(change["textDocument"], json!({ "uri": URI, "version": 3 }));
    server.change(URI, 4, as_changes(&change["edits"]));
    let text = server.text(URI)["text"].take();
    assert!(
        text.as_str().is_some_and(|text| text.ends_with("; Two\n######\n#@ $.#\n######\n\nSolution 2/1\nrR\n")),
        "{text}"
    );
    server.end();
}

#[test]
fn a_lens_of_a_level_that_was_edited_does_nothing() {
    let (mut server, lenses) = two_levels();
    server.change(URI, 2, json!([part((7, 2), (7, 3), "")]));
    let refused = server.call("workspace/executeCommand", command("sok.insertSolution", &lenses[3]));
    assert_eq!(refused.expect_err("it is another level")["code"], -32801);
    // As it was, it is the level that was seen.
    server.change(URI, 3, json!([part((7, 2), (7, 2), " ")]));
    assert_eq!(server.call("workspace/executeCommand", command("sok.insertSolution", &lenses[3])), Ok(Value::Null));
    server.end();
}

#[test]
fn a_lens_that_fits_two_levels_now_does_nothing() {
    let (mut server, lenses) = two_levels();
    server.change(URI, 2, json!([part((0, 0), (0, 0), "; Two\n######\n#@ $.#\n######\n\n")]));
    // The copy ends with an empty line; the last level gets one, too.
    let end = TWO.lines().count() as u32 + 5;
    server.change(URI, 3, json!([part((end, 0), (end, 0), "\n")]));
    let now = server.lenses(URI);
    let seen = |lens: &Value| lens["command"]["arguments"][0]["fingerprint"].clone();
    assert_eq!(seen(&now[0]), seen(&now[4]));
    let old = server.call("workspace/executeCommand", command("sok.insertSolution", &lenses[3]));
    assert_eq!(old.expect_err("there are two")["code"], -32801);
    server.end();
}

#[test]
fn more_time_is_asked_for_and_moves_are_stored_after_edits_elsewhere() {
    let mut server = Server::start();
    let capabilities = json!({ "workspace": { "applyEdit": true } });
    server.shake_hands(
        json!({ "capabilities": capabilities, "initializationOptions": { "solve": { "enabled": false } } }),
    );
    server.open(URI, 1, TWO);
    let lenses = server.lenses(URI);
    let seen = server.call("sok/board", json!({ "textDocument": { "uri": URI }, "level": 1 })).expect("a board");
    assert_eq!(seen["fingerprint"], lenses[2]["command"]["arguments"][0]["fingerprint"]);
    server.change(URI, 2, json!([part((0, 0), (0, 0), "; New\n#######\n#@  $.#\n#######\n\n")]));
    assert_eq!(server.call("workspace/executeCommand", command("sok.keepSolving", &lenses[2])), Ok(Value::Null));
    server.lenses_until(URI, |titles| titles[4] == "1 push · 2 moves");
    let target = json!({ "uri": URI, "version": 1, "level": 1, "fingerprint": seen["fingerprint"], "moves": "rr" });
    let store = json!({ "command": "sok.insertMoves", "arguments": [target] });
    assert_eq!(server.call("workspace/executeCommand", store), Ok(Value::Null));
    let edit = server.wait_for(|message| message["method"] == "workspace/applyEdit")["params"]["edit"].take();
    assert!(edit["changes"][URI][0]["newText"].as_str().is_some_and(|text| text.contains("Solution 2/1")), "{edit}");
    server.end();
}

fn as_changes(edits: &Value) -> Value {
    let edits = edits.as_array().expect("edits").iter().rev();
    edits.map(|edit| json!({ "range": edit["range"], "text": edit["newText"] })).collect::<Vec<_>>().into()
}

#[test]
fn a_client_without_versioned_edits_gets_plain_ones() {
    let mut server = Server::ready(json!({ "workspace": { "applyEdit": true } }));
    server.open(URI, 5, EASY);
    server.lenses_until(URI, is_solved);
    let by_line = json!({ "command": "sok.insertSolution", "arguments": [{ "uri": URI, "line": 2 }] });
    assert_eq!(server.call("workspace/executeCommand", by_line), Ok(Value::Null));
    let edit = server.wait_for(|message| message["method"] == "workspace/applyEdit")["params"]["edit"].take();
    assert!(edit.get("documentChanges").is_none());
    assert_eq!(edit["changes"][URI].as_array().map(Vec::len), Some(1));
    server.end();
}

#[test]
fn an_undone_edit_has_its_verdict_back_at_once() {
    let mut server = Server::ready(json!({}));
    server.open(URI, 1, EASY);
    let before = titles(&server.lenses_until(URI, is_solved));
    // Another puzzle, with a verdict of its own.
    server.change(URI, 2, json!([part((2, 2), (2, 2), " ")]));
    let between = titles(&server.lenses_until(URI, is_solved));
    assert_ne!(between, before);
    server.change(URI, 3, json!([part((2, 2), (2, 3), "")]));
    // The very next answer, with no search in between.
    assert_eq!(titles(&server.lenses(URI)), before);
    server.end();
}

#[test]
fn a_broken_level_has_as_many_lenses() {
    let mut server = Server::ready(json!({}));
    server.open(URI, 1, EASY);
    let before = titles(&server.lenses_until(URI, is_solved));
    server.change(URI, 2, json!([part((2, 2), (2, 3), " ")]));
    let between = titles(&server.lenses(URI));
    assert_eq!(between.len(), before.len());
    assert_ne!(between, before);
    server.end();
}

#[test]
fn the_last_verdict_stays_until_the_new_one_is_there() {
    let mut server = Server::ready(json!({}));
    server.open(URI, 1, EASY);
    server.lenses_until(URI, is_solved);
    server.change(URI, 2, json!([part((2, 2), (2, 2), " ")]));
    let titles = titles(&server.lenses(URI));
    assert_eq!(titles[0], "1 push · 1 move (before the last edit)");
    let solved = server.lenses_until(URI, is_solved);
    assert_eq!(solved[0]["command"]["title"], "1 push · 2 moves");
    server.end();
}

#[test]
fn an_edit_of_the_level_stops_its_search_and_closing_does() {
    let mut server = Server::start();
    let options = json!({ "solve": { "timeLimit": 3600 } });
    server.shake_hands(json!({ "capabilities": {}, "initializationOptions": options }));
    server.open(URI, 1, HARD);
    server.status_until("searches", |count| *count != 0);
    // A remark is no edit of the puzzle: the search goes on.
    server.change(URI, 2, json!([part((0, 6), (0, 6), "er")]));
    server.diagnostics(URI, 2);
    assert_eq!(server.status("searches"), 1);
    server.change(URI, 3, json!([part((8, 6), (8, 7), " ")]));
    server.diagnostics(URI, 3);
    server.status_until("searches", |count| *count == 0);
    server.replace(URI, 4, HARD);
    server.status_until("searches", |count| *count != 0);
    server.close(URI);
    server.status_until("searches", |count| *count == 0);
    server.end();
}

#[test]
fn an_edited_level_does_not_wait_for_others() {
    let mut server = Server::start();
    let options = json!({ "solve": { "timeLimit": 3600 } });
    server.shake_hands(json!({ "capabilities": {}, "initializationOptions": options }));
    server.open(URI, 1, &format!("{HARD}\n{EASY}"));
    server.status_until("searches", |count| *count != 0);
    let line = HARD.lines().count() as u32 + 3;
    server.change(URI, 2, json!([part((line, 2), (line, 2), " ")]));
    server.lenses_until(URI, |titles| titles[2] == "1 push · 2 moves");
    server.end();
}

#[test]
fn what_a_search_proves_is_told_though_the_text_is_the_same() {
    let mut server = Server::ready(json!({}));
    // Each box can be brought to a target, but neither lets the other past.
    server.open(URI, 1, "; Corridor\n########\n#@ $.$.#\n########\n");
    server.lenses_until(URI, |titles| titles[0].starts_with("unsolvable"));
    let told = server.wait_for(|message| {
        let found = message["params"]["diagnostics"].as_array();
        found.is_some_and(|found| codes(found).iter().any(|code| ["deadlock", "unsolvable"].contains(code)))
    });
    assert_eq!(told["params"]["version"], 1);
    server.end();
}

#[test]
fn lenses_are_refreshed_for_many_verdicts_at_a_time() {
    let mut server = Server::ready(json!({ "workspace": { "codeLens": { "refreshSupport": true } } }));
    let level = |n: usize| format!("{0}\n#@{1}$.#\n{0}\n", "#".repeat(n + 5), " ".repeat(n));
    let file: Vec<String> = (0..100).map(level).collect();
    server.open(URI, 1, &file.join("\n"));
    server.lenses_until(URI, |titles| titles.iter().step_by(2).all(|title| title.contains("push")));
    server.wait_for(|message| message["method"] == "workspace/codeLens/refresh");
    let refreshes = server.status("refreshes").as_u64().expect("a count");
    assert!(refreshes <= 20, "{refreshes} refreshes for 100 verdicts");
    server.end();
}

#[test]
fn solving_on_shows_its_progress_and_can_be_stopped() {
    let mut server = Server::start();
    let options = json!({ "solve": { "timeLimit": 0.05 } });
    let capabilities = json!({ "window": { "workDoneProgress": true } });
    server.shake_hands(json!({ "capabilities": capabilities, "initializationOptions": options }));
    server.open(URI, 1, HARD);
    let lenses = server.lenses_until(URI, |titles| titles[0].contains("keep solving"));
    assert_eq!(server.call("workspace/executeCommand", command("sok.keepSolving", &lenses[0])), Ok(Value::Null));
    let token = server.wait_for_note_token();
    let begin = server.wait_for(|message| message["method"] == "$/progress");
    assert_eq!(begin["params"]["token"], token);
    assert_eq!(begin["params"]["value"]["kind"], "begin");
    assert_eq!(begin["params"]["value"]["cancellable"], true);
    // Once more is no second search.
    let again = json!({ "command": "sok.keepSolving", "arguments": lenses[0]["command"]["arguments"] });
    assert_eq!(server.call("workspace/executeCommand", again), Ok(Value::Null));
    assert_eq!(server.status("searches"), 1);
    server.notify("window/workDoneProgress/cancel", json!({ "token": token }));
    server.wait_for(|message| message["method"] == "$/progress" && message["params"]["value"]["kind"] == "end");
    server.status_until("searches", |count| *count == 0);
    server.lenses_until(URI, |titles| titles[0].contains("keep solving"));
    server.end();
}

#[test]
fn no_search_unasked_when_that_is_switched_off() {
    let mut server = Server::start();
    let options = json!({ "solve": { "enabled": false } });
    server.shake_hands(json!({ "capabilities": {}, "initializationOptions": options }));
    server.open(URI, 1, EASY);
    let lenses = server.lenses(URI);
    assert_eq!(server.status("searches"), 0);
    assert_eq!(server.call("workspace/executeCommand", command("sok.keepSolving", &lenses[0])), Ok(Value::Null));
    server.lenses_until(URI, is_solved);
    server.end();
}
