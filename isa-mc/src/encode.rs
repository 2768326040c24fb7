//! Instruction to bytes.

use crate::tables::low_mask;
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
            None => self.encode_any(inst, out),
        }
    }

    /// Writes a good instruction of four to eight bytes where there is room for eight.
    #[inline]
    fn encode_usual(&self, inst: Inst, out: &mut [u8]) -> Option<usize> {
        let tables = self.tables;
        let row = tables.recognitions.get(inst.encoding() as usize)?;
        let first = out.first_chunk_mut::<8>()?;
        let size = inst.size();
        let literal_bytes = size.wrapping_sub(usize::from(row.size));
        // No bits but these; a branch for each would cost more than looking at all.
        let wrong = inst.bits() & row.mask ^ row.bits
            | inst.bits() & !low_mask(row.size.wrapping_mul(8))
            | u64::from(row.arch ^ self.arch)
            | u64::from(row.features & !self.features)
            | literal_bytes as u64 & !4;
        if wrong != 0 || tables.big_endian {
            return None;
        }
        let literal = u64::from(inst.literal()).unbounded_shl(u32::from(row.size) * 8);
        let all = inst.bits() | literal;
        // The first four bytes and the last four, which may be the same: whatever the
        // size, nothing behind it is touched, nor read.
        let last = size.checked_sub(4)?;
        let end = first.get_mut(last..)?.first_chunk_mut::<4>()?;
        *end = (all.unbounded_shr(last as u32 * 8) as u32).to_le_bytes();
        *first.first_chunk_mut::<4>()? = (all as u32).to_le_bytes();
        Some(size)
    }

    /// [`Target::encode`] with every case and every error.
    #[cold]
    fn encode_any(&self, inst: Inst, out: &mut [u8]) -> Result<usize, EncodeError> {
        let tables = self.tables;
        let row = tables
            .recognitions
            .get(inst.encoding() as usize)
            .ok_or(EncodeError::Unknown)?;
        if row.arch != self.arch || row.features & !self.features != 0 {
            return Err(EncodeError::NotOnTarget {
                encoding: inst.encoding(),
            });
        }
        let plain = usize::from(row.size);
        let wrong = inst.bits() & row.mask ^ row.bits | inst.bits() & !low_mask(row.size * 8);
        if wrong != 0 {
            return Err(EncodeError::Bits { mask: wrong });
        }
        let size = inst.size();
        if size != plain && size != plain + 4 {
            return Err(EncodeError::Unknown);
        }
        let have = out.len();
        let Some(out) = out.get_mut(..size) else {
            return Err(EncodeError::Space { need: size, have });
        };
        let all = u128::from(inst.bits()) | u128::from(inst.literal()) << (plain * 8);
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
}
