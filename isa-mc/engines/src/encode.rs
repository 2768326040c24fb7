//! Instruction to bytes.

use crate::tables::{BitString, Bits, HighBits};
use crate::{EncodeError, Inst, Target};

impl Target<'_> {
    /// Writes an instruction to the front of `out` and says how many bytes it
    /// took.
    ///
    /// # Errors
    ///
    /// [`EncodeError`] if `out` is too small, or the instruction is not one
    /// of this processor. Nothing is written then.
    #[inline]
    pub fn encode(&self, inst: Inst, out: &mut [u8]) -> Result<usize, EncodeError> {
        // The usual case in few steps; whatever is not usual is found out again from the
        // start.
        match self.encode_usual(inst, out) {
            Some(size) => Ok(size),
            // Not as a whole: then it would be stored for the call in every case.
            None => {
                let (low, high) = (inst.low_bits(), inst.bits().high());
                let (encoding, literal) = (inst.encoding(), inst.literal());
                self.encode_any(encoding, (low, high), literal, inst.size(), out)
            }
        }
    }

    /// Writes a good instruction of one or two words of four bytes where there is room for
    /// both: without a literal, or one word and the literal.
    #[inline]
    fn encode_usual(&self, inst: Inst, out: &mut [u8]) -> Option<usize> {
        let tables = self.tables;
        let row = tables.recognitions.get(inst.encoding() as usize)?;
        let out = out.first_chunk_mut::<8>()?;
        let size = inst.size();
        let own_size = usize::from(row.size);
        // None of these has a bit set; a branch for each would cost more than looking at
        // all.
        let wrong = inst.low_bits() & row.mask ^ row.bits
            | row.needs & self.lacks
            | (size.wrapping_sub(own_size) | size.wrapping_sub(4)) as u64 & !4;
        if wrong != 0 || tables.big_endian {
            return None;
        }
        let first = inst.low_bits() as u32;
        let second = match own_size {
            4 => inst.last_word(),
            _ => (inst.low_bits() >> 32) as u32,
        };
        // Whatever the size, nothing behind it is touched, nor read.
        let last = size.wrapping_sub(4) & 4;
        let word = if last == 0 { first } else { second };
        *out[last..].first_chunk_mut()? = word.to_le_bytes();
        *out.first_chunk_mut()? = first.to_le_bytes();
        Some(size)
    }

    /// [`Target::encode`] with every case and every error.
    #[cold]
    fn encode_any(
        &self,
        encoding: u16,
        (low, high): (u64, HighBits),
        literal: u32,
        size: usize,
        out: &mut [u8],
    ) -> Result<usize, EncodeError> {
        let tables = self.tables;
        let row = tables
            .recognitions
            .get(usize::from(encoding))
            .ok_or(EncodeError::Unknown)?;
        if row.needs & self.lacks != 0 {
            return Err(EncodeError::NotOnTarget { encoding });
        }
        let plain = usize::from(row.size);
        let bits = Bits::new(low, high);
        let wrong = self.contradicting(encoding, plain, bits);
        if wrong.any() {
            return Err(EncodeError::Bits { mask: wrong });
        }
        if size != plain && size != plain + 4 {
            return Err(EncodeError::Unknown);
        }
        let have = out.len();
        let Some(out) = out.get_mut(..size) else {
            return Err(EncodeError::Space { need: size, have });
        };
        // Behind the longest encodings comes none.
        let all = bits.insert(
            (plain * 8) as u8,
            if size > plain { 32 } else { 0 },
            literal.into(),
        );
        let bytes = all.to_le_bytes();
        for (to, from) in out.iter_mut().zip(bytes) {
            *to = from;
        }
        if tables.big_endian {
            for word in out.chunks_mut((tables.word_bits as usize / 8).max(1)) {
                word.reverse();
            }
        }
        Ok(size)
    }

    /// The bits that contradict an encoding of so many bytes.
    fn contradicting(&self, encoding: u16, size: usize, bits: Bits) -> Bits {
        let tables = self.tables;
        let Some(row) = tables.encodings.get(usize::from(encoding)) else {
            return bits;
        };
        let mask = tables.shape_masks(self.shape_of(row)).mask;
        (bits ^ tables.encoding_bits(row)) & (mask | !Bits::ones(size as u32 * 8))
    }
}
