//! Scalar instructions: what one does to the scalar registers and the states of a
//! wave. `one` has those with one source, `two` those with two, `constant` those with a
//! constant in the instruction, and what controls the program, `float` those of floating point;
//! `wave` is what they share.

mod constant;
mod float;
mod one;
mod two;
mod wave;

pub use wave::{GoesOn, Meaning, Operand, Wave};

/// The meaning of a mnemonic on an architecture; `None` if nobody has said it.
pub fn meaning(mnemonic: &str, arch: &str) -> Option<Meaning> {
    let name = mnemonic.strip_prefix("s_")?;
    one::one(name)
        .or_else(|| one::one_with_exec(name))
        .or_else(|| float::meaning(name, arch))
        .or_else(|| two::meaning(name, arch))
        .or_else(|| constant::meaning(name, arch))
}
