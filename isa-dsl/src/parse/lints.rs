//! Lints: patterns and demands.

use super::build::{Builder, Node, parts};
use super::grammar::Rule;
use crate::ast::{AccessKind, Demand, Lint, LintLine, Name, Property, Sign};

impl Builder<'_> {
    pub fn lint(&mut self, node: Node<'_>) -> Option<Lint> {
        let mut parts = parts(node);
        let mut lint = Lint {
            name: self.next_name(&mut parts)?,
            title: self.maybe_string(&mut parts)?,
            lines: Vec::new(),
        };
        for line in parts {
            lint.lines.push(self.lint_line(line)?);
        }
        Some(lint)
    }

    pub fn lint_line(&mut self, node: Node<'_>) -> Option<LintLine> {
        let mut parts = parts(node);
        let mut line = LintLine {
            patterns: self.strings(&mut parts),
            except: Vec::new(),
            demands: Vec::new(),
        };
        if let Some(except) = parts.optional(Rule::except) {
            line.except = self.strings(&mut self::parts(except));
        }
        for demand in parts {
            line.demands.push(self.demand(demand)?);
        }
        Some(line)
    }

    fn demand(&mut self, node: Node<'_>) -> Option<Demand> {
        let span = self.span(&node);
        let mut parts = parts(node);
        let negated = parts.optional(Rule::negated).is_some();
        let property = self.property(parts.next()?)?;
        Some(Demand {
            span,
            negated,
            property,
        })
    }

    fn property(&mut self, node: Node<'_>) -> Option<Property> {
        let (rule, text) = (node.as_rule(), node.as_str());
        let mut parts = parts(node);
        Some(match rule {
            Rule::accessed => {
                let kind = match parts.next()?.as_str() {
                    "loads" => AccessKind::Load,
                    "stores" => AccessKind::Store,
                    _ => AccessKind::Any,
                };
                let width = match parts.optional(Rule::access_width) {
                    Some(width) => {
                        let mut numbers = self::parts(width);
                        let bits = self.maybe_number(&mut numbers)?;
                        Some((bits, self.maybe_number(&mut numbers)))
                    }
                    None => None,
                };
                let space = parts.next().map(|space| self.name(&space));
                Property::Access { kind, width, space }
            }
            Rule::sign => Property::Sign(match text {
                "signed" => Sign::Signed,
                "unsigned" => Sign::Unsigned,
                _ => Sign::Floating,
            }),
            Rule::atomicity => Property::Atomic,
            Rule::reading | Rule::writing => {
                let name = self.next_name(&mut parts)?;
                let bits = match parts.optional(Rule::bits) {
                    Some(bits) => Some(self.bits(bits)?),
                    None => None,
                };
                if rule == Rule::reading {
                    Property::Reads(name, bits)
                } else {
                    Property::Writes(name, bits, self.under(parts.next()))
                }
            }
            Rule::returning => {
                let name = self.next_name(&mut parts)?;
                Property::Returns(name, self.under(parts.next()))
            }
            Rule::operand_width => {
                let name = self.next_name(&mut parts)?;
                Property::Width(name, self.maybe_number(&mut parts)?)
            }
            _ => Property::Computes(self.next_name(&mut parts)?),
        })
    }

    /// The field of `if FIELD`.
    fn under(&mut self, node: Option<Node<'_>>) -> Option<Name> {
        self.next_name(&mut parts(node?))
    }
}
