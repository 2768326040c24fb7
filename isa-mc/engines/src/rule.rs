//! Evaluates conditions of forms and rules of families.

use crate::Target;
use crate::tables::{BitString, Counted, NONE, Operator, Rows, Rule, Step, Tables};

/// Depth of the stack. Lowering refuses deeper programs.
const DEPTH: usize = 16;

/// Operands that a step counts. Lowering refuses more.
const MAX_COUNTED: usize = 8;

/// Whether a rule holds for an instruction of these bits, on a processor that has whatever
/// feature may matter.
#[inline]
pub(crate) fn holds(tables: &Tables, rule: &Rule, bits: impl BitString) -> bool {
    holds_with(tables, rule, bits, u32::MAX)
}

/// [`holds`] on a processor with these features.
#[inline]
fn holds_with(tables: &Tables, rule: &Rule, bits: impl BitString, features: u32) -> bool {
    if rule.mask != 0 {
        return (bits.low() & rule.mask == rule.bits) == rule.equal.is_set();
    }
    evaluate(tables, rule.program, bits, features) != 0
}

/// Whether an instruction of these bits keeps a rule, which may count for processors with
/// some features only.
#[inline]
pub(crate) fn is_kept(target: &Target<'_>, rule: &Rule, bits: impl BitString) -> bool {
    let features = target.features();
    rule.features & !features != 0 || holds_with(target.tables, rule, bits, features)
}

/// The value of a program over the fields of `bits`. What overflows wraps.
#[inline]
fn evaluate(tables: &Tables, program: Rows, bits: impl BitString, features: u32) -> i64 {
    let program = &tables.program[program.range()];
    // Most conditions are `field == number`: no need of a stack.
    if let [
        Step::Field(field),
        Step::Push(number),
        Step::Binary(operator),
    ] = *program
    {
        let field = tables.fields[field as usize].get(bits, tables.pieces);
        return binary(operator, field.cast_signed(), i64::from(number));
    }
    let field = |index: u16| tables.fields[index as usize].get(bits, tables.pieces);
    // And how many registers operands name, or something else.
    if let [
        Step::Distinct { first, len },
        Step::Push(number),
        Step::Binary(Operator::Le),
    ]
    | [
        ..,
        Step::Distinct { first, len },
        Step::Push(number),
        Step::Binary(Operator::Le),
        Step::Binary(Operator::Or),
    ] = *program
    {
        // As many different ones as there are at most: mostly that is few enough.
        let few = |count: i64| count <= i64::from(number);
        let is_so = few(most_distinct(tables, first, len, field))
            || few(distinct(tables, (first, len), features, field));
        if is_so || program.len() == 3 {
            return is_so.into();
        }
    }
    run_for(tables, program, features, field)
}

/// Of a conjunction of comparisons `field == number` the first step of the one
/// that fails; [`NONE`] for programs of another form.
#[cold]
pub(crate) fn failing_test(tables: &Tables, program: Rows, bits: impl BitString) -> u16 {
    let steps = &tables.program[program.range()];
    let mut at = 0;
    let mut failing = NONE;
    while at < steps.len() {
        match steps[at..] {
            [
                Step::Field(field),
                Step::Push(number),
                Step::Binary(operator),
                ..,
            ] => {
                let value = tables.fields[field as usize].get(bits, tables.pieces);
                let holds = binary(operator, value.cast_signed(), i64::from(number)) != 0;
                if !holds && failing == NONE {
                    failing = at as u16;
                }
                at += 3;
            }
            [Step::Binary(Operator::And), ..] => at += 1,
            _ => return NONE,
        }
    }
    failing
}

/// Whether a program holds that joins comparisons `field == number` by and, or and not;
/// `None` if it is of another form. The stack is the bits of a number.
#[inline]
pub(crate) fn compare(program: &[Step], field: impl Fn(u16) -> u64) -> Option<bool> {
    let mut stack = 0_u32;
    let mut rest = program;
    loop {
        rest = match rest {
            [
                Step::Field(index),
                Step::Push(number),
                Step::Binary(operator),
                rest @ ..,
            ] => {
                let holds = comparison(*operator, field(*index).cast_signed(), (*number).into())?;
                stack = stack << 1 | u32::from(holds);
                rest
            }
            [Step::Binary(Operator::And), rest @ ..] => {
                stack = stack >> 1 & (stack | !1);
                rest
            }
            [Step::Binary(Operator::Or), rest @ ..] => {
                stack = stack >> 1 | stack & 1;
                rest
            }
            [Step::Not, rest @ ..] => {
                stack ^= 1;
                rest
            }
            [] => return Some(stack & 1 != 0),
            _ => return None,
        };
    }
}

/// What an operator says of two numbers; `None` if it is none that compares.
#[inline]
fn comparison(operator: Operator, a: i64, b: i64) -> Option<bool> {
    Some(match operator {
        Operator::Eq => a == b,
        Operator::Ne => a != b,
        Operator::Lt => a < b,
        Operator::Le => a <= b,
        Operator::Gt => a > b,
        Operator::Ge => a >= b,
        _ => return None,
    })
}

/// The value of a program whose fields have these values.
pub(crate) fn run_with(tables: &Tables, program: &[Step], field: impl Fn(u16) -> u64) -> i64 {
    run_for(tables, program, u32::MAX, field)
}

/// [`run_with`] on a processor with these features.
fn run_for(tables: &Tables, program: &[Step], features: u32, field: impl Fn(u16) -> u64) -> i64 {
    let mut stack = Stack {
        values: [0; DEPTH],
        len: 0,
    };
    for step in program {
        match *step {
            Step::Push(number) => stack.push(i64::from(number)),
            Step::Field(index) => stack.push(field(index).cast_signed()),
            Step::Binary(operator) => {
                let b = stack.pop();
                let a = stack.pop();
                stack.push(binary(operator, a, b));
            }
            Step::Not => {
                let a = stack.pop();
                stack.push(i64::from(a == 0));
            }
            Step::Choose => {
                let c = stack.pop();
                let b = stack.pop();
                let a = stack.pop();
                stack.push(if a == 0 { c } else { b });
            }
            Step::Popcount => {
                let a = stack.pop();
                stack.push(i64::from(a.count_ones()));
            }
            Step::Distinct { first, len } => {
                stack.push(distinct(tables, (first, len), features, &field));
            }
        }
    }
    stack.pop()
}

/// How many operands may name a register that counts.
#[inline]
fn most_distinct(tables: &Tables, first: u16, len: u8, field: impl Fn(u16) -> u64) -> i64 {
    let first = first as usize;
    let rows = &tables.counted[first..first + len as usize];
    let may_count = |row: &&Counted| row.field == NONE || field(row.field) <= u64::from(row.last);
    rows.iter().filter(may_count).count() as i64
}

/// How many different registers operands name.
fn distinct(
    tables: &Tables,
    (first, len): (u16, u8),
    features: u32,
    field: impl Fn(u16) -> u64,
) -> i64 {
    let first = first as usize;
    let mut seen = [0; MAX_COUNTED];
    let mut count = 0;
    for row in &tables.counted[first..first + len as usize] {
        let value = if row.field == NONE {
            0
        } else {
            field(row.field)
        };
        if let Some(key) = row.key(value, features, tables)
            && !seen[..count].contains(&key)
            && let Some(slot) = seen.get_mut(count)
        {
            *slot = key;
            count += 1;
        }
    }
    count as i64
}

fn binary(operator: Operator, a: i64, b: i64) -> i64 {
    match operator {
        Operator::Add => a.wrapping_add(b),
        Operator::Sub => a.wrapping_sub(b),
        Operator::Mul => a.wrapping_mul(b),
        Operator::Div if b == 0 => 0,
        Operator::Div => a.wrapping_div(b),
        Operator::Max => a.max(b),
        Operator::Min => a.min(b),
        Operator::Eq => i64::from(a == b),
        Operator::Ne => i64::from(a != b),
        Operator::Lt => i64::from(a < b),
        Operator::Le => i64::from(a <= b),
        Operator::Gt => i64::from(a > b),
        Operator::Ge => i64::from(a >= b),
        Operator::And => i64::from(a != 0 && b != 0),
        Operator::Or => i64::from(a != 0 || b != 0),
    }
}

/// A stack that neither grows nor fails: what is pushed beyond its depth is
/// lost and what is popped from nothing is zero.
struct Stack {
    values: [i64; DEPTH],
    len: usize,
}

impl Stack {
    fn push(&mut self, value: i64) {
        if let Some(slot) = self.values.get_mut(self.len) {
            *slot = value;
            self.len += 1;
        }
    }

    fn pop(&mut self) -> i64 {
        self.len = self.len.saturating_sub(1);
        let value = self.values[self.len];
        self.values[self.len] = 0;
        value
    }
}

#[cfg(test)]
mod tests {
    use super::{Operator, binary};

    /// A rule is computed for every value of its fields: none may panic.
    #[test]
    fn division_is_total_and_rounds_towards_zero() {
        assert_eq!(binary(Operator::Div, 7, 2), 3);
        assert_eq!(binary(Operator::Div, -7, 2), -3);
        assert_eq!(binary(Operator::Div, 7, 0), 0);
        assert_eq!(binary(Operator::Div, i64::MIN, -1), i64::MIN);
        assert_eq!(binary(Operator::Max, -1, 2), 2);
        assert_eq!(binary(Operator::Min, -1, 2), -1);
    }
}
