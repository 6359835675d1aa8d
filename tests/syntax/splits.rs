//! Empty lines inside boards, as they are handed on to whoever judges boards.

use super::file;
use sok::syntax::{Notation, Puzzle, read_rows};

/// Each place as `upper | gap | lower`.
fn splits(text: &str) -> Vec<[&str; 3]> {
    let part = |span: sok::text::Span| &text[span.range()];
    file(text).splits.iter().map(|split| [part(split.upper), part(split.gap), part(split.lower)]).collect()
}

#[test]
fn an_empty_line_in_a_board_is_found_wherever_it_stands() {
    let rows = ["#####", "#   #", "#@$.#", "#####"];
    for at in 1..4 {
        let (upper, lower) = (rows[..at].join("\n"), rows[at..].join("\n"));
        for gap in ["\n", "\n\n", " \n\t\n"] {
            let text = format!("One\n\n{upper}\n{gap}{lower}\n\nA note.\n");
            assert_eq!(splits(&text), [[&upper[..], gap, &lower[..]]], "{text}");
            let split = file(&text).splits[0];
            let both = read_rows(&text, split.upper.cover(split.lower), Notation::Xsb);
            let Puzzle::Sokoban(board) = both.puzzle else { panic!("no board") };
            let empty = "\n".repeat(gap.matches('\n').count());
            assert_eq!(board.to_xsb(), format!("{upper}\n{empty}{lower}\n"));
        }
    }
}

#[test]
fn parts_hang_together_in_a_chain() {
    assert_eq!(
        splits("###\n#@#\n\n# #\n#$#\n\n#.#\n###\n"),
        [["###\n#@#", "\n", "# #\n#$#"], ["# #\n#$#", "\n", "#.#\n###"]]
    );
}

#[test]
fn text_between_boards_parts_them_for_good() {
    let board = "#####\n#@$.#\n#####\n";
    for between in ["Two\n\n", "; 2\n", "Title: x\n\n", "-\n", "#50\n\n"] {
        assert_eq!(splits(&format!("{board}\n{between}{board}")), [] as [[&str; 3]; 0], "{between:?}");
    }
    assert_eq!(splits(&format!("{board}\n[[\"S\",\"B\",\"T\"]]\n")), [] as [[&str; 3]; 0], "another notation");
    assert_eq!(splits(&format!("{board}\n{board}")).len(), 1, "whether they are one is for others to say");
}
