//! Pairs of registers and what is made of many bytes.

use super::lane::{Done, Half, Meaning, Operands};
use crate::meaning::is_rdna3;

fn signed(value: u64) -> i128 {
    i128::from((value as u32).cast_signed())
}

/// How much four bytes differ from a reference in all.
fn difference(bytes: &[u8], reference: [u8; 4], masked: bool) -> u32 {
    let pairs = bytes.iter().zip(reference);
    let counted = pairs.filter(|(_, of)| !masked || *of != 0);
    counted.map(|(byte, of)| u32::from(byte.abs_diff(of))).sum()
}

/// Sums of differences from each of four places on.
pub fn differences(a: u64, b: u32, masked: bool) -> [u32; 4] {
    let bytes = a.to_le_bytes();
    let at = |place: usize| difference(&bytes[place..place + 4], b.to_le_bytes(), masked);
    [at(0), at(1), at(2), at(3)]
}

fn words(it: Operands, masked: bool) -> u64 {
    let sums = differences(it.a, it.b as u32, masked);
    let added = (0..4).map(|at| {
        let word = (it.c >> (16 * at)) as u16;
        let sum = u32::from(word) + sums[at as usize];
        let kept = if it.clamp {
            sum.min(0xffff)
        } else {
            sum % 0x1_0000
        };
        u64::from(kept) << (16 * at)
    });
    added.sum()
}

/// Which of four shader engines draw a rectangle of tiles, of four by four that come
/// again and again. Of a corner two bits are its row and two its column: bits 7 to 4
/// the first one, bits 3 to 0 the last one.
fn engines(corners: u64) -> u32 {
    let [row, column, last_row, last_column] = [4, 6, 0, 2].map(|bit| corners >> bit & 3);
    let mut mask = 0;
    for y in (0..=(last_row + 4 - row) % 4).map(|step| (row + step) % 4) {
        for x in (0..=(last_column + 4 - column) % 4).map(|step| (column + step) % 4) {
            let engine = ((x % 2) ^ (y / 2)) * 2 + ((y % 2) ^ (x / 2));
            mask |= 1 << engine;
        }
    }
    mask
}

/// A sum that `clamp` keeps in a range; the bit above it stays.
fn clamped(it: Operands, sum: i128, least: i128, greatest: i128) -> i128 {
    if !it.clamp {
        return sum;
    }
    let low = sum.clamp(least, greatest) & i128::from(u64::MAX);
    low | (sum >> 64 & 1) << 64
}

/// Of a name without `v_`.
pub fn meaning(name: &str, arch: &str) -> Option<Meaning> {
    let carry = |sources: &[u32], done| Meaning {
        writes_carry: true,
        clamps: true,
        ..Meaning::new(sources, done)
    };
    Some(match name {
        "mad_u64_u32" => carry(
            &[32, 32, 64],
            Done::Wide(Box::new(|it| {
                let sum = u128::from(it.a) * u128::from(it.b) + u128::from(it.c);
                clamped(it, sum as i128, 0, u64::MAX.into())
            })),
        ),
        "mad_i64_i32" => carry(
            &[32, 32, 64],
            Done::Wide(Box::new(|it| {
                let sum = signed(it.a) * signed(it.b) + i128::from(it.c.cast_signed());
                clamped(it, sum, i64::MIN.into(), i64::MAX.into())
            })),
        ),
        "qsad_pk_u16_u8" => Meaning {
            clamps: true,
            ..Meaning::new(&[64, 32, 64], Done::Pair(Box::new(|it| words(it, false))))
        },
        "mqsad_pk_u16_u8" => Meaning {
            clamps: true,
            ..Meaning::new(&[64, 32, 64], Done::Pair(Box::new(|it| words(it, true))))
        },
        "mov_b64" => Meaning::new(&[64], Done::Pair(Box::new(|it| it.a))),
        "lshl_add_u64" => Meaning::new(
            &[64, 32, 64],
            Done::Pair(Box::new(|it| {
                (it.a.wrapping_mul(1 << (it.b % 8))).wrapping_add(it.c)
            })),
        ),
        "sat_pk_u8_i16" => Meaning {
            // From RDNA 3 on it is a half.
            half: match is_rdna3(arch) {
                true => Half::Keeps,
                false => Half::No,
            },
            ..Meaning::new(
                &[32],
                Done::Dword(Box::new(|it| {
                    let byte =
                        |word: u64| (word as u16).cast_signed().clamp(0, 255).cast_unsigned();
                    u32::from(byte(it.a)) + u32::from(byte(it.a >> 16)) * 256
                })),
            )
        },
        "screen_partition_4se_b32" => {
            Meaning::new(&[32], Done::Dword(Box::new(|it| engines(it.a))))
        }
        _ => return None,
    })
}
