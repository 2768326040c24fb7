//! Expressions over fields and parameters: widths, conditions, rules.

use super::build::{Builder, Node, parts};
use super::grammar::Rule;
use crate::ast::{BinaryOp, Expr, ExprKind, Formula};

impl Builder<'_> {
    pub fn formula(&mut self, node: Node<'_>) -> Option<Formula> {
        let mut parts = parts(node);
        Some(Formula {
            name: self.next_name(&mut parts)?,
            params: self.params(&mut parts),
            value: self.expr(parts.next()?)?,
        })
    }

    pub fn expr(&mut self, node: Node<'_>) -> Option<Expr> {
        let span = self.span(&node);
        let mut parts = parts(node);
        let condition = self.binary(parts.next()?)?;
        let Some(yes) = parts.next() else {
            return Some(condition);
        };
        let yes = self.expr(yes)?;
        let no = self.expr(parts.next()?)?;
        Some(Expr {
            span,
            kind: ExprKind::Choose(Box::new(condition), Box::new(yes), Box::new(no)),
        })
    }

    /// A level of binary operators. The rules of the levels differ only in
    /// which operators stand between the operands; `||` and `&&` have no pair
    /// of their own.
    fn binary(&mut self, node: Node<'_>) -> Option<Expr> {
        let rule = node.as_rule();
        if rule == Rule::not_expr {
            return self.not(node);
        }
        let mut parts = parts(node);
        let mut left = self.binary(parts.next()?)?;
        while let Some(part) = parts.next() {
            let (operator, right) = match rule {
                Rule::or_expr => (BinaryOp::Or, part),
                Rule::and_expr => (BinaryOp::And, part),
                _ => (operator(part.as_str())?, parts.next()?),
            };
            let right = self.binary(right)?;
            let span = left.span.to(right.span);
            left = Expr {
                span,
                kind: ExprKind::Binary(operator, Box::new(left), Box::new(right)),
            };
        }
        Some(left)
    }

    fn not(&mut self, node: Node<'_>) -> Option<Expr> {
        let mut parts = parts(node);
        let mut bangs = Vec::new();
        while let Some(bang) = parts.optional(Rule::bang) {
            bangs.push(self.span(&bang));
        }
        let mut inner = self.atom(parts.next()?)?;
        while let Some(bang) = bangs.pop() {
            inner = Expr {
                span: bang.to(inner.span),
                kind: ExprKind::Not(Box::new(inner)),
            };
        }
        Some(inner)
    }

    fn atom(&mut self, node: Node<'_>) -> Option<Expr> {
        let span = self.span(&node);
        let part = parts(node).next()?;
        let kind = match part.as_rule() {
            Rule::number => ExprKind::Number(self.number(&part).value),
            Rule::string => ExprKind::Text(self.string(&part).text),
            Rule::builtin => {
                let mut parts = parts(part);
                let name = self.next_name(&mut parts)?;
                ExprKind::Call(
                    name,
                    parts
                        .map(|argument| self.expr(argument))
                        .collect::<Option<_>>()?,
                )
            }
            Rule::path => ExprKind::Path(part.as_str().to_string()),
            // In parentheses: the place keeps them, the tree does not.
            _ => self.expr(part)?.kind,
        };
        Some(Expr { span, kind })
    }
}

fn operator(text: &str) -> Option<BinaryOp> {
    Some(match text {
        "==" => BinaryOp::Eq,
        "!=" => BinaryOp::Ne,
        "<=" => BinaryOp::Le,
        ">=" => BinaryOp::Ge,
        "<" => BinaryOp::Lt,
        ">" => BinaryOp::Gt,
        "+" => BinaryOp::Add,
        "-" => BinaryOp::Sub,
        "*" => BinaryOp::Mul,
        "/" => BinaryOp::Div,
        _ => return None,
    })
}
