//! Decoding of what no processor should run, for those who look at any bytes.

use crate::tables::{Bits, MAX_BYTES};
use crate::{DecodeError, Inst, Target};

impl Target<'_> {
    /// As [`decode`](Self::decode), and also instructions whose operands break a rule: what
    /// they are can be told, and printed, though the processor does something undefined. A
    /// listing of data as if it were code has many.
    ///
    /// ```
    /// use isa_mc::gcn::{self, syntax};
    ///
    /// let target = gcn::target("gfx900").unwrap();
    /// assert!(target.decode(&[0; 4]).is_err());
    /// let inst = target.decode_leniently(&[0; 4]).unwrap();
    /// let mut text = String::new();
    /// target.print(inst, syntax::LLVM, &mut text).unwrap();
    /// assert_eq!(text, "v_cndmask_b32_e32 v0, s0, v0, vcc");
    /// ```
    ///
    /// # Errors
    ///
    /// [`DecodeError`] says why the bytes are no instruction.
    #[inline]
    pub fn decode_leniently(&self, bytes: &[u8]) -> Result<Inst, DecodeError> {
        match self.decode(bytes) {
            Err(error @ DecodeError::Rule { .. }) => self.despite_rules(bytes).ok_or(error),
            decoded => decoded,
        }
    }

    /// The instruction that bytes are, whatever its operands are.
    #[cold]
    fn despite_rules(&self, bytes: &[u8]) -> Option<Inst> {
        // At the end of code there may be fewer bytes than a glance looks at.
        let mut room = [0; MAX_BYTES];
        let front = bytes.len().min(room.len());
        room[..front].copy_from_slice(&bytes[..front]);
        let found = self.identify(&room)?;
        if usize::from(found.size) > bytes.len() {
            return None;
        }
        let row = self.tables.encodings.get(usize::from(found.encoding))?;
        let own = self.shape_of(row).size;
        let mut bits = [0; MAX_BYTES];
        let code = bytes.get(..usize::from(own))?;
        bits.get_mut(..code.len())?.copy_from_slice(code);
        if self.tables.big_endian {
            return None;
        }
        let inst = Inst::of_bits(found.encoding, Bits::from_le_bytes(bits), own);
        if found.size == own {
            return Some(inst);
        }
        let literal = bytes.get(code.len()..)?.first_chunk()?;
        Some(inst.with_literal(u32::from_le_bytes(*literal)))
    }
}
