//! Findings of a whole document, with absolute places.

use std::sync::Arc;

use super::told::Told;
use super::{Lookup, Snapshot, State};
use crate::analysis::{Code, Finding, Related, Severity, Weights};
use crate::text::Span;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    pub level: usize,
    pub code: Code,
    pub severity: Severity,
    pub span: Span,
    pub message: String,
    pub related: Related,
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
    let mut leads = Vec::new();
    let mut beside = 0;
    for level in 0..snapshot.levels.len() {
        beside += add_leads(snapshot, level, beside, lookup, weights, &mut leads);
    }
    let mut room = [0; Severity::Error as usize + 1];
    leads.iter().for_each(|lead| room[lead.severity as usize] += 1);
    let mut left = most;
    for room in room.iter_mut().rev() {
        *room = left.min(*room);
        left -= *room;
    }
    let mut take = |lead: &&Lead| {
        let room = &mut room[lead.severity as usize];
        *room > 0 && {
            *room -= 1;
            true
        }
    };
    let mut all: Vec<Diagnostic> = leads.iter().filter(&mut take).map(|lead| lead.written(snapshot)).collect();
    all.sort_by_key(|diagnostic| (diagnostic.span, diagnostic.code));
    let left_out = leads.len() - all.len();
    (all, left_out)
}

/// What is to be said about one level.
pub fn level_diagnostics(snapshot: &Snapshot, level: usize, lookup: Lookup<'_>, weights: &Weights) -> Vec<Diagnostic> {
    let beside = snapshot.across.findings.partition_point(|(other, _)| *other < level);
    let mut leads = Vec::new();
    add_leads(snapshot, level, beside, lookup, weights, &mut leads);
    leads.iter().map(|lead| lead.written(snapshot)).collect()
}

/// A finding about a level, before it is written out.
struct Lead {
    level: usize,
    severity: Severity,
    source: Source,
    index: usize,
}

enum Source {
    /// The level's own text.
    Own,
    /// A verdict.
    Searched(Arc<Told>),
    /// The levels beside it.
    Beside,
}

impl Lead {
    /// The finding, and what its places are relative to.
    fn finding<'a>(&'a self, snapshot: &'a Snapshot) -> (&'a Finding, usize) {
        let offset = || snapshot.file.levels[self.level].span.start as usize;
        match &self.source {
            Source::Own => (&snapshot.levels[self.level].facts.facts.findings[self.index], offset()),
            Source::Searched(told) => (&told.findings[self.index], offset()),
            Source::Beside => (&snapshot.across.findings[self.index].1, 0),
        }
    }

    fn written(&self, snapshot: &Snapshot) -> Diagnostic {
        let (finding, offset) = self.finding(snapshot);
        let related = finding.related.iter().map(|(span, word)| (span.shifted(offset), word.clone())).collect();
        let (code, span, message) = (finding.code, finding.span.shifted(offset), finding.message.clone());
        Diagnostic { level: self.level, code, severity: self.severity, span, message, related }
    }
}

/// Adds each finding about a level that is neither ignored nor off. `beside` is the first of those about levels beside
/// each other that belongs to this level; gives their number.
fn add_leads(
    snapshot: &Snapshot,
    level: usize,
    beside: usize,
    lookup: Lookup<'_>,
    weights: &Weights,
    leads: &mut Vec<Lead>,
) -> usize {
    let facts = &snapshot.levels[level].facts.facts;
    let across = &snapshot.across;
    let mut add = |finding: &Finding, source: Source, index: usize| {
        if facts.ignored.contains(&finding.code) || across.ignored.contains(&finding.code) {
            return;
        }
        if let Some(severity) = weights.of(finding.code, finding.severity) {
            leads.push(Lead { level, severity, source, index });
        }
    };
    for (index, finding) in facts.findings.iter().enumerate() {
        add(finding, Source::Own, index);
    }
    if let Some(State::Known(answer)) = snapshot.key(level).and_then(lookup)
        && let Some(told) = snapshot.told(level, &answer)
    {
        for (index, finding) in told.findings.iter().enumerate() {
            add(finding, Source::Searched(Arc::clone(&told)), index);
        }
    }
    let own = across.findings[beside..].iter().take_while(|(other, _)| *other == level);
    let mut count = 0;
    for (_, finding) in own {
        add(finding, Source::Beside, beside + count);
        count += 1;
    }
    count
}
