//! What the extension's manifest and page say of settings is what the program's table says.

use serde_json::{Map, Value, json};
use sok::analysis::RULES;
use sok::config::{Kind, SETTINGS, SEVERITIES, Setting, Settings};
use sok::ide::{REWRITES, TOKEN_MODIFIERS, TOKEN_TYPES};

const MANIFEST: &str = include_str!("../editors/vscode/package.json");
const PAGE: &str = include_str!("../editors/vscode/README.md");

/// The settings that the extension itself reads.
const OF_THE_EXTENSION: [&str; 3] = ["sok.deadSquares.show", "sok.server.path", "sok.trace.server"];

fn manifest() -> Value {
    serde_json::from_str(MANIFEST).expect("the manifest is JSON")
}

fn properties() -> Map<String, Value> {
    manifest()["contributes"]["configuration"]["properties"].as_object().expect("an object").clone()
}

/// A setting as the manifest declares it.
fn declaration(setting: &Setting) -> Value {
    let mut property = match setting.kind {
        Kind::Switch => json!({ "type": "boolean" }),
        Kind::Choice(names) => json!({ "type": "string", "enum": names }),
        Kind::Severities => {
            let choice = json!({ "type": "string", "enum": SEVERITIES });
            let codes: Map<String, Value> =
                RULES.iter().map(|rule| (rule.name.to_owned(), with_title(&choice, rule.title))).collect();
            json!({ "type": "object", "additionalProperties": false, "properties": codes })
        }
        Kind::Number(least, most) => json!({ "type": "number", "minimum": plain(least), "maximum": plain(most) }),
    };
    let default = &Settings::default().to_json()[setting.key];
    property["default"] = default.as_f64().map_or(default.clone(), plain);
    property["markdownDescription"] = setting.about.into();
    property
}

fn with_title(choice: &Value, title: &str) -> Value {
    let mut choice = choice.clone();
    choice["description"] = title.into();
    choice
}

/// A number without a needless fraction, as people write it.
fn plain(number: f64) -> Value {
    if number.fract() == 0.0 { json!(number as i64) } else { json!(number) }
}

#[test]
fn the_manifest_declares_the_settings_of_the_table() {
    let properties = properties();
    for setting in SETTINGS {
        let name = format!("sok.{}", setting.key);
        assert_eq!(properties.get(&name), Some(&declaration(setting)), "{name} in editors/vscode/package.json");
    }
    let known = |name: &str| SETTINGS.iter().any(|setting| name.strip_prefix("sok.") == Some(setting.key));
    let others: Vec<&String> = properties.keys().filter(|name| !known(name)).collect();
    assert_eq!(others, OF_THE_EXTENSION);
}

#[test]
fn the_page_lists_every_setting() {
    for name in properties().keys() {
        assert!(PAGE.contains(&format!("| `{name}` |")), "{name} in editors/vscode/README.md");
    }
}

#[test]
fn extension_and_program_have_one_version() {
    assert_eq!(manifest()["version"], env!("CARGO_PKG_VERSION"));
}

#[test]
fn every_rewrite_of_the_table_is_a_command() {
    let manifest = manifest();
    let commands = manifest["contributes"]["commands"].as_array().expect("a list");
    let text = |entry: &Value, name: &str| entry[name].as_str().expect("a text").to_owned();
    let prefix = "sok.rewrite.";
    let declared = commands.iter().filter(|entry| text(entry, "command").starts_with(prefix));
    let declared: Vec<(String, String)> =
        declared.map(|entry| (text(entry, "command").replace(prefix, ""), text(entry, "title"))).collect();
    let table: Vec<(String, String)> = REWRITES.iter().map(|row| (row.id.to_owned(), row.title.to_owned())).collect();
    assert_eq!(declared, table);
}

#[test]
fn the_page_lists_every_command() {
    let manifest = manifest();
    for entry in manifest["contributes"]["commands"].as_array().expect("a list") {
        let title = entry["title"].as_str().expect("a text");
        assert!(PAGE.contains(&format!("| Sokoban: {title} |")), "{title} in editors/vscode/README.md");
    }
}

/// Names of tokens that every client knows; the others have to be declared.
const STANDARD: [&str; 4] = ["number", "property", "string", "comment"];

#[test]
fn the_manifest_declares_the_tokens_of_the_table() {
    let list = |key: &str| -> Vec<(String, String)> {
        let entries = manifest()["contributes"][key].as_array().expect("a list").clone();
        let text = |entry: &Value, name: &str| entry[name].as_str().expect("a text").to_owned();
        entries.iter().map(|entry| (text(entry, "id"), text(entry, "description"))).collect()
    };
    let owned = |table: &[(&str, &str)]| -> Vec<(String, String)> {
        let own = table.iter().filter(|(name, _)| !STANDARD.contains(name));
        own.map(|(name, about)| ((*name).to_owned(), (*about).to_owned())).collect()
    };
    assert_eq!(list("semanticTokenTypes"), owned(TOKEN_TYPES));
    assert_eq!(list("semanticTokenModifiers"), owned(TOKEN_MODIFIERS));
}
