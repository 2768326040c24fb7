//! Running instructions: what the operation of an instruction does, done.
//!
//! [`Target::execute`](crate::Target::execute) runs one instruction over a
//! [`Machine`], for all lanes that it runs for. [`InMemory`] is a machine that
//! is ready to use; an [`Executor`] runs many without allocating anew.
//!
//! ```
//! use isa_mc::exec::{InMemory, Machine};
//! use isa_mc::gcn::{self, syntax};
//!
//! let target = gcn::target("gfx900").unwrap();
//! let mut machine = InMemory::new(&target);
//! let global = machine.space("global").unwrap();
//! machine.map(global, 0x1000, 64);
//! machine.poke(global, 0x1004, &7_u32.to_le_bytes());
//! machine.set_register("exec", &[0b10, 0]).unwrap();
//! machine.set_lane("v[2:3]", 1, &[0x1000, 0]).unwrap();
//!
//! let inst = target.parse("global_load_dword v1, v[2:3], off offset:4", syntax::LLVM).unwrap();
//! let done = target.execute(inst, &mut machine).unwrap();
//! assert_eq!(done.lanes, 0b10);
//! assert_eq!(machine.lane("v1", 1).unwrap(), [7]);
//! ```
//!
//! Operations are data: [`Tables::programs`]. The rules of their language are
//! in `docs/operations.md`; nothing here knows a machine.
//!
//! In the order in which they can be read, each using only what stands above it:
//!
//! | module | what |
//! |---|---|
//! | `machine` | what an instruction runs on |
//! | `error` | why it does not |
//! | `bits`, `half` | the bits of numbers; half-precision numbers |
//! | `exact`, `number`, `columns` | arithmetic: as states govern it; on one lane; on many in a loop |
//! | `bind` | what the names of a program stand for in one instruction |
//! | `prepare` | a program with the fields of an instruction put in |
//! | `specialised` | the same for those who show it |
//! | `run` | the interpreter |
//! | `interleaved`, `memory`, `registers`, `simple` | a machine that is ready to use |
//! | `executor` | instructions one after the other |
//! | `dispatch` | whole programs |
//!
//! [`Tables::programs`]: crate::tables::Tables::programs

mod bind;
mod bits;
mod columns;
pub mod dispatch;
mod error;
mod exact;
mod executor;
mod half;
#[doc(hidden)]
pub mod interleaved;
mod machine;
mod memory;
mod number;
mod prepare;
mod registers;
mod run;
mod simple;
mod specialised;

pub use bind::{Binding, Instruction};
pub use error::{ExecError, ExecErrorKind};
pub use executor::{Executed, Executor, PreparedInst};
pub use machine::{Access, Column, Declaration, Fault, LANES, Machine, RegisterPart};
pub use memory::Memory;
#[doc(hidden)]
pub use prepare::inputs;
pub use registers::{NameError, Registers, UnsetRegister};
pub use simple::{InMemory, Surface};
#[doc(hidden)]
pub use specialised::Specialised;
pub(crate) use specialised::specialise;
