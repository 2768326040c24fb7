//! The MC layer: instructions of a machine that `.isa` files describe, in
//! memory, as bytes and as text.
//!
//! In `Cargo.toml`, for AMD's GPUs and without the program:
//!
//! ```toml
//! isa-mc = { version = "0.1", default-features = false, features = ["gcn", "object", "second-ways"] }
//! ```
//!
//! # Assemble
//!
//! A source becomes an object file, as llvm-mc would make it. Errors come all at once, each with
//! its place.
//!
//! ```
//! # #[cfg(all(feature = "gcn", feature = "object"))] {
//! use isa_mc::asm::Assembler;
//! use isa_mc::gcn::{self, syntax};
//!
//! // Each work-item of a kernel stores its id.
//! let source = r#"
//!     .amdgcn_target "amdgcn-amd-amdhsa--gfx900"
//!     .globl ids
//!     .p2align 8
//! ids:
//!     s_load_dwordx2 s[0:1], s[0:1], 0x0
//!     v_lshlrev_b32_e32 v1, 2, v0
//!     s_waitcnt lgkmcnt(0)
//!     global_store_dword v1, v0, s[0:1]
//!     s_endpgm
//!     .rodata
//!     .amdhsa_kernel ids
//!         .amdhsa_kernarg_size 8
//!         .amdhsa_user_sgpr_kernarg_segment_ptr 1
//!         .amdhsa_next_free_vgpr 2
//!         .amdhsa_next_free_sgpr 2
//!     .end_amdhsa_kernel
//! "#;
//! let target = gcn::target("gfx900").unwrap();
//! let assembler = Assembler::new(target, syntax::LLVM).machine(gcn::SUPPORT).externals();
//! let assembly = assembler.assemble("ids.s", source.as_bytes());
//! for error in &assembly.errors {
//!     eprintln!("ids.s:{}: {error}", assembly.texts.line(error.location));
//! }
//! let object = assembly.object().expect("it has no errors");
//! assert!(object.to_elf().unwrap().starts_with(b"\x7fELF"));
//! assert_eq!(object.section(".text").unwrap().bytes.len(), 28);
//!
//! // One line needs no file.
//! let inst = target.parse("s_waitcnt lgkmcnt(0)", syntax::LLVM).unwrap();
//! assert_eq!(inst.size(), 4);
//! # }
//! ```
//!
//! # Decode
//!
//! Bytes become an [`Inst`], its bits and the identity of its encoding: 24 bytes, without an
//! allocation. Operands are views of these bits.
//!
//! ```
//! # #[cfg(feature = "gcn")] {
//! use isa_mc::Cursor;
//! use isa_mc::gcn::{self, syntax};
//!
//! let target = gcn::target("gfx900").unwrap();
//! let mut code: &[u8] = &[0x82, 0, 2, 0x24, 0, 0x80, 0x70, 0xdc, 1, 0, 0, 0, 0, 0, 0x81, 0xbf];
//! let mut names = Vec::new();
//! while !code.is_empty() {
//!     let inst = target.decode(code).unwrap();
//!     for operand in target.operands(inst) {
//!         let _ = (operand.name, operand.value);
//!     }
//!     let mut line = [0; 128];
//!     let mut line = Cursor::new(&mut line);
//!     target.print(inst, syntax::LLVM, &mut line).unwrap();
//!     names.push(line.as_str().to_string());
//!     code = &code[inst.size()..];
//! }
//! assert_eq!(names[0], "v_lshlrev_b32_e32 v1, 2, v0");
//! assert_eq!(names[2], "s_endpgm");
//! # }
//! ```
//!
//! # Build
//!
//! Each instruction is a function, whose parameters are its operands. What comes out is checked
//! for the processor that it is for; [`describe`] says what it reads and writes.
//!
//! ```
//! # #[cfg(all(feature = "gcn", feature = "std"))] {
//! use isa_mc::gcn::{self, modifier, v};
//!
//! let target = gcn::target("gfx900").unwrap();
//! let load = gcn::flat_load_dword(v(1), v(2).x(2))
//!     .with(modifier::OFFSET, 16)
//!     .flag(modifier::GLC)
//!     .build(&target)
//!     .unwrap();
//! let mut bytes = [0; 8];
//! assert_eq!(target.encode(load, &mut bytes), Ok(8));
//! assert!(target.describe(load).unwrap().loads());
//!
//! // What the processor lacks is refused: offsets came with gfx900.
//! let older = gcn::target("gfx803").unwrap();
//! let wrong = gcn::flat_load_dword(v(1), v(2).x(2)).with(modifier::OFFSET, 16);
//! assert!(wrong.build(&older).is_err());
//! # }
//! ```
//!
//! Objects with labels, kernels and debug information are built without text too: see
//! [`object::ObjectBuilder`](crate::object), and `docs/code-generation.md`.
//!
//! # Run
//!
//! What instructions do is said in the descriptions, and runs: one by one over a machine in
//! memory, or whole kernels with their grid (`gcn::dispatch`).
//!
//! ```
//! # #[cfg(all(feature = "gcn", feature = "std"))] {
//! use isa_mc::exec::InMemory;
//! use isa_mc::gcn::{self, syntax};
//!
//! let target = gcn::target("gfx900").unwrap();
//! let mut machine = InMemory::new(&target);
//! machine.set_state("EXEC", 0b11).unwrap();
//! machine.set_lane("v0", 0, &[40]).unwrap();
//! machine.set_lane("v0", 1, &[1]).unwrap();
//! let add = target.parse("v_add_u32_e32 v1, 2, v0", syntax::LLVM).unwrap();
//! target.execute(add, &mut machine).unwrap();
//! assert_eq!(machine.lane("v1", 0).unwrap(), [42]);
//! assert_eq!(machine.lane("v1", 1).unwrap(), [3]);
//! # }
//! ```
//!
//! # What there is
//!
//! | to | look at |
//! |---|---|
//! | read and write single instructions | [`Target`], or [`StreamTarget`] for machines whose instructions are bytes one after the other ([`stream`]); [`TargetMachine`] is what both have in common |
//! | take a processor whose name is known at run time | [`machines`] |
//! | assemble, disassemble and list files | `asm`, `disasm`, `dump` |
//! | make objects without text | `object` |
//! | know what an instruction reads, writes and waits for | [`describe`] |
//! | run | `exec`, `gcn::dispatch` |
//! | explain an instruction to people | `explain` |
//! | describe another machine | [`isa!`], and the repository's `docs/language.md` |
//! | use it from C or Python | the repository's `docs/c-interface.md`, `python/` |
//!
//! Which modules there are depends on the features: `gcn` and `visa` are machines, `std`, `object`,
//! `threads`, `explain` and `capi` what is done with them. The program is the package `isa-mc-cli`.
//!
//! The engines know no machine: they run over [`tables::Tables`]. They need
//! neither the standard library nor an allocator. They are a package of their own below this
//! one, so that an edit of a machine's description does not compile them again.
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(not(feature = "capi"), forbid(unsafe_code))]

pub use isa_macros::isa;

#[cfg(feature = "std")]
pub mod arguments;
#[cfg(feature = "capi")]
#[allow(unsafe_code, reason = "pointers of C")]
pub mod capi;
#[cfg(feature = "explain")]
pub mod compare;
#[cfg(all(feature = "std", any(feature = "gcn", feature = "visa")))]
pub mod device;
#[cfg(feature = "explain")]
pub mod explain;
#[cfg(feature = "gcn")]
pub mod gcn;
#[cfg(feature = "std")]
pub mod image;
pub mod machines;
#[cfg(feature = "std")]
mod source_error;
#[cfg(feature = "visa")]
pub mod visa;

#[doc(inline)]
pub use isa_mc_engines::*;

/// The code in the README compiles and holds.
#[cfg(all(doctest, feature = "gcn", feature = "std"))]
#[doc = include_str!("../../README.md")]
struct Readme;

/// The code in `docs/code-generation.md` compiles and holds.
#[cfg(all(doctest, feature = "gcn", feature = "object"))]
#[doc = include_str!("../../docs/code-generation.md")]
struct CodeGeneration;
