//! Where DS instructions find their memory.

use super::wave::{Fields, Wave};

/// How an instruction says where its memory is. Sizes are in bytes.
///
/// In GDS every address counts from a base in the upper half of M0 (AMD's
/// RDNA3 document, table of the fields of GDS instructions; CLRX, note on GDS), and
/// must lie wholly below the size in its lower half.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Address {
    /// `addr` and the offset, rounded down to a multiple of `align`.
    One { align: u32 },
    /// The same, rounded down to a multiple of 8, for two dwords.
    Dwords,
    /// `addr` and each of two offsets, which count in `stride`.
    Pair { align: u32, stride: u32 },
    /// `addr`, and a second place some dwords before or behind it: 15 bits
    /// with a sign, from the offset or, with its highest bit set, from the
    /// upper part of `addr`.
    Second { align: u32 },
    /// The lower half of M0, the offset, and four bytes for each lane. In GDS that
    /// half is the size, so no document says where this would be.
    LaneNumber,
}

impl Address {
    /// The addresses of a lane.
    pub(super) fn places(self, wave: &Wave, fields: Fields, lane: usize) -> Vec<u32> {
        let addr = wave.addr[lane];
        let round = |at: u32, align: u32| at / align * align;
        let places = match self {
            Address::One { align } => vec![round(addr.wrapping_add(fields.offset), align)],
            Address::Dwords => {
                let first = round(addr.wrapping_add(fields.offset), 8);
                vec![first, first + 4]
            }
            Address::Pair { align, stride } => {
                let offsets = [fields.offset % 256, fields.offset / 256];
                let at = |offset: u32| round(addr.wrapping_add(offset * stride), align);
                offsets.map(at).to_vec()
            }
            Address::Second { align } => {
                let (first, dwords) = if fields.offset & 0x8000 == 0 {
                    (addr, (fields.offset << 17) as i32 >> 17)
                } else {
                    (addr % 0x2_0000, addr as i32 >> 17)
                };
                let first = round(first, align);
                let second = first.wrapping_add_signed(4 * dwords);
                vec![first, round(second, align)]
            }
            Address::LaneNumber => vec![wave.m0 % 0x1_0000 + fields.offset + 4 * lane as u32],
        };
        let base = if fields.gds { wave.m0 >> 16 } else { 0 };
        let places = places.into_iter();
        places.map(|at| base.wrapping_add(at)).collect()
    }

    /// Offsets worth trying, small and great.
    pub(super) fn offsets(self) -> Vec<u32> {
        match self {
            Address::One { .. } | Address::Dwords | Address::LaneNumber => vec![0, 5, 0xffff],
            Address::Pair { align, stride } if align == stride => vec![0x0300, 0xfbff],
            Address::Pair { .. } => vec![0x1100, 0xc8ff],
            // Five dwords behind and before, then from the address.
            Address::Second { .. } => vec![0x0005, 0x7ffb, 0x8000, 0xffff],
        }
    }
}
