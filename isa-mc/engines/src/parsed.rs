//! What a statement means, with names that are known later.

/// Bytes of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// Byte behind the last.
    pub end: u32,
}

/// Names that expressions may hold.
pub trait Symbols {
    /// The value of a name (`.set`); `None` if it has none yet.
    fn value(&self, name: &str) -> Option<i64>;

    /// Whether a name without a value may have one later: a label, or a symbol of
    /// another file. It is asked for whatever is neither a register nor a word of the
    /// machine; and for names in quotes, with these, which may be called as one.
    fn is_later(&self, name: &str) -> bool {
        let _ = name;
        false
    }
}

/// What a statement means.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Parsed<I> {
    /// The instruction; what is known later is zero in it.
    pub inst: I,
    /// The operand whose value is known later, if there is one.
    pub later: Option<Later>,
}

impl<I> Parsed<I> {
    /// An instruction of which everything is known.
    pub fn known(inst: I) -> Parsed<I> {
        Parsed { inst, later: None }
    }
}

/// An operand that names symbols whose values are known later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Later {
    /// Index of the operand among those of its encoding.
    pub operand: u16,
    /// The value goes to the literal, not to the operand's field.
    pub literal: bool,
    /// Where the expression stands in the statement.
    pub span: Span,
}

/// No names.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoSymbols;

impl Symbols for NoSymbols {
    fn value(&self, _: &str) -> Option<i64> {
        None
    }
}
