//! Members of a list with small numbers: `vmcnt(0) lgkmcnt(0)`.

use super::bytes::{Reader, ShortText};
use crate::tables::low_mask;

/// The members of the list, in the order in which they are printed.
#[derive(Debug, Clone)]
pub(super) struct PlainMembers {
    pub(super) all: Vec<PlainMember>,
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
}

impl PlainMembers {
    /// Passes members up to the end of the line, if they are as they are printed, and gives the
    /// instruction's bits with their values.
    pub(super) fn read(&self, bits: u64, reader: &mut Reader<'_>) -> Option<u64> {
        let mut value = self.default;
        for member in &self.all {
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
                b'\n' => return Some(bits | value << self.shift),
                b' ' => reader.at += 1,
                _ => return None,
            }
        }
        None
    }
}
