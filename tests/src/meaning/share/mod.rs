//! DS: what instructions do to local and global data share and between lanes.
//!
//! Sources: AMD's instruction set documents (Sea Islands, GCN3, Vega; where a
//! later one says more, RDNA and CDNA), CLRX's `GcnInstrsDs`, and what LLVM and
//! Mesa generate.
//!
//! In the order in which they can be read: `wave`, `address`, `effect`; `access`, `atomic`
//! and `lanes`.

mod access;
mod address;
mod atomic;
mod effect;
mod lanes;
mod wave;

pub use effect::Meaning;
pub use lanes::has_any_address;
pub use wave::{Fields, LANES, Memory, Wave};

/// The meaning of an instruction on an architecture; `None` if nobody has said
/// it.
pub fn meaning(mnemonic: &str, arch: &str) -> Option<Meaning> {
    let name = mnemonic.strip_prefix("ds_")?;
    let any_address = has_any_address(arch);
    access::meaning(name, any_address)
        .or_else(|| lanes::meaning(name, arch))
        .or_else(|| atomic::meaning(name))
}
