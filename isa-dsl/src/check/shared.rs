//! What families share: the other items of a description, each with what it says and which of
//! the others it names.

use crate::sorted::{SortedMap, sort};

use super::digest::{digest, words};
use crate::ast::{self, ItemKind, Name};

/// Names of items in the order of their numbers in [`Words`], each with a number for what it
/// declares.
pub type Needs = Vec<(u32, u64)>;

/// Words, each with a number that it keeps: families and what they need are compared at each
/// keystroke.
#[derive(Debug, Default)]
pub struct Words {
    numbers: SortedMap<String, u32>,
    texts: Vec<String>,
}

impl Words {
    /// The number of a word.
    fn number(&mut self, word: &str) -> u32 {
        if let Some(number) = self.numbers.get(word) {
            return *number;
        }
        let number = self.texts.len() as u32;
        self.numbers.insert(word.to_owned(), number);
        self.texts.push(word.to_owned());
        number
    }

    /// The numbers of some words.
    pub fn of<W: AsRef<str>>(&mut self, words: impl IntoIterator<Item = W>) -> Vec<u32> {
        let words = words.into_iter();
        words.map(|word| self.number(word.as_ref())).collect()
    }

    /// The word of a number.
    pub fn text(&self, number: u32) -> &str {
        self.texts.get(number as usize).map_or("", String::as_str)
    }
}

/// The items that are no families.
#[derive(Debug, Default)]
pub struct Shared {
    /// A number for all of them.
    pub digest: u64,
    /// By the number of a name: what is declared by it, and the items that do; `None` where
    /// nothing is.
    names: Vec<Option<(u64, Vec<usize>)>>,
    /// By item: the words in its text.
    named: Vec<Vec<u32>>,
    /// Names of what families have without naming it.
    everywhere: Vec<u32>,
}

impl Shared {
    /// The items of a description.
    pub fn new(file: &ast::File, known: &mut Words) -> Shared {
        let mut shared = Shared::default();
        let mut digests = Vec::new();
        for item in &file.items {
            let Some(declared) = declared(&item.kind) else {
                continue;
            };
            let said = digest(&item.kind);
            digests.push(said);
            let names = known.of(&declared.names);
            for name in &names {
                shared.declare(*name, said, Some(shared.named.len()));
            }
            // Whether something has a field of that name decides what operations may name.
            for name in known.of(&declared.fields) {
                shared.declare(name, 0, None);
            }
            if declared.everywhere {
                shared.everywhere.extend(names);
            }
            shared.named.push(known.of(words(&item.kind)));
        }
        shared.digest = digest(&digests);
        shared
    }

    fn declare(&mut self, name: u32, said: u64, item: Option<usize>) {
        let at = name as usize;
        if self.names.len() <= at {
            self.names.resize(at + 1, None);
        }
        let (all, items) = self.names[at].get_or_insert_default();
        // Several rooms may have the name.
        *all ^= said.rotate_left(items.len() as u32);
        items.extend(item);
    }

    /// What some words name, and what that names in turn, with what families have anyway.
    pub fn needs(&self, words: &[u32]) -> Needs {
        let mut found = Needs::new();
        let mut is_found = vec![false; self.names.len()];
        let mut open: Vec<u32> = [words, &self.everywhere].concat();
        while let Some(name) = open.pop() {
            let Some(Some((said, items))) = self.names.get(name as usize) else {
                continue;
            };
            if !std::mem::replace(&mut is_found[name as usize], true) {
                found.push((name, *said));
                open.extend(items.iter().flat_map(|&item| &self.named[item]));
            }
        }
        sort(&mut found);
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
