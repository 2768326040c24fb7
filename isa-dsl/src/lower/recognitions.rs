//! What decoding looks at, beside one another.

use crate::tables::{READING_GROUP, Recognition, TablesBuf};

/// Fills in `Tables::recognitions`, a row for each encoding.
pub(super) fn recognitions(tables: &mut TablesBuf) {
    let row = |encoding: &crate::tables::Encoding| {
        let shape = &tables.shapes[encoding.shape as usize];
        Recognition {
            mask: shape.mask,
            bits: encoding.bits,
            zero: shape.zero,
            features: encoding.features,
            checks: shape.checks.start,
            groups: (usize::from(shape.checks.len) / READING_GROUP) as u8,
            size: shape.size,
            more: shape.unread || shape.rules.len != 0,
        }
    };
    tables.recognitions = tables.encodings.iter().map(row).collect();
}
