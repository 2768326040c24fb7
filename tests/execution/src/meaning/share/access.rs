//! Plain reads and writes.

use super::address::Address;
use super::effect::{Effect, Lane, Meaning};
use super::wave::{low, replaced};

/// What follows `ds_`, if it reads or writes.
pub(super) fn meaning(name: &str, any_address: bool) -> Option<Meaning> {
    if let Some(name) = name.strip_prefix("read_") {
        read(name, any_address)
    } else if let Some(name) = name.strip_prefix("write_") {
        write(name, any_address)
    } else if let Some(name) = name.strip_prefix("read2") {
        pair(name, false)
    } else {
        pair(name.strip_prefix("write2")?, true)
    }
}

/// Where the only address of a read or write is. Hardware rounds it down to a
/// multiple of the width, three dwords to one of four; from Vega on, as
/// drivers set it up, it takes any address (CLRX; LLVM's `UnalignedDSAccess`).
fn one(width: u32, any_address: bool) -> Address {
    let align = match width {
        _ if any_address => 1,
        12 => 16,
        _ => width,
    };
    Address::One { align }
}

fn read(name: &str, any_address: bool) -> Option<Meaning> {
    // Bits, extended by the sign, half of the destination.
    let (bits, signed, half) = match name {
        "b32" | "addtid_b32" => (32, false, None),
        "b64" => (64, false, None),
        "b96" => (96, false, None),
        "b128" => (128, false, None),
        "u8" => (8, false, None),
        "i8" => (8, true, None),
        "u16" => (16, false, None),
        "i16" => (16, true, None),
        "u8_d16" => (8, false, Some(0)),
        "u8_d16_hi" => (8, false, Some(1)),
        "i8_d16" => (8, true, Some(0)),
        "i8_d16_hi" => (8, true, Some(1)),
        "u16_d16" => (16, false, Some(0)),
        "u16_d16_hi" => (16, false, Some(1)),
        _ => return None,
    };
    let run = move |lane: &mut Lane| {
        let value = lane.memory[0];
        let negative = signed && value >> (bits - 1) & 1 == 1;
        let value = if negative {
            value | u128::MAX << bits
        } else {
            value
        };
        lane.dst = match half {
            Some(0) => replaced(lane.dst, 16, value),
            Some(_) => replaced(lane.dst, 32, low(value, 16) << 16 | low(lane.dst, 16)),
            None => replaced(lane.dst, bits.max(32), value),
        };
    };
    let lane_number = name.starts_with("addtid");
    let address = match lane_number {
        true => Address::LaneNumber,
        false => one(bits / 8, any_address),
    };
    Some(Meaning {
        dst: bits.div_ceil(32) as usize,
        addr: !lane_number,
        data0: 0,
        data1: 0,
        bits: bits.min(64),
        effect: Effect::Lanes {
            address,
            width: bits / 8,
            stores: 0,
            run: Box::new(run),
        },
    })
}

fn write(name: &str, any_address: bool) -> Option<Meaning> {
    let (bits, shift) = match name {
        "b8" => (8, 0),
        "b16" => (16, 0),
        "b8_d16_hi" => (8, 16),
        "b16_d16_hi" => (16, 16),
        "b32" | "addtid_b32" => (32, 0),
        "b64" => (64, 0),
        "b96" => (96, 0),
        "b128" => (128, 0),
        _ => return None,
    };
    let lane_number = name.starts_with("addtid");
    let address = match lane_number {
        true => Address::LaneNumber,
        false => one(bits / 8, any_address),
    };
    Some(Meaning {
        dst: 0,
        addr: !lane_number,
        data0: bits.div_ceil(32) as usize,
        data1: 0,
        bits: bits.clamp(32, 64),
        effect: Effect::Lanes {
            address,
            width: bits / 8,
            stores: 1,
            run: Box::new(move |lane| {
                lane.memory[0] = low(lane.data0 >> shift, bits);
            }),
        },
    })
}

/// Two elements at two addresses.
fn pair(name: &str, write: bool) -> Option<Meaning> {
    let (bits, address) = element(name)?;
    let run = move |lane: &mut Lane| {
        if write {
            lane.memory = [low(lane.data0, bits), low(lane.data1, bits)];
        } else {
            let both = lane.memory[0] | lane.memory[1] << bits;
            lane.dst = replaced(lane.dst, 2 * bits, both);
        }
    };
    let dwords = bits as usize / 32;
    Some(Meaning {
        dst: if write { 0 } else { 2 * dwords },
        addr: true,
        data0: if write { dwords } else { 0 },
        data1: if write { dwords } else { 0 },
        bits,
        effect: Effect::Lanes {
            address,
            width: bits / 8,
            stores: if write { 2 } else { 0 },
            run: Box::new(run),
        },
    })
}

/// Bits of an element, and how two of them are addressed: offsets count
/// elements, or 64 of them.
pub(super) fn element(name: &str) -> Option<(u32, Address)> {
    let (name, times) = match name.strip_prefix("st64") {
        Some(name) => (name, 64),
        None => (name, 1),
    };
    let bits = match name {
        "_b32" | "_rtn_b32" => 32,
        "_b64" | "_rtn_b64" => 64,
        _ => return None,
    };
    let align = bits / 8;
    let stride = align * times;
    Some((bits, Address::Pair { align, stride }))
}
