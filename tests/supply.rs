//! What the program is made of: nothing under a licence that asks more than credit of those who pass it on, and
//! nothing that could speak to a network. `deny.toml` asks for the same, and for known weaknesses, where it can be asked.

use std::collections::{BTreeSet, HashMap};
use std::process::Command;

use serde_json::Value;

/// One of these, or an expression that comes down to them.
const LICENCES: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Packages under other licences, each with the reason why it may stay.
const EXCEPTIONS: [(&str, &str, &str); 1] =
    [("option-ext", "MPL-2.0", "asks for the source of its own few lines only, which everybody can have")];

/// Packages whose work is to speak to a network.
const NETWORK: [&str; 9] = ["curl", "h2", "hyper", "mio", "quinn", "reqwest", "rustls", "socket2", "ureq"];

/// The packages that the program is built from on this machine, by name, with their licences.
fn packages() -> HashMap<String, String> {
    let host = Command::new(env!("CARGO")).args(["-vV"]).output().expect("cargo says what it is");
    let host = String::from_utf8(host.stdout).expect("text");
    let host = host.lines().find_map(|line| line.strip_prefix("host: ")).expect("the host").to_owned();
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--offline", "--filter-platform", &host])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo lists the packages");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let all: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let nodes: HashMap<String, Value> =
        list(&all["resolve"]["nodes"]).into_iter().map(|node| (text(&node["id"]), node)).collect();
    // From the program along what it is built from, without what only its tests need.
    let (mut wanted, mut found) = (vec![text(&all["resolve"]["root"])], BTreeSet::new());
    while let Some(id) = wanted.pop() {
        if !found.insert(id.clone()) {
            continue;
        }
        for dependency in list(&nodes[&id]["deps"]) {
            if list(&dependency["dep_kinds"]).iter().any(|kind| kind["kind"].is_null()) {
                wanted.push(text(&dependency["pkg"]));
            }
        }
    }
    let packages = list(&all["packages"]).into_iter().filter(|package| found.contains(&text(&package["id"])));
    packages.map(|package| (text(&package["name"]), text(&package["license"]))).collect()
}

/// True when a licence expression leaves the choice of allowed ones. No expression nests deeper than `(A OR B) AND C`.
fn is_allowed(expression: &str) -> bool {
    let any = |part: &str| {
        let part = part.trim().trim_matches(['(', ')']);
        part.split(" OR ").flat_map(|part| part.split('/')).any(|licence| LICENCES.contains(&licence.trim()))
    };
    expression.split(" AND ").all(any)
}

#[test]
fn licences_ask_for_credit_only() {
    let packages = packages();
    assert!(packages.len() > 50 && packages.contains_key("sok"), "{packages:?}");
    for (name, licence) in &packages {
        let excepted = EXCEPTIONS.iter().any(|(known, its, _)| known == name && its == licence);
        assert!(is_allowed(licence) || excepted, "{name} is under {licence:?}");
    }
}

#[test]
fn an_expression_is_read_as_it_is_meant() {
    assert!(is_allowed("MIT") && is_allowed("GPL-3.0 OR MIT") && is_allowed("Unlicense/MIT"));
    assert!(is_allowed("(MIT OR Apache-2.0) AND Unicode-3.0"));
    assert!(!is_allowed("GPL-3.0") && !is_allowed("MIT AND GPL-3.0") && !is_allowed(""));
}

#[test]
fn nothing_speaks_to_a_network() {
    let packages = packages();
    for name in NETWORK {
        assert!(!packages.contains_key(name), "{name} speaks to networks");
    }
}
