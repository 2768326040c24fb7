//! An instruction with all that is known of it.

use crate::tables::{NONE, Tables, Text};
use crate::{PrintError, SyntaxId};

use super::encodings::{Elsewhere, elsewhere};
use super::explained::{Explained, Operand};
use super::field::Field;
use super::operation::Operation;
use super::piece::Piece;

/// What an instruction does beyond its operands.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Effects {
    /// States that it reads, and `memory`.
    pub reads: Vec<&'static str>,
    /// States that it writes, and `memory`.
    pub writes: Vec<&'static str>,
    /// Counters that it counts in until it has ended.
    pub counters: Vec<&'static str>,
    /// Operands that say where it goes on.
    pub branches: Vec<&'static str>,
    /// What is read follows from the operation, and was not said by hand.
    pub reads_derived: bool,
    /// What is written follows from the operation.
    pub writes_derived: bool,
    /// It reads and writes memory in one step.
    pub is_atomic: bool,
}

/// An instruction with all that is known of it, on one processor.
#[derive(Debug, Clone, PartialEq)]
pub struct Explanation {
    /// Its mnemonic, without a suffix that says the encoding.
    pub mnemonic: &'static str,
    /// Its text in the syntax asked for; if that cannot say it, the nearest one.
    pub text: String,
    /// Why the syntax cannot say it; `None` if it can.
    pub unsayable: Option<String>,
    /// The processor, as `gfx900`.
    pub processor: &'static str,
    /// Its architecture, as `gcn1.4`.
    pub arch: &'static str,
    /// What the architecture is called, as `Vega`; its name if it has no other.
    pub arch_title: &'static str,
    /// What the machine is called.
    pub machine_title: &'static str,
    /// The format that its encoding is of, as `VOP3A_TWO`.
    pub format: &'static str,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Its words of 32 bits; none of a machine whose instructions are streams of bytes.
    pub words: Vec<u32>,
    /// Behind its words there is a literal, the last one of [`words`](Self::words).
    pub has_literal: bool,
    /// The parts of its words, the lowest bits first; none of streams.
    pub fields: Vec<Field>,
    /// The parts of its stream, in the order of its bytes; none of words.
    pub pieces: Vec<Piece>,
    /// Its operands without modifiers; of streams what their parts name in a file.
    pub operands: Vec<Operand>,
    /// What it does beyond its operands.
    pub effects: Effects,
    /// What the description says of it in words; empty if nothing.
    pub doc: &'static str,
    /// The family that it is of.
    pub family: &'static str,
    /// What the description says of its family in words.
    pub family_doc: &'static str,
    /// What it does; `None` where the description does not say it.
    pub operation: Option<Operation>,
    /// How it is on other architectures, those where it is the same in a row as one.
    pub elsewhere: Vec<Elsewhere>,
}

/// Explains an instruction, its text in a syntax; `None` if it is none of the target's.
pub fn explain<T: Explained>(target: &T, syntax: SyntaxId, inst: T::Inst) -> Option<Explanation> {
    let tables = target.tables();
    let machine = target.target();
    let row = target.instruction(inst)?;
    let mut room = T::buffer();
    let size = target.encode(inst, room.as_mut()).unwrap_or(0);
    let bytes = room.as_ref()[..size].to_vec();
    let words = match tables.word_bits {
        8 => Vec::new(),
        _ => bytes.chunks(4).map(|word| load(tables, word)).collect(),
    };
    let mut text = String::new();
    let unsayable = target.print(inst, syntax, &mut text).err().map(|error| {
        text.clear();
        if target.print_reading(inst, syntax, &mut text).is_err() {
            text.clear();
        }
        reason(target, syntax, inst, error)
    });
    let family = &tables.families[usize::from(row.family)];
    let arch = machine.arch();
    let operation = (row.program != NONE || row.operation != Text::default())
        .then(|| Operation::of(target, inst, row));
    Some(Explanation {
        mnemonic: tables.text(row.name),
        text,
        unsayable,
        processor: tables.text(machine.processor().name),
        arch: tables.text(arch.name),
        arch_title: tables.text(arch.title),
        machine_title: tables.title,
        format: target.format(inst),
        has_literal: target.plain_size(inst) < size,
        bytes,
        words,
        fields: target.fields(inst),
        pieces: target.pieces(inst),
        operands: target.operands(inst),
        effects: effects(target, inst, row.atomic.is_set()),
        doc: tables.text(row.doc).trim(),
        family: tables.text(family.name),
        family_doc: tables.text(family.doc).trim(),
        operation,
        elsewhere: elsewhere(tables, row, usize::from(machine.processor().arch)),
    })
}

/// Why a syntax cannot say an instruction.
#[doc(hidden)]
pub fn reason<T: Explained>(
    target: &T,
    syntax: SyntaxId,
    inst: T::Inst,
    error: PrintError,
) -> String {
    let tables = target.tables();
    let fields = target.unsaid(inst, error);
    if fields.is_empty() {
        return error.display(tables).to_string();
    }
    let syntax = tables.syntaxes.get(usize::from(syntax.0));
    let name = syntax.map_or("", |row| tables.text(row.name));
    format!("{name} cannot say {fields}")
}

/// A word of up to 32 bits, in the order of the machine.
pub(super) fn load(tables: &Tables<'_>, bytes: &[u8]) -> u32 {
    let fold = |value: u32, byte: &u8| value << 8 | u32::from(*byte);
    match tables.big_endian {
        true => bytes.iter().fold(0, fold),
        false => bytes.iter().rev().fold(0, fold),
    }
}

fn effects<T: Explained>(target: &T, inst: T::Inst, is_atomic: bool) -> Effects {
    let tables = target.tables();
    let Some(row) = target.effects(inst) else {
        return Effects {
            is_atomic,
            ..Effects::default()
        };
    };
    let names = |texts: &'static [Text]| -> Vec<&'static str> {
        texts.iter().map(|&text| tables.text(text)).collect()
    };
    let mut reads = names(&tables.texts[row.reads.range()]);
    for state in target.states_of_words(inst) {
        let name = tables.text(tables.states[usize::from(state)].name);
        if !reads.contains(&name) {
            reads.push(name);
        }
    }
    let mut writes = names(&tables.texts[row.writes.range()]);
    let memory = |list: &mut Vec<&str>, is: bool| {
        if is && !list.iter().any(|name| name.eq_ignore_ascii_case("memory")) {
            list.insert(0, "memory");
        }
    };
    memory(&mut reads, row.loads.is_set());
    memory(&mut writes, row.stores.is_set());
    Effects {
        reads,
        writes,
        counters: names(&tables.texts[row.counters.range()]),
        branches: names(&tables.texts[row.branches.range()]),
        reads_derived: row.reads_derived.is_set(),
        writes_derived: row.writes_derived.is_set(),
        is_atomic,
    }
}
