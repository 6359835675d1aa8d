//! The program as a shell sees it: exit status, standard error, files that are written back.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn sok(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sok"))
        .env("SOK_CACHE", "")
        .current_dir(folder)
        .args(arguments)
        .output()
        .expect("the program runs")
}

fn status(output: &Output) -> i32 {
    output.status.code().expect("an exit status")
}

fn error(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn folder_with(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, bytes) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, bytes).expect("a file");
    }
    folder
}

const GOOD: &[u8] = b"#####\n#@$.#\n#####\n";
const BAD: &[u8] = b"#####\n# $.#\n#####\n";

#[test]
fn the_exit_status_says_what_was_found() {
    let folder = folder_with(&[("good.sok", GOOD), ("bad.sok", BAD)]);
    let folder = folder.path();
    assert_eq!(status(&sok(folder, &["check", "good.sok"])), 0);
    assert_eq!(status(&sok(folder, &["check", "bad.sok"])), 1);
    assert_eq!(status(&sok(folder, &["check", "good.sok", "bad.sok"])), 1);
    assert_eq!(status(&sok(folder, &["check", "--strictness", "draft", "bad.sok"])), 0, "a draft may lack a player");
    assert_eq!(status(&sok(folder, &["solve", "good.sok"])), 0);
    assert_eq!(status(&sok(folder, &["solve", "bad.sok"])), 1);
    assert_eq!(status(&sok(folder, &["--version"])), 0);
}

#[test]
fn what_cannot_run_gives_one_line_and_status_two() {
    let folder = folder_with(&[("good.sok", GOOD)]);
    let cases: [&[&str]; 6] = [
        &["check", "missing.sok"],
        &["solve", "missing.sok"],
        &["solve", "--level", "2", "good.sok"],
        &["solve", "--level", "0", "good.sok"],
        &["check", "empty"],
        &["solve", "--write", "-"],
    ];
    fs::create_dir(folder.path().join("empty")).expect("a folder");
    for arguments in cases {
        let output = sok(folder.path(), arguments);
        assert_eq!(status(&output), 2, "{arguments:?}");
        let words = error(&output);
        assert!(words.starts_with("sok: ") && words.lines().count() == 1, "{arguments:?}: {words}");
    }
    for arguments in
        [&["solve", "--time-limit", "0", "good.sok"][..], &["solve", "--jobs", "none", "good.sok"], &["no"]]
    {
        let output = sok(folder.path(), arguments);
        assert_eq!(status(&output), 2, "{arguments:?}");
        assert!(!error(&output).contains("panicked"), "{arguments:?}");
    }
}

#[test]
fn folders_stand_for_the_level_files_in_them() {
    let files: [(&str, &[u8]); 4] =
        [("set/b.XSB", GOOD), ("set/a.sok", GOOD), ("set/inner/c.sokoban", GOOD), ("set/notes.txt", GOOD)];
    let folder = folder_with(&files);
    let output = sok(folder.path(), &["solve", "--output", "jsonl", "set"]);
    let names: Vec<String> = String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON")["file"].to_string())
        .collect();
    assert_eq!(names, ["\"set/a.sok\"", "\"set/b.XSB\"", "\"set/inner/c.sokoban\""]);
}

#[test]
fn written_solutions_keep_the_charset_the_line_ends_and_the_rights() {
    let latin: &[u8] = b"Kiste f\xFCr dich\r\n\r\n#####\r\n#@$.#\r\n#####";
    let folder = folder_with(&[("set.sok", latin), ("done.sok", b"#####\n#@$.#\n#####\n\nSolution 1/1\nR\n")]);
    let path = folder.path().join("set.sok");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("rights are set");
    }
    assert_eq!(status(&sok(folder.path(), &["solve", "--write", "set.sok", "done.sok"])), 0);
    assert_eq!(fs::read(&path).expect("a file"), [latin, b"\r\n\r\nSolution 1/1\r\nR"].concat());
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2, "nothing is left beside the files");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(fs::metadata(&path).expect("a file").permissions().mode() & 0o777, 0o640);
    }
}

#[test]
fn written_solutions_keep_every_encoding_and_line_end() {
    let board = "Kiste\n\n#####\n#@$.#\n#####";
    let utf16 = |text: &str, bytes: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(bytes).collect::<Vec<u8>>();
    let (before, after) = (format!("{board}\n; für dich\n"), format!("{board}\n; für dich\n\nSolution 1/1\nR\n"));
    let mixed = |text: &str| text.replacen('\n', "\r\n", 2).replacen("#####\n", "#####\r", 1);
    let cases: [(&str, Vec<u8>, Vec<u8>); 7] = [
        ("mark.sok", ["\u{feff}", &before].concat().into_bytes(), ["\u{feff}", &after].concat().into_bytes()),
        ("plain.sok", before.clone().into_bytes(), after.clone().into_bytes()),
        (
            "little.sok",
            utf16(&format!("\u{feff}{before}"), u16::to_le_bytes),
            utf16(&format!("\u{feff}{after}"), u16::to_le_bytes),
        ),
        (
            "big.sok",
            utf16(&format!("\u{feff}{before}"), u16::to_be_bytes),
            utf16(&format!("\u{feff}{after}"), u16::to_be_bytes),
        ),
        ("old.sok", before.replace('\n', "\r").into_bytes(), after.replace('\n', "\r").into_bytes()),
        // What is added ends its lines as those around it do.
        ("mixed.sok", mixed(&before).into_bytes(), mixed(&after).into_bytes()),
        ("bare.sok", board.as_bytes().to_vec(), format!("{board}\n\nSolution 1/1\nR").into_bytes()),
    ];
    let files: Vec<(&str, &[u8])> = cases.iter().map(|(name, before, _)| (*name, &before[..])).collect();
    let folder = folder_with(&files);
    assert_eq!(status(&sok(folder.path(), &["solve", "--write", "."])), 0);
    for (name, _, after) in &cases {
        assert_eq!(&fs::read(folder.path().join(name)).expect("a file"), after, "{name}");
    }
}

#[test]
fn collections_in_xml_are_solved_but_not_written() {
    let xml: &[u8] =
        b"<SokobanLevels>\r\n<Level Id=\"One\"><L>#####</L>\r\n<L>#@$.#</L><L>#####</L></Level></SokobanLevels>";
    let folder = folder_with(&[("set.slc", xml)]);
    let output = sok(folder.path(), &["solve", "--output", "jsonl", "."]);
    let record: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(record["title"], "One");
    assert_eq!((&record["notation"], &record["pushes"], &record["line"]), (&"slc".into(), &1.into(), &2.into()));
    let output = sok(folder.path(), &["solve", "--write", "set.slc"]);
    assert_eq!(status(&output), 2);
    assert!(error(&output).contains("XML"), "{}", error(&output));
    assert_eq!(fs::read(folder.path().join("set.slc")).expect("a file"), xml);
}

#[test]
fn a_closed_pipe_is_no_error() {
    let many = "#####\n#@$.#\n#####\n\n".repeat(3000);
    let folder = folder_with(&[("many.sok", many.as_bytes())]);
    let mut child = Command::new(env!("CARGO_BIN_EXE_sok"))
        .env("SOK_CACHE", "")
        .current_dir(folder.path())
        .args(["solve", "--output", "jsonl", "many.sok"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut first = String::new();
    BufReader::new(child.stdout.take().expect("piped")).read_line(&mut first).expect("a line");
    let output = child.wait_with_output().expect("it ends");
    assert!(first.contains("optimal"), "{first}");
    assert_eq!(error(&output), "");
    assert_eq!(status(&output), 0);
}

#[test]
fn formatting_replaces_files_and_a_check_only_names_them() {
    let rough: &[u8] = b"Kiste f\xFCr dich\r\n\r\n  ##### \r\n  #@$.#\r\n  #####";
    let even: &[u8] = b"Kiste f\xFCr dich\r\n\r\n#####\r\n#@$.#\r\n#####\r\n";
    let folder =
        folder_with(&[("set/rough.sok", rough), ("set/even.xsb", even), ("set/odd.sok", b"#####\n#@$x#\n#####  ")]);
    let read = |name: &str| fs::read(folder.path().join(name)).expect("a file");
    let odd = read("set/odd.sok");
    let check = sok(folder.path(), &["fmt", "--check", "set"]);
    assert_eq!((status(&check), String::from_utf8_lossy(&check.stdout).as_ref()), (1, "set/odd.sok\nset/rough.sok\n"));
    assert_eq!(read("set/rough.sok"), rough, "a check changes nothing");
    assert_eq!(status(&sok(folder.path(), &["fmt", "set"])), 0);
    assert_eq!((read("set/rough.sok"), read("set/even.xsb")), (even.to_vec(), even.to_vec()));
    assert_eq!(read("set/odd.sok"), [&odd[..], b"\n"].concat(), "a board that is not understood is left");
    let check = sok(folder.path(), &["fmt", "--check", "set"]);
    assert_eq!((status(&check), check.stdout), (0, Vec::new()));
    assert_eq!(
        fs::read_dir(folder.path().join("set")).expect("a folder").count(),
        3,
        "nothing is left beside the files"
    );
}

/// Runs the program with a text on its standard input.
fn sok_with(input: &[u8], arguments: &[&str]) -> Output {
    use std::io::Write;
    let mut child = Command::new(env!("CARGO_BIN_EXE_sok"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that refuses its arguments ends without reading.
    let _ = child.stdin.take().expect("piped").write_all(input);
    child.wait_with_output().expect("it ends")
}

#[test]
fn standard_input_is_formatted_to_standard_output() {
    let output = sok_with(b" #####\n #@$.# \n #####\n", &["fmt", "-"]);
    assert_eq!((status(&output), output.stdout), (0, GOOD.to_vec()));
    let output = sok_with(GOOD, &["fmt", "-"]);
    assert_eq!((status(&output), output.stdout), (0, GOOD.to_vec()), "an even text is printed too");
    assert_eq!(status(&sok_with(b"#####\n#@$.# \n#####\n", &["fmt", "--check", "-"])), 1);
    let output = sok_with(b"#####\n#@-$ .#\n#####\n", &["fmt", "--floor", "none", "-"]);
    assert_eq!(status(&output), 2);
}

#[test]
fn conversion_prints_the_file_in_another_notation() {
    let output = sok_with(b"One\n\n#####\n#@$.#\n#####\n\nSolution 1/1\nR\n", &["convert", "--to", "sbt", "-"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "One\n\n#####\n#SBT#\n#####\n\nSolution 1/1\nE\n");
    assert_eq!((status(&output), error(&output)), (0, String::new()));
    let output = sok_with(b"One\n\n#####\n#@$.#\n#####\n", &["convert", "--to", "poj", "-"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "3 5\n#####\n#SBT#\n#####\n0 0\n");
    assert_eq!((status(&output), error(&output)), (0, "sok: poj has no place for 1 title\n".to_string()));
    let output = sok_with(b"[[1,2,3],[4,0,5]]\n", &["convert", "--to", "xsb", "-"]);
    assert_eq!(
        (status(&output), error(&output)),
        (2, "sok: <stdin>: Level 1 (line 1): a sliding puzzle has no boxes; it cannot be written in xsb\n".to_string())
    );
    assert_eq!(output.stdout, b"");
    assert_eq!(status(&sok_with(GOOD, &["convert", "--to", "tiles", "-"])), 2);
    assert_eq!(status(&sok_with(GOOD, &["convert", "-"])), 2);
}
