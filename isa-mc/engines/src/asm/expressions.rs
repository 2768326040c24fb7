//! Expressions, and what names in them mean.

use super::arguments::{Arguments, escape};
use super::error::{Code, Fault};
use super::head::name_end;
use super::writing::Writer;
use crate::object::{
    Definition, ExpressionId, Location, Node, ObjectBuilder, Operator, Sign, Specifier,
};
use crate::parse;

/// How deep parentheses and signs may nest.
const MAX_DEPTH: u32 = 200;

/// How deep they nest in expressions that are worked out as they are read.
const MAX_QUICK_DEPTH: u32 = 16;
/// Digits of a number in them.
const MAX_QUICK_DIGITS: usize = 18;

/// The number that some digits are, if they are no more than fit; `None` if a byte is none.
#[inline]
fn decimal(digits: &[u8]) -> Option<i64> {
    digits.iter().try_fold(0_i64, |number, byte| {
        let digit = byte.is_ascii_digit().then(|| i64::from(byte - b'0'))?;
        Some(number * 10 + digit)
    })
}

/// What names in expressions mean.
pub struct Scope<'s, 'a> {
    /// The object that the source becomes.
    pub builder: &'s mut ObjectBuilder<'a>,
    pub(crate) labels: &'s mut super::labels::Labels,
    /// Writes the source again.
    pub writer: Option<&'s mut Writer>,
    /// Where the statement stands.
    pub location: Location,
}

impl Scope<'_, '_> {
    /// The label of digits that `1f` or `1b` means.
    fn directional(&mut self, name: &str) -> Option<Node> {
        let symbol = self.labels.directional(name, self.builder, self.location)?;
        if let Some(writer) = &mut self.writer {
            writer.name_temporary(self.builder, symbol);
        }
        Some(Node::Symbol(symbol, 0))
    }

    /// This place; where the source is written again, a label that is made for it.
    fn here(&mut self) -> Node {
        let place = Node::Place(self.builder.here());
        let Some(writer) = &mut self.writer else {
            return place;
        };
        let symbol = self.builder.symbols.nameless(self.location);
        if self.builder.define(symbol, self.location).is_err() {
            return place;
        }
        writer.name_temporary(self.builder, symbol);
        writer.label(self.builder, symbol);
        Node::Symbol(symbol, 0)
    }

    /// Forgets expressions that were added since: they were worth a number at once.
    /// Where they are written somebody may have noted their names.
    pub(super) fn forget(&mut self, since: usize) {
        if self.writer.is_none() {
            self.builder.expressions.truncate(since);
        }
    }

    /// What stands between parentheses, as it is written again: a number, if it is one.
    fn shortened(&mut self, id: ExpressionId) -> ExpressionId {
        let writer = self.writer.as_ref();
        match writer.and_then(|writer| writer.number(self.builder, id)) {
            Some(number) => self.builder.expressions.add(Node::Number(number)),
            None => id,
        }
    }

    /// A symbol, a number that a symbol is now, or this place.
    pub(super) fn named(&mut self, name: &str, at: usize) -> Result<Node, Fault> {
        if name == "." {
            return Ok(self.here());
        }
        let (name, specifier) = match name.split_once('@') {
            None => (name, 0),
            Some((symbol, text)) => (symbol, self.specifier(text, at + symbol.len() + 1)?),
        };
        Ok(self.reference(name, specifier))
    }

    /// Adds a node that a name became.
    fn add(&mut self, node: Node, name: &str) -> ExpressionId {
        let id = self.builder.expressions.add(node);
        if let (Some(writer), Node::Number(_)) = (&mut self.writer, node) {
            writer.spell(self.builder, id, name);
        }
        id
    }

    /// What asks for a relocation and stands at a byte.
    fn specifier(&self, text: &str, start: usize) -> Result<Specifier, Fault> {
        self.builder.format.specifier(text).ok_or_else(|| {
            let message = format!("the machine has no relocation `@{text}`");
            Fault::new(Code::BadExpression, start..start + text.len(), message)
        })
    }

    /// A symbol, or a number that it is now.
    fn reference(&mut self, name: &str, specifier: Specifier) -> Node {
        let symbol = self.builder.symbols.intern(name, self.location);
        self.builder.symbols[symbol].is_used = true;
        // What may change is worth what it is now.
        if self.builder.symbols[symbol].is_variable && specifier == 0 {
            let id = self.builder.expressions.add(Node::Symbol(symbol, 0));
            if let Some(number) = self.builder.number(id) {
                return Node::Number(number);
            }
        }
        Node::Symbol(symbol, specifier)
    }
}

impl<'t> Arguments<'t> {
    /// An expression.
    pub fn expression(&mut self, scope: &mut Scope<'_, '_>) -> Result<ExpressionId, Fault> {
        // Signs are nodes of their own.
        if self.peek().is_ascii_digit()
            && let Some(number) = self.digits()
        {
            return Ok(scope.builder.expressions.add(Node::Number(number)));
        }
        let id = self.binary(scope, 0, 0)?;
        self.skip_space();
        Ok(id)
    }

    /// An expression that is known now.
    pub fn number(&mut self, scope: &mut Scope<'_, '_>) -> Result<i64, Fault> {
        let start = self.at;
        if let Some(number) = self.numbers(scope, 0, 0) {
            self.skip_space();
            return Ok(number);
        }
        self.at = start;
        let before = scope.builder.expressions.len();
        let id = self.expression(scope)?;
        let end = self.text[..self.at].trim_ascii_end().len();
        let value = scope
            .builder
            .evaluate(id)
            .map_err(|error| Fault::new(Code::BadExpression, start..end, error.to_string()))?;
        let number = value.as_number().ok_or_else(|| {
            let message = "the value must be a number that is known here";
            Fault::new(Code::BadExpression, start..end, message)
        })?;
        scope.forget(before);
        Ok(number)
    }

    /// An expression of decimal numbers and of symbols that are numbers now, which nearly all
    /// that are known now are: worked out as it is read. `None` if there is anything else in
    /// it, or anything wrong with it; then it is somewhere within.
    fn numbers(&mut self, scope: &mut Scope<'_, '_>, least: u8, depth: u32) -> Option<i64> {
        if depth >= MAX_QUICK_DEPTH {
            return None;
        }
        self.skip_space();
        let mut left = match self.peek() {
            b'(' => {
                self.at += 1;
                let inner = self.numbers(scope, 0, depth + 1)?;
                self.skip_space();
                if self.peek() != b')' {
                    return None;
                }
                self.at += 1;
                inner
            }
            _ => self.known(scope)?,
        };
        loop {
            let before = self.at;
            self.skip_space();
            let found = self.operator().filter(|found| found.2 > least);
            let Some((operator, length, binds)) = found else {
                self.at = before;
                return Some(left);
            };
            self.at += length;
            let right = self.numbers(scope, binds, depth + 1)?;
            left = operator.of_numbers(left, right)?;
        }
    }

    /// A decimal number, or that which a symbol is now.
    fn known(&mut self, scope: &mut Scope<'_, '_>) -> Option<i64> {
        let rest = self.text.get(self.at..)?;
        let length = name_end(rest.as_bytes());
        let name = &rest[..length];
        match name.as_bytes() {
            // Zero in front makes it another kind of number.
            [] | [b'.'] | [b'0', _, ..] => return None,
            [first, ..] if first.is_ascii_digit() => {
                let number = if length <= MAX_QUICK_DIGITS {
                    decimal(name.as_bytes())?
                } else {
                    return None;
                };
                self.at += length;
                return Some(number);
            }
            _ if name.contains('@') || rest.as_bytes().get(length) == Some(&b'(') => return None,
            _ => {}
        }
        let symbol = scope.builder.symbols.find(name)?;
        let Definition::Expression(value) = scope.builder.symbols[symbol].definition else {
            return None;
        };
        let number = scope.builder.number(value)?;
        scope.builder.symbols[symbol].is_used = true;
        self.at += length;
        Some(number)
    }

    fn binary(
        &mut self,
        scope: &mut Scope<'_, '_>,
        least: u8,
        depth: u32,
    ) -> Result<ExpressionId, Fault> {
        let mut left = self.unary(scope, depth)?;
        loop {
            let before = self.at;
            self.skip_space();
            let found = self.operator().filter(|found| found.2 > least);
            let Some((operator, length, binds)) = found else {
                self.at = before;
                return Ok(left);
            };
            self.at += length;
            let right = self.binary(scope, binds, depth + 1)?;
            left = scope
                .builder
                .expressions
                .add(Node::Binary(operator, left, right));
        }
    }

    /// A binary operator, its length and how tightly it binds: as GNU as and LLVM
    /// have it, not as C.
    fn operator(&self) -> Option<(Operator, usize, u8)> {
        Some(match (self.peek(), self.byte(1)) {
            (b'|', b'|') => (Operator::LogicalOr, 2, 1),
            (b'&', b'&') => (Operator::LogicalAnd, 2, 2),
            (b'=', b'=') => (Operator::Equal, 2, 3),
            (b'!', b'=') | (b'<', b'>') => (Operator::NotEqual, 2, 3),
            (b'<', b'<') => (Operator::ShiftLeft, 2, 6),
            (b'>', b'>') => (Operator::ShiftRight, 2, 6),
            (b'<', b'=') => (Operator::LessEqual, 2, 3),
            (b'>', b'=') => (Operator::GreaterEqual, 2, 3),
            (b'<', _) => (Operator::Less, 1, 3),
            (b'>', _) => (Operator::Greater, 1, 3),
            (b'+', _) => (Operator::Add, 1, 4),
            (b'-', _) => (Operator::Subtract, 1, 4),
            (b'|', _) => (Operator::Or, 1, 5),
            (b'!', _) => (Operator::OrNot, 1, 5),
            (b'^', _) => (Operator::Xor, 1, 5),
            (b'&', _) => (Operator::And, 1, 5),
            (b'*', _) => (Operator::Multiply, 1, 6),
            (b'/', _) => (Operator::Divide, 1, 6),
            (b'%', _) => (Operator::Remainder, 1, 6),
            _ => return None,
        })
    }

    fn unary(&mut self, scope: &mut Scope<'_, '_>, depth: u32) -> Result<ExpressionId, Fault> {
        self.skip_space();
        if depth >= MAX_DEPTH {
            return Err(self.fault(Code::BadExpression, "the expression is nested too deeply"));
        }
        let sign = match self.peek() {
            b'-' => Some(Sign::Minus),
            b'~' => Some(Sign::Complement),
            b'!' => Some(Sign::Not),
            // It is only written.
            b'+' => scope.writer.as_ref().map(|_| Sign::Plus),
            _ => return self.primary(scope, depth),
        };
        self.at += 1;
        let inner = self.unary(scope, depth + 1)?;
        Ok(match sign {
            Some(sign) => scope.builder.expressions.add(Node::Signed(sign, inner)),
            None => inner,
        })
    }

    fn primary(&mut self, scope: &mut Scope<'_, '_>, depth: u32) -> Result<ExpressionId, Fault> {
        let start = self.at;
        let rest = self.text.get(start..).unwrap_or("");
        match self.peek() {
            b'(' => {
                self.at += 1;
                let inner = self.binary(scope, 0, depth + 1)?;
                self.skip_space();
                if self.peek() != b')' {
                    return Err(self.expected("`)`"));
                }
                self.at += 1;
                return Ok(scope.shortened(inner));
            }
            b'\'' => {
                let mut out = Vec::new();
                let bytes = self.text.as_bytes();
                let mut at = start + 2;
                match bytes.get(start + 1) {
                    Some(b'\\') => at = escape(bytes, at, &mut out)?,
                    Some(&byte) if byte.is_ascii() => out.push(byte),
                    _ => {}
                }
                let &[byte] = &out[..] else {
                    return Err(self.expected("a character"));
                };
                self.at = at + usize::from(bytes.get(at) == Some(&b'\''));
                let number = Node::Number(byte.into());
                return Ok(scope.builder.expressions.add(number));
            }
            byte if byte.is_ascii_digit() => {
                let length = name_end(rest.as_bytes());
                let name = &rest[..length];
                if let Some(node) = scope.directional(name) {
                    self.at += length;
                    return Ok(scope.builder.expressions.add(node));
                }
                let constant = parse::number(self.text, start);
                let (number, end) = constant.map_err(|span| {
                    let message = match name.len() > 18 {
                        true => format!("`{name}` does not fit 64 bits, or is no number"),
                        false => format!("`{name}` is no number"),
                    };
                    Fault::new(Code::BadExpression, span, message)
                })?;
                self.at = end;
                return Ok(scope.builder.expressions.add(Node::Number(number)));
            }
            _ => {}
        }
        let is_quoted = self.peek() == b'"';
        let name = self.symbol()?;
        if is_quoted {
            let node = match self.text.as_bytes().get(self.at) {
                Some(b'@') => {
                    let rest = &self.text[self.at..];
                    let length = name_end(rest.as_bytes());
                    let specifier = scope.specifier(&rest[1..length.max(1)], self.at + 1)?;
                    self.at += length.max(1);
                    scope.reference(name, specifier)
                }
                _ => scope.reference(name, 0),
            };
            return Ok(scope.add(node, name));
        }
        if self.peek() == b'(' {
            return self.call(scope, name, start, depth);
        }
        let node = scope.named(name, start)?;
        Ok(scope.add(node, name))
    }

    /// A name in an expression, without what follows it.
    fn symbol(&mut self) -> Result<&'t str, Fault> {
        let rest = self.text.get(self.at..).unwrap_or("");
        let length = name_end(rest.as_bytes());
        if length == 0 && self.peek() == b'"' {
            return self.name();
        }
        if length == 0 {
            return Err(self.expected("a value"));
        }
        self.at += length;
        Ok(&rest[..length])
    }

    /// `max(a, b, …)`: a function of the machine.
    fn call(
        &mut self,
        scope: &mut Scope<'_, '_>,
        name: &str,
        start: usize,
        depth: u32,
    ) -> Result<ExpressionId, Fault> {
        let names = scope.builder.format.functions.names;
        let Some(function) = names.iter().position(|it| *it == name) else {
            let message = match names {
                [] => format!("there is no function `{name}`"),
                names => format!("there is no function `{name}`: {}", names.join(", ")),
            };
            let span = start..start + name.len();
            return Err(Fault::new(Code::BadExpression, span, message));
        };
        self.at += 1;
        self.skip_space();
        let mut arguments = Vec::new();
        while self.peek() != b')' {
            arguments.push(self.binary(scope, 0, depth + 1)?);
            self.skip_space();
            if !self.take(b',') && self.peek() != b')' {
                return Err(self.expected("`)`"));
            }
        }
        self.at += 1;
        let expressions = &mut scope.builder.expressions;
        let list = arguments.into_iter().rev().fold(None, |behind, value| {
            Some(expressions.add(Node::Argument(value, behind)))
        });
        Ok(expressions.add(Node::Call(function as u8, list)))
    }
}
