//! Packs WebAssembly for the way to the browser, and unpacks it there.
//!
//! Most of the library are tables: rows of a fixed size whose numbers grow from row to row. So
//! each block of bytes is written as differences to the bytes one row before, for whichever size
//! of a row makes the block smallest, and all of it goes through LZMA. That is a fifth smaller
//! than LZMA alone, and half of what gzip makes. Code has no rows, and goes alone: a browser
//! compiles it while the tables are unpacked.
#![forbid(unsafe_code)]

use std::io;

mod lzma;
#[cfg(feature = "pack")]
mod pack;

use wasm_bindgen::prelude::wasm_bindgen;

/// Bytes that have one size of rows.
const BLOCK: usize = 1 << 15;

/// The size of a row counts in so many bytes.
const UNIT: usize = 4;

/// What [`pack`] made of bytes, as those bytes.
///
/// Packed are, behind the length in four bytes, the lowest first, LZMA of: the blocks; and a byte
/// for each of them, the size of its rows in units of four bytes, 0 for bytes as they are.
///
/// # Errors
///
/// If it is not what `pack` makes.
pub fn unpacked(packed: &[u8]) -> io::Result<Vec<u8>> {
    let wrong = || io::Error::other("the packed library is damaged: load the page again");
    let (length, packed) = packed.split_first_chunk::<4>().ok_or_else(wrong)?;
    let length = u32::from_le_bytes(*length) as usize;
    let all = length.checked_add(length.div_ceil(BLOCK));
    let all = all.ok_or_else(wrong)?;
    let mut bytes = lzma::decoded(packed, all).ok_or_else(wrong)?;
    let rows = bytes.split_off(length);
    for (block, &units) in rows.iter().enumerate() {
        let row = usize::from(units) * UNIT;
        if row == 0 {
            continue;
        }
        let mut at = (block * BLOCK).max(row);
        let end = (block * BLOCK + BLOCK).min(length);
        while at < end {
            let (before, rest) = bytes.split_at_mut(at);
            let size = row.min(end - at);
            for (byte, above) in rest[..size].iter_mut().zip(&before[at - row..]) {
                *byte = byte.wrapping_add(*above);
            }
            at += size;
        }
    }
    Ok(bytes)
}

/// What was unpacked, where it lies in the memory of what unpacked it: nothing is copied for who
/// only looks at it.
#[wasm_bindgen]
pub struct Unpacked {
    bytes: Vec<u8>,
}

#[wasm_bindgen]
impl Unpacked {
    /// The address of the first byte.
    #[wasm_bindgen(getter)]
    pub fn address(&self) -> usize {
        self.bytes.as_ptr().addr()
    }

    /// How many bytes there are.
    #[wasm_bindgen(getter)]
    pub fn length(&self) -> usize {
        self.bytes.len()
    }
}

/// [`unpacked`] for the page.
///
/// # Errors
///
/// A text for people.
#[wasm_bindgen]
pub fn unpack(packed: &[u8]) -> Result<Unpacked, String> {
    match unpacked(packed) {
        Ok(bytes) => Ok(Unpacked { bytes }),
        Err(error) => Err(error.to_string()),
    }
}

#[cfg(feature = "pack")]
pub use pack::{Content, pack};

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
        let packed = pack(&table, Content::Tables).expect("packed");
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
            for content in [Content::Code, Content::Tables] {
                let packed = pack(bytes, content).expect("packed");
                assert_eq!(unpacked(&packed).expect("unpacked"), bytes);
            }
        }
    }

    /// A cut or damaged file is an error, and no panic.
    #[test]
    fn damage_is_told() {
        let packed = pack(&vec![7; 100_000], Content::Tables).expect("packed");
        for length in [0, 3, 4, 10, packed.len() / 2] {
            assert!(unpacked(&packed[..length]).is_err(), "{length}");
        }
    }

    /// A turned bit anywhere is an error or other bytes, and no panic: distances before the
    /// beginning, matches behind the end.
    #[test]
    fn turned_bits_do_not_panic() {
        let rows = (0..3_000_u32).map(|row| row * row);
        let bytes: Vec<u8> = rows.flat_map(u32::to_le_bytes).collect();
        let packed = pack(&bytes, Content::Tables).expect("packed");
        let mut refused = 0;
        for bit in 0..packed.len() * 8 {
            let mut turned = packed.clone();
            turned[bit / 8] ^= 1 << (bit % 8);
            match unpacked(&turned) {
                Err(_) => refused += 1,
                Ok(others) => assert_eq!(others.len(), bytes.len(), "{bit}"),
            }
        }
        assert!(refused > 100, "{refused} of {} bits", packed.len() * 8);
    }
}
