//! The clock of the shells: sets a search's [`Stop`] when its time is up. The core has no clock.

use crate::solve::Stop;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

/// A running time limit. Dropping it takes the limit away.
#[derive(Debug)]
pub struct Alarm {
    _cancel: Sender<()>,
}

/// Sets `stop` after `time`, unless the returned alarm is dropped before.
pub fn stop_after(time: Duration, stop: &Stop) -> Alarm {
    let (cancel, cancelled) = channel::<()>();
    let stop = stop.clone();
    thread::spawn(move || {
        if cancelled.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
            stop.set();
        }
    });
    Alarm { _cancel: cancel }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_alarm_goes_off_unless_it_is_dropped() {
        let rings = Stop::default();
        let alarm = stop_after(Duration::from_millis(1), &rings);
        while !rings.is_set() {
            thread::yield_now();
        }
        drop(alarm);
        let silent = Stop::default();
        drop(stop_after(Duration::from_secs(3600), &silent));
        assert!(!silent.is_set());
    }
}
