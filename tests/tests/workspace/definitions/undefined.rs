//! What no operation says, as a list that people review: every reason that a description
//! gives, the instructions that are nothing else, and those that are so in some case.

use isa_dsl::sorted::SortedMap;
use std::fmt::Write as _;

use isa_dsl::tables::NONE;
use isa_test_execution::executed::undefined;
use isa_test_support::machine::gcn;

/// The reasons in the text of an operation.
fn reasons(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split("undefined \"").skip(1);
    parts.filter_map(|part| part.split('"').next())
}

/// Each instruction is stated, or marked with its reason; what is marked is listed.
#[test]
fn what_is_not_stated_is_listed() {
    let tables = gcn();
    let mut whole: SortedMap<&str, Vec<&str>> = SortedMap::new();
    let mut cases: SortedMap<&str, Vec<&str>> = SortedMap::new();
    let mut count = 0;
    for row in tables.instructions {
        let name = tables.text(row.name);
        assert_ne!(
            row.program, NONE,
            "{name}: say what it does, or why nobody can"
        );
        match undefined(tables, row) {
            Some(reason) => {
                count += 1;
                whole.entry(reason).or_default().push(name);
            }
            None => {
                for reason in reasons(tables.text(row.operation)) {
                    let names = cases.entry(reason).or_default();
                    if names.last() != Some(&name) {
                        names.push(name);
                    }
                }
            }
        }
    }
    // Registers of which nobody says which they are.
    for encoding in tables.encodings {
        let shape = &tables.shapes[usize::from(encoding.shape)];
        let instruction = &tables.instructions[usize::from(encoding.instruction)];
        for indexed in &tables.indexed[shape.indexed.range()] {
            let names = cases.entry(tables.text(indexed.reason)).or_default();
            let name = tables.text(instruction.name);
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    cases.remove("");
    let all = tables.instructions.len();
    let mut text = format!("{count} of {all} instructions are undefined\n");
    for (title, reasons) in [("undefined", whole), ("undefined in some case", cases)] {
        let _ = writeln!(text, "\n{title}");
        for (reason, names) in reasons {
            let _ = writeln!(text, "  {reason}");
            for name in names {
                let _ = writeln!(text, "    {name}");
            }
        }
    }
    insta::with_settings!({ snapshot_path => "../../../snapshots/gcn", prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("undefined", text);
    });
}
