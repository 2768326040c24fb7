//! What operations of numbers do, in plain Rust.

#![expect(clippy::float_cmp, reason = "numbers are compared exactly on purpose")]

use super::super::elements::{Class, DF, F, Type, half, nearest_half};

/// An integer from integers; `None` where the document says nothing.
pub(super) fn whole(op: &str, v: &[i128], types: &[Type], dst: Type) -> Option<i128> {
    let dword = v[0] as u32;
    let size = 8 * types[0].bytes as u32;
    let wide = types[0].bytes == 8 || dst.bytes == 8;
    let amount = || (v[1] as u32) & if wide { 63 } else { 31 };
    // The bits of the first source, and how far they turn.
    let field = || (v[0] as u64) & (u64::MAX >> (64 - size));
    let turn = || (v[1] as u64 & u64::from(size - 1)) as u32;
    let turned = |left: u32| {
        let field = u128::from(field());
        let doubled = field << size | field;
        ((doubled >> (size - left % size)) as u64 & (u64::MAX >> (64 - size))) as i128
    };
    let bytes = |index: usize| {
        let signed = types[index].class == Class::Signed;
        (v[index] as u32).to_le_bytes().map(|byte| {
            if signed {
                i128::from(byte.cast_signed())
            } else {
                i128::from(byte)
            }
        })
    };
    let mask = |count: i128| (1_u32 << (count as u32 & 31)) - 1;
    Some(match op {
        "add" => v[0] + v[1],
        "mul" => v[0].wrapping_mul(v[1]),
        "avg" => (v[0] + v[1] + 1).div_euclid(2),
        "div" => v[0].checked_div(v[1])?,
        "mod" => v[0].checked_rem(v[1])?,
        "mulh" => (v[0] * v[1]).div_euclid(1 << 32),
        "min" => v[0].min(v[1]),
        "max" => v[0].max(v[1]),
        "shl" => v[0] << amount(),
        "shr" if v[0] < 0 => return None,
        "shr" | "asr" => v[0].div_euclid(1 << amount()),
        "rol" => turned(turn()),
        "ror" => turned(size - turn()),
        "and" => v[0] & v[1],
        "or" => v[0] | v[1],
        "xor" => v[0] ^ v[1],
        "not" => !v[0],
        "lzd" => dword.leading_zeros().into(),
        "cbit" => dword.count_ones().into(),
        "fbl" if dword == 0 => 0xffff_ffff,
        "fbl" => dword.trailing_zeros().into(),
        "fbh" => {
            let like = if types[0].class == Class::Signed && v[0] < 0 {
                dword.leading_ones()
            } else {
                dword.leading_zeros()
            };
            if like == 32 { 0xffff_ffff } else { like.into() }
        }
        "bfrev" => dword.reverse_bits().into(),
        "mad" => v[0].wrapping_mul(v[1]) + v[2],
        "add3" => v[0] + v[1] + v[2],
        "dp4a" => {
            let products = bytes(1).into_iter().zip(bytes(2)).map(|(a, b)| a * b);
            v[0] + products.sum::<i128>()
        }
        "bfe" => ((v[2] as u32) >> (v[1] as u32 & 31) & mask(v[0])).into(),
        "bfi" => {
            let at = v[1] as u32 & 31;
            let mask = mask(v[0]) << at;
            ((v[2] as u32) << at & mask | v[3] as u32 & !mask).into()
        }
        _ => {
            let digits = op.strip_prefix("bfn.x");
            let digits = digits.unwrap_or_else(|| panic!("no statement for {op}"));
            let function = u32::from_str_radix(digits, 16).expect("hexadecimal");
            // Bit by bit: those of the sources choose one of the function.
            let bit = |at: u32| {
                let chosen = (0..3).map(|source| (v[source] >> at & 1) << source);
                i128::from(function >> chosen.sum::<i128>() & 1)
            };
            let low: i128 = (0..127).map(|at| bit(at) << at).sum();
            low | bit(127) << 127
        }
    })
}

/// A floating-point number from others, as exact as a double has it: each of these
/// is rounded once more in the type of the destination.
pub(super) fn real(op: &str, v: &[f64], types: &[Type]) -> f64 {
    let lesser = |a: f64, b: f64| match (a.is_nan(), b.is_nan()) {
        (_, true) => a,
        (true, _) => b,
        _ if a == b => {
            if a.is_sign_negative() {
                a
            } else {
                b
            }
        }
        _ => {
            if a < b {
                a
            } else {
                b
            }
        }
    };
    match op {
        "add" => v[0] + v[1],
        "mul" => v[0] * v[1],
        "div" | "divm" => v[0] / v[1],
        "min" => lesser(v[0], v[1]),
        "max" => -lesser(-v[0], -v[1]),
        "frc" => v[0] - v[0].floor(),
        "rndd" => v[0].floor(),
        "rndu" => v[0].ceil(),
        "rnde" => v[0].round_ties_even(),
        "rndz" => v[0].trunc(),
        "sqrt" | "sqrtm" => v[0].sqrt(),
        "rsqrt" => 1.0 / v[0].sqrt(),
        "inv" => 1.0 / v[0],
        "exp" => f64::from(v[0].exp2() as f32),
        "log" => f64::from(v[0].log2() as f32),
        "pow" => {
            let power = v[1] as f32 * v[0].log2() as f32;
            f64::from(f64::from(power).exp2() as f32)
        }
        "sin" => f64::from(wave(v[0], true) as f32),
        "cos" => f64::from(wave(v[0], false) as f32),
        "lrp" => v[1] * v[0] + v[2] * (1.0 - v[0]),
        "mad" if types[0] == DF => v[0].mul_add(v[1], v[2]),
        "mad" if types[0] == F => f64::from((v[0] as f32).mul_add(v[1] as f32, v[2] as f32)),
        // Products of halves are exact, and sums of them nearly always: what a
        // double loses is far below half of a half's last place.
        "mad" => half(nearest_half(v[0] * v[1] + v[2])),
        _ => panic!("no statement for {op}"),
    }
}

/// The sine, or the cosine, of an angle whose number of turns is rounded to single
/// precision.
fn wave(angle: f64, is_sine: bool) -> f64 {
    let turns = f64::from((angle * std::f64::consts::FRAC_1_PI * 0.5) as f32);
    if !turns.is_finite() {
        return f64::NAN;
    }
    let part = turns.fract();
    // Quarters of a turn are no multiples of the pi that a double is.
    let quarter = (part.abs() * 4.0).to_bits();
    let quarter = (0..4).find(|it| f64::from(*it).to_bits() == quarter);
    match (quarter, is_sine) {
        (Some(0 | 2), true) => 0.0_f64.copysign(angle),
        (Some(1), true) => 1.0_f64.copysign(angle),
        (Some(_), true) => -1.0_f64.copysign(angle),
        (Some(0), false) => 1.0,
        (Some(2), false) => -1.0,
        (Some(_), false) => 0.0,
        (None, true) => (part * std::f64::consts::TAU).sin(),
        (None, false) => (part * std::f64::consts::TAU).cos(),
    }
}
