//! Operations: what an instruction does, in a small typed language.
//!
//! [`check`] takes what a row says (`= load(UINT8)` or a body of its own) and
//! the names the instruction offers ([`Environment`]), and gives the typed
//! tree ([`ir::Program`]), what follows from it ([`Effects`]) and the text of
//! the instantiated operation for people. All errors of a body are reported.
//!
//! # Types
//!
//! `BOOL`; `INTn` and `UINTn` of 8, 16, 32, 64, 128 bits; `HALF`, `FLOAT`,
//! `DOUBLE`; `T*` into an address space; and *register bits*, which is what
//! operands and states hold. Register bits take the type of the same width
//! that they meet, else they are unsigned.
//!
//! * Assigning extends a narrower integer by the sign of its own type, and
//!   copies bits between types of one width. It never cuts and never converts
//!   numbers: the first takes a cast, the second a call.
//! * Operators bring both sides to the wider width, at least 32 bits. Where
//!   the sign changes the result (`<`, `/`, `>>`, `MIN`) it must agree.
//! * Constants adapt to the other side, and must fit.
//! * Only `BYTE*` can be added to, in bytes. Integers become pointers in a
//!   family's `let` and nowhere else.
//!
//! `docs/operations.md` has the whole set of rules with examples.

pub mod bits;
pub mod builtins;
pub mod environment;
pub mod facts;
pub mod ir;
pub mod types;

mod balance;
mod call;
mod check;
mod constant;
mod convert;
mod effects;
mod expression;
mod index;
mod lanes;
mod operator;
mod place;
mod print;
mod scope;
mod template;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

pub use effects::Effects;
pub use environment::{Environment, Field, FloatingType, Operand, Space, State};

use crate::ast;
use crate::diagnostic::Diagnostic;

/// Every `operation` item of a description, by name. Of two with one name the
/// first counts; that there are two is for the caller to report.
#[derive(Debug, Clone, Default)]
pub struct Operations<'a> {
    by_name: BTreeMap<&'a str, &'a ast::Operation>,
}

impl<'a> FromIterator<&'a ast::Operation> for Operations<'a> {
    fn from_iter<I: IntoIterator<Item = &'a ast::Operation>>(items: I) -> Self {
        let mut by_name = BTreeMap::new();
        for operation in items {
            by_name
                .entry(operation.name.text.as_str())
                .or_insert(operation);
        }
        Operations { by_name }
    }
}

impl<'a> Operations<'a> {
    /// The operation of a name.
    pub fn get(&self, name: &str) -> Option<&'a ast::Operation> {
        self.by_name.get(name).copied()
    }
}

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

/// Checks what a row says that its instruction does.
///
/// # Errors
///
/// Every error of the body, of the family's `let`s, or of the call of a
/// template. An error within a template or a `let` has the row as a secondary
/// place; many rows report the same one, so a caller keeps one per code and
/// primary place.
pub fn check(
    operations: &Operations<'_>,
    environment: &Environment,
    meaning: &ast::RowMeaning,
    row: &ast::Name,
) -> Result<Checked, Vec<Diagnostic>> {
    check::check(operations, environment, meaning, row)
}
