//! Values as text has them, at a byte of a statement.

use super::names::{Names, is_word};
use super::print::is_wide;
use crate::constant;
use crate::integer;
use crate::operand;
use crate::parse::{self, ParseError};
use crate::parsed::Symbols;
use crate::tables::{Class, Kind, Meaning, Syntax, Text, ValueType, low_mask, to_bfloat, to_half};
use crate::{SyntaxId, Target};

/// A statement, and how its text is to be read.
#[derive(Clone, Copy)]
pub(super) struct Scan<'a, 's> {
    pub(super) target: Target<'a>,
    pub(super) syntax: SyntaxId,
    pub(super) row: &'a Syntax,
    pub(super) symbols: &'s dyn Symbols,
    /// Names of numbers; `None` if they are written as numbers.
    pub(super) names: Option<&'s dyn Names>,
    pub(super) text: &'s str,
}

/// Why no value stands there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NoValue {
    /// Something else does.
    Other,
    /// A name that nothing has.
    Unknown,
    /// A number that the value cannot be.
    Range(i64),
    /// An expression in parentheses that is wrong.
    Expression(ParseError),
}

/// What follows the value in the form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    /// Nothing, or text that begins with this byte.
    Text(u8),
    /// A value or the mnemonic, without anything between.
    Value,
}

/// A number as written: its sign and its amount.
#[derive(Debug, Clone, Copy)]
struct Number {
    negative: bool,
    amount: u64,
}

impl Number {
    /// One without a sign.
    fn of(amount: u64) -> Number {
        Number {
            negative: false,
            amount,
        }
    }

    /// As an `i64`, or the nearest there is.
    fn near(self) -> i64 {
        match (self.negative, i64::try_from(self.amount)) {
            (false, Ok(amount)) => amount,
            (false, Err(_)) => i64::MAX,
            (true, Ok(amount)) => -amount,
            (true, Err(_)) => i64::MIN,
        }
    }

    /// As 64 bits; negative numbers in two's complement, if they may be.
    fn unsigned(self, signless: bool) -> Option<u64> {
        match self.negative {
            false => Some(self.amount),
            true if self.amount == 0 => Some(0),
            true => self.exact().filter(|_| signless).map(i64::cast_unsigned),
        }
    }

    /// As an `i64`, if it is one.
    fn exact(self) -> Option<i64> {
        let near = self.near();
        (near.unsigned_abs() == self.amount).then_some(near)
    }
}

impl Scan<'_, '_> {
    /// The byte at a place; 0 at the end.
    pub(super) fn byte(&self, at: usize) -> u8 {
        self.text.as_bytes().get(at).copied().unwrap_or(0)
    }

    /// Passes white space.
    pub(super) fn skip_space(&self, mut at: usize) -> usize {
        while self.byte(at).is_ascii_whitespace() {
            at += 1;
        }
        at
    }

    /// Whether the text at a place may be that of a form
    /// ([`Tables::stream_reaches`](crate::tables::Tables::stream_reaches)).
    #[inline]
    pub(super) fn may_begin(&self, reach: u32, at: usize) -> bool {
        let Some(reach) = self.target.tables.stream_reaches.get(reach as usize) else {
            return true;
        };
        let byte = self.byte(at);
        reach.may_begin(byte)
            || byte.is_ascii_whitespace() && reach.may_begin(self.byte(self.skip_space(at)))
            || self.names.is_some() && reach.is_named.is_set()
    }

    /// Whether two bytes are the same character in this syntax.
    pub(super) fn same(&self, a: u8, b: u8) -> bool {
        a == b || self.row.any_case.is_set() && a.eq_ignore_ascii_case(&b)
    }

    /// The byte behind a word of the tables, if it stands at byte `at`.
    #[inline]
    fn word(&self, word: Text, at: usize) -> Option<usize> {
        // Nearly all words are told by this.
        match word.len == 0 || self.begins(word, self.byte(at)) {
            true => self.whole_word(word, at),
            false => None,
        }
    }

    /// Whether a word of the tables begins with a byte.
    #[inline]
    fn begins(&self, word: Text, byte: u8) -> bool {
        let strings = self.target.tables.strings.as_bytes();
        let first = strings.get(word.start as usize);
        first.is_some_and(|&first| self.same(first, byte))
    }

    /// [`word`](Self::word), by all of it.
    #[inline(never)]
    fn whole_word(&self, word: Text, at: usize) -> Option<usize> {
        let word = self.target.tables.bytes(word);
        let end = at + word.len();
        let found = self.text.as_bytes().get(at..end)?;
        let is_same = match self.row.any_case.is_set() {
            true => found.eq_ignore_ascii_case(word),
            false => found == word,
        };
        is_same.then_some(end)
    }

    /// Whether a value may end at byte `end`: its last word must not go on.
    fn ends(&self, start: usize, end: usize, next: Next) -> bool {
        let following = self.byte(end);
        let glued = match next {
            Next::Value => true,
            Next::Text(byte) => byte != 0 && self.same(byte, following),
        };
        if glued {
            return true;
        }
        if start == end {
            // An empty word is none where another one stands.
            return !is_word(following) && following != b'.';
        }
        !(is_word(self.byte(end - 1)) && is_word(following))
    }

    /// The value of that kind at byte `at`, and the byte behind it.
    pub(super) fn value(
        &self,
        kind: Kind,
        bits: u8,
        at: usize,
        next: Next,
    ) -> Result<(u64, usize), NoValue> {
        let (value, end) = match kind {
            Kind::Flag => {
                let (number, end) = self.number(at)?.ok_or(NoValue::Other)?;
                match number.exact() {
                    Some(value @ 0..=1) => (value.cast_unsigned(), end),
                    _ => return Err(NoValue::Range(number.near())),
                }
            }
            Kind::Integer { integer } => {
                let row = &self.target.tables.integers[integer as usize];
                if let Some(value_type) = row.float {
                    let (value, end) = self.float(value_type, at)?;
                    return match self.ends(at, end, next) {
                        true => Ok((value, end)),
                        false => Err(NoValue::Other),
                    };
                }
                let (number, end) = self.number(at)?.ok_or(NoValue::Other)?;
                let value = if is_wide(row) {
                    number.unsigned(row.signless)
                } else {
                    number.exact().and_then(|it| integer::field(row, bits, it))
                };
                (value.ok_or(NoValue::Range(number.near()))?, end)
            }
            Kind::Struct { .. } | Kind::List { .. } => return Err(NoValue::Other),
            Kind::Register { file, scale } => {
                let (number, end) = self.register(file, at).ok_or(NoValue::Other)?;
                let scale = u64::from(scale.max(1));
                if number % scale != 0 {
                    return Err(NoValue::Other);
                }
                (number / scale, end)
            }
            Kind::Class { class, .. } => {
                let row = &self.target.tables.classes[class as usize];
                return self.class(row, at, next);
            }
        };
        if value & !low_mask(bits) != 0 {
            return Err(NoValue::Range(value.cast_signed()));
        }
        if self.ends(at, end, next) {
            Ok((value, end))
        } else {
            Err(NoValue::Other)
        }
    }

    /// The number of something with a name at byte `at`, and the byte behind the name.
    pub(super) fn name(
        &self,
        prefix: Text,
        kind: Kind,
        bits: u8,
        at: usize,
    ) -> Result<(u64, usize), NoValue> {
        let (number, end) = match self.names {
            Some(names) => {
                let prefix = self.target.tables.text(prefix);
                // The quotes may be the form's.
                let within = at.checked_sub(1).is_some_and(|it| self.byte(it) == b'"');
                let quoted = !within && self.byte(at) == b'"';
                let start = at + usize::from(quoted);
                let mut end = start;
                while match self.byte(end) {
                    0 => false,
                    b'\\' if quoted || within => {
                        end += 1;
                        true
                    }
                    byte if quoted || within => byte != b'"',
                    byte => is_word(byte),
                } {
                    end += 1;
                }
                let name = self.text.get(start..end).unwrap_or("");
                let is_name = quoted || within || !self.byte(at).is_ascii_digit();
                if name.is_empty() || !is_name || quoted && self.byte(end) == 0 {
                    return Err(NoValue::Other);
                }
                let end = end + usize::from(quoted);
                let amount = names.number(prefix, name).ok_or(NoValue::Unknown)?;
                (Number::of(amount), end)
            }
            None => {
                let start = self.word(prefix, at).ok_or(NoValue::Other)?;
                let (number, end) = self.digits(start).ok_or(NoValue::Other)?;
                if number.negative || is_word(self.byte(end)) {
                    return Err(NoValue::Other);
                }
                (number, end)
            }
        };
        let Kind::Integer { integer } = kind else {
            return Err(NoValue::Other);
        };
        let row = &self.target.tables.integers[integer as usize];
        let value = match is_wide(row) {
            true => Some(number.amount),
            false => number.exact().and_then(|it| integer::field(row, bits, it)),
        };
        match value {
            Some(value) if value & !low_mask(bits) == 0 => Ok((value, end)),
            _ => Err(NoValue::Range(number.near())),
        }
    }

    /// The longest text of a class at byte `at`.
    fn class(&self, class: &Class, at: usize, next: Next) -> Result<(u64, usize), NoValue> {
        let tables = self.target.tables;
        let mut best: Option<(u64, usize)> = None;
        let mut range = None;
        for entry in &tables.entries[class.entries.range()] {
            if entry.archs >> self.target.arch & 1 == 0 {
                continue;
            }
            let first = u64::from(entry.first);
            let found = match entry.meaning {
                Meaning::Keyword { text, .. } | Meaning::Float { text, .. } => {
                    self.word(text, at).map(|end| (Some(first), end, 0))
                }
                Meaning::Spelled { text, words, .. } => {
                    let words = tables.words_of(text, words, self.syntax.0);
                    let ends = words.filter_map(|it| self.word(it, at));
                    ends.max().map(|end| (Some(first), end, 0))
                }
                Meaning::Counted {
                    before,
                    after,
                    number,
                    step,
                } => self.counted(before, after, at).map(|(counted, end)| {
                    let value = constant::counted_value(entry, number, step, counted);
                    (value, end, counted)
                }),
                Meaning::Int { number, step } => {
                    let found = self.number(at)?;
                    found.map(|(found, end)| {
                        let exact = found.exact();
                        let value = exact
                            .and_then(|exact| constant::counted_value(entry, number, step, exact));
                        (value, end, found.near())
                    })
                }
                Meaning::Register { file, number, step } => {
                    self.register(file, at).and_then(|(register, end)| {
                        let wanted = u16::try_from(register).ok()?;
                        let value = operand::register_value(entry, (number, step), wanted)?;
                        Some((Some(value), end, 0))
                    })
                }
                Meaning::Struct { .. } | Meaning::Literal | Meaning::Escape => None,
            };
            let Some((value, end, number)) = found else {
                continue;
            };
            if !self.ends(at, end, next) {
                continue;
            }
            match value {
                Some(value) if best.is_none_or(|(_, longest)| end > longest) => {
                    best = Some((value, end));
                }
                Some(_) => {}
                None => range = Some((end, number)),
            }
        }
        match (best, range) {
            // `T300` is a number that is too large, not nothing at all.
            (Some((_, end)), Some((beyond, number))) if beyond > end => Err(NoValue::Range(number)),
            (Some(best), _) => Ok(best),
            (None, Some((_, number))) => Err(NoValue::Range(number)),
            (None, None) => Err(NoValue::Other),
        }
    }

    /// The number between two texts, and the byte behind the second.
    fn counted(&self, before: Text, after: Text, at: usize) -> Option<(i64, usize)> {
        let start = self.word(before, at)?;
        let (number, end) = self.digits(start)?;
        let end = self.word(after, end)?;
        Some((number.exact()?, end))
    }

    /// A decimal number, as a name has it: `-12`, no zeros before it.
    fn digits(&self, at: usize) -> Option<(Number, usize)> {
        let negative = self.byte(at) == b'-';
        let start = at + usize::from(negative);
        let mut end = start;
        let mut amount = 0_u64;
        while self.byte(end).is_ascii_digit() {
            let digit = u64::from(self.byte(end) - b'0');
            // What is too large is too large for any operand.
            amount = amount.saturating_mul(10).saturating_add(digit);
            end += 1;
        }
        let zeros = end - start > 1 && self.byte(start) == b'0';
        (end != start && !zeros).then_some((Number { negative, amount }, end))
    }

    /// A number, a name for one, or an expression in parentheses; `None` if
    /// something else stands there.
    fn number(&self, at: usize) -> Result<Option<(Number, usize)>, NoValue> {
        let negative = self.byte(at) == b'-';
        let start = at + usize::from(negative);
        let (radix, digits) = match (self.byte(start), self.byte(start + 1)) {
            (b'0', b'x' | b'X') => (16, start + 2),
            (b'0', b'b' | b'B') => (2, start + 2),
            (b'0', b'o' | b'O') => (8, start + 2),
            (b'0'..=b'9', _) => return Ok(self.digits(at)),
            _ => return self.named(at),
        };
        let mut end = digits;
        let mut amount = 0_u64;
        let mut fits = true;
        while let Some(digit) = char::from(self.byte(end)).to_digit(radix) {
            let next = amount.checked_mul(u64::from(radix));
            let next = next.and_then(|amount| amount.checked_add(u64::from(digit)));
            fits &= next.is_some();
            amount = next.unwrap_or(u64::MAX);
            end += 1;
        }
        if end == digits {
            return Ok(None);
        }
        if !fits {
            return Err(NoValue::Range(i64::MAX));
        }
        Ok(Some((Number { negative, amount }, end)))
    }

    /// The bits of a floating-point number at byte `at`, and the byte behind it: digits
    /// with a point between them, an exponent, or both. Without these it is an integer,
    /// which is another form's. Rounded to the nearest number of the type, those of 16
    /// bits by way of a double; what is beyond its greatest is none.
    fn float(&self, value_type: ValueType, at: usize) -> Result<(u64, usize), NoValue> {
        let digits = |mut at: usize| {
            while self.byte(at).is_ascii_digit() {
                at += 1;
            }
            at
        };
        let start = at + usize::from(self.byte(at) == b'-');
        let mut end = digits(start);
        if end == start {
            return Err(NoValue::Other);
        }
        let mut floating = false;
        if self.byte(end) == b'.' && self.byte(end + 1).is_ascii_digit() {
            end = digits(end + 1);
            floating = true;
        }
        if matches!(self.byte(end), b'e' | b'E') {
            let sign = matches!(self.byte(end + 1), b'+' | b'-');
            let exponent = end + 1 + usize::from(sign);
            if digits(exponent) != exponent {
                end = digits(exponent);
                floating = true;
            }
        }
        let text = self.text.get(at..end).filter(|_| floating);
        let text = text.ok_or(NoValue::Other)?;
        let beyond = NoValue::Range(if start == at { i64::MAX } else { i64::MIN });
        let bits = match value_type {
            ValueType::F32 => {
                let number: f32 = text.parse().map_err(|_| NoValue::Other)?;
                number.is_finite().then(|| u64::from(number.to_bits()))
            }
            _ => {
                let number: f64 = text.parse().map_err(|_| NoValue::Other)?;
                let (short, exponent) = match value_type {
                    ValueType::F16 => (to_half(number).0, 0x7c00),
                    ValueType::BF16 => (to_bfloat(number).0, 0x7f80),
                    _ => (0, 1),
                };
                let held = number.is_finite() && short & exponent != exponent;
                held.then(|| match value_type {
                    ValueType::F16 | ValueType::BF16 => u64::from(short),
                    _ => number.to_bits(),
                })
            }
        };
        bits.map(|bits| (bits, end)).ok_or(beyond)
    }

    /// A name for a number, or an expression in parentheses.
    fn named(&self, at: usize) -> Result<Option<(Number, usize)>, NoValue> {
        let byte = self.byte(at);
        if byte == b'(' {
            let (value, end) =
                parse::primary(self.text, at, self.symbols).map_err(NoValue::Expression)?;
            return Ok(Some((number(value), end)));
        }
        let mut end = at;
        while is_word(self.byte(end)) {
            end += 1;
        }
        let name = self.text.get(at..end).unwrap_or("");
        if name.is_empty() {
            return Ok(None);
        }
        let value = self.symbols.value(name);
        Ok(value.map(|value| (number(value), end)))
    }

    /// The number of the register of a file at byte `at`.
    fn register(&self, file: u16, at: usize) -> Option<(u64, usize)> {
        let mut end = at;
        // Names of registers may begin with `%` and such.
        while matches!(self.byte(end), b'%' | b'$' | b'@') || is_word(self.byte(end)) {
            end += 1;
        }
        let text = self.text.get(at..end)?;
        let register = parse::register_of(&self.target, file, text, self.syntax)?;
        (register.count == 1).then_some((u64::from(register.number), end))
    }
}

fn number(value: i64) -> Number {
    Number {
        negative: value < 0,
        amount: value.unsigned_abs(),
    }
}
