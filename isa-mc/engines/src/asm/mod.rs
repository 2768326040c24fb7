//! The assembler: files of statements become an object.
//!
//! ```
//! use isa_mc::asm::Assembler;
//! use isa_mc::gcn::{self, syntax};
//!
//! let target = gcn::target("gfx900").unwrap();
//! let source = b"start: // a label\n  s_branch start\n  .long 1, 2\n";
//! let assembly = Assembler::new(target, syntax::LLVM).assemble("start.s", source);
//! let object = assembly.object().expect("no errors");
//! assert_eq!(object.section(".text").unwrap().bytes.len(), 12);
//! ```
//!
//! In the order in which they can be read, each using only what stands above it:
//!
//! | module | what |
//! |---|---|
//! | `error` | what can be wrong |
//! | `source` | what is assembled |
//! | `text` | the texts that are read: files, and what macros become |
//! | `assembly` | what becomes of a source |
//! | `instructions` | its instructions, of whichever kind |
//! | `head`, `scan` | the front of a statement; a text as statements |
//! | `tokens` | text cut into tokens |
//! | `labels` | labels of digits |
//! | `writing` | a source as text again |
//! | `arguments` | what follows a directive |
//! | `expressions` | numbers and what names in them mean |
//! | `line_reader` | lines of code, one after the other |
//! | `ahead` | lines of code that other threads read |
//! | `conditions` | the conditions that statements stand under |
//! | `values`, `parts` | what stands for parameters; texts with places for it |
//! | `macro_names` | the names that macros have or had |
//! | `calls` | calls of macros that stand in bodies |
//! | `bodies` | statements with places for values |
//! | `macros` | macros, and other blocks of statements that directives take |
//! | `dialect` | what a machine adds |
//! | `debug` | what is told and known of debug information |
//! | `settings` | what reading is told |
//! | `reading` | a source that is being read: what is known of it so far |
//! | `rewriting` | what statements are when the source is written again |
//! | `own_lines` | lines of the source itself |
//! | `names` | the names that statements may use |
//! | `operand_words` | words that operands know, and that no symbol is called |
//! | `directives` | what directives do, a file for each kind |
//! | `expansions`, `calling` | what macros and repetitions stand for, read as it is written; calls in it |
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
mod bodies;
mod calling;
mod calls;
mod conditions;
#[cfg(feature = "object")]
mod debug;
mod dialect;
mod directives;
mod error;
mod expansions;
mod expressions;
mod head;
mod instructions;
mod labels;
mod late;
mod line_reader;
mod lines;
mod macro_names;
mod macros;
mod names;
mod operand_words;
#[cfg(feature = "object")]
mod own_lines;
mod parts;
mod reading;
mod rewriting;
mod scan;
mod settings;
mod source;
mod statements;
mod text;
mod tokens;
mod values;
mod writing;

pub use assembler::Assembler;
pub use assembly::{Assembly, Item, Listed};
pub use dialect::MachineSupport;
pub use error::{Code, Error};
pub use settings::{Files, NoFiles, Remark, TextStyle};
pub use source::Source;
pub use text::{Origin, OriginKind, Text, Texts};

#[doc(hidden)]
pub use {
    arguments::Arguments,
    dialect::{Dialect, Taken},
    error::Fault,
    expressions::Scope,
    writing::{COLUMN, LaterPart, Writer, encoding, pad, remark},
};
