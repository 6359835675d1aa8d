//! Level files as text: lossless reading in every notation. Knows the alphabets, not the rules of play.
//!
//! [`parse`] cuts a file into lines and levels. It cannot fail, loses nothing (the lines tile the text) and does not
//! look into the boards more than it must. [`read`] then reads one level's board from that level's own text, so that
//! an edit of one level costs the reading of one level.

mod assemble;
mod blocks;
mod containers;
mod detect;
mod dialects;
mod glyphs;
mod header;
mod keys;
mod lines;
mod literal;
mod moves;
mod multiban;
mod notation;
mod numbers;
mod poj;
mod read;
mod rle;
mod rows;
mod script;
mod splits;
mod squares;
mod stored;
mod tiles;
mod titles;
mod xml;

pub use keys::known_key;
pub use moves::{moves, spelling};
pub use notation::{NOTATIONS, Notation, NotationInfo};
pub use read::{MAX_SIDE, read, read_rows};
pub use script::{Jump, Run, Script, Spelling, script};
pub use splits::Split;
pub use stored::{is_moves, title_numbers};

use crate::level::Board;
use crate::text::Span;
use crate::tiles::Tiles;

/// What is known about a file beside its text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Hints {
    /// A setting that forces one notation for the whole file.
    pub forced: Option<Notation>,
    /// True for `.sok` and `.xsb`, where a tie between notations is decided for `xsb`.
    pub prefer_xsb: bool,
    /// True for `.xsb`, which other programs read as `xsb` and nothing else.
    pub only_xsb: bool,
    /// The notation of each level (by number) in the last state in which it was readable.
    pub last: Vec<Notation>,
}

impl Hints {
    /// What an editor knows of a document by its file name's extension, in small letters.
    pub fn of_extension(extension: &str) -> Hints {
        let only_xsb = extension == "xsb";
        Hints { prefer_xsb: only_xsb || extension == "sok", only_xsb, ..Hints::default() }
    }
}

/// A parsed file. All spans are byte offsets into its text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct File {
    /// Every line with its end; together they tile the text.
    pub lines: Vec<Line>,
    /// Keys before the first board.
    pub keys: Vec<Key>,
    pub levels: Vec<Level>,
    /// What the file is, if it holds its levels in XML.
    pub container: Option<Container>,
    /// Where nothing but empty lines parts rows from rows.
    pub splits: Vec<Split>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    /// With the line end.
    pub span: Span,
    pub class: LineClass,
}

/// What a line is to the reader.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LineClass {
    Blank,
    /// `;`, `::` and the like.
    Comment,
    Title,
    /// `Key: value`, or a line of a `Comment:` block.
    Key,
    Board,
    /// The title line of a solution or snapshot: `Solution 33/8`.
    SolutionTitle,
    Moves,
    /// Free text.
    Note,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Key {
    /// Without the colon and without surrounding blanks, as written.
    pub name: Span,
    /// For a `Comment:` block, its lines.
    pub value: Span,
    /// True for a `Comment:` block that lacks its `Comment-End:`.
    pub open: bool,
}

/// One level: its title, board, notes and solutions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Level {
    /// From the title line (or the board, where there is none) to the last line that is not blank.
    pub span: Span,
    pub notation: Notation,
    pub title: Option<Title>,
    /// The board's lines (for `array` and the like, the whole literal; for `poj`, header line included).
    pub board: Span,
    pub keys: Vec<Key>,
    /// The end of the last line, without its line end, of the board and its notes: a solution is inserted behind it.
    pub notes_end: u32,
    pub solutions: Vec<Stored>,
    /// Which of its notation's spellings the board uses.
    pub dialect: Dialect,
}

/// A spelling of a notation that needs a reading of its own, or the name of what is left alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Dialect {
    #[default]
    Plain,
    /// With a blank between squares.
    Spaced,
    /// `+` for walls, `*` for the player, `@` for boxes, `X` for targets; often with a blank between squares.
    Gym,
    Hexoban,
    Trioban,
    Octoban,
    /// The square board with several players.
    Multiban,
    /// `X` for walls, `*` for boxes, `&` for boxes on targets: the maps of pusher.exe.
    Pusher,
    /// `-` and `|` for walls, `0` for boxes, `^` for targets, `.` for floor: the maps of NetHack.
    Nethack,
}

impl Dialect {
    pub fn name(self) -> &'static str {
        match self {
            Dialect::Plain => "plain",
            Dialect::Spaced => "spaced",
            Dialect::Gym => "gym",
            Dialect::Hexoban => "hexoban",
            Dialect::Trioban => "trioban",
            Dialect::Octoban => "octoban",
            Dialect::Multiban => "multiban",
            Dialect::Pusher => "pusher",
            Dialect::Nethack => "nethack",
        }
    }
}

/// A file that holds its levels in XML. They are read, but nothing is ever written into such a file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Container {
    Slc,
    Ssx,
    Xml,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Title {
    /// What to show, without `;`, quotes and `Title:`.
    pub text: Span,
    /// The line that it stands on, without the line end.
    pub line: Span,
}

/// A solution or snapshot that the file holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stored {
    /// Its title line, without the line end.
    pub title: Option<Span>,
    /// The moves, from the first letter to the last, over all their lines.
    pub moves: Span,
    pub kind: StoredKind,
}

impl Stored {
    /// With places relative to `start`, such as the start of its level.
    pub fn relative_to(&self, start: u32) -> Stored {
        let relative = |span: Span| Span { start: span.start - start, end: span.end - start };
        Stored { title: self.title.map(relative), moves: relative(self.moves), kind: self.kind }
    }
}

/// What stored moves are meant to be, as far as their title says. A `Solution` should solve its level; the others need
/// not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StoredKind {
    /// `Solution …`, `Best Solution …`, or the key `Solution:`.
    Solution,
    /// `Snapshot`, `SaveGame` and the like: a game that was broken off.
    Snapshot,
    /// Without a title, or under a title of the author's own.
    Unnamed,
}

/// What a level's board is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Puzzle {
    Sokoban(Board),
    Tiles(Tiles),
    /// Recognised and left alone: another geometry, or a format that is not judged by square rules.
    Foreign,
}

/// A level's board, read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    pub puzzle: Puzzle,
    /// For each cell of the board its place in the text, relative to the start of the level's span. A cell that is
    /// not written (a short row's padding) has an empty span where it would stand.
    pub places: Vec<Span>,
    pub problems: Vec<Problem>,
}

/// Something that a reader of the notation cannot make sense of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    pub kind: ProblemKind,
    /// Relative to the start of the level's span.
    pub span: Span,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProblemKind {
    /// A character that the notation lacks; with what would be right, if that is clear.
    UnknownCharacter { found: char, meant: Option<char> },
    /// A row's length is not what the header (`poj`) or the first row (`array`, `tiles`) says.
    RowLength { found: usize, expected: usize },
    /// Rows that the header promises and that are not there.
    MissingRows { found: usize, expected: usize },
    /// More rows than the header promises.
    ExtraRows { found: usize, expected: usize },
    /// A bad count, parenthesis or separator, or an expansion over the limit.
    Rle(String),
    /// The board is larger than what is read.
    TooLarge { width: usize, height: usize },
}

/// Cuts a text into lines and levels. Cannot fail. Linear in the length of the text.
pub fn parse(text: &str, hints: &Hints) -> File {
    let lines = lines::split(text);
    if let Some(container) = blocks::container(text) {
        return containers::file(text, &lines, container);
    }
    let mut found = blocks::find(text, &lines, false);
    let head = found.blocks.first().map_or(lines.len(), |block| block.first);
    let head = header::settings(text, &lines[..head]);
    let forced = head.notation.or(hints.forced);
    if forced == Some(Notation::Sbt) {
        found = blocks::find(text, &lines, true);
    }
    let notations = detect::notations(text, &lines, &found.blocks, hints, forced);
    let mut file = assemble::assemble(text, &lines, &found, &notations);
    for level in &mut file.levels {
        let own = level.keys.iter().rev().find_map(|key| header::geometry(text, key));
        let dialect = own.unwrap_or(head.geometry);
        if let Some(dialect) = dialect.or_else(|| multiban::is_multiban(text, level).then_some(Dialect::Multiban)) {
            level.notation = Notation::Foreign;
            level.dialect = dialect;
        }
    }
    file
}

/// The lines, put together again: equal to `text` for every text.
pub fn print(text: &str, file: &File) -> String {
    file.lines.iter().map(|line| &text[line.span.range()]).collect()
}
