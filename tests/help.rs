//! The page about the command line names all that `--help` names.

#[path = "support/program.rs"]
mod program;

use program::{run, status};
use std::collections::BTreeSet;
use std::path::Path;

/// What the program says about a command, or about itself.
fn help(command: &[&str]) -> String {
    let output = run(Path::new("."), &[command, &["--help"]].concat());
    assert_eq!(status(&output), 0, "{command:?}");
    String::from_utf8(output.stdout).expect("text")
}

fn commands(help: &str) -> Vec<String> {
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = listed.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help");
    names.map(str::to_string).collect()
}

/// The long options, and the values that some of them choose from.
fn options(help: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for line in help.lines().map(str::trim_start) {
        let option = line.split_whitespace().find(|word| word.starts_with("--"));
        if let Some(option) = option.filter(|_| line.starts_with('-')) {
            found.insert(option.to_string());
        }
        if let Some(values) = line.strip_prefix("[possible values: ") {
            found.extend(values.trim_end_matches(']').split(", ").map(str::to_string));
        }
        if let Some(value) = line.strip_prefix("- ") {
            found.extend(value.split([':', ' ']).next().map(str::to_string));
        }
    }
    found
}

#[test]
fn the_page_names_every_command_option_and_value() {
    let page = include_str!("../docs/cli.md");
    let commands = commands(&help(&[]));
    assert!(commands.len() >= 8 && commands.contains(&"solve".to_string()), "{commands:?}");
    for command in commands {
        let heading = format!("## sok {command}\n");
        let section = page.split(&heading).nth(1).unwrap_or_else(|| panic!("no section {heading}"));
        let section = section.split("\n## ").next().unwrap_or_default();
        let options = options(&help(&[&command]));
        assert!(options.contains("--help"));
        for option in options.iter().filter(|option| *option != "--help") {
            let is_named = [format!("`{option}`"), format!("`{option} "), format!(", {option}`")];
            assert!(is_named.iter().any(|name| section.contains(name)), "sok {command}: {option} is not on the page");
        }
    }
}

#[test]
fn the_page_names_no_option_that_is_not_there() {
    let page = include_str!("../docs/cli.md");
    for section in page.split("\n## sok ").skip(1) {
        let section = section.split("\n## ").next().unwrap_or_default();
        let command = section.lines().next().unwrap_or_default();
        let known = options(&help(&[command]));
        for quoted in section.split('`').skip(1).step_by(2).filter(|quoted| quoted.starts_with("--")) {
            let option = quoted.split([' ', '=']).next().unwrap_or_default();
            assert!(known.contains(option), "sok {command} has no {option}");
        }
    }
}
