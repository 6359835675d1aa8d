//! The input, frame by frame: what reaches the server is a readable message, always.
//!
//! The transport behind this ends for good at the first body that it cannot read, and takes no header but the two it
//! knows. So frames are read here and handed on under one plain header. A body that is no message is replaced by
//! [`UNREADABLE`], which the gate answers with an error; the session goes on.

use std::io;

use serde::de::DeserializeOwned;
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tower_lsp::jsonrpc::{Request, Response};

/// The method that stands for a body that is no message. Its parameter says whether a text may have been changed by it.
pub const UNREADABLE: &str = "$/unreadable";

/// More than a document of the largest size takes in the most wasteful escapes.
const LONGEST_BODY: usize = 512 << 20;
const LONGEST_HEADER: u64 = 16 << 10;

/// Copies frames from `input` to `output` until one of them ends.
///
/// # Errors
///
/// When reading or writing fails, or when a frame's length is beyond reason.
pub async fn pump(mut input: impl AsyncBufRead + Unpin, mut output: impl AsyncWrite + Unpin) -> io::Result<()> {
    while let Some(length) = header(&mut input).await? {
        if length > LONGEST_BODY {
            return Err(io::Error::other(format!("a message of {length} bytes is longer than any that makes sense")));
        }
        let mut body = vec![0; length];
        input.read_exact(&mut body).await?;
        let body = readable(body);
        output.write_all(format!("Content-Length: {}\r\n\r\n", body.len()).as_bytes()).await?;
        output.write_all(&body).await?;
    }
    Ok(())
}

/// Reads up to the end of a header that names a length. `None` at the end of the input.
pub async fn header(input: &mut (impl AsyncBufRead + Unpin)) -> io::Result<Option<usize>> {
    let mut length = None;
    let mut line = Vec::new();
    loop {
        line.clear();
        if (&mut *input).take(LONGEST_HEADER).read_until(b'\n', &mut line).await? == 0 {
            return Ok(None);
        }
        let text = String::from_utf8_lossy(&line);
        let text = text.trim_ascii();
        match (text.is_empty(), length) {
            (true, Some(length)) => return Ok(Some(length)),
            // Blank lines between frames, or a header without a length.
            (true, None) => {}
            (false, _) => match text.split_once(':') {
                Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                    length = value.trim_ascii().parse().ok();
                }
                Some(_) => {}
                None => tracing::warn!("skipped a line that is no header: {:.80}", text),
            },
        }
    }
}

/// The body itself, or what stands for it when it cannot be read.
fn readable(body: Vec<u8>) -> Vec<u8> {
    if is_message(&body) {
        return body;
    }
    let mended = mend_surrogates(&body);
    if is_message(&mended) {
        return mended;
    }
    tracing::warn!("skipped a message that cannot be read: {:.200}", String::from_utf8_lossy(&body));
    let changes_text = body.windows(CHANGE.len()).any(|window| window == CHANGE);
    format!(r#"{{"jsonrpc":"2.0","id":null,"method":"{UNREADABLE}","params":{changes_text}}}"#).into_bytes()
}

const CHANGE: &[u8] = b"textDocument/did";

fn is_message(body: &[u8]) -> bool {
    // As bytes, text that is no UTF-8 would be taken where nobody looks at it.
    let Ok(text) = std::str::from_utf8(body) else { return false };
    reads_as::<Request>(text) || reads_as::<Response>(text)
}

fn reads_as<T: DeserializeOwned>(text: &str) -> bool {
    serde_json::from_str::<T>(text).is_ok()
}

/// Replaces escapes of lone halves of surrogate pairs, which no text in UTF-8 can hold, by U+FFFD.
///
/// Editors that count in UTF-16 may cut a pair. One unit stands for one unit, so that positions stay right.
fn mend_surrogates(body: &[u8]) -> Vec<u8> {
    let mut mended = body.to_vec();
    let mut at = 0;
    while at < body.len() {
        match (surrogate(&body[at..]), body.get(at..).and_then(|rest| rest.get(6..)).and_then(surrogate)) {
            (Some(Half::High), Some(Half::Low)) => at += 12,
            (Some(_), _) => {
                mended[at + 2..at + 6].copy_from_slice(b"fffd");
                at += 6;
            }
            (None, _) => at += if body[at] == b'\\' { 2 } else { 1 },
        }
    }
    mended
}

#[derive(Clone, Copy)]
enum Half {
    High,
    Low,
}

/// The half of a surrogate pair that `text` starts with an escape of.
fn surrogate(text: &[u8]) -> Option<Half> {
    let [b'\\', b'u', b'd' | b'D', digit, third, fourth, ..] = text else { return None };
    if !third.is_ascii_hexdigit() || !fourth.is_ascii_hexdigit() {
        return None;
    }
    match digit.to_ascii_lowercase() {
        b'8' | b'9' | b'a' | b'b' => Some(Half::High),
        b'c'..=b'f' => Some(Half::Low),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn through(input: &[u8]) -> Vec<u8> {
        let mut output = Vec::new();
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(pump(input, &mut output)).unwrap();
        output
    }

    fn frame(body: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{body}", body.len())
    }

    const NOTE: &str = r#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#;

    #[test]
    fn messages_pass_as_they_are() {
        let reply = r#"{"jsonrpc":"2.0","id":3,"result":null}"#;
        let input = frame(NOTE) + &frame(reply);
        assert_eq!(through(input.as_bytes()), input.as_bytes());
    }

    #[test]
    fn headers_in_any_dress() {
        let length = NOTE.len();
        for header in [
            format!("content-length:{length}\r\n\r\n"),
            format!("Content-Type: application/vscode-jsonrpc\r\nContent-Length: {length}\r\n\r\n"),
            format!("\r\nContent-Length:  {length}\nX-Other: 1\nX-Third: 2\n\n"),
            format!("a line of noise\nContent-Length: {length}\r\n\r\n"),
        ] {
            assert_eq!(through((header.clone() + NOTE).as_bytes()), frame(NOTE).as_bytes(), "{header:?}");
        }
    }

    #[test]
    fn what_is_no_message_is_replaced() {
        let stand_in = |changes: bool| {
            frame(&format!(r#"{{"jsonrpc":"2.0","id":null,"method":"$/unreadable","params":{changes}}}"#))
        };
        for body in ["", "{", "[]", "17", r#"{"jsonrpc":"1.0","method":"x"}"#, r#"{"jsonrpc":"2.0","method":7}"#] {
            let input = frame(body) + &frame(NOTE);
            assert_eq!(through(input.as_bytes()), (stand_in(false) + &frame(NOTE)).as_bytes(), "{body}");
        }
        let change = frame(r#"{"jsonrpc":"2.0","method":"textDocument/didChange","params":"#);
        assert_eq!(through(change.as_bytes()), stand_in(true).as_bytes());
        let mut bytes = frame("{\"jsonrpc\":\"2.0\",\"method\":\"x?\"}").into_bytes();
        let at = bytes.iter().position(|&byte| byte == b'?').unwrap();
        bytes[at] = 0xff;
        assert_eq!(through(&bytes), stand_in(false).as_bytes());
    }

    #[test]
    fn lone_surrogates_become_one_unit() {
        let body = |text: &str| format!(r#"{{"jsonrpc":"2.0","method":"x","params":["{text}"]}}"#);
        for (text, mended) in [
            (r"\ud83d", r"\ufffd"),
            (r"\uDCE6 a", r"\ufffd a"),
            (r"\ud83d\ud83d\udce6\\ud83d", r"\ufffd\ud83d\udce6\\ud83d"),
        ] {
            assert_eq!(through(frame(&body(text)).as_bytes()), frame(&body(mended)).as_bytes(), "{text}");
        }
    }

    #[test]
    fn an_end_inside_a_frame_is_an_error() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        assert!(runtime.block_on(pump(&b"Content-Length: 9\r\n\r\n{}"[..], Vec::new())).is_err());
        assert!(runtime.block_on(pump(&b"Content-Length: 99999999999999\r\n\r\n{}"[..], Vec::new())).is_err());
    }
}
