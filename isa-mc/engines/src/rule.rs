//! Evaluates conditions of forms and rules of families.

use crate::Target;
use crate::tables::{BitString, NONE, Operator, Rows, Rule, Step, StepParts, Tables, low_mask};

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
    if rule.keys.len != 0 {
        let key = gathered(tables, rule.gather, rule.keys, bits) as usize;
        let answers = tables.answers.get(rule.answers as usize + key / 64);
        return answers.is_some_and(|answers| answers >> (key % 64) & 1 != 0);
    }
    // Most are far from a limit.
    if rule.uncounted != 0 {
        let named = rule.uncounted & (bits.low() ^ rule.bits);
        if named.count_ones() <= u32::from(rule.most) {
            return true;
        }
    }
    evaluate(tables, rule.program, bits, features) != 0
}

/// The values of fields as one number, the first lowest, by what brings them together, if there
/// is such a thing.
#[inline]
pub(crate) fn gathered(tables: &Tables, gather: u16, fields: Rows, bits: impl BitString) -> u64 {
    match tables.gathers.get(usize::from(gather)) {
        Some(gather) => gather.of(bits.low()),
        None => joined(tables, fields, bits),
    }
}

/// [`gathered`], one field after the other.
#[inline(never)]
fn joined(tables: &Tables, fields: Rows, bits: impl BitString) -> u64 {
    let (mut key, mut at) = (0, 0);
    let low = bits.low();
    for field in &tables.fields[fields.range()] {
        // Most lie in the first 64 bits, in one piece.
        let is_low =
            field.more.len == 0 && u32::from(field.shift) + u32::from(field.total) <= u64::BITS;
        let value = match is_low {
            true => low.unbounded_shr(field.shift.into()) & low_mask(field.total),
            false => field.get(bits, tables.pieces),
        };
        key |= value << at;
        at += field.total;
    }
    key
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
    if let Ok(steps) = program.try_into()
        && let Some((field, number, operator)) = StepParts::comparison(steps)
    {
        let field = tables.fields[field as usize].get(bits, tables.pieces);
        return operator.apply(field.cast_signed(), i64::from(number));
    }
    let field = |index: u16| tables.fields[index as usize].get(bits, tables.pieces);
    run_for(tables, program, features, field)
}

/// Of a conjunction of comparisons `field == number` the first step of the one
/// that fails; [`NONE`] for programs of another form.
#[cold]
pub(crate) fn failing_test(tables: &Tables, program: Rows, bits: impl BitString) -> u16 {
    let steps = &tables.program[program.range()];
    let mut at = 0;
    let mut failing = NONE;
    while let Some(step) = steps.get(at) {
        if let Some(first) = steps[at..].first_chunk()
            && let Some((field, number, operator)) = StepParts::comparison(first)
        {
            let value = tables.fields[field as usize].get(bits, tables.pieces);
            let holds = operator.apply(value.cast_signed(), i64::from(number)) != 0;
            if !holds && failing == NONE {
                failing = at as u16;
            }
            at += first.len();
        } else if step.get() == Step::Binary(Operator::And) {
            at += 1;
        } else {
            return NONE;
        }
    }
    failing
}

/// Whether a program holds that joins comparisons `field == number` by and, or and not;
/// `None` if it is of another form. The stack is the bits of a number.
#[inline]
pub(crate) fn compare(program: &[StepParts], field: impl Fn(u16) -> u64) -> Option<bool> {
    let mut stack = 0_u32;
    let mut rest = program;
    while let Some((step, behind)) = rest.split_first() {
        if let Some((first, behind)) = rest.split_first_chunk()
            && let Some((index, number, operator)) = StepParts::comparison(first)
        {
            let holds = comparison(operator, field(index).cast_signed(), number.into())?;
            stack = stack << 1 | u32::from(holds);
            rest = behind;
            continue;
        }
        rest = behind;
        match step.get() {
            Step::Binary(Operator::And) => stack = stack >> 1 & (stack | !1),
            Step::Binary(Operator::Or) => stack = stack >> 1 | stack & 1,
            Step::Not => stack ^= 1,
            _ => return None,
        }
    }
    Some(stack & 1 != 0)
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
pub(crate) fn run_with(tables: &Tables, program: &[StepParts], field: impl Fn(u16) -> u64) -> i64 {
    run_for(tables, program, u32::MAX, field)
}

/// [`run_with`] on a processor with these features.
fn run_for(
    tables: &Tables,
    program: &[StepParts],
    features: u32,
    field: impl Fn(u16) -> u64,
) -> i64 {
    let mut stack = Stack {
        values: [0; DEPTH],
        len: 0,
    };
    for step in program {
        match step.get() {
            Step::Push(number) => stack.push(i64::from(number)),
            Step::Field(index) => stack.push(field(index).cast_signed()),
            Step::Binary(operator) => {
                let b = stack.pop();
                let a = stack.pop();
                stack.push(operator.apply(a, b));
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
    use std::collections::BTreeSet;

    use super::{Operator, evaluate, holds};
    use crate::tables::Bits;
    use isa_mc::gcn::TABLES;

    /// What a row says of its fields is what its program gives, for all that they may be.
    #[test]
    fn answers_are_those_of_the_programs() {
        let mut compared = 0;
        let mut seen = BTreeSet::new();
        for rule in TABLES.rules.iter().filter(|rule| rule.keys.len != 0) {
            // Each program over each keys once.
            if !seen.insert((rule.keys.start, rule.program.start)) {
                continue;
            }
            let fields = &TABLES.fields[rule.keys.range()];
            let total: u8 = fields.iter().map(|field| field.total).sum();
            for key in 0..1_u64 << total {
                let (mut bits, mut rest) = (Bits::ZERO, key);
                for field in fields {
                    bits = field.set(bits, rest, TABLES.pieces);
                    rest >>= field.total;
                }
                let program = evaluate(&TABLES, rule.program, bits, u32::MAX) != 0;
                assert_eq!(holds(&TABLES, rule, bits), program, "{rule:?} of {key}");
                compared += 1;
            }
        }
        assert!(compared > 1000, "{compared}");
    }

    /// Where few operands may name a register, the program of the limit agrees.
    #[test]
    fn limits_are_those_of_the_programs() {
        let (mut told, mut state) = (0, 1_u64);
        for rule in TABLES.rules.iter().filter(|rule| rule.uncounted != 0) {
            for _ in 0..200 {
                let mut next = || {
                    state = state
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(1);
                    state >> 32
                };
                let low = next() << 32 | next();
                let bits = Bits::from(low);
                let named = (rule.uncounted & (low ^ rule.bits)).count_ones();
                if named <= rule.most.into() {
                    for features in [0, u32::MAX, next() as u32] {
                        assert_ne!(
                            evaluate(&TABLES, rule.program, bits, features),
                            0,
                            "{rule:?}"
                        );
                    }
                    told += 1;
                }
            }
        }
        assert!(told > 1000, "{told}");
    }

    /// A rule is computed for every value of its fields: none may panic.
    #[test]
    fn division_is_total_and_rounds_towards_zero() {
        assert_eq!(Operator::Div.apply(7, 2), 3);
        assert_eq!(Operator::Div.apply(-7, 2), -3);
        assert_eq!(Operator::Div.apply(7, 0), 0);
        assert_eq!(Operator::Div.apply(i64::MIN, -1), i64::MIN);
        assert_eq!(Operator::Max.apply(-1, 2), 2);
        assert_eq!(Operator::Min.apply(-1, 2), -1);
    }
}
