//! Every rule of the table fires on its own example, and the page made from the table is not stale.

use sok::analysis::{Code, RULES, Weights};
use sok::ide::{PuzzleKey, State, analyse, diagnostics};
use sok::solve::{Budget, Stop};
use sok::syntax::Hints;
use std::collections::HashMap;
use std::sync::Arc;

fn codes(text: &str) -> Vec<Code> {
    let hints = Hints { prefer_xsb: true, ..Hints::default() };
    let snapshot = analyse(Arc::from(text), &hints, None, &|_| false);
    let mut verdicts = HashMap::new();
    for level in 0..snapshot.levels.len() {
        if let Some(job) = snapshot.job(level) {
            let answer = job.run(&Budget::default(), &Stop::default(), &mut |_| {});
            verdicts.insert(job.key, State::Known(Arc::new(answer)));
        }
    }
    let lookup = |key: PuzzleKey| verdicts.get(&key).cloned();
    diagnostics(&snapshot, &lookup, &Weights::default()).iter().map(|found| found.code).collect()
}

#[test]
fn every_example_shows_its_rule() {
    for rule in RULES.iter().filter(|rule| !rule.example.is_empty()) {
        let found = codes(rule.example);
        assert!(found.contains(&rule.code), "{} is not found in\n{}\nbut {found:?}", rule.name, rule.example);
    }
}

#[test]
fn a_good_level_has_no_findings() {
    assert_eq!(codes("Title\n\n#####\n#@$.#\n#####\n"), []);
}

/// Set `UPDATE_DOCS=1` to write the page.
#[test]
fn the_page_of_findings_is_made_from_the_table() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/diagnostics.md");
    let page = sok::cli::docs::diagnostics();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(path, &page).expect("the page is written");
    }
    let kept = std::fs::read_to_string(path).unwrap_or_default();
    assert!(kept == page, "docs/diagnostics.md is stale: run `UPDATE_DOCS=1 cargo test --test rules`");
}
