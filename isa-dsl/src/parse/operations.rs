//! Pseudocode.

use super::build::{Builder, Node, Parts, parts};
use super::grammar::Rule;
use crate::ast::{
    Name, OpArg, OpBinary, OpExpr, OpExprKind, OpParam, OpStmt, OpStmtKind, OpType, OpUnary,
    Operation,
};

impl Builder<'_> {
    pub fn operation(&mut self, node: Node<'_>) -> Option<Operation> {
        let mut parts = parts(node);
        Some(Operation {
            name: self.next_name(&mut parts)?,
            params: self.op_params(&mut parts)?,
            body: self.body(parts.next()?)?,
        })
    }

    pub(super) fn op_params(&mut self, parts: &mut Parts<'_>) -> Option<Vec<OpParam>> {
        let Some(params) = parts.optional(Rule::op_params) else {
            return Some(Vec::new());
        };
        let params = self::parts(params).map(|param| {
            let mut parts = self::parts(param);
            let ty = match parts.optional(Rule::op_type) {
                Some(ty) => Some(self.op_type(ty)?),
                None => None,
            };
            let name = self.next_name(&mut parts)?;
            Some(OpParam { ty, name })
        });
        params.collect()
    }

    pub fn body(&mut self, node: Node<'_>) -> Option<Vec<OpStmt>> {
        parts(node)
            .map(|statement| self.op_stmt(statement))
            .collect()
    }

    pub fn op_stmt(&mut self, node: Node<'_>) -> Option<OpStmt> {
        let span = self.span(&node);
        let node = parts(node).next()?;
        let rule = node.as_rule();
        if rule == Rule::body {
            return Some(OpStmt {
                span,
                kind: OpStmtKind::Block(self.body(node)?),
            });
        }
        let mut parts = parts(node);
        let kind = match rule {
            Rule::op_if => {
                let condition = self.op_expr(parts.next()?)?;
                let yes = Box::new(self.op_stmt(parts.next()?)?);
                let no = match parts.next() {
                    Some(no) => Some(Box::new(self.op_stmt(no)?)),
                    None => None,
                };
                OpStmtKind::If(condition, yes, no)
            }
            Rule::op_for => OpStmtKind::For {
                var: self.next_name(&mut parts)?,
                from: self.op_expr(parts.next()?)?,
                tested: self.next_name(&mut parts)?,
                to: self.op_expr(parts.next()?)?,
                stepped: self.next_name(&mut parts)?,
                body: Box::new(self.op_stmt(parts.next()?)?),
            },
            Rule::op_atomic => OpStmtKind::Atomic(self.body(parts.next()?)?),
            Rule::op_once => OpStmtKind::Once(self.body(parts.next()?)?),
            Rule::op_undefined => match self.maybe_string(&mut parts) {
                Some(reason) => OpStmtKind::Undefined(reason),
                None => OpStmtKind::Reasons(self.next_name(&mut parts)?, [].into()),
            },
            Rule::op_declare => OpStmtKind::Declare(
                self.op_type(parts.next()?)?,
                self.next_name(&mut parts)?,
                self.op_expr(parts.next()?)?,
            ),
            Rule::op_assign => {
                let place = self.op_unary(parts.next()?)?;
                let operator = parts.next()?.as_str().trim_end();
                let operator = operator.strip_suffix('=').and_then(binary);
                OpStmtKind::Assign(place, operator, self.op_expr(parts.next()?)?)
            }
            Rule::op_call => OpStmtKind::Call(self.primary(parts.next()?)?),
            _ => return None,
        };
        Some(OpStmt { span, kind })
    }

    pub fn op_type(&mut self, node: Node<'_>) -> Option<OpType> {
        let span = self.span(&node);
        let mut parts = parts(node);
        let name = parts.next()?.as_str().to_string();
        Some(OpType {
            span,
            name,
            stars: parts.count() as u32,
        })
    }

    pub fn op_arg(&mut self, node: Node<'_>) -> Option<OpArg> {
        let part = parts(node).next()?;
        Some(if part.as_rule() == Rule::type_name {
            OpArg::Type(OpType {
                span: self.span(&part),
                name: part.as_str().to_string(),
                stars: 0,
            })
        } else {
            OpArg::Value(self.op_expr(part)?)
        })
    }

    pub fn op_expr(&mut self, node: Node<'_>) -> Option<OpExpr> {
        let span = self.span(&node);
        let mut parts = parts(node);
        let condition = self.op_binary(parts.next()?)?;
        let Some(yes) = parts.next() else {
            return Some(condition);
        };
        let yes = self.op_expr(yes)?;
        let no = self.op_expr(parts.next()?)?;
        Some(OpExpr {
            span,
            kind: OpExprKind::Choose(Box::new(condition), Box::new(yes), Box::new(no)),
        })
    }

    /// Operands with operators between them. The grammar has one level; here
    /// the operators bind as tightly as in C, those of a level from the left.
    fn op_binary(&mut self, node: Node<'_>) -> Option<OpExpr> {
        let mut parts = parts(node);
        let mut values = vec![self.op_unary(parts.next()?)?];
        let mut waiting: Vec<OpBinary> = Vec::new();
        while let Some(operator) = parts.next() {
            let operator = binary(operator.as_str().trim_end())?;
            while let Some(last) = waiting.pop_if(|last| precedence(*last) >= precedence(operator))
            {
                combine(&mut values, last)?;
            }
            waiting.push(operator);
            values.push(self.op_unary(parts.next()?)?);
        }
        while let Some(last) = waiting.pop() {
            combine(&mut values, last)?;
        }
        values.pop()
    }

    fn op_unary(&mut self, node: Node<'_>) -> Option<OpExpr> {
        let span = self.span(&node);
        let mut parts = parts(node);
        let part = parts.next()?;
        let kind = match part.as_rule() {
            Rule::cast => {
                let ty = self.op_type(part)?;
                OpExprKind::Cast(ty, Box::new(self.op_unary(parts.next()?)?))
            }
            Rule::unary_op => {
                let operator = match part.as_str() {
                    "*" => OpUnary::Deref,
                    "&" => OpUnary::AddressOf,
                    "~" => OpUnary::BitNot,
                    "!" => OpUnary::Not,
                    _ => OpUnary::Neg,
                };
                OpExprKind::Unary(operator, Box::new(self.op_unary(parts.next()?)?))
            }
            _ => return self.postfix(part),
        };
        Some(OpExpr { span, kind })
    }

    fn postfix(&mut self, node: Node<'_>) -> Option<OpExpr> {
        let mut parts = parts(node);
        let mut value = self.primary(self::parts(parts.next()?).next()?)?;
        for subscript in parts {
            let span = value.span.to(self.span(&subscript));
            let mut bounds = self::parts(subscript);
            let first = self.op_expr(bounds.next()?)?;
            let kind = match bounds.next() {
                Some(last) => {
                    let last = self.op_expr(last)?;
                    OpExprKind::Slice(Box::new(value), Box::new(first), Box::new(last))
                }
                None => OpExprKind::Index(Box::new(value), Box::new(first)),
            };
            value = OpExpr { span, kind };
        }
        Some(value)
    }

    /// What stands inside a `primary`, or a call on its own.
    fn primary(&mut self, node: Node<'_>) -> Option<OpExpr> {
        let span = self.span(&node);
        let kind = match node.as_rule() {
            Rule::op_float => OpExprKind::Float(node.as_str().to_string()),
            Rule::op_number => self.op_number(&node),
            Rule::call_expr => {
                let mut parts = parts(node);
                let name: Name = self.next_name(&mut parts)?;
                OpExprKind::Call(
                    name,
                    parts
                        .map(|argument| self.op_arg(argument))
                        .collect::<Option<_>>()?,
                )
            }
            Rule::op_name => OpExprKind::Name(node.as_str().to_string()),
            _ => return self.op_expr(node),
        };
        Some(OpExpr { span, kind })
    }

    fn op_number(&mut self, node: &Node<'_>) -> OpExprKind {
        let text = node.as_str();
        let (digits, bits, unsigned) = if let Some(digits) = text.strip_suffix("ULL") {
            (digits, 64, true)
        } else if let Some(digits) = text.strip_suffix("LL") {
            (digits, 64, false)
        } else if let Some(digits) = text.strip_suffix('U') {
            (digits, 32, true)
        } else {
            (text, 0, false)
        };
        OpExprKind::Number {
            value: self.value(digits, self.span(node)),
            bits,
            unsigned,
        }
    }
}

/// Joins the two last values with an operator.
fn combine(values: &mut Vec<OpExpr>, operator: OpBinary) -> Option<()> {
    let right = values.pop()?;
    let left = values.pop()?;
    values.push(OpExpr {
        span: left.span.to(right.span),
        kind: OpExprKind::Binary(operator, Box::new(left), Box::new(right)),
    });
    Some(())
}

fn binary(text: &str) -> Option<OpBinary> {
    Some(match text {
        "*" => OpBinary::Mul,
        "/" => OpBinary::Div,
        "%" => OpBinary::Rem,
        "+" => OpBinary::Add,
        "-" => OpBinary::Sub,
        "<<" => OpBinary::Shl,
        ">>" => OpBinary::Shr,
        "<" => OpBinary::Lt,
        "<=" => OpBinary::Le,
        ">" => OpBinary::Gt,
        ">=" => OpBinary::Ge,
        "==" => OpBinary::Eq,
        "!=" => OpBinary::Ne,
        "&" => OpBinary::And,
        "^" => OpBinary::Xor,
        "|" => OpBinary::Or,
        "&&" => OpBinary::AndAlso,
        "||" => OpBinary::OrElse,
        _ => return None,
    })
}

/// How tightly an operator binds; more is tighter.
fn precedence(operator: OpBinary) -> u8 {
    match operator {
        OpBinary::Mul | OpBinary::Div | OpBinary::Rem => 10,
        OpBinary::Add | OpBinary::Sub => 9,
        OpBinary::Shl | OpBinary::Shr => 8,
        OpBinary::Lt | OpBinary::Le | OpBinary::Gt | OpBinary::Ge => 7,
        OpBinary::Eq | OpBinary::Ne => 6,
        OpBinary::And => 5,
        OpBinary::Xor => 4,
        OpBinary::Or => 3,
        OpBinary::AndAlso => 2,
        OpBinary::OrElse => 1,
    }
}
