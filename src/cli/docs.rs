//! The parts of the documentation that are made from the tables. A test keeps the files as these functions say.

use crate::analysis::{RULES, Severity};
use crate::ide::{FORMAT_RULES, REWRITES};
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

/// `docs/rewriting.md`.
pub fn rewriting() -> String {
    let mut page = String::from(
        "# How `sok` rewrites levels\n\n\
         No rewriting is handed out before its result has been read again: every level then means what it did, but for\n\
         what the action is for. Line ends, the charset and everything that is not named here stay as they are.\n\n\
         ## Formatting\n\n\
         `sok fmt` does this and nothing else. Levels with characters that cannot be read, boards in quoted mail or in\n\
         run-length code, and foreign formats are left alone. Formatting a formatted file changes nothing.\n\n\
         | rule | what | why |\n|---|---|---|\n",
    );
    for rule in FORMAT_RULES {
        let _ = writeln!(page, "| `{}` | {} | {} |", rule.name, rule.what, rule.why);
    }
    page.push_str(
        "\n## Actions on one level\n\n\
         Turning a level turns its stored solutions and snapshots too, and keeps the author's own characters. Converting\n\
         it spells them in the letters of the other notation; a board without an outer wall gets one where the other\n\
         notation needs it. What cannot be expressed is named, and nothing is changed.\n\n\
         | id | action |\n|---|---|\n",
    );
    for row in REWRITES {
        let _ = writeln!(page, "| `{}` | {} |", row.id, row.title);
    }
    page
}
