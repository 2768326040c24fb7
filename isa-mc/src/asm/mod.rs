//! The assembler: files of statements become an object.
//!
//! ```
//! # #[cfg(feature = "gcn")] {
//! use isa_mc::asm::Assembler;
//! use isa_mc::gcn::{self, syntax};
//!
//! let target = gcn::target("gfx900").unwrap();
//! let source = b"start: // a label\n  s_branch start\n  .long 1, 2\n";
//! let assembly = Assembler::new(target, syntax::LLVM).assemble("start.s", source);
//! let object = assembly.object().expect("no errors");
//! assert_eq!(object.section(".text").unwrap().bytes.len(), 12);
//! # }
//! ```
//!
//! In the order in which they can be read, each using only what stands above it:
//!
//! | module | what |
//! |---|---|
//! | `error` | what can be wrong |
//! | `text` | the texts that are read: files, and what macros become |
//! | `head`, `scan` | the front of a statement; a text as statements |
//! | `labels` | labels of digits |
//! | `arguments` | what follows a directive; expressions |
//! | `line_reader` | lines of code, one after the other |
//! | `ahead` | lines of code that other threads read |
//! | `macros` | macros, and other blocks of statements that directives take |
//! | `dialect` | what a machine adds |
//! | `settings`, `assembly` | what reading is told; what becomes of a source |
//! | `reading` | a source that is being read: what is known of it so far |
//! | `names` | the names that statements may use |
//! | `directives` | what directives do, a file for each kind |
//! | `lines`, `statements`, `late` | the usual lines; statement by statement; what is known at the end |
//! | `assembler` | all of it |
//!
//! A macro becomes statements, so what `directives` do calls `statements` again: both are
//! methods of `reading`.
//!
//! Comments and separators are those of the syntax; `/* */` is a comment in every
//! syntax, also over lines, and stands for a space. A directive that there is not is
//! an error, because leaving one out silently could change the code.

mod ahead;
mod arguments;
mod assembler;
mod assembly;
mod dialect;
mod directives;
mod error;
mod head;
mod labels;
mod late;
mod line_reader;
mod lines;
mod macros;
mod names;
mod reading;
mod scan;
mod settings;
mod statements;
mod text;

pub use assembler::Assembler;
pub use assembly::{Assembly, Item, Listed};
pub use dialect::MachineSupport;
pub use error::{Code, Error};
pub use settings::{Files, NoFiles};
pub use text::{Origin, OriginKind, Text, Texts};

#[allow(unused_imports, reason = "only machines with directives name them")]
pub(crate) use {
    arguments::{Arguments, Scope},
    dialect::{Dialect, Taken},
    error::Fault,
};

#[cfg(all(test, feature = "gcn"))]
mod tests;
