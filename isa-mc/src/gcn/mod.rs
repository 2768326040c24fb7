//! AMD GCN 1.0 to 1.4: processors gfx600 to gfx90c.
//!
//! ```
//! use isa_mc::gcn::{self, syntax};
//!
//! let target = gcn::target("gfx900").unwrap();
//! let inst = target.parse("global_load_dword v1, v2, s[4:5] offset:16 glc", syntax::LLVM).unwrap();
//! let mut bytes = [0; 8];
//! let size = target.encode(inst, &mut bytes).unwrap();
//! assert_eq!(bytes[..size], [0x10, 0x80, 0x51, 0xdc, 2, 0, 4, 1]);
//!
//! let inst = target.decode(&bytes).unwrap();
//! let mut text = String::new();
//! target.print(inst, syntax::CLRX, &mut text).unwrap();
//! assert_eq!(text, "global_load_dword v1, v2, s[4:5] inst_offset:16 glc");
//! ```

mod machine;

#[cfg(feature = "object")]
mod assembler;
#[cfg(feature = "object")]
pub mod code_object;
#[cfg(feature = "object")]
mod disassembler;
#[cfg(feature = "object")]
pub mod dispatch;
pub mod functions;
pub mod kernel_descriptor;
#[cfg(feature = "object")]
pub mod loader;
#[cfg(feature = "object")]
pub mod metadata;
pub mod processors;
pub mod register_use;
pub mod relocations;
#[cfg(feature = "object")]
mod support;
pub mod target_id;

pub use machine::*;
#[cfg(feature = "object")]
pub use support::SUPPORT;
