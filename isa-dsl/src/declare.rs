//! Names of a description: which item declares what.

use std::cell::Cell;
use std::sync::Arc;

use crate::ast::{self, ItemKind, Name};
use crate::diagnostic::{Code, Diagnostic};
use crate::known::Known;
use crate::machine::duplicate;
use crate::source::Span;
use crate::suggest::did_you_mean;

/// The named items of a description, each kind in the order of the text.
#[derive(Debug, Default)]
pub struct Declarations<'a> {
    /// Register files.
    pub files: Vec<&'a ast::Registers>,
    /// States.
    pub states: Vec<&'a ast::State>,
    /// Wait counters.
    pub counters: Vec<&'a Name>,
    /// Address spaces, each with the item that declares it.
    pub spaces: Vec<(&'a Name, &'a ast::Spaces)>,
    /// Floating-point types whose arithmetic a state governs, each with the item
    /// that says so.
    pub floating: Vec<(&'a Name, &'a ast::FloatingTypes)>,
    /// Operands of many families that are indexed.
    pub indexed: Vec<&'a ast::Indexed>,
    /// Classes.
    pub classes: Vec<&'a ast::Class>,
    /// Kinds that a field decides.
    pub kinds: Vec<&'a ast::KindBy>,
    /// Structs.
    pub structs: Vec<&'a ast::Struct>,
    /// Formats.
    pub formats: Vec<&'a ast::Format>,
    /// Sets of modifiers.
    pub modifiers: Vec<&'a ast::Modifiers>,
    /// Source modifiers.
    pub wraps: Vec<&'a ast::Wrapping>,
    /// Operations.
    pub operations: Vec<&'a ast::Operation>,
    /// Sets of encodings, each with the place of the whole item.
    pub sets: Vec<(&'a ast::Encodings, Span)>,
    /// Tables of halves.
    pub halves: Vec<&'a ast::Halves>,
    /// Pairs of halves with their documentation; what they become is among the families.
    pub pairs: Vec<(&'a ast::Pair, &'a str)>,
    /// Families with their documentation.
    pub families: Vec<(&'a ast::Family, &'a str)>,
    /// Aliases.
    pub aliases: Vec<&'a ast::Alias>,
    /// Lints.
    pub lints: Vec<&'a ast::Lint>,
    /// Streams.
    pub streams: Vec<&'a ast::Stream>,
    /// `let`s outside of families.
    pub locals: Vec<&'a Arc<ast::Local>>,
    /// Those of values: functions.
    pub functions: Vec<&'a Arc<ast::Local>>,
    names: Known<(Room, &'a str), (Sort, usize, &'a Name)>,
}

/// How many unknown names still get a suggestion: each costs a look at all names, and
/// nobody reads many.
#[derive(Debug)]
pub struct Suggestions(Cell<usize>);

impl Default for Suggestions {
    fn default() -> Suggestions {
        Suggestions(Cell::new(200))
    }
}

impl Suggestions {
    /// Whether there is one more.
    fn take(&self) -> bool {
        let left = self.0.get();
        self.0.set(left.saturating_sub(1));
        left > 0
    }
}

/// What a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sort {
    /// A register file.
    File,
    /// A class.
    Class,
    /// A kind that a field decides.
    KindBy,
    /// A struct.
    Struct,
    /// A format.
    Format,
    /// A set of modifiers.
    Modifiers,
    /// A source modifier.
    Wrap,
    /// An operation.
    Operation,
    /// A set of encodings.
    Encodings,
    /// A table of halves.
    Halves,
    /// A pair of halves.
    Pair,
    /// A family.
    Family,
    /// A stream.
    Stream,
    /// A state.
    State,
    /// A counter.
    Counter,
    /// An address space.
    Space,
    /// A floating-point type.
    FloatingType,
    /// A lint.
    Lint,
    /// A `let` outside of families.
    Local,
}

/// Sorts that are looked up together. Values, layouts and modifiers are
/// referred to by bare names in kinds and templates; the others each have
/// their own place, so a family may be called like an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Room {
    Values,
    Wraps,
    Operations,
    Encodings,
    Halves,
    Families,
    States,
    Counters,
    Spaces,
    FloatingTypes,
    Lints,
    Locals,
}

impl Sort {
    fn room(self) -> Room {
        match self {
            Sort::File
            | Sort::Class
            | Sort::KindBy
            | Sort::Struct
            | Sort::Format
            | Sort::Modifiers
            | Sort::Stream => Room::Values,
            Sort::Wrap => Room::Wraps,
            Sort::Operation => Room::Operations,
            Sort::Encodings => Room::Encodings,
            Sort::Halves => Room::Halves,
            Sort::Pair | Sort::Family => Room::Families,
            Sort::State => Room::States,
            Sort::Counter => Room::Counters,
            Sort::Space => Room::Spaces,
            Sort::FloatingType => Room::FloatingTypes,
            Sort::Lint => Room::Lints,
            Sort::Local => Room::Locals,
        }
    }

    fn word(self) -> &'static str {
        match self {
            Sort::File => "register file",
            Sort::Class => "class",
            Sort::KindBy => "kind",
            Sort::Struct => "struct",
            Sort::Format => "format",
            Sort::Modifiers => "set of modifiers",
            Sort::Wrap => "source modifier",
            Sort::Operation => "operation",
            Sort::Encodings => "set of encodings",
            Sort::Halves => "table of halves",
            Sort::Pair => "pair",
            Sort::Family => "family",
            Sort::Stream => "stream",
            Sort::State => "state",
            Sort::Counter => "counter",
            Sort::Space => "address space",
            Sort::FloatingType => "floating-point type",
            Sort::Lint => "lint",
            Sort::Local => "local",
        }
    }
}

/// "a" or "an".
fn article(word: &str) -> &'static str {
    if word.starts_with(['a', 'e', 'i', 'o', 'u']) {
        "an"
    } else {
        "a"
    }
}

/// Collects the names of a file; a name declared twice keeps its first meaning.
pub fn declare<'a>(file: &'a ast::File, diagnostics: &mut Vec<Diagnostic>) -> Declarations<'a> {
    let mut all = Declarations::default();
    for item in &file.items {
        match &item.kind {
            // Formulas have been put in.
            ItemKind::Isa(_) | ItemKind::Include(_) | ItemKind::Formula(_) => {}
            ItemKind::Alias(alias) => all.aliases.push(alias),
            ItemKind::Registers(it) => {
                if all.name(Sort::File, &it.name, diagnostics) {
                    all.files.push(it);
                }
            }
            ItemKind::State(it) => {
                if all.name(Sort::State, &it.name, diagnostics) {
                    all.states.push(it);
                }
            }
            ItemKind::Counters(names) => {
                for name in names {
                    if all.name(Sort::Counter, name, diagnostics) {
                        all.counters.push(name);
                    }
                }
            }
            ItemKind::Spaces(it) => {
                for name in &it.names {
                    if all.name(Sort::Space, name, diagnostics) {
                        all.spaces.push((name, it));
                    }
                }
            }
            ItemKind::FloatingTypes(it) => {
                for name in &it.names {
                    if all.name(Sort::FloatingType, name, diagnostics) {
                        all.floating.push((name, it));
                    }
                }
            }
            ItemKind::Indexed(it) => all.indexed.push(it),
            ItemKind::Class(it) => {
                if all.name(Sort::Class, &it.name, diagnostics) {
                    all.classes.push(it);
                }
            }
            ItemKind::KindBy(it) => {
                if all.name(Sort::KindBy, &it.name, diagnostics) {
                    all.kinds.push(it);
                }
            }
            ItemKind::Struct(it) => {
                if all.name(Sort::Struct, &it.name, diagnostics) {
                    all.structs.push(it);
                }
            }
            ItemKind::Format(it) => {
                if all.name(Sort::Format, &it.name, diagnostics) {
                    all.formats.push(it);
                }
            }
            ItemKind::Modifiers(it) => {
                if all.name(Sort::Modifiers, &it.name, diagnostics) {
                    all.modifiers.push(it);
                }
            }
            ItemKind::Wrapping(it) => {
                if all.name(Sort::Wrap, &it.name, diagnostics) {
                    all.wraps.push(it);
                }
            }
            ItemKind::Operation(it) => {
                if all.name(Sort::Operation, &it.name, diagnostics) {
                    all.operations.push(it);
                }
            }
            ItemKind::Encodings(it) => {
                if all.name(Sort::Encodings, &it.name, diagnostics) {
                    all.sets.push((it, item.span));
                }
            }
            ItemKind::Family(it) => {
                if all.name(Sort::Family, &it.name, diagnostics) {
                    all.families.push((it, &item.doc));
                }
            }
            ItemKind::Halves(it) => {
                if all.name(Sort::Halves, &it.name, diagnostics) {
                    all.halves.push(it);
                }
            }
            ItemKind::Pair(it) => {
                if all.name(Sort::Pair, &it.name, diagnostics) {
                    all.pairs.push((it, &item.doc));
                }
            }
            ItemKind::Lint(it) => {
                if all.name(Sort::Lint, &it.name, diagnostics) {
                    all.lints.push(it);
                }
            }
            ItemKind::Stream(it) => {
                if all.name(Sort::Stream, &it.name, diagnostics) {
                    all.streams.push(it);
                }
            }
            ItemKind::Local(it) => {
                if all.name(Sort::Local, &it.name, diagnostics) {
                    match it.params.is_empty() {
                        true => all.locals.push(it),
                        false => all.functions.push(it),
                    }
                }
            }
        }
    }
    all
}

impl<'a> Declarations<'a> {
    fn count(&self, sort: Sort) -> usize {
        match sort {
            Sort::File => self.files.len(),
            Sort::Class => self.classes.len(),
            Sort::KindBy => self.kinds.len(),
            Sort::Struct => self.structs.len(),
            Sort::Format => self.formats.len(),
            Sort::Modifiers => self.modifiers.len(),
            Sort::Wrap => self.wraps.len(),
            Sort::Operation => self.operations.len(),
            Sort::Encodings => self.sets.len(),
            Sort::Halves => self.halves.len(),
            Sort::Pair => self.pairs.len(),
            Sort::Family => self.families.len(),
            Sort::Stream => self.streams.len(),
            Sort::State => self.states.len(),
            Sort::Counter => self.counters.len(),
            Sort::Space => self.spaces.len(),
            Sort::FloatingType => self.floating.len(),
            Sort::Lint => self.lints.len(),
            Sort::Local => self.locals.len() + self.functions.len(),
        }
    }

    /// Declares a name; `false`, and an error, if it is taken.
    fn name(&mut self, sort: Sort, name: &'a Name, diagnostics: &mut Vec<Diagnostic>) -> bool {
        let index = self.count(sort);
        if let Some(&(taken, _, first)) = self.names.get(&(sort.room(), name.text.as_str())) {
            let mut error = duplicate(sort.word(), name, first);
            if taken != sort {
                error.message = format!(
                    "`{}` is already the name of {} {}",
                    name.text,
                    article(taken.word()),
                    taken.word()
                );
            }
            diagnostics.push(error);
            false
        } else {
            self.names
                .insert((sort.room(), &name.text), (sort, index, name));
            true
        }
    }

    /// What a name stands for in the common space of names.
    pub fn find(&self, name: &str) -> Option<(Sort, usize)> {
        self.names
            .get(&(Room::Values, name))
            .map(|&(sort, index, _)| (sort, index))
    }

    /// The index of a name of one sort, or an error.
    pub fn find_or_report(
        &self,
        sort: Sort,
        name: &Name,
        suggestions: &Suggestions,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<usize> {
        match self.names.get(&(sort.room(), name.text.as_str())) {
            Some(&(found, index, _)) if found == sort => Some(index),
            Some((found, _, declared)) => {
                let message = format!(
                    "`{}` is {} {}, not {} {}",
                    name.text,
                    article(found.word()),
                    found.word(),
                    article(sort.word()),
                    sort.word()
                );
                diagnostics.push(
                    Diagnostic::new(Code::BadKind, name.span, message)
                        .also(declared.span, "declared here"),
                );
                None
            }
            None => {
                diagnostics.push(self.unknown(&[sort], name, suggestions));
                None
            }
        }
    }

    /// "no … is called …", with the nearest name of those sorts.
    pub fn unknown(&self, sorts: &[Sort], name: &Name, suggestions: &Suggestions) -> Diagnostic {
        let words: Vec<&str> = sorts.iter().map(|sort| sort.word()).collect();
        let words = match words.split_last() {
            Some((last, [])) => (*last).to_owned(),
            Some((last, others)) => format!("{} or {last}", others.join(", ")),
            None => String::new(),
        };
        let message = format!("no {words} is called `{}`", name.text);
        let mut error = Diagnostic::new(Code::Unknown, name.span, message);
        if !suggestions.take() {
            return error;
        }
        let names = self
            .names
            .iter()
            .filter(|(_, (sort, ..))| sorts.contains(sort));
        error.help = did_you_mean(&name.text, names.map(|((_, name), _)| *name));
        error
    }
}
