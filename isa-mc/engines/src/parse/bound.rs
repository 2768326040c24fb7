//! What a term means to an operand.

/// What a term means to an operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bound {
    /// Value of the field.
    pub(super) field: u64,
    /// What stands there, for the checks that need all operands.
    pub(super) sort: Sort,
    /// The word behind the instruction.
    pub(super) literal: Option<u32>,
    /// The value of the field, or of that word, is known later.
    pub(super) later: bool,
}

/// What stands for an operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Sort {
    /// Nothing whose width matters.
    #[default]
    Value,
    /// Registers.
    Registers {
        /// Index into the tables' files.
        file: u16,
        /// Number of the first.
        number: u16,
        /// How many.
        count: u16,
    },
    /// The text of an operand without registers.
    Absent,
}

impl Bound {
    pub(super) fn value(field: u64) -> Bound {
        Bound {
            field,
            sort: Sort::Value,
            literal: None,
            later: false,
        }
    }

    /// A value that is known later.
    pub(super) fn later(field: u64, literal: Option<u32>) -> Bound {
        Bound {
            literal,
            later: true,
            ..Bound::value(field)
        }
    }
}
