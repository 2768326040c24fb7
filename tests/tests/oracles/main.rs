//! What needs a program beside Rust to compare with, by feature: `llvm` (llvm-mc, clang and
//! ld.lld of LLVM 22), `igc` (Intel's `GenX_IR`), `c` (a compiler of C). Without a feature
//! there is nothing in here.
//!
//! ```text
//! cargo test --release -p isa-tests --features llvm --test oracles -- --nocapture
//! ```

#[cfg(feature = "igc")]
mod against_igc;
#[cfg(feature = "igc")]
mod against_intel_compiler;
#[cfg(feature = "llvm")]
mod against_llvm;
#[cfg(feature = "llvm")]
mod against_llvm_debug_information;
#[cfg(feature = "llvm")]
mod against_llvm_disassembly;
#[cfg(feature = "llvm")]
mod against_llvm_objects;
#[cfg(feature = "llvm")]
mod against_llvm_programs;
#[cfg(feature = "llvm")]
mod against_llvm_text;
#[cfg(feature = "llvm")]
mod aliases;
#[cfg(feature = "c")]
mod c_example;
#[cfg(feature = "c")]
mod c_header;
#[cfg(feature = "llvm")]
mod directives;
#[cfg(feature = "llvm")]
mod example_kernels;
#[cfg(feature = "igc")]
mod intel_compiler_images;
#[cfg(feature = "llvm")]
mod listings;
#[cfg(feature = "llvm")]
mod llvm_driver;
#[cfg(feature = "llvm")]
mod metadata;
#[cfg(feature = "llvm")]
mod object_facts;
#[cfg(feature = "llvm")]
mod running;
#[cfg(feature = "llvm")]
mod spellings;
