//! What a thread holds, for who looks at it.

use super::program::{Layout, Program};
use super::thread::Thread;
use crate::visa::object::first;

/// What a thread holds in the kernel or function that it is in, by the numbers that instructions
/// have for it: declared variables are numbered from [`first::VARIABLE`] on, predicates from
/// [`first::PREDICATE`] on, addresses from [`first::ADDRESS`] on.
#[derive(Debug, Clone, Copy)]
pub struct ThreadView<'d> {
    layout: &'d Layout,
    thread: &'d Thread,
}

impl<'d> ThreadView<'d> {
    pub(super) fn new(program: &'d Program, thread: &'d Thread) -> ThreadView<'d> {
        let layout = program.routine(thread.frame.routine);
        ThreadView { layout, thread }
    }

    /// The function that it is in, by its number in the object; `None` in the kernel.
    pub fn function(&self) -> Option<usize> {
        self.layout.function
    }

    /// The bytes of a variable, as many as its elements have; `None` if there is none of that
    /// number.
    pub fn variable(&self, number: u32) -> Option<&'d [u8]> {
        let bytes = self.layout.element_bytes(number)?;
        let start = self.layout.variable(number, bytes)?;
        self.thread.frame.variables.get(start..start + bytes)
    }

    /// The channels of a predicate, channel 0 in the lowest bit; `None` if there is none of
    /// that number.
    pub fn predicate(&self, number: u32) -> Option<u32> {
        let row = usize::try_from(number.checked_sub(first::PREDICATE)?).ok()?;
        let at = row + first::PREDICATE as usize;
        self.thread.frame.predicates.get(at).copied()
    }

    /// The bytes of an address variable, whose elements have two; `None` if there is none of
    /// that number.
    pub fn address(&self, number: u32) -> Option<&'d [u8]> {
        let (start, end) = *self.layout.addresses.get(number as usize)?;
        self.thread.frame.addresses.get(start..end)
    }
}
