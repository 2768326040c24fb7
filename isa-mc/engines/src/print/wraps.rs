//! Source modifiers around operands.

use super::Printer;
use crate::operand;
use crate::sink::Cursor;
use crate::tables::{Form, Kind, Meaning, Operand, Spelling, Token, Wrap};

impl<'a> Printer<'a> {
    /// Whether the source modifiers of what a form prints have texts that are
    /// read back as they are.
    #[cold]
    pub(super) fn says_wraps(&self, form: &Form) -> bool {
        let tokens = &self.target.tables.tokens[form.tokens.range()];
        tokens.iter().all(|token| {
            let Token::Operand(index) = token.get() else {
                return true;
            };
            let row = &self.operands[index as usize];
            let number = self.is_number(row);
            let mut innermost = true;
            self.wraps_of(row).rev().all(|wrap| {
                let spelling = self.spelling(wrap, innermost && number);
                innermost = false;
                spelling.is_some()
            })
        })
    }

    /// Writes an operand with its source modifiers.
    #[cold]
    pub(super) fn write_wrapped(&self, row: &Operand, out: &mut Cursor<'_>) {
        let tables = self.target.tables;
        let number = self.is_number(row);
        let count = self.wraps_of(row).count();
        for (at, wrap) in self.wraps_of(row).enumerate() {
            if let Some(spelling) = self.spelling(wrap, at + 1 == count && number) {
                out.push_text(tables, spelling.before);
            }
        }
        let text = self.text_of(row);
        if text.len == 0 {
            self.write_value(row, self.value_of(row), out);
        } else {
            out.push_text(tables, text);
        }
        for (at, wrap) in self.wraps_of(row).rev().enumerate() {
            if let Some(spelling) = self.spelling(wrap, at == 0 && number) {
                out.push_text(tables, spelling.after);
            }
        }
    }

    /// The source modifiers that are set, the outermost first.
    fn wraps_of(&self, row: &Operand) -> impl DoubleEndedIterator<Item = &'a Wrap> + use<'a> {
        let bits = self.inst.bits();
        let wraps = &self.target.tables.wraps[row.wraps.range()];
        wraps.iter().filter(move |wrap| bits.is_set(wrap.bit))
    }

    /// The spelling to print: the first that does not make another number of
    /// a number. `-1` is no negated 1.
    fn spelling(&self, wrap: &Wrap, number: bool) -> Option<&'a Spelling> {
        let spellings = self.target.tables.spellings_of(wrap, self.syntax.0);
        let mut spellings = spellings.iter().filter(|spelling| spelling.valued.is_set());
        spellings.find(|spelling| {
            let before = self.target.text(spelling.before).trim_ascii_end();
            !(number && before.ends_with(['-', '+', '~']))
        })
    }

    /// Whether the operand's text is a number.
    fn is_number(&self, row: &Operand) -> bool {
        let Kind::Class { class, .. } = row.kind.get() else {
            return matches!(row.kind.get(), Kind::Integer { .. } | Kind::Flag);
        };
        let tables = self.target.tables;
        let class = &tables.classes[class as usize];
        let value = self.value_of(row);
        operand::entry(tables, self.target.arch, class, value).is_some_and(|entry| {
            matches!(
                entry.meaning,
                Meaning::Int { .. } | Meaning::Float { .. } | Meaning::Literal
            )
        })
    }
}
