//! Code objects as they lie in memory, ready to run: bytes at their addresses, and the
//! kernels with their descriptors and arguments.
//!
//! Both kinds of file are loaded: linked code objects (`ET_DYN`), and objects that no
//! linker has seen (`ET_REL`), whose sections get their places here and whose
//! relocations are applied, with a global offset table if they ask for one.
//!
//! ```
//! use isa_mc::asm::Assembler;
//! use isa_mc::gcn::{self, loader::Image, syntax};
//!
//! let source = br#"
//!     .amdgcn_target "amdgcn-amd-amdhsa--gfx900"
//!     .globl nothing
//!     .p2align 8
//! nothing:
//!     s_endpgm
//!     .rodata
//!     .amdhsa_kernel nothing
//!         .amdhsa_next_free_vgpr 1
//!         .amdhsa_next_free_sgpr 1
//!     .end_amdhsa_kernel
//! "#;
//! let target = gcn::target("gfx900").unwrap();
//! let assembler = Assembler::new(target, syntax::LLVM).machine(gcn::SUPPORT).externals();
//! let file = assembler.assemble("nothing.s", source).object().unwrap().to_elf().unwrap();
//!
//! let image = Image::load(&file, 0x10_0000).unwrap();
//! assert_eq!(image.target.processor.name, "gfx900");
//! let kernel = image.kernel(Some("nothing")).unwrap();
//! assert_eq!(kernel.entry % 256, 0);
//! assert!(image.segment(kernel.entry).unwrap().is_executable);
//! ```
//!
//! Sources: LLVM's `AMDGPUUsage`, "Code Object", "Relocation Records", "Kernel
//! Descriptor".
//!
//! In the order in which they can be read: `segment` is memory, `error` what can be wrong,
//! `place` gives addresses and applies relocations, `image` is all of it.

mod error;
mod image;
mod place;
mod segment;

pub use error::LoadError;
pub use image::{Image, Kernel};
pub use segment::{BASE_ALIGNMENT, ENTRY_ALIGNMENT, Segment};
