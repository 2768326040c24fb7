//! Tries the forms of one encoding on the terms of a statement.

use super::bound::{Bound, Sort};
use super::error::{LexError, ParseErrorKind};
use super::lex::{Statement, Term, TermKind};
use crate::operand;
use crate::parsed::{Later, Parsed, Span, Symbols};
use crate::rule;
use crate::tables::{
    BitString, Bits, Encoding, Form, Kind, MnemonicSlot, NONE, Operand, Shape, Syntax, Text, Token,
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
    /// Looks at all rows, not only at those that may mean a word, because it wants to
    /// know why none does.
    pub(super) why: bool,
    /// The number of the term that begins at this byte is a literal, if it may be one.
    pub(super) forced: Option<u32>,
}

/// The instruction so far.
pub(super) struct Attempt<'a> {
    pub(super) index: u16,
    pub(super) shape: &'a Shape,
    pub(super) rows: &'a [Operand],
    pub(super) form: u32,
    pub(super) bits: Bits,
    pub(super) literal: Option<u32>,
    /// The operand that is known later.
    later: Option<Later>,
    /// Term and sort of every positional operand.
    bound: [Place; MAX_OPERANDS],
    /// Those of which more than the field has to be checked.
    checked: u32,
    /// Positional operands that the text has named.
    pub(super) bound_once: u64,
    /// Modifiers that the text has named.
    pub(super) seen: u64,
    /// Modifiers that it must name.
    pub(super) required: u64,
    /// Terms understood.
    pub(super) next: usize,
    /// Which width the text has, where the bits do not say.
    pub(super) choice: u8,
    /// The list that stands where the form has brackets.
    opens: Option<usize>,
    /// Bits that say which half of a register an operand is, and their values.
    halves: (Bits, Bits),
}

impl Attempt<'_> {
    /// Keeps which half of a register an operand is.
    #[cold]
    fn keep_half(&mut self, half: Option<(u8, bool)>) {
        if let Some((bit, is_set)) = half {
            let (mask, bits) = self.halves;
            self.halves = (mask.insert(bit, 1, 1), bits.insert(bit, 1, is_set.into()));
        }
    }
}

/// What stands for an operand, and where. All of it is zero at first, so that making
/// sixteen of them costs next to nothing.
#[derive(Debug, Clone, Copy, Default)]
struct Place {
    term: u8,
    /// 0: a value; 1: registers; 2: the text of an operand without registers.
    sort: u8,
    file: u16,
    number: u16,
    count: u16,
}

impl Place {
    #[inline]
    fn new(term: usize, sort: Sort) -> Place {
        let (sort, file, number, count) = match sort {
            Sort::Value => (0, 0, 0, 0),
            Sort::Registers {
                file,
                number,
                count,
            } => (1, file, number, count),
            Sort::Absent => (2, 0, 0, 0),
        };
        Place {
            term: term as u8,
            sort,
            file,
            number,
            count,
        }
    }

    #[inline]
    fn sort(self) -> Sort {
        match self.sort {
            0 => Sort::Value,
            1 => Sort::Registers {
                file: self.file,
                number: self.number,
                count: self.count,
            },
            _ => Sort::Absent,
        }
    }
}

impl Matcher<'_, '_> {
    /// Whether the bytes from `start` to `end` of the statement are `word`.
    #[inline]
    pub(super) fn same(&self, word: &str, start: u32, end: u32) -> bool {
        word.len() == end.wrapping_sub(start) as usize
            && self.same_bytes(word.as_bytes(), start, end)
    }

    /// [`same`](Self::same) for a word of the right length.
    #[inline]
    fn same_bytes(&self, word: &[u8], start: u32, end: u32) -> bool {
        let bytes = self.statement.text.as_bytes();
        let Some(text) = bytes.get(start as usize..end as usize) else {
            return false;
        };
        if self.syntax.any_case.is_set() {
            return text.eq_ignore_ascii_case(word);
        }
        // Words are short: a loop beats a call.
        let mut at = 0;
        while at < word.len() && text.get(at) == Some(&word[at]) {
            at += 1;
        }
        at == word.len()
    }

    /// Whether the bytes from `start` to `end` of the statement are a text of the tables.
    #[inline]
    pub(super) fn is_text(&self, text: Text, start: u32, end: u32) -> bool {
        u32::from(text.len) == end.wrapping_sub(start)
            && self.same_bytes(self.target.tables.bytes(text), start, end)
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
        let modifiers = tokens.flat_map(|token| match token.get() {
            Token::Modifiers(rows) => &tables.modifiers[rows.range()],
            _ => &[],
        });
        let mut required = modifiers.filter(|modifier| {
            let row = shape.operands.start as usize + modifier.operand as usize;
            modifier.required.is_set() && matches!(tables.operands[row].kind.get(), Kind::Flag)
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
            bits: tables.encoding_bits(encoding) | tables.form_bits(form).1,
            literal: None,
            later: None,
            bound: [Place::default(); MAX_OPERANDS],
            checked: 0,
            bound_once: 0,
            seen: 0,
            required: 0,
            next: 0,
            choice: 0,
            opens: None,
            halves: (Bits::ZERO, Bits::ZERO),
        };
        let structure = self.structure(&mut attempt, form);
        if let Some(list) = attempt.opens
            && let Some(statement) = self.statement.opened(list, self.symbols)
        {
            let opened = Matcher {
                statement: &statement,
                ..*self
            };
            return opened.try_form(index, encoding, form_index, form);
        }
        structure?;
        if shape.halved.is_set() {
            self.set_halves(&mut attempt)?;
        }
        self.meaning(&mut attempt, form)?;
        let inst = Inst::of_bits(index, attempt.bits, shape.size).with_choice(attempt.choice);
        let literal = attempt.literal;
        Ok(Parsed {
            inst: literal.map_or(inst, |literal| inst.with_literal(literal)),
            later: attempt.later,
        })
    }

    /// Sets the bits that say which halves of registers the operands are. A modifier may
    /// say them too, but nothing else.
    #[cold]
    fn set_halves(&self, attempt: &mut Attempt<'_>) -> Result<(), Miss> {
        let (mask, bits) = attempt.halves;
        let rows = attempt.rows.iter().enumerate();
        for (at, row) in rows.skip(attempt.shape.positional.into()) {
            let is_said = attempt.seen >> (at & 63) & 1 != 0;
            let own = row.field.mask(self.target.tables.pieces) & mask;
            if is_said && ((attempt.bits ^ bits) & own).any() {
                let operand = attempt.shape.operands.start + at as u32;
                let kind = ParseErrorKind::OtherHalf { operand };
                return Err(self.miss(attempt, 7, kind));
            }
        }
        attempt.bits = attempt.bits & !mask | bits;
        Ok(())
    }

    /// Goes through the tokens of the form and the terms of the statement.
    fn structure(&self, attempt: &mut Attempt<'_>, form: &Form) -> Result<(), Miss> {
        let tables = self.target.tables;
        let terms = self.statement.terms();
        let mut comma = false;
        let mut tokens = &tables.tokens[form.tokens.range()];
        while let Some((token, after)) = tokens.split_first() {
            match token.get() {
                Token::Text(text) => match tables.bytes(text) {
                    b", " | b"," => comma = true,
                    _ => self.literal_text(attempt, text, &mut comma)?,
                },
                Token::Operand(index) => self.operand(attempt, index, &mut comma)?,
                Token::Modifiers(_) => {
                    let sets = tokens
                        .iter()
                        .take_while(|token| matches!(token.get(), Token::Modifiers(_)));
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
        match terms.get(attempt.next) {
            None => Ok(()),
            Some(term) => Err(self.left_over(attempt, term)),
        }
    }

    /// What is wrong with a term behind all that the form has.
    #[cold]
    fn left_over(&self, attempt: &Attempt<'_>, term: &Term) -> Miss {
        // Behind a comma, or where no modifier came before, stands an operand.
        let (encoding, form) = (attempt.index, attempt.form);
        let is_operand = (term.comma || attempt.seen == 0) && self.looks_like_operand(term);
        let kind = if is_operand {
            ParseErrorKind::TooMany { encoding, form }
        } else {
            ParseErrorKind::UnknownModifier { encoding, form }
        };
        self.miss(attempt, 1, kind)
    }

    /// Takes the term of a positional operand.
    fn operand(&self, attempt: &mut Attempt<'_>, index: u16, comma: &mut bool) -> Result<(), Miss> {
        let operand = attempt.shape.operands.start + u32::from(index);
        let row = &attempt.rows[index as usize];
        let Some(term) = self.statement.terms().get(attempt.next) else {
            return Err(self.missing(attempt, 0, operand));
        };
        let mut inner = attempt.next;
        let mut behind = attempt.next + 1;
        let result = match row.kind.get() {
            // `hwreg (mode, 0, 1)` is several terms, too.
            Kind::Struct { structure }
                if term.kind == TermKind::Word
                    || self.statement.no_number.is_some()
                    || self.goes_on(structure) =>
            {
                let bound = self.bind_terms(structure, attempt.next);
                bound.map(|(bound, count)| {
                    behind = attempt.next + count;
                    bound
                })
            }
            _ if row.wraps.len != 0 && attempt.shape.halved.is_set() => {
                let bound = self.bind_half(row, operand, term, attempt.form);
                bound.map(|(bound, half)| {
                    attempt.keep_half(half);
                    bound
                })
            }
            _ => self.bind(row, operand, term),
        };
        let result = match result {
            Ok(_) if self.has_two_signs(row, term) => {
                Err((term.span(), ParseErrorKind::TwoSigns { operand }))
            }
            Ok(bound) => Ok(bound),
            Err(error) => {
                let places = (&mut inner, &mut behind);
                self.otherwise(attempt, row, operand, term, error, places)
            }
        };
        // A loose syntax misses no comma, and none is one too many.
        if *comma != term.comma && !self.syntax.loose_commas.is_set() {
            return Err(match (*comma, result) {
                (true, Ok(_)) => self.miss(attempt, 1, ParseErrorKind::NeedsComma),
                (true, Err(_)) => self.missing(attempt, 1, operand),
                (false, _) => self.miss(attempt, 1, ParseErrorKind::StrayComma),
            });
        }
        let bound = match result {
            Ok(bound) => bound,
            Err((span, kind)) => {
                return Err(Miss {
                    span,
                    ..self.miss(attempt, rank(kind), kind)
                });
            }
        };
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
            *slot = Place::new(inner, bound.sort);
            attempt.checked |= bit as u32;
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

    /// The term is missing that an operand needs.
    #[cold]
    fn missing(&self, attempt: &Attempt<'_>, rank: u32, operand: u32) -> Miss {
        let (encoding, form) = (attempt.index, attempt.form);
        let kind = ParseErrorKind::Missing {
            encoding,
            form,
            operand,
        };
        self.miss(attempt, rank, kind)
    }

    /// An operand that is not its term alone: source modifiers around it, or a literal
    /// behind white space. `places` are the term that it is, and the one behind it.
    #[cold]
    fn otherwise(
        &self,
        attempt: &mut Attempt<'_>,
        row: &Operand,
        operand: u32,
        term: &Term,
        error: LexError,
        places: (&mut usize, &mut usize),
    ) -> Result<Bound, LexError> {
        let (inner, behind) = places;
        let mut result = Err(error);
        // A number with a sign before it is that number, whether it fits or not.
        let number = matches!(term.kind, TermKind::Int | TermKind::Float);
        if let Some((bound, behind_it)) = self.signed(row, term) {
            *behind = behind_it;
            return Ok(bound);
        }
        if !number && let Some(wrapped) = self.wrapped(row, operand, term.start, attempt.form) {
            result = wrapped.map(|wrapped| {
                attempt.bits |= wrapped.mask;
                attempt.keep_half(wrapped.half);
                let terms = self.statement.terms();
                let until = |end: u32| terms.iter().take_while(|it| it.start < end).count();
                *behind = until(wrapped.end);
                *inner = until(wrapped.at + 1) - 1;
                wrapped.bound
            });
        }
        if result.is_err()
            && let Some(joined) = self.spaced_literal(attempt.next)
        {
            result = self.bind(row, operand, &joined);
            let terms = self.statement.terms();
            *behind = terms.iter().take_while(|it| it.start < joined.end).count();
        }
        result
    }

    /// Whether the text of a struct may be more than one term.
    fn goes_on(&self, structure: u16) -> bool {
        let row = self.target.tables.struct_on(structure, self.target.arch);
        row.is_some_and(|row| row.listed.is_set())
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
            let pieces = self.target.tables.pieces;
            attempt.bits = row.field.set(attempt.bits, field, pieces);
        } else if field != row.default {
            return Err(self.not_on_arch(attempt, index));
        }
        Ok(())
    }

    #[cold]
    fn not_on_arch(&self, attempt: &Attempt<'_>, index: u16) -> Miss {
        let kind = ParseErrorKind::NotOnArch {
            encoding: attempt.index,
            operand: attempt.shape.operands.start + u32::from(index),
        };
        self.miss(attempt, 5, kind)
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
                (term.comma == *comma || self.syntax.loose_commas.is_set())
                    && (self.same(word, term.start, term.end) || self.is_whole(word, term))
            }) {
                if word == "[" && found.is_some_and(|term| term.kind == TermKind::List) {
                    attempt.opens = Some(attempt.next);
                }
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
        let mut left = attempt.checked;
        while left != 0 {
            let at = left.trailing_zeros() as usize;
            left &= left - 1;
            let place = attempt.bound[at & (MAX_OPERANDS - 1)];
            self.check_operand(attempt, at, usize::from(place.term), place.sort())?;
        }
        let shared = &tables.rules[attempt.shape.rules.range()];
        let own = &tables.rules[form.rules.range()];
        for rules in [shared, own] {
            let broken = rules
                .iter()
                .find(|row| !rule::is_kept(self.target, row, attempt.bits));
            if let Some(row) = broken {
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

    /// Checks what stands for a positional operand against all that is known now.
    #[inline]
    fn check_operand(
        &self,
        attempt: &mut Attempt<'_>,
        at: usize,
        term: usize,
        sort: Sort,
    ) -> Result<(), Miss> {
        let tables = self.target.tables;
        let row = &attempt.rows[at];
        let operand = attempt.shape.operands.start + at as u32;
        let mut choice = 0;
        if let Sort::Registers { count, .. } = sort
            && row.width_table != NONE
            && let Some(chosen) = operand::choice_of(tables, row, count)
        {
            choice = chosen;
            attempt.choice = chosen;
        }
        if let Err(kind) = self.check_width(row, operand, sort, attempt.bits, choice) {
            let mut miss = self.miss(attempt, 7, kind);
            miss.span = self.span_at(term);
            return Err(miss);
        }
        if matches!(row.kind.get(), Kind::Class { .. }) && sort == Sort::Value {
            self.check_class(attempt, row, operand, term)?;
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

    #[cold]
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
