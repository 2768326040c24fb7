//! What rows of all tables refer to others by: texts of the string pool, rows one after the
//! other, and none.

use super::bytes::row;

row! {
    /// A piece of the string pool.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, PartialOrd, Ord)]
    pub struct Text {
        /// First byte in the pool.
        pub start: u32,
        /// Length in bytes.
        pub len: u16,
    }
}

row! {
    /// Consecutive rows of another table.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
    pub struct Rows {
        /// First row.
        pub start: u32,
        /// How many.
        pub len: u16,
    }
}

impl Rows {
    /// The rows as a range of indices.
    #[inline]
    pub const fn range(self) -> core::ops::Range<usize> {
        self.start as usize..self.start as usize + self.len as usize
    }
}

/// "None" for row indices of 16 bits.
pub const NONE: u16 = u16::MAX;
