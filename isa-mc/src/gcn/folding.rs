//! Expressions made shorter by what is known of their bits, as LLVM writes those of a
//! kernel descriptor: `((0&~960)|(x<<6))&63` is 0, whatever `x` is.
//!
//! Source: LLVM's `AMDGPUMCExpr`, and what llvm-mc 22 writes.

use std::collections::HashMap;

use crate::asm::Writer;
use crate::object::{Definition, ExpressionId, Node, ObjectBuilder, Operator, Sign};

/// How deep bits are looked for.
const MAX_DEPTH: u32 = 16;

/// How deep expressions are made shorter.
const MAX_FOLDED: u32 = 400;

/// Bits of which it is known that they are 0, or 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Known {
    zeros: u64,
    ones: u64,
}

impl Known {
    const NOTHING: Known = Known { zeros: 0, ones: 0 };

    /// One bit of which nothing is known, and zeros before it.
    const TRUTH: Known = Known { zeros: !1, ones: 0 };

    fn number(number: i64) -> Known {
        let ones = number.cast_unsigned();
        Known { zeros: !ones, ones }
    }

    fn as_number(self) -> Option<i64> {
        (self.zeros == !self.ones).then(|| self.ones.cast_signed())
    }

    fn and(self, other: Known) -> Known {
        Known {
            zeros: self.zeros | other.zeros,
            ones: self.ones & other.ones,
        }
    }

    fn or(self, other: Known) -> Known {
        Known {
            zeros: self.zeros & other.zeros,
            ones: self.ones | other.ones,
        }
    }

    fn not(self) -> Known {
        Known {
            zeros: self.ones,
            ones: self.zeros,
        }
    }

    fn xor(self, other: Known) -> Known {
        self.and(other.not()).or(self.not().and(other))
    }

    /// The sum with a carry: a bit is known where those above it and the carry are.
    fn sum(self, other: Known, carry: bool) -> Known {
        let carry = u64::from(carry);
        let most = (!self.zeros).wrapping_add(!other.zeros).wrapping_add(carry);
        let least = self.ones.wrapping_add(other.ones).wrapping_add(carry);
        let no_carry = !(most ^ self.zeros ^ other.zeros);
        let carries = least ^ self.ones ^ other.ones;
        let known = (self.zeros | self.ones) & (other.zeros | other.ones) & (no_carry | carries);
        Known {
            zeros: !most & known,
            ones: least & known,
        }
    }

    fn shifted_left(self, by: Known) -> Known {
        match by.as_number().and_then(|by| u32::try_from(by).ok()) {
            Some(by @ 0..64) => Known {
                zeros: self.zeros << by | ((1 << by) - 1),
                ones: self.ones << by,
            },
            _ => Known::NOTHING,
        }
    }

    fn shifted_right(self, by: Known) -> Known {
        match by.as_number().and_then(|by| u32::try_from(by).ok()) {
            Some(by @ 0..64) => Known {
                zeros: self.zeros >> by | !(u64::MAX >> by),
                ones: self.ones >> by,
            },
            _ => Known::NOTHING,
        }
    }
}

/// Expressions that are made shorter.
pub(super) struct Folding<'f, 'b> {
    pub(super) builder: &'f mut ObjectBuilder<'b>,
    pub(super) writer: &'f Writer,
    known: HashMap<ExpressionId, Known>,
}

impl<'f, 'b> Folding<'f, 'b> {
    /// For expressions of an object.
    pub(super) fn new(builder: &'f mut ObjectBuilder<'b>, writer: &'f Writer) -> Folding<'f, 'b> {
        Folding {
            builder,
            writer,
            known: HashMap::new(),
        }
    }

    fn add(&mut self, node: Node) -> ExpressionId {
        self.builder.expressions.add(node)
    }

    /// Appends an expression, made shorter.
    pub(super) fn write(&mut self, id: ExpressionId, out: &mut String) {
        let id = self.folded(id, 0);
        self.writer.expression(self.builder, id, out);
    }

    /// What is known of the bits of an expression.
    fn known(&mut self, id: ExpressionId, depth: u32) -> Known {
        if let Some(&known) = self.known.get(&id) {
            return known;
        }
        let known = match self.writer.number(self.builder, id) {
            Some(number) => Known::number(number),
            None if depth >= MAX_DEPTH => Known::NOTHING,
            None => self.known_of(id, depth + 1),
        };
        self.known.insert(id, known);
        known
    }

    fn known_of(&mut self, id: ExpressionId, depth: u32) -> Known {
        match self.builder.expressions.node(id) {
            Node::Number(number) => Known::number(number),
            Node::Symbol(symbol, _) => match self.builder.symbols[symbol].definition {
                Definition::Expression(value) => self.known(value, depth),
                _ => Known::NOTHING,
            },
            Node::Signed(sign, inner) => {
                let known = self.known(inner, depth);
                let top = 1 << 63;
                match sign {
                    Sign::Complement => known.not(),
                    // That is what LLVM makes of the sign.
                    Sign::Minus => Known {
                        zeros: known.zeros & !top,
                        ones: known.ones | top,
                    },
                    Sign::Plus => Known {
                        zeros: known.zeros | top,
                        ones: known.ones & !top,
                    },
                    Sign::Not => Known::NOTHING,
                }
            }
            Node::Binary(operator, left, right) => {
                let (left, right) = (self.known(left, depth), self.known(right, depth));
                match operator {
                    Operator::And => left.and(right),
                    Operator::Or => left.or(right),
                    Operator::Xor => left.xor(right),
                    Operator::Add => left.sum(right, false),
                    Operator::Subtract => left.sum(right.not(), true),
                    Operator::ShiftLeft => left.shifted_left(right),
                    Operator::ShiftRight => left.shifted_right(right),
                    Operator::Equal
                    | Operator::NotEqual
                    | Operator::Less
                    | Operator::LessEqual
                    | Operator::Greater
                    | Operator::GreaterEqual
                    | Operator::LogicalAnd
                    | Operator::LogicalOr => Known::TRUTH,
                    Operator::Multiply
                    | Operator::Divide
                    | Operator::Remainder
                    | Operator::OrNot => Known::NOTHING,
                }
            }
            Node::Place(_) | Node::Call(..) | Node::Argument(..) => Known::NOTHING,
        }
    }

    fn is(&mut self, id: ExpressionId, number: i64) -> bool {
        self.known(id, 0).as_number() == Some(number)
    }

    fn folded(&mut self, id: ExpressionId, depth: u32) -> ExpressionId {
        let node = self.builder.expressions.node(id);
        if matches!(node, Node::Number(_)) || depth > MAX_FOLDED {
            return id;
        }
        // A sign stays: `~62` is a mask, and -63 would say less.
        if !matches!(node, Node::Signed(..))
            && let Some(number) = self.known(id, 0).as_number()
        {
            return self.add(Node::Number(number));
        }
        let depth = depth + 1;
        match node {
            Node::Signed(sign, inner) => {
                let inner = self.folded(inner, depth);
                self.add(Node::Signed(sign, inner))
            }
            Node::Call(function, first) => {
                let first = first.map(|first| self.folded_arguments(first, depth));
                self.add(Node::Call(function, first))
            }
            Node::Binary(operator, left, right) => match operator {
                Operator::Subtract | Operator::ShiftLeft | Operator::ShiftRight
                    if self.is(right, 0) =>
                {
                    self.folded(left, depth)
                }
                Operator::Add | Operator::Or if self.is(left, 0) => self.folded(right, depth),
                Operator::Add | Operator::Or if self.is(right, 0) => self.folded(left, depth),
                Operator::Multiply if self.is(left, 1) => self.folded(right, depth),
                Operator::Multiply if self.is(right, 1) => self.folded(left, depth),
                Operator::Subtract
                | Operator::Add
                | Operator::Or
                | Operator::Multiply
                | Operator::ShiftLeft
                | Operator::ShiftRight
                | Operator::And => {
                    let left = self.folded(left, depth);
                    let right = self.folded(right, depth);
                    self.add(Node::Binary(operator, left, right))
                }
                _ => id,
            },
            Node::Number(_) | Node::Symbol(..) | Node::Place(_) | Node::Argument(..) => id,
        }
    }

    fn folded_arguments(&mut self, id: ExpressionId, depth: u32) -> ExpressionId {
        let Node::Argument(value, behind) = self.builder.expressions.node(id) else {
            return id;
        };
        if depth > MAX_FOLDED {
            return id;
        }
        let value = self.folded(value, depth);
        let behind = behind.map(|behind| self.folded_arguments(behind, depth + 1));
        self.add(Node::Argument(value, behind))
    }
}

#[cfg(test)]
mod tests {
    use super::Known;

    /// Sums, shifts and combinations of numbers that are known, and of bits that are not: a
    /// bit said to be known must be so for every value.
    #[test]
    fn what_is_known_holds_for_every_value() {
        let all = |known: Known| {
            let holds = move |it: &u64| it & known.zeros == 0 && it & known.ones == known.ones;
            (0..16_u64).filter(holds)
        };
        let mut samples = Vec::new();
        for zeros in 0..16_u64 {
            for ones in 0..16_u64 {
                if zeros & ones == 0 {
                    let zeros = zeros | !15;
                    samples.push(Known { zeros, ones });
                }
            }
        }
        let check = |known: Known, value: u64| {
            assert_eq!(value & known.zeros, 0, "{known:x?} {value:x}");
            assert_eq!(!value & known.ones, 0, "{known:x?} {value:x}");
        };
        for &left in &samples {
            for &right in &samples {
                for one in all(left) {
                    for other in all(right) {
                        check(left.sum(right, false), one + other);
                        check(left.sum(right.not(), true), one.wrapping_sub(other));
                        check(left.xor(right), one ^ other);
                        check(left.and(right), one & other);
                        check(left.or(right), one | other);
                        let two = Known::number(2);
                        check(left.shifted_left(two), one << 2);
                        check(left.shifted_right(two), one >> 2);
                    }
                }
            }
        }
        assert_eq!(Known::number(-3).as_number(), Some(-3));
        assert_eq!(
            Known::number(5).sum(Known::number(-7), false).as_number(),
            Some(-2)
        );
        assert_eq!(Known::TRUTH.as_number(), None);
    }
}
