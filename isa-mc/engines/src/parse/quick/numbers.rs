//! Numbers, and expressions where they stand.

use super::bytes::{Reader, ends, is_space};
use super::{MAX_LINE, Quick};
use crate::parse::{expression, scan};

impl Quick<'_, '_> {
    /// Passes a number or an expression in front of what ends operands.
    #[inline]
    pub(super) fn whole_number(&self, reader: &mut Reader<'_>) -> Option<i64> {
        let start = *reader;
        match reader.number() {
            Some(number) if ends(reader.peek()) && !reader.goes_on() => Some(number),
            _ => {
                *reader = start;
                self.expression(reader)
            }
        }
    }

    /// Passes a number or an expression within brackets, or alone.
    #[inline]
    pub(super) fn inner_number(&self, reader: &mut Reader<'_>) -> Option<i64> {
        let start = *reader;
        match reader.number() {
            Some(number) if matches!(reader.peek(), b',' | b')' | b']') => Some(number),
            Some(number) if ends(reader.peek()) && !reader.goes_on() => Some(number),
            _ => {
                *reader = start;
                let number = self.expression(reader)?;
                reader.skip_space();
                Some(number)
            }
        }
    }

    /// What reads the line from a byte on once more, if an operator stands behind white space in
    /// it: what stands before that may be no word.
    #[cold]
    pub(super) fn with_expressions(&self, start: usize) -> Option<Self> {
        let mut reader = Reader {
            bytes: self.bytes,
            at: start,
        };
        let end = self.statement_end(start);
        while reader.at < end {
            if !is_space(reader.peek()) {
                reader.at += 1;
                continue;
            }
            reader.skip_space();
            if reader.is_operator() {
                return Some(Quick {
                    expressions: true,
                    ..*self
                });
            }
        }
        None
    }

    /// Passes an expression, if the values of all names in it are known.
    #[inline(never)]
    pub(super) fn expression(&self, reader: &mut Reader<'_>) -> Option<i64> {
        let end = self.statement_end(reader.at);
        let text = self.text.get(..end)?;
        let (value, end) = scan(text, reader.at, self.indices, expression::evaluate).ok()?;
        reader.at = end;
        Some(value)
    }

    /// Where the statement ends that stands at a byte, at the latest: what is behind is looked
    /// at for it in vain, and a line may be many statements.
    fn statement_end(&self, at: usize) -> usize {
        let tables = self.target.tables;
        let syntax = tables.syntaxes.get(usize::from(self.syntax.0));
        let separator = syntax.and_then(|row| tables.bytes(row.separator).first());
        let rest = self.bytes.get(at..).unwrap_or_default();
        let rest = &rest[..rest.len().min(MAX_LINE)];
        let end = rest
            .iter()
            .position(|byte| *byte == b'\n' || Some(byte) == separator);
        at + end.unwrap_or(rest.len())
    }
}
