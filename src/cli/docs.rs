//! The parts of the documentation that are made from the tables. A test keeps the files as these functions say.

use crate::analysis::{RULES, Severity};
use std::fmt::Write;

/// `docs/diagnostics.md`.
pub fn diagnostics() -> String {
    let mut page = String::from(
        "# What `sok` finds\n\n\
         Every finding has a code, exact places and a message in the level's own notation. Severities are those of\n\
         `strictness: normal`; `draft` turns what a half-drawn board lacks into information, `publish` turns hints\n\
         into warnings. A finding that says a level cannot be solved is a proof, never a guess.\n\n\
         The setting `sok.severity` weighs single findings or turns them off. A comment below a board does it for\n\
         that level, one above the first board for the whole file:\n\n\
         ```sokoban\n; sok: ignore unused-floor, decoration\n```\n\n\
         | code | what | severity |\n|---|---|---|\n",
    );
    for rule in RULES {
        let draft = if rule.drafting && rule.severity == Severity::Error { " (in a draft: information)" } else { "" };
        let _ = writeln!(page, "| [`{0}`](#{0}) | {1} | {2}{draft} |", rule.name, rule.title, rule.severity.name());
    }
    for rule in RULES {
        let _ = write!(page, "\n## {}\n\n{}\n", rule.name, rule.explanation);
        if !rule.example.is_empty() {
            let _ = write!(page, "\n```sokoban\n{}\n```\n", rule.example);
        }
    }
    page
}
