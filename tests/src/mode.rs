//! A processor in a mode of its programs, in one word: `gfx1100` is that processor as it is, and
//! `gfx1100+wavefrontsize64` what it is to a program of 64 lanes.

use isa_dsl::tables::{Processor, Tables};

/// What stands behind the name of a processor whose programs have 64 lanes: LLVM's feature.
const WIDE: &str = "+wavefrontsize64";

/// The feature of the description that such programs lack.
const NARROW: &str = "wave32";

/// The name of the processor, and whether its programs have 64 lanes although it has others.
pub fn split(word: &str) -> (&str, bool) {
    match word.strip_suffix(WIDE) {
        Some(name) => (name, true),
        None => (word, false),
    }
}

/// LLVM's features of the mode.
pub fn llvm_features(word: &str) -> &str {
    match split(word).1 {
        true => WIDE,
        false => "",
    }
}

/// The place of the feature that a program does without in its mode.
pub fn lacking(tables: &Tables<'_>, word: &str) -> Option<u32> {
    let mut rows = tables.features.iter();
    let place = rows.position(|name| tables.text(*name) == NARROW)?;
    split(word).1.then_some(place as u32)
}

/// The processor, with the features that programs of that mode have; `None` if there is none.
pub fn processor(tables: &Tables<'_>, word: &str) -> Option<Processor> {
    let mut rows = tables.processors.iter();
    let mut row = *rows.find(|row| tables.text(row.name) == split(word).0)?;
    if let Some(bit) = lacking(tables, word) {
        row.features &= !(1 << bit);
    }
    Some(row)
}
