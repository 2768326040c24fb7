//! Lowering: from the checked model to rows of numbers.
//!
//! Everything that repeats is stored once: strings in a pool, lists of rows by
//! their content. The order of all tables follows the order of the text, so
//! that the same description gives the same bytes.
//!
//! `pool`, `lowering` and `gathers` are what it works on. Then come the rows in the order of the text:
//! `machine`, `values`, `structs`, `programs`, `states`, `shapes`, `instructions`, `streams`, `decode`.
//! What engines look up is made of those rows: `rules`, `lookups`, `beginnings`, `identify`, `scalars`,
//! `meanings`, `texts`, `places`, `readings`, `recognitions`, `outlined_structs`, `outlined_modifiers`,
//! `outlines`, `struct_outlines`, `operand_words`, `defaults`, `recipes` and, of streams, `reaches`, `stream_choices` and `stream_print_steps`, all by `index`.
//! `limits` says what there is too much of then.

mod beginnings;
mod decode;
mod defaults;
mod gathers;
mod identify;
mod index;
mod instructions;
mod limits;
mod lookups;
mod lowering;
mod machine;
mod meanings;
mod operand_words;
mod outlined_modifiers;
mod outlined_structs;
mod outlines;
mod places;
mod pool;
mod programs;
mod reaches;
mod readings;
mod recipes;
mod recognitions;
mod rules;
mod scalars;
mod shapes;
mod states;
mod stream_choices;
mod stream_print_steps;
mod streams;
mod struct_outlines;
mod structs;
mod texts;
mod usual_widths;
mod values;

use crate::model::Model;
use crate::tables::TablesBuf;
pub use index::index;
pub use limits::{Beyond, beyond};
use lowering::Lowering;

/// Lowers a model. It must be free of errors.
pub fn lower(model: &Model) -> TablesBuf {
    let mut lowering = Lowering::new(model);
    lowering.machine();
    lowering.files();
    lowering.classes();
    lowering.structs();
    lowering.states();
    lowering.families();
    lowering.shapes();
    lowering.instructions();
    lowering.decode_trees();
    lowering.streams();
    lowering.mnemonics();
    let mut tables = lowering.tables;
    tables.strings = lowering.pool.into_strings();
    index(&mut tables);
    tables
}
