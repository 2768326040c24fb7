//! What families share: the other items of a description, each with what it says and which of
//! the others it names.

use std::collections::{BTreeMap, BTreeSet, btree_map::Entry};

use super::digest::{digest, words};
use crate::ast::{self, ItemKind, Name};

/// Names of items, each with a number for what it declares.
pub type Needs = BTreeMap<String, u64>;

/// The items that are no families.
#[derive(Debug, Default)]
pub struct Shared {
    /// A number for all of them.
    pub digest: u64,
    /// By name: what is declared by it, and the items that do.
    names: BTreeMap<String, (u64, Vec<usize>)>,
    /// By item: the names in its text that are declared.
    named: Vec<Vec<String>>,
    /// Names of what families have without naming it.
    everywhere: BTreeSet<String>,
}

impl Shared {
    /// The items of a description.
    pub fn new(file: &ast::File) -> Shared {
        let mut shared = Shared::default();
        let mut texts = Vec::new();
        let mut digests = Vec::new();
        for item in &file.items {
            let Some(declared) = declared(&item.kind) else {
                continue;
            };
            let said = digest(&item.kind);
            digests.push(said);
            for name in &declared.names {
                shared.declare(name, said, Some(texts.len()));
            }
            // Whether something has a field of that name decides what operations may name.
            for name in &declared.fields {
                shared.declare(name, 0, None);
            }
            if declared.everywhere {
                shared.everywhere.extend(declared.names);
            }
            texts.push(words(&item.kind));
        }
        shared.digest = digest(&digests);
        let names = &shared.names;
        let named = texts.into_iter().map(|words| {
            let named = words.into_iter().filter(|it| names.contains_key(it));
            named.collect()
        });
        shared.named = named.collect();
        shared
    }

    fn declare(&mut self, name: &str, said: u64, item: Option<usize>) {
        let (all, items) = self.names.entry(name.to_owned()).or_default();
        // Several rooms may have the name.
        *all ^= said.rotate_left(items.len() as u32);
        items.extend(item);
    }

    /// What some words name, and what that names in turn, with what families have anyway.
    pub fn needs<'w>(&'w self, words: impl IntoIterator<Item = &'w String>) -> Needs {
        let mut found = Needs::new();
        let mut open: Vec<&String> = words.into_iter().chain(&self.everywhere).collect();
        while let Some(name) = open.pop() {
            let Some((said, items)) = self.names.get(name) else {
                continue;
            };
            if let Entry::Vacant(entry) = found.entry(name.clone()) {
                entry.insert(*said);
                open.extend(items.iter().flat_map(|&item| &self.named[item]));
            }
        }
        found
    }
}

/// What an item declares, in small letters.
struct Declared {
    names: Vec<String>,
    /// Fields of a format.
    fields: Vec<String>,
    /// Families have it without naming it.
    everywhere: bool,
}

/// What an item declares that families share; `None` of what stands in families when they are
/// checked.
fn declared(kind: &ItemKind) -> Option<Declared> {
    let mut fields: Vec<&Name> = Vec::new();
    let (names, everywhere): (Vec<&Name>, bool) = match kind {
        ItemKind::Isa(it) => (vec![&it.name], true),
        ItemKind::Registers(it) => (vec![&it.name], true),
        ItemKind::State(it) => (vec![&it.name], true),
        ItemKind::Counters(it) => (it.iter().collect(), true),
        ItemKind::Spaces(it) => (it.names.iter().collect(), true),
        ItemKind::FloatingTypes(it) => (it.names.iter().collect(), true),
        ItemKind::Indexed(it) => (vec![&it.operand], true),
        ItemKind::Wrapping(it) => (vec![&it.name], true),
        ItemKind::Class(it) => (vec![&it.name], false),
        ItemKind::KindBy(it) => (vec![&it.name], false),
        ItemKind::Struct(it) => (vec![&it.name], false),
        ItemKind::Format(it) => {
            fields.extend(it.fields.iter().map(|it| &it.name));
            fields.extend(it.fixed.iter().map(|it| &it.name));
            (vec![&it.name], false)
        }
        ItemKind::Modifiers(it) => (vec![&it.name], false),
        ItemKind::Operation(it) => (vec![&it.name], false),
        ItemKind::Lint(it) => (vec![&it.name], false),
        ItemKind::Stream(it) => (vec![&it.name], false),
        ItemKind::Local(it) => (vec![&it.name], false),
        ItemKind::Include(_)
        | ItemKind::Formula(_)
        | ItemKind::Encodings(_)
        | ItemKind::Family(_)
        | ItemKind::Halves(_)
        | ItemKind::Pair(_)
        | ItemKind::Alias(_) => return None,
    };
    let small = |names: Vec<&Name>| {
        let names = names.into_iter().map(|it| it.text.to_ascii_lowercase());
        names.collect()
    };
    Some(Declared {
        names: small(names),
        fields: small(fields),
        everywhere,
    })
}
