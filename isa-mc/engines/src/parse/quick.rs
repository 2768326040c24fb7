//! Statements as printing writes them, read in one pass.
//!
//! A [`Recipe`] says which words stand for which bits. Where it makes bits of a
//! statement that printing would write the same way, the statement means just them: what
//! is printed is read as the same instruction. So no other encoding and no other form
//! has to be tried. Numbers may be written as they like, because text is read by their
//! value.
//!
//! What people write otherwise is read too, where the text tells for sure that it means the same:
//! sums of names as numbers, defaults that are said, commas that are missing, mnemonics without
//! suffixes. Everything else (other spellings, and whatever is wrong) is left to the forms.
//!
//! In the order in which they can be read: `bytes` looks at several at a time, `comments`
//! passes what is none of a statement; `words` are nearly all operands, and what stands
//! between them, `indexed` those with sums in them, `wraps`, `structs`, `operands` and `modifiers`
//! the rest; here they follow a recipe, and `refusals` tell what it cannot mean.
//! `mnemonics` remembers which recipes there are, and `lines` reads one line after the other.

mod bytes;
#[cfg(feature = "std")]
mod comments;
mod indexed;
#[cfg(feature = "std")]
pub(super) mod lines;
#[cfg(feature = "std")]
pub(super) mod mnemonics;
mod modifiers;
mod operands;
mod refusals;
mod structs;
mod words;
mod wraps;

use core::cell::Cell;

use crate::operand;
use crate::parsed::{Later, Parsed, Symbols};
use crate::rule;
use crate::tables::{
    BitString, Bits, Form, HALF, Kind, NO_HALF, NO_PAGES, NO_VALUE, NONE, Operand, Recipe,
    RecipeStep, Shape, WORD_END,
};
use crate::{Inst, SyntaxId, Target};
use bytes::{Mnemonic, Reader, head, is_space, mnemonic, plain_number, word};

/// Operands of an instruction whose width depends on fields, at most.
const MAX_WIDE: usize = 4;

/// Bytes that a text between two operands is looked for by.
const FRONT: usize = 4;

/// Bytes of a line at most: the forms refuse longer statements.
const MAX_LINE: usize = u16::MAX as usize;

/// A text, and what is the same for all recipes that are tried on it.
struct Quick<'q, 'a> {
    target: &'q Target<'a>,
    symbols: &'q dyn Symbols,
    /// The values of names in the numbers of registers.
    indices: &'q dyn Symbols,
    syntax: SyntaxId,
    text: &'q str,
    /// Whether what was tried last cannot be what the text means, however it is read.
    refused: &'q Cell<bool>,
    /// What comments to the end of a line begin with; `None` for a statement alone, which has
    /// no comments.
    #[cfg(feature = "std")]
    comments: Option<crate::tables::Rows>,
}

/// The number at a byte of a text, and where it ends, if it is decimal or hexadecimal digits,
/// a few of them.
#[cfg(feature = "std")]
pub(super) fn number(text: &str, at: usize) -> Option<(i64, usize)> {
    let bytes = text.as_bytes();
    let mut reader = Reader { bytes, at };
    Some((reader.number()?, reader.at))
}

/// What a recipe is tried for.
#[derive(Debug, Clone, Copy)]
struct Subject<'a> {
    recipe: &'a Recipe,
    steps: &'a [RecipeStep],
    shape: &'a Shape,
    encoding: u16,
    /// No form of another encoding is read before this one.
    certain: bool,
}

/// What the text of a recipe tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    /// It is printed with this mnemonic, or no other encoding is tried before: what the recipe
    /// makes of a text is what the text means.
    Printed,
    /// It is printed with another mnemonic: nothing but that all encodings before refuse a text
    /// tells that it means this.
    Unsuffixed,
    /// It is never printed: the recipe tells only which texts its form refuses.
    Read,
}

impl Subject<'_> {
    /// The instruction of these bits.
    #[inline]
    fn inst(self, bits: impl BitString) -> Inst {
        let (encoding, size) = (self.encoding, self.shape.size);
        match self.shape.is_wide() {
            false => Inst::new(encoding, bits.low(), size),
            true => Inst::of_bits(encoding, bits.all(), size),
        }
    }
}

/// What is read so far.
#[derive(Clone, Copy)]
struct State<'q, B> {
    reader: Reader<'q>,
    bits: B,
    literal: Option<u32>,
    later: Option<Later>,
}

impl Target<'_> {
    /// The instruction at the front of a text, if it is one line and written as printing
    /// would write it; and where the line ends. `None` says nothing: the text may still
    /// be an instruction.
    pub(crate) fn parse_line(
        &self,
        text: &str,
        syntax: SyntaxId,
        symbols: &dyn Symbols,
    ) -> Option<(Parsed<Inst>, usize)> {
        let quick = Quick {
            target: self,
            symbols,
            indices: symbols,
            syntax,
            text,
            refused: &Cell::new(false),
            #[cfg(feature = "std")]
            comments: None,
        };
        quick.line(0)
    }
}

impl<'q, 'a> Quick<'q, 'a> {
    /// The instruction in the line from a byte on that is no white space, and where the
    /// line ends.
    fn line(&self, start: usize) -> Option<(Parsed<Inst>, usize)> {
        let bytes = self.text.as_bytes();
        let name = mnemonic(&head(bytes, start))?;
        let mut reader = Reader {
            bytes,
            at: start + name.length,
        };
        reader.skip_space();
        let (mut is_first, mut place) = (true, None);
        let found = self.recipes(start, name, |role, subject, bits| {
            if role != Role::Printed {
                return None;
            }
            let is_first = core::mem::take(&mut is_first);
            if !is_first && !self.may_have(self.midst(subject.steps), start, &mut place) {
                return None;
            }
            self.follow_any(subject, bits, reader)
        });
        found.filter(|(_, end)| end - start <= MAX_LINE)
    }

    /// What comes of the first recipe of a mnemonic that something comes of, and of the
    /// bits before anything is read. The mnemonic begins at a byte of the text.
    #[inline]
    fn recipes<R>(
        &self,
        start: usize,
        name: Mnemonic,
        mut each: impl FnMut(Role, Subject<'a>, u64) -> Option<R>,
    ) -> Option<R> {
        if !cfg!(feature = "second-ways") {
            return None;
        }
        let target = self.target;
        let tables = target.tables;
        let syntax = self.syntax.0;
        let text = self.text.as_bytes().get(start..start + name.length)?;
        let (_, slot) = target.mnemonic_of_hash(text, name.hash)?;
        // Nothing tells what an encoding without recipes refuses.
        let (mut first, mut is_blind) = (true, false);
        for candidate in tables.candidates.get(slot.candidates.range())? {
            if candidate.arch != target.arch || candidate.syntaxes >> syntax & 1 == 0 {
                continue;
            }
            let encoding = tables.encodings.get(candidate.encoding as usize)?;
            if encoding.features & !target.features != 0 {
                continue;
            }
            let printed = encoding.mnemonics as usize + usize::from(syntax);
            let is_printed = tables.texts.get(printed) == Some(&slot.name);
            let list = usize::from(encoding.shape) * tables.syntaxes.len();
            let list = tables.recipe_lists.get(list + usize::from(syntax))?;
            is_blind |= list.len == 0;
            let is_for = |recipe: &&Recipe| {
                let has = recipe.feature & target.features != 0;
                recipe.feature == 0 || has == recipe.with_feature.is_set()
            };
            for recipe in tables.recipes.get(list.range())?.iter().filter(is_for) {
                let role = match recipe.read_only.is_set() {
                    true => Role::Read,
                    false if is_printed || first => Role::Printed,
                    false if is_blind => continue,
                    false => Role::Unsuffixed,
                };
                let steps = tables.recipe_steps.get(recipe.steps.range())?;
                let subject = Subject {
                    recipe,
                    steps,
                    shape: target.shape_of(encoding),
                    encoding: candidate.encoding,
                    certain: first && recipe.first.is_set(),
                };
                let found = each(role, subject, encoding.bits | recipe.bits);
                if found.is_some() {
                    return found;
                }
            }
            first = false;
        }
        None
    }

    /// The text that a recipe has between two operands; `None` if there are commas alone, around
    /// which white space may be as it likes.
    fn midst(&self, steps: &[RecipeStep]) -> Option<&'a [u8]> {
        let tables = self.target.tables;
        let texts = steps.iter().map(|step| tables.bytes(step.before));
        let mut texts = texts.filter(|text| !text.contains(&b',')).skip(1);
        texts.find(|text| text.len() >= FRONT)
    }

    /// Whether the line that begins at a byte may have such a text. Asked where nothing came of
    /// the first recipe: of two instructions in one there is one for each second mnemonic, and
    /// their texts begin the same way. Where that is in the line is looked for once.
    fn may_have(
        &self,
        midst: Option<&[u8]>,
        start: usize,
        found: &mut Option<([u8; FRONT], usize)>,
    ) -> bool {
        let Some((front, text)) = midst.and_then(|it| Some((*it.first_chunk()?, it))) else {
            return true;
        };
        let bytes = self.text.as_bytes();
        let at = match *found {
            Some((known, at)) if known == front => at,
            _ => {
                let line = bytes.get(start..).unwrap_or_default();
                let line = line.split(|&byte| byte == b'\n').next().unwrap_or_default();
                let place = line.windows(FRONT).position(|it| it == front);
                let at = place.map_or(bytes.len(), |place| start + place);
                *found = Some((front, at));
                at
            }
        };
        // They differ in their ends: most are told apart by those.
        let there = bytes.get(at..at + text.len());
        there.is_some_and(|it| it.last_chunk::<8>() == text.last_chunk() && it == text)
    }

    /// [`follow`](Self::follow) with these of the first 64 bits.
    #[inline]
    fn follow_any(
        &self,
        subject: Subject<'_>,
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
        subject: Subject<'_>,
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
    fn follow<B: BitString>(
        &self,
        subject: Subject<'_>,
        bits: B,
        reader: Reader<'q>,
    ) -> Option<(Parsed<Inst>, usize)> {
        let (rest, bits, reader) = self.words(subject.steps, bits, reader);
        // Nearly all lines.
        if rest.is_empty() && subject.recipe.words.is_set() {
            let mut end = reader;
            if self.ends_line(&mut end) == Some(true) {
                return Some((Parsed::known(subject.inst(bits)), end.at));
            }
        }
        self.follow_rest(subject, rest, bits, reader)
    }

    /// What a recipe makes of the text up to the end of the line, if some of its steps are
    /// done: with what may stand between operands, operands that no word stands for,
    /// modifiers and conditions.
    #[inline(never)]
    fn follow_rest<B: BitString>(
        &self,
        subject: Subject<'_>,
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
            let is_word = step.pages != NO_PAGES && !step.apart.is_set();
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
            // What is no word may stand for one.
            let mut is_sum = false;
            if number == 0
                && is_word
                && let Some(found) = self.indexed(*reader)
            {
                (number, length) = found;
                is_sum = true;
            }
            if number == 0 {
                if !is_separated {
                    return None;
                }
                if step.number != 0
                    && let Some(number) = plain_number(reader, step.number)
                {
                    state.bits = state.bits.with(step.shift, number);
                } else if step.operand != NONE {
                    let here = *reader;
                    let found = self.number_or_name(&mut state, step, subject);
                    if found.is_none() {
                        self.refuse_wrapped(subject, step, here);
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
                if value == NO_VALUE && (is_sum || tables.indexed_text(low, high) != 0) {
                    self.refused.set(step.closed.is_set());
                    return None;
                }
                if value == NO_VALUE {
                    // Another operand may have the word.
                    let word = *reader;
                    let found = self.number_or_name(&mut state, step, subject);
                    if found.is_none() {
                        self.refuse_word(subject, step, word, length);
                    }
                    found?;
                } else {
                    reader.at += length;
                    state.bits = match step.half {
                        NO_HALF => state.bits.with(step.shift, value.into()),
                        bit => state
                            .bits
                            .with(step.shift, (value & !HALF).into())
                            .with(bit, u64::from(value & HALF != 0)),
                    };
                }
            }
            (left, state.bits, state.reader) = self.words(behind, state.bits, state.reader);
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
        if bits.low() & recipe.repeated != 0 && seen & recipe.repeating == 0 {
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
        subject: Subject<'_>,
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

    /// An operand's row.
    #[inline]
    fn row(&self, subject: Subject<'_>, operand: u16) -> Option<&Operand> {
        let rows = subject.shape.operands;
        if operand >= rows.len {
            return None;
        }
        let operands = self.target.tables.operands;
        operands.get(rows.start as usize + usize::from(operand))
    }

    /// Whether a form says what bits there are, those of the shape aside.
    fn says_high(&self, shape: &Shape, form: &Form, bits: Bits) -> bool {
        let tables = self.target.tables;
        let (spoken, rest) = tables.form_bits(form);
        !((bits ^ rest) & !tables.shape_masks(shape).mask & !spoken).any()
    }

    /// Whether printing would choose this form, and the instruction is one.
    fn holds(&self, subject: Subject<'_>, bits: impl BitString) -> bool {
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
        let mut before = others
            .iter()
            .filter(|form| form.syntax == self.syntax.0 && !form.read_only.is_set())
            .filter(is_said);
        form_holds(&tables.forms[recipe.form as usize])
            && (recipe.first.is_set() || !before.any(form_holds))
            && tables.rules[shape.rules.range()]
                .iter()
                .all(|row| rule::is_kept(self.target, row, bits))
    }
}

#[cfg(all(test, feature = "std"))]
mod tests;
