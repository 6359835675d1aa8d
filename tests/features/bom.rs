//! A mark of the byte order, with which some editors begin a text, is no part of what stands behind it.

use crate::boards::{NOTATIONS, write};
use crate::fixture::page;
use sok::analysis::Weights;
use sok::ide::{Floor, format, hover};
use sok::text::{Span, apply_edits};

const MARK: char = '\u{feff}';
const ROWS: [&str; 3] = ["#####", "#@$.#", "#####"];

#[test]
fn a_board_on_the_first_line_is_read_as_without_it() {
    for notation in NOTATIONS {
        let written = write(&ROWS, notation, "\n");
        let (with, without) = (page(&format!("{MARK}{}", written.text), "\n"), page(&written.text, "\n"));
        assert_eq!(with.snapshot.levels.len(), 1, "{notation}");
        assert_eq!(with.snapshot.reading(0).puzzle, without.snapshot.reading(0).puzzle, "{notation}");
        // The wall in the corner, where columns would be shifted.
        let corner = written.places[0].shifted(MARK.len_utf8());
        let found = hover(&with.snapshot, corner.start as usize, &with.lookup(), &Weights::default());
        let found = found.unwrap_or_else(|| panic!("nothing at the corner, {notation}"));
        assert_eq!((found.span, found.markdown.as_str()), (corner, "**A1** wall"), "{notation}");
    }
}

#[test]
fn a_title_and_a_key_on_the_first_line() {
    let page = page(&format!("{MARK}First\n\n#####\n#@$.#\n#####\n"), "\n");
    assert_eq!(page.snapshot.name(0), "First");
    let page = crate::fixture::page(&format!("{MARK}Notation: sbt\n\n###\n#S#\n###\n"), "\n");
    let key = &page.snapshot.file.keys[0];
    assert_eq!(&page.text()[key.name.range()], "Notation");
    assert_eq!(key.name, Span::new(MARK.len_utf8(), MARK.len_utf8() + "Notation".len()));
}

#[test]
fn mazes_and_numbers_below_it() {
    for (text, levels) in [("1 3\nSBT\n1 3\nSBT\n0 0\n", 2), ("4 1 2\n5 0 3\n", 1), ("[[4,1,2],[5,0,3]]\n", 1)] {
        let (with, without) = (page(&format!("{MARK}{text}"), "\n"), page(text, "\n"));
        assert_eq!(without.snapshot.levels.len(), levels);
        assert_eq!(with.snapshot.levels.len(), levels, "{text}");
        for level in 0..levels {
            assert_eq!(with.snapshot.reading(level).puzzle, without.snapshot.reading(level).puzzle, "{text}");
        }
    }
}

#[test]
fn formatting_keeps_it() {
    let page = page(&format!("{MARK}  #####\n  #@$.#\n  #####"), "\n");
    let text = apply_edits(page.text(), &format(&page.snapshot, Floor::Own));
    assert!(text.starts_with(MARK), "{text:?}");
    assert_eq!(text.matches(MARK).count(), 1);
}
