//! Data: numbers, strings, files.

use std::ops::Range;

use super::super::arguments::Arguments;
use super::super::assembly::Item;
use super::super::error::{Code, Fault};
use super::super::macros::Block;
use super::super::reading::{Reading, Statement};
use crate::object::{Fill, Node, ObjectErrorKind};
use crate::{TargetMachine, parse};

impl<'t, T: TargetMachine<'t>> Reading<'_, '_, 't, T> {
    /// `.byte 1, 2`: values of so many bytes.
    pub(super) fn values(
        &mut self,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
        end: usize,
        bytes: u8,
    ) -> Result<Option<Block>, Fault> {
        if arguments.is_at_end() {
            let name = &statement.text[..end];
            let message = format!("`{name}` needs a value, as in `{name} 1, 2`");
            return Err(Fault::new(Code::BadArguments, 0..end, message));
        }
        let place = self.builder.here();
        let mut size = 0;
        let mut later = false;
        loop {
            later |= self.value(statement, arguments, bytes)?;
            size += u32::from(bytes);
            if !arguments.another()? {
                break;
            }
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
                self.builder.expressions.truncate(before);
                let wide = number.to_le_bytes();
                Self::check_fits(number, bytes, start..end)?;
                let mut wide = wide;
                let wide = &mut wide[..usize::from(bytes)];
                if self.settings.target.tables().big_endian {
                    wide.reverse();
                }
                self.builder.bytes(wide)
            }
            None => {
                let location = statement.location(start..end);
                self.texts.keep(location);
                self.builder.value(bytes, id, location)
            }
        };
        result.map_err(|kind| self.object_fault(&kind, start..end))?;
        Ok(value.as_number().is_none())
    }

    /// Whether a number fits so many bytes, with or without a sign.
    pub(super) fn check_fits(number: i64, bytes: u8, span: Range<usize>) -> Result<(), Fault> {
        let bits = u32::from(bytes) * 8;
        if bits >= 64 || (-1_i64 << (bits - 1)..1_i64 << bits).contains(&number) {
            return Ok(());
        }
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
            let negative = arguments.take(b'-');
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
            let value = if negative {
                value.wrapping_neg()
            } else {
                value
            };
            let mut bytes = value.to_le_bytes();
            if self.settings.target.tables().big_endian {
                bytes.reverse();
            }
            self.emit(statement, &bytes)?;
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
        loop {
            let mut bytes = arguments.string()?;
            if terminated {
                bytes.push(0);
            }
            self.emit(statement, &bytes)?;
            if !arguments.another()? {
                return Ok(());
            }
        }
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
            let wide = &mut wide[..bytes];
            if self.settings.target.tables().big_endian {
                wide.reverse();
            }
            self.emit(statement, wide)?;
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
        let size = u8::try_from(size).ok().filter(|size| *size <= 8);
        let size = size.ok_or_else(|| {
            let message = "the size of a value is 0 to 8 bytes";
            Fault::new(Code::Range, 0..statement.text.len(), message)
        })?;
        if size == 0 {
            return Ok(());
        }
        // Only four bytes of the value count, as GNU as has it.
        let value = value.cast_unsigned() & 0xffff_ffff;
        self.texts.keep(whole);
        let result = self.builder.repeat(count, value, size, whole);
        result.map_err(|kind| self.object_fault(&kind, 0..statement.text.len()))
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
        let value = value.cast_unsigned() & 0xff;
        let result = self.builder.repeat(count, value, 1, whole);
        result.map_err(|kind| self.object_fault(&kind, 0..statement.text.len()))
    }

    /// `.uleb128 300, -2`: numbers of as many bytes as they need.
    pub(super) fn leb128(
        &mut self,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
        signed: bool,
    ) -> Result<(), Fault> {
        loop {
            let mut value = arguments.number(&mut self.scope(statement.whole()))?;
            let mut bytes = Vec::new();
            loop {
                let low = (value & 0x7f) as u8;
                value = match signed {
                    true => value >> 7,
                    false => (value.cast_unsigned() >> 7).cast_signed(),
                };
                let done = match signed {
                    true => value == -i64::from(low >> 6 & 1),
                    false => value == 0,
                };
                bytes.push(low | if done { 0 } else { 0x80 });
                if done {
                    break;
                }
            }
            self.emit(statement, &bytes)?;
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
        self.emit(statement, &bytes[..count.min(bytes.len())])
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
