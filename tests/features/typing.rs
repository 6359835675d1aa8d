//! A new row between the walls of the one above, after Enter at its end.

use crate::fixture::{Page, check};
use sok::ide::new_row;
use sok::text::apply_edits;

fn typed(page: &Page) -> String {
    apply_edits(page.text(), &new_row(&page.snapshot, page.caret))
}

#[test]
fn the_walls_go_on() {
    check("#######\n#@$  .#\n<|>\n", typed, "#######\n#@$  .#\n#     #\n");
    check("#######\n<|>", typed, "#######\n#     #");
    check("  #######\n<|>", typed, "  #######\n  #     #");
    check("#######\n#-@-$.#\n<|>", typed, "#######\n#-@-$.#\n#-----#");
    // The editor's own indent is taken along.
    check("  #####\n  #@$.#\n  <|>", typed, "  #####\n  #@$.#\n  #   #");
}

#[test]
fn nothing_below_a_board_that_is_closed_or_beside_one() {
    for same in [
        "#####\n#@$.#\n#####\n<|>",
        "#####\n#@$.\n<|>",
        "First\n<|>",
        "#####\n#@$.#\n<|>##",
        "■■■■■\n■♂●◎■\n<|>",
        "[[\"S\",\"B\"],\n<|>",
    ] {
        check(same, typed, &same.replace("<|>", ""));
    }
}
