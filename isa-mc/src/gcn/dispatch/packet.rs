//! What the runtime puts into memory beside the arguments: the packet that starts a kernel,
//! and the head of the queue.

use super::launch::{Launch, PRIVATE_APERTURE, SHARED_APERTURE, dimensions};
use crate::device::Device;
use crate::gcn::loader::Kernel;

/// Where it lies.
pub(super) struct Addresses {
    pub(super) arguments: u64,
    pub(super) packet: u64,
    pub(super) queue: u64,
}

impl Addresses {
    /// Puts arguments and packet into memory; `None` if there is no room. A workgroup has so
    /// many bytes of local memory, and a work-item so many of private memory.
    pub(super) fn new(
        device: &mut Device,
        queue: u64,
        launch: &Launch,
        kernel: &Kernel,
        arguments: &[u8],
        [local, private]: [u32; 2],
    ) -> Option<Addresses> {
        let addresses = Addresses {
            arguments: device.allocate(arguments.len() as u64)?,
            packet: device.allocate(PACKET as u64)?,
            queue,
        };
        let packet = packet(launch, kernel, local, private, addresses.arguments);
        device.write(addresses.packet, &packet).ok()?;
        device.write(addresses.arguments, arguments).ok()?;
        Some(addresses)
    }
}

/// Puts the head of the queue into memory; gives its address.
pub(super) fn allocate_queue(device: &mut Device) -> Option<u64> {
    let address = device.allocate(QUEUE as u64)?;
    device.write(address, &queue()).ok()?;
    Some(address)
}

/// Bytes of a packet, and of a queue's head.
const PACKET: usize = 64;
const QUEUE: usize = 256;

/// The packet that starts the kernel: `hsa_kernel_dispatch_packet_t`.
fn packet(
    launch: &Launch,
    kernel: &Kernel,
    local: u32,
    private: u32,
    arguments: u64,
) -> [u8; PACKET] {
    let mut bytes = [0; PACKET];
    let mut put = |at: usize, value: &[u8]| bytes[at..at + value.len()].copy_from_slice(value);
    // A kernel's dispatch, and how many dimensions it has.
    put(0, &2_u16.to_le_bytes());
    put(2, &u16::from(dimensions(launch.grid)).to_le_bytes());
    for (at, size) in (4..).step_by(2).zip(launch.group) {
        put(at, &(size as u16).to_le_bytes());
    }
    for (at, size) in (12..).step_by(4).zip(launch.grid) {
        put(at, &size.to_le_bytes());
    }
    put(24, &private.to_le_bytes());
    put(28, &local.to_le_bytes());
    put(32, &kernel.descriptor_address.to_le_bytes());
    put(40, &arguments.to_le_bytes());
    bytes
}

/// The head of the queue, `amd_queue_t`: where the apertures begin.
fn queue() -> [u8; QUEUE] {
    let mut bytes = [0; QUEUE];
    let [_, shared] = halves(SHARED_APERTURE);
    let [_, private] = halves(PRIVATE_APERTURE);
    bytes[0x40..0x44].copy_from_slice(&shared.to_le_bytes());
    bytes[0x44..0x48].copy_from_slice(&private.to_le_bytes());
    bytes
}

/// The lower and the upper half of an address.
pub(super) fn halves(value: u64) -> [u32; 2] {
    [value as u32, (value >> 32) as u32]
}
