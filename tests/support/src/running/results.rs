//! Results of kernels, compared with the CPU's.

use super::case::Case;

/// Units in the last place by which an approximation may differ from the exact result:
/// the hardware's bounds, and one more for the reference, which is rounded too.
const UNITS: u32 = 2;

/// What is wrong with the results of a kernel whose instructions approximate: `found` has
/// seven functions of each number of the first buffer.
///
/// # Panics
///
/// If there are not seven results of each number.
pub fn approximation_error(case: &Case, found: &[Vec<u8>]) -> Option<String> {
    let single = |bytes: &[u8; 4]| f64::from(f32::from_le_bytes(*bytes));
    let numbers = case.buffers().swap_remove(0);
    let numbers = numbers.as_chunks::<4>().0.iter().map(single);
    let results = found[1].as_chunks::<4>().0.chunks(7);
    assert_eq!(numbers.len(), results.len());
    for (number, results) in numbers.zip(results) {
        // Turns of the circle, whole ones left out.
        let angle = (number - number.round()) * std::f64::consts::TAU;
        let magnitude = number.abs();
        let exact = [
            number.exp2(),
            magnitude.log2(),
            1.0 / number,
            1.0 / magnitude.sqrt(),
            magnitude.sqrt(),
            angle.sin(),
            angle.cos(),
        ];
        for (function, (found, exact)) in results.iter().zip(exact).enumerate() {
            let found = f32::from_le_bytes(*found);
            let wanted = exact as f32;
            let units = found.to_bits().abs_diff(wanted.to_bits());
            // Near a zero of sine or cosine the reference is not exactly zero.
            if units > UNITS && (f64::from(found) - exact).abs() > 1e-12 {
                return Some(format!(
                    "function {function} of {number}: {found:e}, not {wanted:e}"
                ));
            }
        }
    }
    None
}

/// The first difference from what the CPU gives.
///
/// # Panics
///
/// As [`approximation_error`].
pub fn difference(case: &Case, found: &[Vec<u8>], wanted: &[Vec<u8>]) -> Option<String> {
    if !case.is_exact() {
        return approximation_error(case, found);
    }
    for (buffer, (found, wanted)) in found.iter().zip(wanted).enumerate() {
        let mut bytes = found.iter().zip(wanted).enumerate();
        if let Some((at, (found, wanted))) = bytes.find(|(_, (found, wanted))| found != wanted) {
            return Some(format!(
                "buffer {buffer}, byte {at}: {found:#x}, not {wanted:#x}"
            ));
        }
    }
    None
}
