//! Source files and places in them.

use std::hash::{Hash, Hasher};

/// A place in a source file: bytes `start..end` of file `file` of a [`Sources`].
///
/// Where something stands is no part of what it is: trees that differ in their places alone have
/// the same hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Span {
    /// Index of the file.
    pub file: u32,
    /// First byte.
    pub start: u32,
    /// End byte, excluded.
    pub end: u32,
}

impl Hash for Span {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl Span {
    /// The span from the start of `self` to the end of `other`.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span {
            file: self.file,
            start: self.start,
            end: other.end,
        }
    }

    /// The part of the span from byte `from` to byte `to`, counted from its start.
    #[must_use]
    pub fn part(self, from: usize, to: usize) -> Span {
        Span {
            file: self.file,
            start: (self.start + from as u32).min(self.end),
            end: (self.start + to as u32).min(self.end),
        }
    }
}

/// A source file that was read.
#[derive(Debug, Clone)]
pub struct SourceFile {
    /// The path as errors show it: relative to the folder of the root file
    /// for includes, as given for the root.
    pub name: String,
    /// The path it was read from, for tracking changes; `None` for text that
    /// was never a file.
    pub path: Option<std::path::PathBuf>,
    /// Its text.
    pub text: String,
}

/// The root file and everything it includes, in the order of reading.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    /// The files; [`Span::file`] counts in here.
    pub files: Vec<SourceFile>,
}
