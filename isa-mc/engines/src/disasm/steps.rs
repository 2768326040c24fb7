//! Where the statements of code begin. That is found out before anything is written,
//! because labels are needed wherever branches lead to; what is found is kept, so that
//! nothing is decoded twice.

use crate::tables::{Bits, MAX_BYTES, low_mask};
use crate::{Inst, Target};

/// No statement begins at a unit. It is zero, as memory is that nobody has written to: who finds
/// the statements of a part is the first to touch its marks.
pub(super) const INSIDE: u16 = 0;

/// What begins at a unit is no code.
pub(super) const BEHIND: u16 = 1;

/// Data begins at a unit.
pub(super) const DATA: u16 = 2;

/// An instruction begins at a unit that has to be decoded again: a mark cannot say it.
pub(super) const AGAIN: u16 = 3;

/// The mark of the first encoding.
const FIRST: u16 = 4;

/// A literal belongs to the instruction whose encoding the other bits are.
const LITERAL: u16 = 1 << 15;

/// From this encoding on marks do not say encodings: instructions are decoded again.
pub(super) const UNMARKED: u16 = LITERAL - FIRST;

/// The mark of an instruction.
#[inline]
pub(super) fn mark_of(encoding: u16, has_literal: bool) -> u16 {
    (encoding + FIRST) | (u16::from(has_literal) << LITERAL.trailing_zeros())
}

/// The encoding of an instruction.
#[inline]
fn encoding_of(mark: u16) -> u16 {
    (mark & !LITERAL).wrapping_sub(FIRST)
}

/// Bytes of a literal.
pub(super) const LITERAL_BYTES: usize = 4;

/// Repetitions of padding that become an alignment.
pub(super) const PADDINGS: usize = 2;

/// Bits of a word of a set of units.
pub(super) const BITS: usize = 64;

/// The statements of a section of code.
#[derive(Debug, Default)]
pub(super) struct Steps {
    /// The bytes of a unit, as a power of two.
    pub(super) shift: u32,
    /// What begins at each unit, and behind the section.
    pub(super) units: Vec<u16>,
    /// Units at which there may be more to look at than an instruction.
    pub(super) events: Vec<u64>,
    /// Units to which branches lead, and that have no name.
    pub(super) targets: Vec<u64>,
}

/// An instruction as it is found where a statement begins.
pub(super) struct Step<'c> {
    pub(super) mark: u16,
    /// The first bytes from there on, and all of them.
    bytes: &'c [u8; 8],
    code: &'c [u8],
}

impl Steps {
    #[inline]
    pub(super) fn unit(&self, at: u64) -> usize {
        (at >> self.shift) as usize
    }

    /// Whether a statement of code begins at a place.
    pub(super) fn is_start(&self, at: u64) -> bool {
        let unit = self.unit(at);
        let mark = self.units.get(unit);
        self.place(unit) == at && mark.is_some_and(|mark| *mark > BEHIND)
    }

    /// Whether a place is the beginning of what is no instruction.
    pub(super) fn is_data(&self, at: u64) -> bool {
        let unit = self.unit(at);
        self.place(unit) == at && self.units.get(unit) == Some(&DATA)
    }

    #[inline]
    pub(super) fn place(&self, unit: usize) -> u64 {
        (unit as u64) << self.shift
    }

    /// Where the statement ends that begins at a place; not behind `limit`.
    #[inline]
    pub(super) fn end(&self, at: u64, limit: u64) -> u64 {
        self.place(self.behind(self.unit(at))).min(limit)
    }

    /// The unit behind a statement.
    #[inline]
    fn behind(&self, unit: usize) -> usize {
        unit + length(self.units.get(unit..).unwrap_or(&[]))
    }

    /// The instruction that begins at a place, and where it ends; none if it is data or
    /// has to be decoded again.
    pub(super) fn inst(&self, target: &Target<'_>, code: &[u8], at: u64) -> Option<(Inst, u64)> {
        let step = self.step(code, at)?;
        let own = target.own_size(step.encoding())?;
        Some((inst(step.mark, own, step.code)?, at + step.size(own) as u64))
    }

    /// What [`inst`](Self::inst) is made of; none of the last bytes of all.
    #[inline]
    pub(super) fn step<'c>(&self, code: &'c [u8], at: u64) -> Option<Step<'c>> {
        let mark = *self.units.get(self.unit(at))?;
        let code = code.get(at as usize..)?;
        let bytes = code.first_chunk()?;
        (mark > AGAIN).then_some(Step { mark, bytes, code })
    }

    /// The first place at or behind one, but before `stop`, at which there may be more
    /// than an instruction; `stop` if there is none.
    #[inline]
    pub(super) fn next_event(&self, at: u64, stop: u64) -> u64 {
        let first = self.unit(at);
        let mut word = first / BITS;
        let mut bits = self
            .events
            .get(word)
            .map_or(0, |bits| bits >> (first % BITS) << (first % BITS));
        let last = self.unit(stop) / BITS;
        while bits == 0 && word < last {
            word += 1;
            bits = self.events.get(word).copied().unwrap_or(0);
        }
        match bits {
            0 => stop,
            bits => stop.min(self.place(word * BITS + bits.trailing_zeros() as usize)),
        }
    }

    /// Whether a branch leads to a place that has no name.
    #[inline]
    pub(super) fn is_target(&self, at: u64) -> bool {
        let unit = self.unit(at);
        let bits = self.targets.get(unit / BITS);
        self.place(unit) == at && bits.is_some_and(|bits| bits >> (unit % BITS) & 1 != 0)
    }

    /// The places that branches lead to and that have no name, in order.
    pub(super) fn targets(&self) -> impl Iterator<Item = u64> + '_ {
        units_of(&self.targets).map(|unit| self.place(unit))
    }
}

/// How many units the statement has that begins with the first of these marks.
#[inline]
fn length(marks: &[u16]) -> usize {
    // Nearly all have one or two, which no branch should be predicted for.
    match marks {
        [_, INSIDE, INSIDE, behind @ ..] => {
            3 + behind.iter().take_while(|mark| **mark == INSIDE).count()
        }
        [_, second, _, ..] => 1 + usize::from(*second == INSIDE),
        _ => 1,
    }
}

impl Step<'_> {
    /// Its encoding.
    #[inline]
    pub(super) fn encoding(&self) -> u16 {
        encoding_of(self.mark)
    }

    /// How many bytes it has, of an encoding of so many.
    #[inline]
    pub(super) fn size(&self, own: u8) -> usize {
        usize::from(own) + usize::from(self.mark >> LITERAL.trailing_zeros()) * LITERAL_BYTES
    }

    /// Its bits without a literal, or the first 64 of them.
    #[inline]
    pub(super) fn bits(&self, own: u8) -> u64 {
        u64::from_le_bytes(*self.bytes) & low_mask(own.saturating_mul(8))
    }
}

/// The instruction of such a mark, which has so many bytes without a literal, at the front of
/// code. It is not compiled into who asks for it, because few do.
#[inline(never)]
pub(super) fn inst(mark: u16, own: u8, code: &[u8]) -> Option<Inst> {
    let size = usize::from(own);
    let encoding = encoding_of(mark);
    let inst = match size {
        0..=8 => {
            let bits = u64::from_le_bytes(*code.first_chunk()?);
            Inst::new(encoding, bits & low_mask(own * 8), own)
        }
        _ => {
            let mut bits = [0; MAX_BYTES];
            bits.get_mut(..size)?.copy_from_slice(code.get(..size)?);
            Inst::of_bits(encoding, Bits::from_le_bytes(bits), own)
        }
    };
    if mark & LITERAL == 0 {
        return Some(inst);
    }
    let literal = code.get(size..)?.first_chunk()?;
    Some(inst.with_literal(u32::from_le_bytes(*literal)))
}

/// Whether bytes begin with a unit of padding; no padding is nowhere.
#[inline]
pub(super) fn begins_with(bytes: &[u8], unit: &[u8]) -> bool {
    // Most differ in the first byte.
    bytes.first() == unit.first() && !unit.is_empty() && bytes.starts_with(unit)
}

/// The numbers in a set, in order.
pub(super) fn units_of(set: &[u64]) -> impl Iterator<Item = usize> + '_ {
    set.iter().enumerate().flat_map(|(word, &bits)| {
        let next = |bits: &u64| Some(bits & (bits - 1)).filter(|bits| *bits != 0);
        let rests = std::iter::successors(Some(bits).filter(|bits| *bits != 0), next);
        rests.map(move |rest| word * BITS + rest.trailing_zeros() as usize)
    })
}
