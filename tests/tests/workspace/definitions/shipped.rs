//! The shipped description says what is known of the machine, and a row more is
//! nothing but a row more.

use isa_dsl::{compile_text, dump};
use isa_mc::tables::Slot;
use isa_test_support::facts;
use isa_test_support::fixtures::shipped_gcn;
use isa_test_support::machine::compiled_gcn;

/// The shipped opcodes are those that two independent disassemblers know, no
/// more and no fewer.
#[test]
fn the_opcodes_are_the_known_ones() {
    let (wrong, missing) = facts::opcodes(&compiled_gcn().model);
    assert!(
        wrong.is_empty() && missing.is_empty(),
        "not known: {wrong:#?}\nnot described: {missing:#?}"
    );
}

/// A row more is a line more where it exists, and a block more in the
/// documentation; nothing else moves.
#[test]
fn a_row_more_is_a_line_more() {
    let before = shipped_gcn();
    let row = "    /// Loads a byte, sign-extended to 32 bits.\n    flat_load_sbyte ";
    let novel = "    /// A new one.\n    flat_load_ubyte_novel (1)      -      60      60       -       -  = load(UINT8);\n";
    let after = before.replacen(row, &format!("{novel}{row}"), 1);
    assert_ne!(before, after, "the row to stand before is not found");
    let after = compile_text("gcn.isa", &after);
    assert_eq!(after.errors(), "");
    let (old, new) = (&compiled_gcn().model, &after.model);
    let added = added_lines(&dump::dump(old), &dump::dump(new));
    assert_eq!(
        added.len(),
        7,
        "one on each of six architectures, and one of accumulation registers: {added:#?}"
    );
    assert!(
        added
            .iter()
            .all(|line| line.contains("flat_load_ubyte_novel")),
        "{added:#?}"
    );
    for family in 0..old.families.len() {
        let name = old.families[family].name.as_str();
        let (old, new) = (
            dump::documentation(old, family),
            dump::documentation(new, family),
        );
        let added = added_lines(&old, &new).join("\n");
        if name == "flat_load" {
            let block = "## flat_load_ubyte_novel

A new one.

opcode gcn1.2 60, gcn1.4 60, cdna1 60, cdna2 60, cdna3 60, cdna4 60

";
            assert!(added.contains(block), "{added}");
            assert_eq!(added.matches("## ").count(), 1, "{added}");
        } else {
            assert_eq!(added, "");
        }
    }
}

/// The lines that `new` has more than `old`, which must be all that differs.
fn added_lines(old: &str, new: &str) -> Vec<String> {
    let mut rest = old.lines().peekable();
    let mut added = Vec::new();
    for line in new.lines() {
        if rest.peek() == Some(&line) {
            rest.next();
        } else {
            added.push(line.to_owned());
        }
    }
    assert_eq!(rest.next(), None, "a line is gone or changed");
    added
}

/// An instruction is told from all others by a few look-ups: no list of encodings that
/// are compared one after the other is long.
#[test]
fn decoding_compares_two_encodings_at_most() {
    let tables = isa_test_support::machine::gcn();
    let lists = tables
        .slots
        .iter()
        .filter_map(|slot| match Slot::unpack(*slot) {
            Slot::List { base } => Some(&tables.slots[base as usize..]),
            _ => None,
        });
    let is_encoding = |slot: &&u32| matches!(Slot::unpack(**slot), Slot::Encoding(_));
    let longest = lists.map(|list| list.iter().take_while(is_encoding).count());
    assert_eq!(longest.max(), Some(2));
}
