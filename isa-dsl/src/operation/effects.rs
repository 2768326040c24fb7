//! What an operation reads and writes, derived from its typed tree.

use crate::sorted::SortedSet;

use super::builtins::Builtin;
use super::environment::{ELEMENT_BITS, Environment};
use super::ir::{Expression, ExpressionKind, Program, Source, Statement};
use super::types::{Scalar, Type};
use crate::tables::digits;

/// The effects of an operation. What happens only under a condition counts.
/// Numbers are indices into the lists of the
/// [`Environment`](super::Environment).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Effects {
    /// Operands, fields and states whose value matters.
    pub reads: SortedSet<Source>,
    /// Operands and states that may change, at least in part.
    pub writes: SortedSet<Source>,
    /// Operands and states that may keep their value, because a write stands under a
    /// condition, or of which a write leaves a half.
    pub keeps: SortedSet<Source>,
    /// Address spaces read from.
    pub loads: SortedSet<usize>,
    /// Address spaces written to.
    pub stores: SortedSet<usize>,
    /// States that are read only because they say where a space begins or ends.
    pub limits: SortedSet<usize>,
    /// All loads and stores of memory stand within `atomic`, and there is one.
    pub atomic: bool,
}

impl Effects {
    /// The effects of a program. An access to a space with a limit or a base
    /// reads the states that hold them, and so does arithmetic that states govern. A
    /// state that is computed from others reads those.
    pub fn of(program: &Program, environment: &Environment) -> Effects {
        let mut walk = Walk {
            effects: Effects::default(),
            environment,
            inside: false,
            outside: false,
            conditions: 0,
        };
        walk.statements(&program.before, false);
        if let Some(lanes) = &program.lanes {
            walk.expression(lanes, false);
        }
        walk.statements(&program.body, false);
        let effects = &mut walk.effects;
        for (index, state) in environment.states.iter().enumerate() {
            if let Some(derived) = &state.derived
                && effects.reads.remove(&Source::State(index))
            {
                effects
                    .reads
                    .extend(derived.iter().map(|from| Source::State(*from)));
            }
        }
        for space in effects.loads.union(&effects.stores) {
            let space = environment.spaces.get(*space);
            let states = space.map_or([None, None], |space| [space.limit, space.base]);
            for state in states.into_iter().flatten() {
                if effects.reads.insert(Source::State(state)) {
                    effects.limits.insert(state);
                }
            }
        }
        walk.effects.atomic = walk.inside && !walk.outside;
        walk.effects
    }

    /// Whether it reads memory, which spaces that are internal are not.
    pub fn reads_memory(&self, environment: &Environment) -> bool {
        self.loads.iter().any(|space| environment.is_memory(*space))
    }

    /// Whether it writes memory.
    pub fn writes_memory(&self, environment: &Environment) -> bool {
        self.stores
            .iter()
            .any(|space| environment.is_memory(*space))
    }

    /// Whether operand `index` is read.
    pub fn reads_operand(&self, index: usize) -> bool {
        self.reads.contains(&Source::Operand(index))
    }

    /// Whether operand `index` may be written.
    pub fn writes_operand(&self, index: usize) -> bool {
        self.writes.contains(&Source::Operand(index))
    }

    /// Whether operand `index` may keep its value where it is written.
    pub fn keeps_operand(&self, index: usize) -> bool {
        self.keeps.contains(&Source::Operand(index))
    }

    /// Whether a state is read for nothing but the limit or base of a space.
    pub fn reads_only_limits(&self, state: usize) -> bool {
        self.limits.contains(&state)
    }

    /// States read, as indices.
    pub fn states_read(&self) -> impl Iterator<Item = usize> + '_ {
        states(&self.reads)
    }

    /// States that may be written, as indices.
    pub fn states_written(&self) -> impl Iterator<Item = usize> + '_ {
        states(&self.writes)
    }
}

fn states(set: &SortedSet<Source>) -> impl Iterator<Item = usize> + '_ {
    set.iter().filter_map(|source| match source {
        Source::State(index) => Some(*index),
        Source::Operand(_) | Source::Field(_) | Source::Feature(_) => None,
    })
}

struct Walk<'a> {
    effects: Effects,
    environment: &'a Environment,
    /// An access within `atomic` was seen.
    inside: bool,
    /// One outside was seen.
    outside: bool,
    /// How many conditions stand around.
    conditions: u32,
}

impl Walk<'_> {
    fn statements(&mut self, statements: &[Statement], atomic: bool) {
        for statement in statements {
            match statement {
                Statement::Set { value, .. } => self.expression(value, atomic),
                Statement::Write { to, value, .. } => {
                    self.effects.writes.insert(*to);
                    if self.conditions > 0 || self.is_half(*to, value.ty.bits()) {
                        self.effects.keeps.insert(*to);
                    }
                    self.expression(value, atomic);
                }
                Statement::Store { address, value } => {
                    if let Type::Pointer { space, .. } = address.ty {
                        self.access(space, atomic);
                        self.effects.stores.insert(space);
                    }
                    self.expression(address, atomic);
                    self.expression(value, atomic);
                }
                Statement::If {
                    condition,
                    then,
                    otherwise,
                } => {
                    self.expression(condition, atomic);
                    self.conditions += 1;
                    self.statements(then, atomic);
                    self.statements(otherwise, atomic);
                    self.conditions -= 1;
                }
                Statement::For { body, .. } | Statement::Once(body) => {
                    self.statements(body, atomic);
                }
                Statement::Atomic(body) => self.statements(body, true),
                Statement::Undefined(_) => {}
            }
        }
    }

    fn expression(&mut self, expression: &Expression, atomic: bool) {
        match &expression.kind {
            ExpressionKind::Read { from, .. } | ExpressionKind::ReadLane { from, .. } => {
                self.effects.reads.insert(*from);
            }
            ExpressionKind::Load(address) => {
                if let Type::Pointer { space, .. } = address.ty {
                    self.access(space, atomic);
                    self.effects.loads.insert(space);
                }
            }
            _ => {}
        }
        // What is atomic is the memory's arithmetic.
        if !atomic {
            for governed in governed(expression).into_iter().flatten() {
                let mut floating = self.environment.floating.iter();
                let states = floating.find(|it| it.ty == governed);
                let states = states.into_iter().flat_map(|it| &it.states);
                self.effects
                    .reads
                    .extend(states.map(|&state| Source::State(state)));
            }
        }
        for child in expression.children() {
            self.expression(child, atomic);
        }
    }

    /// Whether a write of as many bits leaves some of a dword.
    fn is_half(&self, to: Source, bits: u16) -> bool {
        let whole = match to {
            Source::Operand(index) => self.environment.operands.get(index).map(|it| it.bits),
            Source::State(index) => self.environment.states.get(index).map(|it| it.bits),
            Source::Field(_) | Source::Feature(_) => None,
        };
        whole.is_some_and(|whole| bits < whole.min(ELEMENT_BITS))
    }

    fn access(&mut self, space: usize, atomic: bool) {
        if self
            .environment
            .spaces
            .get(space)
            .is_some_and(|space| space.internal)
        {
            return;
        }
        if atomic {
            self.inside = true;
        } else {
            self.outside = true;
        }
    }
}

/// The floating-point types for which it matters to an expression how they round, or
/// what becomes of subnormal values.
fn governed(expression: &Expression) -> [Option<Scalar>; 2] {
    match &expression.kind {
        ExpressionKind::Binary(_, left, _) => [left.ty.as_floating(), None],
        ExpressionKind::Call(Builtin::Convert, arguments) => {
            let from = arguments.first().map(|from| from.ty);
            let to = expression.ty.as_floating();
            // An integer is nothing subnormal; how it is rounded may be said.
            let is_said = arguments.len() > 1 && from.and_then(Type::as_integer).is_some();
            let exact = is_said || from.is_some_and(|from| holds(expression.ty, from));
            [from.and_then(Type::as_floating), to.filter(|_| !exact)]
        }
        ExpressionKind::Call(
            Builtin::FusedMultiplyAdd
            | Builtin::SquareRoot
            | Builtin::Scale
            | Builtin::ScaledMultiplyAdd
            | Builtin::ReciprocalRoot
            | Builtin::PowerOfTwo
            | Builtin::Logarithm
            | Builtin::Sine
            | Builtin::Cosine
            | Builtin::Floor
            | Builtin::Ceiling
            | Builtin::Truncate
            | Builtin::RoundEven,
            _,
        ) => [expression.ty.as_floating(), None],
        _ => [None; 2],
    }
}

/// Whether a floating-point type has every value of an integer type.
fn holds(floating: Type, integer: Type) -> bool {
    let digits = digits(floating.bits());
    let integer = integer.as_integer();
    integer.is_some_and(|(bits, signed)| bits <= digits + u16::from(signed))
}
