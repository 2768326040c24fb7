//! Which bits of operands and states an operation reads and changes, found by
//! following every bit through the typed tree.

use crate::sorted::{SortedMap, SortedSet};

use super::ir::{
    Binary, Conversion, Expression, ExpressionKind, Position, Program, Source, Statement, Unary,
};

/// Numbers of bits, from the lowest one of an operand on.
pub type BitSet = SortedSet<u32>;

/// Where a bit of a value comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bit {
    Zero,
    One,
    /// A bit of an operand, field or state as it was before the operation.
    Of(Source, i64),
    /// Computed, loaded, or not known.
    Other,
}

/// The bits that change, and those whose value matters, by source.
pub(super) fn touched(program: &Program) -> (SortedMap<Source, BitSet>, SortedMap<Source, BitSet>) {
    let mut walk = Walk::default();
    walk.statements(&program.before);
    walk.statements(&program.body);
    (walk.changed, walk.read)
}

#[derive(Default)]
struct Walk {
    locals: SortedMap<usize, Vec<Bit>>,
    /// Loops around: their local, first value and rounds.
    loops: Vec<(usize, u32, u32)>,
    changed: SortedMap<Source, BitSet>,
    read: SortedMap<Source, BitSet>,
}

impl Walk {
    fn statements(&mut self, statements: &[Statement]) {
        for statement in statements {
            match statement {
                Statement::Set { local, value } => {
                    let bits = self.value(value);
                    // In a loop or an arm of a condition a local may be set
                    // more than once: only the first value is followed.
                    let known = self.locals.insert(*local, bits.clone());
                    if known.is_some_and(|known| known != bits) {
                        self.locals.insert(*local, vec![Bit::Other; bits.len()]);
                    }
                    self.need_all(value);
                }
                Statement::Write { to, at, value } => {
                    let bits = self.value(value);
                    let mut starts = self.starts(at);
                    let moving = starts.len() > 1;
                    let changed = self.changed.entry(*to).or_default();
                    for start in &mut starts {
                        for (bit, from) in (*start..).zip(&bits) {
                            if moving || *from != Bit::Of(*to, bit) {
                                changed.extend(u32::try_from(bit));
                            }
                        }
                    }
                    self.need_all(value);
                }
                Statement::Store { address, value } => {
                    self.need_all(address);
                    self.need_all(value);
                }
                Statement::If {
                    condition,
                    then,
                    otherwise,
                } => {
                    self.need_all(condition);
                    self.statements(then);
                    self.statements(otherwise);
                }
                Statement::For {
                    local,
                    from,
                    count,
                    body,
                } => {
                    self.loops.push((*local, *from, *count));
                    self.statements(body);
                    self.loops.pop();
                }
                Statement::Atomic(body) | Statement::Once(body) => self.statements(body),
                Statement::Undefined(_) => {}
            }
        }
    }

    /// The bits at which a part may begin.
    fn starts(&self, at: &Position) -> Vec<i64> {
        let mut starts = vec![at.bit];
        for (local, step) in &at.steps {
            let Some((_, from, count)) = self.loops.iter().find(|(it, ..)| it == local) else {
                continue;
            };
            let rounds = *from..from.saturating_add(*count);
            starts = starts
                .iter()
                .flat_map(|start| {
                    let moved = |round| start.saturating_add(step.saturating_mul(i64::from(round)));
                    rounds.clone().map(moved)
                })
                .collect::<SortedSet<i64>>()
                .into_iter()
                .collect();
        }
        starts
    }

    fn value(&self, expression: &Expression) -> Vec<Bit> {
        let width = usize::from(expression.ty.bits());
        let mut bits = match &expression.kind {
            ExpressionKind::Constant(value) => (0..width.min(128))
                .map(|bit| {
                    if value >> bit & 1 == 1 {
                        Bit::One
                    } else {
                        Bit::Zero
                    }
                })
                .collect(),
            ExpressionKind::Read { from, at } if at.steps.is_empty() => (at.bit..)
                .take(width)
                .map(|bit| Bit::Of(*from, bit))
                .collect(),
            ExpressionKind::Local(local) => self.locals.get(local).cloned().unwrap_or_default(),
            ExpressionKind::Convert(conversion, value) => {
                let mut bits = self.value(value);
                if *conversion == Conversion::ZeroExtend {
                    bits.resize(width, Bit::Zero);
                }
                bits
            }
            ExpressionKind::Unary(Unary::BitNot, value) => {
                let inverted = |bit| match bit {
                    Bit::Zero => Bit::One,
                    Bit::One => Bit::Zero,
                    _ => Bit::Other,
                };
                self.value(value).into_iter().map(inverted).collect()
            }
            ExpressionKind::Binary(operator, left, right) => {
                self.binary(*operator, left, right, width)
            }
            ExpressionKind::Choose(_, a, b) => {
                let pairs = self.value(a).into_iter().zip(self.value(b));
                pairs
                    .map(|(a, b)| if a == b { a } else { Bit::Other })
                    .collect()
            }
            _ => Vec::new(),
        };
        bits.resize(width, Bit::Other);
        bits
    }

    fn binary(
        &self,
        operator: Binary,
        left: &Expression,
        right: &Expression,
        width: usize,
    ) -> Vec<Bit> {
        let join: fn(Bit, Bit) -> Bit = match operator {
            Binary::And => |a, b| match (a, b) {
                (Bit::Zero, _) | (_, Bit::Zero) => Bit::Zero,
                (Bit::One, bit) | (bit, Bit::One) => bit,
                _ if a == b => a,
                _ => Bit::Other,
            },
            Binary::Or => |a, b| match (a, b) {
                (Bit::One, _) | (_, Bit::One) => Bit::One,
                (Bit::Zero, bit) | (bit, Bit::Zero) => bit,
                _ if a == b => a,
                _ => Bit::Other,
            },
            Binary::Xor => |a, b| match (a, b) {
                (Bit::Zero, bit) | (bit, Bit::Zero) => bit,
                _ => Bit::Other,
            },
            Binary::ShiftLeft | Binary::ShiftRight => {
                let Some(amount) = constant(right).and_then(|it| usize::try_from(it).ok()) else {
                    return Vec::new();
                };
                let mut bits = self.value(left);
                let signed = left.ty.as_integer().is_some_and(|(_, signed)| signed);
                if operator == Binary::ShiftLeft {
                    bits.splice(0..0, std::iter::repeat_n(Bit::Zero, amount.min(width)));
                    bits.truncate(width);
                } else {
                    bits.drain(..amount.min(bits.len()));
                    bits.resize(width, if signed { Bit::Other } else { Bit::Zero });
                }
                return bits;
            }
            _ => return Vec::new(),
        };
        let pairs = self.value(left).into_iter().zip(self.value(right));
        pairs.map(|(a, b)| join(a, b)).collect()
    }

    // ---- which bits matter -------------------------------------------------

    fn need_all(&mut self, expression: &Expression) {
        self.need(expression, &vec![true; usize::from(expression.ty.bits())]);
    }

    fn need(&mut self, expression: &Expression, needed: &[bool]) {
        let any = needed.contains(&true);
        match &expression.kind {
            ExpressionKind::Read { from, at } | ExpressionKind::ReadLane { from, at, .. } => {
                if let ExpressionKind::ReadLane { lane, .. } = &expression.kind {
                    self.need_all(lane);
                }
                let starts = self.starts(at);
                let read = self.read.entry(*from).or_default();
                for start in starts {
                    let bits = (start..).zip(needed).filter(|(_, needed)| **needed);
                    read.extend(bits.filter_map(|(bit, _)| u32::try_from(bit).ok()));
                }
            }
            ExpressionKind::Convert(conversion, value) => {
                let width = usize::from(value.ty.bits());
                let mut inner = needed.to_vec();
                inner.resize(width, false);
                let above = needed.iter().skip(width).any(|needed| *needed);
                if *conversion == Conversion::SignExtend
                    && above
                    && let Some(top) = inner.last_mut()
                {
                    *top = true;
                }
                self.need(value, &inner);
            }
            ExpressionKind::Unary(Unary::BitNot, value) => self.need(value, needed),
            ExpressionKind::Binary(operator @ (Binary::And | Binary::Or), left, right) => {
                for (value, other) in [(left, right), (right, left)] {
                    let mut inner = needed.to_vec();
                    if let Some(mask) = constant(other) {
                        let keeps = *operator == Binary::And;
                        for (bit, needed) in inner.iter_mut().enumerate().take(128) {
                            *needed &= (mask >> bit & 1 == 1) == keeps;
                        }
                    }
                    self.need(value, &inner);
                }
            }
            ExpressionKind::Binary(Binary::Xor, left, right) => {
                self.need(left, needed);
                self.need(right, needed);
            }
            ExpressionKind::Binary(
                operator @ (Binary::ShiftLeft | Binary::ShiftRight),
                left,
                right,
            ) if constant(right).is_some() => {
                let amount = constant(right).and_then(|it| usize::try_from(it).ok());
                let amount = amount.unwrap_or(0).min(needed.len());
                let mut inner = needed.to_vec();
                if *operator == Binary::ShiftLeft {
                    inner.drain(..amount);
                    inner.resize(needed.len(), false);
                } else {
                    inner.splice(0..0, std::iter::repeat_n(false, amount));
                    let above = inner.iter().skip(needed.len()).any(|needed| *needed);
                    inner.truncate(needed.len());
                    let signed = left.ty.as_integer().is_some_and(|(_, signed)| signed);
                    if signed
                        && above
                        && let Some(top) = inner.last_mut()
                    {
                        *top = true;
                    }
                }
                self.need(left, &inner);
            }
            ExpressionKind::Choose(condition, a, b) if any => {
                self.need_all(condition);
                self.need(a, needed);
                self.need(b, needed);
            }
            _ if any => {
                for child in expression.children() {
                    self.need_all(child);
                }
            }
            _ => {}
        }
    }
}

fn constant(expression: &Expression) -> Option<u128> {
    match &expression.kind {
        ExpressionKind::Constant(value) => Some(*value),
        ExpressionKind::Convert(Conversion::BitCast | Conversion::ZeroExtend, value) => {
            constant(value)
        }
        _ => None,
    }
}
