//! Reading takes time in proportion to the text, whatever the text is.

use super::file;
use sok::syntax::{Hints, parse};
use std::time::{Duration, Instant};

/// The shortest of a few runs, as other work on the machine only ever adds to it.
fn time(text: &str) -> Duration {
    let run = |_| {
        let start = Instant::now();
        let file = parse(text, &Hints::default());
        for level in &file.levels {
            std::hint::black_box(super::reading(text, level));
        }
        start.elapsed()
    };
    (0..3).map(run).min().expect("a run")
}

#[test]
fn no_line_makes_reading_slower_than_linear() {
    let lines = [
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
    ];
    for line in lines {
        let few = time(&line.repeat(10_000 / line.len()));
        let many = time(&line.repeat(320_000 / line.len()));
        // Thirty-two times the text: a square would take a thousand times the time.
        assert!(many < few * 200 + Duration::from_millis(50), "{line:?}: {few:?}, then {many:?}");
    }
}

#[test]
fn one_long_line_is_read_in_linear_time() {
    for piece in ["#", "a ", "[", "[\"", "[\"#\",", "[1,", "(", "9(", "|#", "■", "Comment:", "'", "&quot;", "> "] {
        let few = time(&piece.repeat(20_000 / piece.len()));
        let many = time(&piece.repeat(640_000 / piece.len()));
        assert!(many < few * 200 + Duration::from_millis(50), "{piece:?}: {few:?}, then {many:?}");
    }
}

#[test]
fn bombs_are_bounded() {
    for text in [
        "9999(9999(#))|9999(9999(#))|###\n".to_owned(),
        "9999(9999(9999(9999(#))))\n###\n###\n".to_owned(),
        format!("#{}#|###|###\n", "(".repeat(200_000)),
        format!("{}#{}|###|###\n", "2(".repeat(300), ")".repeat(300)),
        format!("{}\n###\n", "99999#|".repeat(1000)),
        format!("99999999999999999999999 3\n{}", "SBT\n".repeat(1000)),
        format!("{}\n###\n###\n", "#é".repeat(100_000)),
    ] {
        let file = file(&text);
        for level in &file.levels {
            let reading = super::reading(&text, level);
            assert!(reading.problems.len() <= 1000, "{}", reading.problems.len());
            assert!(reading.places.len() <= 1_000_000);
        }
    }
}
