//! Where bits are.

use crate::bits::BitField;
use crate::machine::ArchSet;
use crate::source::Span;

/// A format.
#[derive(Debug, Clone)]
pub struct Layout {
    /// Name.
    pub name: String,
    /// Width in bits.
    pub bits: u32,
    /// Bits of a literal that may follow.
    pub literal: u32,
    /// The format of which it is a special case.
    pub within: Option<usize>,
    /// Where it exists.
    pub archs: ArchSet,
    /// Its parts.
    pub parts: Vec<LayoutPart>,
    /// Names of parts that are in error, and not among them.
    pub broken: Vec<String>,
}

impl Layout {
    /// The parts of one architecture.
    pub fn parts(&self, arch: usize) -> impl Iterator<Item = &LayoutPart> {
        self.parts
            .iter()
            .filter(move |part| part.archs.contains(arch))
    }

    /// A field by name on one architecture.
    pub fn field(&self, name: &str, arch: usize) -> Option<&BitField> {
        self.parts(arch)
            .find(|part| part.kind == PartKind::Field && part.name == name)
            .map(|part| &part.field)
    }

    /// Whether some architecture has the field.
    pub fn has_field(&self, name: &str) -> bool {
        self.parts
            .iter()
            .any(|part| part.kind == PartKind::Field && part.name == name)
    }

    /// The names of its fields.
    pub fn field_names(&self) -> impl Iterator<Item = &str> {
        self.parts
            .iter()
            .filter(|part| part.kind == PartKind::Field)
            .map(|part| part.name.as_str())
    }
}

/// A part of a format.
#[derive(Debug, Clone)]
pub struct LayoutPart {
    /// Name; empty for reserved and ignored bits.
    pub name: String,
    /// What it is.
    pub kind: PartKind,
    /// Its bits.
    pub field: BitField,
    /// Where it exists.
    pub archs: ArchSet,
    /// Where it is declared.
    pub span: Span,
}

/// Kinds of parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartKind {
    /// A field with a value of its own.
    Field,
    /// Fixed bits.
    Fixed(u64),
    /// Must be zero.
    Reserved,
    /// Not looked at.
    Ignored,
}
