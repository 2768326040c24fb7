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
    /// On RDNA, where elements have four bytes: how what exists is found out. 0: the records, and
    /// what lies within one; 1: the records; 2: everything, if there are any; 3: so many bytes.
    pub check: Option<u32>,
    /// From RDNA 3 on two bits say whether elements lie together, and how large they are.
    pub is_late: bool,
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
    /// With what might not count left out.
    least: u64,
    /// Nobody says how large the elements are that lie together, or by what strides are
    /// multiplied.
    is_unknown: bool,
}

impl Place {
    /// Whether its dword of that number exists.
    pub fn has(&self, dword: usize) -> bool {
        let first = self.first + 4 * dword as u64;
        self.record_exists && self.end.is_none_or(|end| first < end)
    }
}

impl Place {
    /// Whether something of its 16 bytes exists or not as what counts is understood; or whether
    /// nobody knows where it lies.
    pub fn is_unsure(&self) -> bool {
        if self.is_unknown {
            return true;
        }
        let end = self.end.unwrap_or(u64::MAX);
        self.least != self.first && self.least < end && self.first + 16 > end
    }

    /// Whether an element of so many bytes begins before the end and ends behind it.
    pub fn is_cut(&self, bytes: u64) -> bool {
        self.has_byte(0) && !self.has_byte(bytes.saturating_sub(1))
    }

    /// Whether its byte of that number exists.
    pub fn has_byte(&self, byte: u64) -> bool {
        self.record_exists && self.end.is_none_or(|end| self.first + byte < end)
    }
}

impl Buffer {
    /// The four dwords.
    pub fn dwords(&self) -> [u32; 4] {
        let log = |value: u32| value.trailing_zeros();
        let swizzled = match (self.swizzled, self.is_late) {
            (false, _) => 0,
            (true, false) => 1 << 31,
            (true, true) => (log(self.element) - 1) << 30,
        };
        [
            self.base as u32,
            (self.base >> 32) as u32 | self.stride << 16 | swizzled,
            self.records,
            self.format
                | match self.check {
                    Some(check) if self.is_late => check << 28,
                    Some(check) => check << 28 | 1 << 24,
                    None => (log(self.element) - 1) << 19,
                }
                | (log(self.together) - 3) << 21
                | u32::from(self.add_lane) << 23,
        ]
    }

    /// On RDNA 4, strides are multiplied.
    fn scales(&self) -> bool {
        self.format >> 18 & 3 != 0
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
                least: 0,
                is_unknown: false,
            };
        }
        let lane = if self.add_lane { access.lane } else { 0 };
        let index = access.index.unwrap_or(0).wrapping_add(lane);
        let within = offset.wrapping_add(access.within.unwrap_or(0));
        let element = match (self.check, self.is_late) {
            (Some(_), false) => 4,
            _ => self.element,
        };
        let distance = if self.swizzled {
            let block = index / self.together * self.together * self.stride;
            let column = within / element * element * self.together;
            block + column + index % self.together * element + within % element
        } else {
            index.wrapping_mul(self.stride).wrapping_add(within)
        };
        let chosen = access.index.is_some() || self.add_lane;
        let whole = u64::from(distance) + soffset;
        let (first, end) = match (self.check, self.stride, chosen) {
            (Some(3), ..) | (None, 0, _) => (whole, Some(self.records.into())),
            (Some(0), stride, _) | (None, stride, true) => (within.into(), Some(stride.into())),
            (Some(_), ..) | (None, _, false) => (within.into(), None),
        };
        Place {
            address: self.base + whole,
            record_exists: match self.check {
                None => self.stride == 0 || index < self.records,
                Some(0 | 1) => index < self.records,
                Some(2) => self.records != 0,
                Some(_) => true,
            },
            first,
            end,
            is_unknown: self.is_late && (self.swizzled && self.element == 8 || self.scales()),
            least: match (self.check, self.swizzled) {
                (Some(3), true) => distance.into(),
                (Some(3), false) => within.into(),
                _ => first,
            },
        }
    }
}

/// Whether what follows `buffer_` is a name of what changes caches, and nothing that an
/// instruction reads.
pub fn does_nothing(name: &str) -> bool {
    let others = ["wbl2", "invl2", "inv", "gl0_inv", "gl1_inv"];
    name.starts_with("wbinvl1") || others.contains(&name)
}

/// What follows `buffer_`, on bytes that exist.
pub fn meaning(name: &str) -> Option<Meaning> {
    flat::meaning(name)
}
