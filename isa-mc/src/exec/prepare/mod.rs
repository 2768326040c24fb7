//! What an operation does for one instruction, worked out once.
//!
//! The program of an operation serves every encoding and every modifier; an
//! instruction has few of them. Before an instruction runs for the first time its
//! fields are put in, what they decide is decided, and what nothing needs is dropped:
//! of the forty actions that an addition takes through all kinds of sources, four are
//! left. `fold` walks over the program, `roles` says which parts of an action are
//! slots, `finish` drops and numbers what is left.

mod finish;
mod fold;
mod roles;

use std::vec::Vec;

use super::ExecErrorKind;
use super::bind::{self, Binding, Instruction};
use crate::tables::{Action, NONE, Program, Source, SourceKind, Tables};

/// A program with the fields of an instruction put in.
#[derive(Debug, Clone)]
pub(super) struct Prepared {
    /// All actions; those before the lanes are known come first.
    pub(super) actions: Vec<Action>,
    /// How many come before the lanes are known.
    pub(super) before: usize,
    /// The slot of the lanes; [`NONE`] for a program that runs once.
    pub(super) lanes: u16,
    /// How many slots it has.
    pub(super) slots: u16,
    /// Constants of the actions.
    pub(super) constants: Vec<u64>,
    /// What the sources are.
    pub(super) bindings: Vec<Binding>,
    /// Sources that other states give: their places, and the programs.
    pub(super) derived: Vec<(u16, u16)>,
    /// Sources that states move: rows of [`Tables::indexed`], and their places.
    pub(super) indexed: Vec<(u32, u16)>,
}

/// What the sources of a program are in an instruction.
pub(super) fn bindings<I: Instruction>(
    tables: &Tables<'_>,
    arch: u8,
    sources: &[Source],
    instruction: &I,
    bindings: &mut Vec<Binding>,
) -> Result<(), ExecErrorKind> {
    bindings.clear();
    for source in sources {
        let binding = match source.kind {
            SourceKind::State => bind::state(tables, source.index),
            SourceKind::Feature => {
                let has = instruction.features() >> source.index & 1;
                Binding::Value(has.into())
            }
            _ => instruction.bind(source)?,
        };
        let is_absent = match binding {
            Binding::State(state) => !is_computed(tables, arch, state),
            _ => false,
        };
        bindings.push(if is_absent {
            Binding::Value(0)
        } else {
            binding
        });
    }
    Ok(())
}

/// Whether a state is held, or computed on this architecture: it is zero elsewhere.
pub(super) fn is_computed(tables: &Tables<'_>, arch: u8, state: u16) -> bool {
    let row = tables.states.get(usize::from(state));
    row.is_none_or(|row| row.derived == NONE || row.archs >> arch & 1 == 1)
}

/// The program that computes what a source is, if other states give it.
pub(super) fn derivation<'t>(tables: &'t Tables<'t>, binding: Binding) -> Option<u16> {
    let Binding::State(state) = binding else {
        return None;
    };
    let row = tables.states.get(usize::from(state))?;
    (row.derived != NONE).then_some(row.derived)
}

/// The sources of an instruction that states move: rows of [`Tables::indexed`], and the
/// places of the sources.
pub(super) fn indexed<I: Instruction>(
    tables: &Tables<'_>,
    sources: &[Source],
    instruction: &I,
) -> Vec<(u32, u16)> {
    let rows = instruction.indexed().range();
    let all = rows.flat_map(|row| {
        let operand = tables.indexed[row].operand;
        let is_it = move |it: &Source| it.kind == SourceKind::Operand && it.name == operand;
        let places = sources.iter().enumerate().filter(move |(_, it)| is_it(it));
        places.map(move |(place, _)| (row as u32, place as u16))
    });
    all.collect()
}

/// Puts the sources of an instruction into a program.
pub(super) fn prepare<I: Instruction>(
    tables: &Tables<'_>,
    arch: u8,
    program: &Program,
    instruction: &I,
) -> Result<Prepared, ExecErrorKind> {
    let mut all = Vec::new();
    let sources = &tables.sources[program.sources.range()];
    bindings(tables, arch, sources, instruction, &mut all)?;
    let derived = all.iter().enumerate().filter_map(|(index, &binding)| {
        let program = derivation(tables, binding)?;
        Some((index as u16, program))
    });
    let derived: Vec<(u16, u16)> = derived.collect();
    let folded = fold::fold(tables, program, &all);
    let indexed = indexed(tables, sources, instruction);
    let mut prepared = Prepared {
        indexed,
        ..finish::finish(folded, all, derived)
    };
    // What nothing reads any more need not be computed.
    let actions = &prepared.actions;
    let is_read = |source: u16| actions.iter().any(|action| action.a == source);
    prepared.derived.retain(|(source, _)| is_read(*source));
    Ok(prepared)
}
