//! Texts of instructions as look-ups the other way round: from the words that printing
//! writes to bits.
//!
//! A [`Recipe`] belongs to a form that is printed. Where a statement is what printing
//! would write for the bits that a recipe makes of it, no other encoding and no other
//! form can be meant: what is printed is read as the same instruction. Whatever is
//! written otherwise is none of the recipes' business.

use super::bytes::{Flag, row};
use super::{Rows, Text};

row! {
    /// A word that operands are written as, in a hash table (open addressing,
    /// [`operand_text_slot`], linear probing, a power of two of slots, never full).
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[repr(align(8))]
    pub struct OperandText {
        /// Its first eight bytes, the first lowest; zeros behind its end.
        pub low: u64,
        /// The next eight.
        pub high: u64,
        /// Its number, from 1; 0 for an empty slot.
        pub number: u16,
        /// It is the name of registers with numbers behind it.
        pub indexed: Flag,
    }
}

/// Bytes of a word that has a number at most.
pub const MAX_OPERAND_TEXT: usize = 16;

/// Values are stored in pages of so many consecutive numbers of words.
pub const PAGE: usize = 32;

/// In a page: the operand has no value that is written so.
pub const NO_VALUE: u16 = u16::MAX;

/// [`RecipeStep::pages`] of an operand that no words stand for.
pub const NO_PAGES: u32 = u32::MAX;

/// [`RecipeStep::half`] of an operand whose text says no half.
pub const NO_HALF: u8 = u8::MAX;

/// In [`Recipe::required`]: a text that is no modifier stands among the modifiers.
pub const TEXT_BEHIND: u64 = 1 << 63;

/// [`RecipeStep::end`] of an operand that ends as words do.
pub const WORD_END: u8 = 0;

/// Bytes of a text between two operands that are [words](RecipeStep::word) at most.
pub const MAX_WORD_TEXT: usize = 8;

/// Set in the value of a word that is the half of a register whose bit is set.
pub const HALF: u16 = 1 << 15;

row! {
    /// How the encodings of a shape are read in one form.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[repr(align(8))]
    pub struct Recipe {
        /// The bits outside the shape's mask before anything is read, of the first 64.
        pub bits: u64,
        /// Modifiers that the text must have or that are always printed, as bits of their
        /// operands, and [`TEXT_BEHIND`].
        pub required: u64,
        /// Those of them that are printed always, and that a text may leave out.
        pub omissible: u64,
        /// Those of the first 64 bits that halves of registers say, and a modifier says once
        /// more: `v0.h` and `op_sel:[0,0,1]`.
        pub repeated: u64,
        /// That modifier, as the bit of its operand; 0 if there is none.
        pub repeating: u64,
        /// Bits that widths of its operands depend on, if it is for texts in which those have some
        /// value; 0 if it is for all. Such a recipe stands before the one for all of the same
        /// form, and tells of no text that the form refuses it.
        pub usual: u64,
        /// That value.
        pub usual_bits: u64,
        /// Index into [`Tables::forms`](super::Tables::forms).
        pub form: u32,
        /// The bits above the first 64: an index into
        /// [`Tables::high_bits`](super::Tables::high_bits); [`NONE`](super::NONE) for zeros.
        pub high: u16,
        /// A feature of processors that widths of its operands depend on, as its bit; 0 if none
        /// matters.
        pub feature: u32,
        /// The operands, in [`Tables::recipe_steps`](super::Tables::recipe_steps).
        pub steps: Rows,
        /// The sets of modifiers behind them, and a text that may stand between those or
        /// behind, in [`Tables::tokens`](super::Tables::tokens).
        pub modifiers: Rows,
        /// It is for texts in which the [usual](Self::usual) bits have any other value.
        pub unlike: Flag,
        /// It is for processors that have the feature, not for those that lack it.
        pub with_feature: Flag,
        /// The form is only read: what its text means is not printed so.
        pub read_only: Flag,
        /// No form that a text with one of its mnemonics may mean asks for one of its modifiers: a
        /// text that says a default means what it means without.
        pub optional: Flag,
        /// No other form of the shape is read before this one.
        pub first: Flag,
        /// The form or the shape has conditions, or another form is printed where it fits.
        pub conditional: Flag,
        /// All steps are [words](RecipeStep::word), and what they say is an instruction, if its
        /// conditions hold: no modifier has to follow, nothing is said twice.
        pub words: Flag,
    }
}

row! {
    /// An operand, or a text at the end.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct RecipeStep {
        /// What stands before it; empty for a comma, and for the first operand.
        pub before: Text,
        /// A comma stands before it.
        pub comma: Flag,
        /// It is one of a list in brackets, and not the first.
        pub listed: Flag,
        /// The bit that says which half of a register is meant, where the text does:
        /// [`HALF`] of the word's value. [`NO_HALF`] where it does not.
        pub half: u8,
        /// It takes more than a word and a shift to set it: a field of more than one piece.
        pub apart: Flag,
        /// The operand stood before: its word must say the same value.
        pub again: Flag,
        /// Lowest bit of the operand's field.
        pub shift: u8,
        /// The byte behind it that ends its word; [`WORD_END`] for a comma, white space or the
        /// end of the line, as nearly always.
        pub end: u8,
        /// The operand, counted within the shape; [`NONE`](super::NONE) for a text alone.
        pub operand: u16,
        /// A word and a shift are all that it takes to set it, if there is an operand, and only a
        /// comma or a text of up to [`MAX_WORD_TEXT`] bytes may stand before it.
        pub word: Flag,
        /// No word is printed for two of its values: its pages have all that is printed.
        pub closed: Flag,
        /// From here on [`Tables::value_pages`](super::Tables::value_pages) has the operand's
        /// pages, one for every [`PAGE`] numbers of words; [`NO_PAGES`] if it has none.
        pub pages: u32,
        /// How many pages further those of one register more are, where the width depends
        /// on fields or on what the text chooses; else 0.
        pub stride: u16,
        /// Bits of a field that holds a number as it is written, in one piece; else 0.
        pub number: u8,
    }
}

/// Where in a table of so many slots the search for a word begins.
#[inline]
pub const fn operand_text_slot(low: u64, high: u64, slots: usize) -> usize {
    let mixed = (low ^ high.rotate_left(37)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 40) as usize & slots.wrapping_sub(1)
}
