//! Changes apply in the order in which they are sent, and a request sees exactly those that were sent before it.

use serde_json::json;

use crate::support::{LENSES_PER_LEVEL, Server, change, frame, note, part, request};

/// A text as an editor has it, in units of UTF-16. Written apart from the server's own.
#[derive(Clone)]
struct Model {
    units: Vec<u16>,
}

impl Model {
    fn text(&self) -> String {
        String::from_utf16(&self.units).expect("whole characters")
    }

    /// The position of a unit.
    fn position(&self, at: usize) -> (u32, u32) {
        let (mut line, mut start) = (0, 0);
        for (index, pair) in self.units[..at].iter().enumerate() {
            let is_cut = *pair == 13 && self.units.get(index + 1) == Some(&10);
            if (*pair == 10 || *pair == 13) && !is_cut {
                (line, start) = (line + 1, index + 1);
            }
        }
        (line, (at - start) as u32)
    }

    /// A place between two characters, and between two line ends.
    fn place(&self, dice: &mut Dice) -> usize {
        let mut at = dice.below(self.units.len() + 1);
        let in_pair = |at: usize| matches!(self.units.get(at), Some(0xdc00..0xe000));
        let in_end = |at: usize| at > 0 && self.units[at - 1] == 13 && self.units.get(at) == Some(&10);
        while in_pair(at) || in_end(at) {
            at -= 1;
        }
        at
    }
}

/// Numbers that look random, the same every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

const PIECES: [&str; 10] = ["#", "$", "@ .", "\n", "\r\n", "é", "你好", "📦", "", "####\n#@$.#\n####\n\n"];
const EDITS: usize = 200;
const REQUESTS: usize = 10;

/// Changes and requests for one document, in one piece, and what each request must be answered with.
fn session(server: &mut Server, uri: &str, seed: u64) -> (Vec<u8>, Vec<(i64, i64, String)>, Model) {
    let mut dice = Dice(seed * 0x9e37_79b9 + 1);
    let mut model = Model { units: "; first\n####\n#@$.#\n####\n".encode_utf16().collect() };
    let item = json!({ "uri": uri, "languageId": "sokoban", "version": 0, "text": model.text() });
    let mut bytes = frame(&note("textDocument/didOpen", json!({ "textDocument": item })));
    let mut expected = Vec::new();
    for version in 1..=EDITS as i64 {
        // Up to three changes in one message, each in terms of the text that the one before it left.
        let changes: Vec<_> = (0..=dice.below(3))
            .map(|_| {
                let (one, other) = (model.place(&mut dice), model.place(&mut dice));
                let start = one.min(other);
                let end = one.max(other).min(start + 6);
                let end = (start..=end).rev().find(|&end| model.is_border(end)).unwrap_or(start);
                let piece = PIECES[dice.below(PIECES.len())];
                let change = part(model.position(start), model.position(end), piece);
                model.units.splice(start..end, piece.encode_utf16());
                change
            })
            .collect();
        bytes.extend(frame(&change(uri, version, json!(changes))));
        if (version as usize).is_multiple_of(EDITS / REQUESTS) {
            let id = server.take_id();
            bytes.extend(frame(&request(id, "sok/text", json!({ "textDocument": { "uri": uri } }))));
            expected.push((id, version, model.text()));
        }
    }
    (bytes, expected, model)
}

impl Model {
    fn is_border(&self, at: usize) -> bool {
        let cuts_pair = matches!(self.units.get(at), Some(0xdc00..0xe000));
        let cuts_end = at > 0 && self.units[at - 1] == 13 && self.units.get(at) == Some(&10);
        !cuts_pair && !cuts_end
    }
}

#[test]
fn two_hundred_changes_and_ten_requests_in_one_write() {
    let mut server = Server::ready(json!({}));
    for seed in 0..50 {
        let uri = format!("untitled:seed-{seed}");
        let (bytes, expected, model) = session(&mut server, &uri, seed);
        server.send_bytes(&bytes);
        for (id, version, text) in expected {
            let answer = server.answer(id).expect("a text");
            assert_eq!(answer, json!({ "version": version, "text": text, "inSync": true }), "seed {seed}");
        }
        let last = server.text(&uri);
        assert_eq!(last["text"], model.text(), "seed {seed}");
        server.diagnostics(&uri, EDITS as i64);
        server.close(&uri);
    }
    server.end();
}

/// Lenses are worked out on other threads; they too are those of the text at the request's arrival.
#[test]
fn lenses_are_those_of_the_text_at_their_request() {
    let mut server = Server::ready(json!({}));
    let uri = "untitled:lenses";
    let level = "####\n#@$.#\n####\n";
    server.open(uri, 1, "");
    let mut bytes = Vec::new();
    let ids: Vec<i64> = (0..60)
        .map(|count| {
            let text = format!("{level}\n").repeat(count);
            bytes.extend(frame(&change(uri, 2 + count as i64, json!([{ "text": text }]))));
            let id = server.take_id();
            let params = json!({ "textDocument": { "uri": uri } });
            bytes.extend(frame(&request(id, "textDocument/codeLens", params)));
            id
        })
        .collect();
    server.send_bytes(&bytes);
    for (count, id) in ids.into_iter().enumerate() {
        let lenses = server.answer(id).expect("lenses");
        assert_eq!(lenses.as_array().map(Vec::len), Some(count * LENSES_PER_LEVEL));
    }
    server.end();
}
