//! A module of WebAssembly, cut into its code and what its memory begins with.

use std::error::Error;

/// Both parts.
pub struct Cut {
    /// The module without data.
    pub code: Vec<u8>,
    /// What memory holds from [`Cut::address`] on before anything runs.
    pub memory: Vec<u8>,
    /// Where that begins.
    pub address: usize,
}

/// Bytes, and where in memory they are.
type Segment<'b> = (usize, &'b [u8]);

/// The numbers of sections.
mod section {
    pub const DATA: u8 = 11;
    pub const DATA_COUNT: u8 = 12;
}

/// Bytes of the head: magic number and version.
const HEAD: usize = 8;

/// Bytes that are read one after the other.
struct Reader<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl<'b> Reader<'b> {
    fn take(&mut self, count: usize) -> Result<&'b [u8], Box<dyn Error>> {
        let end = self.at.checked_add(count);
        let found = end.and_then(|end| self.bytes.get(self.at..end));
        let found = found.ok_or("the WebAssembly is cut off")?;
        self.at += count;
        Ok(found)
    }

    /// A number in LEB128 of at most 32 bits, and whether a signed one would be negative.
    fn number(&mut self) -> Result<(usize, bool), Box<dyn Error>> {
        let mut value = 0_u64;
        for shift in (0..35).step_by(7) {
            let byte = self.take(1)?[0];
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok((usize::try_from(value)?, byte & 0x40 != 0));
            }
        }
        Err("a number in the WebAssembly has too many bytes".into())
    }
}

/// Cuts a module, all of whose data have places that are constants, as linkers make it.
///
/// # Errors
///
/// What is wrong with it.
pub fn cut(wasm: &[u8]) -> Result<Cut, Box<dyn Error>> {
    let mut reader = Reader { bytes: wasm, at: 0 };
    let mut code = reader.take(HEAD)?.to_vec();
    let mut pieces: Vec<Segment<'_>> = Vec::new();
    while reader.at < wasm.len() {
        let begin = reader.at;
        let id = reader.take(1)?[0];
        let (size, _) = reader.number()?;
        let contents = reader.take(size)?;
        match id {
            section::DATA => pieces.extend(segments(contents)?),
            section::DATA_COUNT => return Err("instructions of the WebAssembly name data".into()),
            _ => code.extend_from_slice(&wasm[begin..reader.at]),
        }
    }
    let address = pieces.iter().map(|it| it.0).min().unwrap_or(0);
    let end = pieces.iter().map(|it| it.0 + it.1.len()).max();
    let mut memory = vec![0; end.unwrap_or(address) - address];
    for (at, bytes) in pieces {
        memory[at - address..][..bytes.len()].copy_from_slice(bytes);
    }
    Ok(Cut {
        code,
        memory,
        address,
    })
}

/// The segments of a section of data, with their places.
fn segments(contents: &[u8]) -> Result<Vec<Segment<'_>>, Box<dyn Error>> {
    /// `i32.const`, and the end of an expression.
    const CONSTANT: u8 = 0x41;
    const END: u8 = 0x0b;
    let mut reader = Reader {
        bytes: contents,
        at: 0,
    };
    let mut all = Vec::new();
    for _ in 0..reader.number()?.0 {
        let (kind, _) = reader.number()?;
        let constant = reader.take(1)?[0];
        let (at, is_negative) = reader.number()?;
        if kind != 0 || constant != CONSTANT || is_negative || reader.take(1)?[0] != END {
            return Err("data of the WebAssembly have no constant place".into());
        }
        let (size, _) = reader.number()?;
        all.push((at, reader.take(size)?));
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: [u8; 8] = *b"\0asm\x01\0\0\0";

    /// Data go out of the module, wherever they stand in memory; everything else stays.
    #[test]
    fn data_are_cut_out() {
        let custom = [0, 3, 1, b'x', 7];
        let data = [
            11, 18, 2, // two segments
            0, 0x41, 0x88, 0x08, 0x0b, 2, 1, 2, // two bytes at 1032
            0, 0x41, 0x80, 0x08, 0x0b, 3, 3, 4, 5, // three bytes at 1024
        ];
        let wasm = [&HEADER[..], &data[..], &custom[..]].concat();
        let cut = cut(&wasm).expect("a module");
        assert_eq!(cut.code, [&HEADER[..], &custom[..]].concat());
        assert_eq!(
            (cut.address, cut.memory),
            (1024, vec![3, 4, 5, 0, 0, 0, 0, 0, 1, 2])
        );
    }

    /// What is cut off, or has its data elsewhere, is an error.
    #[test]
    fn others_are_refused() {
        for bytes in [
            &HEADER[..3],
            &[&HEADER[..], &[11, 9, 1]].concat(),
            &[&HEADER[..], &[11, 6, 1, 1, 3, 1, 2, 3]].concat(),
            &[&HEADER[..], &[11, 5, 1, 0, 0x23, 0, 0x0b]].concat(),
            &[&HEADER[..], &[12, 1, 1]].concat(),
        ] {
            assert!(cut(bytes).is_err(), "{bytes:?}");
        }
    }
}
