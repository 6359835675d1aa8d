//! What holds for every text whatever.

use proptest::prelude::*;
use sok::syntax::{File, Hints, Notation, Puzzle, parse, read};
use sok::text::decode;

use crate::sound::edits::boundary;
use crate::sound::file::assert_sound;

/// Pieces that the reader has a rule for, so that random texts hit the rules.
const PIECES: [&str; 78] = [
    "#",
    "##",
    "#####\n",
    "#@$.#\n",
    "# #",
    "@",
    "$",
    "*",
    "+",
    ".",
    "-",
    "_",
    " ",
    "\t",
    "S",
    "B",
    "T",
    "b",
    "o",
    "p",
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    ">",
    "> ",
    "; ",
    "::",
    ": ",
    "Title: x\n",
    "Comment:\n",
    "Comment-End:\n",
    "Solution 3/4\n",
    "lurd\n",
    "nesw\n",
    "Solution: ",
    "1 7\n",
    "0 0\n",
    "3",
    "12",
    "(",
    ")",
    "|",
    "[",
    "]",
    "{",
    "}",
    "\"",
    "'",
    ",",
    "[[\"#\",\"S\"],\n",
    "&quot;",
    "■",
    "□●◎♂\n",
    "é",
    "\u{1f4e6}",
    "[soko=3,3]\n",
    "Game: Hexoban\n",
    "Notation: sbt\n",
    "[[1,2],[3,0]]\n",
    "Ha$.x\n[/soko]\n",
    "XXXXX\n",
    "X@*.X\n",
    "-----\n",
    "|@0^|\n",
    "+ + +\n",
    "1-4u1,2-3r1",
    "Snapshot\n",
    "<board>\n",
    "<Level Id=\"x\" Copyright='y'>",
    "<L>#@$.#</L>\n",
    "</Level>",
    "<Puzzle><Name>x</Name>",
    "<Map><Row>#P</Row>",
    "<Steps>lurd</Steps></Map>",
    "&lt;",
    "<![CDATA[",
    "/>",
];

fn texts() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        9 => prop::sample::select(&PIECES[..]).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

fn hints() -> impl Strategy<Value = Hints> {
    let notation = prop::sample::select(sok::syntax::NOTATIONS.map(|info| info.notation).to_vec());
    (prop::option::weighted(0.2, notation.clone()), any::<bool>(), prop::collection::vec(notation, 0..4))
        .prop_map(|(forced, prefer_xsb, last)| Hints { forced, prefer_xsb, last, ..Hints::default() })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read_soundly(text in texts(), hints in hints()) {
        assert_sound(&text, &hints);
    }

    #[test]
    fn any_collection_in_xml_is_read_soundly(text in texts(), slc in any::<bool>()) {
        let root = if slc { "<SokobanLevels>" } else { "<SokobanLibrary>" };
        assert_sound(&format!("{root}{text}"), &Hints::default());
    }

    #[test]
    fn any_bytes_are_read_soundly(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        assert_sound(&decode(&bytes).text, &Hints::default());
    }

    #[test]
    fn a_level_with_slips_is_read_soundly(which in 0..SAMPLES.len(), edits in prop::collection::vec((any::<prop::sample::Index>(), 0..4usize, 0..PIECES.len()), 0..6)) {
        let mut text = SAMPLES[which].to_owned();
        for (at, removed, piece) in edits {
            let start = boundary(&text, at.index(text.len() + 1));
            let end = boundary(&text, (start + removed).min(text.len())).max(start);
            text.replace_range(start..end, PIECES[piece]);
        }
        assert_sound(&text, &Hints::default());
    }

    /// A level's reading depends on nothing but its own text.
    #[test]
    fn what_follows_a_level_does_not_change_its_board(tail in texts().prop_filter("a key", |text| !text.contains("Game"))) {
        let head = "One\n\n#####\n#@$.#\n#####\nAuthor: Me\n\nSolution 1/1\nR\n\n";
        let text = format!("{head}Then\n\n{tail}");
        let file = parse(&text, &Hints { forced: Some(Notation::Xsb), ..Hints::default() });
        let level = &file.levels[0];
        let rows = "#####\n#@$.#\n#####\n";
        match read(&text[level.span.range()], level).puzzle {
            Puzzle::Sokoban(board) => prop_assert_eq!(board.to_xsb(), rows),
            other => prop_assert!(false, "{:?}", other),
        }
    }
}

const SAMPLES: [&str; 6] = [
    include_str!("../data/samples/broken.sok"),
    include_str!("../data/samples/leetcode.sok"),
    include_str!("../data/samples/poj.sok"),
    include_str!("../data/samples/tiles.sok"),
    "; 1\n\n6#|#.4#|#2-$-#|#-2#-#|#3-@#|6#\n\nSolution 3/4\n2(uL)\n\n■■■■■\n■♂●◎■\n■■■■■\n",
    "::\n:: x ::\nGame: Hexoban\n\n; 1\n'name'\n--#-#-#\n-#-@-$-#\n--#-.-#\nComment:\na\n\nComment-End:\n",
];

#[test]
fn every_prefix_of_a_file_is_read_soundly() {
    for sample in SAMPLES {
        for (end, _) in sample.char_indices() {
            assert_sound(&sample[..end], &Hints::default());
        }
    }
}

#[test]
fn an_empty_text_is_an_empty_file() {
    assert_eq!(parse("", &Hints::default()), File::default());
}
/// Found by the test above: `; 1` over a quoted name is the next level's heading, whatever the habit of the file.
#[test]
fn a_heading_of_two_lines_is_not_the_title_of_the_level_above() {
    let text = "Game: Hexoban\n\n[[1,2],[3,0]]\n; 1\n'name'\n@-#-#\n-#-@-$-#\n--#-.-#\n";
    assert_sound(text, &Hints::default());
    assert_eq!(parse(text, &Hints::default()).levels[0].title, None);
}
