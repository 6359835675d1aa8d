//! The real server, driven over its standard streams as an editor does it.

#[path = "../support/mod.rs"]
mod support;

mod actions;
mod lifecycle;
mod ordering;
mod requests;
mod shelf;
mod sync;
mod verdicts;
