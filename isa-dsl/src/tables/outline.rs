//! Texts of instructions as look-ups, one after the other.
//!
//! A [`Form`](super::Form) says how an instruction is written; an [`Outline`] is what is
//! left of it for a printer once everything that bits do not decide is decided: which
//! bits the form needs to be the right one, and a [`PrintStep`] for every piece of text.

use super::bytes::{Flag, row};
use super::{Reading, Rows};

/// What separates most operands. Every text of the readings has it in front of it in the
/// string pool, so that a separator and an operand are one copy.
pub const SEPARATOR: &str = ", ";

row! {
    /// How the instructions of a shape are printed in a form, if the form says them.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[repr(align(8))]
    pub struct Outline {
        /// Bits that the form needs to have one value: those that it does not say, those
        /// that its condition compares, and source modifiers, which it never has.
        pub mask: u64,
        /// Their value.
        pub bits: u64,
        /// Bits that the modifiers leave unsaid where these have the value of `silent`.
        pub modifier_mask: u64,
        /// See `modifier_mask`; bits beyond it if something is always said.
        pub silent: u64,
        /// Index into [`Tables::forms`](super::Tables::forms).
        pub form: u32,
        /// The form has conditions beyond that.
        pub conditional: Flag,
        /// Its text behind the mnemonic, in [`Tables::print_steps`](super::Tables::print_steps).
        pub steps: Rows,
        /// Modifiers at its end, in [`Tables::modifiers`](super::Tables::modifiers).
        pub modifiers: Rows,
        /// The outline of the next form to try, in [`Tables::outlines`](super::Tables::outlines);
        /// 0 if none is left that has one.
        pub next: u32,
    }
}

row! {
    /// A piece of text.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct PrintStep {
        /// What it is for these bits. A reading that does not look at bits is a text that
        /// is always the same.
        pub reading: Reading,
        /// The operand, in [`Tables::operands`](super::Tables::operands); not one of them for
        /// such a text.
        pub operand: u32,
        /// How many of the last bytes of [`SEPARATOR`] stand before it.
        pub before: u8,
    }
}
