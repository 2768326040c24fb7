//! What an action's operands decide of its result.

use super::{Folder, Value};
use crate::exec::bits::ones;
use crate::exec::columns;
use crate::exec::prepare::roles::Roles;
use crate::tables::{Action, ActionKind, NONE, NumberKind};

impl Folder<'_> {
    /// How many bits of a result may be set.
    pub(super) fn result_width(&self, action: &Action) -> u16 {
        let of = |slot: u16| self.widths[usize::from(slot)];
        let own = action.bits.clamp(1, 64);
        match action.kind.get() {
            _ if action.bits > 64 => 64,
            ActionKind::Equal
            | ActionKind::NotEqual
            | ActionKind::Less
            | ActionKind::LessEqual
            | ActionKind::Greater
            | ActionKind::GreaterEqual
            | ActionKind::Not
            | ActionKind::IsNan => 1,
            ActionKind::BitCount | ActionKind::LeadingZeros | ActionKind::TrailingZeros => 32,
            ActionKind::And => of(action.a).min(of(action.b)),
            ActionKind::Or | ActionKind::Xor => of(action.a).max(of(action.b)),
            ActionKind::Choose => of(action.b).max(of(action.c)),
            ActionKind::Truncate => of(action.a).min(own),
            ActionKind::Lane => 6,
            // The machine says.
            ActionKind::Ballot
            | ActionKind::Swizzle
            | ActionKind::Element
            | ActionKind::Buffer
            | ActionKind::DeclaredType
            | ActionKind::DeclaredCount => 64,
            _ => own,
        }
    }

    /// The value of an action, if its operands decide it.
    pub(super) fn decided(&self, action: &Action, roles: &Roles) -> Option<Value> {
        let three = roles.d.is_none();
        if !roles.pure
            || !three
            || roles.to != 1
            || action.bits > 64 && action.kind != ActionKind::Choose.into()
        {
            return None;
        }
        if [roles.a, roles.b, roles.c, roles.d]
            .into_iter()
            .flatten()
            .any(|it| it > 1)
        {
            return None;
        }
        let a = self.get(roles.a.map_or(NONE, |_| action.a));
        let b = self.get(roles.b.map_or(NONE, |_| action.b));
        let c = self.get(roles.c.map_or(NONE, |_| action.c));
        if action.kind == ActionKind::Choose.into() {
            let chosen = match a {
                Value::Constant(condition) if condition & 1 == 1 => b,
                Value::Constant(_) => c,
                Value::Slot(_) if b == c => b,
                Value::Slot(_) => return None,
            };
            return (!self.is_home(chosen)).then_some(chosen);
        }
        // How floating-point arithmetic behaves may be a state of the machine.
        let governed = action.governed() != [None; 2];
        if let (Value::Constant(a), Value::Constant(b), Value::Constant(c)) = (a, b, c)
            && !governed
            && action.kind != ActionKind::Lane.into()
        {
            let mut to = [0];
            columns::calculate(action, &mut to, &[a], &[b], &[c]);
            return Some(Value::Constant(to[0]));
        }
        let same = self.same(action, a, b)?;
        (!self.is_home(same)).then_some(same)
    }

    /// The operand that the result of an action equals, or a constant that it is.
    pub(super) fn same(&self, action: &Action, a: Value, b: Value) -> Option<Value> {
        if matches!(action.number.get(), NumberKind::Floating) {
            return None;
        }
        let zero = Value::Constant(0);
        let all = |width: u16| ones(width) as u64;
        let is_signed = matches!(action.number.get(), NumberKind::Signed);
        match (action.kind.get(), a, b) {
            (ActionKind::And, x, Value::Constant(mask))
            | (ActionKind::And, Value::Constant(mask), x) => match mask {
                0 => Some(zero),
                mask if all(self.width(x)) & !mask == 0 => Some(x),
                _ => None,
            },
            (ActionKind::Or | ActionKind::Xor | ActionKind::Add, x, other)
            | (ActionKind::Or | ActionKind::Xor | ActionKind::Add, other, x)
                if other == zero =>
            {
                Some(x)
            }
            (ActionKind::Subtract, x, other) if other == zero => Some(x),
            (ActionKind::Multiply, x, other) | (ActionKind::Multiply, other, x)
                if other == Value::Constant(1) =>
            {
                Some(x)
            }
            (ActionKind::Multiply, x, y) if x == zero || y == zero => Some(zero),
            (ActionKind::ShiftLeft | ActionKind::ShiftRight, x, _) if x == zero => Some(zero),
            (ActionKind::ShiftLeft | ActionKind::ShiftRight, x, Value::Constant(amount)) => {
                let amount = amount & (u64::from(action.bits.max(1)) - 1);
                match amount {
                    0 => Some(x),
                    amount
                        if action.kind == ActionKind::ShiftRight.into()
                            && !is_signed
                            && amount >= u64::from(self.width(x)) =>
                    {
                        Some(zero)
                    }
                    _ => None,
                }
            }
            (ActionKind::Truncate, x, _) if self.width(x) <= action.bits => Some(x),
            // The sign bit is zero.
            (ActionKind::SignExtend, x, _) if self.width(x) < action.b => Some(x),
            // A bit is whether it is not zero.
            (ActionKind::NotEqual, x, other) if other == zero && self.width(x) <= 1 => Some(x),
            _ => None,
        }
    }
}
