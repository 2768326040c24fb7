//! Text to instruction.
//!
//! The mnemonic is found first: it may stand behind a predicate, and a part of
//! the text may be glued to it. Then the tokens of a form walk over the bytes
//! of the statement. Where a nested stream stands, its forms are tried in
//! order, each with everything that follows it, so the first one that fits
//! and whose conditions hold in the end is the one.

use super::inst::StreamInst;
use super::names::{Names, is_word};
use super::scan::{Next, NoValue, Scan};
use super::target::StreamTarget;
use super::walk::{self};
use super::write::Said;
use crate::error::leaf_of;
use crate::parse::{ParseError, ParseErrorKind};
use crate::parsed::{NoSymbols, Parsed, Span, Symbols};
use crate::tables::{
    Kind, MAX_LEAVES, MnemonicSlot, NONE, Rows, StreamEncoding, StreamForm, StreamOperand,
    StreamPlace, Text, Token, TokenParts,
};
use crate::{DecodeError, SyntaxId};

/// Forms that are tried for a statement at most. A description whose forms
/// differ early needs some dozens.
const MAX_TRIES: u32 = 20_000;
/// Forms that an instruction is written in at most, nested ones included.
const MAX_FORMS: usize = 64;
/// Values that are said for an instruction at most.
const MAX_SAID: usize = 256;

impl StreamTarget<'_> {
    /// The instruction that a statement means: one statement, without label
    /// and comment.
    ///
    /// # Errors
    ///
    /// [`ParseError`]: the nearest miss. [`ParseError::display`] says it in
    /// words.
    pub fn parse(&self, text: &str, syntax: SyntaxId) -> Result<StreamInst, ParseError> {
        self.parse_with(text, syntax, &NoSymbols)
            .map(|parsed| parsed.inst)
    }

    /// [`StreamTarget::parse`] with names for numbers.
    ///
    /// # Errors
    ///
    /// As [`StreamTarget::parse`].
    pub fn parse_with(
        &self,
        text: &str,
        syntax: SyntaxId,
        symbols: &dyn Symbols,
    ) -> Result<Parsed<StreamInst>, ParseError> {
        self.parse_as(text, syntax, symbols, None)
            .map(Parsed::known)
    }

    /// [`StreamTarget::parse`] with the names of a file: where the text has the number of
    /// something that has names, it must be one of these.
    ///
    /// # Errors
    ///
    /// As [`StreamTarget::parse`], and [`ParseErrorKind::UnknownName`].
    pub fn parse_named(
        &self,
        text: &str,
        syntax: SyntaxId,
        names: &dyn Names,
    ) -> Result<StreamInst, ParseError> {
        self.parse_as(text, syntax, &NoSymbols, Some(names))
    }

    fn parse_as(
        &self,
        text: &str,
        syntax: SyntaxId,
        symbols: &dyn Symbols,
        names: Option<&dyn Names>,
    ) -> Result<StreamInst, ParseError> {
        let tables = self.tables();
        let error = |span, kind| Err(ParseError { span, kind });
        if text.len() > u16::MAX as usize {
            return error(Span::default(), ParseErrorKind::TooLong);
        }
        if text.trim_ascii().is_empty() {
            return error(Span::default(), ParseErrorKind::Empty);
        }
        let Some(row) = tables.syntaxes.get(syntax.0 as usize) else {
            return error(Span::default(), ParseErrorKind::UnknownSyntax);
        };
        let (mnemonic, slot_index, slot) = self.find_mnemonic(text).map_err(|span| ParseError {
            span,
            kind: ParseErrorKind::UnknownMnemonic,
        })?;
        let scan = Scan {
            target: self.target,
            syntax,
            row,
            symbols,
            names,
            text,
        };
        let mut attempt = Attempt::new();
        let elsewhere = match self.any_encoding(scan, mnemonic, slot, &mut attempt) {
            Ok(inst) => return Ok(inst),
            Err(elsewhere) => elsewhere,
        };
        attempt.thorough = true;
        attempt.tries = 0;
        attempt.nearest = None;
        if let Ok(inst) = self.any_encoding(scan, mnemonic, slot, &mut attempt) {
            return Ok(inst);
        }
        let elsewhere = elsewhere.unwrap_or(ParseErrorKind::MnemonicElsewhere { slot: slot_index });
        match attempt.nearest {
            Some(miss) => Err(ParseError {
                span: miss.span(&scan, mnemonic),
                kind: miss.kind,
            }),
            None => error(mnemonic, elsewhere),
        }
    }

    /// The first encoding of a mnemonic that the statement is; else why it cannot be any
    /// of them, if that is so.
    fn any_encoding(
        &self,
        scan: Scan<'_, '_>,
        mnemonic: Span,
        slot: &MnemonicSlot,
        attempt: &mut Attempt,
    ) -> Result<StreamInst, Option<ParseErrorKind>> {
        let tables = self.tables();
        let syntax = scan.syntax;
        let mut elsewhere = None;
        for candidate in &tables.candidates[slot.candidates.range()] {
            if candidate.arch != self.target.arch {
                continue;
            }
            if candidate.syntaxes >> syntax.0 & 1 == 0 {
                if !matches!(elsewhere, Some(ParseErrorKind::Feature { .. })) {
                    let syntaxes = candidate.syntaxes;
                    elsewhere = Some(ParseErrorKind::OtherSyntax { syntaxes });
                }
                continue;
            }
            let encoding = &tables.stream_encodings[candidate.encoding as usize];
            let missing = encoding.features & !self.target.features;
            if missing != 0 {
                elsewhere = Some(ParseErrorKind::Feature { missing });
                continue;
            }
            let matcher = Matcher {
                target: self,
                scan,
                mnemonic,
                index: candidate.encoding,
                encoding,
            };
            if let Some(inst) = matcher.instruction(attempt) {
                return Ok(inst);
            }
        }
        Err(elsewhere)
    }

    /// The first word outside of brackets that is a mnemonic, whole or up to
    /// one of its points; else the first word.
    fn find_mnemonic(&self, text: &str) -> Result<(Span, u32, &MnemonicSlot), Span> {
        let bytes = text.as_bytes();
        let span = |start: usize, end: usize| Span {
            start: start as u32,
            end: end as u32,
        };
        let mut first = None;
        let mut depth = 0_u32;
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'(' | b'[' => depth += 1,
                b')' | b']' => depth = depth.saturating_sub(1),
                _ => {}
            }
            let start = at;
            while bytes
                .get(at)
                .is_some_and(|&byte| is_word(byte) || matches!(byte, b'.' | b'+'))
            {
                at += 1;
            }
            if at == start {
                at += 1;
                continue;
            }
            if depth != 0 {
                continue;
            }
            let mut word = &text[start..at];
            loop {
                if let Some((index, slot)) = self.target.mnemonic_slot(word) {
                    return Ok((span(start, start + word.len()), index, slot));
                }
                match word.rfind('.') {
                    Some(point) if point != 0 => word = &word[..point],
                    _ => break,
                }
            }
            first = first.or(Some(span(start, at)));
        }
        Err(first.unwrap_or_else(|| {
            let start = text.len() - text.trim_ascii_start().len();
            span(start, text.trim_ascii_end().len())
        }))
    }
}

/// How far a statement was understood, and why not to the end.
#[derive(Debug, Clone, Copy)]
struct Miss {
    at: usize,
    /// Among misses at one place the highest wins.
    rank: u8,
    kind: ParseErrorKind,
}

impl Miss {
    /// What stands there: a word, or another character.
    fn span(&self, scan: &Scan<'_, '_>, mnemonic: Span) -> Span {
        match self.kind {
            ParseErrorKind::Rule { .. }
            | ParseErrorKind::Invalid { .. }
            | ParseErrorKind::TooManyWays => return mnemonic,
            _ => {}
        }
        let start = self.at.min(scan.text.trim_ascii_end().len());
        let rest = scan.text.get(start..).unwrap_or("").trim_ascii_end();
        let mut end = start + word_length(rest.as_bytes());
        while !scan.text.is_char_boundary(end) {
            end += 1;
        }
        Span {
            start: start as u32,
            end: end as u32,
        }
    }
}

/// What was said so far, and how to take it back.
struct Attempt {
    said: Said,
    /// Leaves that must be there as the encoding itself says something of them.
    own: u128,
    /// Leaf, value and mask before something was said of it. All of them are numbers of 64
    /// bits: nothing lies between them, and they are set to zero as one.
    undo: [[u64; 3]; MAX_SAID],
    undo_len: usize,
    /// Forms with a condition, and the first leaf of their stream.
    forms: [(u32, u8); MAX_FORMS],
    forms_len: usize,
    tries: u32,
    nearest: Option<Miss>,
    /// Forms whose text cannot begin as the statement does are tried all the same, to
    /// know the nearest miss.
    thorough: bool,
}

impl Attempt {
    fn new() -> Attempt {
        Attempt {
            said: Said::new(),
            own: 0,
            undo: [[0; 3]; MAX_SAID],
            undo_len: 0,
            forms: [(0, 0); MAX_FORMS],
            forms_len: 0,
            tries: 0,
            nearest: None,
            thorough: false,
        }
    }

    fn mark(&self) -> (usize, usize) {
        (self.undo_len, self.forms_len)
    }

    /// Takes back what was said since a mark.
    fn take_back(&mut self, mark: (usize, usize)) {
        while self.undo_len > mark.0 {
            self.undo_len -= 1;
            let [leaf, value, mask] = self.undo[self.undo_len];
            self.said.values[leaf as usize] = value;
            self.said.masks[leaf as usize] = mask;
        }
        self.forms_len = mark.1;
    }

    fn miss(&mut self, at: usize, rank: u8, kind: ParseErrorKind) {
        let nearer = |miss: Miss| (at, rank) > (miss.at, miss.rank);
        if self.nearest.is_none_or(nearer) {
            self.nearest = Some(Miss { at, rank, kind });
        }
    }
}

/// Tokens that are still to come.
#[derive(Clone, Copy)]
struct Rest<'a, 'r> {
    tokens: &'a [TokenParts],
    /// First leaf of their stream.
    base: u8,
    /// Those of the form around.
    then: Option<&'r Rest<'a, 'r>>,
}

/// A statement and an encoding that it may be.
struct Matcher<'a, 's> {
    target: &'s StreamTarget<'a>,
    scan: Scan<'a, 's>,
    mnemonic: Span,
    index: u16,
    encoding: &'a StreamEncoding,
}

impl<'a> Matcher<'a, '_> {
    fn instruction(&self, attempt: &mut Attempt) -> Option<StreamInst> {
        let tables = self.target.tables();
        attempt.said = Said::new();
        attempt.take_back((0, 0));
        attempt.said.say_encoding(tables, self.encoding);
        attempt.own = attempt.said.needed;
        let forms = self.encoding.forms.range();
        for (index, form) in forms.clone().zip(&tables.stream_forms[forms]) {
            let mut at = self.scan.skip_space(0);
            let tokens = &tables.tokens[form.tokens.range()];
            if !tokens.iter().any(|token| token.get() == Token::Mnemonic) {
                if at != self.mnemonic.start as usize {
                    let text = Text::default();
                    attempt.miss(at, 0, ParseErrorKind::ExpectedText { text, from: 0 });
                    continue;
                }
                at = self.scan.skip_space(self.mnemonic.end as usize);
            }
            if !self.may_be(attempt, form, at) {
                continue;
            }
            let found = self.form(attempt, at, index, form, 0, None);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// Tries the forms of a nested stream, and what follows it.
    fn any_form(
        &self,
        attempt: &mut Attempt,
        at: usize,
        forms: Rows,
        base: u8,
        then: &Rest<'a, '_>,
    ) -> Option<StreamInst> {
        let tables = self.target.tables();
        let forms = forms.range();
        for (index, form) in forms.clone().zip(&tables.stream_forms[forms]) {
            if !self.may_be(attempt, form, at) {
                continue;
            }
            let found = self.form(attempt, at, index, form, base, Some(then));
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// Whether the text at byte `at` may be that of a form: most are told by their first byte.
    #[inline]
    fn may_be(&self, attempt: &Attempt, form: &StreamForm, at: usize) -> bool {
        form.syntax == self.scan.syntax.0
            && (attempt.thorough || self.scan.may_begin(form.reach, at))
    }

    /// Tries a form, and what follows it.
    #[inline(never)]
    fn form(
        &self,
        attempt: &mut Attempt,
        at: usize,
        index: usize,
        form: &StreamForm,
        base: u8,
        then: Option<&Rest<'a, '_>>,
    ) -> Option<StreamInst> {
        attempt.tries += 1;
        if attempt.tries > MAX_TRIES {
            attempt.miss(usize::MAX, 0, ParseErrorKind::TooManyWays);
            return None;
        }
        let tables = self.target.tables();
        let mark = attempt.mark();
        let found = self.imply(attempt, at, index, form, base).and_then(|()| {
            let tokens = &tables.tokens[form.tokens.range()];
            self.tokens(attempt, at, Rest { tokens, base, then })
        });
        if found.is_none() {
            attempt.take_back(mark);
        }
        found
    }

    /// Says what a form says without a token.
    fn imply(
        &self,
        attempt: &mut Attempt,
        at: usize,
        index: usize,
        form: &StreamForm,
        base: u8,
    ) -> Option<()> {
        let tables = self.target.tables();
        if form.when != NONE {
            let Some(slot) = attempt.forms.get_mut(attempt.forms_len) else {
                attempt.miss(at, 9, ParseErrorKind::TooManyWays);
                return None;
            };
            *slot = (index as u32, base);
            attempt.forms_len += 1;
        }
        for row in &tables.stream_values[form.implies.range()] {
            let place = tables.stream_places[row.place as usize];
            let leaf = leaf_of(base, place.leaf);
            self.say(attempt, at, leaf, place, row.value)?;
        }
        Some(())
    }

    /// Walks the tokens over the statement from byte `at` on.
    fn tokens(
        &self,
        attempt: &mut Attempt,
        mut at: usize,
        mut rest: Rest<'a, '_>,
    ) -> Option<StreamInst> {
        let tables = self.target.tables();
        loop {
            let Some((token, tokens)) = rest.tokens.split_first() else {
                match rest.then {
                    Some(then) => rest = *then,
                    None => return self.finish(attempt, at),
                }
                continue;
            };
            rest.tokens = tokens;
            match token.get() {
                Token::Text(text) => at = self.text(attempt, at, text)?,
                Token::Mnemonic => {
                    if at != self.mnemonic.start as usize {
                        let text = Text::default();
                        attempt.miss(at, 0, ParseErrorKind::ExpectedText { text, from: 0 });
                        return None;
                    }
                    at = self.mnemonic.end as usize;
                }
                Token::Modifiers(_) | Token::AnyOrder(_) => {}
                Token::Operand(index) => match tables.stream_operands.get(index as usize)?.get() {
                    StreamOperand::Value {
                        place,
                        kind,
                        prefix,
                        ..
                    } => {
                        let place = tables.stream_places[place as usize];
                        let value = (place, kind, prefix);
                        at = self.value(attempt, at, index, value, &rest)?;
                    }
                    StreamOperand::Stream { stream, leaf, .. } => {
                        let row = tables.streams.get(stream as usize)?;
                        let base = leaf_of(rest.base, leaf);
                        let found = self.any_form(attempt, at, row.forms, base, &rest);
                        if found.is_none() {
                            let encoding = self.index;
                            let kind = ParseErrorKind::ExpectedPiece {
                                encoding,
                                leaf: base,
                                operand: index,
                            };
                            // Only if no form of it got anywhere does this win.
                            attempt.miss(at, 3, kind);
                        }
                        return found;
                    }
                },
            }
        }
    }

    /// A value at byte `at`; gives the byte behind it.
    fn value(
        &self,
        attempt: &mut Attempt,
        at: usize,
        operand: u16,
        (place, kind, prefix): (StreamPlace, Kind, Text),
        rest: &Rest<'a, '_>,
    ) -> Option<usize> {
        let encoding = self.index;
        let leaf = leaf_of(rest.base, place.leaf);
        let bits = place.field.total;
        let found = match prefix.len {
            0 => self.scan.value(kind, bits, at, self.next(rest)),
            _ => self.scan.name(prefix, kind, bits, at),
        };
        match found {
            Ok((value, end)) => {
                self.say(attempt, at, leaf, place, value)?;
                Some(end)
            }
            Err(NoValue::Other) => {
                let kind = ParseErrorKind::ExpectedValue {
                    encoding,
                    leaf,
                    operand,
                };
                attempt.miss(at, 2, kind);
                None
            }
            Err(NoValue::Unknown) => {
                let kind = ParseErrorKind::UnknownName {
                    encoding,
                    leaf,
                    operand,
                };
                attempt.miss(at, 4, kind);
                None
            }
            Err(NoValue::Range(number)) => {
                let kind = ParseErrorKind::ValueRange {
                    encoding,
                    leaf,
                    operand,
                    number,
                };
                attempt.miss(at, 4, kind);
                None
            }
            Err(NoValue::Expression(error)) => {
                attempt.miss(error.span.start as usize, 4, error.kind);
                None
            }
        }
    }

    /// What stands behind a value.
    fn next(&self, rest: &Rest<'_, '_>) -> Next {
        let tables = self.target.tables();
        let mut rest = rest;
        loop {
            match (rest.tokens.first().map(|it| it.get()), rest.then) {
                (Some(Token::Text(text)), _) => {
                    let text = tables.text(text).as_bytes();
                    return Next::Text(text.first().copied().unwrap_or(0));
                }
                (Some(_), _) => return Next::Value,
                (None, Some(then)) => rest = then,
                (None, None) => return Next::Text(0),
            }
        }
    }

    /// Says the value of a place; it must not have been said otherwise.
    fn say(
        &self,
        attempt: &mut Attempt,
        at: usize,
        leaf: u8,
        place: StreamPlace,
        value: u64,
    ) -> Option<()> {
        let tables = self.target.tables();
        let slot = leaf as usize % MAX_LEAVES;
        let (old, mask) = (attempt.said.values[slot], attempt.said.masks[slot]);
        let new = old & !place.mask | place.field.set(0_u64, value, tables.pieces);
        if (old ^ new) & mask != 0 {
            let encoding = self.index;
            let found = place.field.get(old, tables.pieces);
            let kind = ParseErrorKind::SaidOtherwise {
                encoding,
                leaf,
                value: found,
            };
            attempt.miss(at, 1, kind);
            return None;
        }
        let Some(undo) = attempt.undo.get_mut(attempt.undo_len) else {
            attempt.miss(at, 9, ParseErrorKind::TooManyWays);
            return None;
        };
        *undo = [slot as u64, old, mask];
        attempt.undo_len += 1;
        attempt.said.values[slot] = new;
        attempt.said.masks[slot] |= place.mask;
        Some(())
    }

    /// Text of the form itself at byte `at`; gives the byte behind it.
    ///
    /// A blank stands for blanks, or for nothing where punctuation separates;
    /// blanks may stand around brackets and commas.
    fn text(&self, attempt: &mut Attempt, start: usize, text: Text) -> Option<usize> {
        let scan = &self.scan;
        let template = self.target.tables().text(text).as_bytes();
        let mut at = start;
        let mut from = 0;
        while let Some(&byte) = template.get(from) {
            if byte.is_ascii_whitespace() {
                from += 1;
                let end = scan.skip_space(at);
                let before = at.checked_sub(1).map_or(0, |before| scan.byte(before));
                let glued = end == at && is_name(before) && is_name(scan.byte(at));
                if glued {
                    let kind = ParseErrorKind::ExpectedText {
                        text,
                        from: from as u16 - 1,
                    };
                    attempt.miss(at, 1, kind);
                    return None;
                }
                at = end;
                continue;
            }
            let loose = is_loose(byte);
            let here = if loose { scan.skip_space(at) } else { at };
            // Words are compared whole, so that the error is about the word.
            let length = word_length(&template[from..]);
            let word = &template[from..from + length];
            let same = word
                .iter()
                .enumerate()
                .all(|(offset, &byte)| scan.same(byte, scan.byte(here + offset)));
            if !same {
                let kind = ParseErrorKind::ExpectedText {
                    text,
                    from: from as u16,
                };
                attempt.miss(here, 1, kind);
                return None;
            }
            from += length;
            at = here + length;
            if loose {
                at = scan.skip_space(at);
            }
        }
        Some(at)
    }

    /// The end of the tokens: the end of the statement, and what depends on
    /// all of it.
    fn finish(&self, attempt: &mut Attempt, at: usize) -> Option<StreamInst> {
        let tables = self.target.tables();
        let at = self.scan.skip_space(at);
        if at < self.scan.text.len() {
            attempt.miss(at, 1, ParseErrorKind::Left);
            return None;
        }
        attempt.said.needed = attempt.own;
        for &[leaf, ..] in &attempt.undo[..attempt.undo_len] {
            let said = attempt.said.values[leaf as usize] & attempt.said.masks[leaf as usize];
            attempt.said.needed |= u128::from(said != 0) << leaf;
        }
        match self
            .target
            .assemble(self.index, self.encoding, &attempt.said)
        {
            Ok((inst, leaves)) => {
                for &(form, base) in &attempt.forms[..attempt.forms_len] {
                    let when = tables.stream_forms[form as usize].when;
                    if !walk::holds(tables, when, base, &leaves.values) {
                        attempt.miss(at, 5, ParseErrorKind::FormCondition { form });
                        return None;
                    }
                }
                Some(inst)
            }
            Err(error) => {
                let kind = match error {
                    DecodeError::Stream(error) => ParseErrorKind::Invalid {
                        encoding: self.index,
                        leaf: error.leaf,
                        problem: error.problem,
                        value: error.value,
                    },
                    DecodeError::Rule { message } => ParseErrorKind::Rule { message },
                    // Nothing else can come of values.
                    _ => ParseErrorKind::Left,
                };
                attempt.miss(at, 6, kind);
                None
            }
        }
    }
}

/// Bytes of the word at the front of a text, with what names begin with before
/// it; 1 for another character, 0 at the end.
pub(crate) fn word_length(text: &[u8]) -> usize {
    match text.first() {
        None => 0,
        Some(&first) if is_name(first) => {
            1 + text[1..].iter().take_while(|&&byte| is_word(byte)).count()
        }
        Some(_) => 1,
    }
}

/// A byte of a name: two names need a blank between them.
fn is_name(byte: u8) -> bool {
    is_word(byte) || matches!(byte, b'.' | b'%' | b'$' | b'@')
}

/// Blanks may stand on both sides.
fn is_loose(byte: u8) -> bool {
    matches!(
        byte,
        b'(' | b')' | b'[' | b']' | b'{' | b'}' | b'<' | b'>' | b',' | b';'
    )
}
