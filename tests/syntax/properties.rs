//! What holds for every text whatever.

use proptest::prelude::*;
use sok::syntax::{File, Hints, Key, Notation, Puzzle, moves, parse, print, read, read_rows, script, title_numbers};
use sok::text::{Span, decode};

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

/// Everything that [`File`] promises.
fn assert_sound(text: &str, hints: &Hints) {
    let file = parse(text, hints);
    assert_eq!(print(text, &file), text);
    let mut at = 0;
    for line in &file.lines {
        assert!(line.span.start == at && line.span.end > at, "the lines tile the text");
        at = line.span.end;
    }
    assert_eq!(at as usize, text.len());
    file.keys.iter().for_each(|key| assert_key(text, key, Span::new(0, text.len())));
    assert_split(text, &file);
    let mut end = 0;
    for level in &file.levels {
        assert!(level.span.start >= end, "levels are in order");
        end = level.span.end;
        assert_within(text, level.board, level.span);
        assert!(!level.board.is_empty());
        assert!(level.board.end <= level.notes_end && level.notes_end <= level.span.end);
        if let Some(title) = level.title {
            assert_within(text, title.line, level.span);
            assert_within(text, title.text, title.line);
        }
        level.keys.iter().for_each(|key| assert_key(text, key, level.span));
        for solution in &level.solutions {
            assert_within(text, solution.moves, level.span);
            assert!(solution.moves.start >= level.notes_end);
            if let Some(title) = solution.title {
                assert_within(text, title, level.span);
                title_numbers(text, title).iter().for_each(|&(_, place)| assert_within(text, place, title));
            }
            let script = script(text, solution);
            assert!(script.played <= script.letters.len());
            script.runs.iter().for_each(|run| assert_within(text, run.span, solution.moves));
            script.jumps.iter().for_each(|jump| assert_within(text, jump.span, solution.moves));
            for (letter, place) in moves(text, solution.moves) {
                assert_within(text, place, solution.moves);
                assert!(text[place.range()].starts_with(letter));
            }
        }
        let own = &text[level.span.range()];
        let reading = read(own, level);
        let whole = Span::new(0, own.len());
        reading.places.iter().for_each(|&place| assert_within(own, place, whole));
        reading.problems.iter().for_each(|problem| assert_within(own, problem.span, whole));
        assert!(own.contains('(') || reading.places.is_sorted(), "places are in the order of the text");
        match reading.puzzle {
            Puzzle::Sokoban(board) => {
                assert_eq!(board.cells.len(), board.width * board.height);
                assert_eq!(board.cells.len(), reading.places.len());
            }
            Puzzle::Tiles(tiles) => {
                assert_eq!(tiles.start.len(), tiles.width * tiles.height);
                assert_eq!((tiles.start.len(), tiles.start.len()), (reading.places.len(), tiles.goal.len()));
            }
            Puzzle::Foreign => assert!(reading.places.is_empty()),
        }
    }
}

fn assert_key(text: &str, key: &Key, outer: Span) {
    assert_within(text, key.name, outer);
    assert_within(text, key.value, outer);
    assert!(key.name.end < key.value.start.max(key.name.end + 1));
}

fn assert_within(text: &str, span: Span, outer: Span) {
    assert!(outer.start <= span.start && span.start <= span.end && span.end <= outer.end, "{span:?} in {outer:?}");
    assert!(text.is_char_boundary(span.start as usize) && text.is_char_boundary(span.end as usize));
}

fn assert_split(text: &str, file: &File) {
    let boards: Vec<Span> = file.levels.iter().map(|level| level.board).collect();
    for split in &file.splits {
        let whole = split.upper.cover(split.lower);
        assert_within(text, whole, Span::new(0, text.len()));
        assert!(split.upper.end <= split.gap.start && split.gap.end == split.lower.start);
        assert!(text[split.upper.end as usize..split.lower.start as usize].chars().all(|it| it <= ' ' || it == '>'));
        assert!(boards.contains(&split.upper) || boards.contains(&split.lower));
        read_rows(text, whole, Notation::Xsb);
    }
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

/// The nearest place between characters at or before `at`.
fn boundary(text: &str, at: usize) -> usize {
    (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
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
