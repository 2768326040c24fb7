//! Atomics: one value of memory, changed in one step.

use super::access;
use super::address::Address;
use super::effect::{Effect, Lane, Meaning};
use super::wave::{low, replaced};
use crate::meaning::flat;

/// New value of memory from the old one and the two operands.
type Change = Box<dyn Fn(u64, u64, u64) -> u64>;

/// What follows `ds_`, if it is an atomic.
pub(super) fn meaning(name: &str) -> Option<Meaning> {
    match name {
        "condxchg32_rtn_b64" => return Some(conditional_exchange()),
        "condxchg32_rtn_b128" => {
            return Some(Meaning {
                dst: 4,
                addr: false,
                data0: 0,
                data1: 0,
                bits: 32,
                effect: Effect::Undefined,
            });
        }
        _ => {}
    }
    if let Some(name) = name.strip_prefix("wrxchg2") {
        return exchange_pair(name);
    }
    // `add_rtn_u32` is an operation, how it is done, and a type.
    let (name, kind) = name.rsplit_once('_')?;
    let (name, form) = match name.rsplit_once('_') {
        Some((name, form @ ("rtn" | "src2"))) => (name, form),
        _ => (name, ""),
    };
    let (bits, (change, operands)) = match (name, kind) {
        ("pk_add", "f16") => (
            32,
            (
                Box::new(|old, data, _| flat::halves(old, data)) as Change,
                1,
            ),
        ),
        ("pk_add", "bf16") => (
            32,
            (
                Box::new(|old, data, _| flat::bfloats(old, data)) as Change,
                1,
            ),
        ),
        _ => {
            let bits = match kind.get(1..)? {
                "32" => 32,
                "64" => 64,
                _ => return None,
            };
            (bits, change(name, kind.get(..1)?, bits)?)
        }
    };
    let (second, returns) = (form == "src2", form == "rtn");
    // Exchanging without returning is writing, and has no row; writing from
    // memory to memory has one.
    let row = match name {
        "wrxchg" | "wrap" => returns,
        "write" => second,
        _ => true,
    };
    if !row {
        return None;
    }
    let run = move |lane: &mut Lane| {
        let old = lane.memory[0] as u64;
        let data0 = if second { lane.memory[1] } else { lane.data0 };
        let new = change(old, low(data0, bits) as u64, low(lane.data1, bits) as u64);
        lane.memory[0] = low(u128::from(new), bits);
        if returns {
            lane.dst = replaced(lane.dst, bits, u128::from(old));
        }
    };
    let align = bits / 8;
    let dwords = bits as usize / 32;
    Some(Meaning {
        dst: if returns { dwords } else { 0 },
        addr: true,
        data0: if second { 0 } else { dwords },
        data1: if operands == 2 { dwords } else { 0 },
        bits,
        effect: Effect::Lanes {
            address: match second {
                true => Address::Second { align },
                false => Address::One { align },
            },
            width: align,
            stores: 1,
            run: Box::new(run),
        },
    })
}

/// What an atomic of a type (`u`, `i`, `f`, `b`) does, and how many operands it
/// takes from registers.
fn change(name: &str, kind: &str, bits: u32) -> Option<(Change, usize)> {
    // Those that other memories have too, under their names there.
    let elsewhere = match (name, kind) {
        ("add" | "sub" | "inc" | "dec", "u") | ("and" | "or" | "xor", "b") => name,
        ("min", "i") => "smin",
        ("max", "i") => "smax",
        ("min", "u") => "umin",
        ("max", "u") => "umax",
        ("add", "f") if bits == 64 => "fadd",
        ("min" | "min_num", "f") => "fmin",
        ("max" | "max_num", "f") => "fmax",
        ("wrxchg" | "write", "b") => "swap",
        ("cmpst" | "cmpstore", "b") => "cmpswap",
        ("cmpst" | "cmpstore", "f") => "fcmpswap",
        _ => "",
    };
    if let Some(change) = flat::change_of(elsewhere, bits) {
        return Some(match name {
            // The first operand is compared with, the second one stored.
            "cmpst" => (
                Box::new(move |old, compare, new| change(old, new, compare)),
                2,
            ),
            // RDNA 3 has them the other way round.
            "cmpstore" => (Box::new(change), 2),
            // Of two NaN RDNA 4 takes that of the data, as a quiet one.
            "min_num" | "max_num" => (
                Box::new(
                    move |old, data, _| match is_nan(old, bits) && is_nan(data, bits) {
                        true => data | 1 << if bits == 64 { 51 } else { 22 },
                        false => change(old, data, 0),
                    },
                ),
                1,
            ),
            _ => (Box::new(move |old, data, _| change(old, data, 0)), 1),
        });
    }
    Some(match (name, kind, bits) {
        // Not below zero: nothing is subtracted, or all that is there.
        ("cond_sub", "u", 32) => (
            Box::new(|old, data, _| old.checked_sub(data).unwrap_or(old)),
            1,
        ),
        ("sub_clamp", "u", 32) => (Box::new(|old, data, _| old.saturating_sub(data)), 1),
        ("rsub", "u", _) => (Box::new(|old, data, _| data.wrapping_sub(old)), 1),
        ("add", "f", 32) => (Box::new(|old, data, _| sum(old as u32, data as u32)), 1),
        // Bits of the first operand are cleared, those of the second one set.
        ("mskor", "b", _) => (Box::new(|old, clear, set| old & !clear | set), 2),
        // A ring: forward by the first operand's length, or back by the second.
        ("wrap", "b", 32) => (
            Box::new(|old, length, back| match old.checked_sub(length) {
                Some(rest) => rest,
                None => old + back,
            }),
            2,
        ),
        _ => return None,
    })
}

/// A floating-point value of so many bits is no number.
fn is_nan(value: u64, bits: u32) -> bool {
    match bits {
        64 => f64::from_bits(value).is_nan(),
        _ => f32::from_bits(value as u32).is_nan(),
    }
}

/// A sum of floating-point values. NaN is the quiet one without a payload.
fn sum(a: u32, b: u32) -> u64 {
    let sum = f32::from_bits(a) + f32::from_bits(b);
    u64::from(match sum.is_nan() {
        true => 0x7fc0_0000,
        false => sum.to_bits(),
    })
}

/// Two dwords side by side, each written if the highest bit of its data is
/// set, without that bit (AMD: two exchanges of 32 bits).
fn conditional_exchange() -> Meaning {
    let run = |lane: &mut Lane| {
        lane.dst = replaced(lane.dst, 64, lane.memory[0] | lane.memory[1] << 32);
        for (memory, shift) in lane.memory.iter_mut().zip([0, 32]) {
            let data = (lane.data0 >> shift) as u32;
            if data >= 0x8000_0000 {
                *memory = u128::from(data - 0x8000_0000);
            }
        }
    };
    Meaning {
        dst: 2,
        addr: true,
        data0: 2,
        data1: 0,
        bits: 64,
        effect: Effect::Lanes {
            address: Address::Dwords,
            width: 4,
            stores: 2,
            run: Box::new(run),
        },
    }
}

/// Two elements at two addresses change places with the operands.
fn exchange_pair(name: &str) -> Option<Meaning> {
    let (bits, address) = access::element(name)?;
    let run = move |lane: &mut Lane| {
        let both = lane.memory[0] | lane.memory[1] << bits;
        lane.memory = [low(lane.data0, bits), low(lane.data1, bits)];
        lane.dst = replaced(lane.dst, 2 * bits, both);
    };
    let dwords = bits as usize / 32;
    Some(Meaning {
        dst: 2 * dwords,
        addr: true,
        data0: dwords,
        data1: dwords,
        bits,
        effect: Effect::Lanes {
            address,
            width: bits / 8,
            stores: 2,
            run: Box::new(run),
        },
    })
}
