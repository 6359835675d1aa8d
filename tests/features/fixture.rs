//! Texts with a caret in them, and places drawn under the lines they stand on.

use sok::analysis::Weights;
use sok::ide::{self, Hover, PuzzleKey, Snapshot, State, analyse};
use sok::solve::{Budget, Stop};
use sok::syntax::Hints;
use sok::text::Span;
use std::collections::HashMap;
use std::sync::Arc;

/// Where the caret is; taken out before the text is read.
pub const CARET: &str = "<|>";

/// The line ends that the protocol knows.
pub const ENDS: [&str; 3] = ["\n", "\r\n", "\r"];

/// An analysed text with the verdicts of all its levels, and the caret.
pub struct Page {
    pub snapshot: Snapshot,
    pub caret: usize,
    verdicts: HashMap<PuzzleKey, State>,
}

/// Reads a fixture, its lines ended with `end`.
pub fn page(fixture: &str, end: &str) -> Page {
    let fixture = fixture.replace('\n', end);
    let caret = fixture.find(CARET).unwrap_or(fixture.len());
    let text = fixture.replacen(CARET, "", 1);
    let snapshot = analyse(Arc::from(text), &Hints::default(), None, &|_| false);
    let mut verdicts = HashMap::new();
    for level in 0..snapshot.levels.len() {
        if let Some(job) = snapshot.job(level) {
            let answer = job.run(&Budget::default(), &Stop::default(), &mut |_| {});
            verdicts.insert(job.key, State::Known(Arc::new(answer)));
        }
    }
    Page { snapshot, caret, verdicts }
}

impl Page {
    pub fn text(&self) -> &str {
        &self.snapshot.text
    }

    pub fn lookup(&self) -> impl Fn(PuzzleKey) -> Option<State> + '_ {
        |key| self.verdicts.get(&key).cloned()
    }

    pub fn hover(&self) -> Option<Hover> {
        ide::hover(&self.snapshot, self.caret, &self.lookup(), &Weights::default())
    }

    /// The text with marks under it: `^` under each character of a span, and behind them the span's word. Spans that
    /// start on one line stand on lines of their own; a span that takes in a line end shows `⏎` there.
    pub fn drawn(&self, marks: &[(Span, String)]) -> String {
        let mut out = String::new();
        for (start, line) in lines_of(self.text()) {
            let body = line.trim_end_matches(['\n', '\r']);
            out.push_str(body);
            out.push('\n');
            let end = start + line.len();
            let is_last = end == self.text().len() && body.len() == line.len();
            let here = |span: Span| {
                let at = span.start as usize;
                start <= at && (at < end || is_last && at == end)
            };
            for (span, word) in marks.iter().filter(|(span, _)| here(*span)) {
                let (from, to) = (span.start as usize, span.end as usize);
                let indent = self.text()[start..from].chars().count();
                let marked =
                    self.text()[from..to].chars().map(|letter| if "\r\n".contains(letter) { '⏎' } else { '^' });
                let marked: String = if from == to { "|".to_string() } else { marked.collect() };
                out.push_str(format!("{}{marked} {word}", " ".repeat(indent)).trim_end());
                out.push('\n');
            }
        }
        out
    }

    /// The text within a span, its line ends as `⏎`.
    pub fn shown(&self, span: Span) -> String {
        self.text()[span.range()].replace("\r\n", "⏎").replace(['\n', '\r'], "⏎")
    }
}

/// The lines with where they start; written apart from the library's own.
fn lines_of(text: &str) -> Vec<(usize, &str)> {
    let mut lines = Vec::new();
    let mut start = 0;
    while start < text.len() {
        let rest = &text[start..];
        let length = match rest.find(['\n', '\r']) {
            Some(at) if rest[at..].starts_with("\r\n") => at + 2,
            Some(at) => at + 1,
            None => rest.len(),
        };
        lines.push((start, &rest[..length]));
        start += length;
    }
    lines
}

/// Has `render` show the fixture with every kind of line end; it must be what is expected each time.
#[track_caller]
pub fn check(fixture: &str, render: impl Fn(&Page) -> String, expected: &str) {
    for end in ENDS {
        let shown = render(&page(fixture, end)).replace("\r\n", "\n").replace('\r', "\n");
        let (shown, expected) = (shown.trim_end(), expected.trim_matches('\n').trim_end());
        assert!(shown == expected, "with {end:?}, of\n{fixture}\nexpected\n{expected}\nbut shown is\n{shown}\n");
    }
}
