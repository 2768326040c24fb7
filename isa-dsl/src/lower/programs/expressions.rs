//! Values: from expressions to actions that put them into slots.

use super::writer::{Common, Writer, action, limbs, slots, space};
use crate::operation::builtins::Builtin;
use crate::operation::ir::{self, Conversion, Expression, ExpressionKind, Position};
use crate::operation::types::Type;
use crate::tables::{ActionKind, NONE, NumberKind, SLOT_BITS};

/// Whether an expression loads: then it must not be evaluated for nothing.
fn loads(expression: &Expression) -> bool {
    matches!(expression.kind, ExpressionKind::Load(_)) || expression.children().any(loads)
}

impl Writer<'_, '_> {
    /// A slot with a constant.
    fn constant_slot(&mut self, value: u64) -> u16 {
        self.shared(Common::Constant(value.into(), 1))
    }

    /// The slot of the part of a position that loops move; [`NONE`] if it
    /// stays.
    pub(super) fn position(&mut self, at: &Position) -> u16 {
        let mut sum = NONE;
        for &(local, step) in &at.steps {
            let step = self.constant_slot(step.cast_unsigned());
            let local = self.locals[local];
            let product = self.binary(ActionKind::Multiply, Type::unsigned(64), local, step);
            sum = match sum {
                NONE => product,
                sum => self.binary(ActionKind::Add, Type::unsigned(64), sum, product),
            };
        }
        sum
    }

    fn binary(&mut self, kind: ActionKind, ty: Type, a: u16, b: u16) -> u16 {
        let mut action = action(kind, ty);
        (action.to, action.a, action.b) = (self.allocate(slots(ty)), a, b);
        self.push(action);
        action.to
    }

    /// The first slot of a value.
    pub(super) fn value(&mut self, expression: &Expression) -> u16 {
        let ty = expression.ty;
        match &expression.kind {
            ExpressionKind::Constant(bits) => self.shared(Common::Constant(*bits, slots(ty))),
            ExpressionKind::Read {
                from: ir::Source::Field(field),
                at,
            } if *at == Position::default() => self.shared(Common::Field(*field, ty.bits())),
            ExpressionKind::Read {
                from: ir::Source::Feature(feature),
                ..
            } => self.shared(Common::Feature(*feature)),
            ExpressionKind::Read { from, at } => self.read(ActionKind::Read, *from, at, 0, ty),
            ExpressionKind::ReadLane { from, at, lane } => {
                let lane = self.value(lane);
                self.read(ActionKind::ReadLane, *from, at, lane, ty)
            }
            ExpressionKind::Local(local) => self.locals[*local],
            ExpressionKind::Lane => {
                let mut action = action(ActionKind::Lane, ty);
                action.to = self.allocate(1);
                self.push(action);
                action.to
            }
            ExpressionKind::Load(address) => {
                let mut action = action(ActionKind::Load, ty);
                action.uniform = self.once.into();
                (action.a, action.b) = (self.value(address), space(address.ty));
                action.to = self.allocate(slots(ty));
                self.push(action);
                action.to
            }
            ExpressionKind::Convert(conversion, from) => self.convert(*conversion, from, ty),
            ExpressionKind::Unary(operator, value) => {
                let kind = match operator {
                    ir::Unary::Negate => ActionKind::Negate,
                    ir::Unary::BitNot => ActionKind::BitNot,
                    ir::Unary::Not => ActionKind::Not,
                };
                let value = self.value(value);
                self.binary(kind, ty, value, 0)
            }
            ExpressionKind::Binary(operator, left, right) => {
                let (a, b) = (self.value(left), self.value(right));
                let mut action = action(binary(*operator), left.ty);
                (action.to, action.a, action.b) = (self.allocate(slots(ty)), a, b);
                self.push(action);
                action.to
            }
            ExpressionKind::Choose(condition, then, otherwise) => {
                self.choose(condition, then, otherwise)
            }
            ExpressionKind::Call(Builtin::Convert, arguments) => {
                let from = &arguments[0];
                let mut converted = action(from_number(from.ty), ty);
                converted.a = self.value(from);
                converted.b = from.ty.bits();
                let rounding = arguments.get(1).map(|rounding| self.value(rounding));
                converted.c = rounding.unwrap_or(NONE);
                converted.to = self.allocate(slots(ty));
                self.push(converted);
                converted.to
            }
            ExpressionKind::Call(builtin, arguments) => {
                let inside = arguments.first().map_or(ty, |argument| argument.ty);
                let given: Vec<u16> = arguments.iter().map(|it| self.value(it)).collect();
                let slot = |index: usize| given.get(index).copied().unwrap_or(0);
                let mut action = action(call(*builtin), inside);
                (action.a, action.b) = (slot(0), slot(1));
                (action.c, action.d) = (slot(2), slot(3));
                action.to = self.allocate(slots(ty));
                self.push(action);
                action.to
            }
        }
    }

    fn read(
        &mut self,
        kind: ActionKind,
        from: ir::Source,
        at: &Position,
        lane: u16,
        ty: Type,
    ) -> u16 {
        let source = self.source(from);
        let step = self.position(at);
        let to = self.allocate(slots(ty));
        for (slot, bits, first) in limbs(ty) {
            let mut action = action(kind, Type::Bits(bits));
            (action.to, action.a) = (to + slot, source);
            (action.b, action.c, action.d) = (at.bit as u16 + first, step, lane);
            self.push(action);
        }
        to
    }

    fn convert(&mut self, conversion: Conversion, value: &Expression, ty: Type) -> u16 {
        let from = self.value(value);
        let (had, wanted) = (slots(value.ty), slots(ty));
        match conversion {
            Conversion::BitCast => from,
            Conversion::Truncate => {
                if ty.bits().is_multiple_of(SLOT_BITS) {
                    return from;
                }
                self.binary(ActionKind::Truncate, ty, from, 0)
            }
            // Above its width a slot is zero already.
            Conversion::ZeroExtend if had == wanted => from,
            Conversion::ZeroExtend => {
                let to = self.allocate(wanted);
                // Each lane has its own value, whether it runs or not.
                for slot in 0..had {
                    let mut action = action(ActionKind::Truncate, Type::unsigned(SLOT_BITS));
                    (action.to, action.a) = (to + slot, from + slot);
                    self.push(action);
                }
                for slot in had..wanted {
                    let mut action = action(ActionKind::Constant, Type::unsigned(64));
                    (action.to, action.a) = (to + slot, self.constant(0));
                    self.push(action);
                }
                to
            }
            Conversion::SignExtend => {
                self.binary(ActionKind::SignExtend, ty, from, value.ty.bits())
            }
        }
    }

    /// Only the arm that is wanted may load.
    fn choose(&mut self, condition: &Expression, then: &Expression, other: &Expression) -> u16 {
        let ty = then.ty;
        let condition = self.value(condition);
        if !loads(then) && !loads(other) {
            let (b, c) = (self.value(then), self.value(other));
            let to = self.allocate(slots(ty));
            for slot in 0..slots(ty) {
                let mut action = action(ActionKind::Choose, ty);
                (action.to, action.a) = (to + slot, condition);
                (action.b, action.c) = (b + slot, c + slot);
                self.push(action);
            }
            return to;
        }
        let to = self.allocate(slots(ty));
        let mut branch = action(ActionKind::If, Type::Bool);
        branch.a = condition;
        let start = self.push(branch);
        let from = self.value(then);
        self.copy(to, from, ty, self.once);
        self.actions[start].b = self.since(start);
        let middle = self.actions.len() - 1;
        let from = self.value(other);
        self.copy(to, from, ty, self.once);
        self.actions[start].c = self.since(middle);
        to
    }
}

fn from_number(ty: Type) -> ActionKind {
    match action(ActionKind::Move, ty).number.get() {
        NumberKind::Unsigned => ActionKind::FromUnsigned,
        NumberKind::Signed => ActionKind::FromSigned,
        NumberKind::Floating => ActionKind::FromFloating,
    }
}

fn binary(operator: ir::Binary) -> ActionKind {
    match operator {
        ir::Binary::Add => ActionKind::Add,
        ir::Binary::Subtract => ActionKind::Subtract,
        ir::Binary::Multiply => ActionKind::Multiply,
        ir::Binary::Divide => ActionKind::Divide,
        ir::Binary::Remainder => ActionKind::Remainder,
        ir::Binary::ShiftLeft => ActionKind::ShiftLeft,
        ir::Binary::ShiftRight => ActionKind::ShiftRight,
        ir::Binary::And => ActionKind::And,
        ir::Binary::Or => ActionKind::Or,
        ir::Binary::Xor => ActionKind::Xor,
        ir::Binary::Equal => ActionKind::Equal,
        ir::Binary::NotEqual => ActionKind::NotEqual,
        ir::Binary::Less => ActionKind::Less,
        ir::Binary::LessEqual => ActionKind::LessEqual,
        ir::Binary::Greater => ActionKind::Greater,
        ir::Binary::GreaterEqual => ActionKind::GreaterEqual,
    }
}

fn call(builtin: Builtin) -> ActionKind {
    match builtin {
        Builtin::Minimum => ActionKind::Minimum,
        Builtin::Maximum => ActionKind::Maximum,
        Builtin::Magnitude => ActionKind::Magnitude,
        Builtin::IsNan => ActionKind::IsNan,
        Builtin::BitCount => ActionKind::BitCount,
        Builtin::FusedMultiplyAdd => ActionKind::FusedMultiplyAdd,
        Builtin::SquareRoot => ActionKind::SquareRoot,
        Builtin::Scale => ActionKind::Scale,
        Builtin::ScaledMultiplyAdd => ActionKind::ScaledMultiplyAdd,
        Builtin::ReciprocalRoot => ActionKind::ReciprocalRoot,
        Builtin::PowerOfTwo => ActionKind::PowerOfTwo,
        Builtin::Logarithm => ActionKind::Logarithm,
        Builtin::Sine => ActionKind::Sine,
        Builtin::Cosine => ActionKind::Cosine,
        Builtin::Flush => ActionKind::Flush,
        Builtin::Floor => ActionKind::Floor,
        Builtin::Ceiling => ActionKind::Ceiling,
        Builtin::Truncate => ActionKind::RoundToZero,
        Builtin::RoundEven => ActionKind::RoundEven,
        Builtin::Ballot => ActionKind::Ballot,
        Builtin::Swizzle => ActionKind::Swizzle,
        Builtin::Element => ActionKind::Element,
        Builtin::Buffer => ActionKind::Buffer,
        Builtin::LeadingZeros => ActionKind::LeadingZeros,
        Builtin::TrailingZeros => ActionKind::TrailingZeros,
        Builtin::BitReverse => ActionKind::BitReverse,
        // Written by itself: it depends on the type that is converted.
        Builtin::Convert => ActionKind::FromUnsigned,
        Builtin::DeclaredType => ActionKind::DeclaredType,
        Builtin::DeclaredCount => ActionKind::DeclaredCount,
    }
}
