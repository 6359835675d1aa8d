//! From a level's reading to its findings. No search; the parts that need one come in by [`from_reason`].

use super::{
    Code, Finding, Severity, StoredState, cells_in_words, check_solutions, check_writing, count, frozen_groups,
    ignored, live_cells, redundant_walls,
};
use crate::level::{Arena, Board, Cell, Fault, arena, cell_name};
use crate::solve::ReasonKind;
use crate::syntax::{Level, Notation, Problem, ProblemKind, Puzzle, Reading};
use crate::text::Span;
use crate::tiles::Tiles;

/// At most so many findings of one kind are given for one board.
const MOST_OF_A_KIND: usize = 16;

/// The longest side of a board that common programs load.
const COMMON: usize = 50;

/// What is known of a level without a search. Spans are relative to the level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Facts {
    pub findings: Vec<Finding>,
    /// Why nothing is searched, in the few words of a lens: `needs a player`.
    pub obstacle: Option<String>,
    /// True when the obstacle is a proof that the level has no solution.
    pub unsolvable: bool,
    pub stored: Vec<StoredState>,
    /// The findings that the level's own text turns off.
    pub ignored: Vec<Code>,
}

/// Judges one level. `own` is the level's own text, `reading` what was read from it.
pub fn check(own: &str, level: &Level, reading: &Reading) -> Facts {
    let (codes, unknown) = ignored(own);
    let mut facts =
        Facts { findings: Vec::new(), obstacle: None, unsolvable: false, stored: Vec::new(), ignored: codes };
    for problem in &reading.problems {
        facts.findings.push(from_problem(problem));
    }
    let notation = level.notation;
    match &reading.puzzle {
        Puzzle::Sokoban(board) => {
            let mut sight = Sight { board, reading, notation, findings: &mut facts.findings };
            (facts.obstacle, facts.unsolvable) = sokoban(&mut sight);
        }
        Puzzle::Tiles(tiles) => (facts.obstacle, facts.unsolvable) = sliding(tiles, reading, &mut facts.findings),
        Puzzle::Foreign => {}
    }
    let told;
    (facts.stored, told) = check_solutions(own, level, reading);
    if facts.obstacle.is_none() || facts.unsolvable {
        facts.findings.extend(told);
    }
    facts.findings.extend(check_writing(own, level, reading));
    for span in unknown {
        let message = format!("there is no finding `{}` to ignore", &own[span.range()]);
        facts.findings.push(Finding::new(Code::Metadata, span, message));
    }
    if let Some(problem) = reading.problems.iter().find(|problem| spoils(&problem.kind)) {
        facts.obstacle = Some(in_words(&problem.kind).0);
        facts.unsolvable = false;
    }
    facts
}

/// True for problems after which the board is not what the author means, so that a search would mislead.
fn spoils(kind: &ProblemKind) -> bool {
    !matches!(kind, ProblemKind::UnknownCharacter { .. })
}

struct Sight<'a> {
    board: &'a Board,
    reading: &'a Reading,
    notation: Notation,
    findings: &'a mut Vec<Finding>,
}

impl Sight<'_> {
    fn place(&self, cell: usize) -> Span {
        self.reading.places.get(cell).copied().unwrap_or_default()
    }

    fn whole(&self) -> Span {
        whole(self.reading)
    }

    fn glyph(&self, index: usize) -> String {
        format!("(`{}`)", self.notation.info().glyphs[index])
    }

    fn add(&mut self, code: Code, span: Span, message: String) {
        self.findings.push(Finding::new(code, span, message));
    }

    fn add_each(&mut self, code: Code, cells: &[usize], word: &str, message: impl Fn(&str) -> String) {
        for &cell in cells.iter().take(MOST_OF_A_KIND) {
            // Hints stand for themselves; where something is wrong, the places that belong together are named.
            let others = cells.iter().filter(|&&other| other != cell && code.rule().severity > Severity::Hint);
            let related =
                others.map(|&other| (self.place(other), format!("{word} at {}", self.board.name(other)).into()));
            let related = related.take(MOST_OF_A_KIND).collect();
            let (span, message) = (self.place(cell), message(&self.board.name(cell)));
            self.findings.push(Finding { related, ..Finding::new(code, span, message) });
        }
    }
}

/// Where a finding about the whole board stands: its first row. Marking every row would shout.
pub fn whole(reading: &Reading) -> Span {
    let width = match &reading.puzzle {
        Puzzle::Sokoban(board) => board.width,
        Puzzle::Tiles(tiles) => tiles.width,
        Puzzle::Foreign => 0,
    };
    match (reading.places.first(), reading.places.get(width.saturating_sub(1))) {
        (Some(first), Some(last)) => first.cover(*last),
        _ => Span::default(),
    }
}

/// Findings of the structure; returns what keeps a search from starting and whether that is a proof.
fn sokoban(sight: &mut Sight<'_>) -> (Option<String>, bool) {
    let board = sight.board;
    let (boxes, targets) = (board.find(Cell::is_box), board.find(Cell::is_target));
    let whole = sight.whole();
    if boxes.is_empty() {
        sight.add(Code::MissingBox, whole, format!("no box {} on this board", sight.glyph(3)));
    }
    if targets.is_empty() {
        sight.add(Code::MissingTarget, whole, format!("no target {} on this board", sight.glyph(2)));
    }
    match arena(board) {
        Ok(arena) => inside(sight, &arena),
        Err(fault) => {
            explain(sight, &fault, &boxes, &targets);
            (Some(obstacle(board, &fault)), fault.is_proof())
        }
    }
}

/// What the structure says about a board that can be searched.
fn inside(sight: &mut Sight<'_>, arena: &Arena) -> (Option<String>, bool) {
    let board = sight.board;
    let mut in_area = vec![false; board.cells.len()];
    for &cell in &arena.board_cell {
        in_area[cell as usize] = true;
    }
    let outside = |test: fn(Cell) -> bool| board.find(test).into_iter().filter(|&cell| !in_area[cell]).collect();
    let decoration: Vec<usize> = outside(|cell| cell == Cell::BOX_ON_TARGET);
    sight.add_each(Code::Decoration, &decoration, "box", |cell| {
        format!("the player can never reach this box ({cell}); it stands on a target and does not count")
    });
    let bare: Vec<usize> = outside(|cell| cell == Cell::TARGET);
    sight.add_each(Code::UnreachableTarget, &bare, "target", |cell| {
        format!("no box can ever be pushed to this target ({cell}); it does not count")
    });
    let walls = redundant_walls(board, arena);
    if let Some(&first) = walls.first() {
        let verb = if walls.len() == 1 { "encloses" } else { "enclose" };
        let message = format!("{} {verb} nothing", count(walls.len(), "wall square"));
        let related = walls[1..].iter().take(MOST_OF_A_KIND);
        let related =
            related.map(|&cell| (sight.place(cell), format!("wall at {}", board.name(cell)).into())).collect();
        let (code, span) = (Code::RedundantWall, sight.place(first));
        sight.findings.push(Finding { related, ..Finding::new(code, span, message) });
    }
    if board.width > COMMON || board.height > COMMON {
        let message =
            format!("{} x {} squares: some programs load no more than {COMMON} x {COMMON}", board.width, board.height);
        sight.add(Code::TooLarge, sight.whole(), message);
    }
    if arena.is_solved() {
        let message = "every box already stands on a target: 0 pushes solve this level".to_string();
        sight.add(Code::AlreadySolved, sight.whole(), message);
        return (None, false);
    }
    let live = live_cells(arena);
    let at = |cell: &u16| arena.board_cell[*cell as usize] as usize;
    let dead: Vec<usize> = arena.boxes.iter().filter(|&&cell| !live[cell as usize]).map(at).collect();
    sight.add_each(Code::DeadSquare, &dead, "box", |cell| {
        format!("no sequence of pushes brings this box ({cell}) to a target")
    });
    let mut obstacle = dead.first().map(|&cell| format!("{} is on a dead square", board.name(cell)));
    for group in frozen_groups(arena, &live) {
        let cells: Vec<usize> = group.iter().map(at).collect();
        if cells.iter().any(|cell| dead.contains(cell)) {
            continue;
        }
        let names = cells_in_words(board, &cells);
        let message = if cells.len() == 1 {
            format!("this box ({names}) can never be pushed to a target")
        } else {
            format!("the boxes {names} block each other for ever")
        };
        sight.add_each(Code::FrozenBox, &cells, "box", |_| message.clone());
        let few = if cells.len() == 1 { format!("{names} is stuck") } else { format!("{names} block each other") };
        obstacle.get_or_insert(few);
    }
    let unsolvable = obstacle.is_some();
    (obstacle, unsolvable)
}

fn explain(sight: &mut Sight<'_>, fault: &Fault, boxes: &[usize], targets: &[usize]) {
    let whole = sight.whole();
    match fault {
        Fault::NoPlayer => sight.add(Code::MissingPlayer, whole, format!("no player {} on this board", sight.glyph(4))),
        Fault::ExtraPlayers { players } => {
            let message = format!("{} on this board; a level has one", count(players.len(), "player"));
            sight.add_each(Code::ExtraPlayer, players, "player", |_| message.clone());
        }
        Fault::NoBox | Fault::NoTarget => {}
        Fault::Open { leaks } => sight.add_each(Code::OpenBoundary, leaks, "gap", |cell| {
            format!("the player can walk out of the board at {cell}")
        }),
        Fault::CountMismatch { boxes, targets } => {
            let message = format!("{}, {}", count(*boxes, "box"), count(*targets, "target"));
            sight.add(Code::CountMismatch, whole, message);
        }
        Fault::UnreachableBoxes { boxes } => sight.add_each(Code::UnreachableBox, boxes, "box", |cell| {
            format!("the player can never reach this box ({cell}), and it is off target")
        }),
        Fault::UnreachableTargets { targets } => {
            let from = sight.findings.len();
            sight.add_each(Code::UnreachableTarget, targets, "target", |cell| {
                format!("no box can ever be pushed to this target ({cell}), and the boxes inside need it")
            });
            for finding in &mut sight.findings[from..] {
                finding.severity = Severity::Error;
            }
        }
        Fault::TooLarge { cells } => {
            let message = format!("{cells} cells are more than what is searched");
            sight.add(Code::TooLarge, whole, message);
        }
    }
    // Without a player nothing is reachable, but unequal numbers can be told all the same.
    let counted = matches!(fault, Fault::NoPlayer | Fault::ExtraPlayers { .. } | Fault::Open { .. });
    if counted && !boxes.is_empty() && !targets.is_empty() && boxes.len() != targets.len() {
        let message = format!("{}, {}", count(boxes.len(), "box"), count(targets.len(), "target"));
        sight.add(Code::CountMismatch, whole, message);
    }
}

/// The few words of a lens.
fn obstacle(board: &Board, fault: &Fault) -> String {
    match fault {
        Fault::NoPlayer => "needs a player".to_string(),
        Fault::NoBox => "needs a box".to_string(),
        Fault::NoTarget => "needs a target".to_string(),
        Fault::ExtraPlayers { players } => count(players.len(), "player"),
        Fault::Open { leaks } => format!("the wall is open at {}", cells_in_words(board, leaks)),
        Fault::CountMismatch { boxes, targets } => format!("{}, {}", count(*boxes, "box"), count(*targets, "target")),
        Fault::UnreachableBoxes { boxes } => format!("{} out of reach", cells_in_words(board, boxes)),
        Fault::UnreachableTargets { targets } => format!("target {} out of reach", cells_in_words(board, targets)),
        Fault::TooLarge { cells } => format!("{cells} cells are too many to search"),
    }
}

fn sliding(tiles: &Tiles, reading: &Reading, findings: &mut Vec<Finding>) -> (Option<String>, bool) {
    let count = tiles.width * tiles.height;
    let mut seen = vec![0usize; count];
    let (mut wrong, mut missing) = (Vec::new(), Vec::new());
    for (cell, &number) in tiles.start.iter().enumerate() {
        match seen.get_mut(number as usize) {
            Some(times) if *times == 0 => *times = 1,
            _ => wrong.push(cell),
        }
    }
    missing.extend((0..count).filter(|&number| seen[number] == 0));
    let add = |span, message, findings: &mut Vec<Finding>| findings.push(Finding::new(Code::TileSet, span, message));
    let listed = missing.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
    for &cell in wrong.iter().take(MOST_OF_A_KIND) {
        let (name, number) = (cell_name(cell % tiles.width, cell / tiles.width), tiles.start[cell]);
        let what = if (number as usize) < count { "stands here twice" } else { "does not belong here" };
        let span = reading.places.get(cell).copied().unwrap_or_default();
        add(span, format!("{number} {what} ({name}); missing: {listed}"), findings);
    }
    let mut goal = tiles.goal.clone();
    goal.sort_unstable();
    let goal_is_complete = goal.iter().map(|&number| number as usize).eq(0..count);
    if wrong.is_empty() && (tiles.start.len() != count || !goal_is_complete) {
        add(
            whole(reading),
            format!("start and goal must hold the numbers 0 to {} once each", count.max(1) - 1),
            findings,
        );
        return (Some("its numbers do not fit".to_string()), false);
    }
    if !wrong.is_empty() {
        return (Some(format!("needs the numbers 0 to {} once each", count.max(1) - 1)), false);
    }
    (None, false)
}

fn from_problem(problem: &Problem) -> Finding {
    let (_, code, message) = in_words(&problem.kind);
    Finding::new(code, problem.span, message)
}

/// In a lens's few words, as a code, and as a message.
fn in_words(kind: &ProblemKind) -> (String, Code, String) {
    match kind {
        ProblemKind::UnknownCharacter { found, meant } => {
            let hint = meant.map_or(String::new(), |meant| format!("; `{meant}` would be right"));
            let message = format!("`{}` is no character of this notation{hint}", found.escape_default());
            ("has an unknown character".to_string(), Code::UnknownCharacter, message)
        }
        ProblemKind::RowLength { found, expected } => {
            let message = format!("this row has {}, not {expected}", count(*found, "cell"));
            ("has rows of unequal length".to_string(), Code::RowLength, message)
        }
        ProblemKind::MissingRows { found, expected } => {
            let message = format!("{} of {expected} that the header says", count(*found, "row"));
            (format!("has {found} of {}", count(*expected, "row")), Code::RowLength, message)
        }
        ProblemKind::ExtraRows { found, expected } => {
            let message = format!("{}, not the {expected} that the header says", count(*found, "row"));
            (format!("has {found} of {}", count(*expected, "row")), Code::RowLength, message)
        }
        ProblemKind::Rle(what) => ("has a broken run-length code".to_string(), Code::RleError, what.clone()),
        ProblemKind::TooLarge { width, height } => {
            let message = format!("{width} x {height} cells are more than what is read");
            ("is too large".to_string(), Code::TooLarge, message)
        }
    }
}

/// The finding for a board that a search proved unsolvable, and its few words for a lens.
///
/// `cells` are the boxes of the reason as cells of the board.
pub fn from_reason(reading: &Reading, board: &Board, reason: ReasonKind, cells: &[usize]) -> (Vec<Finding>, String) {
    let names = cells_in_words(board, cells);
    let (code, message, few) = match reason {
        ReasonKind::DeadSquare => (
            Code::DeadSquare,
            format!("no sequence of pushes brings this box ({names}) to a target"),
            format!("{names} cannot reach a target"),
        ),
        ReasonKind::Freeze => (
            Code::FrozenBox,
            format!("the boxes {names} block each other for ever"),
            format!("{names} block each other"),
        ),
        ReasonKind::Matching => (
            Code::TargetShortage,
            format!("the boxes {names} can reach fewer targets than they are"),
            format!("too few targets for {names}"),
        ),
        ReasonKind::Pattern => (
            Code::Deadlock,
            format!("the boxes {names} cannot all be brought to targets, whatever the others do"),
            format!("{names} cannot be solved together"),
        ),
        ReasonKind::Search => (
            Code::Unsolvable,
            "no solution: the search went through everything that could lead to one".to_string(),
            "no solution".to_string(),
        ),
    };
    if reason == ReasonKind::Search || cells.is_empty() {
        return (vec![Finding::new(code, whole(reading), message)], few);
    }
    let place = |cell: usize| reading.places.get(cell).copied().unwrap_or_default();
    let findings = cells
        .iter()
        .take(MOST_OF_A_KIND)
        .map(|&cell| {
            let others = cells.iter().filter(|&&other| other != cell).take(MOST_OF_A_KIND);
            let related = others.map(|&other| (place(other), format!("box at {}", board.name(other)).into())).collect();
            Finding { related, ..Finding::new(code, place(cell), message.clone()) }
        })
        .collect();
    (findings, few)
}
