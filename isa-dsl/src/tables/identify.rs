//! From bits to which instruction they are, in two looks.

use super::bytes::row;

/// Bits of a word that are looked at first, at most.
pub const ROOT_BITS: u32 = 10;

/// Rows of [`Tables::identify_windows`](super::Tables::identify_windows) that each root
/// has, one after the other.
pub const ROOT_WINDOWS: usize = 1 << ROOT_BITS;

/// Comparisons that tell literals, for the first and for the second word of instructions.
pub const WORD_FLAGS: usize = 3;

/// Rows of [`Tables::identify_checks`](super::Tables::identify_checks): as many as a byte
/// counts.
pub const IDENTIFY_CHECKS: usize = 256;

/// Where to look first in a word of an architecture, and what makes it longer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct IdentifyRoot {
    /// Index into [`Tables::archs`](super::Tables::archs).
    pub arch: u8,
    /// What a processor must have so that words are what this root tells: bit n is row n
    /// of [`Tables::features`](super::Tables::features). Where others are not, too, the
    /// one with the most comes first.
    pub features: u32,
    /// The lowest of the bits that are looked at; all are among the first 32. Each value
    /// of them has a row in
    /// [`Tables::identify_windows`](super::Tables::identify_windows).
    pub shift: u8,
    /// Which bits with which values say that a literal follows, in instructions in which
    /// they may: first [`WORD_FLAGS`] of the first word, then as many of the second.
    pub flags: [Comparison; 2 * WORD_FLAGS],
}

row! {
    /// Bits of a word that lead to its leaf in
    /// [`Tables::identify_leaves`](super::Tables::identify_leaves), and how long it is.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
    pub struct IdentifyWindow {
        /// The row of value zero.
        pub base: u32,
        /// The lowest of the bits; below 64.
        pub shift: u8,
        /// How many bits; at most [`MAX_WINDOW`](super::MAX_WINDOW).
        pub width: u8,
        /// Size in bytes of what its leaves tell, without a literal.
        pub size: u8,
        /// The flags of the root of which each says that a literal follows: bit n for
        /// row n of [`IdentifyRoot::flags`].
        pub literals: u8,
    }
}

row! {
    /// The encoding that a word is, if it is what it seems to be.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, PartialOrd, Ord)]
    pub struct IdentifyLeaf {
        /// Index into [`Tables::encodings`](super::Tables::encodings).
        pub encoding: u16,
        /// The one that is the most frequent case of it, if that is as long.
        pub case: u16,
        /// What remains to be compared, an index into
        /// [`Tables::identify_checks`](super::Tables::identify_checks). The first of them
        /// never holds: which encoding it is takes more to tell.
        pub check: u8,
        /// What remains to be compared if it may be the case, likewise.
        pub case_check: u8,
    }
}

row! {
    /// What tells whether a word is the encoding of its leaf. Many encodings share a row.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(align(8))]
    pub struct IdentifyCheck {
        /// Bits that this encoding fixes beyond those that led to it.
        pub mask: u64,
        /// Their value.
        pub bits: u64,
        /// Bits that all others fix that are cases of it.
        pub others_mask: u64,
        /// Their value; 1 where the mask is 0 and there is no such case.
        pub others_bits: u64,
    }
}

/// Some bits of the first 64 and their value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Comparison {
    /// Which bits.
    pub mask: u64,
    /// Their value.
    pub bits: u64,
}

impl Comparison {
    /// What holds for no bits.
    pub const NEVER: Comparison = Comparison { mask: 0, bits: 1 };

    /// Whether these are the bits.
    #[inline]
    pub const fn holds(self, bits: u64) -> bool {
        bits & self.mask == self.bits
    }
}

impl IdentifyCheck {
    /// The check of leaves that leave it to the tree.
    pub const NEVER: IdentifyCheck = IdentifyCheck {
        mask: 0,
        bits: 1,
        others_mask: 0,
        others_bits: 1,
    };

    /// Whether bits that lead to the leaf are its encoding.
    #[inline]
    pub const fn tells(&self, bits: u64) -> bool {
        bits & self.mask == self.bits && bits & self.others_mask != self.others_bits
    }
}

impl IdentifyRoot {
    /// Which of the [`flags`](Self::flags) hold: bit n for row n.
    #[inline]
    pub const fn flags(&self, bits: u64) -> u8 {
        let mut flags = 0;
        let mut flag = 0;
        while flag < 2 * WORD_FLAGS {
            flags |= (self.flags[flag].holds(bits) as u8) << flag;
            flag += 1;
        }
        flags
    }

    /// Which of the windows a word is looked at through.
    #[inline]
    pub const fn window(&self, word: u32) -> usize {
        (word >> (self.shift & 31)) as usize % ROOT_WINDOWS
    }
}

impl IdentifyWindow {
    /// Where the window leads a word.
    #[inline]
    pub const fn row(&self, bits: u64) -> usize {
        let value = bits >> (self.shift & 63) & ((1 << (self.width & 15)) - 1);
        self.base as usize + value as usize
    }

    /// The size in bytes of what it tells, where these flags of the root hold.
    #[inline]
    pub const fn size(&self, flags: u8) -> u8 {
        let literal = (self.literals & flags != 0) as u8;
        self.size.wrapping_add(literal * 4)
    }
}
