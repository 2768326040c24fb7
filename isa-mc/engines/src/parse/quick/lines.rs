//! Line after line of a source.

use super::bytes::{Reader, is_space};
use super::mnemonics::{Candidate, Front, Known, Mnemonics, Slots, Start};
use super::modifier_words::ModifierWords;
use super::{MAX_LINE, PADDED, Quick, Refused};
use crate::parsed::{Later, Parsed, Span, Symbols};
use crate::tables::BitString;
use crate::{Inst, SyntaxId, Target};

/// The instruction in a line.
#[derive(Debug, Clone, Copy)]
pub struct ParsedLine {
    /// Its bytes, in memory order.
    pub code: [u8; 16],
    /// How many of them count.
    pub size: usize,
    /// Where the line ends.
    pub end: usize,
    /// A name that is an operand, if it may be one: nobody was asked.
    pub later: Option<Later>,
}

impl ParsedLine {
    /// The line that an instruction was read in, up to its end; `None` if that is longer than
    /// others.
    #[inline]
    fn new(parsed: Parsed<Inst>, end: usize) -> Option<ParsedLine> {
        let (code, size) = code_of(parsed.inst)?;
        let later = parsed.later;
        Some(ParsedLine {
            code: code.to_le_bytes(),
            size,
            end,
            later,
        })
    }

    /// The same line in what of its text stands behind so many bytes.
    pub(crate) fn from(self, start: usize) -> ParsedLine {
        let later = self.later.map(|later| Later {
            span: Span {
                start: later.span.start - start as u32,
                end: later.span.end - start as u32,
            },
            ..later
        });
        ParsedLine {
            end: self.end - start,
            later,
            ..self
        }
    }
}

/// What the lines of a source are read with.
pub struct LineContext<'c, 'a> {
    /// The syntax.
    pub syntax: SyntaxId,
    /// The values of names in the numbers of registers, as they are at the first of the lines.
    pub symbols: &'c dyn Symbols,
    /// What is known of mnemonics of that target in that syntax.
    pub mnemonics: &'c mut Mnemonics<'a>,
}

/// Every name may be one.
struct AllNames;

impl Symbols for AllNames {
    fn value(&self, _: &str) -> Option<i64> {
        None
    }

    fn is_later(&self, _: &str) -> bool {
        true
    }
}

impl<'a> Target<'a> {
    /// The instruction in the line that begins at a byte of a text which is no white
    /// space: as [`parse_line`](Self::parse_line) would find it, with comments or without. It
    /// is for the caller to ask whether the name in it is one.
    pub(crate) fn parse_code(
        &self,
        text: &str,
        at: usize,
        known: &mut LineContext<'_, 'a>,
    ) -> Option<ParsedLine> {
        let refused = Refused::default();
        let Mnemonics { slots, modifiers } = &mut *known.mnemonics;
        let words = modifiers.with_room();
        let quick = Quick::of_source(self, text, known.syntax, known.symbols, &refused, words)?;
        let (parsed, end) = quick.known_line(at, slots)?;
        ParsedLine::new(parsed, end)
    }

    /// The instruction that a statement means, if it is one line and written as printing would
    /// write it. `None` says nothing: the text may still be an instruction.
    pub(crate) fn parse_known(
        &self,
        text: &str,
        syntax: SyntaxId,
        symbols: &dyn Symbols,
        mnemonics: &mut Mnemonics<'a>,
    ) -> Option<Parsed<Inst>> {
        let Mnemonics { slots, modifiers } = mnemonics;
        let (mut room, refused) = ([b'\n'; PADDED], Refused::default());
        let quick = Quick {
            modifier_words: Some(modifiers.with_room()),
            ..Quick::of_statement(self, text, syntax, symbols, &mut room, &refused)
        };
        let (parsed, end) = quick.known_line(0, slots)?;
        (end == text.len()).then_some(parsed)
    }

    /// Appends the instructions of lines from a byte of a text on, as long as
    /// [`parse_code`](Self::parse_code) finds them, they hold no name and begin before `most`
    /// bytes; empty lines and comments between them do not count. Gives where the first other
    /// line begins, or the first one behind `most`; and that line, if it is an instruction with
    /// a name.
    pub(crate) fn parse_lines(
        &self,
        text: &str,
        at: usize,
        most: usize,
        known: &mut LineContext<'_, 'a>,
        code: &mut Vec<u8>,
    ) -> (usize, Option<ParsedLine>) {
        let refused = Refused::default();
        let Mnemonics { slots, modifiers } = &mut *known.mnemonics;
        let words = modifiers.with_room();
        match Quick::of_source(self, text, known.syntax, known.symbols, &refused, words) {
            Some(quick) => quick.lines(at, most, slots, &mut Code::new(code)),
            None => (at, None),
        }
    }
}

/// Code that is written: a few bytes at a time, which go to the end of it together.
struct Code<'c> {
    all: &'c mut Vec<u8>,
    last: [u8; 256],
    filled: usize,
}

impl<'c> Code<'c> {
    fn new(all: &'c mut Vec<u8>) -> Code<'c> {
        Code {
            all,
            last: [0; 256],
            filled: 0,
        }
    }

    /// Appends the first bytes of a number, the lowest first.
    #[inline]
    fn push(&mut self, bytes: u128, size: usize) {
        if self.filled > self.last.len() - 16 {
            self.flush();
        }
        let rest = self.last.get_mut(self.filled..).unwrap_or_default();
        // All of them are written: that asks for no size.
        if let Some(place) = rest.first_chunk_mut() {
            *place = bytes.to_le_bytes();
            self.filled += size;
        }
    }

    #[inline(never)]
    fn flush(&mut self) {
        let filled = self.last.get(..self.filled).unwrap_or_default();
        self.all.extend_from_slice(filled);
        self.filled = 0;
    }
}

impl Drop for Code<'_> {
    fn drop(&mut self) {
        self.flush();
    }
}

/// The bytes of an instruction as a number, the first lowest, and how many there are; `None`
/// for more than 16.
#[inline]
fn code_of(inst: Inst) -> Option<(u128, usize)> {
    let size = inst.size();
    if size > 16 {
        return None;
    }
    let mut code = u128::from(inst.low_bits());
    if size > 8 {
        code |= u128::from(inst.bits().window(64)) << 64;
    }
    if inst.literal() != 0 {
        code |= u128::from(inst.literal()) << ((size - 4) * 8);
    }
    Some((code, size))
}

impl<'q, 'a> Quick<'q, 'a> {
    /// For lines of a source; `None` if the machine's code cannot be written fast.
    fn of_source(
        target: &'q Target<'a>,
        text: &'q str,
        syntax: SyntaxId,
        indices: &'q dyn Symbols,
        refused: &'q Refused,
        modifier_words: &'q ModifierWords,
    ) -> Option<Self> {
        let row = target.tables.syntaxes.get(usize::from(syntax.0))?;
        (!target.tables.big_endian).then_some(Quick {
            target,
            symbols: &AllNames,
            indices,
            syntax,
            text,
            bytes: text.as_bytes(),
            refused,
            expressions: false,
            modifier_words: Some(modifier_words),
            comments: Some(row.comments),
        })
    }

    /// [`parse_lines`](Target::parse_lines) of its text.
    fn lines(
        &self,
        mut at: usize,
        most: usize,
        mnemonics: &mut Slots<'a>,
        code: &mut Code<'_>,
    ) -> (usize, Option<ParsedLine>) {
        let bytes = self.bytes;
        loop {
            at = self.next_line(at, most);
            // No instruction begins with a point, as directives and most labels do.
            if at >= most || bytes.get(at) == Some(&b'.') {
                return (at, None);
            }
            let Some((number, reader)) = self.mnemonic(at, mnemonics) else {
                return (at, None);
            };
            let Some(&Start {
                bits,
                steps,
                size,
                front,
                ..
            }) = mnemonics.start(number)
            else {
                return (at, None);
            };
            let found = if matches!(front, Front::WordsAlone | Front::Words) {
                let (rest, bits, reader) = self.words(steps, bits, reader);
                let mut end = reader;
                // Nearly all lines.
                if rest.is_empty()
                    && self.ends_line(&mut end) == Some(true)
                    && end.at - at <= MAX_LINE
                    && (front == Front::WordsAlone || self.are_held(mnemonics, number, bits))
                {
                    code.push(bits.into(), size.into());
                    at = end.at;
                    continue;
                }
                let known = mnemonics.known(number);
                known.and_then(|it| self.follow_rest(&it.first.subject, rest, bits, reader))
            } else {
                let known = mnemonics.known(number);
                known.and_then(|it| self.follow_first(&it.first, front, reader))
            };
            let Some((parsed, end)) = self.found(found, (mnemonics, number), at, reader) else {
                return (at, None);
            };
            if parsed.later.is_some() {
                return (at, ParsedLine::new(parsed, end));
            }
            let Some((bytes, size)) = code_of(parsed.inst) else {
                return (at, None);
            };
            code.push(bytes, size);
            at = end;
        }
    }

    /// Whether the conditions of the first recipe of a mnemonic hold for these bits.
    #[inline(never)]
    fn are_held(&self, mnemonics: &Slots<'a>, number: usize, bits: u64) -> bool {
        let known = mnemonics.known(number);
        known.is_some_and(|it| self.holds(&it.first.subject, bits))
    }

    /// Where the line behind the end of a line begins, or another one behind empty lines and
    /// comments, as far as those end before `most` bytes.
    #[inline]
    fn next_line(&self, mut at: usize, most: usize) -> usize {
        let bytes = self.bytes;
        while let Some(&byte) = bytes.get(at)
            && (is_space(byte) || byte == b'\n')
        {
            at += 1;
        }
        match bytes.get(at) {
            Some(first) if !first.is_ascii_alphabetic() => self.skip_lines(at, most),
            _ => at,
        }
    }

    /// [`next_line`](Self::next_line), whatever stands there.
    #[inline(never)]
    fn skip_lines(&self, at: usize, most: usize) -> usize {
        let bytes = self.bytes;
        let mut reader = Reader { bytes, at };
        loop {
            while bytes
                .get(reader.at)
                .is_some_and(|&it| is_space(it) || it == b'\n')
            {
                reader.at += 1;
            }
            let before = reader.at;
            if before >= most || reader.peek().is_ascii_alphabetic() {
                break;
            }
            self.skip_blank(&mut reader);
            if reader.at == before {
                break;
            }
        }
        reader.at
    }

    /// What comes of the first recipe of a mnemonic.
    #[inline(never)]
    fn follow_first(
        &self,
        first: &Candidate<'_>,
        front: Front,
        reader: Reader<'q>,
    ) -> Option<(Parsed<Inst>, usize)> {
        let Candidate { subject, bits, .. } = first;
        let mut end = reader;
        if let Some(members) = &subject.members
            && let Some(bits) = members.read(self.target.tables, *bits, &mut end)
            && self.ends_line(&mut end) == Some(true)
            && (!subject.recipe.conditional.is_set() || self.holds(subject, bits))
        {
            return Some((Parsed::known(subject.inst(bits)), end.at));
        }
        match front {
            Front::Members | Front::NoWord => {
                self.follow_rest(subject, subject.steps, *bits, reader)
            }
            _ => self.follow_any(subject, *bits, reader),
        }
    }

    /// [`line`](Self::line) with what is known of mnemonics.
    fn known_line(&self, start: usize, mnemonics: &mut Slots<'a>) -> Option<(Parsed<Inst>, usize)> {
        let (number, reader) = self.mnemonic(start, mnemonics)?;
        let front = mnemonics.start(number)?.front;
        let found = self.follow_first(&mnemonics.known(number)?.first, front, reader);
        self.found(found, (mnemonics, number), start, reader)
    }

    /// What the first recipe of a mnemonic found, or what another one finds.
    #[inline]
    fn found(
        &self,
        found: Option<(Parsed<Inst>, usize)>,
        (mnemonics, number): (&mut Slots<'a>, usize),
        start: usize,
        reader: Reader<'q>,
    ) -> Option<(Parsed<Inst>, usize)> {
        let found = match found {
            None => self.find((mnemonics, number), start, reader),
            found => found,
        };
        found.filter(|(_, end)| end - start <= MAX_LINE)
    }

    /// What another recipe of a mnemonic finds than the first, of which nothing came; or any, once
    /// numbers may go on.
    #[inline(never)]
    fn find(
        &self,
        (mnemonics, number): (&mut Slots<'a>, usize),
        start: usize,
        reader: Reader<'q>,
    ) -> Option<(Parsed<Inst>, usize)> {
        let known = mnemonics.known_mut(number)?;
        let first = known.first.subject.recipe;
        let found = self.find_known(known, start, reader);
        if !core::ptr::eq(first, known.first.subject.recipe) {
            mnemonics.renew(number);
        }
        found
    }

    /// [`find`](Self::find), which may make another recipe the first.
    fn find_known(
        &self,
        known: &mut Known<'a>,
        start: usize,
        reader: Reader<'q>,
    ) -> Option<(Parsed<Inst>, usize)> {
        let found = self.follow_others(known, start, reader);
        if found.is_some() {
            return found;
        }
        let again = self.with_expressions(start)?;
        let found = again.follow_first(&known.first, Front::of(&known.first), reader);
        found.or_else(|| again.follow_others(known, start, reader))
    }

    /// What comes of the other recipes of a mnemonic, behind the first, of which nothing came.
    #[inline(never)]
    fn follow_others(
        &self,
        known: &mut Known<'a>,
        start: usize,
        reader: Reader<'q>,
    ) -> Option<(Parsed<Inst>, usize)> {
        // What the first one left.
        let first = (self.refused.by_text.take(), self.refused.by_modifier.take());
        // Who writes a line in another way than printing does writes others so, too.
        let was_ordered = known.is_ordered;
        let mut found = None;
        if was_ordered {
            found = self.follow_ordered(known, first, reader);
        }
        if found.is_none() {
            found = self.follow_printed(known, start, reader);
        }
        if found.is_none() && !was_ordered {
            found = self.follow_ordered(known, first, reader);
            known.is_ordered = found.is_some();
        }
        // The first one of the next line need not say anything.
        self.refused.set(false);
        self.refused.by_modifier.set(0);
        found
    }

    /// What comes of the recipes of a mnemonic that are printed with it, but for the first.
    fn follow_printed(
        &self,
        known: &mut Known<'a>,
        start: usize,
        reader: Reader<'q>,
    ) -> Option<(Parsed<Inst>, usize)> {
        let mut place = None;
        for (at, other) in known.others.iter().enumerate() {
            let Candidate {
                subject,
                bits,
                midst,
            } = other;
            if !self.may_have(*midst, start, &mut place) {
                continue;
            }
            let found = self.follow_any(subject, *bits, reader);
            if found.is_some() {
                known.prefer(at);
                known.is_ordered = false;
                return found;
            }
        }
        None
    }

    /// What comes of the recipes once more, in the order in which their forms are read, where
    /// those before refuse the text; what the one that was tried first told is known.
    fn follow_ordered(
        &self,
        known: &mut Known<'_>,
        (is_refused, mut by_modifier): (bool, u64),
        reader: Reader<'q>,
    ) -> Option<(Parsed<Inst>, usize)> {
        let first = &known.first.subject;
        // How many refuse it, one after the other from the first on.
        let mut refusing = 0;
        for (at, it) in known.ordered.iter_mut().enumerate() {
            let Candidate { subject, bits, .. } = &mut it.candidate;
            let is_meant = it.meant_behind.is_some_and(|before| refusing >= before);
            if !is_meant && refusing < at {
                continue;
            }
            subject.certain = refusing == at && it.is_whole;
            let is_known =
                core::ptr::eq(subject.recipe, first.recipe) && subject.certain == first.certain;
            let mut refuses = is_refused;
            if by_modifier & !it.named != 0 {
                refuses = true;
            } else if !is_known {
                self.refused.set(false);
                let found = self.follow_any(subject, *bits, reader);
                if found.is_some() && (is_meant || subject.certain) {
                    return found;
                }
                refuses = found.is_none() && self.refused.by_text.get();
                by_modifier |= self.refused.by_modifier.take();
            }
            if refuses && refusing == at {
                refusing += 1;
            }
        }
        None
    }
}
