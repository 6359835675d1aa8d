//! What holds for every feature on every text at every place: no panic, and places that an editor can use.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use sok::analysis::RULES;
use sok::ide::{Token, tokens};
use sok::text::Span;

use crate::sound::edits::{boundary, fresh as snapshot};
use crate::sound::features::{self as sound, assert_places};

const PIECES: [&str; 46] = [
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
    " ",
    "\t",
    "S",
    "B",
    "T",
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    "; ",
    "Title: x\n",
    "Comment:\n",
    "Comment-End:\n",
    "Solution 3/4\n",
    "lurd\n",
    "RR",
    "nesw\n",
    "Solution: ",
    "1 7\n",
    "0 0\n",
    "3",
    "(",
    "|",
    "[",
    "]",
    "\"",
    "[[\"#\",\"S\"],\n",
    "■",
    "□●◎♂\n",
    "é",
    "\u{1f4e6}",
    "Game: Hexoban\n",
    "[[1,2],[3,0]]\n",
    "http://a.b/c, d@e.fg\n",
    "; sok: ignore dead-square\n",
];

const SAMPLES: [&str; 7] = [
    include_str!("../data/samples/broken.sok"),
    include_str!("../data/samples/leetcode.sok"),
    include_str!("../data/samples/letters.sok"),
    include_str!("../data/samples/poj.sok"),
    include_str!("../data/samples/tiles.sok"),
    "; 1\n\n6#|#.4#|#2-$-#|#-2#-#|#3-@#|6#\n\nSolution 3/4\n2(uL)\n\n■■■■■\n■♂●◎■\n■■■■■\n",
    "Set: É\r\nHomepage: http://a.b\r\n\r\nÜ 📦\r\n\r\n#####\r\n#@$.#\r\n#####\r\nAuthor: é\r\n\r\nSolution 1/1\r\nR\r\n",
];

fn texts() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        9 => select(&PIECES[..]).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(piece, 0..50).prop_map(|pieces| pieces.concat())
}

/// A level file with some of it taken away and other things put in.
fn slips() -> impl Strategy<Value = String> {
    let samples: Vec<&str> = SAMPLES.into_iter().chain(RULES.iter().map(|rule| rule.example)).collect();
    let edits = prop::collection::vec((any::<Index>(), 0..5usize, select(&PIECES[..])), 0..6);
    (select(samples), any::<bool>(), edits).prop_map(|(sample, dos, edits)| {
        let mut text = if dos { sample.replace("\r\n", "\n").replace('\n', "\r\n") } else { sample.to_owned() };
        for (at, removed, piece) in edits {
            let start = boundary(&text, at.index(text.len() + 1));
            let end = boundary(&text, (start + removed).min(text.len())).max(start);
            text.replace_range(start..end, piece);
        }
        text
    })
}

fn assert_sound(text: &str, (one, other): (Index, Index), stroke: (i32, i32)) {
    let place = |index: Index| boundary(text, index.index(text.len() + 1));
    sound::assert_sound(text, (place(one), place(other)), stroke);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_has_sound_features(text in texts(), at in any::<(Index, Index)>(), stroke in (-3..12i32, -3..12i32)) {
        assert_sound(&text, at, stroke);
    }

    #[test]
    fn a_file_with_slips_has_sound_features(text in slips(), at in any::<(Index, Index)>(), stroke in (-3..12i32, -3..12i32)) {
        assert_sound(&text, at, stroke);
    }
}

#[test]
fn every_place_of_the_samples_is_sound() {
    for sample in &SAMPLES[1..] {
        let snapshot = snapshot(sample);
        for (offset, _) in sample.char_indices() {
            assert_places(&snapshot, offset);
        }
        assert_places(&snapshot, sample.len());
    }
}

/// Parts that tile a text have, put together, its tokens.
#[test]
fn the_tokens_of_parts_are_those_of_the_whole() {
    for sample in SAMPLES {
        let snapshot = snapshot(sample);
        let mut joined: Vec<Token> = Vec::new();
        let mut start = 0;
        for line in sample.split_inclusive('\n') {
            joined.extend(tokens(&snapshot, Span::new(start, start + line.len() - 1)));
            start += line.len();
        }
        joined.dedup();
        assert_eq!(joined, tokens(&snapshot, Span::new(0, sample.len())));
    }
}
