//! Whether reading takes time in proportion to the text, whatever the text is: `cargo bench --bench reading`.
//!
//! Each hostile piece is repeated to a short text and to one 32 times as long. A ratio near 32 is linear; a square
//! would show as about a thousand.

#![allow(clippy::print_stdout, reason = "a program that prints a table")]

use sok::syntax::{Hints, parse, read};
use std::time::{Duration, Instant};

const LINES: &[&str] = &[
    "[[\n",
    "[\"#\n",
    "[\"#\"\n\n",
    "[1,2\n",
    "{{'#'\n",
    "[soko\n",
    "Comment:\n",
    "Comment :\nx\n",
    "1 2 3 4\n",
    "12\n",
    "1 7\n",
    "1 7\n##\n",
    "urdl\n",
    "news\n\n",
    "Solution\nnews\n",
    "; x\n",
    "###\n",
    "■□\n",
    "■■\n\n",
    "+ + +\n",
    "+++\n\n",
    "----\n",
    "\n",
    "#x#x#\n",
    "####\n#@ #\n####\nTitle: a\nTitle: b\n",
    "####\n#S.#\n####\n;a\n\n",
    "a\n\n\nul\n\n\n",
    "(((((#\n",
    "#|#|#\n",
    "9(9(9(#\n",
    ">\n",
    "> #\n",
    "[\n",
    "]\n",
    "Title: x\n",
    "&quot;\n",
    "[&quot;#\n",
    "/* [\n",
    "'x'\n",
    "XXXX\n",
    "X@ X\n",
    "-----\n",
    "|0@|\n",
    "---\n|0|\n",
    "//\n",
    "Solution\nu\n//\n",
    "Solution\n1-1u1,\n",
    "####\n\n",
    "####\n#@ #\n\n",
    "<SokobanLevels><Level><L>#</L>\n",
    "<SokobanLevels><Level Id='x'>\n",
    "<SokobanLevels &\n",
    "<SokobanLevels><![CDATA[\n",
    "<SokobanLibrary><Puzzle><Map><Row>#\n",
];

const PIECES: &[&str] =
    &["#", "a ", "[", "[\"", "[\"#\",", "[1,", "(", "9(", "|#", "■", "Comment:", "'", "&quot;", "> "];

/// The shortest of a few runs, as other work on the machine only ever adds to it.
fn time(text: &str) -> Duration {
    let run = |_| {
        let start = Instant::now();
        let file = parse(text, &Hints::default());
        for level in &file.levels {
            std::hint::black_box(read(&text[level.span.range()], level));
        }
        start.elapsed()
    };
    (0..3).map(run).min().unwrap_or_default()
}

fn main() {
    println!("{:<32} {:>12} {:>12} {:>7}", "piece", "20 KB", "640 KB", "ratio");
    for piece in LINES.iter().chain(PIECES) {
        let few = time(&piece.repeat(20_000 / piece.len()));
        let many = time(&piece.repeat(640_000 / piece.len()));
        let ratio = many.as_secs_f64() / few.as_secs_f64().max(1e-9);
        println!("{:<32} {few:>12.1?} {many:>12.1?} {ratio:>7.0}", format!("{piece:?}"));
    }
}
