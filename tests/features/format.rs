//! Formatting, and what can be done with a level.

use crate::fixture::{ENDS, Page, check, page};
use sok::ide::{Floor, format, format_range, rewrite};
use sok::text::{Span, apply_edits};

fn formatted(page: &Page) -> String {
    apply_edits(page.text(), &format(&page.snapshot, Floor::Own))
}

#[test]
fn blanks_and_margins_go() {
    check("First\n\n  #####  \n  #@$.#\n  #####\n", formatted, "First\n\n#####\n#@$.#\n#####\n");
    check("#####\n#@b.#\n#   #\n# $o#\n#####\n", formatted, "#####\n#@$.#\n#   #\n# $.#\n#####\n");
}

/// With and without a line end at the end, formatting is done once, and the line end is the file's own.
#[test]
fn a_formatted_text_stays() {
    for text in [
        "First\n\n  ####\n  #@$.#\n  #####",
        "[[\"S\",\"B\",\"T\"]]",
        "■■■■■\n■♂●◎■\n■■■■■",
        "1 3\nSBT\n0 0",
        "4 1 2\n5 0 3",
    ] {
        for end in ENDS {
            let once = formatted(&page(text, end));
            // A text of one line has no habit.
            let end = if text.contains('\n') { end } else { "\n" };
            assert!(once.ends_with(end), "{once:?}");
            let plain = once.replace("\r\n", "\n").replace('\r', "\n");
            let again = page(&plain, end);
            assert_eq!(again.text(), once, "no other line end");
            assert_eq!(format(&again.snapshot, Floor::Own), [], "{once:?}");
        }
    }
}

#[test]
fn a_part_is_the_levels_that_it_touches() {
    let text = "One\n\n  ###\n  #@#\n  ###\n\nTwo\n\n  ###\n  #@#\n  ###\n";
    for end in ENDS {
        let page = page(text, end);
        let second = page.text().find("Two").expect("it is there");
        let part = Span::new(second, second + 3);
        let after = apply_edits(page.text(), &format_range(&page.snapshot, part, Floor::Own));
        let wanted = "One\n\n  ###\n  #@#\n  ###\n\nTwo\n\n###\n#@#\n###\n".replace('\n', end);
        assert_eq!(after, wanted);
    }
}

fn rewritten(id: &'static str) -> impl Fn(&Page) -> String {
    move |page| match (rewrite(id).expect("an action").edits)(&page.snapshot, 0) {
        Ok(edits) => apply_edits(page.text(), &edits),
        Err(why) => why,
    }
}

/// Turned by a quarter to the right, up becomes right: the solution with the board.
#[test]
fn a_board_is_turned_with_its_solution() {
    check(
        "One\n\n###\n#.#\n#$#\n#@#\n###\n\nSolution 1/1\nU\n",
        rewritten("rotate-right"),
        "One\n\n#####\n#@$.#\n#####\n\nSolution 1/1\nR\n",
    );
    check("#####\n#@$.#\n#####\n\nSolution 1/1\nR\n", rewritten("mirror"), "#####\n#.$@#\n#####\n\nSolution 1/1\nL\n");
}

#[test]
fn a_board_in_another_notation() {
    check("#####\n#@$.#\n#####\n", rewritten("convert-to-glyphs"), "■■■■■\n■♂●◎■\n■■■■■\n");
    check("■■■■■\n■♂●◎■\n■■■■■\n", rewritten("convert-to-xsb"), "#####\n#@$.#\n#####\n");
}

/// Found by the property tests: a `\n` put behind a lone `\r` made one line end of the two, and no blank line.
#[test]
fn a_blank_line_below_another_kind_of_line_end() {
    let once = formatted(&page("[[\"#\",\"S\"],\nRR\r#Title: x\n[[1,2],[3,0]]\n#", "\n"));
    assert_eq!(format(&page(&once, "\n").snapshot, Floor::Own), [], "{once:?}");
}
