//! What an operation does for one instruction, worked out once.
//!
//! The program of an operation serves every encoding and every modifier; an
//! instruction has few of them. Before an instruction runs for the first time its
//! fields are put in, what they decide is decided, and what nothing needs is dropped:
//! of the forty actions that an addition takes through all kinds of sources, four are
//! left.
//!
//! In the order in which they can be read: `sources` finds what an instruction's sources
//! are, `roles` says which parts of an action are slots, `fold` walks over the program,
//! `prepared` is the result, and `finish` drops and numbers what is left for it.

mod finish;
mod fold;
mod prepared;
mod roles;
mod sources;

use std::vec::Vec;

use super::bind::{Instruction, Processor};
use super::error::ExecErrorKind;
use crate::tables::{Program, Tables};
use finish::finish;
use fold::fold;

pub(super) use prepared::Prepared;
pub use roles::inputs;
pub(super) use sources::{bindings, derivation, indexed, is_computed};

/// Puts the sources of an instruction into a program.
pub(super) fn prepare<I: Instruction>(
    tables: &Tables<'_>,
    processor: Processor,
    program: &Program,
    instruction: &I,
) -> Result<Prepared, ExecErrorKind> {
    let mut all = Vec::new();
    let sources = &tables.sources[program.sources.range()];
    bindings(tables, processor, sources, instruction, &mut all)?;
    let derived = all.iter().enumerate().filter_map(|(index, &binding)| {
        let program = derivation(tables, binding)?;
        Some((index as u16, program))
    });
    let derived: Vec<(u16, u16)> = derived.collect();
    let folded = fold(tables, program, &all, &|variable| {
        instruction.declaration(variable)
    });
    let indexed = indexed(tables, sources, instruction);
    let mut prepared = Prepared {
        processor,
        indexed,
        ..finish(folded, all, derived)
    };
    // What nothing reads any more need not be computed.
    let actions = &prepared.actions;
    let is_read = |source: u16| actions.iter().any(|action| action.a == source);
    prepared.derived.retain(|(source, _)| is_read(*source));
    Ok(prepared)
}
