//! The sliding puzzle's search against published facts and against a search that only counts layers.

use std::collections::HashMap;

use sok::level::Dir;
use sok::solve::{Budget, Limit, Stop};
use sok::tiles::{Answer, Tiles, solve};

fn puzzle(width: usize, height: usize, start: &[u32], goal: &[u32]) -> Tiles {
    Tiles { width, height, start: start.to_vec(), goal: goal.to_vec() }
}

fn default_goal(cells: usize) -> Vec<u32> {
    (1..cells as u32).chain([0]).collect()
}

fn answer(tiles: &Tiles, budget: &Budget) -> Answer {
    let mut bounds = Vec::new();
    let answer = solve(tiles, budget, &Stop::default(), &mut |bound| bounds.push(bound));
    assert!(bounds.windows(2).all(|pair| pair[0] < pair[1]), "{tiles:?}: {bounds:?}");
    match &answer {
        Answer::Minimum(moves) => {
            assert!(bounds.iter().all(|&bound| bound <= moves.len()), "{tiles:?}: {bounds:?}");
            replay(tiles, moves);
        }
        Answer::Unknown { lower_bound, .. } => assert_eq!(bounds.last().unwrap_or(&0), lower_bound),
        Answer::Unsolvable | Answer::Invalid => assert!(bounds.is_empty()),
    }
    answer
}

/// The number of moves; `None` when there is no solution.
fn fewest(tiles: &Tiles, budget: &Budget) -> Option<usize> {
    match answer(tiles, budget) {
        Answer::Minimum(moves) => Some(moves.len()),
        Answer::Unsolvable => None,
        other => panic!("{tiles:?}: {other:?}"),
    }
}

fn blank(board: &[u32]) -> usize {
    board.iter().position(|&number| number == 0).expect("a board has a blank")
}

fn replay(tiles: &Tiles, moves: &[Dir]) {
    let mut board = tiles.start.clone();
    for dir in moves {
        let blank = blank(&board);
        let (dx, dy) = dir.step();
        let (x, y) = ((blank % tiles.width) as isize + dx, (blank / tiles.width) as isize + dy);
        assert!((0..tiles.width as isize).contains(&x) && (0..tiles.height as isize).contains(&y), "{tiles:?}");
        board.swap(blank, y as usize * tiles.width + x as usize);
    }
    assert_eq!(board, tiles.goal);
}

/// The distance of every board that the goal can be reached from.
fn layers(width: usize, height: usize, goal: &[u32]) -> HashMap<Vec<u32>, usize> {
    let mut distances = HashMap::from([(goal.to_vec(), 0)]);
    let mut layer = vec![goal.to_vec()];
    for depth in 1.. {
        let mut next = Vec::new();
        for board in layer {
            let blank = blank(&board);
            for cell in 0..width * height {
                let (dx, dy) = ((cell % width).abs_diff(blank % width), (cell / width).abs_diff(blank / width));
                if dx + dy != 1 {
                    continue;
                }
                let mut board = board.clone();
                board.swap(blank, cell);
                if !distances.contains_key(&board) {
                    distances.insert(board.clone(), depth);
                    next.push(board);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    distances
}

/// All orders of the numbers 0 to n-1.
fn orders(cells: usize) -> Vec<Vec<u32>> {
    let mut orders = vec![vec![]];
    for number in 0..cells as u32 {
        let longer = |order: &Vec<u32>| {
            let order = order.clone();
            (0..=order.len()).map(move |at| [&order[..at], &[number], &order[at..]].concat())
        };
        orders = orders.iter().flat_map(longer).collect();
    }
    orders
}

/// A sequence of numbers that look random (an xorshift generator; G. Marsaglia, 2003).
fn random(seed: u64) -> impl FnMut(usize) -> usize {
    let mut seed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    move |below| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        ((seed >> 33) % below as u64) as usize
    }
}

fn shuffled(cells: usize, random: &mut impl FnMut(usize) -> usize) -> Vec<u32> {
    let mut numbers: Vec<u32> = (0..cells as u32).collect();
    for at in (1..cells).rev() {
        numbers.swap(at, random(at + 1));
    }
    numbers
}

fn transposed(board: &[u32], width: usize) -> Vec<u32> {
    (0..width).flat_map(|x| board.iter().skip(x).step_by(width).copied()).collect()
}

/// A board `moves` random moves from its goal.
fn scrambled(
    width: usize,
    height: usize,
    goal: &[u32],
    moves: usize,
    random: &mut impl FnMut(usize) -> usize,
) -> Tiles {
    let mut start = goal.to_vec();
    let mut blank = blank(&start);
    for _ in 0..moves {
        let (dx, dy) = Dir::ALL[random(4)].step();
        let (x, y) = ((blank % width) as isize + dx, (blank / width) as isize + dy);
        if (0..width as isize).contains(&x) && (0..height as isize).contains(&y) {
            let next = y as usize * width + x as usize;
            start.swap(blank, next);
            blank = next;
        }
    }
    puzzle(width, height, &start, goal)
}

#[test]
fn published_facts() {
    let numbers = |text: &str| text.split(' ').map(|number| number.parse().unwrap()).collect::<Vec<u32>>();
    let lines = include_str!("data/sliding.tsv").lines().filter(|line| !line.starts_with('#'));
    let mut count = 0;
    for line in lines {
        let fields: Vec<&str> = line.split('\t').collect();
        let [id, width, height, start, goal, moves, _] = fields[..] else { panic!("{line}") };
        let tiles = puzzle(width.parse().unwrap(), height.parse().unwrap(), &numbers(start), &numbers(goal));
        let expected = moves.parse::<usize>().ok();
        assert_eq!(fewest(&tiles, &Budget::default()), expected, "{id}");
        count += 1;
    }
    assert!(count >= 20);
}

#[test]
fn every_small_board() {
    for (width, height) in [(1, 1), (2, 1), (1, 2), (3, 1), (1, 4), (5, 1), (2, 2)] {
        for goal in orders(width * height) {
            let distances = layers(width, height, &goal);
            for start in orders(width * height) {
                let tiles = puzzle(width, height, &start, &goal);
                assert_eq!(fewest(&tiles, &Budget::default()), distances.get(&start).copied(), "{tiles:?}");
            }
        }
    }
}

#[test]
fn every_board_of_two_by_three() {
    // Without memory, the search deepens instead of keeping the states.
    let budgets = [Budget::default(), Budget { memory: 0, ..Budget::default() }];
    let goals = [[1, 2, 3, 4, 5, 0], [0, 1, 2, 3, 4, 5], [4, 0, 2, 5, 1, 3], [3, 1, 5, 2, 0, 4]];
    for (width, height) in [(3, 2), (2, 3)] {
        for goal in goals {
            let distances = layers(width, height, &goal);
            assert_eq!(distances.len(), 360);
            for start in orders(6) {
                let tiles = puzzle(width, height, &start, &goal);
                for budget in &budgets {
                    assert_eq!(fewest(&tiles, budget), distances.get(&start).copied(), "{tiles:?}");
                }
            }
        }
    }
}

#[test]
fn random_boards_of_three_by_three() {
    let mut random = random(33);
    for goal in [default_goal(9), (0..9).collect(), shuffled(9, &mut random)] {
        let distances = layers(3, 3, &goal);
        assert_eq!(
            (distances.len(), distances.values().max().copied()),
            (181_440, Some(if goal[4] == 0 { 30 } else { 31 }))
        );
        for _ in 0..60 {
            let tiles = puzzle(3, 3, &shuffled(9, &mut random), &goal);
            for budget in [Budget::default(), Budget { memory: 0, ..Budget::default() }] {
                assert_eq!(fewest(&tiles, &budget), distances.get(&tiles.start).copied(), "{tiles:?}");
            }
        }
    }
}

#[test]
fn a_line_keeps_its_order() {
    let tiles = puzzle(4, 1, &[1, 0, 2, 3], &[1, 2, 3, 0]);
    assert_eq!(answer(&tiles, &Budget::default()), Answer::Minimum(vec![Dir::Right, Dir::Right]));
    let tiles = puzzle(1, 4, &[1, 2, 3, 0], &[0, 1, 2, 3]);
    assert_eq!(answer(&tiles, &Budget::default()), Answer::Minimum(vec![Dir::Up; 3]));
    // An even permutation, but out of reach.
    let tiles = puzzle(4, 1, &[2, 3, 1, 0], &[1, 2, 3, 0]);
    assert_eq!(answer(&tiles, &Budget::default()), Answer::Unsolvable);
}

#[test]
fn what_is_no_puzzle() {
    let solved = [1, 2, 3, 0];
    for tiles in [
        Tiles::default(),
        puzzle(0, 4, &[], &[]),
        puzzle(2, 3, &solved, &solved),
        puzzle(usize::MAX, 4, &solved, &solved),
        puzzle(2, 2, &[1, 2, 3, 3], &solved),
        puzzle(2, 2, &[1, 2, 3, 4], &solved),
        puzzle(2, 2, &[0, 1, 0, 2], &solved),
        puzzle(2, 2, &solved, &[1, 2, 3, u32::MAX]),
        puzzle(2, 2, &solved, &[1, 2, 0]),
        puzzle(2, 2, &solved, &[1, 2, 0, 3, 4]),
    ] {
        assert_eq!(answer(&tiles, &Budget::default()), Answer::Invalid, "{tiles:?}");
    }
}

#[test]
fn solved_boards_need_no_move() {
    for (width, height) in [(1, 1), (1, 7), (2, 2), (3, 3), (4, 4), (5, 5), (7, 3), (40, 40), (200, 300)] {
        let goal = default_goal(width * height);
        let tiles = puzzle(width, height, &goal, &goal);
        assert_eq!(answer(&tiles, &Budget::default()), Answer::Minimum(vec![]), "{width} x {height}");
    }
}

#[test]
fn boards_of_many_shapes_and_goals() {
    let mut random = random(4);
    let mut longest = 0;
    for (width, height) in [(4, 3), (3, 4), (6, 2), (2, 6), (5, 3), (4, 4), (7, 2)] {
        // Small boards are mixed so well that the tables of the search come into play.
        for moves in [10, 40, 200, if width * height <= 12 { 4000 } else { 0 }] {
            let goal = shuffled(width * height, &mut random);
            let tiles = scrambled(width, height, &goal, moves, &mut random);
            let Some(fewest_moves) = fewest(&tiles, &Budget::default()) else { panic!("{tiles:?}") };
            // As many when start and goal change places, and when row and column do.
            let back = puzzle(width, height, &tiles.goal, &tiles.start);
            assert_eq!(fewest(&back, &Budget::default()), Some(fewest_moves), "{tiles:?}");
            let turned = puzzle(height, width, &transposed(&tiles.start, width), &transposed(&tiles.goal, width));
            assert_eq!(fewest(&turned, &Budget::default()), Some(fewest_moves), "{tiles:?}");
            assert!(fewest_moves <= moves);
            longest = longest.max(fewest_moves);
        }
    }
    assert!(longest > 30, "{longest}");
}

#[test]
fn large_boards_are_solved_when_easy() {
    let mut random = random(5);
    for (width, height) in [(5, 5), (8, 8), (30, 3), (64, 64)] {
        let tiles = scrambled(width, height, &default_goal(width * height), 14, &mut random);
        assert!(fewest(&tiles, &Budget { nodes: 1_000_000, ..Budget::default() }).is_some_and(|moves| moves <= 14));
    }
}

#[test]
fn large_boards_end_with_a_bound() {
    let mut random = random(6);
    for (width, height) in [(5, 5), (20, 20), (100, 100)] {
        let goal = default_goal(width * height);
        let mut tiles = puzzle(width, height, &shuffled(width * height, &mut random), &goal);
        let budget = Budget { nodes: 100_000, memory: 1 << 26 };
        if answer(&tiles, &budget) == Answer::Unsolvable {
            let tile = |n: usize| tiles.start.iter().position(|&number| number == n as u32).unwrap();
            let (a, b) = (tile(1), tile(2));
            tiles.start.swap(a, b);
        }
        let Answer::Unknown { limit, lower_bound } = answer(&tiles, &budget) else { panic!("{tiles:?}") };
        assert_eq!(limit, if width == 100 { Limit::Size } else { Limit::Nodes });
        let steps = |cell: usize| {
            let home = (tiles.start[cell] as usize + width * height - 1) % (width * height);
            (cell % width).abs_diff(home % width) + (cell / width).abs_diff(home / width)
        };
        let blank = blank(&tiles.start);
        assert!(lower_bound >= (0..width * height).filter(|&cell| cell != blank).map(steps).sum());
    }
}

#[test]
fn the_budget_is_kept_and_decides() {
    let tiles = puzzle(4, 4, &[0, 12, 9, 13, 15, 11, 10, 14, 3, 7, 2, 5, 4, 8, 6, 1], &default_goal(16));
    let mut bounds = Vec::new();
    for nodes in [0, 1, 1000, 60_000, 200_000] {
        let budget = Budget { nodes, ..Budget::default() };
        let Answer::Unknown { limit: Limit::Nodes, lower_bound } = answer(&tiles, &budget) else { panic!("{nodes}") };
        assert_eq!(answer(&tiles, &budget), Answer::Unknown { limit: Limit::Nodes, lower_bound });
        bounds.push(lower_bound);
    }
    assert!(bounds.is_sorted() && bounds[0] >= 58 && bounds[4] <= 80, "{bounds:?}");
    let small = puzzle(3, 3, &[8, 6, 7, 2, 5, 4, 3, 0, 1], &default_goal(9));
    let Answer::Unknown { limit: Limit::Nodes, lower_bound } =
        answer(&small, &Budget { nodes: 500, ..Budget::default() })
    else {
        panic!("solved with too few nodes")
    };
    assert!((1..=31).contains(&lower_bound));
}

#[test]
fn a_stop_ends_the_search() {
    let hard = puzzle(4, 4, &[0, 12, 9, 13, 15, 11, 10, 14, 3, 7, 2, 5, 4, 8, 6, 1], &default_goal(16));
    let small = puzzle(3, 3, &[8, 6, 7, 2, 5, 4, 3, 0, 1], &default_goal(9));
    for (tiles, at) in [(&hard, 58), (&hard, 62), (&hard, 70), (&small, 0), (&small, 20)] {
        let (stop, mut last) = (Stop::default(), 0);
        let answer = solve(tiles, &Budget::default(), &stop, &mut |bound| {
            last = bound;
            if bound >= at {
                stop.set();
            }
        });
        let Answer::Unknown { limit: Limit::Stopped, lower_bound } = answer else { panic!("{answer:?}") };
        assert_eq!(lower_bound, last);
    }
}
