//! Which instructions have something of a function in them that stands outside of families.

use std::sync::Arc;

use isa_dsl::ast::{Item, ItemKind, Statement};
use isa_dsl::sorted::{SortedMap, SortedSet};

use super::range;

/// The words of a piece of text: names and what looks like them.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    text.split(move |letter| !is_part(letter))
        .filter(|word| !word.is_empty())
}

/// By the name of a function or an operation the instructions that say it, or say one that does.
pub(super) fn users(text: &str, items: &[Arc<Item>]) -> SortedMap<String, Vec<String>> {
    let mut outside: SortedMap<&str, &str> = SortedMap::new();
    for item in items {
        let name = match &item.kind {
            ItemKind::Local(local) => &local.name,
            ItemKind::Operation(operation) => &operation.name,
            _ => continue,
        };
        outside.insert(&name.text, &text[range(item.span)]);
    }
    let mut users: SortedMap<String, Vec<String>> = SortedMap::new();
    for item in items {
        let statements = match &item.kind {
            ItemKind::Family(family) => &family.statements,
            ItemKind::Halves(halves) => &halves.statements,
            _ => continue,
        };
        let mut inside: SortedMap<&str, &str> = SortedMap::new();
        for statement in statements {
            if let Statement::Local(local) = statement {
                inside.insert(&local.name.text, &text[range(local.value.span)]);
            }
        }
        for statement in statements {
            let Statement::Row(row) = statement else {
                continue;
            };
            let mut seen: SortedSet<&str> = SortedSet::new();
            let mut open: Vec<&str> = words(&text[range(row.span)]).collect();
            while let Some(word) = open.pop() {
                // What a family calls so hides what is called so outside.
                let said = inside.get(word).or_else(|| outside.get(word));
                let Some(said) = said.filter(|_| seen.insert(word)) else {
                    continue;
                };
                if !inside.contains_key(word) {
                    let list = users.entry(word.to_owned()).or_default();
                    list.push(row.name.text.clone());
                }
                open.extend(words(said));
            }
        }
    }
    users
}
