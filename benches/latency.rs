//! How long the real server takes, as an editor sees it. Run with `cargo bench --bench latency`.
//!
//! For files of 100, 10 000 and 100 000 lines: from the start to the handshake, from opening to the first diagnostics,
//! from a keystroke to the diagnostics of its version, and from a request for lenses to the lenses, all while the
//! searches run; and the most memory that the process took.

#[expect(dead_code, reason = "the protocol tests use the rest")]
#[path = "../tests/support/mod.rs"]
mod support;

use std::io::Write;
use std::time::{Duration, Instant};

use serde_json::json;

use support::{Server, part};

const EDITS: i64 = 200;
const URI: &str = "file:///bench.sok";

fn main() {
    // `cargo test --all-targets` runs this too, and has no use for figures.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let mut out = std::io::stdout();
    let row = |out: &mut std::io::Stdout, cells: [String; 8]| {
        let _ = writeln!(out, "| {} |", cells.join(" | "));
    };
    let titles = ["lines", "start", "open", "edit p50", "edit p99", "lenses p50", "lenses p99", "peak MiB"];
    row(&mut out, titles.map(str::to_owned));
    row(&mut out, [(); 8].map(|()| "--:".to_owned()));
    for lines in [100, 10_000, 100_000] {
        let cells = measure(lines);
        row(&mut out, cells);
    }
}

fn measure(lines: usize) -> [String; 8] {
    let text = file(lines);
    let begin = Instant::now();
    let mut server = Server::ready(json!({}));
    let start = begin.elapsed();
    let begin = Instant::now();
    server.open(URI, 0, &text);
    server.diagnostics(URI, 0);
    let open = begin.elapsed();
    let (mut edits, mut lenses) = (Vec::new(), Vec::new());
    for version in 1..=EDITS {
        // At the start, in the middle and at the end in turn; a wall more and the same wall less.
        let line = 1 + [0, lines / 2 / 8 * 8, (lines / 8 - 1) * 8][version as usize / 2 % 3] as u32;
        let (end, with) = if version % 2 == 1 { ((line, 0), "#") } else { ((line, 1), "") };
        let begin = Instant::now();
        server.change(URI, version, json!([part((line, 0), end, with)]));
        server.diagnostics(URI, version);
        edits.push(begin.elapsed());
        let begin = Instant::now();
        server.lenses(URI);
        lenses.push(begin.elapsed());
        // As fast as fingers are, at the most.
        std::thread::sleep(Duration::from_millis(5));
    }
    let peak = peak_memory(server.child.id());
    server.end();
    let (edits, lenses) = (quantiles(edits), quantiles(lenses));
    let times = [start, open, edits.0, edits.1, lenses.0, lenses.1];
    let [start, open, edit, edit_worst, lens, lens_worst] =
        times.map(|time| format!("{:.2} ms", time.as_secs_f64() * 1e3));
    let peak = peak.map_or_else(|| "?".to_owned(), |bytes| format!("{:.0}", bytes / f64::from(1 << 20)));
    [lines.to_string(), start, open, edit, edit_worst, lens, lens_worst, peak]
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

fn quantiles(mut times: Vec<Duration>) -> (Duration, Duration) {
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
