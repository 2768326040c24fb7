//! Which neighbours a blank parts. Where two tokens could become another one, or a reader
//! may take either, it is as it was written.

use super::pieces::{Piece, PieceKind};

/// Blanks between two pieces of a line: none, or one. Columns may make more of one.
pub fn gap(before: &Piece<'_>, piece: &Piece<'_>) -> usize {
    if piece.kind == PieceKind::Comment {
        return piece.gap.max(1);
    }
    if matches!(piece.text, ";" | "," | ")" | "]") || matches!(before.text, "(" | "[") {
        return 0;
    }
    if before.text == "{" && piece.text == "}" {
        return piece.gap.min(1);
    }
    let apart = matches!(before.text, "," | ";" | "{" | "}")
        || matches!(piece.text, "{" | "}")
        || stands_free(before.text)
        || stands_free(piece.text);
    if apart { 1 } else { piece.gap.min(1) }
}

/// Signs that have a blank on either side wherever they stand.
fn stands_free(sign: &str) -> bool {
    matches!(
        sign,
        "=" | "=>"
            | "->"
            | "=="
            | "!="
            | "<="
            | ">="
            | "&&"
            | "||"
            | "?"
            | "@"
            | "+="
            | "-="
            | "*="
            | "&="
            | "|="
            | "^="
            | "<<="
            | ">>="
    )
}
