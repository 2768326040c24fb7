//! MUBUF: where a byte of a buffer lies, and whether it exists. What is done with
//! it is what flat memory instructions do.

use super::flat;
use super::lane::Meaning;

/// A descriptor.
#[derive(Debug, Clone, Copy)]
pub struct Buffer {
    /// Address of the first record.
    pub base: u64,
    /// Bytes of a record; 0 if the buffer has no records.
    pub stride: u32,
    /// Records, or bytes without a stride.
    pub records: u32,
    /// Elements of neighbouring records lie together.
    pub swizzled: bool,
    /// Bytes of such an element: 2, 4, 8 or 16.
    pub element: u32,
    /// Records whose elements lie together: 8, 16, 32 or 64.
    pub together: u32,
    /// The lane's number is added to the index.
    pub add_lane: bool,
    /// What the lowest 19 bits of the last dword say: four selections, the format of the
    /// numbers and that of the data.
    pub format: u32,
}

/// What an instruction and a lane say.
#[derive(Debug, Clone, Copy, Default)]
pub struct Access {
    /// Number of the lane.
    pub lane: u32,
    /// The offset in the instruction.
    pub offset: u32,
    /// The scalar offset.
    pub soffset: u32,
    /// The index, with `idxen`.
    pub index: Option<u32>,
    /// The offset of the lane, with `offen`.
    pub within: Option<u32>,
    /// The address, with `addr64`.
    pub address: Option<u64>,
}

/// Where an access begins.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    /// Address of its first byte, before it is aligned.
    pub address: u64,
    record_exists: bool,
    first: u64,
    end: Option<u64>,
}

impl Place {
    /// Whether its dword of that number exists.
    pub fn has(&self, dword: usize) -> bool {
        let first = self.first + 4 * dword as u64;
        self.record_exists && self.end.is_none_or(|end| first < end)
    }
}

impl Place {
    /// Whether its byte of that number exists.
    pub fn has_byte(&self, byte: u64) -> bool {
        self.record_exists && self.end.is_none_or(|end| self.first + byte < end)
    }
}

impl Buffer {
    /// The four dwords.
    pub fn dwords(&self) -> [u32; 4] {
        let log = |value: u32| value.trailing_zeros();
        [
            self.base as u32,
            (self.base >> 32) as u32 | self.stride << 16 | u32::from(self.swizzled) << 31,
            self.records,
            self.format
                | (log(self.element) - 1) << 19
                | (log(self.together) - 3) << 21
                | u32::from(self.add_lane) << 23,
        ]
    }

    /// Where an access begins.
    pub fn place(&self, access: &Access) -> Place {
        let (offset, soffset) = (access.offset, u64::from(access.soffset));
        if let Some(address) = access.address {
            return Place {
                address: self.base + address + u64::from(offset) + soffset,
                record_exists: true,
                first: 0,
                end: None,
            };
        }
        let lane = if self.add_lane { access.lane } else { 0 };
        let index = access.index.unwrap_or(0).wrapping_add(lane);
        let within = offset.wrapping_add(access.within.unwrap_or(0));
        let distance = if self.swizzled {
            let block = index / self.together * self.together * self.stride;
            let column = within / self.element * self.element * self.together;
            block + column + index % self.together * self.element + within % self.element
        } else {
            index.wrapping_mul(self.stride).wrapping_add(within)
        };
        let chosen = access.index.is_some() || self.add_lane;
        let (first, end) = match (self.stride, chosen) {
            (0, _) => (u64::from(distance) + soffset, Some(self.records.into())),
            (stride, true) => (within.into(), Some(stride.into())),
            (_, false) => (within.into(), None),
        };
        Place {
            address: self.base + soffset + u64::from(distance),
            record_exists: self.stride == 0 || index < self.records,
            first,
            end,
        }
    }
}

/// Whether what follows `buffer_` is a name of what changes caches, and nothing that an
/// instruction reads.
pub fn does_nothing(name: &str) -> bool {
    name.starts_with("wbinvl1") || ["wbl2", "invl2", "inv"].contains(&name)
}

/// What follows `buffer_`, on bytes that exist.
pub fn meaning(name: &str) -> Option<Meaning> {
    flat::meaning(name)
}
