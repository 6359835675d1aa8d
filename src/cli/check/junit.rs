//! JUnit's XML, as continuous integration reads it: a suite for each file, a test case for each level.

use super::Page;
use crate::analysis::Severity;
use crate::ide::Diagnostic;
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};
use std::io::{self, Write};

pub fn write(out: &mut impl Write, pages: &[Page]) -> io::Result<()> {
    let mut xml = Writer::new_with_indent(&mut *out, b' ', 2);
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    xml.create_element("testsuites")
        .with_attribute(("name", "sok check"))
        .write_inner_content(|xml| pages.iter().try_for_each(|page| suite(xml, page)))?;
    writeln!(out)
}

fn suite<W: Write>(xml: &mut Writer<W>, page: &Page) -> io::Result<()> {
    let levels = page.input.snapshot.levels.len();
    let of_level = |level: usize| page.found.iter().filter(move |found| found.level == level);
    let fails = |level: usize| of_level(level).any(|found| found.severity == Severity::Error);
    let failures = (0..levels).filter(|&level| fails(level)).count();
    xml.create_element("testsuite")
        .with_attribute(("name", clean(&page.input.name).as_str()))
        .with_attribute(("tests", levels.to_string().as_str()))
        .with_attribute(("failures", failures.to_string().as_str()))
        .with_attribute(("errors", "0"))
        .write_inner_content(|xml| {
            for level in 0..levels {
                let found: Vec<&Diagnostic> = of_level(level).collect();
                case(xml, page, level, &found)?;
            }
            Ok(())
        })?;
    Ok(())
}

fn case<W: Write>(xml: &mut Writer<W>, page: &Page, level: usize, found: &[&Diagnostic]) -> io::Result<()> {
    let name = format!("{} {}", level + 1, page.input.snapshot.name(level));
    let element = xml
        .create_element("testcase")
        .with_attribute(("name", clean(&name).as_str()))
        .with_attribute(("classname", clean(&page.input.name).as_str()));
    let errors: Vec<&&Diagnostic> = found.iter().filter(|found| found.severity == Severity::Error).collect();
    let others: Vec<String> =
        found.iter().filter(|found| found.severity < Severity::Error).map(|found| line(page, found)).collect();
    let (Some(first), all) = (errors.first(), &errors) else {
        if others.is_empty() {
            element.write_empty()?;
            return Ok(());
        }
        element.write_inner_content(|xml| said(xml, &others))?;
        return Ok(());
    };
    element.write_inner_content(|xml| {
        let lines: Vec<String> = all.iter().map(|found| line(page, found)).collect();
        xml.create_element("failure")
            .with_attribute(("message", clean(&first.message).as_str()))
            .with_attribute(("type", first.code.name()))
            .write_text_content(BytesText::new(&clean(&lines.join("\n"))))?;
        if others.is_empty() { Ok(()) } else { said(xml, &others) }
    })?;
    Ok(())
}

fn said<W: Write>(xml: &mut Writer<W>, lines: &[String]) -> io::Result<()> {
    xml.create_element("system-out").write_text_content(BytesText::new(&clean(&lines.join("\n"))))?;
    Ok(())
}

fn line(page: &Page, found: &Diagnostic) -> String {
    let place = page.place(found.span);
    let (name, severity, code) = (&page.input.name, found.severity.name(), found.code.name());
    format!("{name}:{}:{}: {severity}[{code}]: {}", place.line, place.column, found.message)
}

/// Without the characters that XML 1.0 has no way to write.
fn clean(text: &str) -> String {
    let fits =
        |letter: char| matches!(letter, '\t' | '\n' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..);
    text.chars().filter(|&letter| fits(letter)).collect()
}
