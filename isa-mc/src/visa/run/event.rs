//! What instructions do, for who watches them.

/// Where something is that an instruction reads or writes, by the numbers that
/// instructions have for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Location {
    /// A variable.
    Variable {
        /// Its number.
        number: u32,
        /// The first byte.
        byte: u32,
    },
    /// A variable of the other thread of a pair.
    Partner {
        /// Its number.
        number: u32,
        /// The first byte.
        byte: u32,
    },
    /// A variable of addresses.
    Address {
        /// Its number.
        number: u32,
        /// The first byte.
        byte: u32,
    },
    /// All channels of a predicate.
    Predicate {
        /// Its number.
        number: u32,
    },
    /// The execution mask.
    Mask,
    /// Memory, that of surfaces included.
    Memory {
        /// The address of the first byte.
        address: u64,
    },
}

/// What an instruction has read or written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Event {
    /// It has written, and not read.
    pub is_write: bool,
    /// Where.
    pub location: Location,
    /// How many bytes: 1, 2, 4 or 8.
    pub bytes: u8,
    /// The channel; 0 for what runs once.
    pub channel: u8,
    /// What was read, or is there now, as a number, the lowest byte first.
    pub value: u64,
}
