//! Edits one after the other: levels that an edit does not touch are not looked at again, and what is known of the
//! document is what a fresh reading would say.

use proptest::prelude::*;
use sok::ide::{Snapshot, analyse};
use sok::syntax::Hints;
use std::sync::Arc;

#[path = "sound/mod.rs"]
mod sound;

use sound::edits::{assert_followed, fresh};

const PIECES: [&str; 34] = [
    "#",
    "##",
    "#####\n#@$.#\n#####\n",
    "\n#####\n#@$.#\n#####\n\n",
    "#SBT#\n",
    "@",
    "$",
    ".",
    "*",
    "-",
    " ",
    "x",
    "\n",
    "\n\n",
    "\r\n",
    "> ",
    "; 1\n",
    "One\n\n",
    "Title: x\n",
    "Comment:\n",
    "Comment-End:\n",
    "\nSolution 1/1\nR\n",
    "Snapshot\n",
    "rR\n",
    "eE\n",
    "Solution: R\n",
    "1 3\nSBT\n",
    "[[1,2,3],[4,0,5]]\n",
    "[[\"S\",\"B\",\"T\"]]\n",
    "■■■■\n■♂●◎\n",
    "4#|#@$|",
    "Game: Hexoban\n",
    "[soko=3,1]\nHa$.\n[/soko]\n",
    "é",
];

const START: &str = "Set: x\n\nOne\n\n#####\n#@$.#\n#####\n\nSolution 1/1\nR\n\n; 2\n######\n#    #\n#@$.*#\n######\nAuthor: me\n\n\
                     #S.BT#\n######\n\nSolution\neE\n\n1 3\nSBT\n2 2\nSB\n.T\n0 0\n\n[[1,2,3],[4,0,5]]\n\nLast\n\n####\n# .#\n####\n";

proptest! {
    #![proptest_config(ProptestConfig { cases: 10_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn edits_one_by_one_lead_where_a_fresh_reading_leads(
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0..6usize, 0..=PIECES.len()), 1..5)
    ) {
        let step = |&(at, removed, piece): &(prop::sample::Index, usize, usize)| {
            (at.index(START.len() + 64), removed, PIECES.get(piece).copied().unwrap_or(""))
        };
        assert_followed(START, edits.iter().map(step));
    }
}

/// As many levels as the largest published file has, no two alike.
const MANY: usize = 2304;

fn large() -> String {
    let level = |index: usize| {
        let row: String = (0..12).map(|bit| if index >> bit & 1 == 1 { '#' } else { ' ' }).collect();
        format!("; {index}\n\n##############\n#{row}#\n#            #\n# @ $ .      #\n##############\nAuthor: me\n\n")
    };
    (0..MANY).map(level).collect()
}

/// How many levels of `after` were looked at anew.
fn looked_at(before: &Snapshot, after: &Snapshot) -> usize {
    let kept: std::collections::HashSet<_> = before.levels.iter().map(|level| Arc::as_ptr(&level.facts)).collect();
    after.levels.iter().filter(|level| !kept.contains(&Arc::as_ptr(&level.facts))).count()
}

#[test]
fn an_edit_looks_at_no_level_but_its_own() {
    let text = large();
    let before = fresh(&text);
    assert_eq!(before.levels.len(), MANY);
    for level in [0, 1, MANY / 2, MANY - 2, MANY - 1] {
        let board = before.file.levels[level].board;
        let inside = text[board.range()].find('@').expect("a player") + board.start as usize;
        let title = before.file.levels[level].span.start as usize + 2;
        let notes = before.file.levels[level].span.end as usize;
        let edits = [
            (inside - 1, inside, "#", 1),
            (inside, inside + 1, " ", 1),
            (title, title, "x", 1),
            (notes, notes, " and you", 1),
            (notes, notes, "\n\nSolution 2/1\nrR", 1),
            (notes, notes, "\n\nnew\n\n#####\n#@$.#\n#####", 1),
            (board.start as usize, board.end as usize, "", 0),
        ];
        for (start, end, new, expected) in edits {
            let mut edited = text.clone();
            edited.replace_range(start..end, new);
            let after = analyse(Arc::from(edited.as_str()), &Hints::default(), Some(&before), &|_| false);
            let count = looked_at(&before, &after);
            // A board that is deleted leaves its notes to the level above.
            assert!(count <= expected.max(1), "level {level}, {new:?}: {count} levels");
            assert!(count >= expected, "level {level}, {new:?}: the edited level is looked at");
        }
    }
}
