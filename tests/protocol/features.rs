//! Every feature through the real server: the same in both encodings of positions and with both kinds of line ends.

use serde_json::{Map, Value, json};

use crate::support::{Server, part};

const URI: &str = "file:///levels/%C3%BC%20b.sok";

/// Characters of one to four bytes before, within and behind what the features are about.
const TEXT: &str = "\
Collection: Grüße 📦
; 你 http://example.org/a, ann@example.org

Ünïcode 📦

■■■■■■
■♂□●◎■
■□□□□■
■■■■■■
Author: Zoë 📦

Solution 4/1
druR

; Zweite 📦
#######
#@ $ .#
# $ é #
#  .  #
#######
Comment: ö

你好

#####
#@$.#
#####
Author: Zoë 📦
";

#[derive(Clone, Copy, PartialEq, Debug)]
enum Units {
    Utf8,
    Utf16,
}

/// A document and how its places are counted. Counts apart from the server's own code.
struct Paper {
    text: String,
    units: Units,
}

impl Paper {
    fn lines(&self) -> Vec<&str> {
        self.text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line)).collect()
    }

    fn width(&self, text: &str) -> usize {
        match self.units {
            Units::Utf8 => text.len(),
            Units::Utf16 => text.encode_utf16().count(),
        }
    }

    /// The position of the `needle`'s first place, and of so many characters behind it.
    fn at(&self, needle: &str, behind: usize) -> Value {
        let lines = self.lines();
        let line = lines.iter().position(|line| line.contains(needle)).unwrap_or_else(|| panic!("no {needle}"));
        let start = lines[line].find(needle).unwrap_or_default();
        let before: String = lines[line][start..].chars().take(behind).collect();
        json!({ "line": line, "character": self.width(&lines[line][..start]) + self.width(&before) })
    }

    /// How many characters of the text stand before a position, line ends as one each.
    fn index(&self, position: &Value) -> usize {
        let number = |name: &str| position[name].as_u64().unwrap_or_else(|| panic!("{position}")) as usize;
        let (lines, line, column) = (self.lines(), number("line"), number("character"));
        let before: usize = lines[..line].iter().map(|line| line.chars().count() + 1).sum();
        let within = lines[line].char_indices().map(|(at, _)| at).chain([lines[line].len()]);
        let within: Vec<usize> = within.collect();
        let hit = within.iter().position(|&at| self.width(&lines[line][..at]) == column);
        before + hit.unwrap_or_else(|| panic!("{position} is between no characters of {:?}", lines[line]))
    }

    fn part(&self, from: usize, to: usize) -> String {
        let plain: Vec<char> = self.lines().join("\n").chars().collect();
        plain[from..to].iter().collect()
    }

    /// An answer with all places as characters of the text, and all line ends as one character.
    fn plain(&self, value: &Value) -> Value {
        match value {
            Value::String(text) => text.replace("\r\n", "\n").into(),
            Value::Array(items) => items.iter().map(|item| self.plain(item)).collect(),
            Value::Object(fields) if is(fields, &["start", "end"]) => {
                let (from, to) = (self.index(&fields["start"]), self.index(&fields["end"]));
                json!([from, to, self.part(from, to)])
            }
            Value::Object(fields) if is(fields, &["line", "character"]) => self.index(value).into(),
            Value::Object(fields) => fields
                .iter()
                // Names for what was said, and for the text of a level, line ends and all.
                .filter(|(name, _)| !["resultId", "fingerprint"].contains(&name.as_str()))
                .map(|(name, value)| {
                    let plain = match (name.as_str(), value) {
                        ("places", Value::Array(places)) => places.iter().map(|place| self.square(place)).collect(),
                        _ => self.plain(value),
                    };
                    (name.clone(), plain)
                })
                .collect::<Map<_, _>>()
                .into(),
            other => other.clone(),
        }
    }

    /// `[line, start, end]` of a view's square.
    fn square(&self, place: &Value) -> Value {
        let at = |column: usize| self.index(&json!({ "line": place[0], "character": place[column] }));
        if place.is_null() { Value::Null } else { json!([at(1), at(2), self.part(at(1), at(2))]) }
    }

    /// Tokens from the protocol's numbers: place, text, type and modifiers.
    fn tokens(&self, answer: &Value) -> Value {
        let numbers: Vec<u64> = answer["data"].as_array().expect("data").iter().filter_map(Value::as_u64).collect();
        let (mut line, mut column) = (0, 0);
        let token = |numbers: &[u64]| {
            column = if numbers[0] == 0 { column + numbers[1] } else { numbers[1] };
            line += numbers[0];
            let from = self.index(&json!({ "line": line, "character": column }));
            let to = self.index(&json!({ "line": line, "character": column + numbers[2] }));
            json!([from, self.part(from, to), numbers[3], numbers[4]])
        };
        numbers.chunks(5).map(token).collect()
    }
}

fn is(fields: &Map<String, Value>, names: &[&str]) -> bool {
    fields.len() == names.len() && names.iter().all(|name| fields.contains_key(*name))
}

fn abilities(units: Units) -> Value {
    json!({
        "general": { "positionEncodings": if units == Units::Utf8 { json!(["utf-8"]) } else { json!(["utf-16"]) } },
        "textDocument": {
            "codeAction": {
                "codeActionLiteralSupport": { "codeActionKind": { "valueSet": [""] } },
                "dataSupport": true, "resolveSupport": { "properties": ["edit"] },
            },
            "documentSymbol": { "hierarchicalDocumentSymbolSupport": true },
            "hover": { "contentFormat": ["markdown"] },
        },
        "workspace": { "applyEdit": true, "workspaceEdit": { "documentChanges": true } },
    })
}

/// All answers by a name, with the places as characters of the text.
fn session(units: Units, end: &str) -> Vec<(String, Value)> {
    let paper = Paper { text: TEXT.replace('\n', end), units };
    let mut server = Server::start();
    let options = json!({ "typing": { "closeWalls": true } });
    server.shake_hands(json!({ "capabilities": abilities(units), "initializationOptions": options }));
    server.open(URI, 1, &paper.text);
    server.lenses_until(URI, |titles| titles.iter().all(|title| !title.contains("solving")) && titles.len() == 6);
    let mut all: Vec<(String, Value)> = Vec::new();
    let document = json!({ "uri": URI });
    let options = json!({ "tabSize": 4, "insertSpaces": true });
    let whole = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } });

    for (name, place) in [
        ("title", paper.at("Ünïcode", 9)),
        ("box", paper.at("■♂□●◎■", 3)),
        ("behind the row", paper.at("■♂□●◎■", 6)),
        ("move", paper.at("druR", 3)),
        ("author", paper.at("Author", 9)),
        ("row", paper.at("# $ é", 2)),
        ("odd", paper.at("# $ é", 4)),
        ("comment", paper.at("; Zweite", 3)),
        ("key", paper.at("Comment", 2)),
        ("other", paper.at("你好", 1)),
        ("last", paper.at("#@$.#", 2)),
    ] {
        let at = json!({ "textDocument": document, "position": place });
        for method in ["hover", "documentHighlight", "completion", "prepareRename"] {
            let answer = server.call(&format!("textDocument/{method}"), at.clone()).expect("an answer");
            all.push((format!("{method} at {name}"), paper.plain(&answer)));
        }
        let places = json!({ "textDocument": document, "positions": [place] });
        let answer = server.call("textDocument/selectionRange", places).expect("an answer");
        all.push((format!("selectionRange at {name}"), paper.plain(&answer)));
        let answer = server.call("sok/board", at).expect("an answer");
        all.push((format!("board at {name}"), paper.plain(&answer)));
    }

    let asked = [
        ("textDocument/documentSymbol", json!({ "textDocument": document })),
        ("workspace/symbol", json!({ "query": "ü" })),
        ("textDocument/foldingRange", json!({ "textDocument": document })),
        ("textDocument/documentLink", json!({ "textDocument": document })),
        ("textDocument/codeLens", json!({ "textDocument": document })),
        ("textDocument/inlayHint", json!({ "textDocument": document, "range": whole })),
        ("textDocument/formatting", json!({ "textDocument": document, "options": options })),
        ("textDocument/rangeFormatting", json!({ "textDocument": document, "options": options, "range": whole })),
        (
            "textDocument/rename",
            json!({ "textDocument": document, "position": paper.at("Ünïcode", 2), "newName": "Öfter 📦" }),
        ),
        ("sok/play", json!({ "textDocument": document, "level": 0, "moves": "druR" })),
        ("sok/draw", json!({ "textDocument": document, "level": 0, "strokes": [{ "x": 2, "y": 1, "square": "#" }] })),
    ];
    for (method, params) in asked {
        all.push((method.to_owned(), paper.plain(&server.call(method, params).expect("an answer"))));
    }

    let params = json!({ "textDocument": document, "range": whole, "context": { "diagnostics": [] } });
    let actions = server.call("textDocument/codeAction", params).expect("actions");
    for action in actions.as_array().expect("a list") {
        all.push((format!("action {}", action["title"]), paper.plain(action)));
        if action.get("data").is_some() {
            let resolved = server.call("codeAction/resolve", action.clone()).map_err(|error| error["message"].clone());
            all.push((format!("resolved {}", action["title"]), paper.plain(&resolved.unwrap_or_else(|error| error))));
        }
    }
    for command in ["sok.insertSolution", "sok.rewrite", "sok.insertMoves"] {
        let target = json!({ "uri": URI, "version": 1, "level": 2, "id": "mirror", "moves": "r" });
        let run = json!({ "command": command, "arguments": [target] });
        assert_eq!(server.call("workspace/executeCommand", run), Ok(Value::Null), "{command}");
        let edit = server.wait_for(|message| message["method"] == "workspace/applyEdit")["params"].take();
        all.push((command.to_owned(), paper.plain(&edit)));
    }
    tokens(&mut server, &paper, &mut all);
    all.push(("published".to_owned(), paper.plain(&server.diagnostics(URI, 3).into())));
    new_row(&mut server, end, units, &mut all);
    server.end();
    all
}

/// In full, of a part, and what has changed since.
fn tokens(server: &mut Server, paper: &Paper, all: &mut Vec<(String, Value)>) {
    let document = json!({ "uri": URI });
    let full = server.call("textDocument/semanticTokens/full", json!({ "textDocument": document })).expect("tokens");
    all.push(("tokens".to_owned(), paper.tokens(&full)));
    let range = json!({ "start": paper.at("Ünïcode", 0), "end": paper.at("Author", 0) });
    let part_of = json!({ "textDocument": document, "range": range });
    let some = server.call("textDocument/semanticTokens/range", part_of).expect("tokens");
    all.push(("tokens of a part".to_owned(), paper.tokens(&some)));

    let place = paper.at("♂□●◎■", 1);
    let place = (place["line"].as_u64().unwrap_or(0) as u32, place["character"].as_u64().unwrap_or(0) as u32);
    server.change(URI, 2, json!([part(place, place, "é\u{25cf}")]));
    let previous = json!({ "textDocument": document, "previousResultId": full["resultId"] });
    let delta = server.call("textDocument/semanticTokens/full/delta", previous).expect("a change");
    let mut numbers = full["data"].as_array().expect("data").clone();
    let edits = delta["edits"].as_array().expect("edits, not all tokens again").clone();
    for edit in edits.iter().rev() {
        let number = |name: &str| edit[name].as_u64().expect("a number") as usize;
        let added = edit["data"].as_array().cloned().unwrap_or_default();
        numbers.splice(number("start")..number("start") + number("deleteCount"), added);
    }
    let again = server.call("textDocument/semanticTokens/full", json!({ "textDocument": document })).expect("tokens");
    assert_eq!(json!(numbers), again["data"], "the change leads to what is there in full");
    server.change(URI, 3, json!([{ "text": paper.text }]));
}

fn new_row(server: &mut Server, end: &str, units: Units, all: &mut Vec<(String, Value)>) {
    let uri = "untitled:row";
    let paper = Paper { text: "; 📦\n  #####\n  #@$.#\n  ".replace('\n', end), units };
    server.open(uri, 1, &paper.text);
    let at = json!({
        "textDocument": { "uri": uri }, "position": { "line": 3, "character": 2 },
        "ch": "\n", "options": { "tabSize": 4, "insertSpaces": true },
    });
    let edits = server.call("textDocument/onTypeFormatting", at).expect("an answer");
    all.push(("new row".to_owned(), paper.plain(&edits)));
}

#[test]
fn the_same_in_both_encodings_and_with_both_line_ends() {
    let first = session(Units::Utf8, "\n");
    for (units, end) in [(Units::Utf16, "\n"), (Units::Utf8, "\r\n"), (Units::Utf16, "\r\n")] {
        let other = session(units, end);
        assert_eq!(first.len(), other.len());
        for ((name, first), (_, other)) in first.iter().zip(&other) {
            assert_eq!(first, other, "{name}, {units:?} {end:?}");
        }
    }
    // What they agree on is right: some of it by hand.
    let said = |name: &str| &first.iter().find(|(other, _)| other == name).unwrap_or_else(|| panic!("{name}")).1;
    let hover = said("hover at box");
    assert_eq!(hover["range"][2], "●");
    assert!(hover["contents"]["value"].as_str().is_some_and(|text| text.starts_with("**D2** box")), "{hover}");
    assert_eq!(said("hover at odd")["range"][2], "é");
    assert_eq!(said("hover at title")["range"][2], "Ünïcode 📦");
    let marked: Vec<&Value> = said("documentHighlight at box").as_array().expect("marks").iter().collect();
    assert_eq!(marked.iter().map(|mark| &mark["range"][2]).collect::<Vec<_>>(), ["●", "◎"]);
    let links: Vec<&Value> = said("textDocument/documentLink").as_array().expect("links").iter().collect();
    let linked: Vec<_> = links.iter().map(|link| &link["range"][2]).collect();
    assert_eq!(linked, ["http://example.org/a", "ann@example.org"]);
    assert_eq!(said("textDocument/rename")["documentChanges"][0]["edits"][0]["range"][2], "Ünïcode 📦");
    assert_eq!(said("completion at author")[0]["textEdit"]["range"][2], "Z");
    assert_eq!(said("board at box")["places"][9][2], "●");
    assert_eq!(said("sok/draw")["documentChanges"][0]["edits"][0]["range"][2], "□");
    assert_eq!(said("new row")[0]["newText"], "  #   #");
    let found = said("published").as_array().expect("findings");
    let odd = found.iter().find(|one| one["code"] == "unknown-character").expect("a finding");
    assert_eq!(odd["range"][2], "é");
}
