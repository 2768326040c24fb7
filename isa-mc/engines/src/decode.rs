//! Bytes to instruction: the decode tree, then what every field must hold.

use crate::identify::Glance;
use crate::operand;
use crate::rule;
use crate::tables::{
    BitString, Bits, CHECK_MORE, CHECK_RELATIVE, DecodeCheck, Encoding, MAX_BYTES, READING_COUNTED,
    READING_GOOD, READING_GROUP, READING_LITERAL, Shape, Slot, low_mask,
};
use crate::{DecodeError, Inst, Target};

/// An instruction that was found, before it is put together.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Found {
    /// Its encoding.
    pub(crate) encoding: u16,
    /// Its bytes without a literal.
    pub(crate) size: u8,
    /// A literal follows.
    pub(crate) has_literal: bool,
    /// One of its operands is a distance.
    #[cfg_attr(
        not(feature = "object"),
        expect(dead_code, reason = "files have labels")
    )]
    pub(crate) is_relative: bool,
}

impl Target<'_> {
    /// The instruction at the front of `bytes`.
    ///
    /// Bits of fields that the instruction does not use are kept, whatever
    /// they hold; [`Target::encode`] gives back exactly the bytes read.
    ///
    /// # Errors
    ///
    /// [`DecodeError`] says why the bytes are no instruction of this processor.
    #[inline]
    pub fn decode(&self, bytes: &[u8]) -> Result<Inst, DecodeError> {
        // The usual case in few steps; whatever is not usual is found out
        // again from the start.
        if let Some(chunk) = bytes.first_chunk::<8>()
            && !self.tables.big_endian
            && let Some(inst) = self.decode_usual(u64::from_le_bytes(*chunk), bytes)
        {
            return Ok(inst);
        }
        self.decode_any(bytes)
    }

    /// An instruction from its bits, checked as [`decode`](Self::decode) checks.
    ///
    /// # Errors
    ///
    /// [`DecodeError::Unknown`] if the bits contradict the encoding or the
    /// encoding belongs to another architecture, else as [`decode`](Self::decode).
    pub fn inst(
        &self,
        encoding: u16,
        bits: impl Into<Bits>,
        literal: Option<u32>,
    ) -> Result<Inst, DecodeError> {
        let row = self
            .tables
            .encodings
            .get(encoding as usize)
            .ok_or(DecodeError::Unknown)?;
        let shape = self.shape_of(row);
        let bits = bits.into();
        let mask = self.tables.shape_masks(shape).mask;
        if shape.arch != self.arch || bits & mask != self.tables.encoding_bits(row) {
            return Err(DecodeError::Unknown);
        }
        self.check_features(encoding, row)?;
        let wants_literal = self.check_operands(shape, bits)?;
        let inst = Inst::of_bits(encoding, bits, shape.size);
        match (wants_literal, literal) {
            (false, None) => Ok(inst),
            (true, Some(literal)) => Ok(inst.with_literal(literal)),
            (true, None) => {
                let have = shape.size as usize;
                Err(DecodeError::Truncated {
                    need: have + 4,
                    have,
                })
            }
            (false, Some(_)) => Err(DecodeError::Unknown),
        }
    }

    /// The instruction that these bits, or the first of them, are; `bytes` are
    /// the bits and what follows.
    #[inline]
    fn decode_usual(&self, bits: u64, bytes: &[u8]) -> Option<Inst> {
        let found = self.find(self.glance(), bits)?;
        let bits = bits & low_mask(found.size.wrapping_mul(8));
        let inst = Inst::new(found.encoding, bits, found.size);
        if !found.has_literal {
            return Some(inst);
        }
        let literal = bytes.get(usize::from(found.size)..)?.first_chunk::<4>()?;
        Some(inst.with_literal(u32::from_le_bytes(*literal)))
    }

    /// Which instruction these bits, or the first of them, are, if few steps tell: one that
    /// [`decode`](Self::decode) gives if all of it is there. The first words are lowest;
    /// `glance` is that of the target, which who walks through code has already.
    #[expect(
        clippy::inline_always,
        reason = "a call for each instruction, and a glance that is in memory"
    )]
    #[inline(always)]
    pub(crate) fn find(&self, glance: Option<Glance<'_>>, bits: u64) -> Option<Found> {
        let told = glance.and_then(|glance| glance.told(bits));
        let encoding = told.or_else(|| self.recognize_closer(bits))?;
        let row = self.tables.decode_checks.get(usize::from(encoding))?;
        if row.size > 8 {
            return None;
        }
        // What is checked is fields of its own: bits behind it do not count.
        let has_literal = self.check_usual(encoding, row, bits)?;
        Some(Found {
            encoding,
            size: row.size,
            has_literal,
            is_relative: row.marks & CHECK_RELATIVE != 0,
        })
    }

    /// [`Target::find`] of an instruction of more than 64 bits; `bytes` are its own and what
    /// follows.
    #[cfg(feature = "object")]
    #[cold]
    pub(crate) fn find_wide(&self, glance: Option<Glance<'_>>, bytes: &[u8]) -> Option<Found> {
        if self.tables.high_shapes.is_empty() {
            return None;
        }
        let (found, _) = self.found_wide(glance, self.load(bytes), bytes.len())?;
        Some(found)
    }

    /// The instruction of more than 64 bits that bits begin with, of which so many bytes are
    /// there, and its own bits.
    fn found_wide(
        &self,
        glance: Option<Glance<'_>>,
        bits: Bits,
        have: usize,
    ) -> Option<(Found, Bits)> {
        let told = glance.and_then(|glance| glance.told(bits.low()));
        let told = told.and_then(|index| self.find_as(index, bits, have));
        told.or_else(|| {
            let (index, ..) = self.walk(bits, self.features)?;
            self.find_as(index, bits, have)
        })
    }

    /// [`Target::decode_usual`] of instructions of more than 64 bits.
    fn decode_wide(&self, bits: Bits, bytes: &[u8]) -> Option<Inst> {
        if self.tables.high_shapes.is_empty() {
            return None;
        }
        let (found, bits) = self.found_wide(self.glance(), bits, bytes.len())?;
        let inst = Inst::of_bits(found.encoding, bits, found.size);
        if !found.has_literal {
            return Some(inst);
        }
        let literal = bytes.get(usize::from(found.size)..)?.get(..4)?;
        Some(inst.with_literal(self.load(literal).low() as u32))
    }

    /// Whether bits, of which so many bytes are there, begin with this encoding, of more than
    /// 64 bits; gives its own bits.
    fn find_as(&self, index: u16, bits: Bits, have: usize) -> Option<(Found, Bits)> {
        let tables = self.tables;
        let row = tables.decode_checks.get(usize::from(index))?;
        if row.size <= 8 || usize::from(row.size) > have {
            return None;
        }
        let encoding = tables.encodings.get(usize::from(index))?;
        let masks = tables.shape_masks(self.shape_of(encoding));
        let bits = bits & Bits::ones(u32::from(row.size) * 8);
        let wrong = (bits ^ tables.encoding_bits(encoding)) & masks.mask | bits & masks.zero;
        if wrong.any() {
            return None;
        }
        let has_literal = self.check_usual(index, row, bits)?;
        let found = Found {
            encoding: index,
            size: row.size,
            has_literal,
            is_relative: row.marks & CHECK_RELATIVE != 0,
        };
        Some((found, bits))
    }

    /// Whether bits that are recognized are an instruction, as far as few steps tell; gives
    /// whether a literal follows.
    #[expect(clippy::inline_always, reason = "see `find`")]
    #[inline(always)]
    fn check_usual(&self, index: u16, row: &DecodeCheck, bits: impl BitString) -> Option<bool> {
        let (literal, is_all) = self.check_readings(row, bits)?;
        match is_all {
            true => Some(literal),
            false => self.check_rest(index, bits, literal),
        }
    }

    /// Whether all readings of bits that are recognized are good; gives whether a literal
    /// follows, and whether there is nothing else to check.
    #[expect(
        clippy::inline_always,
        reason = "a call costs as much as a reading, per instruction"
    )]
    #[inline(always)]
    fn check_readings(&self, row: &DecodeCheck, bits: impl BitString) -> Option<(bool, bool)> {
        let tables = self.tables;
        if bits.low() & row.zero != 0 {
            return None;
        }
        // In groups, and without looking at the result of each: a branch that
        // is predicted wrongly costs more than several readings.
        let first = row.checks as usize;
        let count = usize::from(row.groups) * READING_GROUP;
        let checks = tables.checks.get(first..first + count)?;
        let (groups, _) = checks.as_chunks::<READING_GROUP>();
        let mut all = READING_GOOD;
        let mut any = 0;
        let mut counted = 0_u32;
        for group in groups {
            for check in group {
                let reading = check.get(bits, self.features, tables);
                all &= reading;
                any |= reading;
                counted = counted.wrapping_add(reading & READING_COUNTED);
            }
        }
        if all & READING_GOOD == 0 {
            return None;
        }
        let refused = bits.low() & row.refused_mask == row.refused_bits;
        let counts = counted > u32::from(row.allowance) * READING_COUNTED;
        let more = (row.marks & CHECK_MORE != 0) | refused | counts;
        Some((any & READING_LITERAL != 0, !more))
    }

    /// What readings do not tell: whether the rules hold, and whether operands without
    /// readings have meanings. Gives whether a literal follows.
    #[cold]
    fn check_rest(&self, encoding: u16, bits: impl BitString, literal: bool) -> Option<bool> {
        let tables = self.tables;
        let shape = self.shape_of(tables.encodings.get(encoding as usize)?);
        let mut literal = literal;
        if shape.unread.is_set() {
            // The others are checked.
            let rows = tables.operands.get(shape.operands.range())?.iter();
            for row in rows.filter(|row| operand::is_unread(tables, row)) {
                literal |= operand::check(self, row, bits).ok()?;
            }
        }
        let rules = tables.rules.get(shape.rules.range())?;
        let mut rules = rules.iter();
        rules
            .all(|row| rule::is_kept(self, row, bits))
            .then_some(literal)
    }

    /// The encoding of these bits by the decode tree, if its fixed bits match and it needs no
    /// other features; of one of more bits, the first 64 match.
    #[cold]
    pub(crate) fn recognize_closer(&self, bits: u64) -> Option<u16> {
        let fits = |index: &u16| self.recognized(*index, bits);
        match Slot::unpack(self.end_of_path(bits)) {
            Slot::Encoding(index) => Some(index).filter(fits),
            Slot::List { base } => {
                for index in self.listed(base) {
                    // What may be more than 64 bits is told by all of them.
                    if fits(&index) || self.is_wide(index) {
                        return Some(index).filter(fits);
                    }
                }
                None
            }
            Slot::Empty | Slot::Window { .. } | Slot::Further { .. } => None,
        }
    }

    /// Whether an encoding of more than 64 bits may begin with these: of most bits that are no
    /// instruction the tree says that none does.
    fn may_be_wide(&self, bits: u64) -> bool {
        match Slot::unpack(self.end_of_path(bits)) {
            Slot::Empty => false,
            Slot::Encoding(index) => self.is_wide(index),
            Slot::List { base } => self.listed(base).any(|index| self.is_wide(index)),
            Slot::Window { .. } | Slot::Further { .. } => true,
        }
    }

    /// Whether an encoding has more than 64 bits.
    fn is_wide(&self, index: u16) -> bool {
        let row = self.tables.recognitions.get(usize::from(index));
        row.is_some_and(|row| row.size > 8)
    }

    /// Whether the fixed bits of an encoding match and the features suffice.
    #[inline]
    fn recognized(&self, index: u16, bits: u64) -> bool {
        let row = self.tables.recognitions.get(usize::from(index));
        row.is_some_and(|row| {
            let own = bits & low_mask(row.size.wrapping_mul(8));
            own & row.mask == row.bits && row.needs & self.lacks == 0
        })
    }

    /// The slot that the tree leads these bits to; never a window, but perhaps one that
    /// asks for more bits.
    #[inline]
    fn end_of_path(&self, bits: u64) -> u32 {
        let mut slot = self.root;
        while let Slot::Window { shift, width, base } = Slot::unpack(slot) {
            let value = bits >> (shift & 63) & u64::from(low_bits(width));
            let next = self.tables.slots.get(base as usize + value as usize);
            slot = next.copied().unwrap_or(Slot::Empty.pack());
        }
        slot
    }

    /// The slot that the tree leads these bits to; never one that asks for others.
    fn end_of_whole_path(&self, bits: Bits) -> u32 {
        let slots = self.tables.slots;
        let mut slot = self.root;
        let mut first = 0;
        loop {
            let next = match Slot::unpack(slot) {
                Slot::Window { shift, width, base } => {
                    let value = bits.window(first + shift) & u64::from(low_bits(width));
                    first = 0;
                    slots.get(base as usize + value as usize)
                }
                Slot::Further { from, base } => {
                    first = from;
                    slots.get(base as usize)
                }
                Slot::Empty | Slot::Encoding(_) | Slot::List { .. } => return slot,
            };
            slot = next.copied().unwrap_or(Slot::Empty.pack());
        }
    }

    /// The encodings of a list of slots.
    #[inline]
    fn listed(&self, base: u32) -> impl Iterator<Item = u16> {
        let slots = self.tables.slots.get(base as usize..).unwrap_or_default();
        let slots = slots.iter().map(|slot| Slot::unpack(*slot));
        slots.map_while(|slot| match slot {
            Slot::Encoding(index) => Some(index),
            _ => None,
        })
    }

    /// The encodings that the tree leads these bits to, in the order to try them.
    fn candidates(&self, bits: Bits) -> impl Iterator<Item = u16> {
        let (one, list) = match Slot::unpack(self.end_of_whole_path(bits)) {
            Slot::Encoding(index) => (Some(index), None),
            Slot::List { base } => (None, Some(base)),
            Slot::Empty | Slot::Window { .. } | Slot::Further { .. } => (None, None),
        };
        let listed = list.into_iter().flat_map(|base| self.listed(base));
        one.into_iter().chain(listed)
    }

    /// [`Target::decode`] with every case and every error.
    #[cold]
    fn decode_any(&self, bytes: &[u8]) -> Result<Inst, DecodeError> {
        let word = self.word();
        if bytes.len() < word {
            return Err(DecodeError::Truncated {
                need: word,
                have: bytes.len(),
            });
        }
        let bits = self.load(bytes);
        if let Some(inst) = self.decode_wide(bits, bytes) {
            return Ok(inst);
        }
        // One of other processors says more than none.
        let found = self.walk(bits, self.features);
        let Some((index, encoding, shape)) = found.or_else(|| self.walk(bits, u32::MAX)) else {
            if let Some(need) = self.begun(bits, bytes.len()) {
                let have = bytes.len();
                return Err(DecodeError::Truncated { need, have });
            }
            let mask = self.reserved_bits(bits);
            return Err(match mask.any() {
                false => DecodeError::Unknown,
                true => DecodeError::Reserved { mask },
            });
        };
        let size = shape.size as usize;
        if bytes.len() < size {
            return Err(DecodeError::Truncated {
                need: size,
                have: bytes.len(),
            });
        }
        self.check_features(index, encoding)?;
        // What lies behind a short instruction is not part of it.
        let bits = bits & Bits::ones(u32::from(shape.size) * 8);
        let inst = Inst::of_bits(index, bits, shape.size);
        if !self.check_operands(shape, bits)? {
            return Ok(inst);
        }
        let literal = &bytes[size..];
        if literal.len() < 4 {
            return Err(DecodeError::Truncated {
                need: size + 4,
                have: bytes.len(),
            });
        }
        Ok(inst.with_literal(self.load(literal).low() as u32))
    }

    /// The size of the shortest encoding of more than 64 bits that begins with these bits
    /// and of which there are too few bytes to tell.
    fn begun(&self, bits: Bits, have: usize) -> Option<usize> {
        let tables = self.tables;
        if tables.high_shapes.is_empty() || have >= MAX_BYTES {
            return None;
        }
        if have >= 8 && !self.may_be_wide(bits.low()) {
            return None;
        }
        let there = Bits::ones(have as u32 * 8);
        // The encodings of such a row are of one shape.
        let here = tables.high_shapes.iter().filter_map(|high| {
            let rows = tables.wide_encodings.get(high.encodings.range())?;
            let first = tables.encodings.get(usize::from(*rows.first()?))?;
            let shape = self.shape_of(first);
            let is_longer = shape.arch == self.arch && usize::from(shape.size) > have;
            is_longer.then_some((shape, rows))
        });
        let sizes = here.filter_map(|(shape, rows)| {
            let begins = |index: &u16| {
                let encoding = tables.encodings.get(usize::from(*index));
                encoding.is_some_and(|encoding| {
                    let wrong = self.wrong_bits(encoding, shape, bits).0 & there;
                    encoding.features & !self.features == 0 && !wrong.any()
                })
            };
            rows.iter().any(begins).then_some(usize::from(shape.size))
        });
        sizes.min()
    }

    /// The first encoding whose fixed bits all match, and that needs no features but
    /// these.
    pub(crate) fn walk(&self, bits: Bits, features: u32) -> Option<(u16, &Encoding, &Shape)> {
        let mut candidates = self.candidates(bits);
        candidates.find_map(|index| self.fitting(index, bits, features))
    }

    /// An encoding, if its fixed bits match and the features suffice.
    #[inline]
    fn fitting(&self, index: u16, bits: Bits, features: u32) -> Option<(u16, &Encoding, &Shape)> {
        let encoding = &self.tables.encodings[index as usize];
        let shape = self.shape_of(encoding);
        let wrong = self.wrong_bits(encoding, shape, bits).0;
        let fits = !wrong.any() && encoding.features & !features == 0;
        fits.then_some((index, encoding, shape))
    }

    /// The reserved bits that alone keep these bits from being an encoding;
    /// zero if there is no such encoding.
    fn reserved_bits(&self, bits: Bits) -> Bits {
        let mut found = self.candidates(bits).filter_map(|index| {
            let encoding = &self.tables.encodings[index as usize];
            let (wrong, reserved) = self.wrong_bits(encoding, self.shape_of(encoding), bits);
            (!(wrong & !reserved).any()).then_some(wrong)
        });
        found.next().unwrap_or_default()
    }

    /// The bits that contradict an encoding, and its reserved bits.
    #[inline]
    fn wrong_bits(&self, encoding: &Encoding, shape: &Shape, bits: Bits) -> (Bits, Bits) {
        let masks = self.tables.shape_masks(shape);
        let wrong = (bits ^ self.tables.encoding_bits(encoding)) & masks.mask;
        (wrong, masks.reserved)
    }

    pub(crate) fn check_features(
        &self,
        index: u16,
        encoding: &Encoding,
    ) -> Result<(), DecodeError> {
        let missing = encoding.features & !self.features;
        if missing == 0 {
            Ok(())
        } else {
            Err(DecodeError::Feature {
                encoding: index,
                missing,
            })
        }
    }

    /// Whether every operand of the bits has a meaning; `true` if a literal
    /// follows.
    pub(crate) fn check_operands(
        &self,
        shape: &Shape,
        bits: impl BitString,
    ) -> Result<bool, DecodeError> {
        let tables = self.tables;
        let mut literal = false;
        let first = shape.operands.start;
        for (at, row) in tables.operands[shape.operands.range()].iter().enumerate() {
            if row.read_only.is_set() {
                continue;
            }
            match operand::check(self, row, bits) {
                Ok(is_literal) => literal |= is_literal,
                Err(problem) => {
                    return Err(DecodeError::Operand {
                        operand: first + at as u32,
                        value: row.field.get(bits, tables.pieces),
                        problem,
                    });
                }
            }
        }
        for row in &tables.rules[shape.rules.range()] {
            if !rule::is_kept(self, row, bits) {
                return Err(DecodeError::Rule {
                    message: row.message,
                });
            }
        }
        Ok(literal)
    }

    /// Bytes of a code unit.
    fn word(&self) -> usize {
        (self.tables.word_bits as usize / 8).max(1)
    }

    /// Up to as many bytes as an instruction has as bits, code units in order, lowest
    /// first; bytes that are missing are zero.
    pub(crate) fn load(&self, bytes: &[u8]) -> Bits {
        if !self.tables.big_endian
            && let Some(whole) = bytes.first_chunk()
        {
            return Bits::from_le_bytes(*whole);
        }
        let mut value = [0; MAX_BYTES];
        let word = self.word();
        for (at, &byte) in bytes.iter().take(MAX_BYTES).enumerate() {
            let at = if self.tables.big_endian {
                let first = at / word * word;
                first + (word - 1 - at % word)
            } else {
                at
            };
            if let Some(place) = value.get_mut(at) {
                *place = byte;
            }
        }
        Bits::from_le_bytes(value)
    }
}

/// [`low_mask`] of a width below 16, in fewer steps.
#[inline]
fn low_bits(width: u8) -> u32 {
    (1 << (width & 15)) - 1
}

#[cfg(test)]
mod tests;
