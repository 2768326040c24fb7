//! Tests of the language of operations, on text through the parser.

mod definitions;
mod errors;
mod lanes;
mod parameters;
mod printing;
mod rules;

use std::sync::Arc;

use isa_dsl::ast::{File, ItemKind, Operation, Row, Statement};
use isa_dsl::diagnostic::Diagnostic;
use isa_dsl::machine::ArchSet;
use isa_dsl::operation::{Checked, Environment, Field, Operand, Operations, Space, State, check};
use isa_dsl::parse::parse_file;

/// Operands, modifiers and state enough to state every rule.
fn environment() -> Environment {
    let operand = |name: &str, bits, readable, writable| Operand {
        name: name.into(),
        bits,
        readable,
        writable,
        per_lane: false,
    };
    let field = |name: &str, bits, signed| Field {
        name: name.into(),
        bits,
        signed,
    };
    let state = |name: &str, bits| State {
        name: name.into(),
        bits,
        derived: None,
    };
    let space = |name: &str, limit| Space {
        name: name.into(),
        internal: false,
        limit,
        limit_archs: ArchSet(u32::MAX),
        base: None,
    };
    Environment {
        constants: vec![("n".into(), 2)],
        lets: Arc::default(),
        of_operands: Arc::default(),
        functions: Arc::default(),
        lanes: None,
        operands: vec![
            operand("VDST", 32, false, true),
            operand("DST64", 64, false, true),
            operand("DST96", 96, false, true),
            operand("DST128", 128, false, true),
            operand("X", 32, true, true),
            operand("A", 32, true, false),
            operand("B", 32, true, false),
            operand("W", 64, true, false),
            operand("Q", 128, true, false),
            operand("S96", 96, true, false),
        ],
        fields: vec![
            field("GLC", 1, false),
            field("OFFSET", 13, true),
            field("IMM", 12, false),
        ],
        states: [state("EXEC", 64), state("SIZE", 32)].into(),
        features: ["PACKED".into()].into(),
        spaces: [space("global", None), space("lds", Some(1))].into(),
        floating: Arc::default(),
        absent: Arc::default(),
    }
}

const LETS: &str = "let ADDRESS : global BYTE* = W + OFFSET; let SHARED : lds BYTE* = A + IMM;";

fn parsed(text: &str) -> File {
    let (file, errors) = parse_file(0, text);
    assert!(errors.is_empty(), "{errors:?} in {text}");
    file
}

fn operations(file: &File) -> Operations<'_> {
    operation_items(file).collect()
}

fn operation_items(file: &File) -> impl Iterator<Item = &Operation> {
    file.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Operation(operation) => Some(operation),
        _ => None,
    })
}

/// Checks the last row of a text of operations and one family.
fn check_text(text: &str) -> Result<Checked, Vec<Diagnostic>> {
    check_in(text, environment())
}

fn check_in(text: &str, mut environment: Environment) -> Result<Checked, Vec<Diagnostic>> {
    let file = parsed(text);
    let mut row: Option<&Row> = None;
    for item in &file.items {
        if let ItemKind::Family(family) = &item.kind {
            for statement in &family.statements {
                match statement {
                    Statement::Lanes(lanes, _) => environment.lanes = Some(lanes.clone()),
                    Statement::Local(local) => {
                        Arc::make_mut(&mut environment.lets).push(local.clone());
                    }
                    Statement::Row(found) => row = Some(found),
                    _ => {}
                }
            }
        }
    }
    let row = row.expect("the test has a row");
    check(&operations(&file), &environment, &row.meaning, &row.name)
}

fn source(body: &str) -> String {
    format!("family f {{ lanes EXEC; {LETS} row 0 {{ {body} }} }}")
}

/// Checks a body that must be right.
fn good(body: &str) -> Checked {
    match check_text(&source(body)) {
        Ok(checked) => checked,
        Err(errors) => panic!("{body}: {errors:#?}"),
    }
}

/// The errors of a body: code, offending text, message.
fn bad(body: &str) -> Vec<(String, String, String)> {
    bad_text(&source(body))
}

fn bad_text(text: &str) -> Vec<(String, String, String)> {
    let errors = check_text(text).err().unwrap_or_default();
    errors
        .into_iter()
        .map(|error| {
            let span = error.primary.0;
            let at = text[span.start as usize..span.end as usize].to_owned();
            (error.code.as_str().to_owned(), at, error.message)
        })
        .collect()
}
