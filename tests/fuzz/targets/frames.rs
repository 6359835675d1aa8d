#![no_main]

#[path = "../../sound/mod.rs"]
mod sound;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sound::inputs::run("frames", bytes));
