//! The language server. A shell: the only place that knows the protocol.

/// Serves one client on standard input and output; returns the exit status.
pub fn serve() -> u8 {
    2
}
