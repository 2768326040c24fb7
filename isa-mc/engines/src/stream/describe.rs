//! What instructions read and write, and what else they do.

use super::inst::StreamInst;
use super::target::StreamTarget;
use super::walk::{Leaves, holds, place_value};
use crate::describe::{Access, Description, Numbered, Place, States};
use crate::tables::{Direction, NONE, StreamAccess};

/// Iterates over what an instruction of byte streams reads and writes: what its pieces name,
/// in their order, then what it does not name. Something may come several times.
#[derive(Debug, Clone)]
pub struct StreamAccesses<'a> {
    target: StreamTarget<'a>,
    leaves: Leaves,
    rows: core::slice::Iter<'a, StreamAccess>,
    reads: Option<States<'a>>,
    writes: Option<States<'a>>,
}

impl<'a> StreamTarget<'a> {
    /// What is known of an instruction; `None` if it is none of this processor. Without the
    /// feature `std` whether a branch is always taken is not known.
    pub fn describe(&self, inst: StreamInst) -> Option<Description<'a>> {
        let description = self.description(inst)?;
        #[cfg(feature = "std")]
        if description.may_branch()
            && let Some(left) = self.specialised(inst)
        {
            return Some(description.with_operation(left.lanes, &left.actions));
        }
        Some(description)
    }

    fn description(&self, inst: StreamInst) -> Option<Description<'a>> {
        let encoding = inst.encoding();
        let row = self.encoding_here(encoding)?;
        Some(Description::of_stream(
            self.target,
            encoding,
            row,
            inst.size(),
        ))
    }

    /// What an instruction reads and writes, whether its pieces name it or not; nothing if it
    /// is none of this processor. Memory is no part of it: see
    /// [`Description::loads`](crate::describe::Description::loads).
    pub fn accesses(&self, inst: StreamInst) -> StreamAccesses<'a> {
        let description = self.description(inst);
        let tables = self.tables();
        let rows = self.encoding_here(inst.encoding());
        let rows = rows.map_or(&[][..], |row| &tables.stream_accesses[row.accesses.range()]);
        StreamAccesses {
            target: *self,
            leaves: self.leaves(&inst),
            rows: rows.iter(),
            reads: description.map(|it| it.reads()),
            writes: description.map(|it| it.writes()),
        }
    }
}

impl<'a> Iterator for StreamAccesses<'a> {
    type Item = Access<'a>;

    fn next(&mut self) -> Option<Access<'a>> {
        let tables = self.target.tables();
        let values = &self.leaves.values;
        let named = self
            .rows
            .find(|row| row.when == NONE || holds(tables, row.when, 0, values));
        if let Some(row) = named {
            let place = tables.stream_places.get(usize::from(row.place));
            let number = place.map(|_| place_value(tables, row.place, 0, values));
            let direction = row.direction.get();
            return Some(Access {
                place: Place::Numbered(Numbered {
                    prefix: tables.text(row.prefix),
                    number,
                }),
                reads: direction != Direction::Out,
                writes: matches!(direction, Direction::Out | Direction::InOut),
                operand: place.map(|place| usize::from(place.leaf)),
                name: Some(tables.text(row.piece)),
            });
        }
        let read = self.reads.as_mut().and_then(Iterator::next);
        if let Some(state) = read {
            return Some(Access::of_state(state, None, false));
        }
        let state = self.writes.as_mut().and_then(Iterator::next)?;
        Some(Access::of_state(state, None, true))
    }
}
