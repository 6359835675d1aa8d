//! SARIF 2.1.0 (OASIS, 2020): for the code scanning of forges and for viewers.

use super::{Page, Place};
use crate::analysis::{RULES, Severity};
use serde_json::{Value, json};
use std::io::{self, Write};

pub fn write(out: &mut impl Write, pages: &[Page]) -> io::Result<()> {
    let rules: Vec<Value> = RULES
        .iter()
        .map(|rule| {
            json!({
                "id": rule.name,
                "name": rule.title,
                "shortDescription": { "text": rule.title },
                "fullDescription": { "text": rule.explanation },
                "help": { "text": rule.explanation },
                "defaultConfiguration": { "level": level(rule.severity) },
            })
        })
        .collect();
    let results: Vec<Value> = pages.iter().flat_map(results).collect();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "sok",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            // Columns count characters, not UTF-16 units.
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    writeln!(out, "{}", serde_json::to_string_pretty(&log)?)
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Information | Severity::Hint => "note",
    }
}

fn results(page: &Page) -> Vec<Value> {
    let one = |found: &crate::ide::Diagnostic| {
        let index = RULES.iter().position(|rule| rule.code == found.code).unwrap_or_default();
        let related: Vec<Value> = found
            .related
            .iter()
            .map(|(span, word)| {
                let mut location = location(page, page.place(*span));
                location["message"] = json!({ "text": word });
                location
            })
            .collect();
        let mut result = json!({
            "ruleId": found.code.name(),
            "ruleIndex": index,
            "level": level(found.severity),
            "message": { "text": found.message },
            "locations": [location(page, page.place(found.span))],
        });
        if !related.is_empty() {
            result["relatedLocations"] = related.into();
        }
        result
    };
    page.found.iter().map(one).collect()
}

fn location(page: &Page, place: Place) -> Value {
    json!({ "physicalLocation": {
        "artifactLocation": { "uri": uri(&page.input.name) },
        "region": {
            "startLine": place.line,
            "startColumn": place.column,
            "endLine": place.end_line,
            "endColumn": place.end_column,
        },
    }})
}

/// A path as a relative reference: `/` between its parts, everything else that is not plain escaped.
fn uri(path: &str) -> String {
    let path = path.replace(std::path::MAIN_SEPARATOR, "/");
    // What stands behind two slashes would be the name of a host.
    let path = if path.starts_with("//") { format!("/{}", path.trim_start_matches('/')) } else { path };
    let mut uri = String::new();
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            uri.push_str(&format!("%{byte:02X}"));
        }
    }
    uri
}
