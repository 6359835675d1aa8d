//! How long the real server takes, as an editor sees it. Run with `cargo bench --bench latency`, or with
//! `-- edits` or `-- features` behind it for a part.
//!
//! For files of 100, 10 000 and 100 000 lines, ours and, where it is installed, a server for another language: from the start to the handshake, from opening to the first diagnostics,
//! from a keystroke to the diagnostics of its version, and from a request for lenses to the lenses, all while the
//! searches run; and the most memory that the process took. Then, for 10 000 lines and beside a search that does not
//! end, from a request for each feature to its answer, after an edit and without one.

#[expect(dead_code, reason = "the protocol tests use the rest")]
#[path = "../tests/support/mod.rs"]
mod support;

use std::io::Write;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use support::{HARD, Server, part};

const EDITS: i64 = 200;

/// A language server, and a kind of file for it.
struct Subject {
    name: &'static str,
    /// The program with its arguments; none for our own.
    command: &'static [&'static str],
    uri: &'static str,
    language: &'static str,
    file: fn(usize) -> String,
    /// What an edit puts at the start of a line, so that there is something to say.
    typed: &'static str,
    /// How many lines a repeated part of the file has, and which of them is edited.
    part: (usize, usize),
}

const OURS: Subject = Subject {
    name: "sok",
    command: &[],
    uri: "file:///bench.sok",
    language: "sokoban",
    file,
    typed: "#",
    part: (8, 1),
};

const URI: &str = OURS.uri;

/// Others to compare with, measured where they are installed.
const PEERS: [Subject; 1] = [Subject {
    name: "ruff",
    command: &["ruff", "server"],
    uri: "file:///bench.py",
    language: "python",
    file: |lines| (0..lines / 4).map(|n| format!("def f{n}(a, b):\n    x = a + b * {n}\n    return x\n\n")).collect(),
    typed: "$",
    part: (4, 0),
}];

fn main() {
    // `cargo test --all-targets` runs this too, and has no use for figures.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let wants = |part: &str| std::env::args().len() == 2 || std::env::args().any(|argument| argument == part);
    let mut out = std::io::stdout();
    if wants("edits") {
        edits(&mut out);
    }
    if !wants("features") {
        return;
    }
    let _ = writeln!(out, "\n| 10000 lines | p50 | p99 | after an edit p50 | p99 |\n|---|--:|--:|--:|--:|");
    for (name, [calm, edited]) in features(10_000) {
        let cells = [calm.0, calm.1, edited.0, edited.1].map(milliseconds);
        let _ = writeln!(out, "| {name} | {} |", cells.join(" | "));
    }
}

fn edits(out: &mut std::io::Stdout) {
    let row = |out: &mut std::io::Stdout, cells: [String; 9]| {
        let _ = writeln!(out, "| {} |", cells.join(" | "));
    };
    let titles = ["server", "lines", "start", "open", "edit p50", "edit p99", "lenses p50", "lenses p99", "peak MiB"];
    row(out, titles.map(str::to_owned));
    let rule = |at| if at == 0 { "---" } else { "--:" };
    row(out, std::array::from_fn(|at| rule(at).to_owned()));
    for subject in [OURS].into_iter().chain(PEERS).filter(Subject::is_there) {
        for lines in [100, 10_000, 100_000] {
            let cells = measure(&subject, lines);
            row(out, cells);
        }
    }
    let (analyses, last) = rain(10_000);
    let _ = writeln!(
        out,
        "\n500 edits within a second on 10000 lines: {analyses} analyses, the last diagnostics after {last}"
    );
}

impl Subject {
    fn is_there(&self) -> bool {
        let Some(program) = self.command.first() else { return true };
        std::process::Command::new(program).arg("--version").output().is_ok()
    }

    fn start(&self) -> Server {
        Server::start_with(|command| {
            if let [program, arguments @ ..] = self.command {
                *command = std::process::Command::new(program);
                command.args(arguments);
            }
        })
    }
}

/// Edits faster than anybody types: how many were looked at, and how long after the last its findings come.
fn rain(lines: usize) -> (u64, String) {
    let mut server = Server::ready(json!({}));
    server.open(URI, 0, &file(lines));
    server.diagnostics(URI, 0);
    let analyses = |server: &mut Server| server.status("analyses").as_u64().unwrap_or_default();
    let before = analyses(&mut server);
    let mut last = Instant::now();
    for version in 1..=500 {
        let (end, with) = if version % 2 == 1 { ((1, 0), "#") } else { ((1, 1), "") };
        last = Instant::now();
        server.change(URI, version, json!([part((1, 0), end, with)]));
        std::thread::sleep(Duration::from_millis(2).saturating_sub(last.elapsed()));
    }
    server.diagnostics(URI, 500);
    let time = milliseconds(server.arrived - last);
    let count = analyses(&mut server) - before;
    server.end();
    (count, time)
}

/// The most usual time and the worst but for one in a hundred.
type Times = (Duration, Duration);

/// The features with their times on a calm document and right after an edit, while a search runs.
fn features(lines: usize) -> Vec<(&'static str, [Times; 2])> {
    let mut server = Server::start();
    // As most editors: an action's edit is worked out when it is chosen.
    let actions = json!({
        "codeActionLiteralSupport": { "codeActionKind": { "valueSet": [""] } },
        "dataSupport": true, "resolveSupport": { "properties": ["edit"] },
    });
    let capabilities = json!({ "textDocument": {
        "codeAction": actions, "documentSymbol": { "hierarchicalDocumentSymbolSupport": true },
    } });
    // The first level is searched for as long as this takes.
    let options = json!({ "solve": { "timeLimit": 3600, "memoryLimit": 16384 } });
    server.shake_hands(json!({ "capabilities": capabilities, "initializationOptions": options }));
    server.open(URI, 0, &format!("{HARD}\n{}", file(lines)));
    server.diagnostics(URI, 0);
    server.status_until("searches", |count| *count != 0);
    let first = HARD.lines().count() as u32 + 1 + lines as u32 / 2 / 8 * 8;
    let place = |line: u32, character: u32| json!({ "line": first + line, "character": character });
    let document = json!({ "uri": URI });
    let at = json!({ "textDocument": document, "position": place(3, 8) });
    let screen = json!({ "start": place(0, 0), "end": place(50, 0) });
    let row = json!({ "start": place(2, 0), "end": place(2, 4) });
    let context = json!({ "diagnostics": [] });
    let asked = [
        ("hover", "hover", at),
        ("lenses", "codeLens", json!({ "textDocument": document })),
        ("symbols", "documentSymbol", json!({ "textDocument": document })),
        ("tokens of a screen", "semanticTokens/range", json!({ "textDocument": document, "range": screen })),
        ("completion", "completion", json!({ "textDocument": document, "position": place(7, 0) })),
        ("code actions", "codeAction", json!({ "textDocument": document, "range": row, "context": context })),
    ];
    let mut version = 0;
    let mut all = Vec::new();
    for (name, method, params) in asked {
        let method = format!("textDocument/{method}");
        let ask = |server: &mut Server| {
            let begin = Instant::now();
            let answer = server.call(&method, params.clone()).expect("an answer");
            assert_ne!(answer, Value::Null, "{method}");
            server.arrived - begin
        };
        let calm = quantiles((0..EDITS).map(|_| ask(&mut server)).collect());
        let edited = (0..EDITS).map(|_| {
            version += 1;
            let (end, with) = if version % 2 == 1 { ((first, 0), " ") } else { ((first, 1), "") };
            server.change(URI, version, json!([part((first, 0), end, with)]));
            let time = ask(&mut server);
            std::thread::sleep(Duration::from_millis(5));
            time
        });
        let edited = quantiles(edited.collect());
        all.push((name, [calm, edited]));
    }
    assert_ne!(server.status("searches"), 0, "the search has run all the time");
    server.end();
    all
}

fn milliseconds(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1e3)
}

fn measure(subject: &Subject, lines: usize) -> [String; 9] {
    let ours = subject.command.is_empty();
    let text = (subject.file)(lines);
    let begin = Instant::now();
    let mut server = subject.start();
    server.shake_hands(json!({ "processId": null, "rootUri": null, "capabilities": {} }));
    let start = server.arrived - begin;
    let begin = Instant::now();
    let item = json!({ "uri": subject.uri, "languageId": subject.language, "version": 0, "text": text });
    server.notify("textDocument/didOpen", json!({ "textDocument": item }));
    server.diagnostics(subject.uri, 0);
    let open = server.arrived - begin;
    let (mut edits, mut lenses) = (Vec::new(), Vec::new());
    let (part_lines, edited) = subject.part;
    for version in 1..=EDITS {
        // At the start, in the middle and at the end in turn; something more and the same less.
        let parts = lines / part_lines;
        let line = (edited + [0, parts / 2, parts - 1][(version - 1) as usize / 2 % 3] * part_lines) as u32;
        let (end, with) = if version % 2 == 1 { ((line, 0), subject.typed) } else { ((line, 1), "") };
        let begin = Instant::now();
        server.change(subject.uri, version, json!([part((line, 0), end, with)]));
        server.diagnostics(subject.uri, version);
        edits.push(server.arrived - begin);
        if ours {
            let begin = Instant::now();
            server.lenses(subject.uri);
            lenses.push(server.arrived - begin);
        }
        // As fast as fingers are, at the most.
        std::thread::sleep(Duration::from_millis(5));
    }
    let peak = peak_memory(server.child.id());
    server.end();
    let edits = quantiles(edits);
    let [start, open, edit, edit_worst] = [start, open, edits.0, edits.1].map(milliseconds);
    let [lens, lens_worst] = match ours {
        true => <[Duration; 2]>::from(quantiles(lenses)).map(milliseconds),
        false => [(); 2].map(|()| String::new()),
    };
    let peak = peak.map_or_else(|| "?".to_owned(), |bytes| format!("{:.0}", bytes / f64::from(1 << 20)));
    [subject.name.to_owned(), lines.to_string(), start, open, edit, edit_worst, lens, lens_worst, peak]
}

/// Levels of eight lines, each another puzzle.
fn file(lines: usize) -> String {
    let row = |n: usize, bit: usize| if n >> bit & 1 == 1 { '#' } else { ' ' };
    let level = |n: usize| {
        let inner: String = (0..14).map(|bit| row(n, bit)).collect();
        format!(
            "; Level {n}\n################\n#{inner}#\n#      $.      #\n#   @  $.  #   #\n#              #\n################\n\n"
        )
    };
    (0..lines / 8).map(level).collect()
}

fn quantiles(mut times: Vec<Duration>) -> Times {
    times.sort_unstable();
    (times[times.len() / 2], times[times.len() * 99 / 100])
}

/// The most memory that a process has had, in bytes, where that can be told.
fn peak_memory(process: u32) -> Option<f64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: f64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kilobytes * 1024.0)
}
