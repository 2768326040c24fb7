//! Every instruction executed, and compared with what `meaning` says of it.
//!
//! A check runs one instruction of one processor, in every encoding and form that it
//! has, and gives the first difference. It works on whatever tables a [`Bench`] holds:
//! `tests/tests/workspace/execution/every_instruction.rs` runs all checks over the machine's own tables and
//! finds nothing left over, `tests/tests/workspace/definitions/mutations.rs` over tables with a mistake in
//! them and finds the mistake.
//!
//! `bench` is what all of them use; of the checks themselves `added`, `division`, `lanes`,
//! `moved`, `narrow` (with `narrow_bytes` of RDNA 4), `pseudo_scalar` and `tabled` say what `vector` and `scalar` leave to them;
//! `dual` is two of `vector`.
#![allow(
    clippy::missing_panics_doc,
    reason = "what is expected is what the description has"
)]

use isa_dsl::tables::Instruction;

/// Two values that should be the same, and what they are.
macro_rules! same {
    ($left:expr, $right:expr, $($about:tt)+) => {
        match (&$left, &$right) {
            (left, right) if left != right => {
                let about = format!($($about)+);
                return Err($crate::executed::Difference(format!(
                    "{about}: {left:x?} is not {right:x?}"
                )));
            }
            _ => {}
        }
    };
}

/// What should hold.
macro_rules! holds {
    ($condition:expr, $($about:tt)+) => {
        if !$condition {
            return Err($crate::executed::Difference(format!($($about)+)));
        }
    };
}

mod added;
mod barrier;
mod bench;
mod buffer;
mod division;
mod dual;
mod graphics;
mod image;
mod lanes;
mod matrix;
mod memory;
mod moved;
mod narrow;
mod narrow_bytes;
mod packed;
mod packed_single;
mod pseudo_scalar;
mod refused;
mod scalar;
mod scalar_memory;
mod share;
mod tabled;
mod vector;

pub use bench::{Bench, Check, Checked, Difference, refused, undefined};

/// All checks. An instruction may be compared by several.
pub const CHECKS: &[Check] = &[
    memory::CHECK,
    share::CHECK,
    scalar_memory::CHECK,
    scalar::CHECK,
    barrier::CHECK,
    buffer::CHECK,
    buffer::TYPED,
    vector::CHECK,
    lanes::CHECK,
    division::CHECK,
    dual::CHECK,
    moved::CHECK,
    packed::CHECK,
    packed::FLOAT,
    packed_single::CHECK,
    pseudo_scalar::CHECK,
    added::CHECK,
    narrow::CHECK,
    tabled::CHECK,
    matrix::CHECK,
    graphics::CHECK,
    image::CHECK,
    refused::CHECK,
];

impl Bench<'_> {
    /// Runs every check that takes the instruction.
    ///
    /// # Errors
    ///
    /// The first difference; one that says so if no check takes it.
    pub fn check(&self, row: &Instruction) -> Checked {
        let tables = self.target.tables();
        let name = self.known_as(row);
        let format = tables.text(tables.families[usize::from(row.family)].format);
        let mut taken = false;
        self.begin();
        for check in CHECKS
            .iter()
            .filter(|it| (it.takes)(name, format, self.arch))
        {
            (check.run)(self, name)?;
            self.strange()?;
            taken = true;
        }
        holds!(
            taken,
            "{name}: say in tests/execution/src/meaning what it does"
        );
        Ok(())
    }
}
