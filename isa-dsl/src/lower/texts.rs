//! Values as they are printed: what engines would put together every time.

use super::meanings;
use super::rules;
use crate::tables::{
    Form, Integer, Kind, Meaning, Operand, Struct, Tables, Token, ValueType, low_mask,
};

/// What texts depend on.
#[derive(Clone, Copy)]
pub(super) struct Texts<'a> {
    pub(super) tables: Tables<'a>,
    pub(super) arch: u8,
    pub(super) syntax: u8,
}

impl Texts<'_> {
    /// The text of a value of such a kind in a field of so many bits; `None` if it has none, or
    /// depends on more.
    pub(super) fn of(&self, kind: Kind, total: u8, value: u64) -> Option<String> {
        match kind {
            Kind::Flag => Some(value.to_string()),
            Kind::Integer { integer } => {
                let integer = &self.tables.integers[usize::from(integer)];
                number(integer, total, value).map(|it| numeral(integer, it))
            }
            Kind::List { count, integer } => {
                let integer = &self.tables.integers[usize::from(integer)];
                self.list(integer, count, value)
            }
            Kind::Struct { structure } => self.structure(structure, value),
            Kind::Class {
                class,
                value: value_type,
            } => self.class(class, value_type, value),
            Kind::Register { .. } => None,
        }
    }

    fn list(&self, integer: &Integer, count: u8, value: u64) -> Option<String> {
        if value & !low_mask(integer.bits.saturating_mul(count)) != 0 {
            return None;
        }
        let element = |index: u8| {
            let bits = value.unbounded_shr(u32::from(integer.bits) * u32::from(index));
            number(integer, integer.bits, bits & low_mask(integer.bits))
        };
        let numbers: Option<Vec<String>> = (0..count)
            .map(|index| Some(numeral(integer, element(index)?)))
            .collect();
        Some(format!("[{}]", numbers?.join(",")))
    }

    fn class(&self, class: u16, value_type: ValueType, value: u64) -> Option<String> {
        let tables = &self.tables;
        let class = &tables.classes[usize::from(class)];
        let entry = meanings::entry(tables, self.arch, class, value)?;
        let distance = value.cast_signed() - i64::from(entry.first);
        let counted = |number: i32, step: i8| i64::from(number) + i64::from(step) * distance;
        match entry.meaning {
            Meaning::Keyword { text, .. } => Some(tables.text(text).to_string()),
            Meaning::Spelled { text, words, .. } => {
                let text = tables.word_of(text, words, self.syntax);
                Some(tables.text(text).to_string())
            }
            meaning @ Meaning::Float { .. } => {
                let text = value_type.float_text(&meaning)?;
                Some(tables.text(text).to_string())
            }
            Meaning::Counted {
                before,
                after,
                number,
                step,
            } => {
                let (before, after) = (tables.text(before), tables.text(after));
                Some(format!("{before}{}{after}", counted(number, step)))
            }
            Meaning::Int { number, step } => Some(counted(number, step).to_string()),
            Meaning::Struct { structure } => self.structure(structure, value),
            Meaning::Register { .. } | Meaning::Literal | Meaning::Escape => None,
        }
    }

    fn structure(&self, structure: u16, value: u64) -> Option<String> {
        let tables = &self.tables;
        let row = tables.struct_on(structure, self.arch)?;
        if value & (row.reserved | !low_mask(row.bits)) != 0 {
            return None;
        }
        for form in &tables.forms[row.forms.range()] {
            let is_printed = form.syntax == self.syntax && !form.read_only.is_set();
            // What a form lacks a text for, or that depends on more, no form behind it says here.
            if is_printed && self.fits(form, value)? {
                return self.form(row, form, value);
            }
        }
        None
    }

    /// Whether a form is meant for a value, and says all of it.
    fn fits(&self, form: &Form, value: u64) -> Option<bool> {
        let is_said = (value ^ form.rest) & !form.spoken == 0;
        let when = self.tables.rules.get(usize::from(form.when));
        let is_meant = when.map(|rule| rules::holds(&self.tables, rule, value));
        Some(is_said && is_meant.unwrap_or(Some(true))?)
    }

    fn form(&self, row: &Struct, form: &Form, value: u64) -> Option<String> {
        let tables = &self.tables;
        let members = &tables.operands[row.members.range()];
        let mut out = String::new();
        for token in &tables.tokens[form.tokens.range()] {
            match token.get() {
                Token::Text(text) => out.push_str(tables.text(text)),
                Token::Operand(index) => {
                    let member = &members[usize::from(index)];
                    let value = member.field.get(value, tables.pieces);
                    out.push_str(&self.of(member.kind.get(), member.field.total, value)?);
                }
                Token::AnyOrder(list) => out.push_str(&self.any_order(list, members, value)?),
                Token::Modifiers(_) | Token::Mnemonic => return None,
            }
        }
        Some(out)
    }

    /// Members that may stand in any order: those without their defaults, or if there are none,
    /// all but the flags.
    pub(super) fn any_order(&self, list: u16, members: &[Operand], value: u64) -> Option<String> {
        let tables = &self.tables;
        let list = &tables.any_orders[usize::from(list)];
        let separator = tables.texts[list.separators.range()].first();
        let separator = separator.map_or("", |it| tables.text(*it));
        let items = &tables.modifiers[list.items.range()];
        let items = items.iter().map(|item| {
            let member = &members[usize::from(item.operand)];
            (item, member, member.get(value, tables.pieces))
        });
        let are_defaults = items.clone().all(|(_, member, of)| of == member.default);
        let mut out = String::new();
        let mut is_first = true;
        for (item, member, of) in items {
            let is_written = match are_defaults {
                true => member.kind.get() != Kind::Flag,
                false => of != member.default,
            };
            let spelling = tables.spellings[item.spellings.range()].first();
            let Some(spelling) = spelling.filter(|_| is_written) else {
                continue;
            };
            if !is_first {
                out.push_str(separator);
            }
            is_first = false;
            out.push_str(tables.text(spelling.before));
            if spelling.valued.is_set() {
                out.push_str(&self.of(member.kind.get(), member.field.total, of)?);
                out.push_str(tables.text(spelling.after));
            }
        }
        Some(out)
    }
}

/// The number that a field of so many bits holds.
fn number(integer: &Integer, total: u8, value: u64) -> Option<i64> {
    let number = match integer.signed {
        true if integer.bits != total || total == 0 => return None,
        true => {
            let above = 64 - u32::from(total.min(64));
            (value << above).cast_signed() >> above
        }
        false if value & !low_mask(integer.bits.min(63)) != 0 => return None,
        false => value.cast_signed(),
    };
    let number = number.checked_mul(i64::from(integer.scale.max(1)))?;
    number.checked_add(i64::from(integer.bias))
}

fn numeral(integer: &Integer, number: i64) -> String {
    let is_hex = |from: u32| number.unsigned_abs() >= u64::from(from);
    let sign = if number < 0 { "-" } else { "" };
    match integer.hex.is_some_and(is_hex) {
        true => format!("{sign}{:#x}", number.unsigned_abs()),
        false => number.to_string(),
    }
}
