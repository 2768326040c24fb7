//! Source modifiers: `-v1`, `|v1|`, `-abs(v1)`, `sext(v1)`.
//!
//! They stand around an operand in the order of the description, the first
//! outermost, each at most once. A text that is a number is never one with a
//! sign before it: `-1` is minus one, `neg(1)` is one, negated.

use super::bound::{Bound, Sort};
use super::error::{LexError, ParseErrorKind};
use super::expression::Scanner;
use super::lex::{self, Before, Term, TermKind};
use super::matcher::{Attempt, Matcher};
use crate::constant;
use crate::parsed::Span;
use crate::tables::{BitString, Bits, CLEARS_SIGN, Kind, NONE, Operand, Spelling, Wrap};

/// Source modifiers of an operand at most.
pub(super) const MAX_WRAPS: usize = 8;

/// An operand with its source modifiers.
pub(super) struct Wrapped {
    /// What stands within them.
    pub(super) bound: Bound,
    /// The bits that they set.
    pub(super) mask: Bits,
    /// Which half of a register it is, and the bit that says so.
    pub(super) half: Option<(u8, bool)>,
    /// Where that begins.
    pub(super) at: u32,
    /// The byte behind them.
    pub(super) end: u32,
}

impl<'s> Matcher<'_, 's> {
    /// An operand that begins at byte `start` with source modifiers; `None` if
    /// it begins with none that it takes.
    #[cold]
    pub(super) fn wrapped(
        &self,
        row: &Operand,
        operand: u32,
        start: u32,
        form: u32,
    ) -> Option<Result<Wrapped, LexError>> {
        let tables = self.target.tables;
        let wraps = &tables.wraps[row.wraps.range()];
        let mut scanner = self.scanner(Span {
            start,
            end: self.statement.text.len() as u32,
        });
        let mut open: [Option<&Spelling>; MAX_WRAPS] = [None; MAX_WRAPS];
        let mut mask = Bits::ZERO;
        for (wrap, place) in wraps.iter().zip(&mut open) {
            // `sext(-1)` is minus one, extended.
            if mask.any() && starts_negative(&scanner) {
                break;
            }
            *place = self.opens(wrap, &mut scanner);
            if place.is_some() {
                mask = mask.insert(wrap.bit, 1, 1);
            }
        }
        if !mask.any() {
            // Around it stands what this operand does not take.
            return self
                .any_wrap(tables.wraps, &scanner)
                .map(|(wrap, span)| Err((span, ParseErrorKind::NoWrap { operand, wrap })));
        }
        Some(self.within((row, operand, form), wraps, open, mask, scanner))
    }

    /// Whether a number has two signs before it where the operand takes a source modifier
    /// of which one could be: `--1`. Where that has another spelling, `neg(-1)`, it is the
    /// one to write; a syntax without one knows no negated numbers.
    pub(super) fn has_two_signs(&self, row: &Operand, term: &Term) -> bool {
        let bytes = self.statement.text.as_bytes();
        bytes.get(term.start as usize) == Some(&b'-')
            && matches!(term.kind, TermKind::Int | TermKind::Float | TermKind::Later)
            && self.is_negated_twice(row, term)
    }

    #[cold]
    fn is_negated_twice(&self, row: &Operand, term: &Term) -> bool {
        let tables = self.target.tables;
        let rest = self.span_text(term.span()).get(1..).unwrap_or("");
        let rows = [row.wraps, row.signs];
        let wraps = rows.iter().flat_map(|rows| &tables.wraps[rows.range()]);
        let mut wraps = wraps.filter(|it| it.file == NONE);
        rest.trim_ascii_start().starts_with('-')
            && wraps.any(|wrap| {
                let spellings = tables.spellings_of(wrap, self.syntax_id.0);
                let text = |it: &Spelling| self.target.text(it.before);
                spellings
                    .iter()
                    .any(|it| it.valued.is_set() && text(it) == "-")
                    && spellings
                        .iter()
                        .any(|it| it.valued.is_set() && text(it) != "-")
            })
    }

    /// A number within source modifiers that change it as it is read, `|-4.0|` for 4.0;
    /// and the term behind it. Where it is no such number the operand takes none of them.
    #[cold]
    pub(super) fn signed(&self, row: &Operand, term: &Term) -> Option<(Bound, usize)> {
        let tables = self.target.tables;
        let Kind::Class { class, value } = row.kind.get() else {
            return None;
        };
        let signs = &tables.wraps[row.signs.range()];
        let mut scanner = self.scanner(Span {
            start: term.start,
            end: self.statement.text.len() as u32,
        });
        let mut open: [Option<(&Spelling, u8)>; MAX_WRAPS] = [None; MAX_WRAPS];
        for (sign, place) in signs.iter().zip(&mut open) {
            if !starts_negative(&scanner) {
                *place = self.opens(sign, &mut scanner).map(|it| (it, sign.bit));
            }
        }
        let last = open.iter().flatten().next_back()?;
        let bar = self.target.text(last.0.before).ends_with('|');
        scanner.skip_space();
        if scanner.is_at_end() {
            return None;
        }
        let before = if bar { Before::Bar } else { Before::Other };
        let inner = lex::term(&mut scanner, before).ok()?;
        let (number, value, _) = self.constant(&inner, value)?;
        let class = &tables.classes[class as usize];
        let arch = self.target.arch;
        // What the operand cannot hold has no sign there.
        constant::field(tables, arch, class, value, number, false).ok()?;
        let mut changed = number;
        for (spelling, effect) in open.into_iter().flatten().rev() {
            changed = constant::with_sign(changed, value, effect == CLEARS_SIGN)?;
            if !self.passes(self.target.text(spelling.after), &mut scanner) {
                return None;
            }
        }
        let held = constant::field(tables, arch, class, value, changed, false);
        let (field, literal) = held.ok()?;
        let terms = self.statement.terms().iter();
        let end = scanner.at as u32;
        let behind = terms.take_while(|it| it.start < end).count();
        let bound = Bound {
            literal,
            ..Bound::value(field)
        };
        Some((bound, behind))
    }

    /// What stands within source modifiers, and their ends.
    fn within(
        &self,
        (row, operand, form): (&Operand, u32, u32),
        wraps: &[Wrap],
        open: [Option<&Spelling>; MAX_WRAPS],
        mask: Bits,
        mut scanner: Scanner<'s>,
    ) -> Result<Wrapped, LexError> {
        scanner.skip_space();
        let nested = self.any_wrap(wraps, &scanner);
        let at = scanner.at as u32;
        if scanner.is_at_end() {
            let span = Span { start: at, end: at };
            return Err((span, ParseErrorKind::WrongOperand { operand }));
        }
        let opened = self.statement.text[..scanner.at].trim_ascii_end();
        let before = match opened.ends_with('|') {
            true => Before::Bar,
            false => Before::Other,
        };
        let inner = lex::term(&mut scanner, before)?;
        let (bound, half) =
            self.bind_half(row, operand, &inner, form)
                .map_err(|error| match nested {
                    Some((_, span)) => (span, ParseErrorKind::WrapOrder { operand }),
                    None => error,
                })?;
        for spelling in open.into_iter().flatten().rev() {
            let behind = scanner.at;
            if !self.passes(self.target.text(spelling.after), &mut scanner) {
                let span = Span {
                    start: at,
                    end: behind as u32,
                };
                let after = spelling.after;
                return Err((span, ParseErrorKind::WrapUnclosed { operand, after }));
            }
        }
        Ok(Wrapped {
            bound,
            half,
            mask,
            at,
            end: scanner.at as u32,
        })
    }

    /// An operand that is half of a register in forms which ask for it, `v1.h`: with the
    /// bit that says which, and its value. What is no register has no halves.
    #[cold]
    pub(super) fn bind_half(
        &self,
        row: &Operand,
        operand: u32,
        term: &Term,
        form: u32,
    ) -> Result<(Bound, Option<(u8, bool)>), LexError> {
        let tables = self.target.tables;
        let form = &tables.forms[form as usize];
        let Some(wrap) = tables.half_in(row, form) else {
            return Ok((self.bind(row, operand, term)?, None));
        };
        let error = (term.span(), ParseErrorKind::NeedsHalf { operand });
        let is_register =
            |bound: &Bound| matches!(bound.sort, Sort::Registers { file, .. } if file == wrap.file);
        let spellings = tables.spellings_of(wrap, self.syntax_id.0);
        for (spelling, is_set) in spellings.iter().zip([true, false]) {
            let after = self.target.text(spelling.after);
            let text = self.span_text(term.span());
            if text.len() <= after.len() || !text.ends_with(after) {
                continue;
            }
            let mut scanner = self.scanner(Span {
                start: term.start,
                end: term.end - after.len() as u32,
            });
            let whole = lex::term(&mut scanner, Before::Other)?;
            let bound = self.bind(row, operand, &whole)?;
            return match scanner.is_at_end() && is_register(&bound) {
                true => Ok((bound, Some((wrap.bit, is_set)))),
                false => Err(error),
            };
        }
        let bound = self.bind(row, operand, term)?;
        match is_register(&bound) {
            true => Err(error),
            false => Ok((bound, None)),
        }
    }

    /// Passes the text before the operand of a source modifier, if it stands
    /// at the scanner.
    fn opens(&self, wrap: &Wrap, scanner: &mut Scanner<'s>) -> Option<&Spelling> {
        if wrap.file != NONE {
            return None;
        }
        let spellings = self.target.tables.spellings_of(wrap, self.syntax_id.0);
        spellings
            .iter()
            .filter(|spelling| spelling.valued.is_set())
            .find(|spelling| self.passes(self.target.text(spelling.before), scanner))
    }

    /// The bits that a term sets as a list of a source modifier, `neg:[0,1]` or `neg:2`;
    /// `None` if it is none.
    #[cold]
    pub(super) fn wrap_list(
        &self,
        attempt: &Attempt<'_>,
        term: &Term,
    ) -> Option<Result<Bits, LexError>> {
        let tables = self.target.tables;
        let key = term.start + u32::from(term.key);
        let listed = |wrap: &&Wrap| {
            let mut spellings = tables.spellings_of(wrap, self.syntax_id.0).iter();
            spellings.any(|spelling| {
                let text = self.target.text(spelling.before);
                let name = text
                    .strip_suffix(":[]")
                    .filter(|_| !spelling.valued.is_set());
                name.is_some_and(|name| self.same(name, term.start, key))
            })
        };
        let rows = &attempt.rows[..usize::from(attempt.shape.positional)];
        let mut places = [0; MAX_WRAPS];
        let mut count = 0;
        let mut operand = 0;
        for (at, row) in rows.iter().enumerate() {
            let mut wraps = tables.wraps[row.wraps.range()].iter();
            if let (Some(wrap), Some(place)) = (wraps.find(listed), places.get_mut(count)) {
                *place = wrap.bit;
                count += 1;
                operand = attempt.shape.operands.start + at as u32;
            }
        }
        if count == 0 {
            return None;
        }
        let value = self.span_text(Span {
            start: key,
            end: term.end,
        });
        let value = value.trim_ascii_start().strip_prefix(':')?;
        let span = Span {
            start: term.end - value.trim_ascii_start().len() as u32,
            end: term.end,
        };
        let bits = match term.kind {
            TermKind::KeyedInt if (0..1 << count).contains(&term.value) => {
                Ok(term.value.cast_unsigned())
            }
            TermKind::KeyedInt => Err((span, ParseErrorKind::WrongOperand { operand })),
            TermKind::Bracketed => self.flags(count, operand, span),
            _ => return None,
        };
        Some(bits.map(|bits| {
            let places = places[..count].iter().enumerate();
            let set = |all: Bits, (at, place): (usize, &u8)| {
                all | Bits::ZERO.insert(*place, 1, bits >> at)
            };
            places.fold(Bits::ZERO, set)
        }))
    }

    /// The first of some source modifiers that stands at the scanner, as an
    /// index into the tables' spellings, with its text.
    fn any_wrap(&self, wraps: &[Wrap], scanner: &Scanner<'s>) -> Option<(u32, Span)> {
        let tables = self.target.tables;
        let mut scanner = Scanner {
            text: scanner.text,
            at: scanner.at,
            symbols: scanner.symbols,
            depth: 0,
            later: None,
        };
        let start = scanner.at as u32;
        for wrap in wraps.iter().filter(|it| it.file == NONE) {
            let row = wrap.spellings + u32::from(self.syntax_id.0);
            let rows = tables.wrap_spellings.get(row as usize)?;
            for index in rows.range() {
                let spelling = tables.spellings.get(index)?;
                if !spelling.valued.is_set() {
                    continue;
                }
                if self.passes(self.target.text(spelling.before), &mut scanner) {
                    let end = scanner.at as u32;
                    return Some((index as u32, Span { start, end }));
                }
            }
        }
        None
    }

    /// Passes a text of the description; `false`, and nothing passed, if it
    /// does not stand at the scanner. White space may stand around its words.
    fn passes(&self, text: &str, scanner: &mut Scanner<'s>) -> bool {
        let start = scanner.at;
        let mut before = b' ';
        for &wanted in text.as_bytes() {
            if wanted.is_ascii_whitespace() {
                before = b' ';
                continue;
            }
            if !(is_word(before) && is_word(wanted)) {
                scanner.skip_space();
            }
            let found = scanner.peek();
            let same = found == wanted
                || self.syntax.any_case.is_set() && found.eq_ignore_ascii_case(&wanted);
            if !same || scanner.is_at_end() {
                scanner.at = start;
                return false;
            }
            scanner.at += 1;
            before = wanted;
        }
        // A word ends where it ends in the text.
        if is_word(before) && is_word(scanner.peek()) {
            scanner.at = start;
            return false;
        }
        true
    }
}

/// Whether a number with a minus sign stands at the scanner.
fn starts_negative(scanner: &Scanner<'_>) -> bool {
    let rest = scanner.text.get(scanner.at..).unwrap_or("");
    let number = rest.trim_ascii_start().strip_prefix('-');
    let number = number.map(|rest| rest.trim_ascii_start().as_bytes());
    matches!(number, Some([b'0'..=b'9', ..] | [b'.', b'0'..=b'9', ..]))
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}
