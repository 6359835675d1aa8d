//! Stored solutions: wrapped, put in order, sorted out.

use crate::{check, refuses};

/// Two boxes. The fewest pushes are 2 (in 12 moves), the fewest moves 10 (with 6 pushes): found by an exhaustive
/// search over all positions.
const BOARD: &str = "########\n#     ##\n#  #   #\n#  .   #\n#  $   #\n#   $.@#\n########\n";

/// One box, with room to walk about.
const SIMPLE: &str = "######\n#@ $.#\n#    #\n######\n";

#[test]
fn moves_are_wrapped_at_seventy() {
    let walk = "rl".repeat(40);
    let long = format!("{SIMPLE}\nSolution 82/1\n{walk}rR\n");
    let wrapped = format!("{SIMPLE}\nSolution 82/1\n{}\n{}rR\n", &walk[..70], &walk[70..]);
    check("rewrap-solutions", &long, &wrapped);
    let ragged = format!("{SIMPLE}\nSolution 82/1\n{}\n{} {}\nrR\n", &walk[..3], &walk[3..50], &walk[50..]);
    check("rewrap-solutions", &ragged, &wrapped);
    refuses("rewrap-solutions", &wrapped, "already");
    let beside = format!("{SIMPLE}Solution: {walk}rR\n");
    refuses("rewrap-solutions", &beside, "already");
}

#[test]
fn the_best_comes_first_and_snapshots_stay_behind() {
    check(
        "sort-solutions",
        &format!("{SIMPLE}\nSolution A\nrlrR\nTime: 1\n\nSnapshot\nr\n\nSolution B\nrR\n\nSolution C\nrlrlrR\n"),
        &format!("{SIMPLE}\nSolution B\nrR\n\nSolution A\nrlrR\nTime: 1\n\nSolution C\nrlrlrR\n\nSnapshot\nr\n"),
    );
    refuses("sort-solutions", &format!("{SIMPLE}\nSolution\nrR\n\nSnapshot\nr\n"), "in order");
}

#[test]
fn each_way_of_sorting_out_takes_only_its_own() {
    let all = format!(
        "{SIMPLE}Author: me\n\nSolution A\nrlrR\nOptimizer: x\n\nSolution B\nrR\nkept\n\nSolution C\nRR\n\nSnapshot\nr\n\n\
         Solution D\nuu\n\nNext\n\n{SIMPLE}"
    );
    let without = |part: &str| {
        assert!(all.contains(part));
        all.replacen(part, "", 1)
    };
    check("drop-worse-solutions", &all, &without("\n\nSolution A\nrlrR\nOptimizer: x"));
    check("drop-duplicate-solutions", &all, &without("\n\nSolution C\nRR"));
    check("drop-illegal-solutions", &all, &without("\n\nSolution D\nuu"));
    refuses("drop-illegal-solutions", SIMPLE, "no such");
}

/// Fewest pushes and fewest moves are different solutions; neither is worse.
#[test]
fn a_solution_that_is_best_in_one_way_is_kept() {
    let both = format!("{BOARD}\nSolution 10/6\nlLLUlldRRR\n\nSolution 12/2\nuullllddrUdR\n");
    refuses("drop-worse-solutions", &both, "no such");
    let sorted = format!("{BOARD}\nSolution 12/2\nuullllddrUdR\n\nSolution 10/6\nlLLUlldRRR\n");
    check("sort-solutions", &both, &sorted);
}
