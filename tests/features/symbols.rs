//! The outline.

use crate::fixture::{Page, check};
use sok::ide::{Symbol, symbols};

/// One line an entry: its kind and name, its details, its text's first and last line, and what is selected.
fn outline(page: &Page) -> String {
    let mut out = String::new();
    for symbol in symbols(&page.snapshot, &page.lookup()) {
        draw(page, &symbol, 0, &mut out);
    }
    out
}

fn draw(page: &Page, symbol: &Symbol, depth: usize, out: &mut String) {
    let whole = page.shown(symbol.span);
    let lines: Vec<&str> = whole.split('⏎').collect();
    let selection = page.shown(symbol.selection);
    let selection = if symbol.selection == symbol.span { "all" } else { &selection };
    out.push_str(&format!(
        "{}{:?} {} ({}) from `{}` to `{}`, at {selection}\n",
        "  ".repeat(depth),
        symbol.kind,
        symbol.name,
        symbol.detail,
        lines[0],
        lines[lines.len() - 1]
    ));
    symbol.children.iter().for_each(|child| draw(page, child, depth + 1, out));
}

#[test]
fn levels_with_their_boards_and_solutions() {
    check(
        "\
Collection: Two

First

######
#@ $.#
######
Author: Ann

Solution 2/1
rR

Second

#####
#@$ #
#####
",
        outline,
        "
Level First (6 × 3 · 1 box · 1 push · 2 moves) from `First` to `rR`, at First
  Board Board (6 × 3 · 1 box) from `######` to `######`, at all
  Solution Solution 2/1 (1 push · 2 moves) from `Solution 2/1` to `rR`, at all
Level Second (5 × 3 · 1 box · needs a target) from `Second` to `#####`, at Second
  Board Board (5 × 3 · 1 box) from `#####` to `#####`, at all
",
    );
}

#[test]
fn a_level_without_a_title_has_a_number() {
    check(
        "#####\n#@$.#\n#####\n\n■■■■■\n■♂●◎■\n■■■■■\n",
        outline,
        "
Level Level 1 (5 × 3 · 1 box · 1 push · 1 move) from `#####` to `#####`, at all
  Board Board (5 × 3 · 1 box) from `#####` to `#####`, at all
Level Level 2 (5 × 3 · 1 box · 1 push · 1 move) from `■■■■■` to `■■■■■`, at all
  Board Board (5 × 3 · 1 box) from `■■■■■` to `■■■■■`, at all
",
    );
}

#[test]
fn mazes_have_numbers_of_their_own() {
    check(
        "1 7\nSB....T\n1 7\nSB..#.T\n0 0\n",
        outline,
        "
Level Maze #1 (7 × 1 · 1 box · 5 pushes · 5 moves) from `1 7` to `SB....T`, at all
  Board Board (7 × 1 · 1 box) from `1 7` to `SB....T`, at all
Level Maze #2 (7 × 1 · 1 box · target G1 out of reach) from `1 7` to `SB..#.T`, at all
  Board Board (7 × 1 · 1 box) from `1 7` to `SB..#.T`, at all
",
    );
}

#[test]
fn arrays_and_numbers() {
    check(
        "Row\n\n[[\"S\",\"B\",\"T\"]]\n\nNumbers\n\n[[1,2,3],[4,0,5]]\n\nSolution 1\nr\n",
        outline,
        r#"
Level Row (3 × 1 · 1 box · 1 push · 1 move) from `Row` to `[["S","B","T"]]`, at Row
  Board Board (3 × 1 · 1 box) from `[["S","B","T"]]` to `[["S","B","T"]]`, at all
Level Numbers (3 × 2 · 1 move) from `Numbers` to `r`, at Numbers
  Board Board (3 × 2) from `[[1,2,3],[4,0,5]]` to `[[1,2,3],[4,0,5]]`, at all
  Solution Solution 1 (1 move) from `Solution 1` to `r`, at all
"#,
    );
}

#[test]
fn a_broken_solution_says_where() {
    check(
        "#####\n#@$.#\n#####\n\nSolution 2/1\nRR\n\nSolution 0/0\nl\n",
        outline,
        "
Level Level 1 (5 × 3 · 1 box · 1 push · 1 move) from `#####` to `l`, at #####⏎#@$.#⏎#####
  Board Board (5 × 3 · 1 box) from `#####` to `#####`, at all
  Solution Solution 2/1 (breaks at move 2) from `Solution 2/1` to `RR`, at all
  Solution Solution 0/0 (breaks at move 1) from `Solution 0/0` to `l`, at all
",
    );
}
