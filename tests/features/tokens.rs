//! What each piece of the text is.

use crate::boards::{NOTATIONS, write};
use crate::fixture::{ENDS, Page, check, page};
use sok::ide::{TOKEN_MODIFIERS, TOKEN_TYPES, TokenType, tokens};
use sok::text::Span;

/// Under each line its tokens, by name.
fn drawn(page: &Page) -> String {
    let all = Span::new(0, page.text().len());
    let marks: Vec<(Span, String)> = tokens(&page.snapshot, all)
        .iter()
        .map(|token| {
            let mut word = TOKEN_TYPES[token.kind as usize].0.to_string();
            for (bit, (name, _)) in TOKEN_MODIFIERS.iter().enumerate() {
                if token.modifiers >> bit & 1 == 1 {
                    word = format!("{word} {name}");
                }
            }
            (token.span, word)
        })
        .collect();
    page.drawn(&marks)
}

#[test]
fn a_level_and_what_stands_around_it() {
    check(
        "\
Set: S

First

#####
#@$.#
#####
; dull
Author: Ann

Solution 1/1
R
",
        drawn,
        "
Set: S
^^^ property
     ^ string

First
^^^^^ levelTitle

#####
^^^^^ wall
#@$.#
^ wall
 ^ player
  ^ box
   ^ target
    ^ wall
#####
^^^^^ wall
; dull
^^^^^^ comment
Author: Ann
^^^^^^ property
        ^^^ string

Solution 1/1
^^^^^^^^^^^^ solutionTitle
R
^ push
",
    );
}

#[test]
fn moves_and_pushes() {
    check(
        "######\n#@ $.#\n######\n\nSolution 2/1\nrR\n",
        |page| drawn(page).lines().skip(12).map(|line| format!("{line}\n")).collect(),
        "
Solution 2/1
^^^^^^^^^^^^ solutionTitle
rR
^ move
 ^ push
",
    );
}

#[test]
fn a_comment_block_line_by_line() {
    check(
        "#####\n#@$.#\n#####\nComment:\nfirst one\nand two\nComment-End:\n",
        |page| drawn(page).lines().skip(10).map(|line| format!("{line}\n")).collect(),
        "
Comment:
^^^^^^^ property
first one
^^^^^^^^^ string
and two
^^^^^^^ string
Comment-End:
",
    );
}

#[test]
fn numbers_of_a_sliding_puzzle() {
    check(
        "[[1,2],[3,0]]\n",
        drawn,
        "
[[1,2],[3,0]]
  ^ number
    ^ number
        ^ number
          ^ number
",
    );
}

/// One letter a square, in every notation: what the square's token is. Capitals are dead, `x` is outside, `!` a box on
/// a target.
#[track_caller]
fn check_squares(rows: &[&str], expected: &[&str]) {
    for notation in NOTATIONS {
        for end in ENDS {
            let written = write(rows, notation, end);
            let page = page(&written.text, "\n");
            let all = tokens(&page.snapshot, Span::new(0, page.text().len()));
            let letter = |place: &Span| {
                let holds = |span: Span| span.start <= place.start && place.end <= span.end;
                let Some(token) = all.iter().find(|token| holds(token.span)) else { return '.' };
                let letter = match token.kind {
                    TokenType::Wall => 'w',
                    TokenType::Floor => 'f',
                    TokenType::Target => 't',
                    TokenType::Box => 'b',
                    TokenType::Player => 'p',
                    _ => '?',
                };
                match token.modifiers {
                    0 => letter,
                    1 => '!',
                    2 => letter.to_ascii_uppercase(),
                    bits if bits & 4 != 0 => 'x',
                    _ => '?',
                }
            };
            let letters: String = written.places.iter().map(letter).collect();
            let shown: Vec<String> =
                letters.as_bytes().chunks(written.width).map(|row| String::from_utf8_lossy(row).into_owned()).collect();
            assert_eq!(shown, expected, "{notation} {end:?}");
        }
    }
}

/// The left column and the lower row have no target: a box there stays there. The upper row has one at F2, which a
/// box reaches along the wall; from B2 it cannot be pushed at all.
#[test]
fn dead_floor_and_boxes_on_targets() {
    let rows = ["#######", "#@   .#", "# $ * #", "#     #", "#######"];
    check_squares(&rows, &["wwwwwww", "wpffftw", "wFbf!fw", "wFFFFFw", "wwwwwww"]);
}

/// A box beyond the walls is not part of the game; the floor around it is not marked at all.
#[test]
fn outside() {
    let rows = ["########", "#@$.#* #", "########"];
    check_squares(&rows, &["wwwwwwww", "wpbtwx.w", "wwwwwwww"]);
}
