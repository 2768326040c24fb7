//! FLAT, GLOBAL and SCRATCH: they differ in where memory is, not in what they
//! do with it.

use super::lane::{Lane, Meaning};
use super::vector::number;

/// The meaning of what follows `flat_`, `global_` or `scratch_`.
pub fn meaning(name: &str) -> Option<Meaning> {
    if let Some(name) = name.strip_prefix("load_") {
        load(name.strip_prefix("lds_").unwrap_or(name))
    } else if let Some(name) = name.strip_prefix("store_") {
        store(name)
    } else {
        atomic(name.strip_prefix("atomic_")?)
    }
}

fn load(name: &str) -> Option<Meaning> {
    // Bytes, extended by the sign, half of the destination.
    let (bits, signed, half) = match name {
        "ubyte" | "u8" => (8, false, None),
        "sbyte" | "i8" => (8, true, None),
        "ushort" | "u16" => (16, false, None),
        "sshort" | "i16" => (16, true, None),
        "dword" | "b32" => (32, false, None),
        "dwordx2" => (64, false, None),
        "dwordx3" => (96, false, None),
        "dwordx4" => (128, false, None),
        "ubyte_d16" => (8, false, Some(0)),
        "ubyte_d16_hi" => (8, false, Some(1)),
        "sbyte_d16" => (8, true, Some(0)),
        "sbyte_d16_hi" => (8, true, Some(1)),
        "short_d16" => (16, false, Some(0)),
        "short_d16_hi" => (16, false, Some(1)),
        _ => return None,
    };
    let run = move |mut lane: Lane| {
        let value = match (bits, signed) {
            (8, true) => lane.memory as u8 as i8 as u32,
            (16, true) => lane.memory as u16 as i16 as u32,
            (8, false) => u32::from(lane.memory as u8),
            (16, false) => u32::from(lane.memory as u16),
            _ => lane.memory as u32,
        };
        match half {
            // The other half of the register stays.
            Some(0) => lane.dst[0] = lane.dst[0] >> 16 << 16 | value & 0xffff,
            Some(_) => lane.dst[0] = value << 16 | lane.dst[0] & 0xffff,
            None if bits <= 32 => lane.dst[0] = value,
            None => {
                for (index, dword) in lane.dst.iter_mut().enumerate().take(bits / 32) {
                    *dword = (lane.memory >> (index * 32)) as u32;
                }
            }
        }
        lane
    };
    Some(Meaning {
        dst: bits.div_ceil(32),
        data: 0,
        returns: false,
        bits: bits.min(64) as u32,
        run: Box::new(run),
    })
}

fn store(name: &str) -> Option<Meaning> {
    let (bits, shift) = match name {
        "byte" => (8, 0),
        "byte_d16_hi" => (8, 16),
        "short" => (16, 0),
        "short_d16_hi" => (16, 16),
        "dword" => (32, 0),
        "dwordx2" => (64, 0),
        "dwordx3" => (96, 0),
        "dwordx4" => (128, 0),
        _ => return None,
    };
    let run = move |mut lane: Lane| {
        let data = wide(lane.data) >> shift;
        let mask = u128::MAX >> (128 - bits);
        lane.memory = lane.memory & !mask | data & mask;
        lane
    };
    Some(Meaning {
        dst: 0,
        data: (bits as usize).div_ceil(32),
        returns: false,
        bits: (bits as u32).clamp(32, 64),
        run: Box::new(run),
    })
}

/// Four dwords as one number.
fn wide(dwords: [u32; 4]) -> u128 {
    let dwords = dwords.iter().rev();
    dwords.fold(0, |wide, dword| wide << 32 | u128::from(*dword))
}

/// The numbers of waves that write in order here.
pub const ORDERED: u32 = 0x3ff;

/// The same for every width.
type Change = fn(u64, u64, u64) -> u64;

/// Two halves, each added on its own.
pub(super) fn halves(old: u64, data: u64) -> u64 {
    let one = |shift: u32| {
        let [old, data] = [old, data].map(|it| (it >> shift) as u32 & 0xffff);
        u64::from(number::sum_of_halves(old, data)) << shift
    };
    one(0) | one(16)
}

/// Two numbers of bfloat16, each added on its own.
pub(super) fn bfloats(old: u64, data: u64) -> u64 {
    let one = |shift: u32| {
        let [old, data] = [old, data].map(|it| ((it >> shift) as u32 & 0xffff) << 16);
        u64::from(number::sum_of_bfloats(old, data)) << shift
    };
    one(0) | one(16)
}

/// Whether what follows `atomic_` is a sum of singles or less, which CDNA 1 does not give back.
pub fn is_short_sum(name: &str) -> bool {
    short_sum(name).is_some()
}

/// Such a sum, rounded to nearest.
fn short_sum(name: &str) -> Option<fn(u64, u64) -> u64> {
    Some(match name {
        "add_f32" => |old, data| {
            let sum = f32::from_bits(old as u32) + f32::from_bits(data as u32);
            let bits = if sum.is_nan() {
                0x7fc0_0000
            } else {
                sum.to_bits()
            };
            bits.into()
        },
        "pk_add_f16" => halves,
        "pk_add_bf16" => bfloats,
        _ => return None,
    })
}

fn atomic(name: &str) -> Option<Meaning> {
    let (name, bits) = match (name, name.strip_suffix("_x2")) {
        ("ordered_add_b64", _) => (name, 64),
        ("add_f64", _) => ("fadd", 64),
        ("min_f64", _) => ("fmin", 64),
        ("max_f64", _) => ("fmax", 64),
        (_, Some(name)) => (name, 64),
        (name, None) => (name, 32),
    };
    let compares = name.ends_with("cmpswap");
    let change: BoxedChange = match short_sum(name) {
        Some(sum) => Box::new(move |old, data, _| sum(old, data)),
        None => change_of(name, bits)?,
    };
    let run = move |mut lane: Lane| {
        let mask = u64::MAX >> (64 - bits);
        let data = wide(lane.data);
        let old = lane.memory as u64 & mask;
        let new = change(old, data as u64 & mask, (data >> bits) as u64 & mask) & mask;
        lane.memory = lane.memory & !u128::from(mask) | u128::from(new);
        lane.dst[0] = old as u32;
        if bits == 64 {
            lane.dst[1] = (old >> 32) as u32;
        }
        lane
    };
    let dwords = bits as usize / 32;
    Some(Meaning {
        dst: dwords,
        data: dwords * (1 + usize::from(compares)),
        returns: true,
        bits,
        run: Box::new(run),
    })
}

/// New value of memory from the old one, the data, and what to compare with.
pub(super) type BoxedChange = Box<dyn Fn(u64, u64, u64) -> u64>;

/// What an atomic does to values of a width.
pub(super) fn change_of(name: &str, bits: u32) -> Option<BoxedChange> {
    let signed = move |value: u64| match bits {
        32 => i64::from(value as u32 as i32),
        _ => value as i64,
    };
    Some(match name {
        "smin" => {
            Box::new(move |old, data, _| [data, old][usize::from(signed(old) < signed(data))])
        }
        "smax" => {
            Box::new(move |old, data, _| [data, old][usize::from(signed(old) > signed(data))])
        }
        "fcmpswap" => Box::new(move |old, data, compare| {
            let order = float(old, bits).partial_cmp(&float(compare, bits));
            [old, data][usize::from(order == Some(std::cmp::Ordering::Equal))]
        }),
        "fadd" if bits == 64 => Box::new(|old, data, _| {
            let sum = f64::from_bits(old) + f64::from_bits(data);
            match sum.is_nan() {
                true => 0x7ff8_0000_0000_0000,
                false => sum.to_bits(),
            }
        }),
        "fmin" => Box::new(move |old, data, _| pick(old, data, bits, false)),
        "fmax" => Box::new(move |old, data, _| pick(old, data, bits, true)),
        _ => Box::new(change(name)?),
    })
}

fn change(name: &str) -> Option<Change> {
    Some(match name {
        "swap" => |_, data, _| data,
        "cmpswap" => |old, data, compare| if old == compare { data } else { old },
        "add" => |old, data, _| old.wrapping_add(data),
        "sub" => |old, data, _| old.wrapping_sub(data),
        "rsub" => |old, data, _| data.wrapping_sub(old),
        "csub" | "sub_clamp_u32" => |old, data, _| old.saturating_sub(data),
        "cond_sub_u32" => |old, data, _| old.checked_sub(data).unwrap_or(old),
        "umin" => |old, data, _| old.min(data),
        "umax" => |old, data, _| old.max(data),
        "and" => |old, data, _| old & data,
        "or" => |old, data, _| old | data,
        "xor" => |old, data, _| old ^ data,
        // The lower half says whose turn it is: who has it adds to the upper one.
        "ordered_add_b64" => |old, data, _| {
            let [turn, sum] = [old as u32, (old >> 32) as u32];
            match turn == data as u32 {
                true => {
                    let next = turn.wrapping_add(1) & ORDERED;
                    let sum = sum.wrapping_add((data >> 32) as u32);
                    u64::from(next) | u64::from(sum) << 32
                }
                false => old,
            }
        },
        // Counts up to the data, then begins anew.
        "inc" => |old, data, _| if old >= data { 0 } else { old + 1 },
        // Counts down from the data, then begins anew.
        "dec" => |old, data, _| {
            if old == 0 || old > data {
                data
            } else {
                old - 1
            }
        },
        _ => return None,
    })
}

fn float(bits: u64, width: u32) -> f64 {
    match width {
        32 => f64::from(f32::from_bits(bits as u32)),
        _ => f64::from_bits(bits),
    }
}

/// The lesser or the greater of two, as bits. A NaN gives way; of two the one
/// in memory stays. -0.0 is less than 0.0.
fn pick(old: u64, data: u64, width: u32, greater: bool) -> u64 {
    let (a, b) = (float(old, width), float(data, width));
    let old_stays = match a.partial_cmp(&b) {
        None => b.is_nan(),
        Some(std::cmp::Ordering::Equal) => a.is_sign_negative() != greater,
        Some(order) => order.is_gt() == greater,
    };
    if old_stays { old } else { data }
}
