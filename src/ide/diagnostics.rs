//! Findings of a whole document, with absolute places.

use super::{Answer, Lookup, Shown, Snapshot, State, show, snapshot::weigh};
use crate::analysis::{Code, Finding, Severity, StoredState, Strictness, count, from_reason, whole};
use crate::solve::Verdict;
use crate::syntax::Puzzle;
use crate::text::Span;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    pub level: usize,
    pub code: Code,
    pub severity: Severity,
    pub span: Span,
    pub message: String,
    pub related: Vec<(Span, String)>,
}

/// Everything that is to be said about the document now, in the order of the text.
pub fn diagnostics(snapshot: &Snapshot, lookup: Lookup<'_>, strictness: Strictness) -> Vec<Diagnostic> {
    let mut all = Vec::new();
    for (level, entry) in snapshot.levels.iter().enumerate() {
        let answer = snapshot.key(level).and_then(lookup);
        let searched = match answer {
            Some(State::Known(answer)) => searched(snapshot, level, &answer),
            _ => Vec::new(),
        };
        let offset = snapshot.file.levels[level].span.start as usize;
        for finding in entry.facts.facts.findings.iter().chain(&searched) {
            let related = finding.related.iter().map(|(span, word)| (span.shifted(offset), word.clone())).collect();
            all.push(Diagnostic {
                level,
                code: finding.code,
                severity: weigh(finding, strictness),
                span: finding.span.shifted(offset),
                message: finding.message.clone(),
                related,
            });
        }
    }
    all.sort_by_key(|diagnostic| (diagnostic.span, diagnostic.code));
    all
}

/// What a search's answer adds.
fn searched(snapshot: &Snapshot, level: usize, answer: &Answer) -> Vec<Finding> {
    let Some(pose) = &snapshot.levels[level].facts.pose else { return Vec::new() };
    // The common case is told without reading the board again.
    let solved = matches!(answer, Answer::Sokoban { outcome, .. } if matches!(outcome.verdict, Verdict::Solved(_)));
    if solved && snapshot.file.levels[level].solutions.is_empty() {
        return Vec::new();
    }
    let reading = snapshot.reading(level);
    match (show(answer, pose, &reading.puzzle), &reading.puzzle) {
        (Shown::Unsolvable(Some((kind, cells))), Puzzle::Sokoban(board)) => {
            from_reason(&reading, board, kind, &cells).0
        }
        (Shown::Unsolvable(None), Puzzle::Tiles(_)) => {
            let code = Code::TileParity;
            let message = "no sliding leads from this board to its goal (parity)".to_string();
            vec![Finding { code, severity: code.rule().severity, span: whole(&reading), message, related: Vec::new() }]
        }
        (Shown::Solved(best), Puzzle::Sokoban(_)) => longer_than(snapshot, level, (best.pushes, best.moves.len())),
        _ => Vec::new(),
    }
}

/// A hint at each stored solution that is longer than the best known one.
fn longer_than(snapshot: &Snapshot, level: usize, best: (usize, usize)) -> Vec<Finding> {
    let offset = snapshot.file.levels[level].span.start;
    let stored = &snapshot.file.levels[level].solutions;
    let states = &snapshot.levels[level].facts.facts.stored;
    let mut findings = Vec::new();
    for (stored, state) in stored.iter().zip(states) {
        let StoredState::Solves { pushes, moves } = state else { continue };
        if (*pushes, *moves) <= best {
            continue;
        }
        let code = Code::SolutionNotMinimal;
        let place = stored.title.unwrap_or(stored.moves);
        let span = Span { start: place.start - offset, end: place.end - offset };
        let message = format!(
            "this solution takes {} and {}; {} and {} are possible",
            count(*pushes, "push"),
            count(*moves, "move"),
            best.0,
            best.1
        );
        findings.push(Finding { code, severity: code.rule().severity, span, message, related: Vec::new() });
    }
    findings
}
