//! Memory of a device: code, buffers, and what the runtime puts beside them.

use std::collections::BTreeMap;

use crate::exec::{Fault, Memory};
use crate::gcn::loader::Image;

/// An address at which an [`Image`] can be loaded, far from buffers.
pub const CODE_BASE: u64 = 0x1_0000_0000;

/// The first address of a buffer. All addresses have less than 40 bits, which every
/// processor can say.
const BUFFERS: u64 = 0x2_0000_0000;

/// The end of addresses of buffers.
const END: u64 = 0x60_0000_0000;

/// Buffers begin at multiples of as many bytes, and at least as many behind the end of
/// the one before belong to none: what runs over the end is found.
const APART: u64 = 4096;

/// The memory of a device.
#[derive(Debug, Clone)]
pub struct Device {
    pub(super) memory: Memory,
    next: u64,
    /// Bytes of each buffer, by its address.
    buffers: BTreeMap<u64, u64>,
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
            buffers: BTreeMap::new(),
        }
    }

    /// Puts the segments of an image at their addresses.
    pub fn load(&mut self, image: &Image) {
        for segment in &image.segments {
            self.memory.map(segment.address, segment.size);
            // It was mapped for these bytes, and what the file leaves out is zero.
            let _ = self.memory.write(segment.address, &segment.bytes);
            let count = segment.bytes.len() as u64;
            let rest = segment.size.saturating_sub(count);
            let _ = self.memory.zero(segment.address + count, rest);
        }
    }

    /// Memory for a buffer of that many bytes, which has no contents yet. Gives its
    /// address; `None` if there is no room.
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
