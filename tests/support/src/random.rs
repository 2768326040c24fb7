//! Random instructions, the same in every run.

use isa_dsl::tables::{Bits, Encoding, HighBits, Tables};

use crate::filter::Filter;
use crate::mode;
use crate::spell::Speller;

/// A stream of random numbers, by the method called split-mix.
pub struct Random(u64);

impl Random {
    /// A stream that `seed` determines.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// Any number.
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// So many bytes, whatever they are.
    pub fn bytes(&mut self, count: usize) -> Vec<u8> {
        (0..count).map(|_| self.word() as u8).collect()
    }

    /// A number below `limit`, which is not zero.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.word() % limit.max(1) as u64) as usize
    }
}

/// Byte strings that are, or nearly are, instructions of a processor: the
/// fixed bits of an encoding, and random ones elsewhere. Three of four can be
/// said in a form of the encoding; in one of sixteen, fixed bits are wrong.
/// Ends at once if the processor has no instruction of the families.
pub struct Instructions<'a> {
    tables: &'a Tables<'a>,
    encodings: Vec<&'a Encoding>,
    /// Features of the processor.
    features: u32,
    random: Random,
}

impl<'a> Instructions<'a> {
    /// Strings that `seed` determines, of the families that `filter` chooses.
    pub fn new(tables: &'a Tables<'a>, cpu: &str, filter: &Filter, seed: u64) -> Instructions<'a> {
        let processor = mode::processor(tables, cpu);
        let here = |encoding: &&Encoding| {
            let shape = &tables.shapes[encoding.shape as usize];
            let family = tables.families[shape.family as usize].name;
            let format = tables.layouts[shape.layout as usize].format;
            processor.is_some_and(|row| row.arch == shape.arch)
                && filter.has_family(tables.text(family), tables.text(format))
        };
        Instructions {
            tables,
            encodings: tables.encodings.iter().filter(here).collect(),
            features: processor.map_or(0, |row| row.features),
            random: Random::new(seed),
        }
    }
}

impl Iterator for Instructions<'_> {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        let (tables, random) = (self.tables, &mut self.random);
        if self.encodings.is_empty() {
            return None;
        }
        let encoding = self.encodings[random.below(self.encodings.len())];
        let shape = &tables.shapes[encoding.shape as usize];
        let forms = &tables.forms[shape.forms.range()];
        let (fixed, mask) = (
            tables.encoding_bits(encoding),
            tables.shape_masks(shape).mask,
        );
        let mut bits = fixed | any_bits(random) & !mask;
        let speller = Speller {
            tables: *tables,
            arch: shape.arch,
            literal: 0,
            syntax: 0,
            features: self.features,
            choice: 0,
        };
        if random.below(4) != 0 && !forms.is_empty() {
            let form = &forms[random.below(forms.len())];
            // Most random bits break a condition or name no register.
            for _ in 0..64 {
                let (spoken, rest) = tables.form_bits(form);
                let free = any_bits(random) & spoken | rest;
                let drawn = fixed | free & !mask;
                let Some(drawn) = speller.settle(shape, form, drawn) else {
                    continue;
                };
                let mut operands = speller.spoken_operands(shape, form);
                if operands.all(|operand| speller.operand(operand, drawn).is_some()) {
                    bits = drawn;
                    break;
                }
            }
        }
        if random.below(16) == 0 {
            for _ in 0..=random.below(2) {
                let bit = random.below(usize::from(shape.size.max(1)) * 8);
                bits = bits ^ one_bit(bit as u8);
            }
        }
        let mut bytes = bits.to_le_bytes().to_vec();
        bytes.truncate(usize::from(shape.size));
        if speller.has_literal(shape, bits) {
            bytes.extend((random.word() as u32).to_le_bytes());
        }
        Some(bytes)
    }
}

/// One bit alone.
pub fn one_bit(bit: u8) -> Bits {
    let bit = u32::from(bit);
    Bits::ones(bit + 1) & !Bits::ones(bit)
}

/// Bits of which each is as often set as not.
fn any_bits(random: &mut Random) -> Bits {
    let high = HighBits {
        middle: random.word(),
        last: random.word() as u32,
    };
    Bits::new(random.word(), high)
}

/// The first `count` of [`Instructions`] of all families.
pub fn instructions(tables: &Tables<'_>, cpu: &str, count: usize, seed: u64) -> Vec<Vec<u8>> {
    let all = Filter::default();
    Instructions::new(tables, cpu, &all, seed)
        .take(count)
        .collect()
}
