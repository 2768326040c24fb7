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

/// The meaning of an instruction on an architecture, for wavefronts of so many lanes; `None`
/// if nobody has said it.
pub fn meaning(mnemonic: &str, arch: &str, lanes: usize) -> Option<Meaning> {
    let name = &older(mnemonic.strip_prefix("ds_")?);
    let any_address = has_any_address(arch);
    access::meaning(name, any_address)
        .or_else(|| lanes::meaning(name, arch, lanes))
        .or_else(|| atomic::meaning(name))
}

/// What follows `ds_` before RDNA 3: two addresses were a 2 behind the verb.
fn older(name: &str) -> String {
    for (later, earlier) in [
        ("load", "read"),
        ("storexchg", "wrxchg"),
        ("store", "write"),
    ] {
        let Some(rest) = name.strip_prefix(later).filter(|it| it.starts_with('_')) else {
            continue;
        };
        return match rest.strip_prefix("_2addr_stride64") {
            Some(rest) => format!("{earlier}2st64{rest}"),
            None => match rest.strip_prefix("_2addr") {
                Some(rest) => format!("{earlier}2{rest}"),
                None => format!("{earlier}{rest}"),
            },
        };
    }
    name.to_owned()
}
