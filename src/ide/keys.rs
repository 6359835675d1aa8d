//! What the keys of level files mean: one table for hovers and completion.

/// A key that readers give a meaning to.
#[derive(Clone, Copy, Debug)]
pub struct KeyInfo {
    pub name: &'static str,
    pub about: &'static str,
    /// True for what stands at the head of a file rather than with a level.
    pub head: bool,
}

const fn key(name: &'static str, head: bool, about: &'static str) -> KeyInfo {
    KeyInfo { name, about, head }
}

/// The keys that are offered and explained, by name.
pub const KEYS: &[KeyInfo] = &[
    key("Author", false, "Who drew the level. At the head of the file: who drew those that name nobody else."),
    key("Collection", true, "The name of the collection that the file holds."),
    key("Comment", false, "A comment. With nothing behind it, the lines down to `Comment-End:`."),
    key("Comment-End", false, "Ends the lines of a `Comment:`."),
    key("Copyright", true, "Who holds the rights, and what may be done with the levels."),
    key("Date", false, "When the level was drawn."),
    key("Difficulty", false, "How hard the author thinks the level is. Free text."),
    key("Email", true, "How to reach the author."),
    key("Game", true, "The kind of game: `Sokoban` unless it says `Hexoban`, `Trioban` or `Octoban`."),
    key("Goal", false, "For a sliding puzzle: the arrangement to reach, as a list of numbers."),
    key("Homepage", true, "Where more is to be found."),
    key("Id", false, "A name by which other files refer to the level."),
    key("License", true, "Under which terms the levels may be passed on."),
    key("Notation", true, "The notation of all levels of the file: `xsb`, `sbt`, `poj`, `array`, `glyphs` or `tiles`."),
    key("Optimizer", false, "The program that shortened the solution above."),
    key("Set", true, "The name of the set that the file holds."),
    key("Solution", false, "A solution of the level above, in letters of moves; pushes are capitals."),
    key("Solver", false, "The program that found the solution above."),
    key("Time", false, "How long it took to find the solution above."),
    key("Title", false, "The name of the level above the line. At the head of the file: the name of the collection."),
    key("View", false, "How programs should show the level."),
];

/// The key of a name, in any case.
pub fn key_info(name: &str) -> Option<&'static KeyInfo> {
    KEYS.iter().find(|key| key.name.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_its_keys_are_known_to_the_reader() {
        assert!(KEYS.is_sorted_by_key(|key| key.name));
        for key in KEYS {
            assert!(crate::syntax::known_key(key.name).is_some(), "{}", key.name);
        }
    }
}
