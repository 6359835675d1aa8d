//! A small share of the fuzzing, the same in every run: the kept inputs, and changes of them drawn with fixed numbers.
//! `tests/fuzz` searches for new ones; `docs/reliability.md` says how.

use std::fs;
use std::path::Path;

#[path = "support/numbers.rs"]
mod numbers;
#[path = "sound/mod.rs"]
mod sound;

use numbers::Random;
use sound::inputs::TARGETS;

/// So many inputs are drawn for each target.
const DRAWN: usize = 1500;

/// The inputs that were kept for a target: those that once found a fault and those to begin with, a file each, and
/// small ones that the fuzzing found to reach far, a line of hexadecimal digits each.
fn kept(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/fuzz");
    let mut files: Vec<_> =
        fs::read_dir(folder.join(target)).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    let mut kept: Vec<_> = files.into_iter().map(|file| fs::read(file).expect("an input")).collect();
    let found = fs::read_to_string(folder.join(format!("found/{target}.hex"))).expect("what was found");
    kept.extend(found.lines().map(bytes));
    kept
}

fn bytes(hexadecimal: &str) -> Vec<u8> {
    let digit = |digit: &u8| char::from(*digit).to_digit(16).expect("a digit") as u8;
    hexadecimal.as_bytes().chunks(2).map(|pair| digit(&pair[0]) << 4 | digit(&pair[1])).collect()
}

/// Two kept inputs put together somewhere, with a few bytes changed.
fn drawn(kept: &[Vec<u8>], numbers: &mut Random) -> Vec<u8> {
    let (one, other) = (&kept[numbers.below(kept.len())], &kept[numbers.below(kept.len())]);
    let mut input = one[..numbers.below(one.len() + 1)].to_vec();
    input.extend(&other[numbers.below(other.len() + 1)..]);
    for _ in 0..numbers.below(6) {
        let at = numbers.below(input.len().max(1));
        if let Some(byte) = input.get_mut(at) {
            *byte = numbers.below(256) as u8;
        }
    }
    input.truncate(600);
    input
}

#[test]
fn whatever_comes_what_must_hold_holds() {
    for (name, target) in TARGETS {
        let kept = kept(name);
        assert!(!kept.is_empty(), "nothing is kept for {name}");
        kept.iter().for_each(|input| target(input));
        let mut numbers = Random::new(7);
        for _ in 0..DRAWN {
            let input = drawn(&kept, &mut numbers);
            if let Err(panic) = std::panic::catch_unwind(|| target(&input)) {
                eprintln!("{name} fails on {:?}", String::from_utf8_lossy(&input));
                std::panic::resume_unwind(panic);
            }
        }
    }
}
