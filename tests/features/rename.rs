//! Renaming a level's title.

use crate::fixture::{Page, check, page};
use sok::ide::{rename_title, title_at};
use sok::text::apply_edits;

/// The text after renaming, or why not.
fn renamed(name: &'static str) -> impl Fn(&Page) -> String {
    move |page| match rename_title(&page.snapshot, page.caret, name) {
        Ok(edits) => apply_edits(page.text(), &edits),
        Err(why) => why.to_string(),
    }
}

#[test]
fn only_the_words_of_the_title_change() {
    check("Fi<|>rst\n\n#####\n#@$.#\n#####\n", renamed("Ü 📦"), "Ü 📦\n\n#####\n#@$.#\n#####\n");
    check("; <|>First\n#####\n#@$.#\n#####\n", renamed("Another"), "; Another\n#####\n#@$.#\n#####\n");
    check("#####\n#@$.#\n#####\nTitle: Fir<|>st\n", renamed("Another"), "#####\n#@$.#\n#####\nTitle: Another\n");
    check("'Fi<|>rst'\n■■■■■\n■♂●◎■\n■■■■■\n", renamed("Another"), "'Another'\n■■■■■\n■♂●◎■\n■■■■■\n");
}

#[test]
fn what_is_no_title_is_refused() {
    check("First\n\n#####\n#@<|>$.#\n#####\n", renamed("Another"), "only the title of a level can be renamed");
    check("Fi<|>rst\n\n#####\n#@$.#\n#####\n", renamed("  "), "a title cannot be empty");
    check("Fi<|>rst\n\n#####\n#@$.#\n#####\n", renamed("a\nb"), "a title is one line");
    // A key and a solution's heading are read as something else.
    for name in ["Solution 1/1", "Author: Ann"] {
        let page = page("Fi<|>rst\n\n#####\n#@$.#\n#####\n", "\n");
        let why = rename_title(&page.snapshot, page.caret, name);
        assert_eq!(why, Err("programs would not read this as a title"), "{name}");
    }
}

#[test]
fn the_place_to_type_over() {
    let shown = |page: &Page| match title_at(&page.snapshot, page.caret) {
        Some(span) => page.drawn(&[(span, String::new())]),
        None => "nothing".to_string(),
    };
    check("; Fi<|>rst\n#####\n#@$.#\n#####\n", shown, "; First\n  ^^^^^\n#####\n#@$.#\n#####\n");
    check("#####\n#@$<|>.#\n#####\n", shown, "nothing");
}
