//! Conditions that exclude each other.

use std::cell::RefCell;

use crate::bits::{self, BitField};
use crate::expr::Value;
use crate::known::Known;
use crate::tables::Bits;

/// Bits of fields that are looked at to tell two forms apart.
const MAX_KEY: u32 = 12;

/// Pairs of conditions that were looked at: many shapes have the same.
#[derive(Debug, Default)]
pub struct Exclusions(RefCell<Known<Value, Known<Value, Exclusion>>>);

/// What two conditions are to each other.
#[derive(Debug, Clone)]
pub struct Exclusion {
    /// The fields of both.
    pub fields: Vec<BitField>,
    /// For all values of these one of them does not hold.
    pub excluded: bool,
}

impl Exclusions {
    /// What two conditions are to each other.
    pub fn of(&self, a: &Value, b: &Value) -> Exclusion {
        if let Some(known) = self.0.borrow().get(a).and_then(|it| it.get(b)) {
            return known.clone();
        }
        let fields = fields_of(&[a, b]);
        let excluded = never_both(&[a, b], &fields, &|_| false);
        let found = Exclusion { fields, excluded };
        let mut known = self.0.borrow_mut();
        let of_a = known.entry(a.clone()).or_default();
        of_a.insert(b.clone(), found.clone());
        found
    }
}

/// Whether the bits of all fields are among some.
pub fn all_in(fields: &[BitField], bits: Bits) -> bool {
    fields
        .iter()
        .all(|field| field.mask() & bits == field.mask())
}

/// The fields of conditions, each once.
pub fn fields_of(conditions: &[&Value]) -> Vec<BitField> {
    let mut fields = conditions.iter().flat_map(|it| it.fields()).collect();
    each_once(&mut fields);
    fields
}

/// Takes fields away that are there before.
pub fn each_once(fields: &mut Vec<BitField>) {
    let mut seen: Vec<BitField> = Vec::new();
    fields.retain(|field| {
        let new = !seen.contains(field);
        if new {
            seen.push(field.clone());
        }
        new
    });
}

/// Whether for all values of some fields, which are few, one of the conditions does not hold or
/// `differ` does.
pub fn never_both(
    conditions: &[&Value],
    fields: &[BitField],
    differ: &dyn Fn(Bits) -> bool,
) -> bool {
    let bits: u32 = fields.iter().map(BitField::width).sum();
    let few = !fields.is_empty() && bits <= MAX_KEY;
    few && never_all(conditions, fields, (Bits::ZERO, Bits::ZERO), differ)
}

/// The same where other fields have values already, in the bits that are known. Where these
/// decide a condition, the fields are not looked at.
fn never_all(
    conditions: &[&Value],
    fields: &[BitField],
    (values, known): (Bits, Bits),
    differ: &dyn Fn(Bits) -> bool,
) -> bool {
    let value_of = |field: &BitField| {
        let mask = field.mask();
        (known & mask == mask).then(|| field.take(values))
    };
    if conditions.iter().any(|it| it.known(&value_of) == Some(0)) {
        return true;
    }
    let [field, others @ ..] = fields else {
        return differ(values);
    };
    let known = known | field.mask();
    (0..=bits::ones(field.width())).all(|value| {
        // Of bits that two fields have the value of the later one counts: all are met.
        let values = values & !field.mask() | field.place(value);
        never_all(conditions, others, (values, known), differ)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::BinaryOp;

    struct Random(u64);

    impl Random {
        fn below(&mut self, end: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005) + 1;
            (self.0 >> 33) % end
        }
    }

    /// A condition over fields of which two have a bit in common.
    fn drawn(random: &mut Random, depth: u32) -> Value {
        let fields = [(0, 2), (1, 2), (3, 1)];
        let ops = [BinaryOp::And, BinaryOp::Or, BinaryOp::Eq, BinaryOp::Lt];
        let inner = |random: &mut Random| drawn(random, depth - 1);
        match random.below(if depth == 0 { 2 } else { 6 }) {
            0 => Value::Number(random.below(4).cast_signed()),
            1 => {
                let (shift, width) = fields[random.below(3) as usize];
                Value::Field(BitField::single(shift, width))
            }
            2 => inner(random).negated(),
            3 => Value::choose(inner(random), inner(random), inner(random)),
            _ => {
                let op = ops[random.below(4) as usize];
                Value::binary(op, inner(random), inner(random))
            }
        }
    }

    /// What some fields decide is so whatever the others are: conditions exclude each other
    /// exactly where no bits let both hold.
    #[test]
    fn conditions_exclude_each_other_where_no_value_holds_in_both() {
        let mut random = Random(1);
        let exclusions = Exclusions::default();
        let mut counts = [0; 2];
        for _ in 0..3000 {
            let [a, b] = [drawn(&mut random, 3), drawn(&mut random, 3)];
            let holds = |it: &Value, bits: u64| it.evaluate(Bits::from(bits)) != 0;
            let never = (0..16).all(|bits| !(holds(&a, bits) && holds(&b, bits)));
            // Where nothing is asked nothing excludes.
            let never = never && !fields_of(&[&a, &b]).is_empty();
            assert_eq!(exclusions.of(&a, &b).excluded, never, "{a:?} and {b:?}");
            assert_eq!(exclusions.of(&a, &b).excluded, never, "the second time");
            counts[usize::from(never)] += 1;
        }
        assert!(counts.iter().all(|it| *it > 300), "{counts:?}");
    }
}
