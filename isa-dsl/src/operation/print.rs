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
    /// An expression alone, as the one that says which lanes run.
    pub(super) fn lanes(&self, lanes: &OpExpr) -> String {
        let mut text = String::new();
        self.expression(&mut text, lanes, CHOOSE);
        text
    }

    /// Functions, `let`s and statements, without a newline at the end, and how many
    /// bytes those before the statements take.
    pub(super) fn operation(
        &self,
        functions: &[&Local],
        lets: &[&Local],
        body: &[OpStmt],
    ) -> (usize, String) {
        let mut text = String::new();
        let none = Printer {
            arguments: &Arguments::default(),
            constants: &[],
        };
        for function in functions {
            let params: Vec<String> = (function.params.iter())
                .map(|it| {
                    format!(
                        "{} {}",
                        it.ty.as_ref().map_or("", |ty| &ty.name),
                        it.name.text
                    )
                })
                .collect();
            let name = format!("{}({})", function.name.text, params.join(", "));
            none.declaration(&mut text, &function.ty, &name, &function.value);
        }
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
            plain.declaration(&mut text, &local.ty, &local.name.text, &local.value);
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
                text.push_str("if (");
                self.expression(text, condition, CHOOSE);
                text.push(')');
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
                let _ = write!(text, "for ({} = ", var.text);
                self.expression(text, from, CHOOSE);
                let _ = write!(text, "; {} < ", tested.text);
                self.expression(text, to, 8);
                let _ = write!(text, "; {}++)", stepped.text);
                self.arm(text, body, indent, false);
            }
            OpStmtKind::Declare(ty, name, value) => {
                self.declaration(text, ty, &name.text, value);
            }
            OpStmtKind::Assign(to, compound, value) => {
                let sign = compound.map_or("", |compound| operator(compound).0);
                self.expression(text, to, UNARY);
                let _ = write!(text, " {sign}= ");
                self.expression(text, value, CHOOSE);
                text.push_str(";\n");
            }
            OpStmtKind::Call(call) => {
                self.expression(text, call, CHOOSE);
                text.push_str(";\n");
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

    /// A local and its value, as a line.
    fn declaration(&self, text: &mut String, ty: &OpType, name: &str, value: &OpExpr) {
        self.ty(text, ty);
        let _ = write!(text, " {name} = ");
        self.expression(text, value, CHOOSE);
        text.push_str(";\n");
    }

    fn ty(&self, text: &mut String, ty: &OpType) {
        match self.arguments.scalar {
            Some(written) if ty.name == "T" => match written {
                Written::Bool => text.push_str("BOOL"),
                Written::Byte => text.push_str("BYTE"),
                Written::Scalar(scalar) => {
                    let _ = write!(text, "{scalar}");
                }
            },
            _ => text.push_str(&ty.name),
        }
        for _ in 0..ty.stars {
            text.push('*');
        }
    }

    fn name(&self, name: &str) -> Option<i64> {
        let mut constants = self.arguments.constants.iter().chain(self.constants);
        constants.find(|(n, _)| n == name).map(|(_, value)| *value)
    }

    /// An expression, in parentheses if it holds less tightly than `least`.
    fn expression(&self, text: &mut String, expression: &OpExpr, least: Level) {
        let start = text.len();
        if self.bare(text, expression) < least {
            text.insert(start, '(');
            text.push(')');
        }
    }

    /// An expression without parentheses around it, and how tightly it holds.
    fn bare(&self, text: &mut String, expression: &OpExpr) -> Level {
        match &expression.kind {
            OpExprKind::Number {
                value,
                bits,
                unsigned,
            } => {
                // Masks and patterns are what large numbers are here.
                let _ = match *value < 0x100 {
                    true => write!(text, "{value}"),
                    false => write!(text, "{value:#x}"),
                };
                text.push_str(match (bits, unsigned) {
                    (64, true) => "ULL",
                    (64, false) => "LL",
                    (32, _) => "U",
                    _ => "",
                });
                POSTFIX
            }
            OpExprKind::Float(number) => {
                text.push_str(number);
                POSTFIX
            }
            OpExprKind::Name(name) => {
                if let Some(value) = self.name(name) {
                    let _ = write!(text, "{value}");
                    return if value < 0 { UNARY } else { POSTFIX };
                }
                let mut values = self.arguments.values.iter();
                if let Some((_, argument)) = values.find(|(n, _)| n == name) {
                    // The argument does not see the parameters.
                    let row = Printer {
                        arguments: &Arguments::default(),
                        constants: self.constants,
                    };
                    return row.bare(text, &argument.expression);
                }
                text.push_str(name);
                POSTFIX
            }
            OpExprKind::Choose(condition, then, otherwise) => {
                // What constants decide is the arm that they take, as of an `if`.
                if let Some(decided) = self.constant(condition) {
                    return self.bare(text, if decided == 0 { otherwise } else { then });
                }
                self.expression(text, condition, CHOOSE + 1);
                text.push_str(" ? ");
                self.expression(text, then, CHOOSE);
                text.push_str(" : ");
                self.expression(text, otherwise, CHOOSE);
                CHOOSE
            }
            OpExprKind::Binary(binary, left, right) => {
                let (sign, level) = operator(*binary);
                self.expression(text, left, level);
                let _ = write!(text, " {sign} ");
                self.expression(text, right, level + 1);
                level
            }
            OpExprKind::Unary(unary, value) => {
                text.push(match unary {
                    OpUnary::Deref => '*',
                    OpUnary::AddressOf => '&',
                    OpUnary::BitNot => '~',
                    OpUnary::Not => '!',
                    OpUnary::Neg => '-',
                });
                self.expression(text, value, UNARY);
                UNARY
            }
            OpExprKind::Cast(ty, value) => {
                text.push('(');
                self.ty(text, ty);
                text.push(')');
                self.expression(text, value, UNARY);
                UNARY
            }
            OpExprKind::Index(base, index) => {
                self.expression(text, base, POSTFIX);
                text.push('[');
                self.expression(text, index, CHOOSE);
                text.push(']');
                POSTFIX
            }
            OpExprKind::Slice(base, first, last) => {
                self.expression(text, base, POSTFIX);
                text.push('[');
                // A bare `?:` would take the colon of the slice.
                self.expression(text, first, 1);
                text.push(':');
                self.expression(text, last, 1);
                text.push(']');
                POSTFIX
            }
            OpExprKind::Call(name, arguments) => {
                text.push_str(&name.text);
                text.push('(');
                for (at, argument) in arguments.iter().enumerate() {
                    text.push_str(if at == 0 { "" } else { ", " });
                    match argument {
                        OpArg::Type(ty) => self.ty(text, ty),
                        OpArg::Value(value) => self.expression(text, value, CHOOSE),
                    }
                }
                text.push(')');
                POSTFIX
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
