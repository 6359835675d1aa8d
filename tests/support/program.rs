//! Runs the program as a shell does, on files of its own.

#![allow(dead_code, reason = "each test uses a part")]

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// After this, what has not happened does not happen.
pub const DEADLINE: Duration = Duration::from_secs(120);

/// The program, in a folder, without results of earlier runs.
pub fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sok"));
    command.env("SOK_CACHE", "").env_remove("SOK_LOG").env_remove("RUST_LOG").current_dir(folder).args(arguments);
    command
}

/// The program with its streams in pipes, running.
pub fn start(mut command: Command) -> Child {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program starts")
}

pub fn run(folder: &Path, arguments: &[&str]) -> Output {
    command(folder, arguments).stdin(Stdio::null()).output().expect("the program runs")
}

/// Runs the program with a text on its standard input.
pub fn run_with(folder: &Path, input: &[u8], arguments: &[&str]) -> Output {
    let mut child = start(command(folder, arguments));
    let mut stdin = child.stdin.take().expect("piped");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || _ = stdin.write_all(&input));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("the input is written");
    output
}

/// Waits for the end; a program that goes on for ever is ended and is a failure.
pub fn end(mut child: Child) -> Output {
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("it can be asked") {
            break status;
        }
        if start.elapsed() > DEADLINE {
            child.kill().expect("it can be ended");
            panic!("the program does not end");
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    let mut output = Output { status, stdout: Vec::new(), stderr: Vec::new() };
    child.stdout.iter_mut().for_each(|stream| _ = stream.read_to_end(&mut output.stdout));
    child.stderr.iter_mut().for_each(|stream| _ = stream.read_to_end(&mut output.stderr));
    output
}

pub fn status(output: &Output) -> i32 {
    output.status.code().expect("an exit status")
}

pub fn error(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The JSON lines that were printed.
pub fn records(output: &Output) -> Vec<Value> {
    let lines = String::from_utf8_lossy(&output.stdout).into_owned();
    lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

pub fn folder_with(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, bytes) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, bytes).expect("a file");
    }
    folder
}

/// The names in a folder, in order.
pub fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// A corridor: its one box is pushed `pushes` times to the right.
pub fn corridor(pushes: usize) -> String {
    let wall = "#".repeat(pushes + 4);
    format!("{wall}\n#@${}.#\n{wall}\n", " ".repeat(pushes - 1))
}

/// Corridors of 1, 2, 3, … pushes in one file.
pub fn corridors(count: usize) -> String {
    (1..=count).map(|pushes| corridor(pushes) + "\n").collect()
}

/// A room with so many boxes that no search comes to an end.
pub fn endless() -> String {
    let mut rows = vec!["#".repeat(22)];
    for row in 0..20 {
        let inside: String = (0..20)
            .map(|column| match (row, column) {
                (0, 0) => '@',
                (3..=17, 4 | 7 | 10) if row % 3 == 0 => '$',
                (2..=16, 13 | 16 | 18) if row % 3 == 2 => '.',
                _ => ' ',
            })
            .collect();
        rows.push(format!("#{inside}#"));
    }
    rows.push("#".repeat(22));
    rows.join("\n") + "\n"
}
