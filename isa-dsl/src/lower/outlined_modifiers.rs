//! Modifiers of outlines: the whole text of each of their values.

use crate::sorted::SortedMap;

use super::places::Places;
use super::readings::MAX_BITS;
use super::texts::Texts;
use crate::tables::{
    Kind, Modifier, ModifierStep, Operand, READING_GOOD, READING_SILENT, Reading, Rows,
};

/// What the texts of a modifier depend on.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    arch: u8,
    syntax: u8,
    kind: Kind,
    bits: u8,
    spellings: (u32, u16),
    /// The value without a text, if it has one.
    silent: Option<u64>,
}

/// Where the texts are.
#[derive(Default)]
pub(super) struct ModifierTexts {
    bases: SortedMap<Key, u32>,
}

impl ModifierTexts {
    /// A step for each modifier of a shape with these operands.
    pub(super) fn steps(
        &mut self,
        texts: &Texts<'_>,
        operands: &[Operand],
        rows: Rows,
        places: &mut Places,
    ) -> Vec<ModifierStep> {
        let step = |index: usize| {
            let modifier = &texts.tables.modifiers[index];
            let row = &operands[usize::from(modifier.operand)];
            // Without a field it is always its default.
            if row.field.total == 0 && !modifier.always.is_set() {
                return None;
            }
            let is_low = row.mask.count_ones() == u32::from(row.field.total);
            Some(ModifierStep {
                mask: if is_low { row.mask } else { 0 },
                default_bits: row.default_bits,
                reading: self
                    .reading(texts, modifier, row, places)
                    .unwrap_or_default(),
                modifier: index as u32,
            })
        };
        rows.range().filter_map(step).collect()
    }

    /// What has the texts; `None` if they must be put together.
    fn reading(
        &mut self,
        texts: &Texts<'_>,
        modifier: &Modifier,
        row: &Operand,
        places: &mut Places,
    ) -> Option<Reading> {
        let tables = &texts.tables;
        let bits = row.field.total;
        if !(1..=MAX_BITS).contains(&bits) {
            return None;
        }
        let key = Key {
            arch: texts.arch,
            syntax: texts.syntax,
            kind: row.kind.get(),
            bits,
            spellings: (modifier.spellings.start, modifier.spellings.len),
            silent: (!modifier.always.is_set()).then_some(modifier.default),
        };
        let base = match self.bases.get(&key) {
            Some(base) => *base,
            None => {
                let entries = entries(texts, &key, modifier, places)?;
                let base = places.rows(&entries);
                self.bases.insert(key, base);
                base
            }
        };
        places.of_field(tables, row.field, 0, base)
    }
}

/// What is printed for each value, with the blank before it.
fn entries(
    texts: &Texts<'_>,
    key: &Key,
    modifier: &Modifier,
    places: &mut Places,
) -> Option<Vec<u32>> {
    let tables = &texts.tables;
    let spelling = tables.spellings[modifier.spellings.range()].first()?;
    let (before, after) = (tables.text(spelling.before), tables.text(spelling.after));
    let negation = tables.text(tables.syntaxes[usize::from(texts.syntax)].negation);
    let text = |value: u64| match spelling.valued.is_set() {
        true => {
            let text = texts.of(key.kind, key.bits, value)?;
            Some(format!(" {before}{text}{after}"))
        }
        false if value != 0 => Some(format!(" {before}")),
        // A flag that is set unless the text says otherwise.
        false if negation.is_empty() => Some(format!(" {before}:0")),
        false => Some(format!(" {negation}{before}")),
    };
    let entry = |value: u64| match text(value) {
        _ if key.silent == Some(value) => READING_SILENT,
        Some(text) => places.text(&text),
        None => READING_GOOD,
    };
    Some((0..1 << key.bits).map(entry).collect())
}
