//! What can be wrong with a source.

use std::ops::Range;

use crate::ParseErrorKind;
use crate::object::Location;

/// Errors at most; behind them reading ends.
pub(super) const MAX_ERRORS: usize = 10_000;

/// Something that is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    /// What kind of error.
    pub code: Code,
    /// Where it is.
    pub location: Location,
    /// Why, on one line.
    pub message: String,
}

impl Error {
    /// Names may be in quotes, and strings go on in the next line: ends of lines are written as
    /// in a string.
    pub(super) fn new(code: Code, location: Location, message: String) -> Error {
        let message = match message.contains('\n') {
            true => message.replace('\n', "\\n"),
            false => message,
        };
        Error {
            code,
            location,
            message,
        }
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

/// What is wrong with a statement, in bytes of its text.
#[derive(Debug)]
pub struct Fault {
    pub(crate) code: Code,
    pub(crate) span: Range<usize>,
    pub(crate) message: String,
}

impl Fault {
    /// What is wrong, and where.
    pub fn new(code: Code, span: Range<usize>, message: impl Into<String>) -> Fault {
        let message = message.into();
        Fault {
            code,
            span,
            message,
        }
    }
}

isa_dsl::codes! {
    /// Codes of errors in assembly sources. A00 is about the file and its
    /// directives, A01 about instructions: `A0101`.
    enum Code {
        /// Bytes that are not UTF-8.
        NotText = "A0001",
        /// A `/*` without its `*/`.
        UnclosedComment = "A0002",
        /// A symbol that is defined already.
        Redefined = "A0003",
        /// A directive that there is not, or that is refused with its reason.
        UnknownDirective = "A0005",
        /// What follows a directive is not what it takes.
        BadArguments = "A0006",
        /// A value that is no expression, or not of the kind that is needed.
        BadExpression = "A0007",
        /// A value that does not fit its place.
        Range = "A0009",
        /// A string that does not end, or with an escape that there is not.
        BadString = "A0010",
        /// A symbol that nothing defines.
        Undefined = "A0011",
        /// `.endif` without `.if`, and its like; or the other way round.
        Unbalanced = "A0012",
        /// A macro that is defined twice, or used in a way that it does not allow.
        Macro = "A0013",
        /// Files or macros within one another, or repetitions, without an end.
        TooDeep = "A0014",
        /// A file that cannot be read.
        File = "A0015",
        /// `.error` and `.err`.
        Said = "A0016",
        /// A section that cannot be so.
        Section = "A0017",
        /// A value that no relocation can say.
        Relocation = "A0018",
        /// Debug information that cannot be so: a file, a line, a frame.
        Debug = "A0019",

        /// A mnemonic that no architecture has.
        UnknownMnemonic = "A0101",
        /// An instruction that this processor or this syntax lacks.
        NotOnTarget = "A0102",
        /// Text that cannot be cut into operands.
        Malformed = "A0103",
        /// Operands or commas that are missing, or too many.
        Structure = "A0104",
        /// An operand of the wrong kind.
        WrongOperand = "A0105",
        /// Registers that do not exist, or not as this group.
        BadRegister = "A0106",
        /// A number that the operand cannot hold.
        OperandRange = "A0107",
        /// A modifier that is unknown, doubled or without its value.
        BadModifier = "A0108",
        /// Operands that cannot go together.
        Rule = "A0109",
        /// An instruction that has no encoding.
        NotEncodable = "A0110",
    }
}

impl Code {
    /// The code of an error of an instruction.
    pub fn of_statement(kind: &ParseErrorKind) -> Code {
        use ParseErrorKind as Kind;
        match kind {
            Kind::UnknownMnemonic => Code::UnknownMnemonic,
            Kind::UnknownSyntax
            | Kind::MnemonicElsewhere { .. }
            | Kind::OtherSyntax { .. }
            | Kind::Feature { .. }
            | Kind::NotOnArch { .. } => Code::NotOnTarget,
            Kind::Missing { .. }
            | Kind::TooMany { .. }
            | Kind::NeedsComma
            | Kind::StrayComma
            | Kind::CommaBeforeModifier
            | Kind::ExpectedText { .. }
            | Kind::Left
            | Kind::EmptyOperand => Code::Structure,
            Kind::WrongOperand { .. }
            | Kind::WrongFile { .. }
            | Kind::UnknownLabel
            | Kind::Different { .. }
            | Kind::NotHere { .. }
            | Kind::WordElsewhere { .. }
            | Kind::ExpectedValue { .. }
            | Kind::UnknownName { .. }
            | Kind::ExpectedPiece { .. } => Code::WrongOperand,
            Kind::NoSuchRegister { .. }
            | Kind::RegisterElsewhere { .. }
            | Kind::Backwards
            | Kind::NotConsecutive
            | Kind::Width { .. }
            | Kind::Misaligned { .. }
            | Kind::MustBeAbsent { .. }
            | Kind::MustBeRegister { .. } => Code::BadRegister,
            Kind::Range { .. }
            | Kind::FloatRange { .. }
            | Kind::NoConstant { .. }
            | Kind::SecondLiteral { .. }
            | Kind::ValueRange { .. } => Code::OperandRange,
            Kind::UnknownModifier { .. }
            | Kind::Duplicate { .. }
            | Kind::NoWrap { .. }
            | Kind::WrapOrder { .. }
            | Kind::TwoSigns { .. }
            | Kind::WrapUnclosed { .. }
            | Kind::NeedsHalf { .. }
            | Kind::OtherHalf { .. }
            | Kind::NeedsValue { .. }
            | Kind::NoValue { .. } => Code::BadModifier,
            Kind::Condition { .. }
            | Kind::Rule { .. }
            | Kind::SaidOtherwise { .. }
            | Kind::FormCondition { .. }
            | Kind::Invalid { .. } => Code::Rule,
            _ => Code::Malformed,
        }
    }
}
