//! Object files as `llvm-objdump` shows them: the listing of their code, and their tables.
//!
//! ```
//! use isa_mc::asm::Assembler;
//! use isa_mc::dump::{Code, Dumper};
//! use isa_mc::gcn::{self, syntax};
//!
//! let target = gcn::target("gfx900").unwrap();
//! let source = b"start:\n s_nop 1\n s_branch start\n";
//! let assembler = Assembler::new(target, syntax::LLVM).machine(gcn::SUPPORT).externals();
//! let file = assembler.assemble("a.s", source).object().unwrap().to_elf().unwrap();
//!
//! let dumper = Dumper::new(target, syntax::LLVM, gcn::SUPPORT);
//! let mut text = Vec::new();
//! dumper.read(&file).unwrap().code(&Code::default(), &mut text).unwrap();
//! let expected = "
//! Disassembly of section .text:
//!
//! 0000000000000000 <start>:
//! \ts_nop 1                                                    // 000000000000: BF800001
//! \ts_branch start                                             // 000000000004: BF82FFFE
//! ";
//! assert_eq!(String::from_utf8(text).unwrap(), expected);
//! ```
//!
//! This is for people, and for scripts that read what llvm-objdump 22 writes: the text is the
//! same byte for byte, where LLVM's text of an instruction says all of it. What assembles back
//! is [`disasm`](crate::disasm).
//!
//! In the order in which they can be read, each using only what stands above it:
//!
//! | module | what |
//! |---|---|
//! | `choice` | what is shown |
//! | `source` | a file that was read, and how it is shown |
//! | `symbols` | the symbols of each section, in the order in which they are listed |
//! | `digits` | numbers and columns |
//! | `branches` | where branches lead, in the names of symbols |
//! | `plan` | what is listed: runs of code that begin with a symbol, in parts |
//! | `data` | data within code |
//! | `lines` | lines of sources between instructions |
//! | `instructions` | one instruction after the other |
//! | `code` | all of the listing |
//! | `tables` | headers, symbols, relocations and contents |
//! | `linked` | what a linker says of a file |
//! | `dumper` | all of it |

mod branches;
mod choice;
mod code;
mod data;
mod dumper;
mod instructions;
mod lines;
mod linked;
mod plan;
mod source;
mod symbols;
mod tables;

pub use crate::object::read::{ReadError, ReadErrorKind};
pub use choice::{Code, Range};
pub use dumper::{Dump, Dumper};
pub use lines::SourceFiles;
