//! Text: spans, positions, documents and edits. Knows nothing of levels or of any protocol.

mod encoding;
mod span;

pub use encoding::{Decoded, Encoding, decode, encode};
pub use span::Span;
