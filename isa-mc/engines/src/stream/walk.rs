//! The walk over the integers of a stream: which follow depends on those
//! before. Reading, writing and looking all walk this way.

use crate::error::leaf_of;
use crate::rule;
use crate::tables::{MAX_LEAVES, MAX_STREAM_DEPTH, Rows, StreamInteger, StreamStep, Tables};

/// Numbers of the leaves of an instruction.
pub(crate) type Numbers = [u64; MAX_LEAVES];

/// What a walk comes to next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Visit {
    /// An integer.
    Integer {
        /// Index into [`Tables::stream_integers`].
        row: u16,
        /// Its leaf within the instruction.
        leaf: u8,
    },
    /// A value that chooses none of the cases.
    NoCase {
        /// Index into [`Tables::stream_places`].
        place: u16,
        /// First leaf of the stream that the place counts from.
        base: u8,
    },
    /// All was visited.
    End,
}

/// A stream that a walk is in.
#[derive(Debug, Clone, Copy, Default)]
struct Frame {
    /// The next step.
    at: usize,
    /// The step behind the last.
    end: usize,
    /// First leaf.
    base: u8,
}

/// A walk. After [`Visit::Integer`] its value must be known before the walk
/// goes on.
pub(super) struct Walk<'a> {
    tables: &'a Tables<'a>,
    /// The stream that it is in now.
    frame: Frame,
    /// Those around it.
    frames: [Frame; MAX_STREAM_DEPTH],
    depth: usize,
    /// Goes through all cases and conditions.
    everywhere: bool,
}

impl<'a> Walk<'a> {
    /// From the first integer of a stream.
    pub(super) fn new(tables: &'a Tables<'a>, stream: u16) -> Walk<'a> {
        let mut walk = Walk {
            tables,
            frame: Frame::default(),
            frames: [Frame::default(); MAX_STREAM_DEPTH],
            depth: 0,
            everywhere: false,
        };
        walk.frame = walk.of_stream(stream, 0);
        walk
    }

    /// Through every integer that there can be, whatever the values are.
    pub(super) fn everywhere(tables: &'a Tables<'a>, stream: u16) -> Walk<'a> {
        Walk {
            everywhere: true,
            ..Walk::new(tables, stream)
        }
    }

    fn of_stream(&self, stream: u16, base: u8) -> Frame {
        let row = self.tables.streams.get(stream as usize);
        let steps = row.map_or(Rows::default(), |row| row.steps).range();
        Frame {
            at: steps.start,
            end: steps.end,
            base,
        }
    }

    fn enter(&mut self, stream: u16, base: u8) {
        // Lowering refuses deeper descriptions.
        if let Some(frame) = self.frames.get_mut(self.depth) {
            *frame = self.frame;
            self.depth += 1;
            self.frame = self.of_stream(stream, base);
        }
    }

    /// The next integer, where those before have these values.
    #[inline]
    pub(super) fn next(&mut self, values: &Numbers) -> Visit {
        loop {
            if self.frame.at >= self.frame.end {
                let Some(around) = self.depth.checked_sub(1) else {
                    return Visit::End;
                };
                self.depth = around;
                self.frame = self.frames[around];
                continue;
            }
            let step = self.tables.stream_steps[self.frame.at].get();
            self.frame.at += 1;
            let base = self.frame.base;
            match step {
                StreamStep::Integer(row) => {
                    let leaf = self.tables.stream_integers[row as usize].leaf;
                    let leaf = leaf_of(base, leaf);
                    return Visit::Integer { row, leaf };
                }
                StreamStep::Nested { stream, leaf, .. } => self.enter(stream, leaf_of(base, leaf)),
                _ if self.everywhere => {}
                StreamStep::Unless { rule, skip } => {
                    if !holds(self.tables, rule, base, values) {
                        self.frame.at += skip as usize;
                    }
                }
                StreamStep::Skip(skip) => self.frame.at += skip as usize,
                StreamStep::Switch { place, jumps } => {
                    let value = place_value(self.tables, place, base, values);
                    let jump = self
                        .tables
                        .stream_jumps
                        .get(jumps as usize + value as usize);
                    self.frame.at += jump.map_or(0, |jump| *jump as usize);
                }
                StreamStep::NoCase(place) => return Visit::NoCase { place, base },
            }
        }
    }
}

/// Whether a rule holds whose places count from leaf `base`.
#[inline]
pub(crate) fn holds(tables: &Tables, rule: u16, base: u8, values: &Numbers) -> bool {
    let row = &tables.rules[rule as usize];
    let program = &tables.program[row.program.range()];
    let place = |place| place_value(tables, place, base, values);
    match rule::compare(program, place) {
        Some(holds) => holds,
        None => rule::run_with(tables, program, place) != 0,
    }
}

/// The value of a place ([`Tables::stream_places`]) that counts from leaf
/// `base`.
#[inline]
pub(crate) fn place_value(tables: &Tables, place: u16, base: u8, values: &Numbers) -> u64 {
    let row = &tables.stream_places[place as usize];
    let bits = values[leaf_of(base, row.leaf) as usize];
    row.field.get(bits, tables.pieces)
}

/// The integers of an instruction.
#[derive(Debug, Clone)]
pub(crate) struct Leaves {
    /// Values; zero where there is no such integer.
    pub(crate) values: Numbers,
    /// Bit n: leaf n is there.
    pub(super) present: u128,
    /// Index into [`Tables::stream_integers`] of those that are there.
    pub(super) rows: [u16; MAX_LEAVES],
    /// First byte of those that are there.
    pub(super) offsets: [u8; MAX_LEAVES],
}

impl Leaves {
    pub(super) fn new() -> Leaves {
        Leaves {
            values: [0; MAX_LEAVES],
            present: 0,
            rows: [0; MAX_LEAVES],
            offsets: [0; MAX_LEAVES],
        }
    }

    pub(super) fn set(&mut self, leaf: u8, row: u16, offset: usize, value: u64) {
        let leaf = leaf as usize % MAX_LEAVES;
        self.values[leaf] = value;
        self.present |= 1 << leaf;
        self.rows[leaf] = row;
        self.offsets[leaf] = offset as u8;
    }

    pub(super) fn has(&self, leaf: u8) -> bool {
        self.present >> (leaf as usize % MAX_LEAVES) & 1 != 0
    }

    /// The row of a leaf that is there.
    pub(super) fn row<'a>(&self, tables: &'a Tables<'a>, leaf: u8) -> Option<&'a StreamInteger> {
        let row = self.rows[leaf as usize % MAX_LEAVES];
        tables
            .stream_integers
            .get(row as usize)
            .filter(|_| self.has(leaf))
    }
}

/// A set of leaves: bit n is leaf n.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct LeafSet(pub(super) u128);

impl LeafSet {
    pub(super) fn has(self, leaf: u8) -> bool {
        self.0.unbounded_shr(leaf.into()) & 1 != 0
    }
}

impl IntoIterator for LeafSet {
    type Item = u8;
    type IntoIter = LeavesOf;

    #[inline]
    fn into_iter(self) -> LeavesOf {
        LeavesOf(self.0)
    }
}

/// Iterates over a [`LeafSet`], from the lowest leaf on.
#[derive(Debug, Clone)]
pub(super) struct LeavesOf(u128);

impl Iterator for LeavesOf {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        let leaf = self.0.trailing_zeros();
        self.0 &= self.0.wrapping_sub(1);
        (leaf < u128::BITS).then_some(leaf as u8)
    }
}
