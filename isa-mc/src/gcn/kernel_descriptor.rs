//! The kernel descriptor of AMDHSA: 64 bytes by which the runtime knows how to
//! start a kernel, and the `.amdhsa_` directives that say them.
//!
//! ```
//! use isa_mc::gcn::kernel_descriptor::{KernelDescriptor, directives};
//! use isa_mc::gcn::target_id::TargetId;
//!
//! let target = TargetId::parse("amdgcn-amd-amdhsa--gfx900:xnack-").unwrap();
//! let mut kernel = KernelDescriptor::for_target(target);
//! kernel.set(".amdhsa_next_free_vgpr", 20).unwrap();
//! kernel.set(".amdhsa_next_free_sgpr", 10).unwrap();
//! kernel.set(".amdhsa_user_sgpr_kernarg_segment_ptr", 1).unwrap();
//! let bytes = kernel.finish().unwrap();
//! assert_eq!(bytes[48], 0x44); // 5 blocks of 4 VGPRs, 2 of 8 SGPRs, each less one
//!
//! let said = directives(target, &bytes).unwrap();
//! assert_eq!(said.value("next_free_vgpr"), Some(20));
//! ```
//!
//! Bytes 16 to 23, the distance to the kernel's code, are the assembler's: it puts
//! a relocation there. They are zero here, and are not looked at.
//!
//! Source: LLVM's `AMDGPUUsage`, "Kernel Descriptor" and "`.amdhsa_kernel`", and what
//! llvm-mc 22 does where that is silent.

mod directive;
mod error;
mod fields;
mod reading;
mod registers;
mod table;
#[cfg(all(test, feature = "std"))]
mod tests;
mod writing;

pub use error::{DescriptorError, Unsaid};
#[cfg(feature = "object")]
pub(super) use fields::{ACCUMULATION_BLOCK, SGPR_BLOCK, ones, word, word_of};
pub use fields::{ALIGNMENT, ENTRY_OFFSET, PREFIX, SIZE};
#[cfg(feature = "object")]
pub(super) use reading::modes_of;
pub use reading::{Directives, directives};
pub use registers::extra_sgprs;
pub use table::{DIRECTIVES, Directive, Mode, Place, Processors};
pub use writing::KernelDescriptor;
#[cfg(feature = "object")]
pub(super) use writing::default;
