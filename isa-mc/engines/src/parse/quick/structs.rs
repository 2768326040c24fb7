//! Structs: as members one after the other, `vmcnt(0) lgkmcnt(0)`, or as texts with numbers
//! and words between them, `hwreg(HW_REG_MODE, 0, 4)`.

use super::Quick;
use super::bytes::{Reader, ends, word};
use super::operands::name_length;
use crate::constant::{self, NotHeld, Number};
use crate::tables::{AnyOrder, Form, Kind, NONE, Operand, Struct, Text, Token, ValueType};
use crate::{integer, operand, rule, structs};

/// What stands between two members of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Between {
    /// What printing writes.
    Printed,
    /// Another text that may stand there, or white space.
    Other,
    /// Nothing that may: the list ends.
    Nothing,
}

/// Where white space stands in the texts of a struct.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Spacing {
    /// Where printing writes it.
    Printed,
    /// Anywhere between tokens.
    Any,
}

impl Quick<'_, '_> {
    /// A struct that is written as members one after the other, `vmcnt(0) lgkmcnt(0)`. In another
    /// order than printing has, with another text between them or with a default it is read only
    /// if no form stands before.
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
        let items = tables.modifiers.get(list.items.range())?;
        let mut value = list.default;
        let (mut here, mut said) = (*reader, 0_u64);
        let (mut is_printed, mut between) = (true, Between::Printed);
        // Nearly always in the order of printing; otherwise once more from the first on.
        'text: loop {
            let before = said;
            for (at, item) in items.iter().enumerate() {
                let spelling = tables.spellings.get(item.spellings.start as usize)?;
                if !here.take_text(tables, spelling.before) {
                    continue;
                }
                is_printed &= between == Between::Printed;
                let member = rows.get(usize::from(item.operand))?;
                let field = match member.kind.get() {
                    Kind::Integer { integer } => {
                        let integer = tables.integers.get(integer as usize)?;
                        integer::field(integer, member.field.total, self.inner_number(&mut here)?)?
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
                let bit = 1_u64.unbounded_shl(at as u32);
                if !is_behind || said & bit != 0 {
                    return None;
                }
                is_printed &= field != member.default;
                said |= bit;
                value = member.field.set(value, field, tables.pieces);
                *reader = here;
                if here.peek() == b'\n' {
                    break 'text;
                }
                between = self.between(&mut here, list)?;
                if between == Between::Nothing {
                    break 'text;
                }
            }
            if said == before {
                break;
            }
            between = Between::Other;
        }
        if said == 0 || !ends(reader.peek()) || !self.prints(form, value) {
            return None;
        }
        // Nothing is printed otherwise before that form, and nothing else read.
        let mut before = forms.get(..at)?.iter();
        let is_other =
            |it: &Form| it.syntax == self.syntax.0 && (!is_printed || self.prints(it, value));
        (!before.any(is_other)).then_some(value)
    }

    /// Passes what stands between two members. `None` if a member has to follow it and none
    /// does: they begin with letters.
    #[inline]
    fn between(&self, reader: &mut Reader<'_>, list: &AnyOrder) -> Option<Between> {
        let tables = self.target.tables;
        let mut printed = *reader;
        let texts = tables.texts.get(list.separators.range())?;
        if printed.take_text(tables, *texts.first()?) && printed.peek().is_ascii_lowercase() {
            *reader = printed;
            return Some(Between::Printed);
        }
        reader.skip_space();
        let mut between = Between::Nothing;
        for text in texts {
            let text = tables.bytes(*text).trim_ascii();
            if text.is_empty() {
                between = Between::Other;
            } else if reader.take(text) {
                reader.skip_space();
                let follows = reader.peek().is_ascii_lowercase();
                return follows.then_some(Between::Other);
            }
        }
        Some(between)
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

    /// Passes a struct of texts, numbers and words, and gives its value: as it is printed, or with
    /// other white space. What is printed in another form is read only where that is certain to be
    /// meant.
    pub(super) fn struct_of(
        &self,
        reader: &mut Reader<'_>,
        structure: u16,
        certain: bool,
    ) -> Option<u64> {
        let printed = self.struct_by(reader, structure, Spacing::Printed, certain);
        printed.or_else(|| self.struct_by(reader, structure, Spacing::Any, certain))
    }

    fn struct_by(
        &self,
        reader: &mut Reader<'_>,
        structure: u16,
        spacing: Spacing,
        certain: bool,
    ) -> Option<u64> {
        let tables = self.target.tables;
        let row = tables.struct_on(structure, self.target.arch)?;
        let members = tables.operands.get(row.members.range())?;
        let forms = tables.forms.get(row.forms.range())?;
        for (at, form) in forms.iter().enumerate() {
            if form.syntax != self.syntax.0 || form.read_only.is_set() {
                continue;
            }
            let mut here = *reader;
            let Some(value) = self.struct_in(&mut here, form, members, spacing) else {
                continue;
            };
            if !ends(here.peek()) || !operand::is_struct(row, value) || !self.prints(form, value) {
                continue;
            }
            // Its members have texts, as these were read: only a form before it may be printed.
            let before = forms.get(..at)?;
            let is_printed = |it| structs::says(self.target, members, it, value, self.syntax);
            if !before.iter().any(is_printed)
                || certain && before.iter().all(|it| self.refuses(it, *reader))
            {
                *reader = here;
                return Some(value);
            }
        }
        None
    }

    /// Whether a form of a struct cannot be read here, because it begins with another text.
    fn refuses(&self, form: &Form, mut reader: Reader<'_>) -> bool {
        let tables = self.target.tables;
        let syntax = tables.syntaxes.get(usize::from(self.syntax.0));
        let tokens = tables.tokens.get(form.tokens.range());
        let first = tokens.and_then(|it| it.first()).map(|it| it.get());
        match (first, syntax) {
            _ if form.syntax != self.syntax.0 => true,
            (Some(Token::Text(text)), Some(syntax)) => {
                !syntax.any_case.is_set() && !reader.take_spaced(tables.bytes(text))
            }
            _ => false,
        }
    }

    /// Passes a struct in one of its forms, and gives the value that its members make.
    fn struct_in(
        &self,
        reader: &mut Reader<'_>,
        form: &Form,
        members: &[Operand],
        spacing: Spacing,
    ) -> Option<u64> {
        let tables = self.target.tables;
        let (mut value, mut said) = (form.rest, 0);
        let mut tokens = tables.tokens.get(form.tokens.range())?;
        while let [token, behind @ ..] = tokens {
            tokens = behind;
            match token.get() {
                Token::Text(text) if spacing == Spacing::Printed => {
                    reader.take_text(tables, text).then_some(())?;
                }
                Token::Text(text) => {
                    let text = tables.bytes(text);
                    reader.take_spaced(text).then_some(())?;
                    if !behind.is_empty() && text.last() != Some(&b'"') {
                        reader.skip_space();
                    }
                }
                Token::Operand(index) => {
                    let member = members.get(usize::from(index))?;
                    let field = match member.kind.get() {
                        Kind::Integer { integer } => {
                            let integer = tables.integers.get(integer as usize)?;
                            integer::field(integer, member.field.total, self.inner_number(reader)?)?
                        }
                        Kind::Class { class, value } => {
                            let next = behind.first().map(|it| it.get());
                            match self.member_word(reader, member, class, next, spacing) {
                                Some(field) => field,
                                None if reader.peek().is_ascii_alphabetic() => return None,
                                None => self.member_number(reader, class, value)?,
                            }
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
                Token::AnyOrder(list) => {
                    let list = tables.any_orders.get(list as usize)?;
                    value |= self.flags(reader, list, members)?;
                }
                _ => return None,
            }
        }
        Some(value)
    }

    /// Passes a list of members that are flags, in the order in which they are printed, and gives
    /// the value that they make. What ends it is for the text behind to tell.
    fn flags(&self, reader: &mut Reader<'_>, list: &AnyOrder, members: &[Operand]) -> Option<u64> {
        let tables = self.target.tables;
        let separator = *tables.texts.get(list.separators.range())?.first()?;
        let mut value = list.default;
        let mut here = *reader;
        for item in tables.modifiers.get(list.items.range())? {
            let member = members.get(usize::from(item.operand))?;
            let spelling = tables.spellings.get(item.spellings.start as usize)?;
            if spelling.valued.is_set() || member.kind != Kind::Flag.into() || item.default != 0 {
                return None;
            }
            if here.take_text(tables, spelling.before) {
                value = member.field.set(value, 1, tables.pieces);
                *reader = here;
                if !here.take_text(tables, separator) {
                    break;
                }
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
        spacing: Spacing,
    ) -> Option<u64> {
        let word = match next {
            // Nothing tells where the word ends but the words that there are.
            Some(Token::Operand(_)) => return self.front_word(reader, class),
            Some(Token::Text(text)) => {
                let end = self.target.tables.bytes(text).first()?;
                let word = reader.word_before(*end);
                // Of forms that begin alike, most are told by what stands behind the word.
                if word.is_none() && spacing == Spacing::Printed {
                    let rest = reader.rest();
                    let is_end = rest.get(name_length(rest)) == Some(end);
                    is_end.then_some(())?;
                }
                word
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

    /// Passes a number that a member of a class holds, and gives its value.
    #[inline(never)]
    fn member_number(&self, reader: &mut Reader<'_>, class: u16, value: ValueType) -> Option<u64> {
        let tables = self.target.tables;
        let class = tables.classes.get(usize::from(class))?;
        let number = Number::Int(reader.number()?);
        match constant::field(tables, self.target.arch, class, value, number, false) {
            Ok((field, None)) => Some(field),
            _ => None,
        }
    }

    /// Passes the number that all of a struct may be written as, if no form before would read
    /// it, and gives the value.
    pub(super) fn struct_number(&self, reader: &mut Reader<'_>, row: &Struct) -> Option<u64> {
        let tables = self.target.tables;
        let members = tables.operands.get(row.members.range())?;
        let forms = tables.forms.get(row.forms.range())?.iter();
        let mut here = *reader;
        let number = self.whole_number(&mut here)?;
        for form in forms.filter(|form| form.syntax == self.syntax.0) {
            let tokens = tables.tokens.get(form.tokens.range())?;
            match tokens.first()?.get() {
                // They begin with a word.
                Token::AnyOrder(_) => {}
                Token::Text(text) if tables.bytes(text).first()?.is_ascii_alphabetic() => {}
                Token::Operand(index) if tokens.len() == 1 && form.when == NONE => {
                    let member = members.get(usize::from(index))?;
                    let field = match member.kind.get() {
                        Kind::Integer { integer } => {
                            let integer = tables.integers.get(integer as usize)?;
                            integer::field(integer, member.field.total, number)?
                        }
                        Kind::Class { class, value } => {
                            let class = tables.classes.get(usize::from(class))?;
                            let (arch, number) = (self.target.arch, Number::Int(number));
                            match constant::field(tables, arch, class, value, number, false) {
                                Ok((field, None)) => field,
                                // It is none of these numbers.
                                Err(NotHeld::NoConstant) => continue,
                                _ => return None,
                            }
                        }
                        _ => return None,
                    };
                    *reader = here;
                    let value = member.field.set(form.rest, field, tables.pieces);
                    let is_whole = ends(reader.peek()) && operand::is_struct(row, value);
                    return is_whole.then_some(value);
                }
                _ => return None,
            }
        }
        None
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
