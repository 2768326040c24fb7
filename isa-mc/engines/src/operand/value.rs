//! What operands hold.

use crate::list::List;
use crate::registers::Register;

/// What an operand or a modifier holds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum OperandValue<'a> {
    /// Registers.
    Register(Register),
    /// A word, as `off`.
    Keyword(&'a str),
    /// A number, in the units of the text (scaled, biased).
    Int(i64),
    /// An inline floating constant.
    Float(f64),
    /// The word behind the instruction.
    Literal(u32),
    /// A flag.
    Flag(bool),
    /// Some small numbers.
    List(List),
    /// Bits with names of their own; [`Target::members`](crate::Target::members) takes them apart.
    Struct(StructValue),
    /// The operand takes no registers here; with what the text says instead.
    Absent(&'a str),
}

/// A value of a struct.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StructValue {
    /// Which struct of the machine: see [`Tables::struct_on`](crate::tables::Tables::struct_on).
    pub structure: u16,
    /// Its bits.
    pub bits: u64,
}

impl From<i64> for OperandValue<'_> {
    fn from(number: i64) -> Self {
        OperandValue::Int(number)
    }
}

impl From<List> for OperandValue<'_> {
    fn from(list: List) -> Self {
        OperandValue::List(list)
    }
}

impl From<bool> for OperandValue<'_> {
    fn from(flag: bool) -> Self {
        OperandValue::Flag(flag)
    }
}
