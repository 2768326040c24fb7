//! Lowering: from the checked model to rows of numbers.
//!
//! Everything that repeats is stored once: strings in a pool, lists of rows by
//! their content. The order of all tables follows the order of the text, so
//! that the same description gives the same bytes.

mod decode;
mod identify;
mod index;
mod instructions;
mod lookups;
mod meanings;
mod outlined_structs;
mod outlines;
mod pool;
mod programs;
mod readings;
mod recipes;
mod recognitions;
mod scalars;
mod shapes;
mod streams;
mod structs;
mod values;

use std::collections::BTreeMap;

use crate::model::Model;
use crate::tables::{self, TablesBuf};
pub use index::index;
use pool::Pool;

/// What lowering works on.
pub(crate) struct Lowering<'a> {
    /// The model.
    pub model: &'a Model,
    /// The tables so far.
    pub tables: TablesBuf,
    /// Strings and shared lists.
    pub pool: Pool,
    /// Operations.
    programs: programs::Programs,
    /// What encodings do beyond their operands, and where it lies.
    effects: BTreeMap<crate::model::Effects, u16>,
}

/// Lowers a model. It must be free of errors.
pub fn lower(model: &Model) -> TablesBuf {
    let mut lowering = Lowering {
        model,
        tables: TablesBuf::default(),
        pool: Pool::default(),
        programs: programs::Programs::default(),
        effects: BTreeMap::new(),
    };
    lowering.machine();
    lowering.files();
    lowering.classes();
    lowering.structs();
    lowering.memory();
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

impl Lowering<'_> {
    fn machine(&mut self) {
        let machine = &self.model.machine;
        self.tables.name.clone_from(&machine.name);
        self.tables.title.clone_from(&machine.title);
        self.tables.word_bits = machine.word_bits as u8;
        self.tables.big_endian = machine.big_endian;
        for arch in &machine.archs {
            let row = tables::Arch {
                name: self.pool.text(&arch.name.text),
                title: self.pool.text(&arch.title),
                root: tables::Slot::Empty.pack(),
            };
            self.tables.archs.push(row);
        }
        for processor in &machine.processors {
            let row = tables::Processor {
                name: self.pool.text(&processor.name.text),
                arch: processor.arch as u8,
                features: processor.features,
            };
            self.tables.processors.push(row);
        }
        for feature in &machine.features {
            let row = self.pool.text(&feature.text);
            self.tables.features.push(row);
        }
        for syntax in &machine.syntaxes {
            let row = tables::Syntax {
                name: self.pool.text(&syntax.name),
                comments: self.texts(&syntax.comments),
                separator: self.pool.text(&syntax.separator),
                any_case: syntax.any_case,
                loose_commas: syntax.loose_commas,
                negation: self.pool.text(&syntax.negation),
                valued_flags: syntax.valued_flags,
                register_lists: syntax.register_lists,
                register_parts: syntax.register_parts,
                list_numbers: syntax.list_numbers,
                float_types: syntax.float_types,
                suffix_word: self.pool.text(&syntax.suffix_word),
                suffix: self.pool.text(&syntax.suffix),
                literal: self.pool.text(&syntax.literal),
            };
            self.tables.syntaxes.push(row);
        }
    }

    /// A list of texts.
    pub(crate) fn texts(&mut self, list: &[String]) -> tables::Rows {
        let rows: Vec<tables::Text> = list.iter().map(|text| self.pool.text(text)).collect();
        pool::append(&mut self.tables.texts, &rows)
    }
}
