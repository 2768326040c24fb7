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
        /// that its condition compares, and source modifiers, which the steps do not say.
        /// Of instructions with more than 64 bits it fits none.
        pub mask: u64,
        /// Their value.
        pub bits: u64,
        /// Bits of `mask` that may be set: source modifiers of its operands, if outlines of all
        /// forms that are tried before are there with such bits.
        pub wraps: u64,
        /// Bits that the modifiers leave unsaid where these have the value of `silent`.
        pub modifier_mask: u64,
        /// See `modifier_mask`; bits beyond it if something is always said.
        pub silent: u64,
        /// Index into [`Tables::forms`](super::Tables::forms); beyond it of an outline that
        /// stands for none.
        pub form: u32,
        /// The form has conditions beyond that.
        pub conditional: Flag,
        /// Its text behind the mnemonic, in [`Tables::print_steps`](super::Tables::print_steps).
        pub steps: Rows,
        /// Modifiers at its end, in [`Tables::modifier_steps`](super::Tables::modifier_steps).
        pub modifiers: Rows,
        /// The outline of the next form to try, in [`Tables::outlines`](super::Tables::outlines);
        /// 0 if none is left that has one.
        pub next: u32,
    }
}

row! {
    /// A piece of text.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[repr(align(8))]
    pub struct PrintStep {
        /// The bits among the first 64 that say which source modifiers the operand has, without
        /// those of halves.
        pub wraps: u64,
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

row! {
    /// A modifier at the end of an outline, or a text between or behind modifiers.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[repr(align(8))]
    pub struct ModifierStep {
        /// Its bits, if all of them are among the first 64; of a text none.
        pub mask: u64,
        /// Those bits where it has its default.
        pub default_bits: u64,
        /// All that is printed of it, with the blank before it.
        pub reading: Reading,
        /// What it is, in [`Tables::modifiers`](super::Tables::modifiers); of a text no row.
        pub modifier: u32,
    }
}
