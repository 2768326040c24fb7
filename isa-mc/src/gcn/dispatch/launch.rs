//! How a kernel is to be started.

/// Lanes of a wavefront at most: kernels of gfx10 and later may ask for 32 ([`Grid::lanes`]).
///
/// [`Grid::lanes`]: super::Grid::lanes
pub const WAVEFRONT: u32 = 64;

/// Work-items that a workgroup can have.
pub const MAX_GROUP: u32 = 1024;

/// Bytes that a work-item's stack has beyond what is known, if nothing else is said.
pub const DEFAULT_STACK: u32 = 16 << 10;

/// Where local memory begins among all addresses: what a processor does not fix, and the
/// runtime of AMD does.
pub(super) const SHARED_APERTURE: u64 = 1 << 48;
/// Where private memory begins among all addresses.
pub(super) const PRIVATE_APERTURE: u64 = 2 << 48;

/// An argument of a kernel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// A value, as its bytes: as many as the argument has.
    Bytes(Vec<u8>),
    /// An address in global memory, of a buffer.
    Address(u64),
    /// A pointer to as many bytes of local memory.
    Local(u32),
}

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
    /// `arguments`: at [`Kernel::local_bytes`](crate::gcn::loader::Kernel::local_bytes).
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
}

/// How many dimensions a grid has.
pub(super) fn dimensions(grid: [u32; 3]) -> u8 {
    match grid {
        [_, 1, 1] => 1,
        [_, _, 1] => 2,
        _ => 3,
    }
}
