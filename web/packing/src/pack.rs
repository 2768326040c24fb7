//! The other direction, on the building machine.

use std::io::{self, Write as _};

use lzma_rust2::{LzmaOptions, LzmaWriter};

use crate::{BLOCK, UNIT};

/// The largest row that is tried, in bytes.
const LARGEST: usize = 64;

/// How hard the size of a block is estimated.
const EFFORT: u8 = 4;

/// A match of so many bytes is taken as it is found; no match is longer.
const LONGEST: u32 = 273;

/// Places that are looked at for a longer match.
const DEPTH: i32 = 1000;

/// What is packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content {
    /// Instructions of WebAssembly.
    Code,
    /// Tables, and texts beside them.
    Tables,
}

/// Packs bytes. What they are changes only how small they become.
///
/// # Errors
///
/// If there are 4 GiB or more of them.
pub fn pack(bytes: &[u8], content: Content) -> io::Result<Vec<u8>> {
    let length = u32::try_from(bytes.len()).map_err(io::Error::other)?;
    let mut rows = Vec::new();
    let mut blocks = Vec::with_capacity(bytes.len());
    for start in (0..bytes.len()).step_by(BLOCK) {
        let end = (start + BLOCK).min(bytes.len());
        let row = match content {
            Content::Code => 0,
            Content::Tables => best(bytes, start, end),
        };
        rows.push((row / UNIT) as u8);
        blocks.extend(differences(bytes, start, end, row));
    }
    blocks.extend(rows);
    let mut options = LzmaOptions::with_preset(9);
    (options.lc, options.lp, options.pb) = match content {
        Content::Code => (3, 0, 0),
        // Numbers of four bytes.
        Content::Tables => (0, 2, 2),
    };
    // The building machine takes longer for it, and the browser does not.
    (options.nice_len, options.depth_limit) = (LONGEST, DEPTH);
    // As far back as there is anything.
    let size = blocks.len().next_power_of_two().clamp(1 << 16, 1 << 25);
    options.dict_size = u32::try_from(size).map_err(io::Error::other)?;
    let mut out = length.to_le_bytes().to_vec();
    let size = blocks.len() as u64;
    let mut writer = LzmaWriter::new_use_header(&mut out, &options, Some(size))?;
    writer.write_all(&blocks)?;
    writer.finish()?;
    Ok(out)
}

/// A block as differences to the bytes one row before; 0 for as it is.
fn differences(bytes: &[u8], start: usize, end: usize, row: usize) -> Vec<u8> {
    if row == 0 {
        return bytes[start..end].to_vec();
    }
    let before = |at: usize| at.checked_sub(row).map_or(0, |it| bytes[it]);
    let places = start..end;
    places
        .map(|at| bytes[at].wrapping_sub(before(at)))
        .collect()
}

/// The size of rows that makes a block smallest.
fn best(bytes: &[u8], start: usize, end: usize) -> usize {
    let size = |block: &[u8]| miniz_oxide::deflate::compress_to_vec(block, EFFORT).len();
    // What repeats is better left as it is, where both are about as small.
    let mut best = (size(&bytes[start..end]) * 31 / 32, 0);
    for row in (UNIT..=LARGEST).step_by(UNIT) {
        let found = size(&differences(bytes, start, end, row));
        if found < best.0 {
            best = (found, row);
        }
    }
    best.1
}
