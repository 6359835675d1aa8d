//! Inserting solutions: the file then holds one that solves the level, and nothing else has changed.

use sok::analysis::StoredState;
use sok::ide::{Answer, LENSES_PER_LEVEL, Lens, PuzzleKey, Snapshot, State, analyse, insert_solution, lenses};
use sok::solve::{Budget, Stop};
use sok::syntax::{Hints, Puzzle};
use sok::text::apply_edits;
use std::collections::HashMap;
use std::sync::Arc;

const TITLED: &str = "Collection: two\n\nFirst\n\n#######\n#@ $ .#\n#     #\n#######\nAuthor: somebody\nComment: easy\n\n\
                      Second\n\n#####\n#@$.#\n#####\n";
const UNTITLED: &str = "#####\n#@$.#\n#####\n\n######\n#@ $.#\n######";
const ROWS: &str = "######\n#T####\n#..B.#\n#.##.#\n#...S#\n######\n";
const ARRAY: &str = "grid = [[\"#\",\"#\",\"#\",\"#\"],\n [\"S\",\"B\",\".\",\"T\"],\n [\"#\",\"#\",\"#\",\"#\"]]\n\nand one more\n\n\
                     [[\"S\",\"B\",\"T\"]]\n";
const MAZES: &str = "1 7\nSB....T\n1 7\nSB..#.T\n7 11\n###########\n#T##......#\n#.#.#..####\n#....B....#\n#.######..#\n\
                     #.....S...#\n###########\n0 0\n";
const GLYPHS: &str = "■■■■■■\n■◎■■■■\n■□□●□■\n■□■■□■\n■□□□♂■\n■■■■■■\n";
const SLIDING: &str = "[[4,1,2],[5,0,3]]\n";
/// A long way, so that the moves take more than one line.
const LONG: &str = "Long\n\n##########################################\n#@                                       #\n\
                    # $                                      #\n#                                      . #\n\
                    #                                        #\n##########################################\n";

fn snapshot(text: &str) -> Snapshot {
    analyse(Arc::from(text), &Hints::default(), None, &|_| false)
}

fn answers(snapshot: &Snapshot) -> HashMap<PuzzleKey, Arc<Answer>> {
    let jobs = (0..snapshot.levels.len()).filter_map(|level| snapshot.job(level));
    jobs.map(|job| (job.key, Arc::new(job.run(&Budget::default(), &Stop::default(), &mut |_| {})))).collect()
}

fn puzzles(snapshot: &Snapshot) -> Vec<Puzzle> {
    (0..snapshot.levels.len()).map(|level| snapshot.reading(level).puzzle).collect()
}

fn titles(snapshot: &Snapshot) -> Vec<String> {
    (0..snapshot.levels.len()).map(|level| snapshot.name(level)).collect()
}

/// The lens of a level that offers to insert its solution.
fn second_lens(snapshot: &Snapshot, lookup: &dyn Fn(PuzzleKey) -> Option<State>, level: usize) -> Lens {
    lenses(snapshot, lookup).filter(|lens| lens.level == level).nth(1).expect("three lenses")
}

/// Inserts every solution, one level after the other, and looks at the file after each.
fn check(text: &str) {
    let before = snapshot(text);
    assert!(!before.levels.is_empty(), "no level in\n{text}");
    let answers = answers(&before);
    let lookup = |key: PuzzleKey| answers.get(&key).cloned().map(State::Known);
    let mut now = before.clone();
    for level in 0..before.levels.len() {
        let Some(answer) = before.key(level).and_then(|key| answers.get(&key)) else { continue };
        let edits = insert_solution(&now, level, answer);
        let solvable = second_lens(&now, &lookup, level).title == "Insert solution";
        assert_eq!(edits.len(), usize::from(solvable), "level {level} of\n{text}");
        let changed = apply_edits(&now.text, &edits);
        let next = snapshot(&changed);
        assert_eq!(puzzles(&next), puzzles(&before), "the boards of\n{changed}");
        assert_eq!(titles(&next), titles(&before), "the titles of\n{changed}");
        if solvable {
            let stored = &next.levels[level].facts.facts.stored;
            assert!(matches!(stored[..], [StoredState::Solves { .. }]), "{stored:?} in\n{changed}");
            let lens = second_lens(&next, &lookup, level);
            assert_eq!(lens.title, "the best known solution is in the file", "{changed}");
            assert!(insert_solution(&next, level, answer).is_empty(), "a second time nothing is inserted");
            assert!(
                changed.split(['\n', '\r']).all(|line| line.chars().count() <= 70 || text.contains(line)),
                "{changed}"
            );
        }
        now = next;
    }
    let end = if text.contains("\r\n") {
        "\r\n"
    } else if text.contains('\r') {
        "\r"
    } else {
        "\n"
    };
    let others = now.text.replace(end, "");
    assert!(!others.contains(['\r', '\n']), "the file's own line ends are kept:\n{:?}", now.text);
}

#[test]
fn solutions_go_in_without_disturbing_anything_else() {
    for text in [TITLED, UNTITLED, ROWS, ARRAY, MAZES, GLYPHS, SLIDING, LONG] {
        check(text);
        check(text.trim_end());
        check(&text.replace('\n', "\r\n"));
        check(&text.replace('\n', "\r"));
    }
}

#[test]
fn the_block_is_a_title_with_moves_and_pushes_and_the_notations_letters() {
    let insert = |text: &str| {
        let snapshot = snapshot(text);
        let answers = answers(&snapshot);
        let answer = &answers[&snapshot.key(0).unwrap()];
        apply_edits(text, &insert_solution(&snapshot, 0, answer))
    };
    assert_eq!(insert("#####\n#@$.#\n#####\n"), "#####\n#@$.#\n#####\n\nSolution 1/1\nR\n");
    assert_eq!(insert("#####\n#SBT#\n#####\n"), "#####\n#SBT#\n#####\n\nSolution 1/1\nE\n");
    assert_eq!(insert("[[1,2,3],[4,0,5]]\n"), "[[1,2,3],[4,0,5]]\n\nSolution 1\nr\n");
    assert_eq!(
        insert("One\n\n#####\n#@$.#\n#####\nAuthor: me\n\nTwo\n\n#####\n#@$.#\n#####\n"),
        "One\n\n#####\n#@$.#\n#####\nAuthor: me\n\nSolution 1/1\nR\n\nTwo\n\n#####\n#@$.#\n#####\n"
    );
}

#[test]
fn a_worse_or_broken_solution_is_replaced() {
    let replace = |text: &str| {
        let snapshot = snapshot(text);
        let answers = answers(&snapshot);
        let lookup = |key: PuzzleKey| answers.get(&key).cloned().map(State::Known);
        assert_eq!(second_lens(&snapshot, &lookup, 0).title, "Replace solution", "{text}");
        apply_edits(text, &insert_solution(&snapshot, 0, &answers[&snapshot.key(0).unwrap()]))
    };
    let good = "######\n#@ $.#\n#    #\n######\n\nSolution 2/1\nrR\n";
    assert_eq!(replace("######\n#@ $.#\n#    #\n######\n\nSolution 4/1\ndruR\n"), good, "longer");
    assert_eq!(replace("######\n#@ $.#\n#    #\n######\n\nSolution 2/1\nrrrr\n"), good, "broken");
    assert_eq!(replace("######\n#@ $.#\n#    #\n######\n\nSolution 2/1\nr\n"), good, "unfinished");
}

/// A level keeps its number of lenses in every state, and never shows an inner row.
#[test]
fn every_level_has_all_its_lenses_on_its_title_or_first_row_in_every_state() {
    let states =
        ["#####\n#@$.#\n#####", "#####\n# $.#\n#####", "#####\n#@$.#\n####", "#####\n#@$.#\n\n#####", "###\n#@"];
    for state in states {
        let snapshot = snapshot(state);
        let shown: Vec<_> = lenses(&snapshot, &|_| None).collect();
        assert_eq!(shown.len(), snapshot.levels.len() * LENSES_PER_LEVEL, "{state}");
        for lens in shown {
            let board = snapshot.file.levels[lens.level].board;
            assert_eq!(lens.span.start, board.start, "{state}");
            assert!(!lens.span.is_empty(), "{state}");
        }
    }
}

/// A file put together from two, each with its own line ends: what is added keeps to those around it.
#[test]
fn the_line_ends_are_those_of_the_lines_around() {
    let unix = "one\n\n#####\n#@$.#\n#####\n\n";
    for (first, second) in
        [(unix.to_owned(), unix.replace('\n', "\r\n")), (unix.replace('\n', "\r\n"), unix.to_owned())]
    {
        let before = snapshot(&format!("{first}{second}"));
        let answer = answers(&before).into_values().next().expect("one puzzle, twice");
        let changed = apply_edits(&before.text, &insert_solution(&before, 1, &answer));
        let added = changed.strip_prefix(&first).expect("the first level is left alone");
        let (pairs, feeds) = (added.matches("\r\n").count(), added.matches('\n').count());
        assert!(added.contains("Solution 1/1"), "{changed:?}");
        assert_eq!(pairs, if second.contains('\r') { feeds } else { 0 }, "{changed:?}");
    }
}
