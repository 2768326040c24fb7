//! Sums of products that are added to the destination: VOP2 of CDNA.

use super::number;

/// What an instruction does.
pub struct Meaning {
    /// Bits of the parts that are multiplied.
    pub bits: u32,
    /// Bits of the parts of the sum.
    pub sum_bits: u32,
    /// It can be clamped.
    pub clamps: bool,
    /// The sum, of two sources and the destination, clamped or not.
    pub run: fn([u32; 3], bool) -> u32,
}

/// Products of parts with a sign, so many bits each.
fn integers(bits: u32, [a, b, sum]: [u32; 3], clamp: bool) -> u32 {
    let part = |word: u32, number: u32| {
        let up = word << (32 - bits - number * bits);
        i64::from(up as i32 >> (32 - bits))
    };
    let products = (0..32 / bits).map(|number| part(a, number) * part(b, number));
    let sum = i64::from(sum as i32) + products.sum::<i64>();
    match clamp {
        true => sum.clamp(i32::MIN.into(), i32::MAX.into()) as u32,
        false => sum as u32,
    }
}

/// A number of single precision; what is none has one form.
fn single(value: f32) -> u32 {
    if value.is_nan() {
        0x7fc0_0000
    } else {
        value.to_bits()
    }
}

fn halves_in_single(sources: [u32; 3], clamp: bool) -> u32 {
    in_single(sources, clamp, number::of_half)
}

fn bfloats_in_single(sources: [u32; 3], clamp: bool) -> u32 {
    in_single(sources, clamp, |bits| f32::from_bits(bits << 16))
}

fn in_single([a, b, sum]: [u32; 3], clamp: bool, of: fn(u32) -> f32) -> u32 {
    let product = |shift: u32| {
        let [a, b] = [a, b].map(|it| of(it >> shift & 0xffff));
        a * b
    };
    let sum = product(16) + (product(0) + f32::from_bits(sum));
    let sum = f32::from_bits(single(sum));
    match clamp {
        true if sum.is_nan() => single(sum),
        true if sum.to_bits() >> 31 == 1 && sum != 0.0 => 0,
        true if sum > 1.0 => 1.0_f32.to_bits(),
        _ => single(sum),
    }
}

fn halves([a, b, sum]: [u32; 3], _: bool) -> u32 {
    let one = |shift: u32| {
        let values = [a, b, sum].map(|it| u64::from(it >> shift & 0xffff));
        number::fused_half(values) << shift
    };
    one(0) | one(16)
}

/// The meaning of an instruction; `None` if it is none of these.
pub fn meaning(name: &str) -> Option<Meaning> {
    let (bits, sum_bits, clamps, run): (_, _, _, fn([u32; 3], bool) -> u32) = match name {
        "v_dot2c_f32_f16" => (16, 32, true, halves_in_single),
        "v_dot2acc_f32_f16" => (16, 32, false, halves_in_single),
        "v_dot2c_f32_bf16" => (16, 32, true, bfloats_in_single),
        "v_dot2c_i32_i16" => (16, 32, true, |it, clamp| integers(16, it, clamp)),
        "v_dot4c_i32_i8" => (8, 32, true, |it, clamp| integers(8, it, clamp)),
        "v_dot8c_i32_i4" => (4, 32, true, |it, clamp| integers(4, it, clamp)),
        "v_pk_fmac_f16" => (16, 16, false, halves),
        _ => return None,
    };
    Some(Meaning {
        bits,
        sum_bits,
        clamps,
        run,
    })
}
