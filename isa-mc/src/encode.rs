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
        // Nearly everything is a word or two, with some room behind it.
        if let Some(first) = out.first_chunk_mut::<8>()
            && size <= 8
            && !tables.big_endian
        {
            let literal = u64::from(inst.literal()).unbounded_shl(u32::from(row.size) * 8);
            let all = inst.bits() | literal;
            let mask = low_mask(size as u8 * 8);
            let behind = u64::from_le_bytes(*first) & !mask;
            *first = (all & mask | behind).to_le_bytes();
            return Ok(size);
        }
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
