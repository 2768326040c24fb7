//! `docs/errata.md` held against the compiled definitions.

use std::collections::BTreeMap;

use isa_dsl::model::Shape;
use isa_test_support::machine::compiled_gcn;

/// A row of a table: its cells by the heads of their columns.
type Row = BTreeMap<String, String>;

fn text() -> String {
    std::fs::read_to_string("../docs/errata.md").expect("it is in the repository")
}

/// The rows of all tables, in order.
fn rows(markdown: &str) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut heads: Vec<String> = Vec::new();
    for line in markdown.lines() {
        let Some(cells) = line.strip_prefix('|').and_then(|it| it.strip_suffix('|')) else {
            heads.clear();
            continue;
        };
        let cells: Vec<String> = cells.split('|').map(|it| it.trim().to_owned()).collect();
        if heads.is_empty() {
            heads = cells;
        } else if !cells.iter().all(|it| it.chars().all(|c| c == '-')) {
            assert_eq!(cells.len(), heads.len(), "cells of `{line}`");
            rows.push(heads.iter().cloned().zip(cells).collect());
        }
    }
    rows
}

fn mnemonic(row: &Row) -> Option<&str> {
    Some(row.get("instruction")?.trim_matches('`'))
}

/// Every opcode that the page gives, and every absence.
#[test]
fn opcodes_are_as_the_definitions_say() {
    let model = &compiled_gcn().model;
    let mut checked = 0;
    for row in rows(&text()) {
        let (Some(name), Some(opcode)) = (mnemonic(&row), row.get("opcode")) else {
            continue;
        };
        let wanted = if opcode == "none" {
            None
        } else {
            let (decimal, hex) = opcode.split_once(" (0x").expect("both spellings");
            let decimal: u64 = decimal.parse().expect("a number");
            let hex = u64::from_str_radix(hex.trim_end_matches(')'), 16);
            assert_eq!(hex, Ok(decimal), "{name}: the two spellings differ");
            Some(decimal)
        };
        let described = model.by_name.get(name);
        let described =
            described.unwrap_or_else(|| panic!("{}: `{name}` is not described", row["id"]));
        for place in row["where"].split(' ') {
            let arch = format!("gcn{place}");
            let archs = &model.machine.archs;
            let arch = archs.iter().position(|it| it.name.text == arch);
            let arch = arch.expect("an architecture");
            let mut instructions = described.iter();
            let found = instructions.find_map(|&index| model.instructions[index].opcodes[arch]);
            assert_eq!(found, wanted, "{}: `{name}` on {place}", row["id"]);
            checked += 1;
        }
    }
    assert!(checked >= 130, "{checked}");
}

/// Every number of registers that the page gives.
#[test]
fn widths_are_as_the_definitions_say() {
    let model = &compiled_gcn().model;
    let mut checked = 0;
    for row in rows(&text()) {
        let (Some(name), Some(registers)) = (mnemonic(&row), row.get("registers")) else {
            continue;
        };
        let wanted: u32 = registers.parse().expect("a number");
        let shapes: Vec<&Shape> = model
            .encodings
            .iter()
            .filter(|it| model.instructions[it.instruction].name == name)
            .map(|it| &model.shapes[it.shape])
            .collect();
        assert!(!shapes.is_empty(), "`{name}` has no encoding");
        for shape in shapes {
            let operand = shape.operands.iter().find(|it| it.name == row["operand"]);
            let found = operand.map(|it| it.value_width);
            assert_eq!(found, Some(wanted), "{}: `{name}`", row["id"]);
            checked += 1;
        }
    }
    assert!(checked >= 30, "{checked}");
}

/// A number without its line, or a line whose number is none of these.
#[test]
fn every_number_has_its_line() {
    let mut wanted: BTreeMap<String, usize> = BTreeMap::new();
    for (letter, last) in [
        ("T", 9),
        ("O", 12),
        ("N", 13),
        ("S", 17),
        ("F", 8),
        ("P", 32),
        ("H", 12),
        ("R", 23),
        ("D", 17),
        ("C", 13),
    ] {
        wanted.extend((1..=last).map(|number| (format!("{letter}{number}"), 0)));
    }
    wanted.insert("K".to_owned(), 0);
    let text = text();
    for row in rows(&text) {
        let count = wanted.get_mut(&row["id"]);
        *count.unwrap_or_else(|| panic!("`{}` is no number", row["id"])) += 1;
        for (head, cell) in &row {
            assert!(!cell.is_empty(), "{}: `{head}` is empty", row["id"]);
        }
    }
    let missing: Vec<_> = wanted.iter().filter(|(_, count)| **count == 0).collect();
    assert!(missing.is_empty(), "{missing:?}");
    assert!(text.contains("\n## X: "), "the section of damage");
}

/// The codes in brackets are codes of the language.
#[test]
fn codes_are_codes() {
    let text = text();
    let mut seen = 0;
    for (at, _) in text.match_indices("[E0") {
        let code = &text[at + 1..at + 6];
        let known = isa_dsl::diagnostic::Code::ALL.iter();
        assert!(known.clone().any(|it| it.as_str() == code), "{code}");
        seen += 1;
    }
    assert!(seen >= 30, "{seen}");
}
