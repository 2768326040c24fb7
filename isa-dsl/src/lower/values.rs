//! Register files and classes.

use std::ops::Range;

use super::lowering::Lowering;
use super::pool;
use crate::machine::ArchSet;
use crate::model::{self, Meaning};
use crate::tables::{self, NONE};

/// Widest class that has a map from value to entry.
const MAX_MAP_BITS: u32 = 10;

impl Lowering<'_> {
    pub(super) fn files(&mut self) {
        for file in &self.model.files {
            let registers: Vec<tables::Register> = file
                .registers
                .iter()
                .map(|register| tables::Register {
                    name: self.pool.text(&register.name),
                    number: register.number as u16,
                    count: register.count as u16,
                    first_index: register.first_index as u16,
                    indexed: register.indexed.into(),
                    times: register.times as u8,
                    archs: register.archs.0,
                })
                .collect();
            let groups: Vec<tables::Group> = file
                .groups
                .iter()
                .map(|group| tables::Group {
                    count: group.count as u8,
                    align: group.align as u8,
                    archs: group.archs.0,
                })
                .collect();
            let highest = file
                .registers
                .iter()
                .map(|register| register.number + register.count + register.times - 2)
                .max()
                .unwrap_or(0);
            let number_bits = 32 - highest.leading_zeros();
            let map = self.tables.value_map.len() as u32;
            let ranges: Vec<_> = file
                .registers
                .iter()
                .enumerate()
                .filter(|(_, register)| register.times == 1 && !register.read)
                .map(|(index, register)| {
                    let first = register.number as usize;
                    (
                        index,
                        first..first + register.count as usize,
                        register.archs,
                    )
                })
                .collect();
            self.value_map(number_bits, &ranges);
            let start = self.tables.registers.len() as u32;
            let len = registers.len() as u16;
            self.tables.registers.extend(registers);
            let row = tables::RegisterFile {
                name: self.pool.text(&file.name),
                title: self.pool.text(&file.title),
                bits: file.bits as u16,
                per_lane: file.per_lane.into(),
                registers: tables::Rows { start, len },
                groups: pool::append(&mut self.tables.groups, &groups),
                alignments: 0,
                number_bits: number_bits as u8,
                map,
            };
            self.tables.files.push(row);
        }
    }

    pub(super) fn classes(&mut self) {
        for class in &self.model.classes {
            let start = self.tables.entries.len() as u32;
            for entry in &class.entries {
                let row = tables::Entry {
                    first: entry.first as u32,
                    last: entry.last as u32,
                    meaning: self.meaning(entry),
                    archs: entry.archs.0,
                };
                self.tables.entries.push(row);
            }
            let entries = tables::Rows {
                start,
                len: u16::try_from(class.entries.len()).unwrap_or(NONE),
            };
            let map = self.class_map(class);
            let row = tables::Class {
                name: self.pool.text(&class.name),
                title: self.pool.text(&class.title),
                bits: class.bits as u8,
                entries,
                doubles: 0,
                singles: 0,
                halves: 0,
                brains: 0,
                least: 0,
                greatest: 0,
                constants: 0,
                literal: 0,
                map,
            };
            self.tables.classes.push(row);
        }
    }

    fn class_map(&mut self, class: &model::Class) -> u32 {
        if class.bits > MAX_MAP_BITS || class.entries.len() > 254 {
            return u32::MAX;
        }
        let map = self.tables.value_map.len() as u32;
        let ranges: Vec<_> = class
            .entries
            .iter()
            .enumerate()
            .map(|(index, entry)| {
                (
                    index,
                    entry.first as usize..entry.last as usize + 1,
                    entry.archs,
                )
            })
            .collect();
        self.value_map(class.bits, &ranges);
        map
    }

    /// Appends a map: per architecture 2^`bits` bytes, each 0 or 1 plus the
    /// index of the range that holds the value. Ranges do not overlap.
    fn value_map(&mut self, bits: u32, ranges: &[(usize, Range<usize>, ArchSet)]) {
        for arch in 0..self.model.machine.archs.len() {
            let start = self.tables.value_map.len();
            self.tables.value_map.resize(start + (1 << bits), 0);
            for (index, range, archs) in ranges {
                if archs.contains(arch) {
                    self.tables.value_map[start + range.start..start + range.end]
                        .fill(*index as u8 + 1);
                }
            }
        }
    }

    fn meaning(&mut self, entry: &model::Entry) -> tables::Meaning {
        let step = |from: i64, to: i64| if to < from { -1 } else { 1 };
        match &entry.meaning {
            Meaning::Keyword(text) if !entry.words.is_empty() => {
                let words: Vec<tables::Word> = entry
                    .words
                    .iter()
                    .map(|(syntax, word)| tables::Word {
                        syntax: *syntax as u8,
                        text: self.pool.text(word),
                    })
                    .collect();
                tables::Meaning::Spelled {
                    text: self.pool.text(text),
                    words: pool::append(&mut self.tables.words, &words),
                    value: word_value(entry.value),
                }
            }
            Meaning::Register(file, number, step) => tables::Meaning::Register {
                file: *file as u16,
                number: *number as u16,
                step: *step as u8,
            },
            Meaning::Keyword(text) => tables::Meaning::Keyword {
                text: self.pool.text(text),
                value: word_value(entry.value),
            },
            Meaning::Counted(before, after, from, to) => tables::Meaning::Counted {
                before: self.pool.text(before),
                after: self.pool.text(after),
                number: *from as i32,
                step: step(*from, *to),
            },
            Meaning::Int(from, to) => tables::Meaning::Int {
                number: *from as i32,
                step: step(*from, *to),
            },
            Meaning::Float(text) => {
                let double = text.parse::<f64>().unwrap_or(0.0);
                let single = double as f32;
                tables::Meaning::Float {
                    bits: double.to_bits(),
                    single: single.to_bits(),
                    half: tables::to_half(double).0,
                    text: self.pool.text(text),
                    short: self.pool.text(&format!("{single:?}")),
                }
            }
            Meaning::Struct(structure) => tables::Meaning::Struct {
                structure: *structure as u16,
            },
            Meaning::Literal => tables::Meaning::Literal,
            Meaning::Escape => tables::Meaning::Escape,
        }
    }
}

fn word_value(value: model::WordValue) -> tables::WordValue {
    match value {
        model::WordValue::NoValue => tables::WordValue::NoValue,
        model::WordValue::Number(number) => tables::WordValue::Number(number),
        model::WordValue::State(state) => tables::WordValue::State(state as u16),
    }
}
