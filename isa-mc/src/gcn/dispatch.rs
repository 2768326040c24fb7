//! Starting kernels: what AMDHSA promises a kernel, for [`Dispatch`].
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

mod arguments;
mod device;
mod error;
mod extent;
mod grid;
mod packet;

use super::loader::{Image, Kernel};
use crate::exec::dispatch::Dispatch;

pub use arguments::Value;
pub use device::{CODE_BASE, Device};
pub use error::LaunchError;
pub use grid::Grid;

/// Lanes of a wavefront.
pub const WAVEFRONT: u32 = 64;

/// Work-items that a workgroup can have.
pub const MAX_GROUP: u32 = 1024;

/// Bytes that a work-item's stack has beyond what is known, if nothing else is said.
pub const DEFAULT_STACK: u32 = 16 << 10;

/// How a kernel is started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Launch {
    /// Work-items in each dimension. The last group of a dimension may have fewer than the
    /// others, but for kernels that were compiled for whole groups.
    pub grid: [u32; 3],
    /// Work-items of a workgroup in each dimension.
    pub group: [u32; 3],
    /// The arguments in the order of the metadata, without those that the runtime gives.
    pub arguments: Vec<Value>,
    /// The bytes of all arguments, in place of `arguments`: for kernels without metadata.
    pub kernarg_segment: Option<Vec<u8>>,
    /// Bytes of local memory behind those that the kernel asks for, and before those of
    /// `arguments`: at [`Kernel::local_bytes`](super::loader::Kernel::local_bytes).
    pub local: u32,
    /// Bytes that a work-item's stack has beyond what is known, for kernels that ask for
    /// a stack of unknown size.
    pub stack: u32,
}

impl Launch {
    /// A grid and the size of its workgroups, both in work-items; no arguments.
    pub fn new(grid: [u32; 3], group: [u32; 3]) -> Launch {
        Launch {
            grid,
            group,
            arguments: Vec::new(),
            kernarg_segment: None,
            local: 0,
            stack: DEFAULT_STACK,
        }
    }

    /// With one more argument.
    #[must_use]
    pub fn argument(mut self, value: Value) -> Launch {
        self.arguments.push(value);
        self
    }

    /// The dispatch of a kernel. Its code is in `device` already ([`Device::load`]).
    ///
    /// # Errors
    ///
    /// [`LaunchError`] says what does not fit the kernel, and what would.
    pub fn start(
        &self,
        image: &Image,
        kernel: &Kernel,
        device: Device,
    ) -> Result<Dispatch<'static, Grid>, LaunchError> {
        let grid = Grid::new(self, image, kernel, device)?;
        let target = grid.target();
        Ok(Dispatch::new(&target, grid))
    }
}
