//! What kernels and functions declare: a row of a table each.
//!
//! Names are numbers of strings in the routine's pool.

/// The number that instructions have for the first declared thing of a table; smaller ones
/// are predefined.
pub mod first {
    /// Variables: below are `%null` to `%msg0`, and numbers that are none.
    pub const VARIABLE: u32 = 32;
    /// Addresses.
    pub const ADDRESS: u32 = 0;
    /// Predicates: 0 is none.
    pub const PREDICATE: u32 = 1;
    /// Labels.
    pub const LABEL: u32 = 0;
    /// Samplers; 31 is the one that is bound to nothing.
    pub const SAMPLER: u32 = 0;
    /// Surfaces: below are `%slm`, `T1`, `T2`, `TSS`, `%bss` and `%scratch`.
    pub const SURFACE: u32 = 6;
}

/// An attribute: a name, and a value of 0 to 255 bytes, whose meaning the name says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Attribute {
    /// Number of the name.
    pub name: u32,
    /// The value as it is stored: numbers have 0, 1, 2 or 4 bytes, the least one first.
    pub value: Vec<u8>,
}

/// A general variable.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Variable {
    /// Number of the name.
    pub name: u32,
    /// Bits 0 to 3 are the type of its elements (the numbers of class `data_type`), bits 4
    /// to 7 what it is aligned to: 0 byte, 1 word, 2 dword, 3 qword, 4 oword, 5 a register,
    /// 6 two registers, 7 32 bytes, 8 64 bytes, 9 128 bytes.
    pub properties: u8,
    /// How many elements.
    pub elements: u16,
    /// The variable that this one lies in; 0 for none. Predefined ones count.
    pub alias: u32,
    /// First byte in that variable.
    pub alias_offset: u16,
    /// 0 if that variable is the routine's, 1 if it is the file's.
    pub alias_scope: u8,
    /// Attributes, at most 255.
    pub attributes: Vec<Attribute>,
}

impl Variable {
    /// The type of its elements: the numbers of class `data_type`.
    pub fn element_type(&self) -> u8 {
        self.properties & 15
    }

    /// What it is aligned to, as [`Variable::properties`] has it.
    pub fn alignment(&self) -> u8 {
        self.properties >> 4
    }
}

/// A variable whose table says the type of its elements: an address (`uw`), a predicate (a
/// channel each), a sampler, a surface, or one for motion estimation (four bytes each).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UntypedVariable {
    /// Number of the name.
    pub name: u32,
    /// How many elements.
    pub elements: u16,
    /// Attributes, at most 255.
    pub attributes: Vec<Attribute>,
}

/// What a label is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LabelKind {
    /// The start of a block: 0.
    Block,
    /// The start of a subroutine: 1.
    Subroutine,
    /// A kernel that is called from another one: 2.
    Composed,
    /// None of these.
    Other(u8),
}

/// A label. Where it is, an instruction says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Label {
    /// Number of the name.
    pub name: u32,
    /// As it is stored: see [`Label::kind`].
    pub kind: u8,
    /// Attributes, at most 255.
    pub attributes: Vec<Attribute>,
}

impl Label {
    /// What it is for.
    pub fn kind(&self) -> LabelKind {
        match self.kind {
            0 => LabelKind::Block,
            1 => LabelKind::Subroutine,
            2 => LabelKind::Composed,
            other => LabelKind::Other(other),
        }
    }
}

/// The table of an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InputKind {
    /// A general variable: 0.
    Variable,
    /// A sampler: 1.
    Sampler,
    /// A surface: 2.
    Surface,
    /// 3, which is none of them.
    Other,
}

/// What a kernel is given.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Input {
    /// Bits 0 and 1 are the table ([`Input::kind`]), bits 3 to 7 say where the value comes
    /// from: 0 is an argument.
    pub properties: u8,
    /// Number in that table, predefined ones counted.
    pub id: u32,
    /// Where it stands in the register file when the kernel begins, in bytes.
    pub offset: i16,
    /// How many bytes.
    pub size: u16,
}

impl Input {
    /// The table that it is a row of.
    pub fn kind(&self) -> InputKind {
        match self.properties & 3 {
            0 => InputKind::Variable,
            1 => InputKind::Sampler,
            2 => InputKind::Surface,
            _ => InputKind::Other,
        }
    }

    /// Where the value comes from; 0 is an argument.
    pub fn origin(&self) -> u8 {
        self.properties >> 3
    }
}
