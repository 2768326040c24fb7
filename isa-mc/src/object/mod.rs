//! Objects: sections, symbols, fixups and relocations.
//!
//! ```text
//! text ── asm ──┐
//!               ├─► ObjectBuilder ── finish ──► Object ── write ──► ELF
//! generator ────┘   statement by statement      every value known, or a relocation
//! ```
//!
//! | module | what |
//! |---|---|
//! | `section` | sections, places in them, gaps, fixups |
//! | `symbol` | symbols and what they stand for |
//! | `expression` | expressions over both, and what is left of them |
//! | `format` | what of a file is the machine's business |
//! | `builder` | an object under construction |
//! | `generate` | the same for code generators: typed instructions, expressions |
//! | `layout` | every place gets its address, every fixup its value or a relocation |
//! | `finished` | the result |
//! | `elf` | the result as a file |
//! | `error` | what can be wrong |

mod builder;
#[cfg(feature = "object")]
mod elf;
mod error;
mod expression;
mod finished;
mod format;
mod generate;
mod layout;
mod section;
mod symbol;

#[cfg(feature = "object")]
pub(crate) use elf::LLVM_ADDRSIG;

pub use builder::{MAX_NO_BITS, MAX_SECTION, ObjectBuilder};
pub use error::{ObjectError, ObjectErrorKind};
pub use expression::{
    Base, ExpressionError, ExpressionId, Expressions, Node, Operator, Sign, Specifier, Value,
};
pub use finished::{
    FinishedSection, FinishedSymbol, Object, RelocationEntry, RelocationTarget, SymbolPlace,
};
pub use format::{Functions, ObjectFormat, RelocationPlace};
pub use generate::EmitError;
pub use section::{
    Fill, Fixup, FixupKind, Group, Location, Membership, Place, Record, Section, SectionId,
    SectionKind, flag,
};
pub use symbol::{Binding, Definition, Symbol, SymbolId, SymbolKind, Symbols, Visibility};
