//! Findings of a whole document, with absolute places.

use super::{Lookup, Snapshot, State};
use crate::analysis::{Code, Finding, Severity, Weights};
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

/// The gravest findings, not more than `most`, in the order of the text, and how many others there are. What is left
/// out is not written out either.
pub fn gravest(snapshot: &Snapshot, lookup: Lookup<'_>, weights: &Weights, most: usize) -> (Vec<Diagnostic>, usize) {
    let mut counts = [0usize; Severity::Error as usize + 1];
    for level in 0..snapshot.levels.len() {
        each_finding(snapshot, level, lookup, weights, &mut |_, _, severity| counts[severity as usize] += 1);
    }
    let mut room = most;
    let mut left_out = 0;
    for count in counts.iter_mut().rev() {
        left_out += count.saturating_sub(room);
        *count = room.min(*count);
        room -= *count;
    }
    let mut all = Vec::new();
    for level in 0..snapshot.levels.len() {
        each_finding(snapshot, level, lookup, weights, &mut |finding, offset, severity| {
            if counts[severity as usize] > 0 {
                counts[severity as usize] -= 1;
                all.push(written(level, finding, offset, severity));
            }
        });
    }
    all.sort_by_key(|diagnostic| (diagnostic.span, diagnostic.code));
    (all, left_out)
}

/// What is to be said about one level.
pub fn level_diagnostics(snapshot: &Snapshot, level: usize, lookup: Lookup<'_>, weights: &Weights) -> Vec<Diagnostic> {
    let mut all = Vec::new();
    each_finding(snapshot, level, lookup, weights, &mut |finding, offset, severity| {
        all.push(written(level, finding, offset, severity));
    });
    all
}

fn written(level: usize, finding: &Finding, offset: usize, severity: Severity) -> Diagnostic {
    let related = finding.related.iter().map(|(span, word)| (span.shifted(offset), word.clone())).collect();
    let (code, span, message) = (finding.code, finding.span.shifted(offset), finding.message.clone());
    Diagnostic { level, code, severity, span, message, related }
}

/// Each finding about a level that is neither ignored nor off, with what its places are relative to, and its weight.
fn each_finding(
    snapshot: &Snapshot,
    level: usize,
    lookup: Lookup<'_>,
    weights: &Weights,
    tell: &mut dyn FnMut(&Finding, usize, Severity),
) {
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
    for (finding, offset) in own.chain(beside.map(|(_, finding)| (finding, 0))) {
        if facts.ignored.contains(&finding.code) || across.ignored.contains(&finding.code) {
            continue;
        }
        if let Some(severity) = weights.of(finding.code, finding.severity) {
            tell(finding, offset, severity);
        }
    }
}
