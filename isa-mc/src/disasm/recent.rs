//! What was found out about instructions a short while ago.
//!
//! Compiled code says the same again and again: most of its instructions are among the
//! last few thousand different ones. What depends on nothing but the bits of an
//! instruction need not be found out again for those.

use crate::tables::low_mask;

/// Bytes of an instruction that is remembered, at most.
pub(super) const MAX_SIZE: usize = 8;

/// Spreads what is multiplied by it over the highest bits: 2^64 by the golden ratio.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// Instructions with what was found out, 2 to the power of `SLOTS` at most, each in the
/// one slot that its bits lead to.
pub(super) struct Recent<T, const SLOTS: u32> {
    /// The bits that choose the slot.
    key: u64,
    /// The instructions. They are apart from what was found out, so that a look that finds
    /// nothing touches little memory.
    fronts: Vec<Front>,
    found: Vec<T>,
}

/// An instruction: all bits that begin with it.
#[derive(Clone, Copy)]
struct Front {
    mask: u64,
    bits: u64,
}

/// No bits have one where the mask has none.
const NONE: Front = Front { mask: 0, bits: 1 };

impl<T: Copy + Default, const SLOTS: u32> Recent<T, SLOTS> {
    /// Instructions that are told apart by the bits of `key` nearly always. Room is made
    /// when something is remembered.
    pub(super) fn by(key: u64) -> Recent<T, SLOTS> {
        let (fronts, found) = (Vec::new(), Vec::new());
        Recent { key, fronts, found }
    }

    /// What was found out about the instruction that these bits begin with.
    #[inline]
    pub(super) fn find(&self, bits: u64) -> Option<&T> {
        let slot = self.slot(bits);
        let front = self.fronts.get(slot)?;
        match bits & front.mask == front.bits {
            true => self.found.get(slot),
            false => None,
        }
    }

    /// Remembers what was found out about an instruction of so many bytes, if it is no
    /// longer than [`MAX_SIZE`].
    pub(super) fn remember(&mut self, bits: u64, size: usize, found: T) {
        if size > MAX_SIZE {
            return;
        }
        if self.fronts.is_empty() {
            self.fronts.resize(1 << SLOTS, NONE);
            self.found.resize(1 << SLOTS, T::default());
        }
        let slot = self.slot(bits);
        let mask = low_mask((size * 8) as u8);
        let bits = bits & mask;
        if let (Some(to), Some(place)) = (self.fronts.get_mut(slot), self.found.get_mut(slot)) {
            *to = Front { mask, bits };
            *place = found;
        }
    }

    #[inline]
    fn slot(&self, bits: u64) -> usize {
        ((bits & self.key).wrapping_mul(SPREAD) >> (u64::BITS - SLOTS)) as usize
    }
}

/// Bytes of a line that is remembered, at most: few instructions have longer ones.
pub(super) const LINE: usize = 47;

/// Lines of instructions that were written a short while ago.
pub(super) struct RecentLines(pub(super) Recent<Line, 12>);

impl Default for RecentLines {
    fn default() -> RecentLines {
        RecentLines(Recent::by(u64::MAX))
    }
}

/// A line with what is around the instruction.
#[derive(Clone, Copy)]
pub(super) struct Line {
    pub(super) text: [u8; LINE],
    /// Bytes of `text` that count.
    pub(super) len: u8,
}

impl Default for Line {
    fn default() -> Line {
        let (text, len) = ([0; LINE], 0);
        Line { text, len }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What follows an instruction has no part in what is remembered of it.
    #[test]
    fn an_instruction_is_found_whatever_follows() {
        let mut recent = Recent::<_, 12>::by(0xffff_ffff);
        assert_eq!(recent.find(0), None, "nothing is remembered");
        recent.remember(0x1111_2222_3333_4444, 4, 'a');
        assert_eq!(recent.find(0x5555_6666_3333_4444), Some(&'a'));
        assert_eq!(recent.find(0x5555_6666_3333_4445), None);
        recent.remember(0x1111_2222_3333_4444, 8, 'b');
        assert_eq!(recent.find(0x1111_2222_3333_4444), Some(&'b'));
        assert_eq!(recent.find(0x5555_6666_3333_4444), None, "another one");
        recent.remember(7, MAX_SIZE + 1, 'c');
        assert_eq!(recent.find(7), None, "too long");
    }

    /// A slot that nothing is in has no bits that could be asked for.
    #[test]
    fn no_bits_are_found_before_they_are_remembered() {
        let mut recent = Recent::<_, 12>::by(u64::MAX);
        recent.remember(1 << 63, 8, ());
        let asked = (0..100_000_u64).flat_map(|bits| [bits, bits.reverse_bits()]);
        let found: Vec<u64> = asked.filter(|bits| recent.find(*bits).is_some()).collect();
        assert_eq!(found, [1 << 63]);
    }

    /// There is room for some thousands, and what is in the way is forgotten.
    #[test]
    fn the_last_ones_are_remembered() {
        let mut recent = Recent::<_, 12>::by(u64::MAX);
        let all = 0..20_000_u64;
        for bits in all.clone() {
            recent.remember(bits, 8, bits);
        }
        let kept: Vec<u64> = all.filter_map(|bits| recent.find(bits).copied()).collect();
        assert!((1 << 11..=1 << 12).contains(&kept.len()));
        assert!(kept.iter().all(|bits| recent.find(*bits) == Some(bits)));
    }
}
