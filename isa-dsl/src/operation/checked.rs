//! What is known of an operation that was checked.

use super::effects::Effects;
use super::ir;

/// The names and widths in bits of what a program names by index.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Names {
    /// Operands, in upper case.
    pub operands: Vec<(String, u16)>,
    /// Modifiers and fields, in upper case.
    pub fields: Vec<(String, u16)>,
}

/// A checked operation.
#[derive(Debug, Clone, PartialEq)]
pub struct Checked {
    /// What it does, for running it.
    pub ir: ir::Program,
    /// What it names.
    pub names: Names,
    /// What it reads and writes.
    pub effects: Effects,
    /// The lanes it runs for, for people: `EXEC`. `None` if it runs once.
    pub lanes: Option<String>,
    /// The operation for people: types and constants put in, and first those
    /// of the family's `let`s that it uses. Lines without a newline at the
    /// end; empty for a row that does not say what it does.
    pub text: String,
    /// Bytes of the text that say the `let`s, which many operations have alike.
    pub lets: usize,
}

impl Checked {
    /// The text: the `let`s with a newline at the end, and what follows.
    pub fn texts(&self) -> (&str, &str) {
        self.text.split_at(self.lets.min(self.text.len()))
    }
}
