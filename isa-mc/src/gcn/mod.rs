//! AMD GCN 1.0 to 1.4, processors gfx600 to gfx90c, CDNA 1 to 4: gfx908, gfx90a, gfx940 to
//! gfx942, and gfx950, RDNA 1 and 2: gfx1010 to gfx1013, and gfx1030 to gfx1036, and RDNA 3 to
//! 4: gfx1100 to gfx1103, gfx1150 to gfx1153, gfx1200 and gfx1201. What several of them have in
//! common has names, too: `gfx11-generic`.
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

#[cfg(feature = "object")]
mod assembler;
#[cfg(feature = "object")]
pub mod code_object;
#[cfg(feature = "object")]
pub mod debug;
#[cfg(feature = "object")]
mod descriptor_listing;
#[cfg(feature = "object")]
mod descriptor_text;
#[cfg(feature = "object")]
mod disassembler;
#[cfg(feature = "object")]
pub mod dispatch;
pub mod features;
#[cfg(feature = "object")]
mod folding;
pub mod functions;
#[cfg(feature = "object")]
mod kernel_code;
pub mod kernel_descriptor;
#[cfg(feature = "object")]
pub mod loader;
pub mod processors;
pub mod register_use;
pub mod relocations;
#[cfg(feature = "object")]
mod support;
pub mod target_id;
mod targets;
#[cfg(feature = "std")]
pub(crate) mod triple;

pub use features::{with_features, with_modes};
#[doc(inline)]
pub use isa_mc_gcn::*;
#[cfg(feature = "object")]
#[doc(inline)]
pub use isa_mc_metadata as metadata;
#[cfg(feature = "object")]
pub use support::SUPPORT;
#[cfg(feature = "object")]
pub(crate) use targets::is_object;
pub use targets::target;
#[cfg(feature = "capi")]
pub(crate) use targets::with_options;
#[cfg(feature = "std")]
pub(crate) use targets::{SAID_IN_SOURCES, of_source_line};
pub(crate) use targets::{have_one_id, named, of_chip, of_file, says_options};
