use super::*;
use crate::solve::Limit;
use crate::solve::tests::random::Random;
use crate::syntax::Hints;
use crate::text::{Encoding, LineIndex};
use crate::{ide, tiles};

/// A level whose puzzle is another for every number.
fn level(n: usize) -> String {
    format!("; {n}\n{0}\n#@{1}$.#\n{0}\n\n", "#".repeat(n + 5), " ".repeat(n))
}

fn analysis(levels: &[usize]) -> Arc<Analysis> {
    analysis_after(levels, None)
}

/// The next version of a document, as an edit makes it.
fn next_analysis(levels: &[usize], previous: &Analysis) -> Arc<Analysis> {
    analysis_after(levels, Some(&previous.snapshot))
}

fn analysis_after(levels: &[usize], previous: Option<&Snapshot>) -> Arc<Analysis> {
    let text: Arc<str> = levels.iter().map(|&n| level(n)).collect::<String>().into();
    let index = LineIndex::new(&text);
    let snapshot = ide::analyse(text, &Hints::default(), previous, &|_| false);
    assert_eq!(snapshot.levels.len(), levels.len());
    Arc::new(Analysis { id: 1, version: 1, snapshot, index, encoding: Encoding::Utf16 })
}

fn puzzle(n: usize) -> PuzzleKey {
    analysis(&[n]).snapshot.key(0).expect("a puzzle")
}

fn unknown() -> Answer {
    Answer::Tiles(tiles::Answer::Unknown { limit: Limit::Stopped, lower_bound: 1 })
}

fn queue(cores: usize) -> Queue {
    Queue::new(Arc::default(), cores)
}

fn begin(queue: &mut Queue, now: Instant) -> Option<Run> {
    match queue.next(now) {
        Next::Search(job, run) => {
            assert_eq!(job.key, run.key);
            Some(run)
        }
        Next::Wait(_) => None,
    }
}

/// Runs everything that is to be run at a moment, and tells in which order and with which rank.
fn order(queue: &mut Queue, now: Instant) -> Vec<(PuzzleKey, Rank)> {
    let mut order = Vec::new();
    while let Some(run) = begin(queue, now) {
        order.push((run.key, run.rank));
        queue.finish(&run, Some(unknown()));
    }
    order
}

#[test]
fn what_was_edited_comes_first_then_what_is_seen_then_the_rest() {
    let (key, start) = (Key::new("untitled:a"), Instant::now());
    let mut queue = queue(2);
    assert!(!queue.update(&key, Some(analysis(&[1, 2, 3, 4, 5])), start));
    queue.see(key.clone(), 10..12);
    assert!(queue.update(&key, Some(analysis(&[1, 2, 3, 9, 5])), start));
    let later = start + Duration::from_millis(100);
    assert!(queue.update(&key, Some(analysis(&[1, 2, 3, 9, 8])), later));
    let expected = [
        (puzzle(8), Rank::Edited),
        (puzzle(9), Rank::Edited),
        (puzzle(3), Rank::Seen),
        (puzzle(1), Rank::Rest),
        (puzzle(2), Rank::Rest),
    ];
    assert_eq!(order(&mut queue, later + CALM), expected);
    assert_eq!(order(&mut queue, later + CALM), []);
}

#[test]
fn an_edited_level_is_left_alone_while_its_author_draws() {
    let (key, start) = (Key::new("untitled:a"), Instant::now());
    let mut queue = queue(2);
    queue.update(&key, Some(analysis(&[1])), start);
    queue.update(&key, Some(analysis(&[2])), start);
    let Next::Wait(Some(until)) = queue.next(start) else { panic!("it is too early") };
    assert_eq!(until, start + CALM);
    // An edit elsewhere does not keep it waiting.
    queue.update(&key, Some(analysis(&[2, 7])), start + CALM / 2);
    assert_eq!(order(&mut queue, start + CALM), [(puzzle(2), Rank::Edited)]);
}

#[test]
fn a_search_ends_when_its_puzzle_is_gone_and_not_before() {
    let (one, other, now) = (Key::new("untitled:a"), Key::new("untitled:b"), Instant::now());
    let mut queue = queue(2);
    queue.update(&one, Some(analysis(&[1])), now);
    queue.update(&other, Some(analysis(&[1, 2])), now);
    let run = begin(&mut queue, now).expect("a search");
    assert_eq!(run.key, puzzle(1));
    queue.update(&one, None, now);
    assert!(!run.stop.is_set());
    queue.update(&other, Some(analysis(&[2])), now);
    assert!(run.stop.is_set());
    // What it says then is not kept: it had no chance to find out.
    assert!(!queue.finish(&run, Some(unknown())));
    assert!(queue.answer(puzzle(1)).is_none());
}

#[test]
fn a_less_urgent_search_makes_way_and_comes_again() {
    let (key, start) = (Key::new("untitled:a"), Instant::now());
    let mut queue = queue(2);
    queue.update(&key, Some(analysis(&[1, 2])), start);
    let run = begin(&mut queue, start).expect("a search");
    queue.update(&key, Some(analysis(&[1, 3])), start);
    assert!(!queue.make_way(start));
    assert!(queue.make_way(start + CALM));
    assert!(run.stop.is_set());
    queue.finish(&run, Some(unknown()));
    assert_eq!(order(&mut queue, start + CALM), [(puzzle(3), Rank::Edited), (puzzle(1), Rank::Seen)]);
}

#[test]
fn never_more_searches_than_cores() {
    let now = Instant::now();
    for (cores, beside) in [(1, false), (2, true)] {
        let mut queue = queue(cores);
        let analysis = analysis(&[1, 2, 3]);
        queue.update(&Key::new("untitled:a"), Some(Arc::clone(&analysis)), now);
        let (_, asked) = queue.ask(&analysis.snapshot, 0).expect("a search");
        assert!(matches!(queue.ask(&analysis.snapshot, 0), Err(Refusal::Running)));
        assert!(matches!(queue.ask(&analysis.snapshot, 1), Err(Refusal::Busy)));
        assert_eq!(begin(&mut queue, now).is_some(), beside);
        queue.cancel(asked.id);
        assert!(asked.stop.is_set());
        // What a long search found is kept, though it was stopped.
        assert!(queue.finish(&asked, Some(unknown())));
        assert!(queue.answer(puzzle(1)).is_some());
    }
}

#[test]
fn a_failed_search_is_not_tried_again() {
    let now = Instant::now();
    let mut queue = queue(2);
    queue.update(&Key::new("untitled:a"), Some(analysis(&[1])), now);
    let run = begin(&mut queue, now).expect("a search");
    assert!(matches!(queue.state(run.key), Some(State::Searching(_))));
    queue.finish(&run, None);
    assert!(queue.state(run.key).is_none());
    assert!(begin(&mut queue, now).is_none());
}

#[test]
fn more_time_is_another_chance() {
    let now = Instant::now();
    let mut queue = queue(2);
    queue.update(&Key::new("untitled:a"), Some(analysis(&[1])), now);
    assert_eq!(order(&mut queue, now).len(), 1);
    queue.configure(Arc::new(Settings { solve_time_limit: 2.0, ..Settings::default() }));
    assert_eq!(order(&mut queue, now).len(), 1);
    queue.configure(Arc::new(Settings { solve: false, solve_time_limit: 3.0, ..Settings::default() }));
    assert_eq!(order(&mut queue, now).len(), 0);
}

/// A search that made way is begun again, though levels behind its own were looked at since.
#[test]
fn what_was_stopped_is_begun_again() {
    let (key, start) = (Key::new("untitled:a"), Instant::now());
    let mut queue = queue(1);
    queue.see(key.clone(), 0..0);
    queue.update(&key, Some(analysis(&[1, 2, 3, 4])), start);
    queue.see(key.clone(), 90..91);
    let first = begin(&mut queue, start).expect("a search");
    assert_eq!((first.key, first.rank), (puzzle(1), Rank::Rest));
    queue.update(&key, Some(analysis(&[1, 2, 3, 9])), start);
    let later = start + CALM;
    assert!(queue.make_way(later));
    assert!(first.stop.is_set());
    assert!(!queue.finish(&first, Some(unknown())));
    let rest = [puzzle(9), puzzle(1), puzzle(2), puzzle(3)];
    assert_eq!(order(&mut queue, later).into_iter().map(|(puzzle, _)| puzzle).collect::<Vec<_>>(), rest);
}

/// Whatever is edited while searches run: in the end every open puzzle was looked for on disk and searched.
#[test]
fn nothing_that_is_open_is_forgotten() {
    for seed in 1..400 {
        let mut numbers = Random::new(seed);
        let mut below = |bound: usize| numbers.below(bound);
        let (key, mut now, mut queue) = (Key::new("untitled:a"), Instant::now(), queue(2));
        // Few numbers, so that the same puzzle stands in several places.
        let mut levels: Vec<usize> = (0..8).map(|_| 1 + below(6)).collect();
        let mut latest = analysis(&levels);
        queue.update(&key, Some(Arc::clone(&latest)), now);
        // What is seen is found by another way.
        queue.see(key.clone(), 0..1);
        let (mut looked_up, mut running) = (FxHashSet::default(), Vec::new());
        for _ in 0..20 {
            match below(8) {
                0 if levels.len() > 1 => _ = levels.remove(below(levels.len())),
                1 => levels.insert(below(levels.len() + 1), 1 + below(6)),
                2 | 3 => {
                    let place = below(levels.len());
                    levels[place] = 1 + below(6);
                }
                4 => looked_up.extend(queue.unknown()),
                5 | 6 => running.extend(begin(&mut queue, now)),
                _ if !running.is_empty() => {
                    let run: Run = running.swap_remove(below(running.len()));
                    queue.finish(&run, Some(unknown()));
                }
                _ => {}
            }
            now += Duration::from_millis(below(300) as u64);
            latest = next_analysis(&levels, &latest);
            queue.update(&key, Some(Arc::clone(&latest)), now);
        }
        running.iter().for_each(|run| _ = queue.finish(run, Some(unknown())));
        looked_up.extend(queue.unknown());
        order(&mut queue, now + CALM);
        for puzzle in keys(&latest.snapshot) {
            assert!(queue.answer(puzzle).is_some(), "seed {seed}: never searched");
            assert!(looked_up.contains(&puzzle) || queue.looked_up.contains(&puzzle), "seed {seed}: never looked for");
        }
    }
}
