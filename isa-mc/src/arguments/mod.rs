//! The arguments of a kernel as people write them: `u32:5`, `buffer:f32=1 2 3`, `local:4K`;
//! `docs/running.md` has all of it. The command line's `--arg` takes them, and so does
//! whoever lets people start a kernel.
//!
//! ```
//! use isa_mc::arguments::{Argument, Contents, parse};
//!
//! let Ok(Argument::Buffer(buffer)) = parse("buffer:u16=1 0xffff,show=u16") else {
//!     panic!("it is a buffer");
//! };
//! assert_eq!(buffer.contents, Contents::Values(vec![1, 0, 0xff, 0xff]));
//! assert_eq!(parse("i31:5").unwrap_err().split(';').nth(1), Some(" did you mean `i32`?\nkinds: i8, i16, i32, i64, u8, u16, u32, u64, f16, f32, f64, buffer, local, bytes, null"));
//! ```

mod argument;
mod number;

pub use argument::{Argument, Buffer, Contents, Shape, parse};
pub use number::{Type, dimensions, meant, size, stack, whole};
