//! Text: spans, positions, documents and edits. Knows nothing of levels or of any protocol.

mod change;
mod document;
mod encoding;
mod line;
mod position;
mod span;

pub use change::{Edit, apply_edits, minimal};
pub use document::{Change, Document, OutOfSync};
pub use encoding::{Charset, Decoded, decode, encode};
pub use line::{Line, cuts_line_end, lines};
pub use position::{Encoding, LineIndex, Position, rope_offset, rope_position};
pub use span::Span;
