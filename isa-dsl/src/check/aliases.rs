//! Aliases: other names of instructions.

use std::collections::BTreeMap;

use super::Context;
use super::taken::Names;
use crate::ast::{self, Statement};
use crate::declare::Sort;
use crate::diagnostic::{Code, Diagnostic};
use crate::machine::ArchSet;
use crate::model::{Alias, Layout, Model};
use crate::suggest::did_you_mean;
use crate::template;

/// Unknown targets that get a suggestion: each costs a look at all mnemonics.
const MAX_SUGGESTIONS: usize = 100;

/// Checks every alias.
pub fn check(context: &mut Context, model: &mut Model) {
    if context.names.aliases.is_empty() {
        return;
    }
    // Rows as they are written: an instruction in error is no unknown one.
    let mut rows: BTreeMap<&str, (&ast::Family, &ast::Row)> = BTreeMap::new();
    for (family, _) in &context.names.families {
        for statement in &family.statements {
            if let Statement::Row(row) = statement {
                rows.entry(&row.name.text).or_insert((family, row));
            }
        }
    }
    let mut names = Names::default();
    let mut unknown = 0;
    for alias in &context.names.aliases {
        let archs = context
            .machine
            .resolve(alias.at.as_ref(), &mut context.diagnostics);
        if let Some(template) = &alias.template
            && let Err(error) = template::parse(template)
        {
            context.diagnostics.push(error);
        }
        if let Some(clash) = names.take(&alias.name.text, archs, alias.name.span) {
            let first = ast::Name {
                text: alias.name.text.clone(),
                span: clash.place,
            };
            let error = crate::machine::duplicate("alias", &alias.name, &first);
            context.diagnostics.push(error);
        }
        if let Some((family, row)) = rows.get(alias.target.text.as_str()) {
            if alias.template.is_some() || !alias.bindings.is_empty() {
                let what = "aliases with templates or fields".to_owned();
                model.not_lowered.push((alias.name.span, what));
            }
            bindings(alias, family, row, context, model);
            named(alias, archs, context, model);
        } else {
            unknown += 1;
            let mut error = Diagnostic::new(
                Code::Unknown,
                alias.target.span,
                format!("no instruction is called `{}`", alias.target.text),
            );
            if unknown <= MAX_SUGGESTIONS {
                error.help = did_you_mean(&alias.target.text, rows.keys().copied());
            }
            context.diagnostics.push(error);
        }
    }
}

/// Adds an alias to the model: a name that no instruction has, for encodings that
/// there are.
fn named(alias: &ast::Alias, archs: ArchSet, context: &mut Context, model: &mut Model) {
    let syntax = match &alias.syntax {
        None => None,
        Some(name) => {
            let found = context
                .machine
                .syntax_or_report(name, &mut context.diagnostics);
            match found {
                None => return,
                found => found,
            }
        }
    };
    let everywhere = |name: &str| {
        let rows = model.by_name.get(name).into_iter().flatten();
        let opcodes = rows.flat_map(|row| model.instructions[*row].opcodes.iter().enumerate());
        opcodes
            .filter(|(_, opcode)| opcode.is_some())
            .fold(ArchSet(0), |all, (arch, _)| ArchSet(all.0 | 1 << arch))
    };
    let clash = everywhere(&alias.name.text).and(archs);
    let target = everywhere(&alias.target.text).and(archs);
    if !clash.is_empty() {
        let all = context.machine.all();
        context.diagnostics.push(
            Diagnostic::new(
                Code::Duplicate,
                alias.name.span,
                format!(
                    "`{}` is an instruction{}",
                    alias.name.text,
                    context.machine.on(clash, all)
                ),
            )
            .help("say with `@` where the alias exists"),
        );
    } else if target.is_empty() {
        context.diagnostics.push(
            Diagnostic::new(
                Code::EmptyRange,
                alias.target.span,
                format!("`{}` is on none of these architectures", alias.target.text),
            )
            .also(alias.name.span, "the alias is here"),
        );
    }
    let instructions = model.by_name.get(&alias.target.text).cloned();
    model.aliases.push(Alias {
        name: alias.name.text.clone(),
        prefer: alias.prefer,
        instructions: instructions.unwrap_or_default(),
        archs,
        syntaxes: syntax.map_or(u8::MAX, |syntax| 1 << syntax),
    });
}

/// What an alias fixes must be a field of some encoding of its target.
fn bindings(
    alias: &ast::Alias,
    family: &ast::Family,
    row: &ast::Row,
    context: &mut Context,
    model: &Model,
) {
    if alias.bindings.is_empty() {
        return;
    }
    let own = family.layout.iter();
    let listed = family.statements.iter().filter_map(|it| match it {
        Statement::Encoding(encoding) => Some(&encoding.layout),
        _ => None,
    });
    let used: Vec<&ast::UseLayout> = own.chain(listed).collect();
    let layouts: Vec<&Layout> = used
        .iter()
        .filter_map(|it| match context.names.find(&it.name.text) {
            Some((Sort::Format, index)) => model.layouts.get(index),
            _ => None,
        })
        .collect();
    if layouts.len() != used.len() {
        // A stream, or a format that is not known.
        return;
    }
    for binding in &alias.bindings {
        let name = &binding.field.text;
        let operand = family.statements.iter().any(|it| match it {
            Statement::Operand(operand) => operand.name.text == *name,
            _ => false,
        });
        if operand || layouts.iter().any(|layout| layout.has_field(name)) {
            continue;
        }
        let mut error = Diagnostic::new(
            Code::NoField,
            binding.field.span,
            format!("`{}` has no field `{name}`", row.name.text),
        );
        let known = layouts.iter().flat_map(|layout| layout.field_names());
        error.help = did_you_mean(name, known);
        context.diagnostics.push(error);
    }
}
