//! The board as a view: played and drawn on.

use crate::boards::{NOTATIONS, write};
use crate::fixture::{ENDS, Page, check, page};
use sok::analysis::Weights;
use sok::ide::{Caret, Content, Stroke, caret, draw, insert_moves, play, view};
use sok::level::Board;
use sok::text::apply_edits;

const ROOM: [&str; 5] = ["#######", "#@   .#", "# $ * #", "#     #", "#######"];

#[test]
fn the_same_view_in_every_notation() {
    for notation in NOTATIONS {
        for end in ENDS {
            let written = write(&ROOM, notation, end);
            let page = page(&written.text, "\n");
            let view = view(&page.snapshot, 0, &page.lookup(), &Weights::default()).expect("a view");
            assert_eq!((view.width, view.height), (7, 5));
            assert_eq!(view.places, written.places, "{notation}");
            let Content::Squares { rows, inside, dead } = view.content else { panic!("squares") };
            assert_eq!(rows, ROOM);
            let signs = |bits: &[bool]| -> Vec<String> {
                bits.chunks(7).map(|row| row.iter().map(|&bit| if bit { '1' } else { '0' }).collect()).collect()
            };
            assert_eq!(signs(&inside), ["0000000", "0111110", "0111110", "0111110", "0000000"]);
            // As the tokens' test works it out: the left column and the lower row.
            assert_eq!(signs(&dead), ["0000000", "0100000", "0100000", "0111110", "0000000"]);
            // Nothing shorter: two pushes to the right and one up, or one up and three to the right.
            assert_eq!(view.verdict.split(" · ").next(), Some("4 pushes"));
            let square = 2 * 7 + 2;
            let at = written.places[square].start as usize;
            assert_eq!(caret(&page.snapshot, at), Some((0, Some(Caret::Cell(square)))));
        }
    }
}

/// Rows after moves, and what is said of them.
fn played(moves: &'static str) -> impl Fn(&Page) -> String {
    move |page| {
        let played = play(&page.snapshot, 0, moves).expect("a board");
        format!(
            "{}\n{} pushes {} solved {} legal {}",
            played.rows.join("\n"),
            played.moves,
            played.pushes,
            played.solved,
            played.legal
        )
    }
}

#[test]
fn moves_are_played_up_to_the_first_that_cannot_be() {
    let level = "######\n#@ $.#\n######\n";
    check(level, played("r"), "######\n# @$.#\n######\nr pushes 0 solved false legal true");
    check(level, played("rr"), "######\n#  @*#\n######\nrR pushes 1 solved true legal true");
    check(level, played("rrr"), "######\n#  @*#\n######\nrR pushes 1 solved true legal false");
    check(level, played("ur"), "######\n#@ $.#\n######\n pushes 0 solved false legal false");
    check("######\n#S.BT#\n######\n", played("rr"), "######\n#  @*#\n######\nrR pushes 1 solved true legal true");
}

#[test]
fn moves_that_solve_are_stored_in_the_levels_letters() {
    let stored = |moves: &'static str| {
        move |page: &Page| match insert_moves(&page.snapshot, 0, moves) {
            Ok(edits) => apply_edits(page.text(), &edits),
            Err(why) => why.to_string(),
        }
    };
    check("######\n#@ $.#\n######\n", stored("rr"), "######\n#@ $.#\n######\n\nSolution 2/1\nrR\n");
    check("######\n#S.BT#\n######\n", stored("rr"), "######\n#S.BT#\n######\n\nSolution 2/1\neE\n");
    let refused = "these moves do not solve the level as it stands in the text";
    check("######\n#@ $.#\n######\n", stored("r"), refused);
    check("######\n#@ $.#\n######\n", stored("rrr"), refused);
}

/// The text after strokes on a board: columns, rows and squares of `xsb`.
fn drawn(strokes: &'static [(i32, i32, &str)]) -> impl Fn(&Page) -> String {
    move |page| {
        let stroke = |&(x, y, square): &(i32, i32, &str)| Stroke { x, y, content: Board::from_xsb(square).cells[0] };
        let strokes: Vec<Stroke> = strokes.iter().map(stroke).collect();
        match draw(&page.snapshot, 0, &strokes) {
            Ok(edits) => apply_edits(page.text(), &edits),
            Err(why) => why.to_string(),
        }
    }
}

#[test]
fn strokes_change_their_squares_and_nothing_else() {
    check("One\n\n#####\n#@$.#\n#####\nnote\n", drawn(&[(3, 1, "*")]), "One\n\n#####\n#@$*#\n#####\nnote\n");
    check("■■■■■\n■♂●◎■\n■■■■■\n", drawn(&[(2, 1, " ")]), "■■■■■\n■♂□◎■\n■■■■■\n");
    check("[[\"S\",\"B\",\"T\"]]\n", drawn(&[(1, 0, "#")]), "[[\"S\",\"#\",\"T\"]]\n");
    // Drawn as it stands: nothing to do.
    check("#####\n#@$.#\n#####\n", drawn(&[(2, 1, "$")]), "#####\n#@$.#\n#####\n");
    // Of two strokes on one square the later one counts.
    check("#####\n#@$.#\n#####\n", drawn(&[(2, 1, "#"), (2, 1, "*")]), "#####\n#@*.#\n#####\n");
}

#[test]
fn a_second_player_takes_the_first_ones_place() {
    check("######\n#@$ .#\n######\n", drawn(&[(3, 1, "@")]), "######\n# $@.#\n######\n");
    check("######\n#+$ .#\n######\n", drawn(&[(3, 1, "@")]), "######\n#.$@.#\n######\n");
}

#[test]
fn a_board_grows_where_it_is_drawn_on_outside() {
    check("###\n#@#\n###\n", drawn(&[(3, 1, "#")]), "###\n#@##\n###\n");
    check("###\n#@#\n###\n", drawn(&[(0, 3, "#"), (2, 3, "#")]), "###\n#@#\n###\n# #\n");
    check("###\n#@#\n###\n", drawn(&[(-1, 0, "#")]), "####\n #@#\n ###\n");
    check("###\n#@#\n###\n", drawn(&[(900, 0, "#")]), "this is too far from the board");
    check("[[\"S\",\"B\",\"T\"]]\n", drawn(&[(3, 0, "#")]), "a board in this notation does not grow by drawing");
}
