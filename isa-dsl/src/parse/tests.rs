//! Where the text is cut.

use super::scan::Cutter;
use super::token::{TokenKind, Tokens};
use crate::diagnostic::Diagnostic;

fn codes(diagnostics: &[Diagnostic]) -> Vec<&'static str> {
    diagnostics
        .iter()
        .map(|diagnostic| diagnostic.code.as_str())
        .collect()
}

/// The pieces that a text is cut into, and the codes of its bracket errors.
fn cuts(text: &str) -> (Vec<&str>, Vec<&'static str>) {
    let is_item = |word: &str| matches!(word, "family" | "space");
    let mut cutter = Cutter::new(0, text, 0..text.len(), &is_item);
    let mut pieces = Vec::new();
    while let Some(cut) = cutter.next_cut() {
        pieces.push(&text[cut.range]);
    }
    (pieces, codes(&cutter.diagnostics))
}

#[test]
fn tokens_are_told_apart() {
    let text = "gcn1.1..gcn1.4 0x1f 1.5 \"a;\\\"b\" // c ;\n/// doc\n//// no doc\n=> é;";
    let kinds: Vec<(TokenKind, &str)> = Tokens::new(text, 0)
        .map(|token| (token.kind, &text[token.start..token.end]))
        .collect();
    assert_eq!(
        kinds,
        [
            (TokenKind::Word, "gcn1.1"),
            (TokenKind::Other, ".."),
            (TokenKind::Word, "gcn1.4"),
            (TokenKind::Number, "0x1f"),
            (TokenKind::Number, "1.5"),
            (TokenKind::Text(true), "\"a;\\\"b\""),
            (TokenKind::Doc, "/// doc"),
            (TokenKind::Other, "=>"),
            (TokenKind::Other, "é"),
            (TokenKind::Semicolon, ";"),
        ]
    );
}

/// What looks like a bracket in a string or a comment is none.
#[test]
fn items_end_where_their_brackets_do() {
    let text = "space a;\nfamily f { asm \"}\"; // }\n b { } }\nspace c;";
    assert_eq!(
        cuts(text).0,
        [
            "space a;",
            "family f { asm \"}\"; // }\n b { } }",
            "space c;"
        ]
    );
}

#[test]
fn an_unclosed_block_ends_at_the_next_item_in_column_0() {
    let (pieces, codes) = cuts("family f {\n  in a;\n  family g;\nspace c;\n");
    assert_eq!(pieces, ["family f {\n  in a;\n  family g;", "space c;"]);
    assert_eq!(codes, ["E0102"]);
}

/// In a file whose brackets match, column 0 means nothing.
#[test]
fn column_0_does_not_end_a_block_that_is_closed() {
    let (pieces, codes) = cuts("family f {\nspace c;\n}\n");
    assert_eq!(pieces.len(), 1);
    assert!(codes.is_empty());
}

#[test]
fn a_bracket_ends_with_its_statement() {
    assert_eq!(
        cuts("space a(b; space c;"),
        (vec!["space a(b;", "space c;"], vec!["E0102"])
    );
    assert_eq!(
        cuts("family f { for (i = 0; i < 4; i++) a; }").1,
        Vec::<&str>::new()
    );
    assert_eq!(cuts("space a]; }").1, ["E0102", "E0102"]);
}

#[test]
fn else_belongs_to_what_stands_before_it() {
    assert_eq!(
        cuts("if (a) { } else { } x;").0,
        ["if (a) { } else { }", "x;"]
    );
    assert_eq!(cuts("if (a) b; else c; x;").0, ["if (a) b; else c;", "x;"]);
}
