//! What words may mean: from which row on the registers of a file, the entries of a
//! class and the modifiers of a set have to be compared with a word.

use crate::sorted::SortedMap;

use crate::tables::{
    ANY_HASH, CLASS_WORDS, FILE_WORDS, Lookup, MODIFIER_WORDS, Meaning, NONE, NUMBER_HASH,
    Spelling, TablesBuf, Text, Token, is_word_byte, lookup_slot, word_hash,
};

/// Fills in `lookups`.
pub(super) fn lookups(tables: &mut TablesBuf) {
    let mut words = Words {
        tables,
        first: SortedMap::new(),
    };
    words.files();
    words.classes();
    words.modifiers();
    let first = words.with_any();
    let slots = (first.len() * 2).next_power_of_two();
    let empty = Lookup {
        owner: 0,
        hash: 0,
        first: NONE,
    };
    let mut lookups = vec![empty; slots];
    for ((owner, hash), first) in first {
        let mut at = lookup_slot(owner, hash, slots);
        while lookups[at].first != NONE {
            at = (at + 1) & (slots - 1);
        }
        lookups[at] = Lookup { owner, hash, first };
    }
    tables.lookups = lookups;
}

/// The first row of each owner for each hash.
struct Words<'a> {
    tables: &'a TablesBuf,
    first: SortedMap<(u32, u32), u16>,
}

impl<'a> Words<'a> {
    fn text(&self, text: Text) -> &'a str {
        let start = text.start as usize;
        &self.tables.strings[start..start + text.len as usize]
    }

    fn add(&mut self, owner: u32, hash: u32, row: usize) {
        let row = row as u16;
        let first = self.first.entry((owner, hash)).or_insert(row);
        *first = row.min(*first);
    }

    /// A text that a row compares words with. Where digits end a word its hash may be
    /// that of what stands before them, and both are found.
    fn add_text(&mut self, owner: u32, text: &str, row: usize) {
        let bytes = text.as_bytes();
        let name = bytes.iter().take_while(|&&byte| is_word_byte(byte)).count();
        let name = &bytes[..name];
        match name.first() {
            Some(first) if !first.is_ascii_digit() => {
                self.add(owner, word_hash(name), row);
                let digits = name.iter().rev().take_while(|it| it.is_ascii_digit());
                let stem = &name[..name.len() - digits.count()];
                self.add(owner, word_hash(stem), row);
            }
            Some(_) if bytes.iter().all(u8::is_ascii_digit) => self.add(owner, NUMBER_HASH, row),
            _ => self.add(owner, ANY_HASH, row),
        }
    }

    fn files(&mut self) {
        for (file, row) in self.tables.files.iter().enumerate() {
            let registers = &self.tables.registers[row.registers.range()];
            for (at, register) in registers.iter().enumerate() {
                self.add_text(FILE_WORDS + file as u32, self.text(register.name), at);
            }
        }
    }

    fn classes(&mut self) {
        let tables = self.tables;
        for (class, row) in tables.classes.iter().enumerate() {
            let owner = CLASS_WORDS + class as u32;
            for (at, entry) in tables.entries[row.entries.range()].iter().enumerate() {
                match entry.meaning {
                    Meaning::Register { file, .. } => {
                        let registers = tables.files[file as usize].registers;
                        for register in &tables.registers[registers.range()] {
                            self.add_text(owner, self.text(register.name), at);
                        }
                    }
                    Meaning::Keyword { text, .. } => self.add_text(owner, self.text(text), at),
                    Meaning::Spelled { text, words, .. } => {
                        self.add_text(owner, self.text(text), at);
                        for word in &tables.words[words.range()] {
                            self.add_text(owner, self.text(word.text), at);
                        }
                    }
                    Meaning::Counted { before, after, .. } if before.len == 0 => {
                        let hash = if after.len == 0 {
                            NUMBER_HASH
                        } else {
                            ANY_HASH
                        };
                        self.add(owner, hash, at);
                    }
                    Meaning::Counted { before, .. } => {
                        self.add_text(owner, self.text(before), at);
                    }
                    Meaning::Struct { .. } => self.add(owner, ANY_HASH, at),
                    Meaning::Int { .. }
                    | Meaning::Float { .. }
                    | Meaning::Literal
                    | Meaning::Escape => {}
                }
            }
        }
    }

    fn modifiers(&mut self) {
        let tables = self.tables;
        let sets = tables.tokens.iter().filter_map(|token| match token.get() {
            Token::Modifiers(rows) => Some(rows),
            _ => None,
        });
        for set in sets {
            let owner = MODIFIER_WORDS + set.start;
            for (at, modifier) in tables.modifiers[set.range()].iter().enumerate() {
                for spelling in &tables.spellings[modifier.spellings.range()] {
                    self.spelling(owner, spelling, at);
                }
            }
        }
    }

    fn spelling(&mut self, owner: u32, spelling: &Spelling, row: usize) {
        let before = self.text(spelling.before);
        self.add_text(owner, before, row);
        if !spelling.negatable.is_set() {
            return;
        }
        for syntax in &self.tables.syntaxes {
            let negation = self.text(syntax.negation);
            if !negation.is_empty() {
                self.add_text(owner, &format!("{negation}{before}"), row);
            }
        }
    }

    /// All of it; rows that may mean anything may mean every word.
    fn with_any(mut self) -> SortedMap<(u32, u32), u16> {
        let any: SortedMap<u32, u16> = self
            .first
            .iter()
            .filter(|((_, hash), _)| *hash == ANY_HASH)
            .map(|((owner, _), &row)| (*owner, row))
            .collect();
        for ((owner, _), row) in self.first.iter_mut() {
            *row = (*row).min(any.get(owner).copied().unwrap_or(NONE));
        }
        self.first
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::{Class, Entry, Flag, Register, RegisterFile, Rows, WordValue};

    fn text(strings: &mut String, text: &str) -> Text {
        let start = strings.len() as u32;
        strings.push_str(text);
        let len = text.len() as u16;
        Text { start, len }
    }

    /// A class of a file with `r0`…, a word with digits, a number, and a struct last.
    fn example() -> TablesBuf {
        let mut tables = TablesBuf::default();
        let strings = &mut tables.strings;
        let mut word = |name: &str| Meaning::Keyword {
            text: text(strings, name),
            value: WordValue::NoValue,
        };
        let meanings = [
            word("off"),
            Meaning::Register {
                file: 0,
                number: 0,
                step: 1,
            },
            word("pos0"),
            word("7"),
            Meaning::Struct { structure: 0 },
            word("late"),
        ];
        let entries = meanings.into_iter().map(|meaning| Entry {
            first: 0,
            last: 0,
            meaning,
            archs: 1,
        });
        tables.entries.extend(entries);
        let name = text(&mut tables.strings, "r");
        tables.registers.push(Register {
            name,
            number: 0,
            count: 8,
            first_index: 0,
            indexed: Flag::YES,
            times: 1,
            archs: 1,
        });
        tables.files.push(RegisterFile {
            name,
            title: name,
            bits: 32,
            per_lane: Flag::NO,
            registers: Rows { start: 0, len: 1 },
            groups: Rows::default(),
            alignments: 0,
            number_bits: 3,
            map: 0,
        });
        tables.classes.push(Class {
            name,
            title: name,
            bits: 8,
            entries: Rows { start: 0, len: 6 },
            doubles: 0,
            singles: 0,
            halves: 0,
            brains: 0,
            least: 0,
            greatest: 0,
            constants: 0,
            literal: 0,
            map: u32::MAX,
        });
        lookups(&mut tables);
        tables
    }

    #[test]
    fn words_lead_to_the_first_row_that_may_mean_them() {
        let tables = example();
        let view = tables.view();
        let class = |hash| view.first_meaning(CLASS_WORDS, hash);
        assert_eq!(class(word_hash(b"off")), 0);
        assert_eq!(class(word_hash(b"OFF")), 0, "without regard to case");
        assert_eq!(class(word_hash(b"r")), 1);
        assert_eq!(class(word_hash(b"pos0")), 2);
        assert_eq!(class(word_hash(b"pos")), 2, "digits may be told apart");
        assert_eq!(class(NUMBER_HASH), 3);
        assert_eq!(class(word_hash(b"late")), 4, "the struct is tried before");
        assert_eq!(class(word_hash(b"nothing")), 4, "and by every other word");
        assert_eq!(class(ANY_HASH), 4);
        assert_eq!(view.first_meaning(FILE_WORDS, word_hash(b"r")), 0);
        assert_eq!(view.first_meaning(FILE_WORDS, word_hash(b"off")), NONE);
        assert_eq!(view.first_meaning(MODIFIER_WORDS, word_hash(b"off")), NONE);
    }
}
