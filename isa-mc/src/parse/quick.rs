//! Statements as printing writes them, read in one pass.
//!
//! A [`Recipe`] says which words stand for which bits. Where it makes bits of a
//! statement that printing would write the same way, the statement means just them: what
//! is printed is read as the same instruction. So no other encoding and no other form
//! has to be tried. Numbers may be written as they like, because text is read by their
//! value.
//!
//! Everything else (other spellings, expressions, source modifiers, and whatever is
//! wrong) is left to the forms.

use super::{Later, Parsed, Span, Symbols};
use crate::constant::{self, Number};
use crate::integer;
use crate::operand;
use crate::rule;
use crate::tables::{
    Encoding, Form, Kind, NO_PAGES, NO_VALUE, NONE, Operand, Recipe, RecipeStep, Shape, Token,
    is_word_byte, mnemonic_hash_step,
};
use crate::{Inst, SyntaxId, Target};

/// Operands of an instruction whose width depends on fields, at most.
const MAX_WIDE: usize = 4;

/// Digits of a number at most: so it never overflows.
const MAX_DIGITS: usize = 15;

/// The bytes from one place of a text on, as one number.
type Chunk = u128;

/// Every byte 1.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The highest bit of every byte.
const HIGHS: u64 = ONES << 7;

/// A text that is read.
#[derive(Clone, Copy)]
struct Reader<'t> {
    bytes: &'t [u8],
    at: usize,
}

impl Reader<'_> {
    /// The byte here; a line end behind the last.
    #[inline]
    fn peek(&self) -> u8 {
        self.bytes.get(self.at).copied().unwrap_or(b'\n')
    }

    #[inline]
    fn skip_space(&mut self) {
        while matches!(self.peek(), b' ' | b'\t') {
            self.at += 1;
        }
    }

    /// Sixteen bytes from here on; line ends behind the last.
    #[inline]
    fn chunk(&self) -> Chunk {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        match rest.first_chunk() {
            Some(chunk) => Chunk::from_le_bytes(*chunk),
            None => {
                let mut chunk = [b'\n'; 16];
                for (to, from) in chunk.iter_mut().zip(rest) {
                    *to = *from;
                }
                Chunk::from_le_bytes(chunk)
            }
        }
    }

    /// Passes a text, if it stands here.
    #[inline]
    fn take(&mut self, text: &[u8]) -> bool {
        if text.first().is_some_and(|&first| first != self.peek()) {
            return false;
        }
        let is_here = self
            .bytes
            .get(self.at..)
            .is_some_and(|rest| rest.starts_with(text));
        self.at += if is_here { text.len() } else { 0 };
        is_here
    }

    /// Passes a number: digits, or `0x` and digits. `None` if it is none, is too long, or
    /// goes on.
    fn number(&mut self) -> Option<i64> {
        let minus = self.peek() == b'-';
        self.at += usize::from(minus);
        let mut value = 0_i64;
        let start;
        if self.peek() == b'0' && self.bytes.get(self.at + 1) == Some(&b'x') {
            self.at += 2;
            start = self.at;
            while let Some(digit) = char::from(self.peek()).to_digit(16) {
                value = value << 4 | i64::from(digit);
                self.at += 1;
                if self.at - start > MAX_DIGITS {
                    return None;
                }
            }
        } else {
            start = self.at;
            while let digit @ b'0'..=b'9' = self.peek() {
                value = value * 10 + i64::from(digit - b'0');
                self.at += 1;
                if self.at - start > MAX_DIGITS {
                    return None;
                }
            }
            // Zeros at the front may mean something else.
            if self.at - start > 1 && self.bytes.get(start) == Some(&b'0') {
                return None;
            }
        }
        (self.at != start).then_some(if minus { -value } else { value })
    }
}

/// Whether an operand ends with this byte.
#[inline]
fn ends(byte: u8) -> bool {
    matches!(byte, b',' | b' ' | b'\n' | b'\t')
}

/// The highest bits of the bytes that end words: commas, white space and what is below
/// it. Bytes behind the first may be marked without reason.
#[inline]
fn ends_of(bytes: u64) -> u64 {
    let commas = bytes ^ ONES * b',' as u64;
    let space = bytes.wrapping_sub(ONES * (b' ' as u64 + 1)) & !bytes;
    let comma = commas.wrapping_sub(ONES) & !commas;
    (space | comma) & HIGHS
}

/// The two halves of the word at the front of a chunk, and its length; `None` if it is
/// too long.
#[inline]
fn word(chunk: Chunk) -> Option<(u64, u64, usize)> {
    let (low, high) = (chunk as u64, (chunk >> 64) as u64);
    let end = ends_of(low);
    if end != 0 {
        // All bits below the one that marks the end, but for those of its byte.
        let length = end.trailing_zeros() / 8;
        return Some((low & !(u64::MAX << (length * 8)), 0, length as usize));
    }
    let end = ends_of(high);
    if end == 0 {
        return None;
    }
    let length = end.trailing_zeros() / 8;
    Some((low, high & !(u64::MAX << (length * 8)), 8 + length as usize))
}

/// Where the mnemonic at the front of a text ends, and its hash.
#[inline]
fn mnemonic(bytes: &[u8]) -> (usize, u64) {
    let mut reader = Reader { bytes, at: 0 };
    let mut hash = 0;
    loop {
        let chunk = reader.chunk() as u64;
        let space = chunk.wrapping_sub(ONES * (b' ' as u64 + 1)) & !chunk & HIGHS;
        if space == 0 && reader.at < bytes.len() {
            hash = mnemonic_hash_step(hash, chunk);
            reader.at += 8;
            continue;
        }
        let length = space.trailing_zeros() / 8;
        if length != 0 {
            hash = mnemonic_hash_step(hash, chunk & !(u64::MAX << (length * 8)));
        }
        return (reader.at + length as usize, hash);
    }
}

/// What is read by one recipe.
struct Attempt<'q, 'a> {
    target: &'q Target<'a>,
    symbols: &'q dyn Symbols,
    syntax: SyntaxId,
    shape: &'a Shape,
    rows: &'a [Operand],
    /// No form of another encoding is read before this one.
    certain: bool,
    reader: Reader<'q>,
    bits: u64,
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
        let tables = self.tables;
        let bytes = text.as_bytes();
        let (end, hash) = mnemonic(bytes);
        let (_, slot) = self.mnemonic_of_hash(bytes.get(..end)?, hash)?;
        let mut reader = Reader { bytes, at: end };
        reader.skip_space();
        let mut first = true;
        for candidate in tables.candidates.get(slot.candidates.range())? {
            if candidate.arch != self.arch || candidate.syntaxes >> syntax.0 & 1 == 0 {
                continue;
            }
            let encoding = tables.encodings.get(candidate.encoding as usize)?;
            if encoding.features & !self.features != 0 {
                continue;
            }
            let printed = encoding.mnemonics as usize + usize::from(syntax.0);
            let is_printed = tables.texts.get(printed) == Some(&slot.name);
            if !is_printed && !first {
                continue;
            }
            let shape = self.shape_of(encoding);
            let list = usize::from(encoding.shape) * tables.syntaxes.len();
            let list = tables.recipe_lists.get(list + usize::from(syntax.0))?;
            for recipe in tables.recipes.get(list.range())? {
                let certain = first && recipe.first;
                if !is_printed && !certain {
                    break;
                }
                let mut attempt = Attempt {
                    target: self,
                    symbols,
                    syntax,
                    shape,
                    rows: tables.operands.get(shape.operands.range())?,
                    certain,
                    reader,
                    bits: encoding.bits | recipe.bits,
                    literal: None,
                    later: None,
                };
                if attempt.follow(recipe, encoding).is_some() {
                    let inst = Inst::new(candidate.encoding, attempt.bits, shape.size);
                    let inst = match attempt.literal {
                        Some(literal) => inst.with_literal(literal),
                        None => inst,
                    };
                    let later = attempt.later;
                    return Some((Parsed { inst, later }, attempt.reader.at));
                }
            }
            first = false;
        }
        None
    }
}

impl Attempt<'_, '_> {
    /// Reads what a recipe says up to the end of the line.
    #[inline]
    fn follow(&mut self, recipe: &Recipe, encoding: &Encoding) -> Option<()> {
        let tables = self.target.tables;
        let mut wide = [(0_u16, 0_u16, 0_u32, 0_u16); MAX_WIDE];
        let mut wides = 0;
        for step in tables.recipe_steps.get(recipe.steps.range())? {
            if step.comma {
                if self.reader.peek() != b',' {
                    return None;
                }
                self.reader.at += 1;
                self.reader.skip_space();
            } else if step.before.len != 0 && !self.reader.take(tables.bytes(step.before)) {
                return None;
            }
            if step.operand == NONE {
                continue;
            }
            let row = self.rows.get(usize::from(step.operand))?;
            if step.pages == NO_PAGES {
                self.number_or_name(row, step)?;
                continue;
            }
            let (low, high, length) = word(self.reader.chunk())?;
            let number = tables.operand_text(low, high);
            if number == 0 {
                self.number_or_name(row, step)?;
            } else if step.stride == 0 {
                let value = tables.value_of_text(step.pages, number);
                if value == NO_VALUE {
                    return None;
                }
                self.bits |= u64::from(value) << (row.field.shift & 63);
                self.reader.at += length;
            } else {
                *wide.get_mut(wides)? = (step.operand, number, step.pages, step.stride);
                wides += 1;
                self.reader.at += length;
            }
        }
        let mut seen = 0;
        if self.reader.peek() != b'\n' {
            seen = self.modifiers(recipe)?;
        }
        if recipe.required & !seen != 0 {
            return None;
        }
        for &(index, number, pages, stride) in wide.get(..wides)? {
            let row = self.rows.get(usize::from(index))?;
            let width = operand::width(self.target, row, self.bits, 0);
            let pages = pages + u32::from(width) * u32::from(stride);
            let value = tables.value_of_text(pages, number);
            if value == NO_VALUE {
                return None;
            }
            self.bits |= u64::from(value) << (row.field.shift & 63);
        }
        if recipe.conditional && !self.holds(recipe, encoding) {
            return None;
        }
        Some(())
    }

    /// Whether printing would choose this form, and the instruction is one.
    fn holds(&self, recipe: &Recipe, encoding: &Encoding) -> bool {
        let tables = self.target.tables;
        let form_holds = |form: &Form| {
            (form.when == NONE || rule::holds(tables, &tables.rules[form.when as usize], self.bits))
                && tables.rules[form.rules.range()]
                    .iter()
                    .all(|row| rule::holds(tables, row, self.bits))
        };
        let forms = self.shape.forms.start as usize..recipe.form as usize;
        let others = tables.forms.get(forms).unwrap_or_default();
        let is_said = |form: &&Form| (self.bits ^ form.rest) & !self.shape.mask & !form.spoken == 0;
        let mut before = others
            .iter()
            .filter(|form| form.syntax == self.syntax.0 && !form.read_only)
            .filter(is_said);
        debug_assert_eq!(self.bits & self.shape.mask, encoding.bits);
        form_holds(&tables.forms[recipe.form as usize])
            && !before.any(form_holds)
            && tables.rules[self.shape.rules.range()]
                .iter()
                .all(|row| rule::holds(tables, row, self.bits))
    }

    /// An operand that no word of the tables stands for.
    fn number_or_name(&mut self, row: &Operand, step: &RecipeStep) -> Option<()> {
        let tables = self.target.tables;
        let first = self.reader.peek();
        match row.kind {
            Kind::Integer { integer } => {
                let integer = tables.integers.get(integer as usize)?;
                if !first.is_ascii_digit() && first != b'-' {
                    return match integer.relative {
                        Some(_) => self.name(step.operand),
                        None => None,
                    };
                }
                let number = self.reader.number()?;
                let field = integer::field(integer, row.field.total, number)?;
                // Printing writes one number for a field: others need to be certain.
                let is_printed = || integer::value(integer, row.field.total, field) == Some(number);
                if !ends(self.reader.peek()) || !self.certain && !is_printed() {
                    return None;
                }
                self.bits = row.field.set(self.bits, field, tables.pieces);
                Some(())
            }
            Kind::Class { class, value } if first.is_ascii_digit() => {
                let number = self.reader.number()?;
                let class = tables.classes.get(class as usize)?;
                let arch = self.target.arch;
                let held = constant::field(tables, arch, class, value, Number::Int(number), false);
                let (field, literal) = held.ok()?;
                let word = literal?;
                // As it is printed: all bits of the word.
                let is_printed = i64::from(word) == number
                    && (value.bits() != 16 || word <= u32::from(u16::MAX));
                if !is_printed || self.literal.is_some() || !ends(self.reader.peek()) {
                    return None;
                }
                self.literal = literal;
                self.bits = row.field.set(self.bits, field, tables.pieces);
                Some(())
            }
            _ => None,
        }
    }

    /// A name at the end of the line whose place is known later.
    fn name(&mut self, operand: u16) -> Option<()> {
        let start = self.reader.at;
        let rest = self.reader.bytes.get(start..)?;
        let length = rest.iter().position(|&byte| !is_word_byte(byte));
        let length = length.unwrap_or(rest.len());
        let name = core::str::from_utf8(rest.get(..length)?).ok()?;
        self.reader.at += length;
        let is_name = length > 1
            && self.certain
            && self.later.is_none()
            && self.reader.peek() == b'\n'
            && !name.contains('@');
        if !is_name || self.symbols.value(name).is_some() || !self.symbols.is_later(name) {
            return None;
        }
        self.later = Some(Later {
            operand,
            literal: false,
            span: Span {
                start: start as u32,
                end: self.reader.at as u32,
            },
        });
        Some(())
    }

    /// Modifiers up to the end of the line, in the order in which they are printed, none
    /// with its default that is not always printed; gives those that there are, as bits of their operands.
    fn modifiers(&mut self, recipe: &Recipe) -> Option<u64> {
        let tables = self.target.tables;
        let mut seen = 0;
        let sets = tables.tokens.get(recipe.modifiers.range())?;
        let mut left = sets.iter().flat_map(|set| match *set {
            Token::Modifiers(rows) => tables.modifiers.get(rows.range()).unwrap_or_default(),
            _ => &[],
        });
        loop {
            if !matches!(self.reader.peek(), b' ' | b'\t') {
                return (self.reader.peek() == b'\n').then_some(seen);
            }
            self.reader.skip_space();
            if self.reader.peek() == b'\n' {
                return Some(seen);
            }
            // The next one whose text stands here: behind it come others.
            loop {
                let modifier = left.next()?;
                let spelling = tables.spellings.get(modifier.spellings.range())?.first()?;
                let before = self.reader;
                let row = self.rows.get(usize::from(modifier.operand))?;
                if self.reader.take(tables.bytes(spelling.before)) {
                    let field = match (row.kind, spelling.valued) {
                        (Kind::Flag, false) => Some(1),
                        (Kind::Integer { integer }, true) if spelling.before.len != 0 => {
                            let integer = tables.integers.get(integer as usize)?;
                            let number = self.reader.number();
                            let field = |number| integer::field(integer, row.field.total, number);
                            number.and_then(field).filter(|&field| {
                                integer::value(integer, row.field.total, field) == number
                            })
                        }
                        _ => None,
                    };
                    let is_whole = self.reader.take(tables.bytes(spelling.after))
                        && matches!(self.reader.peek(), b' ' | b'\n' | b'\t');
                    if let (Some(field), true) = (field, is_whole) {
                        let bits = row.field.set(0, field, tables.pieces);
                        if row.mask == 0 || bits == modifier.default_bits && !modifier.always {
                            return None;
                        }
                        self.bits = self.bits & !row.mask | bits;
                        seen |= 1_u64.unbounded_shl(u32::from(modifier.operand));
                        break;
                    }
                }
                self.reader = before;
            }
        }
    }
}

#[cfg(all(test, feature = "gcn"))]
mod tests;
