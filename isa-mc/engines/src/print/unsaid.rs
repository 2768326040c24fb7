//! Operands that no form of a syntax says.

use super::Printer;
use crate::operand;
use crate::tables::{Bits, Meaning, Operand};

impl Printer<'_> {
    /// The bits of an operand whose literal no text says: the number would be
    /// read as a constant, or as another literal. 0 if there is none.
    #[inline]
    pub(super) fn unsaid_literal(&self) -> Bits {
        if self.inst.size() <= self.shape.size as usize {
            return Bits::ZERO;
        }
        let unsaid =
            |row: &&Operand| operand::is_unsaid_literal(self.target, self.syntax, row, self.inst);
        self.operands.iter().find(unsaid).map_or(Bits::ZERO, |row| {
            let mask = row.field.mask(self.target.tables.pieces);
            mask.max(Bits::from_low(1))
        })
    }

    /// The bits of operands that are not there, which no text says.
    pub(super) fn unsaid_absent(&self) -> Bits {
        let (bits, choice) = (self.inst.bits(), self.inst.choice());
        self.bits_of(|row, value| {
            value != 0
                && operand::may_be_absent(row)
                && operand::is_absent(row, operand::width(self.target, row, bits, choice))
        })
    }

    /// The bits of operands whose words say other values, which are alike.
    #[cold]
    pub(super) fn unsaid_alike(&self) -> Bits {
        self.bits_of(|row, value| {
            let entry = operand::entry_of(self.target, row, self.inst.bits());
            entry.is_some_and(|entry| {
                let is_word = matches!(
                    entry.meaning,
                    Meaning::Keyword { .. } | Meaning::Spelled { .. }
                );
                is_word && value != u64::from(entry.first)
            })
        })
    }

    /// The bits of the operands of which, with their values, something holds.
    fn bits_of(&self, holds: impl Fn(&Operand, u64) -> bool) -> Bits {
        let (bits, pieces) = (self.inst.bits(), self.target.tables.pieces);
        let found = self
            .operands
            .iter()
            .filter(|row| holds(row, row.get(bits, pieces)));
        found.fold(Bits::ZERO, |all, row| all | row.field.mask(pieces))
    }
}
