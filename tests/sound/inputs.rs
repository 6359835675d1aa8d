//! From bytes to inputs that reach deep: each target spends its bytes on one kind of text.

use serde_json::value::RawValue;
use sok::level::Board;
use sok::lsp::frames::pump;
use sok::syntax::{Hints, NOTATIONS, Puzzle, parse, read, read_rows, script};
use sok::text::{Span, decode, encode};

use super::edits::{assert_followed, boundary};
use super::{features, file};

pub type Target = fn(&[u8]);

/// The targets by name. Each takes any bytes, and panics where something does not hold.
pub const TARGETS: [(&str, Target); 8] = [
    ("arrays", arrays),
    ("edits", edits),
    ("features", any_features),
    ("file", any_file),
    ("frames", frames),
    ("moves", moves),
    ("rle", rle),
    ("xml", xml),
];

/// Runs the target of that name.
pub fn run(name: &str, bytes: &[u8]) {
    let (_, target) = TARGETS.iter().find(|(known, _)| *known == name).expect("a target of that name");
    target(bytes);
}

/// Any file: what is read is sound, and what is saved is what was there.
fn any_file(bytes: &[u8]) {
    let (choice, bytes) = head::<2>(bytes);
    let decoded = decode(bytes);
    assert_eq!(encode(&decoded), bytes, "a file is saved as it was");
    let forced = NOTATIONS.get(usize::from(choice[0])).map(|info| info.notation);
    let hints = Hints { forced, prefer_xsb: choice[1] & 1 == 1, only_xsb: choice[1] & 3 == 3, ..Hints::default() };
    file::assert_sound(&decoded.text, &hints);
}

/// All the editor's features on any file.
fn any_features(bytes: &[u8]) {
    let (at, bytes) = head::<4>(bytes);
    let text = decode(bytes).text;
    let place = |at: u8| boundary(&text, usize::from(at) * (text.len() + 1) / 256);
    features::assert_sound(&text, (place(at[0]), place(at[1])), (i32::from(at[2] as i8), i32::from(at[3] as i8)));
}

/// Edits of a file that has something of everything.
fn edits(bytes: &[u8]) {
    const PIECES: [&str; 24] = [
        "#",
        "##",
        "#####\n#@$.#\n#####\n",
        "\n\n",
        "\n",
        "\r\n",
        "\r",
        "@",
        "$",
        ".",
        "-",
        " ",
        "> ",
        "; 1\n",
        "Title: x\n",
        "Comment:\n",
        "Comment-End:\n",
        "\nSolution 1/1\nR\n",
        "1 3\nSBT\n",
        "[[1,2],[3,0]]\n",
        "■♂●◎\n",
        "4#|#@$|",
        "é",
        "\u{1f4e6}",
    ];
    const START: &str = "Set: x\n\nOne\n\n#####\n#@$.#\n#####\n\nSolution 1/1\nR\n\n; 2\r\n######\r\n#@$.*#\r\n######\r\n\n\
                         1 3\nSBT\n0 0\n\n[[1,2,3],[4,0,5]]\n\nLast 📦\n\n####\n# .#\n####\n";
    let step = |step: &[u8]| {
        let at = usize::from(step[0]) * 256 + usize::from(step[1]);
        let piece = PIECES.get(usize::from(step[3])).copied().unwrap_or("");
        (at % (START.len() + 64), usize::from(step[2] % 16), piece)
    };
    assert_followed(START, bytes.chunks_exact(4).take(24).map(step));
}

/// Rows in run-length encoding: what is unrolled is bounded, and lies where it is written.
fn rle(bytes: &[u8]) {
    let rows = spelled(bytes, b"0123456789()|#@$.*+-_ \n4#|");
    let text = format!("; 1\n\n{rows}\n");
    file::assert_sound(&text, &Hints::default());
    for info in NOTATIONS {
        let reading = read_rows(&text, Span::new(0, text.len()), info.notation);
        assert!(reading.places.iter().all(|place| place.end as usize <= text.len()));
    }
}

/// Stored moves. Those that are said to solve the board do, by rules written for this test.
fn moves(bytes: &[u8]) {
    let letters = spelled(bytes, b"lurdLURDlrud0123456789()[]{}*| \n/;>,hjklNESW-");
    let text = format!("One\n\n#######\n#.@ $.#\n# $ * #\n#     #\n#######\n\nSolution\n{letters}\n");
    file::assert_sound(&text, &Hints::default());
    let snapshot = super::edits::fresh(&text);
    let board = Board::from_xsb("#######\n#.@ $.#\n# $ * #\n#     #\n#######\n");
    let level = &snapshot.file.levels[0];
    for (stored, state) in level.solutions.iter().zip(&snapshot.levels[0].facts.facts.stored) {
        let script = script(&text, stored);
        if let sok::analysis::StoredState::Solves { pushes, moves } = *state
            && script.jumps.is_empty()
            && script.letters.iter().all(|(letter, _)| "lurdLURD".contains(*letter))
        {
            let way: Vec<char> = script.letters.iter().take(moves).map(|&(letter, _)| letter).collect();
            assert_eq!(played(&board, &way), Some((pushes, true)), "{text}");
        }
    }
}

/// The pushes of a way, and whether all boxes are on targets in the end; `None` where it cannot be gone.
fn played(board: &Board, way: &[char]) -> Option<(usize, bool)> {
    let mut rows: Vec<Vec<char>> = board.to_xsb().lines().map(|row| row.chars().collect()).collect();
    let (mut y, mut x) =
        (0..rows.len()).flat_map(|y| (0..7).map(move |x| (y, x))).find(|&(y, x)| "@+".contains(rows[y][x]))?;
    let mut pushes = 0;
    for letter in way {
        let (down, right) = match letter.to_ascii_lowercase() {
            'l' => (0, -1),
            'r' => (0, 1),
            'u' => (-1, 0),
            _ => (1, 0),
        };
        let step = |(y, x): (usize, usize)| Some((y.checked_add_signed(down)?, x.checked_add_signed(right)?));
        let next = step((y, x))?;
        let beyond = step(next);
        match rows[next.0][next.1] {
            '#' => return None,
            here @ ('$' | '*') => {
                let beyond = beyond?;
                let there = match rows[beyond.0][beyond.1] {
                    ' ' | '@' => '$',
                    '.' | '+' => '*',
                    _ => return None,
                };
                rows[beyond.0][beyond.1] = there;
                rows[next.0][next.1] = if here == '*' { '.' } else { ' ' };
                pushes += 1;
            }
            _ => {}
        }
        // Where the player stood matters to nobody.
        rows[y][x] = match rows[y][x] {
            '@' => ' ',
            '+' => '.',
            other => other,
        };
        (y, x) = next;
    }
    Some((pushes, !rows.iter().flatten().any(|&cell| cell == '$')))
}

/// Collections in XML.
fn xml(bytes: &[u8]) {
    const PIECES: [&str; 30] = [
        "<",
        ">",
        "/>",
        "</",
        "\"",
        "'",
        "=",
        "&lt;",
        "&#35;",
        "&",
        ";",
        "<![CDATA[",
        "]]>",
        "<!--",
        "-->",
        "<?xml ?>",
        " ",
        "\n",
        "<LevelCollection>",
        "<Level Id=\"a\" Width=\"5\">",
        "<L>#####</L>",
        "<L>#@$.#</L>",
        "</Level>",
        "</LevelCollection>",
        "<Puzzle><Name>x</Name>",
        "<Map><Row>#P$.#</Row></Map>",
        "<Steps>R</Steps>",
        "</Puzzle>",
        "é",
        "<Title>t</Title>",
    ];
    let (choice, bytes) = head::<1>(bytes);
    let root = if choice[0] & 1 == 1 { "<SokobanLevels>" } else { "<SokobanLibrary>" };
    let body = match choice[0] & 2 {
        0 => bytes.iter().map(|&byte| PIECES[usize::from(byte) % PIECES.len()]).collect(),
        _ => decode(bytes).text,
    };
    file::assert_sound(&format!("{root}{body}"), &Hints::default());
}

/// Boards in brackets, as programs print them.
fn arrays(bytes: &[u8]) {
    let text = spelled(bytes, b"[]{}()\"',0123456789#SBT. \nx=;[[1,2]");
    file::assert_sound(&text, &Hints::default());
    for level in &parse(&text, &Hints::default()).levels {
        let own = &text[level.span.range()];
        let reading = read(own, level);
        let Puzzle::Tiles(tiles) = reading.puzzle else { continue };
        for (place, &tile) in reading.places.iter().zip(&tiles.start) {
            // The hole may be written as a letter, and what is no number is kept as one that no tile has.
            let written = own[place.range()].parse().ok();
            assert!(written.map_or(tile == 0 || tile == u32::MAX, |written: u32| written == tile), "{own}");
        }
    }
}

/// The input of the server: whatever comes, what goes on is frames with messages in them, and those go on unchanged.
fn frames(bytes: &[u8]) {
    let (choice, bytes) = head::<1>(bytes);
    let framed = match choice[0] % 3 {
        0 => bytes.to_vec(),
        1 => frame(bytes),
        _ => [frame(br#"{"jsonrpc":"2.0","method":"x"}"#), frame(bytes), bytes.to_vec()].concat(),
    };
    let first = pumped(&framed);
    for body in bodies(&first) {
        // The transport skips what it has no use for without unescaping it, and so does this.
        let text = std::str::from_utf8(body).expect("text");
        let message = serde_json::from_str::<&RawValue>(text).expect("a message").get().trim_start();
        assert!(message.starts_with(['{', '[']), "{message}");
    }
    assert_eq!(pumped(&first), first);
}

fn frame(body: &[u8]) -> Vec<u8> {
    [format!("Content-Length: {}\r\n\r\n", body.len()).as_bytes(), body].concat()
}

fn pumped(input: &[u8]) -> Vec<u8> {
    let mut output = Vec::new();
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    // A length beyond reason and a body that is cut off end the session; what came before went on.
    let _ = runtime.block_on(pump(input, &mut output));
    output
}

fn bodies(mut frames: &[u8]) -> Vec<&[u8]> {
    let mut bodies = Vec::new();
    while !frames.is_empty() {
        let end = frames.windows(4).position(|window| window == b"\r\n\r\n").expect("a header");
        let header = std::str::from_utf8(&frames[..end]).expect("text");
        let length: usize = header.strip_prefix("Content-Length: ").expect("a length").parse().expect("a number");
        let rest = &frames[end + 4..];
        bodies.push(&rest[..length]);
        frames = &rest[length..];
    }
    bodies
}

/// The first bytes, and the rest.
fn head<const N: usize>(bytes: &[u8]) -> ([u8; N], &[u8]) {
    let mut first = [0; N];
    let count = N.min(bytes.len());
    first[..count].copy_from_slice(&bytes[..count]);
    (first, &bytes[count..])
}

/// Bytes as letters of an alphabet.
fn spelled(bytes: &[u8], alphabet: &[u8]) -> String {
    bytes.iter().map(|&byte| char::from(alphabet[usize::from(byte) % alphabet.len()])).collect()
}
