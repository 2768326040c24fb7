//! Bytes to which instruction they are, and no more.

use crate::Target;
use crate::tables::{READING_GROUP, READING_LITERAL};

/// Which instruction some bytes begin with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Identity {
    /// Its encoding: an index into [`Tables::encodings`](crate::tables::Tables::encodings).
    pub encoding: u16,
    /// Its size in bytes, with a literal.
    pub size: u8,
}

impl Target<'_> {
    /// Which instruction `bytes` begin with, by the bits that its encoding fixes, and how
    /// long it is: enough to walk through code, in less time than [`Target::decode`].
    ///
    /// Its operands are not looked at: [`Target::decode`] may find that they have no
    /// meaning, or break a rule. What it decodes has this encoding and this size. `None`
    /// if no encoding of this processor fits, or the bytes end too early.
    ///
    /// ```
    /// # #[cfg(feature = "gcn")] {
    /// use isa_mc::gcn;
    ///
    /// let target = gcn::target("gfx900").unwrap();
    /// // s_add_u32 s0, s1, 0x12345678; s_endpgm
    /// let code = [0x01, 0xff, 0x00, 0x80, 0x78, 0x56, 0x34, 0x12, 0x00, 0x00, 0x81, 0xbf];
    /// let found = target.identify(&code).unwrap();
    /// assert_eq!(found.size, 8);
    /// assert_eq!(target.identify(&code[8..]).unwrap().size, 4);
    /// # }
    /// ```
    #[inline]
    pub fn identify(&self, bytes: &[u8]) -> Option<Identity> {
        let tables = self.tables;
        let Some(chunk) = bytes.first_chunk::<8>().filter(|_| !tables.big_endian) else {
            return self.identify_any(bytes);
        };
        let bits = u64::from_le_bytes(*chunk);
        let (encoding, row) = self.recognize(bits)?;
        let size = row.size;
        if !row.literals {
            return Some(Identity { encoding, size });
        }
        if row.more {
            // Operands without readings may be literals.
            return self.identify_any(bytes);
        }
        let checks = tables.checks.get(row.checks as usize..)?;
        let checks = checks.get(..usize::from(row.groups) * READING_GROUP)?;
        let is_literal = |any: u32| any & READING_LITERAL != 0;
        let literal = is_literal(checks.iter().fold(0, |any, it| any | it.get(bits, tables)));
        let size = size + if literal { 4 } else { 0 };
        (bytes.len() >= usize::from(size)).then_some(Identity { encoding, size })
    }

    /// [`Target::identify`] where that takes as long as decoding.
    #[cold]
    fn identify_any(&self, bytes: &[u8]) -> Option<Identity> {
        let inst = self.decode(bytes).ok()?;
        Some(Identity {
            encoding: inst.encoding(),
            size: inst.size() as u8,
        })
    }
}

#[cfg(all(test, feature = "gcn"))]
mod tests {
    use crate::gcn::TABLES;
    use crate::{Inst, Target};

    /// Every encoding with many bits: what decodes is identified as what it is.
    #[test]
    fn what_decodes_is_identified() {
        let (mut random, mut compared) = (1_u64, 0);
        for cpu in ["gfx600", "gfx700", "gfx803", "gfx900", "gfx906"] {
            let target = Target::new(&TABLES, cpu).expect("a processor");
            for encoding in TABLES.encodings {
                let shape = target.shape_of(encoding);
                for round in 0..16 {
                    random = random
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(1_442_695_040_888_963_407);
                    let mut others = random >> 3 & !shape.mask;
                    if round % 2 == 0 {
                        // Sources that are literals are rare.
                        others |= 0xff & !shape.mask;
                    }
                    let bits = encoding.bits | others;
                    let mut bytes = [0x5a; 12];
                    bytes[..8].copy_from_slice(&bits.to_le_bytes());
                    let Ok(inst) = target.decode(&bytes) else {
                        continue;
                    };
                    let found = target.identify(&bytes).map(|it| (it.encoding, it.size));
                    let expected = (inst.encoding(), inst.size() as u8);
                    assert_eq!(found, Some(expected), "{cpu} {bits:x}");
                    // Bytes that end with the instruction, and before it does.
                    for end in [inst.size(), inst.size() - 1] {
                        let cut = target.identify(&bytes[..end]).map(|it| it.encoding);
                        let decoded = target.decode(&bytes[..end]).ok();
                        assert_eq!(
                            cut,
                            decoded.map(Inst::encoding),
                            "{cpu} {bits:x}, {end} bytes"
                        );
                    }
                    compared += 1;
                }
            }
        }
        assert!(compared > 50_000, "{compared}");
    }
}
