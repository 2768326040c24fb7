//! What paths name while a stream is resolved.

use crate::sorted::{SortedMap, SortedSet};

use crate::ast::{self, StreamLine};
use crate::check::context::Context;
use crate::check::counted;
use crate::declare::Sort;
use crate::distinct::{Counted, Set, Uncounted};
use crate::expr::{Keyword, Scope, Value};
use crate::model::{Kind, Meaning, Model, Named, Place};

/// Names that a path has at most.
const MAX_PATH: usize = 16;

/// Names in the order of the pieces. What is declared within a case is
/// forgotten behind it.
#[derive(Default)]
pub struct Names {
    known: SortedMap<String, Named>,
    /// Pieces whose parts are not known, because they are in error.
    broken: SortedSet<String>,
    /// What names meant before they were declared, newest last.
    undo: Vec<(String, Option<Named>)>,
}

impl Names {
    /// The meaning of a path.
    pub fn get(&self, path: &str) -> Option<&Named> {
        self.known.get(path)
    }

    /// Declares a name; where it had a meaning already, that one.
    pub fn declare(&mut self, name: String, named: Named) {
        let before = self.known.insert(name.clone(), named);
        self.undo.push((name, before));
    }

    /// Says that a piece is in error: nothing is said about its parts.
    pub fn lose(&mut self, name: &str) {
        self.broken.insert(name.to_owned());
    }

    /// Whether a path leads into a piece that is in error.
    pub fn is_lost(&self, path: &str) -> bool {
        let first = path.split('.').next().unwrap_or(path);
        self.broken.contains(first)
    }

    /// How many declarations there were.
    pub fn mark(&self) -> usize {
        self.undo.len()
    }

    /// Forgets all but the first declarations.
    pub fn forget(&mut self, mark: usize) {
        while self.undo.len() > mark {
            match self.undo.pop() {
                Some((name, Some(before))) => {
                    self.known.insert(name, before);
                }
                Some((name, None)) => {
                    self.known.remove(&name);
                }
                None => break,
            }
        }
    }

    /// The known names, for suggestions.
    pub fn list(&self) -> Vec<String> {
        self.known.keys().cloned().collect()
    }
}

/// The name of the piece or member that holds the opcodes of the rows.
pub const OPCODE: &str = "op";

/// What may be named.
#[derive(Clone, Copy)]
pub enum Known<'a> {
    /// The pieces that stand before.
    Earlier(&'a Names),
    /// All pieces of a stream, by their paths.
    Stream(&'a SortedMap<String, Option<Named>>),
    /// The row's number.
    Opcode,
}

impl Known<'_> {
    /// The meaning of a path.
    pub fn get(&self, path: &str) -> Option<&Named> {
        match self {
            Known::Earlier(names) => names.get(path),
            Known::Stream(paths) => paths.get(path)?.as_ref(),
            Known::Opcode => None,
        }
    }

    /// Whether a path leads into something in error.
    pub fn is_lost(&self, path: &str) -> bool {
        matches!(self, Known::Earlier(names) if names.is_lost(path))
    }

    /// Names that could have been meant.
    pub fn list(&self) -> Vec<String> {
        match self {
            Known::Earlier(names) => names.list(),
            Known::Stream(paths) => paths.keys().cloned().collect(),
            Known::Opcode => vec![OPCODE.to_owned()],
        }
    }
}

/// Where expressions and templates look names up, on one architecture.
pub struct Lookup<'a> {
    /// What may be named.
    pub known: Known<'a>,
    /// Parameters of the family, with their arguments.
    pub constants: &'a [(&'a str, i64)],
    /// The stream.
    pub item: usize,
    /// The architecture.
    pub arch: usize,
    /// Names of the description.
    pub context: &'a Context<'a>,
    /// Classes.
    pub model: &'a Model,
}

impl Scope<Place> for Lookup<'_> {
    fn path(&self, path: &str) -> Option<Value<Place>> {
        if let Some((_, value)) = self.constants.iter().find(|(name, _)| *name == path) {
            return Some(Value::Number(*value));
        }
        if let Some(named) = self.known.get(path) {
            return Some(Value::Field(named.what.value()?.place.clone()));
        }
        // What this architecture lacks reads as zero; what is in error has
        // been reported.
        let quiet = self.known.is_lost(path) || elsewhere(self.item, path, self.arch, self.context);
        quiet.then_some(Value::Number(0))
    }

    fn names(&self) -> Vec<String> {
        self.known.list()
    }

    fn keyword(&self, path: &str, text: &str) -> Keyword {
        let Some(named) = self.known.get(path) else {
            return Keyword::Absent;
        };
        let Some(Kind::Class(class, _)) = named.what.value().map(|value| &value.kind) else {
            return Keyword::NoClass;
        };
        let entries = self.model.classes[*class].entries.iter();
        let found = entries
            .filter(|entry| entry.archs.contains(self.arch))
            .find_map(|entry| match &entry.meaning {
                Meaning::Keyword(word) => (word == text).then_some(entry.first),
                Meaning::Counted(before, after, from, to) => {
                    let step = if to < from { -1 } else { 1 };
                    let number = text.strip_prefix(before.as_str())?;
                    let number: i64 = number.strip_suffix(after.as_str())?.parse().ok()?;
                    let at = u64::try_from(number.checked_sub(*from)?.checked_mul(step)?).ok()?;
                    let value = entry.first.checked_add(at)?;
                    (value <= entry.last).then_some(value)
                }
                _ => None,
            });
        found.map_or(Keyword::NoWord, Keyword::Value)
    }

    fn set(&self, name: &str) -> Option<Set> {
        counted::set(name, self.context)
    }

    fn counted(&self, _: Set, _: &str) -> Result<Option<Counted<Place>>, Uncounted> {
        // Neither members nor pieces are registers.
        Err(Uncounted::NoOperand)
    }
}

/// Whether a path is declared on some architecture, but not on this one.
pub fn elsewhere(item: usize, path: &str, arch: usize, context: &Context) -> bool {
    let Some(stream) = context.names.streams.get(item) else {
        return false;
    };
    // Deeper than streams nest: nothing is called so.
    if path.split('.').count() > MAX_PATH {
        return false;
    }
    let (first, rest) = match path.split_once('.') {
        Some((first, rest)) => (first, Some(rest)),
        None => (path, None),
    };
    pieces(&stream.lines).any(|piece| {
        let element = |name: &str| {
            let number = first.strip_prefix(name).filter(|_| piece.repeat.is_some());
            number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
        };
        if !(piece.names.iter()).any(|name| name.text == first || element(&name.text)) {
            return false;
        }
        let there = |at: Option<&ast::At>| context.archs_of(at).contains(arch);
        if !there(piece.at.as_ref()) {
            return true;
        }
        let Some(rest) = rest else { return false };
        if let Some((Sort::Stream, inner)) = context.names.find(&piece.ty.text) {
            // A stream cannot contain itself, and every step takes a name.
            return elsewhere(inner, rest, arch, context);
        }
        let Some(bits) = &piece.bits else {
            return false;
        };
        let members = bits.members.iter().map(|it| (&it.name, it.at.as_ref()));
        let fields = bits.fields.iter().map(|it| (&it.name, it.at.as_ref()));
        let mut all = members.chain(fields);
        all.any(|(name, at)| name.text == rest && !there(at))
    })
}

/// All pieces of a stream, those of its cases included.
pub fn pieces(lines: &[StreamLine]) -> Box<dyn Iterator<Item = &ast::Piece> + '_> {
    Box::new(lines.iter().flat_map(|line| match line {
        StreamLine::Piece(piece) => {
            Box::new(std::iter::once(&**piece)) as Box<dyn Iterator<Item = &ast::Piece>>
        }
        StreamLine::Switch(switch) => {
            Box::new(switch.cases.iter().flat_map(|case| pieces(&case.lines)))
        }
        StreamLine::Form(_) | StreamLine::Naming(_) | StreamLine::Directed(_) => {
            Box::new(std::iter::empty())
        }
    }))
}
