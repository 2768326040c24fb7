//! Following a recipe: step by step through the text of a line.

use super::bytes::{Reader, is_space, plain_number, word};
use super::{Conditions, Quick, Subject};
use crate::parsed::{Later, Parsed};
use crate::tables::{
    BitString, Bits, Form, HALF, Kind, NO_HALF, NO_PAGES, NO_VALUE, NONE, RecipeStep, Rule, Shape,
    WORD_END,
};
use crate::{Inst, operand, rule};

/// Operands of an instruction whose width depends on fields, at most.
const MAX_WIDE: usize = 4;

/// What is read so far.
#[derive(Clone, Copy)]
pub(super) struct State<'q, B> {
    pub(super) reader: Reader<'q>,
    pub(super) bits: B,
    pub(super) literal: Option<u32>,
    pub(super) later: Option<Later>,
}

/// Bits with the operand of a step set to the value of a word, whose field is in one piece.
#[inline]
pub(super) fn with_word<B: BitString>(bits: B, step: &RecipeStep, value: u16) -> B {
    match step.half {
        NO_HALF => bits.with(step.shift, value.into()),
        half => bits
            .with(step.shift, (value & !HALF).into())
            .with(half, u64::from(value & HALF != 0)),
    }
}

impl<'q> Quick<'q, '_> {
    /// [`follow`](Self::follow) with these of the first 64 bits.
    #[inline]
    pub(super) fn follow_any(
        &self,
        subject: &Subject<'_>,
        bits: u64,
        reader: Reader<'q>,
    ) -> Option<(Parsed<Inst>, usize)> {
        match subject.shape.is_wide() {
            false => self.follow(subject, bits, reader),
            true => self.follow_wide(subject, bits, reader),
        }
    }

    /// [`follow`](Self::follow) for an encoding of more than 64 bits.
    #[inline(never)]
    fn follow_wide(
        &self,
        subject: &Subject<'_>,
        bits: u64,
        reader: Reader<'q>,
    ) -> Option<(Parsed<Inst>, usize)> {
        let tables = self.target.tables;
        let encoding = tables.encodings.get(usize::from(subject.encoding))?;
        let high = |row: u16| tables.high_bits.get(usize::from(row)).copied();
        let encoding = Bits::new(bits, high(encoding.high).unwrap_or_default());
        let recipe = Bits::new(0, high(subject.recipe.high).unwrap_or_default());
        self.follow(subject, encoding | recipe, reader)
    }

    /// What a recipe makes of the text up to the end of the line, with these bits at
    /// first and the operands at the reader.
    #[inline]
    pub(super) fn follow<B: BitString>(
        &self,
        subject: &Subject<'_>,
        bits: B,
        reader: Reader<'q>,
    ) -> Option<(Parsed<Inst>, usize)> {
        if self.expressions {
            return self.follow_rest(subject, subject.steps, bits, reader);
        }
        let (rest, bits, reader) = self.words(subject.steps, bits, reader);
        // Nearly all lines.
        if rest.is_empty() && subject.recipe.words.is_set() {
            let mut end = reader;
            let is_held = || !subject.recipe.conditional.is_set() || self.holds(subject, bits);
            if self.ends_line(&mut end) == Some(true) && is_held() {
                return Some((Parsed::known(subject.inst(bits)), end.at));
            }
        }
        self.follow_rest(subject, rest, bits, reader)
    }

    /// What a recipe makes of the text up to the end of the line, if some of its steps are
    /// done: with what may stand between operands, operands that no word stands for,
    /// modifiers and conditions.
    #[inline(never)]
    pub(super) fn follow_rest<B: BitString>(
        &self,
        subject: &Subject<'_>,
        steps: &[RecipeStep],
        bits: B,
        reader: Reader<'q>,
    ) -> Option<(Parsed<Inst>, usize)> {
        let tables = self.target.tables;
        let recipe = subject.recipe;
        let mut state = State {
            reader,
            bits,
            literal: None,
            later: None,
        };
        // Numbers of the words whose widths depend on fields, the last one lowest.
        let (mut wide, mut wides) = (0_u64, 0);
        let mut left = steps;
        while let [step, behind @ ..] = left {
            let reader = &mut state.reader;
            let mut is_separated = true;
            if step.comma.is_set() {
                is_separated = self.comma(reader, step.listed.is_set())?;
            } else if step.before.len != 0 && !reader.take_text(tables, step.before) {
                self.text(reader, tables.bytes(step.before))?;
            } else if step.operand != NONE && is_space(reader.peek()) {
                self.skip_blank(reader);
            }
            let is_word = step.pages != NO_PAGES;
            // What is longer than any word has no number.
            let found = match step.end {
                _ if !is_word => None,
                WORD_END => word(reader.chunk()),
                end => reader.word_before(end),
            };
            let (low, high, mut length) = found.unwrap_or_default();
            let mut number = match is_word {
                true => tables.operand_text(low, high),
                false => 0,
            };
            if self.expressions && reader.behind(length).goes_on() {
                number = 0;
            }
            // What is no word may stand for one.
            let mut is_indexed = false;
            if number == 0
                && is_word
                && let Some(found) = self.indexed(*reader)
            {
                (number, length) = found;
                is_indexed = true;
            }
            if number == 0 {
                // What stood before as a word is one.
                if !is_separated || step.again.is_set() {
                    return None;
                }
                if step.number != 0
                    && !self.expressions
                    && let Some(number) = plain_number(reader, step.number)
                {
                    state.bits = state.bits.with(step.shift, number);
                } else if step.operand != NONE {
                    let here = *reader;
                    let found = self.number_or_name(&mut state, step, subject);
                    if found.is_none() {
                        self.refuse_other(subject, step, here);
                    }
                    found?;
                }
            } else if step.stride != 0 {
                reader.at += length;
                wide = wide << 16 | u64::from(number);
                wides += 1;
            } else {
                let value = tables.value_of_text(step.pages, number);
                // Registers with numbers are nothing else.
                if value == NO_VALUE && (is_indexed || tables.indexed_text(low, high) != 0) {
                    self.refused.set(step.closed.is_set());
                    return None;
                }
                if step.again.is_set() {
                    let field = self.row(subject, step.operand)?.field;
                    let before = field.get(state.bits, tables.pieces);
                    reader.at += length;
                    (before == u64::from(value)).then_some(())?;
                } else if value == NO_VALUE {
                    // Another operand may have the word.
                    let word = *reader;
                    let found = self.number_or_name(&mut state, step, subject);
                    if found.is_none() {
                        self.refuse_word(subject, step, word, length);
                    }
                    found?;
                } else {
                    reader.at += length;
                    state.bits = match step.apart.is_set() {
                        false => with_word(state.bits, step, value),
                        // Its field is in more than one piece.
                        true => {
                            let field = self.row(subject, step.operand)?.field;
                            field.set(state.bits, value.into(), tables.pieces)
                        }
                    };
                }
            }
            left = behind;
            if !self.expressions {
                (left, state.bits, state.reader) = self.words(behind, state.bits, state.reader);
            }
        }
        let seen = match state.reader.peek() {
            b'\n' => 0,
            _ => self.modifiers(&mut state, subject)?,
        };
        let State {
            reader,
            mut bits,
            literal,
            later,
        } = state;
        let missing = recipe.required & !seen;
        if missing & !recipe.omissible != 0 || missing != 0 && !subject.certain {
            return None;
        }
        if wides > MAX_WIDE {
            return None;
        }
        // What halves say is printed twice.
        let is_said_once = bits.low() & recipe.repeated != 0 && seen & recipe.repeating == 0;
        if is_said_once && !subject.certain {
            return None;
        }
        let mut choice = 0;
        if wides != 0 {
            (bits, choice) = self.wide(bits, subject, wide)?;
        }
        if recipe.conditional.is_set() && !self.holds(subject, bits) {
            return None;
        }
        let inst = subject.inst(bits);
        let inst = match literal {
            Some(literal) => inst.with_literal(literal),
            None => inst,
        };
        let inst = match choice {
            0 => inst,
            _ => inst.with_choice(choice),
        };
        Some((Parsed { inst, later }, reader.at))
    }

    /// Sets the operands whose widths depend on fields, once those are known, and gives the choice
    /// where the text has one.
    fn wide<B: BitString>(
        &self,
        mut bits: B,
        subject: &Subject<'_>,
        mut numbers: u64,
    ) -> Option<(B, u8)> {
        let tables = self.target.tables;
        let mut choice = 0;
        for step in subject.steps.iter().rev().filter(|step| step.stride != 0) {
            let row = self.row(subject, step.operand)?;
            let value = |width: u8| {
                let pages = step.pages + u32::from(width) * u32::from(step.stride);
                Some(tables.value_of_text(pages, numbers as u16)).filter(|it| *it != NO_VALUE)
            };
            let choices = operand::choices(tables, row);
            let value = if choices.is_empty() {
                let found = value(operand::width(self.target, row, bits, 0));
                // All else is read, and registers of that width are no others.
                let is_register = matches!(row.kind.get(), Kind::Register { .. });
                self.refused
                    .set(found.is_none() && is_register && step.closed.is_set());
                found?
            } else {
                let mut found = (0..).zip(choices);
                let (at, value) = found.find_map(|(at, width)| Some((at, value(*width)?)))?;
                choice = at;
                value
            };
            bits = bits.with(step.shift, value.into());
            numbers >>= 16;
        }
        Some((bits, choice))
    }

    /// Whether a form says what bits there are, those of the shape aside.
    fn says_high(&self, shape: &Shape, form: &Form, bits: Bits) -> bool {
        let tables = self.target.tables;
        let (spoken, rest) = tables.form_bits(form);
        !((bits ^ rest) & !tables.shape_masks(shape).mask & !spoken).any()
    }

    /// Whether printing would choose this form, and the instruction is one.
    // What calls it has no registers to spare.
    #[inline(never)]
    pub(super) fn holds(&self, subject: &Subject<'_>, bits: impl BitString) -> bool {
        let Subject {
            recipe, conditions, ..
        } = subject;
        let is_like = bits.low() & recipe.usual == recipe.usual_bits;
        if is_like == recipe.unlike.is_set() {
            return false;
        }
        let Some(Conditions { when, form, shape }) = conditions else {
            return self.holds_all(subject, bits);
        };
        when.is_none_or(|rule| rule::holds(self.target.tables, rule, bits))
            && [form, shape]
                .into_iter()
                .all(|rules| self.are_kept(rules, bits))
    }

    #[inline]
    fn are_kept(&self, rules: &[Rule], bits: impl BitString) -> bool {
        rules
            .iter()
            .all(|row| rule::is_kept(self.target, row, bits))
    }

    /// [`holds`](Self::holds) of a recipe that may have any conditions.
    #[inline(never)]
    fn holds_all(&self, subject: &Subject<'_>, bits: impl BitString) -> bool {
        let tables = self.target.tables;
        let (recipe, shape) = (subject.recipe, subject.shape);
        let form_holds = |form: &Form| {
            self.target.has_form(form)
                && (form.when == NONE
                    || rule::holds(tables, &tables.rules[form.when as usize], bits))
                && tables.rules[form.rules.range()]
                    .iter()
                    .all(|row| rule::is_kept(self.target, row, bits))
        };
        let forms = shape.forms.start as usize..recipe.form as usize;
        let others = tables.forms.get(forms).unwrap_or_default();
        let is_said = |form: &&Form| {
            let low = (bits.low() ^ form.rest) & !shape.mask & !form.spoken == 0;
            low && (!shape.is_wide() || self.says_high(shape, form, bits.all()))
        };
        // What is certain need not be what is printed.
        let is_meant = recipe.first.is_set() || recipe.read_only.is_set() || subject.certain;
        let mut before = others
            .iter()
            .filter(|form| form.syntax == self.syntax.0 && !form.read_only.is_set())
            .filter(is_said);
        form_holds(&tables.forms[recipe.form as usize])
            && (is_meant || !before.any(form_holds))
            && tables.rules[shape.rules.range()]
                .iter()
                .all(|row| rule::is_kept(self.target, row, bits))
    }
}
