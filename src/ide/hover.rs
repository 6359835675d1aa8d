//! What is to be known about a place, in Markdown.

use super::keys::key_info;
use super::place::Place;
use super::signs::{numbers, picture};
use super::{Lookup, Snapshot, State, level_diagnostics, title_of};
use crate::analysis::{Severity, Weights, alone, count, live_cells};
use crate::level::{Board, Cell, Dir, Move, arena, metrics, replay};
use crate::syntax::Puzzle;
use crate::text::Span;
use crate::tiles::Tiles;
use std::fmt::Write;

/// A text about a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hover {
    pub span: Span,
    pub markdown: String,
}

/// What is known about the place at `offset`.
pub fn hover(snapshot: &Snapshot, offset: usize, lookup: Lookup<'_>, weights: &Weights) -> Option<Hover> {
    let place = snapshot.place(offset)?;
    let (mut span, mut markdown) = match &place {
        Place::Cell { level, cell, span } => (*span, about_cell(snapshot, *level, *cell)?),
        Place::Move { level, stored, index, span } => (*span, about_move(snapshot, *level, *stored, *index)?),
        Place::SolutionTitle { level, stored, span } => (*span, about_solution(snapshot, *level, *stored)?),
        Place::Title { level, span } => (*span, about_level(snapshot, *level, lookup)),
        Place::Key { key, .. } => {
            let info = key_info(&snapshot.text[key.name.range()])?;
            (key.name.cover(key.value), format!("**{}** {}", info.name, info.about))
        }
    };
    if let Place::Title { level, .. } = &place
        && !span.touches(offset)
        && let Some(title) = snapshot.file.levels[*level].title
    {
        // Before the words, at the `;` or the key.
        span = title.line;
    }
    if let Place::Cell { level, .. } | Place::Move { level, .. } = place {
        explain(snapshot, level, span, lookup, weights, &mut markdown);
    }
    Some(Hover { span, markdown })
}

/// What the findings at the place mean. Their messages are shown by the editor itself.
fn explain(
    snapshot: &Snapshot,
    level: usize,
    span: Span,
    lookup: Lookup<'_>,
    weights: &Weights,
    markdown: &mut String,
) {
    let mut codes = Vec::new();
    for found in level_diagnostics(snapshot, level, lookup, weights) {
        let here = found.span.start <= span.start && span.end <= found.span.end;
        if here && found.severity > Severity::Hint && !codes.contains(&found.code) {
            codes.push(found.code);
            let _ = write!(markdown, "\n\n`{}` {}", found.code.name(), found.code.rule().explanation);
        }
    }
}

fn about_cell(snapshot: &Snapshot, level: usize, cell: usize) -> Option<String> {
    let reading = snapshot.reading(level);
    let board = match &reading.puzzle {
        Puzzle::Sokoban(board) => board,
        Puzzle::Tiles(tiles) => return Some(about_number(tiles, cell)),
        Puzzle::Foreign => return None,
    };
    let content = board.cells[cell];
    let mut text = format!("**{}** {}", board.name(cell), name_of(content));
    let Ok(arena) = arena(board) else { return Some(text) };
    let Some(number) = arena.cell_at(cell) else {
        if !content.is_wall() {
            text.push_str(" outside the player's area");
        }
        return Some(text);
    };
    let is_live = live_cells(&arena)[number as usize];
    if !is_live {
        text.push_str("\n\nDead square: a box here can never be brought to a target.");
    } else if content.is_box() {
        let name = |cell: u16| board.name(arena.board_cell[cell as usize] as usize);
        if let Some(pushes) = alone(&arena, number) {
            let reach = |&target: &u16| Some((pushes[target as usize]?, target));
            let mut targets: Vec<(u32, u16)> = arena.targets.iter().filter_map(reach).collect();
            targets.sort_unstable();
            let _ = match targets.first() {
                Some((0, _)) if targets.len() == 1 => write!(text, "\n\nCan reach no other target."),
                Some((0, _)) => {
                    let (pushes, next) = targets[1];
                    write!(
                        text,
                        "\n\nThe next target is {} ({}), the other boxes aside.",
                        name(next),
                        pushes_in_words(pushes)
                    )
                }
                Some(&(pushes, nearest)) => write!(
                    text,
                    "\n\nNearest target {} ({}), the other boxes aside. Can reach {} of {}.",
                    name(nearest),
                    pushes_in_words(pushes),
                    targets.len(),
                    count(arena.targets.len(), "target")
                ),
                None => write!(text, "\n\nCan reach no target from here, even with the other boxes away."),
            };
        }
    }
    Some(text)
}

fn pushes_in_words(pushes: u32) -> String {
    count(pushes as usize, "push")
}

/// What stands on a square, in words.
pub fn name_of(cell: Cell) -> &'static str {
    match (cell.is_wall(), cell.is_target(), cell.is_box(), cell.is_player()) {
        (true, ..) => "wall",
        (_, true, true, _) => "box on a target",
        (_, true, _, true) => "player on a target",
        (_, true, ..) => "target",
        (_, _, true, _) => "box",
        (_, _, _, true) => "player",
        _ => "floor",
    }
}

fn about_number(tiles: &Tiles, cell: usize) -> String {
    let place = |cell: usize| crate::level::cell_name(cell % tiles.width, cell / tiles.width);
    let number = tiles.start[cell];
    let what = if number == 0 { "the blank".to_string() } else { number.to_string() };
    match tiles.goal.iter().position(|&wanted| wanted == number) {
        Some(goal) if goal == cell => format!("**{}** {what}, in its place", place(cell)),
        Some(goal) => format!("**{}** {what}, belongs to {}", place(cell), place(goal)),
        None => format!("**{}** {what}", place(cell)),
    }
}

fn about_level(snapshot: &Snapshot, level: usize, lookup: Lookup<'_>) -> String {
    let node = &snapshot.file.levels[level];
    let facts = &snapshot.levels[level].facts;
    let (width, height, boxes) = facts.size;
    let mut text = format!("**{}** level {} of {}", snapshot.name(level), level + 1, snapshot.levels.len());
    if width > 0 {
        let _ = write!(text, "\n\n{width} × {height}");
        if boxes > 0 {
            let _ = write!(text, " · {}", count(boxes, "box"));
        }
    }
    let _ = write!(text, " · notation `{}`", node.notation.info().name);
    if let Some(obstacle) = &facts.facts.obstacle {
        let _ = write!(text, "\n\n{obstacle}");
    } else if let Some(State::Known(answer)) = snapshot.key(level).and_then(lookup) {
        let _ = write!(text, "\n\n{}", title_of(&answer));
    }
    text
}

/// The board as it stands behind a move, and what the moves up to it amount to.
fn about_move(snapshot: &Snapshot, level: usize, stored: usize, index: usize) -> Option<String> {
    let script = snapshot.script(level, stored);
    let dirs: Vec<Dir> = script.dirs().collect();
    let number = format!("**Move {} of {}**", index + 1, script.letters.len());
    if index >= dirs.len() {
        return Some(number);
    }
    let node = &snapshot.file.levels[level];
    match snapshot.reading(level).puzzle {
        Puzzle::Sokoban(board) => {
            let played = replay(&board, dirs.iter().copied().take(index + 1));
            if played.moves.len() <= index {
                let drawn = picture(node, &played.board);
                let broken = played.moves.len() + 1;
                return Some(format!("{number} · cannot be played: broken at move {broken}\n\n```\n{drawn}\n```"));
            }
            let all = replay(&board, dirs.iter().copied());
            let mut text = format!("{number} · push {} of {}", played.pushes, all.pushes);
            if !played.moves[index].push {
                text = format!("{number} · {} of {} so far", count(played.pushes, "push"), all.pushes);
            }
            let _ = write!(text, "\n\n```\n{}\n```\n\n{}", picture(node, &played.board), measures(&board, &all.moves));
            Some(text)
        }
        Puzzle::Tiles(tiles) => {
            let order = slide(&tiles, &dirs[..=index])?;
            Some(format!("{number}\n\n```\n{}\n```", numbers(&tiles, &order)))
        }
        Puzzle::Foreign => None,
    }
}

fn about_solution(snapshot: &Snapshot, level: usize, stored: usize) -> Option<String> {
    let Puzzle::Sokoban(board) = snapshot.reading(level).puzzle else { return None };
    let played = replay(&board, snapshot.script(level, stored).dirs());
    if played.moves.is_empty() {
        return None;
    }
    let verdict = match (played.stop, played.solved) {
        (Some(_), _) => format!("breaks at move {}", played.moves.len() + 1),
        (None, true) => "solves the level".to_string(),
        (None, false) => "does not solve the level".to_string(),
    };
    Some(format!("**{verdict}**\n\n{}", measures(&board, &played.moves)))
}

fn measures(board: &Board, moves: &[Move]) -> String {
    let all = metrics(board, moves);
    format!(
        "{} · {} · {} · {} · {}",
        count(all.pushes, "push"),
        count(all.moves, "move"),
        count(all.box_lines, "box line"),
        count(all.box_changes, "box change"),
        count(all.pushing_sessions, "pushing session")
    )
}

/// The order of numbers after the blank went some way; `None` if it cannot.
fn slide(tiles: &Tiles, dirs: &[Dir]) -> Option<Vec<u32>> {
    let mut order = tiles.start.clone();
    let mut blank = order.iter().position(|&number| number == 0)?;
    for dir in dirs {
        let (dx, dy) = dir.step();
        let x = (blank % tiles.width).checked_add_signed(dx).filter(|&x| x < tiles.width)?;
        let y = (blank / tiles.width).checked_add_signed(dy).filter(|&y| y < tiles.height)?;
        order.swap(blank, y * tiles.width + x);
        blank = y * tiles.width + x;
    }
    Some(order)
}
