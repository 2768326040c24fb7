//! Vector instructions: what a lane computes (`integer`, `half`, `float`, `half_float`,
//! `approximate`, `wide`, `compare`), where its sources come from and what becomes of its result
//! (`parts`); `division` has the steps of one, `added` what CDNA adds to a destination;
//! `packed` and `packed_float` are those of VOP3P; `overflow` is about halves that are too large.
//!
//! In the order in which they can be read: `lane`, `number`, `overflow`; `compare`, `integer`,
//! `half`, `wide` and `float`; `half_float`, `approximate`, `packed`, `packed_float` and
//! `division`, which use it; `added` and `parts`.

pub mod added;
mod approximate;
mod compare;
pub mod division;
pub mod float;
mod half;
pub mod half_float;
mod integer;
mod lane;
pub mod number;
pub mod overflow;
pub mod packed;
pub mod packed_float;
pub mod packed_single;
pub mod parts;
pub mod wide;

pub use lane::{Done, Half, Meaning, Operands, Sources};

use crate::meaning::is_rdna;

/// The meaning of a mnemonic on an architecture; `None` if nobody has said it.
pub fn meaning(mnemonic: &str, arch: &str) -> Option<Meaning> {
    let meaning = of_name(mnemonic.strip_prefix("v_")?, arch)?;
    // On RDNA all that give a half keep the other one.
    let half = match meaning.half {
        Half::Clears if is_rdna(arch) => Half::Keeps,
        half => half,
    };
    Some(Meaning { half, ..meaning })
}

fn of_name(name: &str, arch: &str) -> Option<Meaning> {
    compare::meaning(name, arch)
        .or_else(|| approximate::meaning(name, arch))
        .or_else(|| integer::meaning(name, arch))
        .or_else(|| half::meaning(name, arch))
        .or_else(|| half_float::meaning(name, arch))
        .or_else(|| wide::meaning(name, arch))
        .or_else(|| float::meaning(name, arch))
}
