//! What of a recipe is read in fewer steps: found once for each mnemonic.

use super::plain_members::{PlainMember, PlainMembers};
use super::plain_modifiers::{PlainModifier, PlainModifiers};
use super::short_text::ShortText;
use super::{Quick, Subject};
use crate::rule;
use crate::tables::{
    AnyOrder, Form, Integer, Kind, Modifier, NO_PAGES, NONE, Operand, Rule, Spelling, Struct, Token,
};

impl<'a> Quick<'_, 'a> {
    /// The plain modifiers of a recipe.
    pub(super) fn plain_modifiers(&self, subject: &Subject<'_>) -> PlainModifiers {
        let none = PlainModifiers::default();
        if subject.recipe.repeated != 0 || subject.has_words {
            return none;
        }
        let tables = self.target.tables;
        let sets = tables.tokens.get(subject.recipe.modifiers.range());
        let mut all = Vec::new();
        for set in sets.unwrap_or_default() {
            let Token::Modifiers(rows) = set.get() else {
                return none;
            };
            let rows = tables.modifiers.get(rows.range()).unwrap_or_default();
            let other = || PlainModifier::other(u64::MAX);
            let found = rows.iter().map(|row| self.plain_modifier(subject, row));
            all.extend(found.map(|it| it.unwrap_or_else(other)));
        }
        match all.iter().any(|it: &PlainModifier| it.text.length != 0) {
            true => PlainModifiers(all),
            false => none,
        }
    }

    fn plain_modifier(&self, subject: &Subject<'_>, modifier: &Modifier) -> Option<PlainModifier> {
        let tables = self.target.tables;
        let spellings = tables.spellings.get(modifier.spellings.range())?;
        let begins = |all: &[Spelling]| {
            let begins = all.iter().map(|it| self.spelling_begins(it));
            begins.fold(0, |all, it| all | it)
        };
        let other = PlainModifier::other(begins(spellings));
        let (printed, others) = spellings.split_first()?;
        let row = self.row(subject, modifier.operand)?;
        let text = ShortText::of(tables.bytes(printed.before));
        let number = self.number_bits(row, printed);
        let is_one = row.field.more.len == 0 && row.field.total != 0 && printed.after.len == 0;
        let (Some(text), Some(number), true) = (text, number, is_one && modifier.default == 0)
        else {
            return Some(other);
        };
        Some(PlainModifier {
            text,
            shift: row.field.shift,
            number,
            seen: 1_u64.unbounded_shl(modifier.operand.into()),
            begins: match printed.negatable.is_set() {
                true => begins(spellings),
                false => begins(others),
            },
        })
    }

    /// Bits of the number behind a text; 0 for a flag without one, `None` if it is something else.
    fn number_bits(&self, row: &Operand, spelling: &Spelling) -> Option<u8> {
        match (row.kind.get(), spelling.valued.is_set()) {
            (Kind::Flag, false) if row.field.total == 1 => Some(0),
            (Kind::Integer { integer }, true) => {
                let integer = self.target.tables.integers.get(usize::from(integer))?;
                plain_bits(integer, row)
            }
            _ => None,
        }
    }

    /// The members that a recipe reads; `None` if it reads something else, or more of them than
    /// these.
    pub(super) fn plain_members(&self, subject: &Subject<'a>) -> Option<PlainMembers<'a>> {
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
        let (form, list, before) = self.first_list(found)?;
        let members = tables.operands.get(found.members.range())?;
        let items = tables.modifiers.get(list.items.range())?;
        let items = items.iter();
        let all: Option<Vec<_>> = items.map(|it| self.plain_member(it, members)).collect();
        let all = all?;
        let own = all.iter().fold(0, |own, it| own | it.mask);
        let separator = *tables.texts.get(list.separators.range())?.first()?;
        Some(PlainMembers {
            all: self.is_for_all(form, list.default, own).then_some(all)?,
            separator: ShortText::of(tables.bytes(separator))?,
            before,
            default: list.default,
            shift: row.field.shift,
        })
    }

    /// The first list of a struct, its form, and when forms before it are printed; `None` if
    /// there is none, or one of those may be printed always.
    fn first_list(&self, found: &Struct) -> Option<(&'a Form, &'a AnyOrder, Vec<&'a Rule>)> {
        let tables = self.target.tables;
        let mut before = Vec::new();
        let forms = tables.forms.get(found.forms.range())?.iter();
        for form in forms.filter(|form| form.syntax == self.syntax.0) {
            let tokens = tables.tokens.get(form.tokens.range())?;
            if let [token] = tokens
                && let Token::AnyOrder(list) = token.get()
                && !form.read_only.is_set()
            {
                let list = tables.any_orders.get(usize::from(list))?;
                return Some((form, list, before));
            }
            before.push(tables.rules.get(usize::from(form.when))?);
        }
        None
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

    fn plain_member(&self, item: &Modifier, members: &[Operand]) -> Option<PlainMember> {
        let tables = self.target.tables;
        let spelling = tables.spellings.get(item.spellings.start as usize)?;
        let member = members.get(usize::from(item.operand))?;
        let (bits, pages) = match member.kind.get() {
            Kind::Integer { integer } => {
                let integer = tables.integers.get(usize::from(integer))?;
                (plain_bits(integer, member)?, NO_PAGES)
            }
            Kind::Class { .. } if member.pages != NO_PAGES => (0, member.pages),
            _ => return None,
        };
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
            bits,
            pages,
            default: member.default,
        })
    }
}

/// Bits of a number that is written as it is, one with a sign if it is not below zero; `None` of
/// others.
fn plain_bits(integer: &Integer, row: &Operand) -> Option<u8> {
    let Integer { bits, signed, .. } = *integer;
    let is_plain = integer.is_unscaled() && integer.relative.is_none() && integer.float.is_none();
    let own = bits.saturating_sub(signed.into());
    (is_plain && own != 0 && bits <= row.field.total && row.wraps.len == 0).then_some(own)
}
