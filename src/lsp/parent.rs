//! Whether the process that started the server still lives. An editor that is killed cannot say goodbye, and its end
//! of the pipe may be held open by somebody else.

use std::time::Duration;

const INTERVAL: Duration = Duration::from_secs(2);

/// Resolves when the process has ended. Never, where that cannot be told: on other systems than Linux, and when the
/// process is not among those that the server can see (it may live in another container, or on another machine).
pub async fn gone(process: u32) {
    let Some(born) = birth(process) else { return std::future::pending().await };
    while birth(process).as_ref() == Some(&born) {
        tokio::time::sleep(INTERVAL).await;
    }
}

/// When the process was started, which tells it from a later one with the same number. `None` if it does not live.
fn birth(process: u32) -> Option<String> {
    let status = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name, in parentheses, may hold anything; behind it come the state and, 19 fields on, the start.
    let mut fields = status.rsplit_once(')')?.1.split_ascii_whitespace();
    let state = fields.next()?;
    let is_alive = !matches!(state, "Z" | "X" | "x");
    fields.nth(18).filter(|_| is_alive).map(str::to_owned)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::process::{Command, Stdio};

    #[test]
    fn a_process_that_lives_and_one_that_does_not() {
        assert!(birth(std::process::id()).is_some());
        assert_eq!(birth(u32::MAX), None);
        let mut child = Command::new("cat").stdin(Stdio::piped()).spawn().unwrap();
        assert!(birth(child.id()).is_some());
        child.kill().unwrap();
        // Until it is waited for, it is still there, dead.
        while birth(child.id()).is_some() {
            std::thread::yield_now();
        }
        child.wait().unwrap();
    }
}
