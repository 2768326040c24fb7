//! Expressions over numbers, symbols and places.
//!
//! They live in one arena; an [`ExpressionId`] is an index into it. What an
//! expression is worth may be known when it is written down, when everything has
//! its place, or only by a linker: [`Value`] is what is left of it at any time.

use super::format::Specifier;
use super::place::{ExpressionId, Place, SymbolId};

/// Signs before a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sign {
    /// `-`
    Minus,
    /// `~`
    Complement,
    /// `!`: 1 of zero, else 0.
    Not,
    /// `+`, which changes nothing.
    Plus,
}

/// Operators between two values. Comparisons are -1 if they hold, as in GNU as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operator {
    /// `*`
    Multiply,
    /// `/`, towards zero.
    Divide,
    /// `%`, with the sign of the dividend.
    Remainder,
    /// `<<`
    ShiftLeft,
    /// `>>`, with zeros from above.
    ShiftRight,
    /// `|`
    Or,
    /// `!`: or with the complement of what follows.
    OrNot,
    /// `&`
    And,
    /// `^`
    Xor,
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `==`
    Equal,
    /// `!=`, `<>`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `&&`: 1 if neither is zero.
    LogicalAnd,
    /// `||`: 1 if one is not zero.
    LogicalOr,
}

/// A node of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Node {
    /// A number.
    Number(i64),
    /// A symbol, and the relocation that is asked for.
    Symbol(SymbolId, Specifier),
    /// A place in a section: `.`
    Place(Place),
    /// A sign and what follows.
    Signed(Sign, ExpressionId),
    /// Two values.
    Binary(Operator, ExpressionId, ExpressionId),
    /// A function of the machine, by its number, and its arguments.
    Call(u8, Option<ExpressionId>),
    /// An argument, and the ones behind it.
    Argument(ExpressionId, Option<ExpressionId>),
}

/// The arena of expressions.
#[derive(Debug, Clone, Default)]
pub struct Expressions {
    nodes: Vec<Node>,
}

impl Expressions {
    /// Adds a node.
    pub fn add(&mut self, node: Node) -> ExpressionId {
        let id = ExpressionId(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX));
        self.nodes.push(node);
        id
    }

    /// The node of an expression; the number 0 for an id of another arena.
    pub fn node(&self, id: ExpressionId) -> Node {
        let node = self.nodes.get(id.0 as usize);
        node.copied().unwrap_or(Node::Number(0))
    }

    /// Whether a literal with this value counts from itself, by how it is written: what
    /// is subtracted from does not (`AMDGPUMCCodeEmitter`, `needsPCRel`).
    pub(super) fn is_relative_literal(&self, id: ExpressionId) -> bool {
        let mut waiting = vec![id];
        while let Some(id) = waiting.pop() {
            match self.node(id) {
                Node::Symbol(..) | Node::Place(_) => return true,
                Node::Signed(_, inner) => waiting.push(inner),
                Node::Binary(operator, left, right) if operator != Operator::Subtract => {
                    waiting.extend([left, right]);
                }
                Node::Number(_) | Node::Binary(..) | Node::Call(..) | Node::Argument(..) => {}
            }
        }
        false
    }

    /// The same, as listings show it: what asks for a relocation counts as that does.
    pub(crate) fn is_written_relative(
        &self,
        id: ExpressionId,
        relocations: &[crate::relocation::Relocation],
    ) -> bool {
        match self.node(id) {
            Node::Symbol(_, specifier) => {
                let asked = usize::from(specifier).checked_sub(1);
                let asked = asked.and_then(|at| relocations.get(at));
                asked.is_none_or(|it| it.pc_relative)
            }
            Node::Signed(_, inner) => self.is_written_relative(inner, relocations),
            Node::Binary(operator, left, right) => {
                operator != Operator::Subtract
                    && (self.is_written_relative(left, relocations)
                        || self.is_written_relative(right, relocations))
            }
            Node::Place(_) => true,
            Node::Number(_) | Node::Call(..) | Node::Argument(..) => false,
        }
    }

    /// How many nodes there are: what [`truncate`](Self::truncate) goes back to.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Forgets what was added since: expressions that were worth a number at once.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.nodes.truncate(len);
    }
}

/// What a value counts from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Base {
    /// A symbol, with the relocation that is asked for.
    Symbol(SymbolId, Specifier),
    /// A place in a section.
    Place(Place),
}

/// What is left of an expression: `plus - minus + addend`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Value {
    /// What is added.
    pub plus: Option<Base>,
    /// What is subtracted.
    pub minus: Option<Base>,
    /// The number.
    pub addend: i64,
}

impl Value {
    /// A number.
    pub fn number(addend: i64) -> Value {
        Value {
            addend,
            ..Value::default()
        }
    }

    /// What counts from a base.
    pub fn from(base: Base) -> Value {
        Value {
            plus: Some(base),
            ..Value::default()
        }
    }

    /// The number, if it is nothing else.
    pub fn as_number(self) -> Option<i64> {
        (self.plus.is_none() && self.minus.is_none()).then_some(self.addend)
    }
}

/// Why an expression has no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExpressionError {
    /// A division by zero.
    DivisionByZero,
    /// An operator whose sides must be numbers has one that counts from a symbol.
    NotANumber,
    /// More than one symbol is added or subtracted.
    TooManySymbols,
    /// A function that its arguments do not allow.
    Call,
    /// Signs, operators and functions are nested too deeply.
    TooDeep,
    /// A symbol is worth itself, or symbols are nested too deeply.
    Cycle(SymbolId),
}

/// How deep symbols and operators may be nested.
const MAX_DEPTH: u32 = 400;

/// What evaluation asks of symbols and places.
pub(super) trait Places {
    /// What a symbol is worth; itself if it is a label or unknown.
    fn meaning(&self, symbol: SymbolId) -> Meaning;
    /// What a function of the machine is worth.
    fn call(&self, function: u8, arguments: &[i64]) -> Option<i64>;
    /// Bytes from one base to another; `None` if that is not known.
    fn distance(&self, from: Base, to: Base) -> Option<i64>;
}

/// What a symbol stands for.
pub(super) enum Meaning {
    /// Itself.
    Itself,
    /// Another expression.
    Expression(ExpressionId),
}

impl Expressions {
    /// What an expression is worth.
    pub(super) fn evaluate(
        &self,
        id: ExpressionId,
        places: &impl Places,
    ) -> Result<Value, ExpressionError> {
        self.value(id, places, 0)
    }

    fn value(
        &self,
        id: ExpressionId,
        places: &impl Places,
        depth: u32,
    ) -> Result<Value, ExpressionError> {
        if depth > MAX_DEPTH {
            return Err(ExpressionError::TooDeep);
        }
        match self.node(id) {
            Node::Number(number) => Ok(Value::number(number)),
            Node::Place(place) => Ok(Value::from(Base::Place(place))),
            Node::Symbol(symbol, specifier) => match places.meaning(symbol) {
                Meaning::Itself => Ok(Value::from(Base::Symbol(symbol, specifier))),
                Meaning::Expression(_) if depth == MAX_DEPTH => Err(ExpressionError::Cycle(symbol)),
                Meaning::Expression(inner) => {
                    let value = self.value(inner, places, depth + 1)?;
                    Ok(asked(value, symbol, specifier))
                }
            },
            Node::Signed(sign, inner) => {
                let value = self.value(inner, places, depth + 1)?;
                signed(sign, value).ok_or(ExpressionError::NotANumber)
            }
            Node::Argument(value, _) => self.value(value, places, depth + 1),
            Node::Call(function, first) => {
                let mut arguments = Vec::new();
                let mut next = first;
                while let Some(id) = next {
                    let Node::Argument(value, behind) = self.node(id) else {
                        break;
                    };
                    let value = self.value(value, places, depth + 1)?;
                    arguments.push(value.as_number().ok_or(ExpressionError::NotANumber)?);
                    next = behind;
                }
                let value = places.call(function, &arguments);
                value.map(Value::number).ok_or(ExpressionError::Call)
            }
            Node::Binary(..) => {
                // What stands in a row is nested to the left, as deep as it is long.
                let mut row = Vec::new();
                let mut first = id;
                while let Node::Binary(operator, left, right) = self.node(first) {
                    row.push((operator, right));
                    first = left;
                }
                let mut value = self.value(first, places, depth + 1)?;
                for (operator, right) in row.into_iter().rev() {
                    let right = self.value(right, places, depth + 1)?;
                    value = binary(operator, value, right, places)?;
                }
                Ok(value)
            }
        }
    }
}

/// The value of a symbol that a relocation is asked for with: a number has none, and of
/// what is no symbol alone nothing is known of it.
fn asked(value: Value, symbol: SymbolId, specifier: Specifier) -> Value {
    if specifier == 0 {
        return value;
    }
    match value {
        Value {
            plus: Some(Base::Symbol(inner, 0)),
            minus: None,
            addend: 0,
        } => Value::from(Base::Symbol(inner, specifier)),
        Value {
            plus: None,
            minus: None,
            ..
        } => Value::from(Base::Symbol(symbol, specifier)),
        _ => value,
    }
}

fn signed(sign: Sign, value: Value) -> Option<Value> {
    match (sign, value.as_number()) {
        (Sign::Plus, _) => Some(value),
        (Sign::Minus, _) => Some(Value {
            plus: value.minus,
            minus: value.plus,
            addend: value.addend.wrapping_neg(),
        }),
        (Sign::Complement, number) => number.map(|it| Value::number(!it)),
        (Sign::Not, number) => number.map(|it| Value::number(i64::from(it == 0))),
    }
}

fn binary(
    operator: Operator,
    left: Value,
    right: Value,
    places: &impl Places,
) -> Result<Value, ExpressionError> {
    match operator {
        Operator::Add => sum(left, right, places),
        Operator::Subtract => {
            let right = Value {
                plus: right.minus,
                minus: right.plus,
                addend: right.addend.wrapping_neg(),
            };
            sum(left, right, places)
        }
        _ => {
            let compared = is_comparison(operator)
                .then(|| difference(left, right, places))
                .flatten();
            if let Some(difference) = compared {
                return calculate(operator, difference, 0).map(Value::number);
            }
            match (left.as_number(), right.as_number()) {
                (Some(left), Some(right)) => calculate(operator, left, right).map(Value::number),
                _ => Err(ExpressionError::NotANumber),
            }
        }
    }
}

fn is_comparison(operator: Operator) -> bool {
    matches!(
        operator,
        Operator::Equal
            | Operator::NotEqual
            | Operator::Less
            | Operator::LessEqual
            | Operator::Greater
            | Operator::GreaterEqual
    )
}

/// How far two places lie apart, if both values are places.
fn difference(left: Value, right: Value, places: &impl Places) -> Option<i64> {
    let (Some(to), Some(from), None, None) = (left.plus, right.plus, left.minus, right.minus)
    else {
        return None;
    };
    let apart = places.distance(from, to)?;
    Some(apart.wrapping_add(left.addend).wrapping_sub(right.addend))
}

/// The sum; what is added and subtracted goes as far as its distance is known.
fn sum(left: Value, right: Value, places: &impl Places) -> Result<Value, ExpressionError> {
    let mut addend = left.addend.wrapping_add(right.addend);
    let mut plus = [left.plus, right.plus];
    let mut minus = [left.minus, right.minus];
    for plus in &mut plus {
        for minus in &mut minus {
            if let (Some(to), Some(from)) = (*plus, *minus)
                && let Some(apart) = places.distance(from, to)
            {
                addend = addend.wrapping_add(apart);
                (*plus, *minus) = (None, None);
            }
        }
    }
    let one = |pair: [Option<Base>; 2]| match pair {
        [Some(_), Some(_)] => Err(ExpressionError::TooManySymbols),
        [first, second] => Ok(first.or(second)),
    };
    Ok(Value {
        plus: one(plus)?,
        minus: one(minus)?,
        addend,
    })
}

impl Operator {
    /// What it makes of two numbers; `None` if that is nothing.
    pub(crate) fn of_numbers(self, left: i64, right: i64) -> Option<i64> {
        calculate(self, left, right).ok()
    }
}

#[inline]
fn calculate(operator: Operator, left: i64, right: i64) -> Result<i64, ExpressionError> {
    let amount = || u32::try_from(right).unwrap_or(64);
    let truth = |holds: bool| -i64::from(holds);
    Ok(match operator {
        Operator::Multiply => left.wrapping_mul(right),
        Operator::Divide | Operator::Remainder if right == 0 => {
            return Err(ExpressionError::DivisionByZero);
        }
        Operator::Divide => left.wrapping_div(right),
        Operator::Remainder => left.wrapping_rem(right),
        Operator::ShiftLeft => left.unbounded_shl(amount()),
        Operator::ShiftRight => left.cast_unsigned().unbounded_shr(amount()).cast_signed(),
        Operator::Or => left | right,
        Operator::OrNot => left | !right,
        Operator::And => left & right,
        Operator::Xor => left ^ right,
        Operator::Add => left.wrapping_add(right),
        Operator::Subtract => left.wrapping_sub(right),
        Operator::Equal => truth(left == right),
        Operator::NotEqual => truth(left != right),
        Operator::Less => truth(left < right),
        Operator::LessEqual => truth(left <= right),
        Operator::Greater => truth(left > right),
        Operator::GreaterEqual => truth(left >= right),
        Operator::LogicalAnd => i64::from(left != 0 && right != 0),
        Operator::LogicalOr => i64::from(left != 0 || right != 0),
    })
}
