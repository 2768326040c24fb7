//! Instructions built by operand names: what the typed builders of a machine
//! are made of.

use crate::error::OperandError;
use crate::tables::{BitString, Direction, NONE, Operand, Tables, Wrap};
use crate::{DecodeError, Inst, OperandValue, Parsed, Target, operand};

/// Operands and modifiers that a [`Builder`] holds at most.
const MAX_VALUES: usize = 16;

/// Source modifiers that a [`Builder`] holds at most.
const MAX_WRAPS: usize = 8;

/// An instruction of a machine, whatever the architecture: an index into
/// [`Tables::instructions`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Opcode(pub u16);

impl Opcode {
    /// The mnemonic; empty if the machine has no such instruction.
    pub fn mnemonic<'a>(self, tables: &Tables<'a>) -> &'a str {
        tables
            .instructions
            .get(self.0 as usize)
            .map_or("", |row| tables.text(row.name))
    }
}

/// An instruction under construction. It knows no architecture until
/// [`Builder::build`].
///
/// A machine's module has a function for every instruction that gives a
/// builder with its operands; modifiers follow:
///
/// ```
/// use isa_mc::gcn::{self, modifier, v};
///
/// let target = gcn::target("gfx900").unwrap();
/// let load = gcn::flat_load_dword(v(1), v(2).x(2))
///     .with(modifier::OFFSET, 16)
///     .flag(modifier::GLC)
///     .build(&target)
///     .unwrap();
/// let mut bytes = [0; 8];
/// target.encode(load, &mut bytes).unwrap();
/// assert_eq!(bytes, [0x10, 0, 0x51, 0xdc, 2, 0, 0, 1]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Builder {
    opcode: Opcode,
    values: [(&'static str, OperandValue<'static>); MAX_VALUES],
    len: usize,
    wraps: [(&'static str, &'static str); MAX_WRAPS],
    wrapped: usize,
    overflow: bool,
}

/// Why a [`Builder`] gave no instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuildError {
    /// The target's architecture or processor lacks the instruction.
    NotHere,
    /// The instruction has no operand or modifier of that name there.
    NoOperand(&'static str),
    /// The operand of that name cannot hold its value.
    Operand(&'static str, OperandError),
    /// Two operands need literals, and an instruction holds one.
    SecondLiteral,
    /// The values do not go together.
    Invalid(DecodeError),
    /// More values or source modifiers than an instruction can have.
    TooMany,
    /// The operand of that name cannot hold a value that is known later: it is
    /// neither a literal nor a distance.
    NotLater(&'static str),
}

impl core::fmt::Display for BuildError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            BuildError::NotHere => f.write_str("this processor lacks the instruction"),
            BuildError::NoOperand(name) => write!(f, "there is no operand or modifier `{name}`"),
            BuildError::Operand(name, _) => write!(f, "`{name}` cannot hold its value"),
            BuildError::SecondLiteral => f.write_str("an instruction holds one literal"),
            BuildError::Invalid(_) => f.write_str("the operands do not go together"),
            BuildError::TooMany => write!(f, "more than {MAX_VALUES} operands and modifiers"),
            BuildError::NotLater(name) => {
                write!(f, "`{name}` cannot hold a value that is known later")
            }
        }
    }
}

impl core::error::Error for BuildError {}

impl Builder {
    /// An instruction without operands yet.
    pub const fn new(opcode: Opcode) -> Builder {
        Builder {
            opcode,
            values: [("", OperandValue::Flag(false)); MAX_VALUES],
            len: 0,
            wraps: [("", ""); MAX_WRAPS],
            wrapped: 0,
            overflow: false,
        }
    }

    /// With a value for the operand or modifier of that name; the last one
    /// counts.
    #[must_use]
    pub fn operand(mut self, name: &'static str, value: OperandValue<'static>) -> Builder {
        match self.values.get_mut(self.len) {
            Some(place) => {
                *place = (name, value);
                self.len += 1;
            }
            None => self.overflow = true,
        }
        self
    }

    /// With a value for the operand of that name, as something of the type that it takes.
    #[must_use]
    pub fn given<T: Into<OperandValue<'static>>>(
        self,
        name: &'static str,
        value: impl Into<T>,
    ) -> Builder {
        self.operand(name, value.into().into())
    }

    /// With a number behind the instruction for the operand of that name.
    #[must_use]
    pub fn literal(self, name: &'static str, value: impl Into<u32>) -> Builder {
        self.operand(name, OperandValue::Literal(value.into()))
    }

    /// With a value for an operand that a text may leave out. Where there is none, the operand
    /// is what `absent` says instead, or has its default if that is empty.
    #[must_use]
    pub fn optional<T: Into<OperandValue<'static>>>(
        self,
        name: &'static str,
        value: Option<T>,
        absent: &'static str,
    ) -> Builder {
        match value {
            Some(value) => self.operand(name, value.into()),
            None if absent.is_empty() => self,
            None => self.operand(name, OperandValue::Absent(absent)),
        }
    }

    /// With a number for a modifier: `.with("offset", 16)`.
    #[must_use]
    pub fn with(self, modifier: &'static str, value: i64) -> Builder {
        self.operand(modifier, OperandValue::Int(value))
    }

    /// With a flag set: `.flag("glc")`.
    #[must_use]
    pub fn flag(self, modifier: &'static str) -> Builder {
        self.operand(modifier, OperandValue::Flag(true))
    }

    /// With a source modifier around an operand: `.wrap("src0", "neg")`.
    #[must_use]
    pub fn wrap(mut self, operand: &'static str, name: &'static str) -> Builder {
        match self.wraps.get_mut(self.wrapped) {
            Some(place) => {
                *place = (operand, name);
                self.wrapped += 1;
            }
            None => self.overflow = true,
        }
        self
    }

    /// What is built.
    pub fn opcode(&self) -> Opcode {
        self.opcode
    }

    /// The instruction as the target encodes it: the one of this mnemonic, if
    /// architectures have several. Operands that were not given have their
    /// defaults.
    ///
    /// # Errors
    ///
    /// [`BuildError`] if the target lacks the instruction, or a value does not
    /// fit.
    pub fn build(&self, target: &Target<'_>) -> Result<Inst, BuildError> {
        if self.overflow {
            return Err(BuildError::TooMany);
        }
        let tables = target.tables();
        let row = tables
            .instructions
            .get(self.opcode.0 as usize)
            .ok_or(BuildError::NotHere)?;
        // On another architecture the mnemonic may be another row.
        let others = tables.instructions.iter();
        let same = others.filter(|other| other.name == row.name);
        let encodings = same.flat_map(|row| row.encodings.range());
        let mut result = Err(BuildError::NotHere);
        for index in row.encodings.range().chain(encodings) {
            let encoding = &tables.encodings[index];
            let shape = target.shape_of(encoding);
            if shape.arch != target.arch_index() || encoding.features & !target.features() != 0 {
                continue;
            }
            result = self.encode(target, index as u16);
            if result.is_ok() {
                break;
            }
        }
        result
    }

    /// The instruction with an operand whose value is known later: a literal, or the
    /// distance to a place. It is zero in the instruction, whatever was given.
    ///
    /// # Errors
    ///
    /// As [`build`](Self::build); [`BuildError::NotLater`] if the operand is neither.
    pub fn build_with_later(
        &self,
        target: &Target<'_>,
        operand: &'static str,
    ) -> Result<Parsed<Inst>, BuildError> {
        // Replaced, because there may be no room for one more.
        let with = |value| {
            let mut builder = *self;
            let given = builder.values[..builder.len].iter_mut();
            let mut given = given.filter(|(name, _)| *name == operand);
            match given.next_back() {
                Some(place) => place.1 = value,
                None => builder = builder.operand(operand, value),
            }
            let inst = builder.build(target)?;
            let later = target.later(inst, operand);
            let later = later.ok_or(BuildError::NotLater(operand))?;
            Ok(Parsed {
                inst,
                later: Some(later),
            })
        };
        with(OperandValue::Literal(0)).or_else(|error| {
            let number = with(OperandValue::Int(0));
            number.map_err(|_| match error {
                BuildError::Operand(name, _) if name == operand => BuildError::NotLater(name),
                error => error,
            })
        })
    }

    fn encode(&self, target: &Target<'_>, index: u16) -> Result<Inst, BuildError> {
        let tables = target.tables();
        let encoding = &tables.encodings[index as usize];
        let shape = target.shape_of(encoding);
        let rows = &tables.operands[shape.operands.range()];
        let mut bits = tables.encoding_bits(encoding);
        for row in rows {
            if row.field.total != 0 && row.direction != Direction::Part.into() {
                bits = row.field.set(bits, row.default, tables.pieces);
            }
        }
        let mut values = [(0, OperandValue::Flag(false)); MAX_VALUES];
        for (place, &(name, value)) in values.iter_mut().zip(&self.values[..self.len]) {
            let at = rows
                .iter()
                .position(|row| target.text(row.name) == name)
                .ok_or(BuildError::NoOperand(name))?;
            *place = (at, value);
        }
        let values = &values[..self.len];
        for &(operand, name) in &self.wraps[..self.wrapped] {
            let mut rows = rows.iter();
            let row = rows
                .find(|row| target.text(row.name) == operand)
                .ok_or(BuildError::NoOperand(operand))?;
            let mut wraps = tables.wraps[row.wraps.range()].iter();
            let wrap = wraps.find(|wrap| target.text(wrap.name) == name);
            let wrap = wrap.ok_or(BuildError::NoOperand(name))?;
            // Which half it is, the register is asked when it is there.
            if wrap.file == NONE {
                bits = bits.insert(wrap.bit, 1, 1);
            }
        }
        // The defaults alone need not be valid: only what they become is.
        target
            .set_operands(Inst::of_bits(index, bits, shape.size), values)
            .map_err(|error| match error {
                OperandError::Invalid(error) => BuildError::Invalid(error),
                OperandError::SecondLiteral => BuildError::SecondLiteral,
                error => {
                    let fault = values
                        .iter()
                        .position(|&(at, value)| operand::write(target, &rows[at], value).is_err());
                    let name = fault.map_or("", |fault| self.values[fault].0);
                    BuildError::Operand(name, error)
                }
            })
            .and_then(|inst| self.with_halves(target, inst, rows))
    }

    /// The instruction with the halves of registers that its source modifiers say.
    fn with_halves(
        &self,
        target: &Target<'_>,
        inst: Inst,
        rows: &[Operand],
    ) -> Result<Inst, BuildError> {
        let tables = target.tables();
        let mut found = inst;
        for &(operand, name) in &self.wraps[..self.wrapped] {
            for (at, row) in rows.iter().enumerate() {
                let mut wraps = tables.wraps[row.wraps.range()].iter();
                let is_half = |it: &Wrap| it.file != NONE && target.text(it.name) == name;
                if target.text(row.name) == operand && wraps.any(is_half) {
                    let half = target.set_wrap(found, at, name, true);
                    found = half.map_err(|error| BuildError::Operand(operand, error))?;
                }
            }
        }
        Ok(found)
    }
}

const _: () = assert!(MAX_VALUES < NONE as usize);
