//! Symbols: names for places and values.

use std::fmt;
use std::ops::Deref;

use ecow::EcoString;

use super::name_table::{NameHash, NameTable};
use super::place::{ExpressionId, Location, Place, SymbolId};

/// Who may name a symbol (ELF, `st_info`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Binding {
    /// Its own object.
    #[default]
    Local,
    /// Every object; one may define it.
    Global,
    /// Every object; another definition may take its place.
    Weak,
    /// Every object; a whole process has one.
    Unique,
}

/// Who may name a symbol of a linked program (ELF, `st_other`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Visibility {
    /// As its binding says.
    #[default]
    Default,
    /// Nobody who does not belong to the program's own format.
    Internal,
    /// The program itself.
    Hidden,
    /// Everybody; the program itself always means its own.
    Protected,
}

/// What a symbol is (ELF, `st_info`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum SymbolKind {
    /// Nobody has said.
    #[default]
    Unknown,
    /// Data.
    Object,
    /// Code.
    Function,
    /// Storage that the linker makes.
    Common,
    /// Storage of a thread.
    ThreadLocal,
    /// Code that says which code is meant, when the program starts.
    Indirect,
    /// The source file.
    File,
    /// Machine-specific: a kernel of AMDGPU code object version 2.
    Kernel,
}

/// What a symbol stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Definition {
    /// Nothing here.
    #[default]
    Undefined,
    /// A label.
    Place(Place),
    /// The value of an expression.
    Expression(ExpressionId),
    /// A place in debug information, which is known when that is written.
    Generated,
    /// Storage that the linker makes.
    Common {
        /// Bytes.
        size: u64,
        /// A power of two.
        align: u64,
    },
    /// Storage of a kind that only the machine's linker makes; its section number.
    Special {
        /// The section number.
        section: u16,
        /// Bytes.
        size: u64,
        /// A power of two.
        align: u64,
    },
}

/// The name of a symbol: a text that is not changed. Names of up to 15 bytes, as those of most
/// labels, lie where the symbol does; clones share what is longer.
///
/// ```
/// use isa_mc::object::SymbolName;
///
/// let name = SymbolName::from("kernel");
/// assert!(name.starts_with("ker"));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct SymbolName(EcoString);

impl Deref for SymbolName {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        &self.0
    }
}

impl From<&str> for SymbolName {
    fn from(name: &str) -> SymbolName {
        SymbolName(name.into())
    }
}

impl fmt::Display for SymbolName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self)
    }
}

impl fmt::Debug for SymbolName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

/// A symbol.
#[derive(Debug, Clone)]
pub struct Symbol {
    /// Its name.
    pub name: SymbolName,
    /// What it stands for.
    pub definition: Definition,
    /// Who may name it.
    pub binding: Binding,
    /// Somebody said the binding.
    pub is_bound: bool,
    /// A directive said the binding: another one does not change it.
    pub is_said: bool,
    /// It is the name of a group, and nobody else's if nothing defines it.
    pub is_signature: bool,
    /// Who may name it in a linked program.
    pub visibility: Visibility,
    /// What it is.
    pub kind: SymbolKind,
    /// How many bytes it has.
    pub size: Option<ExpressionId>,
    /// Something needs it.
    pub is_used: bool,
    /// A directive said what it is or who may name it: it is in the object even if nothing
    /// needs it.
    pub is_listed: bool,
    /// Something needs it if it is there: its name stands behind `.weakref`.
    pub is_weakly_named: bool,
    /// It may get another value (`.set`).
    pub is_variable: bool,
    /// It is there from the start, and goes into no object.
    pub is_predefined: bool,
    /// Whoever assembles gave it its value.
    pub is_from_outside: bool,
    /// Where it was defined, or first named.
    pub location: Location,
}

/// A name with a version that a symbol has.
#[derive(Debug, Clone)]
pub struct Version {
    /// The symbol.
    pub symbol: SymbolId,
    /// `NAME@VERSION`; `@@` is the default, and `@@@` the default if this object defines
    /// the symbol.
    pub name: Box<str>,
    /// The symbol keeps its own name, too, if this object defines it.
    pub keeps: bool,
    /// Where it was written.
    pub location: Location,
}

/// The symbols of an object, by name and by number.
#[derive(Debug, Clone, Default)]
pub struct Symbols {
    all: Vec<Symbol>,
    by_name: NameTable,
}

impl Symbols {
    /// The symbol of a name, if there is one.
    pub fn find(&self, name: &str) -> Option<SymbolId> {
        self.find_hashed(name, NameHash::of(name))
    }

    #[inline]
    fn find_hashed(&self, name: &str, hash: NameHash) -> Option<SymbolId> {
        let name_of = |id: u32| &*self.all[id as usize].name;
        self.by_name.find(name, hash, name_of).map(SymbolId)
    }

    /// The symbol of a name, made if there is none.
    pub fn intern(&mut self, name: &str, location: Location) -> SymbolId {
        let hash = NameHash::of(name);
        if let Some(id) = self.find_hashed(name, hash) {
            return id;
        }
        let id = self.add(name.into(), location);
        self.by_name.insert(id.0, hash);
        id
    }

    /// A symbol without a name, as the labels of digits: no object has it.
    pub fn nameless(&mut self, location: Location) -> SymbolId {
        self.add(SymbolName::default(), location)
    }

    fn add(&mut self, name: SymbolName, location: Location) -> SymbolId {
        let id = SymbolId(u32::try_from(self.all.len()).unwrap_or(u32::MAX));
        self.all.push(Symbol {
            name,
            definition: Definition::Undefined,
            binding: Binding::Local,
            is_bound: false,
            is_said: false,
            is_signature: false,
            visibility: Visibility::Default,
            kind: SymbolKind::Unknown,
            size: None,
            is_used: false,
            is_listed: false,
            is_weakly_named: false,
            is_variable: false,
            is_predefined: false,
            is_from_outside: false,
            location,
        });
        id
    }

    /// Another symbol that is the same under another name.
    pub(super) fn copy(&mut self, symbol: SymbolId, name: &str) {
        let location = self[symbol].location;
        let copy = self.intern(name, location);
        let row = self[symbol].clone();
        let name = self[copy].name.clone();
        self[copy] = Symbol { name, ..row };
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// All of them, in the order in which they were first named.
    pub fn iter(&self) -> impl Iterator<Item = (SymbolId, &Symbol)> {
        let ids = (0..).map(SymbolId);
        ids.zip(&self.all)
    }
}

impl std::ops::Index<SymbolId> for Symbols {
    type Output = Symbol;

    fn index(&self, id: SymbolId) -> &Symbol {
        &self.all[id.0 as usize]
    }
}

impl std::ops::IndexMut<SymbolId> for Symbols {
    fn index_mut(&mut self, id: SymbolId) -> &mut Symbol {
        &mut self.all[id.0 as usize]
    }
}
