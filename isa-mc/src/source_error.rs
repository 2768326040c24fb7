//! Mistakes in sources of machines whose files have a language of their own.

/// A mistake in a source that [`object_of_source`](crate::machines::object_of_source) reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceError {
    /// The bytes of the source that are wrong.
    pub span: core::ops::Range<usize>,
    /// The code of its kind.
    pub code: &'static str,
    /// What is wrong, for people.
    pub message: String,
}
