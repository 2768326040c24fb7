//! What all layers are made of: names, numbers, and where something exists.

use crate::source::Span;

/// A word of the source with its place.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Name {
    /// The word as written (strings without their quotes, escapes resolved).
    pub text: String,
    /// Where it stands. For strings the span covers the text between the
    /// quotes, so that a column inside a template can be pointed at.
    pub span: Span,
}

/// A number with its place. Numbers are at most 64 bits wide.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Number {
    /// The value.
    pub value: u64,
    /// Where it stands.
    pub span: Span,
}

/// A number that may carry a minus sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Signed {
    /// The value.
    pub value: i64,
    /// Where it stands.
    pub span: Span,
}

/// `@ gcn1.1.., gcn1.4`: where something exists. `None` everywhere in the
/// tree means "on every architecture".
#[derive(Debug, Clone, Hash)]
pub struct At {
    /// The whole clause.
    pub span: Span,
    /// Its ranges.
    pub ranges: Vec<AtRange>,
}

/// One range of architectures, both ends included.
#[derive(Debug, Clone, Hash)]
pub struct AtRange {
    /// First architecture; `None` for `..b`.
    pub from: Option<Name>,
    /// Last architecture; `None` for `a..`. Equal to `from` for a single one.
    pub to: Option<Name>,
}
