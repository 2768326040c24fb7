//! Byte streams.

use super::build::{Builder, Node, Parts, parts};
use super::grammar::Rule;
use super::instructions::direction;
use crate::ast::{
    Case, Directed, Expr, Naming, Piece, PieceBits, Repeat, Stream, StreamLine, Switch,
};

impl Builder<'_> {
    pub fn stream(&mut self, node: Node<'_>) -> Option<Stream> {
        let mut parts = parts(node);
        Some(Stream {
            name: self.next_name(&mut parts)?,
            title: self.maybe_string(&mut parts),
            at: self.maybe_at(&mut parts),
            lines: parts
                .map(|line| self.stream_line(line))
                .collect::<Option<_>>()?,
        })
    }

    pub fn stream_line(&mut self, node: Node<'_>) -> Option<StreamLine> {
        let line = parts(node).next()?;
        Some(match line.as_rule() {
            Rule::switch => StreamLine::Switch(self.switch(line)?),
            Rule::form => StreamLine::Form(self.form(line)?),
            Rule::naming => StreamLine::Naming(self.naming(line)?),
            Rule::directed => StreamLine::Directed(self.directed(line)?),
            _ => StreamLine::Piece(Box::new(self.piece(line)?)),
        })
    }

    fn naming(&mut self, node: Node<'_>) -> Option<Naming> {
        let span = self.span(&node);
        let mut parts = parts(node);
        let prefix = self.next_name(&mut parts)?;
        let value = match parts.optional(Rule::anything) {
            Some(_) => None,
            None => Some(self.next_name(&mut parts)?),
        };
        let when = self.maybe_when(&mut parts)?;
        Some(Naming {
            span,
            prefix,
            value,
            when,
        })
    }

    fn directed(&mut self, node: Node<'_>) -> Option<Directed> {
        let mut parts = parts(node);
        Some(Directed {
            direction: direction(&parts.next()?),
            names: self.names(parts.next()?),
            when: self.maybe_when(&mut parts)?,
        })
    }

    fn maybe_when(&mut self, parts: &mut Parts<'_>) -> Option<Option<Expr>> {
        match parts.optional(Rule::when) {
            Some(when) => Some(Some(self.expr(self::parts(when).next()?)?)),
            None => Some(None),
        }
    }

    fn piece(&mut self, node: Node<'_>) -> Option<Piece> {
        let span = self.span(&node);
        let mut parts = parts(node);
        let when = self.maybe_when(&mut parts)?;
        let repeat = match parts.optional(Rule::repeat) {
            Some(repeat) => {
                let mut parts = self::parts(repeat);
                let count = self.next_name(&mut parts)?;
                let limit = match parts.optional(Rule::at_most) {
                    Some(limit) => Some(self.maybe_number(&mut self::parts(limit))?),
                    None => None,
                };
                let between = match parts.optional(Rule::between) {
                    Some(between) => self.maybe_string(&mut self::parts(between)),
                    None => None,
                };
                Some(Repeat {
                    count,
                    limit,
                    between,
                })
            }
            None => None,
        };
        let mut piece = Piece {
            span,
            when,
            repeat,
            direction: parts.optional(Rule::direction).as_ref().map(direction),
            names: self.names(parts.next()?),
            ty: self.name(&self::parts(parts.next()?).next()?),
            value: self.maybe_number(&mut parts),
            at: self.maybe_at(&mut parts),
            bits: None,
        };
        if let Some(bits) = parts.optional(Rule::piece_bits) {
            let mut parts = self::parts(bits);
            piece.at = self.maybe_at(&mut parts);
            let mut bits = PieceBits::default();
            for line in parts {
                match line.as_rule() {
                    Rule::reserved => bits.reserved.push(self.reserved(line)?),
                    Rule::ignored => bits.ignored.push(self.reserved(line)?),
                    Rule::fixed => bits.fixed.push(self.fixed(line)?),
                    Rule::member => bits.members.push(self.member(line)?),
                    _ => bits.fields.push(self.field(line)?),
                }
            }
            piece.bits = Some(bits);
        }
        Some(piece)
    }

    fn switch(&mut self, node: Node<'_>) -> Option<Switch> {
        let span = self.span(&node);
        let mut parts = parts(node);
        let on = self.next_name(&mut parts)?;
        let cases = parts.map(|case| self.case(case)).collect::<Option<_>>()?;
        Some(Switch { span, on, cases })
    }

    fn case(&mut self, node: Node<'_>) -> Option<Case> {
        let mut case = Case {
            span: self.span(&node),
            values: Vec::new(),
            lines: Vec::new(),
        };
        for part in parts(node) {
            if part.as_rule() == Rule::value_range {
                case.values.push(self.value_range(part)?);
            } else {
                case.lines.push(self.stream_line(part)?);
            }
        }
        Some(case)
    }
}
