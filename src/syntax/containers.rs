//! The levels of an XML container, found and named. What is in them is not read here.

use super::{Container, Dialect, Level, Notation, Title};
use crate::text::Span;

/// Every level of the container, as a foreign one. Linear in the length of the text.
pub(crate) fn levels(text: &str, container: Container) -> Vec<Level> {
    let (open, close) = match container {
        Container::Slc => ("<Level", "</Level>"),
        Container::Ssx => ("<Puzzle", "</Puzzle>"),
        Container::Xml => return Vec::new(),
    };
    let mut levels = Vec::new();
    let mut from = 0;
    while let Some(start) = text[from..].find(open).map(|at| from + at) {
        from = start + open.len();
        // `<LevelCollection` is another element.
        if !text[from..].starts_with(|next: char| next.is_ascii_whitespace() || next == '>') {
            continue;
        }
        // Without an end the element is the author's unfinished last one; it reaches to the end of the text.
        let end = text[from..].find(close).map_or(text.trim_end().len(), |at| from + at + close.len());
        levels.push(level(text, Span::new(start, end.max(from)), container));
        from = end.max(from);
    }
    levels
}

fn level(text: &str, span: Span, container: Container) -> Level {
    let (before, after) = match container {
        Container::Slc => ("Id=\"", "\""),
        _ => ("<Name>", "</Name>"),
    };
    let own = &text[span.range()];
    let title = own.find(before).map(|at| at + before.len()).and_then(|start| {
        let length = own[start..].find(after)?;
        let title = Span::new(start, start + length).shifted(span.start as usize);
        (!title.is_empty() && !text[title.range()].contains(['\n', '\r', '<'])).then_some(title)
    });
    Level {
        span,
        notation: Notation::Foreign,
        title: title.map(|text| Title { text, line: text }),
        board: span,
        keys: Vec::new(),
        notes_end: span.end,
        solutions: Vec::new(),
        dialect: Dialect::Plain,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str, container: Container) -> Vec<&str> {
        let levels = levels(text, container);
        levels.iter().map(|level| level.title.as_ref().map_or("", |title| &text[title.text.range()])).collect()
    }

    #[test]
    fn levels_are_found_and_named() {
        let slc = "<SokobanLevels><LevelCollection><Level Id=\"One\" Width=\"5\"><L>#####</L></Level>\n<Level Id=\"\"></Level>\
                   <Level><L>#</L>";
        assert_eq!(names(slc, Container::Slc), ["One", "", ""]);
        let ssx =
            "<Puzzles><Puzzle ID=\"1\"><PuzzleDescription><Name>Lagoon</Name></PuzzleDescription></Puzzle></Puzzles>";
        assert_eq!(names(ssx, Container::Ssx), ["Lagoon"]);
        assert!(levels(slc, Container::Xml).is_empty());
    }
}
