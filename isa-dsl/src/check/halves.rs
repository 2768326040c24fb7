//! Tables of halves, and what a half is on its side of a pair.

use crate::sorted::{SortedMap, SortedSet};

use crate::ast::{self, Expr, ExprKind, Name, Statement};
use crate::diagnostic::{Code, Diagnostic};
use crate::machine::{ArchSet, Machine};
use crate::source::Span;

/// A table of halves, as far as it is right.
pub(super) struct Table<'a> {
    pub halves: &'a ast::Halves,
    pub form: Option<&'a ast::Form>,
    pub rows: Vec<Half<'a>>,
}

/// A half, and its opcode on each architecture.
pub(super) struct Half<'a> {
    pub row: &'a ast::Row,
    pub opcodes: Vec<Option<(u64, Span)>>,
}

impl<'a> Table<'a> {
    /// Checks a table on its own.
    pub fn new(
        halves: &'a ast::Halves,
        machine: &Machine,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Table<'a> {
        let name = &halves.name;
        let mut forms = halves.statements.iter().filter_map(|it| match it {
            Statement::Form(form) => Some(&**form),
            _ => None,
        });
        let form = forms.next();
        if form.is_none() {
            let message = format!(
                "no `asm` line says how a half of `{}` is written",
                name.text
            );
            diagnostics.push(Diagnostic::new(Code::NoSyntax, name.span, message));
        }
        if let (Some(first), Some(second)) = (form, forms.next()) {
            let error = Diagnostic::new(Code::Duplicate, second.span, "a second `asm` line")
                .also(first.span, "the first is here")
                .help("a half is written in one way");
            diagnostics.push(error);
        }
        let mut lines = halves.statements.iter().filter_map(|it| match it {
            Statement::Opcodes(ranges, span) => Some((ranges, *span)),
            _ => None,
        });
        let columns = lines.next();
        if columns.is_none() {
            let message = format!("`{}` has no `opcodes` line", name.text);
            diagnostics.push(
                Diagnostic::new(Code::OpcodeColumns, name.span, message)
                    .help("say which architectures the columns are"),
            );
        }
        if let (Some((_, first)), Some((_, second))) = (columns, lines.next()) {
            diagnostics.push(
                Diagnostic::new(Code::Duplicate, second, "a second `opcodes` line")
                    .also(first, "the first is here"),
            );
        }
        let columns: Vec<Option<ArchSet>> = columns.map_or_else(Vec::new, |(ranges, span)| {
            let resolved = ranges.iter().map(|range| {
                let ranges = vec![range.clone()];
                machine.resolve_known(Some(&ast::At { span, ranges }), diagnostics)
            });
            resolved.collect()
        });
        let mut rows = Vec::new();
        for statement in &halves.statements {
            let Statement::Row(row) = statement else {
                continue;
            };
            if row.opcodes.len() != columns.len() {
                let message = format!(
                    "`{}` does not have as many opcodes as there are columns, {}",
                    row.name.text,
                    columns.len()
                );
                diagnostics.push(
                    Diagnostic::new(Code::OpcodeColumns, row.name.span, message)
                        .help("write `-` where the half does not exist"),
                );
                continue;
            }
            let mut opcodes = vec![None; machine.archs.len()];
            for (archs, &(opcode, span)) in columns.iter().zip(&row.opcodes) {
                for arch in archs.unwrap_or(ArchSet(0)).iter() {
                    opcodes[arch] = opcode.map(|opcode| (opcode, span));
                }
            }
            rows.push(Half { row, opcodes });
        }
        Table { halves, form, rows }
    }
}

/// A half's side, and what it has there.
#[derive(Clone, Copy)]
pub(super) struct Sided<'a> {
    pub side: &'a Name,
    /// Name of the other one.
    pub other: &'a Name,
    pub halves: &'a ast::Halves,
}

impl Sided<'_> {
    /// The fields that the half fixes, under the names of the side.
    pub fn bindings(&self) -> Vec<ast::Binding> {
        let mut bindings = self.halves.bindings.clone();
        for binding in &mut bindings {
            self.rename(&mut binding.field);
            self.expr(&mut binding.value);
        }
        bindings
    }

    /// Puts the name of the side behind one of the half.
    pub fn rename(&self, name: &mut Name) {
        name.text.push_str(&self.side.text);
    }

    /// Names the operands of the side in an expression.
    pub fn expr(&self, expr: &mut Expr) {
        match &mut expr.kind {
            ExprKind::Path(path) => {
                if operands(self.halves).any(|it| it == path) {
                    path.push_str(&self.side.text);
                }
            }
            ExprKind::Call(_, args) => args.iter_mut().for_each(|it| self.expr(it)),
            ExprKind::Not(value) => self.expr(value),
            ExprKind::Binary(_, a, b) => [a, b].into_iter().for_each(|it| self.expr(it)),
            ExprKind::Choose(a, b, c) => [a, b, c].into_iter().for_each(|it| self.expr(it)),
            ExprKind::Number(_) | ExprKind::Text(_) => {}
        }
    }

    /// A template with the operands of the side.
    pub fn template(&self, template: &str) -> String {
        let mut renamed: SortedMap<String, String> = SortedMap::new();
        for operand in operands(self.halves) {
            renamed.insert(
                format!("{{{operand}}}"),
                format!("{{{operand}{}}}", self.side.text),
            );
        }
        let mut text = template.to_owned();
        for (from, to) in &renamed {
            text = text.replace(from, to);
        }
        text
    }
}

/// Names of the operands of a table, and of states in the place of one.
pub(super) fn operands(halves: &ast::Halves) -> impl Iterator<Item = &str> {
    let mut seen = SortedSet::new();
    let all = halves.statements.iter().filter_map(|it| match it {
        Statement::Operand(operand) => Some(operand.name.text.as_str()),
        Statement::StandIn(stand_in) => Some(stand_in.name.text.as_str()),
        _ => None,
    });
    all.filter(move |name| seen.insert(*name))
}
