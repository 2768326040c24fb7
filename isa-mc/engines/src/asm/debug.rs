//! What is told of debug information, and what is known of it while a source is read.

use crate::object::DwarfFormat;

/// Which debug information is written.
#[derive(Debug, Clone, Default)]
pub(super) struct DebugSettings {
    pub(super) format: DwarfFormat,
    /// Where names of files count from.
    pub(super) directory: String,
    /// What writes it, if lines of the source itself are written.
    pub(super) producer: Option<String>,
}

/// What is known of lines of the source itself.
#[derive(Debug)]
pub(super) struct OwnLines {
    /// A byte of the first text, and its line.
    pub(super) last: (u32, u32),
    /// The file of the last line.
    pub(super) file: Option<u32>,
    /// The file of the first marker, which is the one that was read.
    pub(super) first: Option<Vec<u8>>,
    pub(super) marker: Option<Marker>,
}

impl Default for OwnLines {
    fn default() -> OwnLines {
        OwnLines {
            last: (0, 1),
            file: None,
            first: None,
            marker: None,
        }
    }
}

/// What a preprocessor says of the next line.
#[derive(Debug)]
pub(super) struct Marker {
    pub(super) name: Vec<u8>,
    pub(super) line: u32,
    /// The line on which the marker stands.
    pub(super) stands_on: u32,
}
