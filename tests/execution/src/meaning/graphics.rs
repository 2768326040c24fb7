//! Interpolation: where parameters lie, and what the steps compute.

#![allow(
    clippy::float_cmp,
    reason = "the distances of numbers in the middle are equal"
)]

use rustc_apfloat::ieee::Single;
use rustc_apfloat::{Float, Round};

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

/// The halves on both sides of a size: the greatest that is not above it, and the next one.
fn around(size: f64) -> (u16, u16) {
    // Halves grow with their bits.
    let (mut low, mut high) = (0, 0x7c00_u16);
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        match f64::from(number(middle)) <= size {
            true => low = middle,
            false => high = middle,
        }
    }
    (low, high)
}

/// The half nearest to a number, of two the even one.
fn half(value: f32) -> u16 {
    let size = f64::from(value.abs());
    let (low, high) = around(size);
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
    let place = match parameter {
        "p0" => 2 * channel,
        "p10" => 2 * channel + 1,
        _ => 8 + channel,
    };
    element(m0, lane, attribute) + 4 * u64::from(place)
}

/// The same from RDNA 3 on, of parameter p0, p10 or p20: those of all channels side by side.
pub fn quad_parameter(m0: u32, lane: u32, attribute: u32, channel: u32, parameter: u32) -> u64 {
    element(m0, lane, attribute) + 4 * u64::from(4 * parameter + channel)
}

/// Where the twelve dwords of an attribute begin, for the primitive of a lane.
fn element(m0: u32, lane: u32, attribute: u32) -> u64 {
    // The bit of a quad says that it begins with another primitive than the last one.
    let begins = |quad: u32| quad > 0 && m0 >> (16 + quad - 1) & 1 == 1;
    let primitive = (1..=lane / 4).filter(|quad| begins(*quad)).count();
    let primitives = 1 + (1..16).filter(|quad| begins(*quad)).count();
    let element = attribute as usize * primitives + primitive;
    u64::from(m0 % 0x1_0000) + 48 * element as u64
}

/// A step of RDNA 3, of which the parameters are in lanes of the quad.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuadStep {
    /// Adds to what the first one gave.
    pub is_second: bool,
    /// Parameters are halves.
    pub has_halves: bool,
    /// Rounded towards zero, whatever the modes say.
    pub to_zero: bool,
}

/// What a mnemonic does; `None` if it is no such step.
pub fn quad_step(mnemonic: &str) -> Option<QuadStep> {
    let (step, types) = mnemonic.strip_prefix("v_interp_p")?.split_once('_')?;
    Some(QuadStep {
        is_second: match step {
            "10" => false,
            "2" => true,
            _ => return None,
        },
        has_halves: types.ends_with("f16_f32"),
        to_zero: types.starts_with("rtz_"),
    })
}

impl QuadStep {
    /// The result is a half.
    pub fn gives_half(self) -> bool {
        self.is_second && self.has_halves
    }

    /// What the destination becomes, which was `old`: of the parameter and p0 of the quad, the
    /// weight and the addend of the lane, whose signs `negative` changes in the order of the
    /// operands; `op_sel` chooses halves. Clamped NaN is zero where `zeroes`.
    pub fn result(
        self,
        [parameter, p0, weight, addend]: [u32; 4],
        negative: [bool; 3],
        (op_sel, clamps, zeroes): (u32, bool, bool),
        old: u32,
    ) -> u32 {
        let of = |bits: u32, is_half: bool, bit: u32, negative: bool| {
            let upper = op_sel >> bit & 1 == 1;
            let value = match is_half {
                true => number((if upper { bits >> 16 } else { bits }) as u16),
                false => f32::from_bits(bits),
            };
            if negative { -value } else { value }
        };
        let parameter = of(parameter, self.has_halves, 0, negative[0]);
        let weight = of(weight, false, 1, negative[1]);
        let addend = match self.is_second {
            true => of(addend, false, 2, negative[2]),
            false => of(p0, self.has_halves, 2, negative[2]),
        };
        let is_nan = [parameter, weight, addend].iter().any(|it| it.is_nan());
        let mut sum = match self.to_zero {
            _ if is_nan && clamps && zeroes => 0.0,
            _ if is_nan => f32::NAN,
            true => towards_zero(parameter, weight, addend),
            false => parameter.mul_add(weight, addend),
        };
        // Of what the destination gets, so that what is rounded to -0.0 stays that.
        if clamps && !self.gives_half() {
            sum = sum.clamp(0.0, 1.0);
        }
        if !self.gives_half() {
            return if sum.is_nan() {
                0x7fc0_0000
            } else {
                sum.to_bits()
            };
        }
        let bits = match self.to_zero {
            _ if sum.is_nan() => 0x7e00,
            true => around(f64::from(sum.abs())).0 | u16::from(sum.is_sign_negative()) << 15,
            false => half(sum),
        };
        let bits = match bits {
            0x8001..=0xfc00 if clamps => 0,
            0x3c01..=0x7c00 if clamps => 0x3c00,
            bits => bits,
        };
        match op_sel >> 3 & 1 {
            0 => old & 0xffff_0000 | u32::from(bits),
            _ => old & 0xffff | u32::from(bits) << 16,
        }
    }
}

/// `a * b + c` with as many bits as a single has, the others lost.
fn towards_zero(a: f32, b: f32, c: f32) -> f32 {
    let [a, b, c] = [a, b, c].map(|it| Single::from_bits(it.to_bits().into()));
    let sum = a.mul_add_r(b, c, Round::TowardZero).value;
    f32::from_bits(sum.to_bits() as u32)
}
