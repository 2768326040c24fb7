//! Structs: `hwreg(HW_REG_MODE, 0, 4)`, read form by form.

use super::bound::Bound;
use super::error::{LexError, ParseErrorKind};
use super::expression::{self, Scanner};
use super::lex::{self, Before, Term};
use super::matcher::Matcher;
use crate::constant;
use crate::operand;
use crate::parsed::Span;
use crate::rule;
use crate::tables::{
    Form, Kind, Meaning, Modifier, NONE, Operand, Rows, Spelling, Struct, Token, low_mask,
};

/// How far a form got, and why not to the end.
struct Failure {
    at: usize,
    span: Span,
    kind: ParseErrorKind,
}

impl<'s> Matcher<'_, 's> {
    /// The text of a span as a value of a struct.
    pub(super) fn bind_struct(&self, structure: u16, span: Span) -> Result<Bound, LexError> {
        let mut scanner = self.scanner(span);
        self.struct_value(structure, &mut scanner, true)
            .map(Bound::value)
    }

    /// The value of the first form that matches; `whole` if nothing may follow. If something may,
    /// the form that takes most of the text: `A|B` is not `A` with a rest.
    fn struct_value(
        &self,
        structure: u16,
        scanner: &mut Scanner<'s>,
        whole: bool,
    ) -> Result<u64, LexError> {
        let tables = self.target.tables;
        let start = scanner.at;
        let unexpected = |forms: u32| ParseErrorKind::NotAStruct { structure, forms };
        let here = Span {
            start: start as u32,
            end: scanner.text.len() as u32,
        };
        let Some(row) = tables.struct_on(structure, self.target.arch) else {
            return Err((here, unexpected(0)));
        };
        let mut furthest = Failure {
            at: start,
            span: here,
            kind: unexpected(0),
        };
        let mut longest = None;
        for (index, form) in tables.forms[row.forms.range()].iter().enumerate() {
            if form.syntax != self.syntax_id.0 {
                continue;
            }
            scanner.at = start;
            let bit = 1_u32.unbounded_shl(index as u32);
            match self.struct_form(structure, bit, row, form, scanner, whole) {
                Ok(value) if whole => return Ok(value),
                Ok(value) => {
                    if longest.is_none_or(|(end, _)| scanner.at > end) {
                        longest = Some((scanner.at, value));
                    }
                }
                Err(failure) if failure.at > furthest.at => furthest = failure,
                Err(failure) if failure.at == furthest.at => {
                    // Forms that got as far are offered together; an error of
                    // a member says more.
                    match (&mut furthest.kind, failure.kind) {
                        (
                            ParseErrorKind::NotAStruct { forms, .. },
                            ParseErrorKind::NotAStruct { forms: more, .. },
                        ) => *forms |= more,
                        (ParseErrorKind::NotAStruct { .. }, _) => furthest = failure,
                        // A later form is for more values, the last one for any number.
                        (
                            ParseErrorKind::WrongOperand { .. },
                            ParseErrorKind::WrongOperand { .. } | ParseErrorKind::Range { .. },
                        )
                        | (ParseErrorKind::Range { .. }, ParseErrorKind::Range { .. }) => {
                            furthest = failure;
                        }
                        _ => {}
                    }
                }
                Err(_) => {}
            }
        }
        let Some((end, value)) = longest else {
            return Err((furthest.span, furthest.kind));
        };
        scanner.at = end;
        Ok(value)
    }

    /// Goes through the tokens of a form and the text.
    fn struct_form(
        &self,
        structure: u16,
        bit: u32,
        row: &Struct,
        form: &Form,
        scanner: &mut Scanner<'s>,
        whole: bool,
    ) -> Result<u64, Failure> {
        let tables = self.target.tables;
        let start = scanner.at;
        let unexpected = |at: usize, from: usize, scanner: &Scanner<'_>| Failure {
            at,
            span: Span {
                start: from as u32,
                end: scanner.text.len() as u32,
            },
            kind: ParseErrorKind::NotAStruct {
                structure,
                forms: bit,
            },
        };
        let mut value = form.rest;
        let mut quoted = false;
        for token in &tables.tokens[form.tokens.range()] {
            match token.get() {
                Token::Text(text) => {
                    if !self.same_text(self.target.text(text), scanner, &mut quoted) {
                        return Err(unexpected(scanner.at, scanner.at, scanner));
                    }
                }
                Token::Operand(index) => {
                    let operand = row.members.start + u32::from(index);
                    let member = &tables.operands[operand as usize];
                    let at = scanner.at;
                    let field = self
                        .member(member, operand, scanner, quoted)
                        .map_err(|(span, kind)| Failure { at, span, kind })?;
                    value = member.field.set(value, field, tables.pieces);
                }
                Token::AnyOrder(list) => {
                    value = self.any_order(structure, bit, row, list, value, scanner)?;
                }
                Token::Modifiers(_) | Token::Mnemonic => {}
            }
        }
        if whole {
            scanner.skip_space();
            if !scanner.is_at_end() {
                return Err(unexpected(scanner.at, scanner.at, scanner));
            }
        }
        let holds =
            form.when == NONE || rule::holds(tables, &tables.rules[form.when as usize], value);
        if !holds {
            // The values do not go together: all of it is wrong.
            return Err(unexpected(scanner.at, start, scanner));
        }
        Ok(value)
    }

    /// Members in any order: those that the text names, each once; the others
    /// have their defaults.
    fn any_order(
        &self,
        structure: u16,
        bit: u32,
        row: &Struct,
        list: u16,
        mut value: u64,
        scanner: &mut Scanner<'s>,
    ) -> Result<u64, Failure> {
        let tables = self.target.tables;
        let list = &tables.any_orders[list as usize];
        let items = &tables.modifiers[list.items.range()];
        let members = &tables.operands[row.members.range()];
        for item in items {
            let member = &members[item.operand as usize];
            value = member.field.set(value, member.default, tables.pieces);
        }
        let mut seen = 0_u64;
        // Behind a separator a member must stand.
        let mut wanted = items
            .iter()
            .any(|item| members[item.operand as usize].kind != Kind::Flag.into());
        loop {
            let before = scanner.at;
            let mut found = false;
            for (at, item) in items.iter().enumerate() {
                let Some((spelling, saturates)) = self.list_item(item, scanner) else {
                    continue;
                };
                let member = &members[item.operand as usize];
                let mut field = 1;
                if spelling.valued.is_set() {
                    let operand = row.members.start + u32::from(item.operand);
                    let start = scanner.at;
                    field = match self.member(member, operand, scanner, false) {
                        Err((_, ParseErrorKind::Range { .. })) if saturates => {
                            low_mask(member.field.total)
                        }
                        result => result.map_err(|(span, kind)| Failure {
                            at: start,
                            span,
                            kind,
                        })?,
                    };
                    let after = self.target.text(spelling.after);
                    if !self.same_text(after, scanner, &mut false) {
                        return Err(self.not_a_struct(structure, bit, scanner));
                    }
                }
                if seen >> at & 1 != 0 {
                    scanner.at = before;
                    scanner.skip_space();
                    return Err(self.not_a_struct(structure, bit, scanner));
                }
                seen |= 1_u64.unbounded_shl(at as u32);
                value = member.field.set(value, field, tables.pieces);
                found = true;
                break;
            }
            if !found {
                if wanted {
                    return Err(self.not_a_struct(structure, bit, scanner));
                }
                // The space belongs to what follows.
                scanner.at = before;
                return Ok(value);
            }
            let behind = scanner.at;
            let mut blank = false;
            wanted = tables.texts[list.separators.range()].iter().any(|text| {
                let text = self.target.text(*text);
                blank |= text.trim_ascii().is_empty();
                scanner.at = behind;
                !text.trim_ascii().is_empty() && self.same_text(text, scanner, &mut false)
            });
            if !wanted {
                scanner.at = behind;
                if !blank {
                    return Ok(value);
                }
            }
        }
    }

    /// The spelling of a member that stands at the scanner, which it passes up to
    /// the value; and whether a value that is too large is the largest.
    fn list_item(&self, item: &Modifier, scanner: &mut Scanner<'s>) -> Option<(&Spelling, bool)> {
        let tables = self.target.tables;
        let before = scanner.at;
        let saturating = self.target.text(self.syntax.saturating);
        for spelling in &tables.spellings[item.spellings.range()] {
            let text = self.target.text(spelling.before);
            let same = self.same_text(text, scanner, &mut false)
                && !(text.bytes().next_back().is_some_and(is_word) && is_word(scanner.peek()));
            if same {
                return Some((spelling, false));
            }
            scanner.at = before;
            let length = text.bytes().take_while(|&byte| is_word(byte)).count();
            let (word, rest) = text.split_at(length);
            let same = !saturating.is_empty()
                && self.same_text(word, scanner, &mut false)
                && self.same_adjoining(saturating, scanner)
                && !is_word(scanner.peek())
                && self.same_text(rest, scanner, &mut false);
            if same {
                return Some((spelling, true));
            }
            scanner.at = before;
        }
        None
    }

    /// Passes a text that stands at the scanner, without white space before it.
    fn same_adjoining(&self, text: &str, scanner: &mut Scanner<'s>) -> bool {
        let start = scanner.at as u32;
        let same = self.same(text, start, start + text.len() as u32);
        scanner.at += if same { text.len() } else { 0 };
        same
    }

    /// The form cannot go on where the scanner is.
    fn not_a_struct(&self, structure: u16, forms: u32, scanner: &Scanner<'_>) -> Failure {
        Failure {
            at: scanner.at,
            span: Span {
                start: scanner.at as u32,
                end: scanner.text.len() as u32,
            },
            kind: ParseErrorKind::NotAStruct { structure, forms },
        }
    }

    /// The operand that begins at a term and may go on over more of them, and how
    /// many: `vmcnt(0) & lgkmcnt(0)`.
    pub(super) fn bind_terms(
        &self,
        structure: u16,
        first: usize,
    ) -> Result<(Bound, usize), LexError> {
        let terms = self.statement.terms().get(first..).unwrap_or(&[]);
        let (Some(start), Some(last)) = (terms.first(), terms.last()) else {
            return self
                .bind_struct(structure, Span::default())
                .map(|it| (it, 1));
        };
        // A comma at the end may be a separator of the list: then a member is missing.
        let comma = self.statement.trailing_comma;
        let mut scanner = self.scanner(Span {
            start: start.start,
            end: comma.map_or(last.end, |comma| comma.end),
        });
        let value = self.struct_value(structure, &mut scanner, false)?;
        let count = terms
            .iter()
            .position(|term| term.end as usize == scanner.at);
        match count {
            Some(count) => Ok((Bound::value(value), count + 1)),
            // The end of the value is within a term.
            None => self.bind_struct(structure, start.span()).map(|it| (it, 1)),
        }
    }

    /// Passes the text of a form. White space may stand anywhere but within a
    /// word and between quotes.
    fn same_text(&self, text: &str, scanner: &mut Scanner<'s>, quoted: &mut bool) -> bool {
        let mut before = b' ';
        let mut word = scanner.at;
        for &wanted in text.as_bytes() {
            if wanted.is_ascii_whitespace() && !*quoted {
                before = b' ';
                continue;
            }
            if !(*quoted || is_word(before) && is_word(wanted)) {
                scanner.skip_space();
                if is_word(wanted) {
                    word = scanner.at;
                }
            }
            let found = scanner.peek();
            let same = found == wanted
                || self.syntax.any_case.is_set() && found.eq_ignore_ascii_case(&wanted);
            if !same || scanner.is_at_end() {
                // The beginning of a word is not the word.
                if !*quoted && is_word(before) && (is_word(wanted) || is_word(found)) {
                    scanner.at = word;
                }
                return false;
            }
            scanner.at += 1;
            if wanted == b'"' {
                *quoted = !*quoted;
            }
            before = wanted;
        }
        true
    }

    /// The field value of a member whose text begins at the scanner.
    fn member(
        &self,
        row: &Operand,
        operand: u32,
        scanner: &mut Scanner<'s>,
        quoted: bool,
    ) -> Result<u64, LexError> {
        if !quoted {
            scanner.skip_space();
        }
        match row.kind.get() {
            Kind::Struct { structure } => return self.struct_value(structure, scanner, false),
            Kind::Class { class, .. } => {
                if let Some(value) = self.longest_word(class, scanner) {
                    return Ok(value);
                }
            }
            _ => {}
        }
        let start = scanner.at as u32;
        let missing = Span {
            start,
            end: scanner.text.len().min(scanner.at + 1) as u32,
        };
        if quoted || scanner.is_at_end() {
            return Err((missing, ParseErrorKind::WrongOperand { operand }));
        }
        let at = scanner.at;
        let mut term: Result<Term, LexError> = lex::term(scanner, Before::Other);
        if let (Err(error), Some(_)) = (term, self.statement.no_number) {
            // The form may go on behind the number: `2|NAME`.
            scanner.at = at;
            term = lex::front(scanner).ok_or(error);
        }
        let term = term?;
        self.bind(row, operand, &term)
            .map(|bound| bound.field & low_mask(row.field.total))
    }

    /// The value of the longest word of a class that stands at the scanner, or
    /// else of a word with a number.
    fn longest_word(&self, class: u16, scanner: &mut Scanner<'s>) -> Option<u64> {
        let tables = self.target.tables;
        let entries = tables.classes[class as usize].entries;
        let start = scanner.at as u32;
        let mut longest: Option<(&str, u64)> = None;
        for entry in &tables.entries[entries.range()] {
            if entry.archs >> self.target.arch & 1 == 0 {
                continue;
            }
            for text in tables.words_of_entry(entry, self.syntax_id.0) {
                let word = self.target.text(text);
                let fits = scanner.at + word.len() <= scanner.text.len()
                    && self.same(word, start, start + word.len() as u32);
                if fits && longest.is_none_or(|(other, _)| other.len() < word.len()) {
                    longest = Some((word, u64::from(entry.first)));
                }
            }
        }
        if let Some((word, value)) = longest {
            scanner.at += word.len();
            return Some(value);
        }
        self.counted_word(entries, scanner)
    }

    /// The value of an entry with a number in its text, as `attr1`, that stands
    /// at the scanner.
    fn counted_word(&self, entries: Rows, scanner: &mut Scanner<'s>) -> Option<u64> {
        let bytes = scanner.text.as_bytes();
        for entry in &self.target.tables.entries[entries.range()] {
            let Meaning::Counted {
                before,
                after,
                number,
                step,
            } = entry.meaning
            else {
                continue;
            };
            let (before, after) = (self.target.text(before), self.target.text(after));
            let digits = scanner.at + before.len();
            if entry.archs >> self.target.arch & 1 == 0
                || before.is_empty()
                || !self.same(before, scanner.at as u32, digits as u32)
            {
                continue;
            }
            let rest = bytes.get(digits..).unwrap_or(&[]);
            let count = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
            let end = digits + count;
            let wanted = expression::decimal(&rest[..count]);
            let fits = end + after.len() <= scanner.text.len();
            if !fits || !self.same(after, end as u32, (end + after.len()) as u32) {
                continue;
            }
            if let Some(value) = constant::counted_value(entry, number, step, wanted)
                && count != 0
            {
                scanner.at = end + after.len();
                return Some(value);
            }
        }
        None
    }

    /// The value of an entry of a class, from `first` to `last`, whose struct the
    /// text of a span is.
    pub(super) fn class_struct(
        &self,
        structure: u16,
        (first, last): (u32, u32),
        span: Span,
    ) -> Option<u64> {
        let bound = self.bind_struct(structure, span).ok()?;
        let row = self.target.tables.struct_on(structure, self.target.arch)?;
        let within = (u64::from(first)..=u64::from(last)).contains(&bound.field);
        (within && operand::is_struct(row, bound.field)).then_some(bound.field)
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}
