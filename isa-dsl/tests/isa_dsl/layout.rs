//! What the layout is, and that it is one.

use isa_dsl::format::format;

fn formatted(text: &str) -> String {
    let formatted = format(text).unwrap();
    assert_eq!(format(&formatted).unwrap(), formatted, "formatted twice");
    formatted
}

/// Catches a table whose columns a longer mnemonic leaves crooked.
#[test]
fn a_longer_mnemonic_moves_its_table() {
    let text = "family f : F {\n    opcodes  a1  a2;\n    one       1   2  = x;\n    /// Of all.\n    the_longest_of_all 10 - = x;\n}\n";
    let straight = "\
family f : F {
    opcodes             a1  a2;
    one                  1   2  = x;
    /// Of all.
    the_longest_of_all  10   -  = x;
}
";
    assert_eq!(formatted(text), straight);
}

/// Catches fields that stay where the others do not stand.
#[test]
fn a_crooked_line_is_put_below_the_others() {
    let text = "format F : 8 {\n    op  [3:0];\n    reg [5:4]   @ a1;\n  dst [6] @ a1;\n    x   [7]     @ a1;\n}\n";
    let straight = "\
format F : 8 {
    op  [3:0];
    reg [5:4]   @ a1;
    dst [6]     @ a1;
    x   [7]     @ a1;
}
";
    assert_eq!(formatted(text), straight);
}

/// Catches comments that are lost or moved, and blank lines that pile up.
#[test]
fn comments_stay_and_blank_lines_are_single() {
    let text =
        "\n\n// First.\nspace flat ;   // why\n\n\n\n    // Second.\nspace lds;\t\n// Last.\n\n";
    assert_eq!(
        formatted(text),
        "// First.\nspace flat;   // why\n\n// Second.\nspace lds;\n// Last.\n"
    );
}

/// Catches blanks that would make other tokens: `<<=` apart, `-1`, `x2`, `..`.
#[test]
fn signs_stay_whole() {
    let text = "operation o { A<<=1; B+=-1; for(I=0;I<4;I++){ C = D?E : F[ 3:0 ] ; } }\n";
    assert_eq!(
        formatted(text),
        "operation o { A <<= 1; B += -1; for(I = 0; I<4; I++) { C = D ? E : F[3:0]; } }\n"
    );
}

/// Catches a text that is changed although nobody knows what it means.
#[test]
fn what_does_not_parse_is_refused() {
    let errors = format("space  flat lds;\n").unwrap_err();
    assert_eq!(
        errors[0].message,
        "expected `base`, `internal`, `limit`, `of`, `,` or `;`, found `lds`"
    );
}
