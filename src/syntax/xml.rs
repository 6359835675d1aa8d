//! XML as a list of tags and texts with their places. The one module that knows the parser.
//!
//! Nothing is expanded (a document's own entities stay unknown), nothing is nested in memory, and a document that is
//! not well-formed gives what stands before the fault.

use crate::text::Span;
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

/// A beginning tag.

/// A part of a document; spans are offsets into its text.
pub(crate) enum Node<'a> {
    Open {
        tag: BytesStart<'a>,
        span: Span,
    },
    /// An end tag; for `<a/>` the same place as its beginning.
    Close {
        name: String,
        span: Span,
    },
    Text {
        span: Span,
    },
    /// `&lt;` or `&#35;`; `None` for a name that XML does not know.
    Reference {
        letter: Option<char>,
        span: Span,
    },
}

pub(crate) struct Nodes<'a> {
    reader: Reader<&'a [u8]>,
    /// The end of an element without content, still to be told.
    close: Option<(String, Span)>,
}

pub(crate) fn nodes(text: &str) -> Nodes<'_> {
    let mut reader = Reader::from_str(text);
    let config = reader.config_mut();
    // What is wrong with a document that is being written is not for us to say.
    config.check_end_names = false;
    config.allow_unmatched_ends = true;
    config.allow_dangling_amp = true;
    Nodes { reader, close: None }
}

impl<'a> Iterator for Nodes<'a> {
    type Item = Node<'a>;

    fn next(&mut self) -> Option<Node<'a>> {
        if let Some((name, span)) = self.close.take() {
            return Some(Node::Close { name, span });
        }
        loop {
            let start = self.reader.buffer_position() as usize;
            let event = self.reader.read_event().ok()?;
            let span = Span::new(start, self.reader.buffer_position() as usize);
            return Some(match event {
                Event::Start(tag) => Node::Open { tag, span },
                Event::Empty(tag) => {
                    self.close = Some((local(&tag).to_owned(), span));
                    Node::Open { tag, span }
                }
                Event::End(tag) => Node::Close { name: last_part(&tag).trim_ascii_end().to_owned(), span },
                Event::Text(_) => Node::Text { span },
                Event::CData(content) => {
                    let start = span.start as usize + "<![CDATA[".len();
                    Node::Text { span: Span::new(start, start + content.len()) }
                }
                Event::GeneralRef(name) => Node::Reference { letter: letter(&name), span },
                Event::Eof => return None,
                Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => continue,
            });
        }
    }
}

/// A tag's name without its namespace.
pub(crate) fn local<'t>(tag: &'t BytesStart<'_>) -> &'t str {
    last_part(tag.split(|letter: char| letter.is_ascii_whitespace()).next().unwrap_or_default())
}

fn last_part(name: &str) -> &str {
    name.rsplit(':').next().unwrap_or_default()
}

/// The value of a tag's attribute, as it is written. `text` is the document's.
pub(crate) fn attribute(text: &str, tag: &BytesStart<'_>, name: &str) -> Option<Span> {
    let found = tag.attributes().with_checks(false).flatten().find(|attribute| attribute.key.as_ref() == name)?;
    // The value is a part of the document, so that its address tells its place.
    let start = (found.value.as_ptr() as usize).checked_sub(text.as_ptr() as usize)?;
    let span = Span::new(start, start + found.value.len());
    (text.get(span.range()) == Some(&*found.value)).then_some(span)
}

fn letter(name: &quick_xml::events::BytesRef<'_>) -> Option<char> {
    match &**name {
        "lt" => Some('<'),
        "gt" => Some('>'),
        "amp" => Some('&'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => name.resolve_char_ref().ok().flatten(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Vec<String> {
        let tell = |node| match node {
            Node::Open { tag, span } => format!("<{} {}", local(&tag), &text[span.range()]),
            Node::Close { name, span } => format!(">{name} {}", &text[span.range()]),
            Node::Text { span } => text[span.range()].to_owned(),
            Node::Reference { letter, span } => format!("{letter:?} {}", &text[span.range()]),
        };
        nodes(text).map(tell).collect()
    }

    #[test]
    fn every_part_has_its_place() {
        assert_eq!(
            told("<?xml version=\"1.0\"?><!-- <L> --><x:a b='1'>#<![CDATA[<#]]>&#35;&lt;&none;</x:a ><L/>"),
            [
                "<a <x:a b='1'>",
                "#",
                "<#",
                "Some('#') &#35;",
                "Some('<') &lt;",
                "None &none;",
                ">a </x:a >",
                "<L <L/>",
                ">L <L/>"
            ]
        );
    }

    #[test]
    fn attributes_are_found_by_name() {
        let text = "<a Id = \"x &amp; y\" b='' c>";
        let Some(Node::Open { tag, .. }) = nodes(text).next() else { panic!("a tag") };
        let value = |name| attribute(text, &tag, name).map(|span| &text[span.range()]);
        assert_eq!((value("Id"), value("b"), value("d")), (Some("x &amp; y"), Some(""), None));
    }

    #[test]
    fn a_document_that_is_not_well_formed_is_told_up_to_its_fault() {
        assert_eq!(told("<a>x</b>&y<"), ["<a <a>", "x", ">b </b>", "&y"]);
        assert_eq!(told("<a><!-- no end"), ["<a <a>"]);
    }
}
