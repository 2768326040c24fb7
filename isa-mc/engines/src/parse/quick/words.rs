//! Operands that are words, and what stands between operands.

use super::Quick;
use super::bytes::{Reader, behind_space, behind_text, chunk, is_space, word};
use crate::tables::{BitString, NO_VALUE, NONE, RecipeStep};

impl<'q> Quick<'q, '_> {
    /// Reads operands as long as each is a word, with white space between them or without, and
    /// short texts as they are printed. Gives the steps from the first other one on, before its comma.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a call costs as much as a word")]
    pub(super) fn words<'s, B: BitString>(
        &self,
        steps: &'s [RecipeStep],
        mut bits: B,
        reader: Reader<'q>,
    ) -> (&'s [RecipeStep], B, Reader<'q>) {
        let tables = self.target.tables;
        let mut left = steps;
        let mut text = reader.rest();
        while let [step, behind @ ..] = left
            && step.word.is_set()
        {
            let mut here = text;
            if step.comma.is_set() {
                here = match here {
                    [b',', b' ', behind @ ..] | [b',', behind @ ..] => behind,
                    _ => match behind_space(here) {
                        [b',', behind @ ..] => behind,
                        _ => break,
                    },
                };
            } else if step.before.len != 0 {
                let bytes = tables.strings.as_bytes();
                match behind_text(here, bytes, step.before) {
                    Some(behind) => here = behind,
                    None => break,
                }
                if step.operand == NONE {
                    (left, text) = (behind, here);
                    continue;
                }
            }
            let mut found = word(chunk(here));
            if let Some((.., 0)) = found {
                here = behind_space(here);
                found = word(chunk(here));
            }
            // What is longer than any word has no number.
            let (low, high, length) = found.unwrap_or_default();
            let value = tables.value_of_text(step.pages, tables.operand_text(low, high));
            if value == NO_VALUE {
                break;
            }
            let Some(rest) = here.get(length..) else {
                break;
            };
            (left, bits, text) = (behind, bits.with(step.shift, value.into()), rest);
        }
        let bytes = reader.bytes;
        let at = bytes.len() - text.len();
        (left, bits, Reader { bytes, at })
    }

    /// Passes a comma, and what may stand around it; whether it stands there, where nothing but a
    /// word may follow if it does not.
    #[inline]
    pub(super) fn comma(&self, reader: &mut Reader<'_>, is_listed: bool) -> Option<bool> {
        let start = reader.at;
        if reader.peek() != b',' {
            self.skip_blank(reader);
        }
        let is_one = reader.pass(b',');
        if !is_one && (is_listed || !self.may_miss_comma(start, *reader)) {
            self.refused.set(reader.peek() == b'\n');
            return None;
        }
        reader.at += usize::from(reader.peek() == b' ');
        if is_space(reader.peek()) || reader.peek() == b'/' {
            self.skip_blank(reader);
        }
        Some(is_one)
    }

    /// Whether a syntax lets the comma out between a byte and a word, with white space instead.
    /// What is no word may go on with the operand before it.
    fn may_miss_comma(&self, start: usize, reader: Reader<'_>) -> bool {
        self.is_loose() && start != reader.at && reader.peek().is_ascii_lowercase()
    }

    /// Whether the syntax misses no comma, and none is one too many before a modifier.
    pub(super) fn is_loose(&self) -> bool {
        let syntaxes = self.target.tables.syntaxes;
        let syntax = syntaxes.get(usize::from(self.syntax.0));
        syntax.is_some_and(|row| row.loose_commas.is_set())
    }

    /// Passes a text that may be written with other white space.
    #[inline(never)]
    pub(super) fn text(&self, reader: &mut Reader<'_>, text: &[u8]) -> Option<()> {
        let start = *reader;
        // Most texts that do not stand here begin with another letter.
        let found = match self.begins_otherwise(start, text) {
            true => None,
            false => self.spaced(reader, text),
        };
        if found.is_none() {
            self.refuse_text(start, text);
        }
        found
    }

    /// Whether behind commas and white space something else begins than in a text.
    fn begins_otherwise(&self, mut reader: Reader<'_>, text: &[u8]) -> bool {
        let is_between = |byte: u8| byte == b',' || is_space(byte);
        let first = text.iter().copied().find(|&byte| !is_between(byte));
        while is_between(reader.peek()) {
            reader.at += 1;
        }
        let here = reader.peek();
        first.is_some_and(|first| here.is_ascii_alphanumeric() && here != first)
    }

    /// [`text`](Self::text): white space around commas may be as it likes, `,off,` for `, off, `.
    fn spaced(&self, reader: &mut Reader<'_>, text: &[u8]) -> Option<()> {
        let mut behind_comma = false;
        let is_listed = text.iter().any(|it| b"[]".contains(it));
        for (at, &byte) in text.iter().enumerate() {
            let before_comma = text.get(at..).map(<[u8]>::trim_ascii_start);
            let before_comma = before_comma.is_some_and(|rest| rest.starts_with(b","));
            if behind_comma || before_comma {
                let start = reader.at;
                self.skip_blank(reader);
                if byte == b' ' {
                    continue;
                }
                // Behind the last one an operand follows, which may be no word.
                let is_last = text
                    .get(at + 1..)
                    .is_none_or(|rest| rest.trim_ascii().is_empty());
                let is_within = !is_listed && !is_last;
                let is_missing = byte == b',' && reader.peek() != b',' && is_within;
                if is_missing && self.may_miss_comma(start, *reader) {
                    behind_comma = true;
                    continue;
                }
            }
            if !reader.pass(byte) {
                return None;
            }
            behind_comma = byte == b',';
        }
        if behind_comma || text.ends_with(b", ") {
            self.skip_blank(reader);
        }
        Some(())
    }

    /// Passes white space and comments behind operands and modifiers; whether the line ends
    /// there. `None` if there is neither.
    #[inline]
    pub(super) fn ends_line(&self, reader: &mut Reader<'_>) -> Option<bool> {
        if reader.peek() == b'\n' {
            return Some(true);
        }
        let start = reader.at;
        reader.skip_space();
        // No modifier begins as comments do.
        if !matches!(reader.peek(), b'\n' | b'a'..=b'z') {
            self.skip_blank(reader);
        }
        let ends = reader.peek() == b'\n';
        (ends || reader.at != start).then_some(ends)
    }

    /// Passes white space and comments within the line; a comment to the end of the line up
    /// to that.
    #[inline(never)]
    pub(super) fn skip_blank(&self, reader: &mut Reader<'_>) {
        reader.skip_space();
        #[cfg(feature = "std")]
        if let Some(leaders) = self.comments {
            super::comments::skip(self.target.tables, leaders, reader);
        }
    }
}
