//! Numbers for tests.

use crate::Target;
use crate::tables::Shape;

/// Numbers that look random, the same in every run. The highest bits are the best ones.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// The next number.
    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        self.0
    }
}

/// So many rounds for a shape of the target's architecture, and a few for those of others, whose
/// bits are some word or other to it.
pub(crate) fn of_its_own(target: &Target<'_>, shape: &Shape, rounds: u32) -> u32 {
    match shape.arch == target.arch_index() {
        true => rounds,
        false => 2,
    }
}
