//! The header: architectures, processors, features, syntaxes.

use super::lowering::Lowering;
use crate::tables;

impl Lowering<'_> {
    pub(crate) fn machine(&mut self) {
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
                archs: syntax.archs.0,
                comments: self.texts(&syntax.comments),
                separator: self.pool.text(&syntax.separator),
                any_case: syntax.any_case.into(),
                loose_commas: syntax.loose_commas.into(),
                negation: self.pool.text(&syntax.negation),
                valued_flags: syntax.valued_flags.into(),
                register_lists: syntax.register_lists.into(),
                register_parts: syntax.register_parts.into(),
                list_numbers: syntax.list_numbers.into(),
                float_types: syntax.float_types.into(),
                suffix_word: self.pool.text(&syntax.suffix_word),
                suffix: self.pool.text(&syntax.suffix),
                literal: self.pool.text(&syntax.literal),
                bare_suffix: self.pool.text(&syntax.bare_suffix),
                size_suffixes: self.texts(&syntax.size_suffixes),
                saturating: self.pool.text(&syntax.saturating),
                plain_digits: syntax.plain_digits.into(),
                list_length: syntax.list_length,
            };
            self.tables.syntaxes.push(row);
        }
    }
}
