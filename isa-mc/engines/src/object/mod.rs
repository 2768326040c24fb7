//! Objects: sections, symbols, fixups and relocations.
//!
//! ```text
//! text ── asm ──┐
//!               ├─► ObjectBuilder ── finish ──► Object ── write ──► ELF
//! generator ────┘   statement by statement      every value known, or a relocation
//! ```
//!
//! `docs/code-generation.md` shows how a code generator makes one. In short:
//!
//! ```
//! use isa_mc::gcn::{self, s};
//! use isa_mc::object::{ObjectBuilder, ObjectFormat};
//!
//! let target = gcn::target("gfx900").unwrap();
//! let mut object = ObjectBuilder::new(target, ObjectFormat::NONE);
//! let end = object.label();
//! let place = object.address(end);
//! object.add_with(&gcn::s_cbranch_scc0(0), "simm16", place).unwrap();
//! object.add(&gcn::s_mov_b32(s(0), s(1))).unwrap();
//! object.bind(end).unwrap();
//! let object = object.finish().unwrap();
//! assert_eq!(object.section(".text").unwrap().bytes[..4], [1, 0, 0x84, 0xbf]);
//! ```
//!
//! In the order in which they can be read, each using only what stands above it:
//!
//! | module | what |
//! |---|---|
//! | `place` | what parts of an object are called by: numbers, and places |
//! | `dwarf` | debug information: lines, frames |
//! | `format` | what of a file is the machine's business |
//! | `expression` | expressions over symbols and places, and what is left of them |
//! | `error` | what can be wrong |
//! | `name_table`, `symbol` | which symbol has a name; symbols and what they stand for |
//! | `section`, `leb128` | sections, gaps, fixups; numbers of as many bytes as they need |
//! | `builder` | an object under construction |
//! | `versions` | names with versions |
//! | `generate`, `debugging` | the same for code generators: typed instructions, expressions; lines, frames |
//! | `parts` | sections in parts: subsections |
//! | `layout` | every place gets its address |
//! | `finished`, `generated`, `finish` | the result; debug information gets its bytes; every fixup gets its value or becomes a relocation |
//! | `string_table`, `elf` | the result as a file; its names |
//! | `read` | a file as sections, symbols and relocations: for the disassembler, and for loading |
//! | `bundle` | files for several processors, and host programs that hold some |
//! | `description` | what a machine knows of files that are read |

mod builder;
#[cfg(feature = "object")]
pub mod bundle;
#[cfg(feature = "object")]
mod debugging;
#[cfg(feature = "object")]
mod description;
#[cfg(feature = "object")]
pub(crate) mod dwarf;
#[cfg(feature = "object")]
mod elf;
mod error;
mod expression;
mod finish;
mod finished;
mod format;
mod generate;
#[cfg(feature = "object")]
mod generated;
mod layout;
mod leb128;
pub(crate) mod name_table;
mod parts;
mod place;
#[cfg(feature = "object")]
pub(crate) mod prefetch;
#[cfg(feature = "object")]
#[doc(hidden)]
pub mod read;
mod section;
#[cfg(feature = "object")]
mod string_table;
mod symbol;
mod versions;

#[cfg(feature = "object")]
#[doc(hidden)]
pub use description::{Description, Head, HeadText, RecordShape, RecordSymbols};
#[cfg(feature = "object")]
pub(crate) use elf::LLVM_ADDRSIG;

#[cfg(feature = "object")]
pub use dwarf::{
    Checksum, DebugFormat, DwarfFormat, FrameError, FrameRule, SourceFileName, SourcePosition,
};

#[cfg(feature = "object")]
pub(crate) use dwarf::{SourceLabel, SourceUnit};

pub use builder::ObjectBuilder;
pub use error::{ObjectError, ObjectErrorKind};
pub use expression::{Base, ExpressionError, Expressions, Node, Operator, Sign, Value};
pub use finished::{
    FinishedSection, FinishedSymbol, Object, RelocationEntry, RelocationTarget, SymbolPlace,
};
pub use format::{Functions, ObjectFormat, RelocationPlace, Specifier};
pub use generate::EmitError;
pub(crate) use leb128::leb128;
pub use place::{ExpressionId, Location, Place, SectionId, SymbolId};
pub use section::{
    Fill, Fixup, FixupKind, Group, MAX_NO_BITS, MAX_SECTION, Membership, Record, Section,
    SectionKind, flag,
};
pub use symbol::{
    Binding, Definition, Symbol, SymbolKind, SymbolName, Symbols, Version, Visibility,
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Target;
    use isa_mc::gcn::TABLES;

    /// A file ends names with zero bytes: such a name would be another one there.
    #[test]
    fn names_with_a_zero_byte_are_no_names() {
        let target = Target::new(&TABLES, "gfx900").expect("a processor");
        let mut builder = ObjectBuilder::new(target, ObjectFormat::NONE);
        builder.section("a\0b", SectionKind::Bits, 0, 0);
        let symbol = builder.symbols.intern("c\0d", Location::default());
        builder
            .define(symbol, Location::default())
            .expect("it is new");
        let errors = builder.finish().expect_err("two names");
        let names: Vec<String> = errors.iter().map(|error| error.kind.to_string()).collect();
        assert!(names[0].contains("\"a\\0b\"") && names[1].contains("\"c\\0d\""));
        assert_eq!(names.len(), 2);
    }
}
