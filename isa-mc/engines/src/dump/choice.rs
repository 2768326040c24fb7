//! What is shown.

/// Addresses that are shown: from `start` on, and before `stop`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Range {
    /// The first one.
    pub start: u64,
    /// The first one that is not shown any more.
    pub stop: u64,
}

impl Default for Range {
    fn default() -> Range {
        Range {
            start: 0,
            stop: u64::MAX,
        }
    }
}

/// How code is listed. The default is `llvm-objdump -d`.
#[derive(Debug, Clone, Default)]
pub struct Code {
    /// Sections without code are listed as if they were code, and data within code too.
    pub all_sections: bool,
    /// Only sections of these names, with code or without; all if there are none.
    pub sections: Vec<String>,
    /// Only what begins with one of these symbols; all if there are none.
    pub symbols: Vec<String>,
    /// Only these addresses.
    pub range: Range,
    /// Zeros are instructions like others, and not left out.
    pub shows_zeros: bool,
    /// Every symbol of a place is named, not only the last one.
    pub shows_all_symbols: bool,
    /// Relocations stand behind the instruction that they change.
    pub shows_relocations: bool,
    /// No addresses before the names of symbols and in front of relocations.
    pub hides_addresses: bool,
}
