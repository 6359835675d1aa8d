//! The editor's features at the core: what is shown and edited, as text that a person can check by eye.
//!
//! What is expected is written by hand, from the rules of the game and from what the feature is for.

mod fixture;

mod boards;
mod bom;
mod complete;
mod folding;
mod format;
mod highlight;
mod hover;
mod links;
mod properties;
mod rename;
mod selection;
#[path = "../sound/mod.rs"]
mod sound;
mod symbols;
mod tokens;
mod typing;
mod view;
