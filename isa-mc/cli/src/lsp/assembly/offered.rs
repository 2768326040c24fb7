//! What may stand behind a mnemonic.

use isa_mc::tables::{Kind, Meaning, Operand, Token};

use super::machine::Machine;

/// Structs within structs that are looked into for their words.
const DEPTH: usize = 2;

/// A word that is offered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offered {
    /// What is written, or begins so: `glc`, `offset:`, `quad_perm:[`.
    pub text: String,
    /// It follows the operands, and is none.
    pub is_modifier: bool,
}

impl Machine {
    /// The modifiers of a mnemonic in any of its encodings on the processor, and the words that
    /// its operands may be.
    pub fn offered(&self, mnemonic: &str) -> Vec<Offered> {
        let mut found: Vec<Offered> = Vec::new();
        let mut put = |text: String, is_modifier: bool| {
            let offered = Offered { text, is_modifier };
            if !offered.text.is_empty() && !found.contains(&offered) {
                found.push(offered);
            }
        };
        self.visit(mnemonic, &mut |part| match part {
            // Its value says which modifier it is: `row_shl:`.
            Part::Modifier {
                before: "",
                operand,
            } => {
                for word in self.words(operand.kind.get(), DEPTH) {
                    put(word, true);
                }
            }
            Part::Modifier { before, .. } => put(before.to_owned(), true),
            Part::Operand(operand) => {
                for word in self.words(operand.kind.get(), DEPTH) {
                    put(word, false);
                }
            }
        });
        found
    }

    /// The words that a modifier of a mnemonic may have as its value, by what is written before
    /// it: `scope:`.
    pub fn values(&self, mnemonic: &str, modifier: &str) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        self.visit(mnemonic, &mut |part| {
            if let Part::Modifier { before, operand } = part
                && before == modifier
            {
                for word in self.words(operand.kind.get(), DEPTH) {
                    if !found.contains(&word) {
                        found.push(word);
                    }
                }
            }
        });
        found
    }

    /// Shows what forms of a mnemonic are made of. What the architecture lacks has no field.
    fn visit(&self, mnemonic: &str, see: &mut dyn FnMut(Part<'_>)) {
        let machine = self.target.target();
        let (tables, arch) = (machine.tables(), machine.arch_index());
        let mut slots = tables.mnemonics.iter();
        let named = slots.find(|it| tables.text(it.name).eq_ignore_ascii_case(mnemonic));
        let candidates = named.map_or(&[][..], |it| &tables.candidates[it.candidates.range()]);
        for candidate in candidates {
            let encoding = &tables.encodings[usize::from(candidate.encoding)];
            let is_here = candidate.arch == arch
                && candidate.syntaxes >> self.syntax.0 & 1 == 1
                && encoding.features & !machine.features() == 0;
            if !is_here {
                continue;
            }
            let shape = &tables.shapes[usize::from(encoding.shape)];
            let operands = &tables.operands[shape.operands.range()];
            let operand = |at: u16| {
                operands
                    .get(usize::from(at))
                    .filter(|it| it.field.total != 0)
            };
            let forms = tables.forms[shape.forms.range()].iter();
            let tokens = forms
                .filter(|form| form.syntax == self.syntax.0)
                .flat_map(|form| &tables.tokens[form.tokens.range()]);
            for token in tokens {
                match token.get() {
                    Token::Operand(at) => {
                        operand(at)
                            .into_iter()
                            .for_each(|it| see(Part::Operand(it)));
                    }
                    Token::Modifiers(rows) => {
                        for modifier in &tables.modifiers[rows.range()] {
                            let first = tables.spellings[modifier.spellings.range()].first();
                            if let (Some(operand), Some(first)) = (operand(modifier.operand), first)
                            {
                                let before = tables.text(first.before);
                                see(Part::Modifier { before, operand });
                            }
                        }
                    }
                    Token::Text(_) | Token::Mnemonic | Token::AnyOrder(_) => {}
                }
            }
        }
    }

    /// The words that a value may be, begins with, or has in it.
    fn words(&self, kind: Kind, depth: usize) -> Vec<String> {
        let machine = self.target.target();
        let (tables, syntax) = (machine.tables(), self.syntax.0);
        let arch = machine.arch_index();
        match kind {
            Kind::Class { class, .. } => {
                let class = tables.classes.get(usize::from(class));
                let entries = class.map_or(&[][..], |it| &tables.entries[it.entries.range()]);
                let entries = entries.iter().filter(|it| it.archs >> arch & 1 == 1);
                let words = entries.flat_map(|entry| match entry.meaning {
                    Meaning::Keyword { text, .. } => vec![tables.text(text).to_owned()],
                    Meaning::Spelled { text, words, .. } => {
                        let word = tables.word_of(text, words, syntax);
                        vec![tables.text(word).to_owned()]
                    }
                    Meaning::Counted { before, .. } => vec![tables.text(before).to_owned()],
                    Meaning::Struct { structure } if depth > 0 => {
                        self.words(Kind::Struct { structure }, depth - 1)
                    }
                    _ => Vec::new(),
                });
                words.collect()
            }
            Kind::Struct { structure } => {
                let Some(row) = tables.struct_on(structure, arch) else {
                    return Vec::new();
                };
                let members = &tables.operands[row.members.range()];
                let mut words = Vec::new();
                let forms = tables.forms[row.forms.range()].iter();
                for form in forms.filter(|form| form.syntax == syntax) {
                    let tokens = tables.tokens[form.tokens.range()].iter();
                    for (at, token) in tokens.enumerate() {
                        match token.get() {
                            Token::Text(text) if at == 0 => {
                                words.push(tables.text(text).to_owned());
                            }
                            Token::Operand(member) if depth > 0 => {
                                let member = members.get(usize::from(member));
                                let kind = member.map(|it| it.kind.get());
                                words.extend(
                                    kind.map(|it| self.words(it, depth - 1)).unwrap_or_default(),
                                );
                            }
                            Token::AnyOrder(order) => {
                                let items = &tables.any_orders[usize::from(order)].items;
                                for item in &tables.modifiers[items.range()] {
                                    let first = tables.spellings[item.spellings.range()].first();
                                    words.extend(first.map(|it| tables.text(it.before).to_owned()));
                                }
                            }
                            _ => {}
                        }
                    }
                }
                words.retain(|it| it.starts_with(char::is_alphabetic));
                words
            }
            _ => Vec::new(),
        }
    }
}

/// A part of a form.
enum Part<'t> {
    Modifier {
        /// What is written before its value, or all of it.
        before: &'t str,
        operand: &'t Operand,
    },
    Operand(&'t Operand),
}
