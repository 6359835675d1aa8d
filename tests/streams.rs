//! The program at the ends of pipes and beside odd files: nothing hangs, nothing panics, lines stay whole.

#[path = "support/numbers.rs"]
mod numbers;
#[path = "support/program.rs"]
mod program;

use numbers::Random;
use program::{command, corridor, corridors, end, endless, error, folder_with, records, run, run_with, start, status};
use std::fs;
use std::process::Stdio;

/// Every command that prints something, on a file with levels.
const COMMANDS: [&[&str]; 15] = [
    &["check", "set.sok"],
    &["check", "--output", "json", "set.sok"],
    &["check", "--output", "sarif", "set.sok"],
    &["check", "--output", "github", "broken.sok"],
    &["check", "--output", "junit", "set.sok"],
    &["check", "--explain", "dead-square"],
    &["solve", "set.sok"],
    &["solve", "--output", "jsonl", "set.sok"],
    &["solve", "--output", "poj", "set.sok"],
    &["fmt", "--check", "rough.sok"],
    &["convert", "--to", "sbt", "set.sok"],
    &["render", "set.sok"],
    &["render", "--format", "png", "set.sok"],
    &["completions", "bash"],
    &["man"],
];

fn folder() -> tempfile::TempDir {
    let set = corridors(20);
    let files = [("rough.sok", set.replace("#\n", "# \n")), ("broken.sok", set.replace('@', " ")), ("set.sok", set)];
    folder_with(&files.each_ref().map(|(name, text)| (*name, text.as_bytes())))
}

#[test]
fn no_command_minds_a_closed_pipe() {
    let folder = folder();
    for arguments in COMMANDS.iter().chain(&[&["--help"][..]]) {
        // Closed before it starts, so that no word of it gets through.
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = command(folder.path(), arguments).stdout(writer).output().expect("the program runs");
        assert_eq!((status(&output), error(&output)), (0, String::new()), "{arguments:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn every_command_says_that_its_output_is_full() {
    let folder = folder();
    for arguments in COMMANDS {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("a full device");
        let output = command(folder.path(), arguments).stdout(full).output().expect("the program runs");
        let words = error(&output);
        assert_eq!(status(&output), 2, "{arguments:?}: {words}");
        assert!(words.starts_with("sok: ") && words.lines().count() == 1, "{arguments:?}: {words}");
    }
}

#[test]
fn a_closed_pipe_ends_the_searches_that_still_run() {
    let set = corridor(2) + "\n" + &endless();
    let folder = folder_with(&[("set.sok", set.as_bytes())]);
    let arguments = ["solve", "--jobs", "2", "--time-limit", "3600", "set.sok"];
    let mut child = start(command(folder.path(), &arguments));
    drop(child.stdout.take());
    assert_eq!(status(&end(child)), 0);
}

#[cfg(unix)]
#[test]
fn what_never_ends_is_read_up_to_the_limit() {
    let folder = folder_with(&[]);
    for arguments in [&["check", "/dev/zero"][..], &["solve", "/dev/zero"], &["convert", "--to", "sbt", "/dev/zero"]] {
        let output = end(start(command(folder.path(), arguments)));
        assert_eq!(status(&output), 2, "{arguments:?}");
        assert!(error(&output).contains("50 MB") && error(&output).lines().count() == 1, "{}", error(&output));
    }
}

#[test]
fn a_filter_gives_one_line_for_each_level_in_order() {
    let folder = folder_with(&[]);
    let output = run_with(folder.path(), corridors(50).as_bytes(), &["solve", "--output", "jsonl", "-"]);
    assert_eq!((status(&output), error(&output)), (0, String::new()));
    let records = records(&output);
    assert_eq!(records.len(), 50);
    for (at, record) in records.iter().enumerate() {
        assert_eq!(record["level"], at + 1);
        assert_eq!(record["solution"], "R".repeat(at + 1));
        assert_eq!(record["file"], "<stdin>");
    }
}

#[test]
fn one_job_and_eight_say_the_same() {
    let folder = folder_with(&[("set.sok", (corridors(40) + "#####\n#.@$#\n#####\n").as_bytes())]);
    let said = |jobs: &str| {
        let mut records = records(&run(folder.path(), &["solve", "--output", "jsonl", "--jobs", jobs, "set.sok"]));
        records.iter_mut().for_each(|record| record["seconds"] = 0.into());
        records
    };
    let one = said("1");
    assert_eq!(one.len(), 41);
    assert_eq!(one[40]["status"], "unsolvable");
    assert_eq!(one, said("8"));
}

/// Programs that append to one file do not mix their lines, if each line is written at once.
#[cfg(target_os = "linux")]
#[test]
fn lines_of_several_programs_in_one_file_stay_whole() {
    let text: String = (0..20).map(|_| corridor(300) + "\n").collect();
    let folder = folder_with(&[("set.sok", text.as_bytes())]);
    let path = folder.path().join("all.jsonl");
    let append = || fs::OpenOptions::new().create(true).append(true).open(&path).expect("a file");
    let children: Vec<_> = (0..4)
        .map(|_| {
            let mut solve = command(folder.path(), &["solve", "--output", "jsonl", "--jobs", "1", "set.sok"]);
            solve.stdin(Stdio::null()).stdout(append()).stderr(Stdio::piped()).spawn().expect("the program starts")
        })
        .collect();
    for child in children {
        assert_eq!(status(&end(child)), 0);
    }
    let text = fs::read_to_string(&path).expect("lines");
    let whole = text.lines().filter(|line| serde_json::from_str::<serde_json::Value>(line).is_ok());
    assert_eq!((text.lines().count(), whole.count()), (80, 80));
}

#[test]
fn control_characters_of_a_file_do_not_reach_the_terminal() {
    let set = "Title \u{1b}]0;owned\u{7} end\n\n#####\n#@$.#\n#####\n\n\u{1b}[31m\n\n#####\n#@\u{1b}.#\n#####\n";
    let folder = folder_with(&[("set.sok", set.as_bytes())]);
    for arguments in [&["solve", "set.sok"][..], &["check", "--hints", "--strictness", "publish", "set.sok"]] {
        let output = run(folder.path(), arguments);
        let said = [&output.stdout[..], &output.stderr].concat();
        let odd = String::from_utf8_lossy(&said).chars().find(|sign| sign.is_control() && *sign != '\n');
        assert_eq!(odd, None, "{arguments:?}: {}", String::from_utf8_lossy(&said));
    }
}

#[test]
fn a_file_that_is_named_twice_is_read_once() {
    let folder = folder_with(&[("set/a.sok", corridor(1).as_bytes())]);
    let output = run(folder.path(), &["solve", "--output", "jsonl", "set", "set/a.sok", "./set/a.sok"]);
    assert_eq!(records(&output).len(), 1);
    let output = run(folder.path(), &["check", "--output", "json", "--no-solve", "set", "set/a.sok"]);
    assert!(!String::from_utf8_lossy(&output.stdout).contains("duplicate-level"));
}

#[test]
fn binary_files_huge_lines_and_large_boards_are_only_odd_files() {
    let mut random = Random::new(5);
    let noise: Vec<u8> = (0..5_000).map(|_| random.below(256) as u8).collect();
    let line = ["#".repeat(10_000), "#@$.#".repeat(20_000)].join("\n");
    let row = format!("#{}#\n", " ".repeat(198));
    let wall = "#".repeat(200) + "\n";
    let large = [wall.clone(), row.replacen("   ", "@$.", 1), row.repeat(197), wall].concat();
    let deep = "(".repeat(10_000) + "#@$.#\n";
    let files: [(&str, &[u8]); 6] = [
        ("noise.sok", &noise),
        ("line.sok", line.as_bytes()),
        ("large.sok", large.as_bytes()),
        ("deep.sok", deep.as_bytes()),
        ("empty.sok", b""),
        ("zeros.sok", &[0; 10_000]),
    ];
    let folder = folder_with(&files);
    for (name, bytes) in files {
        let commands: [&[&str]; 7] = [
            &["check", "--output", "junit", name],
            &["check", "--no-solve", name],
            &["solve", "--time-limit", "1", name],
            &["fmt", "--check", name],
            &["convert", "--to", "sbt", name],
            &["render", name],
            &["render", "--format", "text", name],
        ];
        for arguments in commands {
            let output = run(folder.path(), arguments);
            let words = error(&output);
            assert!((0..=2).contains(&status(&output)), "{arguments:?}: {words}");
            assert!(words.lines().count() <= 1, "{arguments:?}: {words}");
        }
        assert_eq!(fs::read(folder.path().join(name)).expect("a file"), bytes, "{name} is not touched");
    }
}

#[test]
fn a_picture_never_takes_the_place_of_its_levels() {
    let folder = folder_with(&[("set.sok", corridor(1).as_bytes())]);
    let output = run(folder.path(), &["render", "--output", "./set.sok", "set.sok"]);
    assert_eq!(status(&output), 2, "{}", error(&output));
    assert_eq!(fs::read(folder.path().join("set.sok")).expect("a file"), corridor(1).as_bytes());
}
