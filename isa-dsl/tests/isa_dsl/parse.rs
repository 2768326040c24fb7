//! What is left of a text with mistakes, and how what has none is understood.

use isa_dsl::ast::{ExprKind, Item, ItemKind, OpExprKind, OpStmtKind, Statement};
use isa_dsl::diagnostic::{Code, Diagnostic};
use isa_dsl::parse::parse_file;

fn codes(diagnostics: &[Diagnostic]) -> Vec<&'static str> {
    diagnostics
        .iter()
        .map(|diagnostic| diagnostic.code.as_str())
        .collect()
}

fn statements(item: &Item) -> &[Statement] {
    match &item.kind {
        ItemKind::Family(family) => &family.statements,
        other => panic!("not a family: {other:?}"),
    }
}

/// The limits are what a person never reaches and a stack survives.
#[test]
fn nesting_is_refused_beyond_the_limit_and_only_there() {
    for (open, close, levels, fits) in [
        ("(", ")", 60, true),
        ("(", ")", 70, false),
        ("-", "", 200, true),
        ("-", "", 300, false),
    ] {
        let text = format!(
            "operation o {{ X = {}1{}; }}\nspace a;",
            open.repeat(levels),
            close.repeat(levels)
        );
        let (file, errors) = parse_file(0, &text);
        assert_eq!(errors.is_empty(), fits, "{levels} times {open}: {errors:?}");
        assert!(
            errors.iter().all(|error| error.code == Code::TooDeep),
            "{errors:?}"
        );
        assert_eq!(
            file.items.len(),
            2,
            "the other item, and the head of the refused one"
        );
    }
    let chain = format!(
        "operation o {{ if (a) {{ }} {} }}",
        "else if (a) { } ".repeat(300)
    );
    assert_eq!(codes(&parse_file(0, &chain).1), ["E0107"]);
    let list = format!("modifiers m {{ a : {}u1; }}", "list 2 of ".repeat(300));
    assert_eq!(codes(&parse_file(0, &list).1), ["E0107"]);
}

#[test]
fn two_bad_rows_are_two_errors_and_the_good_ones_stay() {
    let text =
        "family f : F {\n opcodes a;\n one 1;\n two x;\n three 3;\n four 4 4x;\n five 5;\n}\n";
    let (file, errors) = parse_file(0, text);
    assert_eq!(codes(&errors), ["E0101", "E0101"]);
    let rows: Vec<&str> = statements(&file.items[0])
        .iter()
        .filter_map(|statement| match statement {
            Statement::Row(row) => Some(row.name.text.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(rows, ["one", "three", "five"]);
}

/// With the `;` in its place the statement is whole: checks that come later
/// should see it.
#[test]
fn a_statement_that_lacks_only_its_semicolon_stays() {
    let (file, errors) = parse_file(0, "family f : F {\n reads A\n writes B\n counts c;\n}\n");
    assert_eq!(errors.len(), 2);
    assert_eq!(statements(&file.items[0]).len(), 3);
}

#[test]
fn a_bad_head_does_not_hide_bad_lines() {
    let (file, errors) = parse_file(0, "family 7 : F {\n one 1;\n two x;\n}\nspace a;");
    assert_eq!(codes(&errors), ["E0101", "E0101"]);
    assert_eq!(file.items.len(), 1);
}

#[test]
fn spans_are_those_of_the_file_and_end_with_the_last_word() {
    let text = "\u{feff}/// Doc.\n\n  // c\n  struct s : 8 { a [7:0] : u5 + 1 // b\n ; }\n";
    let (file, errors) = parse_file(3, text);
    assert!(errors.is_empty(), "{errors:?}");
    let item = &file.items[0];
    assert_eq!((item.doc.as_str(), item.span.file), ("Doc.", 3));
    assert!(text[item.span.start as usize..item.span.end as usize].starts_with("struct s"));
    let ItemKind::Struct(structure) = &item.kind else {
        panic!("{:?}", item.kind)
    };
    let isa_dsl::ast::Kind::Integer(integer) = &structure.members[0].kind else {
        panic!("no integer")
    };
    assert_eq!(
        &text[integer.span.start as usize..integer.span.end as usize],
        "u5 + 1"
    );
}

#[test]
fn strings_lose_their_quotes_and_escapes() {
    let (file, errors) = parse_file(0, r#"class c : 8 { 0 => "a\"\\\n"; }"#);
    assert!(errors.is_empty(), "{errors:?}");
    let ItemKind::Class(class) = &file.items[0].kind else {
        panic!("no class")
    };
    let isa_dsl::ast::Meaning::Text(text, None) = &class.entries[0].meaning else {
        panic!("no text")
    };
    assert_eq!(text.text, "a\"\\\n");
    assert_eq!(text.span.end - text.span.start, 7);
}

#[test]
fn operators_bind_as_in_c() {
    let (file, errors) = parse_file(0, "operation o { X = a - b - c * d << 1 | e; }");
    assert!(errors.is_empty(), "{errors:?}");
    let ItemKind::Operation(operation) = &file.items[0].kind else {
        panic!("no operation")
    };
    let OpStmtKind::Assign(_, None, value) = &operation.body[0].kind else {
        panic!("no assignment")
    };
    assert_eq!(show(value), "((((a - b) - (c * d)) << 1) | e)");
}

fn show(value: &isa_dsl::ast::OpExpr) -> String {
    use isa_dsl::ast::OpBinary;
    match &value.kind {
        OpExprKind::Name(name) => name.clone(),
        OpExprKind::Number { value, .. } => value.to_string(),
        OpExprKind::Binary(operator, left, right) => {
            let operator = match operator {
                OpBinary::Sub => "-",
                OpBinary::Mul => "*",
                OpBinary::Shl => "<<",
                _ => "|",
            };
            format!("({} {operator} {})", show(left), show(right))
        }
        other => format!("{other:?}"),
    }
}

#[test]
fn conditions_keep_the_order_of_their_operators() {
    let (file, errors) = parse_file(
        0,
        "family f : F { require a - b - 1 == 0 || !c && d \"m\"; }",
    );
    assert!(errors.is_empty(), "{errors:?}");
    let Statement::Require(require) = &statements(&file.items[0])[0] else {
        panic!("no rule")
    };
    let ExprKind::Binary(isa_dsl::ast::BinaryOp::Or, left, right) = &require.condition.kind else {
        panic!("no or")
    };
    assert!(matches!(
        &right.kind,
        ExprKind::Binary(isa_dsl::ast::BinaryOp::And, ..)
    ));
    let ExprKind::Binary(isa_dsl::ast::BinaryOp::Eq, left, _) = &left.kind else {
        panic!("no ==")
    };
    let ExprKind::Binary(isa_dsl::ast::BinaryOp::Sub, left, _) = &left.kind else {
        panic!("no -")
    };
    assert!(
        matches!(
            &left.kind,
            ExprKind::Binary(isa_dsl::ast::BinaryOp::Sub, ..)
        ),
        "from the left"
    );
}

#[test]
fn a_file_of_nothing_but_mistakes_stops_at_some_number_of_them() {
    let (_, errors) = parse_file(0, &"x;\n".repeat(5000));
    assert_eq!(errors.len(), 1001);
}

/// What follows the dots may be a word of the language: then the range is open.
#[test]
fn ranges_without_an_end_stand_before_conditions_and_names() {
    let text = "family f : F { require if x a == 0 \"m\" @ one..; opcodes one two; \
                p 1 2 as q @ two.. as r @ three..; }";
    let (file, errors) = parse_file(0, text);
    assert!(errors.is_empty(), "{errors:?}");
    let Statement::Require(require) = &statements(&file.items[0])[0] else {
        panic!("no rule")
    };
    assert_eq!(require.needs.as_ref().map(|it| it.text.as_str()), Some("x"));
    let (_, errors) = parse_file(
        0,
        "pair p : F(opcode = x) { halves x : a; require 1 \"m\" @ one.. if ax; asm \"{x} :: {y}\"; }",
    );
    assert!(errors.is_empty(), "{errors:?}");
}
