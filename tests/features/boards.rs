//! One board written in every notation, with the place of each square, apart from the library's own reader.

use sok::text::Span;

/// The notations in which a board of squares can be drawn.
pub const NOTATIONS: [&str; 4] = ["xsb", "sbt", "array", "glyphs"];

/// A board in some notation.
pub struct Written {
    pub text: String,
    /// For each square, row by row.
    pub places: Vec<Span>,
    pub width: usize,
}

/// Writes rows of `xsb`, all of the same length.
pub fn write(rows: &[&str], notation: &str, end: &str) -> Written {
    let width = rows[0].len();
    let (mut text, mut places) = (String::from(if notation == "array" { "[" } else { "" }), Vec::new());
    for (y, row) in rows.iter().enumerate() {
        assert_eq!(row.len(), width, "rows of one length");
        match (notation, y) {
            ("array", 0) => text.push('['),
            ("array", _) => text.push_str(&format!(",{end} [")),
            _ => {}
        }
        for (x, square) in row.chars().enumerate() {
            let sign = sign(square, notation);
            if notation == "array" {
                text.push_str(if x == 0 { "\"" } else { ",\"" });
            }
            places.push(Span::new(text.len(), text.len() + sign.len_utf8()));
            text.push(sign);
            if notation == "array" {
                text.push('"');
            }
        }
        text.push_str(if notation == "array" { "]" } else { end });
    }
    if notation == "array" {
        text.push_str(&format!("]{end}"));
    }
    Written { text, places, width }
}

/// The sign of a square; the tables are those of the notations' own documents.
fn sign(square: char, notation: &str) -> char {
    let squares = [' ', '#', '.', '$', '@', '*', '+'];
    let signs = match notation {
        "xsb" => squares,
        "glyphs" => ['□', '■', '◎', '●', '♂', '*', '+'],
        _ => ['.', '#', 'T', 'B', 'S', '*', '+'],
    };
    signs[squares.iter().position(|&known| known == square).expect("a square of xsb")]
}

impl Written {
    /// The square that is written at exactly this place.
    pub fn square(&self, span: Span) -> usize {
        self.places.iter().position(|&place| place == span).unwrap_or_else(|| panic!("{span:?} is no square"))
    }

    /// The board with a sign on some squares and dots on all others.
    pub fn marked(&self, marks: &[(usize, char)]) -> String {
        let sign = |square: usize| marks.iter().find(|(other, _)| *other == square).map_or('·', |(_, sign)| *sign);
        let rows =
            (0..self.places.len() / self.width).map(|y| (0..self.width).map(|x| sign(y * self.width + x)).collect());
        rows.collect::<Vec<String>>().join("\n")
    }
}
