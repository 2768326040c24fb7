//! Where instructions may go on.

use super::instruction::{Description, Row};
use crate::tables::{Action, ActionKind, Kind, NONE, Source, SourceKind, StreamOperand};

/// An instruction that may go on somewhere else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Branch {
    /// The operand with the place: an index as in [`OperandView::index`]; of byte streams the
    /// number of an integer, as in [`Path::leaf`].
    ///
    /// [`OperandView::index`]: crate::OperandView::index
    /// [`Path::leaf`]: crate::stream::Path::leaf
    pub operand: usize,
    /// The operand is the distance or the label; else registers hold the address.
    pub direct: bool,
    /// Whether it goes there.
    pub taken: Taken,
}

/// Whether a branch goes to its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taken {
    /// Always. What follows is reached only by calls that return, and other branches.
    Always,
    /// It may go on behind itself, or nobody has said.
    Sometimes,
}

impl Description<'_> {
    /// Where it may go on, if that is not always behind itself.
    pub fn branch(&self) -> Option<Branch> {
        let tables = self.target.tables;
        let names = &tables.texts[self.effects().branches.range()];
        let (operand, direct) = match self.row {
            Row::Words(_, shape) => {
                let mut rows = tables.operands[shape.operands.range()].iter().enumerate();
                let (operand, row) = rows.find(|(_, row)| names.contains(&row.name))?;
                let direct = match row.kind.get() {
                    Kind::Integer { integer } => {
                        tables.integers[usize::from(integer)].relative.is_some()
                    }
                    _ => false,
                };
                (operand, direct)
            }
            Row::Stream(row, _) => {
                let mut fields = tables.stream_operands[row.fields.range()].iter();
                let place = fields.find_map(|field| match field.get() {
                    StreamOperand::Value { name, place, .. } => {
                        let mut names = names.iter().map(|name| tables.text(*name));
                        names
                            .any(|it| is_of(tables.text(name), it))
                            .then_some(place)
                    }
                    StreamOperand::Stream { .. } => None,
                })?;
                let leaf = tables.stream_places[usize::from(place)].leaf;
                (usize::from(leaf), true)
            }
        };
        let taken = match self.always_branches() {
            true => Taken::Always,
            false => Taken::Sometimes,
        };
        Some(Branch {
            operand,
            direct,
            taken,
        })
    }

    /// Whether it may go on somewhere else.
    #[cfg(feature = "std")]
    pub(crate) fn may_branch(&self) -> bool {
        !self.effects().branches.range().is_empty()
    }

    /// The same of an instruction in which so much is left of its operation, which runs for
    /// the lanes in that slot.
    #[cfg(feature = "std")]
    pub(crate) fn with_operation(mut self, lanes: u16, actions: &[Action]) -> Self {
        let tables = self.target.tables;
        let program = tables.programs.get(usize::from(self.instruction().program));
        if let Some(program) = program.filter(|_| lanes == NONE) {
            let sources = &tables.sources[program.sources.range()];
            self.always_branches = always_writes_a_state(sources, actions);
        }
        self
    }

    /// Whether the operation goes on at its place on every way through it.
    fn always_branches(&self) -> bool {
        let tables = self.target.tables;
        let program = tables.programs.get(usize::from(self.instruction().program));
        let Some(program) = program.filter(|program| program.lanes == NONE) else {
            return false;
        };
        let sources = &tables.sources[program.sources.range()];
        let actions = &tables.actions[program.actions.range()];
        self.always_branches || always_writes_a_state(sources, actions)
    }
}

/// Whether actions write a state on every way through them: of a branch, the place where the
/// program goes on.
pub(super) fn always_writes_a_state(sources: &[Source], actions: &[Action]) -> bool {
    let mut at = 0;
    while let Some(action) = actions.get(at) {
        at += 1 + match action.kind.get() {
            ActionKind::If => usize::from(action.b) + usize::from(action.c),
            ActionKind::Loop => usize::from(action.c),
            ActionKind::Write => {
                let source = sources.get(usize::from(action.a));
                if source.is_some_and(|source| source.kind == SourceKind::State.into()) {
                    return true;
                }
                0
            }
            _ => 0,
        };
    }
    false
}

/// Whether a path is a piece, or the first of those that are repeated.
fn is_of(path: &str, piece: &str) -> bool {
    path.strip_prefix(piece)
        .is_some_and(|rest| matches!(rest, "" | "0"))
}
