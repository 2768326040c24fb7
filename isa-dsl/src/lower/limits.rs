//! What tables count in 16 bits, and how many there are at most.
//!
//! What a description may have too many of is known when it is lowered: until then nobody
//! knows how many rows are the same.

use crate::tables::{NONE, PAGE, TablesBuf};

/// Something of which there is more than the tables count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Beyond {
    /// What: `rules`.
    pub what: &'static str,
    /// How many.
    pub count: usize,
    /// How many the tables count.
    pub most: usize,
    /// The instruction that has them; `None` for what the machine has in all.
    pub instruction: Option<usize>,
}

/// Rows that others refer to by 16 bits, of which one value says "none".
const MOST: usize = NONE as usize;

/// Slots of decode trees, which others refer to by 20 bits.
const MOST_SLOTS: usize = 1 << 20;

/// What there is more of than tables count, if there is.
pub fn beyond(tables: &TablesBuf) -> Option<Beyond> {
    let longest_class = tables.classes.iter().map(|class| class.entries.len);
    let rows = [
        ("processors", tables.processors.len(), MOST),
        ("classes", tables.classes.len(), MOST),
        (
            "entries of a class",
            longest_class.max().unwrap_or(0).into(),
            MOST - 1,
        ),
        ("kinds of integers", tables.integers.len(), MOST),
        ("fields of rules and widths", tables.fields.len(), MOST),
        ("widths", tables.widths.len(), MOST),
        ("layouts", tables.layouts.len(), MOST),
        ("families", tables.families.len(), MOST),
        ("shapes", tables.shapes.len(), MOST),
        ("rules", tables.rules.len(), MOST),
        ("lists", tables.any_orders.len(), MOST),
        ("operands of `distinct`", tables.counted.len(), MOST),
        ("states", tables.states.len(), MOST),
        ("address spaces", tables.spaces.len(), MOST),
        ("operations", tables.programs.len(), MOST),
        ("constants of operations", tables.constants.len(), MOST),
        ("reasons", tables.reasons.len(), MOST),
        ("effects", tables.effects.len(), MOST),
        ("instructions", tables.instructions.len(), MOST - 1),
        ("encodings", tables.encodings.len(), MOST - 1),
        ("encodings", tables.stream_encodings.len(), MOST - 1),
        ("slots of decode trees", tables.slots.len(), MOST_SLOTS),
        ("pages of words", tables.text_values.len() / PAGE, MOST),
        ("streams", tables.streams.len(), MOST),
        ("integers of streams", tables.stream_integers.len(), MOST),
        ("places of streams", tables.stream_places.len(), MOST),
        ("operands of streams", tables.stream_operands.len(), MOST),
    ];
    let many = rows.into_iter().find(|(_, count, most)| count > most);
    many.map(|(what, count, most)| Beyond {
        what,
        count,
        most,
        instruction: None,
    })
    .or_else(|| long_operation(tables))
}

/// An operation that takes too many actions, or has too many values at once. Both stay at
/// what "none" is.
fn long_operation(tables: &TablesBuf) -> Option<Beyond> {
    let is_long = |program: u16| {
        let row = tables.programs.get(usize::from(program));
        row.and_then(|row| match NONE {
            most if row.actions.len == most || row.beginning.len == most => Some("actions"),
            most if row.slots == most => Some("values at once"),
            _ => None,
        })
    };
    let mut instructions = tables.instructions.iter().enumerate();
    instructions.find_map(|(index, instruction)| {
        Some(Beyond {
            what: is_long(instruction.program)?,
            count: MOST,
            most: MOST - 1,
            instruction: Some(index),
        })
    })
}
