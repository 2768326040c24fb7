//! Expressions as they are written: what is known without places is a number.

use super::writer::Writer;
use crate::object::{
    Definition, ExpressionId, Node, ObjectBuilder, Operator, Sign, Specifier, SymbolId,
};

/// How deep expressions and the symbols in them are looked into.
const MAX_DEPTH: u32 = 100;

impl Writer {
    /// The number that an expression is, if that needs no places.
    pub fn number(&self, builder: &ObjectBuilder<'_>, id: ExpressionId) -> Option<i64> {
        match self.is_placed(builder, id, 0) {
            true => None,
            false => builder.number(id),
        }
    }

    /// Whether an expression names a label, or something that nothing has defined yet.
    fn is_placed(&self, builder: &ObjectBuilder<'_>, id: ExpressionId, depth: u32) -> bool {
        if depth > MAX_DEPTH || self.spelled.contains_key(&id) {
            return true;
        }
        let inside = |id| self.is_placed(builder, id, depth + 1);
        match builder.expressions.node(id) {
            Node::Number(_) => false,
            Node::Place(_) => true,
            Node::Symbol(symbol, specifier) => {
                specifier != 0
                    || self.placed.contains(&symbol)
                    || match builder.symbols[symbol].definition {
                        Definition::Expression(value) => inside(value),
                        _ => true,
                    }
            }
            Node::Signed(_, inner) => inside(inner),
            Node::Argument(value, behind) => inside(value) || behind.is_some_and(inside),
            Node::Call(_, first) => first.is_some_and(inside),
            Node::Binary(_, left, right) => inside(left) || inside(right),
        }
    }

    /// A number that stands where the name of a symbol was written.
    pub fn spell(&mut self, builder: &ObjectBuilder<'_>, id: ExpressionId, name: &str) {
        let symbol = builder.symbols.find(name);
        if let Some(symbol) = symbol.filter(|symbol| self.placed.contains(symbol)) {
            self.spelled.insert(id, symbol);
        }
    }

    /// Appends an expression: a number, if it is one without places.
    pub fn expression(&self, builder: &ObjectBuilder<'_>, id: ExpressionId, out: &mut String) {
        match self.number(builder, id) {
            Some(number) => out.push_str(&number.to_string()),
            None => self.node(builder, id, 0, out),
        }
    }

    fn node(&self, builder: &ObjectBuilder<'_>, id: ExpressionId, depth: u32, out: &mut String) {
        if let Some(&symbol) = self.spelled.get(&id) {
            return self.symbol(builder, symbol, out);
        }
        let expressions = &builder.expressions;
        if depth > 4 * MAX_DEPTH {
            // It was refused before: nothing is evaluated so deep.
            return out.push('0');
        }
        let depth = depth + 1;
        match expressions.node(id) {
            Node::Number(number) => out.push_str(&number.to_string()),
            Node::Place(_) => out.push('.'),
            Node::Symbol(symbol, specifier) => self.reference(builder, symbol, specifier, out),
            Node::Signed(sign, inner) => {
                out.push(match sign {
                    Sign::Plus => '+',
                    Sign::Minus => '-',
                    Sign::Complement => '~',
                    Sign::Not => '!',
                });
                let is_binary = matches!(expressions.node(inner), Node::Binary(..));
                self.operand(builder, inner, is_binary, depth, out);
            }
            Node::Argument(value, behind) => {
                self.expression(builder, value, out);
                if let Some(behind) = behind {
                    out.push_str(", ");
                    self.node(builder, behind, depth, out);
                }
            }
            Node::Call(function, first) => {
                let names = builder.format.functions.names;
                out.push_str(names.get(usize::from(function)).unwrap_or(&""));
                out.push('(');
                if let Some(first) = first {
                    self.node(builder, first, depth, out);
                }
                out.push(')');
            }
            Node::Binary(operator, left, right) => {
                let needs = match expressions.node(left) {
                    Node::Binary(inner, ..) => !(is_sum(inner) && is_sum(operator)),
                    _ => false,
                };
                self.operand(builder, left, needs, depth, out);
                match (operator, expressions.node(right)) {
                    // The sign of the number is the operator.
                    (Operator::Add, Node::Number(number)) if number < 0 => {}
                    _ => out.push_str(sign_of(operator)),
                }
                let is_binary = matches!(expressions.node(right), Node::Binary(..));
                self.operand(builder, right, is_binary, depth, out);
            }
        }
    }

    fn operand(
        &self,
        builder: &ObjectBuilder<'_>,
        id: ExpressionId,
        in_parentheses: bool,
        depth: u32,
        out: &mut String,
    ) {
        if in_parentheses {
            out.push('(');
        }
        self.node(builder, id, depth, out);
        if in_parentheses {
            out.push(')');
        }
    }

    /// A symbol, or the number that it is for now and for ever.
    fn reference(
        &self,
        builder: &ObjectBuilder<'_>,
        symbol: SymbolId,
        specifier: Specifier,
        out: &mut String,
    ) {
        let row = &builder.symbols[symbol];
        if specifier == 0
            && !self.placed.contains(&symbol)
            && let Definition::Expression(value) = row.definition
            && let Node::Number(number) = builder.expressions.node(value)
        {
            return out.push_str(&number.to_string());
        }
        self.symbol(builder, symbol, out);
        let asked = usize::from(specifier).checked_sub(1);
        let asked = asked.and_then(|at| builder.format.relocations.get(at)?.specifier);
        if let Some(asked) = asked {
            out.push('@');
            out.push_str(asked);
        }
    }
}

fn is_sum(operator: Operator) -> bool {
    matches!(operator, Operator::Add | Operator::Subtract)
}

fn sign_of(operator: Operator) -> &'static str {
    match operator {
        Operator::Multiply => "*",
        Operator::Divide => "/",
        Operator::Remainder => "%",
        Operator::ShiftLeft => "<<",
        Operator::ShiftRight => ">>",
        Operator::Or => "|",
        Operator::OrNot => "!",
        Operator::And => "&",
        Operator::Xor => "^",
        Operator::Add => "+",
        Operator::Subtract => "-",
        Operator::Equal => "==",
        Operator::NotEqual => "!=",
        Operator::Less => "<",
        Operator::LessEqual => "<=",
        Operator::Greater => ">",
        Operator::GreaterEqual => ">=",
        Operator::LogicalAnd => "&&",
        Operator::LogicalOr => "||",
    }
}
