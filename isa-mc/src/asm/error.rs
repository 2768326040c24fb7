//! What can be wrong with a source.

use std::fmt::{self, Display, Formatter};
use std::ops::Range;

use crate::tables::Tables;
use crate::{EncodeError, ParseErrorKind, ParseMessage};

/// A statement that is refused. `{}` says why, on one line.
#[derive(Debug, Clone)]
pub struct Error<'a> {
    /// What kind of error.
    pub code: Code,
    /// The place in the source, in bytes.
    pub span: Range<usize>,
    pub(super) detail: Detail<'a>,
}

/// What the message of an error names.
#[derive(Debug, Clone)]
pub(super) enum Detail<'a> {
    None,
    Byte(u8),
    Name(&'a str),
    Label { name: &'a str, first: usize },
    Range { value: i64, unit: usize },
    Statement(ParseMessage<'a>),
    Encode(EncodeError, &'a Tables<'a>),
}

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $code:literal,)*) => {
        /// Codes of errors in assembly sources. A00 is about the file and its
        /// directives, A01 about instructions.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Code {
            $($(#[$doc])* $name,)*
        }

        impl Code {
            /// Every code.
            pub const ALL: &[Code] = &[$(Code::$name,)*];

            /// The code as errors show it: `A0101`.
            pub const fn as_str(self) -> &'static str {
                match self { $(Code::$name => $code,)* }
            }
        }
    };
}

codes! {
    /// Bytes that are not UTF-8.
    NotText = "A0001",
    /// A `/*` without its `*/`.
    UnclosedComment = "A0002",
    /// A label that an earlier line defines.
    DuplicateLabel = "A0003",
    /// `name = value`, which is not supported yet.
    Assignment = "A0004",
    /// A directive that is not supported.
    UnsupportedDirective = "A0005",
    /// A data directive without values.
    NoValues = "A0006",
    /// A value that is no constant expression.
    BadExpression = "A0007",
    /// Something else than a comma after a value.
    AfterValue = "A0008",
    /// A value that the directive cannot hold.
    DataRange = "A0009",

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
            | Kind::ExpectedValue { .. }
            | Kind::ExpectedPiece { .. } => Code::WrongOperand,
            Kind::NoSuchRegister { .. }
            | Kind::RegisterElsewhere { .. }
            | Kind::Backwards
            | Kind::NotConsecutive
            | Kind::Width { .. }
            | Kind::Misaligned { .. }
            | Kind::MustBeAbsent { .. }
            | Kind::MustBeRegister { .. } => Code::BadRegister,
            Kind::LabelRange { .. }
            | Kind::LabelUnit { .. }
            | Kind::Range { .. }
            | Kind::FloatRange { .. }
            | Kind::NoConstant { .. }
            | Kind::SecondLiteral { .. }
            | Kind::ValueRange { .. } => Code::OperandRange,
            Kind::UnknownModifier { .. }
            | Kind::Duplicate { .. }
            | Kind::NoWrap { .. }
            | Kind::WrapOrder { .. }
            | Kind::WrapUnclosed { .. }
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

impl Display for Error<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match (&self.detail, self.code) {
            (Detail::Statement(message), _) => write!(f, "{message}"),
            (Detail::Encode(error, tables), _) => write!(f, "{}", error.display(tables)),
            (Detail::Byte(byte), _) => write!(f, "byte 0x{byte:02x} is not part of UTF-8 text"),
            (Detail::Label { name, first }, _) => {
                write!(f, "the label `{name}` is already on line {first}")
            }
            (Detail::Range { value, unit }, _) => {
                let bits = unit * 8;
                let least = -1_i64 << (bits.min(64) - 1);
                let most = u64::MAX >> (64 - bits.min(64));
                write!(f, "{value} does not fit {bits} bits ({least} to {most})")
            }
            (Detail::Name(name), Code::UnsupportedDirective) => write!(
                f,
                "directive `{name}` is not supported yet; data directives are .byte .short .long .quad"
            ),
            (Detail::Name(name), Code::NoValues) => {
                write!(f, "`{name}` needs a value, as in `{name} 1, 2`")
            }
            (Detail::Name(name), _) => {
                write!(f, "giving `{name}` a value is not supported yet")
            }
            (Detail::None, Code::UnclosedComment) => {
                f.write_str("`/*` begins a comment that nothing closes")
            }
            (Detail::None, _) => f.write_str("expected a comma or the end of the statement"),
        }
    }
}
