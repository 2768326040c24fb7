//! Whole programs: the wavefronts of workgroups, over a grid.
//!
//! A [`Dispatch`] runs one workgroup after the other, and the wavefronts of a group in
//! turns: each until it waits at a barrier, ends, or has had its [`TURN`]. What they begin
//! with and what memory they see is the [`Environment`]'s; nothing here knows a machine.
//! The same dispatch always runs the same instructions in the same order.
//!
//! [`Dispatch::run`] runs to the end and tells an [`Observer`] of every instruction;
//! [`Dispatch::step`] runs one, and [`Dispatch::upcoming`] says which that will be, so
//! breakpoints are a loop:
//!
//! ```
//! # #[cfg(feature = "object")] {
//! use isa_mc::exec::dispatch::{Dispatch, Environment, RunError};
//!
//! fn run_to<E: Environment>(dispatch: &mut Dispatch<'_, E>, address: u64) -> Result<bool, RunError> {
//!     while let Some(next) = dispatch.upcoming() {
//!         if next.address == address {
//!             return Ok(true);
//!         }
//!         dispatch.step()?;
//!     }
//!     Ok(false)
//! }
//! # }
//! ```
//!
//! In the order in which they can be read: `environment` is what wavefronts run in, `error`
//! why they stop, `observe` who watches, `code` what was decoded before, `wave` one
//! wavefront, and `turns` all of them.

mod code;
mod environment;
mod error;
mod observe;
mod turns;
mod wave;

pub use environment::{Environment, Flow, Next, Place, Uninitialized};
pub use error::{Note, RunError, RunErrorKind, Unset};
pub use observe::{Event, Observer, Step, Traffic};
pub use turns::{Dispatch, Summary, TURN};
