//! One document, one key, however the client spells its address.
//!
//! Clients disagree about percent escapes and drive letters (`file:///c%3A/a`, `file:///C:/a`), and one client may
//! spell the same document differently from message to message. Documents are found by a normal form; what is sent
//! to the client carries the spelling that the client used when it opened the document.

use std::borrow::Cow;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use tower_lsp::ls_types::Uri;

/// The normal form of a document's address.
///
/// The scheme is in lower case, `localhost` is no host, escapes that need not be are resolved (the others are in
/// upper case), and a drive letter is in lower case. Nothing is looked up on disk.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Key(String);

impl Key {
    pub fn new(uri: &str) -> Key {
        let (scheme, rest) = split(uri);
        let scheme = scheme.to_ascii_lowercase();
        let rest = resolve(rest);
        if scheme != "file" {
            return Key(format!("{scheme}:{rest}"));
        }
        let path = rest.strip_prefix("//").unwrap_or(&rest);
        let path = path.strip_prefix("localhost/").map_or(path.to_owned(), |path| format!("/{path}"));
        Key(format!("file://{}", lower_drive(path)))
    }

    /// The extension of the file name, in lower case; empty if there is none.
    pub fn extension(&self) -> String {
        let name = self.0.rsplit('/').next().unwrap_or_default();
        name.rsplit_once('.').map_or(String::new(), |(_, extension)| extension.to_lowercase())
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The scheme and what follows. An address without a scheme, which is none, gets one that nobody else has.
fn split(uri: &str) -> (&str, &str) {
    uri.split_once(':').unwrap_or(("sok-none", uri))
}

/// `/C:/x` as `/c:/x`.
fn lower_drive(mut path: String) -> String {
    if let [b'/', letter, b':', ..] = path.as_bytes()
        && letter.is_ascii_alphabetic()
    {
        path[1..2].make_ascii_lowercase();
    }
    path
}

/// Resolves the escapes whose characters mean the same without them.
fn resolve(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, tail)) = rest.split_first() {
        match escaped(rest) {
            // These would be read as something else: a part's border, or the start of an escape.
            Some(code @ (b'%' | b'/' | b'#' | b'?')) => {
                bytes.extend_from_slice(format!("%{code:02X}").as_bytes());
                rest = &rest[3..];
            }
            Some(code) => {
                bytes.push(code);
                rest = &rest[3..];
            }
            None if byte == b'%' => {
                bytes.extend_from_slice(b"%25");
                rest = tail;
            }
            None => {
                bytes.push(byte);
                rest = tail;
            }
        }
    }
    // Escapes of something that is no UTF-8 stay as they are.
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

/// The byte that `text` starts with an escape of.
fn escaped(text: &[u8]) -> Option<u8> {
    let [b'%', high, low, ..] = text else { return None };
    let digit = |byte: &u8| char::from(*byte).to_digit(16);
    Some((digit(high)? * 16 + digit(low)?) as u8)
}

/// The address with everything escaped that strict readers do not take bare; `None` when it is strict already.
///
/// Some clients leave brackets, spaces or letters beyond ASCII in the paths that they send.
pub fn plain(uri: &str) -> Option<String> {
    if Uri::from_str(uri).is_ok() {
        return None;
    }
    let (scheme, rest) = split(uri);
    let mut plain = format!("{scheme}:");
    for (at, &byte) in rest.as_bytes().iter().enumerate() {
        let bare = byte.is_ascii_alphanumeric() || b"-._~/:@!$&'()*+,;=?#".contains(&byte);
        if bare || escaped(&rest.as_bytes()[at..]).is_some() {
            plain.push(char::from(byte));
        } else {
            plain.push_str(&format!("%{byte:02X}"));
        }
    }
    Some(plain)
}

/// The path of a file's address; `None` for what is no file.
pub fn path(uri: &str) -> Option<PathBuf> {
    let plain = plain(uri);
    let uri = Uri::from_str(plain.as_deref().unwrap_or(uri)).ok()?;
    uri.to_file_path().filter(|_| uri.scheme().as_str().eq_ignore_ascii_case("file")).map(Cow::into_owned)
}

/// The address of a file; empty if the path has none.
pub fn of_path(path: &Path) -> String {
    Uri::from_file_path(path).map_or_else(String::new, |uri| uri.as_str().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_document() {
        let spellings = [
            "file:///c:/Levels/a%20b.sok",
            "file:///C:/Levels/a%20b.sok",
            "file:///c%3A/Levels/a%20b.sok",
            "file:///C%3a/Levels/a b.sok",
            "FILE://localhost/c%3A/Levels/a%20b%2Esok",
        ];
        for spelling in spellings {
            assert_eq!(Key::new(spelling), Key::new(spellings[0]), "{spelling}");
        }
    }

    #[test]
    fn different_documents() {
        let different = [
            "file:///a/b.sok",
            "file:///a%2Fb.sok",
            "file:///a/B.sok",
            "file://host/a/b.sok",
            "file:///a/b%23.sok",
            "file:///a/b%2523.sok",
            "file:///a/b#.sok",
            "untitled:/a/b.sok",
            "untitled:Untitled-1",
            "git:/a/b.sok?%7B%22ref%22%3A%22~%22%7D",
            "nonsense",
            "",
        ];
        for (at, one) in different.iter().enumerate() {
            for other in &different[at + 1..] {
                assert_ne!(Key::new(one), Key::new(other));
            }
        }
    }

    #[test]
    fn escapes_that_are_none() {
        for text in ["file:///a%", "file:///a%4", "file:///a%zz", "file:///%ff%fe", "file:///é%C3%A9"] {
            assert_eq!(Key::new(text), Key::new(&Key::new(text).to_string()), "{text}");
        }
        assert_eq!(Key::new("file:///é"), Key::new("file:///%c3%A9"));
    }

    #[test]
    fn plain_spellings() {
        assert_eq!(plain("file:///c%3A/a%20b.sok"), None);
        assert_eq!(plain("untitled:Untitled-1"), None);
        for odd in
            ["odd", "", "file:///tmp/a[1].sok", "file:///tmp/é 100%.sok", "untitled:new level", "file:///a|b^c`d\\e"]
        {
            let spelling = plain(odd).expect(odd);
            assert!(Uri::from_str(&spelling).is_ok(), "{spelling}");
            assert_eq!(Key::new(&spelling), Key::new(odd));
        }
    }

    #[test]
    fn extensions() {
        assert_eq!(Key::new("file:///a/b.SOK").extension(), "sok");
        assert_eq!(Key::new("file:///a.d/b").extension(), "");
        assert_eq!(Key::new("untitled:Untitled-1").extension(), "");
    }
}
