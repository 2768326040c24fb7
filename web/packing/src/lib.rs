//! Packs WebAssembly for the way to the browser, and unpacks it there.
//!
//! Most of it are tables: rows of a fixed size whose numbers grow from row to row. So each block
//! of bytes is written as differences to the bytes one row before, for whichever size of a row
//! makes the block smallest, and all of it goes through LZMA. That is a fifth smaller than LZMA
//! alone, and half of what gzip makes.
#![forbid(unsafe_code)]

use std::io::{self, Read};

use lzma_rust2::LzmaReader;
use wasm_bindgen::prelude::wasm_bindgen;

/// Bytes that have one size of rows.
const BLOCK: usize = 1 << 15;

/// The size of a row counts in so many bytes.
const UNIT: usize = 4;

/// LZMA may take so much memory, in KiB.
const MEMORY: u32 = 1 << 17;

/// What [`pack`] made of bytes, as those bytes.
///
/// Packed are, behind the length in four bytes, the lowest first, LZMA of: a byte for each
/// block, the size of its rows in units of four bytes, 0 for bytes as they are; and the blocks.
///
/// # Errors
///
/// If it is not what `pack` makes.
pub fn unpacked(packed: &[u8]) -> io::Result<Vec<u8>> {
    let wrong = || io::Error::other("the packed library is damaged: load the page again");
    let (length, packed) = packed.split_first_chunk::<4>().ok_or_else(wrong)?;
    let length = u32::from_le_bytes(*length) as usize;
    let mut reader = LzmaReader::new_mem_limit(packed, MEMORY, None)?;
    let mut rows = vec![0; length.div_ceil(BLOCK)];
    reader.read_exact(&mut rows)?;
    let mut bytes = vec![0; length];
    reader.read_exact(&mut bytes)?;
    for (block, &units) in rows.iter().enumerate() {
        let row = usize::from(units) * UNIT;
        if row == 0 {
            continue;
        }
        let start = (block * BLOCK).max(row);
        let end = (block * BLOCK + BLOCK).min(length);
        for at in start..end {
            bytes[at] = bytes[at].wrapping_add(bytes[at - row]);
        }
    }
    Ok(bytes)
}

/// [`unpacked`] for the page.
///
/// # Errors
///
/// A text for people.
#[wasm_bindgen]
pub fn unpack(packed: &[u8]) -> Result<Vec<u8>, String> {
    unpacked(packed).map_err(|error| error.to_string())
}

/// Packs bytes.
///
/// # Errors
///
/// If there are 4 GiB or more of them.
#[cfg(feature = "pack")]
pub fn pack(bytes: &[u8]) -> io::Result<Vec<u8>> {
    use std::io::Write as _;

    use lzma_rust2::{LzmaOptions, LzmaWriter};

    /// The largest row that is tried, in bytes.
    const LARGEST: usize = 64;
    /// How hard the size of a block is estimated.
    const EFFORT: u8 = 4;

    let length = u32::try_from(bytes.len()).map_err(io::Error::other)?;
    let mut rows = Vec::new();
    let mut blocks = Vec::with_capacity(bytes.len());
    let differences = |start: usize, end: usize, row: usize| -> Vec<u8> {
        let before = |at: usize| at.checked_sub(row).map_or(0, |it| bytes[it]);
        (start..end)
            .map(|at| bytes[at].wrapping_sub(before(at)))
            .collect()
    };
    for start in (0..bytes.len()).step_by(BLOCK) {
        let end = (start + BLOCK).min(bytes.len());
        let plain = bytes[start..end].to_vec();
        let size = |block: &[u8]| miniz_oxide::deflate::compress_to_vec(block, EFFORT).len();
        // What repeats is better left as it is, where both are about as small.
        let mut best = (size(&plain) * 31 / 32, 0, plain);
        for row in (UNIT..=LARGEST).step_by(UNIT) {
            let block = differences(start, end, row);
            let found = size(&block);
            if found < best.0 {
                best = (found, row / UNIT, block);
            }
        }
        rows.push(best.1 as u8);
        blocks.extend(best.2);
    }
    let mut options = LzmaOptions::with_preset(9);
    // Numbers of four bytes.
    (options.lc, options.lp, options.pb) = (0, 2, 2);
    options.dict_size = 1 << 25;
    let size = (rows.len() + blocks.len()) as u64;
    let mut out = length.to_le_bytes().to_vec();
    let mut writer = LzmaWriter::new_use_header(&mut out, &options, Some(size))?;
    writer.write_all(&rows)?;
    writer.write_all(&blocks)?;
    writer.finish()?;
    Ok(out)
}

#[cfg(all(test, feature = "pack"))]
mod tests {
    use super::*;

    /// Tables, text and noise of several lengths come back, and tables become small.
    #[test]
    fn bytes_come_back() {
        let table: Vec<u8> = (0..20_000_u32)
            .flat_map(|row| [row * 7, 5, row].map(u32::to_le_bytes))
            .flatten()
            .collect();
        let packed = pack(&table).expect("packed");
        assert!(
            packed.len() < table.len() / 50,
            "{} of {}",
            packed.len(),
            table.len()
        );
        let mut noise = 1_u64;
        let scattered = table.iter().map(|byte| {
            noise = noise
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            byte ^ (noise >> 56) as u8
        });
        let scattered: Vec<u8> = scattered.collect();
        for bytes in [
            &table[..],
            &table[..12],
            &[],
            &scattered[..],
            &scattered[..=BLOCK],
        ] {
            assert_eq!(
                unpacked(&pack(bytes).expect("packed")).expect("unpacked"),
                bytes
            );
        }
    }

    /// A cut or damaged file is an error, and no panic.
    #[test]
    fn damage_is_told() {
        let packed = pack(&vec![7; 100_000]).expect("packed");
        for length in [0, 3, 4, 10, packed.len() / 2] {
            assert!(unpacked(&packed[..length]).is_err(), "{length}");
        }
    }
}
