//! Text: spans, positions, documents and edits. Knows nothing of levels or of any protocol.

mod span;

pub use span::Span;
