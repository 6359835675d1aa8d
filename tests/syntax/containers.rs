//! Collections in XML: both families of `.slc`, and `.ssx`.

use super::{boards, check_levels, file, titles};
use expect_test::expect;
use sok::level::Board;
use sok::syntax::{Container, LineClass, Notation, ProblemKind, Puzzle};

const MICROBAN: &str = include_str!("../data/collections/microban.txt");

/// The boards of a text of levels as a collection of the family with a DTD or the one with a schema.
fn slc(boards: &[String], dtd: bool, end: &str) -> String {
    let head = if dtd {
        "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<!DOCTYPE SokobanLevels SYSTEM \"SokobanLev.dtd\">\n<SokobanLevels>"
    } else {
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<SokobanLevels xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:schemaLocation=\"SokobanLev.xsd\">"
    };
    let mut out = format!("{head}\n  <Title>A set</Title>\n  <LevelCollection Copyright=\"Me\" MaxWidth=\"9\">\n");
    for (index, board) in boards.iter().enumerate() {
        let rows: String = board.lines().map(|row| format!("      <L>{row}</L>\n")).collect();
        out += &format!("    <Level Id=\"No {index}\" Width=\"1\">\n{rows}    </Level>\n");
    }
    (out + "  </LevelCollection>\n</SokobanLevels>\n").replace('\n', end)
}

#[test]
fn both_families_hold_the_boards_of_the_plain_file() {
    let plain = boards(MICROBAN);
    assert_eq!(plain.len(), 155);
    for (dtd, end) in [(true, "\r\n"), (false, "\n")] {
        let text = slc(&plain, dtd, end);
        let file = file(&text);
        assert_eq!(file.container, Some(Container::Slc));
        assert!(file.levels.iter().all(|level| level.notation == Notation::Slc));
        assert_eq!(boards(&text), plain);
        assert_eq!(titles(&text)[154], Some("No 154"));
        let rows = file.lines.iter().filter(|line| line.class == LineClass::Board).count();
        assert_eq!(rows, plain.iter().map(|board| board.lines().count()).sum::<usize>());
        let keys: Vec<_> = file.keys.iter().map(|key| (&text[key.name.range()], &text[key.value.range()])).collect();
        assert_eq!(keys, [("Title", "A set"), ("Copyright", "Me")]);
    }
}

#[test]
fn every_cell_has_its_place() {
    let text = "<SokobanLevels><Level Id='a'><L>###</L><L>#&#64;#</L>\n<L><![CDATA[#$#]]></L><L/><L>&#x23;</L></Level></SokobanLevels>";
    let file = file(text);
    let level = &file.levels[0];
    let reading = super::reading(text, level);
    let places = reading.places.iter().map(|place| &text[place.shifted(level.span.start as usize).range()]);
    assert_eq!(places.collect::<Vec<_>>().join("|"), "#|#|#|#|&#64;|#|#|$|#||||&#x23;||");
    assert_eq!(reading.puzzle, Puzzle::Sokoban(Board::from_xsb("###\n#@#\n#$#\n\n#")));
}

#[test]
fn slips_in_a_row_are_named() {
    check_levels(
        "<SokobanLevels>\n<Level Id=\"x &amp; y\" Copyright=\"Me\"><L>#####</L><L>#@$|.#</L><L>&who;####</L></Level>\n</SokobanLevels>\n",
        expect![[r##"
            x &amp; y (slc)
              #####
              #@$ .#
               ####
              ! unknown '|' at "|"
              ! unknown '�' at "&who;"
              Copyright: "Me"
        "##]],
    );
}

#[test]
fn a_level_without_rows_is_named_and_left_alone() {
    check_levels(
        "<SokobanLevels><Level Id=\"One\"></Level><!-- <Level Id=\"no\"><L>###</L></Level> --><Level Id=\"Two\"><L>####</L>",
        expect![[r##"
            One (foreign)
              plain
            Two (slc)
              ####
        "##]],
    );
}

#[test]
fn blanks_in_rows_count() {
    let text = "<SokobanLevels><Level><L>  ###</L><L> ##.#</L><L> #@$#</L><L>  ## </L></Level></SokobanLevels>";
    assert_eq!(boards(text), ["  ###\n ##.#\n #@$#\n  ##\n"]);
}

#[test]
fn sokosolve_levels_with_their_solutions() {
    check_levels(
        "<?xml version=\"1.0\"?>\n<SokobanLibrary LibraryID=\"x\">\n<Details><Name>A set</Name><Author Name=\"Me\" /></Details>\n\
         <Puzzles>\n<Puzzle PuzzleID=\"P1\">\n<PuzzleDescription><Name>First</Name></PuzzleDescription>\n<Maps>\n<Map MapID=\"M1\">\n\
         <Row>#####~</Row>\n<Row>#PX.O#</Row>\n<Row>#*$.##</Row>\n<Row>#####~</Row>\n<Solutions><Solution><Steps>rr</Steps>\n\
         <SolutionDescription><Name>By hand</Name></SolutionDescription></Solution></Solutions></Map>\n\
         <Map><Row>#####</Row><Row>#PXO#</Row><Row>#####</Row></Map></Maps></Puzzle>\n</Puzzles>\n</SokobanLibrary>\n",
        expect![[r##"
            Name: "A set"
            Name: "Me"
            First (ssx)
              #####
              #@$ .#
              #+* ##
              #####
              (no title) = "rr"
            (no title) (ssx)
              #####
              #@$.#
              #####
        "##]],
    );
}

#[test]
fn a_document_cannot_grow() {
    let bomb = "<!DOCTYPE x [<!ENTITY a \"##########\"><!ENTITY b \"&a;&a;&a;&a;\">]>\n<SokobanLevels><Level><L>&b;&b;</L><L>&b;</L></Level>";
    let reading = super::reading(bomb, &file(bomb).levels[0]);
    assert_eq!(reading.places.len(), 4, "an entity of the document's own is one unknown character");
    assert!(
        reading.problems.iter().all(|it| matches!(it.kind, ProblemKind::UnknownCharacter { found: '\u{fffd}', .. }))
    );
    let deep = format!("<SokobanLevels><Level>{}<L>###</L>", "<a>".repeat(100_000));
    assert_eq!(boards(&deep), ["###\n"]);
    let many = format!("<SokobanLevels>{}", "<Level>".repeat(20_000));
    assert_eq!(file(&many).levels.len(), 1, "levels do not hold levels");
}

#[test]
fn other_xml_holds_no_levels() {
    let file = file("<?xml version=\"1.0\"?>\n<svg><L>###</L><L>#@#</L><L>###</L></svg>\n");
    assert_eq!((file.levels.len(), file.container), (0, Some(Container::Xml)));
}

#[test]
fn every_prefix_of_a_collection_is_read_soundly() {
    let text = slc(&boards("#####\n#@$.#\n#####\n\n####\n#@ #\n####\n"), true, "\r\n");
    for (end, _) in text.char_indices() {
        super::levels(&text[..end]);
    }
}
