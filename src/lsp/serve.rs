//! The life of the server's process.
//!
//! It ends when the client says so, when its input ends, or when the process that started it is gone, and it waits
//! for nobody then: neither for a search nor for an answer of the client.

use std::io::IsTerminal;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::BufReader;
use tower_lsp::Server;
use tracing_subscriber::EnvFilter;

use super::frames::pump;
use super::gate::Gate;
use super::handlers::service;
use super::state::HANDS;

/// From the end of the input to the end of the process: time for answers that are on their way.
const GRACE: Duration = Duration::from_millis(500);

/// Requests that are answered at the same time. They only wait in these places; the work is done elsewhere.
const PLACES: usize = 1024;

/// Standard input and output each keep a thread waiting.
const STREAMS: usize = 2;

/// Runs the server on standard input and output. Returns the exit status that the protocol asks for: 0 if the client
/// had announced the end, otherwise 1.
pub fn serve() -> u8 {
    log_to_standard_error();
    // Memory that a thread has freed is hardly ever of use to another, so there are no more than are used at a time.
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(HANDS + STREAMS)
        .enable_time()
        .build();
    match runtime {
        Ok(runtime) => {
            let status = runtime.block_on(session());
            runtime.shutdown_background();
            status
        }
        Err(error) => {
            tracing::error!("the server cannot start: {error}");
            1
        }
    }
}

async fn session() -> u8 {
    let (service, socket, shared) = service();
    let (input, frames) = tokio::io::duplex(1 << 16);
    let reading = async {
        if let Err(error) = pump(BufReader::new(tokio::io::stdin()), frames).await {
            tracing::error!("the input cannot be read: {error}");
        }
        tokio::time::sleep(GRACE).await;
    };
    let leaving = async {
        shared.leave.notified().await;
        tokio::time::sleep(GRACE).await;
    };
    let gate = Gate::new(service, Arc::clone(&shared));
    let (answers, output) = tokio::io::duplex(1 << 16);
    let outbox = Arc::clone(&shared.outbox);
    let writing = tokio::spawn(async move {
        if let Err(error) = outbox.deliver(BufReader::new(answers), tokio::io::stdout()).await {
            tracing::error!("the output cannot be written: {error}");
        }
    });
    let serving = Server::new(input, output, socket).concurrency_level(PLACES).serve(gate);
    tokio::select! {
        () = serving => {}
        () = reading => {}
        () = leaving => {}
    }
    // The transport is gone, so the writing ends with what is on its way, if the client reads it.
    let _ = tokio::time::timeout(GRACE, writing).await;
    u8::from(!shared.saw_shutdown())
}

/// Standard output belongs to the protocol. `SOK_LOG`, or else `RUST_LOG`, says how much is logged.
fn log_to_standard_error() {
    let wanted = ["SOK_LOG", "RUST_LOG"].iter().find_map(|name| std::env::var(name).ok());
    let filter = EnvFilter::new(wanted.unwrap_or_else(|| "warn".to_owned()));
    let error_stream = std::io::stderr;
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(error_stream);
    // Where a log is set up already, that one is used.
    let _ = log.with_ansi(error_stream().is_terminal()).try_init();
}
