//! Rewriting levels: formatting, converting, turning, trimming, sorting out solutions.
//!
//! Expected boards are drawn by hand; what holds for every level is checked on published sets and random boards by
//! replaying moves, never by comparing with what the code made before.

mod conversions;
mod formatting;
#[path = "../support/random.rs"]
mod random;
mod sets;
mod solutions;
mod transforms;

use sok::ide::{REWRITES, Snapshot, analyse, rewrite};
use sok::level::{Board, Dir, normal_form, parse_letter};
use sok::syntax::{Hints, Puzzle, moves, spelling};
use sok::text::{Edit, apply_edits};
use std::sync::Arc;

fn snapshot(text: &str) -> Snapshot {
    analyse(Arc::from(text), &Hints::default(), None, &|_| false)
}

/// The text after an action on a level, or why there is none.
fn after(text: &str, level: usize, id: &str) -> Result<String, String> {
    let snapshot = snapshot(text);
    let row = rewrite(id).expect("an action of that name");
    (row.edits)(&snapshot, level).map(|edits| apply(&snapshot, &edits))
}

/// Applies edits that must be ascending, disjoint, on character boundaries and with an effect.
#[track_caller]
fn apply(snapshot: &Snapshot, edits: &[Edit]) -> String {
    let text = &snapshot.text;
    for edit in edits {
        assert!(text.get(edit.span.range()).is_some_and(|old| old != edit.new_text), "{edit:?}");
    }
    for pair in edits.windows(2) {
        assert!(pair[0].span.end <= pair[1].span.start && pair[0].span != pair[1].span, "{pair:?}");
    }
    apply_edits(text, edits)
}

/// Does the action with line ends of every kind.
#[track_caller]
fn check(id: &str, text: &str, expected: &str) {
    for end in ["\n", "\r\n", "\r"] {
        let result = after(&text.replace('\n', end), 0, id);
        assert_eq!(result.as_deref(), Ok(expected.replace('\n', end).as_str()), "{id} of\n{text}");
    }
}

#[track_caller]
fn refuses(id: &str, text: &str, why: &str) {
    let error = after(text, 0, id).expect_err("a refusal");
    assert!(error.contains(why), "{id} says {error:?}");
}

fn board(snapshot: &Snapshot, level: usize) -> Board {
    match snapshot.reading(level).puzzle {
        Puzzle::Sokoban(board) => board,
        other => panic!("no board: {other:?}"),
    }
}

fn normal(snapshot: &Snapshot, level: usize) -> Vec<u8> {
    normal_form(&board(snapshot, level), true).bytes
}

/// The directions of a stored solution.
fn dirs(snapshot: &Snapshot, level: usize, stored: usize) -> Vec<Dir> {
    let letters = moves(&snapshot.text, snapshot.file.levels[level].solutions[stored].moves);
    let style = spelling(&letters).expect("a spelling");
    letters.iter().map(|&(letter, _)| parse_letter(letter, style).expect("a direction")).collect()
}

#[test]
fn every_action_has_a_name_of_its_own() {
    for (index, row) in REWRITES.iter().enumerate() {
        assert!(!row.title.is_empty() && row.id.bytes().all(|byte| byte == b'-' || byte.is_ascii_lowercase()));
        assert!(REWRITES[..index].iter().all(|other| other.id != row.id && other.title != row.title), "{}", row.id);
    }
    assert!(rewrite("no-such-action").is_none());
}

/// What is offered can be done; what is not offered for a level changes nothing.
#[test]
fn an_action_applies_to_what_it_can_do() {
    let samples = [
        "#####\n#@$.#\n#####\n",
        "#####\n# $.#\n#####\n",
        "#####\n#@$x#\n#####\n",
        "5#|#@$.#|5#\n",
        "S.BT\n....\n",
        "1 4\nSB.T\n0 0\n",
        "[[\"S\",\"B\",\"T\"]]\n",
        "■■■■■\n■♂●◎■\n■■■■■\n",
        "[[1,2,3],[4,0,5]]\n",
        "#####\n#@$.#\n#####\n\nSolution\nR\n\nAgain\nR\n\nWrong\nuu\n",
    ];
    for text in samples {
        let snapshot = snapshot(text);
        for row in REWRITES {
            let result = (row.edits)(&snapshot, 0);
            let offered = (row.applies_to)(&snapshot, 0);
            if offered && !matches!(row.id, "sort-solutions") {
                assert!(result.is_ok(), "{} of\n{text}: {result:?}", row.id);
            }
            if !offered {
                assert!(result.as_ref().map_or(true, Vec::is_empty), "{} of\n{text}: {result:?}", row.id);
            }
            apply(&snapshot, &result.unwrap_or_default());
        }
    }
}

/// Set `UPDATE_DOCS=1` to write the page.
#[test]
fn the_page_of_rewritings_is_made_from_the_tables() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/rewriting.md");
    let page = sok::cli::docs::rewriting();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(path, &page).expect("the page is written");
    }
    let kept = std::fs::read_to_string(path).unwrap_or_default();
    assert!(kept == page, "docs/rewriting.md is stale: run `UPDATE_DOCS=1 cargo test --test rewrite`");
}
