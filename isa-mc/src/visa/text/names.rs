//! What is declared so far, by name.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet, VecDeque};

use isa_dsl::suggest::nearest;

use super::cursor::unescaped;
use super::error::Thing;
use super::words;
use crate::stream::Names;
use crate::visa::object::{LabelKind, first};

/// A declared name.
#[derive(Debug, Clone, Copy)]
pub(super) struct Declared {
    pub(super) thing: Thing,
    /// Its number in instructions.
    pub(super) number: u32,
    /// Where the name is declared, in bytes of the source.
    pub(super) at: usize,
}

/// A label that is mentioned.
#[derive(Debug, Clone)]
pub(super) struct Mentioned {
    pub(super) name: String,
    pub(super) kind: LabelKind,
}

/// A pool that the text says itself.
#[derive(Default)]
pub(super) struct Given {
    /// The numbers of each string that are not taken yet, the next one first.
    left: HashMap<Vec<u8>, VecDeque<u32>>,
}

impl Given {
    /// A string behind the others.
    pub(super) fn add(&mut self, string: Vec<u8>, number: u32) {
        self.left.entry(string).or_default().push_back(number);
    }

    /// The next number of a string.
    pub(super) fn peek(&self, string: &[u8]) -> Option<u32> {
        self.left.get(string)?.front().copied()
    }

    /// The next number of a string, which is taken; the last one stays.
    pub(super) fn take(&mut self, string: &[u8]) -> Option<u32> {
        let numbers = self.left.get_mut(string)?;
        match numbers.len() {
            1 => numbers.front().copied(),
            _ => numbers.pop_front(),
        }
    }
}

/// The names of a kernel or function, as far as it is read.
pub(super) struct RoutineNames {
    /// The innermost one is the last.
    scopes: Vec<HashMap<String, Declared>>,
    blocks: HashMap<String, u32>,
    subroutines: HashMap<String, u32>,
    /// How many labels there are.
    labels: u32,
    /// Labels that the statement mentions first.
    mentioned: RefCell<Vec<Mentioned>>,
    /// Strings that the statement has, as bytes.
    strings: RefCell<Vec<Vec<u8>>>,
    /// How many strings the pool has.
    pool: Cell<u32>,
    /// Strings that `.strings` gives, and which of them were taken.
    pub(super) given: Option<Given>,
    /// Names whose declaration is wrong.
    pub(super) lost: HashSet<String>,
    /// What labels of the statement are.
    wanted: Cell<LabelKind>,
}

/// What is declared has the letter of its class before its number.
pub(super) fn thing_of(prefix: &str) -> Option<Thing> {
    Some(match prefix {
        "V" => Thing::Variable,
        "A" => Thing::Address,
        "P" => Thing::Predicate,
        "S" => Thing::Sampler,
        "T" => Thing::Surface,
        "L" => Thing::Label,
        _ => return None,
    })
}

impl RoutineNames {
    pub(super) fn new() -> RoutineNames {
        RoutineNames {
            scopes: vec![HashMap::new()],
            blocks: HashMap::new(),
            subroutines: HashMap::new(),
            labels: 0,
            mentioned: RefCell::new(Vec::new()),
            strings: RefCell::new(Vec::new()),
            pool: Cell::new(0),
            given: None,
            lost: HashSet::new(),
            wanted: Cell::new(LabelKind::Block),
        }
    }

    /// What a name is, in the innermost scope that has it.
    pub(super) fn find(&self, name: &str) -> Option<Declared> {
        let mut scopes = self.scopes.iter().rev();
        scopes.find_map(|scope| scope.get(name)).copied()
    }

    /// Declares a name in the innermost scope; gives what has it there already.
    pub(super) fn declare(&mut self, name: &str, declared: Declared) -> Option<Declared> {
        let scope = self.scopes.last_mut()?;
        if let Some(old) = scope.get(name) {
            return Some(*old);
        }
        scope.insert(name.to_owned(), declared);
        None
    }

    pub(super) fn open_scope(&mut self) {
        self.scopes.push(HashMap::new());
    }

    /// Whether there was a scope to close.
    pub(super) fn close_scope(&mut self) -> bool {
        let open = self.scopes.len() > 1;
        if open {
            self.scopes.pop();
        }
        open
    }

    pub(super) fn is_scope_open(&self) -> bool {
        self.scopes.len() > 1
    }

    /// A declared name of that kind that is near.
    pub(super) fn near(&self, name: &str, thing: Thing) -> Option<String> {
        let names = self.scopes.iter().flatten();
        let names = names.filter(|(_, declared)| declared.thing == thing);
        let mut names: Vec<&str> = names.map(|(name, _)| name.as_str()).collect();
        // The same text gets the same message.
        names.sort_unstable();
        nearest(name, names).map(str::to_owned)
    }

    // ---- labels ----------------------------------------------------------------------

    /// Says what labels of the next statement are, and how many strings there are.
    pub(super) fn begin_statement(&self, kind: LabelKind, strings: usize) {
        self.wanted.set(kind);
        self.pool.set(strings as u32);
        self.mentioned.borrow_mut().clear();
        self.strings.borrow_mut().clear();
    }

    /// Whether the statement mentions no label first and has no string but those that are
    /// given, which are taken then.
    pub(super) fn takes_only_known(&mut self) -> bool {
        let strings = self.take_strings();
        let Some(given) = &mut self.given else {
            return false;
        };
        let is_known = self.mentioned.borrow().is_empty()
            && strings.iter().all(|string| given.peek(string).is_some());
        if is_known {
            for string in &strings {
                given.take(string);
            }
        }
        is_known
    }

    /// The strings that the statement has.
    pub(super) fn take_strings(&self) -> Vec<Vec<u8>> {
        std::mem::take(&mut *self.strings.borrow_mut())
    }

    /// The number that a string gets.
    fn string(&self, text: &str) -> u64 {
        let bytes = unescaped(text);
        let given = self.given.as_ref().and_then(|given| given.peek(&bytes));
        let mut strings = self.strings.borrow_mut();
        let known = strings.iter().position(|string| *string == bytes);
        let at = known.unwrap_or(strings.len());
        if known.is_none() {
            strings.push(bytes);
        }
        match given {
            Some(number) => u64::from(number),
            None => u64::from(self.pool.get()) + at as u64,
        }
    }

    /// The labels that the statement has mentioned first, in order: they have the next
    /// numbers.
    pub(super) fn take_mentioned(&mut self) -> Vec<Mentioned> {
        let mentioned = std::mem::take(&mut *self.mentioned.borrow_mut());
        for label in &mentioned {
            self.label(&label.name, label.kind);
        }
        mentioned
    }

    fn labels_of(&self, kind: LabelKind) -> &HashMap<String, u32> {
        match kind {
            LabelKind::Block => &self.blocks,
            _ => &self.subroutines,
        }
    }

    /// The number of a label, if it was mentioned.
    pub(super) fn label_number(&self, name: &str, kind: LabelKind) -> Option<u32> {
        self.labels_of(kind).get(name).copied()
    }

    /// The number of a label, and whether it is new.
    pub(super) fn label(&mut self, name: &str, kind: LabelKind) -> (u32, bool) {
        if let Some(number) = self.label_number(name, kind) {
            return (number, false);
        }
        let number = self.labels;
        self.labels += 1;
        let labels = match kind {
            LabelKind::Block => &mut self.blocks,
            _ => &mut self.subroutines,
        };
        labels.insert(name.to_owned(), number);
        (number, true)
    }

    fn mention(&self, name: &str) -> u64 {
        let kind = self.wanted.get();
        if let Some(number) = self.label_number(name, kind) {
            return u64::from(number);
        }
        let mut mentioned = self.mentioned.borrow_mut();
        let known = mentioned.iter().position(|label| label.name == name);
        let at = known.unwrap_or_else(|| {
            mentioned.push(Mentioned {
                name: name.to_owned(),
                kind,
            });
            mentioned.len() - 1
        });
        u64::from(self.labels) + at as u64
    }
}

impl Names for RoutineNames {
    fn number(&self, prefix: &str, name: &str) -> Option<u64> {
        if prefix == "string" {
            return Some(self.string(name));
        }
        let thing = thing_of(prefix)?;
        if thing == Thing::Label {
            return Some(self.mention(name));
        }
        match self.find(name) {
            Some(declared) => (declared.thing == thing).then_some(u64::from(declared.number)),
            None => predefined(thing, name).map(u64::from),
        }
    }

    fn name(&self, _: &str, _: u64) -> Option<&str> {
        None
    }
}

/// The number of what nobody declares.
pub(super) fn predefined(thing: Thing, name: &str) -> Option<u32> {
    let numbered = |prefix: &str, count: usize| {
        let number: u32 = name.strip_prefix(prefix)?.parse().ok()?;
        let plain = number.to_string().len() + prefix.len() == name.len();
        (plain && (number as usize) < count).then_some(number)
    };
    match thing {
        Thing::Variable => {
            let found = words::VARIABLES.iter().position(|&it| it == name);
            let found = found.map(|number| number as u32);
            found.or_else(|| numbered("V", words::VARIABLES.len()))
        }
        Thing::Surface => {
            let found = words::SURFACES.iter().position(|&it| it == name);
            let found = found.map(|number| number as u32);
            found.or_else(|| numbered("T", first::SURFACE as usize))
        }
        Thing::Sampler => (name == words::BINDLESS.0).then_some(words::BINDLESS.1),
        Thing::Address | Thing::Predicate | Thing::Label => None,
    }
}
