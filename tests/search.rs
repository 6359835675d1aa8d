//! The search against answers from elsewhere: an exhaustive search that shares nothing with it, and published facts.

#[path = "support/oracle.rs"]
mod oracle;
#[path = "support/random.rs"]
mod random;
#[path = "support/truth.rs"]
mod truth;

use oracle::Answer;
use sok::level::{Arena, Board, Cell, Fault, Move, arena, replay};
use sok::solve::{
    Budget, Limit, Objective, Options, Outcome, Progress, ReasonKind, Solution, Stop, Verdict, solve, solve_with,
};
use truth::POSITIONS;

/// Whether the exhaustive search had an answer to compare with.
fn check(board: &Board, arena: &Arena, seed: u64, objective: Objective, options: &Options) -> bool {
    let moves_first = objective == Objective::Moves;
    let Some(answer) = oracle::solve(board, moves_first, POSITIONS) else { return false };
    let outcome = solve_with(arena, objective, options, &Budget::default(), &Stop::default(), &mut |_| {});
    let found = match &outcome.verdict {
        Verdict::Solved(solution) => {
            assert!(solution.pushes_proved && solution.moves_proved, "seed {seed}, {options:?}\n{board:?}");
            assert_replays(board, solution);
            let (pushes, moves) = (solution.pushes, solution.moves.len());
            if moves_first { Answer::Minimum(moves, pushes) } else { Answer::Minimum(pushes, moves) }
        }
        Verdict::Unsolvable(reason) => {
            assert!(!reason.boxes.is_empty() && reason.boxes.iter().all(|cell| arena.boxes.contains(cell)));
            let named: Vec<usize> = reason.boxes.iter().map(|&cell| arena.board_cell[cell as usize] as usize).collect();
            let alone = oracle::solve(&truth::with_boxes_alone(board, &named), false, POSITIONS);
            assert!(matches!(alone, None | Some(Answer::Unsolvable)), "seed {seed}, {reason:?}\n{board:?}");
            Answer::Unsolvable
        }
        Verdict::Unknown(limit) => panic!("{limit:?} without a limit, seed {seed}, {options:?}\n{board:?}"),
    };
    assert_eq!(found, answer, "seed {seed}, {objective:?}, {options:?}\n{board:?}");
    true
}

fn assert_replays(board: &Board, solution: &Solution) {
    let replay = replay(board, solution.moves.iter().map(|step| step.dir));
    assert!(replay.solved && replay.stop.is_none());
    assert_eq!(replay.moves, solution.moves);
    assert_eq!(replay.pushes, solution.pushes);
}

/// All switches on, and then each of them off in turn, one per board.
fn variant(number: u64) -> Options {
    let mut options = Options::default();
    let place = number as usize % (Options::NAMES.len() + 1);
    if let Some(switch) = Options::NAMES.get(place).and_then(|name| options.switch(name)) {
        *switch = false;
    }
    options
}

fn random_boards(seeds: std::ops::Range<u64>) {
    let (mut compared, boards) = ([0; 6], seeds.end - seeds.start);
    for seed in seeds {
        let board = random::board(seed);
        let Ok(arena) = arena(&board) else { continue };
        if check(&board, &arena, seed, Objective::Pushes, &Options::default()) {
            compared[board.find(Cell::is_box).len() - 1] += 1;
        }
        check(&board, &arena, seed, Objective::Pushes, &variant(seed));
        check(&board, &arena, seed, Objective::Moves, &variant(seed / 2));
    }
    // The test is worth something only if it compares boards of every size.
    assert!(compared.iter().all(|&count| count > boards / 50), "{compared:?} of {boards}");
}

/// How many random boards are tried.
fn board_count() -> u64 {
    truth::count(10_000)
}

// In two parts, to run side by side.
#[test]
fn random_boards_agree_with_exhaustive_search_1() {
    random_boards(0..board_count() / 2);
}

#[test]
fn random_boards_agree_with_exhaustive_search_2() {
    random_boards(board_count() / 2..board_count());
}

#[test]
fn a_proof_by_the_arena_is_one() {
    let mut proofs = 0;
    for seed in 0..3_000 {
        let board = random::board(seed);
        if let Err(fault) = arena(&board)
            && fault.is_proof()
        {
            proofs += 1;
            let answer = oracle::solve(&board, false, POSITIONS);
            assert!(matches!(answer, None | Some(Answer::Unsolvable)), "seed {seed}, {fault:?}\n{board:?}");
        }
    }
    assert!(proofs > 20);
}

fn solved(outcome: &Outcome) -> Option<(usize, usize)> {
    match &outcome.verdict {
        Verdict::Solved(solution) if solution.pushes_proved && solution.moves_proved => {
            Some((solution.pushes, solution.moves.len()))
        }
        _ => None,
    }
}

fn search(xsb: &str, objective: Objective, budget: &Budget) -> Result<(Board, Outcome), Fault> {
    let board = Board { edge: sok::level::Edge::Wall, ..Board::from_xsb(xsb) };
    let arena = arena(&board)?;
    let outcome = solve(&arena, objective, budget, &Stop::default(), &mut |_| {});
    Ok((board, outcome))
}

/// The cases of `tests/data/cases.tsv`: board (rows joined by `|`), pushes and moves of both objectives, -1 for none.
#[test]
fn reference_cases() {
    for line in include_str!("data/cases.tsv").lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let number = |place: usize| fields[place].parse::<i64>().expect("a number");
        let xsb = fields[1].replace('|', "\n");
        for (objective, pushes, moves) in
            [(Objective::Pushes, number(2), number(3)), (Objective::Moves, number(4), number(5))]
        {
            match search(&xsb, objective, &Budget::default()) {
                Ok((board, outcome)) if pushes >= 0 => {
                    assert_eq!(solved(&outcome), Some((pushes as usize, moves as usize)), "{}", fields[0]);
                    if let Verdict::Solved(solution) = &outcome.verdict {
                        assert_replays(&board, solution);
                    }
                }
                Ok((_, outcome)) => assert!(matches!(outcome.verdict, Verdict::Unsolvable(_)), "{}", fields[0]),
                Err(fault) => assert_eq!(fault.is_proof(), pushes < 0, "{}: {fault:?}", fields[0]),
            }
        }
    }
}

/// Microban by David W. Skinner, with the pushes and moves of `tests/data/microban.tsv`.
#[test]
fn microban_in_few_nodes() {
    let minima: Vec<Vec<Option<usize>>> = include_str!("data/microban.tsv")
        .lines()
        .skip(1)
        .map(|line| line.split('\t').map(|field| field.parse().ok()).collect())
        .collect();
    let levels: Vec<&str> =
        include_str!("data/microban.xsb").split("\n;").filter(|level| level.contains("##")).collect();
    assert_eq!(levels.len(), minima.len());
    let budget = Budget { nodes: 20_000, ..Budget::default() };
    let mut proved = 0;
    for (level, minimum) in levels.iter().zip(&minima) {
        let board: String =
            level.lines().skip(1).filter(|line| line.contains('#')).map(|line| format!("{line}\n")).collect();
        let (_, outcome) = search(&board, Objective::Pushes, &budget).expect("a board");
        let &[Some(number), Some(pushes), moves] = minimum.as_slice() else { panic!("a line of numbers") };
        assert!(outcome.lower_bound <= pushes, "level {number}");
        match solved(&outcome) {
            Some(found) => {
                assert_eq!(found, (pushes, moves.unwrap_or(found.1)), "level {number}");
                proved += 1;
            }
            None => assert!(!matches!(outcome.verdict, Verdict::Unsolvable(_)), "level {number}"),
        }
    }
    assert!(proved >= 130, "{proved}");
}

/// Level 139 of Microban by David W. Skinner. Its 106 pushes take far more positions than these to prove.
#[test]
fn a_hard_level_has_a_solution_before_its_proof() {
    let set = include_str!("data/microban.xsb");
    let level = set.split("\n; ").find(|level| level.starts_with("139")).expect("a level");
    let rows: Vec<&str> = level.lines().filter(|line| line.contains('#')).collect();
    let board = Board::from_xsb(&rows.join("\n"));
    let arena = arena(&board).expect("a board");
    let options = Options { anytime: false, ..Options::default() };
    let run = |objective, options: &Options| {
        let budget = Budget { nodes: 40_000, ..Budget::default() };
        solve_with(&arena, objective, options, &budget, &Stop::default(), &mut |_| {})
    };
    for objective in [Objective::Pushes, Objective::Moves] {
        let outcome = run(objective, &options);
        let Verdict::Solved(solution) = &outcome.verdict else { panic!("{objective:?}: {:?}", outcome.verdict) };
        assert_replays(&board, solution);
        let length = if objective == Objective::Pushes { solution.pushes } else { solution.moves.len() };
        assert!(outcome.lower_bound < length && !solution.pushes_proved && !solution.moves_proved);
        assert!(outcome.nodes <= 40_000 && solution.pushes >= 106);
        assert!(run(objective, &options) == outcome);
    }
    // The search for fewest moves finds none of its own before its end.
    let without = run(Objective::Moves, &Options { features: false, ..options });
    assert_eq!(without.verdict, Verdict::Unknown(Limit::Nodes));
}

const LONG: &str = "\
#########
#   .   #
# $   $ #
#.  @  .#
# $   $ #
#   .   #
#########";

#[test]
fn a_budget_ends_in_unknown_and_never_in_a_verdict() {
    for nodes in 0..30 {
        for objective in [Objective::Pushes, Objective::Moves] {
            let (_, outcome) = search(LONG, objective, &Budget { nodes, ..Budget::default() }).expect("a board");
            assert!(!matches!(outcome.verdict, Verdict::Unsolvable(_)));
            assert!(outcome.nodes <= nodes);
            assert!(nodes > 0 || outcome.verdict == Verdict::Unknown(Limit::Nodes));
        }
    }
    let (_, outcome) = search(LONG, Objective::Pushes, &Budget { memory: 0, ..Budget::default() }).expect("a board");
    assert!(matches!(outcome.verdict, Verdict::Unknown(Limit::Memory | Limit::Size)));
}

#[test]
fn a_stop_is_seen_at_once() {
    let board = Board::from_xsb(LONG);
    let stop = Stop::default();
    stop.set();
    for objective in [Objective::Pushes, Objective::Moves] {
        let outcome = solve(&arena(&board).expect("a board"), objective, &Budget::default(), &stop, &mut |_| {});
        assert_eq!(outcome.verdict, Verdict::Unknown(Limit::Stopped));
    }
}

#[test]
fn the_same_search_gives_the_same_moves_and_bounds_only_rise() {
    let board = Board::from_xsb("#######\n#.@ # #\n#$* $ #\n#   $ #\n# ..  #\n#  *  #\n#######");
    let arena = arena(&board).expect("a board");
    let run = || {
        let mut bounds = Vec::new();
        let outcome = solve(&arena, Objective::Pushes, &Budget::default(), &Stop::default(), &mut |p: Progress| {
            bounds.push(p.lower_bound);
        });
        (outcome, bounds)
    };
    let (outcome, bounds) = run();
    assert_eq!(run().0, outcome);
    assert!(bounds.is_sorted());
    let Verdict::Solved(solution) = outcome.verdict else { panic!("a solution") };
    let pushes = solution.moves.iter().filter(|step: &&Move| step.push).count();
    assert_eq!(pushes, solution.pushes);
}

/// The kind of reason and how many boxes it names.
fn reason(xsb: &str) -> (ReasonKind, usize) {
    let (_, outcome) = search(xsb, Objective::Pushes, &Budget::default()).expect("a board");
    match outcome.verdict {
        Verdict::Unsolvable(reason) => (reason.kind, reason.boxes.len()),
        verdict => panic!("{verdict:?}\n{xsb}"),
    }
}

#[test]
fn unsolvable_boards_are_explained_by_the_plainest_rule() {
    assert_eq!(reason("######\n#$ @ #\n# $. #\n#.   #\n######"), (ReasonKind::DeadSquare, 1));
    assert_eq!(reason("########\n#. $$ .#\n#  @   #\n########"), (ReasonKind::Freeze, 2));
    assert_eq!(reason("########\n# $. $ #\n#  @   #\n#  $ ..#\n########"), (ReasonKind::Matching, 2));
}
