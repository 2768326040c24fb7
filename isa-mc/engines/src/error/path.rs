//! Names of the parts of an instruction: `src0.variable`.

use core::fmt::{self, Display, Formatter, Write};

use crate::tables::{Field, MAX_LEAVES, NONE, Stream, StreamInteger, StreamStep, Tables};

/// The name of a part of an instruction, from the outermost piece to the
/// innermost, with points between: `{}` writes it.
///
/// A stream that is one integer only does not count as a part of its own.
#[derive(Debug, Clone, Copy)]
pub struct Path<'a> {
    pub(crate) tables: &'a Tables<'a>,
    /// The stream of the instruction.
    pub(crate) stream: u16,
    /// The integer.
    pub(crate) leaf: u8,
    /// Index into [`Tables::stream_members`]; [`NONE`] for the integer.
    pub(crate) member: u16,
}

impl<'a> Path<'a> {
    /// The part of an integer that has these bits.
    pub(crate) fn of_field(
        tables: &'a Tables<'a>,
        stream: u16,
        leaf: u8,
        field: Field,
    ) -> Path<'a> {
        let path = Path {
            tables,
            stream,
            leaf,
            member: NONE,
        };
        let member = path.integer().and_then(|row| {
            row.members
                .range()
                .find(|&at| tables.stream_members[at].field == field)
        });
        Path {
            member: member.map_or(NONE, |at| at as u16),
            ..path
        }
    }

    /// The integer that it is part of, counted in the instruction.
    pub fn leaf(self) -> u8 {
        self.leaf
    }

    /// Whether this is how it is written, with or without the names of
    /// streams that are one integer.
    pub(crate) fn is(self, text: &str) -> bool {
        [false, true].into_iter().any(|full| {
            let mut compare = Compare { left: text };
            self.write(full, &mut compare).is_ok() && compare.left.is_empty()
        })
    }

    /// The integer's row.
    pub(crate) fn integer(self) -> Option<&'a StreamInteger> {
        let mut row = None;
        self.descend(|_, _, found| {
            row = found;
            Ok(())
        })
        .ok()?;
        row
    }

    /// Calls `part` with the name of every piece on the way, and whether it is
    /// the only one of its stream; the last one comes with its integer.
    fn descend(
        self,
        mut part: impl FnMut(&'a str, bool, Option<&'a StreamInteger>) -> fmt::Result,
    ) -> fmt::Result {
        let tables = self.tables;
        let mut stream = self.stream;
        let mut base = 0;
        // The stream of the instruction is not left out.
        let mut outermost = true;
        'stream: while let Some(row) = tables.streams.get(stream as usize) {
            let steps = &tables.stream_steps[row.steps.range()];
            for step in steps {
                match step.get() {
                    StreamStep::Integer(index) => {
                        let row = &tables.stream_integers[index as usize];
                        if leaf_of(base, row.leaf) == self.leaf {
                            let only = !outermost && steps.len() == 1;
                            return part(tables.text(row.name), only, Some(row));
                        }
                    }
                    StreamStep::Nested {
                        name,
                        stream: inner,
                        leaf,
                    } => {
                        let first = leaf_of(base, leaf);
                        let inside = leaves(tables.streams.get(inner as usize));
                        if (u16::from(first)..u16::from(first) + inside)
                            .contains(&u16::from(self.leaf))
                        {
                            part(tables.text(name), false, None)?;
                            stream = inner;
                            base = first;
                            outermost = false;
                            continue 'stream;
                        }
                    }
                    _ => {}
                }
            }
            return Err(fmt::Error);
        }
        Err(fmt::Error)
    }

    /// Writes the name; with `full` that of every stream.
    fn write(self, full: bool, out: &mut impl Write) -> fmt::Result {
        let mut point = "";
        let mut whole = None;
        self.descend(|name, only, row| {
            if full || !only {
                write!(out, "{point}{name}")?;
                point = ".";
            }
            whole = row;
            Ok(())
        })?;
        let Some(member) = self.tables.stream_members.get(self.member as usize) else {
            return Ok(());
        };
        let name = self.tables.text(member.name);
        if whole.is_some_and(|row| row.members.len == 1 && self.tables.text(row.name) == name) {
            return Ok(());
        }
        write!(out, "{point}{name}")
    }
}

fn leaves(row: Option<&Stream>) -> u16 {
    row.map_or(0, |row| row.leaves)
}

impl Display for Path<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        // A leaf that the stream lacks has no name.
        let _ = self.write(false, f);
        Ok(())
    }
}

/// Compares what is written with a text.
struct Compare<'t> {
    left: &'t str,
}

impl Write for Compare<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.left = self.left.strip_prefix(text).ok_or(fmt::Error)?;
        Ok(())
    }
}

/// A leaf within the instruction: that many behind the first of its stream.
#[inline]
pub(crate) fn leaf_of(base: u8, leaf: u16) -> u8 {
    (u16::from(base) + leaf).min(MAX_LEAVES as u16 - 1) as u8
}
