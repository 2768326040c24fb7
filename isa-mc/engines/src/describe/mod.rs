//! What instructions are to a register allocator and a scheduler: operands with their
//! directions and what they accept, states, memory, wait counters, branches.
//!
//! A [`Description`] is of an instruction in one of its encodings, whatever its
//! operands hold. [`Target::accesses`] says what one [`Inst`] reads and writes: the
//! registers of its operands, and what it touches without naming it. Both are views of
//! the machine's tables: nothing is allocated.
//!
//! # A scheduler
//!
//! Two instructions may change places unless one writes what the other reads or
//! writes. A value that a counter waits for is not there before the wait.
//!
//! ```
//! use isa_mc::gcn::{self, syntax};
//! use isa_mc::{Inst, Target};
//!
//! fn depends(target: &Target<'_>, first: Inst, second: Inst) -> bool {
//!     let memory = |inst| target.describe(inst).map_or((true, true), |it| (it.loads(), it.stores()));
//!     let ((loads, stores), (loads_too, stores_too)) = (memory(first), memory(second));
//!     let by_memory = stores && (loads_too || stores_too) || loads && stores_too;
//!     by_memory
//!         || target.accesses(first).any(|one| {
//!             let mut others = target.accesses(second);
//!             others.any(|other| one.overlaps(&other) && (one.writes || other.writes))
//!         })
//! }
//!
//! let target = gcn::target("gfx900").unwrap();
//! let parse = |text| target.parse(text, syntax::LLVM).unwrap();
//! let compare = parse("v_cmp_lt_f32 vcc, v1, v2");
//! // The comparison writes VCC, which the selection reads without naming it in its bits.
//! assert!(depends(&target, compare, parse("v_cndmask_b32 v0, v3, v4, vcc")));
//! assert!(!depends(&target, compare, parse("v_add_f32 v0, v1, v2")));
//! // SCC is no register, and counts too.
//! assert!(depends(&target, parse("s_add_u32 s0, s0, 1"), parse("s_addc_u32 s1, s1, 0")));
//!
//! let load = target.describe(parse("flat_load_dword v1, v[2:3]")).unwrap();
//! assert!(load.counters().eq(["vmcnt", "lgkmcnt"]));
//! ```
//!
//! # A register allocator
//!
//! ```
//! use isa_mc::gcn::{self, opcode, syntax, v};
//! use isa_mc::tables::Direction;
//!
//! let target = gcn::target("gfx900").unwrap();
//! // What an operand needs is known without an instruction.
//! let load = target.descriptions_of(opcode::S_LOAD_DWORDX4).next().unwrap();
//! let data = load.operand("sdata").unwrap();
//! assert_eq!((data.direction, data.widths()), (Direction::Out, 4..=4));
//! let set = data.registers().next().unwrap();
//! assert_eq!((set.first, set.align), (0, 4));
//!
//! // An instruction over virtual registers gets others.
//! let inst = target.parse("v_mac_f32 v0, v1, v2", syntax::LLVM).unwrap();
//! let renamed = target.set_operand(inst, 0, v(9).into()).unwrap();
//! let accesses: Vec<_> = target.accesses(renamed).filter(|it| it.operand.is_some()).collect();
//! // `vdst` is read and written: a copy must come first, if its value lives on.
//! assert!(accesses[0].reads && accesses[0].writes);
//! let mut name = [0; 8];
//! let mut name = isa_mc::Cursor::new(&mut name);
//! target.print_register(accesses[0].register().unwrap(), &mut name);
//! assert_eq!(name.as_str(), "v9");
//! ```
//!
//! # Byte streams
//!
//! The same of instructions that are byte streams. What they have the numbers of are things
//! that a file declares; with its [`Names`] they have names.
//!
//! ```
//! use isa_mc::describe::Place;
//! use isa_mc::visa::{self, syntax};
//!
//! let target = visa::target("visa4.1").unwrap();
//! let add = target.parse("(P1) add (M1, 8) V40(0,0)<1> V41(0,0)<1;1,0> r[A2(0),0]<1;1,0>:f", syntax::VISA);
//! let add = add.unwrap();
//! let mut reads = Vec::new();
//! let mut writes = Vec::new();
//! for access in target.accesses(add) {
//!     let name = match access.place {
//!         Place::Numbered(it) => match it.number {
//!             Some(number) => format!("{}{number}", it.prefix),
//!             // An address says which one it is.
//!             None => format!("any {}", it.prefix),
//!         },
//!         Place::State(state) => state.name.to_owned(),
//!         Place::Registers(_) => unreachable!("there are no registers"),
//!     };
//!     if access.reads {
//!         reads.push(name.clone());
//!     }
//!     if access.writes {
//!         writes.push(name);
//!     }
//! }
//! assert_eq!(reads[..4], ["P1", "V41", "A2", "any V"]);
//! assert_eq!(writes, ["V40"]);
//!
//! let load = target.parse("oword_ld (2) T6 0x0:ud V40.0", syntax::VISA).unwrap();
//! let description = target.describe(load).unwrap();
//! assert!(description.loads() && !description.stores());
//! ```
//!
//! In the order in which they can be read: `operand` is what operands accept,
//! `instruction` what an instruction is, `access` what one reads and writes, and `branch`
//! where it goes on.
//!
//! [`Inst`]: crate::Inst
//! [`Names`]: crate::stream::Names
//! [`Target::accesses`]: crate::Target::accesses

mod access;
mod branch;
mod instruction;
mod operand;

pub use access::{Access, Accesses, Numbered, Place};
pub use branch::{Branch, Taken};
pub use instruction::{Description, Names, State, States};
pub use operand::{OperandDescription, OperandDescriptions, RegisterSet};
