//! Intel's vISA, as objects of the versions 3.0 to 4.1 hold it.
//!
//! ```
//! use isa_mc::visa::{self, syntax};
//!
//! let target = visa::target("visa4.1").unwrap();
//! let inst = target.parse("mov (M1, 1) V33(0,0)<1> 0x12345678:ud", syntax::VISA).unwrap();
//! assert_eq!(inst.bytes()[..4], [0x29, 0, 0, 0]);
//!
//! let inst = target.decode(inst.bytes()).unwrap();
//! let mut text = String::new();
//! target.print(inst, syntax::VISA, &mut text).unwrap();
//! assert_eq!(text, "mov (M1, 1) V33(0,0)<1> 0x12345678:ud");
//! ```
//!
//! [`object`] is whole objects, kernels and functions with what they declare, and [`text`]
//! their text; [`run`] runs kernels, and [`trace`] says what their instructions did. Which bytes of
//! variables an instruction reads and writes [`extents`] says.

#[cfg(feature = "std")]
pub mod extents;
#[cfg(feature = "std")]
pub mod object;
#[cfg(feature = "std")]
pub mod run;
#[cfg(feature = "std")]
pub mod text;
#[cfg(feature = "std")]
pub mod trace;

#[doc(inline)]
pub use isa_mc_visa::*;
