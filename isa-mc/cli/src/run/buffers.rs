//! Buffers in memory, and what they hold in the end.

use std::fmt::Write as _;

use crate::failure::Failure;
use crate::output::Output;
use isa_mc::arguments::Type;

/// Numbers of a buffer in a line.
const PER_LINE: usize = 8;

/// A buffer in memory, and what becomes of it.
pub struct Placed {
    /// Which `--arg` it is, from 0.
    pub at: usize,
    /// Where its first byte is.
    pub address: u64,
    /// How many bytes.
    pub bytes: u64,
    /// As what numbers it is shown in the end.
    pub show: Option<Type>,
    /// The file that it is written to in the end.
    pub out: Option<Output>,
}

/// Writes the numbers of a buffer.
pub fn show(
    at: usize,
    name: Option<&str>,
    kind: Type,
    contents: &[u8],
    text: &mut Output,
) -> Result<(), Failure> {
    let name = name.map_or(String::new(), |name| format!(" {name}"));
    let count = contents.len() / kind.bytes();
    let mut line = format!("--arg {at}{name}: {count} of {}\n", kind.name());
    for (row, numbers) in contents.chunks(kind.bytes() * PER_LINE).enumerate() {
        let _ = write!(line, "{:>8}:", row * PER_LINE);
        for number in numbers.chunks_exact(kind.bytes()) {
            let _ = write!(line, " {}", kind.show(number));
        }
        line.push('\n');
        text.buffer.extend_from_slice(line.as_bytes());
        text.flush_block()?;
        line.clear();
    }
    text.buffer.extend_from_slice(line.as_bytes());
    Ok(())
}
