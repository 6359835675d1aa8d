//! What the keys at the head of a file say about all its levels.

use super::lines::Raw;
use super::{Dialect, Key, Notation, keys};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Settings {
    /// From `Notation:`.
    pub notation: Option<Notation>,
    /// From `Game:`; `None` is the square board.
    pub geometry: Option<Dialect>,
}

/// Reads the lines before the first board.
pub(crate) fn settings(text: &str, lines: &[Raw]) -> Settings {
    let mut settings = Settings::default();
    for key in lines.iter().filter_map(|line| keys::key(text, line).or_else(|| keys::game(text, line))) {
        if text[key.name.range()].eq_ignore_ascii_case("notation") {
            settings.notation = Notation::from_name(&text[key.value.range()]).or(settings.notation);
        }
        settings.geometry = geometry(text, &key).unwrap_or(settings.geometry);
    }
    settings
}

/// The geometry that a `Game:` key names; `None` for any other key, `Some(None)` for the square board.
pub(crate) fn geometry(text: &str, key: &Key) -> Option<Option<Dialect>> {
    let name = &text[key.name.range()];
    if !name.eq_ignore_ascii_case("game") && !name.eq_ignore_ascii_case("puzzle type") {
        return None;
    }
    let value = &text[key.value.range()];
    let games = [Dialect::Hexoban, Dialect::Trioban, Dialect::Octoban, Dialect::Multiban];
    Some(games.into_iter().find(|game| game.name().eq_ignore_ascii_case(value)))
}
