//! Structs: as members one after the other, `vmcnt(0) lgkmcnt(0)`, or as texts with numbers
//! and words between them, `hwreg(HW_REG_MODE, 0, 4)`.

use super::Quick;
use super::bytes::{Reader, ends};
use super::operands::name_length;
use crate::tables::{Form, Kind, NONE, Operand, Token};
use crate::{integer, rule, structs};

impl Quick<'_, '_> {
    /// A struct that is written as members one after the other, `vmcnt(0) lgkmcnt(0)`:
    /// in the order in which they are printed, none with its default.
    pub(super) fn members(&self, reader: &mut Reader<'_>, structure: u16) -> Option<u64> {
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
        let list = tables.any_orders.get(list as usize)?;
        let rows = tables.operands.get(structure.members.range())?;
        let separator = tables.texts.get(list.separators.start as usize)?;
        let mut value = form.rest;
        for item in tables.modifiers.get(list.items.range())? {
            let member = rows.get(usize::from(item.operand))?;
            value = value & !member.mask | member.default_bits;
        }
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
                    let length = name_length(here.rest());
                    self.keyword_of(&mut here, class, length)?
                }
                _ => return None,
            };
            if field == member.default || !here.take_text(tables, spelling.after) {
                return None;
            }
            value = member.field.set(value, field, tables.pieces);
            (*reader, some) = (here, true);
            if !here.take_text(tables, *separator) {
                break;
            }
        }
        // Nothing is printed otherwise, and nothing else read, before that form.
        let mut before = forms.iter().take_while(|it| !core::ptr::eq(*it, form));
        let is_other = |it: &Form| it.syntax == self.syntax.0 && self.prints(it, value);
        if !some || !self.prints(form, value) || before.any(is_other) || !ends(reader.peek()) {
            return None;
        }
        Some(value)
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
        for token in tables.tokens.get(form.tokens.range())? {
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
                            let length = name_length(reader.rest());
                            self.printed_keyword_of(reader, class, length)?
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

    /// Whether a form of a struct says that it prints a value.
    fn prints(&self, form: &Form, value: u64) -> bool {
        let tables = self.target.tables;
        match tables.rules.get(usize::from(form.when)) {
            Some(rule) => rule::holds(tables, rule, value),
            None => form.when == NONE,
        }
    }
}
