//! Rules that limit how many different registers operands name, as numbers that
//! decoding adds up.

use super::rules::{RegisterLimit, register_limit};
use crate::tables::{Counted, Field, NO_READINGS, NONE, Operand, Rows, Rule, Shape, Tables};

/// Values that a rule counts: up to the greatest of them, in these ranges.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Values {
    last: u32,
    first_range: u32,
    ranges: u16,
}

impl Values {
    fn of(row: &Counted) -> Values {
        Values {
            last: row.last,
            first_range: row.ranges.start,
            ranges: row.ranges.len,
        }
    }

    /// Whether a value is one of them.
    pub(super) fn contain(self, tables: &Tables, value: u64) -> bool {
        let row = Counted {
            field: NONE,
            width: 0,
            without: 0,
            feature: 0,
            last: self.last,
            ranges: Rows {
                start: self.first_range,
                len: self.ranges,
            },
        };
        row.key(value, u32::MAX, tables).is_some()
    }
}

/// What tells that the rules of a shape hold.
#[derive(Clone, Copy)]
pub(super) struct Told {
    /// So many operands may hold values that count: then the rules hold even if all of
    /// them are different.
    pub(super) allowance: u8,
    /// Bits, and the value of them with which a rule may not hold. Without such a rule
    /// there are no bits, and the value is 1.
    pub(super) refused: (u64, u64),
}

/// The rules of a shape, if it is enough to know how many registers may be different and
/// which bits they refuse.
pub(super) struct Limit {
    pub(super) told: Told,
    /// The operands whose registers are counted.
    operands: Vec<(Field, Values)>,
}

impl Limit {
    /// The limit of a shape; `None` if its rules say more.
    pub(super) fn of(tables: &Tables, shape: &Shape) -> Option<Limit> {
        let mut limit = Limit {
            told: Told {
                allowance: u8::MAX,
                refused: (0, 1),
            },
            operands: Vec::new(),
        };
        let (mut counts, mut refuses) = (false, false);
        for rule in &tables.rules[shape.rules.range()] {
            if rule.features != 0 {
                return None;
            }
            if rule.mask != 0 && !rule.equal.is_set() && !refuses {
                limit.told.refused = (rule.mask, rule.bits);
                refuses = true;
            } else if !counts {
                limit.count(tables, rule)?;
                counts = true;
            } else {
                return None;
            }
        }
        Some(limit)
    }

    /// Takes a rule that limits how many registers operands name; `None` if it is none.
    fn count(&mut self, tables: &Tables, rule: &Rule) -> Option<()> {
        let RegisterLimit { operands, mut most } = register_limit(tables, rule)?;
        for row in operands {
            if row.field == NONE {
                // A state, which has the value zero.
                most -= i32::from(row.key(0, u32::MAX, tables).is_some());
            } else {
                let field = tables.fields[usize::from(row.field)];
                self.operands.push((field, Values::of(row)));
            }
        }
        self.told.allowance = u8::try_from(most).ok()?;
        Some(())
    }

    /// Whether these operands have the readings that tell what counts.
    pub(super) fn is_told(&self, operands: &[Operand]) -> bool {
        let is_told = |(field, _): &(Field, Values)| {
            let mut same = operands.iter().filter(|row| row.field == *field);
            let reading = same.next().map_or(NO_READINGS, |row| row.reading.base);
            reading != NO_READINGS && same.next().is_none()
        };
        self.operands.iter().all(is_told)
    }

    /// Which values of an operand count, if any do.
    pub(super) fn values(&self, operand: &Operand) -> Option<Values> {
        let mut found = self.operands.iter();
        let (_, values) = found.find(|(field, _)| *field == operand.field)?;
        Some(*values)
    }
}
