//! Instructions that are two in one: every half of one side with every half of the other.
//!
//! This is a substitution in the tree, done before anything else is checked: to all other
//! checks there is a family for each half of the second side with each table of the first.
//! Its operands are those of both halves, each under the name of its side, and its rows are
//! called by both. What a row does is what both halves do: registers are written at the end
//! of an instruction, so neither sees what the other one writes.

use crate::sorted::SortedSet;
use std::sync::Arc;

use super::halves::{Sided, Table, operands};
use crate::ast::{self, Name, OpArg, OpStmt, OpStmtKind, RowMeaning, Statement};
use crate::declare::{Declarations, Sort, Suggestions};
use crate::diagnostic::{Code, Diagnostic};
use crate::distinct::{Counted, Set, Uncounted};
use crate::expr::{self, Keyword, Scope, Value};
use crate::machine::Machine;
use crate::source::Span;

/// The families that pairs become, each with its documentation.
pub fn expand(
    names: &Declarations,
    machine: &Machine,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<(ast::Family, String)> {
    let tables = names.halves.iter();
    let tables = tables
        .map(|halves| Table::new(halves, machine, diagnostics))
        .collect();
    let mut expansion = Expansion {
        names,
        machine,
        tables,
        used: SortedSet::new(),
        families: Vec::new(),
        suggestions: Suggestions::default(),
        diagnostics,
    };
    for (pair, doc) in &names.pairs {
        expansion.pair(pair, doc);
    }
    let families = expansion.families;
    let used = expansion.used;
    let unused = names.halves.iter().enumerate();
    for (_, halves) in unused.filter(|(index, _)| !used.contains(index)) {
        let message = format!("no pair has `{}`", halves.name.text);
        diagnostics.push(
            Diagnostic::new(Code::Unused, halves.name.span, message)
                .label("so it is not checked")
                .help("name it in a pair (`halves x : …;`), or remove it"),
        );
    }
    families
}

struct Expansion<'a, 'd> {
    names: &'a Declarations<'a>,
    machine: &'a Machine,
    tables: Vec<Table<'a>>,
    /// Tables that some pair has.
    used: SortedSet<usize>,
    families: Vec<(ast::Family, String)>,
    suggestions: Suggestions,
    diagnostics: &'d mut Vec<Diagnostic>,
}

impl<'a> Expansion<'a, '_> {
    /// The index of a declared name; one that is not declared is reported.
    fn find(&mut self, sort: Sort, name: &Name) -> Option<usize> {
        let names = self.names;
        names.find_or_report(sort, name, &self.suggestions, self.diagnostics)
    }

    fn error(&mut self, error: Diagnostic) {
        // Many pairs of halves show the same fault.
        if !self.diagnostics.contains(&error) {
            self.diagnostics.push(error);
        }
    }

    fn pair(&mut self, pair: &'a ast::Pair, doc: &str) {
        let mut sides = Vec::new();
        for side in &pair.sides {
            let mut tables = Vec::new();
            for name in &side.tables {
                if let Some(index) = self.find(Sort::Halves, name) {
                    self.used.insert(index);
                    tables.push(index);
                }
            }
            sides.push((&side.name, tables));
        }
        let [(first, firsts), (second, seconds)] = sides.as_slice() else {
            let plural = if sides.len() == 1 { "" } else { "s" };
            let message = format!(
                "`{}` has {} side{plural}, and a pair has two",
                pair.name.text,
                sides.len()
            );
            self.error(
                Diagnostic::new(Code::BadKind, pair.name.span, message)
                    .help("say what may stand on each: `halves x : …; halves y : …;`"),
            );
            return;
        };
        if first.text == second.text {
            self.error(crate::machine::duplicate("side", second, first));
            return;
        }
        let Some(between) = self.between(pair, first, second) else {
            return;
        };
        if pair.opcode().is_none() {
            let message = format!(
                "nothing says what two opcodes of `{}` are together",
                pair.name.text
            );
            self.error(
                Diagnostic::new(Code::FieldNotUsed, pair.layout.name.span, message).help(format!(
                    "bind it: `{}(opcode = {} * 32 + {})`",
                    pair.layout.name.text, first.text, second.text
                )),
            );
            return;
        }
        self.rules_name_operands(pair, [(first, firsts), (second, seconds)]);
        for &table in firsts {
            for &with in seconds {
                for half in 0..self.tables[with].rows.len() {
                    self.family(pair, doc, [first, second], [table, with], half, &between);
                }
            }
        }
    }

    /// The text that stands between the sides.
    fn between(&mut self, pair: &ast::Pair, first: &Name, second: &Name) -> Option<String> {
        let found = match pair.forms.as_slice() {
            [form] => {
                let text = form
                    .template
                    .text
                    .strip_prefix(&format!("{{{}}}", first.text));
                let text = text.and_then(|it| it.strip_suffix(&format!("{{{}}}", second.text)));
                text.filter(|it| !it.trim().is_empty() && !it.contains(['{', '}']))
            }
            _ => None,
        };
        if found.is_none() {
            let span = pair.forms.first().map_or(pair.name.span, |it| it.span);
            let message = format!(
                "how two halves of `{}` are written is not said",
                pair.name.text
            );
            self.error(
                Diagnostic::new(Code::BadTemplate, span, message).help(format!(
                    "write one line with both sides and a text between them: `asm \"{{{}}} :: {{{}}}\";`",
                    first.text, second.text
                )),
            );
        }
        found.map(str::to_owned)
    }

    /// Every name behind `if` of a rule is an operand of some half.
    fn rules_name_operands(&mut self, pair: &ast::Pair, sides: [(&Name, &Vec<usize>); 2]) {
        for name in pair.rules.iter().flat_map(|it| &it.of) {
            let known = sides.iter().any(|(side, tables)| {
                let mut tables = tables.iter().map(|&table| self.tables[table].halves);
                tables.any(|halves| {
                    operands(halves).any(|it| format!("{it}{}", side.text) == name.text)
                })
            });
            if !known {
                let message = format!("no half has an operand `{}` here", name.text);
                self.error(
                    Diagnostic::new(Code::Unknown, name.span, message)
                        .help("the operand `src0` of a half on side `x` is `src0x` in the pair"),
                );
            }
        }
    }

    /// A table of the first side with one half of the second.
    fn family(
        &mut self,
        pair: &ast::Pair,
        doc: &str,
        sides: [&'a Name; 2],
        tables: [usize; 2],
        half: usize,
        between: &str,
    ) {
        let [first, second] = tables.map(|table| self.tables[table].halves);
        let sided = [
            Sided {
                side: sides[0],
                other: sides[1],
                halves: first,
            },
            Sided {
                side: sides[1],
                other: sides[0],
                halves: second,
            },
        ];
        let forms = tables.map(|table| self.tables[table].form);
        let [Some(first_form), Some(second_form)] = forms else {
            return;
        };
        let archs = self.machine.resolve(pair.at.as_ref(), &mut Vec::new());
        let with = &self.tables[tables[1]].rows[half];
        let (with, with_opcodes) = (with.row, with.opcodes.clone());
        let mut rows = Vec::new();
        for at in 0..self.tables[tables[0]].rows.len() {
            let half = &self.tables[tables[0]].rows[at];
            let (row, opcodes) = (half.row, half.opcodes.clone());
            let together = opcodes.iter().zip(&with_opcodes).enumerate();
            let together: Vec<Option<(u64, u64, Span)>> = together
                .map(|(arch, (one, other))| match (one, other) {
                    (Some((one, span)), Some((other, _))) if archs.contains(arch) => {
                        Some((*one, *other, *span))
                    }
                    _ => None,
                })
                .collect();
            if together.iter().any(Option::is_some) {
                rows.extend(self.row(pair, sided, [row, with], &together));
            }
        }
        if rows.is_empty() {
            return;
        }
        let mut statements = Vec::new();
        for sided in sided {
            self.operands(sided, &mut statements);
        }
        statements.extend(pair.statements.iter().cloned());
        for rule in &pair.rules {
            let has = |name: &Name| {
                let mut sides = sided.iter();
                sides.any(|it| {
                    operands(it.halves).any(|own| format!("{own}{}", it.side.text) == name.text)
                })
            };
            if rule.of.iter().all(has) {
                statements.push(Statement::Require(Arc::clone(&rule.rule)));
            }
        }
        let mut form = first_form.clone();
        form.template.text = format!(
            "{}{between}{} {}",
            sided[0].template(&first_form.template.text),
            with.name.text,
            sided[1].template(&second_form.template.text)
        );
        statements.push(Statement::Form(Arc::new(form)));
        let columns = archs.iter().map(|arch| {
            let name = Some(self.machine.archs[arch].name.clone());
            ast::AtRange {
                from: name.clone(),
                to: name,
            }
        });
        statements.push(Statement::Opcodes(columns.collect(), pair.name.span));
        let rows = rows.into_iter().map(Arc::new);
        statements.extend(rows.map(Statement::Row));
        let mut layout = pair.layout.clone();
        layout.bindings.retain(|it| it.field.text != "opcode");
        for sided in sided {
            layout.bindings.extend(sided.bindings());
        }
        let family = ast::Family {
            name: Name {
                text: format!("{}_{}_{}", pair.name.text, first.name.text, with.name.text),
                span: pair.name.span,
            },
            params: Vec::new(),
            layout: Some(layout),
            at: pair.at.clone(),
            statements,
        };
        self.families.push((family, doc.to_owned()));
    }

    /// Two halves as one row.
    fn row(
        &mut self,
        pair: &ast::Pair,
        sided: [Sided<'a>; 2],
        halves: [&'a ast::Row; 2],
        opcodes: &[Option<(u64, u64, Span)>],
    ) -> Option<ast::Row> {
        let [one, other] = halves;
        let archs = self.machine.resolve(pair.at.as_ref(), &mut Vec::new());
        let mut together = Vec::new();
        for (_, opcode) in opcodes
            .iter()
            .enumerate()
            .filter(|(arch, _)| archs.contains(*arch))
        {
            together.push(match *opcode {
                None => (None, one.name.span),
                Some((first, second, span)) => {
                    let sides = sided.map(|it| it.side.text.as_str());
                    (self.opcode(pair, sides, [first, second], one)?, span)
                }
            });
        }
        let bodies = [self.meaning(sided[0], one), self.meaning(sided[1], other)];
        let meaning = match bodies {
            [Some(first), Some(second)] => {
                let block = |body, span| OpStmt {
                    span,
                    kind: OpStmtKind::Block(body),
                };
                RowMeaning::Body(vec![block(first, one.span), block(second, other.span)])
            }
            _ => RowMeaning::None,
        };
        let syntaxes = self.machine.syntaxes.iter().map(|syntax| {
            let name = Name {
                text: syntax.name.clone(),
                span: pair.name.span,
            };
            (name, one.name.clone())
        });
        let doc = match (one.doc.is_empty(), other.doc.is_empty()) {
            (false, false) => format!("{}\n{}", one.doc, other.doc),
            _ => format!("{}{}", one.doc, other.doc),
        };
        Some(ast::Row {
            span: one.span,
            doc,
            name: Name {
                text: format!("{}_{}", one.name.text, other.name.text),
                span: one.name.span,
            },
            args: Vec::new(),
            opcodes: together,
            needs: pair.needs.clone(),
            spelled: syntaxes.collect(),
            renamed: Vec::new(),
            meaning,
        })
    }

    /// What two opcodes are together; `None` after an error.
    fn opcode(
        &mut self,
        pair: &ast::Pair,
        sides: [&str; 2],
        opcodes: [u64; 2],
        row: &ast::Row,
    ) -> Option<Option<u64>> {
        let expr = pair.opcode()?;
        let scope = Opcodes(sides.into_iter().zip(opcodes).collect());
        let mut errors = Vec::new();
        let value = expr::resolve(expr, &scope, &mut errors);
        for error in errors {
            self.error(error);
        }
        let number = value?.constant().and_then(|it| u64::try_from(it).ok());
        if number.is_none() {
            let message = format!("with `{}` this is no opcode", row.name.text);
            self.error(
                Diagnostic::new(Code::BadExpression, expr.span, message)
                    .help("an opcode is a number that is not negative, and depends on both sides"),
            );
        }
        number.map(Some)
    }

    /// What a half has in the pair: its operands and unused fields.
    fn operands(&mut self, sided: Sided<'_>, statements: &mut Vec<Statement>) {
        for statement in &sided.halves.statements {
            let mut statement = statement.clone();
            match &mut statement {
                Statement::Operand(operand) => {
                    let operand = Arc::make_mut(operand);
                    if let Some(name) = operand.chosen.take()
                        && name.text != sided.side.text
                    {
                        if name.text != sided.other.text {
                            let message = format!("no side is called `{}`", name.text);
                            self.error(
                                Diagnostic::new(Code::Unknown, name.span, message)
                                    .also(sided.side.span, "one is declared here"),
                            );
                        }
                        continue;
                    }
                    if let Some(field) = &mut operand.field {
                        sided.rename(field);
                    }
                    sided.rename(&mut operand.name);
                    for width in &mut operand.width {
                        sided.expr(&mut width.from);
                        width.to.iter_mut().for_each(|it| sided.expr(it));
                    }
                    operand.extra.iter_mut().for_each(|it| sided.expr(it));
                    for wrap in &mut operand.wraps {
                        sided.rename(&mut wrap.field);
                    }
                }
                Statement::StandIn(stand_in) => sided.rename(&mut stand_in.name),
                Statement::Unused(fields, _) => fields.iter_mut().for_each(|it| sided.rename(it)),
                _ => continue,
            }
            statements.push(statement);
        }
    }

    /// The statements of a half, about the operands of its side; `None` if it says nothing.
    fn meaning(&mut self, sided: Sided<'_>, row: &ast::Row) -> Option<Vec<OpStmt>> {
        let mut body = match &row.meaning {
            RowMeaning::None => return None,
            RowMeaning::Body(body) => body.clone(),
            RowMeaning::Call(name, arguments) => self.called(name, arguments)?,
        };
        for operand in operands(sided.halves) {
            let name = operand.to_uppercase();
            let own = format!("{name}{}", sided.side.text.to_uppercase());
            body.iter_mut().for_each(|it| it.put_in(&name, &own));
        }
        Some(body)
    }

    /// The statements of an operation whose parameters are locals here.
    fn called(&mut self, name: &Name, arguments: &[OpArg]) -> Option<Vec<OpStmt>> {
        let index = self.find(Sort::Operation, name)?;
        let operation = self.names.operations[index];
        let mut body = Vec::new();
        for (param, argument) in operation.params.iter().zip(arguments) {
            if let (Some(ty), OpArg::Value(value)) = (&param.ty, argument) {
                let (span, value) = (value.span, value.clone());
                let kind = OpStmtKind::Declare(ty.clone(), param.name.clone(), value);
                body.push(OpStmt { span, kind });
            }
        }
        if body.len() != operation.params.len() || body.len() != arguments.len() {
            let message = format!("these are no arguments of `{}` in a half", name.text);
            self.error(
                Diagnostic::new(Code::OpArguments, name.span, message)
                    .also(operation.name.span, "declared here")
                    .help("a half gives a value for every parameter, each of which has a type"),
            );
            return None;
        }
        body.extend(operation.body.iter().cloned());
        Some(body)
    }
}

/// What an opcode is computed from: the opcodes of both sides.
struct Opcodes<'a>(Vec<(&'a str, u64)>);

impl Scope for Opcodes<'_> {
    fn path(&self, name: &str) -> Option<Value> {
        let side = self.0.iter().find(|(side, _)| *side == name);
        side.map(|(_, opcode)| Value::Number(opcode.cast_signed()))
    }

    fn names(&self) -> Vec<String> {
        self.0.iter().map(|(side, _)| (*side).to_owned()).collect()
    }

    fn keyword(&self, _: &str, _: &str) -> Keyword {
        Keyword::NoClass
    }

    fn set(&self, _: &str) -> Option<Set> {
        None
    }

    fn counted(
        &self,
        _: Set,
        _: &str,
    ) -> Result<Option<Counted<crate::bits::BitField>>, Uncounted> {
        Ok(None)
    }
}
