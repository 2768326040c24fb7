//! Lists: `[0,1]`, `op_sel:[0,1]`.

use super::error::{LexError, ParseErrorKind};
use super::expression::{self, Scanner};
use super::lex::Term;
use super::matcher::Matcher;
use crate::list;
use crate::parsed::Span;
use crate::tables::Spelling;

impl<'s> Matcher<'_, 's> {
    /// The text of a span as a list of at most `count` integers. What is left
    /// out at its end is zero. A syntax may read more of them: they may say nothing else
    /// than a list that is left out, whose bits are `default`.
    pub(super) fn bind_list(
        &self,
        (count, integer): (u8, u16),
        default: u64,
        operand: u32,
        span: Span,
    ) -> Result<u64, LexError> {
        let wrong = (span, ParseErrorKind::WrongOperand { operand });
        let integer = &self.target.tables.integers[integer as usize];
        let mut scanner = self.scanner(span);
        scanner.skip_space();
        if scanner.peek() != b'[' && self.syntax.list_numbers.is_set() {
            let number = expression::evaluate(&mut scanner)?;
            let bits = u32::from(count) * u32::from(integer.bits);
            let fits = (0..1_i64.unbounded_shl(bits)).contains(&number);
            return match (scanner.is_at_end(), fits) {
                (true, true) => Ok(number.cast_unsigned()),
                (true, false) => Err((span, ParseErrorKind::Range { operand, number })),
                (false, _) => Err(wrong),
            };
        }
        if scanner.peek() != b'[' {
            return Err(wrong);
        }
        let mut bits = 0;
        for index in 0..count.max(self.syntax.list_length) {
            scanner.at += 1;
            scanner.skip_space();
            let start = scanner.at as u32;
            let number = expression::evaluate(&mut scanner)?;
            let here = Span {
                start,
                end: scanner.at as u32,
            };
            if index < count {
                bits = list::set(integer, bits, index, number)
                    .ok_or((here, ParseErrorKind::Range { operand, number }))?;
            } else if number != 0 && number != list::number(integer, default, 0) {
                return Err(wrong);
            }
            scanner.skip_space();
            match scanner.peek() {
                b',' => {}
                b']' => {
                    scanner.at += 1;
                    scanner.skip_space();
                    return if scanner.is_at_end() {
                        Ok(bits)
                    } else {
                        Err(wrong)
                    };
                }
                _ => return Err(wrong),
            }
        }
        Err(wrong)
    }

    /// A list of at most `count` flags: `[0,1]`.
    pub(super) fn flags(&self, count: usize, operand: u32, span: Span) -> Result<u64, LexError> {
        let wrong = (span, ParseErrorKind::WrongOperand { operand });
        let mut scanner = self.scanner(span);
        if scanner.peek() != b'[' {
            return Err(wrong);
        }
        let mut bits = 0;
        for index in 0..count {
            scanner.at += 1;
            match expression::evaluate(&mut scanner)? {
                flag @ 0..=1 => bits |= flag.cast_unsigned() << index,
                _ => return Err(wrong),
            }
            scanner.skip_space();
            match scanner.peek() {
                b',' => {}
                b']' if scanner.at + 1 == scanner.text.len() => return Ok(bits),
                _ => break,
            }
        }
        Err(wrong)
    }

    /// A scanner over a span of the statement.
    pub(super) fn scanner(&self, span: Span) -> Scanner<'s> {
        let text = self.statement.text;
        Scanner {
            text: text.get(..span.end as usize).unwrap_or(text),
            at: span.start as usize,
            symbols: self.symbols,
            depth: 0,
            later: None,
        }
    }

    /// `offset:swizzle(SWAP,4)`, `op_sel:[0,1]`: what stands between the texts
    /// of a spelling; `None` if the term is not spelled so.
    pub(super) fn between_texts(
        &self,
        operand: u32,
        spelling: &Spelling,
        term: &Term,
    ) -> Result<Option<Span>, LexError> {
        let before = self.target.text(spelling.before);
        let after = self.target.text(spelling.after);
        let mut span = term.span();
        if let Some(key) = before.strip_suffix(':') {
            if !self.same(key, term.start, term.start + key.len() as u32) {
                return Ok(None);
            }
            span.start += key.len() as u32;
            let rest = self.span_text(span);
            let Some(value) = rest.trim_ascii_start().strip_prefix(':') else {
                let missing = (term.span(), ParseErrorKind::NeedsValue { operand });
                return if rest.is_empty() {
                    Err(missing)
                } else {
                    Ok(None)
                };
            };
            span.start = span.end - value.trim_ascii_start().len() as u32;
        } else {
            let end = term.start + before.len() as u32;
            if !self.same(before, term.start, end) {
                return Ok(None);
            }
            span.start = end;
        }
        let end = span.end.saturating_sub(after.len() as u32).max(span.start);
        if !self.same(after, end, span.end) {
            return Ok(None);
        }
        span.end = end;
        Ok(Some(span))
    }
}
