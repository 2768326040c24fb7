//! The parts of a form.

use isa_dsl::tables::{Bits, Form, Integer, Kind, Modifier, Operand, Spelling, Token};

use super::Generator;

/// Of so many flags every set is made; others are never there.
const FLAGS: usize = 8;

/// Every set of flags, small sets first.
fn sets(flags: impl Iterator<Item = Modifier>) -> Vec<Vec<Modifier>> {
    let flags: Vec<Modifier> = flags.take(FLAGS).collect();
    let mut sets: Vec<u32> = (0..1 << flags.len()).collect();
    sets.sort_by_key(|set| (set.count_ones(), *set));
    let members = |set: u32| {
        let chosen = (0..).zip(&flags).filter(|(index, _)| set >> index & 1 == 1);
        chosen.map(|(_, flag)| *flag).collect()
    };
    sets.into_iter().map(members).collect()
}

impl<'a> Generator<'a> {
    /// See [`Speller::spoken_operands`].
    pub(super) fn spoken_operands(&self, form: &Form) -> Vec<(usize, &'a Operand)> {
        let operands = self.speller.spoken_operands(self.shape, form);
        operands.enumerate().collect()
    }

    pub(super) fn modifiers(&self, form: &Form) -> Vec<Modifier> {
        let tokens = self.tables.tokens[form.tokens.range()].iter();
        let sets = tokens.filter_map(|token| match token.get() {
            Token::Modifiers(rows) => Some(&self.tables.modifiers[rows.range()]),
            _ => None,
        });
        sets.flatten().copied().collect()
    }

    pub(super) fn spellings(&self, modifier: &Modifier) -> &'a [Spelling] {
        &self.tables.spellings[modifier.spellings.range()]
    }

    /// Flags that this architecture has, with their place in the form.
    pub(super) fn flags(&self, form: &Form) -> Vec<(usize, Modifier)> {
        let modifiers = self.modifiers(form).into_iter().enumerate();
        modifiers
            .filter(|(_, modifier)| {
                let operand = &self.operands[modifier.operand as usize];
                operand.kind == Kind::Flag.into() && operand.field.total != 0
            })
            .collect()
    }

    /// Every set of flags, small sets first.
    pub(super) fn flag_sets(&self, form: &Form) -> Vec<Vec<Modifier>> {
        sets(self.flags(form).into_iter().map(|(_, flag)| flag))
    }

    /// The same of those flags that decide whether the form can say some bits. The first set that
    /// lets it has no others.
    pub(super) fn deciding_flag_sets(&self, form: &Form) -> Vec<Vec<Modifier>> {
        let deciding = self.speller.deciding(self.shape, form);
        let flags = self.flags(form).into_iter().map(|(_, flag)| flag);
        sets(flags.take(FLAGS).filter(|flag| {
            let field = self.operands[flag.operand as usize].field;
            (field.mask(self.tables.pieces) & deciding).any()
        }))
    }

    pub(super) fn with_flags(&self, bits: Bits, set: &[Modifier]) -> Bits {
        set.iter().fold(bits, |bits, modifier| {
            self.speller
                .set(self.operands[modifier.operand as usize].field, bits, 1)
        })
    }

    pub(super) fn integers(&self, form: &Form) -> Vec<(usize, Modifier, Integer)> {
        let modifiers = self.modifiers(form).into_iter().enumerate();
        modifiers
            .filter_map(|(place, modifier)| {
                match self.operands[modifier.operand as usize].kind.get() {
                    Kind::Integer { integer } => {
                        Some((place, modifier, self.tables.integers[integer as usize]))
                    }
                    _ => None,
                }
            })
            .collect()
    }
}
