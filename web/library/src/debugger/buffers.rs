//! Memory that arguments name.

use isa_mc::arguments::{self, Contents};
use isa_mc::device::Device;

use super::view::Buffer;

/// The largest buffer that an argument may ask for, in bytes.
const LARGEST: u64 = 64 << 20;

/// Puts a buffer into memory, and says where it is.
pub fn place(
    name: &str,
    buffer: &arguments::Buffer,
    device: &mut Device,
) -> Result<Buffer, String> {
    let (bytes, contents) = match &buffer.contents {
        Contents::File(_) => {
            let message = "files cannot be named here: give zero=BYTES or TYPE=VALUES";
            return Err(format!("{name}: {message}"));
        }
        Contents::Random { bytes, seed } if *bytes <= LARGEST => {
            (*bytes, Some(Contents::random(*bytes, *seed)))
        }
        Contents::Zero(bytes) | Contents::Empty(bytes) | Contents::Random { bytes, .. } => {
            (*bytes, None)
        }
        Contents::Values(values) => (values.len() as u64, Some(values.clone())),
    };
    if bytes > LARGEST {
        return Err(format!(
            "{name}: {bytes} bytes: a buffer has {LARGEST} at most here"
        ));
    }
    let full = || format!("{name}: there is no room for {bytes} bytes");
    let at = device.allocate(bytes).ok_or_else(full)?;
    let filled = match contents {
        Some(contents) => device.write(at, &contents),
        None => device.zero(at, bytes),
    };
    filled.map_err(|_| full())?;
    Ok(Buffer {
        name: name.to_owned(),
        address: format!("{at:#x}"),
        bytes,
        show: buffer.show.map_or("u32", arguments::Type::name).to_owned(),
        at,
    })
}

/// Up to so many bytes of a buffer from an offset on; none of a buffer that there is not.
pub fn read(
    device: &mut Device,
    buffers: &[Buffer],
    index: usize,
    offset: u32,
    count: u32,
) -> Vec<u8> {
    let Some(buffer) = buffers.get(index) else {
        return Vec::new();
    };
    let left = buffer.bytes.saturating_sub(offset.into());
    let count = left.min(count.into()) as usize;
    let bytes = device.read(buffer.at + u64::from(offset), count);
    bytes.unwrap_or_default()
}
