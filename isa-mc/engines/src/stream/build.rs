//! What builders of instructions of byte streams are made of. `isa!` makes a function
//! for each instruction, and a type for each stream that is a piece of one.

use super::inst::StreamInst;
use super::target::StreamTarget;
use crate::error::OperandError;
use crate::{Opcode, OperandValue};

/// Values of an instruction at most.
const MAX_VALUES: usize = 96;
/// Values of one piece at most.
const MAX_PARTS: usize = 24;
/// Bytes of the name of a part at most.
const MAX_NAME: usize = 120;

/// Values of the parts of a piece that is a stream, by name.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StreamParts {
    values: [(&'static str, OperandValue<'static>); MAX_PARTS],
    len: usize,
    overflow: bool,
}

impl Default for StreamParts {
    fn default() -> StreamParts {
        StreamParts::new()
    }
}

impl StreamParts {
    /// Nothing is said: every part has its default.
    pub const fn new() -> StreamParts {
        StreamParts {
            values: [("", OperandValue::Flag(false)); MAX_PARTS],
            len: 0,
            overflow: false,
        }
    }

    /// With a value for the part of that name; the last one counts.
    #[must_use]
    pub fn with(mut self, part: &'static str, value: OperandValue<'static>) -> StreamParts {
        match self.values.get_mut(self.len) {
            Some(place) => {
                *place = (part, value);
                self.len += 1;
            }
            None => self.overflow = true,
        }
        self
    }
}

/// An instruction of byte streams that is being built.
///
/// ```
/// use isa_mc::visa::{self, Destination, Execution, ExecutionMask, ExecutionSize};
/// use isa_mc::visa::{DataType, OperandKind, Predicate, Source, Stride, syntax};
///
/// let target = visa::target("visa").unwrap();
/// let eight = Execution::new().control_size(ExecutionSize::_8).control_mask(ExecutionMask::Int(1));
/// let dst = Destination::new().general_variable(40).general_region_horizontal(Stride::Value2);
/// let five = Source::new()
///     .tag_kind(OperandKind::Immediate)
///     .immediate_type_code(DataType::D)
///     .immediate_narrow_value(5);
/// let inst = visa::mov(eight, Predicate::new(), dst, five).build(&target).unwrap();
/// assert_eq!(inst, target.parse("mov (M1, 8) V40(0,0)<1> 0x5:d", syntax::VISA).unwrap());
/// ```
#[derive(Debug, Clone)]
pub struct StreamBuilder {
    opcode: Opcode,
    /// The piece, the part of it (none where it is the piece itself), the value.
    values: [(&'static str, &'static str, OperandValue<'static>); MAX_VALUES],
    len: usize,
    overflow: bool,
}

impl StreamBuilder {
    /// An instruction of which nothing is said yet.
    pub const fn new(opcode: Opcode) -> StreamBuilder {
        StreamBuilder {
            opcode,
            values: [("", "", OperandValue::Flag(false)); MAX_VALUES],
            len: 0,
            overflow: false,
        }
    }

    /// With a value for the part of that name: `src0.tag.kind`. The last one counts.
    #[must_use]
    pub fn with(self, part: &'static str, value: OperandValue<'static>) -> StreamBuilder {
        self.add(part, "", value)
    }

    /// With the values of a piece.
    #[must_use]
    pub fn piece(self, name: &'static str, parts: StreamParts) -> StreamBuilder {
        let given = parts.values[..parts.len].iter();
        let mut builder = given.fold(self, |builder, &(part, value)| {
            builder.add(name, part, value)
        });
        builder.overflow |= parts.overflow;
        builder
    }

    fn add(
        mut self,
        piece: &'static str,
        part: &'static str,
        value: OperandValue<'static>,
    ) -> StreamBuilder {
        match self.values.get_mut(self.len) {
            Some(place) => {
                *place = (piece, part, value);
                self.len += 1;
            }
            None => self.overflow = true,
        }
        self
    }

    /// What is built.
    pub fn opcode(&self) -> Opcode {
        self.opcode
    }

    /// The instruction as the target encodes it. Parts that were not given have their
    /// defaults.
    ///
    /// # Errors
    ///
    /// As [`StreamTarget::create`]; [`OperandError::NoField`] also if there are more
    /// values than an instruction can have.
    pub fn build(&self, target: &StreamTarget<'_>) -> Result<StreamInst, OperandError> {
        if self.overflow {
            return Err(OperandError::NoField);
        }
        let mut names = [[0; MAX_NAME]; MAX_VALUES];
        let mut lengths = [0; MAX_VALUES];
        for ((name, length), (piece, part, _)) in names
            .iter_mut()
            .zip(&mut lengths)
            .zip(&self.values[..self.len])
        {
            let point = if part.is_empty() { "" } else { "." };
            for byte in [*piece, point, *part].iter().flat_map(|text| text.bytes()) {
                *name.get_mut(*length).ok_or(OperandError::NoOperand)? = byte;
                *length += 1;
            }
        }
        let mut values = [("", OperandValue::Flag(false)); MAX_VALUES];
        for (index, place) in values[..self.len].iter_mut().enumerate() {
            let name = &names[index][..lengths[index]];
            let name = core::str::from_utf8(name).map_err(|_| OperandError::NoOperand)?;
            *place = (name, self.values[index].2);
        }
        target.create(self.opcode, &values[..self.len])
    }
}
