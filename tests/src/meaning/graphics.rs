//! Interpolation: where parameters lie, and what the steps compute.

#![allow(
    clippy::float_cmp,
    reason = "the distances of numbers in the middle are equal"
)]

use crate::meaning::is_newer;

/// A step of an interpolation that computes something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// The first one, of singles.
    First,
    /// The second one, of singles; adds to the destination.
    Second,
    /// The first one of halves.
    HalfFirst,
    /// The same, with p0 in a register.
    HalfRegister,
    /// The second one of halves, which adds to a register.
    HalfSecond,
    /// The same, and nothing is kept of the destination.
    HalfSecondLegacy,
}

/// What a mnemonic does; `None` if it is no such step.
pub fn step(mnemonic: &str) -> Option<Step> {
    Some(match mnemonic {
        "v_interp_p1_f32" => Step::First,
        "v_interp_p2_f32" => Step::Second,
        "v_interp_p1ll_f16" => Step::HalfFirst,
        "v_interp_p1lv_f16" => Step::HalfRegister,
        "v_interp_p2_f16" => Step::HalfSecond,
        "v_interp_p2_legacy_f16" => Step::HalfSecondLegacy,
        _ => return None,
    })
}

/// The number that a half is.
fn number(half: u16) -> f32 {
    let mantissa = f32::from(half & 0x3ff);
    let exponent = i32::from(half >> 10 & 31);
    let size = match exponent {
        0 => mantissa * 2_f32.powi(-24),
        31 => f32::INFINITY,
        _ => (1024.0 + mantissa) * 2_f32.powi(exponent - 25),
    };
    if half >> 15 == 1 { -size } else { size }
}

/// The half nearest to a number, of two the even one.
fn half(value: f32) -> u16 {
    let size = f64::from(value.abs());
    // Halves grow with their bits.
    let (mut low, mut high) = (0, 0x7c00_u16);
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        match f64::from(number(middle)) <= size {
            true => low = middle,
            false => high = middle,
        }
    }
    let of = |bits: u16| match bits {
        // Where the next one would be is where infinity begins.
        0x7c00 => 65536.0,
        _ => f64::from(number(bits)),
    };
    let (below, above) = (size - of(low), of(high) - size);
    let is_up = above < below || above == below && low % 2 == 1;
    let nearest = if is_up { high } else { low };
    nearest | u16::from(value.is_sign_negative()) << 15
}

impl Step {
    /// Parameters are halves.
    pub fn has_halves(self) -> bool {
        !matches!(self, Step::First | Step::Second)
    }

    /// The result is a single.
    pub fn gives_single(self) -> bool {
        !matches!(self, Step::HalfSecond | Step::HalfSecondLegacy)
    }

    /// There is a register behind the attribute.
    pub fn adds_register(self) -> bool {
        matches!(
            self,
            Step::HalfRegister | Step::HalfSecond | Step::HalfSecondLegacy
        )
    }

    /// The sum, rounded once: of p0, p10 and p20, a weight, and what a register has.
    pub fn sum(self, parameters: [u32; 3], weight: u32, register: u32, high: bool) -> f32 {
        let chosen = |bits: u32| number((if high { bits >> 16 } else { bits }) as u16);
        let [p0, p10, p20] = parameters.map(|bits| match self.has_halves() {
            true => chosen(bits),
            false => f32::from_bits(bits),
        });
        let weight = f32::from_bits(weight);
        match self {
            Step::First | Step::HalfFirst => p10.mul_add(weight, p0),
            Step::HalfRegister => p10.mul_add(weight, chosen(register)),
            Step::Second | Step::HalfSecond | Step::HalfSecondLegacy => {
                p20.mul_add(weight, f32::from_bits(register))
            }
        }
    }

    /// What the destination becomes, which was `old`.
    pub fn result(self, sum: f32, old: u32, arch: &str, upper: bool) -> u32 {
        if self.gives_single() {
            return sum.to_bits();
        }
        let bits = u32::from(half(sum));
        match (self, is_newer(arch), upper) {
            (Step::HalfSecond, true, false) => old & 0xffff_0000 | bits,
            (Step::HalfSecond, true, true) => old & 0xffff | bits << 16,
            _ => bits,
        }
    }
}

/// Where a parameter of an attribute lies in LDS, in bytes: of a channel, for a lane
/// of a wave with this M0. Twelve dwords for each attribute and primitive hold them.
pub fn parameter(m0: u32, lane: u32, attribute: u32, channel: u32, parameter: &str) -> u64 {
    // The bit of a quad says that it begins with another primitive than the last one.
    let begins = |quad: u32| quad > 0 && m0 >> (16 + quad - 1) & 1 == 1;
    let primitive = (1..=lane / 4).filter(|quad| begins(*quad)).count();
    let primitives = 1 + (1..16).filter(|quad| begins(*quad)).count();
    let place = match parameter {
        "p0" => 2 * channel,
        "p10" => 2 * channel + 1,
        _ => 8 + channel,
    };
    let element = attribute as usize * primitives + primitive;
    u64::from(m0 % 0x1_0000) + 4 * (12 * element as u64 + u64::from(place))
}
