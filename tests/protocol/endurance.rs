//! Long days and bad places: a server that is used for hours, that has little memory and no room on disk, and that is
//! given rubbish.

use serde_json::{Value, json};

use crate::support::{HARD, Server, codes, part};

const EASY: &str = "One\n\n#####\n#@$.#\n#####\n";
const URI: &str = "untitled:a";

/// The resident memory of a process in KiB, where the system tells it.
fn resident(server: &Server) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.child.id())).ok()?;
    status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?.trim().strip_suffix(" kB")?.trim().parse().ok()
}

/// What may be added without anything growing: buffers that fill up, arenas of the allocator.
const SLACK: u64 = 16 << 10;

fn assert_flat(server: &Server, before: Option<u64>) {
    if let (Some(before), Some(now)) = (before, resident(server)) {
        assert!(now < before + SLACK, "from {before} KiB to {now} KiB");
    }
}

#[test]
fn ten_thousand_openings_leave_nothing_behind() {
    let mut server = Server::ready(json!({}));
    let mut before = None;
    for round in 0..10_000 {
        let uri = format!("untitled:{round}");
        server.open(&uri, 1, &format!("Level {round}\n\n#####\n#@$.#\n#####\n"));
        if round % 100 == 99 {
            server.diagnostics(&uri, 1);
        }
        server.close(&uri);
        if round == 2_000 {
            server.drain();
            before = resident(&server);
        }
    }
    server.status_until("documents", |count| *count == 0);
    server.drain();
    assert_flat(&server, before);
    server.end();
}

/// As many edits as an author makes in a working day, without the pauses.
#[test]
fn a_day_of_edits_leaves_nothing_behind() {
    let text: String = (0..60).map(|level| format!("{level}\n\n######\n#    #\n#@$ .#\n######\n\n")).collect();
    let mut server = Server::ready(json!({}));
    server.open(URI, 0, &text);
    let mut before = None;
    for version in 1..=20_000_i64 {
        let line = (version % 60 * 7 + 3) as u32;
        // A wall in the free row, and gone again with the next edit of the same level.
        let there = version / 60 % 2 == 1;
        let (end, with) = if there { ((line, 2), " ") } else { ((line, 2), "#") };
        server.change(URI, version, json!([part((line, 1), end, with)]));
        if version % 200 == 0 {
            server.diagnostics(URI, version);
            server.lenses(URI);
            server.drain();
        }
        if version == 5_000 {
            before = resident(&server);
        }
    }
    assert_flat(&server, before);
    server.end();
}

/// Starts a server from a shell that first sets its limits.
fn limited(limits: &str) -> Server {
    let mut server = Server::start_with(|command| {
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", &format!("{limits}; exec \"$@\""), "sh", env!("CARGO_BIN_EXE_sok"), "lsp"]);
        shell.env("SOK_CACHE", "");
        *command = shell;
    });
    let options = json!({ "solve": { "timeLimit": 600 } });
    server.shake_hands(json!({ "capabilities": {}, "initializationOptions": options }));
    server
}

#[test]
fn two_gibibytes_are_enough() {
    let mut server = limited("ulimit -v 2097152");
    server.open(URI, 1, &format!("{HARD}\n{EASY}"));
    server.diagnostics(URI, 1);
    // The tables of the search are there when it has found its first solution.
    server.lenses_until(URI, |titles| titles[0].contains('≤'));
    server.change(URI, 2, json!([part((0, 0), (0, 0), ";")]));
    server.diagnostics(URI, 2);
    server.end();
}

fn has_its_verdict(mut server: Server) {
    server.open(URI, 1, EASY);
    server.lenses_until(URI, |titles| titles[1] == "Insert solution");
    server.end();
}

#[test]
fn without_a_home_and_with_one_that_cannot_be_written() {
    for home in [None, Some("/proc"), Some("/nowhere/at/all")] {
        let mut server = Server::start_with(|command| {
            command.env_remove("SOK_CACHE").env_remove("XDG_CACHE_HOME").env_remove("HOME");
            command.envs(home.map(|home| ("HOME", home)));
        });
        server.shake_hands(json!({ "capabilities": {} }));
        has_its_verdict(server);
    }
}

#[test]
fn a_full_disk_for_the_results() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().display();
    // No file may grow beyond four KiB.
    has_its_verdict(limited(&format!("trap '' XFSZ; ulimit -f 8; export SOK_CACHE='{path}'")));
}

#[test]
fn two_servers_share_one_store() {
    let folder = tempfile::tempdir().expect("a folder");
    let start = || {
        let mut server = Server::start_with(|command| _ = command.env("SOK_CACHE", folder.path()));
        server.shake_hands(json!({ "capabilities": {} }));
        server
    };
    let servers = [start(), start()];
    servers.into_iter().for_each(has_its_verdict);
    has_its_verdict(start());
}

/// Whatever is opened, its findings come, its author can ask and go on typing, and the server ends when it is told to.
#[test]
fn rubbish_is_answered() {
    let board = |width: usize, row: &str| {
        let wall = "#".repeat(width);
        format!("{wall}\n{}{wall}\n", format!("#{}#\n", row.repeat(width - 2)).repeat(width - 2))
    };
    let packed = "9999(9999(9999(#)))|9999(9999(9999($)))|9999(9999(9999(#)))\n";
    let deep = format!("<SokobanLevels>{}", "<LevelCollection><Level Id='x'>".repeat(20_000));
    let entities = format!(
        "<?xml version='1.0'?><!DOCTYPE x [<!ENTITY a '{}'><!ENTITY b '&a;&a;&a;&a;'>]><SokobanLevels>&b;</SokobanLevels>",
        "#".repeat(10_000)
    );
    let cases: [(&str, String, Option<&str>); 9] = [
        ("a line of 50 MB", "x".repeat(50 << 20), None),
        ("a row of 5 MB", format!("{}\n#@$.#\n", "#".repeat(5 << 20)), Some("too-large")),
        ("a board of 1000 x 1000", board(1000, " "), Some("missing-player")),
        ("boxes and nothing else", board(100, "$"), Some("missing-player")),
        ("run lengths of run lengths", packed.to_owned(), None),
        ("elements without end", deep, None),
        ("entities of entities", entities, None),
        ("brackets without end", "[".repeat(200_000), None),
        ("every character", (0..0x3000).filter_map(char::from_u32).collect(), None),
    ];
    let mut server = Server::ready(json!({}));
    for (version, (name, text, expected)) in (1..).step_by(2).zip(&cases) {
        server.open(URI, version, text);
        let found = server.diagnostics(URI, version);
        if let Some(code) = expected {
            assert!(codes(&found).contains(code), "{name}: {:?}", &codes(&found)[..found.len().min(9)]);
        }
        for method in ["hover", "completion", "documentHighlight"] {
            let at = json!({ "textDocument": { "uri": URI }, "position": { "line": 1, "character": 1 } });
            server.call(&format!("textDocument/{method}"), at).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
        for method in ["codeLens", "documentSymbol", "foldingRange", "semanticTokens/full"] {
            let document = json!({ "textDocument": { "uri": URI } });
            server.call(&format!("textDocument/{method}"), document).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
        server.change(URI, version + 1, json!([part((0, 0), (0, 0), ";")]));
        server.diagnostics(URI, version + 1);
        server.close(URI);
    }
    assert_eq!(server.status("documents"), Value::from(0));
    server.end();
}
