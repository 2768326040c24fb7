//! Constant positions: indices that are a constant plus steps of loops.

use crate::sorted::SortedMap;

use super::checker::Checker;
use super::environment::{ELEMENT_BITS, Half};
use super::ir::Position;
use crate::ast::{OpBinary, OpExpr, OpExprKind, OpUnary};
use crate::diagnostic::Code;

/// `constant + Σ step * local`, over the locals of loops.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Linear {
    pub(super) constant: i128,
    pub(super) steps: SortedMap<usize, i128>,
}

impl Linear {
    fn add(mut self, other: &Linear, sign: i128) -> Option<Linear> {
        self.constant = self
            .constant
            .checked_add(other.constant.checked_mul(sign)?)?;
        for (&local, step) in &other.steps {
            let sum = self.steps.entry(local).or_insert(0);
            *sum = sum.checked_add(step.checked_mul(sign)?)?;
        }
        self.steps.retain(|_, step| *step != 0);
        Some(self)
    }

    fn times(mut self, factor: i128) -> Option<Linear> {
        self.constant = self.constant.checked_mul(factor)?;
        for step in self.steps.values_mut() {
            *step = step.checked_mul(factor)?;
        }
        self.steps.retain(|_, step| *step != 0);
        Some(self)
    }
}

impl Checker<'_> {
    /// The expression as a linear form; `None` if it is none. Reports nothing.
    pub(super) fn linear(&self, expression: &OpExpr) -> Option<Linear> {
        self.linear_within(expression, 0)
    }

    fn linear_within(&self, expression: &OpExpr, depth: u32) -> Option<Linear> {
        if depth > 64 {
            return None;
        }
        let part = |e: &OpExpr| self.linear_within(e, depth + 1);
        match &expression.kind {
            OpExprKind::Number { value, .. } => Some(Linear {
                constant: i128::from(*value),
                ..Linear::default()
            }),
            OpExprKind::Name(name) => {
                if let Some(variable) = self.variable(name) {
                    variable.range?;
                    let steps = SortedMap::from([(variable.local, 1)]);
                    return Some(Linear { constant: 0, steps });
                }
                let constant = i128::from(self.constant_named(name)?);
                Some(Linear {
                    constant,
                    ..Linear::default()
                })
            }
            OpExprKind::Unary(OpUnary::Neg, value) => part(value)?.times(-1),
            OpExprKind::Binary(operator, left, right) => {
                let (left, right) = (part(left)?, part(right)?);
                match operator {
                    OpBinary::Add => left.add(&right, 1),
                    OpBinary::Sub => left.add(&right, -1),
                    OpBinary::Mul if right.steps.is_empty() => left.times(right.constant),
                    OpBinary::Mul if left.steps.is_empty() => right.times(left.constant),
                    OpBinary::Shl if right.steps.is_empty() => {
                        let amount = u32::try_from(right.constant).ok().filter(|&a| a < 64)?;
                        left.times(1 << amount)
                    }
                    OpBinary::Div if left.steps.is_empty() && right.steps.is_empty() => {
                        let constant = left.constant.checked_div(right.constant)?;
                        Some(Linear {
                            constant,
                            ..Linear::default()
                        })
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Position and width of `R`, `R[i]` or `R[a:b]`, where `R` has `bits`; or of a half of that.
    pub(super) fn part(
        &mut self,
        place: &OpExpr,
        bits: u16,
        half: Option<Half>,
    ) -> Option<(Position, u16)> {
        let (mut at, width) = self.whole_part(place, bits)?;
        let Some(half) = half else {
            return Some((at, width));
        };
        if width != ELEMENT_BITS {
            let message = format!("only a dword has halves: this has {width} bits");
            let error = self.error(Code::OpWidth, place.span, message);
            if width > ELEMENT_BITS {
                error.help("say which dword: `R.LOW[i]` is the lower half of `R[i]`");
            }
            return None;
        }
        at.bit += half.bit();
        Some((at, Half::BITS))
    }

    fn whole_part(&mut self, place: &OpExpr, bits: u16) -> Option<(Position, u16)> {
        match &place.kind {
            OpExprKind::Index(_, index) => {
                let linear = self.index(index)?;
                self.within(&linear, bits, index)?;
                Some((position(&linear)?, ELEMENT_BITS))
            }
            OpExprKind::Slice(_, first, last) => {
                let (from, to) = (self.index(first), self.index(last));
                let (from, to) = (from?, to?);
                let length = to
                    .clone()
                    .add(&from, -1)
                    .and_then(|l| l.constant.checked_add(1));
                let constant = from.steps == to.steps;
                let Some(length) = length.filter(|&length| constant && length >= 1) else {
                    let message = "the last dword of a slice must come after its first, at a \
                                   constant distance";
                    self.error(Code::OpWidth, first.span.to(last.span), message)
                        .help("`R[a:b]` is dwords `a` to `b`, both included");
                    return None;
                };
                self.within(&from, bits, first)?;
                self.within(&to, bits, last)?;
                let width = u16::try_from(length).ok()?.checked_mul(ELEMENT_BITS)?;
                Some((position(&from)?, width))
            }
            _ => Some((Position::default(), bits)),
        }
    }

    fn index(&mut self, index: &OpExpr) -> Option<Linear> {
        let linear = self.linear(index);
        if linear.is_none() && self.value(index).is_some() {
            // An unknown name in it has been reported instead.
            self.error(
                Code::OpWidth,
                index.span,
                "it cannot be known which dword this is",
            )
            .help("an index is a constant, or counts with a loop");
        }
        linear
    }

    /// Reports dwords beyond the width.
    fn within(&mut self, dword: &Linear, bits: u16, index: &OpExpr) -> Option<()> {
        let mut lowest = dword.constant;
        let mut highest = dword.constant;
        for (local, step) in &dword.steps {
            let (from, end) = self.range(*local)?;
            let ends = [
                step.checked_mul(i128::from(from))?,
                step.checked_mul(i128::from(end) - 1)?,
            ];
            lowest = lowest.checked_add(ends[0].min(ends[1]))?;
            highest = highest.checked_add(ends[0].max(ends[1]))?;
        }
        let dwords = i128::from(bits / ELEMENT_BITS);
        if lowest >= 0 && highest < dwords {
            return Some(());
        }
        let wrong = if lowest < 0 { lowest } else { highest };
        let message = format!("there is no dword {wrong}: this has {bits} bits");
        let help = match dwords {
            0 => "it has no dwords: use it as a whole".to_owned(),
            1 => "its only dword is 0".to_owned(),
            _ => format!("its dwords are 0 to {}", dwords - 1),
        };
        self.error(Code::OpWidth, index.span, message).help(help);
        None
    }
}

fn position(dword: &Linear) -> Option<Position> {
    let bits = |dwords: i128| i64::try_from(dwords.checked_mul(i128::from(ELEMENT_BITS))?).ok();
    let mut steps = Vec::new();
    for (&local, &step) in &dword.steps {
        steps.push((local, bits(step)?));
    }
    Some(Position {
        bit: bits(dword.constant)?,
        steps,
    })
}
