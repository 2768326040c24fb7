//! Operands that no word of the tables stands for: numbers, names, words that syntaxes write
//! in different ways.

use super::bytes::{Reader, ends};
use super::follow::State;
use super::{Quick, Subject};
use crate::constant::{self, Number};
use crate::integer;
use crate::parse::{lex, register};
use crate::parsed::{Later, Span};
use crate::tables::{BitString, Kind, Operand, RecipeStep, ValueType, WORD_BYTES};

impl<'q> Quick<'q, '_> {
    /// Passes an operand that no word of the tables stands for.
    #[inline(never)]
    pub(super) fn number_or_name<B: BitString>(
        &self,
        state: &mut State<'q, B>,
        step: &RecipeStep,
        subject: &Subject<'_>,
    ) -> Option<()> {
        let tables = self.target.tables;
        let row = self.row(subject, step.operand)?;
        let first = state.reader.peek();
        if row.wraps.len != 0
            && !first.is_ascii_digit()
            && self.wrapped(state, step, row, subject.certain).is_some()
        {
            return Some(());
        }
        match row.kind.get() {
            Kind::Integer { integer } => {
                let integer = tables.integers.get(integer as usize)?;
                if integer.relative.is_some() && !first.is_ascii_digit() && first != b'-' {
                    let start = state.reader.at;
                    let name = self.name(state, subject.certain)?;
                    return match name.as_bytes().contains(&b'@') {
                        true => None,
                        false => self.later(state, step.operand, start, name),
                    };
                }
                let number = self.whole_number(&mut state.reader)?;
                let field = integer::field(integer, row.field.total, number)?;
                // Printing writes one number for a field: others need to be certain.
                let is_printed = || integer::value(integer, row.field.total, field) == Some(number);
                if !ends(state.reader.peek()) || !subject.certain && !is_printed() {
                    return None;
                }
                state.bits = row.field.set(state.bits, field, tables.pieces);
                Some(())
            }
            // A sign may be a source modifier's.
            Kind::Class { class, value }
                if first.is_ascii_digit()
                    || first == b'('
                    || row.wraps.len == 0
                        && matches!(state.reader.rest(), [b'-', b'0'..=b'9' | b'.', ..]) =>
            {
                let number = self.written_number(&mut state.reader)?;
                self.constant(state, row, (class, value), (number, false), subject.certain)
            }
            Kind::Class { class, value } => {
                let start = state.reader.at;
                let length = name_length(state.reader.rest());
                if length == 0 {
                    return None;
                }
                if state.reader.rest().get(length) == Some(&b'(') {
                    return self.forced(state, row, (class, value), length, subject.certain);
                }
                // Nothing else than a relocation has this byte: no register, no word.
                if !state.reader.rest().get(..length)?.contains(&b'@') {
                    if self.spelled(state, step, row, class, length).is_some() {
                        return Some(());
                    }
                    let number = self.named_number(&mut state.reader, class, length)?;
                    let number = Number::Int(number);
                    return self.constant(
                        state,
                        row,
                        (class, value),
                        (number, false),
                        subject.certain,
                    );
                }
                if state.literal.is_some() {
                    return None;
                }
                let name = self.name(state, subject.certain)?;
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
            Kind::Struct { structure } => {
                let found = tables.struct_on(structure, self.target.arch)?;
                let mut here = state.reader;
                let quickly = if first.is_ascii_digit() {
                    // It is printed otherwise.
                    let number = self.struct_number(&mut here, found);
                    number.filter(|_| subject.certain)
                } else if found.listed.is_set() {
                    self.members(&mut here, found)
                } else {
                    None
                };
                let value = match quickly {
                    Some(value) => {
                        state.reader = here;
                        value
                    }
                    None => self.struct_of(&mut state.reader, structure, subject.certain)?,
                };
                state.bits = row.field.set(state.bits, value, tables.pieces);
                Some(())
            }
            _ => None,
        }
    }

    /// Passes a number that does not begin with a name: an integer, a sum, a floating one.
    #[inline]
    fn written_number(&self, reader: &mut Reader<'_>) -> Option<Number> {
        let mut here = *reader;
        if let Some(number) = self.whole_number(&mut here)
            && ends(here.peek())
        {
            *reader = here;
            return Some(Number::Int(number));
        }
        self.float(reader)
    }

    /// Passes a floating number as most syntaxes read them.
    #[inline(never)]
    fn float(&self, reader: &mut Reader<'_>) -> Option<Number> {
        // A syntax that says types of them rounds in its own way, too.
        let syntax = self
            .target
            .tables
            .syntaxes
            .get(usize::from(self.syntax.0))?;
        if syntax.float_types.is_set() {
            return None;
        }
        let (number, end) = lex::float_at(self.text, reader.at)?;
        reader.at = end;
        ends(reader.peek()).then_some(Number::Float(number))
    }

    /// A number that an operand of a class, which has values of a type, holds as it is or as a
    /// literal; with whether it says that it is one.
    pub(super) fn constant<B: BitString>(
        &self,
        state: &mut State<'q, B>,
        row: &Operand,
        (class, value): (u16, ValueType),
        (number, forced): (Number, bool),
        certain: bool,
    ) -> Option<()> {
        let tables = self.target.tables;
        let class = tables.classes.get(usize::from(class))?;
        let arch = self.target.arch;
        let held = |forced| constant::field(tables, arch, class, value, number, forced);
        let (field, literal) = held(forced).ok()?;
        // As it is printed: all bits of the word, and that it is a literal where it need be said.
        let is_printed = match (number, literal) {
            (Number::Int(number), Some(word)) => {
                i64::from(word) == number
                    && (value.bits() != 16 || u16::try_from(word).is_ok())
                    && (!forced || matches!(held(false), Ok((_, None))))
            }
            (Number::Int(_), None) => true,
            (Number::Float(_), _) => false,
        };
        // In another way it may be written in another encoding, too.
        // There is one literal at most, which two operands may say.
        let is_other = state.later.is_some() || state.literal != literal;
        if !is_printed && !certain || literal.is_some() && state.literal.is_some() && is_other {
            return None;
        }
        state.literal = state.literal.or(literal);
        state.bits = row.field.set(state.bits, field, tables.pieces);
        Some(())
    }

    /// Passes a number that says that it is the literal, `lit(1)`, behind a word of so many bytes.
    #[inline(never)]
    fn forced<B: BitString>(
        &self,
        state: &mut State<'q, B>,
        row: &Operand,
        (class, value): (u16, ValueType),
        length: usize,
        certain: bool,
    ) -> Option<()> {
        let tables = self.target.tables;
        let syntax = tables.syntaxes.get(usize::from(self.syntax.0))?;
        if state.reader.rest().get(..length)? != tables.bytes(syntax.literal) {
            return None;
        }
        state.reader.at += length + 1;
        let number = state.reader.number()?;
        if state.reader.peek() != b')' {
            return None;
        }
        state.reader.at += 1;
        if !ends(state.reader.peek()) || state.reader.goes_on() || state.literal.is_some() {
            return None;
        }
        let number = Number::Int(number);
        self.constant(state, row, (class, value), (number, true), certain)
    }

    /// Passes a sum that begins with a name of so many bytes, if nothing but a symbol is called
    /// so, and gives its value.
    fn named_number(&self, reader: &mut Reader<'_>, class: u16, length: usize) -> Option<i64> {
        let name = self.text.get(reader.at..reader.at + length)?;
        self.indices.value(name)?;
        let is_word = self.keyword_of(&mut { *reader }, class, length).is_some()
            || register(self.target, name, self.syntax).is_some();
        if is_word {
            return None;
        }
        self.whole_number(reader).filter(|_| ends(reader.peek()))
    }

    /// A word that another syntax writes otherwise: the tables of words have none of them.
    fn spelled<B: BitString>(
        &self,
        state: &mut State<'q, B>,
        step: &RecipeStep,
        row: &Operand,
        class: u16,
        length: usize,
    ) -> Option<()> {
        if step.stride != 0 {
            return None;
        }
        let mut reader = state.reader;
        let field = self.printed_keyword_of(&mut reader, class, length)?;
        if !ends(reader.peek()) {
            return None;
        }
        state.reader = reader;
        state.bits = row.field.set(state.bits, field, self.target.tables.pieces);
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
