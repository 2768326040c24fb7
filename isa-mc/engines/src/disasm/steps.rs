//! Where the statements of code begin. That is found out before anything is written,
//! because labels are needed wherever branches lead to; what is found is kept, so that
//! nothing is decoded twice.

use crate::Inst;
use crate::tables::{Bits, MAX_BYTES, low_mask};

/// No statement begins at a unit.
pub(super) const INSIDE: u16 = u16::MAX;

/// What begins at a unit is no code.
pub(super) const BEHIND: u16 = u16::MAX - 1;

/// An instruction begins at a unit that has to be decoded again: a mark cannot say it.
pub(super) const AGAIN: u16 = u16::MAX - 3;

/// A literal belongs to the instruction whose encoding the other bits are.
pub(super) const LITERAL: u16 = 1 << 15;

/// From this encoding on marks do not say encodings: instructions are decoded again.
pub(super) const UNMARKED: u16 = AGAIN & !LITERAL;

/// Bytes of a literal.
pub(super) const LITERAL_BYTES: usize = 4;

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
    mark: u16,
    /// The first bytes from there on, and all of them.
    bytes: &'c [u8; 8],
    code: &'c [u8],
    /// How many are its own.
    size: usize,
    /// Where it ends.
    pub(super) end: u64,
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
        self.place(unit) == at && mark.is_some_and(|mark| *mark < BEHIND)
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
    #[inline]
    pub(super) fn inst(&self, code: &[u8], at: u64) -> Option<(Inst, u64)> {
        let step = self.step(code, at)?;
        Some((step.inst()?, step.end))
    }

    /// What [`inst`](Self::inst) is made of, and where it ends; none of the last bytes of all.
    #[inline]
    pub(super) fn step<'c>(&self, code: &'c [u8], at: u64) -> Option<Step<'c>> {
        let marks = self.units.get(self.unit(at)..)?;
        let mark = *marks.first()?;
        let code = code.get(at as usize..)?;
        let bytes = code.first_chunk()?;
        let size = length(marks) << self.shift;
        (mark < AGAIN).then_some(Step {
            mark,
            bytes,
            code,
            size,
            end: at + size as u64,
        })
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
    /// Its first bits, and perhaps bits of what follows.
    #[inline]
    fn first_bits(&self) -> u64 {
        u64::from_le_bytes(*self.bytes)
    }

    /// The instruction.
    #[inline]
    pub(super) fn inst(&self) -> Option<Inst> {
        if self.mark & LITERAL == 0 && self.size <= 8 {
            return Some(self.short(self.mark, self.size));
        }
        self.long()
    }

    /// An instruction of so many bytes, 1 to 8, without its literal.
    #[inline]
    fn short(&self, encoding: u16, size: usize) -> Inst {
        let bits = self.first_bits() & low_mask((size * 8) as u8);
        Inst::new(encoding, bits, size as u8)
    }

    /// One with a literal, or of more bytes.
    #[inline]
    fn long(&self) -> Option<Inst> {
        let (encoding, literal) = (self.mark & !LITERAL, self.mark & LITERAL != 0);
        let own = self
            .size
            .checked_sub(if literal { LITERAL_BYTES } else { 0 })?;
        let inst = if own <= 8 {
            self.short(encoding, own)
        } else {
            let mut bits = [0; MAX_BYTES];
            bits.get_mut(..own)?.copy_from_slice(self.code.get(..own)?);
            Inst::of_bits(encoding, Bits::from_le_bytes(bits), own as u8)
        };
        if !literal {
            return Some(inst);
        }
        let literal = self.code.get(own..)?.first_chunk()?;
        Some(inst.with_literal(u32::from_le_bytes(*literal)))
    }

    /// Its bytes.
    #[inline]
    pub(super) fn bytes(&self) -> &[u8] {
        self.code.get(..self.size).unwrap_or_default()
    }
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
