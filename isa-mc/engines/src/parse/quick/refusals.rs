//! What a form cannot mean, however it is read: told where following its recipe ends.
//!
//! A mnemonic without its suffix stands for the first encoding that takes the text. Where the
//! recipe of a later one makes an instruction of it, the text means that if the forms of all
//! encodings before refuse it. Whatever the recipe read is written as printing would write it. So a
//! word that it read is the only one that is printed for what it stands for, and an operand of
//! another form has a value for that only if it prints the same word.
//!
//! Nothing is told of what is no word: a number may be a literal, a name may be a symbol.

use super::bytes::{Reader, is_space, word};
use super::operands::name_length;
use super::{Quick, Subject};
use crate::parse::register;
use crate::tables::{Kind, Meaning, Modifier, RecipeStep, Text, Token};
#[cfg(feature = "std")]
use crate::tables::{Recipe, Spelling, TokenParts, beginning};

impl Quick<'_, '_> {
    /// What is to stand here begins with a word: tells whether another one does, or none.
    pub(super) fn refuse_text(&self, mut reader: Reader<'_>, text: &[u8]) {
        let is_between = |byte: u8| byte == b',' || is_space(byte);
        while is_between(reader.peek()) {
            reader.at += 1;
        }
        if reader.peek() == b'\n' {
            return self.refused.set(true);
        }
        let first = text.iter().position(|&byte| !is_between(byte));
        let wanted = text.get(first.unwrap_or_default()..).unwrap_or_default();
        let end = wanted.iter().position(|&byte| is_between(byte));
        let wanted = wanted
            .get(..end.unwrap_or(wanted.len()))
            .unwrap_or_default();
        let tables = self.target.tables;
        let here = word(reader.chunk())
            .filter(|(low, high, _)| tables.operand_text(*low, *high) != 0)
            .map(|it| it.2);
        let here = here.or_else(|| Some(self.indexed(reader)?.1));
        let length = here.unwrap_or_default();
        let found = reader.bytes.get(reader.at..reader.at + length);
        let is_word = reader.peek().is_ascii_lowercase() && here.is_some();
        let is_other = reader.peek().is_ascii_digit() || is_word && found != Some(wanted);
        let asks_for_word = wanted.first().is_some_and(u8::is_ascii_lowercase);
        self.refused.set(asks_for_word && is_other);
    }

    /// No value of an operand is printed as a word here of so many bytes: tells whether the word
    /// cannot be read as that operand either.
    #[cold]
    pub(super) fn refuse_word(
        &self,
        subject: &Subject<'_>,
        step: &RecipeStep,
        reader: Reader<'_>,
        length: usize,
    ) {
        let kind = self.row(subject, step.operand).map(|row| row.kind.get());
        // A number may be a literal, and a class may have words that are not printed.
        let is_name = reader.peek().is_ascii_lowercase();
        let is_other = match kind {
            Some(Kind::Register { .. }) => true,
            Some(Kind::Class { class, .. }) => {
                is_name && self.keyword_of(&mut { reader }, class, length).is_none()
            }
            _ => false,
        };
        self.refused.set(step.closed.is_set() && is_other);
    }

    /// No operand was found: tells whether something stands here that is none, however it is read.
    #[cold]
    pub(super) fn refuse_other(
        &self,
        subject: &Subject<'_>,
        step: &RecipeStep,
        reader: Reader<'_>,
    ) {
        let Some(row) = self.row(subject, step.operand) else {
            return;
        };
        let is_other = match row.kind.get() {
            Kind::Register { .. } => self.is_number(reader),
            Kind::Integer { .. } => self.is_register(reader),
            _ => false,
        };
        self.refused
            .set(row.wraps.len == 0 && (is_other || self.is_wrapped(reader)));
    }

    /// Whether what stands here is a number, and no register, whatever else it is.
    fn is_number(&self, reader: Reader<'_>) -> bool {
        let is_value = |name: &str| {
            let is_register = register(self.target, name, self.syntax).is_some();
            !is_register && self.indices.value(name).is_some()
        };
        reader.peek().is_ascii_digit() || self.name_at(reader).is_some_and(is_value)
    }

    /// Whether what stands here is a register with a number, and no symbol.
    fn is_register(&self, reader: Reader<'_>) -> bool {
        let is_symbol = |name: &str| self.indices.value(name).is_some();
        let is_word = |(low, high, _)| self.target.tables.indexed_text(low, high) != 0;
        !self.name_at(reader).is_some_and(is_symbol)
            && (word(reader.chunk()).is_some_and(is_word) || self.indexed(reader).is_some())
    }

    fn name_at(&self, reader: Reader<'_>) -> Option<&str> {
        let end = reader.at + name_length(reader.rest());
        self.text.get(reader.at..end)
    }

    /// Whether a word within source modifiers stands here.
    fn is_wrapped(&self, mut reader: Reader<'_>) -> bool {
        let is_within = reader.pass(b'-') | reader.pass(b'|');
        let is_known = |(low, high, _)| self.target.tables.operand_text(low, high) != 0;
        let words = [word(reader.chunk()), reader.word_before(b'|')];
        let is_word = words.into_iter().flatten().any(is_known) || self.indexed(reader).is_some();
        is_within && reader.peek().is_ascii_lowercase() && is_word
    }

    /// Something else than a modifier in printed order stands here: tells whether no modifier of the
    /// form does.
    #[cold]
    pub(super) fn refuse_modifier(&self, subject: &Subject<'_>, reader: Reader<'_>) {
        let tables = self.target.tables;
        let sets = tables.tokens.get(subject.recipe.modifiers.range());
        for set in sets.unwrap_or_default() {
            let Token::Modifiers(rows) = set.get() else {
                return;
            };
            let mut rows = tables
                .modifiers
                .get(rows.range())
                .unwrap_or_default()
                .iter();
            if rows.any(|row| self.may_begin(subject, row, reader)) {
                return;
            }
        }
        self.refuse_modifiers(reader);
    }

    /// No modifier of the form stands here: tells whether another one does.
    pub(super) fn refuse_modifiers(&self, reader: Reader<'_>) {
        let first = reader.peek();
        self.refused
            .set(first == b',' || first.is_ascii_lowercase());
    }

    /// No modifier of the form begins as what stands here: if that is a modifier with a name, no
    /// form takes it that has none of that beginning.
    #[cfg(feature = "std")]
    pub(super) fn refuse_named(&self, reader: Reader<'_>) {
        let text = reader.rest();
        let is_named =
            reader.peek().is_ascii_lowercase() && text.get(name_length(text)) == Some(&b':');
        let begins = if is_named { reader.begins() } else { 0 };
        self.refused.by_modifier.set(begins);
    }

    /// What a spelling may begin with, with negation or without.
    #[cfg(feature = "std")]
    pub(super) fn spelling_begins(&self, spelling: &Spelling) -> u64 {
        if !spelling.negatable.is_set() {
            return spelling.begins;
        }
        let tables = self.target.tables;
        let syntax = tables.syntaxes.get(usize::from(self.syntax.0));
        let negated = syntax.map_or(u64::MAX, |it| match *tables.bytes(it.negation) {
            [first, second, ..] => beginning(first, second),
            _ => u64::MAX,
        });
        spelling.begins | negated
    }

    /// What modifiers of a form may begin with, however they are spelled.
    #[cfg(feature = "std")]
    pub(super) fn beginnings(&self, recipe: &Recipe) -> u64 {
        let tables = self.target.tables;
        let of_modifier = |it: &Modifier| {
            let spellings = tables.spellings.get(it.spellings.range());
            spellings.map_or(u64::MAX, |all| {
                all.iter().fold(0, |all, it| all | self.spelling_begins(it))
            })
        };
        let of_set = |it: &TokenParts| match it.get() {
            Token::Modifiers(rows) => tables.modifiers.get(rows.range()).map_or(u64::MAX, |rows| {
                rows.iter().fold(0, |all, it| all | of_modifier(it))
            }),
            _ => u64::MAX,
        };
        let sets = tables.tokens.get(recipe.modifiers.range());
        sets.map_or(u64::MAX, |sets| {
            sets.iter().fold(0, |all, it| all | of_set(it))
        })
    }

    /// Whether a text may begin with a modifier, however that is spelled.
    fn may_begin(&self, subject: &Subject<'_>, modifier: &Modifier, reader: Reader<'_>) -> bool {
        let tables = self.target.tables;
        let is_here = |text: Text| { reader }.take_text(tables, text);
        let spellings = tables.spellings.get(modifier.spellings.range());
        let kind = self
            .row(subject, modifier.operand)
            .map(|row| row.kind.get());
        let mut own = spellings.unwrap_or_default().iter();
        let syntax = tables.syntaxes.get(usize::from(self.syntax.0));
        let is_negated = syntax.is_some_and(|it| it.negation.len == 0 || is_here(it.negation));
        let begins = reader.begins();
        own.any(|it| match (it.before.len, kind) {
            _ if it.negatable.is_set() && is_negated => true,
            _ if it.begins & begins != begins => false,
            (0, Some(Kind::Class { class, .. })) => self.may_begin_with(class, reader),
            (0, _) => true,
            _ => is_here(it.before),
        })
    }

    /// Whether a text may begin with a value of a class.
    fn may_begin_with(&self, class: u16, reader: Reader<'_>) -> bool {
        let tables = self.target.tables;
        let is_here = |text: Text| { reader }.take_text(tables, text);
        let class = tables.classes.get(usize::from(class));
        let entries = class.and_then(|class| tables.entries.get(class.entries.range()));
        entries
            .unwrap_or_default()
            .iter()
            .any(|entry| match entry.meaning {
                Meaning::Keyword { .. } | Meaning::Spelled { .. } => {
                    tables.words_of_entry(entry, self.syntax.0).any(is_here)
                }
                Meaning::Counted { before, .. } => before.len == 0 || is_here(before),
                _ => true,
            })
    }
}
