//! The typed tree of an operation: small, and nothing in it is implied. Every
//! conversion is a node; operands of one operator have one type; names are
//! indices. It is what an interpreter runs and what effects are derived from.
//!
//! Expressions have no effects of their own. An interpreter may evaluate them
//! in any order, except that [`ExpressionKind::Choose`] evaluates only the arm
//! it gives.

use super::builtins::Builtin;
use super::types::Type;

/// An operation. With [`lanes`](Program::lanes) it runs for each of them, in
/// their order; without, once.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Program {
    /// The locals, named by index. All are set before they are read.
    pub locals: Vec<Local>,
    /// Sets the locals that `lanes` reads. Runs once, whatever the lanes are.
    pub before: Vec<Statement>,
    /// A `UINT64` with a bit for each lane that runs: bit n is lane n. It reads
    /// nothing that differs from lane to lane, and no memory.
    pub lanes: Option<Expression>,
    /// The statements in order.
    pub body: Vec<Statement>,
}

/// A local variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Local {
    /// Name as written, for people; two scopes may use the same one.
    pub name: String,
    /// Type of its values.
    pub ty: Type,
    /// Its value may differ from lane to lane. One that does not is set once
    /// for all of them, even if no lane runs.
    pub varying: bool,
    /// It holds a `let` of the family: where or whether something is done, not
    /// what.
    pub of_family: bool,
}

/// A statement.
#[derive(Debug, Clone, PartialEq)]
pub enum Statement {
    /// Gives a local a value of its type.
    Set {
        /// Index into [`Program::locals`].
        local: usize,
        /// The value.
        value: Expression,
    },
    /// Writes register bits; the others keep their value.
    Write {
        /// An operand or a state, never a field.
        to: Source,
        /// Where within it.
        at: Position,
        /// The value, of type [`Type::Bits`].
        value: Expression,
    },
    /// Writes memory.
    Store {
        /// A pointer; its space is the one stored to.
        address: Expression,
        /// The value; its width is the width of the access.
        value: Expression,
    },
    /// Runs one of two lists.
    If {
        /// A `BOOL`.
        condition: Expression,
        /// If it is true.
        then: Vec<Statement>,
        /// If it is false.
        otherwise: Vec<Statement>,
    },
    /// Runs a list with a local counting up.
    For {
        /// Index into [`Program::locals`]; a `UINT32`.
        local: usize,
        /// Its first value.
        from: u32,
        /// How often, 1 to 1024.
        count: u32,
        /// What runs.
        body: Vec<Statement>,
    },
    /// Nobody else sees or changes memory between these statements.
    Atomic(Vec<Statement>),
    /// Runs once, not for each lane, and even if no lane runs. It stands only
    /// in the list of the program itself, and reads and writes only what all
    /// lanes share.
    Once(Vec<Statement>),
    /// The machine's behaviour is undefined here, for the reason given.
    Undefined(String),
}

/// What a name outside the program stands for, as an index into a list of the
/// [`Environment`](super::Environment).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Source {
    /// An operand.
    Operand(usize),
    /// A modifier or field.
    Field(usize),
    /// A state of the machine.
    State(usize),
    /// Whether the processor has a feature.
    Feature(usize),
}

/// First bit of a part of an operand: `bit` plus, for each step, the value of
/// a loop's local times a number of bits. The part is as wide as the type of
/// the value read or written, and always within the operand.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Position {
    /// The constant share, in bits.
    pub bit: i64,
    /// Locals of loops and how far each of their steps moves, in bits.
    pub steps: Vec<(usize, i64)>,
}

/// An expression with its type.
#[derive(Debug, Clone, PartialEq)]
pub struct Expression {
    /// Type of the value.
    pub ty: Type,
    /// What it is.
    pub kind: ExpressionKind,
}

/// Kinds of expressions.
#[derive(Debug, Clone, PartialEq)]
pub enum ExpressionKind {
    /// A constant's bits; those beyond the width are zero.
    Constant(u128),
    /// Bits of an operand, a field or a state; the type is [`Type::Bits`].
    Read {
        /// What is read.
        from: Source,
        /// Where within it.
        at: Position,
    },
    /// The same of another lane, a `UINT32`. A lane that does not exist reads
    /// as zero; whether it runs does not matter.
    ReadLane {
        /// An operand that every lane has.
        from: Source,
        /// Where within it.
        at: Position,
        /// The number of the lane.
        lane: Box<Expression>,
    },
    /// A local.
    Local(usize),
    /// The number of the lane, a `UINT32`.
    Lane,
    /// Reads memory at a pointer; the type is what the pointer points to.
    Load(Box<Expression>),
    /// The same value or bits as another type.
    Convert(Conversion, Box<Expression>),
    /// A prefix operator; value and result have one type.
    Unary(Unary, Box<Expression>),
    /// An operator. Both sides have one type, which is that of the result too
    /// (of comparisons that is `BOOL`). The right side of a shift is a `UINT32`.
    Binary(Binary, Box<Expression>, Box<Expression>),
    /// The second if the first, a `BOOL`, is true, else the third.
    Choose(Box<Expression>, Box<Expression>, Box<Expression>),
    /// A builtin function; arguments as its signature says.
    Call(Builtin, Vec<Expression>),
}

/// Conversions. None of them rounds: converting numbers is a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Conversion {
    /// To a wider type, with zeros above.
    ZeroExtend,
    /// To a wider type, with copies of the highest bit above.
    SignExtend,
    /// To a narrower type: the lowest bits.
    Truncate,
    /// To a type of the same width: the same bits.
    BitCast,
}

/// Prefix operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unary {
    /// Integers wrap; floating-point numbers change their sign bit.
    Negate,
    /// Every bit of an integer inverted.
    BitNot,
    /// A `BOOL` inverted.
    Not,
}

/// Operators on two values. Integers wrap; floating-point numbers round to
/// nearest even and keep subnormal values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Binary {
    /// Sum.
    Add,
    /// Difference.
    Subtract,
    /// Product.
    Multiply,
    /// Quotient; of integers towards zero, and all ones if the divisor is zero.
    Divide,
    /// Rest of the division of integers, with the sign of the dividend; the
    /// dividend if the divisor is zero.
    Remainder,
    /// Shift to the left. Of the amount only as many low bits count as the
    /// width needs (5 for 32 bits).
    ShiftLeft,
    /// Shift to the right, with copies of the sign if the type is signed;
    /// amount as for [`Binary::ShiftLeft`].
    ShiftRight,
    /// Bitwise and; also of `BOOL`s.
    And,
    /// Bitwise or; also of `BOOL`s.
    Or,
    /// Bitwise exclusive or; also of `BOOL`s.
    Xor,
    /// Equal. False if one is NaN; zeros are equal whatever their sign.
    Equal,
    /// Not equal. True if one is NaN.
    NotEqual,
    /// Less. This and the following are false if one is NaN.
    Less,
    /// Less or equal.
    LessEqual,
    /// Greater.
    Greater,
    /// Greater or equal.
    GreaterEqual,
}

impl Expression {
    /// A constant of a type, cut to its width.
    pub(super) fn constant(ty: Type, value: i128) -> Expression {
        let bits = value.cast_unsigned();
        let width = u32::from(ty.bits());
        let bits = if width < 128 {
            bits & ((1 << width) - 1)
        } else {
            bits
        };
        Expression {
            ty,
            kind: ExpressionKind::Constant(bits),
        }
    }

    /// What a condition is, if it is constant.
    pub(super) fn truth(&self) -> Option<bool> {
        match self.kind {
            ExpressionKind::Constant(value) => Some(value != 0),
            _ => None,
        }
    }

    /// The same under a conversion, or itself if it has the type already.
    pub(super) fn converted(self, conversion: Conversion, ty: Type) -> Expression {
        if self.ty == ty {
            return self;
        }
        Expression {
            ty,
            kind: ExpressionKind::Convert(conversion, Box::new(self)),
        }
    }

    pub(super) fn binary(ty: Type, op: Binary, left: Expression, right: Expression) -> Expression {
        Expression {
            ty,
            kind: ExpressionKind::Binary(op, Box::new(left), Box::new(right)),
        }
    }

    pub(super) fn unary(op: Unary, value: Expression) -> Expression {
        Expression {
            ty: value.ty,
            kind: ExpressionKind::Unary(op, Box::new(value)),
        }
    }

    pub(super) fn choose(condition: Expression, then: Expression, other: Expression) -> Expression {
        let ty = then.ty;
        let kind = ExpressionKind::Choose(Box::new(condition), Box::new(then), Box::new(other));
        Expression { ty, kind }
    }

    /// The expressions directly within.
    pub fn children(&self) -> impl Iterator<Item = &Expression> {
        let (few, arguments): ([Option<&Expression>; 3], &[Expression]) = match &self.kind {
            ExpressionKind::Constant(_)
            | ExpressionKind::Read { .. }
            | ExpressionKind::Local(_)
            | ExpressionKind::Lane => ([None; 3], &[]),
            ExpressionKind::ReadLane { lane: a, .. }
            | ExpressionKind::Load(a)
            | ExpressionKind::Convert(_, a)
            | ExpressionKind::Unary(_, a) => ([Some(a), None, None], &[]),
            ExpressionKind::Binary(_, a, b) => ([Some(a), Some(b), None], &[]),
            ExpressionKind::Choose(a, b, c) => ([Some(a), Some(b), Some(c)], &[]),
            ExpressionKind::Call(_, arguments) => ([None; 3], arguments),
        };
        few.into_iter().flatten().chain(arguments)
    }
}
