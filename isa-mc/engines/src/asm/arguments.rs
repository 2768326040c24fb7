//! What follows the name of a directive.

use super::error::{Code, Fault};
use super::head::name_end;
use super::tokens::{Kind, Tokens};
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

/// Walks through the text behind a directive, piece by piece.
#[derive(Clone)]
pub struct Arguments<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Arguments<'t> {
    /// From a byte of a text on, behind white space.
    pub fn new(text: &'t str, at: usize) -> Arguments<'t> {
        let mut arguments = Arguments { text, at };
        arguments.skip_space();
        arguments
    }

    #[inline]
    fn skip_space(&mut self) {
        let bytes = self.text.as_bytes();
        while bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
    }

    /// Where reading is, in bytes of the statement.
    pub fn at(&self) -> usize {
        self.at
    }

    pub(crate) fn peek(&self) -> u8 {
        self.byte(0)
    }

    fn byte(&self, ahead: usize) -> u8 {
        let byte = self.text.as_bytes().get(self.at + ahead);
        byte.copied().unwrap_or(0)
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.at >= self.text.len()
    }

    /// Passes so many bytes.
    pub(super) fn skip(&mut self, bytes: usize) {
        self.at += bytes;
        self.skip_space();
    }

    /// All of the statement.
    pub(super) fn text(&self) -> &'t str {
        self.text
    }

    /// What is left, token by token.
    pub(super) fn tokens(&self) -> Tokens<'t> {
        Tokens::new(self.text, self.at)
    }

    /// Goes on at another byte, behind white space.
    pub(super) fn go_to(&mut self, at: usize) {
        self.at = at;
        self.skip_space();
    }

    /// Passes all that is left.
    pub(super) fn take_rest(&mut self) -> String {
        let rest = self.rest().to_string();
        self.at = self.text.len();
        rest
    }

    /// All that is left.
    pub fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or("").trim_ascii_end()
    }

    /// What is wrong here: a message about the next character.
    pub fn fault(&self, code: Code, message: impl Into<String>) -> Fault {
        let width = self.text.get(self.at..).and_then(|it| it.chars().next());
        let end = self.at + width.map_or(0, char::len_utf8);
        Fault::new(code, self.at..end, message)
    }

    /// What is wrong if something else is expected here.
    pub(super) fn expected(&self, what: &str) -> Fault {
        let found = match self.text.get(self.at..).and_then(|it| it.chars().next()) {
            Some(found) => format!("`{found}`"),
            None => "the end of the statement".to_string(),
        };
        self.fault(
            Code::BadArguments,
            format!("expected {what}, found {found}"),
        )
    }

    /// Passes a character, if it is next.
    pub fn take(&mut self, byte: u8) -> bool {
        let found = !self.is_at_end() && self.peek() == byte;
        if found {
            self.at += 1;
            self.skip_space();
        }
        found
    }

    /// Takes a comma.
    ///
    /// # Errors
    ///
    /// There is none.
    pub fn comma(&mut self) -> Result<(), Fault> {
        match self.take(b',') {
            true => Ok(()),
            false => Err(self.expected("a comma")),
        }
    }

    /// Whether another piece follows, behind a comma.
    pub fn another(&mut self) -> Result<bool, Fault> {
        match self.is_at_end() {
            true => Ok(false),
            false => self.comma().map(|()| true),
        }
    }

    /// Nothing more may follow.
    pub fn end(&self) -> Result<(), Fault> {
        match self.is_at_end() {
            true => Ok(()),
            false => Err(self.expected("the end of the statement")),
        }
    }

    /// A name, or one in quotes.
    pub fn name(&mut self) -> Result<&'t str, Fault> {
        if self.peek() == b'"' {
            let start = self.at + 1;
            let length = self.text[start..].find('"');
            let Some(length) = length else {
                return Err(self.fault(Code::BadString, "the string does not end"));
            };
            self.at = start + length + 1;
            self.skip_space();
            let name = &self.text[start..start + length];
            return match name.contains('\0') {
                true => Err(self.zero_byte(start)),
                false => Ok(name),
            };
        }
        let rest = self.text.get(self.at..).unwrap_or("");
        let length = name_end(rest.as_bytes());
        if length == 0 {
            return Err(self.expected("a name"));
        }
        self.at += length;
        self.skip_space();
        Ok(&rest[..length])
    }

    /// What is wrong with a name that begins there and has a zero byte.
    pub fn zero_byte(&self, start: usize) -> Fault {
        let message = "a name cannot hold a zero byte, where names end in files";
        Fault::new(Code::BadString, start..self.at, message)
    }

    /// A word up to a comma or white space.
    pub fn word(&mut self) -> &'t str {
        let rest = self.text.get(self.at..).unwrap_or("");
        let ends = |byte: u8| byte == b',' || byte.is_ascii_whitespace();
        let length = rest.bytes().position(ends).unwrap_or(rest.len());
        self.at += length;
        self.skip_space();
        &rest[..length]
    }

    /// The bytes of a string in quotes.
    pub fn string(&mut self) -> Result<Vec<u8>, Fault> {
        let start = self.at;
        if self.peek() != b'"' {
            return Err(self.expected("a string in quotes"));
        }
        let bytes = self.text.as_bytes();
        let mut at = start + 1;
        let mut out = Vec::new();
        loop {
            let Some(&byte) = bytes.get(at) else {
                return Err(Fault::new(
                    Code::BadString,
                    start..bytes.len(),
                    "the string does not end on its line",
                ));
            };
            at += 1;
            match byte {
                b'"' => break,
                // It needs none, and LLVM takes none.
                b'\\' if bytes.get(at) == Some(&b'\'') => {
                    return Err(no_escape(at));
                }
                b'\\' => at = escape(bytes, at, &mut out)?,
                byte => out.push(byte),
            }
        }
        self.at = at;
        self.skip_space();
        Ok(out)
    }

    /// What stands between quotes, as it is written.
    pub(super) fn quoted(&mut self) -> Result<&'t str, Fault> {
        let mut tokens = self.tokens();
        match tokens.peek()? {
            Some(token) if token.kind == Kind::String => {
                tokens.pass(token);
                self.go_to(tokens.at());
                Ok(&token.text[1..token.text.len() - 1])
            }
            _ => Err(self.expected("a string in quotes")),
        }
    }

    // ---- expressions ------------------------------------------------------------

    /// An expression.
    pub fn expression(&mut self, scope: &mut Scope<'_, '_>) -> Result<ExpressionId, Fault> {
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

fn no_escape(at: usize) -> Fault {
    let message = "no such escape: \\b \\f \\n \\r \\t \\\" \\\\ \\NNN \\xNN";
    Fault::new(Code::BadString, at - 1..at + 1, message)
}

/// Reads what follows a backslash; gives the place behind it.
fn escape(bytes: &[u8], at: usize, out: &mut Vec<u8>) -> Result<usize, Fault> {
    let Some(&byte) = bytes.get(at) else {
        let message = "nothing follows the backslash";
        return Err(Fault::new(
            Code::BadString,
            at.saturating_sub(1)..at,
            message,
        ));
    };
    let simple = match byte {
        b'b' => 8,
        b'f' => 12,
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        b'"' | b'\\' | b'\'' => byte,
        b'0'..=b'7' => {
            let digits = bytes[at..].iter().take(3);
            let digits = digits.take_while(|byte| (b'0'..=b'7').contains(byte));
            let digits: Vec<u8> = digits.copied().collect();
            let value = digits
                .iter()
                .fold(0_u32, |value, digit| value * 8 + u32::from(digit - b'0'));
            let Ok(value) = u8::try_from(value) else {
                let span = at - 1..at + digits.len();
                return Err(Fault::new(
                    Code::BadString,
                    span,
                    "the escape is more than a byte",
                ));
            };
            out.push(value);
            return Ok(at + digits.len());
        }
        b'x' | b'X' => {
            let digits = bytes[at + 1..].iter();
            let count = digits.take_while(|byte| byte.is_ascii_hexdigit()).count();
            let digits = &bytes[at + 1..at + 1 + count];
            let value = digits.iter().fold(0_u8, |value, &digit| {
                value << 4 | (digit as char).to_digit(16).unwrap_or(0) as u8
            });
            if count == 0 {
                let message = "`\\x` needs hexadecimal digits";
                return Err(Fault::new(Code::BadString, at - 1..at + 1, message));
            }
            out.push(value);
            return Ok(at + 1 + count);
        }
        _ => return Err(no_escape(at)),
    };
    out.push(simple);
    Ok(at + 1)
}
