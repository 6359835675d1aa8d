//! Large answers, written once.
//!
//! The transport keeps every message as a tree of JSON values before it writes it, which for a thousand findings or
//! lenses takes many times longer than the writing. So a large answer is written to text where it is worked out. The
//! text waits here, a short mark goes through the transport in its place, and on the way out each frame with a mark
//! gets the text that belongs there.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use serde::{Serialize, Serializer};
use serde_json::Value;
use tokio::io::{AsyncBufRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

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

/// Texts on their way to the output.
#[derive(Debug)]
pub struct Outbox {
    /// What marks begin with. Nobody can guess it, so that no text of a document is taken for a mark.
    sign: String,
    next: AtomicU64,
    waiting: Mutex<HashMap<u64, String>>,
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
        let text = serde_json::to_string(answer).unwrap_or_else(|error| {
            tracing::error!("an answer cannot be written: {error}");
            "null".to_owned()
        });
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

    /// The body with the text in the place of its mark; `None` if it has no mark.
    fn filled(&self, body: &[u8]) -> Option<String> {
        // A mark is a string of its own.
        let body = std::str::from_utf8(body).ok()?;
        let (before, rest) = body.split_once(&self.sign)?;
        let (number, after) = rest.split_once('"')?;
        let before = before.strip_suffix('"')?;
        let text = lock(&self.waiting).remove(&number.parse().ok()?)?;
        Some([before, &text, after].concat())
    }

    /// Copies frames from the transport to the client, each filled in, until one of them ends.
    ///
    /// # Errors
    ///
    /// When reading or writing fails.
    pub async fn deliver(
        &self,
        mut frames: impl AsyncBufRead + Unpin,
        mut output: impl AsyncWrite + Unpin,
    ) -> io::Result<()> {
        let mut body = Vec::new();
        while let Some(length) = header(&mut frames).await? {
            body.resize(length, 0);
            frames.read_exact(&mut body).await?;
            let filled = self.filled(&body);
            let body = filled.as_deref().map_or(&body[..], str::as_bytes);
            output.write_all(format!("Content-Length: {}\r\n\r\n", body.len()).as_bytes()).await?;
            output.write_all(body).await?;
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

    #[test]
    fn a_mark_is_replaced_by_what_was_written() {
        let outbox = Arc::new(Outbox::default());
        let written = outbox.write(&json!([{ "title": "é \"quoted\"" }]));
        let body = json!({ "jsonrpc": "2.0", "id": 7, "result": written }).to_string();
        let filled = delivered(&outbox, &[body]);
        let (header, body) = filled.split_once("\r\n\r\n").expect("a header");
        assert_eq!(header, format!("Content-Length: {}", body.len()));
        let body: Value = serde_json::from_str(body).expect("JSON");
        assert_eq!(body, json!({ "jsonrpc": "2.0", "id": 7, "result": [{ "title": "é \"quoted\"" }] }));
        assert!(lock(&outbox.waiting).is_empty());
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
