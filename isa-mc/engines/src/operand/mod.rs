//! Operands: views of the bits through the tables.
//!
//! In the order in which they can be read: `value` is what operands hold, `read` goes from
//! bits to values, and `write` from values to bits.

mod read;
mod value;
mod write;

use crate::integer;
use crate::parsed::{Later, Span};
use crate::tables::{BitString, Bits, Direction, Kind, Operand, Shape, Wrap};
use crate::{Inst, Target};

pub(crate) use read::*;
pub use value::{OperandValue, StructValue};
pub(crate) use write::*;

/// An operand of an instruction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OperandView<'a> {
    /// Position among the operands of its instruction: what
    /// [`Target::set_operand`] takes.
    pub index: usize,
    /// Name.
    pub name: &'a str,
    /// Direction; [`Direction::Modifier`] for modifiers.
    pub direction: Direction,
    /// Value; `None` if the field holds something without a meaning.
    pub value: Option<OperandValue<'a>>,
    /// The source modifiers around it, as a bit set over those that it takes:
    /// [`Target::wraps`] names them.
    pub wraps: u8,
}

/// A source modifier that an operand takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WrapView<'a> {
    /// Name.
    pub name: &'a str,
    /// The operand has it.
    pub is_set: bool,
}

/// Iterates over the source modifiers that an operand takes, the outermost
/// first.
#[derive(Debug, Clone)]
pub struct Wraps<'a> {
    target: Target<'a>,
    bits: Bits,
    row: Option<&'a Operand>,
    rows: core::slice::Iter<'a, Wrap>,
}

impl<'a> Iterator for Wraps<'a> {
    type Item = WrapView<'a>;

    fn next(&mut self) -> Option<WrapView<'a>> {
        let row = self.rows.next()?;
        Some(WrapView {
            name: self.target.text(row.name),
            is_set: is_wrapped_by(&self.target, self.row?, row, self.bits),
        })
    }
}

/// Iterates over the operands of an instruction, positional ones first, then
/// modifiers.
#[derive(Debug, Clone)]
pub struct Operands<'a> {
    target: Target<'a>,
    bits: Bits,
    /// There may be fields beyond the first 64 bits.
    is_wide: bool,
    literal: u32,
    choice: u8,
    rows: &'a [Operand],
    next: usize,
}

impl<'a> Iterator for Operands<'a> {
    type Item = OperandView<'a>;

    #[inline]
    fn next(&mut self) -> Option<OperandView<'a>> {
        // A part says what another view says already.
        let left = self.rows.get(self.next..)?;
        let place = left
            .iter()
            .position(|row| row.direction != Direction::Part.into())?;
        let index = self.next + place;
        self.next = index + 1;
        self.view(index)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.rows.get(self.next..).unwrap_or(&[]);
        let parts = left
            .iter()
            .filter(|row| row.direction == Direction::Part.into());
        let left = left.len() - parts.count();
        (left, Some(left))
    }
}

impl ExactSizeIterator for Operands<'_> {}

impl<'a> Operands<'a> {
    /// The operand at a position of its shape.
    #[inline]
    pub(crate) fn view(&self, index: usize) -> Option<OperandView<'a>> {
        let row = self.rows.get(index)?;
        Some(OperandView {
            index,
            name: self.target.text(row.name),
            direction: row.direction.get(),
            value: self.value(row),
            wraps: match row.wraps.len {
                0 => 0,
                _ => wraps_set(&self.target, row, self.bits),
            },
        })
    }

    fn read(&self, row: &Operand) -> Option<OperandValue<'a>> {
        read(&self.target, row, self.bits, self.literal, self.choice)
    }

    #[inline]
    fn value(&self, row: &Operand) -> Option<OperandValue<'a>> {
        match self.is_wide {
            false => self.value_in(row, self.bits.low()),
            true => self.value_in(row, self.bits),
        }
    }

    /// What [`read`] gives, in fewer steps where that is nearly always possible.
    #[inline]
    fn value_in(&self, row: &Operand, bits: impl BitString) -> Option<OperandValue<'a>> {
        let tables = self.target.tables;
        let field = || row.get(bits, tables.pieces);
        match row.kind.get() {
            Kind::Flag => Some(OperandValue::Flag(field() != 0)),
            Kind::Integer { integer } => {
                let integer = tables.integers.get(integer as usize)?;
                integer::value(integer, row.field.total, field()).map(OperandValue::Int)
            }
            // What was worked out beforehand knows the first choice only.
            _ if self.choice != 0 => self.read(row),
            _ => match known(&self.target, row, bits, self.literal) {
                Some(value) => Some(value),
                None => self.read(row),
            },
        }
    }
}

impl<'a> Target<'a> {
    /// The operands of an instruction; none if it is none of this machine.
    pub fn operands(&self, inst: Inst) -> Operands<'a> {
        let shape = self.encoding(inst).map(|row| self.shape_of(row));
        Operands {
            target: *self,
            bits: inst.bits(),
            is_wide: shape.is_some_and(Shape::is_wide),
            literal: inst.literal(),
            choice: inst.choice(),
            rows: shape.map_or(&[], |shape| &self.tables.operands[shape.operands.range()]),
            next: 0,
        }
    }

    /// The members of a struct's value, in the order of the description.
    /// Members may share bits; what the value says is what its text mentions.
    pub fn members(&self, value: StructValue) -> Operands<'a> {
        let row = self.tables.struct_on(value.structure, self.arch);
        Operands {
            target: *self,
            bits: value.bits.into(),
            is_wide: false,
            literal: 0,
            choice: 0,
            rows: row.map_or(&[], |row| &self.tables.operands[row.members.range()]),
            next: 0,
        }
    }

    /// The operand of that name.
    pub fn operand(&self, inst: Inst, name: &str) -> Option<OperandView<'a>> {
        self.operands(inst).find(|operand| operand.name == name)
    }

    /// The source modifiers that an operand takes; none if there is no such
    /// operand. `index` is its position, as in [`OperandView::index`].
    pub fn wraps(&self, inst: Inst, index: usize) -> Wraps<'a> {
        let row = self.operand_rows(inst).get(index);
        let rows = row.map_or(&[][..], |row| &self.tables.wraps[row.wraps.range()]);
        Wraps {
            target: *self,
            bits: inst.bits(),
            row,
            rows: rows.iter(),
        }
    }

    /// The operand of that name as one whose value is known later: it is the literal,
    /// or declared `relative`. `None` if it is neither.
    pub fn later(&self, inst: Inst, operand: &str) -> Option<Later> {
        let mut rows = self.operand_rows(inst).iter().enumerate();
        let (at, row) = rows.find(|(_, row)| self.text(row.name) == operand)?;
        let literal = literal_class(self, row, inst.bits()).is_some();
        let relative = match row.kind.get() {
            Kind::Integer { integer } => self.tables.integers[integer as usize].relative,
            _ => None,
        };
        (literal || relative.is_some()).then_some(Later {
            operand: u16::try_from(at).ok()?,
            literal,
            span: Span::default(),
        })
    }

    pub(crate) fn operand_rows(&self, inst: Inst) -> &'a [Operand] {
        match self.encoding(inst) {
            Some(encoding) => &self.tables.operands[self.shape_of(encoding).operands.range()],
            None => &[],
        }
    }
}

/// The source modifiers of an operand that are set.
fn wraps_set(target: &Target<'_>, row: &Operand, bits: Bits) -> u8 {
    let wraps = target.tables.wraps[row.wraps.range()].iter().rev();
    wraps.fold(0, |set, wrap| {
        set << 1 | u8::from(is_wrapped_by(target, row, wrap, bits))
    })
}
