//! Starting kernels: what AMDHSA promises a kernel, for
//! [`Dispatch`].
//!
//! A [`Device`] is memory. A [`Launch`] says which kernel of an [`Image`] runs over which
//! grid with which arguments; [`Launch::start`] gives the dispatch that runs it.
//!
//! ```
//! use isa_mc::asm::Assembler;
//! use isa_mc::gcn::dispatch::{CODE_BASE, Device, Launch, Value};
//! use isa_mc::gcn::{self, loader::Image, syntax};
//!
//! // Every work-item of one wavefront stores its id.
//! let source = br#"
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
//! let file = assembler.assemble("ids.s", source).object().unwrap().to_elf().unwrap();
//!
//! let image = Image::load(&file, CODE_BASE).unwrap();
//! let mut device = Device::new();
//! device.load(&image);
//! let buffer = device.allocate(4 * 64).unwrap();
//! let mut launch = Launch::new([64, 1, 1], [64, 1, 1]);
//! launch.kernarg_segment = Some(buffer.to_le_bytes().to_vec());
//! let kernel = image.kernel(Some("ids")).unwrap();
//! let mut dispatch = launch.start(&image, kernel, device).unwrap();
//! let done = dispatch.run(&mut ()).unwrap();
//! assert_eq!(done.instructions, 5);
//!
//! let mut device = dispatch.into_environment().into_device();
//! assert_eq!(device.read(buffer + 4 * 63, 4).unwrap(), [63, 0, 0, 0]);
//! ```
//!
//! Workgroups run one after the other, so a grid is as large as one likes. What a program
//! never wrote it can read: [`Dispatch::uninitialized`] says what becomes of that.
//!
//! Sources: LLVM's `AMDGPUUsage`, "Initial Kernel Execution State", "Kernel Dispatch",
//! "Kernel Prolog", "Address Spaces", "Code Object V5 Metadata"; the packets of the HSA
//! runtime specification; CLRX's documentation of the instruction sets for descriptors of
//! buffers.
//!
//! In the order in which they can be read: `launch` says how a kernel is to be started,
//! `error` why it cannot be, `device` is memory, `packet` and `arguments` what the runtime
//! puts there, `extent` and `grid` what workgroups and wavefronts begin with, and `start`
//! starts it.
//!
//! [`Dispatch`]: crate::exec::dispatch::Dispatch
//! [`Dispatch::uninitialized`]: crate::exec::dispatch::Dispatch::uninitialized
//! [`Image`]: super::loader::Image

mod arguments;
mod device;
mod error;
mod extent;
mod grid;
mod launch;
mod packet;
mod start;

pub use crate::device::Device;
pub use device::CODE_BASE;
pub use error::LaunchError;
pub use grid::Grid;
pub use launch::{DEFAULT_STACK, Launch, MAX_GROUP, Value, WAVEFRONT};
