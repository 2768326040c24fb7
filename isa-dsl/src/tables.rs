//! The tables that a checked description is lowered to, and over which the
//! engines of `isa-mc` run: plain rows of numbers, one string pool, no pointers
//! between rows but indices.
//!
//! ```text
//! Processor ─ arch ─► Arch ─ root ─► Node ─► Encoding ─► Shape ─► Operand ─► Class / RegisterFile
//!                                                │          └─► Form ─► Token ─► Modifier
//!                                                └─► Instruction ─► Family
//! mnemonic text ─► MnemonicSlot ─► Candidate ─► Encoding
//! ```
//!
//! An [`Encoding`] is one instruction on one architecture in one layout. A
//! [`Shape`] is everything that the encodings of a family's rows have in
//! common; a row adds only its opcode, so a thousand instructions cost a
//! thousand small rows.
//!
//! This module is `no_std` and is all of this crate that the engines see
//! (`default-features = false`). [`Tables`] borrows; [`TablesBuf`] owns, and
//! is what lowering makes. `{:?}` of every row is a Rust expression of it:
//! that is how the macro writes them out.

/// A piece of the string pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, PartialOrd, Ord)]
pub struct Text {
    /// First byte in the pool.
    pub start: u32,
    /// Length in bytes.
    pub len: u16,
}

/// Consecutive rows of another table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Rows {
    /// First row.
    pub start: u32,
    /// How many.
    pub len: u16,
}

impl Rows {
    /// The rows as a range of indices.
    #[inline]
    pub const fn range(self) -> core::ops::Range<usize> {
        self.start as usize..self.start as usize + self.len as usize
    }
}

/// "None" for row indices of 16 bits.
pub const NONE: u16 = u16::MAX;

/// An architecture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arch {
    /// `gcn1.4`
    pub name: Text,
    /// `Vega`
    pub title: Text,
    /// First [`Node`] of its decode tree; [`NONE`] if nothing is encoded.
    pub root: u16,
}

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

/// An assembly syntax: how its text is cut into words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)]
pub struct Syntax {
    /// `llvm`
    pub name: Text,
    /// Comment leaders ([`Tables::texts`]); the first is the one to print.
    pub comments: Rows,
    /// Separator of statements on a line; empty if there is none.
    pub separator: Text,
    /// Registers and modifiers in any case (mnemonics always are).
    pub any_case: bool,
    /// Commas between operands may be left out; one may stand before a
    /// modifier, or behind the last word.
    pub loose_commas: bool,
    /// Prefix that clears a flag (`noglc`); empty if there is none.
    pub negation: Text,
    /// `glc:0`, `glc:1` are understood.
    pub valued_flags: bool,
    /// `[v1,v2]` is understood.
    pub register_lists: bool,
}

/// A register file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RegisterFile {
    /// `vgpr`
    pub name: Text,
    /// `vector register`
    pub title: Text,
    /// Bits of one register.
    pub bits: u16,
    /// Its [`Register`] rows.
    pub registers: Rows,
    /// Its [`Group`] rows.
    pub groups: Rows,
    /// Alignments of groups of 1, 2, … 16 registers, 4 bits each, the first in
    /// the lowest: the logarithm of what the first number is a multiple of,
    /// or 15 where that is no power of two.
    pub alignments: u64,
    /// Bits of a register number.
    pub number_bits: u8,
    /// Where its part of [`Tables::value_map`] begins: per architecture
    /// 2^`number_bits` bytes, each 0 (no such register) or 1 plus the index of
    /// the row (within `registers`) that names the single register.
    pub map: u32,
}

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
    pub indexed: bool,
    /// Registers that the name covers (`vcc` is 2).
    pub times: u8,
    /// Architectures, as a bit set.
    pub archs: u32,
}

/// A size in which registers of a file are used together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Group {
    /// Registers.
    pub count: u8,
    /// The first number is a multiple of this.
    pub align: u8,
}

/// A class of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Class {
    /// Name.
    pub name: Text,
    /// What a person calls a value of it.
    pub title: Text,
    /// Bits.
    pub bits: u8,
    /// Its [`Entry`] rows.
    pub entries: Rows,
    /// Where its part of [`Tables::value_map`] begins: per architecture
    /// 2^`bits` bytes, each 0 (no meaning) or 1 plus an index into `entries`.
    /// Classes of more than 10 bits have no map (`u32::MAX`).
    pub map: u32,
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
    /// The register number of a value, where the first value has `number`.
    #[inline]
    pub const fn register(&self, number: u16, value: u64) -> u64 {
        number as u64 + value - self.first as u64
    }
}

/// Meanings of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// A register of a file.
    Register {
        /// Index into [`Tables::files`].
        file: u16,
        /// Number of the first value.
        number: u16,
    },
    /// A word, as `off`.
    Keyword {
        /// The word.
        text: Text,
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
        /// As written.
        text: Text,
    },
    /// The value follows the instruction.
    Literal,
    /// Selects another encoding.
    Escape,
}

/// Bits of a field within an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Field {
    /// Lowest bit of the least significant piece.
    pub shift: u8,
    /// Width of that piece in bits.
    pub width: u8,
    /// Width of the whole field in bits.
    pub total: u8,
    /// Further pieces in [`Tables::pieces`], least significant first.
    pub more: Rows,
}

/// A further piece of a split field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Lowest bit.
    pub shift: u8,
    /// Width in bits.
    pub width: u8,
}

/// A value that text and bits share: an operand or a modifier's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Operand {
    /// Name.
    pub name: Text,
    /// Its bits. Width 0: this architecture lacks the field, and the value is
    /// the default.
    pub field: Field,
    /// How the bits are understood.
    pub kind: Kind,
    /// Direction.
    pub direction: Direction,
    /// Registers; ignored where `width_table` is set.
    pub width: u8,
    /// Index into [`Tables::widths`], or [`NONE`].
    pub width_table: u16,
    /// Registers that operations see; the others (`plus`) only take space.
    pub value_width: u8,
    /// Text that stands for an operand of width zero.
    pub zero: Text,
    /// Field value where the text leaves it out.
    pub default: u64,
    /// The bits of `field`.
    pub mask: u64,
    /// `default` in its place within those bits.
    pub default_bits: u64,
    /// Its values, looked up.
    pub reading: Reading,
}

/// How an operand's bits are understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A register of one file: the value is its number.
    Register {
        /// Index into [`Tables::files`].
        file: u16,
    },
    /// A value of a class.
    Class {
        /// Index into [`Tables::classes`].
        class: u16,
    },
    /// An integer.
    Integer {
        /// Index into [`Tables::integers`].
        integer: u16,
    },
    /// One bit.
    Flag,
}

/// An integer kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Integer {
    /// Width in bits; a field may be wider, its other bits are then zero.
    pub bits: u8,
    /// Two's complement.
    pub signed: bool,
    /// Printed in hexadecimal.
    pub hex: bool,
    /// Text value = field value * `scale` + `bias`.
    pub scale: u32,
    /// See `scale`.
    pub bias: i32,
}

/// Direction of an operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Read.
    In,
    /// Written.
    Out,
    /// Read and written.
    InOut,
    /// A modifier's value.
    Modifier,
}

/// A width that depends on fields: the key is their values, the first field
/// in the least significant bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Width {
    /// Fields of the key, in [`Tables::fields`].
    pub key: Rows,
    /// First byte in [`Tables::width_values`]: one per value of the key.
    pub values: u32,
    /// Lowest bit of a key that is one field in one piece.
    pub shift: u8,
    /// Bits of such a key; 0 for other keys.
    pub bits: u8,
}

/// What the encodings of a family's rows share on one architecture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    /// Index into [`Tables::families`].
    pub family: u16,
    /// Index into [`Tables::archs`].
    pub arch: u8,
    /// Size in bytes without a literal.
    pub size: u8,
    /// Bits that every encoding of this shape fixes: encoding, opcode, bound
    /// fields and reserved bits.
    pub mask: u64,
    /// The reserved bits among them.
    pub reserved: u64,
    /// Bits of fields that this family does not use; zero in every encoding
    /// that text can say.
    pub unused: u64,
    /// Operands and modifier values, in [`Tables::operands`]: positional
    /// operands first.
    pub operands: Rows,
    /// How many of `operands` are positional.
    pub positional: u8,
    /// Forms of every syntax, in [`Tables::forms`], in order of preference.
    pub forms: Rows,
    /// Rules, in [`Tables::rules`].
    pub rules: Rows,
    /// Bits of integers that are wider than their numbers; always zero.
    pub zero: u64,
    /// Readings of the operands that may have no meaning, in
    /// [`Tables::checks`]: a multiple of [`READING_GROUP`].
    pub checks: Rows,
    /// Operands without readings may have no meaning too.
    pub unread: bool,
    /// Bits of all modifiers.
    pub modifiers: u64,
    /// Their values where the text has no modifier.
    pub modifier_defaults: u64,
}

/// What the values of an operand's field are, looked up: an entry of
/// [`Tables::readings`] for every value, and for every number of registers
/// that the operand may take.
///
/// An entry is [`READING_BAD`], or has [`READING_GOOD`] and the operand's
/// text: bits 2 to 7 are its length, bits 8 to 31 its first byte in the string
/// pool. The length is 0 where the text must be put together, as that of a
/// literal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Reading {
    /// First entry; [`NO_READINGS`] where there are none.
    pub base: u32,
    /// First byte in [`Tables::width_values`]; what is there counts registers
    /// from the narrowest operand, each having 2^`width` entries.
    pub values: u32,
    /// The lowest bits of the field's width.
    pub mask: u16,
    /// The lowest bits of the width of the field that `values` depend on.
    pub key_mask: u16,
    /// Lowest bit of the field.
    pub shift: u8,
    /// Width of the field in bits.
    pub width: u8,
    /// Lowest bit of the field that `values` depend on.
    pub key_shift: u8,
}

/// [`Reading::base`] of an operand without readings. The entry there is
/// [`READING_BAD`].
pub const NO_READINGS: u32 = 0;
/// A reading: the value has no meaning.
pub const READING_BAD: u32 = 0;
/// A reading: the value has a meaning.
pub const READING_GOOD: u32 = 1;
/// A reading, beside [`READING_GOOD`]: a literal follows the instruction.
pub const READING_LITERAL: u32 = 2;
/// The longest text of a reading.
pub const MAX_READING: usize = 63;
/// Readings of a shape are looked at in groups of so many.
pub const READING_GROUP: usize = 2;

impl Default for Reading {
    fn default() -> Reading {
        Reading {
            base: NO_READINGS,
            values: 0,
            mask: 0,
            key_mask: 0,
            shift: 0,
            width: 0,
            key_shift: 0,
        }
    }
}

impl Reading {
    /// The entry for an instruction of these bits; [`READING_BAD`] where there
    /// are no entries.
    #[inline]
    pub fn get(&self, bits: u64, tables: &Tables) -> u32 {
        let key = bits >> self.key_shift & u64::from(self.key_mask);
        let at = self.values as usize + key as usize;
        let width = tables.width_values.get(at).copied().unwrap_or(0);
        let value = bits >> self.shift & u64::from(self.mask);
        let at = (usize::from(width) << self.width) + value as usize;
        let entry = tables.readings.get(self.base as usize + at);
        entry.copied().unwrap_or(READING_BAD)
    }

    /// The operand's text; empty where it must be put together.
    #[inline]
    pub fn text(&self, bits: u64, tables: &Tables) -> Text {
        let entry = self.get(bits, tables);
        Text {
            start: entry >> 8,
            len: (entry >> 2 & 63) as u16,
        }
    }
}

/// One instruction on one architecture in one layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Encoding {
    /// Index into [`Tables::instructions`].
    pub instruction: u16,
    /// Index into [`Tables::shapes`].
    pub shape: u16,
    /// First of its mnemonics in [`Tables::texts`]: one for every syntax, with
    /// the suffix that forces this encoding.
    pub mnemonics: u32,
    /// Value of the bits of the shape's mask.
    pub bits: u64,
    /// Features that the processor must have.
    pub features: u32,
}

/// An instruction, apart from how it is encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Instruction {
    /// Mnemonic.
    pub name: Text,
    /// Index into [`Tables::families`].
    pub family: u16,
    /// Documentation.
    pub doc: Text,
    /// Its operation as pseudocode; empty where none is given.
    pub operation: Text,
    /// States it reads beyond its operands, in [`Tables::texts`].
    pub reads: Rows,
    /// States it writes beyond its operands, in [`Tables::texts`].
    pub writes: Rows,
    /// Wait counters, in [`Tables::texts`].
    pub counters: Rows,
    /// Operands that are branch targets, in [`Tables::texts`].
    pub branches: Rows,
    /// Reads memory.
    pub loads: bool,
    /// Writes memory.
    pub stores: bool,
    /// What it does to memory is one atomic step.
    pub atomic: bool,
    /// First encoding; the encodings of an instruction are consecutive.
    pub encodings: Rows,
}

/// A family of instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Family {
    /// Name.
    pub name: Text,
    /// Documentation.
    pub doc: Text,
    /// Name of its format.
    pub format: Text,
    /// Every named part of the format with its bits on one architecture, in
    /// [`Tables::parts`], for `explain`; architectures follow one another.
    pub parts: Rows,
}

/// A named part of a layout, for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// Index into [`Tables::archs`].
    pub arch: u8,
    /// Name; `reserved` and `ignored` for bits without one.
    pub name: Text,
    /// Its bits.
    pub field: Field,
}

/// A way to write the encodings of a shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Form {
    /// Index into [`Tables::syntaxes`].
    pub syntax: u8,
    /// Understood but never printed.
    pub read_only: bool,
    /// Condition on the fields ([`Tables::rules`] index of a rule without a
    /// message), or [`NONE`].
    pub when: u16,
    /// Tokens, in [`Tables::tokens`].
    pub tokens: Rows,
    /// Bits that the form's operands and modifiers say.
    pub spoken: u64,
    /// Value of all other bits outside the shape's mask.
    pub rest: u64,
}

/// A token of a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Token {
    /// Text as it stands: punctuation, words.
    Text(Text),
    /// An operand, counted within the shape.
    Operand(u16),
    /// A set of modifiers, in [`Tables::modifiers`].
    Modifiers(Rows),
    /// The mnemonic, where it is not the first.
    Mnemonic,
}

/// A modifier as one syntax spells it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Modifier {
    /// Its value, counted within the shape's operands.
    pub operand: u16,
    /// Spellings, in [`Tables::spellings`]; the first is printed.
    pub spellings: Rows,
}

/// `offset:{}`: text around a value. Flags and keywords have no `after`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Spelling {
    /// Text before the value.
    pub before: Text,
    /// Text behind the value.
    pub after: Text,
    /// There is a value between them.
    pub valued: bool,
    /// The syntax's negation may stand before it (`noglc`).
    pub negatable: bool,
}

/// A rule: a program over the fields that must not give zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rule {
    /// Its program, in [`Tables::program`].
    pub program: Rows,
    /// What to say when it is broken; empty for conditions of forms.
    pub message: Text,
    /// Bits that a rule compares with constants; 0 if it does more than that,
    /// and `program` must run.
    pub mask: u64,
    /// The constants.
    pub bits: u64,
    /// Whether the rule holds if they are equal, or if they are not.
    pub equal: bool,
}

/// One step of a rule, on a stack of signed 64-bit values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Step {
    /// Pushes a number.
    Push(i32),
    /// Pushes the value of a field ([`Tables::fields`]).
    Field(u16),
    /// Pops b and a, pushes the result of an operator.
    Binary(Operator),
    /// Pops a, pushes 1 if it is zero, else 0.
    Not,
    /// Pops c, b and a, pushes b if a is not zero, else c.
    Choose,
    /// Pops a, pushes how many of its bits are set.
    Popcount,
}

/// Operators of rules. Comparisons give 1 or 0; `Div` rounds towards zero and
/// gives 0 for a division by zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Operator {
    Add,
    Sub,
    Mul,
    Div,
    Max,
    Min,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    And,
    Or,
}

/// A step of the decode tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Node {
    /// Lowest of the bits it looks at.
    pub shift: u8,
    /// How many bits; 0 for a list of `len` slots that are tried in order.
    pub width: u8,
    /// Slots of a list.
    pub len: u16,
    /// First slot in [`Tables::slots`].
    pub base: u32,
}

/// A slot of the decode tree that holds nothing.
pub const EMPTY_SLOT: u16 = 0;
/// Set in slots that lead to another [`Node`]; the other slots are 1 plus the
/// index of an [`Encoding`].
pub const NODE_SLOT: u16 = 0x8000;

/// A slot of the mnemonic hash table (open addressing, [`mnemonic_hash`],
/// linear probing, a power of two of slots, never full).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MnemonicSlot {
    /// The mnemonic in lower case; empty for an empty slot.
    pub name: Text,
    /// Its [`Candidate`] rows.
    pub candidates: Rows,
}

/// An encoding that a mnemonic may stand for; in the order to try them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Candidate {
    /// Index into [`Tables::encodings`].
    pub encoding: u16,
    /// Index into [`Tables::archs`].
    pub arch: u8,
    /// Syntaxes that spell it so, as a bit set.
    pub syntaxes: u8,
}

/// Hash of a mnemonic, without regard to case: eight bytes at a time, because
/// an assembler looks up every statement.
#[inline]
pub const fn mnemonic_hash(name: &[u8]) -> u32 {
    let mut hash = name.len() as u64;
    let mut rest = name;
    while let Some((chunk, behind)) = rest.split_first_chunk::<8>() {
        hash = mix(hash, u64::from_le_bytes(*chunk));
        rest = behind;
    }
    // The last bytes, with some before them where there are any.
    let last = if let Some(chunk) = name.last_chunk::<8>() {
        u64::from_le_bytes(*chunk)
    } else {
        let mut last = 0;
        let mut i = 0;
        while i < name.len() {
            last = last << 8 | name[i] as u64;
            i += 1;
        }
        last
    };
    let hash = mix(hash, last);
    (hash >> 32) as u32
}

/// One step of [`mnemonic_hash`]. Setting bit 5 of every byte makes letters
/// lower case, and what it does to other characters does not matter.
const fn mix(hash: u64, bytes: u64) -> u64 {
    let bytes = bytes | 0x2020_2020_2020_2020;
    let product = (hash ^ bytes).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    product ^ product >> 32
}

macro_rules! tables {
    ($($(#[$doc:meta])* $name:ident : $row:ty,)*) => {
        /// All tables of a machine, borrowed.
        #[derive(Debug, Clone, Copy)]
        pub struct Tables<'a> {
            /// Name of the machine: `gcn`.
            pub name: &'a str,
            /// Title of the machine.
            pub title: &'a str,
            /// Bits of a code unit: sizes and addresses are multiples of it.
            pub word_bits: u8,
            /// Byte order within a code unit.
            pub big_endian: bool,
            /// The string pool.
            pub strings: &'a str,
            $($(#[$doc])* pub $name: &'a [$row],)*
        }

        impl Tables<'_> {
            /// Every table as (field, rows, bytes), in the order of
            /// declaration, after the string pool.
            #[cfg(feature = "compiler")]
            pub fn sizes(&self) -> Vec<(&'static str, usize, usize)> {
                vec![
                    ("strings", self.strings.len(), self.strings.len()),
                    $((stringify!($name), self.$name.len(), size_of_val(self.$name)),)*
                ]
            }
        }

        /// All tables of a machine, owned.
        #[derive(Debug, Clone, Default)]
        #[cfg(feature = "compiler")]
        pub struct TablesBuf {
            /// Name of the machine: `gcn`.
            pub name: String,
            /// Title of the machine.
            pub title: String,
            /// Bits of a code unit: sizes and addresses are multiples of it.
            pub word_bits: u8,
            /// Byte order within a code unit.
            pub big_endian: bool,
            /// The string pool.
            pub strings: String,
            $($(#[$doc])* pub $name: Vec<$row>,)*
        }

        #[cfg(feature = "compiler")]
        impl TablesBuf {
            /// The tables as the engines take them.
            pub fn view(&self) -> Tables<'_> {
                Tables {
                    name: &self.name,
                    title: &self.title,
                    word_bits: self.word_bits,
                    big_endian: self.big_endian,
                    strings: &self.strings,
                    $($name: &self.$name,)*
                }
            }

            /// Every table as (field, row type, rows as Rust expressions), in
            /// the order of declaration: what the macro writes out.
            pub fn literals(&self) -> Vec<(&'static str, &'static str, String)> {
                vec![$((stringify!($name), stringify!($row), format!("{:?}", self.$name)),)*]
            }
        }
    };
}

tables! {
    /// Architectures, oldest first.
    archs: Arch,
    /// Processors.
    processors: Processor,
    /// Names of features; bit n of a feature set is row n.
    features: Text,
    /// Syntaxes; the first is the default.
    syntaxes: Syntax,
    /// Lists of texts.
    texts: Text,
    /// Register files.
    files: RegisterFile,
    /// Registers of the files.
    registers: Register,
    /// Groups of the files.
    groups: Group,
    /// Classes.
    classes: Class,
    /// Entries of the classes.
    entries: Entry,
    /// Maps of the files and the classes from a value to a row.
    value_map: u8,
    /// Integer kinds.
    integers: Integer,
    /// Further pieces of split fields.
    pieces: Piece,
    /// Fields that widths and rules look at.
    fields: Field,
    /// Widths that depend on fields.
    widths: Width,
    /// Values of those widths.
    width_values: u8,
    /// Operands of the shapes.
    operands: Operand,
    /// What the shapes look at before an instruction is one.
    checks: Reading,
    /// What values of operands are.
    readings: u32,
    /// Shapes.
    shapes: Shape,
    /// Forms of the shapes.
    forms: Form,
    /// Tokens of the forms.
    tokens: Token,
    /// Modifiers of the forms.
    modifiers: Modifier,
    /// Spellings of the modifiers.
    spellings: Spelling,
    /// Rules and conditions.
    rules: Rule,
    /// Programs of the rules.
    program: Step,
    /// Families.
    families: Family,
    /// Named parts of the families' layouts.
    parts: Part,
    /// Instructions, in the order of the description.
    instructions: Instruction,
    /// Encodings, by instruction, then architecture.
    encodings: Encoding,
    /// Nodes of the decode trees.
    nodes: Node,
    /// Slots of the decode trees.
    slots: u16,
    /// The mnemonic hash table.
    mnemonics: MnemonicSlot,
    /// Encodings that mnemonics stand for.
    candidates: Candidate,
}

impl<'a> Tables<'a> {
    /// A piece of the string pool; empty if it is not one.
    #[inline]
    pub fn text(&self, text: Text) -> &'a str {
        let start = text.start as usize;
        self.strings
            .get(start..start + text.len as usize)
            .unwrap_or("")
    }
}

impl Operand {
    /// The value of the operand's field within `bits`; its default where the
    /// architecture lacks the field.
    #[inline]
    pub fn get(&self, bits: u64, pieces: &[Piece]) -> u64 {
        if self.field.more.len != 0 {
            return self.field.get(bits, pieces);
        }
        if self.mask == 0 {
            return self.default;
        }
        (bits & self.mask) >> self.field.shift
    }
}

impl Field {
    /// The field's value within `bits`.
    #[inline]
    pub fn get(self, bits: u64, pieces: &[Piece]) -> u64 {
        let mut value = (bits >> self.shift) & low_mask(self.width);
        if self.more.len != 0 {
            let mut at = self.width;
            for piece in &pieces[self.more.range()] {
                value |= ((bits >> piece.shift) & low_mask(piece.width)) << at;
                at += piece.width;
            }
        }
        value
    }

    /// `bits` with the field set to `value`, of which the field's width is used.
    #[inline]
    pub fn set(self, bits: u64, value: u64, pieces: &[Piece]) -> u64 {
        let mut bits = insert(bits, self.shift, self.width, value);
        if self.more.len != 0 {
            let mut at = self.width;
            for piece in &pieces[self.more.range()] {
                bits = insert(bits, piece.shift, piece.width, value >> at);
                at += piece.width;
            }
        }
        bits
    }

    /// The bits that the field covers.
    pub fn mask(self, pieces: &[Piece]) -> u64 {
        self.set(0, u64::MAX, pieces)
    }
}

#[inline]
fn insert(bits: u64, shift: u8, width: u8, value: u64) -> u64 {
    let mask = low_mask(width);
    bits & !(mask << shift) | (value & mask) << shift
}

/// The lowest `width` bits (0 to 64) set.
#[inline]
pub const fn low_mask(width: u8) -> u64 {
    !u64::MAX.unbounded_shl(width as u32)
}
