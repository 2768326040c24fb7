//! The tables that a checked description is lowered to, and over which the
//! engines of `isa-mc` run: plain rows of numbers, one string pool, no pointers
//! between rows but indices.
//!
//! ```text
//! Processor ─ arch ─► Arch ─ root ─► Slot ─► Encoding ─► Shape ─► Operand ─► Class / RegisterFile
//!                                                │          └─► Form ─► Token ─► Modifier
//!                                                └─► Instruction ─► Family
//!                                                        └─► Program ─► Action ─► Source
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
//! is what lowering makes. The macro writes the rows of small tables as `{:?}`, which is a
//! Rust expression of a row, and those of large ones as bytes: [`Written`].

mod bits;
mod bytes;
mod constant;
mod field;
mod identify;
mod instruction;
mod lookup;
mod machine;
mod operand;
mod operation;
mod outline;
mod recipe;
mod stream;
#[cfg(feature = "compiler")]
mod written;

pub use bits::*;
use bytes::row;
pub use bytes::{in_order, joined, u16_of_bytes, u32_of_bytes, u64_of_bytes};
pub use constant::*;
pub use field::*;
pub use identify::*;
pub use instruction::*;
pub use lookup::*;
pub use machine::*;
pub use operand::*;
pub use operation::*;
pub use outline::*;
pub use recipe::*;
pub use stream::*;
#[cfg(feature = "compiler")]
pub use written::{Pieces, Row, RowBytes, Written, WrittenRows};

row! {
    /// A piece of the string pool.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, PartialOrd, Ord)]
    pub struct Text {
        /// First byte in the pool.
        pub start: u32,
        /// Length in bytes.
        pub len: u16,
    }
}

row! {
    /// Consecutive rows of another table.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
    pub struct Rows {
        /// First row.
        pub start: u32,
        /// How many.
        pub len: u16,
    }
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

            /// Every table in the order of declaration, as the macro writes it out.
            pub fn written(&self) -> Vec<Written> {
                vec![$(Written::new(stringify!($name), stringify!($row), &self.$name),)*]
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
    /// Words of single syntaxes for values of the classes, the one to print first.
    words: Word,
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
    /// Operands of the shapes, and members of the structs.
    operands: Operand,
    /// Structs: each has a row for every architecture.
    structs: Struct,
    /// What the shapes look at before an instruction is one.
    checks: Reading,
    /// What values of operands are.
    readings: u32,
    /// For each of them the row of [`Tables::values`] that it means; 0 where it takes more
    /// to tell.
    reading_values: u16,
    /// What operands hold. The first is [`Value::Unknown`].
    values: Value,
    /// Shapes.
    shapes: Shape,
    /// What shapes of more than 64 bits have beyond those.
    high_shapes: HighShape,
    /// How the shapes are printed: for each shape a row for every syntax, and behind
    /// them those of further forms.
    outlines: Outline,
    /// Their pieces of text.
    print_steps: PrintStep,
    /// How the shapes are read: for each shape a row for every syntax, of
    /// [`Tables::recipes`].
    recipe_lists: Rows,
    /// Forms as they are printed, read.
    recipes: Recipe,
    /// Their operands.
    recipe_steps: RecipeStep,
    /// The words that operands are written as.
    operand_texts: OperandText,
    /// Where in [`Tables::text_values`] the values of words are, in pages.
    value_pages: u16,
    /// Pages of values.
    text_values: u16,
    /// What encodings do beyond their operands.
    effects: Effects,
    /// States in the place of operands.
    stand_ins: StandIn,
    /// Operands that states move.
    indexed: Indexed,
    /// Forms of the shapes.
    forms: Form,
    /// What forms of shapes of more than 64 bits have beyond those.
    high_forms: HighForm,
    /// Tokens of the forms.
    tokens: Token,
    /// Lists of the forms of structs.
    any_orders: AnyOrder,
    /// Modifiers of the forms, and members in lists.
    modifiers: Modifier,
    /// Spellings of the modifiers.
    spellings: Spelling,
    /// Source modifiers of the operands.
    wraps: Wrap,
    /// Lists of [`Tables::spellings`] for source modifiers: a row for each
    /// syntax, empty where it does not have the modifier.
    wrap_spellings: Rows,
    /// Rules and conditions.
    rules: Rule,
    /// Programs of the rules.
    program: Step,
    /// Operands whose registers rules count.
    counted: Counted,
    /// Values of these operands that count.
    counted_ranges: CountedRange,
    /// States of the machine.
    states: State,
    /// Address spaces of operations.
    spaces: Space,
    /// Floating-point types whose arithmetic a state governs.
    floating: FloatingType,
    /// What instructions do.
    programs: Program,
    /// Actions of the programs.
    actions: Action,
    /// What the programs name outside of themselves.
    sources: Source,
    /// Constants of the programs.
    constants: u64,
    /// Reasons for undefined behaviour.
    reasons: Text,
    /// Families.
    families: Family,
    /// Formats on one architecture.
    layouts: Layout,
    /// Named parts of the families' layouts.
    parts: Part,
    /// Instructions, in the order of the description.
    instructions: Instruction,
    /// Encodings, by instruction, then architecture.
    encodings: Encoding,
    /// What encodings of more than 64 bits have beyond those.
    high_bits: HighBits,
    /// What recognizes encodings: a row for each.
    recognitions: Recognition,
    /// What decoding looks at then: a row for each encoding.
    decode_checks: DecodeCheck,
    /// What printing looks at first: a row for each encoding.
    captions: Caption,
    /// Slots of the decode trees, each a [`Slot`] as a number.
    slots: u32,
    /// What identifies words at a glance, for each architecture.
    identify_roots: IdentifyRoot,
    /// Windows of [`Tables::identify_leaves`].
    identify_windows: IdentifyWindow,
    /// Sizes of words in bytes, with literals, by [`IdentifyRoot::key`]: below [`MAX_TOLD`],
    /// and 0 where all leaves leave it to the tree.
    identify_sizes: u8,
    /// What words are, as far as two windows tell.
    identify_leaves: IdentifyLeaf,
    /// What tells whether they are that.
    identify_checks: IdentifyCheck,
    /// The mnemonic hash table.
    mnemonics: MnemonicSlot,
    /// Encodings that mnemonics stand for. Where the machine's encodings are
    /// streams, [`Candidate::encoding`] counts [`Tables::stream_encodings`],
    /// and [`Instruction::encodings`] are rows of them.
    candidates: Candidate,
    /// What words may mean.
    lookups: Lookup,
    /// Byte streams.
    streams: Stream,
    /// Steps of the streams.
    stream_steps: StreamStep,
    /// Integers of the streams.
    stream_integers: StreamInteger,
    /// Parts of these integers.
    stream_members: StreamMember,
    /// Bits of leaves that conditions and forms name.
    stream_places: StreamPlace,
    /// Values of such bits.
    stream_values: StreamValue,
    /// What tokens of stream forms stand for.
    stream_operands: StreamOperand,
    /// Forms of streams and of their instructions.
    stream_forms: StreamForm,
    /// Encodings that are streams, by instruction, then architecture.
    stream_encodings: StreamEncoding,
    /// Per architecture 256 rows, one for every first byte: the
    /// [`Tables::stream_candidates`] that may begin so.
    stream_roots: Rows,
    /// Indices into [`Tables::stream_encodings`].
    stream_candidates: u16,
}

impl<'a> Tables<'a> {
    /// All bits of what a shape says about bits.
    #[inline]
    pub fn shape_masks(&self, shape: &Shape) -> ShapeMasks {
        let high = self.high_shapes.get(usize::from(shape.high));
        let high = high.copied().unwrap_or_default();
        ShapeMasks {
            mask: Bits::new(shape.mask, high.mask),
            reserved: Bits::new(shape.reserved, high.reserved),
            unused: Bits::new(shape.unused, high.unused),
            zero: Bits::new(shape.zero, high.zero),
            wraps: Bits::new(shape.wraps, high.wraps),
            modifiers: Bits::new(shape.modifiers, high.modifiers),
            modifier_defaults: Bits::new(shape.modifier_defaults, high.modifier_defaults),
        }
    }

    /// All bits that a form says, and the value of all others outside the shape's mask.
    #[inline]
    pub fn form_bits(&self, form: &Form) -> (Bits, Bits) {
        let high = self.high_forms.get(usize::from(form.high));
        let high = high.copied().unwrap_or_default();
        let spoken = Bits::new(form.spoken, high.spoken);
        (spoken, Bits::new(form.rest, high.rest))
    }

    /// The value of all bits of the mask of an encoding's shape.
    #[inline]
    pub fn encoding_bits(&self, encoding: &Encoding) -> Bits {
        let high = self.high_bits.get(usize::from(encoding.high));
        Bits::new(encoding.bits, high.copied().unwrap_or_default())
    }

    /// The spellings of a source modifier in a syntax.
    #[inline]
    pub fn spellings_of(&self, wrap: &Wrap, syntax: u8) -> &'a [Spelling] {
        let at = wrap.spellings as usize + syntax as usize;
        let rows = self.wrap_spellings.get(at).copied().unwrap_or_default();
        self.spellings.get(rows.range()).unwrap_or(&[])
    }

    /// A struct on an architecture; `None` if the machine has no such struct.
    #[inline]
    pub fn struct_on(&self, structure: u16, arch: u8) -> Option<&'a Struct> {
        let at = structure as usize * self.archs.len() + arch as usize;
        self.structs.get(at)
    }

    /// What a syntax writes for a value: the first of its own words, or `text`.
    #[inline]
    pub fn word_of(&self, text: Text, words: Rows, syntax: u8) -> Text {
        let own = self.words[words.range()].iter();
        let mut own = own.filter(|word| word.syntax == syntax);
        own.next().map_or(text, |word| word.text)
    }

    /// All that a syntax reads as a value.
    pub fn words_of(
        &self,
        text: Text,
        words: Rows,
        syntax: u8,
    ) -> impl Iterator<Item = Text> + use<'a> {
        let own = self.words[words.range()].iter();
        let own = own.filter(move |word| word.syntax == syntax);
        let plain = own.clone().next().is_none().then_some(text);
        own.map(|word| word.text).chain(plain)
    }

    /// A piece of the string pool; empty if it is not one.
    #[inline]
    pub fn text(&self, text: Text) -> &'a str {
        let start = text.start as usize;
        self.strings
            .get(start..start + text.len as usize)
            .unwrap_or("")
    }

    /// The bytes of a piece of the string pool; none if it is not one.
    #[inline]
    pub fn bytes(&self, text: Text) -> &'a [u8] {
        let start = text.start as usize;
        let bytes = self.strings.as_bytes();
        bytes.get(start..start + text.len as usize).unwrap_or(&[])
    }
}
