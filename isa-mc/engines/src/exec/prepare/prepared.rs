//! A program with the fields of an instruction put in.

use crate::exec::bind::{Binding, Processor};
use crate::tables::Action;

/// A program with the fields of an instruction put in.
#[derive(Debug, Clone)]
pub(in crate::exec) struct Prepared {
    /// All actions; those before the lanes are known come first.
    pub(in crate::exec) actions: Vec<Action>,
    /// How many come before the lanes are known.
    pub(in crate::exec) before: usize,
    /// The slot of the lanes; [`NONE`](crate::tables::NONE) for a program that runs once.
    pub(in crate::exec) lanes: u16,
    /// How many slots it has.
    pub(in crate::exec) slots: u16,
    /// Constants of the actions.
    pub(in crate::exec) constants: Vec<u64>,
    /// What the sources are.
    pub(in crate::exec) bindings: Vec<Binding>,
    /// Sources that other states give: their places, and the programs.
    pub(in crate::exec) derived: Vec<(u16, u16)>,
    /// The processor that it was prepared for.
    pub(in crate::exec) processor: Processor,
    /// Sources that states move: rows of [`Tables::indexed`](crate::tables::Tables::indexed), and their places.
    pub(in crate::exec) indexed: Vec<(u32, u16)>,
}
