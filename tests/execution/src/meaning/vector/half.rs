//! Integers of 16 bits, and dwords made of them.

use super::lane::{Done, Half, Meaning, Operands, Sources};

fn signed(value: u64) -> i64 {
    i64::from((value as u16).cast_signed())
}

fn middle<T: Ord>(mut all: [T; 3]) -> T {
    all.sort();
    let [_, middle, _] = all;
    middle
}

/// Of one source.
fn one(name: &str) -> Option<fn(Operands) -> u32> {
    Some(match name {
        "not_b16" => |it| u32::from(!(it.a as u16)),
        "mov_b16" => |it| it.a as u32,
        _ => return None,
    })
}

/// Of two sources, what fits 16 bits anyway or loses what is above.
fn two(name: &str) -> Option<fn(Operands) -> u32> {
    Some(match name {
        "lshlrev_b16" => |it| (it.b * (1 << (it.a % 16)) % 0x1_0000) as u32,
        "lshrrev_b16" => |it| (it.b / (1 << (it.a % 16))) as u32,
        "ashrrev_i16" => |it| signed(it.b).div_euclid(1 << (it.a % 16)) as u32 & 0xffff,
        "and_b16" => |it| (it.a & it.b) as u32,
        "or_b16" => |it| (it.a | it.b) as u32,
        "xor_b16" => |it| (it.a ^ it.b) as u32,
        "max_u16" => |it| it.a.max(it.b) as u32,
        "min_u16" => |it| it.a.min(it.b) as u32,
        "max_i16" => |it| signed(it.a).max(signed(it.b)) as u32 & 0xffff,
        "min_i16" => |it| signed(it.a).min(signed(it.b)) as u32 & 0xffff,
        _ => return None,
    })
}

fn three(name: &str) -> Option<fn(Operands) -> u32> {
    Some(match name {
        "min3_i16" => |it| signed(it.a).min(signed(it.b)).min(signed(it.c)) as u32 & 0xffff,
        "max3_i16" => |it| signed(it.a).max(signed(it.b)).max(signed(it.c)) as u32 & 0xffff,
        "med3_i16" => |it| middle([it.a, it.b, it.c].map(signed)) as u32 & 0xffff,
        "min3_u16" => |it| it.a.min(it.b).min(it.c) as u32,
        "max3_u16" => |it| it.a.max(it.b).max(it.c) as u32,
        "med3_u16" => |it| middle([it.a, it.b, it.c]) as u32,
        _ => return None,
    })
}

/// The exact sum of sources.
type Sum = fn(Operands) -> i64;

/// What sources give.
type Dword = fn(Operands) -> u32;

/// Sums, with how many sources they have.
fn sum(name: &str) -> Option<(usize, Sum)> {
    Some(match name {
        "mul_lo_u16" => (2, |it| (it.a * it.b) as i64),
        "add_u16" | "add_nc_u16" => (2, |it| (it.a + it.b) as i64),
        "sub_u16" | "sub_nc_u16" => (2, |it| it.a as i64 - it.b as i64),
        "subrev_u16" => (2, |it| it.b as i64 - it.a as i64),
        "add_i16" | "add_nc_i16" => (2, |it| signed(it.a) + signed(it.b)),
        "sub_i16" | "sub_nc_i16" => (2, |it| signed(it.a) - signed(it.b)),
        "mad_u16" | "mad_legacy_u16" => (3, |it| (it.a * it.b + it.c) as i64),
        "mad_i16" | "mad_legacy_i16" => (3, |it| signed(it.a) * signed(it.b) + signed(it.c)),
        _ => return None,
    })
}

/// Dwords, with the widths of what they are made of.
fn dword(name: &str) -> Option<(&'static [u32], Dword)> {
    Some(match name {
        "pack_b32_f16" => (&[16, 16], |it| it.a as u32 + it.b as u32 * 0x1_0000),
        "cvt_i32_i16" => (&[16], |it| signed(it.a) as u32),
        "cvt_u32_u16" => (&[16], |it| it.a as u32),
        _ => return None,
    })
}

/// Of a name without `v_`.
pub fn meaning(name: &str, arch: &str) -> Option<Meaning> {
    // Those that GCN 1.4 has anew keep the other half.
    let anew = matches!(name, "add_i16" | "sub_i16" | "mad_u16" | "mad_i16")
        || ["min3_", "max3_", "med3_"]
            .iter()
            .any(|it| name.starts_with(it));
    let half = if anew && arch == "gcn1.4" {
        Half::Keeps
    } else {
        Half::Clears
    };
    if name == "cndmask_b16" {
        let choose = |it: Operands| if it.carry { it.b } else { it.a } as u32;
        return Some(Meaning {
            modifiers: Sources::Floating,
            reads_mask: true,
            half,
            ..Meaning::new(&[16; 2], Done::Dword(Box::new(choose)))
        });
    }
    if let Some(run) = one(name) {
        return Some(Meaning {
            half,
            ..Meaning::new(&[16], Done::Dword(Box::new(run)))
        });
    }
    if let Some(run) = two(name) {
        return Some(Meaning {
            half,
            ..Meaning::new(&[16; 2], Done::Dword(Box::new(run)))
        });
    }
    if let Some(run) = three(name) {
        return Some(Meaning {
            half,
            ..Meaning::new(&[16; 3], Done::Dword(Box::new(run)))
        });
    }
    if let Some((sources, run)) = dword(name) {
        let modifiers = match name {
            "pack_b32_f16" => Sources::Floating,
            _ => Sources::Integer,
        };
        return Some(Meaning {
            half: Half::OfSources,
            modifiers,
            ..Meaning::new(sources, Done::Dword(Box::new(run)))
        });
    }
    let wide = |run: Sum, range| Meaning {
        half: Half::OfSources,
        clamps: true,
        ..Meaning::new(&[16, 16, 32], Done::Limited(Box::new(run), range))
    };
    match name {
        "mad_u32_u16" => {
            let run: Sum = |it| (it.a * it.b + it.c) as i64;
            return Some(wide(run, 0..=u32::MAX.into()));
        }
        "mad_i32_i16" => {
            let run: Sum =
                |it| signed(it.a) * signed(it.b) + i64::from((it.c as u32).cast_signed());
            return Some(wide(run, i32::MIN.into()..=i32::MAX.into()));
        }
        _ => {}
    }
    let (sources, run) = sum(name)?;
    let range = match name.ends_with("_i16") {
        true => -0x8000..=0x7fff,
        false => 0..=0xffff,
    };
    Some(Meaning {
        half,
        clamps: true,
        ..Meaning::new(&[16; 3][..sources], Done::Limited(Box::new(run), range))
    })
}
