//! What parts of an object are called by: numbers, and places.

/// A section of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SectionId(pub(super) u32);

/// A symbol of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SymbolId(pub(super) u32);

/// An expression of an [`Expressions`](super::Expressions).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExpressionId(pub(super) u32);

/// Where something stands in a source: bytes of one of its texts. All zero for
/// what no text says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Location {
    /// Number of the text: a file, or an expansion of a macro.
    pub text: u32,
    /// First byte.
    pub start: u32,
    /// Byte behind the last.
    pub end: u32,
}

/// A place in a section.
///
/// Bytes whose number is not known when they are asked for are a gap; a place says
/// how many gaps lie before it. So two places with the same gaps before them are a
/// known distance apart at once, and all others when the gaps have their sizes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Place {
    /// The section.
    pub section: SectionId,
    /// Gaps before it.
    pub gap: u32,
    /// Bytes before it that are in no gap.
    pub offset: u64,
}
