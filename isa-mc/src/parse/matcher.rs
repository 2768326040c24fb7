//! Tries the forms of one encoding on the terms of a statement.

use super::bind::Sort;
use super::lex::{Statement, Term, TermKind};
use super::{ParseErrorKind, Span, Symbols};
use crate::operand;
use crate::rule;
use crate::tables::{
    Encoding, Form, Kind, Modifier, NONE, Operand, Rows, Shape, Spelling, Syntax, Token,
};
use crate::{Inst, Target};

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
    pub(super) symbols: &'s dyn Symbols,
    pub(super) statement: &'s Statement<'s>,
}

/// The instruction so far.
struct Attempt<'a> {
    index: u16,
    shape: &'a Shape,
    rows: &'a [Operand],
    form: u32,
    bits: u64,
    literal: Option<u32>,
    /// Term and sort of every positional operand.
    bound: [(u8, Sort); MAX_OPERANDS],
    /// Modifiers that the text has named.
    seen: u64,
    /// Terms understood.
    next: usize,
}

/// What a term says about modifiers.
enum Said {
    /// The value of a modifier.
    Value { operand: u16, field: u64 },
    /// Nothing.
    Nothing,
}

impl<'a> Matcher<'a, '_> {
    /// Whether the bytes from `start` to `end` of the statement are `word`.
    #[inline]
    pub(super) fn same(&self, word: &str, start: u32, end: u32) -> bool {
        let bytes = self.statement.text.as_bytes();
        match bytes.get(start as usize..end as usize) {
            Some(text) if self.syntax.any_case => text.eq_ignore_ascii_case(word.as_bytes()),
            Some(text) => text == word.as_bytes(),
            None => false,
        }
    }

    pub(super) fn span_text(&self, span: Span) -> &str {
        self.statement
            .text
            .get(span.start as usize..span.end as usize)
            .unwrap_or("")
    }

    /// The span of a term; the end of the statement if there is none.
    fn span_at(&self, term: usize) -> Span {
        match self.statement.terms().get(term) {
            Some(term) => term.span(),
            None => {
                let end = self.statement.text.trim_ascii_end().len() as u32;
                Span { start: end, end }
            }
        }
    }

    /// The instruction that the statement means in one form of an encoding.
    pub(super) fn try_form(
        &self,
        index: u16,
        encoding: &Encoding,
        form_index: u32,
        form: &Form,
    ) -> Result<Inst, Miss> {
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
            bound: [(0, Sort::Value); MAX_OPERANDS],
            seen: 0,
            next: 0,
        };
        self.structure(&mut attempt, form)?;
        self.meaning(&attempt, form)?;
        let inst = Inst::new(index, attempt.bits, shape.size);
        Ok(attempt
            .literal
            .map_or(inst, |literal| inst.with_literal(literal)))
    }

    /// Goes through the tokens of the form and the terms of the statement.
    fn structure(&self, attempt: &mut Attempt<'_>, form: &Form) -> Result<(), Miss> {
        let tables = self.target.tables;
        let terms = self.statement.terms();
        let mut comma = false;
        let encoding = attempt.index;
        let form_index = attempt.form;
        for token in &tables.tokens[form.tokens.range()] {
            match *token {
                Token::Text(text) => {
                    self.literal_text(attempt, self.target.text(text), &mut comma)?
                }
                Token::Operand(index) => {
                    let operand = attempt.shape.operands.start + u32::from(index);
                    let row = &attempt.rows[index as usize];
                    let Some(term) = terms.get(attempt.next) else {
                        let kind = ParseErrorKind::Missing {
                            encoding,
                            form: form_index,
                            operand,
                        };
                        return Err(self.miss(attempt, 0, kind));
                    };
                    let result = self.bind(row, operand, term);
                    if comma != term.comma {
                        let kind = match result {
                            Ok(_) if comma => ParseErrorKind::NeedsComma,
                            Ok(_) => ParseErrorKind::StrayComma,
                            Err(_) if comma => ParseErrorKind::Missing {
                                encoding,
                                form: form_index,
                                operand,
                            },
                            Err(_) => ParseErrorKind::StrayComma,
                        };
                        return Err(self.miss(attempt, 1, kind));
                    }
                    let bound = result.map_err(|kind| self.miss(attempt, rank(kind), kind))?;
                    comma = false;
                    if row.field.total != 0 {
                        attempt.bits = row.field.set(attempt.bits, bound.field, tables.pieces);
                    } else if bound.field != row.default {
                        let kind = ParseErrorKind::NotOnArch { encoding, operand };
                        return Err(self.miss(attempt, 5, kind));
                    }
                    if let Some(slot) = attempt.bound.get_mut(index as usize) {
                        *slot = (attempt.next as u8, bound.sort);
                    }
                    attempt.literal = bound.literal.or(attempt.literal);
                    attempt.next += 1;
                }
                Token::Modifiers(rows) => self.modifiers(attempt, rows)?,
                Token::Mnemonic => {}
            }
        }
        if attempt.next < terms.len() {
            let term = &terms[attempt.next];
            // Behind a comma, or where no modifier came before, stands an operand.
            let kind = if term.comma && self.looks_like_operand(term)
                || attempt.seen == 0 && self.looks_like_operand(term)
            {
                ParseErrorKind::TooMany {
                    encoding,
                    form: form_index,
                }
            } else {
                ParseErrorKind::UnknownModifier {
                    encoding,
                    form: form_index,
                }
            };
            return Err(self.miss(attempt, 1, kind));
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
        text: &str,
        comma: &mut bool,
    ) -> Result<(), Miss> {
        let mut rest = text.trim_ascii();
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
            let (word, after) = rest.split_at(length);
            rest = after.trim_ascii_start();
            let found = self.statement.terms().get(attempt.next);
            if !found
                .is_some_and(|term| term.comma == *comma && self.same(word, term.start, term.end))
            {
                let kind = ParseErrorKind::MissingText { form: attempt.form };
                return Err(self.miss(attempt, 1, kind));
            }
            *comma = false;
            attempt.next += 1;
        }
        Ok(())
    }

    /// Takes terms as long as they are modifiers.
    fn modifiers(&self, attempt: &mut Attempt<'_>, rows: Rows) -> Result<(), Miss> {
        let tables = self.target.tables;
        let modifiers = &tables.modifiers[rows.range()];
        for modifier in modifiers {
            let row = &attempt.rows[modifier.operand as usize];
            if row.default != 0 && row.field.total != 0 {
                attempt.bits = row.field.set(attempt.bits, row.default, tables.pieces);
            }
        }
        while let Some(term) = self.statement.terms().get(attempt.next) {
            let said = self
                .modifier(attempt, modifiers, term)
                .map_err(|kind| self.miss(attempt, 5, kind))?;
            let Said::Value {
                operand: index,
                field,
            } = said
            else {
                break;
            };
            if term.comma && !self.syntax.modifier_commas {
                return Err(self.miss(attempt, 4, ParseErrorKind::CommaBeforeModifier));
            }
            let operand = attempt.shape.operands.start + u32::from(index);
            let bit = 1_u64 << (index & 63);
            if attempt.seen & bit != 0 {
                return Err(self.miss(attempt, 5, ParseErrorKind::Duplicate { operand }));
            }
            attempt.seen |= bit;
            let row = &attempt.rows[index as usize];
            if row.field.total != 0 {
                attempt.bits = row.field.set(attempt.bits, field, tables.pieces);
            } else if field != row.default {
                let kind = ParseErrorKind::NotOnArch {
                    encoding: attempt.index,
                    operand,
                };
                return Err(self.miss(attempt, 5, kind));
            }
            attempt.next += 1;
        }
        Ok(())
    }

    /// What a term says about one of the modifiers.
    fn modifier(
        &self,
        attempt: &Attempt<'_>,
        modifiers: &[Modifier],
        term: &Term,
    ) -> Result<Said, ParseErrorKind> {
        let tables = self.target.tables;
        for modifier in modifiers {
            for spelling in &tables.spellings[modifier.spellings.range()] {
                let row = &attempt.rows[modifier.operand as usize];
                let operand = attempt.shape.operands.start + u32::from(modifier.operand);
                let field = if spelling.valued {
                    self.valued(row, operand, spelling, term)?
                } else {
                    self.flag(operand, spelling, term)?
                };
                if let Some(field) = field {
                    return Ok(Said::Value {
                        operand: modifier.operand,
                        field,
                    });
                }
            }
        }
        Ok(Said::Nothing)
    }

    /// `glc`, `noglc`, `glc:1`.
    #[inline]
    fn flag(
        &self,
        operand: u32,
        spelling: &Spelling,
        term: &Term,
    ) -> Result<Option<u64>, ParseErrorKind> {
        let name = self.target.text(spelling.before);
        match term.kind {
            TermKind::Word => {
                if self.same(name, term.start, term.end) {
                    return Ok(Some(1));
                }
                let negation = u32::from(self.syntax.negation.len);
                let is_negated = negation != 0
                    && (term.end - term.start) as usize == negation as usize + name.len()
                    && self.same(name, term.start + negation, term.end)
                    && self.same(
                        self.target.text(self.syntax.negation),
                        term.start,
                        term.start + negation,
                    );
                Ok(is_negated.then_some(0))
            }
            TermKind::KeyedInt | TermKind::KeyedWord => {
                if !self.same(name, term.start, term.start + u32::from(term.key)) {
                    return Ok(None);
                }
                if !self.syntax.valued_flags {
                    return Err(ParseErrorKind::NoValue { operand });
                }
                match (term.kind, term.value) {
                    (TermKind::KeyedInt, value @ 0..=1) => Ok(Some(value.cast_unsigned())),
                    (TermKind::KeyedInt, number) => Err(ParseErrorKind::Range { operand, number }),
                    _ => Err(ParseErrorKind::WrongOperand { operand }),
                }
            }
            _ => Ok(None),
        }
    }

    /// `offset:8`, `row_shl:1`.
    #[inline]
    fn valued(
        &self,
        row: &Operand,
        operand: u32,
        spelling: &Spelling,
        term: &Term,
    ) -> Result<Option<u64>, ParseErrorKind> {
        let before = self.target.text(spelling.before);
        let key_end = term.start + u32::from(term.key);
        let inner = match (term.kind, before.strip_suffix(':')) {
            // A word of a class on its own: no modifier unless it is one.
            _ if before.is_empty() => {
                return match self.bind(row, operand, term) {
                    Ok(bound) => Ok(Some(bound.field)),
                    Err(kind @ ParseErrorKind::Range { .. }) => Err(kind),
                    Err(_) => Ok(None),
                };
            }
            (TermKind::KeyedInt, Some(key)) if self.same(key, term.start, key_end) => Term {
                kind: TermKind::Int,
                ..*term
            },
            (TermKind::KeyedWord, Some(key)) if self.same(key, term.start, key_end) => {
                // The word on its own, with its digits told apart.
                let start = term.value as u32;
                let text = self
                    .span_text(Span {
                        start,
                        end: term.end,
                    })
                    .as_bytes();
                let digits = text
                    .iter()
                    .rev()
                    .take_while(|byte| byte.is_ascii_digit())
                    .count();
                let key = text.len() - digits;
                let value = super::expression::decimal(&text[key..]);
                Term {
                    kind: TermKind::Word,
                    start,
                    key: key as u16,
                    value,
                    ..*term
                }
            }
            (TermKind::Word, Some(key)) if self.same(key, term.start, term.end) => {
                return Err(ParseErrorKind::NeedsValue { operand });
            }
            (TermKind::Bracketed, _) => {
                let after = self.target.text(spelling.after);
                match self.between(before, after, term) {
                    Some(value) => Term {
                        kind: TermKind::Int,
                        value,
                        ..*term
                    },
                    None => return Ok(None),
                }
            }
            _ => return Ok(None),
        };
        self.bind(row, operand, &inner)
            .map(|bound| Some(bound.field))
    }

    /// Checks what depends on more than one operand.
    fn meaning(&self, attempt: &Attempt<'_>, form: &Form) -> Result<(), Miss> {
        let tables = self.target.tables;
        let (encoding, form_index) = (attempt.index, attempt.form);
        if form.when != NONE {
            let when = &tables.rules[form.when as usize];
            if rule::evaluate(tables, when.program, attempt.bits) == 0 {
                let kind = ParseErrorKind::Condition {
                    encoding,
                    form: form_index,
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
            self.check_width(row, operand, sort, attempt.bits)
                .map_err(|kind| {
                    let mut miss = self.miss(attempt, 7, kind);
                    miss.span = self.span_at(term as usize);
                    miss
                })?;
            if matches!(row.kind, Kind::Class { .. }) && sort == Sort::Value {
                self.check_class(attempt, row, operand, term as usize)?;
            }
        }
        for row in &tables.rules[attempt.shape.rules.range()] {
            if rule::evaluate(tables, row.program, attempt.bits) == 0 {
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
        let width = operand::width(self.target.tables, row, attempt.bits);
        if operand::is_absent(row, width) {
            let kind = ParseErrorKind::MustBeAbsent { operand };
            let mut miss = self.miss(attempt, 7, kind);
            miss.span = self.span_at(term);
            return Err(miss);
        }
        Ok(())
    }

    fn miss(&self, attempt: &Attempt<'_>, rank: u32, kind: ParseErrorKind) -> Miss {
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
