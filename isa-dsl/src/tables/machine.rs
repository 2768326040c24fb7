//! The machine: architectures, processors, syntaxes, registers, classes.

use super::bytes::{Flag, row};
use super::{Rows, Text};

row! {
    /// An architecture.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct Arch {
        /// `gcn1.4`
        pub name: Text,
        /// `Vega`
        pub title: Text,
        /// The first [`Slot`](super::Slot) of its decode tree.
        pub root: u32,
    }
}

row! {
    /// A processor.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct Processor {
        /// `gfx906`
        pub name: Text,
        /// Its [`Arch`].
        pub arch: u8,
        /// Bit set of features.
        pub features: u32,
    }
}

row! {
    /// An assembly syntax: how its text is cut into words.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[allow(clippy::struct_excessive_bools)]
    pub struct Syntax {
        /// `llvm`
        pub name: Text,
        /// Bit set of the architectures whose instructions can be written in it.
        pub archs: u32,
        /// Comment leaders ([`Tables::texts`](super::Tables::texts)); the first is the one to print.
        pub comments: Rows,
        /// Separator of statements on a line; empty if there is none.
        pub separator: Text,
        /// Prefix that clears a flag (`noglc`); empty if there is none.
        pub negation: Text,
        /// A word among the modifiers that asks for the encoding with `suffix`; empty if
        /// there is none.
        pub suffix_word: Text,
        /// See `suffix_word`.
        pub suffix: Text,
        /// `lit` in `lit(1)`: makes a literal of what is a constant, too; empty if
        /// there is none.
        pub literal: Text,
        /// A suffix that says nothing behind the mnemonic of an encoding that has none of
        /// its own; empty if there is none.
        pub bare_suffix: Text,
        /// Suffixes that say there how many bits the instruction has, the number at their
        /// end ([`Tables::texts`](super::Tables::texts)).
        pub size_suffixes: Rows,
        /// Behind the word of a member of a list (`vmcnt_sat(99)`) it makes the largest
        /// number of one that is too large; empty if there is none.
        pub saturating: Text,
        /// Registers and modifiers in any case (mnemonics always are).
        pub any_case: Flag,
        /// Commas between operands may be left out; one may stand before a
        /// modifier, or behind the last word.
        pub loose_commas: Flag,
        /// `glc:0`, `glc:1` are understood.
        pub valued_flags: Flag,
        /// `[v1,v2]` is understood.
        pub register_lists: Flag,
        /// `vcc[0]` is understood, the first register of what a name covers.
        pub register_parts: Flag,
        /// `op_sel:3` is understood: the bits of a list.
        pub list_numbers: Flag,
        /// `1.5h` is understood: a half (`h`), a single (`s`), a double (`l`).
        pub float_types: Flag,
        /// Numbers within words have no zeros before them: `pos0`, not `pos00`.
        pub plain_digits: Flag,
        /// So many elements a list may have: those beyond its own say nothing else than that
        /// they are left out. 0 if it has its own only.
        pub list_length: u8,
    }
}

row! {
    /// A register file.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct RegisterFile {
        /// `vgpr`
        pub name: Text,
        /// `vector register`
        pub title: Text,
        /// Its [`Register`] rows.
        pub registers: Rows,
        /// Its [`Group`] rows.
        pub groups: Rows,
        /// Its first row of [`Tables::alignments`](super::Tables::alignments), one for each
        /// architecture.
        pub alignments: u32,
        /// Where its part of [`Tables::value_map`](super::Tables::value_map) begins: per architecture
        /// 2^`number_bits` bytes, each 0 (no such register) or 1 plus the index of
        /// the row (within `registers`) that names the single register.
        pub map: u32,
        /// Bits of one register.
        pub bits: u16,
        /// Every lane has its own.
        pub per_lane: Flag,
        /// Bits of a register number.
        pub number_bits: u8,
    }
}

row! {
    /// A named register, a range of them, or a name for several.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct Register {
        /// Name, or prefix of a range.
        pub name: Text,
        /// Number of the first.
        pub number: u16,
        /// Registers in the range; 1 for a name.
        pub count: u16,
        /// Index of the first in the text (`ttmp0`).
        pub first_index: u16,
        /// A range whose members are written with an index.
        pub indexed: Flag,
        /// Registers that the name covers (`vcc` is 2).
        pub times: u8,
        /// Architectures, as a bit set.
        pub archs: u32,
    }
}

row! {
    /// A size in which registers of a file are used together.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct Group {
        /// Registers.
        pub count: u8,
        /// The first number is a multiple of this.
        pub align: u8,
        /// Architectures where it is so, as a bit set.
        pub archs: u32,
    }
}

row! {
    /// A class of values.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct Class {
        /// Name.
        pub name: Text,
        /// What a person calls a value of it.
        pub title: Text,
        /// Its [`Entry`] rows.
        pub entries: Rows,
        /// Where its part of [`Tables::value_map`](super::Tables::value_map) begins: per architecture
        /// 2^`bits` bytes, each 0 (no meaning) or 1 plus an index into `entries`.
        /// Classes of more than 10 bits have no map (`u32::MAX`).
        pub map: u32,
        /// Which bits [`Class::mark`] gives for its floating constants, as doubles, singles, halves
        /// and bfloat16: most of what is none of them is told without a look at each.
        pub doubles: u64,
        /// See `doubles`.
        pub singles: u64,
        /// See `doubles`.
        pub halves: u64,
        /// See `doubles`.
        pub brains: u64,
        /// The least integer that may be a constant, as the bits of one with a sign; of 32 bits
        /// the least stands for all below it.
        pub least: u32,
        /// The greatest one, the same way; less than the least if there are none.
        pub greatest: u32,
        /// Rows before its first constant, or literal.
        pub constants: u16,
        /// Rows before its first literal; beyond them if it has none.
        pub literal: u16,
        /// Bits.
        pub bits: u8,
    }
}

impl Class {
    /// The bit that stands for a floating constant: others may have it, too.
    #[inline]
    pub const fn mark(pattern: u64) -> u64 {
        // What is in any bit of a product is in the upper ones.
        1 << (pattern.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58)
    }

    /// Whether one of its constants may be this integer.
    #[inline]
    pub const fn may_be(&self, integer: i64) -> bool {
        let (least, greatest) = (self.least.cast_signed(), self.greatest.cast_signed());
        (least == i32::MIN || least as i64 <= integer)
            && (greatest == i32::MAX || integer <= greatest as i64)
    }
}

/// What a range of values of a class means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// First value.
    pub first: u32,
    /// Last value, included.
    pub last: u32,
    /// Meaning.
    pub meaning: Meaning,
    /// Architectures, as a bit set.
    pub archs: u32,
}

impl Entry {
    /// The register number of a value, where the first value has `number` and each other
    /// one `step` more than the one before.
    #[inline]
    pub const fn register(&self, number: u16, step: u8, value: u64) -> u64 {
        number as u64 + (value - self.first as u64) * step as u64
    }
}

row! {
    /// A word of a syntax.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Word {
        /// Index into [`Tables::syntaxes`](super::Tables::syntaxes).
        pub syntax: u8,
        /// The word.
        pub text: Text,
    }
}

/// What operations read where an operand is a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WordValue {
    /// The description does not say: reading it is an error.
    NoValue,
    /// A number.
    Number(u32),
    /// What a state holds, an index into [`Tables::states`](super::Tables::states).
    State(u16),
}

/// Meanings of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// A register of a file.
    Register {
        /// Index into [`Tables::files`](super::Tables::files).
        file: u16,
        /// Number of the first value.
        number: u16,
        /// How much that grows from one value to the next; 1 or more.
        step: u8,
    },
    /// A word, as `off`.
    Keyword {
        /// The word.
        text: Text,
        /// What operations read.
        value: WordValue,
    },
    /// A word that some syntaxes write in another way.
    Spelled {
        /// The word of the other syntaxes, and of programs.
        text: Text,
        /// The words of syntaxes, in [`Tables::words`](super::Tables::words).
        words: Rows,
        /// What operations read.
        value: WordValue,
    },
    /// A word with a number that counts along: `row_shl:1`.
    Counted {
        /// Text before the number.
        before: Text,
        /// Text behind the number.
        after: Text,
        /// Number of the first value.
        number: i32,
        /// 1 or -1.
        step: i8,
    },
    /// An inline integer.
    Int {
        /// Integer of the first value.
        number: i32,
        /// 1 or -1.
        step: i8,
    },
    /// An inline floating constant.
    Float {
        /// Bits of the constant as a double.
        bits: u64,
        /// As a single.
        single: u32,
        /// As a half.
        half: u16,
        /// As written.
        text: Text,
        /// The shortest text of the single.
        short: Text,
    },
    /// A struct of the same value.
    Struct {
        /// Which of the machine's: see [`Tables::struct_on`](super::Tables::struct_on).
        structure: u16,
    },
    /// The value follows the instruction.
    Literal,
    /// Selects another encoding.
    Escape,
}
