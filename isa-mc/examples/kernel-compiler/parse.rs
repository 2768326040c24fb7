//! The language: a kernel is a list of assignments that are made for each element.
//!
//! ```text
//! kernel blur(in source, out result, float weight) {
//!     let sum = source[i - 1] + source[i] + source[i + 1];
//!     result[i] = sum < 0 ? 0 : min(weight * sum, 255);
//! }
//! ```
//!
//! All values are single-precision numbers. Arrays do not overlap, and elements beyond
//! their ends read as zero. `abs`, `min` and `max` are functions; `?:` takes one comparison.

use std::collections::HashMap;
use std::fmt::{self, Display, Formatter};

/// A place in the source, both from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    pub line: u32,
    pub column: u32,
}

/// What is wrong with a source, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseError {
    pub position: Position,
    pub kind: ParseErrorKind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ParseErrorKind {
    Expected {
        wanted: &'static str,
        found: String,
    },
    Character(char),
    Number(String),
    /// The element is further away than an offset can say.
    Offset(String),
    Unknown(String),
    Defined(String),
    /// A name that is used as something that it is not.
    Not {
        name: String,
        wanted: &'static str,
    },
    TooDeep,
    TooMany,
    NoResult,
}

/// A kernel.
#[derive(Debug, Clone, PartialEq)]
pub struct Kernel {
    pub name: String,
    pub parameters: Vec<Parameter>,
    pub statements: Vec<Statement>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Parameter {
    pub name: String,
    pub kind: ParameterKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParameterKind {
    /// `in`: an array that is read.
    Input,
    /// `out`: an array that is written.
    Output,
    /// `float`: the same number for all elements.
    Number,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Statement {
    /// `let name = value;` The names are counted in their order.
    Let(Expression),
    /// `array[i] = value;`
    Store { array: usize, value: Expression },
}

#[derive(Debug, Clone, PartialEq)]
pub enum Expression {
    Constant(f32),
    /// A parameter that is a number.
    Number(usize),
    /// What a `let` gave.
    Name(usize),
    /// `array[i + offset]`
    Element {
        array: usize,
        offset: i32,
    },
    Unary(Unary, Box<Expression>),
    Binary(Binary, Box<Expression>, Box<Expression>),
    /// `left < right ? yes : no`
    Choose {
        comparison: Comparison,
        sides: Box<[Expression; 2]>,
        choices: Box<[Expression; 2]>,
    },
}

impl Expression {
    /// The elements that it reads, in their order.
    pub fn elements(&self, into: &mut Vec<(usize, i32)>) {
        match self {
            Expression::Constant(_) | Expression::Number(_) | Expression::Name(_) => {}
            Expression::Element { array, offset } => into.push((*array, *offset)),
            Expression::Unary(_, inner) => inner.elements(into),
            Expression::Binary(_, left, right) => {
                left.elements(into);
                right.elements(into);
            }
            Expression::Choose { sides, choices, .. } => {
                sides
                    .iter()
                    .chain(&**choices)
                    .for_each(|it| it.elements(into));
            }
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unary {
    Negate,
    Magnitude,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Binary {
    Add,
    Subtract,
    Multiply,
    Minimum,
    Maximum,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
}

/// Expressions within one another at most.
const MAX_DEPTH: u32 = 100;

/// Operators of a statement at most.
const MAX_OPERATORS: u32 = 1000;

/// The farthest element that can be named.
const MAX_OFFSET: i32 = 1 << 20;

#[derive(Debug, Clone, PartialEq, Eq)]
enum Token {
    Word(String),
    Number(String),
    Sign(&'static str),
    End,
}

const SIGNS: [&str; 20] = [
    "<=", ">=", "==", "!=", "<", ">", "+", "-", "*", "?", ":", "=", ";", ",", "(", ")", "[", "]",
    "{", "}",
];

fn tokens(source: &str) -> Result<Vec<(Position, Token)>, ParseError> {
    let mut all = Vec::new();
    let mut position = Position { line: 1, column: 1 };
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let start = position;
        let length = if first.is_whitespace() {
            first.len_utf8()
        } else if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if first.is_ascii_alphabetic() || first == '_' {
            let word = |it: char| it.is_ascii_alphanumeric() || it == '_';
            let length = rest.find(|it| !word(it)).unwrap_or(rest.len());
            all.push((start, Token::Word(rest[..length].to_owned())));
            length
        } else if first.is_ascii_digit() || first == '.' {
            let mut before = ' ';
            let mut inside = |it: char| {
                let exponent = matches!(before, 'e' | 'E') && matches!(it, '+' | '-');
                before = it;
                it.is_ascii_alphanumeric() || it == '.' || exponent
            };
            let length = rest.find(|it| !inside(it)).unwrap_or(rest.len());
            all.push((start, Token::Number(rest[..length].to_owned())));
            length
        } else if let Some(sign) = SIGNS.iter().find(|it| rest.starts_with(**it)) {
            all.push((start, Token::Sign(sign)));
            sign.len()
        } else {
            let kind = ParseErrorKind::Character(first);
            return Err(ParseError { position, kind });
        };
        for passed in rest[..length].chars() {
            match passed {
                '\n' => {
                    position.line += 1;
                    position.column = 1;
                }
                _ => position.column += 1,
            }
        }
        rest = &rest[length..];
    }
    all.push((position, Token::End));
    Ok(all)
}

/// What a name stands for.
#[derive(Debug, Clone, Copy)]
enum Meaning {
    Parameter(usize, ParameterKind),
    Let(usize),
}

struct Parser {
    tokens: Vec<(Position, Token)>,
    at: usize,
    names: HashMap<String, Meaning>,
    depth: u32,
    /// Operators of the statement so far.
    operators: u32,
}

type Parsed<T> = Result<T, ParseError>;

/// Reads a source.
pub fn parse(source: &str) -> Parsed<Kernel> {
    let mut parser = Parser {
        tokens: tokens(source)?,
        at: 0,
        names: HashMap::new(),
        depth: 0,
        operators: 0,
    };
    parser.kernel()
}

impl Parser {
    fn position(&self) -> Position {
        self.tokens[self.at].0
    }

    fn error<T>(&self, kind: ParseErrorKind) -> Parsed<T> {
        let position = self.position();
        Err(ParseError { position, kind })
    }

    fn expected<T>(&self, wanted: &'static str) -> Parsed<T> {
        let found = match &self.tokens[self.at].1 {
            Token::Word(text) | Token::Number(text) => format!("`{text}`"),
            Token::Sign(sign) => format!("`{sign}`"),
            Token::End => "the end".to_owned(),
        };
        self.error(ParseErrorKind::Expected { wanted, found })
    }

    fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    /// Passes a sign or a word, if it stands here.
    fn take(&mut self, wanted: &str) -> bool {
        let found = match &self.tokens[self.at].1 {
            Token::Word(word) => word == wanted,
            Token::Sign(sign) => *sign == wanted,
            _ => false,
        };
        if found {
            self.advance();
        }
        found
    }

    fn need(&mut self, sign: &'static str, wanted: &'static str) -> Parsed<()> {
        match self.take(sign) {
            true => Ok(()),
            false => self.expected(wanted),
        }
    }

    fn word(&mut self, wanted: &'static str) -> Parsed<String> {
        let Token::Word(word) = self.tokens[self.at].1.clone() else {
            return self.expected(wanted);
        };
        self.advance();
        Ok(word)
    }

    /// A name that nothing has yet.
    fn new_name(&mut self, meaning: Meaning) -> Parsed<String> {
        let position = self.position();
        let name = self.word("a name")?;
        let taken = ["i", "abs", "min", "max", "let"].contains(&&*name);
        if taken || self.names.insert(name.clone(), meaning).is_some() {
            let kind = ParseErrorKind::Defined(name);
            return Err(ParseError { position, kind });
        }
        Ok(name)
    }

    fn kernel(&mut self) -> Parsed<Kernel> {
        self.need("kernel", "`kernel`")?;
        let name = self.word("the kernel's name")?;
        self.need("(", "`(`")?;
        let mut parameters = Vec::new();
        while !self.take(")") {
            if !parameters.is_empty() {
                self.need(",", "`,` or `)`")?;
            }
            let kind = if self.take("in") {
                ParameterKind::Input
            } else if self.take("out") {
                ParameterKind::Output
            } else if self.take("float") {
                ParameterKind::Number
            } else {
                return self.expected("`in`, `out` or `float`");
            };
            let name = self.new_name(Meaning::Parameter(parameters.len(), kind))?;
            parameters.push(Parameter { name, kind });
        }
        self.need("{", "`{`")?;
        let mut statements = Vec::new();
        let mut lets = 0;
        while !self.take("}") {
            statements.push(self.statement(&mut lets)?);
        }
        if self.tokens[self.at].1 != Token::End {
            return self.expected("the end of the source");
        }
        if !statements
            .iter()
            .any(|it| matches!(it, Statement::Store { .. }))
        {
            return self.error(ParseErrorKind::NoResult);
        }
        Ok(Kernel {
            name,
            parameters,
            statements,
        })
    }

    fn statement(&mut self, lets: &mut usize) -> Parsed<Statement> {
        self.operators = 0;
        let statement = if self.take("let") {
            // Its name may not stand in its own value.
            let name = self.new_name(Meaning::Let(*lets))?;
            self.need("=", "`=`")?;
            let meaning = self.names.remove(&name);
            let value = self.expression()?;
            self.names.extend(meaning.map(|it| (name, it)));
            *lets += 1;
            Statement::Let(value)
        } else {
            let array = self.array(ParameterKind::Output, "an `out` array")?;
            let position = self.position();
            if self.offset()? != 0 {
                let kind = ParseErrorKind::Not {
                    name: "the place".to_owned(),
                    wanted: "`[i]`: each element is written once",
                };
                return Err(ParseError { position, kind });
            }
            self.need("=", "`=`")?;
            let value = self.expression()?;
            Statement::Store { array, value }
        };
        self.need(";", "an operator or `;`")?;
        Ok(statement)
    }

    fn known(&mut self, name: &str, position: Position) -> Parsed<Meaning> {
        let kind = || ParseErrorKind::Unknown(name.to_owned());
        let found = self.names.get(name).copied();
        found.ok_or_else(|| ParseError {
            position,
            kind: kind(),
        })
    }

    fn array(&mut self, wanted: ParameterKind, says: &'static str) -> Parsed<usize> {
        let position = self.position();
        let name = self.word("`let`, an `out` array or `}`")?;
        match self.known(&name, position)? {
            Meaning::Parameter(at, kind) if kind == wanted => Ok(at),
            _ => Err(ParseError {
                position,
                kind: ParseErrorKind::Not { name, wanted: says },
            }),
        }
    }

    /// `[i]`, `[i + 1]`, `[i - 1]`
    fn offset(&mut self) -> Parsed<i32> {
        self.need("[", "`[`")?;
        self.need("i", "`i`")?;
        let sign = if self.take("+") {
            1
        } else if self.take("-") {
            -1
        } else {
            0
        };
        let mut offset = 0;
        if sign != 0 {
            let Token::Number(text) = self.tokens[self.at].1.clone() else {
                return self.expected("a whole number");
            };
            let number = text.parse::<i32>().ok().filter(|it| *it <= MAX_OFFSET);
            match number {
                Some(number) => offset = sign * number,
                None => return self.error(ParseErrorKind::Offset(text)),
            }
            self.advance();
        }
        self.need("]", "`]`")?;
        Ok(offset)
    }

    fn expression(&mut self) -> Parsed<Expression> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return self.error(ParseErrorKind::TooDeep);
        }
        let left = self.sum()?;
        let comparisons = [
            ("<=", Comparison::LessEqual),
            (">=", Comparison::GreaterEqual),
            ("==", Comparison::Equal),
            ("!=", Comparison::NotEqual),
            ("<", Comparison::Less),
            (">", Comparison::Greater),
        ];
        let found = comparisons.into_iter().find(|(sign, _)| self.take(sign));
        let value = match found {
            None => left,
            Some((_, comparison)) => {
                let right = self.sum()?;
                self.need("?", "`?` and two values behind a comparison")?;
                let yes = self.expression()?;
                self.need(":", "`:` and the other value")?;
                let no = self.expression()?;
                Expression::Choose {
                    comparison,
                    sides: Box::new([left, right]),
                    choices: Box::new([yes, no]),
                }
            }
        };
        self.depth -= 1;
        Ok(value)
    }

    fn count(&mut self) -> Parsed<()> {
        self.operators += 1;
        match self.operators > MAX_OPERATORS {
            true => self.error(ParseErrorKind::TooMany),
            false => Ok(()),
        }
    }

    fn sum(&mut self) -> Parsed<Expression> {
        let mut left = self.product()?;
        loop {
            let sign = if self.take("+") {
                Binary::Add
            } else if self.take("-") {
                Binary::Subtract
            } else {
                return Ok(left);
            };
            self.count()?;
            let right = self.product()?;
            left = Expression::Binary(sign, Box::new(left), Box::new(right));
        }
    }

    fn product(&mut self) -> Parsed<Expression> {
        let mut left = self.unary()?;
        while self.take("*") {
            self.count()?;
            let right = self.unary()?;
            left = Expression::Binary(Binary::Multiply, Box::new(left), Box::new(right));
        }
        Ok(left)
    }

    fn unary(&mut self) -> Parsed<Expression> {
        let mut negated = false;
        while self.take("-") {
            negated = !negated;
        }
        let value = self.primary()?;
        Ok(match (negated, value) {
            (true, Expression::Constant(number)) => Expression::Constant(-number),
            (true, value) => Expression::Unary(Unary::Negate, Box::new(value)),
            (false, value) => value,
        })
    }

    fn primary(&mut self) -> Parsed<Expression> {
        if self.take("(") {
            let value = self.expression()?;
            self.need(")", "an operator or `)`")?;
            return Ok(value);
        }
        if let Token::Number(text) = self.tokens[self.at].1.clone() {
            let number = text.parse::<f32>().ok().filter(|it| it.is_finite());
            let Some(number) = number else {
                return self.error(ParseErrorKind::Number(text));
            };
            self.advance();
            return Ok(Expression::Constant(number));
        }
        let position = self.position();
        let name = self.word("a value")?;
        let function = match name.as_str() {
            "abs" => None,
            "min" => Some(Binary::Minimum),
            "max" => Some(Binary::Maximum),
            _ => return self.name(name, position),
        };
        self.need("(", "`(`")?;
        let first = Box::new(self.expression()?);
        let value = match function {
            None => Expression::Unary(Unary::Magnitude, first),
            Some(function) => {
                self.need(",", "`,` and a second value")?;
                let second = Box::new(self.expression()?);
                Expression::Binary(function, first, second)
            }
        };
        self.need(")", "an operator or `)`")?;
        Ok(value)
    }

    fn name(&mut self, name: String, position: Position) -> Parsed<Expression> {
        match self.known(&name, position)? {
            Meaning::Let(at) => Ok(Expression::Name(at)),
            Meaning::Parameter(at, ParameterKind::Number) => Ok(Expression::Number(at)),
            Meaning::Parameter(array, ParameterKind::Input) => {
                let offset = self.offset()?;
                Ok(Expression::Element { array, offset })
            }
            Meaning::Parameter(_, ParameterKind::Output) => {
                let wanted = "a value: `out` arrays are only written";
                let kind = ParseErrorKind::Not { name, wanted };
                Err(ParseError { position, kind })
            }
        }
    }
}

impl Display for ParseError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Position { line, column } = self.position;
        write!(f, "{line}:{column}: ")?;
        match &self.kind {
            ParseErrorKind::Expected { wanted, found } => {
                write!(f, "expected {wanted}, found {found}")
            }
            ParseErrorKind::Character(found) => write!(f, "`{found}` is not part of the language"),
            ParseErrorKind::Number(text) => write!(f, "`{text}` is no single-precision number"),
            ParseErrorKind::Offset(text) => {
                write!(f, "`{text}` is no whole number up to {MAX_OFFSET}")
            }
            ParseErrorKind::Unknown(name) => write!(f, "nothing is called `{name}`"),
            ParseErrorKind::Defined(name) => write!(f, "`{name}` has a meaning already"),
            ParseErrorKind::Not { name, wanted } => write!(f, "`{name}` is not {wanted}"),
            ParseErrorKind::TooDeep => {
                write!(f, "more than {MAX_DEPTH} expressions within one another")
            }
            ParseErrorKind::TooMany => write!(
                f,
                "more than {MAX_OPERATORS} operators in a statement: use `let` for parts of it"
            ),
            ParseErrorKind::NoResult => f.write_str("the kernel writes nothing"),
        }
    }
}

impl std::error::Error for ParseError {}
