//! Instructions that are two in one.

use std::sync::Arc;

use super::expression::Expr;
use super::form::Form;
use super::instruction::{Binding, Require, Statement, UseLayout};
use super::name::{At, Name};

/// `halves two_floats { … }`: a table of instructions that are a half of another one.
#[derive(Debug, Clone, Hash)]
pub struct Halves {
    /// Name.
    pub name: Name,
    /// Fields that are fixed.
    pub bindings: Vec<Binding>,
    /// Operands, unused fields, the form, columns and rows.
    pub statements: Vec<Statement>,
}

/// `pair dual : VOPD(opcode = x * 32 + y) { … }`: every half of one side together with every
/// half of the other.
#[derive(Debug, Clone, Hash)]
pub struct Pair {
    /// Name.
    pub name: Name,
    /// The layout of all pairs. Its binding of `opcode` says what the numbers of two halves
    /// are together.
    pub layout: UseLayout,
    /// Feature that a processor must have.
    pub needs: Option<Name>,
    /// Where it exists.
    pub at: Option<At>,
    /// The sides.
    pub sides: Vec<Side>,
    /// How two halves are written.
    pub forms: Vec<Form>,
    /// Rules of both halves together.
    pub rules: Vec<PairRule>,
    /// Lines that every pair has as a family would.
    pub statements: Vec<Statement>,
}

/// `halves x : two_floats, moves;`: what may stand on one side.
#[derive(Debug, Clone, Hash)]
pub struct Side {
    /// Name, with which names of the half's operands and fields end.
    pub name: Name,
    /// Tables of halves.
    pub tables: Vec<Name>,
}

/// `require bank(src1x) != bank(src1y) "…" if src1x, src1y;`
#[derive(Debug, Clone, Hash)]
pub struct PairRule {
    /// The rule.
    pub rule: Arc<Require>,
    /// Operands that a pair has where the rule counts.
    pub of: Vec<Name>,
}

impl Pair {
    /// What two opcodes are together.
    pub fn opcode(&self) -> Option<&Expr> {
        let mut bindings = self.layout.bindings.iter();
        bindings
            .find(|it| it.field.text == "opcode")
            .map(|it| &it.value)
    }
}
