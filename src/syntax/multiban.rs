//! Levels with several players, who take turns (Multiban).

use super::{Level, Notation};

/// True for a board with several players whose stored moves hand over from one to the next: `{rddd}Urr{uul}uLU`.
/// Without such moves a second player is a slip.
pub(crate) fn is_multiban(text: &str, level: &Level) -> bool {
    let hands_over = |stored: &super::Stored| text[stored.moves.range()].contains('{');
    level.notation == Notation::Xsb
        && level.solutions.iter().any(hands_over)
        && text[level.board.range()].bytes().filter(|byte| b"@+pPmM".contains(byte)).count() >= 2
}
