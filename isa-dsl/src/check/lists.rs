//! Lists of a struct: members in any order.

use crate::sorted::{SortedMap, SortedSet};

use super::context::Context;
use crate::ast;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{AnyOrder, Operand, Spelling};
use crate::suggest::did_you_mean;

/// Checks what a list says: each of its members once, spelled with a value, or
/// without one if it is a flag.
pub(super) fn check(
    list: &ast::AnyOrder,
    structure: &ast::Struct,
    said: &mut SortedSet<String>,
    context: &mut Context,
) {
    let clash = structure
        .members
        .iter()
        .map(|member| &member.name)
        .chain(structure.lists.iter().map(|list| &list.name))
        .find(|name| name.text == list.name.text && name.span != list.name.span);
    if let Some(first) = clash {
        let error = crate::machine::duplicate("list", &list.name, first);
        context.diagnostics.push(error);
    }
    let mut listed: SortedMap<&str, &ast::Name> = SortedMap::new();
    for (name, spellings) in &list.items {
        if let Some(first) = listed.insert(&name.text, name) {
            let error = crate::machine::duplicate("listed member", name, first);
            context.diagnostics.push(error);
        }
        said.insert(name.text.clone());
        let Some(member) = structure
            .members
            .iter()
            .find(|it| it.name.text == name.text)
        else {
            let message = format!("`{}` is not a member", name.text);
            let mut error = Diagnostic::new(Code::UnknownPlaceholder, name.span, message);
            let known = structure.members.iter().map(|it| it.name.text.as_str());
            error.help = did_you_mean(&name.text, known);
            context.diagnostics.push(error);
            continue;
        };
        let values = usize::from(!matches!(member.kind, ast::Kind::Flag(_)));
        for spelling in spellings {
            if spelling.text.matches("{}").count() != values || spelling.text.is_empty() {
                let (message, help) = if values == 0 {
                    ("a flag is written as a word", "a flag has no `{}`")
                } else {
                    (
                        "the value has no place in this spelling",
                        "put one `{}` where the value stands: `\"count({})\"`",
                    )
                };
                context
                    .error(Code::BadTemplate, spelling.span, message)
                    .help(help);
            }
        }
    }
}

/// The list with the members that an architecture has.
pub(super) fn on_arch(list: &ast::AnyOrder, members: &[Operand]) -> AnyOrder {
    let items = list.items.iter().filter_map(|(name, spellings)| {
        let member = members.iter().position(|it| it.name == name.text)?;
        let mut texts: Vec<String> = spellings.iter().map(|it| it.text.clone()).collect();
        if texts.is_empty() {
            texts.push(match members[member].kind {
                crate::model::Kind::Flag => name.text.clone(),
                _ => format!("{}:{{}}", name.text),
            });
        }
        let spelling = |text| Spelling {
            text,
            negatable: false,
        };
        Some((member, texts.into_iter().map(spelling).collect()))
    });
    AnyOrder {
        separators: list.separators.iter().map(|it| it.text.clone()).collect(),
        items: items.collect(),
    }
}
