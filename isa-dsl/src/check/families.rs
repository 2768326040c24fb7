//! Families: statements sorted, columns, encodings; then a shape for every
//! architecture and set of arguments, and an instruction for every row.

use super::{Context, rows, shapes, streams};
use crate::ast::{self, EffectKind, Statement};
use crate::declare::Sort;
use crate::diagnostic::{Code, Diagnostic};
use crate::machine::ArchSet;
use crate::model::{Family, Model};
use crate::suggest::did_you_mean;

/// The statements of a family, by what they are.
pub(super) struct Parts<'a> {
    /// The item.
    pub family: &'a ast::Family,
    /// Architectures of the opcode columns.
    pub columns: Vec<usize>,
    /// Its encodings: one that the family itself describes, or those listed.
    pub encodings: Vec<EncodingParts<'a>>,
    /// `let` statements.
    pub locals: Vec<&'a ast::Local>,
    /// Rows.
    pub rows: Vec<&'a ast::Row>,
    /// Operations checked with it.
    pub lints: Vec<&'a ast::Name>,
}

/// One encoding of a family: its own statements after the family's.
pub(super) struct EncodingParts<'a> {
    /// Name; `None` for a family with one encoding.
    pub name: Option<&'a ast::Name>,
    /// Suffix that forces it.
    pub suffix: Option<&'a ast::Name>,
    /// Layout.
    pub layout: &'a ast::UseLayout,
    /// Where it exists.
    pub archs: ArchSet,
    /// Operands.
    pub operands: Vec<&'a ast::Operand>,
    /// Fields declared unused.
    pub unused: Vec<&'a ast::Name>,
    /// Forms.
    pub forms: Vec<&'a ast::Form>,
    /// Rules.
    pub rules: Vec<&'a ast::Require>,
}

/// Resolves every family.
pub fn check(context: &mut Context, model: &mut Model) {
    for &(family, doc) in &context.names.families {
        let Some(parts) = sort(family, context) else {
            continue;
        };
        let resolved = resolve(family, doc, context);
        let index = model.families.len();
        model.families.push(resolved);
        check_names(&parts, context);
        let mut shapes = shapes::Cache::default();
        if parts
            .encodings
            .iter()
            .any(|encoding| is_stream(encoding, context))
        {
            streams::family(&parts, context, model);
            continue;
        }
        for row in &parts.rows {
            rows::check(index, &parts, row, &mut shapes, context, model);
        }
        if parts.rows.is_empty() {
            context.diagnostics.push(
                Diagnostic::new(
                    Code::NoOpcode,
                    family.name.span,
                    format!("family `{}` has no instruction", family.name.text),
                )
                .help("add a row: `mnemonic opcode … = operation;`"),
            );
        }
    }
}

fn is_stream(encoding: &EncodingParts, context: &Context) -> bool {
    matches!(
        context.names.find(&encoding.layout.name.text),
        Some((Sort::Stream, _))
    )
}

fn sort<'a>(family: &'a ast::Family, context: &mut Context) -> Option<Parts<'a>> {
    let archs = context
        .machine
        .resolve(family.at.as_ref(), &mut context.diagnostics);
    let mut parts = Parts {
        family,
        columns: Vec::new(),
        encodings: Vec::new(),
        locals: Vec::new(),
        rows: Vec::new(),
        lints: Vec::new(),
    };
    let mut columns = None;
    for statement in &family.statements {
        match statement {
            Statement::Local(local) => parts.locals.push(local),
            Statement::Row(row) => parts.rows.push(row),
            Statement::Opcodes(names, span) => match columns {
                None => columns = Some((names, *span)),
                Some((_, first)) => context.diagnostics.push(
                    Diagnostic::new(Code::Duplicate, *span, "a second `opcodes` line")
                        .also(first, "the first is here"),
                ),
            },
            Statement::Effect(EffectKind::Checks, names) => parts.lints.extend(names),
            _ => {}
        }
    }
    match columns {
        Some((names, _)) => {
            for name in names {
                let arch = context
                    .machine
                    .arch_or_report(name, &mut context.diagnostics)?;
                if parts.columns.contains(&arch) {
                    context.diagnostics.push(Diagnostic::new(
                        Code::Duplicate,
                        name.span,
                        format!("two columns for `{}`", name.text),
                    ));
                    return None;
                }
                if !archs.contains(arch) {
                    context.diagnostics.push(Diagnostic::new(
                        Code::EmptyRange,
                        name.span,
                        format!(
                            "family `{}` does not exist on `{}`",
                            family.name.text, name.text
                        ),
                    ));
                }
                parts.columns.push(arch);
            }
        }
        None if !parts.rows.is_empty() => {
            context.diagnostics.push(
                Diagnostic::new(
                    Code::OpcodeColumns,
                    family.name.span,
                    format!(
                        "family `{}` does not say what its opcode columns are",
                        family.name.text
                    ),
                )
                .help("write `opcodes gcn1.1 gcn1.2;` above the rows, oldest first"),
            );
            return None;
        }
        None => {}
    }
    parts.encodings = encodings(family, archs, context);
    Some(parts)
}

fn encodings<'a>(
    family: &'a ast::Family,
    archs: ArchSet,
    context: &mut Context,
) -> Vec<EncodingParts<'a>> {
    let listed: Vec<&ast::Encoding> = family
        .statements
        .iter()
        .filter_map(|statement| match statement {
            Statement::Encoding(encoding) => Some(encoding),
            _ => None,
        })
        .collect();
    let mut all = Vec::new();
    match (&family.layout, listed.as_slice()) {
        (Some(layout), []) => all.push(collect(None, None, layout, archs, &family.statements, &[])),
        (None, []) => context.diagnostics.push(
            Diagnostic::new(
                Code::NoField,
                family.name.span,
                format!("family `{}` has no layout", family.name.text),
            )
            .help("name its format: `family name : FORMAT { … }`"),
        ),
        (layout, listed) => {
            if let Some(layout) = layout {
                context.diagnostics.push(
                    Diagnostic::new(
                        Code::Duplicate,
                        layout.name.span,
                        "a family with a layout of its own and `encoding` blocks",
                    )
                    .also(listed[0].name.span, "this encoding has its own layout")
                    .help("turn the first into an `encoding` block too"),
                );
            }
            for (index, encoding) in listed.iter().enumerate() {
                if let Some(first) = listed[..index]
                    .iter()
                    .find(|other| other.name.text == encoding.name.text)
                {
                    context.diagnostics.push(crate::machine::duplicate(
                        "encoding",
                        &encoding.name,
                        &first.name,
                    ));
                }
                let own = context
                    .machine
                    .resolve(encoding.at.as_ref(), &mut context.diagnostics)
                    .and(archs);
                all.push(collect(
                    Some(&encoding.name),
                    encoding.suffix.as_ref(),
                    &encoding.layout,
                    own,
                    &family.statements,
                    &encoding.statements,
                ));
            }
        }
    }
    all
}

/// The family's statements and the encoding's own. An operand that the
/// encoding declares replaces the family's of the same name; forms of an
/// encoding replace the family's altogether.
fn collect<'a>(
    name: Option<&'a ast::Name>,
    suffix: Option<&'a ast::Name>,
    layout: &'a ast::UseLayout,
    archs: ArchSet,
    shared: &'a [Statement],
    own: &'a [Statement],
) -> EncodingParts<'a> {
    let mut parts = EncodingParts {
        name,
        suffix,
        layout,
        archs,
        operands: Vec::new(),
        unused: Vec::new(),
        forms: Vec::new(),
        rules: Vec::new(),
    };
    let own_forms = own
        .iter()
        .any(|statement| matches!(statement, Statement::Form(_)));
    for (statement, is_own) in shared
        .iter()
        .map(|statement| (statement, false))
        .chain(own.iter().map(|it| (it, true)))
    {
        match statement {
            Statement::Operand(operand) => {
                let same = is_own
                    .then(|| {
                        parts
                            .operands
                            .iter_mut()
                            .find(|other| other.name.text == operand.name.text)
                    })
                    .flatten();
                match same {
                    Some(other) => *other = operand,
                    None => parts.operands.push(operand),
                }
            }
            Statement::Unused(names) => parts.unused.extend(names),
            Statement::Form(form) if is_own || !own_forms => parts.forms.push(form),
            Statement::Require(rule) => parts.rules.push(rule),
            _ => {}
        }
    }
    parts
}

fn resolve(family: &ast::Family, doc: &str, context: &mut Context) -> Family {
    let mut resolved = Family {
        name: family.name.text.clone(),
        doc: doc.to_owned(),
        params: family.params.iter().map(|name| name.text.clone()).collect(),
        layout: None,
        reads: Vec::new(),
        writes: Vec::new(),
        counts: Vec::new(),
    };
    for statement in &family.statements {
        let Statement::Effect(kind, names) = statement else {
            continue;
        };
        for name in names {
            let list = match kind {
                EffectKind::Reads => &mut resolved.reads,
                EffectKind::Writes => &mut resolved.writes,
                EffectKind::Counts => &mut resolved.counts,
                EffectKind::Branches | EffectKind::Checks => continue,
            };
            if list.contains(&name.text) {
                context.diagnostics.push(Diagnostic::new(
                    Code::Duplicate,
                    name.span,
                    format!("`{}` is listed twice", name.text),
                ));
            } else {
                list.push(name.text.clone());
            }
            match kind {
                EffectKind::Counts => {
                    context
                        .names
                        .find_or_report(Sort::Counter, name, &mut context.diagnostics);
                }
                _ if name.text == "memory" => {}
                _ => {
                    if !context
                        .names
                        .states
                        .iter()
                        .any(|state| state.name.text == name.text)
                    {
                        let names = context
                            .names
                            .states
                            .iter()
                            .map(|state| state.name.text.as_str());
                        let mut error = Diagnostic::new(
                            Code::Unknown,
                            name.span,
                            format!("no state is called `{}`", name.text),
                        );
                        error.help = did_you_mean(&name.text, names.chain(["memory"]))
                            .or_else(|| Some("declare it: `state NAME : bits;`".to_owned()));
                        context.diagnostics.push(error);
                    }
                }
            }
        }
    }
    resolved
}

/// Parameters, operands and rows must not repeat names.
fn check_names(parts: &Parts, context: &mut Context) {
    let mut report = |names: &[&ast::Name], what: &str| {
        for (index, name) in names.iter().enumerate() {
            if let Some(first) = names[..index].iter().find(|other| other.text == name.text) {
                context
                    .diagnostics
                    .push(crate::machine::duplicate(what, name, first));
            }
        }
    };
    report(&parts.family.params.iter().collect::<Vec<_>>(), "parameter");
    report(
        &parts
            .locals
            .iter()
            .map(|local| &local.name)
            .collect::<Vec<_>>(),
        "local",
    );
    for encoding in &parts.encodings {
        let names: Vec<&ast::Name> = encoding
            .operands
            .iter()
            .map(|operand| &operand.name)
            .collect();
        report(&names, "operand");
        report(&encoding.unused, "unused field");
    }
}
