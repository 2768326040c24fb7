//! Members of a list with small numbers or words: `vmcnt(0) lgkmcnt(0)`.

use super::bytes::Reader;
use super::short_text::ShortText;
use crate::rule;
use crate::tables::{NO_PAGES, NO_VALUE, Rule, Tables, low_mask};

/// The members of the list, in the order in which they are printed.
#[derive(Debug, Clone)]
pub(super) struct PlainMembers<'a> {
    pub(super) all: Vec<PlainMember>,
    /// What stands between two of them.
    pub(super) separator: ShortText,
    /// Where these hold, other forms of the struct are printed.
    pub(super) before: Vec<&'a Rule>,
    /// The value of the struct without any.
    pub(super) default: u64,
    /// Lowest bit of the operand.
    pub(super) shift: u8,
}

/// A member whose text is as it is printed.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlainMember {
    pub(super) before: ShortText,
    /// The byte behind its number.
    pub(super) after: u8,
    /// Its bits in the struct.
    pub(super) mask: u64,
    /// Lowest bit of the first piece of its field, and how many bits that has.
    pub(super) shift: u8,
    pub(super) width: u8,
    /// Lowest bit of the other piece.
    pub(super) second: u8,
    /// Bits of its number.
    pub(super) bits: u8,
    /// The pages of its words, as [`RecipeStep::pages`](crate::tables::RecipeStep::pages);
    /// [`NO_PAGES`] for a number.
    pub(super) pages: u32,
    /// Its value where the text leaves it out.
    pub(super) default: u64,
}

impl PlainMembers<'_> {
    /// Passes members as long as they are as they are printed, and gives the instruction's bits with
    /// their values. Whether the line ends behind the last one is for the caller to ask.
    pub(super) fn read(
        &self,
        tables: &Tables<'_>,
        bits: u64,
        reader: &mut Reader<'_>,
    ) -> Option<u64> {
        let mut value = self.default;
        let is_alone = self.before.is_empty();
        for member in &self.all {
            if !member.before.stands_at(reader) {
                continue;
            }
            reader.at += member.before.length;
            let field = member.field(tables, reader)?;
            // A default is not printed, and another form may read it.
            let is_default = !is_alone && field == member.default;
            if is_default || !reader.pass(member.after) {
                return None;
            }
            let (low, high) = (field & low_mask(member.width), field >> member.width);
            value = value & !member.mask | low << member.shift | high << member.second;
            let next = reader.behind(self.separator.length);
            if self.separator.stands_at(reader) && next.peek().is_ascii_lowercase() {
                *reader = next;
                continue;
            }
            let mut before = self.before.iter();
            let is_other = before.any(|it| rule::holds(tables, it, value));
            return (!is_other).then_some(bits | value << self.shift);
        }
        None
    }
}

impl PlainMember {
    /// Passes its number or its word, and gives the field.
    #[inline]
    fn field(&self, tables: &Tables<'_>, reader: &mut Reader<'_>) -> Option<u64> {
        if self.pages == NO_PAGES {
            let number = reader.number()?.cast_unsigned();
            return (number <= low_mask(self.bits)).then_some(number);
        }
        let (low, high, length) = reader.word_before(self.after)?;
        let value = tables.value_of_text(self.pages, tables.operand_text(low, high));
        reader.at += length;
        (value != NO_VALUE).then_some(value.into())
    }
}
