//! States, and what depends on them: how far address spaces reach, how floating-point types behave.

use super::lowering::Lowering;
use crate::machine::ArchSet;
use crate::model::StateBits;
use crate::tables::{self, NONE};

impl Lowering<'_> {
    /// Rows of all of them.
    pub(super) fn states(&mut self) {
        for state in &self.model.states {
            let (file, number) = state.home.unwrap_or((usize::from(NONE), 0));
            let row = tables::State {
                name: self.pool.text(&state.name),
                bits: state.bits as u16,
                file: file as u16,
                number: number as u16,
                derived: NONE,
                archs: state.archs.0,
            };
            self.tables.states.push(row);
        }
        for (index, state) in self.model.states.iter().enumerate() {
            if let Some(checked) = &state.derived {
                let program = self.program_of(checked, Vec::new());
                self.tables.states[index].derived = program;
            }
        }
        let none = StateBits {
            state: usize::from(NONE),
            low: 0,
            bits: 0,
        };
        let bits = |it: StateBits| tables::StateBits {
            state: it.state as u16,
            low: it.low as u16,
            bits: it.bits as u16,
        };
        for space in &self.model.spaces {
            let (limit, archs) = space.limit.unwrap_or((none, ArchSet::default()));
            let row = tables::Space {
                name: self.pool.text(&space.name),
                limit: bits(limit),
                limit_archs: archs.0,
                base: bits(space.base.unwrap_or(none)),
                memory: space.memory as u16,
            };
            self.tables.spaces.push(row);
        }
        for floating in &self.model.floating {
            let (overflow, archs) = floating.overflow.unwrap_or((none, ArchSet::default()));
            let row = tables::FloatingType {
                bits: floating.ty.bits(),
                rounding: bits(floating.rounding.unwrap_or(none)),
                subnormals: bits(floating.subnormals.unwrap_or(none)),
                overflow: bits(overflow),
                overflow_archs: archs.0,
            };
            self.tables.floating.push(row);
        }
    }
}
