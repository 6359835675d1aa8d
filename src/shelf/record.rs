//! One result as bytes. What cannot be read is no result.
//!
//! A verdict from disk is shown as a proof. Each record therefore ends with a hash of itself and of the puzzle that it
//! belongs to: one that was damaged, or that a damaged table gives for another puzzle, is no result either.

use crate::ide::Answer;
use crate::level::{Dir, Move, Style, parse_letter, write_moves};
use crate::solve::{Limit, Outcome, Reason, ReasonKind, Solution, Verdict};
use crate::tiles;
use serde::{Deserialize, Serialize};
use std::time::Duration;

#[derive(Serialize, Deserialize)]
struct Record {
    milliseconds: u64,
    said: Said,
}

#[derive(Serialize, Deserialize)]
enum Said {
    Solved { moves: String, pushes_proved: bool, moves_proved: bool, lower_bound: usize, nodes: u64 },
    Unsolvable { kind: String, boxes: Vec<u16>, cells: Vec<usize>, lower_bound: usize, nodes: u64 },
    Unknown { limit: String, lower_bound: usize, nodes: u64 },
    Slid { moves: String },
    Stuck,
    Unslid { limit: String, lower_bound: usize },
}

/// Bytes of the hash.
const SEAL: usize = 8;

const REASONS: [(ReasonKind, &str); 5] = [
    (ReasonKind::DeadSquare, "dead square"),
    (ReasonKind::Freeze, "freeze"),
    (ReasonKind::Matching, "matching"),
    (ReasonKind::Pattern, "pattern"),
    (ReasonKind::Search, "search"),
];

const LIMITS: [(Limit, &str); 4] =
    [(Limit::Stopped, "time"), (Limit::Nodes, "nodes"), (Limit::Memory, "memory"), (Limit::Size, "size")];

fn name_of<T: PartialEq>(table: &[(T, &'static str)], value: &T) -> String {
    table.iter().find(|(known, _)| known == value).map_or("", |(_, name)| name).to_owned()
}

fn named<T: Copy>(table: &[(T, &'static str)], name: &str) -> Option<T> {
    table.iter().find(|(_, known)| *known == name).map(|(value, _)| *value)
}

/// `None` for an answer that is not worth keeping.
pub fn write(key: &[u8], answer: &Answer, time: Duration) -> Option<Vec<u8>> {
    let said = match answer {
        Answer::Sokoban { outcome, reason } => {
            let &Outcome { lower_bound, nodes, .. } = outcome;
            match &outcome.verdict {
                Verdict::Solved(solution) => Said::Solved {
                    moves: write_moves(&solution.moves, Style::Lurd),
                    pushes_proved: solution.pushes_proved,
                    moves_proved: solution.moves_proved,
                    lower_bound,
                    nodes,
                },
                Verdict::Unsolvable(why) => {
                    let (kind, boxes, cells) = (name_of(&REASONS, &why.kind), why.boxes.clone(), reason.clone());
                    Said::Unsolvable { kind, boxes, cells, lower_bound, nodes }
                }
                Verdict::Unknown(limit) => Said::Unknown { limit: name_of(&LIMITS, limit), lower_bound, nodes },
            }
        }
        Answer::Tiles(tiles::Answer::Minimum(dirs)) => {
            let moves: Vec<Move> = dirs.iter().map(|&dir| Move { dir, push: false }).collect();
            Said::Slid { moves: write_moves(&moves, Style::Lurd) }
        }
        Answer::Tiles(tiles::Answer::Unknown { limit, lower_bound }) => {
            Said::Unslid { limit: name_of(&LIMITS, limit), lower_bound: *lower_bound }
        }
        Answer::Tiles(tiles::Answer::Unsolvable) => Said::Stuck,
        Answer::Tiles(tiles::Answer::Invalid) => return None,
    };
    let milliseconds = time.as_millis().try_into().unwrap_or(u64::MAX);
    let mut bytes = serde_json::to_vec(&Record { milliseconds, said }).ok()?;
    bytes.extend(seal(key, &bytes));
    Some(bytes)
}

/// FNV-1a of 64 bits (Fowler, Noll and Vo, 1991): finds chance damage, and is the same in every build.
fn seal(key: &[u8], bytes: &[u8]) -> [u8; SEAL] {
    let mix = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    key.iter().chain(bytes).fold(0xcbf2_9ce4_8422_2325, mix).to_be_bytes()
}

pub fn read(key: &[u8], bytes: &[u8]) -> Option<(Answer, Duration)> {
    let (bytes, sealed) = bytes.split_at_checked(bytes.len().checked_sub(SEAL)?)?;
    if seal(key, bytes) != sealed {
        return None;
    }
    let Record { milliseconds, said } = serde_json::from_slice(bytes).ok()?;
    let sokoban = |verdict, lower_bound, nodes, reason| {
        Some(Answer::Sokoban { outcome: Outcome { verdict, lower_bound, nodes }, reason })
    };
    let answer = match said {
        Said::Solved { moves, pushes_proved, moves_proved, lower_bound, nodes } => {
            let moves = moves_of(&moves)?;
            let pushes = moves.iter().filter(|step| step.push).count();
            let solution = Solution { moves, pushes, pushes_proved, moves_proved };
            sokoban(Verdict::Solved(solution), lower_bound, nodes, Vec::new())
        }
        Said::Unsolvable { kind, boxes, cells, lower_bound, nodes } => {
            let reason = Reason { kind: named(&REASONS, &kind)?, boxes };
            sokoban(Verdict::Unsolvable(reason), lower_bound, nodes, cells)
        }
        Said::Unknown { limit, lower_bound, nodes } => {
            sokoban(Verdict::Unknown(named(&LIMITS, &limit)?), lower_bound, nodes, Vec::new())
        }
        Said::Slid { moves } => {
            let dirs: Vec<Dir> = moves_of(&moves)?.into_iter().map(|step| step.dir).collect();
            Some(Answer::Tiles(tiles::Answer::Minimum(dirs)))
        }
        Said::Stuck => Some(Answer::Tiles(tiles::Answer::Unsolvable)),
        Said::Unslid { limit, lower_bound } => {
            Some(Answer::Tiles(tiles::Answer::Unknown { limit: named(&LIMITS, &limit)?, lower_bound }))
        }
    };
    Some((answer?, Duration::from_millis(milliseconds)))
}

fn moves_of(letters: &str) -> Option<Vec<Move>> {
    let step = |letter: char| {
        let dir = parse_letter(letter, Style::Lurd)?;
        Some(Move { dir, push: letter.is_ascii_uppercase() })
    };
    letters.chars().map(step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_answer_comes_back_as_it_was() {
        let outcome = |verdict| Outcome { verdict, lower_bound: 4, nodes: 9 };
        let step = |dir, push| Move { dir, push };
        let moves = vec![step(Dir::Up, false), step(Dir::Right, true)];
        let solved = Solution { moves, pushes: 1, pushes_proved: true, moves_proved: false };
        let mut answers = vec![
            Answer::Sokoban { outcome: outcome(Verdict::Solved(solved)), reason: Vec::new() },
            Answer::Tiles(tiles::Answer::Minimum(vec![Dir::Left, Dir::Down])),
            Answer::Tiles(tiles::Answer::Unsolvable),
        ];
        for (kind, _) in REASONS {
            let why = Reason { kind, boxes: vec![1, 5] };
            answers.push(Answer::Sokoban { outcome: outcome(Verdict::Unsolvable(why)), reason: vec![30, 31] });
        }
        for (limit, _) in LIMITS {
            answers.push(Answer::Sokoban { outcome: outcome(Verdict::Unknown(limit)), reason: Vec::new() });
            answers.push(Answer::Tiles(tiles::Answer::Unknown { limit, lower_bound: 3 }));
        }
        for answer in answers {
            let time = Duration::from_millis(1234);
            let bytes = write(b"key", &answer, time).unwrap();
            assert_eq!(read(b"key", &bytes), Some((answer, time)));
            assert_eq!(read(b"kez", &bytes), None, "the result of another puzzle");
            for bit in 0..bytes.len() * 8 {
                let mut damaged = bytes.clone();
                damaged[bit / 8] ^= 1 << (bit % 8);
                assert_eq!(read(b"key", &damaged), None, "bit {bit}");
            }
        }
        assert_eq!(read(b"key", b"{}"), None);
        assert_eq!(read(b"key", b"{} and eight more"), None);
    }
}
