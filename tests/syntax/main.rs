//! Reading of level files, seen from outside: what each line is taken for, and what each level is.

mod bounds;
mod containers;
mod dialects;
mod habits;
mod judged;
mod notations;
mod properties;
mod reports;
mod slips;
mod solutions;
#[path = "../sound/mod.rs"]
mod sound;
mod splits;
mod titles;

use expect_test::Expect;
use sok::syntax::{File, Hints, Level, Notation, ProblemKind, Puzzle, Reading, parse, print, read};
use std::fmt::Write;

/// The reader's view of a text: every line with its class, then every level with its board.
#[track_caller]
fn check(text: &str, expect: Expect) {
    expect.assert_eq(&format!("{}\n{}", lines(text), levels(text)));
}

/// The levels alone.
#[track_caller]
fn check_levels(text: &str, expect: Expect) {
    expect.assert_eq(&levels(text));
}

fn file(text: &str) -> File {
    let file = parse(text, &Hints::default());
    assert_eq!(print(text, &file), text, "the lines are the text");
    file
}

fn reading(text: &str, level: &Level) -> Reading {
    read(&text[level.span.range()], level)
}

fn notations(text: &str) -> Vec<Notation> {
    file(text).levels.iter().map(|level| level.notation).collect()
}

fn titles(text: &str) -> Vec<Option<&str>> {
    file(text).levels.iter().map(|level| level.title.map(|title| &text[title.text.range()])).collect()
}

fn boards(text: &str) -> Vec<String> {
    let xsb = |level: &Level| match reading(text, level).puzzle {
        Puzzle::Sokoban(board) => board.to_xsb(),
        other => format!("{other:?}"),
    };
    file(text).levels.iter().map(xsb).collect()
}

fn lines(text: &str) -> String {
    let mut out = String::new();
    for line in file(text).lines {
        let class = format!("{:?}", line.class);
        let _ = writeln!(out, "{class:<13}|{}", text[line.span.range()].trim_end_matches(['\r', '\n']));
    }
    out
}

fn levels(text: &str) -> String {
    let file = file(text);
    let mut out = String::new();
    for key in &file.keys {
        let _ = writeln!(out, "{}", self::key(text, key));
    }
    for level in &file.levels {
        let title = level.title.map_or("(no title)", |title| &text[title.text.range()]);
        let _ = writeln!(out, "{title} ({})", level.notation.info().name);
        let reading = reading(text, level);
        match &reading.puzzle {
            Puzzle::Sokoban(board) => {
                for row in board.to_xsb().lines() {
                    let _ = writeln!(out, "{}", format!("  {row}").trim_end());
                }
            }
            Puzzle::Tiles(tiles) => {
                for row in tiles.start.chunks(tiles.width.max(1)) {
                    let _ = writeln!(out, "  {row:?}");
                }
                let _ = writeln!(out, "  goal {:?}", tiles.goal);
            }
            Puzzle::Foreign => {
                let _ = writeln!(out, "  {}", level.dialect.name());
            }
        }
        for problem in &reading.problems {
            let place = &text[problem.span.shifted(level.span.start as usize).range()];
            let _ = writeln!(out, "  ! {} at {place:?}", describe(&problem.kind));
        }
        for key in &level.keys {
            let _ = writeln!(out, "  {}", self::key(text, key));
        }
        for solution in &level.solutions {
            let title = solution.title.map_or("(no title)", |title| &text[title.range()]);
            let _ = writeln!(out, "  {title} = {:?}", &text[solution.moves.range()]);
        }
    }
    out
}

fn key(text: &str, key: &sok::syntax::Key) -> String {
    let open = if key.open { " (not ended)" } else { "" };
    format!("{}: {:?}{open}", &text[key.name.range()], &text[key.value.range()])
}

fn describe(kind: &ProblemKind) -> String {
    match kind {
        ProblemKind::UnknownCharacter { found, meant: Some(meant) } => format!("unknown {found:?}, meant {meant:?}"),
        ProblemKind::UnknownCharacter { found, meant: None } => format!("unknown {found:?}"),
        ProblemKind::RowLength { found, expected } => format!("a row of {found}, not {expected}"),
        ProblemKind::MissingRows { found, expected } => format!("{found} rows of {expected}"),
        ProblemKind::ExtraRows { found, expected } => format!("{found} rows, not {expected}"),
        ProblemKind::Rle(what) => what.clone(),
        ProblemKind::TooLarge { width, height } => format!("too large: {width} x {height}"),
    }
}
