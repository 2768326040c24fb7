//! Structs that are all of an instruction's operands and a list of members with small numbers:
//! `s_waitcnt vmcnt(0) lgkmcnt(0)`. What reads them is found once for each mnemonic.

use super::bytes::{Reader, ShortText};
use super::{Quick, Subject};
use crate::rule;
use crate::tables::{
    AnyOrder, Form, Integer, Kind, Modifier, NONE, Operand, Rows, Struct, Token, low_mask,
};

/// The members of the list, in the order in which they are printed.
#[derive(Debug, Clone)]
pub(super) struct PlainMembers {
    all: Vec<PlainMember>,
    /// The value of the struct without any.
    default: u64,
    /// Lowest bit of the operand.
    shift: u8,
}

/// A member whose text is as it is printed.
#[derive(Debug, Clone, Copy)]
struct PlainMember {
    before: ShortText,
    /// The byte behind its number.
    after: u8,
    /// Its bits in the struct.
    mask: u64,
    /// Lowest bit of the first piece of its field, and how many bits that has.
    shift: u8,
    width: u8,
    /// Lowest bit of the other piece.
    second: u8,
    /// Bits of its number.
    bits: u8,
}

impl<'a> Quick<'_, 'a> {
    /// The members that a recipe reads; `None` if it reads something else, or more of them than
    /// these.
    pub(super) fn plain_members(&self, subject: &Subject<'a>) -> Option<PlainMembers> {
        let Subject {
            recipe,
            steps,
            shape,
            ..
        } = subject;
        let [step] = steps else {
            return None;
        };
        let has_more = step.before.len != 0 || recipe.modifiers.len != 0 || recipe.required != 0;
        if has_more || shape.is_wide() {
            return None;
        }
        let tables = self.target.tables;
        let row = self.row(subject, step.operand)?;
        let Kind::Struct { structure } = row.kind.get() else {
            return None;
        };
        let found = tables.struct_on(structure, self.target.arch)?;
        if row.field.more.len != 0 || row.field.total != found.bits {
            return None;
        }
        let (form, list) = self.first_list(found)?;
        let members = tables.operands.get(found.members.range())?;
        let items = tables.modifiers.get(list.items.range())?;
        let all: Option<Vec<_>> = items
            .iter()
            .map(|it| self.plain_member(it, members))
            .collect();
        let all = all?;
        let own = all.iter().fold(0, |own, it| own | it.mask);
        (self.is_for_all(form, list.default, own) && self.is_blank(list.separators)).then_some(
            PlainMembers {
                all,
                default: list.default,
                shift: row.field.shift,
            },
        )
    }

    /// The list that is the first form of a struct.
    fn first_list(&self, found: &Struct) -> Option<(&'a Form, &'a AnyOrder)> {
        let tables = self.target.tables;
        let mut forms = tables.forms.get(found.forms.range())?.iter();
        let form = forms.find(|form| form.syntax == self.syntax.0)?;
        match tables.tokens.get(form.tokens.range())? {
            [token] if !form.read_only.is_set() => match token.get() {
                Token::AnyOrder(list) => Some((form, tables.any_orders.get(usize::from(list))?)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether a form of a struct prints a value whatever these bits of it are.
    fn is_for_all(&self, form: &Form, value: u64, bits: u64) -> bool {
        let tables = self.target.tables;
        match tables.rules.get(usize::from(form.when)) {
            Some(rule) => {
                let is_apart = rule.mask != 0 && rule.mask & bits == 0;
                is_apart && rule::holds(tables, rule, value)
            }
            None => form.when == NONE,
        }
    }

    /// Whether a blank is what printing writes between members.
    fn is_blank(&self, separators: Rows) -> bool {
        let tables = self.target.tables;
        let first = tables
            .texts
            .get(separators.range())
            .and_then(|it| it.first());
        first.is_some_and(|it| tables.bytes(*it) == b" ")
    }

    fn plain_member(&self, item: &Modifier, members: &[Operand]) -> Option<PlainMember> {
        let tables = self.target.tables;
        let spelling = tables.spellings.get(item.spellings.start as usize)?;
        let member = members.get(usize::from(item.operand))?;
        let Kind::Integer { integer } = member.kind.get() else {
            return None;
        };
        let integer = tables.integers.get(usize::from(integer))?;
        let &[after] = tables.bytes(spelling.after) else {
            return None;
        };
        let second = match tables.pieces.get(member.field.more.range())? {
            [] => 0,
            [piece] => piece.shift,
            _ => return None,
        };
        Some(PlainMember {
            before: ShortText::of(tables.bytes(spelling.before))?,
            after,
            mask: member.mask,
            shift: member.field.shift,
            width: member.field.width,
            second,
            bits: plain_bits(integer, member)?,
        })
    }

    /// Passes members up to the end of the line, if they are as they are printed, and gives the
    /// instruction's bits with their values.
    pub(super) fn read_members(
        &self,
        members: &PlainMembers,
        bits: u64,
        reader: &mut Reader<'_>,
    ) -> Option<u64> {
        let mut value = members.default;
        for member in &members.all {
            if !member.before.stands_at(reader) {
                continue;
            }
            reader.at += member.before.length;
            let number = reader.number()?.cast_unsigned();
            if number > low_mask(member.bits) || !reader.pass(member.after) {
                return None;
            }
            let (low, high) = (number & low_mask(member.width), number >> member.width);
            value = value & !member.mask | low << member.shift | high << member.second;
            match reader.peek() {
                b'\n' => return Some(bits | value << members.shift),
                b' ' => reader.at += 1,
                _ => return None,
            }
        }
        None
    }
}

/// Bits of a number that is written as it is, one with a sign if it is not below zero; `None` of
/// others.
pub(super) fn plain_bits(integer: &Integer, row: &Operand) -> Option<u8> {
    let Integer {
        bits,
        signed,
        scale: 0 | 1,
        bias: 0,
        relative: None,
        float: None,
        ..
    } = *integer
    else {
        return None;
    };
    let own = bits.saturating_sub(signed.into());
    (own != 0 && bits <= row.field.total && row.wraps.len == 0).then_some(own)
}
