//! What is read is bounded, whatever the text is. How long it takes is measured by `benches/reading.rs`.

use super::file;

#[test]
fn bombs_are_bounded() {
    for text in [
        "9999(9999(#))|9999(9999(#))|###\n".to_owned(),
        "9999(9999(9999(9999(#))))\n###\n###\n".to_owned(),
        format!("#{}#|###|###\n", "(".repeat(200_000)),
        format!("{}#{}|###|###\n", "2(".repeat(300), ")".repeat(300)),
        format!("{}\n###\n", "99999#|".repeat(1000)),
        format!("99999999999999999999999 3\n{}", "SBT\n".repeat(1000)),
        format!("{}\n###\n###\n", "#é".repeat(100_000)),
    ] {
        let file = file(&text);
        for level in &file.levels {
            let reading = super::reading(&text, level);
            assert!(reading.problems.len() <= 1000, "{}", reading.problems.len());
            assert!(reading.places.len() <= 1_000_000);
        }
    }
}
