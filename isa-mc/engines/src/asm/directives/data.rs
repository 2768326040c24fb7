//! Data: numbers, strings, files.

use std::ops::Range;

use super::super::arguments::Arguments;
use super::super::assembly::Item;
use super::super::error::{Code, Fault};
use super::super::macros::Block;
use super::super::reading::{Reading, Statement};
use super::super::scan::Scanner;
use crate::object::{Fill, Node, ObjectErrorKind, leb128};
use crate::parse;

/// Bytes of values that are added at once.
const RUN: usize = 64;

/// Whether a number fits so many bytes, with or without a sign.
fn fits(number: i64, bytes: u8) -> bool {
    let bits = u32::from(bytes) * 8;
    bits >= 64 || (-1_i64 << (bits - 1)..1_i64 << bits).contains(&number)
}

impl Reading<'_, '_, '_> {
    /// `.byte 1, 2`: values of so many bytes.
    pub(super) fn values(
        &mut self,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
        bytes: u8,
    ) -> Result<Option<Block>, Fault> {
        let place = self.builder.here();
        let mut size = 0;
        let mut later = false;
        // Nothing is what macros may leave of a list.
        let mut is_more = !arguments.is_at_end();
        while is_more {
            // Who writes the text anew gets them one by one.
            let plain = match self.writer {
                None => self.plain_values(arguments, bytes, false),
                Some(_) => 0,
            };
            size += match plain {
                0 => {
                    later |= self.value(statement, arguments, bytes)?;
                    u32::from(bytes)
                }
                size => size,
            };
            is_more = arguments.another()?;
        }
        let item = Item::Data {
            unit: bytes,
            place,
            size,
            later,
        };
        self.list(statement.whole(), item);
        Ok(None)
    }

    /// Reads a directive of data as compilers write them, if it comes next: a few values that
    /// are digits, and nothing else on its line. Whether there was one.
    pub(in super::super) fn data_line(&mut self, scanner: &mut Scanner<'_>) -> bool {
        let (_, text) = scanner.rest();
        let (name, bytes) = match text.as_bytes() {
            [b'.', b'b', b'y', b't', b'e', b' ' | b'\t', ..] => (".byte", 1),
            [b'.', b'l', b'o', b'n', b'g', b' ' | b'\t', ..] => (".long", 4),
            [b'.', b'q', b'u', b'a', b'd', b' ' | b'\t', ..] => (".quad", 8),
            _ => return false,
        };
        let is_taken = self.dialect.as_ref().is_some_and(|it| it.takes_data());
        let is_macro = !self.macros.is_empty() && self.macros.get(name).is_some();
        if is_taken || is_macro {
            return false;
        }
        let length = memchr::memchr(b'\n', text.as_bytes()).unwrap_or(text.len());
        let mut arguments = Arguments::new(&text[..length], name.len());
        let size = self.plain_values(&mut arguments, bytes, true);
        scanner.pass(if size == 0 { 0 } else { length });
        size != 0
    }

    /// Values of so many bytes that are digits, some at once; gives how many bytes they are.
    /// None where one of them is wrong: it is found alone. `is_all`: or where more follows.
    fn plain_values(&mut self, arguments: &mut Arguments<'_>, bytes: u8, is_all: bool) -> u32 {
        let is_big = self.target.tables().big_endian;
        let bytes = usize::from(bytes);
        // Whole words are written, the last one, too.
        let (mut run, mut len) = ([0; RUN + 8], 0);
        let (mut here, mut end) = (arguments.clone(), arguments.at());
        while len + bytes <= RUN
            && let Some(place) = run[len..].first_chunk_mut()
            && let Some(number) = here.digits()
            && fits(number, bytes as u8)
        {
            *place = match is_big {
                true => (number << (64 - bytes * 8)).to_be_bytes(),
                false => number.to_le_bytes(),
            };
            len += bytes;
            end = here.at();
            if !here.take(b',') {
                break;
            }
        }
        let is_cut = is_all && end != arguments.text.len();
        if len == 0 || is_cut || self.builder.bytes(&run[..len]).is_err() {
            return 0;
        }
        arguments.go_to(end);
        len as u32
    }

    /// A number of so many bytes, which stands there.
    fn number(&mut self, number: i64, bytes: u8, span: Range<usize>) -> Result<(), Fault> {
        Self::check_fits(number, bytes, span.clone())?;
        let mut wide = number.to_le_bytes();
        let wide = &mut wide[..usize::from(bytes)];
        if self.target.tables().big_endian {
            wide.reverse();
        }
        let result = self.builder.bytes(wide);
        result.map_err(|kind| self.object_fault(&kind, span))
    }

    /// A value; whether it is known later.
    fn value(
        &mut self,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
        bytes: u8,
    ) -> Result<bool, Fault> {
        let start = arguments.at();
        let whole = statement.whole();
        let before = self.builder.expressions.len();
        let id = arguments.expression(&mut self.scope(whole))?;
        let end = statement.text[..arguments.at()].trim_ascii_end().len();
        let fault = |code, message: String| Fault::new(code, start..end, message);
        let value = self.builder.evaluate(id);
        let value = value.map_err(|error| fault(Code::BadExpression, error.to_string()))?;
        let result = match value.as_number() {
            Some(number) => {
                if self.writer.is_none() {
                    self.builder.expressions.truncate(before);
                }
                self.number(number, bytes, start..end)?;
                Ok(())
            }
            None => {
                let location = statement.location(start..end);
                self.texts.keep(location);
                self.builder.value(bytes, id, location)
            }
        };
        result.map_err(|kind| self.object_fault(&kind, start..end))?;
        self.write_data(bytes, id);
        Ok(value.as_number().is_none())
    }

    /// Whether a number fits so many bytes, with or without a sign.
    pub(super) fn check_fits(number: i64, bytes: u8, span: Range<usize>) -> Result<(), Fault> {
        if fits(number, bytes) {
            return Ok(());
        }
        let bits = u32::from(bytes) * 8;
        let (least, most) = (-1_i64 << (bits - 1), (1_i64 << bits) - 1);
        let message = format!("{number} does not fit {bits} bits ({least} to {most})");
        Err(Fault::new(Code::Range, span, message))
    }

    /// An error of the object as one of the statement.
    pub(super) fn object_fault(&self, kind: &ObjectErrorKind, span: Range<usize>) -> Fault {
        let (code, message) = self.describe(kind);
        Fault::new(code, span, message)
    }

    fn emit(&mut self, statement: &Statement<'_>, bytes: &[u8]) -> Result<(), Fault> {
        let result = self.builder.bytes(bytes);
        result.map_err(|kind| self.object_fault(&kind, 0..statement.text.len()))
    }

    /// `.octa 0x123`: values of 16 bytes.
    pub(super) fn octa(
        &mut self,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
    ) -> Result<Option<Block>, Fault> {
        loop {
            let start = arguments.at();
            let word = arguments.word();
            let digits = word.strip_prefix("0x").or_else(|| word.strip_prefix("0X"));
            let parsed = match digits {
                Some(digits) => u128::from_str_radix(digits, 16),
                None => word.parse(),
            };
            let value = parsed.map_err(|_| {
                let message = format!("`{word}` is no number of 128 bits");
                Fault::new(Code::BadExpression, start..arguments.at(), message)
            })?;
            let halves = [value as i64, (value >> 64) as i64];
            let mut bytes = value.to_le_bytes();
            if self.target.tables().big_endian {
                bytes.reverse();
            }
            self.emit(statement, &bytes)?;
            for half in halves {
                self.write_number(8, half);
            }
            if !arguments.another()? {
                break;
            }
        }
        self.list(statement.whole(), Item::Directive);
        Ok(None)
    }

    /// `.ascii "a", "b"`, with a zero behind each or not.
    pub(super) fn strings(
        &mut self,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
        terminated: bool,
    ) -> Result<(), Fault> {
        let mut is_more = !arguments.is_at_end();
        while is_more {
            let mut bytes = arguments.string()?;
            self.write_bytes(&bytes);
            // Strings without a comma between them are one.
            while !terminated && arguments.peek() == b'"' {
                let more = arguments.string()?;
                self.write_bytes(&more);
                bytes.extend(more);
            }
            if terminated {
                bytes.push(0);
                self.write_bytes(&[0]);
            }
            self.emit(statement, &bytes)?;
            is_more = arguments.another()?;
        }
        Ok(())
    }

    /// `.base64 "QUJD", …`: bytes, as RFC 4648 writes them.
    pub(super) fn base64(
        &mut self,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
    ) -> Result<(), Fault> {
        let mut is_more = true;
        while is_more {
            let start = arguments.at();
            let text = arguments.quoted()?;
            let found = from_base64(text.as_bytes()).filter(|bytes| !bytes.is_empty());
            let bytes = found.ok_or_else(|| {
                let message = "expected groups of four letters, digits, `+` and `/` (base 64)";
                Fault::new(Code::BadString, start..start + text.len() + 2, message)
            })?;
            self.emit(statement, &bytes)?;
            self.write_bytes(&bytes);
            is_more = arguments.another()?;
        }
        Ok(())
    }

    /// `.float 1.5, -inf`
    pub(super) fn floats(
        &mut self,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
        bytes: usize,
    ) -> Result<(), Fault> {
        loop {
            let mut wide = Self::float(arguments, bytes)?;
            let number = i64::from_le_bytes(wide);
            let wide = &mut wide[..bytes];
            if self.target.tables().big_endian {
                wide.reverse();
            }
            self.emit(statement, wide)?;
            self.write_number(bytes as u8, number);
            if !arguments.another()? {
                return Ok(());
            }
        }
    }

    /// A floating number of 4 or 8 bytes, or its bits as an integer in base 16.
    pub(super) fn float(arguments: &mut Arguments<'_>, bytes: usize) -> Result<[u8; 8], Fault> {
        let start = arguments.at();
        let word = arguments.word();
        let fault = || {
            let message = format!("`{word}` is no floating number");
            Fault::new(Code::BadExpression, start..start + word.len(), message)
        };
        // An integer in another base is its bits.
        let is_bits = word.starts_with("0x") || word.starts_with("0X");
        Ok(match (is_bits, bytes) {
            (true, _) => {
                let (value, end) = parse::number(word, 0).map_err(|_| fault())?;
                let fits = end == word.len() && (bytes == 8 || u32::try_from(value).is_ok());
                if !fits {
                    return Err(fault());
                }
                value.to_le_bytes()
            }
            (false, 4) if word.eq_ignore_ascii_case("nan") => 0x7fff_ffff_u64.to_le_bytes(),
            (false, _) if word.eq_ignore_ascii_case("nan") => (u64::MAX >> 1).to_le_bytes(),
            (false, 4) => {
                let value: f32 = word.parse().map_err(|_| fault())?;
                u64::from(value.to_bits()).to_le_bytes()
            }
            (false, _) => {
                let value: f64 = word.parse().map_err(|_| fault())?;
                value.to_bits().to_le_bytes()
            }
        })
    }

    /// `.fill COUNT, SIZE, VALUE`
    pub(super) fn fill(
        &mut self,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
    ) -> Result<(), Fault> {
        let whole = statement.whole();
        let count = arguments.expression(&mut self.scope(whole))?;
        let (mut size, mut value) = (1, 0);
        if arguments.take(b',') {
            size = arguments.number(&mut self.scope(whole))?;
            if arguments.take(b',') {
                value = arguments.number(&mut self.scope(whole))?;
            }
        }
        arguments.end()?;
        if size < 0 || self.builder.number(count).is_some_and(|count| count < 0) {
            self.warning(whole, "less than nothing: the directive does nothing");
            return Ok(());
        }
        let size = if size > 8 {
            self.warning(whole, "a value has 8 bytes at most: so many are taken");
            8
        } else {
            size as u8
        };
        if size == 0 {
            let value = value.cast_unsigned() & 0xffff_ffff;
            self.write_value("\t.fill\t", count, &format!(", 0, 0x{value:x}"));
            return Ok(());
        }
        // Only four bytes of the value count, as GNU as has it.
        let value = value.cast_unsigned() & 0xffff_ffff;
        self.texts.keep(whole);
        // Values have a line, if they are there; so has no other filling.
        if self.builder.number(count).is_some_and(|count| count > 0) {
            self.builder.take_line();
        }
        let result = self.builder.repeat(count, value, size, whole);
        result.map_err(|kind| self.object_fault(&kind, 0..statement.text.len()))?;
        self.write_value("\t.fill\t", count, &format!(", {size}, 0x{value:x}"));
        Ok(())
    }

    /// `.space COUNT, VALUE`
    pub(super) fn space(
        &mut self,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
    ) -> Result<(), Fault> {
        let whole = statement.whole();
        let count = arguments.expression(&mut self.scope(whole))?;
        let mut value = 0;
        if arguments.take(b',') {
            value = arguments.number(&mut self.scope(whole))?;
        }
        arguments.end()?;
        self.texts.keep(whole);
        let filler = match value {
            0 => String::new(),
            value => format!(",{}", value as i32),
        };
        let value = value.cast_unsigned() & 0xff;
        let result = self.builder.repeat(count, value, 1, whole);
        result.map_err(|kind| self.object_fault(&kind, 0..statement.text.len()))?;
        if self.builder.number(count) != Some(0) {
            self.write_value("\t.zero\t", count, &filler);
        }
        Ok(())
    }

    /// `.uleb128 300, -2`: numbers of as many bytes as they need.
    pub(super) fn leb128(
        &mut self,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
        signed: bool,
    ) -> Result<(), Fault> {
        let whole = statement.whole();
        loop {
            let start = arguments.at();
            let before = self.builder.expressions.len();
            let value = arguments.expression(&mut self.scope(whole))?;
            let end = statement.text[..arguments.at()].trim_ascii_end().len();
            let known = self.builder.number(value);
            if known.is_none() {
                self.texts.keep(whole);
            }
            let result = self.builder.leb128(value, signed, whole);
            result.map_err(|kind| self.object_fault(&kind, start..end))?;
            match self
                .writer
                .as_ref()
                .map(|it| it.number(&self.builder, value))
            {
                Some(Some(number)) => self.write_bytes(&leb128(number, signed, 0)),
                Some(None) => {
                    let name = if signed { "\t.sleb128 " } else { "\t.uleb128 " };
                    self.write_value(name, value, "");
                }
                None if known.is_some() => self.builder.expressions.truncate(before),
                None => {}
            }
            if !arguments.another()? {
                return Ok(());
            }
        }
    }

    /// `.incbin "FILE", SKIP, COUNT`
    pub(super) fn incbin(
        &mut self,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
    ) -> Result<(), Fault> {
        let whole = statement.whole();
        let start = arguments.at();
        let name = arguments.name()?;
        let end = arguments.at();
        let (mut skip, mut count) = (0, i64::MAX);
        if arguments.take(b',') {
            if arguments.peek() != b',' {
                skip = arguments.number(&mut self.scope(whole))?;
            }
            if arguments.take(b',') {
                count = arguments.number(&mut self.scope(whole))?;
            }
        }
        arguments.end()?;
        let (Ok(skip), Ok(count)) = (usize::try_from(skip), usize::try_from(count)) else {
            let message = "what is skipped and how much is taken cannot be less than zero";
            return Err(Fault::new(Code::Range, end..statement.text.len(), message));
        };
        let (_, bytes) = self.read_file(name, start..end)?;
        let bytes = bytes.get(skip..).unwrap_or(&[]);
        let bytes = &bytes[..count.min(bytes.len())];
        self.write_bytes(bytes);
        self.emit(statement, bytes)
    }

    pub(super) fn read_file(
        &self,
        name: &str,
        span: Range<usize>,
    ) -> Result<(String, Vec<u8>), Fault> {
        self.settings.files.read(name).map_err(|error| {
            let message = format!("cannot read `{name}`: {error}");
            Fault::new(Code::File, span, message)
        })
    }

    /// A number as an expression.
    pub(super) fn constant(&mut self, number: i64) -> crate::object::ExpressionId {
        self.builder.expressions.add(Node::Number(number))
    }

    /// So many bytes of a value.
    pub(super) fn filler(value: Option<i64>, bytes: u8) -> Fill {
        match value {
            Some(value) => Fill::Value {
                value: value.cast_unsigned(),
                bytes: bytes.max(1),
            },
            None => Fill::ZERO,
        }
    }
}

/// The bytes of a text in base 64; `None` if it is none.
fn from_base64(text: &[u8]) -> Option<Vec<u8>> {
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let (groups, rest) = text.as_chunks::<4>();
    if !rest.is_empty() {
        return None;
    }
    let mut bytes = Vec::new();
    for (at, group) in groups.iter().enumerate() {
        // Only the last group may be filled up.
        let count = match group {
            [_, _, b'=', b'='] => 2,
            [_, _, _, b'='] => 3,
            _ => 4,
        };
        if count < 4 && at + 1 != groups.len() {
            return None;
        }
        let mut bits = 0_u32;
        for &byte in &group[..count] {
            bits = bits << 6 | u32::from(digit(byte)?);
        }
        bits <<= 6 * (4 - count);
        bytes.extend_from_slice(&bits.to_be_bytes()[1..count]);
    }
    Some(bytes)
}
