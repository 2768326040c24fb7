//! How the numbers in fields are read.

use crate::tables::ValueType;

/// Kinds of operands.
#[derive(Debug, Clone, PartialEq)]
pub enum Kind {
    /// A register of a file; the number is the field's value times the scale.
    Register(usize, u32),
    /// A value of a class, with the type of its constants.
    Class(usize, ValueType),
    /// A struct.
    Struct(usize),
    /// An integer.
    Integer(Integer),
    /// One bit.
    Flag,
    /// A list of so many integers, the first in the lowest bits.
    List(u32, Integer),
}

/// An integer kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Integer {
    /// Width in bits.
    pub bits: u32,
    /// Two's complement.
    pub signed: bool,
    /// Printed in hexadecimal from this number on, whatever the sign.
    pub hex: Option<u32>,
    /// Text value = field value * scale + bias.
    pub scale: u32,
    /// See `scale`.
    pub bias: u32,
    /// Negative numbers are read as well.
    pub signless: bool,
    /// It says how far away an address is.
    pub relative: Option<Relative>,
    /// Text has a floating-point number of this type, whose bits are the value. Such
    /// kinds are read and never printed.
    pub float: Option<ValueType>,
}

/// A distance to an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Relative {
    /// Bytes from the start of the instruction to where distances count from;
    /// `None` for its end, until an operand says which instruction.
    pub base: Option<u32>,
    /// Bytes of one step of the number in the text.
    pub unit: u32,
}
