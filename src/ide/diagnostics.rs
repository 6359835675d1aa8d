//! Findings of a whole document, with absolute places.

use super::{Lookup, Snapshot, State};
use crate::analysis::{Code, Severity, Weights};
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
pub fn diagnostics(snapshot: &Snapshot, lookup: Lookup<'_>, weights: &Weights) -> Vec<Diagnostic> {
    let mut all: Vec<Diagnostic> =
        (0..snapshot.levels.len()).flat_map(|level| level_diagnostics(snapshot, level, lookup, weights)).collect();
    all.sort_by_key(|diagnostic| (diagnostic.span, diagnostic.code));
    all
}

/// What is to be said about one level.
pub fn level_diagnostics(snapshot: &Snapshot, level: usize, lookup: Lookup<'_>, weights: &Weights) -> Vec<Diagnostic> {
    let facts = &snapshot.levels[level].facts.facts;
    let told = match snapshot.key(level).and_then(lookup) {
        Some(State::Known(answer)) => snapshot.told(level, &answer),
        _ => None,
    };
    let searched = told.as_ref().map_or(&[][..], |told| &told.findings);
    let offset = snapshot.file.levels[level].span.start as usize;
    let own = facts.findings.iter().chain(searched).map(|finding| (finding, offset));
    let across = &snapshot.across;
    let first = across.findings.partition_point(|(other, _)| *other < level);
    let beside = across.findings[first..].iter().take_while(|(other, _)| *other == level);
    let mut all = Vec::new();
    for (finding, offset) in own.chain(beside.map(|(_, finding)| (finding, 0))) {
        if facts.ignored.contains(&finding.code) || across.ignored.contains(&finding.code) {
            continue;
        }
        let Some(severity) = weights.of(finding.code, finding.severity) else { continue };
        let related = finding.related.iter().map(|(span, word)| (span.shifted(offset), word.clone())).collect();
        all.push(Diagnostic {
            level,
            code: finding.code,
            severity,
            span: finding.span.shifted(offset),
            message: finding.message.clone(),
            related,
        });
    }
    all
}
