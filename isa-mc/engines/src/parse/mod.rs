//! Text to instruction.
//!
//! A statement is cut into terms once (`lex`), its mnemonic is looked up,
//! and the forms of the encodings that it may stand for are tried in order
//! (`matcher`, `bind`). If none matches, they are tried once more, and the one that
//! got furthest says why (`error`). Nothing is allocated, for errors neither.
//!
//! In the order in which they can be read: `error`, `expression`, `lex`, `bound`, `matcher`,
//! and its methods in `registers`, `lists`, `structs`, `wraps`, `bind` and `modifiers`;
//! `quick`, the other way to read what is written as it is printed; both together here, and in
//! `parser` for statements one after the other.

use crate::registers::Register;
use crate::tables::{
    FILE_WORDS, Flag, Form, MnemonicSlot, NONE, Syntax, Text, Token, is_word_byte, mnemonic_hash,
    word_hash,
};
use crate::{Inst, SyntaxId, Target};

mod bind;
mod bound;
mod error;
mod expression;
mod lex;
mod lists;
mod matcher;
mod modifiers;
#[cfg(feature = "std")]
mod parser;
mod quick;
mod registers;
mod structs;
mod wraps;

pub use crate::parsed::{Later, NoSymbols, Parsed, Span, Symbols};
pub use error::{ParseError, ParseErrorKind};
#[cfg(feature = "std")]
pub use parser::Parser;
#[cfg(feature = "std")]
pub use quick::{
    lines::{LineContext, ParsedLine},
    mnemonics::Mnemonics,
};

use lex::{Statement, TermKind};
use matcher::{Matcher, Miss};

/// Bytes of a mnemonic with its suffix at most, where a word asks for the suffix.
const MAX_MNEMONIC: usize = 64;

/// Which encodings of a mnemonic are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ask {
    /// All that it stands for.
    Any,
    /// Those without a suffix of their own.
    Bare,
    /// The same, for an instruction of so many bits.
    Bits(usize),
}

impl Ask {
    fn takes(self, inst: Inst) -> bool {
        match self {
            Ask::Any | Ask::Bare => true,
            Ask::Bits(bits) => inst.size() * 8 == bits,
        }
    }
}

/// The number that digits at the end of a text are; 0 without any.
fn number_at_end(text: &str) -> usize {
    let stem = text.trim_end_matches(|it: char| it.is_ascii_digit());
    text.get(stem.len()..)
        .and_then(|digits| digits.parse().ok())
        .unwrap_or(0)
}

impl Target<'_> {
    /// The instruction that a statement means: one statement, without label
    /// and comment. For many statements there is [`Parser`](crate::Parser).
    ///
    /// # Errors
    ///
    /// [`ParseError`]: the nearest miss. [`ParseError::display`] says it in
    /// words.
    pub fn parse(&self, text: &str, syntax: SyntaxId) -> Result<Inst, ParseError> {
        self.parse_with(text, syntax, &NoSymbols)
            .map(|parsed| parsed.inst)
    }

    /// [`Target::parse`] with names for numbers and places.
    ///
    /// # Errors
    ///
    /// As [`Target::parse`].
    pub fn parse_with(
        &self,
        text: &str,
        syntax: SyntaxId,
        symbols: &dyn Symbols,
    ) -> Result<Parsed<Inst>, ParseError> {
        if let Some((parsed, end)) = self.parse_line(text, syntax, symbols)
            && end == text.len()
        {
            return Ok(parsed);
        }
        self.parse_by_forms(text, syntax, symbols)
    }

    /// The registers that a text names, of whichever file; `None` if they are
    /// none of this architecture.
    pub fn register(&self, text: &str, syntax: SyntaxId) -> Option<Register> {
        register(self, text, syntax)
    }

    /// [`parse_with`](Self::parse_with) for every way to write an instruction.
    pub(crate) fn parse_by_forms(
        &self,
        text: &str,
        syntax: SyntaxId,
        symbols: &dyn Symbols,
    ) -> Result<Parsed<Inst>, ParseError> {
        let tables = self.tables;
        let mut statement = Statement::new(text);
        statement
            .read(symbols)
            .map_err(|(span, kind)| ParseError { span, kind })?;
        let span = statement.mnemonic;
        let error = |kind| Err(ParseError { span, kind });
        let Some(syntax_row) = tables.syntaxes.get(syntax.0 as usize) else {
            return error(ParseErrorKind::UnknownSyntax);
        };
        if let (Some(span), Flag::NO) = (statement.trailing_comma, syntax_row.loose_commas) {
            let kind = ParseErrorKind::EmptyOperand;
            return Err(ParseError { span, kind });
        }
        let name = text
            .get(span.start as usize..span.end as usize)
            .unwrap_or("");
        let Some(found) = self.mnemonic_slot(name) else {
            return self.with_bare_suffix(name, syntax, &statement, symbols);
        };
        let (slot_index, slot) = match syntax_row.suffix_word.len {
            0 => found,
            _ => self
                .asked_by_word(name, syntax_row, &mut statement)
                .unwrap_or(found),
        };
        let mut matcher = Matcher {
            target: self,
            syntax: syntax_row,
            syntax_id: syntax,
            symbols,
            statement: &statement,
            why: false,
            forced: None,
        };
        if let Some(parsed) = self.first_match(&matcher, slot, Ask::Any) {
            return Ok(parsed);
        }
        if let Some((span, kind)) = statement.no_number {
            return Err(ParseError { span, kind });
        }
        // Once more, with all that tells why not.
        matcher.why = true;
        self.nearest_miss(&matcher, slot_index, slot)
    }

    /// What the first form that fits makes of a statement. Where it has a list, forms with
    /// brackets of their own come first.
    fn first_match(
        &self,
        matcher: &Matcher<'_, '_>,
        slot: &MnemonicSlot,
        ask: Ask,
    ) -> Option<Parsed<Inst>> {
        let mut terms = matcher.statement.terms().iter();
        let has_list = terms.any(|term| term.kind == TermKind::List);
        let bracketed = match has_list {
            true => self.first_of(matcher, slot, ask, true),
            false => None,
        };
        bracketed.or_else(|| self.first_of(matcher, slot, ask, false))
    }

    /// The same among all forms, or those with brackets.
    fn first_of(
        &self,
        matcher: &Matcher<'_, '_>,
        slot: &MnemonicSlot,
        ask: Ask,
        bracketed: bool,
    ) -> Option<Parsed<Inst>> {
        let tables = self.tables;
        let syntax = matcher.syntax_id.0;
        for candidate in &tables.candidates[slot.candidates.range()] {
            if candidate.arch != self.arch || candidate.syntaxes >> syntax & 1 == 0 {
                continue;
            }
            let encoding = &tables.encodings[candidate.encoding as usize];
            if encoding.features & !self.features != 0 {
                continue;
            }
            let shape = self.shape_of(encoding);
            if shape.suffixed.is_set() && ask != Ask::Any {
                continue;
            }
            let forms = shape.forms;
            for (at, form) in tables.forms[forms.range()].iter().enumerate() {
                if form.syntax != syntax || !self.has_form(form) {
                    continue;
                }
                if bracketed && !self.has_brackets(form) {
                    continue;
                }
                let form_index = forms.start + at as u32;
                let result = matcher.try_form(candidate.encoding, encoding, form_index, form);
                if let Ok(parsed) = result
                    && ask.takes(parsed.inst)
                {
                    return Some(parsed);
                }
            }
        }
        None
    }

    /// Whether a form has brackets in its text.
    #[cold]
    fn has_brackets(&self, form: &Form) -> bool {
        let tables = self.tables;
        let mut tokens = tables.tokens[form.tokens.range()].iter();
        tokens.any(|token| match token.get() {
            Token::Text(text) => tables.bytes(text).contains(&b'['),
            _ => false,
        })
    }

    /// A statement whose mnemonic nothing has, but for a suffix that the syntax reads behind
    /// those of encodings that have none of their own.
    #[cold]
    fn with_bare_suffix(
        &self,
        name: &str,
        syntax: SyntaxId,
        statement: &Statement<'_>,
        symbols: &dyn Symbols,
    ) -> Result<Parsed<Inst>, ParseError> {
        let tables = self.tables;
        let span = statement.mnemonic;
        let error = |kind| Err(ParseError { span, kind });
        let syntax_row = &tables.syntaxes[syntax.0 as usize];
        let stem = |suffix: Text| {
            let suffix = self.text(suffix);
            let at = name.len().checked_sub(suffix.len())?;
            let (stem, end) = name.split_at_checked(at)?;
            (!suffix.is_empty() && end.eq_ignore_ascii_case(suffix)).then_some(stem)
        };
        let sized = tables.texts[syntax_row.size_suffixes.range()].iter();
        let mut sized = sized.map(|&suffix| (suffix, Ask::Bits(number_at_end(self.text(suffix)))));
        let found = match stem(syntax_row.bare_suffix) {
            Some(stem) => Some((stem, Ask::Bare)),
            None => sized.find_map(|(suffix, ask)| Some((stem(suffix)?, ask))),
        };
        let found = found.and_then(|(stem, ask)| Some((self.mnemonic_slot(stem)?, ask)));
        let Some(((slot_index, slot), ask)) = found else {
            return error(ParseErrorKind::UnknownMnemonic);
        };
        let mut matcher = Matcher {
            target: self,
            syntax: syntax_row,
            syntax_id: syntax,
            symbols,
            statement,
            why: false,
            forced: None,
        };
        if let Some(parsed) = self.first_match(&matcher, slot, ask) {
            return Ok(parsed);
        }
        // A constant is a literal, if so many bits want one: the first that may be.
        if matches!(ask, Ask::Bits(_)) {
            for term in statement.terms() {
                matcher.forced = Some(term.start);
                if let Some(parsed) = self.first_match(&matcher, slot, ask) {
                    return Ok(parsed);
                }
            }
        }
        if let Some((span, kind)) = statement.no_number {
            return Err(ParseError { span, kind });
        }
        matcher.forced = None;
        matcher.why = true;
        // What is right without the suffix is wrong with it.
        match self.nearest_miss(&matcher, slot_index, slot) {
            Ok(_) => error(ParseErrorKind::UnknownMnemonic),
            miss => miss,
        }
    }

    /// Why no form fits: what the one says that got furthest.
    #[cold]
    fn nearest_miss(
        &self,
        matcher: &Matcher<'_, '_>,
        slot_index: u32,
        slot: &MnemonicSlot,
    ) -> Result<Parsed<Inst>, ParseError> {
        let tables = self.tables;
        let syntax = matcher.syntax_id;
        let mut nearest: Option<Miss> = None;
        let mut elsewhere = ParseErrorKind::MnemonicElsewhere { slot: slot_index };
        for candidate in &tables.candidates[slot.candidates.range()] {
            if candidate.arch != self.arch {
                continue;
            }
            if candidate.syntaxes >> syntax.0 & 1 == 0 {
                if !matches!(elsewhere, ParseErrorKind::Feature { .. }) {
                    elsewhere = ParseErrorKind::OtherSyntax {
                        syntaxes: candidate.syntaxes,
                    };
                }
                continue;
            }
            let encoding = &tables.encodings[candidate.encoding as usize];
            let missing = encoding.features & !self.features;
            if missing != 0 {
                elsewhere = ParseErrorKind::Feature { missing };
                continue;
            }
            let forms = self.shape_of(encoding).forms;
            for (at, form) in tables.forms[forms.range()].iter().enumerate() {
                if form.syntax != syntax.0 || !self.has_form(form) {
                    continue;
                }
                let form_index = forms.start + at as u32;
                match matcher.try_form(candidate.encoding, encoding, form_index, form) {
                    Ok(parsed) => return Ok(parsed),
                    Err(miss) if nearest.is_none_or(|best| miss.score > best.score) => {
                        nearest = Some(miss);
                    }
                    Err(_) => {}
                }
            }
        }
        let nearest = nearest.map(|miss| matcher.asked_for(slot).unwrap_or(miss));
        match nearest {
            Some(miss) => Err(ParseError {
                span: miss.span,
                kind: miss.kind,
            }),
            None => Err(ParseError {
                span: matcher.statement.mnemonic,
                kind: elsewhere,
            }),
        }
    }

    /// The mnemonic with the suffix that a word of the statement asks for; the word goes.
    /// `None` if there is no such word, it is off, or nothing has the suffix.
    fn asked_by_word(
        &self,
        name: &str,
        syntax: &Syntax,
        statement: &mut Statement<'_>,
    ) -> Option<(u32, &MnemonicSlot)> {
        let word = self.text(syntax.suffix_word);
        let (term, is_on) = statement.word_term(word, syntax.any_case.is_set())?;
        let suffix = self.text(syntax.suffix);
        let mut long = [0; MAX_MNEMONIC];
        let (stem, rest) = long.split_at_mut_checked(name.len())?;
        stem.copy_from_slice(name.as_bytes());
        rest.get_mut(..suffix.len())?
            .copy_from_slice(suffix.as_bytes());
        let long = core::str::from_utf8(&long[..name.len() + suffix.len()]).ok()?;
        let ends = name.len().checked_sub(suffix.len());
        let ends = ends.and_then(|at| name.get(at..));
        let has_suffix = ends.is_some_and(|end| end.eq_ignore_ascii_case(suffix));
        let slot = match has_suffix {
            true => None,
            false => Some(self.mnemonic_slot(long)?),
        };
        statement.remove(term);
        slot.filter(|_| is_on)
    }

    /// Where a mnemonic stands in the hash table.
    #[inline]
    pub(crate) fn mnemonic_slot(&self, name: &str) -> Option<(u32, &MnemonicSlot)> {
        self.mnemonic_of_hash(name.as_bytes(), mnemonic_hash(name.as_bytes()))
    }

    /// [`mnemonic_slot`](Self::mnemonic_slot) for bytes and their hash.
    #[inline]
    fn mnemonic_of_hash(&self, name: &[u8], hash: u64) -> Option<(u32, &MnemonicSlot)> {
        let slots = self.tables.mnemonics;
        let mask = slots.len().checked_sub(1)?;
        let mut at = hash as usize & mask;
        // A table is never full.
        while let Some(slot) = slots.get(at) {
            if slot.name.len == 0 {
                return None;
            }
            if usize::from(slot.name.len) == name.len() {
                let found = self.tables.bytes(slot.name);
                if same_bytes(found, name) || found.eq_ignore_ascii_case(name) {
                    return Some((at as u32, slot));
                }
            }
            at = (at + 1) & mask;
        }
        None
    }
}

/// Whether two short texts of the same length are equal: a few words at a time beat a
/// call.
#[inline]
fn same_bytes(a: &[u8], b: &[u8]) -> bool {
    let word = |bytes: &[u8; 8]| u64::from_le_bytes(*bytes);
    let (Some(a_end), Some(b_end)) = (a.last_chunk(), b.last_chunk()) else {
        return a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a == b);
    };
    let (mut a, mut b) = (a, b);
    while let (Some((a_word, a_rest)), Some((b_word, b_rest))) =
        (a.split_first_chunk(), b.split_first_chunk())
    {
        if word(a_word) != word(b_word) {
            return false;
        }
        (a, b) = (a_rest, b_rest);
    }
    a.len() == b.len() && word(a_end) == word(b_end)
}

/// The number at byte `at` of a text, and the byte behind it; else where the number
/// that is none stands.
#[cfg(feature = "std")]
pub(crate) fn number(text: &str, at: usize) -> Result<(i64, usize), core::ops::Range<usize>> {
    let range = |span: Span| span.start as usize..span.end as usize;
    expression::literal(text, at).map_err(|(span, _)| range(span))
}

/// The number at byte `at` of a text, and the byte behind it, if it is a few digits, decimal
/// or behind `0x`, as nearly all are; what comes behind them may still belong to it.
#[cfg(feature = "std")]
pub(crate) fn digits(text: &str, at: usize) -> Option<(i64, usize)> {
    quick::number(text, at)
}

/// The value of the number, name or expression in parentheses at byte `at` of
/// a text, and the byte behind it.
pub(crate) fn primary(
    text: &str,
    at: usize,
    symbols: &dyn Symbols,
) -> Result<(i64, usize), ParseError> {
    scan(text, at, symbols, expression::unary)
}

/// What a rule of expressions gives at byte `at` of a text, and the byte behind it.
fn scan<'t>(
    text: &'t str,
    at: usize,
    symbols: &'t dyn Symbols,
    rule: impl FnOnce(&mut expression::Scanner<'t>) -> Result<i64, (Span, ParseErrorKind)>,
) -> Result<(i64, usize), ParseError> {
    let mut scanner = expression::Scanner {
        text,
        at,
        symbols,
        depth: 0,
        later: None,
    };
    let value = rule(&mut scanner)
        .and_then(|value| scanner.known(value))
        .map_err(|(span, kind)| ParseError { span, kind })?;
    Ok((value, scanner.at))
}

/// The registers that a text names, of the first file that has them.
pub(crate) fn register(target: &Target<'_>, text: &str, syntax: SyntaxId) -> Option<Register> {
    let files = 0..target.tables.files.len() as u16;
    // Most names do not look like a register of any file.
    if text.bytes().all(is_word_byte) {
        let stem = text.trim_end_matches(|it: char| it.is_ascii_digit());
        let hash = word_hash(stem.as_bytes());
        let may_be = |file: u16| {
            let owner = FILE_WORDS + u32::from(file);
            target.tables.first_meaning(owner, hash) != NONE
        };
        if !files.clone().any(may_be) {
            return None;
        }
    }
    files
        .into_iter()
        .find_map(|file| register_of(target, file, text, syntax))
}

/// The registers of a file that a text names.
pub(crate) fn register_of(
    target: &Target<'_>,
    file: u16,
    text: &str,
    syntax: SyntaxId,
) -> Option<Register> {
    let tables = target.tables;
    let syntax_row = tables.syntaxes.get(syntax.0 as usize)?;
    let mut statement = Statement::new(text);
    statement.read_bare().ok()?;
    let [term] = statement.terms() else {
        return None;
    };
    let matcher = Matcher {
        target,
        syntax: syntax_row,
        syntax_id: syntax,
        symbols: &NoSymbols,
        statement: &statement,
        why: false,
        forced: None,
    };
    let named = matcher.registers(file, term).ok()?;
    let count = u8::try_from(named.count).ok()?;
    let register = Register {
        file,
        number: named.number,
        count,
    };
    target.check_register(register).is_ok().then_some(register)
}
