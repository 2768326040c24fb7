//! Errors in descriptions: a code, a message, places, help.

use crate::source::Span;

/// One error of a description.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// What kind of error; each has a paragraph in `docs/errors.md`.
    pub code: Code,
    /// One line: what is wrong, in the words of the description.
    pub message: String,
    /// The place to look at first, with what to say there.
    pub primary: (Span, String),
    /// Other places that matter.
    pub secondary: Vec<(Span, String)>,
    /// What to do.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error at one place.
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            message: message.into(),
            primary: (span, String::new()),
            secondary: Vec::new(),
            help: None,
        }
    }

    /// With words at the primary place.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Diagnostic {
        self.primary.1 = label.into();
        self
    }

    /// With another place.
    #[must_use]
    pub fn also(mut self, span: Span, label: impl Into<String>) -> Diagnostic {
        self.secondary.push((span, label.into()));
        self
    }

    /// With what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }
}

/// An error that is reported already, of which more is said.
#[derive(Debug)]
pub(crate) struct Reported<'a>(&'a mut Diagnostic);

impl<'a> Reported<'a> {
    /// Adds an error to a list.
    pub fn new(
        list: &'a mut Vec<Diagnostic>,
        code: Code,
        span: Span,
        message: impl Into<String>,
    ) -> Reported<'a> {
        let index = list.len();
        list.push(Diagnostic::new(code, span, message));
        Reported(&mut list[index])
    }

    /// With words at the primary place.
    pub fn label(self, label: impl Into<String>) -> Reported<'a> {
        self.0.primary.1 = label.into();
        self
    }

    /// With another place.
    pub fn also(self, span: Span, label: impl Into<String>) -> Reported<'a> {
        self.0.secondary.push((span, label.into()));
        self
    }

    /// With what to do.
    pub fn help(self, help: impl Into<String>) -> Reported<'a> {
        self.suggest(Some(help.into()))
    }

    /// With what to do, if that is known.
    pub fn suggest(self, help: Option<String>) -> Reported<'a> {
        self.0.help = help;
        self
    }
}

codes! {
    /// Codes of errors. The first two digits say which layer found it: `E0301`.
    enum Code {
        // ---- E01: text -----------------------------------------------------
        /// Something else was expected here.
        Unexpected = "E0101",
        /// A brace, bracket or quote without its partner.
        Unbalanced = "E0102",
        /// The file holds no item.
        EmptyFile = "E0103",
        /// The file is not UTF-8 text.
        NotText = "E0104",
        /// The file cannot be read.
        Unreadable = "E0105",
        /// A file includes itself.
        IncludeCycle = "E0106",
        /// Braces or brackets nested too deeply.
        TooDeep = "E0107",
        /// A number that does not fit 64 bits.
        NumberTooLarge = "E0108",

        // ---- E02: names ----------------------------------------------------
        /// A name declared twice.
        Duplicate = "E0201",
        /// A name that nothing declares.
        Unknown = "E0202",
        /// No `isa` item, or a second one.
        IsaHeader = "E0203",
        /// A range of architectures that runs backwards, or holds none.
        EmptyRange = "E0204",
        /// A number outside what is possible here.
        OutOfRange = "E0205",
        /// A declaration that nothing uses, and that so nothing checks.
        Unused = "E0206",

        // ---- E03: layouts --------------------------------------------------
        /// Bits of a layout that nothing covers.
        BitGap = "E0301",
        /// Bits of a layout covered twice.
        BitOverlap = "E0302",
        /// Bits outside the layout, or written backwards.
        BitRange = "E0303",
        /// A value that does not fit its field.
        ValueTooWide = "E0304",
        /// A field that a family neither binds, uses nor declares unused.
        FieldNotUsed = "E0305",
        /// An operand, modifier or binding without a field.
        NoField = "E0306",
        /// A field that has two meanings at once.
        FieldTwice = "E0307",

        // ---- E04: encodings ------------------------------------------------
        /// Two encodings of one architecture overlap.
        EncodingOverlap = "E0401",
        /// A special case that is not a strict subset.
        NotASubset = "E0402",
        /// The opcodes of a row do not match the columns.
        OpcodeColumns = "E0403",
        /// A row that exists nowhere.
        NoOpcode = "E0404",
        /// Arguments of a row, or of a set of encodings, that do not match the parameters.
        RowArguments = "E0405",

        // ---- E05: values ---------------------------------------------------
        /// Two meanings for one value.
        ValueTwice = "E0501",
        /// Two values for one text: reading could not be undone.
        NotInvertible = "E0502",
        /// Register numbers that clash, or fall outside the file.
        RegisterClash = "E0503",
        /// A width that is not a group of the register file.
        BadWidth = "E0504",
        /// A kind that cannot stand here.
        BadKind = "E0505",

        // ---- E06: syntax of instructions -----------------------------------
        /// A placeholder that names nothing.
        UnknownPlaceholder = "E0601",
        /// A template that is not well formed.
        BadTemplate = "E0602",
        /// Two forms that the same text could mean.
        AmbiguousSyntax = "E0603",
        /// An instruction without a form in some syntax.
        NoSyntax = "E0604",
        /// An operand that no form mentions.
        OperandUnspoken = "E0605",
        /// An expression of the wrong sort.
        BadExpression = "E0606",

        // ---- E07: operations -----------------------------------------------
        /// A name in an operation that is neither register, field, state nor local.
        OpUnknown = "E0701",
        /// A value that does not fit where it is put.
        OpWidth = "E0702",
        /// Types that do not go together.
        OpType = "E0703",
        /// Something that cannot be assigned to.
        OpPlace = "E0704",
        /// A call with the wrong arguments.
        OpArguments = "E0705",
        /// A loop whose bounds are not constant, or without end.
        OpLoop = "E0706",
        /// What the operation does is not what the family declares.
        OpEffect = "E0707",
        /// Something of one lane where there is none, or not one alone.
        OpLanes = "E0708",
        /// What the operation does is not what the mnemonic promises.
        Lint = "E0709",
        /// A lint that asks for what cannot be.
        BadLint = "E0710",

        // ---- E08: streams --------------------------------------------------
        /// A `switch` with a value chosen twice, or over nothing.
        BadSwitch = "E0801",
        /// A piece that depends on one that comes later, or is not there.
        BadDependency = "E0802",
        /// Streams that contain themselves.
        StreamCycle = "E0803",
        /// Instructions of formats and instructions of streams in one machine.
        MixedLayouts = "E0804",
        /// Whether something that a stream names is read or written.
        NoDirection = "E0805",

        // ---- E09: lowering -------------------------------------------------
        /// Described and checked, but not carried by the tables yet.
        NotLowered = "E0901",
    }
}
