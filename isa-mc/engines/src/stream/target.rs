//! A machine of byte streams as one of its processors sees it.

use super::inst::StreamInst;
use crate::integer;
use crate::operand;
use crate::tables::{
    Arch, Direction, Effects, Field, Flag, Instruction, Kind, Meaning, NO_PAGES, NONE, Operand,
    Processor, Reading, Rows, StreamEncoding, Tables, Text,
};
use crate::{SyntaxId, Target};

/// A processor of a machine of byte streams. Copies are cheap.
#[derive(Debug, Clone, Copy)]
pub struct StreamTarget<'a> {
    pub(crate) target: Target<'a>,
}

impl<'a> StreamTarget<'a> {
    /// The processor of that name, in any case; `None` if the machine has no
    /// such processor.
    pub fn new(tables: &'a Tables<'a>, processor: &str) -> Option<StreamTarget<'a>> {
        let target = Target::new(tables, processor)?;
        Some(StreamTarget { target })
    }

    /// The processor in a row of [`Tables::processors`]; `None` if there is no such
    /// row.
    pub fn of_row(tables: &'a Tables<'a>, row: usize) -> Option<StreamTarget<'a>> {
        let target = Target::of_row(tables, row)?;
        Some(StreamTarget { target })
    }

    /// The machine's tables.
    pub fn tables(&self) -> &'a Tables<'a> {
        self.target.tables
    }

    /// The processor's row.
    pub fn processor(&self) -> &'a Processor {
        self.target.processor()
    }

    /// The architecture's row.
    pub fn arch(&self) -> &'a Arch {
        self.target.arch()
    }

    /// Index of the architecture in [`Tables::archs`].
    pub fn arch_index(&self) -> u8 {
        self.target.arch
    }

    /// The processor's features; bit n is row n of [`Tables::features`].
    pub fn features(&self) -> u32 {
        self.target.features
    }

    /// The syntax of that name, in any case.
    pub fn syntax(&self, name: &str) -> Option<SyntaxId> {
        self.target.syntax(name)
    }

    /// The encoding's row; `None` if the instruction is none of this machine.
    pub fn encoding(&self, inst: StreamInst) -> Option<&'a StreamEncoding> {
        self.tables().stream_encodings.get(inst.encoding() as usize)
    }

    /// What the instruction does, apart from how it is encoded; `None` if it
    /// is none of this machine.
    pub fn instruction(&self, inst: StreamInst) -> Option<&'a Instruction> {
        let encoding = self.encoding(inst)?;
        let instructions = self.tables().instructions;
        instructions.get(encoding.instruction as usize)
    }

    /// What its encoding does beyond its operands; `None` if the instruction is none
    /// of this machine.
    pub fn effects(&self, inst: StreamInst) -> Option<&'a Effects> {
        let encoding = self.encoding(inst)?;
        self.tables().effects.get(encoding.effects as usize)
    }

    /// The mnemonic; empty if the instruction is none of this machine.
    pub fn mnemonic(&self, inst: StreamInst) -> &'a str {
        self.instruction(inst)
            .map_or("", |row| self.tables().text(row.name))
    }

    /// The row of an encoding that this processor has.
    pub(super) fn encoding_here(&self, encoding: u16) -> Option<&'a StreamEncoding> {
        let row = self.tables().stream_encodings.get(encoding as usize)?;
        let here = row.arch == self.target.arch && row.features & !self.target.features == 0;
        here.then_some(row)
    }
}

/// What messages need of a target is the same for both kinds of machine.
impl<'a> From<&StreamTarget<'a>> for Target<'a> {
    fn from(target: &StreamTarget<'a>) -> Target<'a> {
        target.target
    }
}

/// A value of that kind as an operand that is nothing but its `bits` bits, so
/// that what the machines of words know about values serves both.
pub(super) fn value_row(name: Text, kind: Kind, bits: u8) -> Operand {
    Operand {
        name,
        field: Field {
            shift: 0,
            width: bits,
            total: bits,
            more: Rows::default(),
        },
        kind: kind.into(),
        direction: Direction::In.into(),
        width: 1,
        width_table: NONE,
        value_width: 1,
        signed_bits: 0,
        unaligned: Flag::NO,
        read_only: Flag::NO,
        zero: Text::default(),
        default: 0,
        mask: crate::tables::low_mask(bits),
        default_bits: 0,
        reading: Reading::default(),
        pages: NO_PAGES,
        wraps: Rows::default(),
        signs: Rows::default(),
    }
}

/// Whether a value has a meaning.
#[inline]
pub(super) fn has_meaning(target: &Target<'_>, kind: Kind, bits: u8, value: u64) -> bool {
    let tables = target.tables;
    match kind {
        Kind::Integer { integer } if bits != 0 => {
            let integer = &tables.integers[integer as usize];
            integer::value(integer, bits, value).is_some()
        }
        Kind::Class { class, .. } if bits != 0 => {
            let class = &tables.classes[class as usize];
            match operand::entry(tables, target.arch, class, value).map(|it| it.meaning) {
                Some(Meaning::Register { .. } | Meaning::Struct { .. }) => {
                    is_operand(target, kind, bits, value)
                }
                // A stream has no place for a literal.
                None | Some(Meaning::Literal | Meaning::Escape) => false,
                Some(_) => true,
            }
        }
        Kind::Flag => true,
        _ => is_operand(target, kind, bits, value),
    }
}

/// Whether a value has a meaning as an operand.
fn is_operand(target: &Target<'_>, kind: Kind, bits: u8, value: u64) -> bool {
    let row = value_row(Text::default(), kind, bits);
    matches!(operand::check(target, &row, value), Ok(false))
}
