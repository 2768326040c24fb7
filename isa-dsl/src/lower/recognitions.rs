//! What decoding looks at, beside one another.

use super::scalars::Told;
use crate::tables::{DecodeCheck, Encoding, READING_GROUP, Recognition, TablesBuf};

/// Fills in `Tables::recognitions` and `Tables::decode_checks`, a row for each encoding;
/// `told` is what tells of each shape that its rules hold, if something does.
pub(super) fn recognitions(tables: &mut TablesBuf, told: &[Option<Told>]) {
    let recognition = |encoding: &Encoding| {
        let shape = &tables.shapes[encoding.shape as usize];
        Recognition {
            mask: shape.mask,
            bits: encoding.bits,
            features: encoding.features,
            mnemonics: encoding.mnemonics,
            outlines: shape.outlines,
            arch: shape.arch,
            size: shape.size,
        }
    };
    let check = |encoding: &Encoding| {
        let shape = &tables.shapes[encoding.shape as usize];
        let told = told[encoding.shape as usize];
        let (refused_mask, refused_bits) = told.map_or((0, 1), |told| told.refused);
        DecodeCheck {
            zero: shape.zero,
            refused_mask,
            refused_bits,
            checks: shape.checks.start,
            groups: (usize::from(shape.checks.len) / READING_GROUP) as u8,
            size: shape.size,
            allowance: told.map_or(0, |told| told.allowance),
            more: told.is_none(),
        }
    };
    let recognitions = tables.encodings.iter().map(recognition).collect();
    let checks = tables.encodings.iter().map(check).collect();
    (tables.recognitions, tables.decode_checks) = (recognitions, checks);
}
