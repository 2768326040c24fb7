//! Aliases: other names of instructions.

use crate::sorted::SortedMap;

use super::context::Context;
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
    let mut names = Names::default();
    if !context.names.aliases.is_empty() {
        written(&mut names, context, model);
    }
    earlier(&mut names, context, model);
}

/// Checks the aliases of the description.
fn written<'a>(names: &mut Names<&'a str>, context: &mut Context<'a>, model: &mut Model) {
    // Rows as they are written: an instruction in error is no unknown one.
    let mut rows: SortedMap<&str, (&ast::Family, &ast::Row)> = SortedMap::new();
    for (family, _) in &context.names.families {
        for statement in &family.statements {
            if let Statement::Row(row) = statement {
                let renamed = row.renamed.iter().map(|it| &it.name);
                for name in std::iter::once(&row.name).chain(renamed) {
                    rows.entry(&name.text).or_insert((family, row));
                }
            }
        }
    }
    let mut unknown = 0;
    for alias in &context.names.aliases {
        let archs = context.archs(alias.at.as_ref());
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
        let target = alias.target.text.as_str();
        let encoding = || with_suffix(target, model);
        let found = rows.get(target).map(|row| (row, target, None));
        let found = found.or_else(|| {
            let (name, suffix) = encoding()?;
            Some((rows.get(name)?, name, Some(suffix.to_owned())))
        });
        if let Some(((family, row), target, suffix)) = found {
            if alias.template.is_some() || !alias.bindings.is_empty() {
                let what = "aliases with templates or fields".to_owned();
                model.not_lowered.push((alias.name.span, what));
            }
            bindings(alias, family, row, context, model);
            named(alias, (target, suffix), archs, context, model);
        } else {
            unknown += 1;
            let message = format!("no instruction is called `{}`", alias.target.text);
            let mut error = Diagnostic::new(Code::Unknown, alias.target.span, message);
            if unknown <= MAX_SUGGESTIONS {
                error.help = did_you_mean(&alias.target.text, rows.keys().copied());
            }
            context.diagnostics.push(error);
        }
    }
}

/// The names that rows had on older architectures are read on the newer ones, where
/// nothing else has them.
fn earlier(names: &mut Names<&str>, context: &mut Context, model: &mut Model) {
    let mut own: Names<String> = Names::default();
    let mut aliases = Vec::new();
    for (index, instruction) in model.instructions.iter().enumerate() {
        for name in &instruction.earlier {
            let rows = model.by_name.get(name).into_iter().flatten();
            let taken = rows.fold(0, |all, &row| {
                all | ArchSet::of(&model.instructions[row].opcodes).0
            });
            let archs =
                ArchSet(ArchSet::of(&instruction.opcodes).0 & !taken & !names.of(&**name).0);
            if archs.is_empty() {
                continue;
            }
            if let Some(clash) = own.take(name.clone(), archs, instruction.span) {
                let shared = context.machine.names(clash.archs);
                let message = format!("`{name}` is an earlier name of two rows on {shared}");
                context
                    .error(Code::Duplicate, instruction.span, message)
                    .also(clash.place, "the other one")
                    .help("an `alias read` says which of them is read there");
                continue;
            }
            aliases.push(Alias {
                name: name.clone(),
                prefer: false,
                instructions: vec![index],
                suffix: None,
                archs,
                syntaxes: u8::MAX,
            });
        }
    }
    model.aliases.append(&mut aliases);
}

/// An instruction's name and the suffix of one of its encodings, if that is what the
/// target of an alias is.
fn with_suffix<'a>(target: &'a str, model: &Model) -> Option<(&'a str, &'a str)> {
    let mut cuts = target.match_indices('_').map(|(at, _)| target.split_at(at));
    cuts.find(|(name, suffix)| {
        let rows = model.by_name.get(*name).into_iter().flatten();
        rows.into_iter()
            .any(|row| has_suffix(*row, suffix, None, model))
    })
}

/// Whether an encoding of an instruction has a suffix, on an architecture or on any.
fn has_suffix(instruction: usize, suffix: &str, arch: Option<usize>, model: &Model) -> bool {
    let words = model.encodings.iter().map(|it| {
        let shape = &model.shapes[it.shape];
        (it.instruction, shape.arch, &shape.suffix)
    });
    let streams = model.stream_encodings.iter().map(|it| {
        let shape = &model.stream_shapes[it.shape];
        (it.instruction, shape.arch, &shape.suffix)
    });
    words.chain(streams).any(|(own, at, other)| {
        own == instruction && other == suffix && arch.is_none_or(|arch| arch == at)
    })
}

/// Adds an alias to the model: a name that no instruction has, for encodings that
/// there are: those of the instruction of that name, or the one with the suffix.
fn named(
    alias: &ast::Alias,
    (target, suffix): (&str, Option<String>),
    archs: ArchSet,
    context: &mut Context,
    model: &mut Model,
) {
    let syntax = match &alias.syntax {
        None => None,
        Some(name) => {
            let found = context.syntax(name);
            match found {
                None => return,
                found => found,
            }
        }
    };
    let everywhere = |name: &str, suffix: Option<&str>| {
        let rows = model.by_name.get(name).into_iter().flatten();
        let opcodes = rows.flat_map(|row| {
            let opcodes = model.instructions[*row].opcodes.iter().enumerate();
            opcodes.map(move |(arch, opcode)| (*row, arch, opcode))
        });
        opcodes
            .filter(|(_, _, opcode)| opcode.is_some())
            .filter(|(row, arch, _)| {
                suffix.is_none_or(|suffix| has_suffix(*row, suffix, Some(*arch), model))
            })
            .fold(ArchSet(0), |all, (_, arch, _)| ArchSet(all.0 | 1 << arch))
    };
    let clash = everywhere(&alias.name.text, None).and(archs);
    let there = everywhere(target, suffix.as_deref()).and(archs);
    if !clash.is_empty() {
        let all = context.machine.all();
        let message = format!(
            "`{}` is an instruction{}",
            alias.name.text,
            context.machine.on(clash, all)
        );
        context
            .error(Code::Duplicate, alias.name.span, message)
            .help("say with `@` where the alias exists");
    } else if there.is_empty() {
        let message = format!("`{}` is on none of these architectures", alias.target.text);
        context
            .error(Code::EmptyRange, alias.target.span, message)
            .also(alias.name.span, "the alias is here");
    }
    let instructions = model.by_name.get(target).cloned();
    model.aliases.push(Alias {
        name: alias.name.text.clone(),
        prefer: alias.prefer,
        instructions: instructions.unwrap_or_default(),
        suffix,
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
        let message = format!("`{}` has no field `{name}`", row.name.text);
        let mut error = Diagnostic::new(Code::NoField, binding.field.span, message);
        let known = layouts.iter().flat_map(|layout| layout.field_names());
        error.help = did_you_mean(name, known);
        context.diagnostics.push(error);
    }
}
