//! Instructions, encodings, and the mnemonic hash table.

use crate::sorted::{SortedMap, sort_by_key};

use super::lowering::Lowering;
use super::pool;
use crate::model;
use crate::tables::{self, Rows, Text};

/// An encoding as mnemonics have it.
struct Spelled<'a> {
    instruction: usize,
    arch: usize,
    suffix: &'a str,
    /// Its size where that is known beforehand; the shortest is tried first.
    bits: u32,
    /// Syntaxes that have a text for it, as a bit set.
    syntaxes: u8,
}

fn syntaxes(forms: impl Iterator<Item = usize>) -> u8 {
    forms.fold(0, |all, syntax| all | 1 << syntax)
}

impl Lowering<'_> {
    pub(super) fn instructions(&mut self) {
        let mut first = 0_u32;
        for (index, instruction) in self.model.instructions.iter().enumerate() {
            let len = self.encodings_from(first as usize, index) as u16;
            let operation = instruction.operation.as_ref();
            let effects = operation.map(|operation| &operation.effects);
            let row = tables::Instruction {
                name: self.pool.text(&instruction.name),
                family: instruction.family as u16,
                doc: self.pool.text(&instruction.doc),
                lets: self.pool.text(operation.map_or("", |it| it.texts().0)),
                operation: self.pool.text(operation.map_or("", |it| it.texts().1)),
                program: self.operation(index, instruction),
                atomic: effects.is_some_and(|effects| effects.atomic).into(),
                renamed: (!instruction.earlier.is_empty()).into(),
                encodings: Rows { start: first, len },
            };
            self.tables.instructions.push(row);
            first += u32::from(len);
        }
        for encoding in &self.model.encodings {
            let suffix = self.model.shapes[encoding.shape].printed_suffix();
            let spelled = &self.model.instructions[encoding.instruction].spelled;
            let arch = self.model.shapes[encoding.shape].arch;
            let preferred: Vec<&model::Alias> = self
                .aliases(
                    encoding.instruction,
                    arch,
                    &self.model.shapes[encoding.shape].suffix,
                )
                .filter(|alias| alias.prefer)
                .collect();
            let mnemonics: Vec<String> = spelled
                .iter()
                .enumerate()
                .map(|(syntax, name)| {
                    let alias = preferred.iter().find(|it| it.syntaxes >> syntax & 1 != 0);
                    format!("{}{suffix}", alias.map_or(name, |alias| &alias.name))
                })
                .collect();
            let mnemonics = self.texts(&mnemonics).start;
            let effects = self.effects(&encoding.effects);
            let high = encoding.bits.high();
            let high = match high == tables::HighBits::default() {
                true => tables::NONE,
                false => pool::intern(&mut self.tables.high_bits, high),
            };
            self.tables.encodings.push(tables::Encoding {
                mnemonics,
                instruction: encoding.instruction as u16,
                shape: encoding.shape as u16,
                bits: encoding.bits.low(),
                high,
                features: encoding.features,
                effects,
            });
        }
    }

    /// What an encoding does beyond its operands; those that do the same share it.
    pub(super) fn effects(&mut self, effects: &model::Effects) -> u16 {
        if let Some(known) = self.effects.get(effects) {
            return *known;
        }
        let states = |names: &[String]| -> Vec<String> {
            let states = names.iter().filter(|name| *name != "memory");
            states.cloned().collect()
        };
        let memory = |names: &[String]| names.iter().any(|name| name == "memory");
        let row = tables::Effects {
            reads: self.texts(&states(&effects.reads)),
            writes: self.texts(&states(&effects.writes)),
            counters: self.texts(&effects.counts),
            branches: self.texts(&effects.branches),
            loads: memory(&effects.reads).into(),
            stores: memory(&effects.writes).into(),
            reads_derived: effects.reads_derived.into(),
            writes_derived: effects.writes_derived.into(),
        };
        let index = self.tables.effects.len() as u16;
        self.tables.effects.push(row);
        self.effects.insert(effects.clone(), index);
        index
    }

    /// How many encodings an instruction has, the first of them at `first`.
    fn encodings_from(&self, first: usize, instruction: usize) -> usize {
        let (words, streams) = (&self.model.encodings, &self.model.stream_encodings);
        // A machine has one of both.
        let words = words.iter().skip(first).map(|it| it.instruction);
        let streams = streams.iter().skip(first).map(|it| it.instruction);
        let ours = |it: &usize| *it == instruction;
        words.take_while(ours).count() + streams.take_while(ours).count()
    }

    /// Other names of an instruction's encoding with that suffix, on an architecture.
    fn aliases<'s>(
        &'s self,
        instruction: usize,
        arch: usize,
        suffix: &'s str,
    ) -> impl Iterator<Item = &'s model::Alias> {
        let named = self.aliases[instruction].iter();
        let named = named.map(|index| &self.model.aliases[*index]);
        named.filter(move |alias| {
            alias.archs.contains(arch) && alias.suffix.as_ref().is_none_or(|own| own == suffix)
        })
    }

    /// Every encoding as mnemonics have it.
    fn spelled(&self) -> Vec<Spelled<'_>> {
        let model = self.model;
        let words = model.encodings.iter().map(|encoding| {
            let shape = &model.shapes[encoding.shape];
            let bits = model.layouts[shape.layout].bits;
            Spelled {
                instruction: encoding.instruction,
                arch: shape.arch,
                suffix: &shape.suffix,
                bits,
                syntaxes: syntaxes(shape.forms.iter().map(|form| form.syntax)),
            }
        });
        let streams = model.stream_encodings.iter().map(|encoding| {
            let shape = &model.stream_shapes[encoding.shape];
            Spelled {
                instruction: encoding.instruction,
                arch: shape.arch,
                suffix: &shape.suffix,
                bits: 0,
                syntaxes: syntaxes(shape.forms.iter().map(|form| form.syntax)),
            }
        });
        words.chain(streams).collect()
    }

    pub(super) fn mnemonics(&mut self) {
        // Spelling to candidates, with and without the encoding's suffix.
        let mut spelled: SortedMap<String, Vec<(u8, usize, u8)>> = SortedMap::new();
        let encodings = self.spelled();
        let bits: Vec<u32> = encodings.iter().map(|it| it.bits).collect();
        for (index, encoding) in encodings.iter().enumerate() {
            let instruction = &self.model.instructions[encoding.instruction];
            for (syntax, name) in instruction.spelled.iter().enumerate() {
                if encoding.syntaxes >> syntax & 1 == 0 {
                    continue;
                }
                let name = name.to_ascii_lowercase();
                let mut names = vec![name];
                let aliases = self.aliases(encoding.instruction, encoding.arch, encoding.suffix);
                for alias in aliases {
                    if alias.syntaxes >> syntax & 1 != 0 {
                        names.push(alias.name.to_ascii_lowercase());
                    }
                }
                if !encoding.suffix.is_empty() {
                    let suffix = encoding.suffix.to_ascii_lowercase();
                    let long: Vec<String> =
                        names.iter().map(|name| format!("{name}{suffix}")).collect();
                    names.extend(long);
                }
                for name in names {
                    let list = spelled.entry(name).or_default();
                    let arch = encoding.arch as u8;
                    match list.last_mut() {
                        Some((_, newest, syntaxes)) if *newest == index => {
                            *syntaxes |= 1 << syntax;
                        }
                        _ => list.push((arch, index, 1 << syntax)),
                    }
                }
            }
        }
        let size = (spelled.len() * 2).next_power_of_two().max(2);
        let empty = tables::MnemonicSlot {
            name: Text::default(),
            candidates: Rows::default(),
        };
        self.tables.mnemonics = vec![empty; size];
        for (name, mut list) in spelled {
            sort_by_key(&mut list, |&(arch, index, _)| (arch, bits[index], index));
            let candidates: Vec<tables::Candidate> = list
                .iter()
                .map(|&(arch, index, syntaxes)| tables::Candidate {
                    encoding: index as u16,
                    arch,
                    syntaxes,
                })
                .collect();
            let row = tables::MnemonicSlot {
                name: self.pool.text(&name),
                candidates: pool::append(&mut self.tables.candidates, &candidates),
            };
            let mut at = tables::mnemonic_hash(name.as_bytes()) as usize & (size - 1);
            while self.tables.mnemonics[at].name.len != 0 {
                at = (at + 1) & (size - 1);
            }
            self.tables.mnemonics[at] = row;
        }
    }
}
