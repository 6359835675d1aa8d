//! Addresses in the text, and hints at line ends.

use crate::fixture::{Page, check};
use sok::ide::{inlays, links};
use sok::text::Span;

fn linked(page: &Page) -> String {
    page.drawn(&links(&page.snapshot))
}

#[test]
fn addresses_of_the_web_and_of_mail() {
    check(
        "\
Homepage: https://example.org/levels?a=1#x
Email: <ann.o@example.org>.
; see www.example.org, or (http://example.org/).

#####
#@$.#
#####
not@all, nor a@b, nor http:// nor ann@example.o1
",
        linked,
        "
Homepage: https://example.org/levels?a=1#x
          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ https://example.org/levels?a=1#x
Email: <ann.o@example.org>.
        ^^^^^^^^^^^^^^^^^ mailto:ann.o@example.org
; see www.example.org, or (http://example.org/).
      ^^^^^^^^^^^^^^^ https://www.example.org
                           ^^^^^^^^^^^^^^^^^^^ http://example.org/

#####
#@$.#
#####
not@all, nor a@b, nor http:// nor ann@example.o1
",
    );
}

#[test]
fn an_address_after_letters_of_every_width() {
    check(
        "; é你📦 http://a.org\n\n■■■■■\n■♂●◎■\n■■■■■\n",
        linked,
        "; é你📦 http://a.org\n      ^^^^^^^^^^^^ http://a.org\n\n■■■■■\n■♂●◎■\n■■■■■\n",
    );
}

/// Each hint in braces where it stands.
fn hinted(page: &Page) -> String {
    let mut text = page.text().to_string();
    let hints = inlays(&page.snapshot, Span::new(0, text.len()));
    hints.into_iter().rev().for_each(|(at, label)| text.insert_str(at, &format!("{{{label}}}")));
    text
}

#[test]
fn sizes_behind_titles_and_never_in_a_board() {
    check(
        "; First\n\n#####\n#@$.#\n#####\n\nSecond\n\n[[1,2,3],[4,0,5]]\n\n#####\n#@$.#\n#####\n",
        hinted,
        "; First{5 × 3 · 1 box}\n\n#####\n#@$.#\n#####\n\nSecond{3 × 2}\n\n[[1,2,3],[4,0,5]]\n\n#####\n#@$.#\n#####\n",
    );
    check("1 3\nSBT\n1 3\nSBT\n0 0\n", hinted, "1 3\nSBT\n1 3\nSBT\n0 0\n");
}
