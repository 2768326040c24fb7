//! Whether a statement with a name in it is read as it should be: only then is it
//! written.

use super::Source;
use super::block::Block;
use crate::parse::{self, Symbols};
use crate::{Inst, SyntaxId, Target};

/// Bytes of an instruction at most.
const MAX_BYTES: usize = 32;

/// The names that a statement may use.
struct Names<'n, 't> {
    target: Target<'t>,
    syntax: SyntaxId,
    name: &'n str,
}

impl Symbols for Names<'_, '_> {
    fn value(&self, _: &str) -> Option<i64> {
        None
    }

    fn is_later(&self, name: &str) -> bool {
        let stem = name.split_once('@').map_or(name, |(stem, _)| stem);
        stem == self.name && parse::register(&self.target, stem, self.syntax).is_none()
    }
}

/// An operand of an instruction that an expression makes.
#[derive(Clone, Copy)]
pub(super) struct Operand<'n> {
    /// Its number.
    pub(super) number: u16,
    /// The expression.
    pub(super) expression: &'n str,
    /// The name in it.
    pub(super) name: &'n str,
    /// What the assembler puts in first: a distance, or else a literal that is 0.
    pub(super) distance: Option<i64>,
}

impl Source<'_, '_> {
    /// Appends an instruction with an expression for one of its operands, if it is read
    /// as exactly `wanted`. What it says instead of the expression does not matter.
    /// Whether that was found out before is said by `is_known`.
    pub(super) fn naming(
        &self,
        inst: Inst,
        operand: Operand<'_>,
        wanted: Inst,
        is_known: bool,
        out: &mut Block,
    ) -> bool {
        let start = out.len();
        let (number, expression) = (operand.number.into(), operand.expression);
        let printed = self
            .target
            .print_naming(inst, self.syntax, number, expression, out);
        let is_right = printed.is_ok()
            && (is_known
                || str::from_utf8(&out.as_bytes()[start..])
                    .is_ok_and(|text| self.is_read_as(text, operand, wanted)));
        if !is_right {
            out.truncate(start);
        }
        is_right
    }

    /// Whether a text with an expression is read as an instruction.
    fn is_read_as(&self, text: &str, operand: Operand<'_>, wanted: Inst) -> bool {
        let names = Names {
            target: self.target,
            syntax: self.syntax,
            name: operand.name,
        };
        let parsed = self.target.parse_with(text, self.syntax, &names);
        let Some((inst, later)) = parsed.ok().and_then(|it| Some((it.inst, it.later?))) else {
            return false;
        };
        match operand.distance {
            None => later.literal && self.are_same(inst, wanted),
            Some(distance) => {
                let resolved = self.target.resolve(inst, later.operand, distance);
                !later.literal && resolved.is_ok_and(|inst| self.are_same(inst, wanted))
            }
        }
    }

    /// Whether two instructions have the same bytes.
    fn are_same(&self, one: Inst, other: Inst) -> bool {
        let (mut bytes, mut others) = ([0; MAX_BYTES], [0; MAX_BYTES]);
        let size = self.target.encode(one, &mut bytes);
        let same = self.target.encode(other, &mut others);
        size.is_ok() && same.is_ok() && size == same && bytes == others
    }
}
