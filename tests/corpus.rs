//! Published level sets: nothing of them is lost, and every level is found.

use sok::syntax::{File, Hints, Notation, Puzzle, parse, print, read};
use sok::text::{decode, encode};
use std::fs;
use std::path::{Path, PathBuf};

/// Each set, with the number of levels that its author gives it.
const SETS: [(&str, usize); 20] = [
    ("microban.txt", 155),
    ("microban2.txt", 135),
    ("microban3.txt", 101),
    ("microban4.txt", 102),
    ("sasquatch.txt", 50),
    ("sasquatch2.txt", 50),
    ("sasquatch3.txt", 50),
    ("sasquatch4.txt", 50),
    ("sasquatch5.txt", 50),
    ("sasquatch6.txt", 50),
    ("sasquatch7.txt", 50),
    ("sasquatch8.txt", 50),
    ("sasquatch9.txt", 50),
    ("sasquatch10.txt", 50),
    ("sasquatch11.txt", 50),
    ("holland.xsb", 81),
    ("holland5.sok", 20),
    ("sokevo.sok", 107),
    ("grigoriev2002.xsb", 40),
    ("boxoban.txt", 25),
];

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

fn read_file(path: &Path) -> (String, File) {
    let bytes = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let decoded = decode(&bytes);
    assert_eq!(encode(&decoded), bytes, "{}: decoding loses nothing", path.display());
    let prefer_xsb = path.extension().is_some_and(|end| end == "sok" || end == "xsb");
    let file = parse(&decoded.text, &Hints { prefer_xsb, ..Hints::default() });
    assert_eq!(print(&decoded.text, &file), decoded.text, "{}: parsing loses nothing", path.display());
    (decoded.text, file)
}

#[test]
fn every_set_has_its_levels() {
    for (name, count) in SETS {
        let (text, file) = read_file(&folder("collections").join(name));
        assert_eq!(file.levels.len(), count, "{name}");
        for (index, level) in file.levels.iter().enumerate() {
            let reading = read(&text[level.span.range()], level);
            assert_eq!((level.notation, &reading.problems[..]), (Notation::Xsb, &[][..]), "{name} {index}");
            assert!(level.title.is_some(), "{name} {index} has a title");
            let Puzzle::Sokoban(board) = reading.puzzle else { panic!("{name} {index}: no board") };
            let players = board.find(|cell| cell.is_player()).len();
            let boxes = board.find(|cell| cell.is_box()).len();
            let targets = board.find(|cell| cell.is_target()).len();
            assert_eq!((players, boxes), (1, targets), "{name} {index}");
        }
    }
}

#[test]
fn every_file_in_the_folder_is_listed() {
    let files = fs::read_dir(folder("collections")).expect("a folder");
    let mut names: Vec<String> =
        files.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    let mut listed = SETS.map(|(name, _)| name);
    listed.sort_unstable();
    assert_eq!(names, listed);
}

#[test]
fn titles_are_what_the_authors_call_their_levels() {
    let title = |name: &str, index: usize| {
        let (text, file) = read_file(&folder("collections").join(name));
        let title = file.levels[index].title.expect("a title");
        text[title.text.range()].to_owned()
    };
    assert_eq!(title("microban.txt", 0), "1");
    assert_eq!(title("microban.txt", 154), "155 'The Dungeon'");
    assert_eq!(title("sasquatch.txt", 49), "50 'Particle Theory'");
    assert_eq!(title("holland.xsb", 0), "Spade");
    assert_eq!(title("holland5.sok", 19), "dh5#20");
    assert_eq!(title("sokevo.sok", 106), "Level 107");
    assert_eq!(title("boxoban.txt", 24), "24");
}

#[test]
fn the_sample_of_microban_is_microban() {
    let boards = |path: &Path| -> Vec<Puzzle> {
        let (text, file) = read_file(path);
        file.levels.iter().map(|level| read(&text[level.span.range()], level).puzzle).collect()
    };
    let original = boards(&folder("collections/microban.txt"));
    assert_eq!(boards(&folder("samples/microban.sok")), original);
}

#[test]
fn the_samples_have_their_levels() {
    let notations = |name: &str| -> Vec<Notation> {
        read_file(&folder("samples").join(name)).1.levels.iter().map(|level| level.notation).collect()
    };
    assert_eq!(notations("microban.sok"), [Notation::Xsb; 155]);
    assert_eq!(notations("leetcode.sok"), [Notation::Array; 6]);
    assert_eq!(notations("poj.sok"), [Notation::Poj; 4]);
    assert_eq!(notations("tiles.sok"), [Notation::Tiles; 6]);
    assert_eq!(notations("broken.sok"), [Notation::Xsb; 10]);
}
