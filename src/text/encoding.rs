//! Bytes to text and back, losing nothing: UTF-8, UTF-16 with a byte order mark, or else Windows-1252.
//!
//! Every sequence of bytes is some text: [`encode`] of what [`decode`] gives is the same bytes again.

/// How a file's bytes spell its text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Encoding {
    #[default]
    Utf8,
    Utf16Le,
    Utf16Be,
    /// The last resort, in which every byte is a character.
    Windows1252,
}

/// A decoded file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Decoded {
    /// Without the byte order mark.
    pub text: String,
    pub encoding: Encoding,
    /// True when the bytes began with a byte order mark.
    pub bom: bool,
}

const UTF8_BOM: [u8; 3] = [0xef, 0xbb, 0xbf];

/// The text of a file's bytes: by its byte order mark, else as UTF-8 if it is that, else as Windows-1252.
pub fn decode(bytes: &[u8]) -> Decoded {
    let (body, bom) = match bytes.strip_prefix(&UTF8_BOM) {
        Some(body) => (body, true),
        None => (bytes, false),
    };
    if let Ok(text) = std::str::from_utf8(body) {
        return Decoded { text: text.to_owned(), encoding: Encoding::Utf8, bom };
    }
    let wide = match bytes {
        [0xff, 0xfe, body @ ..] => utf16(body, u16::from_le_bytes).map(|text| (text, Encoding::Utf16Le)),
        [0xfe, 0xff, body @ ..] => utf16(body, u16::from_be_bytes).map(|text| (text, Encoding::Utf16Be)),
        _ => None,
    };
    match wide {
        Some((text, encoding)) => Decoded { text, encoding, bom: true },
        None => {
            let text = bytes.iter().map(|&byte| windows_1252(byte)).collect();
            Decoded { text, encoding: Encoding::Windows1252, bom: false }
        }
    }
}

/// The bytes of a text, or `None` when it has a character that the encoding lacks.
pub fn encode(text: &str, encoding: Encoding, bom: bool) -> Option<Vec<u8>> {
    let mark = if bom { "\u{feff}" } else { "" };
    let units = || mark.encode_utf16().chain(text.encode_utf16());
    Some(match encoding {
        Encoding::Utf8 => [mark.as_bytes(), text.as_bytes()].concat(),
        Encoding::Utf16Le => units().flat_map(u16::to_le_bytes).collect(),
        Encoding::Utf16Be => units().flat_map(u16::to_be_bytes).collect(),
        Encoding::Windows1252 => text.chars().map(windows_1252_byte).collect::<Option<_>>()?,
    })
}

fn utf16(body: &[u8], unit: fn([u8; 2]) -> u16) -> Option<String> {
    if !body.len().is_multiple_of(2) {
        return None;
    }
    let units = body.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    char::decode_utf16(units).collect::<Result<String, _>>().ok()
}

/// The bytes 0x80 to 0x9f; those without a character stand for the control of the same number.
const HIGH: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘', '’',
    '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

fn windows_1252(byte: u8) -> char {
    match byte {
        0x80..=0x9f => HIGH[byte as usize - 0x80],
        _ => byte as char,
    }
}

fn windows_1252_byte(letter: char) -> Option<u8> {
    if let Some(index) = HIGH.iter().position(|&high| high == letter) {
        return Some(0x80 + index as u8);
    }
    u8::try_from(letter).ok().filter(|byte| !(0x80..=0x9f).contains(byte))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn round_trip(bytes: &[u8]) -> Decoded {
        let decoded = decode(bytes);
        assert_eq!(encode(&decoded.text, decoded.encoding, decoded.bom).as_deref(), Some(bytes));
        decoded
    }

    #[test]
    fn each_encoding_is_recognised() {
        let decoded = |text: &str, encoding, bom| Decoded { text: text.to_owned(), encoding, bom };
        assert_eq!(round_trip("# ■ #".as_bytes()), decoded("# ■ #", Encoding::Utf8, false));
        assert_eq!(round_trip(b"\xef\xbb\xbf#"), decoded("#", Encoding::Utf8, true));
        assert_eq!(round_trip(b"\xff\xfe#\0"), decoded("#", Encoding::Utf16Le, true));
        assert_eq!(round_trip(b"\xfe\xff\0#"), decoded("#", Encoding::Utf16Be, true));
        assert_eq!(round_trip(b"M\xfcller \x80"), decoded("Müller €", Encoding::Windows1252, false));
    }

    #[test]
    fn what_a_byte_order_mark_promises_wrongly_is_kept() {
        assert_eq!(round_trip(b"\xff\xfe#").encoding, Encoding::Windows1252);
        assert_eq!(round_trip(b"\xff\xfe\x00\xd8").encoding, Encoding::Windows1252);
        assert_eq!(round_trip(b"\xef\xbb\xbf\xff").encoding, Encoding::Windows1252);
    }

    #[test]
    fn a_character_that_the_encoding_lacks_is_no_byte() {
        assert_eq!(encode("■", Encoding::Windows1252, false), None);
    }

    #[test]
    fn every_byte_is_a_character_of_its_own() {
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(round_trip(&all).text.chars().count(), 256);
    }

    proptest! {
        #[test]
        fn any_bytes_come_back(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
            round_trip(&bytes);
        }

        #[test]
        fn any_bytes_behind_a_mark_come_back(mark in 0..3usize, bytes in prop::collection::vec(any::<u8>(), 0..9)) {
            let marks: [&[u8]; 3] = [&[0xff, 0xfe], &[0xfe, 0xff], &UTF8_BOM];
            round_trip(&[marks[mark], &bytes[..]].concat());
        }
    }
}
