//! What operands are to hold to bits.

use super::read::{choice_of, has_half, is_absent, is_struct, literal_class, may_be_absent, width};
use super::value::{OperandValue, StructValue};
use crate::constant::{self, Number, counted_value};
use crate::error::OperandError;
use crate::integer;
use crate::list;
use crate::registers::GroupError;
use crate::tables::{
    BitString, Bits, Class, Direction, Entry, Kind, Meaning, NONE, Operand, ValueType, low_mask,
};
use crate::{Inst, Target};

impl Target<'_> {
    /// The value of a struct with another value of one member; `index` is that of
    /// [`members`](Self::members). Members may share bits.
    ///
    /// # Errors
    ///
    /// [`OperandError`] if there is no such member, it cannot hold the value, or the
    /// struct would set bits that are always zero.
    pub fn set_member(
        &self,
        value: StructValue,
        index: usize,
        member: OperandValue<'_>,
    ) -> Result<StructValue, OperandError> {
        let structure = self.tables.struct_on(value.structure, self.arch);
        let structure = structure.ok_or(OperandError::NoOperand)?;
        let rows = &self.tables.operands[structure.members.range()];
        let row = rows.get(index).ok_or(OperandError::NoOperand)?;
        let (field, _) = write(self, row, member)?;
        if row.field.total == 0 && field != row.default {
            return Err(OperandError::NoField);
        }
        if field & !low_mask(row.field.total) != 0 {
            return Err(OperandError::Range);
        }
        let bits = row.field.set(value.bits, field, self.tables.pieces);
        match is_struct(structure, bits) {
            true => Ok(StructValue { bits, ..value }),
            false => Err(OperandError::Range),
        }
    }

    /// The instruction with or without a source modifier of one operand.
    ///
    /// # Errors
    ///
    /// [`OperandError`] if there is no such operand, it does not take the
    /// modifier, or the instruction would break a rule.
    pub fn set_wrap(
        &self,
        inst: Inst,
        index: usize,
        name: &str,
        is_set: bool,
    ) -> Result<Inst, OperandError> {
        let row = self.operand_rows(inst).get(index);
        let row = row.ok_or(OperandError::NoOperand)?;
        let mut wraps = self.tables.wraps[row.wraps.range()].iter();
        let wrap = wraps.find(|wrap| self.text(wrap.name) == name);
        let wrap = wrap.ok_or(OperandError::Kind)?;
        if wrap.file != NONE && !has_half(self, row, wrap, inst.bits()) {
            return Err(OperandError::Kind);
        }
        let bit = wrap.bit;
        let encoding = self.encoding(inst).ok_or(OperandError::NoOperand)?;
        let size = self.shape_of(encoding).size as usize;
        let literal = (inst.size() > size).then(|| inst.literal());
        let bits = inst.bits().insert(bit, 1, is_set.into());
        self.inst(inst.encoding(), bits, literal)
            .map_err(OperandError::Invalid)
    }

    /// The instruction with another value of one operand.
    ///
    /// Widths may depend on it: changing `saddr` from `off` to registers may
    /// leave `vaddr` with a number that is then wrong, which is an error.
    /// [`Target::set_operands`] changes several at once.
    ///
    /// # Errors
    ///
    /// [`OperandError`] if there is no such operand, it cannot hold the value,
    /// or the instruction would break a rule.
    pub fn set_operand(
        &self,
        inst: Inst,
        index: usize,
        value: OperandValue<'_>,
    ) -> Result<Inst, OperandError> {
        self.set_operands(inst, &[(index, value)])
    }

    /// The instruction with other values of some operands; only the result
    /// must be valid.
    ///
    /// # Errors
    ///
    /// As [`Target::set_operand`].
    pub fn set_operands(
        &self,
        inst: Inst,
        values: &[(usize, OperandValue<'_>)],
    ) -> Result<Inst, OperandError> {
        let encoding = self.encoding(inst).ok_or(OperandError::NoOperand)?;
        let shape = self.shape_of(encoding);
        let rows = &self.tables.operands[shape.operands.range()];
        let mut bits = inst.bits();
        let old = (inst.size() > shape.size as usize).then(|| inst.literal());
        let mut new: Option<u32> = None;
        let mut choice = inst.choice();
        for &(index, value) in values {
            let row = rows.get(index).ok_or(OperandError::NoOperand)?;
            let (field, new_literal) = write(self, row, value)?;
            if row.field.total == 0 {
                if field != row.default {
                    return Err(OperandError::NoField);
                }
                continue;
            }
            if field & !low_mask(row.field.total) != 0 {
                return Err(OperandError::Range);
            }
            bits = row.field.set(bits, field, self.tables.pieces);
            if let (Some(first), Some(second)) = (new, new_literal)
                && first != second
            {
                return Err(OperandError::SecondLiteral);
            }
            new = new_literal.or(new);
            if let OperandValue::Register(register) = value {
                choice = choice_of(self.tables, row, register.count.into()).unwrap_or(choice);
            }
        }
        // An operand that stays a literal keeps its number.
        let stays = |(index, row): (usize, &Operand)| {
            let given = values.iter().any(|&(at, _)| at == index);
            !given && literal_class(self, row, bits).is_some()
        };
        let literal = match (old, new) {
            (Some(old), Some(new)) if old != new && rows.iter().enumerate().any(stays) => {
                return Err(OperandError::SecondLiteral);
            }
            _ => new.or(old),
        };
        for &(index, value) in values {
            check_width(self, &rows[index], value, bits, choice)?;
        }
        let wants = self
            .check_operands(shape, bits)
            .map_err(OperandError::Invalid)?;
        let literal = if wants { literal.or(Some(0)) } else { None };
        let inst = self
            .inst(inst.encoding(), bits, literal)
            .map_err(OperandError::Invalid)?;
        Ok(inst.with_choice(choice))
    }
}

/// The field value, and the literal, that stand for a value.
pub(crate) fn write(
    target: &Target<'_>,
    row: &Operand,
    value: OperandValue<'_>,
) -> Result<(u64, Option<u32>), OperandError> {
    let tables = target.tables;
    if let OperandValue::Absent(_) = value {
        let may = may_be_absent(row);
        let is_class = matches!(row.kind.get(), Kind::Class { .. });
        return match row.direction.get() {
            Direction::Modifier if is_class => Ok((row.default, None)),
            _ if may => Ok((0, None)),
            _ => Err(OperandError::Kind),
        };
    }
    match (row.kind.get(), value) {
        (Kind::Flag, OperandValue::Flag(flag)) => Ok((u64::from(flag), None)),
        (Kind::Integer { integer }, OperandValue::Int(number)) => {
            let integer = &tables.integers[integer as usize];
            let field = integer::field(integer, row.field.total, number);
            Ok((field.ok_or(OperandError::Range)?, None))
        }
        (Kind::List { count, integer }, OperandValue::List(list)) => {
            let integer = &tables.integers[integer as usize];
            let field = list::write(integer, count, &list);
            Ok((field.ok_or(OperandError::Range)?, None))
        }
        (Kind::Register { file, scale }, OperandValue::Register(register)) => {
            if register.file != file {
                return Err(OperandError::Kind);
            }
            target
                .check_register(register)
                .map_err(OperandError::Group)?;
            if !register.number.is_multiple_of(u16::from(scale)) {
                return Err(OperandError::Group(GroupError::Misaligned { align: scale }));
            }
            Ok((u64::from(register.number / u16::from(scale)), None))
        }
        (
            Kind::Class {
                class,
                value: value_type,
            },
            value,
        ) => {
            let class = &tables.classes[class as usize];
            if let OperandValue::Register(register) = value {
                target
                    .check_register(register)
                    .map_err(OperandError::Group)?;
            }
            let number = match value {
                OperandValue::Int(number) => Number::Int(number),
                OperandValue::Float(number) => Number::Float(number),
                _ => return class_value(target, class, value).ok_or(OperandError::Range),
            };
            // A word with a number may be meant, too.
            class_value(target, class, value)
                .filter(|_| value_type == ValueType::Untyped)
                .or_else(|| {
                    constant::field(tables, target.arch, class, value_type, number, false).ok()
                })
                .or_else(|| class_value(target, class, value))
                .ok_or(OperandError::Range)
        }
        (Kind::Struct { structure }, value) => {
            let bits = match value {
                OperandValue::Struct(value) if value.structure == structure => value.bits,
                // All of its bits as one number.
                OperandValue::Int(number) => {
                    u64::try_from(number).map_err(|_| OperandError::Range)?
                }
                _ => return Err(OperandError::Kind),
            };
            let row = tables.struct_on(structure, target.arch);
            match row.is_some_and(|row| is_struct(row, bits)) {
                true => Ok((bits, None)),
                false => Err(OperandError::Range),
            }
        }
        _ => Err(OperandError::Kind),
    }
}

/// The value of a class that means this.
pub(crate) fn class_value(
    target: &Target<'_>,
    class: &Class,
    value: OperandValue<'_>,
) -> Option<(u64, Option<u32>)> {
    let tables = target.tables;
    for entry in &tables.entries[class.entries.range()] {
        if entry.archs >> target.arch & 1 == 0 {
            continue;
        }
        let first = u64::from(entry.first);
        let found = match (entry.meaning, value) {
            (Meaning::Register { file, number, step }, OperandValue::Register(register)) => {
                register_value(entry, (number, step), register.number)
                    .filter(|_| register.file == file)
                    .map(|value| (value, None))
            }
            (
                Meaning::Keyword { text, .. } | Meaning::Spelled { text, .. },
                OperandValue::Keyword(word),
            ) => (target.text(text) == word).then_some((first, None)),
            (
                Meaning::Counted { number, step, .. } | Meaning::Int { number, step },
                OperandValue::Int(wanted),
            ) => counted_value(entry, number, step, wanted).map(|value| (value, None)),
            (Meaning::Float { bits, .. }, OperandValue::Float(wanted)) => {
                (bits == wanted.to_bits()).then_some((first, None))
            }
            (Meaning::Struct { structure }, OperandValue::Struct(value)) => {
                let within = (first..=u64::from(entry.last)).contains(&value.bits);
                (value.structure == structure && within).then_some((value.bits, None))
            }
            (Meaning::Literal, OperandValue::Literal(literal)) => Some((first, Some(literal))),
            _ => None,
        };
        if found.is_some() {
            return found;
        }
    }
    None
}

/// The value of an entry, whose first is register `number` and whose others follow in
/// steps, that means register `wanted`.
pub(crate) fn register_value(entry: &Entry, (number, step): (u16, u8), wanted: u16) -> Option<u64> {
    let (distance, step) = (wanted.checked_sub(number)?, u16::from(step));
    let value = match step {
        0 | 1 => u64::from(entry.first) + u64::from(distance),
        _ => u64::from(entry.first) + u64::from(distance / step),
    };
    let is_one = step <= 1 || distance.is_multiple_of(step);
    (is_one && value <= u64::from(entry.last)).then_some(value)
}

/// A register operand must be as wide as the instruction wants it.
fn check_width(
    target: &Target<'_>,
    row: &Operand,
    value: OperandValue<'_>,
    bits: Bits,
    choice: u8,
) -> Result<(), OperandError> {
    let need = width(target, row, bits, choice);
    let absent = is_absent(row, need);
    match value {
        // A modifier without text is its default.
        OperandValue::Absent(_) if row.direction == Direction::Modifier.into() => Ok(()),
        OperandValue::Absent(_) if !absent => Err(OperandError::Width { need }),
        OperandValue::Register(register) if absent || register.count != need.max(1) => {
            Err(OperandError::Width { need })
        }
        _ => Ok(()),
    }
}
