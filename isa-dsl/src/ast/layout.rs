//! Formats, modifiers, and the expressions over fields.

use super::{At, Bits, Kind, Name, Number};

/// A fixed-width layout.
#[derive(Debug, Clone, Hash)]
pub struct Format {
    /// Name.
    pub name: Name,
    /// Title for people.
    pub title: Option<Name>,
    /// Width in bits.
    pub bits: Number,
    /// Bits of a literal that may follow.
    pub literal: Option<Number>,
    /// The format of which this is a special case.
    pub within: Option<Name>,
    /// Where it exists.
    pub at: Option<At>,
    /// Fields with values of their own.
    pub fields: Vec<Field>,
    /// Bits of a fixed value.
    pub fixed: Vec<Fixed>,
    /// Bits that must be zero.
    pub reserved: Vec<Reserved>,
    /// Bits that the machine does not look at.
    pub ignored: Vec<Reserved>,
}

/// `vdst [63:56];`
#[derive(Debug, Clone, Hash)]
pub struct Field {
    /// Name.
    pub name: Name,
    /// Pieces, most significant first.
    pub bits: Vec<Bits>,
    /// Where it exists.
    pub at: Option<At>,
}

/// `encoding [31:26] = 0b110111;`
#[derive(Debug, Clone, Hash)]
pub struct Fixed {
    /// Name.
    pub name: Name,
    /// Pieces, most significant first.
    pub bits: Vec<Bits>,
    /// The value.
    pub value: Number,
    /// Where it exists.
    pub at: Option<At>,
}

/// `reserved [25];` and `ignored [25];`
#[derive(Debug, Clone, Hash)]
pub struct Reserved {
    /// The bits.
    pub bits: Bits,
    /// Where they are so.
    pub at: Option<At>,
}

/// A set of modifiers that may come in any order.
#[derive(Debug, Clone, Hash)]
pub struct Modifiers {
    /// Name.
    pub name: Name,
    /// The modifiers, in the order of printing.
    pub modifiers: Vec<Modifier>,
}

/// `wrap neg { llvm "-{}" "neg({})"; }`: text around an operand that sets a bit.
#[derive(Debug, Clone, Hash)]
pub struct Wrapping {
    /// Name.
    pub name: Name,
    /// `of vgpr if true16`: it says which half of a register of that file, in forms that
    /// ask for the feature.
    pub half: Option<HalfOf>,
    /// Per syntax.
    pub spellings: Vec<WrapText>,
}

/// `of vgpr if true16`
#[derive(Debug, Clone, Hash)]
pub struct HalfOf {
    /// The register file.
    pub file: Name,
    /// The feature.
    pub needs: Option<Name>,
}

/// `llvm "-{}" "neg({})";`, `llvm "{}.h" else "{}.l";`
#[derive(Debug, Clone, Hash)]
pub struct WrapText {
    /// The syntax.
    pub syntax: Name,
    /// Spellings, the first is printed.
    pub texts: Vec<Name>,
    /// What stands there where the bit is not set.
    pub other: Option<Name>,
}

/// `offset : u12 = 0 { llvm "offset:{}"; }`
#[derive(Debug, Clone, Hash)]
pub struct Modifier {
    /// Name; the field of the same name holds it, unless another one does.
    pub name: Name,
    /// The field that holds it, `-> glc`, or whose bits it is another way to write:
    /// `-> format [3:0]`.
    pub part_of: Option<(Name, Option<Bits>)>,
    /// Kind of its value.
    pub kind: Kind,
    /// Its text cannot be left out.
    pub required: bool,
    /// Field value when left out; 0 if not written.
    pub default: Option<Number>,
    /// Where it exists.
    pub at: Option<At>,
    /// How syntaxes spell it. `None`: every syntax by its name.
    pub spellings: Option<Vec<SyntaxSpelling>>,
}

impl Modifier {
    /// What conditions and operations know it by: the field that it holds, whatever the text
    /// calls it, or its own name where it is a way to write bits of a field.
    pub fn known_as(&self) -> &Name {
        match &self.part_of {
            Some((field, None)) => field,
            _ => &self.name,
        }
    }
}

/// `llvm "dst_sel:{}" = 6 always;`: how a syntax writes a modifier.
#[derive(Debug, Clone, Hash)]
pub struct SyntaxSpelling {
    /// The syntax.
    pub syntax: Name,
    /// Spellings; the first is printed. None: by its name.
    pub texts: Vec<Name>,
    /// Its text cannot be left out in this syntax.
    pub required: bool,
    /// Field value where this syntax leaves it out; the modifier's own if not
    /// written.
    pub default: Option<Number>,
    /// Printed even where it says the default.
    pub always: bool,
}
