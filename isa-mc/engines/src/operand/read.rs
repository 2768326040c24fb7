//! Bits to what operands hold, and whether they have a meaning.

use super::value::{OperandValue, StructValue};
use crate::constant::{self, LiteralText, counted};
use crate::error::Problem;
use crate::integer;
use crate::list::{self};
use crate::registers::{self, Register};
use crate::rule;
use crate::tables::{
    BitString, Bits, Class, Direction, Entry, Kind, Meaning, NO_READINGS, NONE, Operand, Struct,
    Tables, Value, ValueType, Wrap, low_mask,
};
use crate::{Inst, SyntaxId, Target};

/// Registers that an operand takes in an instruction of these bits and this
/// [`Inst::choice`].
#[inline]
pub(crate) fn width(target: &Target<'_>, row: &Operand, bits: impl BitString, choice: u8) -> u8 {
    if row.width_table == NONE {
        row.width
    } else {
        table_width(target, row.width_table, bits, choice)
    }
}

/// Registers that a table of widths gives.
#[inline]
fn table_width(target: &Target<'_>, table: u16, bits: impl BitString, choice: u8) -> u8 {
    let tables = target.tables;
    let mut width = &tables.widths[table as usize];
    if width.feature & target.features != 0 {
        width = &tables.widths[width.with_feature as usize];
    }
    let key = if width.bits != 0 {
        bits.window(width.shift) & low_mask(width.bits)
    } else if choice < width.choices {
        u64::from(choice)
    } else {
        rule::gathered(tables, width.gather, width.key, bits)
    };
    tables
        .width_values
        .get(width.values as usize + key as usize)
        .copied()
        .unwrap_or(0)
}

/// The widths of which the text of an operand chooses; the first is what bytes
/// are read as. Empty for other operands.
pub(crate) fn choices<'a>(tables: &'a Tables<'a>, row: &Operand) -> &'a [u8] {
    let Some(width) = tables.widths.get(row.width_table as usize) else {
        return &[];
    };
    let first = width.values as usize;
    let widths = tables.width_values.get(first..);
    widths.map_or(&[], |widths| {
        widths.get(..usize::from(width.choices)).unwrap_or(&[])
    })
}

/// The choice of that many registers; `None` if the operand has no such choice.
pub(crate) fn choice_of(tables: &Tables, row: &Operand, count: u16) -> Option<u8> {
    let mut widths = choices(tables, row).iter();
    let found = widths.position(|width| u16::from(*width) == count)?;
    u8::try_from(found).ok()
}

/// An operand without registers: its text stands for nothing in the bits.
#[inline]
pub(crate) fn is_absent(row: &Operand, width: u8) -> bool {
    width == 0 && may_be_absent(row)
}

/// Whether an operand may have no registers.
#[inline]
pub(crate) fn may_be_absent(row: &Operand) -> bool {
    row.width_table != NONE || row.zero.len != 0
}

/// A modifier without text: what it is where the text has none needs no meaning.
#[inline]
pub(crate) fn is_left_out(row: &Operand, value: u64) -> bool {
    row.direction == Direction::Modifier.into() && value == row.default
}

/// The entry of a class that gives `value` a meaning.
#[inline]
pub(crate) fn entry<'a>(
    tables: &'a Tables<'a>,
    arch: u8,
    class: &Class,
    value: u64,
) -> Option<&'a Entry> {
    if value >> class.bits != 0 {
        return None;
    }
    if class.map == u32::MAX {
        return tables.entries[class.entries.range()].iter().find(|entry| {
            entry.archs >> arch & 1 != 0
                && (u64::from(entry.first)..=u64::from(entry.last)).contains(&value)
        });
    }
    let at = ((arch as usize) << class.bits) + value as usize;
    let index = tables.value_map[class.map as usize + at].checked_sub(1)?;
    tables
        .entries
        .get(class.entries.start as usize + index as usize)
}

/// The entry of the value of an operand of a class.
pub(crate) fn entry_of<'a>(
    target: &Target<'a>,
    row: &Operand,
    bits: impl BitString,
) -> Option<&'a Entry> {
    let Kind::Class { class, .. } = row.kind.get() else {
        return None;
    };
    let tables = target.tables;
    let class = &tables.classes[class as usize];
    entry(tables, target.arch, class, row.get(bits, tables.pieces))
}

/// Whether a source modifier of an operand is set. One that says which half of a register
/// is nothing to what is no register of its file: the bit may mean something else there.
#[inline]
pub(crate) fn is_wrapped_by(target: &Target<'_>, row: &Operand, wrap: &Wrap, bits: Bits) -> bool {
    bits.is_set(wrap.bit) && (wrap.file == NONE || has_half(target, row, wrap, bits))
}

/// Whether an operand is a register of which a source modifier says which half.
pub(crate) fn has_half(target: &Target<'_>, row: &Operand, wrap: &Wrap, bits: Bits) -> bool {
    let found = match row.kind.get() {
        Kind::Register { file, .. } => Some(file),
        _ => match entry_of(target, row, bits).map(|entry| entry.meaning) {
            Some(Meaning::Register { file, .. }) => Some(file),
            _ => None,
        },
    };
    found == Some(wrap.file)
}

/// Whether it takes more than readings, and bits that are always zero, to tell if an operand
/// has a meaning.
#[inline]
pub(crate) fn is_unread(tables: &Tables, row: &Operand) -> bool {
    row.reading.base == NO_READINGS
        && !row.read_only.is_set()
        && match row.kind.get() {
            Kind::Flag | Kind::List { .. } | Kind::Struct { .. } => false,
            Kind::Integer { integer } => tables.integers[integer as usize].signed,
            Kind::Register { .. } | Kind::Class { .. } => true,
        }
}

/// Whether the operand's bits have a meaning; `true` if a literal follows.
#[inline]
pub(crate) fn check(
    target: &Target<'_>,
    row: &Operand,
    bits: impl BitString,
) -> Result<bool, Problem> {
    let tables = target.tables;
    if matches!(row.kind.get(), Kind::Flag) || row.field.total == 0 {
        // The field is not there, or the operand is the literal itself.
        return Ok(matches!(row.kind.get(), Kind::Class { class, .. }
            if tables.classes[class as usize].bits == 0));
    }
    let value = row.field.get(bits, tables.pieces);
    if let Kind::Integer { integer } = row.kind.get() {
        let integer = &tables.integers[integer as usize];
        return match integer::value(integer, row.field.total, value) {
            Some(_) => Ok(false),
            None => Err(Problem::Range),
        };
    }
    if let Kind::List { count, integer } = row.kind.get() {
        let integer = &tables.integers[integer as usize];
        return match list::is_value(integer, count, value) {
            true => Ok(false),
            false => Err(Problem::Range),
        };
    }
    let width = width(target, row, bits, 0);
    if is_absent(row, width) {
        return Ok(false);
    }
    let registers = |file: u16, number: u64| {
        let file = &tables.files[file as usize];
        match registers::group_of(tables, target.arch, row, file, number, width) {
            Ok(_) => Ok(false),
            Err(error) => Err(Problem::Group(error)),
        }
    };
    let structure_is_good = |structure: u16| {
        let row = tables.struct_on(structure, target.arch);
        match row.is_some_and(|row| is_struct(row, value)) {
            true => Ok(false),
            false => Err(Problem::NoMeaning),
        }
    };
    match row.kind.get() {
        Kind::Flag | Kind::Integer { .. } | Kind::List { .. } => Ok(false),
        Kind::Struct { structure } => structure_is_good(structure),
        Kind::Register { file, scale } => registers(file, value * u64::from(scale)),
        Kind::Class { class, .. } => {
            let class = &tables.classes[class as usize];
            let Some(entry) = entry(tables, target.arch, class, value) else {
                return match is_left_out(row, value) {
                    true => Ok(false),
                    false => Err(Problem::NoMeaning),
                };
            };
            match entry.meaning {
                Meaning::Register { file, number, step } => {
                    registers(file, entry.register(number, step, value))
                }
                Meaning::Struct { structure } => structure_is_good(structure),
                Meaning::Literal => Ok(true),
                Meaning::Escape => Err(Problem::NoMeaning),
                _ => Ok(false),
            }
        }
    }
}

/// What [`read`] gives without a choice, if it was worked out beforehand.
#[inline]
pub(crate) fn known<'a>(
    target: &Target<'a>,
    row: &Operand,
    bits: impl BitString,
    literal: u32,
) -> Option<OperandValue<'a>> {
    Some(
        match row.reading.value(bits, target.features, target.tables) {
            Value::Unknown => return None,
            Value::Register {
                file,
                number,
                count,
            } => OperandValue::Register(Register {
                file,
                number,
                count,
            }),
            Value::Keyword { text } => OperandValue::Keyword(target.text(text)),
            Value::Int { number } => OperandValue::Int(number),
            Value::Float { bits } => OperandValue::Float(f64::from_bits(bits)),
            Value::Absent { text } => OperandValue::Absent(target.text(text)),
            Value::Literal => OperandValue::Literal(literal),
        },
    )
}

/// What an operand holds; `None` if its bits have no meaning.
pub(crate) fn read<'a>(
    target: &Target<'a>,
    row: &Operand,
    bits: impl BitString,
    literal: u32,
    choice: u8,
) -> Option<OperandValue<'a>> {
    let tables = target.tables;
    let value = row.get(bits, tables.pieces);
    let width = width(target, row, bits, choice);
    if is_absent(row, width) {
        return Some(OperandValue::Absent(target.text(row.zero)));
    }
    let register = |file: u16, number: u64| {
        let file_row = tables.files.get(file as usize)?;
        registers::group_of(tables, target.arch, row, file_row, number, width).ok()?;
        let count = width.max(1);
        Some(OperandValue::Register(Register {
            file,
            number: number as u16,
            count,
        }))
    };
    match row.kind.get() {
        Kind::Flag => Some(OperandValue::Flag(value != 0)),
        Kind::Struct { structure } => struct_value(target, structure, value),
        Kind::List { count, integer } => {
            let integer = &tables.integers[integer as usize];
            list::read(integer, count, value).map(OperandValue::List)
        }
        Kind::Integer { integer } => {
            let integer = &tables.integers[integer as usize];
            integer::value(integer, row.field.total, value).map(OperandValue::Int)
        }
        Kind::Register { file, scale } => register(file, value * u64::from(scale)),
        Kind::Class { class, .. } => {
            let class = &tables.classes[class as usize];
            let Some(entry) = entry(tables, target.arch, class, value) else {
                return is_left_out(row, value).then_some(OperandValue::Absent(""));
            };
            match entry.meaning {
                Meaning::Register { file, number, step } => {
                    register(file, entry.register(number, step, value))
                }
                Meaning::Keyword { text, .. } | Meaning::Spelled { text, .. } => {
                    Some(OperandValue::Keyword(target.text(text)))
                }
                Meaning::Counted { number, step, .. } | Meaning::Int { number, step } => {
                    Some(OperandValue::Int(counted(entry, number, step, value)))
                }
                Meaning::Float { bits, .. } => Some(OperandValue::Float(f64::from_bits(bits))),
                Meaning::Struct { structure } => struct_value(target, structure, value),
                Meaning::Literal => Some(OperandValue::Literal(literal)),
                Meaning::Escape => None,
            }
        }
    }
}

/// Whether bits can be a value of a struct: those that are always zero are.
pub(crate) fn is_struct(row: &Struct, bits: u64) -> bool {
    bits & (row.reserved | !low_mask(row.bits)) == 0
}

/// A value of a struct; `None` if it sets bits that are always zero.
fn struct_value<'a>(target: &Target<'_>, structure: u16, bits: u64) -> Option<OperandValue<'a>> {
    let row = target.tables.struct_on(structure, target.arch)?;
    is_struct(row, bits).then_some(OperandValue::Struct(StructValue { structure, bits }))
}

/// Whether an operand is a literal that no text of a syntax says.
#[cold]
pub(crate) fn is_unsaid_literal(
    target: &Target<'_>,
    syntax: SyntaxId,
    row: &Operand,
    inst: Inst,
) -> bool {
    let tables = target.tables;
    let Some((class, value_type)) = literal_class(target, row, inst.bits()) else {
        return false;
    };
    match constant::literal_text(tables, target.arch, class, value_type, inst.literal()) {
        Some(LiteralText::Plain(_)) => false,
        Some(LiteralText::Forced(_)) => tables.syntaxes[syntax.0 as usize].literal.len == 0,
        None => true,
    }
}

/// The class and the type of an operand that is a literal.
pub(crate) fn literal_class<'a>(
    target: &Target<'a>,
    row: &Operand,
    bits: impl BitString,
) -> Option<(&'a Class, ValueType)> {
    let tables = target.tables;
    let Kind::Class { class, value } = row.kind.get() else {
        return None;
    };
    let class = &tables.classes[class as usize];
    let field = row.get(bits, tables.pieces);
    let entry = entry(tables, target.arch, class, field)?;
    (entry.meaning == Meaning::Literal).then_some((class, value))
}
