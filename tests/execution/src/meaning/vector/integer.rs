//! Integers and bits.

use super::lane::{Done, Meaning, Operands, Sources};
use crate::meaning::is_newer;

/// What a lane gives.
type Run<T> = fn(Operands) -> T;

/// The lowest 24 bits with sign.
fn signed24(value: u64) -> i64 {
    let low = value as i64 & 0xff_ffff;
    if low >= 0x80_0000 {
        low - 0x100_0000
    } else {
        low
    }
}

fn unsigned24(value: u64) -> u64 {
    value % (1 << 24)
}

fn signed(value: u64) -> i32 {
    (value as u32).cast_signed()
}

/// How many lanes before this one are in a half of a mask.
fn before(mask: u64, lane: u32, first: u32) -> u32 {
    (0..32)
        .filter(|bit| mask >> bit & 1 == 1 && first + bit < lane)
        .count() as u32
}

/// How many bits down the first one is that holds; all ones if none does.
fn first(bits: impl Iterator<Item = u32>, holds: impl Fn(u32) -> bool) -> u32 {
    let found = bits.enumerate().find(|(_, bit)| holds(*bit));
    found.map_or(u32::MAX, |(steps, _)| steps as u32)
}

fn middle<T: Ord>(a: T, b: T, c: T) -> T {
    let mut all = [a, b, c];
    all.sort();
    let [_, middle, _] = all;
    middle
}

/// Numbers of so many bits, the lowest first.
fn pieces(value: u64, bits: u32) -> impl Iterator<Item = u32> {
    (0..32 / bits).map(move |at| (value >> (at * bits)) as u32 % (1_u64 << bits) as u32)
}

fn differences(it: Operands, bits: u32, counts: impl Fn(u32) -> bool) -> i64 {
    let pairs = pieces(it.a, bits).zip(pieces(it.b, bits));
    pairs
        .filter(|(_, b)| counts(*b))
        .map(|(a, b)| i64::from(a.abs_diff(b)))
        .sum()
}

/// Pieces made of those of three sources.
fn of_bytes(it: Operands, make: impl Fn(u32, u32, u32) -> u32) -> u32 {
    let all = pieces(it.a, 8).zip(pieces(it.b, 8)).zip(pieces(it.c, 8));
    let made = all
        .enumerate()
        .map(|(at, ((a, b), c))| make(a, b, c) << (8 * at));
    made.fold(0, |all, piece| all | piece)
}

fn pair(it: Operands) -> u64 {
    it.a << 32 | it.b
}

/// A byte of a pair that a selector says.
fn selected(pair: u64, selector: u32) -> u32 {
    let bytes = pair.to_le_bytes();
    match selector {
        0..=7 => bytes[selector as usize].into(),
        8..=11 => match bytes[(2 * (selector - 8) + 1) as usize] {
            0..=127 => 0,
            _ => 255,
        },
        12 => 0,
        _ => 255,
    }
}

fn one(name: &str) -> Option<fn(u64) -> u32> {
    Some(match name {
        "mov_b32" => |a| a as u32,
        "not_b32" => |a| u32::MAX - a as u32,
        "bfrev_b32" => |a| (0..32).fold(0, |all, bit| all << 1 | (a >> bit) as u32 & 1),
        // A polynomial over bits: what leaves at the top comes in again.
        "prng_b32" => |a| (a << 1) as u32 ^ if a >> 31 & 1 == 1 { 0b1100_0101 } else { 0 },
        "ffbh_u32" => |a| first((0..32).rev(), |bit| a >> bit & 1 == 1),
        "ffbl_b32" => |a| first(0..32, |bit| a >> bit & 1 == 1),
        "ffbh_i32" => |a| first((0..32).rev(), |bit| a >> bit & 1 != a >> 31 & 1),
        _ => return None,
    })
}

fn two(name: &str) -> Option<fn(Operands) -> u32> {
    Some(match name {
        "mul_hi_i32_i24" => |it| ((signed24(it.a) * signed24(it.b)).div_euclid(1 << 32)) as u32,
        "mul_hi_u32_u24" => |it| (unsigned24(it.a) * unsigned24(it.b) / (1 << 32)) as u32,
        "min_i32" => |it| signed(it.a).min(signed(it.b)).cast_unsigned(),
        "max_i32" => |it| signed(it.a).max(signed(it.b)).cast_unsigned(),
        "min_u32" => |it| it.a.min(it.b) as u32,
        "max_u32" => |it| it.a.max(it.b) as u32,
        "lshr_b32" => |it| it.a as u32 >> (it.b % 32),
        "lshrrev_b32" => |it| it.b as u32 >> (it.a % 32),
        "ashr_i32" => |it| (signed(it.a) >> (it.b % 32)).cast_unsigned(),
        "ashrrev_i32" => |it| (signed(it.b) >> (it.a % 32)).cast_unsigned(),
        "lshl_b32" => |it| (it.a << (it.b % 32)) as u32,
        "lshlrev_b32" => |it| (it.b << (it.a % 32)) as u32,
        "and_b32" => |it| (it.a & it.b) as u32,
        "or_b32" => |it| (it.a | it.b) as u32,
        "xor_b32" => |it| (it.a ^ it.b) as u32,
        "xnor_b32" => |it| !(it.a ^ it.b) as u32,
        "bfm_b32" => |it| (((1_u64 << (it.a % 32)) - 1) << (it.b % 32)) as u32,
        "bcnt_u32_b32" => |it| ((it.a as u32).count_ones()).wrapping_add(it.b as u32),
        "mbcnt_lo_u32_b32" => |it| before(it.a, it.lane, 0).wrapping_add(it.b as u32),
        "mbcnt_hi_u32_b32" => |it| before(it.a, it.lane, 32).wrapping_add(it.b as u32),
        "cvt_pk_u16_u32" => |it| (it.a.min(0xffff) | it.b.min(0xffff) << 16) as u32,
        "cvt_pk_i16_i32" => |it| {
            let word = |value| u32::from(signed(value).clamp(-0x8000, 0x7fff) as u16);
            word(it.a) | word(it.b) << 16
        },
        "mul_lo_u32" | "mul_lo_i32" => |it| (u128::from(it.a) * u128::from(it.b)) as u32,
        "mul_hi_u32" => |it| (it.a * it.b / (1 << 32)) as u32,
        "mul_hi_i32" => {
            |it| (i64::from(signed(it.a)) * i64::from(signed(it.b))).div_euclid(1 << 32) as u32
        }
        _ => return None,
    })
}

fn three(name: &str) -> Option<fn(Operands) -> u32> {
    Some(match name {
        "bfe_u32" => |it| ((it.a >> (it.b % 32)) % (1 << (it.c % 32))) as u32,
        "bfe_i32" => |it| {
            let bits = (it.c % 32) as u32;
            let above = i64::from(signed(it.a)) >> (it.b % 32);
            let low = above.rem_euclid(1 << bits);
            let negative = bits > 0 && low >> (bits - 1) & 1 == 1;
            (if negative { low - (1 << bits) } else { low }) as u32
        },
        "bfi_b32" => |it| (it.a & it.b | !it.a & it.c) as u32,
        "lerp_u8" => |it| of_bytes(it, |a, b, c| (a + b + c % 2) / 2),
        "alignbit_b32" => |it| (pair(it) >> (it.c % 32)) as u32,
        "alignbyte_b32" => |it| (pair(it) >> (8 * (it.c % 4))) as u32,
        "min3_i32" => |it| {
            signed(it.a)
                .min(signed(it.b))
                .min(signed(it.c))
                .cast_unsigned()
        },
        "min3_u32" => |it| it.a.min(it.b).min(it.c) as u32,
        "max3_i32" => |it| {
            signed(it.a)
                .max(signed(it.b))
                .max(signed(it.c))
                .cast_unsigned()
        },
        "max3_u32" => |it| it.a.max(it.b).max(it.c) as u32,
        "med3_i32" => |it| middle(signed(it.a), signed(it.b), signed(it.c)).cast_unsigned(),
        "med3_u32" => |it| middle(it.a, it.b, it.c) as u32,
        "maxmin_i32" => |it| {
            let greater = signed(it.a).max(signed(it.b));
            greater.min(signed(it.c)).cast_unsigned()
        },
        "maxmin_u32" => |it| it.a.max(it.b).min(it.c) as u32,
        "minmax_i32" => |it| {
            let lesser = signed(it.a).min(signed(it.b));
            lesser.max(signed(it.c)).cast_unsigned()
        },
        "minmax_u32" => |it| it.a.min(it.b).max(it.c) as u32,
        "perm_b32" => |it| {
            let of = |(at, selector)| selected(pair(it), selector) << (8 * at);
            pieces(it.c, 8).enumerate().map(of).sum()
        },
        "xad_u32" => |it| ((it.a ^ it.b) + it.c) as u32,
        "lshl_add_u32" => |it| ((it.a << (it.b % 32)) + it.c) as u32,
        "add_lshl_u32" => |it| ((it.a + it.b) << (it.c % 32)) as u32,
        "add3_u32" => |it| (it.a + it.b + it.c) as u32,
        "lshl_or_b32" => |it| (it.a << (it.b % 32) | it.c) as u32,
        "and_or_b32" => |it| (it.a & it.b | it.c) as u32,
        "or3_b32" => |it| (it.a | it.b | it.c) as u32,
        "xor3_b32" => |it| (it.a ^ it.b ^ it.c) as u32,
        _ => return None,
    })
}

/// Exact results that `clamp` keeps in the range of 32 bits, and of how many sources.
fn limited(name: &str) -> Option<(usize, Run<i64>)> {
    Some(match name {
        "mul_i32_i24" => (2, |it| signed24(it.a) * signed24(it.b)),
        "mul_u32_u24" => (2, |it| (unsigned24(it.a) * unsigned24(it.b)) as i64),
        "mad_i32_i24" => (3, |it| {
            signed24(it.a) * signed24(it.b) + i64::from(signed(it.c))
        }),
        "mad_u32_u24" => (3, |it| (unsigned24(it.a) * unsigned24(it.b) + it.c) as i64),
        "sad_u8" => (3, |it| differences(it, 8, |_| true) + it.c as i64),
        "sad_hi_u8" => (3, |it| {
            differences(it, 8, |_| true) * 0x1_0000 + it.c as i64
        }),
        "sad_u16" => (3, |it| differences(it, 16, |_| true) + it.c as i64),
        "sad_u32" => (3, |it| (it.a.abs_diff(it.b) + it.c) as i64),
        "add_nc_i32" => (2, |it| i64::from(signed(it.a)) + i64::from(signed(it.b))),
        "sub_nc_i32" => (2, |it| i64::from(signed(it.a)) - i64::from(signed(it.b))),
        "msad_u8" => (3, |it| differences(it, 8, |b| b != 0) + it.c as i64),
        _ => return None,
    })
}

/// Shifts of pairs: widths of the sources, and what they give.
fn shift(name: &str) -> Option<([u32; 2], Run<u64>)> {
    Some(match name {
        "lshl_b64" => ([64, 32], |it| it.a << (it.b % 64)),
        "lshr_b64" => ([64, 32], |it| it.a >> (it.b % 64)),
        "ashr_i64" => ([64, 32], |it| {
            (it.a.cast_signed() >> (it.b % 64)).cast_unsigned()
        }),
        "lshlrev_b64" => ([32, 64], |it| it.b << (it.a % 64)),
        "lshrrev_b64" => ([32, 64], |it| it.b >> (it.a % 64)),
        "ashrrev_i64" => ([32, 64], |it| {
            (it.b.cast_signed() >> (it.a % 64)).cast_unsigned()
        }),
        _ => return None,
    })
}

/// Sums, and whether a carry comes in.
fn sum(name: &str) -> Option<(bool, Run<i64>)> {
    let plain = name.strip_suffix("_u32").or(name.strip_suffix("_i32"))?;
    // RDNA says of a carry whether it comes in, too.
    if let Some(plain) = plain.strip_suffix("_co_ci") {
        return Some(match plain {
            "add" => sum("addc_u32")?,
            "sub" => sum("subb_u32")?,
            "subrev" => sum("subbrev_u32")?,
            _ => return None,
        });
    }
    let plain = plain.strip_suffix("_co").unwrap_or(plain);
    let plain = plain.strip_suffix("_nc").unwrap_or(plain);
    Some(match plain {
        "add" => (false, |it| (it.a + it.b) as i64),
        "sub" => (false, |it| it.a as i64 - it.b as i64),
        "subrev" => (false, |it| it.b as i64 - it.a as i64),
        "addc" => (true, |it| (it.a + it.b) as i64 + i64::from(it.carry)),
        "subb" => (true, |it| it.a as i64 - it.b as i64 - i64::from(it.carry)),
        "subbrev" => (true, |it| it.b as i64 - it.a as i64 - i64::from(it.carry)),
        _ => return None,
    })
}

/// Of a name without `v_`. From GCN 1.4 on the names of sums with a carry say so, and
/// the signed ones have none.
pub fn meaning(name: &str, arch: &str) -> Option<Meaning> {
    if name == "cndmask_b32" {
        let choose = |it: Operands| if it.carry { it.b } else { it.a } as u32;
        return Some(Meaning {
            modifiers: Sources::Floating,
            reads_mask: true,
            ..Meaning::new(&[32; 2], Done::Dword(Box::new(choose)))
        });
    }
    if let Some(run) = one(name) {
        return Some(Meaning::new(
            &[32],
            Done::Dword(Box::new(move |it| run(it.a))),
        ));
    }
    if let Some(run) = two(name) {
        return Some(Meaning::new(&[32; 2], Done::Dword(Box::new(run))));
    }
    if let Some(run) = three(name) {
        return Some(Meaning::new(&[32; 3], Done::Dword(Box::new(run))));
    }
    // Signed sums, which on GCN 1.4 have the names of those with a carry before it.
    let plain = match name {
        "add_i32" if arch == "gcn1.4" => "add_nc_i32",
        "sub_i32" if arch == "gcn1.4" => "sub_nc_i32",
        _ => name,
    };
    if let Some((sources, run)) = limited(plain) {
        let range = match name.contains("_i32") {
            true => i64::from(i32::MIN)..=i64::from(i32::MAX),
            false => 0..=i64::from(u32::MAX),
        };
        return Some(Meaning {
            clamps: true,
            ..Meaning::new(&[32; 3][..sources], Done::Limited(Box::new(run), range))
        });
    }
    if let Some((sources, run)) = shift(name) {
        return Some(Meaning::new(&sources, Done::Pair(Box::new(run))));
    }
    let (reads_mask, run) = sum(name)?;
    let newest = is_newer(arch);
    if newest && name.ends_with("_i32") {
        return None;
    }
    Some(Meaning {
        reads_mask,
        writes_carry: !newest || name.contains("_co_"),
        clamps: true,
        ..Meaning::new(&[32; 2], Done::Sum(Box::new(run)))
    })
}
