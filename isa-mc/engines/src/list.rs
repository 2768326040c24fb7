//! Lists: `[0,1]`, small integers of the same width, the first in the lowest bits.

use crate::integer;
use crate::tables::{Integer, MAX_LIST, low_mask};

/// The numbers of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct List {
    numbers: [i16; MAX_LIST],
    len: u8,
}

impl List {
    /// A list of these numbers; `None` if they are more than 8.
    pub fn new(numbers: &[i16]) -> Option<List> {
        let mut list = List::default();
        list.numbers
            .get_mut(..numbers.len())?
            .copy_from_slice(numbers);
        list.len = numbers.len() as u8;
        Some(list)
    }

    /// The numbers, the first first.
    pub fn numbers(&self) -> &[i16] {
        self.numbers.get(..usize::from(self.len)).unwrap_or(&[])
    }
}

/// The bits of one element within those of a list.
#[inline]
fn element(integer: &Integer, bits: u64, index: u8) -> u64 {
    let shift = u32::from(index) * u32::from(integer.bits);
    bits.unbounded_shr(shift) & low_mask(integer.bits)
}

/// The number of one element.
#[inline]
pub(crate) fn number(integer: &Integer, bits: u64, index: u8) -> i64 {
    let bits = element(integer, bits, index);
    integer::value(integer, integer.bits, bits).unwrap_or(bits.cast_signed())
}

/// Whether bits hold nothing beyond the elements.
#[inline]
pub(crate) fn is_value(integer: &Integer, count: u8, bits: u64) -> bool {
    bits & !low_mask(integer.bits.saturating_mul(count)) == 0
}

/// The numbers that a field holds.
pub(crate) fn read(integer: &Integer, count: u8, bits: u64) -> Option<List> {
    if !is_value(integer, count, bits) {
        return None;
    }
    let mut list = List::default();
    for (index, place) in list.numbers.iter_mut().enumerate().take(usize::from(count)) {
        *place = i16::try_from(number(integer, bits, index as u8)).ok()?;
    }
    list.len = count;
    Some(list)
}

/// `bits` with one element set; `None` if it cannot hold the number.
pub(crate) fn set(integer: &Integer, bits: u64, index: u8, number: i64) -> Option<u64> {
    let element = integer::field(integer, integer.bits, number)?;
    let shift = u32::from(index) * u32::from(integer.bits);
    Some(bits | element.unbounded_shl(shift))
}

/// The bits of a list of at most `count` numbers; those that are left out are
/// zero. `None` if the field cannot hold them.
pub(crate) fn write(integer: &Integer, count: u8, list: &List) -> Option<u64> {
    if list.len > count {
        return None;
    }
    let mut numbers = (0..).zip(list.numbers());
    numbers.try_fold(0, |bits, (index, number)| {
        set(integer, bits, index, i64::from(*number))
    })
}
