//! What can be folded.

use crate::fixture::{Page, check};
use sok::ide::folds;

/// The text with every fold in brackets: `‹kind` where it starts, `kind›` where it ends.
fn folded(page: &Page) -> String {
    let mut marks: Vec<(usize, u8, usize, String)> = Vec::new();
    for (index, (span, kind)) in folds(&page.snapshot).iter().enumerate() {
        let name = format!("{kind:?}").to_lowercase();
        // At one place, what ends goes first; inner folds end before outer ones and start after them.
        marks.push((span.start as usize, 1, index, format!("‹{name} ")));
        marks.push((span.end as usize, 0, usize::MAX - index, format!(" {name}›")));
    }
    marks.sort();
    let mut text = page.text().to_string();
    marks.iter().rev().for_each(|(at, _, _, mark)| text.insert_str(*at, mark));
    text
}

#[test]
fn levels_solutions_and_comments() {
    check(
        "\
; A set
; of mine

First

#####
#@$.#
#####
Comment:
easy
Comment-End:

Solution 1/1
R

Second

#####
#@$.#
#####
",
        folded,
        "
‹comment ; A set
; of mine comment›

‹level First

#####
#@$.#
#####
‹comment Comment:
easy comment›
Comment-End:

‹solution Solution 1/1
R solution› level›

‹level Second

#####
#@$.#
##### level›
",
    );
}

#[test]
fn what_has_one_line_is_not_folded() {
    check("; One\n\nAuthor: Ann\n\n[[\"S\",\"B\",\"T\"]]\n", folded, "; One\n\nAuthor: Ann\n\n[[\"S\",\"B\",\"T\"]]\n");
}

#[test]
fn boards_in_other_notations() {
    check(
        "[[\"#\",\"#\",\"#\"],\n [\"S\",\"B\",\"T\"]]\n",
        folded,
        "‹level [[\"#\",\"#\",\"#\"],\n [\"S\",\"B\",\"T\"]] level›\n",
    );
    check("■■■■■\n■♂●◎■\n■■■■■\n", folded, "‹level ■■■■■\n■♂●◎■\n■■■■■ level›\n");
    check("1 3\nSBT\n1 3\nSBT\n0 0\n", folded, "‹level 1 3\nSBT level›\n‹level 1 3\nSBT level›\n0 0\n");
}
