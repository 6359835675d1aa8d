//! Annotations of GitHub's workflows: one command a line. See "Workflow commands for GitHub Actions".

use super::Page;
use crate::analysis::Severity;
use std::io::{self, Write};

pub fn write(out: &mut impl Write, pages: &[Page]) -> io::Result<()> {
    for page in pages {
        for found in &page.found {
            let command = match found.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Information | Severity::Hint => "notice",
            };
            let place = page.place(found.span);
            // Columns are taken only within one line.
            let columns = if place.line == place.end_line {
                format!(",col={},endColumn={}", place.column, place.end_column.max(place.column + 1) - 1)
            } else {
                String::new()
            };
            writeln!(
                out,
                "::{command} file={},line={},endLine={}{columns},title={}::{}",
                property(&page.input.name),
                place.line,
                place.end_line,
                property(found.code.name()),
                data(&found.message)
            )?;
        }
    }
    Ok(())
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
