//! Memory of a device: buffers, and what groups share.

use crate::exec::{Fault, Memory};

/// The first address of memory that a group shares.
pub(super) const SHARED: u64 = 0x1_0000_0000;

/// The first address of a buffer.
const BUFFERS: u64 = 0x2_0000_0000;

/// The end of addresses: what lies there or behind is none.
pub(super) const END: u64 = 0x8000_0000_0000;

/// Buffers begin at multiples of as many bytes, and at least as many behind the end of the
/// one before belong to none: what runs over the end is found.
const APART: u64 = 4096;

/// The memory of a device. What was never stored reads as zero.
#[derive(Debug, Clone)]
pub struct Device {
    pub(super) memory: Memory,
    next: u64,
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
        }
    }

    /// Memory for a buffer of that many bytes. Gives its address, a multiple of 4096; `None`
    /// if there is no room.
    pub fn allocate(&mut self, bytes: u64) -> Option<u64> {
        let address = self.next;
        let end = address.checked_add(bytes)?.checked_add(2 * APART)?;
        if end > END {
            return None;
        }
        self.memory.map(address, bytes);
        self.next = end / APART * APART;
        Some(address)
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

    /// The bytes at an address.
    ///
    /// # Errors
    ///
    /// [`Fault`] names the first byte that is not there.
    pub fn read(&mut self, address: u64, count: usize) -> Result<Vec<u8>, Fault> {
        self.memory.read(address, count)
    }
}
