//! Results on disk: what one server found out, the next one knows.

use std::path::Path;

use serde_json::{Value, json};

use crate::support::{EASY, Server, codes, titles};

const URI: &str = "untitled:a";

fn server(cache: &Path, options: Value) -> Server {
    let mut server = Server::start_with(|command| {
        command.env("SOK_CACHE", cache);
    });
    server.shake_hands(json!({
        "processId": null, "rootUri": null, "capabilities": {}, "initializationOptions": options,
    }));
    server
}

/// Solves a level in a server of its own. The result is on disk at the latest when the server takes its leave.
fn solve(cache: &Path) {
    let mut first = server(cache, json!({}));
    first.open(URI, 1, EASY);
    first.lenses_until(URI, |titles| titles[0] == "1 push · 1 move");
    first.end();
}

#[test]
fn a_level_is_not_searched_twice() {
    let folder = tempfile::tempdir().unwrap();
    solve(folder.path());
    // This one does not search.
    let mut second = server(folder.path(), json!({ "solve": { "enabled": false } }));
    second.open(URI, 1, EASY);
    let lenses = second.lenses_until(URI, |titles| titles[0] == "1 push · 1 move");
    assert_eq!(titles(&lenses)[1], "Insert solution");
    second.end();
}

#[test]
fn the_cache_can_be_turned_off_and_a_damaged_one_is_set_aside() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("results.redb"), b"no results").unwrap();
    let mut off = server(folder.path(), json!({ "cache": { "enabled": false } }));
    off.open(URI, 1, EASY);
    off.lenses_until(URI, |titles| titles[0] == "1 push · 1 move");
    off.end();
    assert_eq!(std::fs::read(folder.path().join("results.redb")).unwrap(), b"no results");
    let mut on = server(folder.path(), json!({}));
    on.open(URI, 1, EASY);
    on.lenses_until(URI, |titles| titles[0] == "1 push · 1 move");
    on.end();
    let names =
        std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert!(names.into_iter().any(|name| name.contains("damaged")));
}

#[test]
fn twins_in_other_files_of_the_workspace_are_found() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("other.sok"), "Twin\n\n###\n#.#\n#$#\n#@#\n###\n").unwrap();
    let root = format!("file://{}", folder.path().display());
    let mut server = Server::start();
    server.shake_hands(json!({ "processId": null, "rootUri": root, "capabilities": {} }));
    server.open(URI, 1, EASY);
    let is_twin = |message: &Value| {
        let found = message["params"]["diagnostics"].as_array();
        found.is_some_and(|found| codes(found).contains(&"duplicate-level"))
    };
    let published = server.wait_for(is_twin);
    let message = published["params"]["diagnostics"][0]["message"].as_str().unwrap().to_owned();
    assert_eq!(message, "other.sok has the same level, turned or not: level 1 (Twin)");
    let symbols = server.call("workspace/symbol", json!({ "query": "twin" })).expect("symbols");
    assert_eq!(symbols[0]["name"], "Twin");
    server.end();
}
