//! What encoding, decoding and printing look at, each beside one another.

use super::scalars::Told;
use crate::tables::{
    CHECK_MORE, CHECK_RELATIVE, Caption, DecodeCheck, Encoding, NONE, READING_GROUP, Recognition,
    TablesBuf, low_mask, needed_arch,
};

/// Fills in `Tables::recognitions`, `decode_checks` and `captions`, a row for each encoding;
/// `told` is what tells of each shape that its rules hold, if something does.
pub(super) fn recognitions(tables: &mut TablesBuf, told: &[Option<Told>]) {
    let recognition = |encoding: &Encoding| {
        let shape = &tables.shapes[encoding.shape as usize];
        let (mask, bits) = match shape.is_wide() {
            true => (0, 1),
            false => (shape.mask | !low_mask(shape.size * 8), encoding.bits),
        };
        Recognition {
            mask,
            bits,
            needs: u64::from(encoding.features) | needed_arch(shape.arch),
            size: shape.size,
        }
    };
    let caption = |encoding: &Encoding| {
        let shape = &tables.shapes[encoding.shape as usize];
        Caption {
            mnemonics: encoding.mnemonics,
            outlines: shape.outlines,
            arch: shape.arch,
            size: shape.size,
        }
    };
    let check = |encoding: &Encoding| {
        let shape = &tables.shapes[encoding.shape as usize];
        let told = told[encoding.shape as usize];
        let more = if told.is_none() { CHECK_MORE } else { 0 };
        let relative = match shape.relative {
            NONE => 0,
            _ => CHECK_RELATIVE,
        };
        let (refused_mask, refused_bits) = told.map_or((0, 1), |told| told.refused);
        DecodeCheck {
            zero: shape.zero,
            refused_mask,
            refused_bits,
            checks: shape.checks.start,
            groups: (usize::from(shape.checks.len) / READING_GROUP) as u8,
            size: shape.size,
            allowance: told.map_or(0, |told| told.allowance),
            marks: more | relative,
        }
    };
    let encodings = tables.encodings.iter();
    let recognitions = encodings.clone().map(recognition).collect();
    let checks = encodings.clone().map(check).collect();
    let captions = encodings.map(caption).collect();
    (tables.recognitions, tables.decode_checks) = (recognitions, checks);
    tables.captions = captions;
}
