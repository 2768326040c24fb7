//! Operands that are words: what they stand for.

use crate::tables::{Direction, Meaning, SourceKind, WordValue};
use crate::{Inst, Target, operand};

impl<'a> Target<'a> {
    /// The states that an instruction reads because operands are words that stand for
    /// them: `SCC` of `s_mov_b32 s0, src_scc`. In the place of one that is computed
    /// from others stand those. They are indices into
    /// [`Tables::states`](crate::tables::Tables::states); one may come twice.
    ///
    /// What an instruction reads whatever its operands are, [`Target::effects`] says.
    pub fn states_of_words(&self, inst: Inst) -> impl Iterator<Item = u16> + 'a {
        let (target, tables) = (*self, self.tables);
        let rows = self.operand_rows(inst).iter();
        let read =
            rows.filter(|row| matches!(row.direction.get(), Direction::In | Direction::InOut));
        let states = read.filter_map(move |row| {
            let entry = operand::entry_of(&target, row, inst.bits())?;
            match entry.meaning {
                Meaning::Keyword { value, .. } | Meaning::Spelled { value, .. } => match value {
                    WordValue::State(state) => Some(state),
                    WordValue::Number(_) | WordValue::NoValue => None,
                },
                _ => None,
            }
        });
        states.flat_map(move |state| {
            let row = tables.states.get(usize::from(state));
            let program = row.and_then(|row| tables.programs.get(usize::from(row.derived)));
            let sources = program.map(|program| &tables.sources[program.sources.range()]);
            // The program writes the state itself.
            let from = sources.unwrap_or(&[]).iter();
            let from =
                from.filter(move |it| it.kind == SourceKind::State.into() && it.index != state);
            let own = program.is_none().then_some(state);
            own.into_iter().chain(from.map(|it| it.index))
        })
    }
}
