//! Bit fields in pieces.

use smallvec::{SmallVec, smallvec};

use crate::ast;
use crate::tables::{BitString, Bits, MAX_BITS};

/// The bits of a field: pieces from the least significant to the most
/// significant one, each (lowest bit, width).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct BitField {
    /// The pieces. Nearly every field has one or two.
    pub pieces: Pieces,
}

/// Pieces of a field.
pub type Pieces = SmallVec<[(u32, u32); 2]>;

impl BitField {
    /// A field of one piece.
    pub fn single(shift: u32, width: u32) -> BitField {
        BitField {
            pieces: smallvec![(shift, width)],
        }
    }

    /// Width of the value in bits.
    pub fn width(&self) -> u32 {
        self.pieces.iter().map(|piece| piece.1).sum()
    }

    /// The bits it covers.
    pub fn mask(&self) -> Bits {
        self.pieces
            .iter()
            .fold(Bits::ZERO, |mask, &(shift, width)| {
                mask | Bits::ones(shift + width) & !Bits::ones(shift)
            })
    }

    /// `value` spread over the bits.
    pub fn place(&self, value: u64) -> Bits {
        let mut at = 0;
        self.pieces
            .iter()
            .fold(Bits::ZERO, |bits, &(shift, width)| {
                let piece = value.unbounded_shr(at);
                at += width;
                bits.insert(shift as u8, width.min(64) as u8, piece)
            })
    }

    /// The value within `bits`; its first 64 bits, where it has more.
    pub fn take(&self, bits: impl BitString) -> u64 {
        let mut at = 0;
        self.pieces.iter().fold(0, |value, &(shift, width)| {
            let piece = bits.window(shift as u8) & ones(width);
            let value = value | piece.unbounded_shl(at);
            at += width;
            value
        })
    }

    /// The same field, of which a piece that lies right behind the one before it is part of that.
    #[must_use]
    pub fn in_fewest_pieces(&self) -> BitField {
        let mut pieces = Pieces::new();
        for &(shift, width) in &self.pieces {
            match pieces.last_mut() {
                Some((low, all)) if *low + *all == shift => *all += width,
                _ => pieces.push((shift, width)),
            }
        }
        BitField { pieces }
    }

    /// Some bits of its value, where they lie.
    #[must_use]
    pub fn part(&self, bits: &BitField) -> BitField {
        let mut pieces = Pieces::new();
        for &(low, width) in &bits.pieces {
            for bit in low..low + width {
                let place = self.place(1 << bit).trailing_zeros();
                match pieces.last_mut() {
                    Some((shift, width)) if *shift + *width == place => *width += 1,
                    _ => pieces.push((place, 1)),
                }
            }
        }
        BitField { pieces }
    }

    /// As the language writes it: `[15:14][3:0]`.
    pub fn notation(&self) -> String {
        self.pieces
            .iter()
            .rev()
            .map(|&(shift, width)| match width {
                1 => format!("[{shift}]"),
                _ => format!("[{}:{shift}]", shift + width - 1),
            })
            .collect()
    }
}

/// Pieces of the tree, which stand most significant first. `None` if one of
/// them runs backwards or ends beyond the last bit that an instruction may have.
pub fn field_of(bits: &[ast::Bits]) -> Option<BitField> {
    let mut pieces = Pieces::new();
    for piece in bits.iter().rev() {
        let (high, low) = (piece.high.value, piece.low.value);
        if low > high || high >= u64::from(MAX_BITS) {
            return None;
        }
        pieces.push((low as u32, (high - low + 1) as u32));
    }
    Some(BitField { pieces })
}

/// The lowest `width` bits set.
#[inline]
pub fn ones(width: u32) -> u64 {
    if width >= 64 {
        u64::MAX
    } else {
        (1 << width) - 1
    }
}

/// Whether a value fits that many bits.
pub fn fits(value: u64, width: u32) -> bool {
    width >= 64 || value >> width == 0
}

/// Runs of set bits of a mask, lowest first, as `[high:low]`.
pub fn runs(mask: impl Into<Bits>) -> String {
    let runs = mask.into().runs();
    let texts: Vec<String> = runs
        .map(|(low, width)| BitField::single(low, width).notation())
        .collect();
    texts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two bits side by side are one piece, wherever the rest is; the value stays.
    #[test]
    fn pieces_side_by_side_are_one() {
        let field = BitField {
            pieces: smallvec![(32, 8), (0, 1), (1, 1)],
        };
        let fewest = field.in_fewest_pieces();
        assert_eq!(fewest.pieces[..], [(32, 8), (0, 2)]);
        for value in 0..1 << 10 {
            assert_eq!(fewest.place(value), field.place(value));
        }
        // Upside down they are two.
        let turned = BitField {
            pieces: smallvec![(1, 1), (0, 1)],
        };
        assert_eq!(turned.in_fewest_pieces(), turned);
    }

    /// A split field must come back as it went in, or decoding would not
    /// undo encoding.
    #[test]
    fn place_and_take_are_inverse() {
        let field = BitField {
            pieces: smallvec![(0, 4), (14, 2)],
        };
        for value in 0..64 {
            assert_eq!(field.take(field.place(value)), value);
        }
        assert_eq!(field.place(0b11_0000), 0b11 << 14);
        let across = BitField {
            pieces: smallvec![(126, 4), (60, 8)],
        };
        for value in 0..1 << 12 {
            assert_eq!(across.take(across.place(value)), value);
            assert_eq!(across.place(value) & !across.mask(), 0);
        }
        assert_eq!(field.notation(), "[15:14][3:0]");
    }

    #[test]
    fn runs_are_written_as_the_language_writes_bits() {
        assert_eq!(runs(0b1011_0000), "[5:4], [7]");
        assert_eq!(runs(u64::MAX), "[63:0]");
        assert_eq!(runs(Bits::ones(130) & !Bits::ones(60)), "[129:60]");
    }
}
