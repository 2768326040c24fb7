//! The modifiers behind the operands, in any order.

use super::error::{LexError, ParseErrorKind};
use super::expression;
use super::lex::{Term, TermKind};
use super::matcher::{Attempt, Matcher, Miss};
use crate::parsed::Span;
use crate::tables::{
    Kind, MODIFIER_WORDS, NONE, NUMBER_HASH, Operand, Rows, Spelling, Token, TokenParts, word_hash,
};

impl Matcher<'_, '_> {
    /// Takes terms as long as they are modifiers of sets that follow one another:
    /// in any order, whichever set they are of.
    pub(super) fn modifiers(
        &self,
        attempt: &mut Attempt<'_>,
        sets: &[TokenParts],
    ) -> Result<(), Miss> {
        let tables = self.target.tables;
        let rows = |set: &TokenParts| match set.get() {
            Token::Modifiers(rows) => rows,
            _ => Rows::default(),
        };
        for modifier in sets
            .iter()
            .flat_map(|set| &tables.modifiers[rows(set).range()])
        {
            // What the condition of the form fixes is there already.
            if modifier.default != 0 {
                let row = &attempt.rows[modifier.operand as usize];
                attempt.bits = row.field.set(attempt.bits, modifier.default, tables.pieces);
            }
            attempt.required |= u64::from(modifier.required.is_set()) << (modifier.operand & 63);
        }
        while attempt.next < self.statement.terms().len() {
            let before = attempt.next;
            for set in sets {
                self.set_of_modifiers(attempt, rows(set))?;
            }
            if let Some(term) = self.statement.terms().get(attempt.next)
                && let Some(bits) = self.wrap_list(attempt, term)
            {
                attempt.bits |= bits.map_err(|(span, kind)| Miss {
                    span,
                    ..self.miss(attempt, 5, kind)
                })?;
                attempt.next += 1;
                continue;
            }
            if sets.len() < 2 || attempt.next == before {
                break;
            }
        }
        if attempt.required & !attempt.seen == 0 {
            return Ok(());
        }
        for modifier in sets
            .iter()
            .flat_map(|set| &tables.modifiers[rows(set).range()])
        {
            if modifier.required.is_set() && attempt.seen >> (modifier.operand & 63) & 1 == 0 {
                let kind = ParseErrorKind::Missing {
                    encoding: attempt.index,
                    form: attempt.form,
                    operand: attempt.shape.operands.start + u32::from(modifier.operand),
                };
                return Err(self.miss(attempt, 0, kind));
            }
        }
        Ok(())
    }

    /// Takes terms as long as they are modifiers of a set.
    fn set_of_modifiers(&self, attempt: &mut Attempt<'_>, modifiers: Rows) -> Result<(), Miss> {
        while let Some(term) = self.statement.terms().get(attempt.next) {
            let said = self
                .modifier(attempt, modifiers, term)
                .map_err(|(span, kind)| Miss {
                    span,
                    ..self.miss(attempt, 5, kind)
                })?;
            let Some((index, field)) = said else {
                break;
            };
            if term.comma && !self.syntax.loose_commas.is_set() {
                return Err(self.miss(attempt, 4, ParseErrorKind::CommaBeforeModifier));
            }
            let operand = attempt.shape.operands.start + u32::from(index);
            let bit = 1_u64 << (index & 63);
            if attempt.seen & bit != 0 {
                return Err(self.miss(attempt, 5, ParseErrorKind::Duplicate { operand }));
            }
            attempt.seen |= bit;
            let value = self.second_value(attempt, term);
            self.set(attempt, index, value.unwrap_or(field))?;
            attempt.next += if value.is_some() { 3 } else { 1 };
        }
        Ok(())
    }

    /// The value of a flag that is spelled with a number, `bound_ctrl:0:1`; the marks
    /// follow at once.
    fn second_value(&self, attempt: &Attempt<'_>, term: &Term) -> Option<u64> {
        if term.kind != TermKind::KeyedInt || !self.syntax.valued_flags.is_set() {
            return None;
        }
        let [mark, value, ..] = self.statement.terms().get(attempt.next + 1..)? else {
            return None;
        };
        let colon = self.statement.text.as_bytes().get(mark.start as usize) == Some(&b':');
        let adjoins = mark.start == term.end && value.start == mark.end;
        match (value.kind, value.value) {
            (TermKind::Int, flag @ 0..=1) if colon && adjoins => Some(flag.cast_unsigned()),
            _ => None,
        }
    }

    /// The modifier that a term names, as an operand's index, and its value.
    fn modifier(
        &self,
        attempt: &Attempt<'_>,
        set: Rows,
        term: &Term,
    ) -> Result<Option<(u16, u64)>, LexError> {
        let tables = self.target.tables;
        let first = match self.why {
            true => 0,
            false => tables.first_meaning(MODIFIER_WORDS + set.start, term.hash),
        };
        if first == NONE {
            return Ok(None);
        }
        let modifiers = &tables.modifiers[set.range()];
        let modifiers = modifiers.get(usize::from(first)..).unwrap_or(&[]);
        // A flag that is spelled as if it had a value, `bound_ctrl:0`.
        if term.kind == TermKind::KeyedInt {
            for modifier in modifiers {
                let spelled = |spelling: &Spelling| {
                    !spelling.valued.is_set()
                        && self.same_keyed(self.target.text(spelling.before), term)
                };
                if tables.spellings[modifier.spellings.range()]
                    .iter()
                    .any(spelled)
                {
                    return Ok(Some((modifier.operand, 1)));
                }
            }
        }
        for modifier in modifiers {
            for spelling in &tables.spellings[modifier.spellings.range()] {
                let row = &attempt.rows[modifier.operand as usize];
                let operand = attempt.shape.operands.start + u32::from(modifier.operand);
                let field = if spelling.valued.is_set() {
                    self.valued((row, modifier.default), operand, spelling, term)?
                } else {
                    self.flag(operand, spelling, term)
                        .map_err(|kind| (term.span(), kind))?
                };
                if let Some(field) = field {
                    return Ok(Some((modifier.operand, field)));
                }
            }
        }
        Ok(None)
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
                let is_negated = spelling.negatable.is_set()
                    && negation != 0
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
                if !self.syntax.valued_flags.is_set() {
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
        (row, default): (&Operand, u64),
        operand: u32,
        spelling: &Spelling,
        term: &Term,
    ) -> Result<Option<u64>, LexError> {
        let before = self.target.text(spelling.before);
        if let Kind::Struct { structure } = row.kind.get() {
            return self.keyed_struct(structure, operand, spelling, term);
        }
        if let Kind::List { count, integer } = row.kind.get() {
            return self.keyed_list((count, integer, default), operand, spelling, term);
        }
        let key_end = term.start + u32::from(term.key);
        let inner = match (term.kind, before.strip_suffix(':')) {
            // A word of a class on its own: no modifier unless it is one.
            _ if before.is_empty() => {
                return match self.bind(row, operand, term) {
                    Ok(bound) => Ok(Some(bound.field)),
                    Err(error @ (_, ParseErrorKind::Range { .. })) => Err(error),
                    Err(_) => Ok(None),
                };
            }
            (TermKind::KeyedInt, Some(key)) if self.same(key, term.start, key_end) => Term {
                kind: TermKind::Int,
                hash: NUMBER_HASH,
                ..*term
            },
            (TermKind::KeyedWord, Some(key)) if self.same(key, term.start, key_end) => {
                // The word on its own, with its digits told apart.
                let start = term.value.cast_unsigned() as u32;
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
                let value = expression::decimal(&text[key..]);
                Term {
                    kind: TermKind::Word,
                    start,
                    key: key as u16,
                    hash: word_hash(&text[..key]),
                    value,
                    ..*term
                }
            }
            (TermKind::Word, Some(key)) if self.same(key, term.start, term.end) => {
                return Err((term.span(), ParseErrorKind::NeedsValue { operand }));
            }
            (TermKind::Bracketed, _) => {
                let after = self.target.text(spelling.after);
                match self.between(before, after, term) {
                    Some(value) => Term {
                        kind: TermKind::Int,
                        hash: NUMBER_HASH,
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
            .map_err(|(_, kind)| (term.span(), kind))
    }

    /// `offset:swizzle(SWAP,4)`: a struct between the spelling's texts.
    fn keyed_struct(
        &self,
        structure: u16,
        operand: u32,
        spelling: &Spelling,
        term: &Term,
    ) -> Result<Option<u64>, LexError> {
        let Some(span) = self.between_texts(operand, spelling, term)? else {
            return Ok(None);
        };
        match self.bind_struct(structure, span) {
            Ok(bound) => Ok(Some(bound.field)),
            // A word on its own: no modifier unless it is one.
            Err(_) if spelling.before.len == 0 => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// `op_sel:[0,1]`: a list between the spelling's texts.
    fn keyed_list(
        &self,
        (count, integer, default): (u8, u16, u64),
        operand: u32,
        spelling: &Spelling,
        term: &Term,
    ) -> Result<Option<u64>, LexError> {
        match self.between_texts(operand, spelling, term)? {
            None => Ok(None),
            Some(span) if spelling.before.len == 0 && !self.span_text(span).starts_with('[') => {
                Ok(None)
            }
            Some(span) => {
                let bits = self.bind_list((count, integer), default, operand, span);
                bits.map(Some)
            }
        }
    }
}
