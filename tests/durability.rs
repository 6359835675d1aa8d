//! Files and results survive what may happen to the program: a kill at any moment, a full disk, folders without
//! leave to write, files that vanish or change, other processes, damage.

#[path = "support/numbers.rs"]
mod numbers;
#[path = "support/program.rs"]
mod program;

use numbers::Random;
use program::{
    DEADLINE, command, corridor, corridors, end, endless, error, folder_with, names, records, run, start, status,
};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Kills the program at seeded moments: after a random time, or as soon as there is a second file in the folder.
/// The file is `old` or `new` at any time, and the next run that ends leaves nothing beside it.
fn kill_at_many_moments(arguments: &[&str], old: &[u8], new: &[u8]) {
    let folder = folder_with(&[("set.sok", old)]);
    let path = folder.path().join("set.sok");
    let before = Instant::now();
    assert_eq!(status(&run(folder.path(), arguments)), 0);
    let whole = before.elapsed();
    assert!(fs::read(&path).expect("a file") == new, "the run itself does what it should");
    let mut random = Random::new(7);
    let (mut half_done, mut left_over) = (0, 0);
    for moment in 0..100 {
        fs::write(&path, old).expect("a file");
        let mut child = start(command(folder.path(), arguments));
        if moment % 2 == 0 {
            sleep(whole.mul_f64(random.below(1000) as f64 / 1000.0));
        } else {
            while child.try_wait().expect("it can be asked").is_none() && names(folder.path()).len() < 2 {}
            sleep(Duration::from_micros(random.below(3000) as u64));
        }
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        let now = fs::read(&path).expect("the file is still there");
        assert!(now == old || now == new, "moment {moment}: {} bytes", now.len());
        half_done += usize::from(now == old);
        if names(folder.path()).len() > 1 {
            left_over += 1;
            // Whether the next run has something to write or not.
            if moment % 4 == 1 {
                fs::write(&path, new).expect("a file");
            }
            assert_eq!(status(&run(folder.path(), arguments)), 0);
            assert!(fs::read(&path).expect("a file") == new);
            assert_eq!(names(folder.path()), ["set.sok"], "moment {moment}: the next run clears up");
        }
    }
    assert!(half_done > 0, "some of the moments came before the end");
    assert!(left_over > 0, "some of the moments came while the new file was being written");
}

#[test]
fn a_killed_fmt_leaves_the_old_file_or_the_new_one() {
    let even = corridors(80);
    let rough = even.replace("#\n", "#   \n");
    kill_at_many_moments(&["fmt", "set.sok"], rough.as_bytes(), even.as_bytes());
}

#[test]
fn a_killed_solve_leaves_the_old_file_or_the_new_one() {
    let solved: String = (1..=80)
        .map(|pushes| format!("{}\nSolution {pushes}/{pushes}\n{}\n\n", corridor(pushes), wrapped(&"R".repeat(pushes))))
        .collect();
    kill_at_many_moments(&["solve", "--write", "set.sok"], corridors(80).as_bytes(), solved.as_bytes());
}

fn wrapped(moves: &str) -> String {
    let lines: Vec<&str> = (0..moves.len()).step_by(70).map(|at| &moves[at..moves.len().min(at + 70)]).collect();
    lines.join("\n")
}

/// The program under a user without rights, if the tests run as one whom no rights bind; else as it is.
#[cfg(unix)]
fn without_rights(folder: &Path, arguments: &[&str]) -> Command {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::os::unix::process::CommandExt;
    const NOBODY: u32 = 65_534;
    let is_root = fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0);
    if !is_root {
        return command(folder, arguments);
    }
    // The user may not be able to reach the program where it was built.
    let place = folder.join("program");
    let program = place.join("sok");
    if !program.exists() {
        fs::create_dir_all(&place).expect("a folder");
        // By another process: a program that this one has open to write cannot be started.
        let copied = Command::new("cp").arg(env!("CARGO_BIN_EXE_sok")).arg(&program).status().expect("cp runs");
        assert!(copied.success());
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("rights are set");
    }
    let mut command = Command::new(program);
    command.env("SOK_CACHE", "").env_remove("SOK_LOG").current_dir(folder).args(arguments).uid(NOBODY).gid(NOBODY);
    command
}

#[cfg(unix)]
#[test]
fn a_folder_or_a_file_that_may_not_be_written_is_one_line_and_no_harm() {
    use std::os::unix::fs::PermissionsExt;
    let rough: &[u8] = b"#####  \n#@$.#\n#####\n";
    let folder = folder_with(&[("set/a.sok", rough), ("open/locked.sok", rough)]);
    let set = |name: &str, mode| {
        fs::set_permissions(folder.path().join(name), fs::Permissions::from_mode(mode)).expect("rights are set");
    };
    for (name, mode) in [("", 0o755), ("set", 0o555), ("open", 0o777), ("open/locked.sok", 0o444)] {
        set(name, mode);
    }
    for file in ["set/a.sok", "open/locked.sok"] {
        for arguments in [&["fmt", file][..], &["solve", "--write", file]] {
            let output = end(start(without_rights(folder.path(), arguments)));
            let words = error(&output);
            assert_eq!(status(&output), 2, "{arguments:?}: {words}");
            assert!(words.starts_with("sok: cannot write ") && words.lines().count() == 1, "{arguments:?}: {words}");
            assert_eq!(fs::read(folder.path().join(file)).expect("a file"), rough);
        }
    }
    assert_eq!(names(&folder.path().join("set")), ["a.sok"]);
    assert_eq!(names(&folder.path().join("open")), ["locked.sok"]);
    // A cache that may not be written is done without.
    let mut solve = without_rights(folder.path(), &["solve", "--output", "jsonl", "set/a.sok"]);
    solve.env("SOK_CACHE", folder.path().join("set"));
    let output = end(start(solve));
    assert_eq!((status(&output), error(&output)), (0, String::new()));
    assert_eq!(names(&folder.path().join("set")), ["a.sok"]);
    set("set", 0o755);
}

/// No file may grow beyond a few thousand bytes, as on a disk that is full.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_the_old_file() {
    let even = corridors(100);
    let rough = even.replace("#\n", "# \n");
    let folder = folder_with(&[("set.sok", rough.as_bytes())]);
    let cache = tempfile::tempdir().expect("a folder");
    for arguments in [&["fmt", "set.sok"][..], &["solve", "--write", "set.sok"]] {
        let mut shell = Command::new("sh");
        shell.args(["-c", "trap '' XFSZ; ulimit -f 8; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_sok")]).args(arguments);
        shell.env("SOK_CACHE", cache.path()).current_dir(folder.path());
        let output = shell.stdin(std::process::Stdio::null()).output().expect("the program runs");
        let words = error(&output);
        assert_eq!(status(&output), 2, "{arguments:?}: {words}");
        assert!(words.starts_with("sok: cannot write set.sok: ") && words.lines().count() == 1, "{words}");
        assert!(fs::read(folder.path().join("set.sok")).expect("a file") == rough.as_bytes());
        assert_eq!(names(folder.path()), ["set.sok"]);
    }
}

/// Starts a run that writes `set.sok` back at its end, and holds it: its output is not read, and does not fit the pipe.
fn hold_before_writing(folder: &Path) -> (std::process::Child, BufReader<std::process::ChildStdout>) {
    let mut child = start(command(folder, &["solve", "--write", "--output", "jsonl", "set.sok"]));
    let mut output = BufReader::new(child.stdout.take().expect("piped"));
    output.read_line(&mut String::new()).expect("a line");
    (child, output)
}

#[test]
fn what_the_author_wrote_meanwhile_is_kept() {
    let text = (corridor(2) + "\n").repeat(2000);
    let folder = folder_with(&[("set.sok", text.as_bytes())]);
    let path = folder.path().join("set.sok");
    let (child, output) = hold_before_writing(folder.path());
    fs::write(&path, "The author's new words\n").expect("a file");
    assert_eq!(output.lines().count(), 1999);
    let ended = end(child);
    assert_eq!(status(&ended), 2);
    assert!(error(&ended).contains("set.sok") && error(&ended).contains("changed"), "{}", error(&ended));
    assert_eq!(fs::read(&path).expect("a file"), b"The author's new words\n");

    fs::write(&path, &text).expect("a file");
    let (child, output) = hold_before_writing(folder.path());
    fs::remove_file(&path).expect("removed");
    assert_eq!(output.lines().count(), 1999);
    let ended = end(child);
    assert_eq!(status(&ended), 2);
    assert_eq!(error(&ended).lines().count(), 1, "{}", error(&ended));
    assert_eq!(names(folder.path()), Vec::<String>::new(), "a file that was removed is not brought back");
}

#[test]
fn one_file_that_cannot_be_read_does_not_end_the_work_on_the_others() {
    let rough: &[u8] = b"#####  \n#@$.#\n#####\n";
    let even: &[u8] = b"#####\n#@$.#\n#####\n";
    let files = ["a.sok", "gone.sok", "b.sok"];
    for command in [&["solve", "--output", "jsonl"][..], &["check", "--output", "github", "--strictness", "publish"]] {
        let folder = folder_with(&[("a.sok", even), ("b.sok", even)]);
        let output = run(folder.path(), &[command, &files].concat());
        assert_eq!(status(&output), 2);
        assert!(error(&output).contains("gone.sok") && error(&output).lines().count() == 1, "{}", error(&output));
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(said.contains("b.sok"), "{command:?}: {said}");
    }
    let folder = folder_with(&[("a.sok", rough), ("b.sok", rough)]);
    let output = run(folder.path(), &[&["fmt"][..], &files].concat());
    assert_eq!((status(&output), error(&output).lines().count()), (2, 1));
    assert_eq!(fs::read(folder.path().join("b.sok")).expect("a file"), even);
}

/// What a run with this cache says of the file; all levels are solved.
fn solve_with(cache: &Path, folder: &Path) -> Vec<serde_json::Value> {
    let mut solve = command(folder, &["solve", "--output", "jsonl", "set.sok"]);
    let output = end(start_quietly(solve.env("SOK_CACHE", cache)));
    assert_eq!((status(&output), error(&output)), (0, String::new()));
    let records = records(&output);
    for (at, record) in records.iter().enumerate() {
        assert_eq!((&record["status"], &record["pushes"]), (&"optimal".into(), &(at + 1).into()), "{record}");
    }
    records
}

/// As `start`, with the output in a file: nobody reads it while the program runs.
fn start_quietly(command: &mut Command) -> std::process::Child {
    use std::process::Stdio;
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts")
}

#[test]
fn a_cache_that_cannot_be_made_is_done_without() {
    let folder = folder_with(&[("set.sok", corridors(3).as_bytes()), ("file", b"")]);
    assert_eq!(solve_with(&folder.path().join("file/cache"), folder.path()).len(), 3);
    assert_eq!(solve_with(&folder.path().join("file"), folder.path()).len(), 3);
}

#[test]
fn two_processes_share_one_cache_and_nothing_is_lost() {
    let folder = folder_with(&[("set.sok", corridors(60).as_bytes())]);
    let cache = tempfile::tempdir().expect("a folder");
    let both: Vec<_> = (0..2)
        .map(|_| {
            let (folder, cache) = (folder.path().to_owned(), cache.path().to_owned());
            std::thread::spawn(move || solve_with(&cache, &folder).len())
        })
        .collect();
    for one in both {
        assert_eq!(one.join().expect("it ends well"), 60);
    }
    let again = solve_with(cache.path(), folder.path());
    assert!(again.iter().all(|record| record["seconds"] == 0.0), "every result was kept");
}

#[test]
fn a_damaged_cache_is_never_believed_and_never_fatal() {
    let folder = folder_with(&[("set.sok", corridors(20).as_bytes())]);
    let cache = tempfile::tempdir().expect("a folder");
    let path = cache.path().join("results.redb");
    solve_with(cache.path(), folder.path());
    let whole = fs::read(&path).expect("the results");
    let mut random = Random::new(3);
    for damage in 0..40 {
        let mut bytes = whole.clone();
        match damage {
            0 => bytes = b"no results at all".to_vec(),
            1 => bytes.truncate(bytes.len() / 2),
            2 => bytes.truncate(0),
            // Somewhere in the records, the tree or the header.
            _ => (0..1 + damage / 4).for_each(|_| {
                let used = bytes.iter().rposition(|&byte| byte != 0).unwrap_or(0) + 1;
                let at = random.below(used);
                bytes[at] ^= 1 << random.below(8);
            }),
        }
        fs::write(&path, &bytes).expect("a file");
        assert_eq!(solve_with(cache.path(), folder.path()).len(), 20, "damage {damage}");
    }
    fs::write(&path, b"no results at all").expect("a file");
    solve_with(cache.path(), folder.path());
    let aside = names(cache.path()).into_iter().filter(|name| name.contains("damaged"));
    let kept = aside.map(|name| fs::read(cache.path().join(name)).expect("a file"));
    assert!(kept.into_iter().any(|bytes| bytes == b"no results at all"), "the damaged file can be looked at");
    assert!(
        solve_with(cache.path(), folder.path()).iter().all(|record| record["seconds"] == 0.0),
        "a new one is begun"
    );
}

#[test]
fn what_was_printed_before_a_kill_is_not_searched_again() {
    let text = corridors(3) + "\n" + &endless();
    let folder = folder_with(&[("set.sok", text.as_bytes())]);
    let cache = tempfile::tempdir().expect("a folder");
    let arguments = ["solve", "--output", "jsonl", "--jobs", "2", "--time-limit", "3600", "set.sok"];
    let mut solve = command(folder.path(), &arguments);
    let mut child = start_quietly(solve.env("SOK_CACHE", cache.path()));
    let output = BufReader::new(child.stdout.take().expect("piped"));
    assert_eq!(output.lines().take(3).count(), 3);
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    fs::write(folder.path().join("set.sok"), corridors(3)).expect("a file");
    let again = solve_with(cache.path(), folder.path());
    assert!(again.iter().all(|record| record["seconds"] == 0.0), "{again:?}");
}

#[test]
fn a_dozen_kills_later_everything_is_proved_once() {
    let folder = folder_with(&[("set.sok", corridors(120).as_bytes())]);
    let cache = tempfile::tempdir().expect("a folder");
    let mut random = Random::new(11);
    let begun = Instant::now();
    let mut printed = 0;
    for _ in 0..12 {
        assert!(begun.elapsed() < DEADLINE);
        let mut solve = command(folder.path(), &["solve", "--output", "jsonl", "--jobs", "2", "set.sok"]);
        let mut child = start_quietly(solve.env("SOK_CACHE", cache.path()));
        sleep(Duration::from_millis(random.below(150) as u64));
        child.kill().expect("it can be killed");
        let ended = child.wait_with_output().expect("it ends");
        let lines = String::from_utf8_lossy(&ended.stdout).into_owned();
        let whole: Vec<&str> = lines.split_inclusive('\n').filter(|line| line.ends_with('\n')).collect();
        for line in &whole[..whole.len().min(printed)] {
            let record: serde_json::Value = serde_json::from_str(line).expect("JSON");
            assert_eq!(record["seconds"], 0.0, "it was printed before: {record}");
        }
        printed = printed.max(whole.len());
    }
    assert_eq!(solve_with(cache.path(), folder.path()).len(), 120);
}
