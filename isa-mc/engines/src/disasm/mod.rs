//! The disassembler of object files: the way back of [`asm`](crate::asm).
//!
//! ```
//! use isa_mc::asm::Assembler;
//! use isa_mc::disasm::Disassembler;
//! use isa_mc::gcn::{self, syntax};
//!
//! let target = gcn::target("gfx900").unwrap();
//! let source = b"start:\n s_nop 1\n s_branch start\n .long other@abs32@lo\n";
//! let assembler = Assembler::new(target, syntax::LLVM).machine(gcn::SUPPORT).externals();
//! let file = assembler.assemble("a.s", source).object().unwrap().to_elf().unwrap();
//!
//! let mut text = Vec::new();
//! let disassembler = Disassembler::new(target, syntax::LLVM, gcn::SUPPORT);
//! disassembler.read(&file).unwrap().write_text(&mut text).unwrap();
//! let text = String::from_utf8(text).unwrap();
//! assert!(text.contains("start:\n\ts_nop 1\n\ts_branch start\n"), "{text}");
//! assert!(text.contains("\t.long other@abs32@lo\n"));
//! ```
//!
//! The text assembles back to the same contents of sections; for an object that no
//! linker has seen also to the same symbols and relocations. What directives cannot say
//! is data, or a comment, with the reason.
//!
//! In the order in which they can be read, each using only what stands above it;
//! `object::read` makes sections, symbols and relocations of the file:
//!
//! | module | what |
//! |---|---|
//! | `source_lines`, `source_texts` | which line of a source an address comes from; what is shown of it |
//! | `source` | the file, and how it is to be written |
//! | `block` | the text, a block at a time |
//! | `names` | names as they are written |
//! | `steps` | where the statements of code begin, and where its branches lead |
//! | `plan` | what stands where: pieces of sections, labels, records |
//! | `expression` | relocations as expressions |
//! | `walk`, `planning` | how the steps are found, and the plan is made |
//! | `proof` | whether a statement with a name in it is read as it should be |
//! | `place_remark` | addresses and bytes in comments |
//! | `text` | what is written, line by line |
//! | `straight` | nearly all of it: instructions without labels or relocations between them |
//! | `sections`, `symbols` | their directives |
//! | `data`, `code` | what is in sections |
//! | `parts` | parts of a file that are written independently, by many threads |
//! | `disassembler` | all of it |

mod block;
mod code;
mod data;
mod disassembler;
mod expression;
mod names;
mod parts;
mod place_remark;
mod plan;
mod planning;
mod proof;
mod sections;
mod source;
mod source_lines;
mod source_texts;
mod steps;
mod straight;
mod symbols;
mod text;
mod walk;

pub use crate::object::read::{Header, ReadError, ReadErrorKind};
pub use disassembler::{Disassembler, Disassembly, Statement};
pub use source_lines::{SourceLine, SourceLines, SourceLinesError};
