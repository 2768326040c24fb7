//! What instructions mean, said a second time in plain Rust.
//!
//! A family's file states, by mnemonic, what an instruction does to the memory
//! at its address and to its registers. It is written from the prose of the
//! vendor's and CLRX's documents, not from the operations in `defs`, so that
//! one finds the mistakes of the other. `executed` runs both, every instruction
//! in every encoding; what it can find no meaning for is an error there.
//!
//! In the order in which they can be read: `arch`, `edges`, `lane`, `flat`, and what is said in its
//! words, `buffer`, `typed`, `image` and `smem`; `narrow` and `narrow_lanes`; `matrix`, and what is
//! said in its words, `matrix_sparse`, `matrix_scaled` and `matrix_wave`; `scalar`, `vector`, `share` and `graphics`
//! by themselves.

mod arch;
pub mod buffer;
mod edges;
pub mod flat;
pub mod graphics;
pub mod image;
mod lane;
pub mod matrix;
pub mod matrix_scaled;
pub mod matrix_sparse;
pub mod matrix_wave;
pub mod narrow;
pub mod narrow_lanes;
pub mod scalar;
pub mod share;
pub mod smem;
pub mod typed;
pub mod vector;

pub use arch::{is_newer, is_rdna, is_rdna3};
pub use edges::edges;
pub use lane::{Lane, Meaning};

/// Gives the meaning of a mnemonic without its prefix.
type Lookup = fn(&str) -> Option<Meaning>;

/// The meaning of an instruction; `None` if nobody has said it.
pub fn meaning(mnemonic: &str) -> Option<Meaning> {
    let families: [(&str, Lookup); 3] = [
        ("flat_", flat::meaning),
        ("global_", flat::meaning),
        ("scratch_", flat::meaning),
    ];
    families
        .iter()
        .find_map(|(prefix, meaning)| meaning(mnemonic.strip_prefix(prefix)?))
}
