//! DS: what instructions do to local and global data share and between lanes.
//!
//! Sources: AMD's instruction set documents (Sea Islands, GCN3, Vega; where a
//! later one says more, RDNA and CDNA), CLRX's `GcnInstrsDs`, and what LLVM and
//! Mesa generate.

mod access;
mod address;
mod atomic;
mod lanes;

use address::Address;
use std::collections::BTreeMap;

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
    pub blocks: BTreeMap<u32, [u8; 16]>,
    /// Where the limit counts from.
    pub base: u32,
    /// Accesses that do not end below it load zero and store nothing.
    pub limit: Option<u32>,
}

impl Memory {
    fn inside(&self, at: u32, count: u32) -> bool {
        let end = u64::from(at.wrapping_sub(self.base)) + u64::from(count);
        self.limit.is_none_or(|limit| end <= u64::from(limit))
    }

    /// `count` bytes, the first one lowest.
    fn load(&self, at: u32, count: u32) -> u128 {
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

    fn store(&mut self, at: u32, count: u32, value: u128) {
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
    fn active(&self) -> impl Iterator<Item = usize> + use<> {
        let exec = self.exec;
        (0..LANES).filter(move |lane| exec >> lane & 1 == 1)
    }
}

/// One lane of an instruction that accesses memory.
#[derive(Debug, Clone, Copy)]
struct Lane {
    /// What is at the first and the second address.
    memory: [u128; 2],
    data0: u128,
    data1: u128,
    dst: u128,
}

/// What an instruction does.
enum Effect {
    /// Every active lane for itself, one after the other.
    Lanes {
        /// Where its memory is.
        address: Address,
        /// Bytes of an access.
        width: u32,
        /// At how many of the addresses it stores.
        stores: usize,
        run: Box<dyn Fn(&mut Lane)>,
    },
    /// The wavefront as a whole.
    Wave(WaveEffect),
    /// No document says it, or a wavefront alone cannot say it.
    Undefined,
}

/// What happens to a wavefront.
type WaveEffect = Box<dyn Fn(&mut Wave, Fields)>;

/// The operands of an instruction, and what it does.
pub struct Meaning {
    /// Dwords of `vdst`; 0 if there is none.
    pub dst: usize,
    /// There is an operand `addr`.
    pub addr: bool,
    /// Dwords of `vdata0`.
    pub data0: usize,
    /// Dwords of `vdata1`.
    pub data1: usize,
    /// Width in bits of the numbers that it works on: which edges matter.
    pub bits: u32,
    effect: Effect,
}

impl Meaning {
    /// Where the memory of a lane is: none, one or two addresses.
    pub fn places(&self, wave: &Wave, fields: Fields, lane: usize) -> Vec<u32> {
        match &self.effect {
            Effect::Lanes { address, .. } => address.places(wave, fields, lane),
            _ => Vec::new(),
        }
    }

    /// Offsets with which the places of the lanes do not get in each other's
    /// way, 64 bytes between the addresses of two lanes.
    pub fn offsets(&self) -> Vec<u32> {
        match &self.effect {
            Effect::Lanes { address, .. } => address.offsets(),
            _ => vec![0, 0x24, 0xffff],
        }
    }

    /// It has an offset for each of two addresses.
    pub fn has_pair(&self) -> bool {
        match &self.effect {
            Effect::Lanes { address, .. } => matches!(address, Address::Pair { .. }),
            _ => false,
        }
    }

    /// Its operand is in memory, at a distance from the address.
    pub fn has_second(&self) -> bool {
        match &self.effect {
            Effect::Lanes { address, .. } => matches!(address, Address::Second { .. }),
            _ => false,
        }
    }

    /// It accesses memory lane by lane.
    pub fn has_places(&self) -> bool {
        matches!(self.effect, Effect::Lanes { .. })
    }

    /// Bytes of an access to memory.
    pub fn width(&self) -> u32 {
        match self.effect {
            Effect::Lanes { width, .. } => width,
            _ => 4,
        }
    }

    /// The wavefront afterwards; `None` if that is not defined.
    pub fn run(&self, wave: &Wave, fields: Fields) -> Option<Wave> {
        let mut after = wave.clone();
        match &self.effect {
            Effect::Undefined => return None,
            Effect::Wave(run) => run(&mut after, fields),
            Effect::Lanes {
                address,
                width,
                stores,
                run,
            } => {
                if fields.gds && *address == Address::LaneNumber {
                    return None;
                }
                for index in wave.active() {
                    let places = address.places(wave, fields, index);
                    let mut memory = [0; 2];
                    for (value, at) in memory.iter_mut().zip(&places) {
                        *value = after.memory.load(*at, *width);
                    }
                    let mut lane = Lane {
                        memory,
                        data0: wave.data0[index],
                        data1: wave.data1[index],
                        dst: wave.dst[index],
                    };
                    run(&mut lane);
                    for (value, at) in lane.memory.iter().zip(&places).take(*stores) {
                        after.memory.store(*at, *width, *value);
                    }
                    after.dst[index] = lane.dst;
                }
            }
        }
        Some(after)
    }
}

/// The lowest bits of a value.
fn low(value: u128, bits: u32) -> u128 {
    value & u128::MAX >> (128 - bits)
}

/// A value with its lowest bits replaced.
fn replaced(value: u128, bits: u32, by: u128) -> u128 {
    value ^ low(value ^ by, bits)
}

/// The meaning of an instruction on an architecture; `None` if nobody has said
/// it.
pub fn meaning(mnemonic: &str, arch: &str) -> Option<Meaning> {
    let name = mnemonic.strip_prefix("ds_")?;
    let any_address = arch == "gcn1.4";
    access::meaning(name, any_address)
        .or_else(|| lanes::meaning(name, arch))
        .or_else(|| atomic::meaning(name))
}
