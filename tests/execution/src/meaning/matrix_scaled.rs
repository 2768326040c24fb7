//! Products of matrices of numbers of eight, six and four bits, whose format a field of the
//! instruction says, with and without scales.

use super::matrix::{Element, Shape};
use super::narrow::Format;

/// The formats by their numbers in `cbsz` and `blgp`.
pub const FORMATS: [&str; 5] = ["fp8", "bf8", "fp6", "bf6", "fp4"];

/// Whether an instruction multiplies such matrices, their rows, and whether they have scales:
/// `v_mfma_scale_f32_16x16x128_f8f6f4`.
pub fn product(name: &str) -> Option<(usize, bool)> {
    let rest = name.strip_prefix("v_mfma_")?;
    let (rest, is_scaled) = match rest.strip_prefix("scale_") {
        Some(rest) => (rest, true),
        None => (rest, false),
    };
    match rest {
        "f32_16x16x128_f8f6f4" => Some((16, is_scaled)),
        "f32_32x32x64_f8f6f4" => Some((32, is_scaled)),
        _ => None,
    }
}

/// The shape of a product of so many rows, with elements of two formats by their numbers; `None`
/// if there are none of these. A lane has 32 elements of each factor.
pub fn shape(size: usize, formats: [usize; 2]) -> Option<Shape> {
    let element = |number: usize| {
        let format = Format::named(FORMATS.get(number)?, true)?;
        Some(Element::Small(format))
    };
    Some(Shape {
        size,
        depth: 64 * 32 / size,
        blocks: 1,
        elements: [element(formats[0])?, element(formats[1])?],
    })
}

/// The lane that has an element of a factor, and which of its own it is. Elements of six or four
/// bits lie as all do, 32 neighbours in a lane. Those of eight bits go to the lanes in groups
/// of 16: first one group to each lane of a line, then a second one.
pub fn place(shape: &Shape, element: Element, line: usize, deep: usize) -> (usize, usize) {
    if element.bits() < 8 {
        return shape.factor_place(0, line, deep);
    }
    let lanes = 64 / shape.size;
    let group = deep / 16;
    (
        line + shape.size * (group % lanes),
        16 * (group / lanes) + deep % 16,
    )
}

/// The lane that has the scale of an element: each is that of 32 neighbours.
pub fn lane_of_scale(shape: &Shape, line: usize, deep: usize) -> usize {
    line + shape.size * (deep / 32)
}

/// What a product is multiplied by for a scale of each of its factors, which are powers of two.
pub fn factor_of([a, b]: [u32; 2]) -> f32 {
    2.0_f32.powi(a as i32 - 127 + b as i32 - 127)
}
