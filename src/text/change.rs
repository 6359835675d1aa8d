//! Edits: the least that leads from one text to another, so that carets, marks and undo stay where they are.

use rustc_hash::FxHashMap;

use super::{Span, cuts_line_end, lines};

/// One replacement in a text. Offsets are those of the text before any edit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    pub span: Span,
    pub new_text: String,
}

/// How often the diff looks again between lines it has matched. Bounds the time on texts made to be hard.
const DEPTH: usize = 8;

/// Edits that turn `old` into `new`: ascending, disjoint, not touching each other, none without effect. No edit starts
/// or ends inside a character or a `\r\n` of either text. Equal texts give no edits.
///
/// Lines are matched by the patience diff (Bram Cohen, 2007): lines that occur once in both texts are matched in
/// order, then the same between them. What is left is compared character by character from both ends. Takes time
/// `n log n` in the number of lines that differ; the result is small, not provably the smallest.
pub fn minimal(old: &str, new: &str) -> Vec<Edit> {
    let (old_ends, new_ends) = (bounds(old), bounds(new));
    let mut diff = Diff { old, new, old_bounds: &old_ends, new_bounds: &new_ends, edits: Vec::new() };
    diff.lines((0, old_ends.len() - 1), (0, new_ends.len() - 1), DEPTH);
    diff.edits
}

/// The text after the edits. They must be ascending and disjoint, on character boundaries of `text`; one that is not
/// is left out.
pub fn apply_edits(text: &str, edits: &[Edit]) -> String {
    let added: usize = edits.iter().map(|edit| edit.new_text.len()).sum();
    let mut result = String::with_capacity(text.len() + added);
    let mut done = 0;
    for edit in edits {
        let (start, end) = (edit.span.start as usize, edit.span.end as usize);
        let (Some(kept), true) = (text.get(done..start), text.get(start..end).is_some()) else { continue };
        result.push_str(kept);
        result.push_str(&edit.new_text);
        done = end;
    }
    result.push_str(&text[done..]);
    result
}

/// Where lines start, and the end of the text: one more than there are lines that are not empty.
fn bounds(text: &str) -> Vec<usize> {
    let mut bounds: Vec<usize> = lines(text).map(|line| line.start).collect();
    if bounds.last() != Some(&text.len()) {
        bounds.push(text.len());
    }
    bounds
}

/// Numbers of lines, the last one excluded.
type Range = (usize, usize);

struct Diff<'a> {
    old: &'a str,
    new: &'a str,
    old_bounds: &'a [usize],
    new_bounds: &'a [usize],
    edits: Vec<Edit>,
}

impl<'a> Diff<'a> {
    fn old_line(&self, line: usize) -> &'a str {
        &self.old[self.old_bounds[line]..self.old_bounds[line + 1]]
    }

    fn new_line(&self, line: usize) -> &'a str {
        &self.new[self.new_bounds[line]..self.new_bounds[line + 1]]
    }

    fn lines(&mut self, (mut a, mut a_end): Range, (mut b, mut b_end): Range, depth: usize) {
        while a < a_end && b < b_end && self.old_line(a) == self.new_line(b) {
            (a, b) = (a + 1, b + 1);
        }
        while a < a_end && b < b_end && self.old_line(a_end - 1) == self.new_line(b_end - 1) {
            (a_end, b_end) = (a_end - 1, b_end - 1);
        }
        let anchors =
            if depth == 0 || a == a_end || b == b_end { Vec::new() } else { self.anchors((a, a_end), (b, b_end)) };
        if anchors.is_empty() {
            return self.replace((a, a_end), (b, b_end));
        }
        for (old_line, new_line) in anchors {
            self.lines((a, old_line), (b, new_line), depth - 1);
            (a, b) = (old_line + 1, new_line + 1);
        }
        self.lines((a, a_end), (b, b_end), depth - 1);
    }

    /// Pairs of equal lines that occur once in both ranges, rising in both.
    fn anchors(&self, a: Range, b: Range) -> Vec<(usize, usize)> {
        let once = |lines: &mut dyn Iterator<Item = (usize, &'a str)>| {
            let mut found: FxHashMap<&str, Option<usize>> = FxHashMap::default();
            for (number, line) in lines {
                found.entry(line).and_modify(|seen| *seen = None).or_insert(Some(number));
            }
            found
        };
        let in_new = once(&mut (b.0..b.1).map(|line| (line, self.new_line(line))));
        let in_old = once(&mut (a.0..a.1).map(|line| (line, self.old_line(line))));
        let unique = |line: usize| {
            let text = self.old_line(line);
            in_old.get(text).copied().flatten()?;
            Some((line, in_new.get(text).copied().flatten()?))
        };
        rising((a.0..a.1).filter_map(unique).collect())
    }

    /// Replaces the lines `a` of the old text by the lines `b` of the new one.
    fn replace(&mut self, a: Range, b: Range) {
        if a.1 - a.0 == b.1 - b.0 {
            for (old_line, new_line) in (a.0..a.1).zip(b.0..b.1) {
                self.trimmed((old_line, old_line + 1), (new_line, new_line + 1));
            }
        } else {
            self.trimmed(a, b);
        }
    }

    /// One edit, without the characters that are the same at both ends.
    fn trimmed(&mut self, a: Range, b: Range) {
        let (mut start, mut end) = (self.old_bounds[a.0], self.old_bounds[a.1]);
        let (mut new_start, mut new_end) = (self.new_bounds[b.0], self.new_bounds[b.1]);
        let (old_text, new_text) = (&self.old[start..end], &self.new[new_start..new_end]);
        if old_text == new_text {
            return;
        }
        let cuts = |at: usize, new_at: usize| {
            !self.old.is_char_boundary(at)
                || !self.new.is_char_boundary(new_at)
                || cuts_line_end(self.old, at)
                || cuts_line_end(self.new, new_at)
        };
        let mut same = old_text.bytes().zip(new_text.bytes()).take_while(|(x, y)| x == y).count();
        while cuts(start + same, new_start + same) {
            same -= 1;
        }
        (start, new_start) = (start + same, new_start + same);
        let (old_text, new_text) = (&self.old[start..end], &self.new[new_start..new_end]);
        let mut same = old_text.bytes().rev().zip(new_text.bytes().rev()).take_while(|(x, y)| x == y).count();
        while cuts(end - same, new_end - same) {
            same -= 1;
        }
        (end, new_end) = (end - same, new_end - same);
        self.push(start, end, new_start, new_end);
    }

    fn push(&mut self, start: usize, end: usize, new_start: usize, new_end: usize) {
        let new_text = &self.new[new_start..new_end];
        match self.edits.last_mut() {
            Some(last) if last.span.end as usize == start => {
                last.span.end = end as u32;
                last.new_text.push_str(new_text);
            }
            _ => self.edits.push(Edit { span: Span::new(start, end), new_text: new_text.to_owned() }),
        }
    }
}

/// A longest selection of the pairs, which ascend in the first part, that ascends in the second part too.
fn rising(pairs: Vec<(usize, usize)>) -> Vec<(usize, usize)> {
    // Patience sorting: piles of pairs, each pair linked to the top of the pile before.
    let mut tops: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (index, pair) in pairs.iter().enumerate() {
        let pile = tops.partition_point(|&top| pairs[top].1 < pair.1);
        before.push(pile.checked_sub(1).map(|left| tops[left]));
        if pile == tops.len() {
            tops.push(index);
        } else {
            tops[pile] = index;
        }
    }
    let mut chosen: Vec<_> =
        std::iter::successors(tops.last().copied(), |&at| before[at]).map(|at| pairs[at]).collect();
    chosen.reverse();
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(old: &str, new: &str) -> Vec<Edit> {
        let edits = minimal(old, new);
        assert_eq!(apply_edits(old, &edits), new, "{old:?} -> {new:?}: {edits:?}");
        for pair in edits.windows(2) {
            assert!(pair[0].span.end < pair[1].span.start, "{old:?} -> {new:?}: {edits:?}");
        }
        let mut shift = 0isize;
        for edit in &edits {
            assert_ne!(&old[edit.span.range()], edit.new_text);
            let new_start = edit.span.start as usize as isize + shift;
            shift += edit.new_text.len() as isize - edit.span.len() as isize;
            let new_end = edit.span.end as usize as isize + shift;
            for at in [edit.span.start, edit.span.end] {
                assert!(!cuts_line_end(old, at as usize), "{old:?} -> {new:?}: {edits:?}");
            }
            for at in [new_start, new_end] {
                assert!(!cuts_line_end(new, at as usize), "{old:?} -> {new:?}: {edits:?}");
            }
        }
        edits
    }

    fn shown(old: &str, new: &str) -> Vec<(u32, u32, String)> {
        check(old, new).into_iter().map(|edit| (edit.span.start, edit.span.end, edit.new_text)).collect()
    }

    #[test]
    fn equal_texts_need_no_edit() {
        assert_eq!(shown("", ""), []);
        assert_eq!(shown("a\r\nb", "a\r\nb"), []);
    }

    #[test]
    fn only_what_differs_is_replaced() {
        assert_eq!(shown("one\ntwo\nthree\n", "one\ntwoo\nthree\n"), [(7, 7, "o".into())]);
        assert_eq!(shown("a \nb\nc \n", "a\nb\nc\n"), [(1, 2, String::new()), (6, 7, String::new())]);
        assert_eq!(shown("a\n", "a\nb\n"), [(2, 2, "b\n".into())]);
        assert_eq!(shown("a", "a\n"), [(1, 1, "\n".into())]);
        assert_eq!(shown("a\nb\nc\n", "c\n"), [(0, 4, String::new())]);
        assert_eq!(shown("", "x"), [(0, 0, "x".into())]);
    }

    #[test]
    fn lines_keep_apart_when_some_are_added_between() {
        let old = "#\n#\nTitle: A\n#\n#\nTitle: B\n#\n";
        let new = "#\n#\nTitle: A\n\n#\n#\nTitle: B\n##\n";
        assert_eq!(shown(old, new), [(13, 13, "\n".into()), (27, 27, "#".into())]);
    }

    #[test]
    fn line_ends_stay_whole() {
        assert_eq!(shown("a\r\nb", "a\nb"), [(1, 3, "\n".into())]);
        assert_eq!(shown("a\nb", "a\r\nb"), [(1, 2, "\r\n".into())]);
        assert_eq!(shown("a\r\n", "a\r"), [(1, 3, "\r".into())]);
        assert_eq!(shown("a\r", "a\r\n"), [(1, 2, "\r\n".into())]);
    }

    #[test]
    fn characters_stay_whole() {
        assert_eq!(shown("é", "è"), [(0, 2, "è".into())]);
        assert_eq!(shown("你□\n", "你■\n"), [(3, 6, "■".into())]);
    }

    #[test]
    fn edits_that_do_not_fit_are_left_out() {
        let edit = |start, end, text: &str| Edit { span: Span { start, end }, new_text: text.to_owned() };
        assert_eq!(apply_edits("abc", &[edit(2, 3, "x"), edit(0, 1, "y"), edit(9, 9, "z"), edit(3, 2, "w")]), "abx");
        assert_eq!(apply_edits("é", &[edit(1, 2, "x")]), "é");
    }

    #[test]
    fn large_texts_take_little_time() {
        let old: String = (0..100_000).map(|n| format!("#{}#\n", n % 7)).collect();
        let new = old.replace("#3#", "#3 #");
        assert!(!check(&old, &new).is_empty());
        let reversed: String = (0..50_000).rev().map(|n| format!("{n}\n")).collect();
        let straight: String = (0..50_000).map(|n| format!("{n}\n")).collect();
        assert!(!check(&reversed, &straight).is_empty());
    }

    proptest! {
        #[test]
        fn edits_lead_to_the_new_text(old in "[ab\r\n]{0,24}", new in "[ab\r\n]{0,24}") {
            check(&old, &new);
        }

        #[test]
        fn edits_lead_to_the_new_text_in_any_script(
            lines in prop::collection::vec(prop::sample::select(vec!["#\n", "é□\r\n", "📦", "\r", "\u{301}x\n"]), 0..30),
            removed in prop::collection::vec(0..30usize, 0..6),
            added in "[a□■\r\n]{0,6}",
        ) {
            let old = lines.concat();
            let mut kept = lines.clone();
            for at in removed {
                if at < kept.len() {
                    kept[at] = &added;
                }
            }
            check(&old, &kept.concat());
        }
    }
}
