//! Small words for messages.

use crate::level::Board;

/// `1 box`, `2 boxes`.
pub fn count(number: usize, one: &str) -> String {
    let plural = if one.ends_with('x') || one.ends_with("sh") { "es" } else { "s" };
    if number == 1 { format!("1 {one}") } else { format!("{number} {one}{plural}") }
}

/// `D5`, `D5 and E5`, `D5, E5 and 3 more`: at most four cells by name.
pub fn cells_in_words(board: &Board, cells: &[usize]) -> String {
    let names: Vec<String> = cells.iter().map(|&cell| board.name(cell)).collect();
    match &names[..] {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] if names.len() <= 4 => format!("{} and {last}", first.join(", ")),
        _ => format!("{} and {} more", names[..3].join(", "), names.len() - 3),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_lists_read_well() {
        assert_eq!(count(1, "push"), "1 push");
        assert_eq!(count(0, "push"), "0 pushes");
        assert_eq!(count(2, "box"), "2 boxes");
        assert_eq!(count(33, "move"), "33 moves");
        let board = Board::from_xsb("#########");
        assert_eq!(cells_in_words(&board, &[0]), "A1");
        assert_eq!(cells_in_words(&board, &[0, 1, 2]), "A1, B1 and C1");
        assert_eq!(cells_in_words(&board, &[0, 1, 2, 3, 4]), "A1, B1, C1 and 2 more");
    }
}
