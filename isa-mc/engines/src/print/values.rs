//! Values to text: structs with their members, numbers, entries of classes.

use super::struct_outlines;
use crate::constant;
use crate::integer;
use crate::list;
use crate::operand;
use crate::sink::Writer;
use crate::structs;
use crate::tables::{Entry, Kind, Meaning, Operand, Tables, Token, ValueType, reading_text};
use crate::{SyntaxId, Target};

/// Writes a struct's value; gives `false`, and writes nothing, if no form of the syntax
/// says it.
pub(super) fn write_struct(
    target: &Target<'_>,
    structure: u16,
    bits: u64,
    syntax: SyntaxId,
    out: &mut impl Writer,
) -> bool {
    let tables = target.tables;
    let row = tables.struct_on(structure, target.arch);
    if let Some(steps) = row.and_then(|row| struct_outlines::find(target, row, bits, syntax)) {
        for step in steps {
            match tables.operands.get(step.operand as usize) {
                Some(member) => write_member(target, member, bits, syntax, out),
                None => {
                    let entry = step.reading.get(bits, target.features, tables);
                    out.push_text(tables, reading_text(entry));
                }
            }
        }
        return true;
    }
    write_struct_by_form(target, structure, bits, syntax, out)
}

/// [`write_struct`] the long way.
pub(super) fn write_struct_by_form(
    target: &Target<'_>,
    structure: u16,
    bits: u64,
    syntax: SyntaxId,
    out: &mut impl Writer,
) -> bool {
    let tables = target.tables;
    let row = tables.struct_on(structure, target.arch);
    let form = row.and_then(|row| structs::form(target, row, bits, syntax));
    let (Some(row), Some(form)) = (row, form) else {
        return false;
    };
    let members = &tables.operands[row.members.range()];
    for token in &tables.tokens[form.tokens.range()] {
        match token.get() {
            Token::Text(text) => out.push_text(tables, text),
            Token::Operand(index) => {
                write_member(target, &members[index as usize], bits, syntax, out);
            }
            Token::AnyOrder(list) => write_any_order(target, list, members, bits, syntax, out),
            Token::Modifiers(_) | Token::Mnemonic => {}
        }
    }
    true
}

/// Writes a struct's value, or its number, and gives `false`, if no form of the syntax says it.
pub(super) fn write_nested(
    target: &Target<'_>,
    structure: u16,
    bits: u64,
    syntax: SyntaxId,
    out: &mut impl Writer,
) -> bool {
    let is_said = write_struct(target, structure, bits, syntax, out);
    if !is_said {
        out.push_unsigned(bits);
    }
    is_said
}

/// Writes members that may stand in any order.
fn write_any_order(
    target: &Target<'_>,
    list: u16,
    members: &[Operand],
    bits: u64,
    syntax: SyntaxId,
    out: &mut impl Writer,
) {
    let tables = target.tables;
    let separators = tables.any_orders[list as usize].separators;
    let separator = tables.texts[separators.range()].first();
    for (at, item) in structs::written(tables, list, members, bits).enumerate() {
        let Some(spelling) = tables.spellings[item.spellings.range()].first() else {
            continue;
        };
        if let (Some(separator), true) = (separator, at != 0) {
            out.push_text(tables, *separator);
        }
        out.push_text(tables, spelling.before);
        if spelling.valued.is_set() {
            let member = &members[item.operand as usize];
            write_member(target, member, bits, syntax, out);
            out.push_text(tables, spelling.after);
        }
    }
}

/// Writes a member of a struct: an integer, a flag, a struct, or a value of a
/// class of words and numbers.
fn write_member(
    target: &Target<'_>,
    row: &Operand,
    bits: u64,
    syntax: SyntaxId,
    out: &mut impl Writer,
) {
    let tables = target.tables;
    let text = row.reading.text(bits, target.features, tables);
    if text.len != 0 {
        return out.push_text(tables, text);
    }
    let value = row.get(bits, tables.pieces);
    match row.kind.get() {
        Kind::Struct { structure } => drop(write_nested(target, structure, value, syntax, out)),
        Kind::Integer { integer } => write_integer(target, integer, row, value, out),
        Kind::List { count, integer } => write_list(tables, (count, integer), value, out),
        Kind::Flag | Kind::Register { .. } => out.push_unsigned(value),
        Kind::Class {
            class,
            value: value_type,
        } => {
            let class = &tables.classes[class as usize];
            let entry = operand::entry(tables, target.arch, class, value);
            match entry.map(|entry| (entry, entry.meaning)) {
                Some((_, Meaning::Struct { structure })) => {
                    write_nested(target, structure, value, syntax, out);
                }
                Some((entry, _)) => write_entry(tables, entry, value_type, value, syntax, out),
                None => out.push_unsigned(value),
            }
        }
    }
}

pub(super) fn write_list(
    tables: &Tables,
    (count, integer): (u8, u16),
    value: u64,
    out: &mut impl Writer,
) {
    let integer = &tables.integers[integer as usize];
    let mut link = b'[';
    for index in 0..count {
        out.push_byte(link);
        let number = list::number(integer, value, index);
        match integer.hex {
            Some(from) if number.unsigned_abs() >= u64::from(from) => out.push_hex(number),
            _ => out.push_signed(number),
        }
        link = b',';
    }
    out.push_byte(b']');
}

pub(super) fn write_integer(
    target: &Target<'_>,
    integer: u16,
    row: &Operand,
    value: u64,
    out: &mut impl Writer,
) {
    let integer = &target.tables.integers[integer as usize];
    let number = integer::value(integer, row.field.total, value).unwrap_or(value.cast_signed());
    let hex = integer.hex;
    if hex.is_some_and(|from| number.unsigned_abs() >= u64::from(from)) {
        out.push_hex(number);
    } else {
        out.push_signed(number);
    }
}

/// Writes a value by an entry that is neither a register nor a literal.
pub(crate) fn write_entry(
    tables: &Tables,
    entry: &Entry,
    value_type: ValueType,
    value: u64,
    syntax: SyntaxId,
    out: &mut impl Writer,
) {
    match entry.meaning {
        Meaning::Keyword { text, .. } => out.push_text(tables, text),
        Meaning::Spelled { text, words, .. } => {
            out.push_text(tables, tables.word_of(text, words, syntax.0));
        }
        Meaning::Float { .. } => {
            let text = value_type.float_text(&entry.meaning);
            out.push_text(tables, text.unwrap_or_default());
        }
        Meaning::Counted {
            before,
            after,
            number,
            step,
        } => {
            out.push_text(tables, before);
            out.push_signed(constant::counted(entry, number, step, value));
            out.push_text(tables, after);
        }
        Meaning::Int { number, step } => {
            out.push_signed(constant::counted(entry, number, step, value));
        }
        _ => out.push_unsigned(value),
    }
}
