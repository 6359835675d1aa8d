//! From the bytes of a file to text and back, without losing a byte.
//!
//! Level files have been written for twenty years by programs of every kind: most are ASCII, some UTF-8 with or
//! without a byte order mark, some Windows-1252, a few UTF-16.

/// How a file's bytes encode its text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Charset {
    Utf8,
    Utf16Le,
    Utf16Be,
    /// Windows-1252, its five unused bytes read as the control characters of the same number.
    Windows1252,
}

/// A decoded file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decoded {
    pub text: String,
    pub charset: Charset,
    /// True when a byte order mark stood before the text. It is not part of the text.
    pub bom: bool,
}

const UTF8_MARK: [u8; 3] = [0xEF, 0xBB, 0xBF];

/// Decodes by the byte order mark, else as UTF-8 where that is valid, else as Windows-1252. Every byte sequence has a
/// reading, and [`encode`] gives the same bytes back. Linear in the length.
pub fn decode(bytes: &[u8]) -> Decoded {
    let marked =
        [(&UTF8_MARK[..], Charset::Utf8), (&[0xFF, 0xFE], Charset::Utf16Le), (&[0xFE, 0xFF], Charset::Utf16Be)];
    for (mark, charset) in marked {
        let text = bytes.strip_prefix(mark).and_then(|rest| match charset {
            Charset::Utf8 => std::str::from_utf8(rest).ok().map(str::to_owned),
            _ => from_utf16(rest, charset),
        });
        if let Some(text) = text {
            return Decoded { text, charset, bom: true };
        }
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Decoded { text: text.to_owned(), charset: Charset::Utf8, bom: false },
        Err(_) => {
            let text = bytes.iter().map(|&byte| from_1252(byte)).collect();
            Decoded { text, charset: Charset::Windows1252, bom: false }
        }
    }
}

/// The bytes of a file. A text with a character that Windows-1252 lacks is written as UTF-8 instead.
pub fn encode(file: &Decoded) -> Vec<u8> {
    let utf16 = |bytes: fn(u16) -> [u8; 2]| -> Vec<u8> { file.text.encode_utf16().flat_map(bytes).collect() };
    let (mark, body): (&[u8], Vec<u8>) = match file.charset {
        Charset::Utf8 => (&UTF8_MARK, file.text.clone().into_bytes()),
        Charset::Utf16Le => (&[0xFF, 0xFE], utf16(u16::to_le_bytes)),
        Charset::Utf16Be => (&[0xFE, 0xFF], utf16(u16::to_be_bytes)),
        Charset::Windows1252 => {
            let narrow: Option<Vec<u8>> = file.text.chars().map(to_1252).collect();
            (&[], narrow.unwrap_or_else(|| file.text.clone().into_bytes()))
        }
    };
    if file.bom { [mark, &body].concat() } else { body }
}

fn from_utf16(bytes: &[u8], charset: Charset) -> Option<String> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let unit = |pair: &[u8; 2]| {
        if charset == Charset::Utf16Le { u16::from_le_bytes(*pair) } else { u16::from_be_bytes(*pair) }
    };
    if !rest.is_empty() {
        return None;
    }
    char::decode_utf16(pairs.iter().map(unit)).collect::<Result<String, _>>().ok()
}

/// The characters of the bytes 0x80 to 0x9F; the others are those of the same number.
const HIGH: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž', '\u{8F}', '\u{90}', '‘', '’',
    '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}', 'ž', 'Ÿ',
];

fn from_1252(byte: u8) -> char {
    if (0x80..0xA0).contains(&byte) { HIGH[(byte - 0x80) as usize] } else { byte as char }
}

fn to_1252(character: char) -> Option<u8> {
    let high = HIGH.iter().position(|&high| high == character).map(|index| 0x80 + index as u8);
    high.or_else(|| u8::try_from(character).ok().filter(|byte| !(0x80..0xA0).contains(byte)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn each_charset_is_known_by_its_bytes() {
        let read = |bytes: &[u8]| {
            let file = decode(bytes);
            (file.text, file.charset, file.bom)
        };
        assert_eq!(read(b"#@$.#"), ("#@$.#".into(), Charset::Utf8, false));
        assert_eq!(read("Kiste für".as_bytes()), ("Kiste für".into(), Charset::Utf8, false));
        assert_eq!(read(b"Kiste f\xFCr \x80"), ("Kiste für €".into(), Charset::Windows1252, false));
        assert_eq!(read(b"\xEF\xBB\xBF##"), ("##".into(), Charset::Utf8, true));
        assert_eq!(read(b"\xFF\xFE#\0\xFC\0"), ("#ü".into(), Charset::Utf16Le, true));
        assert_eq!(read(b"\xFE\xFF\0#\0\xFC"), ("#ü".into(), Charset::Utf16Be, true));
        assert_eq!(read(b"\xFF\xFE#").1, Charset::Windows1252, "half a unit is no UTF-16");
        assert_eq!(read(b""), (String::new(), Charset::Utf8, false));
    }

    #[test]
    fn a_new_character_that_the_charset_lacks_makes_the_file_utf8() {
        let file = Decoded { text: "ü 漢".into(), charset: Charset::Windows1252, bom: false };
        assert_eq!(encode(&file), "ü 漢".as_bytes());
    }

    proptest! {
        #[test]
        fn every_byte_sequence_comes_back(bytes in proptest::collection::vec(any::<u8>(), 0..40), mark in 0..4usize) {
            let marks: [&[u8]; 4] = [&[], &UTF8_MARK, &[0xFF, 0xFE], &[0xFE, 0xFF]];
            let bytes = [marks[mark], &bytes].concat();
            prop_assert_eq!(encode(&decode(&bytes)), bytes);
        }
    }
}
