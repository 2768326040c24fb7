//! What can be asked of an operation beyond its effects: how wide and how many
//! its memory accesses are, how values count, which bits change and under
//! which flag. Derived from the typed tree; lints ask for it.

use crate::sorted::{SortedMap, SortedSet};

use super::bits::{self, BitSet};
use super::builtins::{self, Builtin};
use super::ir::{
    Binary, Conversion, Expression, ExpressionKind, Local, Program, Source, Statement,
};
use super::types::{Scalar, Type};
use crate::ast::Sign;

/// A kind of memory access.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Access {
    /// A store, not a load.
    pub store: bool,
    /// Index of the address space.
    pub space: usize,
    /// Width in bits.
    pub bits: u16,
}

/// What an operation does to an operand or a state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// Bits that may change: those that do not get back their own value.
    pub changed: BitSet,
    /// Flags that must be set for any change.
    pub under: SortedSet<Source>,
    /// Every value written was loaded from memory before anything was stored,
    /// and is written bit for bit.
    pub returned: bool,
}

/// Facts about an operation. What happens only under a condition counts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Facts {
    /// Memory accesses and how many there are of a kind in one run; of the two
    /// arms of a condition the one with more counts.
    pub accesses: SortedMap<Access, u64>,
    /// How values count: those that are compared by order, or taken the lesser
    /// or greater of; without any, those that are loaded.
    pub signs: SortedSet<Sign>,
    /// Operators and functions applied to values; addresses and a family's
    /// `let`s are left out.
    pub computed: SortedSet<&'static str>,
    /// What is read, and which bits matter.
    pub reads: SortedMap<Source, BitSet>,
    /// What is written.
    pub writes: SortedMap<Source, Written>,
}

/// Operators and functions that an operation can be asked for.
pub fn computable() -> impl Iterator<Item = &'static str> {
    let functions = builtins::FUNCTIONS.iter();
    let functions = functions.filter(|function| function.builtin.is_some());
    OPERATORS
        .iter()
        .map(|(_, name)| *name)
        .chain(functions.map(|function| function.name))
}

const OPERATORS: &[(Binary, &str)] = &[
    (Binary::Add, "+"),
    (Binary::Subtract, "-"),
    (Binary::Multiply, "*"),
    (Binary::Divide, "/"),
    (Binary::Remainder, "%"),
    (Binary::ShiftLeft, "<<"),
    (Binary::ShiftRight, ">>"),
    (Binary::And, "&"),
    (Binary::Or, "|"),
    (Binary::Xor, "^"),
    (Binary::Equal, "=="),
    (Binary::NotEqual, "!="),
    (Binary::Less, "<"),
    (Binary::LessEqual, "<="),
    (Binary::Greater, ">"),
    (Binary::GreaterEqual, ">="),
];

impl Facts {
    /// The facts about a program.
    pub fn of(program: &Program) -> Facts {
        let mut walk = Walk {
            locals: &program.locals,
            ordered: SortedSet::new(),
            loaded: SortedSet::new(),
            computed: SortedSet::new(),
            writes: SortedMap::new(),
            under: Vec::new(),
            before: SortedSet::new(),
            stored: false,
        };
        let accesses = walk.statements(&program.body);
        let (changed, reads) = bits::touched(program);
        let mut writes = walk.writes;
        for (source, written) in writes.iter_mut() {
            written.changed = changed.get(source).cloned().unwrap_or_default();
        }
        Facts {
            accesses,
            signs: if walk.ordered.is_empty() {
                walk.loaded
            } else {
                walk.ordered
            },
            computed: walk.computed,
            reads,
            writes,
        }
    }
}

type Accesses = SortedMap<Access, u64>;

fn add(into: &mut Accesses, other: Accesses) {
    for (access, count) in other {
        let sum = into.entry(access).or_default();
        *sum = sum.saturating_add(count);
    }
}

fn either(mut a: Accesses, b: Accesses) -> Accesses {
    for (access, count) in b {
        let most = a.entry(access).or_default();
        *most = count.max(*most);
    }
    a
}

struct Walk<'a> {
    locals: &'a [Local],
    ordered: SortedSet<Sign>,
    loaded: SortedSet<Sign>,
    computed: SortedSet<&'static str>,
    writes: SortedMap<Source, Written>,
    /// Flags that are set here.
    under: Vec<Source>,
    /// Locals that hold what was loaded before anything was stored.
    before: SortedSet<usize>,
    stored: bool,
}

impl Walk<'_> {
    fn statements(&mut self, statements: &[Statement]) -> Accesses {
        let mut all = Accesses::new();
        for statement in statements {
            let accesses = self.statement(statement);
            add(&mut all, accesses);
        }
        all
    }

    fn statement(&mut self, statement: &Statement) -> Accesses {
        match statement {
            Statement::Set { local, value } => {
                if self.is_loaded(value) {
                    self.before.insert(*local);
                } else {
                    self.before.remove(local);
                }
                match self.locals[*local].of_family {
                    true => self.address(value),
                    false => self.expression(value),
                }
            }
            Statement::Write { to, value, .. } => {
                let (value_written, mut under) = chosen(*to, value);
                under.extend(&self.under);
                let returned = self.is_loaded(value_written);
                let written = self.writes.entry(*to).or_insert_with(|| Written {
                    changed: BitSet::new(),
                    under: under.clone(),
                    returned: true,
                });
                written.under.retain(|flag| under.contains(flag));
                written.returned &= returned;
                self.expression(value)
            }
            Statement::Store { address, value } => {
                let mut all = self.expression(value);
                add(&mut all, self.address(address));
                if let Some(access) = access(true, address) {
                    add(&mut all, Accesses::from([(access, 1)]));
                }
                self.stored = true;
                all
            }
            Statement::If {
                condition,
                then,
                otherwise,
            } => {
                let mut all = self.expression(condition);
                let outside = self.under.len();
                flags(condition, &mut self.under);
                // Neither arm sees what the other one stored.
                let (stored, before) = (self.stored, self.before.clone());
                let then = self.statements(then);
                self.under.truncate(outside);
                let stored = std::mem::replace(&mut self.stored, stored);
                let before = std::mem::replace(&mut self.before, before);
                add(&mut all, either(then, self.statements(otherwise)));
                self.stored |= stored;
                self.before.retain(|local| before.contains(local));
                all
            }
            Statement::For { count, body, .. } => {
                let mut all = self.statements(body);
                for times in all.values_mut() {
                    *times = times.saturating_mul(u64::from(*count));
                }
                all
            }
            Statement::Atomic(body) | Statement::Once(body) => self.statements(body),
            Statement::Undefined(_) => Accesses::new(),
        }
    }

    /// Whether a value is what a load gave before anything was stored.
    fn is_loaded(&self, value: &Expression) -> bool {
        match &value.kind {
            ExpressionKind::Convert(Conversion::BitCast, value) => self.is_loaded(value),
            ExpressionKind::Load(_) => !self.stored,
            ExpressionKind::Local(local) => self.before.contains(local),
            _ => false,
        }
    }

    fn expression(&mut self, expression: &Expression) -> Accesses {
        if matches!(expression.ty, Type::Pointer { .. }) {
            return self.address(expression);
        }
        let mut all = Accesses::new();
        match &expression.kind {
            ExpressionKind::Load(address) => {
                add(&mut all, self.address(address));
                if let Some(access) = access(false, address) {
                    add(&mut all, Accesses::from([(access, 1)]));
                }
                self.loaded.extend(sign(expression.ty));
                return all;
            }
            ExpressionKind::Choose(condition, a, b) => {
                all = self.expression(condition);
                let a = self.expression(a);
                add(&mut all, either(a, self.expression(b)));
                return all;
            }
            ExpressionKind::Binary(operator, left, _) => self.operator(*operator, left),
            ExpressionKind::Call(builtin, arguments) => {
                let row = builtins::FUNCTIONS.iter();
                let row = row.clone().find(|row| row.builtin == Some(*builtin));
                self.computed.extend(row.map(|row| row.name));
                if matches!(builtin, Builtin::Minimum | Builtin::Maximum) {
                    self.ordered
                        .extend(arguments.first().and_then(|a| sign(a.ty)));
                }
            }
            _ => {}
        }
        for child in expression.children() {
            let accesses = self.expression(child);
            add(&mut all, accesses);
        }
        all
    }

    fn operator(&mut self, operator: Binary, left: &Expression) {
        // A flag that is tested, and conditions joined, compute nothing.
        let value = !matches!(left.ty, Type::Bool | Type::Bits(1));
        if !value {
            return;
        }
        let row = OPERATORS.iter().find(|(known, _)| *known == operator);
        self.computed.extend(row.map(|(_, name)| *name));
        let sign = sign(left.ty);
        let orders = match operator {
            Binary::Less | Binary::LessEqual | Binary::Greater | Binary::GreaterEqual => true,
            Binary::Equal | Binary::NotEqual => sign == Some(Sign::Floating),
            _ => false,
        };
        if orders {
            self.ordered.extend(sign);
        }
    }

    /// An address: only the loads within count.
    fn address(&mut self, address: &Expression) -> Accesses {
        let mut all = Accesses::new();
        if let ExpressionKind::Load(_) = &address.kind {
            return self.expression(address);
        }
        for child in address.children() {
            let accesses = self.address(child);
            add(&mut all, accesses);
        }
        all
    }
}

fn access(store: bool, address: &Expression) -> Option<Access> {
    match address.ty {
        Type::Pointer { to, space } => Some(Access {
            store,
            space,
            bits: to.scalar().bits(),
        }),
        _ => None,
    }
}

fn sign(ty: Type) -> Option<Sign> {
    match ty {
        Type::Scalar(Scalar::Integer { signed: true, .. }) => Some(Sign::Signed),
        Type::Scalar(Scalar::Integer { signed: false, .. }) | Type::Bits(_) => Some(Sign::Unsigned),
        Type::Scalar(_) => Some(Sign::Floating),
        Type::Bool | Type::Pointer { .. } => None,
    }
}

/// What `place = FLAG ? value : place` writes, and its flag.
fn chosen(to: Source, value: &Expression) -> (&Expression, SortedSet<Source>) {
    let mut set = Vec::new();
    match &value.kind {
        ExpressionKind::Convert(Conversion::BitCast, inner) => return chosen(to, inner),
        ExpressionKind::Choose(condition, then, otherwise) if is_read(otherwise, to) => {
            flags(condition, &mut set);
            return (then, set.into_iter().collect());
        }
        _ => {}
    }
    (value, SortedSet::new())
}

fn is_read(value: &Expression, of: Source) -> bool {
    match &value.kind {
        ExpressionKind::Convert(Conversion::BitCast, inner) => is_read(inner, of),
        ExpressionKind::Read { from, .. } => *from == of,
        _ => false,
    }
}

/// The flags that are set where a condition is true.
fn flags(condition: &Expression, into: &mut Vec<Source>) {
    match &condition.kind {
        ExpressionKind::Read {
            from: flag @ Source::Field(_),
            ..
        } if condition.ty.bits() == 1 => into.push(*flag),
        ExpressionKind::Convert(_, inner) => flags(inner, into),
        ExpressionKind::Binary(Binary::NotEqual, value, zero)
            if zero.kind == ExpressionKind::Constant(0) =>
        {
            flags(value, into);
        }
        ExpressionKind::Binary(Binary::And, a, b) if condition.ty == Type::Bool => {
            flags(a, into);
            flags(b, into);
        }
        // `a && b` is a choice between `b` and false.
        ExpressionKind::Choose(a, b, no) if no.kind == ExpressionKind::Constant(0) => {
            flags(a, into);
            flags(b, into);
        }
        _ => {}
    }
}
