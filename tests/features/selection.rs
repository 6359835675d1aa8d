//! What is selected step by step around the caret.

use crate::fixture::{Page, check};
use sok::ide::selections;

/// One line a step.
fn steps(page: &Page) -> String {
    let spans = selections(&page.snapshot, page.caret);
    spans.into_iter().map(|span| format!("{}\n", page.shown(span))).collect()
}

#[test]
fn from_a_square_to_the_file() {
    check(
        "Set: S\n\nFirst\n\n#####\n#@<|>$.#\n#####\nby Ann\n",
        steps,
        "
$
#@$.#
#####⏎#@$.#⏎#####
First⏎⏎#####⏎#@$.#⏎#####⏎by Ann
Set: S⏎⏎First⏎⏎#####⏎#@$.#⏎#####⏎by Ann⏎
",
    );
}

#[test]
fn a_square_of_an_array_is_what_stands_in_the_quotes() {
    check(
        "[[\"S\",\"<|>B\",\"T\"],\n [\"#\",\"#\",\"#\"]]\n",
        steps,
        "
B
[[\"S\",\"B\",\"T\"],
[[\"S\",\"B\",\"T\"],⏎ [\"#\",\"#\",\"#\"]]
[[\"S\",\"B\",\"T\"],⏎ [\"#\",\"#\",\"#\"]]⏎
",
    );
}

#[test]
fn a_glyph_is_one_square() {
    check(
        "■■■■■\n■♂<|>●◎■\n■■■■■\n",
        steps,
        "
●
■♂●◎■
■■■■■⏎■♂●◎■⏎■■■■■
■■■■■⏎■♂●◎■⏎■■■■■⏎
",
    );
}

#[test]
fn moves_their_line_and_their_block() {
    check(
        "#####\n#@$.#\n#####\n\nSolution 1/1\n<|>R\n",
        steps,
        "
R
Solution 1/1⏎R
#####⏎#@$.#⏎#####⏎⏎Solution 1/1⏎R
#####⏎#@$.#⏎#####⏎⏎Solution 1/1⏎R⏎
",
    );
}

#[test]
fn a_keys_value_and_a_title() {
    check(
        "#####\n#@$.#\n#####\nAuthor: A<|>nn\n",
        steps,
        "
Ann
Author: Ann
#####⏎#@$.#⏎#####⏎Author: Ann
#####⏎#@$.#⏎#####⏎Author: Ann⏎
",
    );
    check(
        "; My <|>title\n#####\n#@$.#\n#####\n",
        steps,
        "
My title
; My title
; My title⏎#####⏎#@$.#⏎#####
; My title⏎#####⏎#@$.#⏎#####⏎
",
    );
}

#[test]
fn an_indented_row_with_and_without_its_margin() {
    check(
        "  #####\n  #@<|>$.#\n  #####\n",
        steps,
        "
$
#@$.#
  #@$.#
  #####⏎  #@$.#⏎  #####
  #####⏎  #@$.#⏎  #####⏎
",
    );
}

#[test]
fn nothing_in_an_empty_file_but_the_file() {
    check("", steps, "");
}
