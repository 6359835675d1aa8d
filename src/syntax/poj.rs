//! Finds `poj` mazes: a header line with height and width, then that many rows.

use super::lines::{AT, BIG_B, BIG_S, BIG_T, BLANK, DIGIT, KIND, Raw, SBT_ROW};

/// Height and width from a header line.
pub(crate) fn header(text: &str, line: &Raw) -> Option<(usize, usize)> {
    if !line.only(DIGIT | BLANK) || !line.has(DIGIT) {
        return None;
    }
    let mut words = line.text(text).split_ascii_whitespace();
    let (height, width) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    words.next().is_none().then_some((height, width))
}

/// The last line of the maze whose header stands at line `at`. Rows may be missing, too many, too short or too long.
pub(crate) fn block(text: &str, lines: &[Raw], at: usize) -> Option<usize> {
    let (height, width) = header(text, &lines[at])?;
    let mut kinds = 0;
    let mut last = at;
    for (index, line) in lines.iter().enumerate().skip(at + 1) {
        let promised = index - at <= height;
        let fits = line.only(SBT_ROW | BLANK) || promised && is_near(text, line, width);
        if line.is_blank() || !fits {
            break;
        }
        kinds |= line.kinds;
        last = index;
    }
    let named = kinds & (BIG_S | BIG_T | BIG_B) != 0;
    let xsb = kinds & AT != 0 && kinds & (BIG_S | BIG_T) == 0;
    let open = kinds & BLANK == 0 && lines.get(at + 1).is_some_and(|row| row.trimmed(text).len() == width);
    (last > at && !xsb && (named || open)).then_some(last)
}

/// A row with a few characters that `sbt` lacks.
fn is_near(text: &str, line: &Raw, width: usize) -> bool {
    let row = line.text(text).trim_ascii();
    let known = row.bytes().filter(|&byte| KIND[byte as usize] & SBT_ROW != 0).count();
    row.len() <= width + 4 && known * 3 >= row.len() * 2
}

#[cfg(test)]
mod tests {
    use super::super::lines::split;
    use super::*;

    #[test]
    fn a_header_is_two_numbers() {
        let header = |text: &str| header(text, &split(text)[0]);
        assert_eq!(header(" 7 11 "), Some((7, 11)));
        assert_eq!((header("7"), header("7 11 2"), header("7x11")), (None, None, None));
    }
}
