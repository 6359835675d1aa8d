//! The real server, driven over its standard streams as an editor does it.

#[path = "../support/mod.rs"]
mod support;

mod actions;
mod endurance;
mod features;
mod lifecycle;
mod ordering;
mod reports;
mod requests;
mod shelf;
mod sync;
mod verdicts;
