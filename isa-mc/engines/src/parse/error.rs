//! Why a statement is no instruction.

use crate::error::StreamProblem;
use crate::parsed::Span;
use crate::tables::Text;

/// An error of the text itself.
pub(super) type LexError = (Span, ParseErrorKind);

/// Why a statement is no instruction, and where.
///
/// It holds indices into the tables; [`ParseError::display`] puts it in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParseError {
    /// The place in the statement.
    pub span: Span,
    /// What is wrong.
    pub kind: ParseErrorKind,
}

/// What is wrong with a statement. `operand` is an index into
/// [`Tables::operands`], `form` into [`Tables::forms`], `encoding` into
/// [`Tables::encodings`].
///
/// [`Tables::operands`]: crate::tables::Tables::operands
/// [`Tables::forms`]: crate::tables::Tables::forms
/// [`Tables::encodings`]: crate::tables::Tables::encodings
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParseErrorKind {
    // ---- text
    /// No mnemonic.
    Empty,
    /// More than 65,535 bytes.
    TooLong,
    /// More terms than any instruction has.
    TooManyTerms,
    /// Nothing between commas, or behind the last.
    EmptyOperand,
    /// A bracket that nothing closes.
    Unclosed {
        /// The bracket.
        open: u8,
    },
    /// A number was expected here.
    NotANumber,
    /// A word where the distance to a label was expected, and no such label.
    UnknownLabel,
    /// A number of more than 64 bits.
    NumberTooLarge,
    /// A division by zero.
    DivisionByZero,
    /// Parentheses nested too deeply.
    TooDeep,

    // ---- mnemonic
    /// The machine has no such syntax.
    UnknownSyntax,
    /// No instruction has this name on any architecture.
    UnknownMnemonic,
    /// Only other architectures have it.
    MnemonicElsewhere {
        /// Index into the mnemonic hash table.
        slot: u32,
    },
    /// Only other syntaxes have it.
    OtherSyntax {
        /// Those, as a bit set.
        syntaxes: u8,
    },
    /// The processor lacks a feature.
    Feature {
        /// Features that are missing, as a bit set.
        missing: u32,
    },

    // ---- structure
    /// An operand is missing.
    Missing {
        /// The encoding that came nearest.
        encoding: u16,
        /// Its form.
        form: u32,
        /// The operand.
        operand: u32,
    },
    /// More operands than the instruction has.
    TooMany {
        /// The encoding that came nearest.
        encoding: u16,
        /// Its form.
        form: u32,
    },
    /// No comma between two operands.
    NeedsComma,
    /// A comma where none stands.
    StrayComma,
    /// A comma before a modifier, in a syntax that has none there.
    CommaBeforeModifier,
    /// A word or character of the form itself is missing.
    ExpectedText {
        /// The text of the form; empty for the mnemonic.
        text: Text,
        /// The byte of it from which on it is missing.
        from: u16,
    },

    // ---- operands
    /// Something else was expected for an operand.
    WrongOperand {
        /// The operand.
        operand: u32,
    },
    /// An operand that the form has twice, and the text in two ways.
    Different {
        /// The operand.
        operand: u32,
    },
    /// Registers of the wrong file.
    WrongFile {
        /// The operand.
        operand: u32,
        /// Index of the file found.
        found: u16,
    },
    /// Registers of the right file that this operand cannot hold.
    NotHere {
        /// The operand.
        operand: u32,
    },
    /// An index outside its range of registers.
    NoSuchRegister {
        /// Index of the range in the tables' registers.
        register: u32,
    },
    /// A register of other architectures.
    RegisterElsewhere {
        /// Index into the tables' registers.
        register: u32,
    },
    /// A word that an operand may be on other architectures.
    WordElsewhere {
        /// Index into the tables' entries.
        entry: u32,
    },
    /// `v[2:1]`
    Backwards,
    /// A list of registers that do not follow one another.
    NotConsecutive,
    /// The wrong number of registers.
    Width {
        /// The operand.
        operand: u32,
        /// Registers needed.
        need: u8,
        /// Registers found.
        found: u16,
    },
    /// Registers that begin at the wrong number.
    Misaligned {
        /// Index of the register file.
        file: u16,
        /// The number.
        number: u16,
        /// How many registers.
        count: u8,
        /// The number must be a multiple of this.
        align: u8,
    },
    /// Registers where the operand takes none.
    MustBeAbsent {
        /// The operand.
        operand: u32,
    },
    /// No registers where the operand takes some.
    MustBeRegister {
        /// The operand.
        operand: u32,
        /// Registers needed.
        need: u8,
    },
    /// A floating number that rounds to none of the operand's type.
    FloatRange {
        /// The operand.
        operand: u32,
    },
    /// A floating number that the operand has no constant for, and takes no
    /// literal of.
    NoConstant {
        /// The operand.
        operand: u32,
    },
    /// A number that the operand cannot hold.
    Range {
        /// The operand.
        operand: u32,
        /// The number.
        number: i64,
    },

    /// A text that no form of a struct has.
    NotAStruct {
        /// Which struct of the machine.
        structure: u16,
        /// The forms that came nearest, as a bit set over the struct's forms.
        forms: u32,
    },

    // ---- source modifiers
    /// A source modifier that the operand does not take.
    NoWrap {
        /// The operand.
        operand: u32,
        /// Index of its spelling in the tables' spellings.
        wrap: u32,
    },
    /// Source modifiers in the wrong order, or one of them twice.
    WrapOrder {
        /// The operand.
        operand: u32,
    },
    /// A number with two signs before it, where one could be a source modifier.
    TwoSigns {
        /// The operand.
        operand: u32,
    },
    /// A source modifier that does not end.
    WrapUnclosed {
        /// The operand.
        operand: u32,
        /// The text that is missing.
        after: Text,
    },

    /// A register of which the text does not say which half, or not in a way that there is.
    NeedsHalf {
        /// The operand.
        operand: u32,
    },
    /// A modifier says another half of a register than the operand itself.
    OtherHalf {
        /// The modifier.
        operand: u32,
    },

    // ---- modifiers
    /// No modifier of this instruction.
    UnknownModifier {
        /// The encoding that came nearest.
        encoding: u16,
        /// Its form.
        form: u32,
    },
    /// A literal beside another one: an instruction holds one.
    SecondLiteral {
        /// The operand of the second.
        operand: u32,
    },
    /// A modifier that stands twice.
    Duplicate {
        /// The modifier's value.
        operand: u32,
    },
    /// A modifier without its value.
    NeedsValue {
        /// The modifier's value.
        operand: u32,
    },
    /// A flag with a value, in a syntax that has none there.
    NoValue {
        /// The flag.
        operand: u32,
    },
    /// This architecture lacks the operand's field.
    NotOnArch {
        /// The encoding.
        encoding: u16,
        /// The operand.
        operand: u32,
    },

    // ---- meaning
    /// The form is for other values of some fields.
    Condition {
        /// The encoding that came nearest.
        encoding: u16,
        /// Its form.
        form: u32,
        /// The first step of the comparison that fails, within the form's
        /// program; [`NONE`](crate::tables::NONE) if no single one does.
        test: u16,
    },
    /// The operands break a rule.
    Rule {
        /// What the rule says.
        message: Text,
    },

    // ---- byte streams; `encoding` is an index into `Tables::stream_encodings`,
    // `operand` into `Tables::stream_operands`, `leaf` counts in the instruction
    /// Something else was expected for a value.
    ExpectedValue {
        /// The encoding that came nearest.
        encoding: u16,
        /// The integer that holds the value.
        leaf: u8,
        /// The operand.
        operand: u16,
    },
    /// A name that nothing has whose number may stand there.
    UnknownName {
        /// The encoding that came nearest.
        encoding: u16,
        /// The integer that holds the number.
        leaf: u8,
        /// The operand.
        operand: u16,
    },
    /// Something else was expected for a nested stream.
    ExpectedPiece {
        /// The encoding that came nearest.
        encoding: u16,
        /// Its first integer.
        leaf: u8,
        /// The operand.
        operand: u16,
    },
    /// A number that the value cannot be.
    ValueRange {
        /// The encoding that came nearest.
        encoding: u16,
        /// The integer that holds the value.
        leaf: u8,
        /// The operand.
        operand: u16,
        /// The number, or the nearest of 64 bits.
        number: i64,
    },
    /// A value that another part of the text has said otherwise.
    SaidOtherwise {
        /// The encoding that came nearest.
        encoding: u16,
        /// The integer that holds the value.
        leaf: u8,
        /// What was said before.
        value: u64,
    },
    /// More text than the instruction has.
    Left,
    /// The form is for other values.
    FormCondition {
        /// Index into [`Tables::stream_forms`](crate::tables::Tables::stream_forms).
        form: u32,
    },
    /// The values are no instruction together.
    Invalid {
        /// The encoding that came nearest.
        encoding: u16,
        /// The integer that is wrong.
        leaf: u8,
        /// What is wrong with it.
        problem: StreamProblem,
        /// What it would hold.
        value: u64,
    },
    /// The description has too many ways to read the text.
    TooManyWays,
}
