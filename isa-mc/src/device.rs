//! Memory of a device: buffers, and whatever else kernels of a machine have in it.

use isa_dsl::sorted::SortedMap;

use crate::exec::{Fault, Memory};

/// The first address of a buffer. Below is what a machine puts beside them: code, and what
/// groups share. All addresses have less than 40 bits, which every processor can say.
const BUFFERS: u64 = 0x2_0000_0000;

/// The end of addresses of buffers.
const END: u64 = 0x60_0000_0000;

/// Buffers begin at multiples of as many bytes, and at least as many behind the end of
/// the one before belong to none: what runs over the end is found.
const APART: u64 = 4096;

/// The memory of a device. Kernels of every machine run over it.
#[derive(Debug, Clone)]
pub struct Device {
    pub(crate) memory: Memory,
    next: u64,
    /// Bytes of each buffer, by its address.
    buffers: SortedMap<u64, u64>,
}

impl Default for Device {
    fn default() -> Device {
        Device::new()
    }
}

impl Device {
    /// Memory with nothing in it.
    pub fn new() -> Device {
        Device {
            memory: Memory::default(),
            next: BUFFERS,
            buffers: SortedMap::new(),
        }
    }

    /// Memory for a buffer of that many bytes, which has no contents yet. Gives its
    /// address, a multiple of 4096; `None` if there is no room.
    pub fn allocate(&mut self, bytes: u64) -> Option<u64> {
        let address = self.next;
        let end = address.checked_add(bytes)?.checked_add(2 * APART)?;
        if end > END {
            return None;
        }
        self.memory.map(address, bytes);
        self.next = end / APART * APART;
        self.buffers.insert(address, bytes);
        Some(address)
    }

    /// The buffer that an address is nearest to, at or before it: its address and bytes.
    pub fn buffer_before(&self, address: u64) -> Option<(u64, u64)> {
        let (&at, &bytes) = self.buffers.range(..=address).next_back()?;
        Some((at, bytes))
    }

    /// Stores bytes.
    ///
    /// # Errors
    ///
    /// [`Fault`] names the first byte that is not there; nothing was stored then.
    pub fn write(&mut self, address: u64, bytes: &[u8]) -> Result<(), Fault> {
        self.memory.write(address, bytes)
    }

    /// Stores as many zeros.
    ///
    /// # Errors
    ///
    /// [`Fault`] names the first byte that is not there; nothing was stored then.
    pub fn zero(&mut self, address: u64, bytes: u64) -> Result<(), Fault> {
        self.memory.zero(address, bytes)
    }

    /// The bytes at an address; zero where nothing was stored.
    ///
    /// # Errors
    ///
    /// [`Fault`] names the first byte that is not there.
    pub fn read(&mut self, address: u64, count: usize) -> Result<Vec<u8>, Fault> {
        self.memory.read(address, count)
    }
}
