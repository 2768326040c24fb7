//! What is written, and how.

use super::source_texts::SourceTexts;
use crate::object::read::File;
use crate::object::{Description, HeadText, ObjectFormat};
use crate::{SyntaxId, Target};

/// What is written, and how.
pub(super) struct Source<'d, 't> {
    pub(super) target: Target<'t>,
    pub(super) syntax: SyntaxId,
    pub(super) shows_bytes: bool,
    pub(super) sources: Option<SourceTexts>,
    pub(super) format: ObjectFormat,
    pub(super) machine: Box<dyn Description>,
    pub(super) head: HeadText,
    pub(super) file: File<'d>,
}

impl Source<'_, '_> {
    /// Bytes of a code unit.
    pub(super) fn word(&self) -> usize {
        (self.target.tables().word_bits as usize / 8).max(1)
    }
}
