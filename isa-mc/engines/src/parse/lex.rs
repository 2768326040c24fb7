//! Cuts a statement into terms, once. It knows no machine: whether `v1` is a
//! register is decided where an operand is expected.

use super::error::{LexError, ParseErrorKind};
use super::expression::{self, Scanner};
use crate::parsed::{NoSymbols, Span, Symbols};
use crate::tables::{NUMBER_HASH, word_hash};

/// Terms of a statement at most.
pub(super) const MAX_TERMS: usize = 32;

/// What a term looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum TermKind {
    /// `off`, `v1`: `key` is its length without digits at its end, `value`
    /// the number that they are, or -1.
    #[default]
    Word,
    /// `v[1]`, `v[1:2]`: `key` is the length of the name.
    Indexed,
    /// A number: `value`.
    Int,
    /// A floating number: `value` is its bits.
    Float,
    /// `offset:8`: `key` is the length of the name, `value` the number.
    KeyedInt,
    /// `dst_sel:WORD_1`: `key` is the length of the name, the word begins at
    /// byte `value`.
    KeyedWord,
    /// `[v1,v2]`
    List,
    /// `op_sel:[0,1]`, `hwreg(1)`, `(NAME|1)`: up to the closing bracket; `key` is the
    /// length of the name.
    Bracketed,
    /// An expression whose value is known later.
    Later,
    /// Another character.
    Mark,
}

/// A piece of a statement.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Term {
    pub(super) kind: TermKind,
    /// A comma stands before it.
    pub(super) comma: bool,
    pub(super) key: u16,
    pub(super) start: u32,
    pub(super) end: u32,
    /// Hash of the name that it begins with, of a word without the digits at its end;
    /// what the tables say for numbers and for everything else.
    pub(super) hash: u32,
    pub(super) value: i64,
}

impl Term {
    pub(super) fn span(&self) -> Span {
        Span {
            start: self.start,
            end: self.end,
        }
    }

    /// First and last index of [`TermKind::Indexed`].
    pub(super) fn indices(&self) -> (i32, i32) {
        (self.value as i32, (self.value >> 32) as i32)
    }
}

/// What stands before a term, where that matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Before {
    /// A word: `(` need not begin a number, as in `neg (v1)`.
    Word,
    /// `|`: a number ends at the next one, `|1|` is no disjunction.
    Bar,
    /// Anything else.
    Other,
}

/// A lexed statement.
pub(super) struct Statement<'t> {
    pub(super) text: &'t str,
    /// The mnemonic.
    pub(super) mnemonic: Span,
    terms: [Term; MAX_TERMS],
    len: usize,
    /// A comma behind the last term.
    pub(super) trailing_comma: Option<Span>,
    /// Why what begins as a number is none. Structs have such texts; if nothing takes them this
    /// is what is wrong.
    pub(super) no_number: Option<LexError>,
}

impl<'t> Statement<'t> {
    /// Nothing yet of a text.
    #[inline]
    pub(super) fn new(text: &'t str) -> Statement<'t> {
        Statement {
            text,
            mnemonic: Span::default(),
            terms: [Term::default(); MAX_TERMS],
            len: 0,
            trailing_comma: None,
            no_number: None,
        }
    }

    /// Takes the mnemonic and the terms behind it.
    #[inline]
    pub(super) fn read(&mut self, symbols: &dyn Symbols) -> Result<(), LexError> {
        let bytes = self.text.as_bytes();
        if bytes.len() > u16::MAX as usize {
            return Err((Span::default(), ParseErrorKind::TooLong));
        }
        let start = bytes.iter().position(|byte| !byte.is_ascii_whitespace());
        let Some(start) = start else {
            return Err((Span::default(), ParseErrorKind::Empty));
        };
        let is_word = |byte: &u8| *byte > b' ' || !byte.is_ascii_whitespace();
        let mut end = start;
        while bytes.get(end).is_some_and(is_word) {
            end += 1;
        }
        self.mnemonic = Span {
            start: start as u32,
            end: end as u32,
        };
        self.lex(&mut Scanner {
            text: self.text,
            at: end,
            symbols,
            depth: 0,
            later: None,
        })
    }

    /// Takes terms without a mnemonic before them.
    pub(super) fn read_bare(&mut self) -> Result<(), LexError> {
        if self.text.len() > u16::MAX as usize {
            return Err((Span::default(), ParseErrorKind::TooLong));
        }
        self.lex(&mut Scanner {
            text: self.text,
            at: 0,
            symbols: &NoSymbols,
            depth: 0,
            later: None,
        })
    }

    #[inline]
    pub(super) fn terms(&self) -> &[Term] {
        &self.terms[..self.len]
    }

    /// What the last term means to the next.
    /// The term of a word among the modifiers, and whether it is on: `vop3`, `vop3:0`.
    pub(super) fn word_term(&self, word: &str, any_case: bool) -> Option<(usize, bool)> {
        let same = |start: u32, end: u32| {
            let text = self.text.get(start as usize..end as usize);
            text.is_some_and(|text| text == word || any_case && text.eq_ignore_ascii_case(word))
        };
        let terms = self.terms().iter().enumerate();
        terms
            .filter(|(_, term)| !term.comma)
            .find_map(|(at, term)| {
                let is_on = match (term.kind, term.value) {
                    (TermKind::Word, _) if same(term.start, term.end) => true,
                    (TermKind::KeyedInt, value @ 0..=1)
                        if same(term.start, term.start + u32::from(term.key)) =>
                    {
                        value == 1
                    }
                    _ => return None,
                };
                Some((at, is_on))
            })
    }

    /// The statement with the terms of a list in its place, and its brackets around them;
    /// `None` if they are none, or too many.
    #[cold]
    pub(super) fn opened(&self, list: usize, symbols: &dyn Symbols) -> Option<Statement<'t>> {
        let term = self.terms().get(list)?;
        let (open, close) = (term.start, term.end.checked_sub(1)?);
        let mut opened = Statement {
            mnemonic: self.mnemonic,
            trailing_comma: self.trailing_comma,
            no_number: self.no_number,
            ..Statement::new(self.text)
        };
        opened.terms[..list].copy_from_slice(&self.terms[..list]);
        let mark = |start: u32, comma| Term {
            kind: TermKind::Mark,
            comma,
            start,
            end: start + 1,
            ..Term::default()
        };
        *opened.terms.get_mut(list)? = mark(open, term.comma);
        opened.len = list + 1;
        let mut scanner = Scanner {
            text: self.text.get(..close as usize)?,
            at: open as usize + 1,
            symbols,
            depth: 0,
            later: None,
        };
        opened.lex_list(&mut scanner).ok()?;
        let rest = self.terms().get(list + 1..)?;
        let after = opened.len + 1;
        *opened.terms.get_mut(opened.len)? = mark(close, false);
        opened
            .terms
            .get_mut(after..after + rest.len())?
            .copy_from_slice(rest);
        opened.len = after + rest.len();
        Some(opened)
    }

    /// Takes the terms of a list, of which commas stand between two only.
    fn lex_list(&mut self, scanner: &mut Scanner<'_>) -> Result<(), LexError> {
        let (first, outer) = (self.len, self.trailing_comma);
        self.lex(scanner)?;
        let inner = core::mem::replace(&mut self.trailing_comma, outer);
        let terms = self.terms().get(first..).unwrap_or(&[]);
        let mut places = terms.iter().enumerate();
        let wrong = places.find(|(at, term)| term.comma != (*at != 0));
        let wrong = inner.or(wrong.map(|(_, term)| term.span()));
        match (wrong, terms.is_empty()) {
            (None, false) => Ok(()),
            (at, _) => Err((at.unwrap_or_default(), ParseErrorKind::EmptyOperand)),
        }
    }

    /// The statement without a term.
    pub(super) fn remove(&mut self, term: usize) {
        self.terms.copy_within(term + 1..self.len, term);
        self.len -= 1;
    }

    #[inline]
    fn before(&self) -> Before {
        let bytes = self.text.as_bytes();
        match self.terms().last() {
            Some(term) if term.kind == TermKind::Word => Before::Word,
            Some(term)
                if term.kind == TermKind::Mark && bytes.get(term.start as usize) == Some(&b'|') =>
            {
                Before::Bar
            }
            _ => Before::Other,
        }
    }

    fn lex(&mut self, scanner: &mut Scanner<'_>) -> Result<(), LexError> {
        loop {
            scanner.skip_space();
            let mut comma = false;
            if scanner.peek() == b',' && self.len != 0 {
                comma = true;
                scanner.at += 1;
                scanner.skip_space();
            }
            let at = scanner.at as u32;
            let here = Span {
                start: at.saturating_sub(1),
                end: at,
            };
            if comma && scanner.peek() == b',' {
                return Err((here, ParseErrorKind::EmptyOperand));
            }
            if scanner.is_at_end() {
                self.trailing_comma = comma.then_some(here);
                return Ok(());
            }
            let before = if comma { Before::Other } else { self.before() };
            let Some(slot) = self.terms.get_mut(self.len) else {
                let term = term(scanner, before)?;
                return Err((term.span(), ParseErrorKind::TooManyTerms));
            };
            slot.comma = comma;
            let start = scanner.at;
            if let Err(error) = read_term(scanner, slot, before) {
                scanner.at = start;
                *slot = front(scanner).ok_or(error)?;
                slot.comma = comma;
                self.no_number.get_or_insert(error);
            }
            self.len += 1;
        }
    }
}

/// The brackets, or the number, that what is no expression begins with: `(NAME|1)|NAME`.
#[cold]
pub(super) fn front(scanner: &mut Scanner<'_>) -> Option<Term> {
    let start = scanner.at as u32;
    (scanner.depth, scanner.later) = (0, None);
    let mut term = Term::default();
    match scanner.peek() {
        b'(' => {
            skip_brackets(scanner).ok()?;
            term.kind = TermKind::Bracketed;
        }
        b'0'..=b'9' => {
            let value = expression::unary(scanner).ok()?;
            number(scanner, &mut term, value);
        }
        _ => return None,
    }
    (term.start, term.end) = (start, scanner.at as u32);
    Some(term)
}

/// The term at the scanner, which is neither at the end nor at white space.
pub(super) fn term(scanner: &mut Scanner<'_>, before: Before) -> Result<Term, LexError> {
    let mut term = Term::default();
    read_term(scanner, &mut term, before)?;
    Ok(term)
}

/// [`term`] in its place: terms are too large to hand around.
#[inline]
fn read_term(scanner: &mut Scanner<'_>, term: &mut Term, before: Before) -> Result<(), LexError> {
    let start = scanner.at;
    let byte = scanner.peek();
    term.start = start as u32;
    if expression::is_name_start(byte) && !starts_fraction(scanner.text.as_bytes(), start) {
        word(scanner, term, before == Before::Bar)?;
    } else if let Some(value) = expression::plain(scanner) {
        term.kind = TermKind::Int;
        term.hash = NUMBER_HASH;
        term.value = value;
    } else if byte == b'[' {
        skip_brackets(scanner)?;
        term.kind = TermKind::List;
    } else if starts_number(scanner) {
        if let Some(bits) = float(scanner) {
            term.kind = TermKind::Float;
            term.value = bits.cast_signed();
            term.key = float_type(scanner);
        } else {
            let value = match before {
                Before::Bar => expression::unary(scanner),
                _ => expression::evaluate(scanner),
            };
            match value {
                Ok(value) => number(scanner, term, value),
                Err(_) if before == Before::Word && byte == b'(' => {
                    scanner.at = start + 1;
                    scanner.depth = 0;
                    term.kind = TermKind::Mark;
                }
                Err(error) => return Err(error),
            }
        }
    } else {
        let width = scanner.text[start..]
            .chars()
            .next()
            .map_or(1, char::len_utf8);
        scanner.at += width;
        term.kind = TermKind::Mark;
    }
    term.end = scanner.at as u32;
    Ok(())
}

/// A term that is a number, now or later.
fn number(scanner: &mut Scanner<'_>, term: &mut Term, value: i64) {
    term.kind = match scanner.later.take() {
        Some(_) => TermKind::Later,
        None => TermKind::Int,
    };
    if term.kind == TermKind::Int {
        term.hash = NUMBER_HASH;
    }
    term.value = value;
}

/// A term that begins with a name.
fn word(scanner: &mut Scanner<'_>, term: &mut Term, bar: bool) -> Result<(), LexError> {
    let start = scanner.at;
    let (name_end, digits, stem) = scanner.word();
    let next = scanner.peek();
    // Most words end here.
    if next == b',' || scanner.is_at_end() {
        plain(scanner, term, digits, stem);
        return Ok(());
    }
    term.key = (name_end - start) as u16;
    term.hash = match digits == name_end {
        true => stem,
        false => word_hash(&scanner.text.as_bytes()[start..name_end]),
    };
    match next {
        b'[' => return indexed(scanner, term),
        b'(' => {
            skip_brackets(scanner)?;
            term.kind = TermKind::Bracketed;
            return Ok(());
        }
        _ => {}
    }
    // `offset : 8` is one term, but a word at the end of the statement must
    // not take the space behind it.
    scanner.skip_space();
    match scanner.peek() {
        // Two colons are no value: they stand between the halves of an instruction.
        b':' if scanner.text.as_bytes().get(scanner.at + 1) != Some(&b':') => {
            scanner.at += 1;
            scanner.skip_space();
            return keyed(scanner, term);
        }
        // `v1 [v2, v3]` is a register and a list, without their comma.
        b'[' if digits == name_end => return indexed(scanner, term),
        b'+' | b'-' | b'*' | b'/' | b'%' | b'<' | b'>' | b'&' | b'|' | b'^'
            if !bar && is_symbol(scanner, start, name_end) =>
        {
            scanner.at = start;
            let value = expression::evaluate(scanner)?;
            number(scanner, term, value);
            return Ok(());
        }
        _ => scanner.at = name_end,
    }
    plain(scanner, term, digits, stem);
    Ok(())
}

/// A word that ends at the scanner, with its digits told apart.
#[inline]
fn plain(scanner: &Scanner<'_>, term: &mut Term, digits: usize, stem: u32) {
    term.kind = TermKind::Word;
    term.key = (digits - term.start as usize) as u16;
    term.hash = stem;
    term.value = expression::decimal(&scanner.text.as_bytes()[digits..scanner.at]);
}

/// Whether a name has a value, now or later.
fn is_symbol(scanner: &Scanner<'_>, start: usize, end: usize) -> bool {
    let name = &scanner.text[start..end];
    scanner.symbols.value(name).is_some() || scanner.symbols.is_later(name)
}

/// What follows the name in `v[1:2]`.
fn indexed(scanner: &mut Scanner<'_>, term: &mut Term) -> Result<(), LexError> {
    let open = scanner.at as u32;
    scanner.at += 1;
    let first = constant(scanner)?;
    scanner.skip_space();
    let last = if scanner.peek() == b':' {
        scanner.at += 1;
        let last = constant(scanner)?;
        scanner.skip_space();
        last
    } else {
        first
    };
    if scanner.peek() != b']' {
        let span = Span {
            start: open,
            end: scanner.at as u32,
        };
        return Err((span, ParseErrorKind::Unclosed { open: b'[' }));
    }
    scanner.at += 1;
    let clamp = |index: i64| index.clamp(-1, i64::from(i32::MAX));
    term.kind = TermKind::Indexed;
    term.value = clamp(first) & 0xffff_ffff | clamp(last) << 32;
    // `v[1].l` is read again by who knows what halves are called; to others it is no register.
    let bytes = scanner.text.as_bytes();
    let name = bytes.get(scanner.at + 1).copied().unwrap_or_default();
    if scanner.peek() == b'.' && expression::is_name_start(name) {
        scanner.at += 1;
        scanner.name();
        term.kind = TermKind::Bracketed;
    }
    Ok(())
}

/// A number that must be known.
fn constant(scanner: &mut Scanner<'_>) -> Result<i64, LexError> {
    let value = expression::evaluate(scanner)?;
    scanner.known(value)
}

/// What follows the colon in `offset:8`.
fn keyed(scanner: &mut Scanner<'_>, term: &mut Term) -> Result<(), LexError> {
    let byte = scanner.peek();
    if byte == b'[' {
        skip_brackets(scanner)?;
        term.kind = TermKind::Bracketed;
        return Ok(());
    }
    if expression::is_name_start(byte) {
        let start = scanner.at;
        let (end, _) = scanner.name();
        if scanner.peek() == b'(' {
            skip_brackets(scanner)?;
            term.kind = TermKind::Bracketed;
            return Ok(());
        }
        if scanner.symbols.value(&scanner.text[start..end]).is_none() {
            term.kind = TermKind::KeyedWord;
            term.value = start.cast_signed() as i64;
            return Ok(());
        }
        scanner.at = start;
    }
    let start = scanner.at;
    match constant(scanner) {
        Ok(value) => {
            term.value = value;
            term.kind = TermKind::KeyedInt;
            Ok(())
        }
        Err(error) => match digit_word(scanner.text.as_bytes(), start) {
            Some(end) => {
                scanner.at = end;
                scanner.depth = 0;
                term.value = start.cast_signed() as i64;
                term.kind = TermKind::KeyedWord;
                Ok(())
            }
            None => Err(error),
        },
    }
}

/// Where a word ends that begins with a digit and is no number, `2D` in `dim:2D`.
fn digit_word(text: &[u8], start: usize) -> Option<usize> {
    let rest = text.get(start..)?;
    let is_part = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
    let length = rest.iter().take_while(is_part).count();
    let word = rest.get(..length)?;
    let is_word = word.first()?.is_ascii_digit() && !word.iter().all(u8::is_ascii_digit);
    is_word.then_some(start + length)
}

/// From an opening bracket to behind the one that closes it.
pub(super) fn skip_brackets(scanner: &mut Scanner<'_>) -> Result<(), LexError> {
    let open = scanner.at;
    let mut depth = 0_u32;
    for (at, byte) in scanner.text.bytes().enumerate().skip(open) {
        match byte {
            b'[' | b'(' => depth += 1,
            b']' | b')' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    scanner.at = at + 1;
                    return Ok(());
                }
            }
            _ => {}
        }
    }
    let span = Span {
        start: open as u32,
        end: scanner.text.len() as u32,
    };
    let open = scanner.text.as_bytes().get(open).copied().unwrap_or(b'[');
    Err((span, ParseErrorKind::Unclosed { open }))
}

/// Whether a number or an expression begins here: `-v1` does not, `-x` does
/// where `x` is the name of a number.
fn starts_number(scanner: &Scanner<'_>) -> bool {
    let rest = &scanner.text.as_bytes()[scanner.at..];
    for (at, &byte) in rest.iter().enumerate() {
        match byte {
            b'0'..=b'9' | b'(' => return true,
            b'"' => return expression::quoted_length(&rest[at..]).is_some(),
            b'.' if starts_fraction(rest, at) => return true,
            b'-' | b'+' | b'~' | b' ' => {}
            _ if at != 0 && expression::is_name_start(byte) => {
                let mut name = Scanner {
                    at: scanner.at + at,
                    ..*scanner
                };
                let start = name.at;
                let (end, _) = name.name();
                // `-abs(v1)`, `-v[2:3]`: no symbol is called, or has parts.
                return !matches!(name.peek(), b'(' | b'[') && is_symbol(scanner, start, end);
            }
            _ => return false,
        }
    }
    false
}

/// The bits of a floating number, if one stands here.
fn float(scanner: &mut Scanner<'_>) -> Option<u64> {
    let (number, end) = float_at(scanner.text, scanner.at)?;
    scanner.at = end;
    Some(number.to_bits())
}

/// The floating number that stands at a byte of a text, and the byte behind it.
pub(super) fn float_at(text: &str, start: usize) -> Option<(f64, usize)> {
    let bytes = text.as_bytes();
    let digits = |mut at: usize| {
        while bytes.get(at).is_some_and(u8::is_ascii_digit) {
            at += 1;
        }
        at
    };
    let first = if bytes.get(start) == Some(&b'-') {
        start + 1
    } else {
        start
    };
    let point = digits(first);
    let mut end = point;
    if bytes.get(point) == Some(&b'.') {
        end = digits(point + 1);
        if end - first == 1 {
            return None;
        }
    } else if !matches!(bytes.get(point), Some(b'e' | b'E')) || point == first {
        return None;
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = matches!(bytes.get(end + 1), Some(b'+' | b'-'));
        let exponent = end + 1 + usize::from(sign);
        let after = digits(exponent);
        if after != exponent {
            end = after;
        }
    }
    if end == point {
        return None;
    }
    Some((text.get(start..end)?.parse().ok()?, end))
}

/// Whether a number begins with the point at a byte: `.5`.
fn starts_fraction(text: &[u8], at: usize) -> bool {
    text.get(at) == Some(&b'.') && text.get(at + 1).is_some_and(u8::is_ascii_digit)
}

/// The letter behind a floating number that says its type, `h` in `1.5h`; 0 if there
/// is none. Whether it may stand there the syntax says.
fn float_type(scanner: &mut Scanner<'_>) -> u16 {
    let letter = scanner.peek().to_ascii_lowercase();
    let mut behind = scanner.text.as_bytes()[scanner.at..].iter().skip(1);
    let ends = !behind.next().is_some_and(|&byte| expression::is_name(byte));
    if !matches!(letter, b'h' | b's' | b'l') || !ends {
        return 0;
    }
    scanner.at += 1;
    u16::from(letter)
}
