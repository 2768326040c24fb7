//! What is left of an operation in one instruction, for those who show it.

use std::vec::Vec;

use super::bind::{Binding, Instruction, Processor};
use super::prepare::{bindings, prepare};
use crate::tables::{Action, Program, Tables};

/// An operation with the fields of one instruction put in.
#[derive(Debug, Clone)]
pub struct Specialised {
    /// The values of the program's sources, where the instruction or the processor says them;
    /// in the order of [`Program::sources`].
    pub values: Vec<Option<u64>>,
    /// The actions that are left.
    pub actions: Vec<Action>,
    /// So many of them come before the lanes are known.
    pub before: usize,
    /// The slot of the lanes; [`NONE`](crate::tables::NONE) for a program that runs once.
    pub lanes: u16,
}

/// Puts the fields of an instruction into a program. If it cannot run because bits of an
/// operand have no value, the others are known all the same.
pub(crate) fn specialise<I: Instruction>(
    tables: &Tables<'_>,
    (arch, features): (u8, u32),
    program: &Program,
    instruction: &I,
) -> Specialised {
    let processor = Processor { arch, features };
    let value = |binding: &Binding| match binding {
        Binding::Value(value) => u64::try_from(*value).ok(),
        _ => None,
    };
    if let Ok(prepared) = prepare(tables, processor, program, instruction) {
        return Specialised {
            values: prepared.bindings.iter().map(value).collect(),
            actions: prepared.actions,
            before: prepared.before,
            lanes: prepared.lanes,
        };
    }
    let mut one = Vec::new();
    let sources = tables.sources[program.sources.range()].iter();
    let values = sources.map(|source| {
        let source = core::slice::from_ref(source);
        bindings(tables, processor, source, instruction, &mut one).ok()?;
        one.first().and_then(value)
    });
    let values = values.collect();
    let beginning = &tables.actions[program.beginning.range()];
    Specialised {
        values,
        actions: [beginning, &tables.actions[program.actions.range()]].concat(),
        before: usize::from(program.before),
        lanes: program.lanes,
    }
}
