//! Running kernels: the threads of groups, over a grid of groups.
//!
//! A [`Device`] is memory. A [`Launch`] says over which groups a kernel runs, with which
//! arguments; [`Launch::start`] gives the [`Dispatch`] that runs it to the end, or says where
//! it stopped and why.
//!
//! ```
//! use isa_mc::visa::object::Version;
//! use isa_mc::visa::run::{Argument, Device, Launch};
//! use isa_mc::visa::text;
//!
//! // Each of 16 channels adds 1 to its dword.
//! let source = r#"
//! .version 4.1
//! .kernel "increment"
//! .decl address v_type=G type=uq num_elts=1 align=qword
//! .decl values v_type=G type=ud num_elts=16 align=GRF
//! .input address offset=64 size=8
//! .kernel_attr Target="cm"
//!     svm_block_ld (4) address(0,0)<0;1,0> values.0
//!     add (M1, 16) values(0,0)<1> values(0,0)<1;1,0> 0x1:ud
//!     svm_block_st (4) address(0,0)<0;1,0> values.0
//!     ret (M1, 1)
//! "#;
//! let object = text::assemble(source, Version::new(4, 1)).unwrap();
//!
//! let mut device = Device::new();
//! let buffer = device.allocate(64).unwrap();
//! device.write(buffer, &[7, 0, 0, 0].repeat(16)).unwrap();
//! let mut launch = Launch::new([1, 1, 1], [1, 1, 1]);
//! launch.arguments = vec![Argument::Buffer { address: buffer, bytes: 64 }];
//! let mut dispatch = launch.start(&object, 0, device).unwrap();
//! assert_eq!(dispatch.run().unwrap().instructions, 4);
//! assert_eq!(dispatch.into_device().read(buffer + 60, 4).unwrap(), [8, 0, 0, 0]);
//! ```
//!
//! # What a thread begins with
//!
//! - Inputs hold their arguments, and those that the runtime gives: the threads of a group
//!   (`LOCAL_SIZE`), how many groups there are (`GROUP_COUNT`), the number of the thread in
//!   its group (`LOCAL_ID`), three `ud` each. Other such inputs are refused.
//! - `%group_id_x` to `%group_id_z` are the number of the group, `%thread_x` and `%thread_y`
//!   that of the thread in the whole grid.
//! - All channels of the kernel are in the execution mask: as many as its attribute
//!   `SimdSize` says, else as its widest instruction has; in the last thread of a group fewer,
//!   if [`Launch::group_channels`] says so.
//! - `%r0` is the header that Intel's programmer's reference manuals have of threads of
//!   compute kernels, with the number of the group in dwords 1, 6 and 7, and of scratch memory
//!   the size in dword 3 (how many times 1024 bytes are doubled) and the place in dword 5.
//!   `%hw_id` is the number of the thread in its group, x first: no two threads that run at a
//!   time have the same. The first dword of `%sr0` is that number, too, without bits 3, 6 and
//!   7, which devices use for something else: bits 3 and 4 of it are bits 4 and 5 there, those
//!   from 5 on are there from 8 on.
//! - Everything else is zero: variables, predicates, addresses. `%tsc` and `%dbg0` stay so.
//!
//! A function that is called begins with all zero as well, in the channels that call it; what
//! predefined variables hold goes with the call, and back with the return: arguments in `%arg`,
//! results in `%retval`, `%sp` and `%fp`. Functions are those of the object, found by their
//! names, or by the addresses that `faddr` gives: the numbers of their first instructions,
//! counted over the kernel and all functions that are named, in the order in which they are.
//! `%sp` and `%fp` are of type `uq`, as Intel's compiler has them, and not `ud`.
//!
//! Surfaces are buffers of bytes and [images](Image) that arguments name, and those of the binding
//! table (`bti(0)` and so on) all buffers and images among the arguments, in their order. Intel's
//! compiler counts images that are read, buffers, and images that are written, of both those of
//! one dimension first, then those of two and three, then arrays; in its kernels images are no
//! inputs, so they may stand where it counts them. `%slm` is memory that a group shares,
//! zero at first; `%bss`, `T1`, `T2` and `TSS` are none. `%scratch` is all flat memory.
//! Scratch memory is a thread's own, zero at first: flat addresses from dword 5 of `%r0` on, and
//! the surface with the state `ss` of a 16th of it, as Intel's compiler writes
//! (`shr … %r0(0,5)<0;1,0> 0x4`). There is as much as the attribute `SpillMemOffset` says, or
//! [`Launch::scratch_bytes`].
//! An access of a surface outside of it reads zero and writes nothing. In addresses of `%slm`
//! the upper four of 32 bits do not count: Intel's compiler sets one, lest a pointer is null.
//!
//! [`Dispatch::step`] runs one instruction, [`Dispatch::upcoming`] says which,
//! [`Dispatch::events`] what it has read and written, and [`Dispatch::thread`] what its thread
//! holds.
//!
//! Groups run one after the other, and the threads of a group in turns: each until it waits
//! at a barrier or ends. The same dispatch always runs the same instructions in the same
//! order. Instructions whose description says that what they do is undefined, as those of
//! samplers and media, stop the run with the description's reason.
//!
//! Sources: chapters 3 to 5 of Intel's description of vISA.
//!
//! In the order in which they can be read: `error` says why a kernel is not started and why
//! it stops, `launch` what is asked for, `program` a kernel that is ready to run, `event` what an
//! instruction of it does, `thread` one thread of it, `view` what is seen of one, `dispatch` all of
//! them, and `start` goes from what is asked for to them.

mod dispatch;
mod error;
mod event;
mod launch;
mod program;
mod start;
mod thread;
mod view;

pub use crate::device::Device;
pub use crate::image::Image;
pub use dispatch::{Dispatch, Step, Summary};
pub use error::{LaunchError, Place, RunError, RunErrorKind};
pub use event::{Event, Location};
pub use launch::{Argument, Launch, MAX_THREADS};
pub use view::ThreadView;
