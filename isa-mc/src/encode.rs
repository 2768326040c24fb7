//! Instruction to bytes.

use crate::{EncodeError, Inst, Target};

impl Target<'_> {
    /// Writes an instruction to the front of `out` and says how many bytes it
    /// took.
    ///
    /// # Errors
    ///
    /// [`EncodeError`] if `out` is too small, or the instruction is not one
    /// of this processor. Nothing is written then.
    pub fn encode(&self, inst: Inst, out: &mut [u8]) -> Result<usize, EncodeError> {
        let tables = self.tables;
        let encoding = tables
            .encodings
            .get(inst.encoding() as usize)
            .ok_or(EncodeError::Unknown)?;
        let shape = self.shape_of(encoding);
        if shape.arch != self.arch || encoding.features & !self.features != 0 {
            return Err(EncodeError::NotOnTarget {
                encoding: inst.encoding(),
            });
        }
        let wrong = (inst.bits() ^ encoding.bits) & shape.mask;
        if wrong != 0 {
            return Err(EncodeError::Bits { mask: wrong });
        }
        let size = inst.size();
        let plain = shape.size as usize;
        if size != plain && size != plain + 4 {
            return Err(EncodeError::Unknown);
        }
        let have = out.len();
        let Some(out) = out.get_mut(..size) else {
            return Err(EncodeError::Space { need: size, have });
        };
        if size == 8 && plain == 8 && !tables.big_endian {
            out.copy_from_slice(&inst.bits().to_le_bytes());
            return Ok(size);
        }
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
