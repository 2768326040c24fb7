//! From bits to which instruction they are, in two looks and without a decision.

use super::bytes::{Flag, row};

/// Rows of [`Tables::identify_windows`](super::Tables::identify_windows) that each
/// architecture has, one after the other.
pub const ROOT_WINDOWS: usize = 1 << super::MAX_WINDOW;

/// Comparisons that tell literals, for each architecture.
pub const SIZE_FLAGS: usize = 3;

/// Rows of [`Tables::identify_sizes`](super::Tables::identify_sizes) that each architecture
/// has: one for each of its windows and each value of the flags.
pub const ROOT_SIZES: usize = ROOT_WINDOWS << SIZE_FLAGS;

/// Rows of [`Tables::identify_checks`](super::Tables::identify_checks): as many as a byte
/// counts.
pub const IDENTIFY_CHECKS: usize = 256;

/// Sizes in [`Tables::identify_sizes`](super::Tables::identify_sizes) are below. What is
/// longer is not told.
pub const MAX_TOLD: u8 = 16;

/// Where to look first in a word of an architecture, and what makes it longer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct IdentifyRoot {
    /// The lowest of the bits that are looked at; all are among the first 32. Each value
    /// of them has a row in
    /// [`Tables::identify_windows`](super::Tables::identify_windows).
    pub shift: u8,
    /// Which bits with which values say that a literal follows, in words in which they
    /// may; all are among the first 32.
    pub flags: [Comparison; SIZE_FLAGS],
}

row! {
    /// Bits of a word that lead to its leaf in
    /// [`Tables::identify_leaves`](super::Tables::identify_leaves).
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
    pub struct IdentifyWindow {
        /// The row of value zero.
        pub base: u32,
        /// The lowest bits, as many as are looked at.
        pub mask: u16,
        /// The lowest of the bits; below 64.
        pub shift: u8,
    }
}

row! {
    /// The encoding that a word is, if it is what it seems to be.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
    pub struct IdentifyLeaf {
        /// Index into [`Tables::encodings`](super::Tables::encodings).
        pub encoding: u16,
        /// What remains to be compared, an index into
        /// [`Tables::identify_checks`](super::Tables::identify_checks). The first of them
        /// never holds: which encoding it is takes more to tell.
        pub check: u8,
    }
}

row! {
    /// What tells whether a word is the encoding of its leaf. Many encodings share a row.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[repr(align(8))]
    pub struct IdentifyCheck {
        /// Bits that this encoding fixes beyond those that led to it, or bits of others
        /// that are cases of it.
        pub mask: u64,
        /// Their value.
        pub bits: u64,
        /// Whether it is the encoding if they have it, or if they do not.
        pub equal: Flag,
    }
}

/// Some bits and their value.
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
}

impl IdentifyCheck {
    /// Whether bits that lead to the leaf are its encoding.
    #[inline]
    pub const fn tells(&self, bits: u64) -> bool {
        (bits & self.mask == self.bits) == self.equal.is_set()
    }
}

impl IdentifyRoot {
    /// Which of the sizes a word has, by its first 32 bits: the number of its window, and
    /// below that the flags, the first one in bit 0.
    #[inline]
    pub const fn key(&self, word: u32) -> u32 {
        let mut key = (self.window(word) as u32) << SIZE_FLAGS;
        let mut flag = 0;
        while flag < SIZE_FLAGS {
            let row = self.flags[flag];
            let holds = word & row.mask as u32 == row.bits as u32;
            key |= (holds as u32) << flag;
            flag += 1;
        }
        key
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
        let value = bits >> (self.shift & 63) & self.mask as u64;
        self.base as usize + value as usize
    }
}
