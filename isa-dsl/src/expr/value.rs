//! The value of an expression: computed, taken apart, put together.

use crate::ast::BinaryOp;
use crate::bits::BitField;
use crate::distinct::{self, Counted};
use crate::tables::Bits;

/// A resolved expression over the fields of an instruction: bits of a word, or
/// places of a stream. Values are signed 64-bit integers; arithmetic wraps, and
/// a division rounds towards zero and by zero gives 0; comparisons give 1 or 0.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Value<F = BitField> {
    /// A constant.
    Number(i64),
    /// A field's value, unsigned.
    Field(F),
    /// An operator.
    Binary(BinaryOp, Box<Value<F>>, Box<Value<F>>),
    /// 1 if the value is zero, else 0.
    Not(Box<Value<F>>),
    /// The second if the first is not zero, else the third.
    Choose(Box<Value<F>>, Box<Value<F>>, Box<Value<F>>),
    /// How many bits are set.
    Popcount(Box<Value<F>>),
    /// How many different registers operands name.
    Distinct(Vec<Counted<F>>),
}

impl Value {
    /// The value for an instruction's bits.
    pub fn evaluate(&self, bits: Bits) -> i64 {
        self.compute(&|field| field.take(bits))
    }
}

impl<F: Clone + PartialEq> Value<F> {
    /// An operator over two values. This and its like compute what does not depend on fields.
    #[must_use]
    pub fn binary(op: BinaryOp, a: Value<F>, b: Value<F>) -> Value<F> {
        let constant = match (a.constant(), b.constant()) {
            (Some(a), Some(b)) => return Value::Number(apply(op, a, b)),
            (Some(number), None) | (None, Some(number)) => Some(number != 0),
            (None, None) => None,
        };
        match (op, constant) {
            (BinaryOp::Or, Some(true)) => Value::Number(1),
            (BinaryOp::And, Some(false)) => Value::Number(0),
            // A constant is no truth: this is the other side, which decides.
            (BinaryOp::And | BinaryOp::Or, Some(_)) if a.is_truth() => a,
            (BinaryOp::And | BinaryOp::Or, Some(_)) if b.is_truth() => b,
            _ => Value::Binary(op, Box::new(a), Box::new(b)),
        }
    }

    /// 1 if the value is zero, else 0.
    #[must_use]
    pub fn negated(self) -> Value<F> {
        match self.constant() {
            Some(number) => Value::Number(i64::from(number == 0)),
            None => Value::Not(Box::new(self)),
        }
    }

    /// The second if the first is not zero, else the third.
    #[must_use]
    pub fn choose(condition: Value<F>, then: Value<F>, otherwise: Value<F>) -> Value<F> {
        match condition.constant() {
            Some(0) => otherwise,
            Some(_) => then,
            None => Value::Choose(Box::new(condition), Box::new(then), Box::new(otherwise)),
        }
    }

    /// How many bits of it are set.
    #[must_use]
    pub fn popcount(self) -> Value<F> {
        match self.constant() {
            Some(number) => Value::Number(i64::from(number.count_ones())),
            None => Value::Popcount(Box::new(self)),
        }
    }

    /// 1 if the value is one of these, which both count, else 0.
    #[must_use]
    pub fn within(self, first: u64, last: u64) -> Value<F> {
        let end = |op, value, end: u64| Value::binary(op, value, Value::Number(end.cast_signed()));
        let from = end(BinaryOp::Ge, self.clone(), first);
        Value::binary(BinaryOp::And, from, end(BinaryOp::Le, self, last))
    }

    /// The value, if it does not depend on fields.
    pub fn constant(&self) -> Option<i64> {
        match self {
            Value::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// The value where `field` gives the values of the fields.
    pub fn compute(&self, field: &dyn Fn(&F) -> u64) -> i64 {
        match self {
            Value::Number(number) => *number,
            Value::Field(it) => field(it).cast_signed(),
            Value::Binary(op, a, b) => {
                let a = a.compute(field);
                match op {
                    // One side decides: nothing but time depends on the other.
                    BinaryOp::And if a == 0 => 0,
                    BinaryOp::Or if a != 0 => 1,
                    _ => apply(*op, a, b.compute(field)),
                }
            }
            Value::Not(a) => i64::from(a.compute(field) == 0),
            Value::Choose(a, b, c) => {
                if a.compute(field) == 0 {
                    c.compute(field)
                } else {
                    b.compute(field)
                }
            }
            Value::Popcount(a) => i64::from(a.compute(field).count_ones()),
            Value::Distinct(operands) => distinct::count(operands, field),
        }
    }

    /// The value where `field` gives the values of those fields that are known, if they decide.
    pub fn known(&self, field: &dyn Fn(&F) -> Option<u64>) -> Option<i64> {
        match self {
            Value::Number(number) => Some(*number),
            Value::Field(it) => field(it).map(u64::cast_signed),
            Value::Binary(op, a, b) => match (op, a.known(field)) {
                (BinaryOp::And, Some(0)) => Some(0),
                (BinaryOp::Or, Some(1..)) => Some(1),
                (_, a) => match (op, a, b.known(field)) {
                    (BinaryOp::And, _, Some(0)) => Some(0),
                    (_, a, b) => Some(apply(*op, a?, b?)),
                },
            },
            Value::Not(a) => a.known(field).map(|it| i64::from(it == 0)),
            Value::Choose(a, b, c) => match a.known(field)? {
                0 => c.known(field),
                _ => b.known(field),
            },
            Value::Popcount(a) => a.known(field).map(|it| i64::from(it.count_ones())),
            Value::Distinct(_) => {
                let fields = self.fields();
                let all = fields.iter().all(|it| field(it).is_some());
                all.then(|| self.compute(&|it| field(it).unwrap_or(0)))
            }
        }
    }

    /// The same expression over other fields.
    pub fn map<G>(&self, field: &dyn Fn(&F) -> G) -> Value<G> {
        let inner = |value: &Value<F>| Box::new(value.map(field));
        match self {
            Value::Number(number) => Value::Number(*number),
            Value::Field(it) => Value::Field(field(it)),
            Value::Binary(op, a, b) => Value::Binary(*op, inner(a), inner(b)),
            Value::Not(a) => Value::Not(inner(a)),
            Value::Choose(a, b, c) => Value::Choose(inner(a), inner(b), inner(c)),
            Value::Popcount(a) => Value::Popcount(inner(a)),
            Value::Distinct(operands) => {
                Value::Distinct(operands.iter().map(|it| it.map(field)).collect())
            }
        }
    }

    /// The fields it depends on, each once, in the order of the text.
    pub fn fields(&self) -> Vec<F> {
        let mut fields = Vec::new();
        self.collect(&mut fields);
        fields
    }

    fn collect(&self, fields: &mut Vec<F>) {
        match self {
            Value::Number(_) => {}
            Value::Field(field) => {
                if !fields.contains(field) {
                    fields.push(field.clone());
                }
            }
            Value::Binary(_, a, b) => {
                a.collect(fields);
                b.collect(fields);
            }
            Value::Not(a) | Value::Popcount(a) => a.collect(fields),
            Value::Choose(a, b, c) => {
                a.collect(fields);
                b.collect(fields);
                c.collect(fields);
            }
            Value::Distinct(operands) => {
                for field in operands.iter().filter_map(|it| it.field.as_ref()) {
                    if !fields.contains(field) {
                        fields.push(field.clone());
                    }
                }
            }
        }
    }

    /// Fields that the expression, taken as a condition, fixes to one value:
    /// the `field == constant` terms of its conjunction.
    pub fn fixed_fields(&self) -> Vec<(F, u64)> {
        match self {
            Value::Binary(BinaryOp::And, a, b) => {
                let mut fixed = a.fixed_fields();
                fixed.extend(b.fixed_fields());
                fixed
            }
            Value::Binary(BinaryOp::Eq, a, b) => match (&**a, &**b) {
                (Value::Field(field), Value::Number(number))
                | (Value::Number(number), Value::Field(field)) => {
                    vec![(field.clone(), number.cast_unsigned())]
                }
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    /// How many values a stack machine holds at once to compute it.
    pub fn stack_depth(&self) -> usize {
        match self {
            // A step holds 32 bits; more of them are put together.
            Value::Number(number) => 1 + usize::from(i32::try_from(*number).is_err()),
            Value::Field(_) | Value::Distinct(..) => 1,
            Value::Not(a) | Value::Popcount(a) => a.stack_depth(),
            Value::Binary(_, a, b) => a.stack_depth().max(b.stack_depth() + 1),
            Value::Choose(a, b, c) => {
                let two = a.stack_depth().max(b.stack_depth() + 1);
                two.max(c.stack_depth() + 2)
            }
        }
    }

    /// Whether `test` holds for it or for a value that it is computed from.
    pub fn any(&self, test: &dyn Fn(&Value<F>) -> bool) -> bool {
        test(self)
            || match self {
                Value::Number(_) | Value::Field(_) | Value::Distinct(..) => false,
                Value::Not(a) | Value::Popcount(a) => a.any(test),
                Value::Binary(_, a, b) => a.any(test) || b.any(test),
                Value::Choose(a, b, c) => a.any(test) || b.any(test) || c.any(test),
            }
    }

    /// Whether it is always 0 or 1.
    fn is_truth(&self) -> bool {
        use BinaryOp::{And, Eq, Ge, Gt, Le, Lt, Ne, Or};
        match self {
            Value::Not(_) => true,
            Value::Binary(op, ..) => matches!(op, And | Or | Eq | Ne | Lt | Le | Gt | Ge),
            _ => false,
        }
    }
}

fn apply(op: BinaryOp, a: i64, b: i64) -> i64 {
    match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::Div if b == 0 => 0,
        BinaryOp::Div => a.wrapping_div(b),
        BinaryOp::Max => a.max(b),
        BinaryOp::Min => a.min(b),
        BinaryOp::Eq => i64::from(a == b),
        BinaryOp::Ne => i64::from(a != b),
        BinaryOp::Lt => i64::from(a < b),
        BinaryOp::Le => i64::from(a <= b),
        BinaryOp::Gt => i64::from(a > b),
        BinaryOp::Ge => i64::from(a >= b),
        BinaryOp::And => i64::from(a != 0 && b != 0),
        BinaryOp::Or => i64::from(a != 0 || b != 0),
    }
}
