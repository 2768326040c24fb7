//! Operands that no word of the tables stands for: numbers, names, and structs that are
//! written as their members.

use super::bytes::{ends, word};
use super::{Quick, State, Subject};
use crate::constant::{self, Number};
use crate::integer;
use crate::parsed::{Later, Span};
use crate::rule;
use crate::tables::{
    BitString, Form, Kind, NO_VALUE, NONE, Operand, RecipeStep, Token, WORD_BYTES,
};

impl<'q> Quick<'q, '_> {
    /// Passes an operand that no word of the tables stands for.
    #[inline(never)]
    pub(super) fn number_or_name<B: BitString>(
        &self,
        state: &mut State<'q, B>,
        step: &RecipeStep,
        subject: Subject<'_>,
    ) -> Option<()> {
        let tables = self.target.tables;
        let row = self.row(subject, step.operand)?;
        let first = state.reader.peek();
        if step.half.is_set() {
            let half = self.half(state, step, row, subject);
            // What is no word may be a literal.
            if half.is_some() || !first.is_ascii_digit() {
                return half;
            }
        }
        if step.apart.is_set() && self.split(state, step, row).is_some() {
            return Some(());
        }
        if row.wraps.len != 0 && !first.is_ascii_digit() && !step.half.is_set() {
            let before = *state;
            if self.wrapped(state, step, row).is_some() {
                return Some(());
            }
            *state = before;
        }
        match row.kind.get() {
            Kind::Integer { integer } => {
                let integer = tables.integers.get(integer as usize)?;
                if !first.is_ascii_digit() && first != b'-' {
                    integer.relative?;
                    let start = state.reader.at;
                    let name = self.name(state, subject.certain)?;
                    return match name.contains('@') {
                        true => None,
                        false => self.later(state, step.operand, start, name),
                    };
                }
                let number = state.reader.number()?;
                let field = integer::field(integer, row.field.total, number)?;
                // Printing writes one number for a field: others need to be certain.
                let is_printed = || integer::value(integer, row.field.total, field) == Some(number);
                if !ends(state.reader.peek()) || !subject.certain && !is_printed() {
                    return None;
                }
                state.bits = row.field.set(state.bits, field, tables.pieces);
                Some(())
            }
            Kind::Class { class, value } if first.is_ascii_digit() => {
                let number = state.reader.number()?;
                let class = tables.classes.get(class as usize)?;
                let arch = self.target.arch;
                let held = constant::field(tables, arch, class, value, Number::Int(number), false);
                let (field, literal) = held.ok()?;
                let word = literal?;
                // As it is printed: all bits of the word.
                let is_printed = i64::from(word) == number
                    && (value.bits() != 16 || u16::try_from(word).is_ok());
                if !is_printed || state.literal.is_some() || !ends(state.reader.peek()) {
                    return None;
                }
                state.literal = literal;
                state.bits = row.field.set(state.bits, field, tables.pieces);
                Some(())
            }
            // Nothing else than a relocation has this byte: no register, no word.
            Kind::Class { class, value } if state.literal.is_none() => {
                let start = state.reader.at;
                let name = self.name(state, subject.certain)?;
                if !name.contains('@') {
                    return None;
                }
                if matches!(state.reader.peek(), b'+' | b'-') {
                    state.reader.at += 1;
                    state.reader.number().filter(|number| *number >= 0)?;
                }
                let class = tables.classes.get(class as usize)?;
                let zero = Number::Int(0);
                let arch = self.target.arch;
                let (field, literal) =
                    constant::field(tables, arch, class, value, zero, true).ok()?;
                state.literal = Some(literal?);
                state.bits = row.field.set(state.bits, field, tables.pieces);
                self.later(state, step.operand, start, name)
            }
            Kind::Struct { structure } => self.members(state, row, structure),
            _ => None,
        }
    }

    /// A word whose value is set in a field of more than one piece.
    fn split<B: BitString>(
        &self,
        state: &mut State<'q, B>,
        step: &RecipeStep,
        row: &Operand,
    ) -> Option<()> {
        let tables = self.target.tables;
        let (low, high, length) = word(state.reader.chunk())?;
        let number = tables.operand_text(low, high);
        let value = tables.value_of_text(step.pages, number);
        if step.half.is_set() || number == 0 || value == NO_VALUE {
            return None;
        }
        state.reader.at += length;
        state.bits = row.field.set(state.bits, value.into(), tables.pieces);
        Some(())
    }

    /// A struct that is written as members one after the other, `vmcnt(0) lgkmcnt(0)`:
    /// in the order in which they are printed, none with its default.
    fn members<B: BitString>(
        &self,
        state: &mut State<'q, B>,
        row: &Operand,
        structure: u16,
    ) -> Option<()> {
        let tables = self.target.tables;
        let structure = tables.struct_on(structure, self.target.arch)?;
        let forms = tables.forms.get(structure.forms.range())?;
        let mut own = forms.iter().filter(|form| form.syntax == self.syntax.0);
        let list_of = |form: &Form| match tables.tokens.get(form.tokens.range())? {
            [token] => match token.get() {
                Token::AnyOrder(list) if !form.read_only.is_set() => Some(list),
                _ => None,
            },
            _ => None,
        };
        let (form, list) = own.find_map(|form| Some((form, list_of(form)?)))?;
        let holds = |form: &Form, value: u64| match tables.rules.get(usize::from(form.when)) {
            Some(rule) => rule::holds(tables, rule, value),
            None => form.when == NONE,
        };
        let list = tables.any_orders.get(list as usize)?;
        let rows = tables.operands.get(structure.members.range())?;
        let separator = tables.texts.get(list.separators.start as usize)?;
        let mut value = form.rest;
        for item in tables.modifiers.get(list.items.range())? {
            let member = rows.get(usize::from(item.operand))?;
            value = value & !member.mask | member.default_bits;
        }
        // Behind each the printed text between two of them, if another one follows.
        let (mut here, mut some) = (state.reader, false);
        for item in tables.modifiers.get(list.items.range())? {
            let spelling = tables.spellings.get(item.spellings.start as usize)?;
            if !here.take_text(tables, spelling.before) {
                continue;
            }
            let member = rows.get(usize::from(item.operand))?;
            let field = match member.kind.get() {
                Kind::Integer { integer } => {
                    let integer = tables.integers.get(integer as usize)?;
                    integer::field(integer, member.field.total, here.number()?)?
                }
                Kind::Class { class, .. } => {
                    let length = name_length(here.rest());
                    self.keyword_of(&mut here, class, length)?
                }
                _ => return None,
            };
            if field == member.default || !here.take_text(tables, spelling.after) {
                return None;
            }
            value = member.field.set(value, field, tables.pieces);
            (state.reader, some) = (here, true);
            if !here.take_text(tables, *separator) {
                break;
            }
        }
        // Nothing is printed otherwise, and nothing else read, before that form.
        let mut before = forms.iter().take_while(|it| !core::ptr::eq(*it, form));
        let is_other = |it: &Form| it.syntax == self.syntax.0 && holds(it, value);
        if !some || !holds(form, value) || before.any(is_other) || !ends(state.reader.peek()) {
            return None;
        }
        state.bits = row.field.set(state.bits, value, tables.pieces);
        Some(())
    }

    /// Passes a name, if it may be one whose value is known later.
    fn name<B>(&self, state: &mut State<'q, B>, certain: bool) -> Option<&'q str> {
        let start = state.reader.at;
        let rest = state.reader.bytes.get(start..)?;
        let length = name_length(rest);
        state.reader.at += length;
        let may_be_one = length > 1
            && certain
            && state.later.is_none()
            && !rest.first().is_some_and(u8::is_ascii_digit);
        self.text.get(start..start + length).filter(|_| may_be_one)
    }

    /// What the line ends with, from a byte on, is known later if the name in it is.
    fn later<B>(
        &self,
        state: &mut State<'q, B>,
        operand: u16,
        start: usize,
        name: &str,
    ) -> Option<()> {
        if !ends(state.reader.peek())
            || self.symbols.value(name).is_some()
            || !self.symbols.is_later(name)
        {
            return None;
        }
        state.later = Some(Later {
            operand,
            literal: state.literal.is_some(),
            span: Span {
                start: start as u32,
                end: state.reader.at as u32,
            },
        });
        Some(())
    }
}

/// How many bytes a name has that stands at the front.
pub(super) fn name_length(bytes: &[u8]) -> usize {
    let end = bytes
        .iter()
        .position(|&byte| !WORD_BYTES[usize::from(byte)]);
    end.unwrap_or(bytes.len())
}
