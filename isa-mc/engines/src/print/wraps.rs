//! Source modifiers around operands.

use super::Printer;
use crate::operand;
use crate::sink::Writer;
use crate::tables::{Form, Kind, Meaning, NONE, Operand, Spelling, Text, Token, Wrap};

/// Source modifiers that an operand may have at once. Lowering refuses more.
const MOST: usize = 8;

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
            if row.wraps.len == 0 {
                return true;
            }
            if !self.says_half(row, form) {
                return false;
            }
            let number = self.is_wrapped_number(row);
            let mut innermost = true;
            self.wraps_of(row).rev().all(|wrap| {
                let spelling = self.spelling(wrap, innermost && number);
                innermost = false;
                spelling.is_some()
            })
        })
    }

    /// Whether a form says the bit of an operand that says which half of a register it is:
    /// by the operand, or, of what is no register and has no halves, by a modifier.
    pub(super) fn says_half(&self, row: &Operand, form: &Form) -> bool {
        let tables = self.target.tables;
        let bits = self.inst.bits();
        let mut halves = tables.wraps[row.wraps.range()].iter();
        let Some(wrap) = halves.find(|it| it.file != NONE) else {
            return true;
        };
        let is_register = operand::has_half(self.target, row, wrap, bits);
        let stands = wrap.features & !form.features == 0;
        if !bits.is_set(wrap.bit) || is_register && stands {
            return true;
        }
        // A bit of its own field is a part of what is no register.
        if row.field.mask(tables.pieces).is_set(wrap.bit) {
            return !is_register;
        }
        tables.tokens[form.tokens.range()].iter().any(|token| {
            let Token::Modifiers(rows) = token.get() else {
                return false;
            };
            let mut modifiers = tables.modifiers[rows.range()].iter();
            modifiers.any(|it| {
                let row = &self.operands[it.operand as usize];
                row.field.mask(tables.pieces).is_set(wrap.bit)
            })
        })
    }

    /// What is written behind a register of which a form says which half it is.
    fn half(&self, row: &Operand, form: &Form) -> Option<Text> {
        let bits = self.inst.bits();
        let wrap = self.target.tables.half_in(row, form)?;
        let spellings = self.target.tables.spellings_of(wrap, self.syntax.0);
        let spelling = spellings.get(usize::from(!bits.is_set(wrap.bit)))?;
        operand::has_half(self.target, row, wrap, bits).then_some(spelling.after)
    }

    /// Writes an operand with its source modifiers.
    #[cold]
    pub(super) fn write_wrapped(&self, row: &Operand, form: &Form, out: &mut impl Writer) {
        // What has no text is left out: forms were asked before.
        self.write_wraps(row, self.text_of(row), form, out);
    }

    /// Writes an operand, of this text if there is one, with its source modifiers; gives whether
    /// all of them have a text.
    pub(super) fn write_wraps(
        &self,
        row: &Operand,
        text: Text,
        form: &Form,
        out: &mut impl Writer,
    ) -> bool {
        let tables = self.target.tables;
        let (mut set, mut count) = ([None; MOST], 0);
        for wrap in self.wraps_of(row) {
            set[count % MOST] = Some(wrap);
            count += 1;
        }
        let mut is_said = true;
        let mut behind = [Text::default(); MOST];
        for (at, wrap) in set.iter().flatten().enumerate() {
            let number = at + 1 == count && self.has_number(row, text);
            match self.spelling(wrap, number) {
                Some(spelling) => {
                    out.push_text(tables, spelling.before);
                    behind[at] = spelling.after;
                }
                None => is_said = false,
            }
        }
        match text.len {
            0 => self.write_value(row, self.value_of(row), out),
            _ => out.push_text(tables, text),
        }
        if self.shape.halved.is_set()
            && let Some(half) = self.half(row, form)
        {
            out.push_text(tables, half);
        }
        for text in behind[..count.min(MOST)].iter().rev() {
            if text.len != 0 {
                out.push_text(tables, *text);
            }
        }
        is_said
    }

    /// The source modifiers that are set, the outermost first, without halves.
    #[inline]
    fn wraps_of(&self, row: &Operand) -> impl DoubleEndedIterator<Item = &'a Wrap> + use<'a> {
        let (low, inst) = (self.inst.low_bits(), self.inst);
        let is_wide = self.shape.is_wide();
        let wraps = &self.target.tables.wraps[row.wraps.range()];
        wraps.iter().filter(move |wrap| {
            let is_set = match is_wide {
                false => low >> (wrap.bit & 63) & 1 != 0,
                true => inst.bits().is_set(wrap.bit),
            };
            is_set && wrap.file == NONE
        })
    }

    /// The spelling to print: the first that does not make another number of
    /// a number. `-1` is no negated 1.
    fn spelling(&self, wrap: &Wrap, number: bool) -> Option<&'a Spelling> {
        let spellings = self.target.tables.spellings_of(wrap, self.syntax.0);
        let mut spellings = spellings.iter().filter(|spelling| spelling.valued.is_set());
        spellings.find(|spelling| {
            let before = || self.target.text(spelling.before).trim_ascii_end();
            !number || !before().ends_with(['-', '+', '~'])
        })
    }

    /// Whether a source modifier of the operand is set, and its text is a number.
    fn is_wrapped_number(&self, row: &Operand) -> bool {
        self.wraps_of(row).next().is_some() && self.has_number(row, self.text_of(row))
    }

    /// Whether an operand's text is a number, of which this is known, if there is any.
    fn has_number(&self, row: &Operand, text: Text) -> bool {
        // A number begins with no letter.
        let first = self
            .target
            .tables
            .strings
            .as_bytes()
            .get(text.start as usize);
        let is_letter = text.len != 0 && first.is_some_and(u8::is_ascii_alphabetic);
        !is_letter && self.is_number(row)
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
