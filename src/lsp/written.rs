//! Large answers, written once.
//!
//! The transport keeps every message as a tree of JSON values before it writes it, which for a thousand findings or
//! lenses takes many times longer than the writing. So a large answer is written to text where it is worked out. The
//! text waits here, a short mark goes through the transport in its place, and on the way out each frame with a mark
//! gets the text that belongs there.

use std::cell::Cell;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use serde::{Serialize, Serializer};
use serde_json::Value;
use tokio::io::{AsyncBufRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufWriter};

use super::frames::header;
use super::lock;

/// The methods whose answers are written here, under which the service knows them. Their own names it keeps for
/// answers of the protocol's types.
pub fn name_of(method: &str) -> Option<&'static str> {
    Some(match method {
        "textDocument/codeLens" => "sok/written/codeLens",
        "textDocument/diagnostic" => "sok/written/diagnostic",
        "textDocument/documentSymbol" => "sok/written/documentSymbol",
        "textDocument/foldingRange" => "sok/written/foldingRange",
        "textDocument/semanticTokens/full" => "sok/written/semanticTokens/full",
        "textDocument/semanticTokens/full/delta" => "sok/written/semanticTokens/full/delta",
        "workspace/diagnostic" => "sok/written/workspace/diagnostic",
        _ => return None,
    })
}

/// Bytes of a piece of a long text.
const PIECE: usize = 1 << 16;

/// Bytes that are handed to the system at a time: each handing over wakes a thread.
const AT_A_TIME: usize = 1 << 20;

/// A text in pieces. A long one as a whole would be copied each time that it outgrows its place, and leave holes in
/// the memory that nothing else fits into.
#[derive(Default, Debug)]
struct Pieces {
    full: Vec<Vec<u8>>,
    last: Vec<u8>,
}

impl Pieces {
    fn bytes(&self) -> usize {
        self.full.iter().map(Vec::len).sum::<usize>() + self.last.len()
    }

    fn close(&mut self) {
        // The last write leads over the length, and most writes are short.
        let next = Vec::with_capacity(PIECE + PIECE / 8);
        self.full.push(std::mem::replace(&mut self.last, next));
    }
}

impl io::Write for Pieces {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes)?;
        Ok(bytes.len())
    }

    // For each comma there is a call.
    #[inline]
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.last.extend_from_slice(bytes);
        if self.last.len() >= PIECE {
            self.close();
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A list whose entries are made one after the other, as they are written. It is written once.
pub struct Each<I>(Cell<Option<I>>);

impl<I: Iterator> Each<I> {
    pub fn of(entries: I) -> Each<I> {
        Each(Cell::new(Some(entries)))
    }
}

impl<I: Iterator<Item: Serialize>> Serialize for Each<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.take().into_iter().flatten())
    }
}

/// Texts on their way to the output.
#[derive(Debug)]
pub struct Outbox {
    /// What marks begin with. Nobody can guess it, so that no text of a document is taken for a mark.
    sign: String,
    next: AtomicU64,
    waiting: Mutex<HashMap<u64, Pieces>>,
}

/// A text that waits, for the transport. Dropped before it was handed on, it takes the text with it.
#[derive(Debug)]
pub struct Written {
    outbox: Arc<Outbox>,
    number: u64,
    handed_on: AtomicBool,
}

impl Default for Outbox {
    fn default() -> Outbox {
        let [one, other] = [(); 2].map(|()| RandomState::new().build_hasher().finish());
        Outbox { sign: format!("sok-{one:016x}{other:016x}-"), next: AtomicU64::new(0), waiting: Mutex::default() }
    }
}

impl Outbox {
    /// Writes an answer.
    pub fn write(self: &Arc<Outbox>, answer: &impl Serialize) -> Written {
        let mut text = Pieces::default();
        if let Err(error) = serde_json::to_writer(&mut text, answer) {
            tracing::error!("an answer cannot be written: {error}");
            text = Pieces { last: b"null".to_vec(), ..Pieces::default() };
        }
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        lock(&self.waiting).insert(number, text);
        Written { outbox: Arc::clone(self), number, handed_on: AtomicBool::new(false) }
    }

    /// Throws away the text for an answer that will not be sent.
    pub fn forget(&self, answer: &Value) {
        if let Some(number) = answer.as_str().and_then(|mark| mark.strip_prefix(&self.sign)?.parse().ok()) {
            lock(&self.waiting).remove(&number);
        }
    }

    /// The text for the mark in a body, with what stands before and behind the mark; `None` if it has no mark.
    fn text_for<'a>(&self, body: &'a [u8]) -> Option<(&'a str, Pieces, &'a str)> {
        // A mark is a string of its own.
        let body = std::str::from_utf8(body).ok()?;
        let (before, rest) = body.split_once(&self.sign)?;
        let (number, after) = rest.split_once('"')?;
        let before = before.strip_suffix('"')?;
        let text = lock(&self.waiting).remove(&number.parse().ok()?)?;
        Some((before, text, after))
    }

    /// Copies frames from the transport to the client, each filled in, until one of them ends.
    ///
    /// # Errors
    ///
    /// When reading or writing fails.
    pub async fn deliver(
        &self,
        mut frames: impl AsyncBufRead + Unpin,
        output: impl AsyncWrite + Unpin,
    ) -> io::Result<()> {
        let mut output = BufWriter::with_capacity(AT_A_TIME, output);
        let mut body = Vec::new();
        while let Some(length) = header(&mut frames).await? {
            body.resize(length, 0);
            frames.read_exact(&mut body).await?;
            let (before, text, after) = match self.text_for(&body) {
                Some((before, text, after)) => (before.as_bytes(), text, after.as_bytes()),
                None => (&body[..], Pieces::default(), &b""[..]),
            };
            let length = before.len() + text.bytes() + after.len();
            output.write_all(format!("Content-Length: {length}\r\n\r\n").as_bytes()).await?;
            output.write_all(before).await?;
            for piece in text.full.into_iter().chain([text.last]) {
                output.write_all(&piece).await?;
            }
            output.write_all(after).await?;
            output.flush().await?;
        }
        Ok(())
    }
}

impl Written {
    /// What goes through the transport.
    pub fn mark(&self) -> Value {
        self.handed_on.store(true, Ordering::Relaxed);
        format!("{}{}", self.outbox.sign, self.number).into()
    }
}

impl Serialize for Written {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.mark().serialize(serializer)
    }
}

impl Drop for Written {
    fn drop(&mut self) {
        if !self.handed_on.load(Ordering::Relaxed) {
            lock(&self.outbox.waiting).remove(&self.number);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn delivered(outbox: &Outbox, bodies: &[String]) -> String {
        let frames: String =
            bodies.iter().map(|body| format!("Content-Length: {}\r\n\r\n{body}", body.len())).collect();
        let mut output = Vec::new();
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(outbox.deliver(frames.as_bytes(), &mut output)).unwrap();
        String::from_utf8(output).unwrap()
    }

    /// The message in a frame.
    fn message(frame: &str) -> Value {
        let (header, body) = frame.split_once("\r\n\r\n").expect("a header");
        assert_eq!(header, format!("Content-Length: {}", body.len()));
        serde_json::from_str(body).expect("JSON")
    }

    #[test]
    fn a_mark_is_replaced_by_what_was_written() {
        let outbox = Arc::new(Outbox::default());
        let written = outbox.write(&json!([{ "title": "é \"quoted\"" }]));
        let body = json!({ "jsonrpc": "2.0", "id": 7, "result": written }).to_string();
        let filled = delivered(&outbox, &[body]);
        assert_eq!(message(&filled), json!({ "jsonrpc": "2.0", "id": 7, "result": [{ "title": "é \"quoted\"" }] }));
        assert!(lock(&outbox.waiting).is_empty());
    }

    #[test]
    fn a_long_list_is_delivered_whole() {
        let outbox = Arc::new(Outbox::default());
        let list: Vec<String> = (0..30_000).map(|number| format!("entry {number}")).collect();
        let written = outbox.write(&Each::of(list.iter()));
        assert!(lock(&outbox.waiting)[&written.number].full.len() > 2, "it is in pieces");
        let filled = delivered(&outbox, &[json!({ "result": written }).to_string()]);
        assert_eq!(message(&filled), json!({ "result": list }));
    }

    #[test]
    fn other_messages_go_out_as_they_are() {
        let outbox = Arc::new(Outbox::default());
        let kept = outbox.write(&1);
        let like_a_mark = json!({ "text": format!("{}99", outbox.sign) }).to_string();
        let within = json!({ "text": format!("x{}0", outbox.sign) }).to_string();
        for body in ["{}".to_owned(), like_a_mark, r#"{"text":"sok-0123-0"}"#.to_owned()] {
            assert_eq!(
                delivered(&outbox, std::slice::from_ref(&body)),
                format!("Content-Length: {}\r\n\r\n{body}", body.len())
            );
        }
        drop(kept);
        assert_eq!(
            delivered(&outbox, std::slice::from_ref(&within)),
            format!("Content-Length: {}\r\n\r\n{within}", within.len())
        );
    }

    #[test]
    fn what_is_not_sent_does_not_stay() {
        let outbox = Arc::new(Outbox::default());
        drop(outbox.write(&1));
        let answer = serde_json::to_value(outbox.write(&2)).expect("a mark");
        assert_eq!(lock(&outbox.waiting).len(), 1);
        outbox.forget(&answer);
        assert!(lock(&outbox.waiting).is_empty());
    }
}
