//! Tries the forms of one encoding on the terms of a statement.

use super::bind::Sort;
use super::lex::{Statement, Term, TermKind};
use super::{Later, ParseErrorKind, Parsed, Span, Symbols};
use crate::operand;
use crate::rule;
use crate::tables::{
    Encoding, Form, Kind, MnemonicSlot, NONE, Operand, Shape, Syntax, Text, Token,
};
use crate::{Inst, SyntaxId, Target};

/// Positional operands of an encoding at most.
const MAX_OPERANDS: usize = 16;

/// How far a form got, and why not to the end.
#[derive(Debug, Clone, Copy)]
pub(super) struct Miss {
    /// Terms understood, then how telling the error is.
    pub(super) score: (u32, u32),
    pub(super) span: Span,
    pub(super) kind: ParseErrorKind,
}

/// A statement, and what it is matched against.
pub(super) struct Matcher<'a, 's> {
    pub(super) target: &'s Target<'a>,
    pub(super) syntax: &'s Syntax,
    pub(super) syntax_id: SyntaxId,
    pub(super) symbols: &'s dyn Symbols,
    pub(super) statement: &'s Statement<'s>,
}

/// The instruction so far.
pub(super) struct Attempt<'a> {
    pub(super) index: u16,
    pub(super) shape: &'a Shape,
    pub(super) rows: &'a [Operand],
    pub(super) form: u32,
    pub(super) bits: u64,
    pub(super) literal: Option<u32>,
    /// The operand that is known later.
    later: Option<Later>,
    /// Term and sort of every positional operand.
    pub(super) bound: [(u8, Sort); MAX_OPERANDS],
    /// Positional operands that the text has named.
    pub(super) bound_once: u64,
    /// Modifiers that the text has named.
    pub(super) seen: u64,
    /// Terms understood.
    pub(super) next: usize,
    /// Which width the text has, where the bits do not say.
    pub(super) choice: u8,
}

impl Matcher<'_, '_> {
    /// Whether the bytes from `start` to `end` of the statement are `word`.
    #[inline]
    pub(super) fn same(&self, word: &str, start: u32, end: u32) -> bool {
        if word.len() != end.wrapping_sub(start) as usize {
            return false;
        }
        let bytes = self.statement.text.as_bytes();
        let Some(text) = bytes.get(start as usize..end as usize) else {
            return false;
        };
        // Words are short: a loop beats a call.
        let mut pairs = text.iter().zip(word.as_bytes());
        if self.syntax.any_case {
            pairs.all(|(a, b)| a.eq_ignore_ascii_case(b))
        } else {
            pairs.all(|(a, b)| a == b)
        }
    }

    pub(super) fn span_text(&self, span: Span) -> &str {
        self.statement
            .text
            .get(span.start as usize..span.end as usize)
            .unwrap_or("")
    }

    /// Why the form fails that a word of the statement asks for: one that the form must
    /// have and others need not, `compr`. `None` if there is no such word.
    #[cold]
    pub(super) fn asked_for(&self, slot: &MnemonicSlot) -> Option<Miss> {
        let tables = self.target.tables;
        let mut nearest: Option<Miss> = None;
        for candidate in &tables.candidates[slot.candidates.range()] {
            let encoding = &tables.encodings[candidate.encoding as usize];
            let shape = self.target.shape_of(encoding);
            if candidate.arch != self.target.arch || encoding.features & !self.target.features != 0
            {
                continue;
            }
            let forms = tables.forms[shape.forms.range()].iter().enumerate();
            for (at, form) in forms.filter(|(_, form)| form.syntax == self.syntax_id.0) {
                if !self.has_required_word(form, shape) {
                    continue;
                }
                let index = shape.forms.start + at as u32;
                let result = self.try_form(candidate.encoding, encoding, index, form);
                nearest = match (result, nearest) {
                    (Err(miss), Some(best)) if miss.score <= best.score => Some(best),
                    (Err(miss), _) => Some(miss),
                    (Ok(_), best) => best,
                };
            }
        }
        nearest
    }

    /// Whether the statement has a word that is a flag which the form requires.
    fn has_required_word(&self, form: &Form, shape: &Shape) -> bool {
        let tables = self.target.tables;
        let tokens = tables.tokens[form.tokens.range()].iter();
        let modifiers = tokens.flat_map(|token| match *token {
            Token::Modifiers(rows) => &tables.modifiers[rows.range()],
            _ => &[],
        });
        let mut required = modifiers.filter(|modifier| {
            let row = shape.operands.start as usize + modifier.operand as usize;
            modifier.required && matches!(tables.operands[row].kind, Kind::Flag)
        });
        required.any(|modifier| {
            let spellings = &tables.spellings[modifier.spellings.range()];
            spellings.iter().any(|spelling| {
                let word = self.target.text(spelling.before);
                let mut terms = self.statement.terms().iter();
                terms.any(|term| self.same(word, term.start, term.end))
            })
        })
    }

    /// The span of a term; the end of the statement if there is none.
    fn span_at(&self, term: usize) -> Span {
        if let Some(term) = self.statement.terms().get(term) {
            term.span()
        } else {
            let end = self.statement.text.trim_ascii_end().len() as u32;
            Span { start: end, end }
        }
    }

    /// The instruction that the statement means in one form of an encoding.
    pub(super) fn try_form(
        &self,
        index: u16,
        encoding: &Encoding,
        form_index: u32,
        form: &Form,
    ) -> Result<Parsed<Inst>, Miss> {
        let tables = self.target.tables;
        let shape = self.target.shape_of(encoding);
        let rows = &tables.operands[shape.operands.range()];
        let mut attempt = Attempt {
            index,
            shape,
            rows,
            form: form_index,
            bits: encoding.bits | form.rest,
            literal: None,
            later: None,
            bound: [(0, Sort::Value); MAX_OPERANDS],
            bound_once: 0,
            seen: 0,
            next: 0,
            choice: 0,
        };
        self.structure(&mut attempt, form)?;
        self.meaning(&mut attempt, form)?;
        let inst = Inst::new(index, attempt.bits, shape.size).with_choice(attempt.choice);
        let literal = attempt.literal;
        Ok(Parsed {
            inst: literal.map_or(inst, |literal| inst.with_literal(literal)),
            later: attempt.later,
        })
    }

    /// Goes through the tokens of the form and the terms of the statement.
    fn structure(&self, attempt: &mut Attempt<'_>, form: &Form) -> Result<(), Miss> {
        let tables = self.target.tables;
        let terms = self.statement.terms();
        let mut comma = false;
        let mut tokens = &tables.tokens[form.tokens.range()];
        while let Some((token, after)) = tokens.split_first() {
            match *token {
                Token::Text(text) => {
                    self.literal_text(attempt, text, &mut comma)?;
                }
                Token::Operand(index) => self.operand(attempt, index, &mut comma)?,
                Token::Modifiers(_) => {
                    let sets = tokens
                        .iter()
                        .take_while(|token| matches!(token, Token::Modifiers(_)));
                    let (sets, after) = tokens.split_at(sets.count());
                    self.modifiers(attempt, sets)?;
                    tokens = after;
                    continue;
                }
                // Only forms of structs have lists.
                Token::Mnemonic | Token::AnyOrder(_) => {}
            }
            tokens = after;
        }
        let Some(term) = terms.get(attempt.next) else {
            return Ok(());
        };
        // Behind a comma, or where no modifier came before, stands an operand.
        let (encoding, form) = (attempt.index, attempt.form);
        let is_operand = (term.comma || attempt.seen == 0) && self.looks_like_operand(term);
        let kind = if is_operand {
            ParseErrorKind::TooMany { encoding, form }
        } else {
            ParseErrorKind::UnknownModifier { encoding, form }
        };
        Err(self.miss(attempt, 1, kind))
    }

    /// Takes the term of a positional operand.
    fn operand(&self, attempt: &mut Attempt<'_>, index: u16, comma: &mut bool) -> Result<(), Miss> {
        let operand = attempt.shape.operands.start + u32::from(index);
        let row = &attempt.rows[index as usize];
        let (encoding, form) = (attempt.index, attempt.form);
        let missing = ParseErrorKind::Missing {
            encoding,
            form,
            operand,
        };
        let Some(term) = self.statement.terms().get(attempt.next) else {
            return Err(self.miss(attempt, 0, missing));
        };
        let mut inner = attempt.next;
        let mut behind = attempt.next + 1;
        let mut result = match row.kind {
            // `hwreg (mode, 0, 1)` is several terms, too.
            Kind::Struct { structure }
                if term.kind == TermKind::Word || self.goes_on(structure) =>
            {
                let bound = self.bind_terms(structure, attempt.next);
                bound.map(|(bound, count)| {
                    behind = attempt.next + count;
                    bound
                })
            }
            _ => self.bind(row, operand, term),
        };
        // A number with a sign before it is that number, whether it fits or not.
        let number = matches!(term.kind, TermKind::Int | TermKind::Float);
        if result.is_err()
            && !number
            && let Some(wrapped) = self.wrapped(row, operand, term.start)
        {
            result = wrapped.map(|wrapped| {
                attempt.bits |= wrapped.mask;
                let terms = self.statement.terms();
                let until = |end: u32| terms.iter().take_while(|it| it.start < end).count();
                behind = until(wrapped.end);
                inner = until(wrapped.at + 1) - 1;
                wrapped.bound
            });
        }
        if result.is_err()
            && let Some(joined) = self.spaced_literal(attempt.next)
        {
            result = self.bind(row, operand, &joined);
            let terms = self.statement.terms();
            behind = terms.iter().take_while(|it| it.start < joined.end).count();
        }
        // A loose syntax does not miss a comma; one too many it does notice.
        if *comma != term.comma && (term.comma || !self.syntax.loose_commas) {
            let kind = match (*comma, result) {
                (true, Ok(_)) => ParseErrorKind::NeedsComma,
                (true, Err(_)) => missing,
                (false, _) => ParseErrorKind::StrayComma,
            };
            return Err(self.miss(attempt, 1, kind));
        }
        let bound = result.map_err(|(span, kind)| Miss {
            span,
            ..self.miss(attempt, rank(kind), kind)
        })?;
        *comma = false;
        let bit = 1_u64.unbounded_shl(u32::from(index));
        if attempt.bound_once & bit != 0
            && bound.field != row.get(attempt.bits, self.target.tables.pieces)
        {
            let kind = ParseErrorKind::Different { operand };
            return Err(self.miss(attempt, 7, kind));
        }
        attempt.bound_once |= bit;
        self.set(attempt, index, bound.field)?;
        if let Some(slot) = attempt.bound.get_mut(index as usize) {
            *slot = (inner as u8, bound.sort);
        }
        if let (Some(first), Some(second)) = (attempt.literal, bound.literal)
            && (first != second || bound.later || attempt.later.is_some())
        {
            let kind = ParseErrorKind::SecondLiteral { operand };
            return Err(self.miss(attempt, 7, kind));
        }
        attempt.literal = bound.literal.or(attempt.literal);
        if bound.later {
            attempt.later = Some(Later {
                operand: index,
                literal: bound.literal.is_some(),
                span: term.span(),
            });
        }
        attempt.next = behind;
        Ok(())
    }

    /// Whether the text of a struct may be more than one term.
    fn goes_on(&self, structure: u16) -> bool {
        let row = self.target.tables.struct_on(structure, self.target.arch);
        row.is_some_and(|row| row.listed)
    }

    /// Sets the field of an operand or modifier; one that the architecture
    /// lacks can only have its default.
    #[inline]
    pub(super) fn set(
        &self,
        attempt: &mut Attempt<'_>,
        index: u16,
        field: u64,
    ) -> Result<(), Miss> {
        let row = &attempt.rows[index as usize];
        if row.field.total != 0 {
            attempt.bits = row
                .field
                .set(attempt.bits, field, self.target.tables.pieces);
        } else if field != row.default {
            let operand = attempt.shape.operands.start + u32::from(index);
            let kind = ParseErrorKind::NotOnArch {
                encoding: attempt.index,
                operand,
            };
            return Err(self.miss(attempt, 5, kind));
        }
        Ok(())
    }

    /// A number or registers, not a word or a modifier.
    fn looks_like_operand(&self, term: &Term) -> bool {
        match term.kind {
            TermKind::Indexed | TermKind::Int | TermKind::Float | TermKind::List => true,
            TermKind::Word => (0..self.target.tables.files.len())
                .any(|file| self.registers(file as u16, term).is_ok()),
            _ => false,
        }
    }

    /// Text of the form itself: commas, other characters and words.
    fn literal_text(
        &self,
        attempt: &mut Attempt<'_>,
        text: Text,
        comma: &mut bool,
    ) -> Result<(), Miss> {
        let whole = self.target.text(text).trim_ascii_end();
        let mut rest = whole.trim_ascii_start();
        while let Some(first) = rest.bytes().next() {
            let length = rest
                .bytes()
                .position(|byte| !byte.is_ascii_alphanumeric() && byte != b'_')
                .unwrap_or(rest.len());
            if first == b',' {
                *comma = true;
                rest = rest.get(1..).unwrap_or("").trim_ascii_start();
                continue;
            }
            let length = if length == 0 {
                first_char(rest)
            } else {
                length
            };
            let from = (whole.len() - rest.len()) as u16;
            let (word, after) = rest.split_at(length);
            rest = after.trim_ascii_start();
            let found = self.statement.terms().get(attempt.next);
            if !found.is_some_and(|term| {
                (term.comma == *comma || self.syntax.loose_commas)
                    && (self.same(word, term.start, term.end) || self.is_whole(word, term))
            }) {
                let kind = ParseErrorKind::ExpectedText { text, from };
                return Err(self.miss(attempt, 1, kind));
            }
            *comma = false;
            attempt.next += 1;
        }
        Ok(())
    }

    /// Checks what depends on more than one operand.
    fn meaning(&self, attempt: &mut Attempt<'_>, form: &Form) -> Result<(), Miss> {
        let tables = self.target.tables;
        let (encoding, form_index) = (attempt.index, attempt.form);
        if form.when != NONE {
            let when = &tables.rules[form.when as usize];
            if !rule::holds(tables, when, attempt.bits) {
                let kind = ParseErrorKind::Condition {
                    encoding,
                    form: form_index,
                    test: rule::failing_test(tables, when.program, attempt.bits),
                };
                let mut miss = self.miss(attempt, 6, kind);
                miss.span = self.statement.mnemonic;
                return Err(miss);
            }
        }
        let positional = attempt.shape.positional as usize;
        for (at, (row, (term, sort))) in attempt
            .rows
            .iter()
            .zip(attempt.bound)
            .enumerate()
            .take(positional)
        {
            let operand = attempt.shape.operands.start + at as u32;
            let mut choice = 0;
            if let Sort::Registers { count, .. } = sort
                && row.width_table != NONE
                && let Some(chosen) = operand::choice_of(tables, row, count)
            {
                choice = chosen;
                attempt.choice = chosen;
            }
            self.check_width(row, operand, sort, attempt.bits, choice)
                .map_err(|kind| {
                    let mut miss = self.miss(attempt, 7, kind);
                    miss.span = self.span_at(term as usize);
                    miss
                })?;
            if matches!(row.kind, Kind::Class { .. }) && sort == Sort::Value {
                self.check_class(attempt, row, operand, term as usize)?;
            }
        }
        let shared = &tables.rules[attempt.shape.rules.range()];
        let own = &tables.rules[form.rules.range()];
        for row in shared.iter().chain(own) {
            if !rule::holds(tables, row, attempt.bits) {
                let mut miss = self.miss(
                    attempt,
                    8,
                    ParseErrorKind::Rule {
                        message: row.message,
                    },
                );
                miss.span = self.statement.mnemonic;
                return Err(miss);
            }
        }
        Ok(())
    }

    /// A keyword where the operand takes no registers is no way to say so.
    fn check_class(
        &self,
        attempt: &Attempt<'_>,
        row: &Operand,
        operand: u32,
        term: usize,
    ) -> Result<(), Miss> {
        if row.width_table == NONE {
            return Ok(());
        }
        let width = operand::width(self.target, row, attempt.bits, attempt.choice);
        if operand::is_absent(row, width) {
            let kind = ParseErrorKind::MustBeAbsent { operand };
            let mut miss = self.miss(attempt, 7, kind);
            miss.span = self.span_at(term);
            return Err(miss);
        }
        Ok(())
    }

    pub(super) fn miss(&self, attempt: &Attempt<'_>, rank: u32, kind: ParseErrorKind) -> Miss {
        Miss {
            score: (attempt.next as u32, rank),
            span: self.span_at(attempt.next),
            kind,
        }
    }
}

/// How telling an error at an operand is, against others at the same place.
fn rank(kind: ParseErrorKind) -> u32 {
    match kind {
        ParseErrorKind::WrongOperand { .. } | ParseErrorKind::WrongFile { .. } => 2,
        _ => 4,
    }
}

/// Bytes of the first character.
fn first_char(text: &str) -> usize {
    text.chars().next().map_or(1, char::len_utf8)
}
