//! A box and the targets that it can reach, a target and the boxes that can reach it.

use crate::boards::{NOTATIONS, write};
use crate::fixture::{ENDS, page};
use sok::ide::highlights;

const ROOM: [&str; 5] = ["#######", "#@ $ .#", "# $   #", "#  .  #", "#######"];

/// `^` is the square under the caret, `o` what belongs to it. The caret stands before the square or behind it.
#[track_caller]
fn check(rows: &[&str], caret: (usize, usize), expected: [&str; 5]) {
    for notation in NOTATIONS {
        for end in ENDS {
            let written = write(rows, notation, end);
            let page = page(&written.text, "\n");
            let square = caret.1 * written.width + caret.0;
            let marks: Vec<_> = highlights(&page.snapshot, written.places[square].start as usize)
                .into_iter()
                .enumerate()
                .map(|(index, span)| (written.square(span), if index == 0 { '^' } else { 'o' }))
                .collect();
            assert_eq!(written.marked(&marks), expected.join("\n"), "{notation} {end:?}");
        }
    }
}

#[test]
fn a_box_in_the_open_can_get_everywhere() {
    check(&ROOM, (2, 2), ["·······", "·····o·", "··^····", "···o···", "·······"]);
}

/// The wall above it holds a box for ever.
#[test]
fn a_box_at_a_wall_stays_there() {
    check(&ROOM, (3, 1), ["·······", "···^·o·", "·······", "·······", "·······"]);
}

#[test]
fn a_target_and_its_boxes() {
    check(&ROOM, (5, 1), ["·······", "···o·^·", "··o····", "·······", "·······"]);
    check(&ROOM, (3, 3), ["·······", "·······", "··o····", "···^···", "·······"]);
}

#[test]
fn nothing_belongs_to_floor_walls_and_the_player() {
    for caret in [(1, 1), (4, 2), (0, 0)] {
        check(&ROOM, caret, ["·······"; 5]);
    }
}

/// On a target already: the others it could go to, and not itself.
#[test]
fn a_box_on_its_target() {
    let rows = ["#######", "#@* . #", "# $   #", "#     #", "#######"];
    check(&rows, (2, 1), ["·······", "··^·o··", "·······", "·······", "·······"]);
}

/// A board that cannot be judged has no places that belong together.
#[test]
fn nothing_on_a_faulty_board() {
    let rows = ["#######", "#@$ ..#", "#     #", "#     #", "#######"];
    check(&rows, (2, 1), ["·······"; 5]);
}
