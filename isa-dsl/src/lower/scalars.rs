//! Rules that limit how many different registers operands name, as numbers that
//! decoding adds up.

use crate::tables::{
    Counted, Field, NO_READINGS, NONE, Operand, Operator, Rows, Shape, Step, Tables,
};

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
            last: self.last,
            ranges: Rows {
                start: self.first_range,
                len: self.ranges,
            },
        };
        row.key(value, tables).is_some()
    }
}

/// What the rules of a shape are, if all that they say is how many registers may be
/// different.
pub(super) struct Limit {
    /// So many operands may hold values that count: then the rules hold even if all of
    /// them are different.
    pub(super) allowance: u8,
    /// The operands.
    operands: Vec<(Field, Values)>,
}

impl Limit {
    /// The limit of a shape; `None` if it has other rules.
    pub(super) fn of(tables: &Tables, shape: &Shape) -> Option<Limit> {
        let mut limit = Limit {
            allowance: u8::MAX,
            operands: Vec::new(),
        };
        let rule = match &tables.rules[shape.rules.range()] {
            [] => return Some(limit),
            [rule] => rule,
            _ => return None,
        };
        let [
            Step::Distinct { first, len },
            Step::Push(most),
            Step::Binary(Operator::Le),
        ] = tables.program[rule.program.range()]
        else {
            return None;
        };
        let mut most = most;
        let first = usize::from(first);
        for row in &tables.counted[first..first + usize::from(len)] {
            if row.field == NONE {
                // A state, which has the value zero.
                most -= i32::from(row.key(0, tables).is_some());
            } else {
                let field = tables.fields[usize::from(row.field)];
                limit.operands.push((field, Values::of(row)));
            }
        }
        limit.allowance = u8::try_from(most).ok()?;
        Some(limit)
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
