//! From bits to which instruction they are, in two looks and without a decision.

use super::bytes::row;

row! {
    /// Bits of a word that say where to look next: in
    /// [`Tables::identify_windows`](super::Tables::identify_windows), whose first rows are
    /// those of the architectures, for another window, and from that one in
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
        pub check: u16,
    }
}

/// What tells whether a word is the encoding of its leaf, and how long it is. Many
/// encodings share a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct IdentifyCheck {
    /// What tells whether it is the encoding: bits that this one fixes beyond those that
    /// led to it, or bits of others that are cases of it.
    pub decisive: Comparison,
    /// Whether it is the encoding if that holds, or if it does not.
    pub equal: bool,
    /// A literal follows if one of these holds.
    pub literals: [Comparison; 2],
    /// Size in bytes without a literal.
    pub size: u8,
}

/// Some bits and their value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Comparison {
    /// Which bits.
    pub mask: u64,
    /// Their value.
    pub bits: u64,
}

impl Comparison {
    /// What holds for no bits.
    pub const NEVER: Comparison = Comparison { mask: 0, bits: 1 };

    /// Whether these bits have the value.
    #[inline]
    pub const fn holds(self, bits: u64) -> bool {
        bits & self.mask == self.bits
    }
}

impl IdentifyCheck {
    /// Whether bits that lead to the leaf are its encoding.
    #[inline]
    pub const fn tells(&self, bits: u64) -> bool {
        self.decisive.holds(bits) == self.equal
    }

    /// Whether a literal follows them then.
    #[inline]
    pub const fn literal(&self, bits: u64) -> bool {
        self.literals[0].holds(bits) | self.literals[1].holds(bits)
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
