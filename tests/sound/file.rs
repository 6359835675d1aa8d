//! What holds for the reading of every text whatever.

use sok::syntax::{File, Hints, Key, Notation, Puzzle, moves, parse, print, read, read_rows, script, title_numbers};
use sok::text::{LineIndex, Span};

/// Everything that [`File`] promises.
pub fn assert_sound(text: &str, hints: &Hints) {
    let file = parse(text, hints);
    assert_eq!(print(text, &file), text);
    let mut at = 0;
    for line in &file.lines {
        assert!(line.span.start == at && line.span.end > at, "the lines tile the text");
        at = line.span.end;
    }
    assert_eq!(at as usize, text.len());
    let lines = file.lines.iter().map(|line| line.span);
    assert_eq!(LineIndex::of_lines(text, lines), LineIndex::new(text));
    file.keys.iter().for_each(|key| assert_key(text, key, Span::new(0, text.len())));
    assert_split(text, &file);
    let mut end = 0;
    for level in &file.levels {
        assert!(level.span.start >= end, "levels are in order");
        end = level.span.end;
        assert_within(text, level.board, level.span);
        assert!(!level.board.is_empty());
        assert!(level.board.end <= level.notes_end && level.notes_end <= level.span.end);
        if let Some(title) = level.title {
            assert_within(text, title.line, level.span);
            assert_within(text, title.text, title.line);
        }
        level.keys.iter().for_each(|key| assert_key(text, key, level.span));
        for solution in &level.solutions {
            assert_within(text, solution.moves, level.span);
            assert!(solution.moves.start >= level.notes_end);
            if let Some(title) = solution.title {
                assert_within(text, title, level.span);
                title_numbers(text, title).iter().for_each(|&(_, place)| assert_within(text, place, title));
            }
            let script = script(text, solution);
            assert!(script.played <= script.letters.len());
            script.runs.iter().for_each(|run| assert_within(text, run.span, solution.moves));
            script.jumps.iter().for_each(|jump| assert_within(text, jump.span, solution.moves));
            for (letter, place) in moves(text, solution.moves) {
                assert_within(text, place, solution.moves);
                assert!(text[place.range()].starts_with(letter));
            }
        }
        let own = &text[level.span.range()];
        let reading = read(own, level);
        let whole = Span::new(0, own.len());
        reading.places.iter().for_each(|&place| assert_within(own, place, whole));
        reading.problems.iter().for_each(|problem| assert_within(own, problem.span, whole));
        assert!(own.contains('(') || reading.places.is_sorted(), "places are in the order of the text");
        match reading.puzzle {
            Puzzle::Sokoban(board) => {
                assert_eq!(board.cells.len(), board.width * board.height);
                assert_eq!(board.cells.len(), reading.places.len());
            }
            Puzzle::Tiles(tiles) => {
                assert_eq!(tiles.start.len(), tiles.width * tiles.height);
                assert_eq!((tiles.start.len(), tiles.start.len()), (reading.places.len(), tiles.goal.len()));
            }
            Puzzle::Foreign => assert!(reading.places.is_empty()),
        }
    }
}

fn assert_key(text: &str, key: &Key, outer: Span) {
    assert_within(text, key.name, outer);
    assert_within(text, key.value, outer);
    assert!(key.name.end < key.value.start.max(key.name.end + 1));
}

fn assert_within(text: &str, span: Span, outer: Span) {
    assert!(outer.start <= span.start && span.start <= span.end && span.end <= outer.end, "{span:?} in {outer:?}");
    assert!(text.is_char_boundary(span.start as usize) && text.is_char_boundary(span.end as usize));
}

fn assert_split(text: &str, file: &File) {
    let boards: Vec<Span> = file.levels.iter().map(|level| level.board).collect();
    for split in &file.splits {
        let whole = split.upper.cover(split.lower);
        assert_within(text, whole, Span::new(0, text.len()));
        assert!(split.upper.end <= split.gap.start && split.gap.end == split.lower.start);
        assert!(text[split.upper.end as usize..split.lower.start as usize].chars().all(|it| it <= ' ' || it == '>'));
        assert!(boards.contains(&split.upper) || boards.contains(&split.lower));
        read_rows(text, whole, Notation::Xsb);
    }
}
