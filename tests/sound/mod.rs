//! What must hold whatever is put in. Random tests, the kept inputs and the fuzzing share it.

#![allow(dead_code, reason = "each of the test programs that include this uses a part")]

pub mod edits;
pub mod features;
pub mod file;
pub mod inputs;
