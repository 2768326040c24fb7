//! Private memory whose dwords lie beside those of the other lanes: behind a dword of a lane
//! come the same dwords of the others, and then its next one.

use super::machine::{Access, Fault};

/// Where private memory of lanes begins that lie dword by dword beside one another, and how
/// many lanes do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Interleaved {
    /// The address of the first dword of the first lane.
    pub base: u64,
    /// Lanes of a wavefront.
    pub lanes: u32,
}

impl Interleaved {
    /// Where byte `address` of a lane's memory lies; `None` beyond all addresses.
    pub fn place(self, lane: u8, address: u64) -> Option<u64> {
        let row = (address & !3).checked_mul(self.lanes.into())?;
        let offset = row.wrapping_add(u64::from(lane) * 4 + (address & 3));
        Some(self.base.wrapping_add(offset))
    }
}

/// A piece of an access, within one dword.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    /// Where it lies among the addresses of the lane.
    pub address: u64,
    /// How many bytes it has, 1 to 4.
    pub bytes: u8,
    /// How far its value is shifted in that of the access, in bits.
    pub shift: u32,
    /// How many dwords of the lane lie between it and that with which the access begins.
    dwords: u64,
}

impl Piece {
    /// Where it lies if the access begins at this address and so many lanes are beside one
    /// another.
    pub fn at(self, begin: u64, lanes: u32) -> u64 {
        if self.dwords == 0 {
            return begin;
        }
        let row = self.dwords.wrapping_mul(4 * u64::from(lanes));
        (begin & !3).wrapping_add(row)
    }
}

/// The pieces of an access, in the order of its bytes.
pub fn pieces(access: Access) -> impl Iterator<Item = Piece> {
    let mut done = 0;
    core::iter::from_fn(move || {
        if done >= access.bytes {
            return None;
        }
        let address = access.address.wrapping_add(u64::from(done));
        let bytes = (4 - (address % 4) as u8).min(access.bytes - done);
        let piece = Piece {
            address,
            bytes,
            shift: u32::from(done) * 8,
            dwords: (address >> 2).wrapping_sub(access.address >> 2),
        };
        done += bytes;
        Some(piece)
    })
}

/// A fault of memory at `at` in the addresses of the program, where that is `address`.
pub fn moved(fault: Fault, at: u64, address: u64) -> Fault {
    let moved = |it: u64| address.wrapping_add(it.wrapping_sub(at));
    match fault {
        Fault::Unmapped { address } => Fault::Unmapped {
            address: moved(address),
        },
        Fault::Uninitialized { address } => Fault::Uninitialized {
            address: moved(address),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Eight bytes from the third of a dword on are in three dwords, as many apart as there are
    /// lanes.
    #[test]
    fn pieces_lie_in_the_dwords_of_the_lane() {
        let access = Access {
            space: 0,
            address: 6,
            bytes: 8,
            lane: 3,
        };
        for lanes in [32, 64] {
            let all = Interleaved { base: 0, lanes };
            let begin = all.place(3, 6).expect("a place");
            let row = u64::from(lanes) * 4;
            assert_eq!(begin, row + 12 + 2);
            let all: Vec<(u64, u64, u8, u32)> = pieces(access)
                .map(|it| (it.address, it.at(begin, lanes), it.bytes, it.shift))
                .collect();
            assert_eq!(
                all,
                [
                    (6, row + 14, 2, 0),
                    (8, 2 * row + 12, 4, 16),
                    (12, 3 * row + 12, 2, 48)
                ]
            );
        }
        let lanes = 64;
        assert_eq!(Interleaved { base: 0, lanes }.place(0, u64::MAX), None);
    }
}
