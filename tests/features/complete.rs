//! What is offered while typing.

use crate::fixture::{ENDS, Page, page};
use sok::analysis::RULES;
use sok::ide::{CompletionKind, KEYS, completions};
use sok::syntax::{Hints, parse};
use sok::text::{Edit, apply_edits};

fn labels(page: &Page) -> Vec<String> {
    completions(&page.snapshot, page.caret).into_iter().map(|item| item.label).collect()
}

/// The text once the item of a name was chosen.
#[track_caller]
fn chosen(fixture: &str, label: &str) -> String {
    let page = page(fixture, "\n");
    let items = completions(&page.snapshot, page.caret);
    let item = items.iter().find(|item| item.label == label);
    let item = item.unwrap_or_else(|| panic!("no `{label}` among {:?}", labels(&page)));
    apply_edits(page.text(), &[Edit { span: item.span, new_text: item.new_text.clone() }])
}

const BOARD: &str = "#####\n#@$.#\n#####\n";

#[test]
fn keys_below_a_board() {
    assert_eq!(chosen(&format!("{BOARD}Au<|>"), "Author"), format!("{BOARD}Author: "));
    assert_eq!(chosen(&format!("{BOARD}<|>"), "Solution"), format!("{BOARD}Solution: "));
    // This one ends a block and has no value.
    let block = format!("{BOARD}Comment:\nwords\n");
    assert_eq!(chosen(&format!("{block}Comment-<|>"), "Comment-End"), format!("{block}Comment-End:"));
    for end in ENDS {
        let all = labels(&page(&format!("{BOARD}<|>"), end));
        assert!(KEYS.iter().all(|key| all.contains(&key.name.to_string())), "{end:?} {all:?}");
    }
}

#[test]
fn nothing_where_every_character_counts() {
    for fixture in [
        "#####\n#@<|>$.#\n#####\n",
        "#####<|>\n#@$.#\n#####\n",
        "#####\n#@$.#\n#####\n\nSolution 1/1\nR<|>\n",
        "#####\n#@$.#\n#####\n\nSol<|>ution 1/1\nR\n",
        "[[\"S\",\"B<|>\",\"T\"]]\n",
        "■■■■■\n■♂<|>●◎■\n■■■■■\n",
    ] {
        for end in ENDS {
            assert_eq!(labels(&page(fixture, end)), [] as [String; 0], "{fixture}");
        }
    }
}

#[test]
fn notations_by_name() {
    let text = "Notation: <|>\n";
    assert_eq!(labels(&page(text, "\n")), ["xsb", "sbt", "poj", "array", "glyphs", "tiles"]);
    assert_eq!(chosen("Notation: s<|>\n", "sbt"), "Notation: sbt\n");
    assert_eq!(chosen("Notation:<|>\n", "sbt"), "Notation:sbt\n");
}

/// Authors that the file has already, each once, in the order of the alphabet; not the one that is being typed.
#[test]
fn names_that_the_file_has_already() {
    let text = format!("{BOARD}Author: Zoë\n\n{BOARD}Author: Ann\n\n{BOARD}Author: Zoë\n\n{BOARD}Author: Z<|>");
    assert_eq!(labels(&page(&text, "\n")), ["Ann", "Zoë"]);
    assert!(chosen(&text, "Zoë").ends_with("Author: Zoë"));
    // A free text has no values to offer.
    assert_eq!(labels(&page(&format!("{BOARD}Comment: <|>"), "\n")), [] as [&str; 0]);
}

#[test]
fn codes_to_be_ignored() {
    let text = format!("{BOARD}; sok: ignore <|>");
    assert_eq!(labels(&page(&text, "\n")), RULES.iter().map(|rule| rule.name).collect::<Vec<_>>());
    let chosen = chosen(&format!("{BOARD}; sok: ignore dead-square, un<|>"), "unused-floor");
    assert_eq!(chosen, format!("{BOARD}; sok: ignore dead-square, unused-floor"));
}

/// What is offered as a level to begin with is one: closed, with a player, as many boxes as targets, and solvable.
#[test]
fn levels_to_begin_with_are_sound() {
    for end in ENDS {
        let page = page("Collection: C\n\n<|>", end);
        let all = completions(&page.snapshot, page.caret);
        let skeletons: Vec<_> = all.iter().filter(|item| item.kind == CompletionKind::Skeleton).collect();
        assert!(!skeletons.is_empty());
        for item in skeletons {
            let edit = Edit { span: item.span, new_text: item.new_text.clone() };
            let text = apply_edits(page.text(), &[edit]);
            let plain = text.replace("\r\n", "\n").replace('\r', "\n");
            assert_eq!(plain.replace('\n', end), text, "it has the file's line ends");
            if end != "\n" {
                continue;
            }
            // Solving it once is enough.
            let after = crate::fixture::page(&plain, end);
            assert_eq!(parse(&text, &Hints::default()).levels.len(), 1, "{text}");
            let lens = sok::ide::lenses(&after.snapshot, &after.lookup()).next().expect("a lens");
            assert!(lens.title.contains("push"), "{}: {}", item.label, lens.title);
            assert_eq!(after.snapshot.name(0), "Level 1");
            // As a snippet it is the same text, with the title to be typed over.
            let snippet = item.snippet.as_ref().expect("a snippet");
            let plain = snippet.replace("${1:Level 1}", "Level 1").replace("$0", "").replace("\\$", "$");
            assert_eq!(plain, item.new_text);
        }
    }
}
