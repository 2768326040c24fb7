//! What the sources of a program are in an instruction.

use crate::exec::bind::{self, Binding, Instruction, Processor};
use crate::exec::error::ExecErrorKind;
use crate::tables::{NONE, Source, SourceKind, Tables};

/// What the sources of a program are in an instruction.
pub(in crate::exec) fn bindings<I: Instruction>(
    tables: &Tables<'_>,
    processor: Processor,
    sources: &[Source],
    instruction: &I,
    bindings: &mut Vec<Binding>,
) -> Result<(), ExecErrorKind> {
    bindings.clear();
    for source in sources {
        let binding = match source.kind.get() {
            SourceKind::State => bind::state(tables, source.index),
            SourceKind::Feature => processor.feature(source.index),
            _ => instruction.bind(source)?,
        };
        let is_absent = match binding {
            Binding::State(state) => !is_computed(tables, processor.arch, state),
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
pub(in crate::exec) fn is_computed(tables: &Tables<'_>, arch: u8, state: u16) -> bool {
    let row = tables.states.get(usize::from(state));
    row.is_none_or(|row| row.derived == NONE || row.archs >> arch & 1 == 1)
}

/// The program that computes what a source is, if other states give it.
pub(in crate::exec) fn derivation<'t>(tables: &'t Tables<'t>, binding: Binding) -> Option<u16> {
    let Binding::State(state) = binding else {
        return None;
    };
    let row = tables.states.get(usize::from(state))?;
    (row.derived != NONE).then_some(row.derived)
}

/// The sources of an instruction that states move: rows of [`Tables::indexed`], and the
/// places of the sources.
pub(in crate::exec) fn indexed<I: Instruction>(
    tables: &Tables<'_>,
    sources: &[Source],
    instruction: &I,
) -> Vec<(u32, u16)> {
    let rows = instruction.indexed().range();
    let all = rows.flat_map(|row| {
        let operand = tables.indexed[row].operand;
        let is_it = move |it: &Source| it.kind == SourceKind::Operand.into() && it.name == operand;
        let places = sources.iter().enumerate().filter(move |(_, it)| is_it(it));
        places.map(move |(place, _)| (row as u32, place as u16))
    });
    all.collect()
}
