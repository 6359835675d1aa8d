//! What can be done about a finding, as edits of the text.
//!
//! A fix changes what its finding is about and nothing else. Where the text does not say one thing at one place (a
//! packed row), no fix is offered.

mod board;
mod draw;
mod text;

pub(super) use draw::Sheet;

use super::{Answer, Diagnostic, Lookup, Snapshot, State, insert_solution, level_diagnostics, rewrite};
use crate::analysis::{Code, Severity, Weights};
use crate::text::{Edit, Span};
use std::sync::Arc;

/// One way to put a finding right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    pub title: String,
    /// What it is for.
    pub finding: Diagnostic,
    /// Ordered, without overlap.
    pub edits: Vec<Edit>,
    /// True for what most people will want; at most one for each finding.
    pub preferred: bool,
}

/// What the fixes of one finding are made from.
struct Case<'a> {
    snapshot: &'a Snapshot,
    level: usize,
    finding: &'a Diagnostic,
    answer: Option<Arc<Answer>>,
}

/// A fix as its maker says it: the words and the edits.
type Way = (String, Vec<Edit>);

/// The fixes for what is found within or at `range`, in the order of the findings.
pub fn fixes(snapshot: &Snapshot, range: Span, lookup: Lookup<'_>, weights: &Weights) -> Vec<Fix> {
    let mut all = Vec::new();
    for level in snapshot.levels_in(range) {
        for finding in level_diagnostics(snapshot, level, lookup, weights) {
            if finding.span.start > range.end || range.start > finding.span.end {
                continue;
            }
            let answer = match snapshot.key(level).and_then(lookup) {
                Some(State::Known(answer)) => Some(answer),
                _ => None,
            };
            let case = Case { snapshot, level, finding: &finding, answer };
            let mut ways = ways(&case);
            ways.retain(|(_, edits)| !edits.is_empty());
            let best = ways.len();
            ways.extend(text::ignore(&case));
            for (index, (title, mut edits)) in ways.into_iter().enumerate() {
                edits.sort_by_key(|edit| edit.span);
                all.push(Fix { title, finding: finding.clone(), edits, preferred: index == 0 && best > 0 });
            }
        }
    }
    all
}

fn ways(case: &Case<'_>) -> Vec<Way> {
    match case.finding.code {
        Code::MissingPlayer => board::put_player(case).into_iter().collect(),
        Code::MissingBox => board::put_box(case).into_iter().collect(),
        Code::MissingTarget => board::put_target(case).into_iter().collect(),
        Code::ExtraPlayer => board::keep_player(case).into_iter().collect(),
        Code::OpenBoundary => board::wall_leaks(case),
        Code::UnknownCharacter => board::known_character(case).into_iter().collect(),
        Code::MixedNotation => {
            let spelling = board::one_spelling(case).filter(|(_, edits)| !edits.is_empty());
            spelling.or_else(|| rewritten(case, "convert-to-xsb")).into_iter().collect()
        }
        Code::RleError => rewritten(case, "expand").into_iter().collect(),
        Code::Decoration => board::wall_here(case, "Draw a wall in place of this box").into_iter().collect(),
        Code::UnmovedBox => board::wall_all(case, "Draw walls in place of boxes that never move").into_iter().collect(),
        Code::UnusedFloor => board::wall_all(case, "Draw walls on the unused floor").into_iter().collect(),
        Code::RedundantWall => board::take_walls(case).into_iter().collect(),
        Code::SplitBoard => text::join_board(case),
        Code::SolutionCase => text::right_case(case).into_iter().collect(),
        Code::SolutionCount => text::right_numbers(case).into_iter().collect(),
        Code::SolutionIllegal | Code::SolutionIncomplete | Code::SolutionNotMinimal => replace(case),
        Code::TitleIsMoves => text::title_as_comment(case).into_iter().collect(),
        Code::UnterminatedComment => text::end_comment(case).into_iter().collect(),
        Code::Metadata => text::drop_key(case).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// What one of the actions on a level makes of it.
fn rewritten(case: &Case<'_>, id: &str) -> Option<Way> {
    let rewrite = rewrite(id).filter(|rewrite| (rewrite.applies_to)(case.snapshot, case.level))?;
    let edits = (rewrite.edits)(case.snapshot, case.level).ok()?;
    Some((rewrite.title.to_string(), edits))
}

fn replace(case: &Case<'_>) -> Vec<Way> {
    let Some(answer) = &case.answer else { return Vec::new() };
    vec![("Replace with the best known solution".to_string(), insert_solution(case.snapshot, case.level, answer))]
}

/// True for findings that one may want to live with.
fn is_matter_of_taste(finding: &Diagnostic) -> bool {
    finding.code.rule().severity < Severity::Error
}
