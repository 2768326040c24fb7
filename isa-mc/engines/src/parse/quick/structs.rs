//! Structs: as members one after the other, `vmcnt(0) lgkmcnt(0)`, or as texts with numbers
//! and words between them, `hwreg(HW_REG_MODE, 0, 4)`.

use super::Quick;
use super::bytes::{Reader, ends, word};
use super::operands::name_length;
use crate::tables::{Form, Kind, NONE, Operand, Struct, Text, Token};
use crate::{integer, rule, structs};

impl Quick<'_, '_> {
    /// A struct that is written as members one after the other, `vmcnt(0) lgkmcnt(0)`:
    /// in the order in which they are printed, none with its default.
    pub(super) fn members(&self, reader: &mut Reader<'_>, structure: &Struct) -> Option<u64> {
        let tables = self.target.tables;
        let forms = tables.forms.get(structure.forms.range())?;
        let list_of = |form: &Form| match tables.tokens.get(form.tokens.range())? {
            [token] if form.syntax == self.syntax.0 => match token.get() {
                Token::AnyOrder(list) if !form.read_only.is_set() => Some(list),
                _ => None,
            },
            _ => None,
        };
        let mut numbered = forms.iter().enumerate();
        let (at, form, list) = numbered.find_map(|(at, form)| Some((at, form, list_of(form)?)))?;
        let list = tables.any_orders.get(list as usize)?;
        let rows = tables.operands.get(structure.members.range())?;
        let separator = tables.texts.get(list.separators.start as usize)?;
        let mut value = list.default;
        // Behind each the printed text between two of them, if another one follows.
        let (mut here, mut some) = (*reader, false);
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
                    self.listed_word(&mut here, member, class, spelling.after)?
                }
                _ => return None,
            };
            // Nearly all are a bracket.
            let is_behind = match tables.bytes(spelling.after) {
                [byte] => here.pass(*byte),
                _ => here.take_text(tables, spelling.after),
            };
            if field == member.default || !is_behind {
                return None;
            }
            value = member.field.set(value, field, tables.pieces);
            (*reader, some) = (here, true);
            if here.peek() == b'\n' || !here.take_text(tables, *separator) {
                break;
            }
        }
        // Nothing is printed otherwise, and nothing else read, before that form.
        let before = forms.get(..at).unwrap_or_default();
        let is_other = |it: &Form| it.syntax == self.syntax.0 && self.prints(it, value);
        if !some || !self.prints(form, value) || before.iter().any(is_other) || !ends(reader.peek())
        {
            return None;
        }
        Some(value)
    }

    /// Passes the word of a member of a class in front of a text, and gives its value.
    // Most members are numbers.
    #[inline(never)]
    fn listed_word(
        &self,
        reader: &mut Reader<'_>,
        member: &Operand,
        class: u16,
        after: Text,
    ) -> Option<u64> {
        let end = self.target.tables.bytes(after).first();
        let word = end.and_then(|end| reader.word_before(*end));
        match word.and_then(|word| self.word_of(reader, member, word)) {
            Some(field) => Some(field),
            None => {
                let length = name_length(reader.rest());
                self.keyword_of(reader, class, length)
            }
        }
    }

    /// Passes a struct of texts, numbers and words as it is printed, and gives its value.
    pub(super) fn struct_of(&self, reader: &mut Reader<'_>, structure: u16) -> Option<u64> {
        let tables = self.target.tables;
        let row = tables.struct_on(structure, self.target.arch)?;
        let members = tables.operands.get(row.members.range())?;
        let forms = tables.forms.get(row.forms.range())?;
        for form in forms {
            if form.syntax != self.syntax.0 || form.read_only.is_set() {
                continue;
            }
            let mut here = *reader;
            let Some(value) = self.struct_in(&mut here, form, members) else {
                continue;
            };
            let printed = structs::form(self.target, row, value, self.syntax)?;
            if core::ptr::eq(printed, form) && ends(here.peek()) {
                *reader = here;
                return Some(value);
            }
        }
        None
    }

    /// Passes a struct in one of its forms, and gives the value that its members make.
    fn struct_in(&self, reader: &mut Reader<'_>, form: &Form, members: &[Operand]) -> Option<u64> {
        let tables = self.target.tables;
        let (mut value, mut said) = (form.rest, 0);
        let mut tokens = tables.tokens.get(form.tokens.range())?;
        while let [token, behind @ ..] = tokens {
            tokens = behind;
            match token.get() {
                Token::Text(text) => reader.take_text(tables, text).then_some(())?,
                Token::Operand(index) => {
                    let member = members.get(usize::from(index))?;
                    let field = match member.kind.get() {
                        Kind::Integer { integer } => {
                            let integer = tables.integers.get(integer as usize)?;
                            integer::field(integer, member.field.total, reader.number()?)?
                        }
                        Kind::Class { class, .. } => {
                            let next = behind.first().map(|it| it.get());
                            self.member_word(reader, member, class, next)?
                        }
                        _ => return None,
                    };
                    // Of what two members say printing would write one.
                    if said & member.mask != 0 {
                        return None;
                    }
                    said |= member.mask;
                    value = member.field.set(value, field, tables.pieces);
                }
                _ => return None,
            }
        }
        Some(value)
    }

    /// Passes the word of a member of a class, as it is printed in front of this token, and gives
    /// its value.
    fn member_word(
        &self,
        reader: &mut Reader<'_>,
        member: &Operand,
        class: u16,
        next: Option<Token>,
    ) -> Option<u64> {
        let word = match next {
            // Nothing tells where the word ends but the words that there are.
            Some(Token::Operand(_)) => return self.front_word(reader, class),
            Some(Token::Text(text)) => {
                let end = self.target.tables.bytes(text).first()?;
                reader.word_before(*end)
            }
            _ => word(reader.chunk()),
        };
        match word.and_then(|word| self.word_of(reader, member, word)) {
            Some(value) => Some(value),
            None => {
                let length = name_length(reader.rest());
                self.printed_keyword_of(reader, class, length)
            }
        }
    }

    /// Whether a form of a struct says that it prints a value.
    fn prints(&self, form: &Form, value: u64) -> bool {
        let tables = self.target.tables;
        match tables.rules.get(usize::from(form.when)) {
            Some(rule) => rule::holds(tables, rule, value),
            None => form.when == NONE,
        }
    }
}
