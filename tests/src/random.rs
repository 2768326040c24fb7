//! Random instructions, the same in every run.

use isa_dsl::tables::Tables;

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

    /// A number below `limit`, which is not zero.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.word() % limit.max(1) as u64) as usize
    }
}

/// Byte strings that are, or nearly are, instructions of a processor: the
/// fixed bits of an encoding, and random ones elsewhere. Three of four can be
/// said in a form of the encoding; in one of sixteen, fixed bits are wrong. Empty if the processor has no instruction.
pub fn instructions(tables: &Tables<'_>, cpu: &str, count: usize, seed: u64) -> Vec<Vec<u8>> {
    let mut random = Random::new(seed);
    let Some(row) = tables
        .processors
        .iter()
        .find(|row| tables.text(row.name) == cpu)
    else {
        return Vec::new();
    };
    let encodings: Vec<_> = tables
        .encodings
        .iter()
        .filter(|encoding| tables.shapes[encoding.shape as usize].arch == row.arch)
        .collect();
    if encodings.is_empty() {
        return Vec::new();
    }
    let mut one = || {
        let encoding = encodings[random.below(encodings.len())];
        let shape = &tables.shapes[encoding.shape as usize];
        let forms = &tables.forms[shape.forms.range()];
        let mut bits = encoding.bits | random.word() & !shape.mask;
        let speller = Speller {
            tables: *tables,
            arch: shape.arch,
            literal: 0,
            syntax: 0,
            features: row.features,
            choice: 0,
        };
        if random.below(4) != 0 && !forms.is_empty() {
            let form = &forms[random.below(forms.len())];
            // Most random bits break a condition or name no register.
            for _ in 0..64 {
                let free = random.word() & form.spoken | form.rest;
                let drawn = encoding.bits | free & !shape.mask;
                let Some(drawn) = speller.settle(shape, form, drawn) else {
                    continue;
                };
                let operands = speller.spoken_operands(shape, form);
                if operands
                    .iter()
                    .all(|operand| speller.operand(operand, drawn).is_some())
                {
                    bits = drawn;
                    break;
                }
            }
        }
        if random.below(16) == 0 {
            for _ in 0..=random.below(2) {
                bits ^= 1 << random.below(usize::from(shape.size.clamp(1, 8)) * 8);
            }
        }
        let mut bytes = bits.to_le_bytes().to_vec();
        bytes.truncate(usize::from(shape.size));
        if speller.has_literal(shape, bits) {
            bytes.extend((random.word() as u32).to_le_bytes());
        }
        bytes
    };
    (0..count).map(|_| one()).collect()
}
