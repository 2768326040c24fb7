//! Operations as text for people: one statement a line, only the parentheses
//! that the precedence of C needs.

use std::fmt::Write as _;

use super::arguments::Arguments;
use super::arguments::Written;
use super::constant::fold;
use crate::ast::{Local, OpArg, OpBinary, OpExpr, OpExprKind, OpStmt, OpStmtKind, OpType, OpUnary};

/// Puts a template's arguments into its text.
pub(super) struct Printer<'a> {
    pub(super) arguments: &'a Arguments,
    pub(super) constants: &'a [(String, i64)],
}

/// How tightly an expression holds together.
type Level = u8;
const CHOOSE: Level = 0;
const UNARY: Level = 11;
const POSTFIX: Level = 12;

fn operator(operator: OpBinary) -> (&'static str, Level) {
    match operator {
        OpBinary::OrElse => ("||", 1),
        OpBinary::AndAlso => ("&&", 2),
        OpBinary::Or => ("|", 3),
        OpBinary::Xor => ("^", 4),
        OpBinary::And => ("&", 5),
        OpBinary::Eq => ("==", 6),
        OpBinary::Ne => ("!=", 6),
        OpBinary::Lt => ("<", 7),
        OpBinary::Le => ("<=", 7),
        OpBinary::Gt => (">", 7),
        OpBinary::Ge => (">=", 7),
        OpBinary::Shl => ("<<", 8),
        OpBinary::Shr => (">>", 8),
        OpBinary::Add => ("+", 9),
        OpBinary::Sub => ("-", 9),
        OpBinary::Mul => ("*", 10),
        OpBinary::Div => ("/", 10),
        OpBinary::Rem => ("%", 10),
    }
}

impl Printer<'_> {
    /// The expression that says which lanes run.
    pub(super) fn lanes(&self, lanes: &OpExpr) -> String {
        self.expression(lanes, CHOOSE)
    }

    /// The `let`s and the statements, without a newline at the end, and how many
    /// bytes the `let`s take.
    pub(super) fn operation(&self, lets: &[&Local], body: &[OpStmt]) -> (usize, String) {
        let mut text = String::new();
        for local in lets {
            if let Some(space) = &local.space {
                let _ = write!(text, "{} ", space.text);
                if let Some((field, other)) = &local.otherwise {
                    let _ = write!(text, "if {} else {} ", field.text, other.text);
                }
            }
            // A family's `let` does not see the arguments of the template.
            let plain = Printer {
                arguments: &Arguments::default(),
                constants: self.constants,
            };
            let ty = plain.ty(&local.ty);
            let value = plain.expression(&local.value, CHOOSE);
            let _ = writeln!(text, "{ty} {} = {value};", local.name.text);
        }
        let lets = text.len();
        self.statements(&mut text, body, 0);
        text.truncate(text.trim_end().len());
        (lets, text)
    }

    fn statements(&self, text: &mut String, statements: &[OpStmt], indent: usize) {
        for statement in statements {
            match self.taken(statement) {
                // What another operation says stands where it is named.
                Some(OpStmt {
                    kind: OpStmtKind::Reasons(_, inner),
                    ..
                }) => self.statements(text, inner, indent),
                // What constants decide is the branch that they take.
                Some(taken) if !std::ptr::eq(taken, statement) => match &taken.kind {
                    OpStmtKind::Block(inner) => self.statements(text, inner, indent),
                    _ => self.statements(text, std::slice::from_ref(taken), indent),
                },
                Some(_) => {
                    pad(text, indent);
                    self.statement(text, statement, indent);
                }
                None => {}
            }
        }
    }

    /// The statement itself, or of an `if` that constants decide the branch that is taken;
    /// `None` if there is none.
    fn taken<'s>(&self, statement: &'s OpStmt) -> Option<&'s OpStmt> {
        let OpStmtKind::If(condition, then, otherwise) = &statement.kind else {
            return Some(statement);
        };
        match self.constant(condition) {
            None => Some(statement),
            Some(0) => otherwise.as_ref().and_then(|it| self.taken(it)),
            Some(_) => self.taken(then),
        }
    }

    /// The value of what parameters and numbers say.
    fn constant(&self, expression: &OpExpr) -> Option<i128> {
        match &expression.kind {
            OpExprKind::Number { value, .. } => Some(i128::from(*value)),
            OpExprKind::Name(name) => self.name(name).map(i128::from),
            OpExprKind::Binary(operator, left, right) => {
                fold(*operator, self.constant(left)?, self.constant(right)?)
            }
            _ => None,
        }
    }

    /// A statement whose first line is indented already.
    fn statement(&self, text: &mut String, statement: &OpStmt, indent: usize) {
        match &statement.kind {
            OpStmtKind::Block(statements) => {
                self.braces(text, statements, indent);
                text.push('\n');
            }
            OpStmtKind::Reasons(_, statements) => {
                self.braces(text, statements, indent);
                text.push('\n');
            }
            OpStmtKind::Atomic(statements) => {
                text.push_str("atomic ");
                self.braces(text, statements, indent);
                text.push('\n');
            }
            OpStmtKind::Once(statements) => {
                text.push_str("once ");
                self.braces(text, statements, indent);
                text.push('\n');
            }
            OpStmtKind::Undefined(reason) => {
                let _ = writeln!(text, "undefined {:?};", reason.text);
            }
            OpStmtKind::If(condition, then, otherwise) => {
                let _ = write!(text, "if ({})", self.expression(condition, CHOOSE));
                let otherwise = otherwise.as_ref().and_then(|it| self.taken(it));
                let Some(otherwise) = otherwise else {
                    self.arm(text, then, indent, false);
                    return;
                };
                let braces = [&**then, otherwise].iter().any(|arm| !is_simple(arm));
                self.arm(text, then, indent, braces);
                if braces {
                    text.truncate(text.trim_end().len());
                    text.push(' ');
                } else {
                    pad(text, indent);
                }
                text.push_str("else");
                if matches!(otherwise.kind, OpStmtKind::If(..)) {
                    text.push(' ');
                    self.statement(text, otherwise, indent);
                } else {
                    self.arm(text, otherwise, indent, braces);
                }
            }
            OpStmtKind::For {
                var,
                from,
                tested,
                to,
                stepped,
                body,
            } => {
                let (from, to) = (self.expression(from, CHOOSE), self.expression(to, 8));
                let _ = write!(
                    text,
                    "for ({} = {from}; {} < {to}; {}++)",
                    var.text, tested.text, stepped.text
                );
                self.arm(text, body, indent, false);
            }
            OpStmtKind::Declare(ty, name, value) => {
                let (ty, value) = (self.ty(ty), self.expression(value, CHOOSE));
                let _ = writeln!(text, "{ty} {} = {value};", name.text);
            }
            OpStmtKind::Assign(to, compound, value) => {
                let sign = compound.map_or("", |compound| operator(compound).0);
                let to = self.expression(to, UNARY);
                let _ = writeln!(text, "{to} {sign}= {};", self.expression(value, CHOOSE));
            }
            OpStmtKind::Call(call) => {
                let _ = writeln!(text, "{};", self.expression(call, CHOOSE));
            }
        }
    }

    /// The statement that an `if` or `for` governs, from the end of its head.
    fn arm(&self, text: &mut String, arm: &OpStmt, indent: usize, braces: bool) {
        if !braces && is_simple(arm) {
            text.push('\n');
            pad(text, indent + 1);
            self.statement(text, arm, indent + 1);
            return;
        }
        text.push(' ');
        let statements = match &arm.kind {
            OpStmtKind::Block(statements) => statements,
            _ => std::slice::from_ref(arm),
        };
        self.braces(text, statements, indent);
        text.push('\n');
    }

    fn braces(&self, text: &mut String, statements: &[OpStmt], indent: usize) {
        text.push_str("{\n");
        self.statements(text, statements, indent + 1);
        pad(text, indent);
        text.push('}');
    }

    fn ty(&self, ty: &OpType) -> String {
        let mut text = match self.arguments.scalar {
            Some(written) if ty.name == "T" => match written {
                Written::Bool => "BOOL".to_owned(),
                Written::Byte => "BYTE".to_owned(),
                Written::Scalar(scalar) => scalar.to_string(),
            },
            _ => ty.name.clone(),
        };
        for _ in 0..ty.stars {
            text.push('*');
        }
        text
    }

    fn name(&self, name: &str) -> Option<i64> {
        let mut constants = self.arguments.constants.iter().chain(self.constants);
        constants.find(|(n, _)| n == name).map(|(_, value)| *value)
    }

    /// An expression, in parentheses if it holds less tightly than `least`.
    fn expression(&self, expression: &OpExpr, least: Level) -> String {
        let (text, level) = self.bare(expression);
        if level < least {
            format!("({text})")
        } else {
            text
        }
    }

    fn bare(&self, expression: &OpExpr) -> (String, Level) {
        match &expression.kind {
            OpExprKind::Number {
                value,
                bits,
                unsigned,
            } => {
                let suffix = match (bits, unsigned) {
                    (64, true) => "ULL",
                    (64, false) => "LL",
                    (32, _) => "U",
                    _ => "",
                };
                // Masks and patterns are what large numbers are here.
                let text = if *value < 0x100 {
                    format!("{value}{suffix}")
                } else {
                    format!("{value:#x}{suffix}")
                };
                (text, POSTFIX)
            }
            OpExprKind::Float(text) => (text.clone(), POSTFIX),
            OpExprKind::Name(name) => match self.name(name) {
                Some(value) if value < 0 => (value.to_string(), UNARY),
                Some(value) => (value.to_string(), POSTFIX),
                None => match self.arguments.values.iter().find(|(n, _)| n == name) {
                    // The argument does not see the parameters.
                    Some((_, argument)) => {
                        let row = Printer {
                            arguments: &Arguments::default(),
                            constants: self.constants,
                        };
                        row.bare(&argument.expression)
                    }
                    None => (name.clone(), POSTFIX),
                },
            },
            OpExprKind::Choose(condition, then, otherwise) => {
                // What constants decide is the arm that they take, as of an `if`.
                if let Some(decided) = self.constant(condition) {
                    return self.bare(if decided == 0 { otherwise } else { then });
                }
                let condition = self.expression(condition, CHOOSE + 1);
                let then = self.expression(then, CHOOSE);
                let otherwise = self.expression(otherwise, CHOOSE);
                (format!("{condition} ? {then} : {otherwise}"), CHOOSE)
            }
            OpExprKind::Binary(binary, left, right) => {
                let (sign, level) = operator(*binary);
                let (left, right) = (
                    self.expression(left, level),
                    self.expression(right, level + 1),
                );
                (format!("{left} {sign} {right}"), level)
            }
            OpExprKind::Unary(unary, value) => {
                let sign = match unary {
                    OpUnary::Deref => '*',
                    OpUnary::AddressOf => '&',
                    OpUnary::BitNot => '~',
                    OpUnary::Not => '!',
                    OpUnary::Neg => '-',
                };
                (format!("{sign}{}", self.expression(value, UNARY)), UNARY)
            }
            OpExprKind::Cast(ty, value) => (
                format!("({}){}", self.ty(ty), self.expression(value, UNARY)),
                UNARY,
            ),
            OpExprKind::Index(base, index) => {
                let (base, index) = (
                    self.expression(base, POSTFIX),
                    self.expression(index, CHOOSE),
                );
                (format!("{base}[{index}]"), POSTFIX)
            }
            OpExprKind::Slice(base, first, last) => {
                let base = self.expression(base, POSTFIX);
                // A bare `?:` would take the colon of the slice.
                let (first, last) = (self.expression(first, 1), self.expression(last, 1));
                (format!("{base}[{first}:{last}]"), POSTFIX)
            }
            OpExprKind::Call(name, arguments) => {
                let arguments: Vec<String> = arguments
                    .iter()
                    .map(|argument| match argument {
                        OpArg::Type(ty) => self.ty(ty),
                        OpArg::Value(value) => self.expression(value, CHOOSE),
                    })
                    .collect();
                (format!("{}({})", name.text, arguments.join(", ")), POSTFIX)
            }
        }
    }
}

/// Whether a statement fits on one line.
fn is_simple(statement: &OpStmt) -> bool {
    matches!(
        statement.kind,
        OpStmtKind::Declare(..)
            | OpStmtKind::Assign(..)
            | OpStmtKind::Call(..)
            | OpStmtKind::Undefined(_)
    )
}

fn pad(text: &mut String, indent: usize) {
    for _ in 0..indent {
        text.push_str("    ");
    }
}
