//! Values at which integers may change.

use isa_dsl::sorted::SortedSet;

use isa_dsl::tables::{Integer, low_mask};

/// Field values at the edges of an integer.
pub(crate) fn field_edges(integer: Integer) -> SortedSet<u64> {
    let mask = low_mask(integer.bits);
    let half = mask / 2;
    SortedSet::from(
        [0, 1, half - half / 4, half, half + 1, mask - 1, mask].map(|value| value & mask),
    )
}
