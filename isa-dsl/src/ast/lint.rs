//! Lints: what a mnemonic promises about the operation of its instruction.

use super::{Bits, Name, Number};
use crate::source::Span;

/// `lint access_width "…" { "*_x2" => accesses 64; … }`
#[derive(Debug, Clone, Hash)]
pub struct Lint {
    /// Name, for `checks`.
    pub name: Name,
    /// What it is for, in words.
    pub title: Name,
    /// Its lines; a row is held against every one that speaks of it.
    pub lines: Vec<LintLine>,
}

/// Patterns and what the rows that match them must do.
#[derive(Debug, Clone, Hash)]
pub struct LintLine {
    /// A mnemonic matches if one of these does; `*` stands for any text.
    pub patterns: Vec<Name>,
    /// And none of these.
    pub except: Vec<Name>,
    /// All must hold.
    pub demands: Vec<Demand>,
}

/// A property, or its opposite.
#[derive(Debug, Clone, Hash)]
pub struct Demand {
    /// The whole demand.
    pub span: Span,
    /// `no`: the property must not hold.
    pub negated: bool,
    /// The property.
    pub property: Property,
}

/// A property of an operation, derived from its typed tree.
#[derive(Debug, Clone, Hash)]
pub enum Property {
    /// `loads 32 times 4 in global`: memory accesses.
    Access {
        /// Which.
        kind: AccessKind,
        /// Width of each in bits, and how many there are (one, if not said).
        width: Option<(Number, Option<Number>)>,
        /// Only those in this address space.
        space: Option<Name>,
    },
    /// `signed`, `unsigned`, `floating`: how values count.
    Sign(Sign),
    /// `atomic`: all accesses stand in `atomic`.
    Atomic,
    /// `reads VDATA [31:16]`: exactly these bits, or any.
    Reads(Name, Option<Bits>),
    /// `writes VDST [31:16] if GLC`: exactly these bits change, or any.
    Writes(Name, Option<Bits>, Option<Name>),
    /// `returns VDST if GLC`: memory's value from before, bit for bit.
    Returns(Name, Option<Name>),
    /// `width VDST 64`: bits of the operand.
    Width(Name, Number),
    /// `computes +`, `computes MIN`
    Computes(Name),
}

/// Which memory accesses a demand speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AccessKind {
    /// Loads, and stores; those that there are.
    Any,
    /// Loads.
    Load,
    /// Stores.
    Store,
}

/// How values count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sign {
    /// Two's complement.
    Signed,
    /// Integers without sign.
    Unsigned,
    /// Floating point.
    Floating,
}
