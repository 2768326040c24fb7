//! All tables of a machine.

use core::fmt;

#[cfg(feature = "compiler")]
use super::written::Written;
use super::{
    Action, AnyOrder, Arch, Candidate, Caption, Class, Counted, CountedRange, DecodeCheck, Effects,
    Encoding, Entry, Family, Field, FloatingType, Form, Gather, Group, HighBits, HighForm,
    HighShape, IdentifyCheck, IdentifyLeaf, IdentifyRoot, IdentifyWindow, Indexed, Instruction,
    Integer, Layout, Lookup, MnemonicSlot, Modifier, ModifierStep, Operand, OperandText, Outline,
    Part, Piece, PrintStep, Processor, Program, Reading, Recipe, RecipeStep, Recognition, Register,
    RegisterFile, Rows, Rule, Shape, Source, Space, Spelling, StandIn, State, StepParts, Stream,
    StreamAccess, StreamChoice, StreamEncoding, StreamForm, StreamInteger, StreamMember,
    StreamOperandParts, StreamOption, StreamPlace, StreamPrintStep, StreamReach, StreamStepParts,
    StreamValue, Struct, Syntax, Text, TokenParts, ValueParts, Width, Word, Wrap,
};

macro_rules! tables {
    ($($(#[$doc:meta])* $name:ident : $row:ty,)*) => {
        /// All tables of a machine, borrowed.
        #[derive(Clone, Copy, PartialEq, Eq)]
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

        // No rows: those of a machine are megabytes of text, and the code for them is a lot, too.
        impl fmt::Debug for Tables<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct("Tables").field("name", &self.name).finish_non_exhaustive()
            }
        }

        #[cfg(feature = "compiler")]
        impl fmt::Debug for TablesBuf {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.view().fmt(f)
            }
        }

        /// All tables of a machine, owned.
        #[derive(Clone, Default)]
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
    /// Of each file and architecture: alignments of groups of 1, 2, … 16 registers, 4 bits
    /// each, the first in the lowest: the logarithm of what the first number is a multiple
    /// of, or 15 where that is no power of two.
    alignments: u64,
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
    /// What brings fields of widths and rules together.
    gathers: Gather,
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
    /// What operands hold. The first is [`Value::Unknown`](super::Value::Unknown).
    values: ValueParts,
    /// Shapes.
    shapes: Shape,
    /// What shapes of more than 64 bits have beyond those.
    high_shapes: HighShape,
    /// Their encodings, those of a shape together.
    wide_encodings: u16,
    /// How the shapes are printed: for each shape a row for every syntax, and behind
    /// them those of further forms.
    outlines: Outline,
    /// Their pieces of text.
    print_steps: PrintStep,
    /// Their modifiers.
    modifier_steps: ModifierStep,
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
    tokens: TokenParts,
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
    /// Answers of the rules, a bit each.
    answers: u64,
    /// Programs of the rules.
    program: StepParts,
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
    /// Slots of the decode trees, each a [`Slot`](super::Slot) as a number.
    slots: u32,
    /// What identifies words at a glance, for each architecture.
    identify_roots: IdentifyRoot,
    /// Windows of [`Tables::identify_leaves`].
    identify_windows: IdentifyWindow,
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
    stream_steps: StreamStepParts,
    /// Integers of the streams.
    stream_integers: StreamInteger,
    /// Parts of these integers.
    stream_members: StreamMember,
    /// Bits of leaves that conditions and forms name.
    stream_places: StreamPlace,
    /// Values of such bits.
    stream_values: StreamValue,
    /// What tokens of stream forms stand for.
    stream_operands: StreamOperandParts,
    /// What instructions read and write that they have the numbers of.
    stream_accesses: StreamAccess,
    /// Forms of streams and of their instructions.
    stream_forms: StreamForm,
    /// What is known of forms before they are tried.
    stream_reaches: StreamReach,
    /// Indices into [`Tables::stream_places`]: what tokens of forms say.
    stream_written: u16,
    /// Which forms of streams print a value, by stream and syntax.
    stream_choices: StreamChoice,
    /// Forms by the value of the bits of a choice, in [`Tables::stream_options`].
    stream_lists: Rows,
    /// Forms of these lists.
    stream_options: StreamOption,
    /// What printing a form writes, piece by piece.
    stream_print_steps: StreamPrintStep,
    /// Words of classes by value, of which steps write one.
    stream_words: Text,
    /// How many steps a [`StreamStep::Switch`](super::StreamStep::Switch) leaves out.
    stream_jumps: u16,
    /// Encodings that are streams, by instruction, then architecture.
    stream_encodings: StreamEncoding,
    /// Per architecture 256 rows, one for every first byte: the
    /// [`Tables::stream_candidates`] that may begin so.
    stream_roots: Rows,
    /// Indices into [`Tables::stream_encodings`].
    stream_candidates: u16,
}
