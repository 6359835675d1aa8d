//! Fixes, as boards before and after. What they should make of a board is written by hand.

#[path = "support/numbers.rs"]
mod numbers;

use numbers::Random;
use sok::analysis::{Code, RULES, Weights};
use sok::ide::{Fix, PuzzleKey, Snapshot, State, analyse, diagnostics, fixes};
use sok::solve::{Budget, Stop};
use sok::syntax::Hints;
use sok::text::{Span, apply_edits};
use std::collections::HashMap;
use std::sync::Arc;

struct Page {
    snapshot: Snapshot,
    verdicts: HashMap<PuzzleKey, State>,
}

fn page(text: &str) -> Page {
    let hints = Hints { prefer_xsb: true, ..Hints::default() };
    let snapshot = analyse(Arc::from(text), &hints, None, &|_| false);
    let mut verdicts = HashMap::new();
    for level in 0..snapshot.levels.len() {
        if let Some(job) = snapshot.job(level) {
            let answer = job.run(&Budget::default(), &Stop::default(), &mut |_| {});
            verdicts.insert(job.key, State::Known(Arc::new(answer)));
        }
    }
    Page { snapshot, verdicts }
}

impl Page {
    fn codes(&self) -> Vec<Code> {
        let lookup = |key: PuzzleKey| self.verdicts.get(&key).cloned();
        diagnostics(&self.snapshot, &lookup, &Weights::default()).iter().map(|found| found.code).collect()
    }

    fn fixes(&self) -> Vec<Fix> {
        let lookup = |key: PuzzleKey| self.verdicts.get(&key).cloned();
        let all = Span::new(0, self.snapshot.text.len());
        fixes(&self.snapshot, all, &lookup, &Weights::default())
    }
}

/// The text after the fix of `code` whose title begins with `title`.
fn fixed(text: &str, code: Code, title: &str) -> String {
    let page = page(text);
    let all = page.fixes();
    let fix = all.iter().find(|fix| fix.finding.code == code && fix.title.starts_with(title));
    let fix = fix.unwrap_or_else(|| panic!("no fix `{title}` of {} among {all:#?}", code.name()));
    apply_edits(text, &fix.edits)
}

/// Tries LF and CRLF.
#[track_caller]
fn check(code: Code, title: &str, before: &str, after: &str) {
    for end in ["\n", "\r\n"] {
        let (before, after) = (before.replace('\n', end), after.replace('\n', end));
        assert_eq!(fixed(&before, code, title), after, "with {end:?}");
    }
}

#[test]
fn a_missing_player_is_put_where_it_can_play() {
    check(
        Code::MissingPlayer,
        "Put the player on",
        "#########\n# #  $ .#\n#########\n",
        "#########\n# #@ $ .#\n#########\n",
    );
}

#[test]
fn a_missing_box_is_put_where_it_can_be_pushed() {
    check(
        Code::MissingBox,
        "Put a box on C3",
        "#######\n#@    #\n#     #\n#    .#\n#######\n",
        "#######\n#@    #\n# $   #\n#    .#\n#######\n",
    );
}

#[test]
fn a_missing_target_is_put_where_the_box_can_get() {
    let (before, after) = ("######\n#  $@#\n#   ##\n######\n", "######\n#. $@#\n#   ##\n######\n");
    check(Code::MissingTarget, "Put a target on B2", before, after);
}

#[test]
fn one_player_is_kept() {
    check(Code::ExtraPlayer, "Keep the player on E2", "#######\n#@$.+ #\n#######\n", "#######\n# $.+ #\n#######\n");
}

#[test]
fn one_wall_closes_a_gap_if_one_is_enough() {
    check(Code::OpenBoundary, "Draw a wall on", "#####\n#@$.\n#####\n", "#####\n#@$.#\n#####\n");
    check(
        Code::OpenBoundary,
        "Draw a wall on B1",
        "  # ####\n  #    #\n  #@$ .#\n  ######\n",
        "  ######\n  #    #\n  #@$ .#\n  ######\n",
    );
}

/// Compared with a wall on each free square in turn: one is offered just when one is enough.
#[test]
fn a_single_wall_is_found_if_there_is_one() {
    let mut numbers = Random::new(7);
    let mut offered = 0;
    for _ in 0..1_500 {
        let (width, height) = (4 + numbers.below(4), 3 + numbers.below(4));
        let mut rows = vec![vec!['#'; width]; height];
        let mut at = || (numbers.below(width), numbers.below(height), numbers.below(10));
        for _ in 0..width * height {
            let (x, y, kind) = at();
            rows[y][x] = if kind < 6 { '-' } else { '#' };
        }
        for glyph in ['.', '$', '@'] {
            let (x, y, _) = at();
            rows[y][x] = glyph;
        }
        let text =
            |rows: &[Vec<char>]| rows.iter().map(|row| row.iter().collect::<String>() + "\n").collect::<String>();
        let before = text(&rows);
        let closes = |x: usize, y: usize| {
            let mut rows = rows.clone();
            rows[y][x] = '#';
            is_closed(&rows)
        };
        let squares = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let wanted = squares.clone().any(|(x, y)| rows[y][x] == '-' && closes(x, y));
        let page = page(&before);
        if !page.codes().contains(&Code::OpenBoundary) {
            continue;
        }
        let fixes = page.fixes();
        let one =
            fixes.iter().find(|fix| fix.title.starts_with("Draw a wall on ") && !fix.title.ends_with("every gap"));
        assert_eq!(one.is_some(), wanted, "{before}");
        if let Some(fix) = one {
            offered += 1;
            let after = apply_edits(&before, &fix.edits);
            assert!(
                is_closed(&after.lines().map(|row| row.chars().collect()).collect::<Vec<_>>()),
                "{before}\n{after}"
            );
        }
    }
    assert!(offered > 50, "{offered}");
}

/// Whether the player stays on the board when it walks wherever there is no wall.
fn is_closed(rows: &[Vec<char>]) -> bool {
    let place = |y: usize| rows[y].iter().position(|&glyph| glyph == '@').map(|x| (x, y));
    let mut seen: Vec<(usize, usize)> = (0..rows.len()).find_map(place).into_iter().collect();
    let mut next = 0;
    while let Some(&(x, y)) = seen.get(next) {
        next += 1;
        if x == 0 || y == 0 || x + 1 >= rows[y].len() || y + 1 >= rows.len() {
            return false;
        }
        let around = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)];
        seen.extend(
            around
                .into_iter()
                .filter(|place| rows[place.1][place.0] != '#' && !seen.contains(place))
                .collect::<Vec<_>>(),
        );
    }
    true
}

/// Found by the property tests: several walls behind the end of one short row.
#[test]
fn gaps_of_a_short_row_are_one_insertion() {
    check(Code::OpenBoundary, "Draw a wall on every gap", "######\n#@$. \n####\n", "######\n#@$. #\n######\n");
}

#[test]
fn an_unknown_character_is_replaced() {
    check(Code::UnknownCharacter, "Replace with `@`", "#####\n#S$.#\n# x #\n#####\n", "#####\n#@$.#\n# x #\n#####\n");
    check(Code::UnknownCharacter, "Replace with floor", "#####\n#@$.#\n# x #\n#####\n", "#####\n#@$.#\n#   #\n#####\n");
}

#[test]
fn letters_give_way_to_signs() {
    check(
        Code::MixedNotation,
        "Write the usual signs",
        "#######\n#@$ bo#\n#    .#\n#######\n",
        "#######\n#@$ $.#\n#    .#\n#######\n",
    );
}

#[test]
fn a_board_of_the_problem_collections_becomes_one_of_the_level_collections() {
    let xsb = "One\n\n#####\n#@$.#\n#####\n\n";
    check(
        Code::MixedNotation,
        "Convert to xsb",
        &format!("{xsb}Two\n\n######\n#S.BT#\n######\n"),
        &format!("{xsb}Two\n\n######\n#@ $.#\n######\n"),
    );
}

#[test]
fn a_packed_board_with_a_slip_is_unpacked_as_it_is_read() {
    let all = page("5#|#@$.#|#3(#|5#\n").fixes();
    assert!(all.iter().all(|fix| fix.finding.code != Code::RleError || !fix.edits.is_empty()), "{all:#?}");
}

#[test]
fn a_board_cut_in_two_is_joined() {
    let text = "#######\n#@$  .#\n\n#     #\n#######\n";
    check(Code::SplitBoard, "Take out", text, "#######\n#@$  .#\n#     #\n#######\n");
}

#[test]
fn what_the_solution_leaves_alone_becomes_wall() {
    check(
        Code::UnusedFloor,
        "Draw walls",
        "#######\n#@$ .##\n##    #\n#######\n",
        "#######\n#@$ .##\n#######\n#######\n",
    );
    check(
        Code::UnmovedBox,
        "Draw walls",
        "#######\n#@$ .##\n##   *#\n#######\n",
        "#######\n#@$ .##\n##   ##\n#######\n",
    );
    check(Code::Decoration, "Draw a wall", "########\n#@$.#*##\n########\n", "########\n#@$.####\n########\n");
}

#[test]
fn walls_that_enclose_nothing_go() {
    check(
        Code::RedundantWall,
        "Take away",
        "#########\n#####   #\n#####.###\n####  ##\n###@$ ##\n#######\n  ##\n\nnote\n",
        "    #####\n    #   #\n   ##.###\n  ##  #\n  #@$ #\n  #####\n\nnote\n",
    );
}

#[test]
fn solutions_are_put_right() {
    let board = "######\n#@$ .#\n######\n\n";
    let with = |solution: &str| format!("{board}{solution}\n");
    check(Code::SolutionCase, "Write pushes", &with("Solution\nrR"), &with("Solution\nRR"));
    check(Code::SolutionCount, "Write 2/2", &with("Solution 3/2\nRR"), &with("Solution 2/2\nRR"));
    let best = with("Solution 2/2\nRR");
    check(Code::SolutionIllegal, "Replace", &with("Solution 2/2\nRRR"), &best);
    check(Code::SolutionIllegal, "Replace", &with("Solution 2/2\nRxRRR"), &best);
    check(Code::SolutionIncomplete, "Replace", &with("Solution 1/1\nR"), &best);
    let roomy = |solution: &str| format!("######\n#@$ .#\n#    #\n######\n\n{solution}\n");
    check(Code::SolutionNotMinimal, "Replace", &roomy("Solution 4/2\nduRR"), &roomy("Solution 2/2\nRR"));
}

#[test]
fn the_text_around_a_board_is_put_right() {
    let board = "#####\n#@$.#\n#####\n";
    check(Code::TitleIsMoves, "Write it as", &format!("Dull\n\n{board}"), &format!("; Dull\n\n{board}"));
    let open = format!("{board}Comment:\nmy first\nlevel\n\nmore\n");
    let closed = format!("{board}Comment:\nmy first\nlevel\nComment-End:\n\nmore\n");
    check(Code::UnterminatedComment, "End the comment", &open, &closed);
    let twice = format!("{board}Author: A\nAuthor: B\n");
    check(Code::Metadata, "Take out", &twice, &format!("{board}Author: A\n"));
}

#[test]
fn what_is_a_matter_of_taste_can_be_ignored_and_an_error_cannot() {
    let text = "Done\n\n#####\n#@* #\n#####\nby me\n";
    let ignored = fixed(text, Code::AlreadySolved, "Ignore");
    assert_eq!(ignored, "Done\n\n#####\n#@* #\n#####\n; sok: ignore already-solved\nby me\n");
    assert_eq!((page(text).codes(), page(&ignored).codes()), (vec![Code::AlreadySolved], vec![]));
    let name = |text: &str| page(text).snapshot.name(0);
    assert_eq!(
        (name(&ignored), name("; sok: ignore metadata\n\n#####\n#@* #\n#####\n")),
        ("Done".to_string(), "Level 1".to_string())
    );
    // In a file whose titles stand below their boards, the directive between them is none.
    let below = "#####\n#@$.#\n#####\n; One\n\n######\n#@$ .#\n######\n; sok: ignore metadata\n; Two\n";
    assert_eq!([0, 1].map(|level| page(below).snapshot.name(level)), ["One", "Two"]);
    let whole_file = format!("; sok: ignore already-solved\n\n{text}");
    assert_eq!(page(&whole_file).codes(), []);
    assert!(page("#####\n#@$ #\n#####").fixes().iter().all(|fix| !fix.title.starts_with("Ignore")));
}

/// Whatever fix is preferred takes away the finding that it is for, and no finding comes that is graver.
#[test]
fn the_preferred_fix_of_every_example_does_what_it_says() {
    let mut seen = Vec::new();
    for rule in RULES.iter().filter(|rule| !rule.example.is_empty()) {
        let before = page(rule.example);
        for fix in before.fixes().iter().filter(|fix| fix.preferred && fix.finding.code == rule.code) {
            let count = |page: &Page| page.codes().iter().filter(|&&code| code == rule.code).count();
            let after = page(&apply_edits(rule.example, &fix.edits));
            let text = &after.snapshot.text;
            assert!(count(&after) < count(&before), "`{}` leaves {} in\n{text}", fix.title, rule.name);
            seen.push(rule.name);
        }
    }
    seen.dedup();
    assert!(seen.len() >= 18, "few examples have a fix: {seen:?}");
}
