//! What holds for every level: checked on published sets and on random boards.

use crate::random::{self, Random};
use crate::{apply, board, dirs, normal, snapshot};
use proptest::prelude::*;
use sok::ide::{Floor, REWRITES, Snapshot, TARGETS, convert_file, format, turn};
use sok::level::{Board, Dir, SYMMETRIES, Style, replay, write_moves};
use sok::syntax::Notation;
use sok::text::decode;
use std::fs;
use std::path::Path;

/// The published sets, each with its name.
fn sets() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/collections");
    let mut paths: Vec<_> =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    let set = |path: &std::path::PathBuf| (path.display().to_string(), decode(&fs::read(path).expect("a file")).text);
    let sets: Vec<_> = paths.iter().map(set).collect();
    assert!(sets.len() >= 20, "the sets are there");
    sets
}

/// Moves that the rules allow, at random.
fn walk(board: &Board, random: &mut Random, steps: usize) -> String {
    let mut made: Vec<Dir> = Vec::new();
    let mut now = board.clone();
    for _ in 0..steps {
        let dir = Dir::ALL[random.below(4)];
        let next = replay(&now, [dir]);
        if next.stop.is_none() {
            made.push(dir);
            now = next.board;
        }
    }
    write_moves(&replay(board, made).moves, Style::Lurd)
}

/// A level in a file of its own, with a snapshot of random moves.
fn alone(board: &Board, random: &mut Random) -> String {
    let moves = walk(board, random, 60);
    if moves.is_empty() { format!("{}", board.to_xsb()) } else { format!("{}\nSnapshot\n{moves}\n", board.to_xsb()) }
}

fn end_of_snapshot(snapshot: &Snapshot) -> Option<Board> {
    let level = &snapshot.file.levels[0];
    let played = (!level.solutions.is_empty()).then(|| replay(&board(snapshot, 0), dirs(snapshot, 0, 0)));
    assert!(played.as_ref().is_none_or(|played| played.stop.is_none()), "{}", snapshot.text);
    played.map(|played| played.board)
}

/// Empty rows and columns around a board are no part of it.
fn cut(board: &Board) -> String {
    let text = board.to_xsb();
    let rows: Vec<&str> = text.trim_end().lines().skip_while(|row| row.trim().is_empty()).collect();
    let margin = rows.iter().filter(|row| !row.is_empty()).map(|row| row.len() - row.trim_start().len()).min();
    rows.iter().map(|row| row.get(margin.unwrap_or(0)..).unwrap_or("")).collect::<Vec<_>>().join("\n")
}

#[test]
fn every_published_level_turns_all_eight_ways_with_its_moves() {
    let mut random = Random::new(7);
    for (name, text) in sets() {
        let set = snapshot(&text);
        for level in 0..set.levels.len() {
            let one = snapshot(&alone(&board(&set, level), &mut random));
            for symmetry in SYMMETRIES {
                let edits = turn(&one, 0, symmetry).unwrap_or_else(|why| panic!("{name} {level} {symmetry:?}: {why}"));
                let turned = snapshot(&apply(&one, &edits));
                assert_eq!(cut(&board(&turned, 0)), cut(&symmetry.board(&board(&one, 0))), "{name} {level}");
                let ends = end_of_snapshot(&one).map(|end| cut(&symmetry.board(&end)));
                assert_eq!(end_of_snapshot(&turned).map(|end| cut(&end)), ends, "{name} {level} {symmetry:?}");
            }
        }
    }
}

#[test]
fn every_published_level_is_the_same_puzzle_trimmed_normalised_packed_and_unpacked() {
    let mut random = Random::new(8);
    for (name, text) in sets() {
        let set = snapshot(&text);
        for level in 0..set.levels.len() {
            let mut now = snapshot(&alone(&board(&set, level), &mut random));
            let puzzle = normal(&now, 0);
            for id in ["collapse", "expand", "trim", "normalise", "collapse", "mirror", "mirror"] {
                let row = sok::ide::rewrite(id).expect("an action");
                let edits = (row.edits)(&now, 0).unwrap_or_else(|why| panic!("{name} {level} {id}: {why}"));
                now = snapshot(&apply(&now, &edits));
                assert_eq!(normal(&now, 0).len(), puzzle.len(), "{name} {level} {id}");
                assert!(normal(&now, 0) == puzzle, "{name} {level} {id}\n{}", now.text);
                end_of_snapshot(&now);
            }
        }
    }
}

/// Titles, boards as puzzles, and where the moves lead.
fn essence(snapshot: &Snapshot) -> Vec<(String, Vec<u8>, usize)> {
    let levels = 0..snapshot.levels.len();
    levels
        .map(|level| {
            let solutions = snapshot.file.levels[level].solutions.len();
            let played: usize = (0..solutions)
                .map(|stored| replay(&board(snapshot, level), dirs(snapshot, level, stored)).moves.len())
                .sum();
            (snapshot.name(level), normal(snapshot, level), played)
        })
        .collect()
}

#[test]
fn published_sets_go_to_every_notation_and_back() {
    for (name, text) in sets() {
        let set = snapshot(&text);
        let before = essence(&set);
        for to in TARGETS {
            let there = convert_file(&set, to).unwrap_or_else(|why| panic!("{name} to {to:?}: {why}"));
            let there = snapshot(&there.text);
            assert!(there.file.levels.iter().all(|level| level.notation == to), "{name} to {to:?}");
            let back = convert_file(&there, Notation::Xsb).unwrap_or_else(|why| panic!("{name} from {to:?}: {why}"));
            let back = snapshot(&back.text);
            for after in [essence(&there), essence(&back)] {
                let same = before.iter().zip(&after).all(|(one, other)| {
                    one.1 == other.1 && (to == Notation::Poj || one.0 == other.0 && one.2 == other.2)
                });
                assert!(same && before.len() == after.len(), "{name} to {to:?} and back");
            }
        }
    }
}

#[test]
fn formatting_a_published_set_keeps_every_level_and_is_done_once() {
    for (name, text) in sets() {
        for floor in [Floor::Own, Floor::Blank, Floor::Dash, Floor::Underscore] {
            let before = snapshot(&text);
            let once = snapshot(&apply(&before, &format(&before, floor)));
            assert!(essence(&before) == essence(&once), "{name} {floor:?}");
            assert_eq!(format(&once, floor), [], "{name} {floor:?}: a second time");
        }
    }
}

#[test]
fn random_boards_with_moves_go_to_every_notation_and_back() {
    for seed in 0..300 {
        let board = random::board(seed);
        let mut random = Random::new(seed);
        let rows = board.to_xsb();
        let sbt: String = rows
            .lines()
            .flat_map(|row| {
                let row = row.chars().chain(std::iter::repeat(' ')).take(board.width);
                let square = |square| match square {
                    ' ' => '.',
                    '.' => 'T',
                    '$' => 'B',
                    '@' => 'S',
                    other => other,
                };
                row.map(square).chain(['\n']).collect::<Vec<_>>()
            })
            .collect();
        let moves = walk(&board, &mut random, 100);
        let nsew: String = moves
            .chars()
            .map(|letter| match letter {
                'u' => 'n',
                'd' => 's',
                'l' => 'w',
                'r' => 'e',
                'U' => 'N',
                'D' => 'S',
                'L' => 'W',
                _ => 'E',
            })
            .collect();
        let tail = if moves.is_empty() { String::new() } else { format!("\nSnapshot\n{nsew}\n") };
        let start = snapshot(&format!("Notation: sbt\n\nBoard {seed}\n\n{sbt}{tail}"));
        let before = essence(&start);
        assert_eq!(before.len(), 1, "{}", start.text);
        for to in TARGETS {
            let there =
                convert_file(&start, to).unwrap_or_else(|why| panic!("{seed} to {to:?}: {why}\n{}", start.text));
            let there = snapshot(&there.text);
            assert_eq!(there.file.levels[0].notation, to, "{}", there.text);
            let back = convert_file(&there, Notation::Sbt).unwrap_or_else(|why| panic!("{seed} from {to:?}: {why}"));
            for after in [essence(&there), essence(&snapshot(&back.text))] {
                assert_eq!(after[0].1, before[0].1, "{seed} to {to:?}\n{}\n{}", there.text, back.text);
                assert!(to == Notation::Poj || after == before, "{seed} to {to:?}\n{}\n{}", there.text, back.text);
            }
        }
    }
}

/// Pieces of levels, good and bad.
const PIECES: [&str; 44] = [
    "#####\n",
    "#@$.#\n",
    "  #####\n",
    "  #@$.# \n",
    "#pb o#\n",
    "#-_ *#\n",
    "-####\n",
    "__###__\n",
    "--\n",
    "-\n",
    "  \n",
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    "; 1\n",
    "Title: x\n",
    "Author: me\n",
    "Name\n",
    "Solution 3/4\n",
    "Snapshot\n",
    "rR\n",
    "lurd\n",
    "rlrlrlrlrlrlrlrlrlrlrlrlrlrlrlrlrlrlrlrlrlrlrlrlrlrlrlrlrlrlrlrlrlrlrlrlrlrlrl\n",
    "Solution: rR\n",
    "nE\n",
    "1 4\n",
    "SB.T\n",
    "S.T\n",
    "0 0\n",
    "5#|#@$.#|5#\n",
    "7#\n",
    "#3-#\n",
    "[[\"S\",\"B\",\"T\"]]\n",
    "■■■■■\n",
    "■♂●◎■ \n",
    "> ####\n",
    "# # #\n",
    "x",
    "Comment:\n",
    "Comment-End:\n",
    "Notation: sbt\n",
    "Game: Hexoban\n",
    "[soko=3,3]\n",
];

fn texts() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(&PIECES[..]), 0..24).prop_map(|pieces| pieces.concat())
}

/// Everything that the formatter must keep, by the lines and by what the levels say.
fn kept(snapshot: &Snapshot) -> Vec<String> {
    let text = &snapshot.text;
    let levels = snapshot.file.levels.iter().enumerate().map(|(index, level)| {
        let puzzle = match snapshot.reading(index).puzzle {
            sok::syntax::Puzzle::Sokoban(board) if level.notation == Notation::Xsb => cut(&board),
            other => format!("{other:?}"),
        };
        let stored = level.solutions.iter().map(|stored| {
            text[stored.moves.range()].chars().filter(|letter| !letter.is_whitespace()).collect::<String>()
        });
        format!("{} {:?}\n{puzzle}\n{:?}", snapshot.name(index), level.notation, stored.collect::<Vec<_>>())
    });
    let others = snapshot.file.lines.iter().filter(|line| {
        !matches!(
            line.class,
            sok::syntax::LineClass::Blank | sok::syntax::LineClass::Board | sok::syntax::LineClass::Moves
        )
    });
    let others = others.map(|line| text[line.span.range()].trim_end_matches(['\r', '\n']).to_owned());
    levels.chain(others).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn formatting_any_text_keeps_what_it_says_and_is_done_once(text in texts(), floor in 0..4usize) {
        let floor = [Floor::Own, Floor::Blank, Floor::Dash, Floor::Underscore][floor];
        let before = snapshot(&text);
        let once = snapshot(&apply(&before, &format(&before, floor)));
        prop_assert_eq!(kept(&before), kept(&once), "{}", once.text);
        prop_assert_eq!(format(&once, floor), vec![], "a second time:\n{}", once.text);
    }

    /// Whatever an action does, its edits can be applied, and it does not touch other levels.
    #[test]
    fn any_action_on_any_text_leaves_the_other_levels(text in texts(), row in 0..REWRITES.len()) {
        let before = snapshot(&text);
        for level in 0..before.levels.len() {
            let Ok(edits) = (REWRITES[row].edits)(&before, level) else { continue };
            let after = snapshot(&apply(&before, &edits));
            prop_assert_eq!(before.levels.len(), after.levels.len(), "{}\n{}", REWRITES[row].id, after.text);
            for other in (0..before.levels.len()).filter(|&other| other != level) {
                let board = |snapshot: &Snapshot| {
                    snapshot.text[snapshot.file.levels[other].board.range()].to_owned()
                };
                prop_assert_eq!(board(&before), board(&after), "{}\n{}", REWRITES[row].id, after.text);
            }
        }
    }

    #[test]
    fn a_converted_text_has_as_many_levels(text in texts(), to in 0..TARGETS.len()) {
        let before = snapshot(&text);
        if let Ok(converted) = convert_file(&before, TARGETS[to]) {
            let after = snapshot(&converted.text);
            prop_assert_eq!(after.levels.len(), before.levels.len(), "{}", after.text);
            prop_assert!(after.file.levels.iter().all(|level| level.notation == TARGETS[to]), "{}", after.text);
        }
    }
}
