//! Findings for reading: the board quoted, with carets under the squares.

use super::Page;
use crate::analysis::{Code, Severity, Weights, count};
use crate::ide::{Diagnostic, Lookup, fixes};
use crate::text::Span;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use std::io::{self, IsTerminal, Write};

/// Boards of so many rows are shown whole; of larger ones, the rows that matter.
const MOST_ROWS: usize = 20;
/// So many places that belong to a finding are marked.
const MOST_RELATED: usize = 12;
/// Longer lines are cut around the finding.
const LONGEST: usize = 300;

pub fn write(
    out: &mut impl Write,
    pages: &[Page],
    hints: bool,
    lookup: Lookup<'_>,
    weights: &Weights,
) -> io::Result<()> {
    let renderer = renderer();
    for page in pages {
        for found in page.found.iter().filter(|found| hints || found.severity > Severity::Hint) {
            let help = help(page, found, lookup, weights);
            writeln!(out, "{}\n", renderer.render(&[report(page, found, help.as_deref())]))?;
        }
    }
    writeln!(out, "{}", summary(pages, hints))
}

fn renderer() -> Renderer {
    let wants_color = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    if io::stdout().is_terminal() && wants_color { Renderer::styled() } else { Renderer::plain() }
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Information => Level::INFO,
        Severity::Hint => Level::NOTE.with_name(Some("hint")),
    }
}

/// What can be done about it, in the words of the first fix that changes more than what is shown.
fn help(page: &Page, found: &Diagnostic, lookup: Lookup<'_>, weights: &Weights) -> Option<String> {
    let all = fixes(&page.input.snapshot, found.span, lookup, weights);
    let fix =
        all.into_iter().find(|fix| fix.preferred && fix.finding.code == found.code && fix.finding.span == found.span);
    fix.map(|fix| {
        let mut letters = fix.title.chars();
        letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
    })
}

fn report<'a>(page: &'a Page, found: &'a Diagnostic, help: Option<&'a str>) -> Group<'a> {
    let text = &page.input.snapshot.text;
    let shown = shown(page, found);
    let start = shown.start as usize;
    let source = &text[shown.range()];
    let near = |span: Span| {
        let (from, to) = (span.start.max(shown.start) as usize - start, span.end.min(shown.end) as usize - start);
        // An empty place still needs something to point at.
        let to = if to > from { to } else { source[from..].chars().next().map_or(from, |next| from + next.len_utf8()) };
        from..to.max(from)
    };
    let mut snippet = Snippet::source(source)
        .path(page.input.name.as_str())
        .line_start(page.lines.line_of(start) + 1)
        .fold(source.lines().count() > MOST_ROWS)
        .annotation(AnnotationKind::Primary.span(near(found.span)));
    let inside = |span: &Span| shown.start <= span.start && span.end <= shown.end && !span.is_empty();
    let related = found.related.iter().filter(|(span, _)| inside(span)).take(MOST_RELATED);
    for (span, _) in related {
        snippet = snippet.annotation(AnnotationKind::Context.span(near(*span)));
    }
    let title = level(found.severity).primary_title(found.message.as_str()).id(found.code.name());
    let mut group = title.element(snippet);
    for (span, word) in found.related.iter().filter(|(span, _)| !inside(span)).take(MOST_RELATED) {
        let place = page.place(*span);
        group = group.element(Level::NOTE.message(format!("{word}: line {}", place.line)));
    }
    match help {
        Some(help) => group.element(Level::HELP.message(help)),
        None => group,
    }
}

/// What is quoted: the board that the finding lies on, else its line.
fn shown(page: &Page, found: &Diagnostic) -> Span {
    let snapshot = &page.input.snapshot;
    let text = &snapshot.text;
    let board = snapshot.file.levels.get(found.level).map(|level| level.board);
    let holds = |board: &Span| board.start <= found.span.start && found.span.end <= board.end;
    if let Some(board) = board.filter(holds)
        && text[board.range()].lines().all(|line| line.len() <= LONGEST)
    {
        return board;
    }
    let at = found.span.start as usize;
    let mut start = text[..at].rfind(['\n', '\r']).map_or(0, |end| end + 1);
    let mut end = text[at..].find(['\n', '\r']).map_or(text.len(), |end| at + end);
    if end - start > LONGEST {
        start = start.max(at.saturating_sub(LONGEST / 3));
        end = end.min(at + LONGEST);
        while !text.is_char_boundary(start) {
            start -= 1;
        }
        while !text.is_char_boundary(end) {
            end -= 1;
        }
    }
    Span::new(start, end)
}

fn summary(pages: &[Page], hints: bool) -> String {
    let levels = pages.iter().map(|page| page.input.snapshot.levels.len()).sum();
    let number = |severity: Severity| {
        pages.iter().flat_map(|page| &page.found).filter(|found| found.severity == severity).count()
    };
    let quiet = if hints || number(Severity::Hint) == 0 { "" } else { " (--hints shows them)" };
    let information = match number(Severity::Information) {
        0 => String::new(),
        some => format!(", {}", count(some, "note")),
    };
    format!(
        "{}: {}, {}{information}, {}{quiet}",
        count(levels, "level"),
        count(number(Severity::Error), "error"),
        count(number(Severity::Warning), "warning"),
        count(number(Severity::Hint), "hint")
    )
}

/// What a finding means, with an example.
pub fn explain(out: &mut impl Write, code: Code) -> io::Result<()> {
    let rule = code.rule();
    writeln!(out, "{} ({}): {}\n\n{}", rule.name, rule.severity.name(), rule.title, wrapped(rule.explanation))?;
    if !rule.example.is_empty() {
        let example = rule.example.lines().map(|line| format!("    {line}\n")).collect::<String>();
        write!(out, "\nFor example:\n\n{example}")?;
    }
    writeln!(out, "\nTo turn it off for a level, write below its board:\n\n    ; sok: ignore {}", rule.name)
}

/// Lines of at most 80 characters.
fn wrapped(text: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.last_mut().map_or(0, |line| line.chars().count());
        if last > 0 && last + 1 + word.chars().count() > 80 {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines.join("\n")
}
