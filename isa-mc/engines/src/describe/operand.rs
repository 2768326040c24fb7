//! Operands, whatever they hold: what they accept.

use core::ops::RangeInclusive;

use crate::tables::{
    Class, Direction, Entry, Kind, Meaning, NONE, Operand, RegisterFile, ValueType, low_mask,
};
use crate::{OperandValue, Target, operand, registers};

/// An operand or a modifier of an instruction in one of its encodings.
#[derive(Debug, Clone, Copy)]
pub struct OperandDescription<'a> {
    /// Position among the operands: what [`Target::set_operand`] takes.
    pub index: usize,
    /// Name.
    pub name: &'a str,
    /// Direction. One that is [`Direction::InOut`] has one register for the value that
    /// is read and the one that is written: what other descriptions call tied.
    pub direction: Direction,
    target: Target<'a>,
    row: &'a Operand,
}

/// Iterates over the operands of a description.
#[derive(Debug, Clone)]
pub struct OperandDescriptions<'a> {
    target: Target<'a>,
    rows: core::iter::Enumerate<core::slice::Iter<'a, Operand>>,
}

/// Registers that an operand accepts: `count` of them from a number on that is a
/// multiple of `align`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RegisterSet {
    /// Index into [`Tables::files`](crate::tables::Tables::files).
    pub file: u16,
    /// The lowest number that the first register may have.
    pub first: u16,
    /// The greatest. Not each between them need be a register of this architecture:
    /// see [`Target::check_register`].
    pub last: u16,
    /// What the number of the first register is a multiple of, for the least width.
    pub align: u8,
}

impl<'a> OperandDescriptions<'a> {
    pub(super) fn new(target: Target<'a>, rows: &'a [Operand]) -> OperandDescriptions<'a> {
        OperandDescriptions {
            target,
            rows: rows.iter().enumerate(),
        }
    }
}

impl<'a> Iterator for OperandDescriptions<'a> {
    type Item = OperandDescription<'a>;

    fn next(&mut self) -> Option<OperandDescription<'a>> {
        // A part says what another operand says already.
        let (index, row) = self
            .rows
            .find(|(_, row)| row.direction != Direction::Part.into())?;
        Some(OperandDescription {
            index,
            name: self.target.text(row.name),
            direction: row.direction.get(),
            target: self.target,
            row,
        })
    }
}

impl<'a> OperandDescription<'a> {
    /// Registers that it takes, the fewest and the most: other operands may decide.
    /// 0 if it may take none and its text then stands for nothing.
    pub fn widths(&self) -> RangeInclusive<u8> {
        let tables = self.target.tables;
        let mut at = self.row.width_table;
        if at == NONE {
            let width = match self.row.zero.len {
                0 => self.row.width.max(1),
                _ => self.row.width,
            };
            return width..=width;
        }
        if let Some(row) = tables.widths.get(usize::from(at))
            && row.feature & self.target.features != 0
        {
            at = row.with_feature;
        }
        let row = &tables.widths[usize::from(at)];
        let key = match (row.bits, row.choices) {
            (0, 0) => {
                let fields = tables.fields[row.key.range()].iter();
                fields.map(|field| field.total).sum()
            }
            (bits, _) => bits,
        };
        let count = match (row.bits, row.choices) {
            (0, choices @ 1..) => usize::from(choices),
            _ => 1 << key.min(16),
        };
        let first = row.values as usize;
        let values = tables.width_values.get(first..first + count);
        let values = values.unwrap_or(&[]).iter().copied();
        let (least, most) = (values.clone().min(), values.max());
        least.unwrap_or(0)..=most.unwrap_or(0)
    }

    /// The lowest bit of the instruction in which its field begins; `None` if it has
    /// no field.
    pub fn first_bit(&self) -> Option<u8> {
        (self.row.field.total != 0).then_some(self.row.field.shift)
    }

    fn class(&self) -> Option<&'a Class> {
        let tables = self.target.tables;
        match self.row.kind.get() {
            Kind::Class { class, .. } => tables.classes.get(usize::from(class)),
            _ => None,
        }
    }

    /// What the values of its class mean on this architecture.
    fn entries(&self) -> impl Iterator<Item = &'a Entry> + use<'a> {
        let (tables, arch) = (self.target.tables, self.target.arch);
        let entries = self
            .class()
            .map(|class| &tables.entries[class.entries.range()]);
        let entries = entries.unwrap_or(&[]).iter();
        entries.filter(move |entry| entry.archs >> arch & 1 != 0)
    }

    /// The registers that it accepts.
    pub fn registers(&self) -> impl Iterator<Item = RegisterSet> + use<'a> {
        let whole = match self.row.kind.get() {
            Kind::Register { file, scale } => {
                let greatest = low_mask(self.row.field.total) * u64::from(scale);
                let last = u16::try_from(greatest).unwrap_or(u16::MAX);
                Some(self.set(file, scale, 0, last))
            }
            _ => None,
        };
        let it = *self;
        let classes = self.entries().filter_map(move |entry| {
            let Meaning::Register { file, number, step } = entry.meaning else {
                return None;
            };
            let last = entry.register(number, step, entry.last.into());
            Some(it.set(file, step, number, u16::try_from(last).ok()?))
        });
        whole.into_iter().chain(classes)
    }

    fn set(&self, file: u16, scale: u8, first: u16, last: u16) -> RegisterSet {
        let tables = self.target.tables;
        let width = (*self.widths().start()).max(1);
        let align = |row: &RegisterFile| match self.row.unaligned.is_set() {
            true => 1,
            false => registers::alignment(tables, self.target.arch, row, width),
        };
        let align = tables.files.get(usize::from(file)).map_or(1, align);
        RegisterSet {
            file,
            first,
            last: last.min(self.greatest(file).unwrap_or(last)),
            align: align.max(scale),
        }
    }

    /// The greatest register of a file on this architecture.
    fn greatest(&self, file: u16) -> Option<u16> {
        let tables = self.target.tables;
        let file = tables.files.get(usize::from(file))?;
        let rows = tables.registers[file.registers.range()].iter();
        let rows = rows.filter(|row| row.archs >> self.target.arch & 1 != 0);
        let last = rows.map(|row| row.number + row.count.max(u16::from(row.times)).max(1) - 1);
        last.max()
    }

    /// Numbers that are in the instruction's own bits: inline constants, integers.
    pub fn takes_constant(&self) -> bool {
        let constant =
            |entry: &Entry| matches!(entry.meaning, Meaning::Int { .. } | Meaning::Float { .. });
        matches!(self.row.kind.get(), Kind::Integer { .. }) || self.entries().any(constant)
    }

    /// A number in the word behind the instruction.
    pub fn takes_literal(&self) -> bool {
        self.entries()
            .any(|entry| entry.meaning == Meaning::Literal)
    }

    /// The type of its constants and literals.
    pub fn value_type(&self) -> ValueType {
        match self.row.kind.get() {
            Kind::Class { value, .. } => value,
            _ => ValueType::Untyped,
        }
    }

    /// Whether its field can hold a value. An instruction may have rules besides, and
    /// widths that other operands decide: [`Target::set_operand`] knows them.
    pub fn accepts(&self, value: OperandValue<'_>) -> bool {
        let held = operand::write(&self.target, self.row, value);
        let in_range = held.is_ok_and(|(field, _)| {
            self.row.field.total == 0 || field & !low_mask(self.row.field.total) == 0
        });
        in_range
            && match value {
                OperandValue::Register(register) => self.widths().contains(&register.count),
                _ => true,
            }
    }
}
