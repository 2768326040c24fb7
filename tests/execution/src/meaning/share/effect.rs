//! What an instruction does to a wavefront.

use super::address::Address;
use super::wave::{Fields, Wave};

/// One lane of an instruction that accesses memory.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lane {
    /// What is at the first and the second address.
    pub(super) memory: [u128; 2],
    pub(super) data0: u128,
    pub(super) data1: u128,
    pub(super) dst: u128,
}

/// What an instruction does.
pub(super) enum Effect {
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
pub(super) type WaveEffect = Box<dyn Fn(&mut Wave, Fields)>;

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
    pub(super) effect: Effect,
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
