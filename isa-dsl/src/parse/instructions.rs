//! Families, encodings, rows and aliases.

use super::build::{self, Builder, Node, Parts, parts};
use super::grammar::Rule;
use crate::ast::{
    Alias, Binding, Direction, EffectKind, Encoding, Encodings, EncodingsArg, Expr, ExprKind,
    Family, Form, Halves, Kind, Local, Name, OpParam, Operand, Pair, PairRule, Renamed, Require,
    Row, RowMeaning, Side, SignOf, StandIn, Statement, UseEncodings, UseLayout, WidthOf, Wrap,
};

impl Builder<'_> {
    pub fn family(&mut self, node: Node<'_>) -> Option<Family> {
        let mut parts = parts(node);
        let name = self.next_name(&mut parts)?;
        let params = self.params(&mut parts);
        let layout = match parts.optional(Rule::use_layout) {
            Some(layout) => Some(self.use_layout(layout)?),
            None => None,
        };
        let at = self.maybe_at(&mut parts);
        let mut statements = Vec::new();
        for statement in parts {
            statements.push(self.statement(statement)?);
        }
        Some(Family {
            name,
            params,
            layout,
            at,
            statements,
        })
    }

    /// `(n, d)` where it comes next.
    pub fn params(&mut self, parts: &mut Parts<'_>) -> Vec<Name> {
        parts
            .optional(Rule::params)
            .map(|params| self.names(params))
            .unwrap_or_default()
    }

    fn use_layout(&mut self, node: Node<'_>) -> Option<UseLayout> {
        let mut parts = parts(node);
        Some(UseLayout {
            name: self.next_name(&mut parts)?,
            bindings: self.bindings(&mut parts)?,
        })
    }

    fn bindings(&mut self, parts: &mut Parts<'_>) -> Option<Vec<Binding>> {
        let mut bindings = Vec::new();
        while let Some(binding) = parts.optional(Rule::binding) {
            let mut parts = self::parts(binding);
            bindings.push(Binding {
                field: self.next_name(&mut parts)?,
                value: self.expr(parts.next()?)?,
                at: self.maybe_at(&mut parts),
            });
        }
        Some(bindings)
    }

    pub fn statement(&mut self, node: Node<'_>) -> Option<Statement> {
        self.line(parts(node).next()?)
    }

    /// What stands inside a `statement`, or in an encoding.
    pub fn line(&mut self, line: Node<'_>) -> Option<Statement> {
        let span = self.span(&line);
        Some(match line.as_rule() {
            Rule::encoding => Statement::Encoding(self.encoding(line)?),
            Rule::use_encodings => Statement::UseEncodings(self.use_encodings(line)?),
            Rule::unused => {
                let mut parts = parts(line);
                let names = self.names(parts.next()?);
                Statement::Unused(names, self.maybe_at(&mut parts))
            }
            Rule::operand => Statement::Operand(self.operand(line)?.into()),
            Rule::at_home => Statement::Operand(self.at_home(line)?.into()),
            Rule::form | Rule::half_form => Statement::Form(self.form(line)?.into()),
            Rule::stand_in => Statement::StandIn(self.stand_in(line)?),
            Rule::indexed => Statement::Indexed(self.indexed(line)?),
            Rule::effect => {
                let kind = effect(line.as_str())?;
                let mut parts = parts(line);
                let names = self.names(parts.next()?);
                Statement::Effect(kind, names, self.maybe_at(&mut parts))
            }
            Rule::checks => Statement::Checks(self.names(parts(line).next()?)),
            Rule::lanes => Statement::Lanes(self.op_expr(parts(line).next()?)?, span),
            Rule::local => Statement::Local(self.local(line)?.into()),
            Rule::require => Statement::Require(self.require(line)?.into()),
            Rule::opcodes => Statement::Opcodes(self.ranges(line), span),
            Rule::row | Rule::half_row => Statement::Row(self.row(line)?.into()),
            _ => return None,
        })
    }

    fn require(&mut self, node: Node<'_>) -> Option<Require> {
        let mut parts = parts(node);
        Some(Require {
            syntax: parts.optional(Rule::name).map(|name| self.name(&name)),
            needs: match parts.optional(Rule::needs) {
                Some(needs) => Some(self.next_name(&mut self::parts(needs))?),
                None => None,
            },
            condition: self.expr(parts.next()?)?,
            message: self.maybe_string(&mut parts)?,
            at: self.maybe_at(&mut parts),
        })
    }

    pub fn halves(&mut self, node: Node<'_>) -> Option<Halves> {
        let mut parts = parts(node);
        let name = self.next_name(&mut parts)?;
        let bindings = match parts.optional(Rule::half_bound) {
            Some(bound) => self.bindings(&mut self::parts(bound))?,
            None => Vec::new(),
        };
        let mut statements = Vec::new();
        for line in parts {
            statements.push(self.statement(line)?);
        }
        Some(Halves {
            name,
            bindings,
            statements,
        })
    }

    pub fn pair(&mut self, node: Node<'_>) -> Option<Pair> {
        let mut parts = parts(node);
        let mut pair = Pair {
            name: self.next_name(&mut parts)?,
            layout: self.use_layout(parts.next()?)?,
            needs: match parts.optional(Rule::needs) {
                Some(needs) => Some(self.next_name(&mut self::parts(needs))?),
                None => None,
            },
            at: self.maybe_at(&mut parts),
            sides: Vec::new(),
            forms: Vec::new(),
            rules: Vec::new(),
            statements: Vec::new(),
        };
        for line in parts {
            self.pair_line(&mut pair, line)?;
        }
        Some(pair)
    }

    pub fn pair_line(&mut self, pair: &mut Pair, node: Node<'_>) -> Option<()> {
        let line = parts(node).next()?;
        match line.as_rule() {
            Rule::side => {
                let mut parts = parts(line);
                pair.sides.push(Side {
                    name: self.next_name(&mut parts)?,
                    tables: self.names(parts.next()?),
                });
            }
            Rule::half_form => pair.forms.push(self.form(line)?),
            Rule::pair_rule => {
                let mut parts = parts(line);
                let rule = self.require(parts.next()?)?;
                let of = match parts.optional(Rule::where_both) {
                    Some(names) => self.names(self::parts(names).next()?),
                    None => Vec::new(),
                };
                let rule = rule.into();
                pair.rules.push(PairRule { rule, of });
            }
            _ => pair.statements.push(self.line(line)?),
        }
        Some(())
    }

    pub fn encodings(&mut self, node: Node<'_>) -> Option<Encodings> {
        let mut parts = parts(node);
        let name = self.next_name(&mut parts)?;
        let params = self.params(&mut parts);
        let mut encodings = Vec::new();
        for encoding in parts {
            encodings.push(self.encoding(encoding)?);
        }
        Some(Encodings {
            name,
            params,
            encodings,
        })
    }

    fn use_encodings(&mut self, node: Node<'_>) -> Option<UseEncodings> {
        let span = self.span(&node);
        let mut parts = parts(node);
        let name = self.next_name(&mut parts)?;
        let mut args = Vec::new();
        while let Some(argument) = parts.optional(Rule::encodings_arg) {
            let argument = self::parts(argument).next()?;
            let span = self.span(&argument);
            let number = |kind| EncodingsArg::Number(Expr { span, kind });
            args.push(match argument.as_rule() {
                Rule::value_type => EncodingsArg::Type(self.name(&argument)),
                Rule::number => number(ExprKind::Number(self.value(argument.as_str(), span))),
                _ => number(ExprKind::Path(argument.as_str().to_owned())),
            });
        }
        let at = self.maybe_at(&mut parts);
        Some(UseEncodings {
            span,
            name,
            args,
            at,
        })
    }

    pub fn encoding(&mut self, node: Node<'_>) -> Option<Encoding> {
        let mut parts = parts(node);
        let mut encoding = Encoding {
            name: self.next_name(&mut parts)?,
            suffix_read: parts.optional(Rule::read).is_some(),
            suffix: self.maybe_string(&mut parts),
            layout: self.use_layout(parts.next()?)?,
            at: self.maybe_at(&mut parts),
            asked_at: None,
            statements: Vec::new(),
        };
        for line in parts {
            encoding.statements.push(self.line(line)?);
        }
        Some(encoding)
    }

    fn stand_in(&mut self, node: Node<'_>) -> Option<StandIn> {
        let mut parts = parts(node);
        Some(StandIn {
            direction: direction(&parts.next()?),
            name: self.next_name(&mut parts)?,
            state: self.next_name(&mut parts)?,
            at: self.maybe_at(&mut parts),
        })
    }

    /// An operand that is always the same register.
    fn at_home(&mut self, node: Node<'_>) -> Option<Operand> {
        let mut parts = parts(node);
        let direction = direction(&parts.next()?);
        let name = self.next_name(&mut parts)?;
        let mut home = self::parts(parts.next()?);
        let file = self.next_name(&mut home)?;
        let number = self.maybe_number(&mut home)?;
        let width = match parts.optional(Rule::width) {
            Some(width) => self.width(width)?,
            None => Vec::new(),
        };
        Some(Operand {
            direction,
            name,
            field: None,
            part: None,
            kind: Kind::Class(file, None, None),
            home: Some(number),
            width,
            extra: None,
            unaligned: None,
            zero: None,
            wraps: Vec::new(),
            signs: Vec::new(),
            chosen: None,
            at: self.maybe_at(&mut parts),
        })
    }

    fn operand(&mut self, node: Node<'_>) -> Option<Operand> {
        let mut parts = parts(node);
        let direction = direction(&parts.next()?);
        let name = self.next_name(&mut parts)?;
        let field = parts.optional(Rule::name).map(|field| self.name(&field));
        let part = match parts.optional(Rule::bits) {
            Some(bits) => Some(self.bits(bits)?),
            None => None,
        };
        let kind = self.kind(parts.next()?)?;
        let width = match parts.optional(Rule::width) {
            Some(width) => self.width(width)?,
            None => Vec::new(),
        };
        let extra = match parts.optional(Rule::extra) {
            Some(extra) => Some(self.expr(self::parts(extra).next()?)?),
            None => None,
        };
        let unaligned = parts.optional(Rule::unaligned);
        let unaligned = unaligned.map(|unaligned| self.span(&unaligned));
        let zero = match parts.optional(Rule::zero) {
            Some(zero) => self.maybe_string(&mut self::parts(zero)),
            None => None,
        };
        let (mut wraps, mut signs) = (Vec::new(), Vec::new());
        while let Some(wrap) = parts.optional(Rule::wrap) {
            let span = self.span(&wrap);
            let mut parts = self::parts(wrap);
            let name = parts.optional(Rule::name).map(|name| self.name(&name));
            let spellings = self.strings(&mut parts);
            if let Some(sign) = parts.optional(Rule::sign_of_number) {
                let clears = self::parts(sign).next()?.as_rule() == Rule::kw_cleared;
                signs.push(SignOf {
                    name,
                    spellings,
                    clears,
                    span,
                });
                continue;
            }
            wraps.push(Wrap {
                name,
                spellings,
                field: self.next_name(&mut parts)?,
                bit: match parts.next() {
                    Some(index) => self.maybe_number(&mut self::parts(index)),
                    None => None,
                },
            });
        }
        let chosen = match parts.optional(Rule::chosen) {
            Some(chosen) => Some(self.next_name(&mut self::parts(chosen))?),
            None => None,
        };
        let at = self.maybe_at(&mut parts);
        Some(Operand {
            direction,
            name,
            field,
            part,
            kind,
            home: None,
            width,
            extra,
            unaligned,
            zero,
            wraps,
            signs,
            chosen,
            at,
        })
    }

    /// `x2`, `x(expression)` or `x(2..4, 8)`
    fn width(&mut self, node: Node<'_>) -> Option<Vec<WidthOf>> {
        let mut widths = Vec::new();
        for part in parts(node) {
            if part.as_rule() == Rule::times {
                let number = self.maybe_number(&mut parts(part))?;
                let from = Expr {
                    span: number.span,
                    kind: ExprKind::Number(number.value),
                };
                widths.push(WidthOf { from, to: None });
                continue;
            }
            let mut bounds = parts(part);
            widths.push(WidthOf {
                from: self.expr(bounds.next()?)?,
                to: match bounds.next() {
                    Some(to) => Some(self.expr(to)?),
                    None => None,
                },
            });
        }
        Some(widths)
    }

    pub fn form(&mut self, node: Node<'_>) -> Option<Form> {
        let span = self.span(&node);
        let mut parts = parts(node);
        let syntax = parts.optional(Rule::name).map(|syntax| self.name(&syntax));
        if parts.optional(Rule::no_text).is_some() {
            return Some(Form {
                span,
                syntax,
                no_text: true,
                read_only: false,
                needs: None,
                when: None,
                template: Name {
                    text: String::new(),
                    span,
                },
                at: self.maybe_at(&mut parts),
            });
        }
        let read_only = parts.optional(Rule::read).is_some();
        let needs = match parts.optional(Rule::needs) {
            Some(needs) => Some(self.next_name(&mut self::parts(needs))?),
            None => None,
        };
        let when = match parts.optional(Rule::when) {
            Some(when) => Some(self.expr(self::parts(when).next()?)?),
            None => None,
        };
        Some(Form {
            span,
            syntax,
            no_text: false,
            read_only,
            needs,
            when,
            template: self.maybe_string(&mut parts)?,
            at: self.maybe_at(&mut parts),
        })
    }

    pub fn local(&mut self, node: Node<'_>) -> Option<Local> {
        let mut parts = parts(node);
        let name = self.next_name(&mut parts)?;
        let mut params = self.op_params(&mut parts)?;
        // One without a type stands for an operand.
        let of = match params.as_slice() {
            [OpParam { ty: None, .. }] => params.pop().map(|it| it.name),
            _ => None,
        };
        let (mut space, mut otherwise) = (None, None);
        if let Some(written) = parts.optional(Rule::in_space) {
            let mut names = self::parts(written).filter(|node| node.as_rule() == Rule::name);
            space = names.next().map(|name| self.name(&name));
            if let (Some(field), Some(other)) = (names.next(), names.next()) {
                otherwise = Some((self.name(&field), self.name(&other)));
            }
        }
        let ty = self.op_type(parts.next()?)?;
        Some(Local {
            name,
            of,
            params,
            outside: false,
            space,
            otherwise,
            ty,
            value: self.op_expr(parts.next()?)?,
        })
    }

    fn row(&mut self, node: Node<'_>) -> Option<Row> {
        let mut span = self.span(&node);
        let mut parts = parts(node);
        let doc = build::doc(&mut parts);
        let name = self.next_name(&mut parts)?;
        span.start = name.span.start;
        let mut row = Row {
            span,
            doc,
            name,
            args: Vec::new(),
            opcodes: Vec::new(),
            needs: None,
            spelled: Vec::new(),
            renamed: Vec::new(),
            meaning: RowMeaning::None,
        };
        for part in parts {
            let span = self.span(&part);
            match part.as_rule() {
                Rule::row_args => {
                    row.args = self::parts(part)
                        .map(|argument| self.signed(&argument))
                        .collect();
                }
                Rule::opcode => {
                    let text = part.as_str();
                    row.opcodes
                        .push(((text != "-").then(|| self.value(text, span)), span));
                }
                Rule::needs => row.needs = self.next_name(&mut self::parts(part)),
                Rule::spelled => {
                    let mut parts = self::parts(part);
                    row.spelled
                        .push((self.next_name(&mut parts)?, self.maybe_string(&mut parts)?));
                }
                Rule::renamed => {
                    let mut parts = self::parts(part);
                    row.renamed.push(Renamed {
                        name: self.next_name(&mut parts)?,
                        at: self.maybe_at(&mut parts)?,
                    });
                }
                Rule::call => {
                    let mut parts = self::parts(part);
                    let name = self.next_name(&mut parts)?;
                    let arguments = parts
                        .map(|argument| self.op_arg(argument))
                        .collect::<Option<_>>()?;
                    row.meaning = RowMeaning::Call(name, arguments);
                }
                _ => row.meaning = RowMeaning::Body(self.body(part)?),
            }
        }
        Some(row)
    }

    pub fn alias(&mut self, node: Node<'_>) -> Option<Alias> {
        let mut parts = parts(node);
        let prefer = parts.next()?.as_rule() == Rule::prefer;
        let syntax = match parts.optional(Rule::alias_in) {
            Some(syntax) => Some(self.next_name(&mut self::parts(syntax))?),
            None => None,
        };
        let name = self.next_name(&mut parts)?;
        let template = match parts.optional(Rule::form_text) {
            Some(template) => self.maybe_string(&mut self::parts(template)),
            None => None,
        };
        Some(Alias {
            prefer,
            syntax,
            name,
            template,
            target: self.next_name(&mut parts)?,
            bindings: self.bindings(&mut parts)?,
            at: self.maybe_at(&mut parts),
        })
    }
}

pub(super) fn direction(node: &Node<'_>) -> Direction {
    match node.as_str() {
        "in" => Direction::In,
        "out" => Direction::Out,
        _ => Direction::InOut,
    }
}

/// The kind of an effect line, by its first word.
fn effect(line: &str) -> Option<EffectKind> {
    let kinds = [
        ("reads", EffectKind::Reads),
        ("writes", EffectKind::Writes),
        ("counts", EffectKind::Counts),
        ("branches", EffectKind::Branches),
    ];
    kinds
        .into_iter()
        .find(|(word, _)| line.starts_with(word))
        .map(|(_, kind)| kind)
}
