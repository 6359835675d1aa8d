//! What is told of a place.

use crate::boards::{NOTATIONS, write};
use crate::fixture::{ENDS, Page, check, page};
use sok::analysis::Weights;
use sok::ide::hover;

const ROOM: [&str; 5] = ["#######", "#@ $ .#", "# $   #", "#  .  #", "#######"];

/// In every notation the hover marks the square and says the same.
#[track_caller]
fn check_square(rows: &[&str], (x, y): (usize, usize), expected: &str) {
    for notation in NOTATIONS {
        for end in ENDS {
            let written = write(rows, notation, end);
            let page = page(&written.text, "\n");
            let square = y * written.width + x;
            let start = written.places[square].start as usize;
            let found = hover(&page.snapshot, start, &page.lookup(), &Weights::default()).expect("a hover");
            assert_eq!(written.square(found.span), square, "{notation}");
            assert_eq!(found.markdown, expected, "{notation} {end:?}");
        }
    }
}

#[test]
fn a_box_and_where_it_can_get() {
    // To D4 right and down, to F2 three to the right and up.
    let free = "**C3** box\n\nNearest target D4 (2 pushes), the other boxes aside. Can reach 2 of 2 targets.";
    check_square(&ROOM, (2, 2), free);
    let at_the_wall = "**D2** box\n\nNearest target F2 (2 pushes), the other boxes aside. Can reach 1 of 2 targets.";
    check_square(&ROOM, (3, 1), at_the_wall);
}

#[test]
fn squares_without_a_box() {
    check_square(&ROOM, (0, 0), "**A1** wall");
    check_square(&ROOM, (5, 1), "**F2** target");
    check_square(&ROOM, (4, 2), "**E3** floor");
    let dead = "Dead square: a box here can never be brought to a target.";
    // A corner without a target.
    check_square(&ROOM, (1, 3), &format!("**B4** floor\n\n{dead}"));
    check_square(&ROOM, (1, 1), &format!("**B2** player\n\n{dead}"));
}

#[test]
fn a_box_on_a_target_and_where_else_it_can_go() {
    let rows = ["#######", "#@* . #", "# $   #", "#     #", "#######"];
    let text = "**C2** box on a target\n\nThe next target is E2 (2 pushes), the other boxes aside.";
    check_square(&rows, (2, 1), text);
    let rows = ["#####", "#@* #", "#####"];
    let text = "**C2** box on a target\n\nCan reach no other target.";
    check_square(&rows, (2, 1), text);
}

#[test]
fn a_number_and_where_it_belongs() {
    for text in ["[[4,<|>1,2],[5,0,3]]\n", "4 <|>1 2\n5 0 3\n"] {
        check(text, told, "1: **B1** 1, belongs to A1");
    }
    check("[[1,2,3],[<|>4,0,5]]\n", told, "4: **A2** 4, in its place");
    check("[[1,2,3],[4,<|>0,5]]\n", told, "0: **B2** the blank, belongs to C2");
}

fn told(page: &Page) -> String {
    match page.hover() {
        Some(hover) => format!("{}: {}", page.shown(hover.span), hover.markdown),
        None => "nothing".to_string(),
    }
}

#[test]
fn moves_show_the_board_behind_them() {
    let level = "One\n\n######\n#@ $.#\n#    #\n######\n\nSolution 2/1\n";
    check(
        &format!("{level}<|>rR\n"),
        told,
        "r: **Move 1 of 2** · 0 pushes of 1 so far\n\n```\n######\n# @$.#\n#    #\n######\n```\n\n\
         1 push · 2 moves · 1 box line · 1 box change · 1 pushing session",
    );
    // Behind the last letter, that letter is meant.
    check(
        &format!("{level}rR<|>\n"),
        told,
        "R: **Move 2 of 2** · push 1 of 1\n\n```\n######\n#  @*#\n#    #\n######\n```\n\n\
         1 push · 2 moves · 1 box line · 1 box change · 1 pushing session",
    );
}

#[test]
fn moves_are_shown_in_the_levels_own_signs() {
    check(
        "#####\n#SBT#\n#####\n\nSolution 1/1\n<|>E\n",
        told,
        "E: **Move 1 of 1** · push 1 of 1\n\n```\n#####\n#.S*#\n#####\n```\n\n\
         1 push · 1 move · 1 box line · 1 box change · 1 pushing session",
    );
    check(
        "■■■■■\n■♂●◎■\n■■■■■\n\nSolution 1/1\n<|>R\n",
        told,
        "R: **Move 1 of 1** · push 1 of 1\n\n```\n■■■■■\n■□♂*■\n■■■■■\n```\n\n\
         1 push · 1 move · 1 box line · 1 box change · 1 pushing session",
    );
    check("[[1,2,3],[4,0,5]]\n\nSolution 1\n<|>r\n", told, "r: **Move 1 of 1**\n\n```\n1 2 3\n4 5 0\n```");
}

#[test]
fn moves_that_run_into_a_wall_show_where_they_stop() {
    let text = "#####\n#@$.#\n#####\n\nSolution 2/1\nRR<|>\n";
    let shown = page(text, "\n").hover().expect("a hover").markdown;
    let expected = "**Move 2 of 2** · cannot be played: broken at move 2\n\n```\n#####\n# @*#\n#####\n```";
    assert!(shown.starts_with(expected), "{shown}");
    assert!(shown.contains("`solution-illegal`"), "the finding is explained: {shown}");
}

#[test]
fn a_solutions_title_says_what_it_comes_to() {
    let level = "######\n#@ $.#\n######\n\n";
    check(
        &format!("{level}Sol<|>ution 2/1\nrR\n"),
        told,
        "Solution 2/1: **solves the level**\n\n\
         1 push · 2 moves · 1 box line · 1 box change · 1 pushing session",
    );
    check(
        &format!("{level}Sol<|>ution 1/0\nr\n"),
        told,
        "Solution 1/0: **does not solve the level**\n\n\
         0 pushes · 1 move · 0 box lines · 0 box changes · 0 pushing sessions",
    );
    check(
        &format!("{level}Sol<|>ution 3/2\nrRR\n"),
        told,
        "Solution 3/2: **breaks at move 3**\n\n\
         1 push · 2 moves · 1 box line · 1 box change · 1 pushing session",
    );
}

#[test]
fn a_title_sums_up_its_level() {
    check(
        "Fi<|>rst\n\n######\n#@ $.#\n######\n\nSecond\n\n#####\n#@$ #\n#####\n",
        told,
        "First: **First** level 1 of 2\n\n6 × 3 · 1 box · notation `xsb`\n\n1 push · 2 moves",
    );
    check(
        "First\n\n######\n#@ $.#\n######\n\nSec<|>ond\n\n#####\n#@$ #\n#####\n",
        told,
        "Second: **Second** level 2 of 2\n\n5 × 3 · 1 box · notation `xsb`\n\nneeds a target",
    );
    check(
        "Ü<|> 📦\n\n■■■■■\n■♂●◎■\n■■■■■\n",
        told,
        "Ü 📦: **Ü 📦** level 1 of 1\n\n5 × 3 · 1 box · notation `glyphs`\n\n1 push · 1 move",
    );
}

#[test]
fn keys_are_explained() {
    let about =
        "Author: Ann: **Author** Who drew the level. At the head of the file: who drew those that name nobody else.";
    check("#####\n#@$.#\n#####\nAut<|>hor: Ann\n", told, about);
    check("#####\n#@$.#\n#####\nAuthor: A<|>nn\n", told, about);
    check("#####\n#@$.#\n#####\nAuthor: Ann\nno<|>te\n", told, "nothing");
    check("", told, "nothing");
}
