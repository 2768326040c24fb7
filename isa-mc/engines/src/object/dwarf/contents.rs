//! Bytes of a section of debug information, and what of them a linker fills in.

use crate::object::place::{Place, SectionId, SymbolId};

/// Which form of DWARF is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DwarfFormat {
    /// The version, 2 to 5.
    pub version: u16,
    /// Offsets have 64 bits, which versions from 3 on allow.
    pub is_64: bool,
}

impl DwarfFormat {
    /// Bytes of an offset into a section of debug information.
    pub(crate) fn offset_bytes(self) -> u8 {
        if self.is_64 { 8 } else { 4 }
    }
}

impl Default for DwarfFormat {
    /// Version 4 with offsets of 32 bits, as llvm-mc has it.
    fn default() -> DwarfFormat {
        DwarfFormat {
            version: 4,
            is_64: false,
        }
    }
}

/// What a machine's debug information is made for.
#[derive(Debug, Clone, Copy)]
pub struct DebugFormat {
    /// Bytes of an address, 4 or 8.
    pub address_bytes: u8,
    /// Every instruction is a multiple of so many bytes.
    pub code_unit: u8,
    /// Offsets of saved registers are multiples of so many bytes, with a sign.
    pub data_unit: i8,
    /// The number of the register that holds where a function returns to.
    pub return_register: u32,
    /// How functions are pointed to in `.eh_frame`: `DW_EH_PE_` constants.
    pub pointer_encoding: u8,
    /// The number of a register of that name, as `.cfi_offset` takes it; `None` if it
    /// has none.
    pub register: fn(&str) -> Option<u32>,
}

/// What a value counts from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Target {
    /// A place in a section.
    Place(Place),
    /// A symbol.
    Symbol(SymbolId),
    /// A byte of what is written to the section of that name, from where that begins.
    Written(&'static str, u64),
    /// The end of a section.
    End(SectionId),
}

/// A value that a linker fills in.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reference {
    /// From the start of the contents.
    pub(crate) offset: u64,
    /// Its size.
    pub(crate) bytes: u8,
    /// It counts from itself.
    pub(crate) relative: bool,
    /// What is asked for.
    pub(crate) target: Target,
}

/// Bytes that grow, little-endian as every machine with such a section so far.
#[derive(Debug, Default)]
pub(crate) struct Contents {
    pub(crate) bytes: Vec<u8>,
    pub(crate) references: Vec<Reference>,
    /// Symbols that are bytes of it.
    pub(crate) labels: Vec<(SymbolId, u64)>,
}

impl Contents {
    pub(crate) fn at(&self) -> u64 {
        self.bytes.len() as u64
    }

    pub(crate) fn byte(&mut self, value: u8) {
        self.bytes.push(value);
    }

    /// The lowest bytes of a number.
    pub(crate) fn number(&mut self, value: u64, bytes: u8) {
        let all = value.to_le_bytes();
        self.bytes.extend_from_slice(&all[..usize::from(bytes)]);
    }

    pub(crate) fn unsigned(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.byte(value as u8 | 0x80);
            value >>= 7;
        }
        self.byte(value as u8);
    }

    pub(crate) fn signed(&mut self, mut value: i64) {
        loop {
            let low = value as u8 & 0x7f;
            value >>= 7;
            if value == -i64::from(low >> 6) {
                return self.byte(low);
            }
            self.byte(low | 0x80);
        }
    }

    /// A string, and the zero behind it.
    pub(crate) fn string(&mut self, text: &[u8]) {
        self.bytes.extend_from_slice(text);
        self.byte(0);
    }

    /// Zeros up to a multiple.
    pub(crate) fn align(&mut self, unit: usize) {
        self.bytes
            .resize(self.bytes.len().next_multiple_of(unit), 0);
    }

    /// A value that a linker fills in.
    pub(crate) fn reference(&mut self, bytes: u8, target: Target) {
        self.refer(bytes, false, target);
    }

    /// The distance from itself to something.
    pub(crate) fn distance(&mut self, bytes: u8, target: Target) {
        self.refer(bytes, true, target);
    }

    fn refer(&mut self, bytes: u8, relative: bool, target: Target) {
        let offset = self.at();
        self.references.push(Reference {
            offset,
            bytes,
            relative,
            target,
        });
        self.number(0, bytes);
    }

    /// A length of what follows, which [`end_length`](Self::end_length) fills in; gives
    /// where that begins.
    pub(crate) fn begin_length(&mut self, format: DwarfFormat) -> u64 {
        if format.is_64 {
            self.number(0xffff_ffff, 4);
        }
        self.number(0, format.offset_bytes());
        self.at()
    }

    /// Fills in the length in front of `start`.
    pub(crate) fn end_length(&mut self, start: u64, format: DwarfFormat) {
        let bytes = usize::from(format.offset_bytes());
        let length = (self.at() - start).to_le_bytes();
        let start = start as usize;
        self.bytes[start - bytes..start].copy_from_slice(&length[..bytes]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A number of any size is what its definition says, read back bit by bit: the last
    /// byte of a signed one has its sign.
    #[test]
    fn numbers_are_read_back() {
        let shifted = (0..64).map(|bits| i64::MIN >> bits);
        let numbers = shifted.flat_map(|it| [it, it.wrapping_add(1), !it, (!it).wrapping_add(1)]);
        for number in numbers.chain([0, 1, 63, 64, -64, -65, 127, 128]) {
            let mut contents = Contents::default();
            contents.signed(number);
            let (mut value, mut shift) = (0_i128, 0);
            for &byte in &contents.bytes {
                value |= i128::from(byte & 0x7f) << shift;
                shift += 7;
            }
            if contents.bytes.last().is_some_and(|last| last & 0x40 != 0) {
                value |= -1 << shift;
            }
            assert_eq!(value, number.into(), "{:x?}", contents.bytes);
            let mut contents = Contents::default();
            contents.unsigned(number.cast_unsigned());
            let bytes = contents.bytes.iter().rev();
            let value = bytes.fold(0_u128, |value, byte| value << 7 | u128::from(byte & 0x7f));
            assert_eq!(value, number.cast_unsigned().into());
        }
    }

    /// A length counts what lies behind it, in both formats.
    #[test]
    fn lengths_are_filled_in() {
        for is_64 in [false, true] {
            let format = DwarfFormat { version: 5, is_64 };
            let mut contents = Contents::default();
            contents.byte(7);
            let start = contents.begin_length(format);
            contents.bytes.extend([1, 2, 3]);
            contents.end_length(start, format);
            let expected: &[u8] = match is_64 {
                false => &[7, 3, 0, 0, 0, 1, 2, 3],
                true => &[7, 255, 255, 255, 255, 3, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3],
            };
            assert_eq!(contents.bytes, expected);
            assert_eq!(start - 1, if is_64 { 12 } else { 4 });
        }
    }
}
