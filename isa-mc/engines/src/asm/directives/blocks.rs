//! `.dcb` and `.ds`: blocks of equal values, as assemblers of the Motorola 68000 name
//! them.

use std::ops::Range;

use super::super::arguments::Arguments;
use super::super::error::{Code, Fault};
use super::super::reading::{Reading, Statement};
use crate::object::ExpressionId;

/// How many times a value that is known later may stand: each is remembered on its own.
const MAX_LATER: i64 = 1 << 20;

/// What the letter behind `.dcb.` and `.ds.` says of a value.
#[derive(Clone, Copy)]
struct Element {
    bytes: u8,
    is_floating: bool,
}

impl Element {
    /// The element of a directive's name; 2 bytes if it says none.
    fn of(name: &str) -> Option<Element> {
        let (bytes, is_floating) = match name.rsplit_once('.')?.1 {
            "b" => (1, false),
            "dcb" | "ds" | "w" => (2, false),
            "l" => (4, false),
            "s" => (4, true),
            "d" => (8, true),
            "p" | "x" => (12, true),
            _ => return None,
        };
        Some(Element { bytes, is_floating })
    }
}

impl Reading<'_, '_, '_> {
    /// `.dcb.w 3, 0x1234`: the value so many times.
    pub(super) fn blocks(
        &mut self,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
        name: &str,
    ) -> Result<(), Fault> {
        let element = Element::of(name).filter(|element| element.bytes <= 8);
        let Element { bytes, is_floating } =
            element.ok_or_else(|| super::refused::unknown(name))?;
        let whole = statement.whole();
        let (count, span) = self.count(statement, arguments)?;
        if count < 0 {
            let message = format!("{count} times is less than never");
            return Err(Fault::new(Code::Range, span, message));
        }
        arguments.comma()?;
        let start = arguments.at();
        let value = match is_floating {
            true => u64::from_le_bytes(Self::float(arguments, usize::from(bytes))?),
            false => {
                let value = arguments.expression(&mut self.scope(whole))?;
                let span = start..arguments.at();
                let Some(number) = self.builder.number(value) else {
                    arguments.end()?;
                    return self.later_blocks(statement, count, value, bytes, span);
                };
                Self::check_fits(number, bytes, span)?;
                number.cast_unsigned()
            }
        };
        arguments.end()?;
        if count > 0 {
            self.builder.take_line();
        }
        for _ in 0..self.writer.as_ref().map_or(0, |_| count) {
            self.write_number(bytes, value.cast_signed());
        }
        let count = self.constant(count);
        self.texts.keep(whole);
        let result = self.builder.repeat(count, value, bytes, whole);
        result.map_err(|kind| self.object_fault(&kind, span))
    }

    /// So many times a value that is known later.
    fn later_blocks(
        &mut self,
        statement: &Statement<'_>,
        count: i64,
        value: ExpressionId,
        bytes: u8,
        span: Range<usize>,
    ) -> Result<(), Fault> {
        if count > MAX_LATER {
            let message = format!("a value that is known later at most {MAX_LATER} times");
            return Err(Fault::new(Code::Range, span, message));
        }
        let location = statement.location(span.clone());
        self.texts.keep(location);
        for _ in 0..count {
            let result = self.builder.value(bytes, value, location);
            result.map_err(|kind| self.object_fault(&kind, span.clone()))?;
            self.write_data(bytes, value);
        }
        Ok(())
    }

    /// `.ds.l 3`: zeros for so many values.
    pub(super) fn zeros(
        &mut self,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
        name: &str,
    ) -> Result<(), Fault> {
        let element = Element::of(name).ok_or_else(|| super::refused::unknown(name))?;
        let whole = statement.whole();
        let (count, span) = self.count(statement, arguments)?;
        arguments.end()?;
        if count < 0 {
            let location = statement.location(span);
            self.warning(location, "less than nothing: the directive does nothing");
            return Ok(());
        }
        for _ in 0..self.writer.as_ref().map_or(0, |_| count) {
            self.write(|_, _| format!("\t.zero\t{}", element.bytes));
        }
        let bytes = self.constant(count.saturating_mul(element.bytes.into()));
        self.texts.keep(whole);
        let result = self.builder.repeat(bytes, 0, 1, whole);
        result.map_err(|kind| self.object_fault(&kind, span))
    }

    /// The number of values, which may be below zero, and where it stands.
    fn count(
        &mut self,
        statement: &Statement<'_>,
        arguments: &mut Arguments<'_>,
    ) -> Result<(i64, Range<usize>), Fault> {
        let start = arguments.at();
        let count = arguments.number(&mut self.scope(statement.whole()))?;
        let span = start..arguments.at();
        Ok((count, span))
    }
}
