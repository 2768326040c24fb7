//! Code in the memory of a device.

use crate::device::Device;
use crate::gcn::loader::Image;

/// An address at which an [`Image`] can be loaded, far from buffers.
pub const CODE_BASE: u64 = 0x1_0000_0000;

impl Device {
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
}
