//! What decoding looks at, beside one another.

use crate::tables::{READING_GROUP, READING_LITERAL, Recognition, Shape, TablesBuf};

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
            literals: shape.unread || may_be_literal(tables, shape),
            more: allowance.is_none(),
        }
    };
    tables.recognitions = tables.encodings.iter().map(row).collect();
}

/// Whether a value of some operand that is checked is a literal.
fn may_be_literal(tables: &TablesBuf, shape: &Shape) -> bool {
    let checks = &tables.checks[shape.checks.range()];
    checks.iter().any(|check| {
        // One whose width depends on a field may be one in some width.
        let mut entries = tables.readings[check.base as usize..]
            .iter()
            .take(1 << check.width);
        check.key_mask != 0 || entries.any(|entry| entry & READING_LITERAL != 0)
    })
}
