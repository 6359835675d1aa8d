//! Fixes of what stands around the board.

use super::{Case, Way, is_matter_of_taste};
use crate::analysis::{StoredState, wrong_capitals};
use crate::ide::across::{Join, split_in_words};
use crate::ide::insert::line_end;
use crate::syntax::{Level, Line, LineClass, Notation, Puzzle, Stored, script};
use crate::text::{Edit, Span};
use std::collections::HashMap;

fn level<'a>(case: &Case<'a>) -> &'a Level {
    &case.snapshot.file.levels[case.level]
}

/// The line of the file that holds the offset.
fn line_at<'a>(case: &Case<'a>, offset: u32) -> Option<&'a Line> {
    let lines = &case.snapshot.file.lines;
    lines[..lines.partition_point(|line| line.span.start <= offset)].last()
}

/// The stored solution that the finding stands in, with its number.
fn solution<'a>(case: &Case<'a>) -> Option<(usize, &'a Stored)> {
    let at = case.finding.span.start;
    let holds = |stored: &Stored| {
        let all = stored.title.map_or(stored.moves, |title| title.cover(stored.moves));
        all.touches(at as usize)
    };
    level(case).solutions.iter().enumerate().find(|(_, stored)| holds(stored))
}

/// The empty lines of a board cut in two: taken out, or with a `-` in them.
pub fn join_board(case: &Case<'_>) -> Vec<Way> {
    let file = &case.snapshot.file;
    let Some(split) = file.splits.iter().find(|split| split.gap == case.finding.span) else { return Vec::new() };
    let text = &case.snapshot.text;
    let end = line_end(text);
    let rows = text[split.gap.range()].lines().count();
    let edit = |new_text: String| vec![Edit { span: split.gap, new_text }];
    let mut ways = vec![
        ("Take out the empty line".to_string(), edit(String::new())),
        ("Write `-` in the empty line".to_string(), edit(format!("-{end}").repeat(rows))),
    ];
    if split_in_words(text, split) == Some(Join::Written) {
        ways.reverse();
    }
    ways
}

pub fn right_case(case: &Case<'_>) -> Option<Way> {
    let (_, stored) = solution(case)?;
    let start = level(case).span.start;
    let own = &case.snapshot.text[level(case).span.range()];
    let script = script(own, &stored.relative_to(start));
    let Puzzle::Sokoban(board) = case.snapshot.reading(case.level).puzzle else { return None };
    let wrong = wrong_capitals(&board, &script);
    // A letter that a count repeats stands for several moves, which may not all be wrong in the same way.
    let mut times: HashMap<Span, isize> = HashMap::new();
    script.letters.iter().for_each(|&(_, span)| *times.entry(span).or_default() += 1);
    wrong.iter().for_each(|&(index, _)| *times.entry(script.letters[index].1).or_default() -= 1);
    let mut edits = Vec::new();
    for &(index, push) in &wrong {
        let (letter, span) = script.letters[index];
        if times.get(&span).is_some_and(|&others| others > 0) {
            return None;
        }
        let right = if push { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() };
        edits.push(Edit { span: span.shifted(start as usize), new_text: right.to_string() });
    }
    edits.dedup();
    Some(("Write pushes in capitals and other moves in small letters".to_string(), edits))
}

pub fn right_numbers(case: &Case<'_>) -> Option<Way> {
    let (index, _) = solution(case)?;
    let state = case.snapshot.levels[case.level].facts.facts.stored.get(index)?;
    let StoredState::Solves { pushes, moves } = state else { return None };
    let new_text = format!("{moves}/{pushes}");
    Some((format!("Write {new_text}"), vec![Edit { span: case.finding.span, new_text }]))
}

/// A title line that other programs would play.
pub fn title_as_comment(case: &Case<'_>) -> Option<Way> {
    let title = level(case).title?;
    let name = &case.snapshot.text[title.text.range()];
    let new_text = format!("; {name}");
    Some((format!("Write it as `{new_text}`"), vec![Edit { span: title.text, new_text }]))
}

/// Ends a comment block below its last line: before an empty line, a board or other moves.
pub fn end_comment(case: &Case<'_>) -> Option<Way> {
    let lines = &case.snapshot.file.lines;
    let first = lines.partition_point(|line| line.span.end <= case.finding.span.start);
    let goes_on = |line: &&Line| matches!(line.class, LineClass::Note | LineClass::Comment | LineClass::Key);
    let last = lines.get(first + 1..)?.iter().take_while(goes_on).last().or(lines.get(first))?;
    let text = &case.snapshot.text;
    let body = text[last.span.range()].trim_end_matches(['\n', '\r']).len();
    let end = line_end(text);
    let edit = Edit { span: Span::at(last.span.start as usize + body), new_text: format!("{end}Comment-End:") };
    Some(("End the comment here".to_string(), vec![edit]))
}

/// Takes out the line of a key that is given twice or is empty.
pub fn drop_key(case: &Case<'_>) -> Option<Way> {
    let line = line_at(case, case.finding.span.start)?;
    let own = level(case).keys.iter().chain(&case.snapshot.file.keys);
    let is_name = own.into_iter().any(|key| key.name == case.finding.span);
    is_name.then(|| ("Take out this line".to_string(), vec![Edit { span: line.span, new_text: String::new() }]))
}

/// A comment below the board that turns the finding off.
pub fn ignore(case: &Case<'_>) -> Option<Way> {
    let level = level(case);
    let fits = matches!(level.notation, Notation::Xsb | Notation::Sbt);
    if !fits || !is_matter_of_taste(case.finding) || case.snapshot.file.container.is_some() {
        return None;
    }
    let code = case.finding.code.name();
    let new_text = format!("{}; sok: ignore {code}", line_end(&case.snapshot.text));
    let edit = Edit { span: Span::at(level.board.end as usize), new_text };
    Some((format!("Ignore `{code}` in this level"), vec![edit]))
}
