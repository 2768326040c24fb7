//! What is asked for: groups, threads, arguments.

use crate::image::Image;

/// Threads that a group can have.
pub const MAX_THREADS: u64 = 1024;

/// A value for an input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Argument {
    /// The bytes of a variable, as many as the input has.
    Bytes(Vec<u8>),
    /// A buffer: for a surface; or for a variable of 4 or 8 bytes, which holds its address.
    Buffer {
        /// Address of its first byte.
        address: u64,
        /// Its bytes.
        bytes: u32,
    },
    /// An image: for a surface; or for a row of the binding table only, which no input of
    /// kernels of Intel's compiler names.
    Image(Image),
    /// The bytes of a variable in each thread of a group, x first: what a runtime writes to
    /// the registers of a thread, as the local ids of its channels.
    Threads(Vec<Vec<u8>>),
}

/// How a kernel is to be started.
#[derive(Debug, Clone)]
pub struct Launch {
    /// How many groups run in each dimension.
    pub groups: [u32; 3],
    /// The number of the first one in each dimension, 0 if nothing is said. A grid whose last
    /// groups are smaller runs in parts, one for each size of groups.
    pub first_group: [u32; 3],
    /// How many threads a group has in each dimension, [`MAX_THREADS`] in all.
    pub threads: [u32; 3],
    /// A value for each input that is an argument, in their order.
    pub arguments: Vec<Argument>,
    /// Bytes of a register, 32 or 64 (the default): how far rows of variables are apart.
    pub register_bytes: u32,
    /// Channels, 1 to 32; `None` for what the kernel says.
    pub channels: Option<u32>,
    /// Channels of all threads of a group, where its last threads have fewer; `None` if all
    /// have the same.
    pub group_channels: Option<u32>,
    /// Bytes that a group shares; `None` for what the kernel's attribute `SLMSize` says, in
    /// kilobytes.
    pub shared_bytes: Option<u32>,
    /// Bytes of scratch memory of a thread; `None` for what the kernel's attribute
    /// `SpillMemOffset` says. Hardware has powers of two from 1 KiB on, so more may be there.
    pub scratch_bytes: Option<u32>,
}

/// What an input of a thread is filled with.
#[derive(Debug, Clone)]
pub(super) enum Filled {
    Bytes(Vec<u8>),
    /// The number of the thread in its group.
    Thread,
    /// Those of each thread.
    Threads(Vec<Vec<u8>>),
}

/// An input that is a variable.
#[derive(Debug, Clone)]
pub(super) struct Given {
    /// First byte in the storage of a thread's variables.
    pub start: usize,
    /// How many bytes.
    pub size: usize,
    pub filled: Filled,
}

impl Launch {
    /// A launch without arguments.
    pub fn new(groups: [u32; 3], threads: [u32; 3]) -> Launch {
        Launch {
            groups,
            first_group: [0; 3],
            threads,
            arguments: Vec::new(),
            register_bytes: 64,
            channels: None,
            group_channels: None,
            shared_bytes: None,
            scratch_bytes: None,
        }
    }
}

/// Three dwords.
pub(super) fn three(numbers: [u32; 3]) -> Vec<u8> {
    numbers.iter().flat_map(|it| it.to_le_bytes()).collect()
}
