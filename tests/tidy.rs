//! Rules of the house that a program can check.

use std::fs;
use std::path::{Path, PathBuf};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The layers of the crate, each allowed to use those before it. `tiles` and `solve` share a step.
const LAYERS: [&str; 8] = ["text", "level", "solve", "tiles", "syntax", "analysis", "ide", "config"];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if entry.is_dir() {
            files.extend(sources(&entry));
        } else if entry.extension().is_some_and(|ending| ending == "rs") {
            files.push(entry);
        }
    }
    files
}

/// The code of a file without its comments and tests.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("a source file");
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn imports_point_one_way() {
    for (rank, layer) in LAYERS.iter().enumerate() {
        let forbidden = LAYERS[rank + 1..].iter().chain(&["lsp", "cli", "timer", "shelf"]);
        let forbidden: Vec<String> = forbidden.map(|later| format!("crate::{later}")).collect();
        let folder = Path::new(ROOT).join("src").join(layer);
        let files = if folder.is_dir() { sources(&folder) } else { vec![folder.with_extension("rs")] };
        for file in files.iter().filter(|file| file.exists()) {
            let code = code(file);
            for name in &forbidden {
                assert!(!code.contains(name.as_str()), "{} uses {name}", file.display());
            }
        }
    }
}

#[test]
fn the_core_knows_no_files_threads_clocks_or_protocols() {
    let forbidden = [
        "std::fs",
        "std::net",
        "std::io",
        "std::thread",
        "std::time",
        "std::process",
        "std::env",
        "tower_lsp",
        "tokio",
        "println!",
        "print!",
        "dbg!",
    ];
    for layer in LAYERS {
        let folder = Path::new(ROOT).join("src").join(layer);
        for file in if folder.is_dir() { sources(&folder) } else { Vec::new() } {
            let code = code(&file);
            for name in forbidden {
                assert!(!code.contains(name), "{} uses {name}", file.display());
            }
        }
    }
}

/// Nothing is sent or fetched: the shells talk to their standard streams and to files.
#[test]
fn nothing_knows_a_network() {
    for file in sources(&Path::new(ROOT).join("src")) {
        let code = code(&file);
        for name in ["std::net", "tokio::net", "TcpStream", "UdpSocket"] {
            assert!(!code.contains(name), "{} uses {name}", file.display());
        }
    }
}

/// A clock that is set back, or a file that was dated wrongly, changes nothing: times are measured with a clock that
/// only goes forward. The time of day is in the name of a damaged file that is set aside, and nowhere else.
#[test]
fn the_time_of_day_decides_nothing() {
    let root = Path::new(ROOT).join("src");
    for file in sources(&root) {
        let code = code(&file);
        for name in ["SystemTime", "UNIX_EPOCH", ".modified()", ".accessed()", ".created()"] {
            assert!(!code.contains(name) || file == root.join("shelf/mod.rs"), "{} uses {name}", file.display());
        }
    }
    assert_eq!(code(&root.join("shelf/mod.rs")).matches("SystemTime::now()").count(), 1);
}

#[test]
fn only_the_server_knows_the_protocol() {
    for file in sources(&Path::new(ROOT).join("src")) {
        let in_server = file.components().any(|part| part.as_os_str() == "lsp");
        assert!(in_server || !code(&file).contains("tower_lsp"), "{} uses tower_lsp", file.display());
    }
}

#[test]
fn the_changelog_starts_with_the_version() {
    let changelog = fs::read_to_string(Path::new(ROOT).join("CHANGELOG.md")).expect("a changelog");
    let first = changelog.lines().find(|line| line.starts_with("## ")).expect("an entry");
    assert!(first.contains(env!("CARGO_PKG_VERSION")), "{first}");
}
