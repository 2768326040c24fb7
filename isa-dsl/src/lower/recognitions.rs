//! What decoding looks at, beside one another.

use crate::tables::{READING_GROUP, Recognition, TablesBuf};

/// Fills in `Tables::recognitions`, a row for each encoding.
pub(super) fn recognitions(tables: &mut TablesBuf, allowances: &[Option<u8>]) {
    let row = |encoding: &crate::tables::Encoding| {
        let shape = &tables.shapes[encoding.shape as usize];
        let allowance = allowances[encoding.shape as usize];
        Recognition {
            mask: shape.mask,
            bits: encoding.bits,
            zero: shape.zero,
            features: encoding.features,
            mnemonics: encoding.mnemonics,
            outlines: shape.outlines,
            arch: shape.arch,
            checks: shape.checks.start,
            groups: (usize::from(shape.checks.len) / READING_GROUP) as u8,
            size: shape.size,
            allowance: allowance.unwrap_or(0),
            more: allowance.is_none(),
        }
    };
    tables.recognitions = tables.encodings.iter().map(row).collect();
}
