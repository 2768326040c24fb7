//! A wavefront and its memory.

use isa_dsl::sorted::SortedMap;

/// Lanes of a wavefront.
pub const LANES: usize = 64;

/// What the bits of the instruction say, apart from its registers.
#[derive(Debug, Clone, Copy)]
pub struct Fields {
    /// 16 bits: one offset, or two of 8 bits, the first one lowest.
    pub offset: u32,
    /// Global instead of local data share.
    pub gds: bool,
}

/// Memory of which only some blocks of 16 bytes exist.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Memory {
    /// The blocks, by the address of their first byte.
    pub blocks: SortedMap<u32, [u8; 16]>,
    /// Where the limit counts from.
    pub base: u32,
    /// Accesses that do not end below it load zero and store nothing.
    pub limit: Option<u32>,
}

impl Memory {
    pub(super) fn inside(&self, at: u32, count: u32) -> bool {
        let end = u64::from(at.wrapping_sub(self.base)) + u64::from(count);
        self.limit.is_none_or(|limit| end <= u64::from(limit))
    }

    /// `count` bytes, the first one lowest.
    pub(super) fn load(&self, at: u32, count: u32) -> u128 {
        if !self.inside(at, count) {
            return 0;
        }
        let block = |at: u32| {
            let block = self.blocks.get(&(at & !15));
            let block = block.unwrap_or_else(|| panic!("no memory at {at:#x}"));
            u128::from_le_bytes(*block)
        };
        let value = block(at) >> (at % 16 * 8);
        low(
            match 16 - at % 16 {
                rest if rest < count => value | block(at + rest) << (8 * rest),
                _ => value,
            },
            8 * count,
        )
    }

    pub(super) fn store(&mut self, at: u32, count: u32, value: u128) {
        if self.inside(at, count) {
            self.put(at, count, value);
        }
    }

    /// Makes bytes exist, with those that are around them.
    pub fn put(&mut self, at: u32, count: u32, value: u128) {
        for index in 0..count {
            let at = at + index;
            let block = self.blocks.entry(at & !15).or_default();
            block[at as usize % 16] = (value >> (8 * index)) as u8;
        }
    }
}

/// A wavefront, and the memory that an instruction works on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wave {
    /// Lanes that run.
    pub exec: u64,
    /// M0.
    pub m0: u32,
    /// Operand `addr` of each lane.
    pub addr: [u32; LANES],
    /// Operand `vdata0`, the first dword lowest.
    pub data0: [u128; LANES],
    /// Operand `vdata1`.
    pub data1: [u128; LANES],
    /// Operand `vdst`, and what is behind it.
    pub dst: [u128; LANES],
    /// Memory.
    pub memory: Memory,
}

impl Wave {
    pub(super) fn active(&self) -> impl Iterator<Item = usize> + use<> {
        let exec = self.exec;
        (0..LANES).filter(move |lane| exec >> lane & 1 == 1)
    }
}

/// The lowest bits of a value.
pub(super) fn low(value: u128, bits: u32) -> u128 {
    value & u128::MAX >> (128 - bits)
}

/// A value with its lowest bits replaced.
pub(super) fn replaced(value: u128, bits: u32, by: u128) -> u128 {
    value ^ low(value ^ by, bits)
}
