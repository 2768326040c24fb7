//! An object: its header, and its kernels and functions.

use std::borrow::Cow;

use super::declarations::{Attribute, Input, Label, UntypedVariable, Variable};
use super::strings::Strings;
use super::version::Version;

/// The first four bytes of an object.
pub const MAGIC: [u8; 4] = *b"CISA";

/// A vISA object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Object {
    /// The version, in whose form it is written.
    pub version: Version,
    /// Variables of the whole file. Intel's tools have none any more.
    pub variables: Vec<FileVariable>,
    /// Kernels, at most 65535.
    pub kernels: Vec<Kernel>,
    /// Functions, at most 65535.
    pub functions: Vec<Function>,
}

impl Object {
    /// An object without anything in it.
    pub fn new(version: Version) -> Object {
        Object {
            version,
            variables: Vec::new(),
            kernels: Vec::new(),
            functions: Vec::new(),
        }
    }

    /// Whether bytes are those of an object, as its first ones say.
    pub fn is_object(bytes: &[u8]) -> bool {
        bytes.starts_with(&MAGIC)
    }
}

/// What kernels and functions have in common.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Routine {
    /// Names, by number.
    pub strings: Strings,
    /// Number of its own name.
    pub name: u32,
    /// General variables, from number 32 on.
    pub variables: Vec<Variable>,
    /// Address variables, from number 0 on.
    pub addresses: Vec<UntypedVariable>,
    /// Predicates, from number 1 on.
    pub predicates: Vec<UntypedVariable>,
    /// Labels, from number 0 on.
    pub labels: Vec<Label>,
    /// Samplers, from number 0 on.
    pub samplers: Vec<UntypedVariable>,
    /// Surfaces, from number 6 on.
    pub surfaces: Vec<UntypedVariable>,
    /// Variables for motion estimation, which Intel's tools have no more.
    pub motion_estimations: Vec<UntypedVariable>,
    /// Attributes of the whole.
    pub attributes: Vec<Attribute>,
    /// The instructions, one after the other.
    pub code: Vec<u8>,
}

impl Routine {
    /// Its name; what is no UTF-8 is replaced.
    pub fn name(&self) -> Cow<'_, str> {
        self.strings.text(self.name)
    }

    /// The value of its attribute of that name, as stored; `None` if it has none.
    pub fn attribute(&self, name: &str) -> Option<&[u8]> {
        let found = self.attributes.iter().find(|attribute| {
            let own = self.strings.get(attribute.name);
            own == Some(name.as_bytes())
        });
        found.map(|attribute| &attribute.value[..])
    }
}

/// A kernel.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Kernel {
    /// The name in the file's header.
    pub name: Vec<u8>,
    /// Variables of the file that it uses, and their numbers in it.
    pub variable_relocations: Vec<Relocation>,
    /// Functions of the file that it uses, and their numbers in it.
    pub function_relocations: Vec<Relocation>,
    /// The kernel compiled for processors, at most 255.
    pub binaries: Vec<Binary>,
    /// What it declares, and its instructions.
    pub routine: Routine,
    /// What it is given.
    pub inputs: Vec<Input>,
}

/// Which functions may be seen from where. Intel's tools write 0 and do not look at it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Linkage {
    /// Elsewhere: 0.
    Extern,
    /// Within the file: 1.
    Static,
    /// Everywhere: 2.
    Global,
    /// None of these.
    Other(u8),
}

/// A function.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Function {
    /// The name in the file's header.
    pub name: Vec<u8>,
    /// As it is stored: see [`Function::linkage`].
    pub linkage: u8,
    /// Variables of the file that it uses, and their numbers in it.
    pub variable_relocations: Vec<Relocation>,
    /// Functions of the file that it uses, and their numbers in it.
    pub function_relocations: Vec<Relocation>,
    /// What it declares, and its instructions.
    pub routine: Routine,
    /// Registers of `%arg` that it takes.
    pub input_size: u8,
    /// Registers of `%retval` that it gives.
    pub return_size: u8,
}

impl Function {
    /// Which functions it may be seen from.
    pub fn linkage(&self) -> Linkage {
        match self.linkage {
            0 => Linkage::Extern,
            1 => Linkage::Static,
            2 => Linkage::Global,
            other => Linkage::Other(other),
        }
    }
}

/// The number of a variable or function of the file, and its number in a routine.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Relocation {
    /// The number that the routine's instructions have.
    pub symbolic: u16,
    /// The number in the file's table.
    pub resolved: u16,
}

/// A variable of the whole file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FileVariable {
    /// As [`Function::linkage`] is stored.
    pub linkage: u8,
    /// The name.
    pub name: Vec<u8>,
    /// As [`Variable::properties`].
    pub properties: u8,
    /// How many elements.
    pub elements: u16,
    /// Attributes, at most 255. The file has no pool, so nobody can say what their names
    /// are.
    pub attributes: Vec<Attribute>,
}

/// A kernel compiled for a processor.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Binary {
    /// The number of the processor.
    pub platform: u8,
    /// What was compiled.
    pub bytes: Vec<u8>,
}
