//! One term as the value of one operand.

use super::bound::{Bound, Sort};
use super::error::{LexError, ParseErrorKind};
use super::expression;
use super::lex::{self, Before, Term, TermKind};
use super::matcher::Matcher;
use super::registers::{Named, NotNamed};
use crate::constant::{self, NotHeld, Number};
use crate::integer;
use crate::operand;
use crate::parsed::Span;
use crate::tables::{
    CLASS_WORDS, Class, Entry, Flag, Integer, Kind, Meaning, NONE, Operand, Text, ValueType,
};

impl Matcher<'_, '_> {
    /// The term as the value of the operand `index` of the tables.
    #[inline]
    pub(super) fn bind(&self, row: &Operand, index: u32, term: &Term) -> Result<Bound, LexError> {
        // Most operands are registers of one file, where one would be enough.
        if let Kind::Register { file, scale: 0..=1 } = row.kind.get()
            && row.zero.len == 0
            && let Ok(named) = self.registers(file, term)
        {
            return Ok(registers_bound(file, named, named.number.into()));
        }
        self.bind_any(row, index, term)
    }

    /// [`Matcher::bind`] for every kind of operand.
    fn bind_any(&self, row: &Operand, index: u32, term: &Term) -> Result<Bound, LexError> {
        if let Kind::Struct { structure } = row.kind.get() {
            return self.bind_struct(structure, term.span());
        }
        if let Kind::List { count, integer } = row.kind.get() {
            let bits = self.bind_list((count, integer), 0, index, term.span());
            return bits.map(Bound::value);
        }
        self.bind_plain(row, index, term)
            .map_err(|kind| (term.span(), kind))
    }

    /// [`Matcher::bind`] for what is neither a struct nor a list.
    #[inline]
    fn bind_plain(&self, row: &Operand, index: u32, term: &Term) -> Result<Bound, ParseErrorKind> {
        match row.kind.get() {
            Kind::Register { file, scale } => {
                if let Some(bound) = self.absent(row, term) {
                    return Ok(bound);
                }
                match self.registers(file, term) {
                    Ok(named) => scaled(row, index, file, scale, named),
                    Err(NotNamed::Error(kind)) => Err(kind),
                    Err(NotNamed::Other) => Err(self.not_a_register(index, term)),
                }
            }
            Kind::Class { class, value } => {
                if let Some(bound) = self.absent(row, term) {
                    return Ok(bound);
                }
                self.class(class, value, index, term)
            }
            Kind::Integer { integer } => {
                let integer = &self.target.tables.integers[integer as usize];
                let Some(number) = self.number(term) else {
                    return self.place(integer, index, term);
                };
                integer::field(integer, row.field.total, number)
                    .map(Bound::value)
                    .ok_or(ParseErrorKind::Range {
                        operand: index,
                        number,
                    })
            }
            Kind::Flag | Kind::Struct { .. } | Kind::List { .. } => match self.number(term) {
                Some(number @ 0..=1) => Ok(Bound::value(number.cast_unsigned())),
                Some(number) => Err(ParseErrorKind::Range {
                    operand: index,
                    number,
                }),
                None => Err(ParseErrorKind::WrongOperand { operand: index }),
            },
        }
    }

    /// A place in the code: only what is relative may name one.
    #[cold]
    fn place(&self, integer: &Integer, operand: u32, term: &Term) -> Result<Bound, ParseErrorKind> {
        match integer.relative {
            Some(_) if self.is_later(term) => Ok(Bound::later(0, None)),
            Some(_) if term.kind == TermKind::Word => Err(ParseErrorKind::UnknownLabel),
            _ => Err(ParseErrorKind::WrongOperand { operand }),
        }
    }

    /// Whether a term is an expression, or a name, whose value is known later.
    fn is_later(&self, term: &Term) -> bool {
        match term.kind {
            TermKind::Later => true,
            TermKind::Word => {
                self.symbols.is_later(self.span_text(term.span())) && !self.names_half(term)
            }
            _ => false,
        }
    }

    /// Whether a word is half of a register, `v1.h`: that is no symbol where it is no operand
    /// either.
    #[cold]
    fn names_half(&self, term: &Term) -> bool {
        let text = self.span_text(term.span());
        let (front, end) = text.split_at(text.rfind('.').unwrap_or_default());
        if front.is_empty() {
            return false;
        }
        let tables = self.target.tables;
        let Some(half) = tables.wraps.iter().find(|it| it.file != NONE) else {
            return false;
        };
        let mut spellings = tables.spellings_of(half, self.syntax_id.0).iter();
        if !spellings.any(|it| self.target.text(it.after) == end) {
            return false;
        }
        let mut scanner = self.scanner(Span {
            start: term.start,
            end: term.start + front.len() as u32,
        });
        let whole = lex::term(&mut scanner, Before::Other);
        whole.is_ok_and(|whole| self.registers(half.file, &whole).is_ok())
    }

    /// The number that a term is.
    fn number(&self, term: &Term) -> Option<i64> {
        match term.kind {
            TermKind::Int => Some(term.value),
            TermKind::Word => self.symbols.value(self.span_text(term.span())),
            _ => None,
        }
    }

    #[inline]
    fn absent(&self, row: &Operand, term: &Term) -> Option<Bound> {
        if row.zero.len == 0 || term.kind != TermKind::Word {
            return None;
        }
        let is_zero = self.is_text(row.zero, term.start, term.end);
        is_zero.then_some(Bound {
            field: 0,
            sort: Sort::Absent,
            literal: None,
            later: false,
        })
    }

    /// Whether a term is a word; one of digits is the number, however it is written.
    #[inline]
    fn is_word(&self, word: Text, term: &Term) -> bool {
        match term.kind {
            TermKind::Int => {}
            TermKind::KeyedInt => return self.same_keyed(self.target.text(word), term),
            _ => return self.is_text(word, term.start, term.end),
        }
        let digits = self.target.tables.bytes(word);
        term.value >= 0
            && digits.iter().all(u8::is_ascii_digit)
            && expression::decimal(digits) == term.value
    }

    /// Whether a term with a number is a word with the same one, `wave_shl : 1` for
    /// `wave_shl:1`.
    pub(super) fn same_keyed(&self, word: &str, term: &Term) -> bool {
        word.split_once(':').is_some_and(|(before, digits)| {
            let digits = digits.as_bytes();
            self.same(before, term.start, term.start + u32::from(term.key))
                && digits.iter().all(u8::is_ascii_digit)
                && expression::decimal(digits) == term.value
        })
    }

    /// The value of a class that a term means.
    fn class(
        &self,
        class: u16,
        value_type: ValueType,
        index: u32,
        term: &Term,
    ) -> Result<Bound, ParseErrorKind> {
        let tables = self.target.tables;
        // Registers in a list, and words such as `.5`, have no hash.
        let from = match self.why || matches!(term.kind, TermKind::List | TermKind::Float) {
            true => 0,
            false => tables.first_meaning(CLASS_WORDS + u32::from(class), term.hash),
        };
        let class = &tables.classes[class as usize];
        let mut problem = ParseErrorKind::WrongOperand { operand: index };
        let mut tried: Option<(u16, Result<Named, NotNamed>)> = None;
        let is_name = matches!(
            term.kind,
            TermKind::Word | TermKind::Indexed | TermKind::List
        );
        let entries = &tables.entries[class.entries.range()];
        for entry in entries.get(usize::from(from)..).unwrap_or(&[]) {
            if entry.archs >> self.target.arch & 1 == 0 {
                continue;
            }
            match entry.meaning {
                Meaning::Register { file, number, step } if is_name => {
                    let result = match tried {
                        Some((tried, result)) if tried == file => result,
                        _ => self.registers(file, term),
                    };
                    tried = Some((file, result));
                    match result {
                        Ok(named) => {
                            if let Some(value) =
                                operand::register_value(entry, (number, step), named.number)
                            {
                                return Ok(registers_bound(file, named, value));
                            }
                            problem = ParseErrorKind::NotHere { operand: index };
                        }
                        Err(NotNamed::Error(kind)) => problem = kind,
                        Err(NotNamed::Other) => {}
                    }
                }
                Meaning::Keyword { text, .. } if self.is_word(text, term) => {
                    return Ok(Bound::value(u64::from(entry.first)));
                }
                Meaning::Spelled { text, words, .. }
                    if tables
                        .words_of(text, words, self.syntax_id.0)
                        .any(|it| self.is_word(it, term)) =>
                {
                    return Ok(Bound::value(u64::from(entry.first)));
                }
                Meaning::Counted {
                    before,
                    after,
                    number,
                    step,
                } => {
                    let (before, after) = (self.target.text(before), self.target.text(after));
                    if let Some(wanted) = self.counted(before, after, term) {
                        match constant::counted_value(entry, number, step, wanted) {
                            Some(value) => return Ok(Bound::value(value)),
                            None => {
                                problem = ParseErrorKind::Range {
                                    operand: index,
                                    number: wanted,
                                };
                            }
                        }
                    }
                }
                Meaning::Struct { structure } => {
                    let values = (entry.first, entry.last);
                    if let Some(value) = self.class_struct(structure, values, term.span()) {
                        return Ok(Bound::value(value));
                    }
                }
                _ => {}
            }
        }
        if let Some((number, value_type, forced)) = self.constant(term, value_type) {
            let arch = self.target.arch;
            match constant::field(tables, arch, class, value_type, number, forced) {
                Ok((field, mut literal)) => {
                    // The upper half of a double is the nearest there, not the lower.
                    if let (Number::Float(number), ValueType::F64, Flag::YES) =
                        (number, value_type, self.syntax.float_types)
                    {
                        let up = (number.to_bits() >> 31 & 1) as u32;
                        literal = literal.map(|word| word.wrapping_add(up));
                    }
                    return Ok(Bound {
                        field,
                        literal,
                        ..Bound::value(field)
                    });
                }
                Err(NotHeld::NoNumbers) => {}
                Err(reason) => {
                    problem = match (number, reason) {
                        (Number::Int(number), _) => ParseErrorKind::Range {
                            operand: index,
                            number,
                        },
                        (_, NotHeld::FloatRange) => ParseErrorKind::FloatRange { operand: index },
                        _ => ParseErrorKind::NoConstant { operand: index },
                    };
                }
            }
        }
        // A literal holds what is known later, if one may follow. What looks like a
        // register that does not exist is no symbol.
        let other = problem == (ParseErrorKind::WrongOperand { operand: index });
        if other && self.is_later(term) {
            if let Some(entry) = self.word_elsewhere(class, term) {
                return Err(ParseErrorKind::WordElsewhere { entry });
            }
            let arch = self.target.arch;
            let zero = Number::Int(0);
            if let Ok((field, literal @ Some(_))) =
                constant::field(tables, arch, class, value_type, zero, true)
            {
                return Ok(Bound::later(field, literal));
            }
        }
        if other && is_name {
            problem = self.not_a_register(index, term);
        }
        Err(problem)
    }

    /// The entry of a class that a term is on other architectures: no symbol is called so.
    #[cold]
    fn word_elsewhere(&self, class: &Class, term: &Term) -> Option<u32> {
        let tables = self.target.tables;
        let entries = &tables.entries[class.entries.range()];
        let is_said = |entry: &Entry| {
            let mut words = tables.words_of_entry(entry, self.syntax_id.0);
            words.any(|word| self.is_word(word, term))
        };
        let at = entries.iter().position(is_said)?;
        Some(class.entries.start + at as u32)
    }

    /// The number that a term is, its type, and whether it must be a literal: `1`,
    /// `-2.5`, `1.5h`, `lit(1)`. The type is the operand's if the term does not say.
    pub(super) fn constant(&self, term: &Term, of: ValueType) -> Option<(Number, ValueType, bool)> {
        let forced = self.forced == Some(term.start);
        match term.kind {
            TermKind::Float => self.float(term, of).map(|(n, of)| (n, of, forced)),
            TermKind::Bracketed => self.forced(term, of).map(|(n, of)| (n, of, true)),
            _ => self.number(term).map(|n| (Number::Int(n), of, forced)),
        }
    }

    /// A floating number, and its type. One whose type the syntax cannot say is none.
    fn float(&self, term: &Term, of: ValueType) -> Option<(Number, ValueType)> {
        let number = Number::Float(f64::from_bits(term.value.cast_unsigned()));
        let of = match u8::try_from(term.key).unwrap_or(0) {
            0 => of,
            _ if !self.syntax.float_types.is_set() => return None,
            b'h' => ValueType::F16,
            b's' => ValueType::F32,
            _ => ValueType::F64,
        };
        Some((number, of))
    }

    /// `lit (1)`: a word, and behind white space its number, as one term.
    #[cold]
    pub(super) fn spaced_literal(&self, at: usize) -> Option<Term> {
        let name = self.target.text(self.syntax.literal);
        let [word, open, ..] = self.statement.terms().get(at..)? else {
            return None;
        };
        let is_literal = !name.is_empty()
            && word.kind == TermKind::Word
            && self.same(name, word.start, word.end)
            && !open.comma
            && self.statement.text.as_bytes().get(open.start as usize) == Some(&b'(');
        if !is_literal {
            return None;
        }
        let mut scanner = self.scanner(Span {
            start: open.start,
            end: self.statement.text.len() as u32,
        });
        lex::skip_brackets(&mut scanner).ok()?;
        Some(Term {
            kind: TermKind::Bracketed,
            comma: word.comma,
            key: name.len() as u16,
            start: word.start,
            end: scanner.at as u32,
            hash: word.hash,
            value: 0,
        })
    }

    /// The number in `lit(1)`.
    fn forced(&self, term: &Term, of: ValueType) -> Option<(Number, ValueType)> {
        let name = self.target.text(self.syntax.literal);
        let open = term.start + name.len() as u32;
        let is_call = !name.is_empty()
            && usize::from(term.key) == name.len()
            && self.same(name, term.start, open);
        if !is_call {
            return None;
        }
        let inside = self.span_text(Span {
            start: open,
            end: term.end,
        });
        let inside = inside.trim_ascii_start();
        let inside = inside.strip_prefix('(')?.strip_suffix(')')?;
        let mut scanner = expression::Scanner {
            text: inside,
            at: 0,
            symbols: self.symbols,
            depth: 0,
            later: None,
        };
        scanner.skip_space();
        let inner = lex::term(&mut scanner, Before::Other).ok()?;
        scanner.skip_space();
        if !scanner.is_at_end() {
            return None;
        }
        match inner.kind {
            TermKind::Float => self.float(&inner, of),
            TermKind::Int => Some((Number::Int(inner.value), of)),
            _ => None,
        }
    }

    /// The number in `row_shl:1`, or any text before and after a number.
    fn counted(&self, before: &str, after: &str, term: &Term) -> Option<i64> {
        match term.kind {
            TermKind::KeyedInt if after.is_empty() => {
                let key = before.strip_suffix(':')?;
                self.same(key, term.start, term.start + u32::from(term.key))
                    .then_some(term.value)
            }
            TermKind::Word if after.is_empty() && term.value >= 0 => {
                let key = term.start + u32::from(term.key);
                // `pos0`, not `pos00`.
                let zeros = self.syntax.plain_digits.is_set()
                    && term.end - key > 1
                    && self.statement.text.as_bytes().get(key as usize) == Some(&b'0');
                (!zeros && self.same(before, term.start, key)).then_some(term.value)
            }
            TermKind::Int if before.is_empty() && after.is_empty() => Some(term.value),
            TermKind::Bracketed => self.between(before, after, term),
            _ => None,
        }
    }

    /// The number between the texts `before` and `after`.
    pub(super) fn between(&self, before: &str, after: &str, term: &Term) -> Option<i64> {
        let start = term.start + before.len() as u32;
        let end = term
            .end
            .checked_sub(after.len() as u32)
            .filter(|end| *end >= start)?;
        if !self.same(before, term.start, start) || !self.same(after, end, term.end) {
            return None;
        }
        let text = self.span_text(Span { start, end });
        let mut scanner = expression::Scanner {
            text,
            at: 0,
            symbols: self.symbols,
            depth: 0,
            later: None,
        };
        let value = expression::evaluate(&mut scanner).ok()?;
        scanner.skip_space();
        scanner.is_at_end().then_some(value)
    }
}

/// Registers whose number is the field's value times `scale`.
#[inline]
fn scaled(
    row: &Operand,
    operand: u32,
    file: u16,
    scale: u8,
    named: Named,
) -> Result<Bound, ParseErrorKind> {
    if scale <= 1 {
        return Ok(registers_bound(file, named, u64::from(named.number)));
    }
    let scale = u16::from(scale);
    if named.number.is_multiple_of(scale) {
        return Ok(registers_bound(
            file,
            named,
            u64::from(named.number / scale),
        ));
    }
    // As many as there are, or else that is what to mend first.
    let need = row.width.max(1);
    if row.width_table == NONE && named.count != u16::from(need) {
        return Err(ParseErrorKind::Width {
            operand,
            need,
            found: named.count,
        });
    }
    Err(ParseErrorKind::Misaligned {
        file,
        number: named.number,
        count: named.count as u8,
        align: scale as u8,
    })
}

#[inline]
fn registers_bound(file: u16, named: Named, field: u64) -> Bound {
    Bound {
        field,
        sort: Sort::Registers {
            file,
            number: named.number,
            count: named.count,
        },
        literal: None,
        later: false,
    }
}
