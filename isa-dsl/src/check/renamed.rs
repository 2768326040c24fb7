//! Rows whose mnemonic changed: an instruction for each name, of one row.

use crate::sorted::sort_by_key;
use std::borrow::Cow;

use super::context::Context;
use crate::ast;
use crate::diagnostic::Code;
use crate::machine::ArchSet;

/// A row under one of its names.
pub(super) struct Named<'a> {
    /// The row, with that name.
    pub row: Cow<'a, ast::Row>,
    /// By architecture: its opcode where it has the name.
    pub opcodes: Vec<Option<u64>>,
    /// Names that it had on older architectures, oldest first.
    pub earlier: Vec<String>,
}

/// The names of a row with these opcodes: its own, and those that it says with `as`.
pub(super) fn names<'a>(
    row: &'a ast::Row,
    opcodes: Vec<Option<u64>>,
    context: &mut Context,
) -> Vec<Named<'a>> {
    if row.renamed.is_empty() {
        return vec![Named {
            row: Cow::Borrowed(row),
            opcodes,
            earlier: Vec::new(),
        }];
    }
    let there = ArchSet::of(&opcodes);
    let mut own = there;
    let mut renamed: Vec<(&ast::Renamed, ArchSet)> = Vec::new();
    for line in &row.renamed {
        let errors = context.diagnostics.len();
        let said = context.archs(Some(&line.at));
        if context.diagnostics.len() > errors {
            continue;
        }
        let clash = renamed
            .iter()
            .find(|(_, other)| !other.and(said).is_empty());
        if let Some((first, other)) = clash {
            let shared = context.machine.names(other.and(said));
            let message = format!("`{}` has two names on {shared}", row.name.text);
            context
                .error(Code::Duplicate, line.name.span, message)
                .also(first.name.span, "the first is here")
                .help("end the range of the first where the second begins");
            continue;
        }
        let same = |name: &ast::Name| name.text == line.name.text;
        let mut before = std::iter::once(&row.name).chain(renamed.iter().map(|(it, _)| &it.name));
        if let Some(first) = before.find(|name| same(name)) {
            let message = format!("`{}` is called so already", row.name.text);
            context
                .error(Code::Duplicate, line.name.span, message)
                .also(first.span, "first here");
            continue;
        }
        if said.and(there).is_empty() {
            let message = format!(
                "`{}` has no opcode on {}",
                row.name.text,
                context.machine.names(said)
            );
            context
                .error(Code::EmptyRange, line.at.span, message)
                .also(line.name.span, "so nothing has this name")
                .help("say where it is called so, or give it an opcode there");
            continue;
        }
        own.0 &= !said.0;
        renamed.push((line, said.and(there)));
    }
    if own.is_empty() {
        let message = format!("`{}` is called so on no architecture", row.name.text);
        context
            .error(Code::NoOpcode, row.name.span, message)
            .help("begin the row with the oldest name it has");
    }
    let at = |set: ArchSet| {
        let opcodes = opcodes.iter().enumerate();
        let opcodes = opcodes.map(|(arch, opcode)| opcode.filter(|_| set.contains(arch)));
        opcodes.collect::<Vec<_>>()
    };
    let mut all = vec![(own, &row.name)];
    all.extend(renamed.iter().map(|(line, set)| (*set, &line.name)));
    // Oldest first: what comes later has been called what comes before.
    all.retain(|(set, _)| !set.is_empty());
    sort_by_key(&mut all, |(set, _)| set.0.trailing_zeros());
    let earlier = |index: usize| all[..index].iter().map(|(_, name)| name.text.clone());
    let named = all.iter().enumerate().map(|(index, (set, name))| Named {
        row: match name.text == row.name.text {
            true => Cow::Borrowed(row),
            // A syntax that calls the row otherwise does so under its own name.
            false => Cow::Owned(ast::Row {
                name: (*name).clone(),
                spelled: Vec::new(),
                ..row.clone()
            }),
        },
        opcodes: at(*set),
        earlier: earlier(index).collect(),
    });
    named.collect()
}
