//! Whether a statement with a name in it is read as it should be: only then is it
//! written.

use super::block::Block;
use super::source::Source;
use crate::Inst;
use crate::parse;
use crate::parsed::Symbols;

/// Bytes of an instruction at most.
const MAX_BYTES: usize = 32;

/// Encodings that are read with a name in the place of their only operand: that of a
/// symbol, or any that is made up. Of those that share a slot the last one is remembered,
/// so that a file with many symbols takes no more room.
#[derive(Default)]
pub(super) struct Proved {
    slots: Vec<Slot>,
}

/// One of them.
#[derive(Clone)]
struct Slot {
    key: (u16, Option<usize>),
    /// What stands before the name.
    before: String,
}

/// A power of two.
const SLOTS: usize = 256;

/// No encoding has that number, and no symbol.
const EMPTY: (u16, Option<usize>) = (u16::MAX, Some(usize::MAX));

impl Proved {
    fn slot((encoding, symbol): (u16, Option<usize>)) -> usize {
        let symbol = symbol.map_or(0, |symbol| symbol.wrapping_mul(31).wrapping_add(1));
        symbol.wrapping_add(encoding.into()) % SLOTS
    }

    /// What stands before the name in the text of such an instruction, which is all that it has
    /// beside the name.
    pub(super) fn before(&self, key: (u16, Option<usize>)) -> Option<&str> {
        let slot = self.slots.get(Self::slot(key));
        slot.filter(|slot| slot.key == key)
            .map(|slot| slot.before.as_str())
    }

    /// Remembers a text that ends with the name.
    pub(super) fn insert(&mut self, key: (u16, Option<usize>), text: &[u8], name: &str) {
        let before = text.strip_suffix(name.as_bytes());
        let Some(Ok(before)) = before.map(str::from_utf8) else {
            return;
        };
        if self.slots.is_empty() {
            let slot = Slot {
                key: EMPTY,
                before: String::new(),
            };
            self.slots.resize(SLOTS, slot);
        }
        self.slots[Self::slot(key)] = Slot {
            key,
            before: before.to_owned(),
        };
    }
}

/// The names that a statement may use.
struct Names<'n> {
    /// None if it means registers.
    name: Option<&'n str>,
}

impl Symbols for Names<'_> {
    fn value(&self, _: &str) -> Option<i64> {
        None
    }

    fn is_later(&self, name: &str) -> bool {
        let stem = name.split_once('@').map_or(name, |(stem, _)| stem);
        Some(stem) == self.name
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
    pub(super) fn naming(
        &self,
        inst: Inst,
        operand: Operand<'_>,
        wanted: Inst,
        out: &mut Block,
    ) -> bool {
        let start = out.len();
        let (number, expression) = (operand.number.into(), operand.expression);
        let printed = self
            .target
            .print_naming(inst, self.syntax, number, expression, out);
        let is_right = printed.is_ok()
            && str::from_utf8(&out.as_bytes()[start..])
                .is_ok_and(|text| self.is_read_as(text, operand, wanted));
        if !is_right {
            out.truncate(start);
        }
        is_right
    }

    /// Whether a text with an expression is read as an instruction.
    fn is_read_as(&self, text: &str, operand: Operand<'_>, wanted: Inst) -> bool {
        let is_register = parse::register(&self.target, operand.name, self.syntax).is_some();
        let names = Names {
            name: (!is_register).then_some(operand.name),
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
